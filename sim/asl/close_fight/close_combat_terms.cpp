#include "sim/asl/close_fight/close_combat_terms.hpp"

#include <algorithm>

namespace combat_odds::asl {

void CloseCombatTerms::prepare(const Charts& charts) { table_ = &charts.get<CloseCombatTable>(); }

void CloseCombatTerms::AmbushForce::add(const UnitType& unit, bool is_broken, bool is_pinned,
                                        int modifier) {
  ++units;
  pinned = pinned || is_pinned;
  broken = broken || is_broken;
  lax = lax || unit.inexperienced;
  berserk = berserk || unit.traits.berserk;
  stealthy = stealthy || (unit.is_hero() && !is_broken);
  if (!unit.is_leader() || is_broken || is_pinned) return;
  leadership = std::min(leadership.value_or(modifier), modifier);
}

int CloseCombatTerms::AmbushForce::drm() const {
  const auto one = [](bool when) { return when ? 1 : 0; };
  const int by_leader = units > 1 && !berserk ? leadership.value_or(0) : 0;
  return by_leader + one(pinned) + one(broken) + one(lax) + one(berserk) - one(stealthy);
}

CloseCombatTerms::Ambush CloseCombatTerms::ambush(Dice& dice, int attacker, int defender) const {
  const int drm = attacker_ambush_drm + attacker - defender_ambush_drm - defender;
  return dice.DR([&](TwoDice roll) {
    const int difference = roll.coloured - roll.white + drm;
    return difference <= (night ? -2 : -3) ? Ambush::attacker_ambushes
           : difference >= 3               ? Ambush::defender_ambushes
                                           : Ambush::nobody_ambushes;
  });
}

CloseCombatTerms::Strike CloseCombatTerms::strike(Side by, double firepower, double against) const {
  const bool attacks = by == Side::attacker;
  const double factor = attacks ? attacker_factor : defender_factor;
  return {table_->kill_number(firepower * factor, against, hand_to_hand),
          attacks ? attacker_drm : defender_drm};
}

void CloseCombatTerms::describe(Declaration<CloseCombatTerms>& terms) {
  using Asked = CloseCombatTerms;
  terms.asks(&Asked::hand_to_hand, "hand_to_hand", "hand-to-hand kill numbers, for both sides")
      .asks(&Asked::attacker_drm, "attacker_drm", -10, 10, "further modifiers on the attacker's DR")
      .asks(&Asked::defender_drm, "defender_drm", -10, 10, "further modifiers on the defender's DR")
      .asks(&Asked::attacker_factor, "attacker_factor", 0.125, 4,
            "multiplies the attacker's FP when it attacks: 0.5 against concealed units")
      .tried_with({"1", "0.5"})
      .asks(&Asked::defender_factor, "defender_factor", 0.125, 4,
            "the same for the defender's attack")
      .tried_with({"1", "0.5"})
      .asks(&Asked::ambush_possible, "ambush_possible", "terrain or concealment allows an ambush")
      .asks(
          &Asked::attacker_ambush_drm, "attacker_ambush_drm", -20, 20,
          "further modifiers on the attacker's ambush die: leaders, heroes, Conscripts, the pinned "
          "and the broken count by themselves")
      .tried_with({"0", "-1"})
      .asks(&Asked::defender_ambush_drm, "defender_ambush_drm", -20, 20,
            "the same for the defender's ambush die")
      .tried_with({"0", "-2"})
      .only_when({"attacker_ambush_drm", "defender_ambush_drm"}, &Asked::ambush_possible, "",
                 "--ambush-possible")
      .asks(&Asked::night, "night",
            "the attacker, not illuminated, ambushes with a die lower by two")
      .only_when(&Asked::ambush_possible, "it changes only the ambush", "--ambush-possible");
}

}  // namespace combat_odds::asl
