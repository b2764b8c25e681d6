#pragma once

#include <algorithm>
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

  std::string text(TableStyle style) const {
    std::vector<std::size_t> widths(rows_.front().size(), 0);
    for (const auto& row : rows_) {
      for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], width(row[c]));
    }
    std::string text;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      std::string line;
      for (std::size_t c = 0; c < rows_[r].size(); ++c) {
        const std::string space(widths[c] - width(rows_[r][c]), ' ');
        const std::string cell =
            c == 0 || left_.contains(c) ? rows_[r][c] + space : space + rows_[r][c];
        line += style == TableStyle::markdown ? "| " + cell + " " : (c == 0 ? "" : "  ") + cell;
      }
      if (style == TableStyle::markdown) {
        text += line + "|\n";
        if (r == 0) text += rule(widths);
      } else {
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
      }
    }
    return text;
  }

  void set_left(std::size_t column) { left_.insert(column); }

 private:
  /// Characters, not bytes; a terminal's colour codes take no room.
  static std::size_t width(const std::string& text) {
    std::size_t width = 0;
    bool in_code = false;
    for (const char byte : text) {
      if (byte == '\x1b') in_code = true;
      if (!in_code && (static_cast<unsigned char>(byte) & 0xc0) != 0x80) ++width;
      if (byte == 'm') in_code = false;
    }
    return width;
  }
  std::string rule(const std::vector<std::size_t>& widths) const {
    std::string line;
    for (std::size_t c = 0; c < widths.size(); ++c) {
      const bool left = c == 0 || left_.contains(c);
      line += "|" + std::string(widths[c] + 1, '-') + (left ? "-" : ":");
    }
    return line + "|\n";
  }

  std::vector<std::vector<std::string>> rows_;
  std::set<std::size_t> left_;
};

}  // namespace combat_odds
