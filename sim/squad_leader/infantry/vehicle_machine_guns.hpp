#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/declare/declaration.hpp"
#include "sim/squad_games/firers.hpp"

namespace combat_odds::squad_leader {

/// The machine guns of an AFV and what keeps them from firing in full (64.41-.43, 64.46).
struct VehicleMachineGuns {
  enum class Moves { no, turned, entered_hex };

  Moves moves = Moves::no;
  bool hull_down = false;
  bool gun_elsewhere = false;
  bool crew_exposed = false;
  bool gun_fires = false;  ///< in this phase, along the same line; said by other rules

  static constexpr const char* rear_turret = "rear turret MG";
  static constexpr const char* form = "'vehicle 4/2/4' (its bow, coaxial and AA factors)";

  static void describe(Declaration<VehicleMachineGuns>& guns);

  /// Reads a vehicle of the chart, or "vehicle 4/2/4": bow, coaxial, AA and, where it has one, rear
  /// turret factors, - for none. False where `text` names no vehicle. Throws ArgumentError about
  /// `parameter`, and about its own where they concern no gun that the vehicle has.
  bool read(std::string_view text, std::string_view parameter, const Charts& charts);
  /// Whether one of its own parameters says more than that it stands still.
  bool says_anything() const {
    return moves != Moves::no || hull_down || gun_elsewhere || crew_exposed;
  }

  /// Those that may fire, with what they are multiplied by for the vehicle's movement.
  struct Gun {
    Firer firer;
    double factor = 1;
  };
  const std::vector<Gun>& guns() const { return guns_; }
  /// The factor of the gun of that name; 1 for anything else that fires.
  double factor_of(std::string_view name) const;
  /// Why others do not fire.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  void add(const char* name, int factors, int range, bool halved, const char* why_not);

  std::vector<Gun> guns_;
  std::vector<std::string> notes_;
};

}  // namespace combat_odds::squad_leader
