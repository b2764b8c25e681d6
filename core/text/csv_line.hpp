#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace combat_odds {

/// Writes the fields of a line one after the other. Numbers are written with as many digits as it
/// takes to read the same number again; an optional value that is not there is an empty field.
class CsvLine {
 public:
  /// Appends to `text`, which must outlive it.
  explicit CsvLine(std::string& text) : text_(&text) {}

  void add(std::string_view text);
  void add(const std::string& text) { add(std::string_view(text)); }
  void add(const char* text) { add(std::string_view(text)); }
  void add(bool truth) { add(truth ? "true" : "false"); }
  void add(std::floating_point auto value) { add_number(static_cast<double>(value)); }
  void add(std::signed_integral auto value) { add_number(static_cast<std::int64_t>(value)); }
  void add(std::unsigned_integral auto value) { add_number(static_cast<std::uint64_t>(value)); }
  template <class Value>
  void add(const std::optional<Value>& value) {
    value ? add(*value) : add(std::string_view());
  }
  /// So many empty fields.
  void add_empty(std::size_t count) {
    if (count == 0) return;
    text_->append(first_ ? count - 1 : count, ',');
    first_ = false;
  }
  void end() { *text_ += '\n'; }

 private:
  void add_number(double value);
  void add_number(std::int64_t value);
  void add_number(std::uint64_t value);
  void separate();

  std::string* text_;
  bool first_ = true;
};

}  // namespace combat_odds
