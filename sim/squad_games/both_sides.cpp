#include "sim/squad_games/both_sides.hpp"

#include <array>
#include <string>

namespace combat_odds {
namespace {

/// The names of a side's measures.
struct LossNames {
  const char* side;
  std::string_view eliminated;
  std::string_view reduced;
  std::string_view broken;
  std::string_view pinned;
  std::string_view unharmed;
  std::string_view unbroken;
  std::string_view points;
  std::string_view squads;
  std::string_view half_squads;
  std::string_view crews;
  std::string_view leaders;
  std::string_view vehicles;
  std::string_view guns;
};

constexpr std::array<LossNames, 2> names = {{
    {"defender", "defenders_eliminated", "defenders_reduced", "defenders_broken",
     "defenders_pinned", "defenders_unharmed", "defenders_unbroken", "defenders_points_lost",
     "defenders_squads_lost", "defenders_half_squads_lost", "defenders_crews_lost",
     "defenders_leaders_lost", "defenders_vehicles_lost", "defenders_guns_lost"},
    {"attacker", "attackers_eliminated", "attackers_reduced", "attackers_broken",
     "attackers_pinned", "attackers_unharmed", "attackers_unbroken", "attackers_points_lost",
     "attackers_squads_lost", "attackers_half_squads_lost", "attackers_crews_lost",
     "attackers_leaders_lost", "attackers_vehicles_lost", "attackers_guns_lost"},
}};

const LossNames& names_of(Whose whose) { return names.at(static_cast<std::size_t>(whose)); }

void tell_of(Outcome& outcome, const SideLosses& side, Pins pins, Whose whose) {
  const LossNames& name = names_of(whose);
  outcome.measure(name.eliminated, side.eliminated)
      .measure_if(pins == Pins::yes, name.reduced, side.reduced)
      .measure(name.broken, side.broken)
      .measure_if(pins == Pins::yes, name.pinned, side.pinned)
      .measure(name.unharmed, side.fate.unharmed)
      .measure(name.unbroken, side.unbroken);
  tell(outcome, side.fate, pins, whose);
  if (side.points) outcome.measure(name.points, *side.points);
  if (!side.by_kind) return;
  outcome.measure(pins == Pins::yes ? name.half_squads : name.squads, side.by_kind->squads)
      .measure(name.crews, side.by_kind->crews)
      .measure(name.leaders, side.by_kind->leaders)
      .measure_if(side.by_kind->of_ordnance, name.vehicles, side.by_kind->vehicles)
      .measure_if(side.by_kind->of_ordnance, name.guns, side.by_kind->guns);
}

void add_loss_measures(std::vector<Term>& terms, Pins pins, Whose whose) {
  const LossNames& name = names_of(whose);
  const std::string of_side = std::string("units of the ") + name.side;
  const std::string before = whose == Whose::defender ? ", by this and not before" : "";
  const auto add = [&](std::string_view measure, std::string meaning) {
    terms.push_back({std::string(measure), std::move(meaning)});
  };
  add(name.eliminated, of_side + " eliminated");
  if (pins == Pins::yes) {
    add(name.reduced, "of those left, squads reduced and SMC wounded");
    add(name.broken, "of those left, units broken" + before);
    add(name.pinned, of_side + " pinned");
  } else {
    add(name.broken, of_side + " broken" + before);
  }
  add(name.unharmed, of_side + " to which nothing happened");
  add(name.unbroken, of_side + " left unbroken, by a rally among others");
  for (Term& term : infantry_measures(whose)) terms.push_back(std::move(term));
}

}  // namespace

Outcome& tell_losses(Outcome& outcome, const SideLosses& defender,
                     const std::optional<SideLosses>& attacker, Pins pins) {
  tell_of(outcome, defender, pins, Whose::defender);
  if (!attacker) return outcome;
  tell_of(outcome, *attacker, pins, Whose::attacker);
  if (defender.points && attacker->points) {
    outcome.measure("points_won", *defender.points - *attacker->points);
  }
  return outcome;
}

std::vector<Term> losses_measures(Pins pins, const std::string& points) {
  std::vector<Term> terms;
  add_loss_measures(terms, pins, Whose::defender);
  add_loss_measures(terms, pins, Whose::attacker);
  const std::string lost = "the " + points + " that the defender lost";
  terms.push_back({"defenders_points_lost", lost});
  terms.push_back({"attackers_points_lost", "the " + points + " that the attacker lost", true});
  terms.push_back({"points_won", lost + " less the attacker's"});
  return terms;
}

const char* const by_kind_meaning = "report what both sides lose by kind: squads, crews, leaders";

std::vector<Term> kinds_measures(Pins pins) {
  std::vector<Term> terms;
  for (const LossNames& name : names) {
    const std::string lost = std::string(" that the ") + name.side + " lost";
    if (pins == Pins::yes) {
      terms.push_back({std::string(name.half_squads), "with by_kind: half-squads" + lost +
                                                          "; a squad is two, and has lost one "
                                                          "where it was reduced"});
    } else {
      terms.push_back({std::string(name.squads), "with by_kind: squads" + lost});
    }
    terms.push_back({std::string(name.crews), "with by_kind: crews" + lost});
    terms.push_back(
        {std::string(name.leaders),
         std::string("with by_kind: leaders") + (pins == Pins::yes ? " and heroes" : "") + lost});
  }
  return terms;
}

std::vector<Term> ordnance_measures() {
  std::vector<Term> terms;
  for (const LossNames& name : names) {
    const std::string lost = std::string(" that the ") + name.side + " lost";
    terms.push_back({std::string(name.vehicles), "with by_kind: vehicles" + lost});
    terms.push_back({std::string(name.guns),
                     "with by_kind: guns of the " + std::string(name.side) + " destroyed by fire"});
  }
  return terms;
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
          {"melee", "they are in Melee", ""},
          {"nobody_holds", "nobody is left in it", ""},
          {"broken_or_worse", "a defender breaks or worse", "the defender breaks or worse"},
          {"attacker_broken_or_worse", "an attacker breaks or worse", ""}};
}

DuelDeclaration assault_duel(Pins pins, const std::vector<std::string>& of_a_side) {
  DuelDeclaration duel;
  duel.columns = {{"units", "attacker", "defender"}};
  for (const std::string& name : of_a_side) {
    duel.columns.push_back({name, "attacker_" + name, "defender_" + name});
  }
  duel.always = {{"by_kind", "true"}};
  duel.won_by_first = {"attacker_holds"};
  duel.won_by_second = {"defender_holds"};
  duel.role_of_first = "attacker";
  duel.role_of_second = "defender";
  duel.forces = {"units", "assault", "front"};
  const auto lost = [&](Whose whose) -> std::vector<DuelDeclaration::Lost> {
    const LossNames& name = names_of(whose);
    // A squad is two half-squads, and one that is reduced has lost one.
    const bool in_halves = pins == Pins::yes;
    return {{std::string(in_halves ? name.half_squads : name.squads), in_halves ? 2 : 1},
            {std::string(name.crews)}};
  };
  duel.lost_by_first = lost(Whose::attacker);
  duel.lost_by_second = lost(Whose::defender);
  return duel;
}

}  // namespace combat_odds
