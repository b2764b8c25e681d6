#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "combat_odds/core/chart.hpp"
#include "combat_odds/scenarios/presets.hpp"
#include "combat_odds/scenarios/vehicle_listing.hpp"
#include "combat_odds/sim/procedure.hpp"

namespace combat_odds {

/// All that can be asked: the procedures, the charts that they read and the presets. Begins with
/// what comes with the program; more can be added while it runs.
class Library {
 public:
  Library();
  /// With the user's own copies of charts, named as the charts that they replace.
  explicit Library(const std::vector<TextFile>& own_charts);
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  Charts& charts() { return charts_; }
  const Charts& charts() const { return charts_; }

  /// The vehicles and guns that are asked for by name beside those of the charts.
  VehicleListing& listing() { return listing_; }
  const VehicleListing& listing() const { return listing_; }

  /// Adds a procedure. Throws InputError at its name where there is one of that name.
  void add(Procedure procedure);
  /// Adds a table of presets with the columns procedure, preset, meaning and parameters
  /// ("firepower=8;drm=1;target=3*4-6-7 8-1"). Throws InputError where a procedure, a parameter or
  /// its value is not known or a name stands twice; then none of them is added.
  void add_presets(const CsvTable& table);

  /// Sorted by name.
  const std::vector<const Procedure*>& procedures() const { return procedures_; }
  /// The procedure of that name, in upper or lower case; null where there is none.
  const Procedure* find(std::string_view name) const;
  /// The same; InputError at `place` with the nearest name where there is none.
  const Procedure& procedure(std::string_view name, const Place& place = {}) const;

  /// By procedure, in the order of their tables.
  std::span<const Preset> presets() const;
  std::span<const Preset> presets_of(const Procedure& procedure) const;
  /// The preset of that name, however it is typed. Throws InputError at `place` with the nearest.
  const Preset& preset(const Procedure& procedure, std::string_view name, const Place& place) const;

 private:
  /// Those of the program are read when they are first wanted: most questions need none.
  const std::vector<Preset>& all_presets() const;
  /// Puts the table's presets behind `known`.
  void read_presets(const CsvTable& table, std::vector<Preset>& known) const;

  Charts charts_;
  VehicleListing listing_;
  std::vector<std::unique_ptr<const Procedure>> owned_;
  std::vector<const Procedure*> procedures_;
  mutable std::once_flag presets_read_;
  mutable std::vector<Preset> presets_;
};

}  // namespace combat_odds
