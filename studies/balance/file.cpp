#include <fmt/format.h>

#include <set>

#include "combat_odds/core/suggest.hpp"
#include "combat_odds/scenarios/columns.hpp"
#include "combat_odds/sim/squad_leader/points/points.hpp"
#include "combat_odds/studies/balance/balance.hpp"

namespace combat_odds {
namespace {

using squad_leader::InfantryPoints;
using squad_leader::ListedPoints;

bool truth(const CsvTable& table, const CsvCell& cell, bool preset) {
  if (cell.text.empty()) return preset;
  if (cell.text == "true") return true;
  if (cell.text == "false") return false;
  throw InputError(table.place(cell), fmt::format("'{}'", cell.text), "true or false");
}

/// The points that the file gives in `given`, or else the printed ones of the unit in `named`.
int points_of(const CsvTable& table, const Columns& columns, const std::vector<CsvCell>& row,
              const char* given_in, const char* named_in, const std::vector<ListedPoints>& listed) {
  if (const CsvCell given = columns.cell(row, given_in); !given.text.empty()) {
    return whole_number(table, given, "points", 1, 1000);
  }
  const CsvCell nationality = columns.cell(row, "nationality");
  const CsvCell unit = columns.cell(row, named_in);
  if (const ListedPoints* found = find_points(listed, nationality.text, unit.text)) {
    return found->points;
  }
  std::vector<std::string> nationalities;
  std::vector<std::string> names;
  for (const ListedPoints& entry : listed) {
    nationalities.push_back(entry.nationality);
    if (entry.nationality == nationality.text) names.push_back(entry.name);
  }
  if (names.empty()) {
    throw InputError(table.place(nationality),
                     fmt::format("no nationality '{}' on the point list", nationality.text),
                     did_you_mean(nationality.text, nationalities, "or give its points"));
  }
  throw InputError(
      table.place(unit), fmt::format("no price for a {} '{}'", nationality.text, unit.text),
      did_you_mean(unit.text, names, fmt::format("give it in the column {}", given_in)));
}

UnitName unit_in(const CsvTable& table, const CsvCell& cell) {
  try {
    return read_unit(cell.text, "unit");
  } catch (const ArgumentError& error) {
    throw InputError(table.place(cell), error.what(), error.right());
  }
}

}  // namespace

std::vector<BalanceUnit> read_balance_units(const std::string& path, const Charts& charts) {
  const CsvTable table = read_csv_file(path);
  const Columns columns(table, {"nationality", "unit"},
                        {"name", "points", "leader", "leader_points", "machine_gun_firepower",
                         "machine_gun_range", "breakdown_number", "self_rally", "ss"});
  const auto& listed = charts.get<InfantryPoints>(InfantryPoints::chart_name).entries();
  std::vector<BalanceUnit> units;
  std::set<std::string> names;
  for (const auto& row : table.rows) {
    const CsvCell cell = columns.cell(row, "unit");
    BalanceUnit unit;
    unit.place = table.place(cell);
    unit.squad = unit_in(table, cell);
    if (unit.squad.leader) {
      throw InputError(unit.place, fmt::format("'{}' is a leader, who has no firepower", cell.text),
                       "squads and crews, such as 4-6-7");
    }
    unit.nationality = columns.cell(row, "nationality").text;
    unit.points = points_of(table, columns, row, "points", "unit", listed);
    unit.name = columns.cell(row, "name").text;
    if (const CsvCell leader = columns.cell(row, "leader"); !leader.text.empty()) {
      unit.leader = unit_in(table, leader);
      if (!unit.leader->leader) {
        throw InputError(table.place(leader), fmt::format("'{}' is no leader", leader.text),
                         "such as 8-1");
      }
      unit.leader_points = points_of(table, columns, row, "leader_points", "leader", listed);
    }
    if (unit.name.empty()) {
      unit.name = unit.nationality + " " + unit.squad.text;
      if (unit.leader) unit.name += " and " + unit.leader->text;
    }
    if (!names.insert(unit.name).second) {
      throw InputError(unit.place, fmt::format("'{}' stands here twice", unit.name),
                       "another name in the column name");
    }
    const CsvCell firepower = columns.cell(row, "machine_gun_firepower");
    const CsvCell range = columns.cell(row, "machine_gun_range");
    if (firepower.text.empty() != range.text.empty()) {
      throw InputError(table.place(firepower.text.empty() ? firepower : range),
                       "a machine gun needs its firepower and its range",
                       "both numbers on the counter, such as 2 and 8");
    }
    if (!firepower.text.empty()) {
      unit.machine_gun_firepower = whole_number(table, firepower, "firepower", 1, 30);
      unit.machine_gun_range = whole_number(table, range, "range", 1, 40);
    }
    if (const CsvCell number = columns.cell(row, "breakdown_number"); !number.text.empty()) {
      unit.breakdown_number = whole_number(table, number, "breakdown number", 2, 13);
    }
    unit.self_rally = truth(table, columns.cell(row, "self_rally"), false);
    unit.ss = truth(table, columns.cell(row, "ss"), false);
    units.push_back(std::move(unit));
  }
  if (units.size() < 2) {
    throw InputError({path, 2, 1}, "fewer than two units", "a line for each unit");
  }
  return units;
}

}  // namespace combat_odds
