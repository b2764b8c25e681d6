#pragma once

#include <vector>

#include "sim/squad_games/infantry_fate.hpp"

// The words of procedures in which both sides attack each other. The common words are about the
// defender; here are those for the attacker, and for what both of them have.

namespace combat_odds {

/// Adds the common events about the attacker ("attacker_broken_or_worse"), and for several units
/// the measure attacker_good_order_share.
Outcome& tell_of_attacker(Outcome& outcome, const InfantryFate& fate, Pins pins);
std::vector<Term> attacker_events(Pins pins);
std::vector<Term> attacker_measures();

/// Who is in the defender's Location in the end, as the label of an outcome, and the event
/// defender_gone.
Outcome holder_outcome(bool attacker, bool defender);
std::vector<Term> holder_outcomes();
std::vector<Term> holder_events();
/// What matters most of who holds it and of what became of both.
std::vector<HeadlinePart> holder_headline();

}  // namespace combat_odds
