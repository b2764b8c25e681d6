#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/dice/dice.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_leader/counters/guns.hpp"

namespace combat_odds::squad_leader {

/// The effect of a hit on a vehicle, from none to the worst. An abandoned one is out (39.3).
enum class Damage : std::uint8_t { none, immobilized, abandoned, eliminated, burning };

/// The weapon of a roll on the AFV Kill chart, and its limits.
struct KillWeapon {
  std::string name;           ///< for messages: "75LL AP"
  std::string column;         ///< on the base game's chart; empty: not recovered
  bool flame = false;         ///< ignores armor; its kills burn (97.5, 102.12)
  bool immobilizes = true;    ///< 66.24: not MGs, flamethrowers, Molotov Cocktails
  bool destroys_guns = true;  ///< 63.9: a hit of 20mm or more on an unshielded gun
  bool on_trucks = true;      ///< 51.4: MGs and 20mm guns fire at trucks on the IFT
};

/// The ammunition of a gun against a vehicle.
enum class Ammunition { ap, he, heat };

/// The chart column of a gun that fires `ammunition`.
KillWeapon gun_weapon(const Gun& gun, Ammunition ammunition);

/// The vehicle or gun that is hit, and where.
struct KillTarget {
  enum class Facing { front, side, rear };
  enum class Kind { closed_topped, open_topped, unarmored, shielded_gun, unshielded_gun };

  Facing facing = Facing::front;
  Kind kind = Kind::closed_topped;
  std::optional<int> armor;        ///< upper modifier
  std::optional<int> side_armor;   ///< side and rear; nothing: the upper modifier
  bool boxed_armor = false;        ///< 64.35
  std::optional<int> kill_number;  ///< printed on the user's own chart
  std::optional<int> rear_kill_number;
  int height_advantage = 0;  ///< 77.3
  int drm = 0;

  // Set by the procedures.
  int range = 0;
  bool hull_down = false;
  bool doubled = false;  ///< 97.52, 102.13

  /// Who is never hull down is not asked for boxed armor (64.35).
  enum class HullDown { possible, never };
  static void describe(Declaration<KillTarget>& asked, HullDown hull_down = HullDown::possible);

  bool is_gun() const { return kind >= Kind::shielded_gun; }
  bool is_unarmored() const { return kind == Kind::unarmored; }
  bool is_open_topped() const { return kind == Kind::open_topped; }
  bool is_afv() const { return kind <= Kind::open_topped; }
  /// 63.9: the shield protects a gun only in front.
  bool is_shielded() const { return kind == Kind::shielded_gun && facing == Facing::front; }
};

/// 63.9: a hit of 20mm or more destroys a gun, unless its shield protects it.
bool a_hit_is_enough(const KillWeapon& weapon, const KillTarget& target);

OneOf facing_words();
/// The kinds of targets; guns come last.
OneOf kill_target_words();
OneOf vehicle_words();
/// For Declaration::adjust: leaves only the vehicles among the kinds of targets.
void vehicles_only(Parameter& target_kind);

/// The roll on the AFV Kill chart (33.4) of one weapon against one target, with critical hits
/// (68.2), random immobilization (66.1) and burning (67.1).
class Penetration {
 public:
  /// `critical_hits`: the weapon can get critical hits, which use the number for the rear.
  Penetration(const KillWeapon& weapon, const KillTarget& target, bool critical_hits,
              const Charts& charts);

  /// The result of an Original DR, before the die of 66.1.
  struct Result {
    Damage damage = Damage::none;
    bool exact = false;  ///< a die of 4 to 6 makes it an immobilization
  };
  Result result(int original, bool critical, bool already_immobilized) const;
  /// Rolls that die if it is needed.
  static Damage settle(Dice& dice, Result result);

  /// The highest Original DR that kills, after all modifiers. Nothing if a hit is enough.
  std::optional<int> needed(bool critical) const;

  /// Both rolls.
  Damage roll(Dice& dice, bool critical, bool already_immobilized) const;

  /// 66.4: whether there is a mathematical chance of a kill, critical hits aside.
  bool can_kill() const { return normal_.automatic || normal_.needed >= 2; }

 private:
  struct Roll {
    int number = 0;  ///< the kill number
    int needed = 0;  ///< the kill number after all modifiers
    bool automatic = false;
    bool immobilizes = false;
  };

  Roll normal_;
  Roll critical_;
  bool flame_;
  bool burns_;  ///< guns don't (67.1)
};

/// The vehicle after a hit of that effect. 39.3, 66.4: a hit that could have killed and did not
/// makes the crew of an AFV that was immobilized before check its morale.
Damage after_hit(Dice& dice, Damage before, Damage hit, const Penetration& penetration,
                 int crew_morale);

/// The damage as an outcome, with the events of vehicle_events(); and its labels with their
/// meaning.
Outcome damage_outcome(Damage damage);
std::vector<Term> damage_outcomes();

}  // namespace combat_odds::squad_leader
