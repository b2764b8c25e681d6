#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/declare/names.hpp"
#include "sim/declare/units.hpp"
#include "sim/squad_leader/counters/guns.hpp"

namespace combat_odds::squad_leader {

/// What is printed on the vehicles of the base game, chart squad-leader/vehicle-points.csv. Those
/// of Cross of Iron were not recovered.
class Vehicles {
 public:
  static constexpr const char* chart_name = "squad-leader/vehicle-points.csv";
  explicit Vehicles(const CsvTable& chart);

  struct Vehicle {
    std::string name;
    bool russian = false;
    int movement = 0;
    std::string gun;             ///< "75*"; empty: none
    int machine_guns = 0;        ///< all factors together
    std::optional<bool> turret;  ///< whether its gun turns in one; nothing: the chart says not
  };
  const std::vector<Vehicle>& all() const { return vehicles_; }

 private:
  std::vector<Vehicle> vehicles_;
};

/// For Parameter::or_named: the vehicles with what is printed on them. The main armament is its
/// infantry firepower equivalent.
extern const char* const vehicle_form;
NameList vehicles_with_guns();
NameList vehicle_calibre();
NameList vehicle_movement();
NameList vehicle_main_armament();
NameList vehicle_machine_guns();

/// The morale on the broken side of a counter (13.6): that of its front; a 4-3-6, conscripts or
/// Volksgrenadiers, has one less there (94.5).
int broken_side_morale(const UnitName& unit);

/// The squads, crews and leaders of squad-leader/infantry-points.csv.
NameList infantry_names();
/// For each unit that is not among them a sentence that says so.
std::vector<std::string> unlisted_notes(const std::vector<UnitName>& units, const Charts& charts);

/// A gun as printed or as the vehicle that has it; throws ArgumentError about `parameter` for
/// anything else.
struct MountedGun {
  Gun gun;
  bool russian = false;        ///< known to be so: it hits on the red numbers (33.3)
  std::optional<bool> turret;  ///< nothing: a calibre does not tell
};
MountedGun read_mounted_gun(std::string_view text, std::string_view parameter,
                            const Charts& charts);

}  // namespace combat_odds::squad_leader
