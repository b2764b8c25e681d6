#include "sim/asl/to_hit/guns.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/columns.hpp"
#include "core/text/number_text.hpp"
#include "core/text/suggest.hpp"
#include "core/text/truth.hpp"

namespace combat_odds::asl {

const char* const gun_form =
    "a calibre in mm with *, L or LL, such as 75L, 76* or 37; MG, 12.7mm or 15mm; or a gun or "
    "vehicle such as 'PaK 40' or 'T-34 M43'";
const char* const vehicle_form = "a vehicle such as 'T-34 M43'";

namespace {

std::optional<Gun> gun_in(std::string_view text) {
  if (folded(text) == "mg") return Gun{8, Gun::Barrel::plain, true};
  if (text == "12.7mm") return Gun{12, Gun::Barrel::plain, true};
  if (text == "15mm") return Gun{15, Gun::Barrel::plain, true};
  Gun gun;
  std::string_view barrel = text;
  gun.calibre = number_at_front<int>(barrel).value_or(0);
  if (gun.calibre < 20 || gun.calibre > 300) return std::nullopt;
  const std::optional<GunBarrel> known = gun_barrel(barrel);
  if (!known) return std::nullopt;
  gun.barrel = *known;
  return gun;
}

Nationality nationality_in(const Columns::Row& row) {
  return row.one_of("nationality", {"russian", "german"}) == 0 ? Nationality::russian
                                                               : Nationality::german;
}

std::optional<Gun> main_armament(const Columns::Row& row) {
  constexpr const char* column = "main_armament";
  if (!row.has(column)) return std::nullopt;
  const std::optional<Gun> gun = gun_in(row.text(column));
  if (!gun) {
    throw row.error(column, fmt::format("'{}' is not a gun", row.text(column)),
                    "such as 75L, 76* or 37");
  }
  return gun;
}

}  // namespace

std::string Gun::text() const {
  if (machine_gun) return calibre == 8 ? "MG" : calibre == 12 ? "12.7mm" : "15mm";
  static const char* const suffix[] = {"", "*", "L", "LL"};
  return fmt::format("{}{}", calibre, suffix[static_cast<int>(barrel)]);
}

Vehicles::Vehicles(const CsvTable& chart) {
  const Columns columns =
      Columns::of_chart(chart, {"vehicle", "nationality", "turret", "hull_front", "hull_side",
                                "turret_front", "turret_side", "rof", "main_armament", "breakdown",
                                "intensive_fire", "crew_survival"});
  for (const Columns::Row row : columns) {
    vehicles_.push_back({row.text("vehicle"), nationality_in(row), truth_in(row, "turret"),
                         row.whole_number("hull_front"), row.whole_number("hull_side"),
                         row.whole_number("turret_front"), row.whole_number("turret_side"),
                         row.whole_number_if_any("rof").value_or(0), main_armament(row),
                         row.whole_number("breakdown"), truth_in(row, "intensive_fire"),
                         row.whole_number("crew_survival"),
                         row.whole_number_if_any("size").value_or(0)});
  }
}

const Vehicles::Vehicle* Vehicles::find(std::string_view name) const {
  const std::string key = name_key(name);
  const auto found = std::find_if(vehicles_.begin(), vehicles_.end(), [&](const Vehicle& vehicle) {
    return name_key(vehicle.name) == key;
  });
  return found == vehicles_.end() ? nullptr : &*found;
}

TowedGuns::TowedGuns(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"gun", "nationality", "main_armament", "rof"});
  for (const Columns::Row row : columns) {
    guns_.push_back({row.text("gun"), nationality_in(row), main_armament(row).value_or(Gun{}),
                     row.whole_number_if_any("rof").value_or(0),
                     row.whole_number_if_any("size").value_or(0)});
  }
}

NamedGun read_gun(std::string_view text, std::string_view parameter, const Charts& charts) {
  // A calibre is no name: the charts of names are not needed for it.
  if (const std::optional<Gun> gun = gun_in(text)) {
    NamedGun named;
    named.gun = *gun;
    return named;
  }
  std::vector<std::string> names;
  for (const TowedGuns::TowedGun& gun : charts.get<TowedGuns>().all()) {
    names.push_back(gun.name);
    if (name_key(gun.name) != name_key(text)) continue;
    return {gun.gun, gun.name, gun.nationality, gun.rate_of_fire, 12, true, false, gun.size};
  }
  for (const Vehicles::Vehicle& vehicle : charts.get<Vehicles>().all()) {
    if (!vehicle.gun) continue;
    names.push_back(vehicle.name);
    if (name_key(vehicle.name) != name_key(text)) continue;
    return {*vehicle.gun,
            vehicle.name,
            vehicle.nationality,
            vehicle.rate_of_fire,
            vehicle.breakdown_number,
            vehicle.intensive_fire,
            true,
            vehicle.size,
            vehicle.turreted};
  }
  throw ArgumentError(parameter, fmt::format("'{}' is not a gun", text),
                      did_you_mean(text, names, gun_form));
}

NameList named_vehicles() { return names_in(Vehicles::chart_name, "vehicle"); }

NameList vehicle_sizes() {
  return {Vehicles::chart_name, [](const Charts& charts) {
            std::vector<NamedValue> values;
            for (const auto& vehicle : charts.get<Vehicles>().all()) {
              values.push_back({vehicle.name, static_cast<double>(vehicle.size)});
            }
            return values;
          }};
}

NameList named_guns() {
  const NameList armed = {Vehicles::chart_name, [](const Charts& charts) {
                            std::vector<NamedValue> values;
                            for (const auto& vehicle : charts.get<Vehicles>().all()) {
                              if (vehicle.gun) values.push_back({vehicle.name, 0});
                            }
                            return values;
                          }};
  return both(names_in(TowedGuns::chart_name, "gun"), armed);
}

}  // namespace combat_odds::asl
