#include "sim/asl/infantry/ift_headings.hpp"

#include <algorithm>

#include "core/text/columns.hpp"

namespace combat_odds::asl {

IftHeadings::IftHeadings(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"column"});
  const auto numbers = [&](const char* wanted) {
    for (const Columns::Row row : columns) {
      if (row.text("column") != wanted) continue;
      std::vector<int> found;
      for (const CsvCell& heading : chart.header) {
        if (heading.text == "column") continue;
        found.push_back(row.whole_number(heading.text));
        if (found.size() > 1 && found.back() <= found[found.size() - 2]) {
          throw row.error(heading.text, "the numbers do not rise", "columns from low to high");
        }
      }
      return found;
    }
    throw InputError({chart.file, 1, 1}, std::string("no row ") + wanted, "a row for it");
  };
  for (std::size_t c = 0; c < chart.header.size(); ++c) {
    if (chart.header[c].text != "column") firepower_.push_back(columns.heading(c));
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
