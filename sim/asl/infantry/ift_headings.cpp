#include "combat_odds/sim/asl/infantry/ift_headings.hpp"

#include <algorithm>

namespace combat_odds::asl {

IftHeadings::IftHeadings(const CsvTable& chart) {
  const std::size_t name = chart_column(chart, "column");
  const auto numbers = [&](const char* wanted) {
    for (const auto& row : chart.rows) {
      if (row[name].text != wanted) continue;
      std::vector<int> found;
      for (std::size_t c = 0; c < row.size(); ++c) {
        if (c == name) continue;
        found.push_back(chart_integer(chart, row[c]));
        if (found.size() > 1 && found.back() <= found[found.size() - 2]) {
          throw InputError(chart.place(row[c]), "the numbers do not rise",
                           "columns from low to high");
        }
      }
      return found;
    }
    throw InputError({chart.file, 1, 1}, std::string("no row ") + wanted, "a row for it");
  };
  for (std::size_t c = 0; c < chart.header.size(); ++c) {
    if (c != name) firepower_.push_back(chart_integer(chart, chart.header[c]));
  }
  calibre_ = numbers("he_calibre_mm_at_least");
  kill_number_ = numbers("unarmored_vehicle_kill_number");
}

int IftHeadings::he_firepower(int calibre, bool left) const {
  const auto columns =
      std::upper_bound(calibre_.begin(), calibre_.end(), calibre) - calibre_.begin();
  const auto column = columns - (left ? 2 : 1);
  return column < 0 ? 0 : firepower_[static_cast<std::size_t>(column)];
}

int IftHeadings::unarmored_kill_number(double firepower) const {
  int found = 0;
  for (std::size_t c = 0; c < firepower_.size(); ++c) {
    if (firepower_[c] <= firepower) found = kill_number_[c];
  }
  return found;
}

}  // namespace combat_odds::asl
