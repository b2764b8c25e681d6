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
    std::string kind;            ///< as a target; empty: not on the chart
    std::optional<int> armor;  ///< 33.41, for all facings; Cross of Iron's counters have their own
    int rate_of_fire = 1;      ///< shots of its gun in a fire phase
    bool sherman = false;      ///< an American M4, which acquires by Advancing Fire (69.2)
    bool canister = false;     ///< its counter has a C number (34.9)
    bool superior = false;     ///< a German closed-topped tank (Supplement N)
  };
  const std::vector<Vehicle>& all() const { return vehicles_; }

 private:
  std::vector<Vehicle> vehicles_;
};

/// For Declaration::or_named: the vehicles with a number printed on them.
extern const char* const vehicle_form;
NameList vehicles_with_guns();
NameList vehicle_calibre();
NameList vehicle_movement();  ///< of tracked ones: no trucks and jeeps (79.1)
NameList vehicle_machine_guns();

/// The 4-3-6 is inexperienced infantry without being called so (94).
bool is_inexperienced(const UnitName& unit);

/// The morale on the broken side of a counter (13.6): the same as on the front, but one less for a
/// 4-3-6 (conscripts, Volksgrenadiers; 94.5).
int broken_side_morale(const UnitName& unit);

/// 50.1: squads of the Americans rally without desperation morale; their crews and leaders don't.
bool knows_no_desperation(const UnitName& unit);

/// The squads, crews and leaders of squad-leader/infantry-points.csv.
NameList infantry_names();
/// A sentence for each unit that the chart does not list.
std::vector<std::string> unlisted_notes(const std::vector<UnitName>& units, const Charts& charts);

/// A gun, given as printed or by its vehicle.
struct MountedGun {
  Gun gun;
  bool russian = false;        ///< known to be Russian: uses the red To Hit numbers (33.3)
  std::optional<bool> turret;  ///< nothing: not known from a calibre
  std::optional<int> armor;    ///< of the base-game vehicle (33.41); nothing: a calibre
  int rate_of_fire = 1;        ///< of the base-game vehicle
  bool sherman = false;        ///< an American M4 (69.2)
  // Nothing: not known from a calibre.
  std::optional<bool> canister;  ///< 34.9
  std::optional<bool> superior;  ///< Supplement N
};
/// 69.2: "M4A4", "M4 105", "M4A3E8".
bool is_sherman(std::string_view nationality, std::string_view name);
/// The vehicle of the base game of that name; null where there is none.
const Vehicles::Vehicle* vehicle_named(std::string_view name, const Charts& charts);

/// Throws ArgumentError about `parameter` for any other text.
MountedGun read_mounted_gun(std::string_view text, std::string_view parameter,
                            const Charts& charts);

}  // namespace combat_odds::squad_leader
