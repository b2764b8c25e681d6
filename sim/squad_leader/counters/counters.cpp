#include "sim/squad_leader/counters/counters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "core/text/columns.hpp"
#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/suggest.hpp"
#include "core/text/truth.hpp"
#include "sim/squad_leader/counters/he_columns.hpp"
#include "sim/squad_leader/counters/unit_points.hpp"

namespace combat_odds::squad_leader {

const char* const vehicle_form = "a vehicle such as 'PzKw IV F2'";

namespace {

/// The sum of "4/2"; "-" is 0.
int machine_gun_factors(const Columns::Row& row) {
  if (!row.has("mg")) return 0;
  const std::string& text = row.text("mg");
  int sum = 0;
  for (const std::string_view factor : parts_of(text, '/')) {
    if (factor == "-") continue;
    const std::optional<int> number = number_in<int>(factor);
    if (!number || *number < 1) {
      throw row.error("mg", fmt::format("'{}' is not possible", text),
                      "MG factors such as 4/2 or -/4");
    }
    sum += *number;
  }
  return sum;
}

template <class Value>
NameList vehicles_by(Value value) {
  return {Vehicles::chart_name, [value](const Charts& charts) {
            std::vector<NamedValue> values;
            for (const auto& vehicle : charts.get<Vehicles>(Vehicles::chart_name).all()) {
              const int number = value(vehicle, charts);
              if (number > 0) values.push_back({vehicle.name, static_cast<double>(number)});
            }
            return values;
          }};
}

int calibre_of(const Vehicles::Vehicle& vehicle) {
  return vehicle.gun.empty() ? 0 : read_gun(vehicle.gun, "gun").calibre;
}

}  // namespace

Vehicles::Vehicles(const CsvTable& chart) {
  const Columns columns =
      Columns::of_chart(chart, {"nationality", "vehicle", "movement", "main_gun", "mg"});

  for (const Columns::Row row : columns) {
    if (row.has("main_gun")) {
      try {
        read_gun(row.text("main_gun"), "gun");
      } catch (const ArgumentError& error) {
        throw row.error("main_gun", error.what(), error.right());
      }
    }
    std::optional<bool> turns;  // a copy of the chart may lack the column
    if (row.has("turret")) turns = truth_in(row, "turret");
    if (row.has("kind")) row.one_of("kind", {"closed_topped", "open_topped", "unarmored"});
    const bool german = row.text("nationality") == "german";
    const bool superior = german && row.text("kind") == "closed_topped" && turns.value_or(false);
    const int rate_of_fire = row.has("rate_of_fire") ? row.whole_number("rate_of_fire", 1, 6) : 1;
    vehicles_.push_back(
        {row.text("vehicle"), row.text("nationality") == "russian", row.whole_number("movement"),
         row.text("main_gun"), machine_gun_factors(row), turns, row.text("kind"),
         row.whole_number_if_any("armor"), rate_of_fire,
         is_sherman(row.text("nationality"), row.text("vehicle")), row.has("canister"), superior});
  }
}

NameList vehicles_with_guns() { return vehicle_calibre(); }

NameList vehicle_calibre() {
  return vehicles_by(
      [](const Vehicles::Vehicle& vehicle, const Charts&) { return calibre_of(vehicle); });
}

NameList vehicle_movement() {
  return vehicles_by([](const Vehicles::Vehicle& vehicle, const Charts&) {
    return vehicle.kind == "unarmored" ? 0 : vehicle.movement;
  });
}

NameList vehicle_machine_guns() {
  return vehicles_by(
      [](const Vehicles::Vehicle& vehicle, const Charts&) { return vehicle.machine_guns; });
}

bool is_inexperienced(const UnitName& unit) { return unit.text == "4-3-6"; }

int broken_side_morale(const UnitName& unit) {
  return unit.morale - (is_inexperienced(unit) ? 1 : 0);
}

bool knows_no_desperation(const UnitName& unit) {
  return unit.text == "6-6-6" || unit.text == "8-4-7";
}

NameList infantry_names() {
  return {InfantryPoints::chart_name, [](const Charts& charts) {
            std::vector<NamedValue> values;
            for (const ListedPoints& unit :
                 charts.get<InfantryPoints>(InfantryPoints::chart_name).entries()) {
              const bool infantry =
                  unit.kind == "squad" || unit.kind == "crew" || unit.kind == "leader";
              if (infantry) values.push_back({unit.name, 0});
            }
            return values;
          }};
}

std::vector<std::string> unlisted_notes(const std::vector<UnitName>& units, const Charts& charts) {
  std::set<std::string> aside;  // looking a name up does not count as reading the chart
  const std::vector<NamedValue> known = infantry_names().read(charts.recording(aside));
  std::vector<std::string> notes;
  for (const UnitName& unit : units) {
    const bool listed = std::any_of(known.begin(), known.end(), [&](const NamedValue& value) {
      return value.name == unit.text;
    });
    std::string note =
        fmt::format("the chart does not list {}: it counts as it is written", unit.text);
    if (listed || std::find(notes.begin(), notes.end(), note) != notes.end()) continue;
    notes.push_back(std::move(note));
  }
  return notes;
}

bool is_sherman(std::string_view nationality, std::string_view name) {
  const std::string key = name_key(name);
  return name_key(nationality) == "american" && key.starts_with("m4");
}

const Vehicles::Vehicle* vehicle_named(std::string_view name, const Charts& charts) {
  const std::vector<Vehicles::Vehicle>& all = charts.get<Vehicles>(Vehicles::chart_name).all();
  const auto named = std::ranges::find_if(all, [&](const Vehicles::Vehicle& vehicle) {
    return name_key(vehicle.name) == name_key(name);
  });
  return named == all.end() ? nullptr : &*named;
}

MountedGun read_mounted_gun(std::string_view text, std::string_view parameter,
                            const Charts& charts) {
  const auto& vehicles = charts.get<Vehicles>(Vehicles::chart_name).all();
  std::vector<std::string> armed;
  for (const Vehicles::Vehicle& vehicle : vehicles) {
    if (!vehicle.gun.empty()) armed.push_back(vehicle.name);
  }
  const Vehicles::Vehicle* const named = vehicle_named(text, charts);
  if (named != nullptr && !named->gun.empty()) {
    return {read_gun(named->gun, parameter),
            named->russian,
            named->turret,
            named->armor,
            named->rate_of_fire,
            named->sherman,
            named->canister,
            named->superior};
  }
  try {
    MountedGun mounted;
    mounted.gun = read_gun(text, parameter);
    return mounted;
  } catch (const ArgumentError& error) {
    throw ArgumentError(parameter, error.what(), did_you_mean(text, armed, error.right()));
  }
}

}  // namespace combat_odds::squad_leader
