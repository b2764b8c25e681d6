#include "sim/declare/vehicle_listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/text/columns.hpp"
#include "core/text/faults.hpp"
#include "core/text/suggest.hpp"
#include "sim/declare/names.hpp"
#include "sim/declare/vehicle_rules.hpp"

namespace combat_odds {
namespace {

std::string full_name(const VehicleListing::Vehicle& vehicle) {
  return vehicle.nationality + ' ' + vehicle.name;
}

bool is_truth(const std::string& column) {
  return std::ranges::any_of(vehicle_rules(), [&](const VehicleRules& rules) {
    return std::ranges::find(rules.truths, column) != rules.truths.end();
  });
}

VehicleListing::Vehicle vehicle_of(const Columns::Row& row) {
  VehicleListing::Vehicle vehicle{row.text("nationality"), row.name("name"), {}};
  for (const std::string& column : vehicle_listing_columns()) {
    if (!row.has(column)) continue;
    std::string text = row.text(column);
    if (is_truth(column)) text = row.truth(column, false) ? "true" : "false";
    vehicle.printed[column] = {std::move(text), row.place(column)};
  }
  return vehicle;
}

}  // namespace

std::vector<std::string> vehicle_listing_columns() {
  std::vector<std::string> columns;
  for (const VehicleRules& rules : vehicle_rules()) {
    for (const std::string& column : rules.columns) {
      if (std::ranges::find(columns, column) == columns.end()) columns.push_back(column);
    }
  }
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
    for (const VehicleRules& rules : vehicle_rules()) rules.check(row);
    Vehicle vehicle = vehicle_of(row);
    if (vehicle.name.empty() || vehicle.nationality.empty()) {
      row.fault("name", "a vehicle without a name or a nationality", "both");
    } else if (find(added, vehicle) != added.end()) {
      row.fault("name", fmt::format("{} is listed twice", full_name(vehicle)), "each vehicle once");
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
  for (const VehicleRules& rules : vehicle_rules()) {
    for (std::string& known : rules.charted_names(charts)) names.push_back(std::move(known));
    if (std::optional<Vehicle> known = rules.charted(name, place, charts)) return *std::move(known);
  }
  throw InputError(place, fmt::format("no vehicle or gun '{}'", name),
                   did_you_mean(name, names,
                                "one of your listing (--listing FILE), or of the base "
                                "game's chart"));
}

}  // namespace combat_odds
