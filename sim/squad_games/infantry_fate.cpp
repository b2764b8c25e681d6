#include "sim/squad_games/infantry_fate.hpp"

#include <algorithm>

namespace combat_odds {

Outcome& tell(Outcome& outcome, const InfantryFate& fate, Pins pins) {
  outcome.event("leader_lost", fate.leader_lost)
      .event("broken_or_worse", fate.broken_or_worse > 0)
      .event("all_broken_or_worse", fate.units > 1 && fate.broken_or_worse == fate.units)
      .event("pinned_or_worse", pins == Pins::yes && fate.unharmed < fate.units)
      .event("eliminated_or_reduced", fate.eliminated_or_reduced > 0)
      .event("good_order", fate.good_before && fate.unharmed == fate.units);
  if (fate.units > 1) {
    const int good = fate.good_before ? fate.unharmed : 0;
    outcome.measure("good_order_share", (200 * good + fate.units) / (2 * fate.units));
  }
  return outcome;
}

std::vector<Term> infantry_events(Pins pins) {
  std::vector<Term> terms = {
      {"leader_lost", "a leader under attack broke or was eliminated"},
      {"broken_or_worse", "a unit broke, was reduced or was eliminated"},
      {"all_broken_or_worse", "several units: all of them broke, were reduced or eliminated"},
      {"pinned_or_worse", "a unit was pinned, broke, was reduced or was eliminated"},
      {"eliminated_or_reduced", "a unit was eliminated or reduced"},
      {"good_order", "all units are in good order, and nothing happened to any of them"},
  };
  if (pins == Pins::no) {
    std::erase_if(terms, [](const Term& term) { return term.name == "pinned_or_worse"; });
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

std::vector<Term> infantry_measures() {
  return {{"good_order_share",
           "several units: how many of a hundred are in good order and unharmed, to the nearest"}};
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
  return {{"broken_or_worse", "at least one breaks or worse", "the unit breaks or worse"},
          {"leader_lost", "the leader is lost", "the leader is lost"},
          {nothing, "nothing happens", ""}};
}

std::vector<HeadlinePart> vehicle_headline() {
  return {{"knocked_out", "the vehicle is knocked out", ""},
          {"stopped", "it is stopped at least", ""}};
}

}  // namespace combat_odds
