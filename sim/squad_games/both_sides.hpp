#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/declare/duel.hpp"
#include "sim/squad_games/infantry_fate.hpp"

// Events and measures of procedures in which both sides attack each other. The common ones
// (infantry_fate.hpp) are about the defender; here are those about the attacker and about both.

namespace combat_odds {

/// Losses by kind of unit.
struct LossesByKind {
  int squads =
      0;  ///< in games with pins half-squads: a squad counts two, a reduced one has lost one
  int crews = 0;
  int leaders = 0;           ///< and heroes
  bool of_ordnance = false;  ///< vehicles or guns are among the sides
  int vehicles = 0;
  int guns = 0;
};

/// What one side of an assault lost, in units.
struct SideLosses {
  InfantryFate fate;
  int eliminated = 0;
  int reduced = 0;  ///< in games with pins
  int broken = 0;
  int pinned = 0;
  int unbroken = 0;           ///< left in the end
  std::optional<int> points;  ///< lost; if they are asked for
  std::optional<LossesByKind> by_kind = std::nullopt;
};

/// Adds the measures and common events of both sides, or of the defender alone.
Outcome& tell_losses(Outcome& outcome, const SideLosses& defender,
                     const std::optional<SideLosses>& attacker, Pins pins);
/// Its measures; `points` is the game's word for them ("BPV").
std::vector<Term> losses_measures(Pins pins, const std::string& points);
/// Those of losses by kind, and what a parameter that asks for them means.
std::vector<Term> kinds_measures(Pins pins);
/// Those of vehicles and guns, of games in which they are among the sides.
std::vector<Term> ordnance_measures();
extern const char* const by_kind_meaning;

/// The outcome for the sides that are in the defender's Location in the end, with the event
/// defender_gone.
Outcome holder_outcome(bool attacker, bool defender);
std::vector<Term> holder_outcomes();
std::vector<Term> holder_events();
/// The headline: which side holds the Location, and what became of both.
std::vector<HeadlinePart> holder_headline();

/// How an assault is a duel: each side is one group, the attackers "assault" and the defenders
/// "front", and who holds the Location has won. `of_a_side` are parameters that both sides have
/// besides, without attacker_ and defender_.
DuelDeclaration assault_duel(Pins pins, const std::vector<std::string>& of_a_side);

}  // namespace combat_odds
