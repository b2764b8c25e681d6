#include "sim/squad_leader/he/barrage_drm.hpp"

#include "core/text/columns.hpp"
#include "core/text/error.hpp"

namespace combat_odds::squad_leader {

const std::vector<std::string>& BarrageDrm::vehicles() {
  static const std::vector<std::string> names = {"unarmored", "open_topped_afv", "tank", "sp_gun"};
  return names;
}

BarrageDrm::BarrageDrm(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"target", "drm"});
  for (const Columns::Row row : columns) drm_[row.text("target")] = row.whole_number("drm");
  for (const std::string& name : vehicles()) {
    if (!drm_.contains(name)) {
      throw InputError({chart.file, 1, 1}, "there is no row '" + name + "'",
                       "a row for each of unarmored, open_topped_afv, tank and sp_gun");
    }
  }
}

}  // namespace combat_odds::squad_leader
