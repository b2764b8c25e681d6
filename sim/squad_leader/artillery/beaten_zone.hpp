#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/dice/dice.hpp"
#include "sim/squad_leader/he/neighbours.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"
#include "sim/squad_leader/infantry/marsh.hpp"

namespace combat_odds::squad_leader {

/// The hex that artillery is aimed at and the six around it, with what is in them: where shells
/// fall that matter.
class BeatenZone {
 public:
  static constexpr std::size_t hex_count = 7;  ///< 0 aimed at; 1 to 6 around it, clockwise
  static constexpr std::size_t most_units = 16;

  /// Those in the hexes, one hex after the other. Who is eliminated or has routed away has no
  /// morale any more. A part of a state.
  struct Units {
    std::array<TargetUnit, most_units> units{};
    std::uint8_t vehicle = 0;  ///< 1: one stands in the hex aimed at
    friend bool operator==(const Units&, const Units&) = default;
  };
  /// One hex under attack. A part of a state.
  struct Attack {
    std::uint8_t on = 0;  ///< 1 + the hex whose units have still to check their morale; 0: none
    TargetStack hex;
  };

  BeatenZone() = default;
  /// `vehicle_drm`: nothing where there is no vehicle. `marsh`: what the hex aimed at is.
  BeatenZone(const Place& aimed_at, const Neighbours& around, std::optional<int> vehicle_drm,
             const Marsh& marsh);

  Units start() const { return start_; }
  /// Whether there is anything that an attack on the hex could hurt.
  bool anything(const Units& units, std::size_t hex) const;
  bool anything_left(const Units& units) const;
  bool anything_at_all() const { return anything_left(start_); }

  /// A DR on a column of the IFT against all in a hex; a vehicle is eliminated by a KIA (46.54).
  /// What is left to check is in `attack`.
  void fire(Dice& dice, Units& units, Attack& attack, std::size_t hex, const Ift& ift, int column,
            int payload_drm) const;
  /// The next Morale Check of an attack that is on.
  void check(Dice& dice, Units& units, Attack& attack) const;
  /// Broken units leave.
  void rout(Units& units) const;

  /// What became of them all: infantry in the hex aimed at and a vehicle there in the common words,
  /// those around it as measures, each only where there was any.
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
  std::array<std::uint8_t, hex_count> leaders_{};    ///< how many of them are leaders
  std::array<int, hex_count> drm_{};
  std::optional<int> vehicle_drm_;
};

}  // namespace combat_odds::squad_leader
