#include "sim/slammers/fire/fire_attack.hpp"

namespace combat_odds::slammers {

void FireAttack::describe(Declaration<FireAttack>& asks) {
  asks.includes(&FireAttack::firers, "", "those who fire")
      .includes(&FireAttack::on_card)
      .asks(&FireAttack::range, "range", one_of({"beyond_close", "close"}),
            "whether the target is within Close range: +1 QR, close-quarter weapons +2")
      .asks(&FireAttack::cover, "cover", one_of({"none", "light", "heavy"}),
            "what partly hides the target: -1 QR, and for infantry +1 or +2 DV")
      .includes(&FireAttack::thunder_run, "", "those who fire")
      .asks(&FireAttack::qr_modifier, "qr_modifier", -4, 4,
            "the sum of all other QR modifiers: skills, mounted, from the carrier")
      .also_open("slammers.fire");
}

FireAttack::Aimed FireAttack::aimed_at(const FireTarget& target, const Weapon& weapon,
                                       const Charts& charts) const {
  int modifier = thunder_run.modifier() + qr_modifier;
  if (range == Range::close) modifier += weapon.close_quarter ? 2 : 1;
  if (cover != Cover::none) --modifier;
  if (target.kind == FireTarget::Kind::firefly) --modifier;

  Aimed aimed;
  aimed.roll = firers.roll(charts, modifier);
  aimed.dead_eye = firers.roll(charts, modifier + 1);
  aimed.shots = shots_of(weapon);
  const bool counts = !target.falls_to_any_hit();  // else the FP need not be known
  aimed.firepower = counts ? firepower_of(weapon, target.hit_as_infantry()) : 0;
  if (target.kind == FireTarget::Kind::infantry && cover != Cover::none) {
    aimed.dv_bonus = cover == Cover::heavy || weapon.powergun ? 2 : 1;
  }
  return aimed;
}

}  // namespace combat_odds::slammers
