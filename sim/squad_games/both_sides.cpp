#include "sim/squad_games/both_sides.hpp"

namespace combat_odds {

Outcome& tell_of_attacker(Outcome& outcome, const InfantryFate& fate, Pins pins) {
  outcome.event("attacker_leader_lost", fate.leader_lost)
      .event("attacker_broken_or_worse", fate.broken_or_worse > 0)
      .event("attacker_all_broken_or_worse", fate.units > 1 && fate.broken_or_worse == fate.units)
      .event("attacker_pinned_or_worse", pins == Pins::yes && fate.unharmed < fate.units)
      .event("attacker_eliminated_or_reduced", fate.eliminated_or_reduced > 0)
      .event("attacker_good_order", fate.good_before && fate.unharmed == fate.units);
  if (fate.units > 1) {
    const int good = fate.good_before ? fate.unharmed : 0;
    outcome.measure("attacker_good_order_share", (200 * good + fate.units) / (2 * fate.units));
  }
  return outcome;
}

std::vector<Term> attacker_events(Pins pins) {
  std::vector<Term> terms = {
      {"attacker_leader_lost", "a leader of the attacker broke or was eliminated"},
      {"attacker_broken_or_worse", "a unit of the attacker broke, was reduced or was eliminated"},
      {"attacker_all_broken_or_worse",
       "several attackers: all of them broke, were reduced or eliminated"},
      {"attacker_pinned_or_worse",
       "a unit of the attacker was pinned, broke, was reduced or was eliminated"},
      {"attacker_eliminated_or_reduced", "a unit of the attacker was eliminated or reduced"},
      {"attacker_good_order",
       "all attackers are in good order, and nothing happened to any of them"},
  };
  if (pins == Pins::no) {
    std::erase_if(terms, [](const Term& term) { return term.name == "attacker_pinned_or_worse"; });
  }
  return terms;
}

std::vector<Term> attacker_measures() {
  return {{"attacker_good_order_share",
           "several attackers: how many of a hundred are in good order and unharmed, to the "
           "nearest"}};
}

Outcome holder_outcome(bool attacker, bool defender) {
  Outcome outcome(attacker && defender ? "melee"
                  : attacker           ? "attacker_holds"
                  : defender           ? "defender_holds"
                                       : "nobody_holds");
  return outcome.event("defender_gone", !defender);
}

std::vector<Term> holder_outcomes() {
  return {
      {"attacker_holds", "only attackers are in the defender's Location"},
      {"melee", "both are in it"},
      {"defender_holds", "only defenders are in it, broken ones who stay among them"},
      {"nobody_holds", "nobody is left in it"},
  };
}

std::vector<Term> holder_events() {
  return {{"defender_gone", "no defender is left in the Location: eliminated or routed"}};
}

std::vector<HeadlinePart> holder_headline() {
  return {{"attacker_holds", "the attacker holds the Location", ""},
          {"defender_holds", "the defender holds it", ""},
          {"melee", "a Melee", ""},
          {"nobody_holds", "nobody is left in it", ""},
          {"broken_or_worse", "a defender breaks or worse", "the defender breaks or worse"},
          {"attacker_broken_or_worse", "an attacker breaks or worse", ""}};
}

}  // namespace combat_odds
