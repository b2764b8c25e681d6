#include <algorithm>
#include <utility>

#include "core/dice/small.hpp"
#include "sim/asl/close_fight/assault.hpp"
#include "sim/squad_games/both_sides.hpp"

// Close Combat as a step of an assault: who goes in, and each roll of a round.

namespace combat_odds::asl {

/// Units that are neither broken nor pinned may go in (A4.7, A7.8). If one of several alike units
/// stays behind, so do the ones after it.
void Assault::go_in(Sides& sides, Dice& dice, std::string_view apart) const {
  std::optional<TargetUnit> stayed;
  for (std::size_t i = 0; i < sides.attacker.unit_count; ++i) {
    if (!attacker.is_able(sides.attacker, i)) continue;
    TargetUnit& unit = sides.attacker.units[i];
    if (stayed == unit) continue;
    if (goes_in(sides, dice, i, apart)) {
      unit.status |= TargetUnit::engaged;
      sides.advanced = 2;
    } else {
      stayed = unit;
    }
  }
  sides.advanced = std::max(sides.advanced, std::uint8_t{1});
}

bool Assault::goes_in(const Sides& sides, Dice& dice, std::size_t unit,
                      std::string_view apart) const {
  struct Asked {
    Sides sides;
    std::uint8_t unit;
  };
  const auto facts = [&] {
    int in = 0;
    int behind = 0;
    for (std::size_t i = 0; i < sides.attacker.unit_count; ++i) {
      in += sides.attacker.units[i].is(TargetUnit::engaged) ? 1 : 0;
      behind += i > unit && attacker.is_able(sides.attacker, i) ? 1 : 0;
    }
    Facts all = words(sides);
    all.insert(all.begin(), {"unit", attacker.type(sides.attacker, unit).name.text});
    all.emplace_back("going in already", in);
    all.emplace_back("others to decide on", behind);
    return all;
  };
  const Decision decision{"advance", "Advance into close combat?", no_or_yes};
  const Asked asked{sides, small(unit)};
  const int otherwise = advance == Advance::all ? 1 : 0;
  std::string key(reinterpret_cast<const char*>(&asked), sizeof(asked));
  key += apart;
  return dice.choose(decision, key, facts, otherwise) != 0;
}

/// The attacker advances if he has not yet, and into Close Combat if `meets`.
void Assault::begin_advance(Sides& sides, bool meets) const {
  if (sides.advanced == 0) {
    sides.round = meets ? Sides::Round::advance : Sides::Round::advance_only;
  } else if (meets) {
    muster(sides, By::attacker);
    meet(sides);
  }
}

/// Notes what the enemy must know of a side. All unbroken units attack all units of the other
/// side. Pinned units attack with half their FP until the pin ends with the Player Turn; an SMC has
/// an FP of 1 (A11.14), in defence, too. The best able leader helps if he is not alone; a hero
/// gives -1.
void Assault::muster(Sides& sides, By side) const {
  const FireTarget& rules = rules_of(side);
  const TargetStack& stack = of(sides, side);
  const std::uint32_t here = in_location(sides, side);
  const std::uint32_t broken = broken_of(stack, here);
  CloseCombatForce force;
  force.unbroken = here != broken ? 1 : 0;
  force.broken = broken != 0 ? 1 : 0;
  int leadership = 0;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if ((here >> i & 1) == 0) continue;
    const UnitType& unit = rules.type(stack, i);
    const int firepower = unit.is_smc() ? 1 : unit.name.firepower;
    force.defence.add(2 * firepower);
    if ((broken >> i & 1) != 0) continue;
    const bool pinned = stack.units[i].is(TargetUnit::pinned) && sides.fought == 0;
    force.attack.add(firepower * (pinned ? 1 : 2));
    ++force.attackers;
    force.heroes = small(force.heroes + (unit.is_hero() ? 1 : 0));
    if (unit.is_leader() && !pinned) leadership = std::min(leadership, rules.modifier(stack, i));
  }
  if (force.attackers > 1) force.leadership = static_cast<std::int8_t>(leadership);
  if (terms.ambush_possible && sides.fought == 0) {
    force.ambush_drm = static_cast<std::int8_t>(ambush_drm(sides, side));
  }
  sides.forces.at(static_cast<std::size_t>(side)) = force;
}

/// The attacker has been mustered.
void Assault::meet(Sides& sides) const {
  muster(sides, By::defender);
  if (force(sides, By::attacker).is_there() && force(sides, By::defender).is_there()) {
    const bool may_ambush =
        terms.ambush_possible && sides.fought == 0 && force(sides, By::defender).attackers != 0;
    sides.round = may_ambush ? Sides::Round::ambush : Sides::Round::both_strike;
  } else {
    sides.round = Sides::Round::none;
    sides.forces = {};
    if (fights_last_) sides.done.at(static_cast<std::size_t>(By::defender)) = After::over;
  }
}

/// The next roll or two of a round (A11.1, A11.4): the ambusher attacks first at -1, and what is
/// left strikes back at +1. Without an ambush both attack at once.
void Assault::close_combat(Sides& sides, Dice& dice, std::string_view apart) const {
  using Round = Sides::Round;
  switch (sides.round) {
    case Round::advance:
      go_in(sides, dice, apart);
      muster(sides, By::attacker);
      sides.round = Round::meet;
      return;
    case Round::advance_only:
      go_in(sides, dice, apart);
      sides.round = Round::none;
      return;
    case Round::meet:
      meet(sides);
      return;
    case Round::ambush:
      sides.ambush = terms.ambush(dice, force(sides, By::attacker).ambush_drm,
                                  force(sides, By::defender).ambush_drm);
      for (CloseCombatForce& force : sides.forces) force.ambush_drm = 0;
      sides.round =
          sides.ambush == Ambush::nobody_ambushes ? Round::both_strike : Round::ambusher_strikes;
      return;
    case Round::both_strike:
      sides.on_defender = strike(sides, dice, By::attacker, 0);
      sides.on_attacker = strike(sides, dice, By::defender, 0);
      sides.forces = {};
      sides.round = Round::defender_suffers;
      return;
    case Round::defender_suffers:
      suffer(sides, dice, By::defender, std::exchange(sides.on_defender, {}));
      sides.round = Round::attacker_suffers;
      return;
    case Round::attacker_suffers:
      suffer(sides, dice, By::attacker, std::exchange(sides.on_attacker, {}));
      break;
    case Round::ambusher_strikes: {
      const By ambushed = other(ambusher(sides));
      suffer(sides, dice, ambushed, strike(sides, dice, ambusher(sides), -1));
      muster(sides, ambushed);
      if (force(sides, ambushed).attackers != 0) {
        sides.round = Round::ambushed_strikes;
        return;
      }
      break;
    }
    case Round::ambushed_strikes:
      suffer(sides, dice, ambusher(sides), strike(sides, dice, other(ambusher(sides)), 1));
      break;
    case Round::none:
      break;
  }
  sides.forces = {};
  sides.round = Round::none;
  sides.fought = 1;
}

/// A11.4: by all of the side who are in the Location.
int Assault::ambush_drm(const Sides& sides, By side) const {
  const TargetStack& stack = of(sides, side);
  const std::uint32_t here = in_location(sides, side);
  CloseCombatTerms::AmbushForce force;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if ((here >> i & 1) == 0) continue;
    const FireTarget& rules = rules_of(side);
    const TargetUnit& unit = stack.units[i];
    force.add(rules.type(stack, i), unit.is(TargetUnit::broken), unit.is(TargetUnit::pinned),
              rules.modifier(stack, i));
  }
  return force.drm();
}

/// The attack of all who can on all of the other side.
CloseCombatHit Assault::strike(const Sides& sides, Dice& dice, By by, int edge) const {
  const CloseCombatForce& attackers = force(sides, by);
  const CloseCombatForce& attacked = force(sides, other(by));
  if (attackers.attackers == 0) return {};
  const int drm = attackers.leadership - attackers.heroes + edge;
  const bool counts = broken_drm == BrokenDrm::each || attacked.unbroken == 0;
  const CloseCombatTerms::Strike strike =
      terms.strike(by, attackers.attack.halves() / 2.0, attacked.defence.halves() / 2.0);
  return dice.DR([&](TwoDice roll) {
    Hit hit;
    if (attacked.unbroken != 0) hit.unbroken = strike.effect(roll.total(), drm);
    if (attacked.broken != 0) {
      hit.broken = strike.effect(roll.total(), drm + (counts ? broken_target_drm : 0));
    }
    return hit;
  });
}

/// All are eliminated, or one by Random Selection (more if they tie) suffers Casualty Reduction,
/// among those that the Final DR reduces: the broken units may have another Final DR. Units with
/// the same one form one group.
void Assault::suffer(Sides& sides, Dice& dice, By side, Hit hit) const {
  TargetStack& stack = side == By::attacker ? sides.attacker : sides.defender;
  const FireTarget& rules = rules_of(side);
  const std::uint32_t here = in_location(sides, side);
  const std::uint32_t broken = broken_of(stack, here);
  std::uint32_t eliminated = 0;
  std::uint32_t reduced = 0;
  const auto sort = [&](std::uint32_t units, Effect effect) {
    if (effect == Effect::eliminates) eliminated |= units;
    if (effect == Effect::reduces) reduced |= units;
  };
  sort(here & ~broken, hit.unbroken);
  sort(broken, hit.broken);
  rules.eliminate_all(stack, eliminated);
  if (reduced != 0) rules.reduce_one_of(dice, stack, reduced);
  if (fights_last_) sides.done.at(static_cast<std::size_t>(side)) = After::over;
}

}  // namespace combat_odds::asl
