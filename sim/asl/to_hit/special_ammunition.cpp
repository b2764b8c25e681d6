#include "sim/asl/to_hit/special_ammunition.hpp"

#include <fmt/format.h>

#include "core/text/columns.hpp"

namespace combat_odds::asl {

SpecialAmmunition::SpecialAmmunition(const CsvTable& chart) {
  const Columns columns =
      Columns::of_chart(chart, {"weapon", "ammunition", "year", "depletion_number"});
  for (const Columns::Row row : columns) {
    lines_.push_back({row.text("weapon"), row.text("ammunition"),
                      row.whole_number_if_any("year").value_or(0),
                      row.whole_number("depletion_number")});
  }
}

std::optional<int> SpecialAmmunition::number(std::string_view weapon, std::string_view ammunition,
                                             int year) const {
  const Line* latest = nullptr;
  for (const Line& line : lines_) {
    if (line.weapon != weapon || line.ammunition != ammunition || line.from > year) continue;
    if (latest == nullptr || line.from > latest->from) latest = &line;
  }
  return latest == nullptr ? std::nullopt : std::optional(latest->number);
}

int depletion_number(std::optional<int> given, const NamedGun& gun, std::string_view ammunition,
                     int year, const Charts& charts) {
  if (given) return *given;
  const std::optional<int> charted =
      charts.get<SpecialAmmunition>().number(gun.name, ammunition, year);
  if (charted) return *charted;
  throw ArgumentError("ammunition",
                      fmt::format("the chart has no Depletion Number of {} for the {} in {}",
                                  ammunition, gun.name, year),
                      "another ammunition, or --depletion-number as its counter has it");
}

}  // namespace combat_odds::asl
