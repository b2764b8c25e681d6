#include "sim/slammers/duels/duelist.hpp"

#include <utility>

#include "core/dice/small.hpp"
#include "sim/slammers/fire/defence_values.hpp"

namespace combat_odds::slammers {

void Duelist::describe(Declaration<Duelist>& asks, const std::string& who,
                       const std::string& weapons, const std::string& shots) {
  asks.includes(&Duelist::troops, "", who)
      .asks(&Duelist::weapons, "weapons", 1, 4, weapons)
      .asks(&Duelist::shots, "shots", 1, 12, shots)
      .asks(&Duelist::firepower, "fp_vehicle", 0, 20,
            "FP against vehicles of the weapons of " + who + ", as printed on its Detachment Card")
      .required()
      .asks(&Duelist::dv, "dv", 1, 30, "the DV of the facing of " + who + " under fire")
      .required()
      .or_named(defence_values(), dv_form)
      .tried_with({"7", "8"})
      .asks(&Duelist::qr_modifier, "qr_modifier", -4, 4,
            "the sum of the QR modifiers of its fire: range, cover");
}

void Duelist::describe_mechanic(Declaration<Duelist>& asks) {
  asks.asks(&Duelist::field_mechanic, "field_mechanic", "it has the skill Field Mechanic");
}

void Duelist::describe_snapshot(Declaration<Duelist>& asks) {
  asks.asks(&Duelist::snapshot, "snapshot",
            "it has the skill Snapshot: one weapon fires in its move, before all other fire of the "
            "turn")
      .asks(&Duelist::snapshot_qr, "snapshot_qr", -4, 4,
            "QR modifier of the Snapshot besides that of its other fire: range and cover at that "
            "point of the move")
      .only_when(&Duelist::snapshot, "", "--snapshot");
}

void Duelist::prepare(const Charts& charts) {
  roll = troops.roll(charts, qr_modifier);
  roll_in_move = troops.roll(charts, qr_modifier + snapshot_qr);
  if (field_mechanic) repair_ = troops.roll(charts, 0);
}

void Duelist::damaged_by(const DamageRules& rules) {
  damage = rules;
  damage.repair = repair_;
}

void DuelTurns::describe(Declaration<DuelTurns>& asks, const std::string& who,
                         std::vector<std::string> tried) {
  asks.asks(&DuelTurns::order, "order", one_of({"simultaneous", "first", "second", "rolled"}),
            who + " fires first in a turn; rolled: each with an even chance, every turn")
      .asks(&DuelTurns::most, "turns", 1, 12, "turns after which it ends")
      .tried_with(std::move(tried));
}

std::uint8_t DuelTurns::leader(Dice& dice) const {
  if (order != Order::rolled) return order == Order::second ? 1 : 0;
  return dice.chit(2, [](int chit) { return small(chit); });
}

Shot roll_shot(Dice& dice, QualityRoll roll, bool second_burst) {
  return dice.die([&](int dr) {
    return second_burst && dr == 1 ? Shot::natural_1 : roll.succeeds(dr) ? Shot::hit : Shot::miss;
  });
}

}  // namespace combat_odds::slammers
