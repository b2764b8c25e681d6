#include "studies/points/force_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/text/columns.hpp"
#include "core/text/csv_columns.hpp"
#include "core/text/faults.hpp"
#include "core/text/number_text.hpp"
#include "core/text/option_error.hpp"
#include "core/text/parts.hpp"
#include "core/text/suggest.hpp"
#include "core/text/trimmed.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds {
namespace {

using squad_leader::InfantryPoints;
using squad_leader::ListedPoints;
using squad_leader::ListedVehicle;
using squad_leader::OptionalArmament;
using squad_leader::PointOptions;
using squad_leader::VehiclePoints;

constexpr int most_of_a_unit = 10'000;

/// Splits "paste; aa mg".
std::vector<std::string> options_in(const Columns::Row& row) {
  const std::vector<std::string_view> parts = parts_of(row.text("options"), ';');
  std::vector<std::string> options(parts.begin(), parts.end());
  std::erase(options, "");
  return options;
}

/// Reads "aa mg=10@7", "nbw@6", "smoke candles@4" or "canister": the points, and the number for the
/// roll before the game. Empty if the text gives neither.
std::optional<OptionalArmament> read_armament(const Columns::Row& row, const std::string& part) {
  const std::size_t equals = part.find('=');
  const std::size_t at = part.find('@');
  OptionalArmament weapon;
  weapon.name = trimmed(part.substr(0, std::min(equals, at)));
  const std::string known = folded(weapon.name);
  const bool is_canister = known == "canister";
  if (known == "nbw" || known == "nbw92") weapon.name = "nbw";
  if (known == "smokecandles") {
    weapon.name = "smoke candles";
    weapon.one_die = true;  // 64.8
  }
  if (equals == std::string::npos && at == std::string::npos && !is_canister) return std::nullopt;
  const auto refuse = [&](const char* right) {
    return row.error("options", fmt::format("option '{}' is not possible", part), right);
  };
  if (equals != std::string::npos) {
    const std::string points(trimmed(part.substr(equals + 1, at - equals - 1)));
    weapon.points = number_in<double>(points).value_or(0);
    if (at < equals || !(weapon.points > 0 && weapon.points < 1e6)) {
      throw refuse("a name and its points, such as 'aa mg=10', or 'aa mg=10@7'");
    }
  }
  if (weapon.name.empty()) throw refuse("a name, such as 'aa mg=10'");
  if (is_canister) {  // the note on C7 of the listings
    weapon.name = "canister";
    weapon.number = 1;
    weapon.one_die = true;
  }
  if (at != std::string::npos) {
    weapon.number = number_in<int>(std::string(trimmed(part.substr(at + 1))));
    const int most = weapon.one_die ? 6 : 12;
    if (!weapon.number || *weapon.number < (weapon.one_die ? 1 : 2) || *weapon.number > most) {
      throw refuse(weapon.one_die ? "a die from 1 to 6 behind the @"
                                  : "a DR from 2 to 12 behind the @, such as 'aa mg=10@7'");
    }
  }
  const bool needs_number = weapon.name == "nbw" || weapon.name == "smoke candles";
  if (needs_number && !weapon.number) throw refuse("the number of its dice, such as 'nbw@6'");
  return weapon;
}

/// 64.52: an AFV with the NbW92 has no smoke candles. Where dice decide on it, the candles are for
/// those that do not get it.
void exclude_candles(const Columns::Row& row, std::vector<OptionalArmament>& armament) {
  const auto of_name = [&](const char* name) {
    return std::ranges::find(armament, name, &OptionalArmament::name);
  };
  const auto nbw = of_name("nbw");
  const auto candles = of_name("smoke candles");
  if (nbw == armament.end() || candles == armament.end()) return;
  candles->allowed = 1 - nbw->chance();
  if (candles->allowed > 0) return;
  throw row.error("options", "smoke candles and a close defence weapon do not go together (64.52)",
                  "one of the two");
}

PointOptions read_options(const Columns::Row& row, const std::vector<OptionalArmament>& armament) {
  PointOptions options;
  for (const std::string& part : options_in(row)) {
    std::vector<std::string> known = {"ss", "armor_leader", "partisan", "paste"};
    for (const OptionalArmament& weapon : armament) known.push_back(weapon.name);
    const auto weapon = std::find_if(
        armament.begin(), armament.end(),
        [&](const OptionalArmament& entry) { return folded(entry.name) == folded(part); });
    const std::string word = folded(part);
    if (word == "ss") {
      options.ss = true;
    } else if (word == "armorleader") {
      options.armor_leader = true;
    } else if (word == "partisan") {
      options.partisan = true;
    } else if (word == "paste") {
      options.paste = true;
    } else if (weapon != armament.end()) {
      options.armament.push_back(*weapon);
    } else if (const auto given = read_armament(row, part)) {
      options.armament.push_back(*given);
    } else {
      throw row.error(
          "options", fmt::format("no option '{}'", part),
          did_you_mean(part, known, "optional armament needs its points, such as 'aa mg=10'"));
    }
  }
  exclude_candles(row, options.armament);
  return options;
}

/// The three lists that a unit may be on.
struct Lists {
  std::vector<ListedVehicle> listing;
  const std::vector<ListedPoints>& infantry;
  const std::vector<ListedPoints>& vehicles;

  std::vector<std::string> nationalities() const {
    std::vector<std::string> all;
    const auto add = [&](const std::string& name) {
      if (name != "any" && std::find(all.begin(), all.end(), name) == all.end()) {
        all.push_back(name);
      }
    };
    for (const ListedPoints& entry : infantry) add(entry.nationality);
    for (const ListedPoints& entry : vehicles) add(entry.nationality);
    for (const ListedVehicle& entry : listing) add(entry.nationality);
    return all;
  }
  std::vector<std::string> names(const std::string& nationality) const {
    std::vector<std::string> all;
    for (const auto* list : {&infantry, &vehicles}) {
      for (const ListedPoints& entry : *list) {
        if (entry.nationality == nationality || entry.nationality == "any") {
          all.push_back(entry.name);
        }
      }
    }
    for (const ListedVehicle& entry : listing) {
      if (entry.nationality == nationality) all.push_back(entry.name);
    }
    return all;
  }
};

const ListedVehicle* find_vehicle(const std::vector<ListedVehicle>& listing,
                                  const std::string& nationality, const std::string& name) {
  const std::string key = name_key(name);
  const auto found = std::find_if(listing.begin(), listing.end(), [&](const ListedVehicle& entry) {
    return entry.nationality == nationality && name_key(entry.name) == key;
  });
  return found == listing.end() ? nullptr : &*found;
}

Month date_in(const Columns::Row& row, const char* column, bool last) {
  return read_date(row.text(column), row.place(column), last);
}

/// A line of a listing that has a price.
ListedVehicle listed_vehicle(const Columns::Row& row, const std::string& nationality,
                             const std::string& name) {
  ListedVehicle vehicle;
  vehicle.nationality = nationality;
  vehicle.name = name;
  vehicle.bpv = row.number_above_0("bpv");
  vehicle.rarity = row.number_above_0("rarity");
  vehicle.from = date_in(row, "year_from", false);
  if (row.has("year_to")) vehicle.to = date_in(row, "year_to", true);
  if (vehicle.to && vehicle.to->count() < vehicle.from.count()) {
    throw row.error("year_to", "the last year is before the first", "year_from, then year_to");
  }
  for (const std::string& part : options_in(row)) {
    const auto weapon = read_armament(row, part);
    if (!weapon) {
      throw row.error("options", fmt::format("option '{}' has no points", part),
                      "such as 'aa mg=10', or 'aa mg=10@7' with the number of its dice");
    }
    vehicle.armament.push_back(*weapon);
  }
  return vehicle;
}

/// With no more than two digits after the point.
std::string points_of(double points) { return fmt::format("{}", std::round(points * 100) / 100); }

constexpr const char* any_panzerfaust = "panzerfaust";
constexpr const char* versions_form =
    "what each die gives, such as versions=42b/42b/43a/43a/43b/44a (85.6, not recovered)";

/// A panzerfaust of unspecified version: a die decides each (85.6).
void price_versions(PricedUnit& unit, const Columns::Row& row, const Lists& lists, Month date) {
  std::string text = row.text("options");
  const std::size_t equals = text.find('=');
  if (folded(trimmed(text.substr(0, equals))) != "versions" || equals == std::string::npos) {
    throw row.error("options", "which versions of the panzerfaust does the die give?",
                    versions_form);
  }
  text.erase(0, equals + 1);
  double sum = 0;
  for (const std::string_view part : parts_of(text, '/')) {
    const std::string version(part);
    const ListedPoints* const listed = find_points(lists.infantry, unit.nationality,
                                                   fmt::format("{}_{}", any_panzerfaust, version));
    if (listed == nullptr) {
      throw row.error("options", fmt::format("no panzerfaust '{}'", version),
                      "42b, 43a, 43b or 44a, six of them with / between");
    }
    if (listed->from && date.count() < listed->from->count()) {
      throw row.error(
          "options",
          fmt::format("'{}' is not to be had before {}", version, month_text(*listed->from)),
          "an older version or a later --date");
    }
    unit.kind = listed->kind;
    unit.versions.push_back(version);
    sum += listed->points;
    unit.each.worst_npv = std::max<double>(unit.each.worst_npv, listed->points);
  }
  constexpr std::size_t faces = 6;
  if (unit.versions.size() != faces) {
    throw row.error("options",
                    fmt::format("{} versions, where a die needs six", unit.versions.size()),
                    versions_form);
  }
  unit.each.bpv = unit.each.npv = sum / static_cast<double>(faces);
}

void note_dice(PricedUnit& unit, const PointOptions& options) {
  for (const OptionalArmament& weapon : options.armament) {
    if (weapon.number) unit.diced.push_back(weapon);
  }
}

bool has_own_price(const Columns::Row& row) { return row.has("bpv") || row.has("rarity"); }

/// A BPV and a Rarity in the line itself go before those of the lists; the years of a listing go on
/// to hold.
void price_with_rarity(PricedUnit& unit, const Columns::Row& row, ListedVehicle vehicle, Month date,
                       ArmamentPaid paid) {
  if (row.has("bpv")) vehicle.bpv = row.number_above_0("bpv");
  if (row.has("rarity")) vehicle.rarity = row.number_above_0("rarity");
  unit.listed = true;
  PointOptions options = read_options(row, vehicle.armament);
  options.paid = paid;
  unit.each = price(vehicle, date, options);
  note_dice(unit, options);
}

void set_price(PricedUnit& unit, const Columns::Row& row, const Lists& lists, Month date,
               NotYet not_yet, ArmamentPaid paid) {
  if (const ListedVehicle* vehicle = find_vehicle(lists.listing, unit.nationality, unit.unit)) {
    unit.kind = "vehicle or gun";
    unit.listed = true;
    unit.availability = availability(*vehicle, date);
    if (unit.availability == Availability::not_yet) {
      if (not_yet == NotYet::told) return;
      throw row.error("unit",
                      fmt::format("'{}' is introduced in {}, more than 3 months after {}",
                                  unit.unit, month_text(vehicle->from), month_text(date)),
                      "another unit or a later --date");
    }
    price_with_rarity(unit, row, *vehicle, date, paid);
    return;
  }
  if (unit.nationality == "german" && folded(unit.unit) == any_panzerfaust) {
    return price_versions(unit, row, lists, date);
  }
  const ListedPoints* listed = find_points(lists.infantry, unit.nationality, unit.unit, date);
  if (listed == nullptr) listed = find_points(lists.vehicles, unit.nationality, unit.unit);
  if (listed == nullptr && row.has("bpv")) {
    unit.kind = "of its own price";
    const ListedVehicle own{unit.nationality, unit.unit, 0, 1, date, {}, {}};
    price_with_rarity(unit, row, own, date, paid);
    return;
  }
  if (listed == nullptr) {
    throw row.error("unit",
                    fmt::format("no price for {} {} '{}'",
                                unit.nationality.find_first_of("aeiou") == 0 ? "an" : "a",
                                unit.nationality, unit.unit),
                    did_you_mean(unit.unit, lists.names(unit.nationality),
                                 "give vehicles and guns of your own list with --listing, or its "
                                 "price in a column bpv"));
  }
  unit.kind = listed->kind;
  if (const auto absent = squad_leader::not_to_be_had(*listed, date)) {
    if (!absent->is_too_early) {
      throw row.error("unit", absent->why, "a later one or an earlier --date");
    }
    unit.availability = Availability::not_yet;
    if (not_yet == NotYet::told) return;
    throw row.error("unit", absent->why, "another unit or a later --date");
  }
  if (has_own_price(row)) {
    const auto points = static_cast<double>(listed->points);
    price_with_rarity(unit, row, {unit.nationality, unit.unit, points, 1, date, {}, {}}, date,
                      paid);
    return;
  }
  PointOptions options = read_options(row, {});
  options.paid = paid;
  unit.each = price(*listed, date, options);
  note_dice(unit, options);
}

/// The columns by the names that a force list goes by. A column `force` is the side, or where there
/// is one for that, the scenario.
CsvTable by_usual_names(CsvTable table) {
  const auto take = [&](const char* name, std::initializer_list<const char*> others) {
    for (const char* const other : others) {
      const int at = table.column(other);
      if (table.column(name) >= 0) return;
      if (at >= 0) table.header[static_cast<std::size_t>(at)].text = name;
    }
  };
  take("unit", {"name", "counter"});
  take("quantity", {"number", "count", "qty"});
  take("side", {"player"});
  if (table.column("side") < 0) take("side", {"force"});
  take("scenario", {"force", "game"});
  return table;
}

void check_sides(const ForceList& list, const PricedUnit& unit, const Columns::Row& row) {
  std::vector<std::string> sides = {unit.side};
  for (const PricedUnit& other : list.units) {
    if (other.scenario == unit.scenario && std::ranges::find(sides, other.side) == sides.end()) {
      sides.push_back(other.side);
    }
  }
  if (sides.size() <= 2) return;
  throw row.error("side",
                  fmt::format("'{}' is a third side of scenario '{}'", unit.side, unit.scenario),
                  "two sides, to be set against each other");
}

/// The crew of a gun has a price of its own (Revised Point Values), that of a vehicle has none
/// (93.8).
std::string crew_apart(const PricedUnit& unit, const Place& place, const Library& library) {
  const VehicleListing::Vehicle listed = library.listing().vehicle(
      fmt::format("{} {}", unit.nationality, unit.unit), place, library.charts());
  const std::string kind = listed.text("kind");
  if (kind != "shielded_gun" && kind != "unshielded_gun") return {};
  const std::string crew = listed.text("crew");
  return crew.empty() ? "its crew" : "its crew, " + crew;
}

}  // namespace

std::vector<ListedVehicle> listed_prices(const VehicleListing& listing) {
  std::vector<ListedVehicle> priced;
  for (const TextFile& file : listing.files()) {
    const Columns lines(read_csv(file), {"nationality", "name"}, vehicle_listing_columns());
    for (const Columns::Row row : lines) {
      const std::string nationality = row.text("nationality");
      const std::string name = row.name("name");
      // That of a later file goes before it.
      std::erase_if(priced, [&](const ListedVehicle& earlier) {
        return name_key(earlier.nationality) == name_key(nationality) &&
               name_key(earlier.name) == name_key(name);
      });
      // A counter that was typed in without its price.
      if (!row.has("bpv") && !row.has("rarity") && !row.has("year_from")) continue;
      priced.push_back(listed_vehicle(row, nationality, name));
    }
  }
  return priced;
}

std::string listed_force(const VehicleListing& listing, Month date) {
  struct Line {
    const ListedVehicle& vehicle;
    std::string note;
  };
  const std::vector<ListedVehicle> vehicles = listed_prices(listing);
  if (vehicles.empty()) {
    throw OptionError("--from-listing", "the listing has no prices",
                      "--listing LISTING.csv with the columns bpv, rarity and year_from");
  }
  std::vector<Line> lines;
  for (const ListedVehicle& vehicle : vehicles) {
    if (availability(vehicle, date) == Availability::not_yet) continue;
    const squad_leader::UnitPrice each = price(vehicle, date, PointOptions{});
    std::string note = fmt::format("BPV {} x Rarity {} = {}", points_of(each.bpv),
                                   points_of(each.npv / each.bpv), points_of(each.npv));
    for (const OptionalArmament& weapon : vehicle.armament) {
      note += fmt::format("; option {}", weapon.name);
      if (weapon.points > 0) note += fmt::format(" ({})", points_of(weapon.points));
    }
    lines.push_back({vehicle, std::move(note)});
  }
  if (lines.empty()) {
    throw OptionError("--from-listing",
                      fmt::format("nothing of the listing is to be had in {}", month_text(date)),
                      "a later --date");
  }
  CsvColumns<Line> columns;
  columns.add("side", [](const Line& line) { return line.vehicle.nationality; })
      .add("unit", [](const Line& line) { return line.vehicle.name; })
      .add("quantity", [](const Line&) { return 1; })
      .add("options", [](const Line&) { return std::string(); })
      .add("note", &Line::note);
  return columns.table(lines);
}

void ForceList::throw_faults() const {
  Faults all;
  for (const Fault& fault : faults) all.add(fault.error);
  all.throw_if_any();
}

ForceList ForceList::only(const std::string& scenario) const {
  if (!has_scenarios) {
    throw OptionError("--scenario", "the list has no column scenario", "leave it out");
  }
  const std::optional<std::size_t> found = find_name(scenario, scenarios);
  if (!found) {
    throw OptionError("--scenario", fmt::format("no scenario '{}' in the list", scenario),
                      did_you_mean(scenario, scenarios, fmt::format("such as {}", scenarios[0])));
  }
  ForceList one{true, {scenarios[*found]}, {}, {}};
  for (const PricedUnit& unit : units) {
    if (unit.scenario == scenarios[*found]) one.units.push_back(unit);
  }
  for (const Fault& fault : faults) {
    if (fault.scenario == scenarios[*found]) one.faults.push_back(fault);
  }
  return one;
}

ForceList read_force_list(const TextFile& file, Month date, const Library& library, NotYet not_yet,
                          ArmamentPaid paid) {
  const Charts& charts = library.charts();
  const Lists lists{listed_prices(library.listing()),
                    charts.get<InfantryPoints>(InfantryPoints::chart_name).entries(),
                    charts.get<VehiclePoints>(VehiclePoints::chart_name).entries()};
  const Columns lines(by_usual_names(read_csv(file)), {"side", "unit", "quantity"},
                      {"scenario", "nationality", "options", "bpv", "rarity"});
  lines.need_rows("unit");
  const std::vector<std::string> nationalities = lists.nationalities();
  const auto read = [&](const Columns::Row& row, const ForceList& before) {
    PricedUnit unit;
    unit.scenario = row.text("scenario");
    unit.side = row.name("side");
    if (unit.side.empty()) throw row.error("side", "no side", "such as german");
    if (before.has_scenarios) check_sides(before, unit, row);
    const char* const named_in = row.has("nationality") ? "nationality" : "side";
    unit.nationality = row.text(named_in);
    const std::optional<std::size_t> known = find_name(unit.nationality, nationalities);
    if (known) unit.nationality = nationalities[*known];
    if (!known && !row.has("bpv")) {
      throw row.error(named_in,
                      fmt::format("no nationality '{}' on the point lists", unit.nationality),
                      did_you_mean(unit.nationality, nationalities,
                                   "name it in a column nationality, or give --listing"));
    }
    unit.unit = row.name("unit");
    if (unit.unit.empty()) throw row.error("unit", "no unit", "such as 4-6-7");
    unit.quantity = row.whole_number("quantity", 1, most_of_a_unit);
    unit.options = row.text("options");
    try {
      set_price(unit, row, lists, date, not_yet, paid);
    } catch (const squad_leader::OptionRefused& error) {
      throw row.error("options", error.what(), "leave it out");
    }
    if (find_vehicle(lists.listing, unit.nationality, unit.unit) != nullptr) {
      unit.not_priced = crew_apart(unit, row.place("unit"), library);
    }
    return unit;
  };
  ForceList list;
  list.has_scenarios = lines.has("scenario");
  for (const Columns::Row row : lines) {
    const std::string scenario = row.text("scenario");
    const bool is_new = std::ranges::find(list.scenarios, scenario) == list.scenarios.end();
    if (is_new && !(list.has_scenarios && scenario.empty())) {
      list.scenarios.push_back(scenario);
    }
    try {
      if (list.has_scenarios && row.name("scenario").empty()) {
        throw row.error("scenario", "no scenario", "the name of the scenario it is in");
      }
      list.units.push_back(read(row, list));
    } catch (const InputError& error) {
      list.faults.push_back({scenario, error});
    }
  }
  return list;
}

std::vector<PricedUnit> read_force(const TextFile& file, Month date, const Library& library,
                                   NotYet not_yet, ArmamentPaid paid) {
  ForceList list = read_force_list(file, date, library, not_yet, paid);
  list.throw_faults();
  if (list.has_scenarios) {
    throw InputError({file.name}, "it has several scenarios, in a column of that name",
                     "a list of one force");
  }
  return std::move(list.units);
}

}  // namespace combat_odds
