#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/dice/dice.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"
#include "sim/squad_leader/infantry/marsh.hpp"
#include "sim/squad_leader/infantry/neighbours.hpp"

namespace combat_odds::squad_leader {

/// The hex at which artillery is aimed and the six around it, with their units. Shells that fall
/// elsewhere do not matter.
class BeatenZone {
 public:
  static constexpr std::size_t hex_count = 7;  ///< 0 aimed at; 1 to 6 around it, clockwise
  static constexpr std::size_t most_units = 16;

  /// The units in the hexes, hex by hex. Units that were eliminated or have routed have a morale of
  /// 0. A part of a state.
  struct Units {
    std::array<TargetUnit, most_units> units{};
    std::uint8_t vehicle = 0;  ///< 1: there is one in the hex aimed at
    friend bool operator==(const Units&, const Units&) = default;
  };
  /// One hex under attack. A part of a state.
  struct Attack {
    std::uint8_t on = 0;  ///< 1 + the hex whose units have still to check their morale; 0: none
    TargetStack stack;
  };

  BeatenZone() = default;
  /// `vehicle_drm`: nothing if there is no vehicle. `marsh` is for the hex aimed at.
  BeatenZone(const OccupiedHex& aimed_at, const Neighbours& around, std::optional<int> vehicle_drm,
             const Marsh& marsh);

  Units start() const { return start_; }
  /// Whether an attack on the hex could hurt anything.
  bool anything(const Units& units, std::size_t hex) const;
  bool anything_left(const Units& units) const;
  bool anything_at_all() const { return anything_left(start_); }

  /// A DR on a column of the IFT against everything in a hex. A KIA eliminates a vehicle (46.54).
  /// Units that have still to check are put into `attack`.
  void fire(Dice& dice, Units& units, Attack& attack, std::size_t hex, const Ift& ift, int column,
            int payload_drm) const;
  /// The next Morale Check of the attack.
  void check(Dice& dice, Units& units, Attack& attack) const;
  /// Broken units leave.
  void rout(Units& units) const;

  /// Adds the fate of all units: infantry and the vehicle in the hex aimed at as common events,
  /// units around it as measures. Each only if there was any.
  void tell(Outcome& outcome, const Units& units) const;

 private:
  struct Count {
    int units = 0;
    int eliminated = 0;
    int broken = 0;
    bool leader_lost = false;
  };
  Count count(const Units& units, std::size_t first_hex, std::size_t last_hex) const;
  void end(Units& units, Attack& attack) const;

  Units start_;
  std::array<std::uint8_t, hex_count + 1> first_{};  ///< the first unit of each hex
  std::array<std::uint8_t, hex_count> leaders_{};    ///< the number of leaders in each hex
  std::array<std::vector<int>, hex_count> drms_;     ///< of the groups in each hex
  std::optional<int> vehicle_drm_;
};

}  // namespace combat_odds::squad_leader
