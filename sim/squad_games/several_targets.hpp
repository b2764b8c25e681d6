#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/declare/declaration.hpp"
#include "sim/declare/units.hpp"
#include "sim/squad_games/fire_group_phase.hpp"
#include "sim/squad_games/infantry_fate.hpp"

// What the procedures of one phase of fire share, whatever the game.

namespace combat_odds {

/// Units in one hex or in several, which are fired at.
struct SeveralTargets {
  std::vector<std::vector<UnitName>> units;

  static void describe(Declaration<SeveralTargets>& targets);
  /// Those of a hex: "4-4-7 8-0".
  std::vector<std::string> names() const;
  /// "4-4-7 8-0 and 2*4-4-7".
  std::string text() const;
  /// "unbroken", or where there are several "unbroken at 4-4-7 8-0".
  std::string fact(const std::string& what, std::size_t target) const;
};

/// What becomes of one more hex of them.
void add_fate(InfantryFate& all, const InfantryFate& one);

/// How many are unbroken in the end, as the label of an outcome.
const char* label_of(int unbroken, int units);
std::vector<Term> phase_outcomes();

/// The parameters of FireGroups::Rules but `modifier`, which is for games that know both.
void describe_fire_groups(Declaration<FireGroups::Rules>& rules);

}  // namespace combat_odds
