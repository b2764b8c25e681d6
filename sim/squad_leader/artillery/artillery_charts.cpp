#include "sim/squad_leader/artillery/artillery_charts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/columns.hpp"
#include "core/text/error.hpp"
#include "core/text/suggest.hpp"

namespace combat_odds::squad_leader {

ArtilleryNations::ArtilleryNations(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(
      chart, {"nationality", "year_from", "contact_dr_at_most", "accuracy_dr_at_most"});
  for (const Columns::Row row : columns) {
    nations_.push_back({row.text("nationality"), row.whole_number("year_from"),
                        row.whole_number("contact_dr_at_most"),
                        row.whole_number("accuracy_dr_at_most")});
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
  const Columns columns = Columns::of_chart(chart, {"die"});
  int roll = 0;
  for (const Columns::Row row : columns) {
    if (row.whole_number("die") != ++roll || roll > 6) {
      throw row.error("die", "'" + row.text("die") + "' is not the next die roll",
                      "rows 1 to 6 in order");
    }
    for (const CsvCell& heading : chart.header) {
      if (heading.text == "die") continue;
      calibres_[heading.text][static_cast<std::size_t>(roll - 1)] = row.whole_number(heading.text);
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

}  // namespace combat_odds::squad_leader
