#include "combat_odds/sim/squad_leader/artillery/artillery_charts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "combat_odds/core/error.hpp"
#include "combat_odds/core/suggest.hpp"

namespace combat_odds::squad_leader {

ArtilleryNations::ArtilleryNations(const CsvTable& chart) {
  const auto name = chart_column(chart, "nationality");
  const auto year = chart_column(chart, "year_from");
  const auto contact = chart_column(chart, "contact_dr_at_most");
  const auto accuracy = chart_column(chart, "accuracy_dr_at_most");
  for (const auto& row : chart.rows) {
    nations_.push_back({row[name].text, chart_integer(chart, row[year]),
                        chart_integer(chart, row[contact]), chart_integer(chart, row[accuracy])});
  }
}

const ArtilleryNations::Nation& ArtilleryNations::at(const std::string& name, int year) const {
  const Nation* found = nullptr;
  int earliest = 0;
  for (const Nation& nation : nations_) {
    if (nation.name != name) continue;
    if (earliest == 0 || nation.year_from < earliest) earliest = nation.year_from;
    if (nation.year_from > year) continue;
    if (found == nullptr || nation.year_from > found->year_from) found = &nation;
  }
  if (found != nullptr) return *found;
  if (earliest == 0) {
    std::vector<std::string> names;
    for (const Nation& nation : nations_) {
      if (names.empty() || names.back() != nation.name) names.push_back(nation.name);
    }
    throw ArgumentError("nationality", "the chart has no artillery of '" + name + "'",
                        did_you_mean(name, names, fmt::format("{}", fmt::join(names, ", "))));
  }
  throw ArgumentError("year", fmt::format("the chart has no {} artillery in {}", name, year),
                      fmt::format("{} or later", earliest));
}

ArtilleryModules::ArtilleryModules(const CsvTable& chart) {
  const auto die = chart_column(chart, "die");
  int roll = 0;
  for (const auto& row : chart.rows) {
    if (chart_integer(chart, row[die]) != ++roll || roll > 6) {
      throw InputError(chart.place(row[die]), "'" + row[die].text + "' is not the next die roll",
                       "rows 1 to 6 in order");
    }
    for (std::size_t column = 0; column < row.size(); ++column) {
      if (column == die) continue;
      calibres_[chart.header[column].text][static_cast<std::size_t>(roll - 1)] =
          chart_integer(chart, row[column]);
    }
  }
  if (roll != 6) {
    throw InputError({chart.file, roll + 1, 1},
                     fmt::format("the row for a {} is missing", roll + 1), "rows 1 to 6");
  }
}

const std::array<int, 6>& ArtilleryModules::of(const std::string& nation) const {
  const auto found = calibres_.find(nation);
  if (found != calibres_.end()) return found->second;
  throw ArgumentError("calibre", "the chart has no modules of that nationality: " + nation,
                      "the calibre in mm");
}

const std::vector<std::string>& BarrageDrm::vehicles() {
  static const std::vector<std::string> names = {"unarmored", "open_topped_afv", "tank", "sp_gun"};
  return names;
}

BarrageDrm::BarrageDrm(const CsvTable& chart) {
  const auto target = chart_column(chart, "target");
  const auto drm = chart_column(chart, "drm");
  for (const auto& row : chart.rows) drm_[row[target].text] = chart_integer(chart, row[drm]);
  for (const std::string& name : vehicles()) {
    if (!drm_.contains(name)) {
      throw InputError({chart.file, 1, 1}, "there is no row '" + name + "'",
                       "a row for each of unarmored, open_topped_afv, tank and sp_gun");
    }
  }
}

}  // namespace combat_odds::squad_leader
