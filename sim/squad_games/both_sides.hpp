#pragma once

#include <vector>

#include "sim/squad_games/infantry_fate.hpp"

// Events and measures of procedures in which both sides attack each other. The common ones
// (infantry_fate.hpp) are about the defender; here are those about the attacker and about both.

namespace combat_odds {

/// Adds the common events about the attacker ("attacker_broken_or_worse"), and for several units
/// the measure attacker_good_order_share.
Outcome& tell_of_attacker(Outcome& outcome, const InfantryFate& fate, Pins pins);
std::vector<Term> attacker_events(Pins pins);
std::vector<Term> attacker_measures();

/// The outcome for the sides that are in the defender's Location in the end, with the event
/// defender_gone.
Outcome holder_outcome(bool attacker, bool defender);
std::vector<Term> holder_outcomes();
std::vector<Term> holder_events();
/// The headline: which side holds the Location, and what became of both.
std::vector<HeadlinePart> holder_headline();

}  // namespace combat_odds
