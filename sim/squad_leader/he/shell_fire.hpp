#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/dice/dice.hpp"
#include "sim/squad_leader/he/soft_vehicle.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"
#include "sim/squad_leader/infantry/group_results.hpp"
#include "sim/squad_leader/infantry/smoke.hpp"
#include "sim/squad_leader/to_hit/gunnery.hpp"
#include "sim/squad_leader/to_kill/penetration.hpp"

namespace combat_odds::squad_leader {

/// The fire of one gun in one phase at one hex with infantry, a gun and its crew, or a soft vehicle
/// and its passengers: To Hit rolls, and the effects of hits (33.3, 34, 51.4, 63.14-63.24, 63.9,
/// 100).
class ShellFire {
 public:
  enum class Round { he, mortar, canister };
  enum class At { infantry, gun, soft_vehicle };

  /// The group of the crew behind a gun shield, behind those of the others in its hex.
  std::size_t crew_group() const { return group_drms.size(); }

  /// The state of the fire, kept in TargetStack::memo.
  struct Now {
    std::uint8_t shots = 0;  ///< still to be fired
    std::uint8_t hits = 0;
    Shot::Gun gun = Shot::Gun::fires_on;
    std::uint8_t canister_gone = 0;
    std::uint8_t gun_destroyed = 0;
    SoftVehicle vehicle = SoftVehicle::good;
    std::uint8_t hex = 0;                ///< sprayed fire (63.23): the hex under fire
    std::uint8_t others_eliminated = 0;  ///< in the other two hexes
    std::uint8_t others_broken = 0;
    std::uint8_t machine_guns = 0;  ///< 1: those of the vehicle have still to fire
    std::uint8_t building = 0;      ///< 0: standing, or none; 1: rubble; 2: burning rubble
  };
  static Now now(const TargetStack& stack);
  static void remember(TargetStack& stack, const Now& now);

  /// A column of the IFT, and the DRM for infantry, crew and vehicle.
  struct Attack {
    int column = -1;
    int infantry_drm = 0;
    int crew_drm = 0;
    int vehicle_drm = 0;
  };

  std::vector<int> group_drms = {0};  ///< of the infantry's groups, beside an attack's own
  Round round = Round::he;
  At at = At::infantry;
  const Ift* ift = nullptr;
  std::optional<Gunnery> infantry_line;  ///< for infantry and crews
  std::optional<Gunnery> object_line;    ///< for the gun or vehicle
  int to_hit_drm = 0;
  Smoke smoke;  ///< modifies the To Hit roll, and the IFT roll of strafe()
  std::optional<Penetration> penetration;  ///< of an HE hit on the gun or vehicle
  Attack shell;
  Attack canister;
  std::optional<Attack> near_miss;  ///< only for large shells (100.1)
  std::optional<int> survival_number;
  bool building = false;  ///< 58.1: the infantry is in a building, which may fall

  /// The next shot. The caller sets the checkpoints.
  void shoot(Dice& dice, TargetStack& stack) const;
  /// Whether shots and targets are left.
  bool goes_on(const TargetStack& stack) const;

  /// Whether anything is left to fire at.
  bool is_there(const TargetStack& stack) const;

  /// An IFT attack on all units in the hex, as by machine guns (63.16). The gun breaks down on an
  /// Original DR of `breakdown_number` or more.
  void strafe(Dice& dice, TargetStack& stack, const Attack& attack, int breakdown_number) const;

 private:
  /// The targets that a To Hit roll hits.
  struct Met {
    bool infantry = false;
    bool object = false;
    bool near_miss = false;
  };
  struct Rolled {
    bool two = false;  ///< a third die decides (33.32)
    Met met;
    Gunnery::Wear wear;
  };
  /// The needed numbers of the target lines; `hindrance` is the roll for smoke.
  struct Needed {
    int infantry = 0;
    int object = 0;
    int best() const { return std::max(infantry, object); }
    bool asks_third_die() const;
  };
  Needed needed(int hindrance) const;
  Met met(int original, Needed needed) const;
  Met third_die(Dice& dice, Needed needed) const;
  const Gunnery& gunnery() const { return infantry_line ? *infantry_line : *object_line; }

  void hit(Dice& dice, TargetStack& stack, Met met, bool as_canister) const;
  GroupResults on_infantry(const Attack& attack, int final_dr) const;
  bool any_infantry(const TargetStack& stack) const;
  void fire_at_infantry(Dice& dice, TargetStack& stack, const Attack& attack, bool crew_only) const;
  void bring_down(Dice& dice, TargetStack& stack, const Attack& attack) const;
  void fire_at_vehicle(Dice& dice, TargetStack& stack, const Attack& attack, bool by_shells) const;
  void destroyed(Dice& dice, TargetStack& stack, SoftVehicle how) const;
};

}  // namespace combat_odds::squad_leader
