#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reports/tables/table_report.hpp"

namespace combat_odds {

/// Cells as text; the first column is set flush left, the others flush right.
class Grid {
 public:
  explicit Grid(std::vector<std::string> header) { rows_.push_back(std::move(header)); }
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  std::string text(TableStyle style) const;

  void set_left(std::size_t column) { left_.insert(column); }
  /// Long names in the header stand in several lines, broken at words; not in Markdown.
  void wrap_header() { wraps_ = true; }

  /// Where a line would be longer, what stands in the first column is broken into several, at
  /// words, commas, semicolons and brackets; not in Markdown. 0: as long as it takes.
  void fit(std::size_t width) { fits_ = width; }
  /// What the columns but the first take of a line.
  std::size_t width_of_others() const;

  /// Characters, not bytes; a terminal's colour codes take no room.
  static std::size_t width(const std::string& text);
  /// Of a name that is broken as wrap_header() breaks it.
  static std::size_t header_width(const std::string& name);

 private:
  std::string rule(const std::vector<std::size_t>& widths) const;
  /// The rows with a wrapped header as several.
  std::vector<std::vector<std::string>> rows_drawn(bool wrapped) const;
  /// The rows with what is too long in their first column as several.
  std::vector<std::vector<std::string>> fitted(std::vector<std::vector<std::string>> rows) const;

  std::vector<std::vector<std::string>> rows_;
  std::set<std::size_t> left_;
  bool wraps_ = false;
  std::size_t fits_ = 0;
};

}  // namespace combat_odds
