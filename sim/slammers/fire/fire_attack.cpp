#include "combat_odds/sim/slammers/fire/fire_attack.hpp"

namespace combat_odds::slammers {

const char* const fire_details =
    "Each shot (Sh) is a Quality Roll, each success a hit with 1D6 + FP. QR modifiers: Close "
    "range +1 (close-quarter weapons +2), a target that is partly covered -1, vehicles and "
    "infantry "
    "alike, a Thunder Run -1 for each token, ConFire +1, a Firefly as target -1. Others go into "
    "qr_modifier: mounted infantry that moved, a deployable weapon on its carrier and artillery in "
    "direct fire have -1, skills such as Shaper of Men +1. Numbers for long range, movement and "
    "suppressed firers were not found: add what your play sheet says. Below untrained there is no "
    "fire at all; above elite the roll is 2+.\n"
    "Infantry in cover adds 1 (light) or 2 (heavy, and any cover against powerguns) to its DV. The "
    "+1 FP of close-quarter weapons against infantry is taken to count at every range, the +1 QR "
    "only at Close range. Infantry whose DV is reached is killed; a hit that does not reach it "
    "leaves a suppression marker. How many markers finish ordinary infantry was not found "
    "(suppression_kills). A Firefly has DV 9, is attacked with the FP against infantry, and any "
    "hit "
    "that reaches its DV destroys it.";

std::vector<Parameter> FireAttack::parameters() {
  std::vector<Parameter> all = {
      quality_parameter("quality", "the quality, or class, of those who fire")};
  append(all, weapon_parameters());
  append(all, {choice("range", {"beyond_close", "close"},
                      "whether the target is within Close range: +1 QR, close-quarter weapons +2"),
               choice("cover", {"none", "light", "heavy"},
                      "what partly hides the target: -1 QR, and for infantry +1 or +2 DV")});
  append(all, thunder_run_parameters("", "those who fire"));
  all.push_back(qr_modifier_parameter(
      "the sum of all other QR modifiers: skills, mounted, from the carrier"));
  return all;
}

FireAttack FireAttack::asked(const Arguments& arguments, const Charts& charts,
                             const FireTarget& target) {
  using Kind = FireTarget::Kind;
  const Weapon weapon = asked_weapon(arguments, charts);
  const std::string& cover = arguments.choice("cover");
  int modifier = thunder_run_modifier(arguments, "") + arguments.integer("qr_modifier");
  if (arguments.choice("range") == "close") modifier += weapon.close_quarter ? 2 : 1;
  if (cover != "none") --modifier;
  if (target.kind() == Kind::firefly) --modifier;

  const QualityLevels& levels = charts.get<QualityLevels>(QualityLevels::chart_name);
  const Quality quality = fighting_quality(arguments, charts, "quality");
  FireAttack asked;
  asked.roll = levels.roll(quality, modifier);
  asked.dead_eye = levels.roll(quality, modifier + 1);
  asked.shots = shots_of(weapon);
  asked.firepower = firepower_of(weapon, target.hit_as_infantry());
  if (target.kind() == Kind::infantry && cover != "none") {
    asked.dv_bonus = cover == "heavy" || weapon.powergun ? 2 : 1;
  }
  return asked;
}

}  // namespace combat_odds::slammers
