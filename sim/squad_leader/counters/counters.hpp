#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/declare/names.hpp"
#include "sim/declare/units.hpp"
#include "sim/squad_leader/counters/guns.hpp"

namespace combat_odds::squad_leader {

/// The numbers printed on the vehicles of the base game: chart squad-leader/vehicle-points.csv.
/// Those of Cross of Iron were not recovered.
class Vehicles {
 public:
  static constexpr const char* chart_name = "squad-leader/vehicle-points.csv";
  explicit Vehicles(const CsvTable& chart);

  struct Vehicle {
    std::string name;
    bool russian = false;
    int movement = 0;
    std::string gun;             ///< "75*"; empty: none
    int machine_guns = 0;        ///< sum of their factors
    std::optional<bool> turret;  ///< whether its gun has a turret; nothing: not on the chart
  };
  const std::vector<Vehicle>& all() const { return vehicles_; }

 private:
  std::vector<Vehicle> vehicles_;
};

/// For Declaration::or_named: the vehicles with a number printed on them. The main armament is
/// given as its infantry firepower equivalent.
extern const char* const vehicle_form;
NameList vehicles_with_guns();
NameList vehicle_calibre();
NameList vehicle_movement();
NameList vehicle_main_armament();
NameList vehicle_machine_guns();

/// The morale on the broken side of a counter (13.6): the same as on the front, but one less for a
/// 4-3-6 (conscripts, Volksgrenadiers; 94.5).
int broken_side_morale(const UnitName& unit);

/// The squads, crews and leaders of squad-leader/infantry-points.csv.
NameList infantry_names();
/// A sentence for each unit that the chart does not list.
std::vector<std::string> unlisted_notes(const std::vector<UnitName>& units, const Charts& charts);

/// A gun, given as printed or by its vehicle.
struct MountedGun {
  Gun gun;
  bool russian = false;        ///< known to be Russian: uses the red To Hit numbers (33.3)
  std::optional<bool> turret;  ///< nothing: not known from a calibre
};
/// Throws ArgumentError about `parameter` for any other text.
MountedGun read_mounted_gun(std::string_view text, std::string_view parameter,
                            const Charts& charts);

}  // namespace combat_odds::squad_leader
