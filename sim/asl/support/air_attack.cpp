#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/asl/infantry/fire_target.hpp"
#include "sim/asl/infantry/hit_on_groups.hpp"
#include "sim/asl/infantry/ift_headings.hpp"
#include "sim/asl/to_hit/to_hit_charts.hpp"
#include "sim/asl/to_kill/afv_in_place.hpp"
#include "sim/asl/units/named_numbers.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_games/terrain.hpp"

namespace combat_odds::asl {
namespace {

constexpr int machine_gun_to_kill = 4;  // of a Stuka, in any year (C7.31)

/// The worst effect on an AFV so far.
enum class Damage : std::uint8_t {
  none,
  stunned,
  shocked,
  immobilized,
  eliminated,
  burning_wreck,
};

/// The result of a bomb's To Hit DR; a die decides some Original 2s.
enum class Hit : std::uint8_t { miss, hit, turret, critical, hit_or_critical, improbable };

/// E7.4: aircraft that have sighted their target attack it in turn.
struct AirAttack {
  enum class Attack { point, strafing };
  enum class BombType { direct, area };

  Attack attack = Attack::point;
  int planes = 1;
  int mg = 4;
  int bomb = 200;
  BombType bomb_type = BombType::direct;
  std::string tem = "0";
  int drm = 0;
  int to_hit_drm = 0;
  FireTarget target;  ///< no units: an AFV
  std::optional<int> aerial_armor;
  bool open_topped = false;

  bool at_afv() const { return target.units.empty(); }
  bool at_units() const { return !at_afv(); }
  bool has_bomb() const { return attack == Attack::point && bomb > 0; }
  bool is_point() const { return attack == Attack::point; }
  bool at_units_with_bomb() const { return at_units() && has_bomb(); }
  bool to_hit_matters() const { return has_bomb() || at_afv(); }

  void prepare(const Charts& charts) {
    if (mg == 0 && !has_bomb()) {
      throw ArgumentError("mg", "it attacks with nothing", "an MG, or a point attack with a bomb");
    }
    ift_ = &charts.get<Ift>();
    mg_column_ = ift_->column(mg);
    terrain_ = charts.get<TerrainChart>("asl/terrain.csv").read(tem, "tem", AttackKind::aerial);
    const double full = terrain_.of_he(charts.get<IftHeadings>().he_firepower(bomb));
    const bool area = bomb_type == BombType::area;
    // E7.4: the black numbers at a range of 0 to 6.
    using Type = ToHitRoll::TargetType;
    infantry_to_hit_ = basic_to_hit(charts, area ? Type::area : Type::infantry, false, 0);
    // E7.401, E7.41: Strafing is done from four hexes away, an Aerial Range of eight.
    vehicle_to_hit_ = basic_to_hit(charts, Type::vehicle, false, is_point() ? 0 : 8);
    bomb_column_ = ift_->column(area ? full / 2.0 : full);
    critical_column_ = ift_->column(2 * full);
    // C.7: beyond 36 FP a Critical Hit has -1 DRM for each 8, and a bomb -1 for each 50mm above
    // 200.
    const int above = std::max(bomb - 200, 0) / 50;
    const int critical = static_cast<int>(2 * full);
    critical_drm_ = -std::max(critical - ift_->heading(ift_->columns() - 1), 0) / 8 - above;
    bomb_drm_ = area ? 0 : -above;
    if (at_units()) {
      expect_results();
      return;
    }
    if (!aerial_armor) {
      throw ArgumentError(
          "aerial_armor", "aerial_armor is missing: an AFV has armor",
          "the name of an AFV such as 'T-34 M43', or 0 to 4 by its worst AF (0 and 1: 0, "
          "2: 1, 3: 2, 4 and 6: 3, more: 4)");
    }
    if (!has_bomb()) return;
    const auto& he = charts.get<NamedNumbers>("asl/to-kill-he-flame.csv");
    for (const int calibre : {20, 30, 40, 50, 70, 80, 100, 120, 150}) {
      if (calibre <= bomb) bomb_to_kill_ = he.at("armored_basic", std::to_string(calibre));
    }
  }

  Outcome resolve(Dice& dice) const { return at_afv() ? against_afv(dice) : against_units(dice); }

  Working working() const {
    Working working;
    working.situation = std::to_string(planes) + (planes > 1 ? " planes, " : " plane, ") +
                        (is_point() ? "Point Attack at " : "Strafing ") +
                        (at_afv() ? std::string("an AFV") : target.text());
    if (at_units()) tell_terrain(working, terrain_, "against aircraft");
    return working;
  }

 private:
  enum : std::size_t { plane, bomb_hit, stage, disabled };  // in the memo of the stack
  static constexpr std::uint8_t bombing = 3;                // after the bursts 1 and 2
  enum : std::uint8_t { was_hit = 1, was_critical = 2 };

  /// E7.402, E7.42: in a Point Attack the MG fires twice, then the bomb is dropped; units under the
  /// MG's fire are pinned.
  Outcome against_units(Dice& dice) const {
    TargetStack stack = target.start();
    for (; stack.memo[plane] < planes; ++stack.memo[plane]) {
      bool works = mg > 0;
      const int bursts = is_point() ? 2 : 1;
      for (int burst = 0; works && burst < bursts; ++burst) {
        struct Burst : DrResults {
          bool disabled = false;
        };
        const Burst shot = dice.DR([&](TwoDice roll) {
          return Burst{target.results([&](int own) { return burst_effect(roll.total(), own); }),
                       roll.total() == 12};
        });
        stack.memo[stage] = small(burst + 1);
        stack.memo[disabled] = shot.disabled ? 1 : 0;
        if (target.resolve(dice, stack, shot, false)) return {};
        if (is_point() && burst == 0) target.pin_all(stack);
        burst = stack.memo[stage] - 1;
        works = stack.memo[disabled] == 0;
      }
      stack.memo[stage] = bombing;
      stack.memo[disabled] = 0;
      if (has_bomb() && drop(dice, stack)) return {};
    }
    const std::uint8_t hits = stack.memo[bomb_hit];
    Outcome outcome = target.outcome(stack);
    return outcome.event("bomb_hits", (hits & was_hit) != 0)
        .event("critical_hit", (hits & was_critical) != 0);
  }
  bool by_area() const { return bomb_type == BombType::area; }
  OwnModifier own_of(int drm) const { return {drm, by_area()}; }

  // For units with that modifier of their own, by such a DR:
  IftResult burst_effect(int original, int own) const {
    return ift_->at(mg_column_, original + terrain_.modifier + drm + own);
  }
  IftResult bomb_effect(int original, int own) const {
    return ift_->at(bomb_column_, original + drm + bomb_drm_ + (by_area() ? terrain_.modifier : 0) +
                                      own_of(own).on_effect());
  }
  IftResult critical_effect(int original, int own) const {
    return ift_->at(critical_column_, original + drm + critical_drm_ -
                                          std::max(terrain_.modifier, 0) +
                                          OwnModifier::in_critical_hit(own));
  }

  DrResults bomb_results(int original, HitOnGroups hit) const {
    return effects_of_hit(
        target, by_area(), hit, original, [&](int dr, int own) { return bomb_effect(dr, own); },
        [&](int dr, int own) { return critical_effect(dr, own); });
  }

  void expect_results() {
    for (int original = 2; original <= 12; ++original) {
      target.expect([&](int own) { return burst_effect(original, own); });
    }
    if (!has_bomb()) return;
    expect_hits(
        target, by_area(), [&](int dr, int own) { return bomb_effect(dr, own); },
        [&](int dr, int own) { return critical_effect(dr, own); });
  }

  /// C3.6-.7: the To Hit DR that hit, and those that may be critical.
  Hit classify(int original, int number, bool half_is_critical, int own = 0) const {
    const int modifier =
        to_hit_drm + own + (at_units() && bomb_type == BombType::direct ? terrain_.modifier : 0);
    const int final_dr = original + modifier;
    if (final_dr > number) return original == 2 ? Hit::improbable : Hit::miss;
    if (half_is_critical) {
      if (2 * final_dr < number) return Hit::critical;
      return original == 2 ? Hit::hit_or_critical : Hit::hit;
    }
    if (original > 2) return Hit::hit;
    return 3 + modifier <= number ? Hit::critical : Hit::hit_or_critical;
  }

  /// A die decides: a hit is critical on `critical_on` or less; an Improbable Hit is critical on a
  /// 1, and a hit on a 2 or 3, in an AFV's turret on the 2 (C3.6).
  static Hit decided(Hit open, int die, int critical_on) {
    if (open == Hit::hit_or_critical) return die <= critical_on ? Hit::critical : Hit::hit;
    return die == 1 ? Hit::critical : die == 2 ? Hit::turret : die == 3 ? Hit::hit : Hit::miss;
  }
  static Hit decided(Dice& dice, Hit hit, int critical_on) {
    if (hit != Hit::hit_or_critical && hit != Hit::improbable) return hit;
    return dice.die([&](int die) { return decided(hit, die, critical_on); });
  }

  /// E7.41: TEM counts To Hit with the Infantry Target Type, and on the IFT with the Area Target
  /// Type.
  bool drop(Dice& dice, TargetStack& stack) const {
    const HitOnGroups hit = bomb_on_units(dice);
    if (hit.is_miss()) return false;
    stack.memo[bomb_hit] |= was_hit;
    if (hit.is_critical()) stack.memo[bomb_hit] |= was_critical;
    const DrResults results =
        dice.DR([&](TwoDice roll) { return bomb_results(roll.total(), hit); });
    return target.resolve(dice, stack, results, false);
  }

  /// One To Hit DR for all units, and one die for what it leaves open (C3.6-.7).
  HitOnGroups bomb_on_units(Dice& dice) const {
    /// Up to which modifier To Hit the DR is one of these.
    struct Rolled {
      HitOnGroups decided;
      std::int8_t hit_or_critical = HitOnGroups::nobody;
      std::int8_t improbable = HitOnGroups::nobody;
      std::string text() const {
        if (improbable != HitOnGroups::nobody || hit_or_critical != HitOnGroups::nobody) {
          return "Original 2";
        }
        return decided.is_critical() ? "Critical Hit" : decided.is_miss() ? "miss" : "hit";
      }
    };
    const auto own_modifiers = [&](auto note) {
      for (const int drm : target.group_drms()) note(own_of(drm).to_hit());
    };
    const auto count = [](HitOnGroups& on, Hit hit, int own) {
      if (hit == Hit::hit || hit == Hit::turret) on.add_hit(own);
      if (hit == Hit::critical) on.add_critical(own);
    };
    const Rolled rolled = dice.DR([&](TwoDice roll) {
      Rolled made;
      own_modifiers([&](int own) {
        const Hit hit = classify(roll.total(), infantry_to_hit_, !by_area(), own);
        count(made.decided, hit, own);
        const auto up_to = static_cast<std::int8_t>(own);
        if (hit == Hit::hit_or_critical)
          made.hit_or_critical = std::max(made.hit_or_critical, up_to);
        if (hit == Hit::improbable) made.improbable = std::max(made.improbable, up_to);
      });
      return made;
    });
    const int most = std::max(rolled.hit_or_critical, rolled.improbable);
    if (most == HitOnGroups::nobody) return rolled.decided;
    const int critical_on = by_area() ? 1 : infantry_to_hit_ / 2;
    return dice.die([&](int die) {
      HitOnGroups made = rolled.decided;
      own_modifiers([&](int own) {
        if (own <= rolled.decided.critical) return;
        const Hit open = own <= rolled.hit_or_critical ? Hit::hit_or_critical : Hit::improbable;
        if (own <= most) count(made, decided(open, die, critical_on), own);
      });
      return made;
    });
  }

  /// The MG, then the MG and the bomb, on one AFV.
  Outcome against_afv(Dice& dice) const {
    struct State {
      std::uint8_t plane = 0;
      Damage damage = Damage::none;
      std::uint8_t bombs = 0;
    } state;
    for (; state.plane < planes && state.damage < Damage::eliminated; ++state.plane) {
      dice.at(state);
      bool works = mg > 0;
      for (int burst = 0; burst < (is_point() ? 2 : 1); ++burst) {
        if (!works || state.damage >= Damage::eliminated) continue;
        struct Burst {
          Hit hit = Hit::miss;
          bool disabled = false;
        };
        const Burst shot = dice.DR([&](TwoDice roll) {
          const bool hits = roll.total() + to_hit_drm <= vehicle_to_hit_;
          return Burst{hits                ? Hit::hit
                       : roll.total() == 2 ? Hit::improbable
                                           : Hit::miss,
                       roll.total() == 12};
        });
        works = !shot.disabled;
        if (decided(dice, shot.hit, 0) == Hit::miss) continue;  // a MG has no Critical Hit
        const Damage damage = dice.DR([&](TwoDice roll) { return by_machine_gun(roll.total()); });
        state.damage = std::max(state.damage, damage);
      }
      if (has_bomb() && state.damage < Damage::eliminated)
        bomb_afv(dice, state.damage, state.bombs);
    }
    static constexpr const char* names[] = {"afv_unharmed", "stunned",    "shocked",
                                            "immobilized",  "eliminated", "burning_wreck"};
    Outcome outcome(names[static_cast<std::size_t>(state.damage)]);
    outcome.event("bomb_hits", (state.bombs & was_hit) != 0)
        .event("critical_hit", (state.bombs & was_critical) != 0);
    const bool lost = state.damage >= Damage::eliminated;
    outcome.measure_if(target.casualty_vp, "casualty_vp", points_of_afv(target, lost));
    return tell(outcome, VehicleFate{lost, state.damage == Damage::immobilized});
  }

  /// Elevation, armor, and 1 for the rear, which every hit of an aircraft has (C7.21-.22).
  int to_kill_modifier() const { return (open_topped ? 2 : 1) + 1 - *aerial_armor; }

  Damage by_machine_gun(int original) const {
    const int number = machine_gun_to_kill + to_kill_modifier();
    return 2 * original <= number ? Damage::burning_wreck
           : original < number    ? Damage::eliminated
           : original == number   ? Damage::stunned
                                  : Damage::none;
  }

  /// E7.41: a Final DR of at most half the To Hit number is a direct hit. Another hit is a near
  /// miss with half the basic To Kill number. An Original 12 is a dud.
  void bomb_afv(Dice& dice, Damage& worst, std::uint8_t& bombs) const {
    struct Shot {
      Hit hit = Hit::miss;
      bool direct = false;
      bool turret = false;
    };
    Shot shot = dice.DR([&](TwoDice roll) {
      Shot made;
      made.hit = classify(roll.total(), vehicle_to_hit_, false);
      const bool may_hit = made.hit != Hit::miss;
      made.direct = may_hit && 2 * (roll.total() + to_hit_drm) <= vehicle_to_hit_;
      made.turret = may_hit && roll.coloured < roll.white;
      return made;
    });
    shot.hit = decided(dice, shot.hit, 1);
    if (shot.hit == Hit::miss) return;
    if (shot.hit == Hit::turret) shot.turret = true;
    bombs |= was_hit;
    const bool critical = shot.hit == Hit::critical;
    if (critical) bombs |= was_critical;
    const int basic = critical      ? 2 * bomb_to_kill_
                      : shot.direct ? bomb_to_kill_
                                    : bomb_to_kill_ / 2;
    const int number = basic + to_kill_modifier();
    const Damage damage = dice.DR([&](TwoDice roll) {
      const int dr = roll.total();
      if (dr == 12 || dr > number + 1) return Damage::none;
      return 2 * dr <= number ? Damage::burning_wreck
             : dr < number    ? Damage::eliminated
             : shot.turret    ? Damage::shocked
                              : Damage::immobilized;
    });
    worst = std::max(worst, damage);
  }

  const Ift* ift_ = nullptr;
  Terrain terrain_;
  int infantry_to_hit_ = 0;
  int vehicle_to_hit_ = 0;
  int mg_column_ = -1;
  int bomb_column_ = -1;
  int critical_column_ = -1;
  int critical_drm_ = 0;
  int bomb_drm_ = 0;
  int bomb_to_kill_ = 0;
};

}  // namespace

Procedure air_attack() {
  return procedure<AirAttack>("asl.air-attack", "E7.4, RB9",
                              "aircraft that have sighted units or an AFV attack with MG and bombs")
      .asks(&AirAttack::attack, "attack", one_of({"point", "strafing"}),
            "a Point Attack: the MG twice, and a bomb; or Strafing: the MG once on each Location")
      .asks(&AirAttack::planes, "planes", 1, 3, "how many attack it, one after the other")
      .asks(&AirAttack::mg, "mg", 0, 12, "the FP of the MG: 4 on the Stuka's counter; 0: none")
      .asks(&AirAttack::bomb, "bomb", 0, 500,
            "the calibre of the bomb in mm: 200 on the Stuka's counter; 0: none")
      .tried_with({"200", "0", "100", "300"})
      .asks(&AirAttack::bomb_type, "bomb_type", one_of({"direct", "area"}),
            "the Infantry Target Type, or the Area Target Type with half the FP")
      .asks(&AirAttack::tem, "tem", "a terrain such as stone, or its TEM",
            "what the units are in; hexsides and Height Advantage do not help against aircraft")
      .or_named(terrain_names("asl/terrain.csv", AttackKind::aerial))
      .tried_with({"0", "stone", "woods", "wall", "marsh", "2"})
      .asks(&AirAttack::drm, "drm", -10, 10,
            "the sum of other modifiers on the IFT, such as FFMO and FFNAM")
      .asks(&AirAttack::to_hit_drm, "to_hit_drm", -10, 10,
            "the sum of the modifiers To Hit, such as the target's size or its movement")
      .includes(&AirAttack::target, "", FireTarget::InPlace::afv, FireTarget::Groups::several)
      .includes(&AirAttack::target, describe_afv_points)
      .asks(&AirAttack::aerial_armor, "aerial_armor", 0, 4,
            "afv: the Aerial AF, 0 to 4 by its worst AF (0 and 1: 0, 2: 1, 3: 2, 4 and 6: 3, 8 and "
            "11: 4)")
      .or_named(aerial_armors(), "an AFV such as 'T-34 M43'")
      .tried_with({"2", "3", "0"})
      .asks(&AirAttack::open_topped, "open_topped",
            "afv: it is open-topped, +2 on the To Kill number for an attack from above, not +1")
      .only_when({"aerial_armor", "open_topped"}, &AirAttack::at_afv, "", "--target afv")
      .only_when({"bomb"}, &AirAttack::is_point, "only a Point Attack drops bombs",
                 "--attack point")
      .only_when({"bomb_type"}, &AirAttack::at_units_with_bomb, "",
                 "units as --target and a --bomb")
      .only_when({"to_hit_drm"}, &AirAttack::to_hit_matters, "nothing rolls To Hit here", "")
      .only_when({"tem", "drm", "status", "elr"}, &AirAttack::at_units, "", "units as --target")
      .outcome("burning_wreck", "the AFV is a burning wreck")
      .outcome("immobilized", "it is immobilized (a hull hit)")
      .outcome("shocked", "it is shocked (a turret hit)")
      .outcome("stunned", "its crew is stunned")
      .outcome("afv_unharmed", "nothing happens to it")
      .outcomes(FireTarget::outcomes())
      .event("bomb_hits", "a bomb hits, or lands near an AFV")
      .event("critical_hit", "it is a Critical Hit")
      .events(FireTarget::events())
      .events(FireTarget::group_events())
      .events(vehicle_events())
      .measures(FireTarget::measures())
      .headline("knocked_out", "the AFV is knocked out")
      .headline("stopped", "it is at least stopped")
      .headline("broken_or_worse", "at least one breaks or worse", "it breaks or worse")
      .headline("eliminated_or_reduced", "at least one is lost or reduced", "it is lost or reduced")
      .headline("bomb_hits", "a bomb hits");
}

}  // namespace combat_odds::asl
