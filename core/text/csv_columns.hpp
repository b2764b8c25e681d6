#pragma once

#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/text/csv_line.hpp"

namespace combat_odds {

/// The columns of a CSV file, each with its heading and the field that a `Line` has there, so that
/// headings and fields cannot drift apart.
template <class Line>
class CsvColumns {
 public:
  /// `field` is a member of Line, or a function of one, that gives text, a number or an optional
  /// one (see CsvLine).
  template <class Field>
  CsvColumns& add(std::string heading, Field field) {
    headings_.push_back(std::move(heading));
    fields_.push_back([field = std::move(field)](const Line& line, CsvLine& csv) {
      csv.add(std::invoke(field, line));
    });
    return *this;
  }

  /// The columns of something that the line has. `part` is a member of Line, or a function of one,
  /// that gives it, points to it, or gives a std::optional: the fields of nothing are empty.
  template <class Part, class Of>
  CsvColumns& include(const CsvColumns<Part>& columns, Of part) {
    headings_.insert(headings_.end(), columns.headings_.begin(), columns.headings_.end());
    fields_.push_back([columns, part = std::move(part)](const Line& line, CsvLine& csv) {
      const auto& found = std::invoke(part, line);
      if constexpr (std::is_pointer_v<std::remove_cvref_t<decltype(found)>>) {
        columns.add_fields(*found, csv);
      } else if constexpr (std::is_same_v<std::remove_cvref_t<decltype(found)>,
                                          std::optional<Part>>) {
        found ? columns.add_fields(*found, csv) : csv.add_empty(columns.headings_.size());
      } else {
        columns.add_fields(found, csv);
      }
    });
    return *this;
  }

  std::string header() const {
    std::string text;
    CsvLine csv(text);
    for (const std::string& heading : headings_) csv.add(heading);
    csv.end();
    return text;
  }

  void append(std::string& text, const Line& line) const {
    CsvLine csv(text);
    add_fields(line, csv);
    csv.end();
  }

  template <class Lines>
  std::string lines(const Lines& lines) const {
    std::string text;
    for (const Line& line : lines) append(text, line);
    return text;
  }

  /// The whole file.
  template <class Lines>
  std::string table(const Lines& lines) const {
    return header() + this->lines(lines);
  }

 private:
  template <class>
  friend class CsvColumns;

  void add_fields(const Line& line, CsvLine& csv) const {
    for (const auto& field : fields_) field(line, csv);
  }

  std::vector<std::string> headings_;
  std::vector<std::function<void(const Line&, CsvLine&)>> fields_;
};

}  // namespace combat_odds
