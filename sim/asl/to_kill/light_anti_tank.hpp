#pragma once

#include <optional>
#include <string>

#include "core/dice/working.hpp"
#include "sim/asl/to_kill/latw.hpp"
#include "sim/asl/to_kill/vehicle_hit.hpp"

namespace combat_odds::asl {

/// Infantry fires a light anti-tank weapon at a vehicle (C13).
struct LightAntiTank {
  enum class Unit { squad, half_squad, crew, smc };
  enum class Period { aug_1943, oct_1943, jun_1944, in_1945 };
  enum class TargetMoves { no, stopped, in_motion };
  /// Who fires it.
  struct Firer {
    Unit unit = Unit::squad;
    bool pinned = false;
    bool inexperienced = false;
    int leader = 0;  ///< the modifier of whoever directs
  };

  Latw weapon;
  int range = 1;
  std::optional<int> to_hit_number;
  std::optional<int> removal_number;
  bool russian_made = false;
  Unit unit = Unit::squad;
  Period period = Period::oct_1943;
  bool allotted = false;
  bool point_blank = false;
  bool cx = false;
  bool pinned = false;
  bool inexperienced = false;
  int leader = 0;
  bool advancing = false;
  bool from_building = false;
  bool deliberate_immobilization = false;
  TargetMoves target_moves = TargetMoves::no;
  bool concealed = false;
  std::optional<int> target_size;
  int tem = 0;
  int hindrance = 0;
  bool hull_down = false;
  int drm = 0;
  Armor target;

  /// All that is asked.
  static void describe(Declaration<LightAntiTank>& asked);
  void prepare(const Charts& charts);

  /// What comes of one attempt to fire it.
  struct Fired {
    /// The PF Check (C13.31), which others do not make.
    enum class Check : std::uint8_t { may_fire, no_shot, no_shot_and_pinned };
    Check check = Check::may_fire;
    Shot shot;
    bool dud = false;

    bool fires() const { return check == Check::may_fire; }
    /// An Original 6 of the check, which breaks who is pinned.
    bool pins() const { return check == Check::no_shot_and_pinned; }
    bool weapon_lost() const { return shot.weapon == Shot::Weapon::removed; }
  };
  /// Who fires as it was asked.
  Firer firer() const { return {unit, pinned, inexperienced, leader}; }
  /// Fires once.
  Fired fire(Dice& dice, const Firer& by, VehicleState& vehicle) const;

  Outcome resolve(Dice& dice) const;
  Working working() const;

  bool is_panzerfaust() const { return weapon.is_panzerfaust(); }
  bool is_checked() const { return weapon.is_panzerfaust() && !allotted; }
  bool unit_matters() const { return is_checked() || (is_panzerfaust() && target.casualty_vp); }
  bool has_own_table() const { return weapon.has_own_table(); }
  bool is_rifle() const { return weapon.is_rifle(); }
  bool has_backblast() const { return weapon.has_backblast(); }
  bool has_removal_number() const { return has_own_table() && weapon.kind != Latw::Kind::piat; }
  bool may_be_reduced() const { return !has_removal_number() || removal_number.has_value(); }
  bool is_close() const { return range <= 2 && target_moves != TargetMoves::in_motion; }

 private:
  int longest_range() const;
  void refuse_immobilization(const Projectile& shot) const;
  int firer_points_lost(Dice& dice) const;
  int modified_number(const Charts& charts) const;
  int check_drm(const Firer& by) const;
  Sum all_drm(const ToHitDrm& chart) const;
  ToHitRoll roll_of(const Firer& by) const;
  int drm_of(const Firer& by) const { return by.leader + (by.pinned ? pinned_drm_ : 0); }

  ToHitRoll roll_;
  Sum sum_;
  int pinned_drm_ = 0;
  std::optional<Penetration> penetration_;
  VehicleHit hit_;
  std::string name_;
};

}  // namespace combat_odds::asl
