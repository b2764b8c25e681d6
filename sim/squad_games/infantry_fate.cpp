#include "sim/squad_games/infantry_fate.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace combat_odds {

namespace {

constexpr std::string_view needs_pins = "pinned_or_worse";

/// In Good Order, and unharmed.
int good_order(const InfantryFate& fate) { return fate.unharmed - fate.not_in_good_order; }

/// An event that may happen to either side.
struct FateEvent {
  std::string_view name;
  std::string_view of_attacker;  ///< its name where it happens to the attacker
  const char* meaning;
  const char* meaning_of_attacker;
  bool (*happened)(const InfantryFate& fate);
};

constexpr std::array<FateEvent, 6> fate_events = {{
    {"leader_lost", "attacker_leader_lost", "a leader under attack broke or was eliminated",
     "a leader of the attacker broke or was eliminated",
     [](const InfantryFate& fate) { return fate.leader_lost; }},
    {"broken_or_worse", "attacker_broken_or_worse", "a unit broke, was reduced or was eliminated",
     "a unit of the attacker broke, was reduced or was eliminated",
     [](const InfantryFate& fate) { return fate.newcomer_harmed || fate.broken_or_worse > 0; }},
    {"all_broken_or_worse", "attacker_all_broken_or_worse",
     "several units: all of them broke, were reduced or eliminated",
     "several attackers: all of them broke, were reduced or eliminated",
     [](const InfantryFate& fate) { return fate.units > 1 && fate.broken_or_worse == fate.units; }},
    {needs_pins, "attacker_pinned_or_worse",
     "a unit was pinned, broke, was reduced or was eliminated",
     "a unit of the attacker was pinned, broke, was reduced or was eliminated",
     [](const InfantryFate& fate) { return fate.newcomer_harmed || fate.unharmed < fate.units; }},
    {"eliminated_or_reduced", "attacker_eliminated_or_reduced", "a unit was eliminated or reduced",
     "a unit of the attacker was eliminated or reduced",
     [](const InfantryFate& fate) {
       return fate.newcomer_harmed || fate.eliminated_or_reduced > 0;
     }},
    {"good_order", "attacker_good_order",
     "all units are in good order, and nothing happened to any of them",
     "all attackers are in good order, and nothing happened to any of them",
     [](const InfantryFate& fate) {
       return !fate.newcomer_harmed && good_order(fate) == fate.units;
     }},
}};

}  // namespace

Outcome& tell(Outcome& outcome, const InfantryFate& fate, Pins pins, Whose whose) {
  const bool attacker = whose == Whose::attacker;
  for (const FateEvent& event : fate_events) {
    if (event.name == needs_pins && pins == Pins::no) continue;
    outcome.event(attacker ? event.of_attacker : event.name, event.happened(fate));
  }
  if (fate.units > 1) {
    outcome.measure(attacker ? "attacker_good_order_share" : "good_order_share",
                    (200 * good_order(fate) + fate.units) / (2 * fate.units));
  }
  return outcome;
}

std::vector<Term> infantry_events(Pins pins, Whose whose) {
  std::vector<Term> terms;
  for (const FateEvent& event : fate_events) {
    if (event.name == needs_pins && pins == Pins::no) continue;
    if (whose == Whose::attacker) {
      terms.push_back({std::string(event.of_attacker), event.meaning_of_attacker});
    } else {
      terms.push_back({std::string(event.name), event.meaning});
    }
  }
  return terms;
}

std::vector<Term> infantry_events(std::initializer_list<std::string_view> names) {
  std::vector<Term> terms = infantry_events(Pins::yes);
  std::erase_if(terms, [&](const Term& term) {
    return std::find(names.begin(), names.end(), term.name) == names.end();
  });
  return terms;
}

std::vector<Term> infantry_measures(Whose whose) {
  const std::string share = " how many of a hundred are in good order and unharmed, to the nearest";
  if (whose == Whose::attacker)
    return {{"attacker_good_order_share", "several attackers:" + share}};
  return {{"good_order_share", "several units:" + share}};
}

Outcome& tell(Outcome& outcome, const VehicleFate& fate) {
  return outcome.event("knocked_out", fate.knocked_out)
      .event("stopped", fate.knocked_out || fate.immobilized);
}

std::vector<Term> vehicle_events() {
  return {{"knocked_out", "the vehicle is eliminated, burning or abandoned"},
          {"stopped", "the vehicle is knocked out or immobilized"}};
}

std::vector<HeadlinePart> infantry_headline(const std::string& nothing) {
  return {{"broken_or_worse", "at least one breaks or worse", "it breaks or worse"},
          {"leader_lost", "the leader breaks or is lost", "the leader breaks or is lost"},
          {nothing, "nothing happens", ""}};
}

std::vector<HeadlinePart> vehicle_headline() {
  return {{"knocked_out", "the vehicle is knocked out", ""},
          {"stopped", "it is at least stopped", ""}};
}

}  // namespace combat_odds
