#include "ask/vehicle_listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/text/columns.hpp"
#include "core/text/faults.hpp"
#include "core/text/suggest.hpp"
#include "sim/declare/names.hpp"
#include "sim/squad_leader/counters/counters.hpp"

namespace combat_odds {
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

std::string full_name(const VehicleListing::Vehicle& vehicle) {
  return vehicle.nationality + ' ' + vehicle.name;
}

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
    squad_leader::read_gun(row.text("gun"), "gun");
  } catch (const ArgumentError& error) {
    row.fault("gun", error.what(), error.right());
  }
}

VehicleListing::Vehicle vehicle_of(const Columns::Row& row) {
  VehicleListing::Vehicle vehicle{row.text("nationality"), row.name("name"), {}};
  for (const std::string& column : vehicle_listing_columns()) {
    if (!row.has(column)) continue;
    const bool is_truth = std::ranges::find(truths, column) != truths.end();
    std::string text = row.text(column);
    if (is_truth) text = row.truth(column, false) ? "true" : "false";
    vehicle.printed[column] = {std::move(text), row.place(column)};
  }
  return vehicle;
}

}  // namespace

std::vector<std::string> vehicle_listing_columns() {
  std::vector<std::string> columns = {"kind", "gun"};
  for (const NumberColumn& number : numbers) columns.emplace_back(number.name);
  columns.insert(columns.end(), truths.begin(), truths.end());
  columns.insert(columns.end(), others.begin(), others.end());
  return columns;
}

const VehicleListing::Cell* VehicleListing::Vehicle::cell(std::string_view column) const {
  const auto known = printed.find(column);
  return known == printed.end() ? nullptr : &known->second;
}

std::string VehicleListing::Vehicle::text(std::string_view column) const {
  const Cell* const known = cell(column);
  return known == nullptr ? "" : known->text;
}

void VehicleListing::add(const TextFile& file) {
  Faults faults;
  const Columns lines(read_csv(file), {"nationality", "name"}, vehicle_listing_columns(),
                      Columns::Others::refused, faults.noting());
  std::vector<Vehicle> added;
  const auto find = [](std::vector<Vehicle>& all, const Vehicle& vehicle) {
    return std::ranges::find_if(all, [&](const Vehicle& other) {
      return name_key(full_name(other)) == name_key(full_name(vehicle));
    });
  };
  for (const Columns::Row row : lines) {
    check(row);
    Vehicle vehicle = vehicle_of(row);
    if (vehicle.name.empty() || vehicle.nationality.empty()) {
      row.fault("name", "a vehicle without a name or a nationality", "both");
    } else if (find(added, vehicle) != added.end()) {
      row.fault("name", fmt::format("{} stands here twice", full_name(vehicle)),
                "each vehicle once");
    }
    added.push_back(std::move(vehicle));
  }
  faults.throw_if_any();
  files_.push_back(file);
  for (Vehicle& vehicle : added) {
    const auto known = find(vehicles_, vehicle);
    if (known == vehicles_.end()) {
      vehicles_.push_back(std::move(vehicle));
    } else {
      *known = std::move(vehicle);
    }
  }
}

std::vector<const VehicleListing::Vehicle*> VehicleListing::found(std::string_view name) const {
  std::vector<const Vehicle*> found;
  for (const Vehicle& vehicle : vehicles_) {
    const bool is_meant =
        name_key(vehicle.name) == name_key(name) || name_key(full_name(vehicle)) == name_key(name);
    if (is_meant) found.push_back(&vehicle);
  }
  return found;
}

bool VehicleListing::has(std::string_view name) const { return !found(name).empty(); }

VehicleListing::Vehicle VehicleListing::vehicle(std::string_view name, const Place& place,
                                                const Charts& charts) const {
  const std::vector<const Vehicle*> own = found(name);
  if (own.size() == 1) return *own.front();
  if (own.size() > 1) {
    throw InputError(place, fmt::format("the listing has several '{}'", name),
                     fmt::format("'{}' or '{}'", full_name(*own[0]), full_name(*own[1])));
  }
  std::vector<std::string> names;
  for (const Vehicle& vehicle : vehicles_) names.push_back(vehicle.name);
  const auto& base_game = charts.get<squad_leader::Vehicles>(squad_leader::Vehicles::chart_name);
  for (const auto& known : base_game.all()) {
    names.push_back(known.name);
  }
  if (const auto* const known = squad_leader::vehicle_named(name, charts)) {
    // By its name its gun has the red numbers, the turret and the rate of fire of the base game.
    Vehicle vehicle{"", known->name, {}};
    if (!known->gun.empty()) vehicle.printed["gun"] = {known->name, place};
    if (!known->kind.empty()) vehicle.printed["kind"] = {known->kind, place};
    if (known->armor) vehicle.printed["front_armor"] = {fmt::format("{}", *known->armor), place};
    return vehicle;
  }
  throw InputError(place, fmt::format("no vehicle or gun '{}'", name),
                   did_you_mean(name, names,
                                "one of your listing (--listing FILE), or of the base "
                                "game's chart"));
}

}  // namespace combat_odds
