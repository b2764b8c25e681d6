#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/text/suggest.hpp"
#include "sim/declare/names.hpp"
#include "sim/declare/vehicle_rules.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/counters/named_vehicles.hpp"
#include "sim/squad_leader/counters/unit_points.hpp"

namespace combat_odds::squad_leader {
namespace {

struct NumberColumn {
  const char* name;
  int least;
  int most;
};

/// With the limits of the parameters that they fill.
constexpr auto numbers = std::to_array<NumberColumn>({
    {"front_armor", -9, 9},   {"side_armor", -9, 9},      {"size", -2, 2},
    {"rate_of_fire", 1, 6},   {"heat_number", 2, 13},     {"breakdown_number", 7, 13},
    {"bow_mg", 0, 24},        {"coaxial_mg", 0, 24},      {"aa_mg", 0, 24},
    {"movement", 2, 40},      {"survival", 0, 12},        {"ap_front", -5, 25},
    {"ap_side", -5, 25},      {"ap_rear", -5, 25},        {"ap_unarmored", -5, 25},
    {"he_front", -5, 25},     {"he_side", -5, 25},        {"he_rear", -5, 25},
    {"he_unarmored", -5, 25}, {"heat_front", -5, 25},     {"heat_side", -5, 25},
    {"heat_rear", -5, 25},    {"heat_unarmored", -5, 25},
});
constexpr auto truths = std::to_array<const char*>({"turret", "front_boxed", "side_boxed"});
constexpr auto kinds = std::to_array<const char*>(
    {"closed_topped", "open_topped", "unarmored", "shielded_gun", "unshielded_gun"});
/// Columns that `points` reads, and the crew's counter.
constexpr auto others =
    std::to_array<const char*>({"bpv", "rarity", "year_from", "year_to", "options", "crew"});

/// Checks the cells of a line.
void check(const Columns::Row& row) {
  for (const NumberColumn& number : numbers) {
    if (row.has(number.name)) row.whole_number(number.name, number.least, number.most);
  }
  for (const char* const truth : truths) row.truth(truth, false);
  if (row.has("kind") && std::ranges::find(kinds, row.text("kind")) == kinds.end()) {
    const std::vector<std::string> words(kinds.begin(), kinds.end());
    row.fault("kind", fmt::format("'{}' is no kind of target", row.text("kind")),
              did_you_mean(row.text("kind"), words,
                           "closed_topped, open_topped, unarmored, "
                           "shielded_gun or unshielded_gun"));
  }
  if (!row.has("gun")) return;
  try {
    read_gun(row.text("gun"), "gun");
  } catch (const ArgumentError& error) {
    row.fault("gun", error.what(), error.right());
  }
}

std::vector<std::string> listing_columns() {
  std::vector<std::string> columns = {"kind", "gun"};
  for (const NumberColumn& number : numbers) columns.emplace_back(number.name);
  columns.insert(columns.end(), truths.begin(), truths.end());
  columns.insert(columns.end(), others.begin(), others.end());
  return columns;
}

std::vector<std::string> charted_names(const Charts& charts) {
  std::vector<std::string> names;
  for (const Vehicles::Vehicle& known : charts.get<Vehicles>().all()) names.push_back(known.name);
  return names;
}

/// The base game's chart knows a vehicle's gun, its kind and the armor of 33.41.
std::optional<VehicleListing::Vehicle> charted(std::string_view name, const Place& place,
                                               const Charts& charts) {
  const Vehicles::Vehicle* const known = vehicle_named(name, charts);
  if (known == nullptr) return std::nullopt;
  // By its name its gun has the red numbers, the turret and the rate of fire of the base game.
  VehicleListing::Vehicle vehicle{"", known->name, {}};
  if (!known->gun.empty()) vehicle.printed["gun"] = {known->name, place};
  if (!known->kind.empty()) vehicle.printed["kind"] = {known->kind, place};
  if (known->armor) vehicle.printed["front_armor"] = {fmt::format("{}", *known->armor), place};
  return vehicle;
}

std::optional<ChartPrice> charted_price(std::string_view name, const Charts& charts) {
  for (const ListedPoints& known : charts.get<VehiclePoints>().entries()) {
    if (name_key(known.name) == name_key(name)) return ChartPrice{known.points, known.from};
  }
  return std::nullopt;
}

}  // namespace

VehicleRules listed_vehicles() {
  VehicleRules rules;
  rules.game = "sl";
  rules.columns = listing_columns();
  rules.truths.assign(truths.begin(), truths.end());
  rules.besides = {"bow_mg", "coaxial_mg", "aa_mg", "movement", "survival", "crew", "options"};
  rules.check = &check;
  rules.charted_names = &charted_names;
  rules.charted = &charted;
  rules.price = &charted_price;
  rules.names = &vehicle_names;
  rules.fill = &with_vehicles;
  return rules;
}

}  // namespace combat_odds::squad_leader
