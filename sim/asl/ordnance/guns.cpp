#include "combat_odds/sim/asl/ordnance/guns.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "combat_odds/core/number_text.hpp"
#include "combat_odds/core/suggest.hpp"

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
  if (barrel == "*") {
    gun.barrel = Gun::Barrel::asterisk;
  } else if (barrel == "L" || barrel == "l") {
    gun.barrel = Gun::Barrel::l;
  } else if (barrel == "LL" || barrel == "ll") {
    gun.barrel = Gun::Barrel::ll;
  } else if (!barrel.empty()) {
    return std::nullopt;
  }
  return gun;
}

/// Cells of a chart by the names of its columns.
class Row {
 public:
  Row(const CsvTable& chart, const std::vector<CsvCell>& cells) : chart_(chart), cells_(cells) {}

  const std::string& text(const char* column) const { return cell(column).text; }
  int number(const char* column) const { return chart_integer(chart_, cell(column)); }
  int number_if_any(const char* column) const { return text(column).empty() ? 0 : number(column); }
  bool yes(const char* column) const { return one_of(column, "yes", "no"); }
  Nationality nationality() const {
    return one_of("nationality", "russian", "german") ? Nationality::russian : Nationality::german;
  }
  std::optional<Gun> gun(const char* column) const {
    if (text(column).empty()) return std::nullopt;
    const std::optional<Gun> gun = gun_in(text(column));
    if (!gun) {
      throw InputError(chart_.place(cell(column)), fmt::format("'{}' is not a gun", text(column)),
                       "such as 75L, 76* or 37");
    }
    return gun;
  }

 private:
  const CsvCell& cell(const char* column) const { return cells_[chart_column(chart_, column)]; }
  bool one_of(const char* column, const char* first, const char* second) const {
    if (text(column) != first && text(column) != second) {
      throw InputError(chart_.place(cell(column)), fmt::format("'{}'", text(column)),
                       fmt::format("{} or {}", first, second));
    }
    return text(column) == first;
  }

  const CsvTable& chart_;
  const std::vector<CsvCell>& cells_;
};

}  // namespace

std::string Gun::text() const {
  if (machine_gun) return calibre == 8 ? "MG" : calibre == 12 ? "12.7mm" : "15mm";
  static const char* const suffix[] = {"", "*", "L", "LL"};
  return fmt::format("{}{}", calibre, suffix[static_cast<int>(barrel)]);
}

Vehicles::Vehicles(const CsvTable& chart) {
  for (const auto& cells : chart.rows) {
    const Row row(chart, cells);
    vehicles_.push_back(
        {row.text("vehicle"), row.nationality(), row.yes("turret"), row.number("hull_front"),
         row.number("hull_side"), row.number("turret_front"), row.number("turret_side"),
         row.number_if_any("rof"), row.gun("main_armament"), row.number("breakdown"),
         row.yes("intensive_fire"), row.number("crew_survival")});
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
  for (const auto& cells : chart.rows) {
    const Row row(chart, cells);
    guns_.push_back({row.text("gun"), row.nationality(), row.gun("main_armament").value_or(Gun{}),
                     row.number_if_any("rof")});
  }
}

NamedGun read_gun(std::string_view text, std::string_view parameter, const Charts& charts) {
  // A calibre is no name, and the charts of names are not read for it.
  if (const std::optional<Gun> gun = gun_in(text)) {
    NamedGun named;
    named.gun = *gun;
    return named;
  }
  std::vector<std::string> names;
  for (const TowedGuns::TowedGun& gun : charts.get<TowedGuns>().all()) {
    names.push_back(gun.name);
    if (name_key(gun.name) != name_key(text)) continue;
    return {gun.gun, gun.name, gun.nationality, gun.rate_of_fire, 12, true, false};
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
            true};
  }
  throw ArgumentError(parameter, fmt::format("'{}' is not a gun", text),
                      did_you_mean(text, names, gun_form));
}

NameList named_vehicles() { return names_in(Vehicles::chart_name, "vehicle"); }

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
