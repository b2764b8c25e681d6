#include "combat_odds/sim/squad_leader/ordnance/gunnery.hpp"
#include "combat_odds/sim/squad_leader/counters.hpp"

#include <fmt/format.h>

namespace combat_odds::squad_leader {
namespace {

/// 64.2: the long-range accuracy of the barrel. The chart's range bands of an asterisk gun go on
/// beyond those of the To Hit chart (64.23).
int barrel_drm(const ToHitDrm& drm, const Aim& aim) {
  switch (aim.gun.barrel) {
    case Gun::Barrel::plain:
      return 0;
    case Gun::Barrel::asterisk:
      if (aim.range >= 40) return drm.at("64.23d");
      if (aim.range >= 25) return drm.at("64.23c");
      if (aim.range >= 13) return drm.at("64.23b");
      return aim.range >= 7 ? drm.at("64.23a") : 0;
    case Gun::Barrel::l:
      return aim.range >= 13 ? drm.at("64.21") : 0;
    case Gun::Barrel::ll:
      if (aim.range >= 25) return drm.at("64.22b");
      return aim.range >= 13 ? drm.at("64.22a") : 0;
  }
  return 0;
}

std::optional<int> chart_number(const ToHitTable& table, const Aim& aim, bool red) {
  if (aim.number) return aim.number;
  if (aim.range >= 40) {
    throw ArgumentError(
        aim.number_parameter,
        fmt::format("{} is missing: the numbers at {} hexes were not recovered (64.23)",
                    aim.number_parameter, aim.range),
        "the To Hit number printed on your chart for 40 hexes and more");
  }
  return table.number(aim.target, red, aim.range);
}

int deliberate_drm(const ToHitDrm& drm, const Aim& aim) {
  if (aim.deliberate_immobilization == "none") return 0;
  const char* const parameter = "deliberate_immobilization";
  if (!aim.at_vehicle()) {
    throw ArgumentError(parameter, "only a vehicle is immobilized (66.2)", "none");
  }
  if (aim.range > 6) {
    throw ArgumentError(parameter, fmt::format("the range is {} hexes", aim.range),
                        "none beyond 6 hexes (66.22)");
  }
  if (aim.target == "vehicle_hull_down") {
    throw ArgumentError(parameter, "the target is hull down", "none (66.23)");
  }
  if (aim.height_advantage >= 2) {
    throw ArgumentError(parameter, "the firer is two levels or more above", "none (66.23)");
  }
  return drm.at(aim.deliberate_immobilization == "side" ? "66.2" : "66.21");
}

}  // namespace

Gunnery::Gunnery(const Aim& aim, const Charts& charts)
    : breakdown_number_(aim.breakdown_number),
      depletion_number_(aim.depletion_number),
      critical_hits_(aim.at_vehicle()),
      last_round_(aim.gun.calibre >= 150),
      ammunition_depletion_(aim.ammunition_depletion) {
  const auto& table = charts.get<ToHitTable>(ToHitTable::chart_name);
  const auto& drm = charts.get<ToHitDrm>(ToHitDrm::chart_name);
  if (aim.target_size != 0 && !aim.at_vehicle()) {
    throw ArgumentError("target_size", "the target is no vehicle", "0");
  }
  int sum = aim.drm + aim.armor_leader + barrel_drm(drm, aim) + deliberate_drm(drm, aim);
  if (aim.at_vehicle()) sum += aim.target_size;
  if (aim.buttoned_up) sum += drm.at("64.47");
  if (aim.bore_sighted) sum += drm.at("78.4");
  if (aim.intensive_fire) sum += drm.at("70.2");
  if (aim.captured) sum += drm.at("90.13");
  if (aim.range == 1) sum += drm.at("J");
  if (aim.range == 0) sum += drm.at("K");
  const std::optional<int> number = chart_number(table, aim, aim.red || aim.captured);
  if (number) needed_ = *number - sum;

  if (aim.breakdown_number > 12) return;           // it never breaks down
  if (aim.intensive_fire) breakdown_number_ -= 2;  // 70.5
  if (aim.captured) breakdown_number_ -= 2;        // 90.12
  if (aim.inexperienced) breakdown_number_ -= 1;   // 94.3
}

Shot Gunnery::fire(Dice& dice, int drm) const {
  struct Rolled {
    bool two = false;
    bool hit = false;
    bool jammed = false;
    bool last_round = false;
    bool special_gone = false;
  };
  const bool possible = needed_.has_value();
  const int needed = needed_.value_or(0) - drm;
  const Rolled rolled = dice.DR([&](TwoDice roll) -> Rolled {
    const int original = roll.total();
    const bool two = original == 2 && possible && (critical_hits_ || needed < 2);
    return {two, possible && original <= needed, original >= breakdown_number_,
            last_round_ && original >= 11, original >= depletion_number_};
  });
  Shot shot;
  shot.hit = rolled.hit ? Shot::Hit::hit : Shot::Hit::miss;
  shot.special_gone = rolled.special_gone;
  if (rolled.two) {
    // 33.32: below a needed number of 2 the third die decides whether it hits at all. 68.1: a
    // critical hit on a 1 or on less than half of the number needed.
    shot.hit = dice.dr([&](int third) {
      if (needed < 2 && third + (2 - needed) >= 6) return Shot::Hit::miss;
      const bool critical = critical_hits_ && (third == 1 || 2 * third < needed);
      return critical ? Shot::Hit::critical : Shot::Hit::hit;
    });
  }
  if (rolled.last_round) {
    shot.gun = Shot::Gun::out_of_ammunition;  // 64.9: that was the last round
  } else if (rolled.jammed) {
    shot.gun = Shot::Gun::jammed;
    if (ammunition_depletion_) {
      const bool out = dice.dr([](int roll) { return roll >= 4; });
      if (out) shot.gun = Shot::Gun::round_used_up;
    }
  }
  return shot;
}

std::vector<Parameter> aim_parameters() {
  return {
      text("gun", gun_form, "the gun that fires")
          .or_named(vehicles_with_guns())
          .tried_with({"75", "75LL", "76*", "37L", "152"}),
      integer("range", 0, 80, "the range in hexes").tried_with({"0", "1", "4", "6", "10", "24"}),
      choice("target", ToHitTable::targets(), "the target line of the To Hit chart"),
      choice("to_hit_numbers", {"black", "red"},
             "red: a Russian gun (33.3); a Russian vehicle named in gun has them by itself"),
      integer("to_hit_number", -5, 20,
              "the To Hit number printed on your chart; left out: the base-game chart's")
          .optional()
          .tried_with({"", "7", "1"}),
      integer("target_size", -2, 2,
              "the DRM of the target's size (64.6): -1 or -2 for red armor numbers, +1 or +2 for "
              "numbers on white")
          .by_default("0")
          .tried_with({"0", "0", "-2"}),
      flag("buttoned_up", "a tank or closed-topped SP gun that fires buttoned up: +1 (64.47)"),
      flag("bore_sighted", "the target is in the bore-sighted hex: -2 (78.4)"),
      flag("intensive_fire", "one shot more, at +2 and with a breakdown number lowered by 2 (70)"),
      choice("deliberate_immobilization", {"none", "side", "rear"},
             "aims at the tracks: +3 from the side, +5 from the rear, up to 6 hexes; a hit "
             "immobilizes and can't kill (66.2)")
          .tried_with({"none", "none", "side"}),
      integer("armor_leader", -3, 3, "the modifier of the armor leader in the firing AFV (76.6)")
          .or_of_unit(UnitFact::leadership)
          .by_default("0")
          .tried_with({"0", "-1"}),
      flag("captured", "a captured gun: red numbers, +2, breakdown number lowered by 2 (90)"),
      flag("inexperienced", "an inexperienced crew: breakdown number lowered by 1 (94.3)"),
      integer("breakdown_number", 7, 13,
              "the gun breaks down on an Original To Hit roll of this or more; 13: never")
          .by_default("12")
          .tried_with({"12", "11", "13"}),
      flag("ammunition_depletion",
           "Supplement K: a gun that breaks down is out of ammunition on a die of 4 to 6"),
      integer("to_hit_drm", -10, 15, "all other modifiers of the To Hit roll")
          .by_default("0")
          .tried_with({"0", "2", "-1"}),
  };
}

Aim asked_aim(const Arguments& arguments, const Charts& charts) {
  Aim aim;
  const MountedGun gun = read_mounted_gun(arguments.text("gun"), "gun", charts);
  aim.gun = gun.gun;
  aim.range = arguments.integer("range");
  aim.target = arguments.choice("target");
  aim.red = gun.russian || arguments.choice("to_hit_numbers") == "red";
  if (arguments.given("to_hit_number")) aim.number = arguments.integer("to_hit_number");
  aim.target_size = arguments.integer("target_size");
  aim.buttoned_up = arguments.flag("buttoned_up");
  aim.bore_sighted = arguments.flag("bore_sighted");
  aim.intensive_fire = arguments.flag("intensive_fire");
  aim.height_advantage = arguments.integer("height_advantage");
  aim.deliberate_immobilization = arguments.choice("deliberate_immobilization");
  aim.armor_leader = arguments.integer("armor_leader");
  aim.captured = arguments.flag("captured");
  aim.inexperienced = arguments.flag("inexperienced");
  aim.breakdown_number = arguments.integer("breakdown_number");
  aim.ammunition_depletion = arguments.flag("ammunition_depletion");
  aim.drm = arguments.integer("to_hit_drm");
  return aim;
}

}  // namespace combat_odds::squad_leader
