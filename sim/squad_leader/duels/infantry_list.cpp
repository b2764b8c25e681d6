#include "sim/squad_leader/duels/infantry_list.hpp"

#include <fmt/format.h>

#include <set>

#include "core/text/columns.hpp"
#include "core/text/suggest.hpp"
#include "sim/squad_leader/counters/unit_points.hpp"

namespace combat_odds::squad_leader {
namespace {

/// The points in column `given`, or else the printed points of the unit in column `named`.
int points_of(const Columns::Row& row, const char* given, const char* named,
              const std::vector<ListedPoints>& listed) {
  if (row.has(given)) return row.whole_number(given, 1, 1000);
  const std::string& nationality = row.text("nationality");
  const std::string& unit = row.text(named);
  if (const ListedPoints* found = find_points(listed, nationality, unit)) return found->points;
  std::vector<std::string> nationalities;
  std::vector<std::string> names;
  for (const ListedPoints& entry : listed) {
    nationalities.push_back(entry.nationality);
    if (entry.nationality == nationality) names.push_back(entry.name);
  }
  if (names.empty()) {
    throw row.error("nationality",
                    fmt::format("no nationality '{}' on the point list", nationality),
                    did_you_mean(nationality, nationalities, "its points in the column points"));
  }
  throw row.error(named, fmt::format("no price for a {} '{}'", nationality, unit),
                  did_you_mean(unit, names, fmt::format("its points in the column {}", given)));
}

UnitName unit_in(const Columns::Row& row, const char* column) {
  try {
    return read_unit(row.text(column), "unit");
  } catch (const ArgumentError& error) {
    throw row.error(column, error.what(), error.right());
  }
}

}  // namespace

std::vector<ListedInfantry> read_infantry(const CsvTable& table, const Charts& charts) {
  const Columns lines(
      table, {"nationality", "unit"},
      {"procedure", "name", "points", "rarity", "leader", "leader_points", "machine_gun_firepower",
       "machine_gun_range", "breakdown_number", "self_rally", "ss", "broken_morale", "not_priced"});
  const auto& listed = charts.get<InfantryPoints>(InfantryPoints::chart_name).entries();
  std::vector<ListedInfantry> units;
  std::set<std::string> names;
  for (const Columns::Row row : lines) {
    ListedInfantry unit;
    unit.place = row.place("unit");
    unit.squad = unit_in(row, "unit");
    if (unit.squad.leader) {
      throw row.error("unit",
                      fmt::format("'{}' is a leader, who has no firepower", row.text("unit")),
                      "squads and crews, such as 4-6-7");
    }
    unit.nationality = row.text("nationality");
    unit.points = points_of(row, "points", "unit", listed);
    if (row.has("rarity")) unit.rarity = row.number_above_0("rarity");
    unit.name = row.name("name");
    if (row.has("leader")) {
      unit.leader = unit_in(row, "leader");
      if (!unit.leader->leader) {
        throw row.error("leader", fmt::format("'{}' is no leader", row.text("leader")),
                        "such as 8-1");
      }
      unit.fixed_points = points_of(row, "leader_points", "leader", listed);
    }
    if (unit.name.empty()) {
      unit.name = unit.nationality + " " + unit.squad.text;
      if (unit.leader) unit.name += " and " + unit.leader->text;
    }
    if (!names.insert(unit.name).second) {
      throw row.error("unit", fmt::format("'{}' is listed twice", unit.name),
                      "another name in the column name");
    }
    const bool has_firepower = row.has("machine_gun_firepower");
    if (has_firepower != row.has("machine_gun_range")) {
      throw row.error(has_firepower ? "machine_gun_range" : "machine_gun_firepower",
                      "a machine gun needs its firepower and its range",
                      "both numbers on the counter, such as 2 and 8");
    }
    if (has_firepower) {
      unit.machine_gun_firepower = row.whole_number("machine_gun_firepower", 1, 30);
      unit.machine_gun_range = row.whole_number("machine_gun_range", 1, 40);
    }
    unit.breakdown_number = row.whole_number("breakdown_number", 2, 13, unit.breakdown_number);
    unit.self_rally = row.truth("self_rally", false);
    unit.ss = row.truth("ss", false);
    unit.not_priced = row.name("not_priced");
    if (row.has("broken_morale")) unit.broken_morale = row.whole_number("broken_morale", 2, 12);
    units.push_back(std::move(unit));
  }
  if (units.size() < 2) {
    throw InputError({table.file, 2, 1}, "fewer than two units", "a line for each unit");
  }
  return units;
}

}  // namespace combat_odds::squad_leader
