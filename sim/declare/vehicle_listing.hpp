#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/chart.hpp"
#include "core/text/error.hpp"
#include "core/text/text_file.hpp"

namespace combat_odds {

/// What is printed on the counters of vehicles and guns, as a player typed it in: CSV with the
/// columns `nationality` and `name` and any of vehicle_listing_columns(). Cells that are not known
/// stay empty.
class VehicleListing {
 public:
  struct Cell {
    std::string text;
    Place place;
  };
  struct Vehicle {
    std::string nationality;
    std::string name;
    std::map<std::string, Cell, std::less<>> printed;  ///< by column; empty cells are left out

    /// Null where the listing does not tell.
    const Cell* cell(std::string_view column) const;
    /// Empty where the listing does not tell.
    std::string text(std::string_view column) const;
  };

  /// Adds the vehicles of a file; one that is known by nationality and name already is replaced.
  /// Throws InputError with everything that is wrong with it.
  void add(const TextFile& file);

  bool empty() const { return vehicles_.empty(); }
  /// What was added, in that order.
  const std::vector<TextFile>& files() const { return files_; }
  /// Whether a vehicle of that name, or of that nationality and name, is listed.
  bool has(std::string_view name) const;
  /// That vehicle, or what a game's own chart says of it (VehicleRules::charted). Throws InputError
  /// at `place` with the nearest name, or where several nationalities have one of that name.
  Vehicle vehicle(std::string_view name, const Place& place, const Charts& charts) const;

 private:
  std::vector<const Vehicle*> found(std::string_view name) const;

  std::vector<TextFile> files_;
  std::vector<Vehicle> vehicles_;
};

/// The columns of a listing but nationality and name, of all games that declare vehicles.
std::vector<std::string> vehicle_listing_columns();

}  // namespace combat_odds
