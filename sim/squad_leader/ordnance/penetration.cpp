#include "combat_odds/sim/squad_leader/ordnance/penetration.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace combat_odds::squad_leader {
namespace {

bool is_gun(const KillTarget& target) { return target.kind.ends_with("_gun"); }

/// 64.3: the armor modifier of the facing. A gun's shield counts as -4, no shield as -5 (63.9).
int armor(const KillTarget& target, bool front) {
  if (target.kind == "shielded_gun") return -4;
  if (target.kind == "unshielded_gun") return -5;
  if (target.kind == "unarmored") return 0;
  if (!target.front_armor) {
    throw ArgumentError(target.armor_parameter, target.armor_parameter + " is missing",
                        "the upper armor modifier printed on its counter (64.3)");
  }
  return front ? *target.front_armor : target.side_armor.value_or(*target.front_armor);
}

int kill_number(const KillWeapon& weapon, const KillTarget& target, bool rear,
                const Charts& charts) {
  const bool use_rear = rear && target.facing != "rear" && target.kind != "unarmored";
  const std::optional<int>& given = use_rear ? target.rear_kill_number : target.kill_number;
  if (given) return *given;
  const auto& chart = charts.get<AfvKillTable>(AfvKillTable::chart_name);
  const std::string row = target.kind == "unarmored" ? "unarmored" : rear ? "rear" : target.facing;
  std::optional<int> number;
  // A number of the user's chart for one facing does not go with the base game's for another.
  const bool mixed = use_rear && target.kill_number.has_value();
  if (!weapon.column.empty() && !mixed) number = chart.number(row, weapon.column);
  if (number) return *number;
  const std::string& parameter = use_rear ? target.rear_kill_parameter : target.kill_parameter;
  throw ArgumentError(
      parameter,
      mixed ? fmt::format("{} is missing: a critical hit rolls against the rear (68.2)", parameter)
            : fmt::format("{} is missing: the number of {} against the {} was not recovered",
                          parameter, weapon.name, row == "unarmored" ? "unarmored target" : row),
      fmt::format("the number printed on your AFV KILL chart, {}",
                  row == "unarmored" ? row : row + " target facing"));
}

}  // namespace

KillWeapon gun_weapon(const Gun& gun, const std::string& ammunition) {
  static const char* const suffix[] = {"", "*", "L", "LL"};
  const bool plain = gun.barrel == Gun::Barrel::plain;
  const int size = gun.calibre == 76    ? 75
                   : gun.calibre == 122 ? 120
                   : gun.calibre == 152 ? 150
                                        : gun.calibre;
  const auto one_of = [size](std::initializer_list<int> sizes) {
    return std::find(sizes.begin(), sizes.end(), size) != sizes.end();
  };
  KillWeapon weapon;
  weapon.destroys_guns = gun.calibre >= 20;
  weapon.name = fmt::format("{}{} {}", gun.calibre, suffix[static_cast<int>(gun.barrel)],
                            ammunition == "ap"   ? "AP"
                            : ammunition == "he" ? "HE"
                                                 : "HEAT");
  if (ammunition == "ap" && plain) {
    // Cross of Iron has columns of their own for *, L and LL (64.24); they were not recovered.
    if (size == 20) weapon.column = "ap_50cal_20mm";
    if (one_of({37, 50, 75})) weapon.column = fmt::format("ap_{}", size);
  } else if (ammunition == "he" && one_of({37, 50, 75, 105, 120, 150})) {
    weapon.column = fmt::format("he_{}", size);
  } else if (ammunition == "heat" && size == 105) {
    weapon.column = "heat_h6";  // the base game's H6 guns are 105s
  }
  return weapon;
}

const std::vector<std::string>& kill_targets() {
  static const std::vector<std::string> targets = {"closed_topped", "open_topped", "unarmored",
                                                   "shielded_gun", "unshielded_gun"};
  return targets;
}

Penetration::Penetration(const KillWeapon& weapon, const KillTarget& target, bool critical_hits,
                         const Charts& charts)
    : flame_(weapon.flame) {
  int drm = target.drm;
  if (target.height_advantage >= 2 && target.range <= 24) {  // 77.3
    if (target.kind == "closed_topped") drm -= 1;
    if (target.kind == "open_topped") drm -= 3;
  }
  if (target.boxed_armor && !target.hull_down) {
    throw ArgumentError("boxed_armor", "the square counts for a hull down target only (64.35)",
                        "false, or a hull down target");
  }
  const bool front = target.facing == "front";
  const int factor = target.doubled ? 2 : 1;
  const bool vehicle = !is_gun(target) && target.kind != "unarmored";

  if (target.kind == "unshielded_gun" && weapon.destroys_guns) {
    normal_.automatic = true;  // 63.9: a hit destroys it
  } else {
    normal_.number = factor * kill_number(weapon, target, false, charts);
    const int plate = weapon.flame ? 0 : armor(target, front) + (target.boxed_armor ? 1 : 0);
    normal_.needed = normal_.number - plate - drm;
    normal_.immobilizes = weapon.immobilizes && vehicle && !front && !target.hull_down;
  }
  if (!critical_hits) return;
  if (!vehicle) {
    critical_ = normal_;  // 68.1 speaks of AFVs
    return;
  }
  // 68.2, 68.3: the rear facing at -1, and armor only if that is negative.
  critical_.number = factor * kill_number(weapon, target, true, charts);
  const int plate = weapon.flame ? 0 : std::min(0, armor(target, false));
  critical_.needed = critical_.number - plate - drm + 1;
  critical_.immobilizes = weapon.immobilizes && !target.hull_down;
}

Penetration::Result Penetration::result(int original, bool critical,
                                        bool already_immobilized) const {
  const Roll& roll = critical ? critical_ : normal_;
  if (roll.automatic) return {Damage::eliminated, false};
  const int margin = roll.needed - original;  // by how much it stays below
  if (margin < 0) return {};
  const int final_dr = roll.number - margin;
  const bool burns = flame_ || 2 * final_dr <= roll.number;  // 67.1
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
  const bool only_immobilized = dice.dr([](int die) { return die >= 4; });  // 66.1
  return only_immobilized ? Damage::immobilized : result.damage;
}

Damage Penetration::roll(Dice& dice, bool critical, bool already_immobilized) const {
  return settle(
      dice, dice.DR([&](TwoDice dr) { return result(dr.total(), critical, already_immobilized); }));
}

std::vector<Parameter> kill_target_parameters() {
  return {
      choice("facing", {"front", "side", "rear"}, "the target facing that is hit (33.5)"),
      choice("target_kind", kill_targets(),
             "the vehicle, or a gun hit through its shield or not (63.9)"),
      integer("armor", -9, 9,
              "the upper armor modifier on the target's counter, for the front (64.31); the armor "
              "listings were not recovered. The base-game modifier of a T-34 or PzKw IV is 0")
          .optional()
          .tried_with({"0", "2", "-2", "1"}),
      integer("side_armor", -9, 9,
              "the lower armor modifier, for side and rear (64.32); left out: the upper one")
          .optional()
          .tried_with({"", "0", "-1"}),
      flag("boxed_armor",
           "the armor modifier of the facing stands in a square: +1 if hull down (64.35)")
          .tried_with({"false"}),
      integer("kill_number", -5, 25,
              "the AFV KILL number printed on your chart for this weapon and facing; left out: the "
              "base-game chart's")
          .optional()
          .tried_with({"", "8", "6", "11"}),
      integer("rear_kill_number", -5, 25,
              "the same for the rear facing, for critical hits (68.2); needed with a kill number")
          .optional()
          .tried_with({"", "10", "12"}),
      integer("height_advantage", 0, 10,
              "levels that the firer is above the target: from 2 on and up to 24 hexes -1, -3 "
              "against an open top (77.3)")
          .by_default("0")
          .tried_with({"0", "2"}),
      integer("kill_drm", -10, 10,
              "all other modifiers of the kill roll, such as the range's effect on AP (65.2), "
              "whose chart was not recovered")
          .by_default("0")
          .tried_with({"0", "1"}),
  };
}

std::vector<Parameter> kill_vehicle_parameters() {
  std::vector<Parameter> all = kill_target_parameters();
  for (Parameter& parameter : all) {
    if (parameter.name != "target_kind") continue;
    parameter =
        choice("target_kind", {"closed_topped", "open_topped", "unarmored"}, "which vehicle");
  }
  return all;
}

KillTarget asked_kill_target(const Arguments& arguments) {
  const auto given = [&](const char* name) -> std::optional<int> {
    if (!arguments.given(name)) return std::nullopt;
    return arguments.integer(name);
  };
  KillTarget target;
  target.facing = arguments.choice("facing");
  target.kind = arguments.choice("target_kind");
  target.front_armor = given("armor");
  target.side_armor = given("side_armor");
  target.boxed_armor = arguments.flag("boxed_armor");
  target.kill_number = given("kill_number");
  target.rear_kill_number = given("rear_kill_number");
  target.height_advantage = arguments.integer("height_advantage");
  target.drm = arguments.integer("kill_drm");
  return target;
}

const char* label(Damage damage) {
  switch (damage) {
    case Damage::none:
      return "no_effect";
    case Damage::immobilized:
      return "immobilized";
    case Damage::eliminated:
      return "eliminated";
    case Damage::burning:
      return "burning_wreck";
  }
  return "";
}

std::vector<Term> damage_outcomes() {
  return {{"burning_wreck", "the target is eliminated and burns: its crew is lost (67)"},
          {"eliminated", "the target is eliminated and does not burn"},
          {"immobilized", "the target is immobilized only"},
          {"no_effect", "nothing happens to the target"}};
}

}  // namespace combat_odds::squad_leader
