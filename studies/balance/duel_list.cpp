#include "studies/balance/duel_list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ask/named_vehicles.hpp"
#include "core/text/columns.hpp"
#include "core/text/number_text.hpp"
#include "core/text/option_error.hpp"
#include "core/text/parts.hpp"
#include "core/text/trimmed.hpp"
#include "reports/tables/table.hpp"
#include "sim/declare/rarity.hpp"
#include "sim/declare/vehicle_rules.hpp"

namespace combat_odds {
namespace {

std::vector<std::string> own_columns(const DuelForm& form) {
  std::vector<std::string> names = {"points",  "rarity",    "year_from",
                                    "year_to", "available", "not_priced"};
  if (form.vehicle_of_first() != nullptr) names.emplace_back("vehicle");
  if (!form.units_column().empty()) names.insert(names.end(), {"leader", "leader_points"});
  for (const DuelForm::Column& column : form.columns()) {
    if (column.name != form.number_column()) names.push_back(column.name);
  }
  return names;
}

/// Takes the price of a vehicle from its listing or the base game's chart. Numbers of the list
/// itself have precedence.
void take_listed_price(Duellist& unit, const Columns::Row& row, const Library& library) {
  const VehicleListing::Vehicle vehicle =
      library.listing().vehicle(unit.vehicle, row.place("vehicle"), library.charts());
  const auto number = [&](const char* column) {
    const VehicleListing::Cell* const cell = vehicle.cell(column);
    if (cell == nullptr) return 0.0;
    const std::optional<double> value = number_in<double>(cell->text);
    if (!value || !(*value > 0 && *value <= most_unit_points)) {
      throw InputError(cell->place, fmt::format("'{}' is no {}", cell->text, column),
                       "a number above 0");
    }
    return *value;
  };
  const bool priced = row.has("points");
  const double bpv = number("bpv");
  if (bpv > 0) {
    if (!priced) unit.points = std::max(1, static_cast<int>(std::lround(bpv)));
    const double rarity = number("rarity");
    if (!row.has("rarity") && rarity > 0) unit.rarity = rarity;
    const VehicleListing::Cell* const from = vehicle.cell("year_from");
    const VehicleListing::Cell* const to = vehicle.cell("year_to");
    if (!row.has("year_from") && from != nullptr)
      unit.from = read_date(from->text, from->place, false);
    if (!row.has("year_to") && to != nullptr) unit.to = read_date(to->text, to->place, true);
    return;
  }
  for (const VehicleRules& rules : vehicle_rules()) {
    const std::optional<ChartPrice> known = rules.price(vehicle.name, library.charts());
    if (!known) continue;
    if (!priced) unit.points = known->points;
    if (!row.has("year_from") && known->from) unit.from = *known->from;
    return;
  }
  if (priced) return;
  throw row.error("vehicle",
                  fmt::format("neither the list nor a listing has the points of {}", vehicle.name),
                  "its points in the column points");
}

/// A listing of that vehicle alone, without one of its columns.
VehicleListing listing_without(const VehicleListing::Vehicle& vehicle, std::string_view column) {
  Table line;
  std::vector<std::string> cells = {vehicle.nationality, vehicle.name};
  line.header = {"nationality", "name"};
  for (const auto& [name, cell] : vehicle.printed) {
    if (name == column) continue;
    line.header.push_back(name);
    cells.push_back(cell.text);
  }
  line.add(std::move(cells));
  VehicleListing listing;
  listing.add({"listing", line.csv()});
  return listing;
}

/// What is printed on a vehicle's counter beside gun and armor that no parameter of the duel goes
/// by: "aa mg 4; crew 2-4-7". Nothing of a vehicle that is on no listing.
std::string not_weighed(const Duellist& unit, const Place& place, const DuelForm& form,
                        const Library& library) {
  if (!library.listing().has(unit.vehicle)) return {};
  const VehicleListing::Vehicle vehicle =
      library.listing().vehicle(unit.vehicle, place, library.charts());
  const auto asked = [&](const VehicleListing& listing) {
    std::vector<GivenValue> values;
    for (const char* const side : {form.vehicle_of_first(), form.vehicle_of_second()}) {
      values.push_back({side, vehicle.name, place});
    }
    for (const auto& [parameter, text] : form.always()) values.push_back({parameter, text, place});
    std::vector<std::pair<std::string, std::string>> texts;
    for (const GivenValue& value :
         with_vehicles(values, nullptr, form.procedure(), listing, library.charts())) {
      texts.emplace_back(value.parameter, value.text);
    }
    return texts;
  };
  std::vector<std::string> others;
  try {
    const auto all = asked(listing_without(vehicle, ""));
    for (const VehicleRules& rules : vehicle_rules()) {
      for (const std::string& column : rules.besides) {
        const VehicleListing::Cell* const cell = vehicle.cell(column);
        if (cell == nullptr || asked(listing_without(vehicle, column)) != all) continue;
        std::string name = column;
        std::ranges::replace(name, '_', ' ');
        others.push_back(fmt::format("{} {}", name, cell->text));
      }
    }
  } catch (const InputError&) {  // what it lacks is told where the duel is made
    return {};
  }
  return fmt::format("{}", fmt::join(others, "; "));
}

/// "120", or by months "1942-03=40;1942-09=120".
std::vector<std::pair<std::optional<Month>, double>> read_available(const Columns::Row& row) {
  const auto refuse = [&](std::string_view part) {
    return row.error("available", fmt::format("'{}' is no number of units", part),
                     "a number, or by months such as 1942-03=40;1942-09=120");
  };
  std::vector<std::pair<std::optional<Month>, double>> all;
  for (const std::string_view part : parts_of(row.text("available"), ';')) {
    const std::size_t equals = part.find('=');
    std::optional<Month> from;
    if (equals != std::string_view::npos) {
      from = read_month(trimmed(part.substr(0, equals)));
      if (!from) throw refuse(part);
    }
    const std::optional<double> number = number_in<double>(
        trimmed(equals == std::string_view::npos ? part : part.substr(equals + 1)));
    constexpr double most = 1e9;
    if (!number || !(*number >= 0 && *number <= most)) throw refuse(part);
    const bool in_order =
        all.empty() || (from && (!all.back().first || all.back().first->count() < from->count()));
    if (!in_order) {
      throw row.error("available", "the months are not in order", "from the earliest to the last");
    }
    all.emplace_back(from, *number);
  }
  return all;
}

}  // namespace

const Procedure& procedure_in(const CsvTable& table, const Library& library) {
  const auto column = static_cast<std::size_t>(table.column("procedure"));
  for (const auto& row : table.rows) {
    if (row[column].text == table.rows.front()[column].text) continue;
    throw InputError(table.place(row[column]), "a list has one duel for all its units",
                     table.rows.front()[column].text);
  }
  const CsvCell& first = table.rows.front()[column];
  return library.procedure(first.text, table.place(first));
}

std::vector<Duellist> read_duellists(const CsvTable& table, const DuelForm& form,
                                     const Library& library) {
  const Columns lines(table, {"procedure", "name"}, own_columns(form));
  std::vector<Duellist> units;
  for (const Columns::Row row : lines) {
    Duellist unit;
    unit.place = row.place("name");
    unit.name = row.name("name");
    if (unit.name.empty()) throw row.error("name", "a unit without a name", "such as T-34");
    for (const Duellist& other : units) {
      if (other.name != unit.name) continue;
      throw row.error("name", fmt::format("'{}' is listed twice", unit.name), "another name");
    }
    if (row.has("vehicle")) unit.vehicle = row.text("vehicle");
    unit.from = {1900, 1};
    if (!lines.has("points") && unit.vehicle.empty()) {
      throw row.error("name", fmt::format("{} has no price", unit.name), "add a column 'points'");
    }
    if (row.has("points") || unit.vehicle.empty()) {
      unit.points = row.whole_number("points", 1, most_unit_points);
    }
    if (!unit.vehicle.empty()) take_listed_price(unit, row, library);
    if (row.has("rarity")) unit.rarity = row.number_above_0("rarity");
    if (row.has("year_from")) {
      unit.from = read_date(row.text("year_from"), row.place("year_from"), false);
    }
    if (row.has("year_to")) unit.to = read_date(row.text("year_to"), row.place("year_to"), true);
    if (row.has("available")) unit.available = read_available(row);
    unit.not_priced = row.name("not_priced");
    if (!unit.vehicle.empty()) {
      const std::string more = not_weighed(unit, row.place("vehicle"), form, library);
      if (!more.empty()) unit.not_priced += (unit.not_priced.empty() ? "" : "; ") + more;
    }
    // A duel of groups has a leader of its own in each, in the price of the group.
    if (!form.units_column().empty()) unit.leader = row.text("leader");
    if (!unit.leader.empty())
      unit.fixed_points = row.whole_number("leader_points", 1, most_unit_points);
    for (const DuelForm::Column& column : form.columns()) {
      if (column.name == form.number_column()) continue;
      unit.values.push_back({column.name, row.text(column.name), row.place(column.name)});
    }
    units.push_back(std::move(unit));
  }
  if (units.size() < 2) {
    throw InputError({table.file, 2, 1}, "fewer than two units", "a line for each unit");
  }
  return units;
}

double price_in(const Duellist& unit, std::optional<Month> month) {
  if (!month) return unit.points * unit.rarity;
  const Availability to_be_had = availability(unit.from, unit.to, *month);
  if (to_be_had == Availability::not_yet) return std::numeric_limits<double>::infinity();
  return unit.points * unit.rarity * rarity_factor(to_be_had);
}

std::optional<double> available_in(const Duellist& unit, std::optional<Month> month) {
  if (unit.available.empty()) return std::nullopt;
  double number = 0;  // before the first month that the list names
  for (const auto& [from, there] : unit.available) {
    if (from && !month) {
      throw OptionError("--date", "is missing",
                        "the month to play, such as 1942-10: the list says how many there were by "
                        "month");
    }
    if (!from || from->count() <= month->count()) number = there;
  }
  return number;
}

}  // namespace combat_odds
