#pragma once

#include "sim/squad_leader/to_hit/gunnery.hpp"

namespace combat_odds::squad_leader {

/// A shot, and what firer and target did in the turn: all that a player knows when he rolls To Hit
/// (33.31).
struct AimedShot {
  enum class Firer { tank, sp_gun };
  enum class Phase { prep, defensive, advancing };
  enum class Moved { none, pivoted, entered_hex };

  Aim aim;
  int acquisition = 0;
  Firer firer = Firer::tank;
  Phase fire_phase = Phase::prep;
  Moved firer_moved = Moved::none;
  bool turret_turned = false;
  int outside_arc = 0;
  bool moving = false;
  int moving_drm = 0;
  bool concealed = false;
  bool no_crest_counter = false;

  static void describe(Declaration<AimedShot>& asked, Aim::Use use = Aim::Use::one_shot);
  void prepare(const Charts& charts);

  /// The DRM in addition to the modifiers that Gunnery applies itself.
  int drm() const { return drm_; }
  bool in_phase(Phase phase) const { return fire_phase == phase; }

 private:
  /// The name of the vehicle decides before `firer`: a StuG III or SU-122 has no turret.
  bool has_turret() const { return aim.gun.turret.value_or(firer == Firer::tank); }
  bool fits_the_name() const { return firer != Firer::sp_gun || !aim.gun.turret.value_or(false); }
  bool may_be_russian_tank() const;
  bool may_enter_hex_then() const;
  bool hull_pivoted_in_movement() const;
  bool may_enter_hex() const { return firer_moved != Moved::entered_hex || has_turret(); }
  bool may_pivot_then() const { return firer_moved != Moved::pivoted || fire_phase != Phase::prep; }
  int movement_drm(const ToHitDrm& chart) const;

  int drm_ = 0;
};

}  // namespace combat_odds::squad_leader
