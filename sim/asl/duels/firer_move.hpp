#pragma once

#include <optional>

#include "sim/asl/duels/engagement.hpp"
#include "sim/asl/to_hit/aim.hpp"
#include "sim/asl/to_kill/armor.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds::asl {

/// The user's parameters for a move of the firer in an engagement.
struct AskedMove {
  enum class Move { fire, move_then_fire, move_and_fire, leave };
  enum class Bounding { advancing, first_fire };
  enum class FiredAt { end, start };

  Move move = Move::fire;
  std::optional<int> range;
  std::optional<Armor::Facing> facing;
  std::optional<int> armor;
  std::optional<int> turret_armor;
  std::optional<int> tem;
  std::optional<int> hindrance;
  std::optional<bool> hull_down;
  std::optional<int> return_tem;
  std::optional<bool> return_hull_down;
  std::optional<int> turning_drm;
  std::optional<int> mp;
  std::optional<bool> turret;
  bool stabilized = false;
  Bounding bounding = Bounding::advancing;
  FiredAt fired_at = FiredAt::end;
  bool out_of_sight = false;

  static void describe(Declaration<AskedMove>& asked);

  bool is_possible() const { return range || out_of_sight; }
  bool to_a_position() const { return range.has_value(); }

  // What depends on the position.
  Aim aim(const Aim& before) const;
  Aim returned(const Aim& before) const;
  /// Throws ArgumentError if the numbers of the new facing are missing.
  Armor target(const Armor& before, const Charts& charts) const;

  /// The modifiers of firing and being fired at on the move. `has_turret` says whether the firer
  /// has a turret; `range_before` is the range from where it starts.
  FirerMove modifiers(bool has_turret, int range_before, const Charts& charts) const;
};

}  // namespace combat_odds::asl
