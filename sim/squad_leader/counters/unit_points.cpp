#include "sim/squad_leader/counters/unit_points.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/columns.hpp"
#include "core/text/number_text.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds::squad_leader {
namespace {

/// Revised Point Values: additions to the printed price.
constexpr int ss_leader = 10;
constexpr int ss_sniper = 5;
constexpr int german_armor_leader = -5;
constexpr int russian_armor_leader = 5;
constexpr int partisan_leader = 5;
/// 86: anti-magnetic paste costs this share of the vehicle's points.
constexpr double paste_share = 0.05;

int points_in(const Columns::Row& row) {
  const int points = row.whole_number("points");
  if (points < 1) {
    throw row.error("points", fmt::format("{} points", points), "at least 1");
  }
  return points;
}

[[noreturn]] void refuse(std::string_view option, std::string_view name, std::string_view who) {
  throw OptionRefused(fmt::format("'{}' cannot be bought with '{}': only {}", option, name, who));
}

double armament_points(const PointOptions& options) {
  const bool all = options.paid == ArmamentPaid::selected;
  double points = 0;
  for (const OptionalArmament& weapon : options.armament) {
    points += weapon.points * (all ? 1 : weapon.chance());
  }
  return points;
}

/// The same with all extras that can be bought.
PointOptions at_worst(PointOptions options) {
  options.paid = ArmamentPaid::selected;
  return options;
}

/// Adds extras to the price of the bare vehicle.
double with_options(double points, const PointOptions& options) {
  points += armament_points(options);
  return options.paste ? points * (1 + paste_share) : points;
}

/// The month in the column `from` or `to`. Nothing if the chart or the row has none.
std::optional<Month> month_in(const Columns::Row& row, const char* column) {
  if (!row.has(column)) return std::nullopt;
  const std::optional<Month> month = read_month(row.text(column));
  if (!month) {
    throw row.error(column, fmt::format("'{}' is no month", row.text(column)),
                    "a month such as 1943-07, or nothing");
  }
  return month;
}

/// 64.8: German halftracks never carried smoke candles.
bool is_halftrack(std::string_view name) {
  const std::string key = name_key(name);
  return key.find("spw") != std::string::npos || key.find("halftrack") != std::string::npos ||
         key.find("sdkfz") != std::string::npos;
}

void check_vehicle_options(std::string_view name, std::string_view nationality, Month date,
                           const PointOptions& options) {
  const auto has = [&](const char* armament) {
    return std::ranges::any_of(
        options.armament, [&](const OptionalArmament& weapon) { return weapon.name == armament; });
  };
  for (const auto& [weapon, rule] :
       {std::pair("smoke candles", "64.8"), std::pair("nbw", "64.5")}) {
    if (has(weapon) && nationality != "german") {
      throw OptionRefused(fmt::format("'{}' cannot be bought with '{}': only German vehicles ({})",
                                      weapon, name, rule));
    }
  }
  if (has("smoke candles") && is_halftrack(name)) {
    throw OptionRefused(fmt::format("'{}' never carried smoke candles: a halftrack (64.8)", name));
  }

  if (options.paste && date.count() < paste_from.count()) {
    throw OptionRefused(
        fmt::format("'paste' is not to be had before mid-1944 (86): {}", month_text(paste_from)));
  }
  for (const OptionalArmament& weapon : options.armament) {
    const auto not_before = [&](Month from, const char* rule) {
      if (date.count() >= from.count()) return;
      throw OptionRefused(
          fmt::format("'{}' is not to be had before {} ({})", weapon.name, month_text(from), rule));
    };
    if (weapon.name == "smoke candles") not_before(smoke_candles_from, "64.8");
    if (weapon.name == "nbw") not_before(close_defense_from, "64.5");
  }
  if (options.ss) refuse("ss", name, "German leaders and snipers");
  if (options.armor_leader) refuse("armor_leader", name, "German and Russian leaders");
  if (options.partisan) refuse("partisan", name, "Russian leaders");
}

}  // namespace

double OptionalArmament::chance() const {
  if (!number) return allowed;
  if (one_die) return allowed * std::clamp(*number, 0, 6) / 6.0;
  int throws = 0;
  for (int one = 1; one <= 6; ++one) throws += std::clamp(*number - one, 0, 6);
  return allowed * throws / 36.0;
}

InfantryPoints::InfantryPoints(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"nationality", "unit", "kind", "points"});
  for (const Columns::Row row : columns) {
    if (find_points(entries_, row.text("nationality"), row.text("unit")) != nullptr) {
      throw row.error("unit", fmt::format("'{}' is listed twice", row.text("unit")),
                      "each unit once");
    }
    entries_.push_back({row.text("nationality"), row.text("unit"), row.text("kind"), points_in(row),
                        month_in(row, "from"), month_in(row, "to")});
  }
}

VehiclePoints::VehiclePoints(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"nationality", "vehicle", "points"});
  for (const Columns::Row row : columns) {
    entries_.push_back({row.text("nationality"), row.text("vehicle"), "vehicle", points_in(row),
                        month_in(row, "from"), month_in(row, "to")});
  }
}

const ListedPoints* find_points(const std::vector<ListedPoints>& entries,
                                std::string_view nationality, std::string_view name) {
  const std::string key = name_key(name);
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const ListedPoints& entry) {
    return name_key(entry.name) == key &&
           (entry.nationality == nationality || entry.nationality == "any");
  });
  return found == entries.end() ? nullptr : &*found;
}

const ListedPoints* find_points(const std::vector<ListedPoints>& entries,
                                std::string_view nationality, std::string_view name, Month date) {
  if (const ListedPoints* const exact = find_points(entries, nationality, name)) return exact;
  const std::string key = name_key(name);
  const ListedPoints* found = nullptr;
  for (const ListedPoints& entry : entries) {
    const std::string full = name_key(entry.name);
    const bool is_of_a_year = entry.nationality == nationality && full.size() == key.size() + 2 &&
                              full.starts_with(key) &&
                              std::ranges::all_of(full.substr(key.size()), [](char digit) {
                                return digit >= '0' && digit <= '9';
                              });
    if (!is_of_a_year) continue;
    const bool has_begun = !entry.from || entry.from->count() <= date.count();
    if (found == nullptr || has_begun) found = &entry;  // in order of their years
  }
  return found;
}

std::string_view rule_of_dates(std::string_view name) {
  const std::string key = name_key(name);
  if (key == "atm") return "86.1";
  if (key.starts_with("panzerfaust")) return "85.5";
  if (key == "panzerschreck") return "85.2";
  const bool has_year = std::ranges::any_of(
      std::initializer_list<const char*>{"radio", "fieldphone", "stuka", "sturmovik"},
      [&](const char* kind) { return key.starts_with(kind); });
  return has_year ? "Revised Point Values: the year in its name" : "";
}

std::optional<NotToBeHad> not_to_be_had(const ListedPoints& unit, Month date) {
  const bool is_too_early = unit.from && date.count() < unit.from->count();
  const bool is_too_late = unit.to && date.count() > unit.to->count();
  if (!is_too_early && !is_too_late) return std::nullopt;
  const std::string_view rule = rule_of_dates(unit.name);
  return NotToBeHad{
      is_too_early,
      fmt::format("'{}' is not to be had {} {}{}", unit.name, is_too_early ? "before" : "after",
                  month_text(is_too_early ? *unit.from : *unit.to),
                  rule.empty() ? std::string() : fmt::format(" ({})", rule))};
}

Availability availability(const ListedVehicle& vehicle, Month date) {
  return combat_odds::availability(vehicle.from, vehicle.to, date);
}

UnitPrice price(const ListedPoints& unit, Month date, const PointOptions& options) {
  UnitPrice result;
  result.bpv = unit.points;
  const bool leader = unit.kind == "leader";
  const bool german = unit.nationality == "german";
  const bool russian = unit.nationality == "russian";
  if (unit.kind == "vehicle") {
    check_vehicle_options(unit.name, unit.nationality, date, options);
    result.bpv = with_options(result.bpv, options);
  } else {
    if (options.paste) refuse("paste", unit.name, "vehicles");
    if (!options.armament.empty()) refuse(options.armament.front().name, unit.name, "vehicles");
  }
  if (options.ss) {
    if (!german || !(leader || unit.kind == "sniper")) {
      refuse("ss", unit.name, "German leaders and snipers");
    }
    result.bpv += leader ? ss_leader : ss_sniper;
  }
  if (options.armor_leader) {
    if (!leader || !(german || russian)) {
      refuse("armor_leader", unit.name, "German and Russian leaders");
    }
    result.bpv += german ? german_armor_leader : russian_armor_leader;
  }
  if (options.partisan) {
    static const std::vector<std::string> partisans = {"7-0", "8-0", "8-1", "9-1"};
    if (!russian || std::find(partisans.begin(), partisans.end(), unit.name) == partisans.end()) {
      refuse("partisan", unit.name, "Russian 7-0, 8-0, 8-1 and 9-1 leaders");
    }
    result.bpv += partisan_leader;
  }
  result.npv = result.bpv;
  result.worst_npv =
      unit.kind == "vehicle" ? with_options(unit.points, at_worst(options)) : result.npv;
  return result;
}

UnitPrice price(const ListedVehicle& vehicle, Month date, const PointOptions& options) {
  check_vehicle_options(vehicle.name, vehicle.nationality, date, options);
  UnitPrice result;
  result.rarity = vehicle.rarity * rarity_factor(availability(vehicle, date));
  result.bpv = with_options(vehicle.bpv, options);
  result.npv = with_options(vehicle.bpv * result.rarity, options);
  result.worst_npv = with_options(vehicle.bpv * result.rarity, at_worst(options));
  return result;
}

}  // namespace combat_odds::squad_leader
