#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ask/presets.hpp"
#include "core/text/chart.hpp"
#include "sim/declare/procedure.hpp"
#include "sim/declare/vehicle_listing.hpp"

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

  /// Sorted by name. Declares all that were not wanted before.
  std::vector<const Procedure*> procedures() const;
  /// Their names, sorted.
  std::vector<std::string> procedure_names() const;
  /// The procedure of that name, in upper or lower case; null where there is none.
  const Procedure* find(std::string_view name) const;
  /// The same; InputError at `place` with the nearest name where there is none.
  const Procedure& procedure(std::string_view name, const Place& place = {}) const;

  /// By procedure, in the order of their tables.
  std::vector<Preset> presets() const;
  std::span<const Preset> presets_of(const Procedure& procedure) const;
  /// The preset of that name, however it is typed. Throws InputError at `place` with the nearest.
  const Preset& preset(const Procedure& procedure, std::string_view name, const Place& place) const;

 private:
  /// A procedure, declared when it is first wanted: most questions want one of them all.
  struct Entry {
    std::string name;
    Procedure (*declare)() = nullptr;
    std::once_flag declared;
    std::unique_ptr<const Procedure> procedure;
    std::once_flag presets_read;
    std::vector<Preset> presets;
  };
  using Entries = std::vector<std::unique_ptr<Entry>>;
  /// Where the entry of that name stands, or would.
  Entries::const_iterator place_of(std::string_view name) const;
  static const Procedure& declared(Entry& entry);
  /// Puts it in its place. Throws InputError where there is one of that name.
  void add(std::unique_ptr<Entry> entry);

  /// Its presets; those of the program are read when they are first wanted.
  std::vector<Preset>& presets_of(Entry& entry) const;
  /// The preset in that row; InputError where `known` of the same procedure have its name.
  static Preset read_preset(const Columns::Row& row, const Procedure& procedure,
                            std::span<const Preset> known);

  Charts charts_;
  VehicleListing listing_;
  Entries entries_;  ///< sorted by name
};

}  // namespace combat_odds
