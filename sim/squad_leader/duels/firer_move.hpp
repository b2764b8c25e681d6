#pragma once

#include <optional>

#include "sim/declare/declaration.hpp"
#include "sim/squad_leader/counters/guns.hpp"
#include "sim/squad_leader/duels/engagement.hpp"
#include "sim/squad_leader/to_hit/gunnery.hpp"
#include "sim/squad_leader/to_kill/penetration.hpp"

namespace combat_odds::squad_leader {

/// The move of the firer of an engagement.
struct AskedMove {
  enum class Move { fire, move_then_fire, move_and_fire, leave };
  enum class FiredAt { end, start };

  Move move = Move::fire;
  std::optional<int> range;
  std::optional<KillTarget::Facing> facing;
  std::optional<Aim::Target> line;
  std::optional<int> to_hit_number;
  std::optional<int> kill_number;
  std::optional<int> kill_drm;
  std::optional<Aim::Target> return_line;
  std::optional<int> return_to_hit_number;
  std::optional<int> return_kill_drm;
  int drm = 0;
  std::optional<bool> turret;
  std::optional<bool> sherman;
  FiredAt fired_at = FiredAt::end;
  bool out_of_sight = false;

  static void describe(Declaration<AskedMove>& asked, const OneOf& lines);

  bool is_possible() const { return range || out_of_sight; }
  bool to_a_position() const { return range.has_value(); }

  /// The same shot from there. A number given for another range or facing no longer applies.
  Aim aim(const Aim& before) const;
  KillTarget target(const KillTarget& before) const;
  /// The target's shot at it there.
  Aim returned(const Aim& before) const;
};

}  // namespace combat_odds::squad_leader
