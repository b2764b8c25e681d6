#include "sim/squad_leader/to_kill/penetration.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/squad_games/infantry_fate.hpp"

namespace combat_odds::squad_leader {
namespace {

using Facing = KillTarget::Facing;
using Kind = KillTarget::Kind;

/// 64.3: the armor modifier of the facing. A gun's shield counts as -4, no shield as -5 (63.9).
int armor(const KillTarget& target, bool front) {
  if (target.is_gun()) return target.is_shielded() ? -4 : -5;
  if (target.is_unarmored()) return 0;
  if (!target.armor) {
    throw ArgumentError("armor", "armor is missing",
                        "the upper armor modifier printed on its counter (64.3), or the name of "
                        "a base-game vehicle as the target (33.41)");
  }
  return front ? *target.armor : target.side_armor.value_or(*target.armor);
}

int kill_number(const KillWeapon& weapon, const KillTarget& target, bool rear,
                const Charts& charts) {
  const bool use_rear = rear && target.facing != Facing::rear && !target.is_unarmored();
  const std::optional<int>& given = use_rear ? target.rear_kill_number : target.kill_number;
  if (given) return *given;
  const auto& chart = charts.get<AfvKillTable>();
  const std::string row = target.is_unarmored() ? "unarmored"
                          : rear                ? "rear"
                                 : facing_words().words[static_cast<std::size_t>(target.facing)];
  std::optional<int> number;
  // Numbers of the user's chart and of the base game are not mixed between facings.
  const bool mixed = use_rear && target.kill_number.has_value();
  if (!weapon.column.empty() && !mixed) number = chart.number(row, weapon.column);
  if (number) return *number;
  const char* const parameter = use_rear ? "rear_kill_number" : "kill_number";
  throw ArgumentError(
      parameter,
      mixed ? fmt::format("{} is missing: a critical hit rolls against the rear (68.2)", parameter)
            : fmt::format("{} is missing: the number of {} against the {} was not recovered",
                          parameter, weapon.name, target.is_unarmored() ? "unarmored target" : row),
      fmt::format("the number printed on your AFV KILL chart, {}",
                  target.is_unarmored() ? row : row + " target facing"));
}

}  // namespace

KillWeapon gun_weapon(const Gun& gun, Ammunition ammunition) {
  static const char* const suffix[] = {"", "*", "L", "LL"};
  static const char* const rounds[] = {"AP", "HE", "HEAT"};
  const bool plain = gun.barrel == Gun::Barrel::plain;
  const int size = gun.calibre == 76    ? 75
                   : gun.calibre == 122 ? 120
                   : gun.calibre == 152 ? 150
                                        : gun.calibre;
  const auto is_one_of = [size](std::initializer_list<int> sizes) {
    return std::find(sizes.begin(), sizes.end(), size) != sizes.end();
  };
  KillWeapon weapon;
  weapon.destroys_guns = gun.calibre >= 20;
  weapon.on_trucks = gun.calibre > 20;
  weapon.name = fmt::format("{}{} {}", gun.calibre, suffix[static_cast<int>(gun.barrel)],
                            rounds[static_cast<int>(ammunition)]);
  if (ammunition == Ammunition::ap && plain) {
    // Cross of Iron has columns of their own for *, L and LL (64.24); they were not recovered.
    if (size == 20) weapon.column = "ap_50cal_20mm";
    if (is_one_of({37, 50, 75})) weapon.column = fmt::format("ap_{}", size);
  } else if (ammunition == Ammunition::he && is_one_of({37, 50, 75, 105, 120, 150})) {
    weapon.column = fmt::format("he_{}", size);
  } else if (ammunition == Ammunition::heat && size == 105) {
    weapon.column = "heat_h6";  // the base game's H6 guns are 105s
  }
  return weapon;
}

bool a_hit_is_enough(const KillWeapon& weapon, const KillTarget& target) {
  return target.is_gun() && !target.is_shielded() && weapon.destroys_guns;
}

OneOf facing_words() { return one_of({"front", "side", "rear"}); }

OneOf kill_target_words() {
  return one_of({"closed_topped", "open_topped", "unarmored", "shielded_gun", "unshielded_gun"});
}

OneOf vehicle_words() { return one_of({"closed_topped", "open_topped", "unarmored"}); }

void vehicles_only(Parameter& target_kind) {
  target_kind.choices = vehicle_words().words;
  target_kind.meaning = "which vehicle";
}

Penetration::Penetration(const KillWeapon& weapon, const KillTarget& target, bool critical_hits,
                         const Charts& charts)
    : flame_(weapon.flame), burns_(!target.is_gun()) {
  if (target.is_unarmored() && !weapon.on_trucks) {
    throw ArgumentError(
        "target_kind",
        fmt::format("{} fires at trucks on the IFT, where a KIA eliminates them", weapon.name),
        "no roll on the AFV Kill chart (51.4)");
  }
  int drm = target.drm;
  if (target.height_advantage >= 2 && target.range <= 24) {  // 77.3
    if (target.kind == Kind::closed_topped) drm -= 1;
    if (target.is_open_topped()) drm -= 3;
  }
  if (target.boxed_armor && !target.hull_down) {
    throw ArgumentError("boxed_armor", "the square counts for a hull down target only (64.35)",
                        "false, or a hull down target");
  }
  const bool front = target.facing == Facing::front;
  const int factor = target.doubled ? 2 : 1;

  if (a_hit_is_enough(weapon, target)) {
    normal_.automatic = true;
  } else {
    normal_.number = factor * kill_number(weapon, target, false, charts);
    const bool ignored = weapon.flame && !target.is_gun();  // 102.12; but 63.9
    const int plate = ignored ? 0 : armor(target, front) + (target.boxed_armor ? 1 : 0);
    normal_.needed = normal_.number - plate - drm;
    normal_.immobilizes = weapon.immobilizes && target.is_afv() && !front && !target.hull_down;
  }
  if (!critical_hits) return;
  if (!target.is_afv()) {
    critical_ = normal_;  // 68.1 speaks of AFVs
    return;
  }
  // 68.2, 68.3: the rear facing at -1; armor counts only if it is negative.
  critical_.number = factor * kill_number(weapon, target, true, charts);
  const int plate = weapon.flame ? 0 : std::min(0, armor(target, false));
  critical_.needed = critical_.number - plate - drm + 1;
  critical_.immobilizes = weapon.immobilizes && !target.hull_down;
}

Penetration::Result Penetration::result(int original, bool critical,
                                        bool already_immobilized) const {
  const Roll& roll = critical ? critical_ : normal_;
  if (roll.automatic) return {Damage::eliminated, false};
  const int margin = roll.needed - original;  // how far the roll is below
  if (margin < 0) return {};
  const int final_dr = roll.number - margin;
  const bool burns = burns_ && (flame_ || 2 * final_dr <= roll.number);  // 67.1
  return {burns ? Damage::burning : Damage::eliminated,
          margin == 0 && roll.immobilizes && !already_immobilized};
}

std::optional<int> Penetration::needed(bool critical) const {
  const Roll& roll = critical ? critical_ : normal_;
  if (roll.automatic) return std::nullopt;
  return roll.needed;
}

Damage Penetration::settle(Dice& dice, Result result) {
  if (!result.exact) return result.damage;
  const bool only_immobilized = dice.die([](int die) { return die >= 4; });  // 66.1
  return only_immobilized ? Damage::immobilized : result.damage;
}

Damage Penetration::roll(Dice& dice, bool critical, bool already_immobilized) const {
  return settle(
      dice, dice.DR([&](TwoDice dr) { return result(dr.total(), critical, already_immobilized); }));
}

Damage after_hit(Dice& dice, Damage before, Damage hit, const Penetration& penetration,
                 int crew_morale) {
  if (hit != Damage::none) return hit;
  if (before != Damage::immobilized || !penetration.can_kill()) return before;
  const bool fails = dice.DR([&](TwoDice roll) { return roll.total() > crew_morale; });
  return fails ? Damage::abandoned : before;
}

void KillTarget::describe(Declaration<KillTarget>& asked, HullDown hull_down) {
  asked.asks(&KillTarget::facing, "facing", facing_words(), "the target facing that is hit (33.5)")
      .only_when([](const KillTarget& target) { return !target.is_unarmored(); },
                 "the chart has one line for trucks", "")
      .asks(&KillTarget::kind, "target_kind", kill_target_words(),
            "the vehicle, or a gun with a shield, which stands in front, or without (63.9)")
      .asks(&KillTarget::armor, "armor", -9, 9,
            "the upper armor modifier on the target's counter, for the front (64.31); a base-game "
            "vehicle named as the target has that of 33.41. Cross of Iron's listings were not "
            "recovered")
      .only_when(&KillTarget::is_afv, "trucks and guns have no armor modifier",
                 "an AFV as --target-kind")
      .asks(&KillTarget::side_armor, "side_armor", -9, 9,
            "the lower armor modifier, for side and rear (64.32); default: the upper one")
      .only_when(&KillTarget::is_afv, "trucks and guns have no armor modifier",
                 "an AFV as --target-kind");
  if (hull_down == HullDown::possible) {
    asked
        .asks(&KillTarget::boxed_armor, "boxed_armor",
              "the armor modifier of the facing stands in a square: +1 if hull down (64.35)")
        .only_when(&KillTarget::is_afv, "trucks and guns have no armor modifier",
                   "an AFV as --target-kind");
  }
  asked
      .asks(&KillTarget::kill_number, "kill_number", -5, 25,
            "the AFV KILL number printed on your chart for this weapon and facing; default: the "
            "base-game chart's")
      .tried_with({"8", "6", "11"})
      .asks(&KillTarget::rear_kill_number, "rear_kill_number", -5, 25,
            "the same for the rear facing, for critical hits (68.2); needed with a kill number")
      .only_when([](const KillTarget& target) { return target.facing != Facing::rear; },
                 "the kill number is that of the rear already", "")
      .only_when(&KillTarget::is_afv, "(68.1)", "an AFV as --target-kind")
      .tried_with({"10", "12"})
      .asks(&KillTarget::height_advantage, "height_advantage", 0, 10,
            "levels that the firer is above the target: from 2 on and up to 24 hexes -1, -3 "
            "against an open top (77.3)")
      .only_when(&KillTarget::is_afv, "(77.3)", "an AFV as --target-kind")
      .asks(&KillTarget::drm, "kill_drm", -10, 10,
            "all other modifiers of the kill roll, such as the range's effect on AP (65.2), "
            "whose chart was not recovered");
}

namespace {

const char* label(Damage damage) {
  switch (damage) {
    case Damage::none:
      return "no_effect";
    case Damage::immobilized:
      return "immobilized";
    case Damage::abandoned:
      return "abandoned";
    case Damage::eliminated:
      return "eliminated";
    case Damage::burning:
      return "burning_wreck";
  }
  return "";
}

}  // namespace

Outcome damage_outcome(Damage damage) {
  Outcome outcome(label(damage));
  const bool stands = damage == Damage::immobilized || damage == Damage::abandoned;
  tell(outcome, VehicleFate{damage >= Damage::abandoned, stands});
  return outcome;
}

std::vector<Term> damage_outcomes() {
  return {{"burning_wreck", "the vehicle is eliminated and burns: its crew is lost (67)"},
          {"eliminated",
           "the target is eliminated and does not burn; a gun's crew is unhurt by that (63.9)"},
          {"immobilized", "the vehicle is immobilized only"},
          {"no_effect", "nothing happens to the target"}};
}

}  // namespace combat_odds::squad_leader
