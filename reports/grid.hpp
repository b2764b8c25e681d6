#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "combat_odds/reports/table_report.hpp"

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

  /// Characters, not bytes; a terminal's colour codes take no room.
  static std::size_t width(const std::string& text);
  /// Of a name that is broken as wrap_header() breaks it.
  static std::size_t header_width(const std::string& name);

 private:
  std::string rule(const std::vector<std::size_t>& widths) const;
  /// The rows with a wrapped header as several.
  std::vector<std::vector<std::string>> rows_drawn(bool wrapped) const;

  std::vector<std::vector<std::string>> rows_;
  std::set<std::size_t> left_;
  bool wraps_ = false;
};

}  // namespace combat_odds
