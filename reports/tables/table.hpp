#pragma once

#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/text/csv_line.hpp"

namespace combat_odds {

/// How a table is drawn.
enum class TableStyle { terminal, ascii, markdown };

/// A table: headings, and rows of as many cells. It is written as text, Markdown and CSV here, and
/// as a part of a page by Page. The first column is set flush left, the others flush right.
class Table {
 public:
  Table() = default;
  explicit Table(std::vector<std::string> headings) : header(std::move(headings)) {}

  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;

  void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }
  /// A row of texts, numbers and optional ones.
  template <class First, class Second, class... Others>
  void add(const First& first, const Second& second, const Others&... others) {
    rows.push_back({cell(first), cell(second), cell(others)...});
  }

  void drop(std::size_t column);

  std::string text(TableStyle style) const;
  std::string csv() const;

  void set_left(std::size_t column) { left_.insert(column); }
  /// All columns flush left: they hold words.
  void set_words() { words_ = true; }
  bool has_words() const { return words_; }
  bool is_left(std::size_t column) const { return words_ || column == 0 || left_.contains(column); }

  /// Long names in the header stand in several lines, broken at words; not in Markdown.
  void wrap_header() { wraps_ = true; }
  /// Where a line would be longer, what stands in that column is broken into several, at words,
  /// commas, semicolons and brackets; not in Markdown. 0: as long as it takes.
  void fit(std::size_t width, std::size_t column = 0) {
    fits_ = width;
    broken_ = column;
  }
  /// How much of a line the columns but the first take.
  std::size_t width_of_others() const;

  /// Characters, not bytes; a terminal's colour codes take no room.
  static std::size_t width(const std::string& text);
  /// Of a name that is broken as wrap_header() breaks it.
  static std::size_t header_width(const std::string& name);

 private:
  template <class Value>
  static std::string cell(const Value& value) {
    if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
      return std::string(std::string_view(value));
    } else {
      std::string text;
      CsvLine(text).add(value);
      return text;
    }
  }

  std::string rule(const std::vector<std::size_t>& widths) const;
  /// The lines of the header, then the rows.
  std::vector<std::vector<std::string>> lines_drawn(bool wrapped) const;
  /// The rows with what is too long in the column that fit() names as several.
  std::vector<std::vector<std::string>> fitted(std::vector<std::vector<std::string>> drawn) const;

  std::set<std::size_t> left_;
  bool words_ = false;
  bool wraps_ = false;
  std::size_t fits_ = 0;
  std::size_t broken_ = 0;
};

}  // namespace combat_odds
