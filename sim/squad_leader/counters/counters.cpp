#include "sim/squad_leader/counters/counters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "core/text/columns.hpp"
#include "core/text/number_text.hpp"
#include "core/text/suggest.hpp"
#include "sim/squad_leader/counters/he_columns.hpp"
#include "sim/squad_leader/counters/unit_points.hpp"

namespace combat_odds::squad_leader {

const char* const vehicle_form = "a vehicle such as 'PzKw IV F2'";

namespace {

/// The sum of "4/2"; "-" is 0.
int machine_gun_factors(const Columns::Row& row) {
  const std::string& text = row.text("mg");
  int sum = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t slash = std::min(text.find('/', start), text.size());
    const std::string_view factor = std::string_view(text).substr(start, slash - start);
    start = slash + 1;
    if (factor == "-") continue;
    const std::optional<int> number = number_in<int>(factor);
    if (!number || *number < 1) {
      throw row.error("mg", fmt::format("'{}'", text), "MG factors such as 4/2 or -/4");
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
    if (row.has("turret")) turns = row.one_of("turret", {"yes", "no"}) == 0;
    vehicles_.push_back({row.text("vehicle"), row.text("nationality") == "russian",
                         row.whole_number("movement"), row.text("main_gun"),
                         machine_gun_factors(row), turns});
  }
}

NameList vehicles_with_guns() { return vehicle_calibre(); }

NameList vehicle_calibre() {
  return vehicles_by(
      [](const Vehicles::Vehicle& vehicle, const Charts&) { return calibre_of(vehicle); });
}

NameList vehicle_movement() {
  return vehicles_by(
      [](const Vehicles::Vehicle& vehicle, const Charts&) { return vehicle.movement; });
}

NameList vehicle_main_armament() {
  return vehicles_by([](const Vehicles::Vehicle& vehicle, const Charts& charts) {
    return charts.get<HeColumns>(HeColumns::chart_name).firepower(calibre_of(vehicle));
  });
}

NameList vehicle_machine_guns() {
  return vehicles_by(
      [](const Vehicles::Vehicle& vehicle, const Charts&) { return vehicle.machine_guns; });
}

int broken_side_morale(const UnitName& unit) {
  const bool inexperienced = unit.text == "4-3-6";
  return unit.morale - (inexperienced ? 1 : 0);
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

MountedGun read_mounted_gun(std::string_view text, std::string_view parameter,
                            const Charts& charts) {
  const auto& vehicles = charts.get<Vehicles>(Vehicles::chart_name).all();
  std::vector<std::string> armed;
  for (const Vehicles::Vehicle& vehicle : vehicles) {
    if (vehicle.gun.empty()) continue;
    armed.push_back(vehicle.name);
    if (name_key(vehicle.name) == name_key(text)) {
      return {read_gun(vehicle.gun, parameter), vehicle.russian, vehicle.turret};
    }
  }
  try {
    return {read_gun(text, parameter), false, std::nullopt};
  } catch (const ArgumentError& error) {
    throw ArgumentError(parameter, error.what(), did_you_mean(text, armed, error.right()));
  }
}

}  // namespace combat_odds::squad_leader
