#include <algorithm>
#include <utility>

#include "core/dice/small.hpp"
#include "sim/asl/close_fight/assault.hpp"
#include "sim/asl/close_fight/capture.hpp"
#include "sim/asl/units/casualty_points.hpp"
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
  AttackForce attack;
  int defence = 0;
  int leadership = 0;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if ((here >> i & 1) == 0) continue;
    const UnitType& unit = rules.type(stack, i);
    const int firepower = unit.is_smc() ? 1 : unit.name.firepower;
    force.kinds = small(force.kinds | 1u << kind_of(sides, side, i));
    defence += firepower;
    if ((broken >> i & 1) != 0) {
      attack.add_idle();
      continue;
    }
    const bool pinned = stack.units[i].is(TargetUnit::pinned) && sides.fought == 0;
    attack.add(firepower / (pinned ? 2.0 : 1.0));
    ++force.attackers;
    force.heroes = small(force.heroes + (unit.is_hero() ? 1 : 0));
    if (unit.is_leader() && !pinned) leadership = std::min(leadership, rules.modifier(stack, i));
  }
  const auto& enemies = sides.defender.units;
  const bool guards =
      side == By::attacker && std::any_of(enemies.begin(), enemies.end(), holds_any_of);
  force.attack = QuarterFirepower::of(attack.firepower(guards));
  force.defence = QuarterFirepower::of(defence);
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
      // Who is wholly lost captures nobody (A20.221).
      sides.round = sides.captures != 0 ? Round::attacker_suffers : Round::defender_suffers;
      return;
    case Round::defender_suffers:
      suffer(sides, dice, By::defender, std::exchange(sides.on_defender, {}));
      sides.round = Round::attacker_suffers;
      return;
    case Round::attacker_suffers:
      suffer(sides, dice, By::attacker, std::exchange(sides.on_attacker, {}));
      if (sides.captures != 0) {
        suffer(sides, dice, By::defender, std::exchange(sides.on_defender, {}));
      }
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
  sides.captures = 0;
  if (in_location(sides, By::attacker) == 0) free_prisoners(sides);
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

std::string CloseCombatHit::text() const {
  static constexpr std::array<std::array<const char*, 3>, 2> words = {
      {{"nothing", "reduces", "eliminates"}, {"nothing", "captures one", "captures"}}};
  static constexpr std::array<const char*, 4> kinds = {"", "broken", "Inexperienced",
                                                       "broken Inexperienced"};
  const auto word = [&](Effect effect) {
    return words.at(captures).at(static_cast<std::size_t>(effect));
  };
  std::string text = word(on[0]);
  for (std::size_t kind = 1; kind < on.size(); ++kind) {
    if (on.at(kind) == Effect::nothing || on.at(kind) == on[0]) continue;
    text += fmt::format(", {}: {}", kinds.at(kind), word(on.at(kind)));
  }
  return text;
}

/// What Close Combat tells apart, as bits of MeleeKind.
unsigned Assault::kind_of(const Sides& sides, By side, std::size_t i) const {
  const TargetStack& stack = of(sides, side);
  const bool to_capture = side == By::defender && sides.captures != 0;
  const bool inexperienced = to_capture && rules_of(side).type(stack, i).inexperienced;
  return (stack.units[i].is(TargetUnit::broken) ? MeleeKind::broken : 0u) |
         (inexperienced ? MeleeKind::inexperienced : 0u);
}

/// The attack of all who can on all of the other side.
CloseCombatHit Assault::strike(const Sides& sides, Dice& dice, By by, int edge) const {
  const CloseCombatForce& attackers = force(sides, by);
  const CloseCombatForce& attacked = force(sides, other(by));
  if (attackers.attackers == 0) return {};
  const bool captures = by == By::attacker && sides.captures != 0;
  const int drm = attackers.leadership - attackers.heroes + edge;
  const bool counts = broken_drm == BrokenDrm::each || !attacked.any_unbroken();
  const CloseCombatTerms::Strike strike =
      terms.strike(by, attackers.attack.value(), attacked.defence.value());
  return dice.DR([&](TwoDice roll) {
    Hit hit;
    hit.captures = captures ? 1 : 0;
    for (std::size_t kind = 0; kind < hit.on.size(); ++kind) {
      if ((attacked.kinds >> kind & 1) == 0) continue;
      const bool broken = (kind & MeleeKind::broken) != 0;
      const int own = (broken && counts ? broken_target_drm : 0) +
                      (captures ? capture_drm((kind & MeleeKind::inexperienced) != 0) : 0);
      hit.on.at(kind) = strike.effect(roll.total(), drm + own);
    }
    return hit;
  });
}

/// The units of a side on which it has that effect, a bit for each place.
std::uint32_t Assault::struck(const Sides& sides, By side, const Hit& hit, Effect effect) const {
  const std::uint32_t here = in_location(sides, side);
  std::uint32_t units = 0;
  for (std::size_t i = 0; i < of(sides, side).unit_count; ++i) {
    if ((here >> i & 1) == 0 || hit.on.at(kind_of(sides, side, i)) != effect) continue;
    units |= std::uint32_t{1} << i;
  }
  return units;
}

/// All are eliminated, or one by Random Selection (more if they tie) suffers Casualty Reduction,
/// among those that the Final DR reduces: the broken units may have another Final DR. Units with
/// the same one form one group.
void Assault::suffer(Sides& sides, Dice& dice, By side, Hit hit) const {
  if (hit.captures != 0) {
    capture(sides, hit);
    return;
  }
  TargetStack& stack = of(sides, side);
  const FireTarget& rules = rules_of(side);
  const std::uint32_t reduced = struck(sides, side, hit, Effect::reduces);
  std::uint32_t given = 0;  // half-squads of them are prisoners
  for (std::size_t i = 0; side == By::defender && i < stack.unit_count; ++i) {
    given |= (holds_any_of(stack.units[i]) ? std::uint32_t{1} : 0u) << i;
  }
  rules.eliminate_all(stack, struck(sides, side, hit, Effect::eliminates));
  if (reduced != 0) rules.reduce_one_of(dice, stack, reduced);
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if ((given >> i & 1) != 0) stack.units[i].status |= TargetUnit::engaged;
  }
  if (fights_last_) sides.done.at(static_cast<std::size_t>(side)) = After::over;
}

/// A20.22: all are captured, or one of its owner's choice is, of a squad a half-squad. Who is
/// wholly lost at the same time captures nobody (A20.221).
void Assault::capture(Sides& sides, const Hit& hit) const {
  if (in_location(sides, By::attacker) == 0) return;
  TargetStack& stack = sides.defender;
  const auto cost = [&](std::size_t i) {
    return cost_of_giving(defender.type(stack, i), defender.roster(),
                          stack.units[i].is(TargetUnit::broken), defender.modifier(stack, i));
  };
  const std::uint32_t all = struck(sides, By::defender, hit, Effect::eliminates);
  const std::uint32_t some = struck(sides, By::defender, hit, Effect::reduces);
  std::optional<std::size_t> given;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if ((some >> i & 1) != 0 && (!given || cost(i) < cost(*given))) given = i;
  }
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    TargetUnit& unit = stack.units[i];
    if (given == i && half_of(defender.type(unit), defender.roster()) != nullptr) {
      defender.reduce(stack, i);
      unit.status |= TargetUnit::engaged;
    } else if (given == i || (all >> i & 1) != 0) {
      if (casualty_vp) {
        stack.casualty_vp = small(stack.casualty_vp + casualty_points(defender.type(unit)));
      }
      const int before = holds_any_of(unit) ? TargetUnit::broken : 0;
      unit.status = small(TargetUnit::routed | TargetUnit::engaged | before);
    }
  }
}

/// What was taken of a squad before, and who is held as a whole, is free (A26.222); they fight no
/// more.
void Assault::free_prisoners(Sides& sides) const {
  TargetStack& stack = sides.defender;
  const Prisoners freed = prisoners(stack);
  if (freed.units == 0) return;
  sides.freed = 1;
  if (casualty_vp) stack.casualty_vp = small(stack.casualty_vp - freed.points);
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    TargetUnit& unit = stack.units[i];
    if (is_held(unit)) unit.status = small(TargetUnit::routed | TargetUnit::reduced);
    unit.status &= static_cast<std::uint8_t>(~TargetUnit::engaged);
  }
}

/// Whom the attacker holds.
Assault::Prisoners Assault::prisoners(const TargetStack& stack) const {
  Prisoners sum;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    const TargetUnit& unit = stack.units[i];
    if (!holds_any_of(unit)) continue;
    const bool half_before = !is_held(unit) || unit.is(TargetUnit::broken);
    sum.units += (half_before ? 1 : 0) + (is_held(unit) ? 1 : 0);
    if (half_before) sum.points += casualty_points(UnitType::Kind::half_squad);
    if (is_held(unit)) sum.points += casualty_points(defender.type(unit));
  }
  return sum;
}

}  // namespace combat_odds::asl
