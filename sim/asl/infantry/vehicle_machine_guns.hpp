#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/declare/declaration.hpp"
#include "sim/squad_games/firers.hpp"
#include "sim/squad_games/vehicle_factors.hpp"

namespace combat_odds::asl {

/// The machine guns of an AFV as attackers, and what keeps them from firing in full (D1.8, D3.5).
struct VehicleMachineGuns {
  enum class Moves { no, bounding, motion };

  Moves moves = Moves::no;
  bool hull_down = false;
  bool gun_elsewhere = false;
  bool crew_exposed = false;
  std::uint8_t malfunctioned = 0;  ///< those that do not fire: a bit for each, as in number()

  static constexpr const char* form = "'vehicle 3/5/2' (its BMG, CMG and AAMG)";

  static void describe(Declaration<VehicleMachineGuns>& guns);

  /// The FP of all machine guns of an AFV of the chart, or of "vehicle 3/5/2": BMG, CMG, AAMG and,
  /// where it has one, RMG, - for none. Nothing where `text` names no vehicle. Throws ArgumentError
  /// about `parameter` for a vehicle that can't be read.
  static std::optional<VehicleFactors> of(std::string_view text, std::string_view parameter,
                                          const Charts& charts);
  /// Finds those that may fire; false where `text` names no vehicle. Throws ArgumentError as of()
  /// does, and about its own parameters where they concern no gun that the vehicle has.
  bool read(std::string_view text, std::string_view parameter, const Charts& charts);
  /// Whether one of its own parameters says more than that it stands still.
  bool says_anything() const {
    return moves != Moves::no || hull_down || gun_elsewhere || crew_exposed;
  }

  /// The number of a machine gun by its name: BMG, CMG, AAMG, RMG.
  static std::size_t number(std::string_view name);
  /// Not read yet.
  VehicleMachineGuns as_asked() const {
    VehicleMachineGuns asked = *this;
    asked.guns_.clear();
    asked.notes_.clear();
    return asked;
  }
  /// Those that may fire.
  const std::vector<Firer>& guns() const { return guns_; }
  /// What their FP is multiplied by for the movement of the vehicle, and why.
  double factor() const { return moves == Moves::no ? 1 : moves == Moves::bounding ? 0.5 : 0.25; }
  const char* words() const {
    return moves == Moves::bounding ? "halved in Bounding Fire" : "quartered in Motion";
  }
  /// Why others do not fire.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  void add(const char* name, int firepower, int range, const char* why_not);

  std::vector<Firer> guns_;
  std::vector<std::string> notes_;
};

}  // namespace combat_odds::asl
