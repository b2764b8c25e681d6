#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/asl/infantry/fire_target.hpp"
#include "sim/asl/infantry/hit_on_groups.hpp"
#include "sim/asl/to_hit/aim.hpp"
#include "sim/squad_games/terrain.hpp"

namespace combat_odds::asl {

/// HE of one gun at the infantry of a Location or hex (C3.32, C3.33): the To Hit DR of each shot
/// and its effect.
struct HeAttack {
  enum class Type { infantry, area };

  Aim aim;
  Type target_type = Type::infantry;
  bool mortar = false;
  bool pinned = false;
  bool concealed = false;
  bool ffnam = false;
  bool ffmo = false;
  bool hazardous = false;
  int effects_drm = 0;
  std::optional<std::string> in_terrain;
  FireTarget target;
  bool at_gun = false;  ///< the target serves a gun, which the attack may hit, too (C11.4)

  /// Declares the gun, the range and what modifies every To Hit DR.
  static void describe(Declaration<HeAttack>& asked);
  static void describe_pinned(Declaration<HeAttack>& asked);
  static void describe_concealed(Declaration<HeAttack>& asked);
  /// First Fire at a moving target.
  static void describe_movement(Declaration<HeAttack>& asked);
  static void describe_effects(Declaration<HeAttack>& asked);
  void prepare(const Charts& charts);
  /// Call when the target is prepared, too.
  void prepare_effects();

  bool is_area() const { return target_type == Type::area; }
  bool may_use_intensive_fire() const { return !pinned && aim.gun.intensive_fire; }
  /// C6.5, C6.57: whether a shot acquires the target.
  bool acquires() const { return !aim.bore_sighted && (is_area() || !concealed); }

  /// A To Hit DR; `acquired`: 0 to 2, the steps of acquisition (N).
  struct Fired {
    Shot shot;       ///< its hit is the best of all
    HitOnGroups at;  ///< whom it hits
  };
  Fired shoot(Dice& dice, int acquired, bool intensive) const;
  /// What becomes of the gun that the target serves.
  enum class GunHit : std::uint8_t { unharmed, malfunctions, destroyed };
  /// Begins the effect of a hit on the target, which FireTarget resolves.
  GunHit begin_effect(Dice& dice, TargetStack& stack, const Fired& fired, bool last) const;
  /// The gun, the numbers of such a shot, and the target.
  Working working(int acquired, bool intensive) const;

 private:
  int normal_drm() const;
  GunHit destroy_gun(TargetStack& stack) const;
  OwnModifier own(int drm) const { return {drm, is_area()}; }
  IftResult effect(int dr, int own_drm) const;
  IftResult critical_effect(int dr, int own_drm) const;
  double fired() const { return terrain_.of_he(firepower_ * (is_area() ? 0.5 : 1.0)); }
  Sum drm(int acquired, bool intensive) const;

  const ToHitDrm* chart_ = nullptr;
  std::vector<int> own_to_hit_;  ///< of each group
  ToHitRoll normal_;
  ToHitRoll intensive_;
  Sum standing_;
  const Ift* ift_ = nullptr;
  int firepower_ = 0;
  Terrain terrain_;
  std::vector<std::string> target_notes_;
};

}  // namespace combat_odds::asl
