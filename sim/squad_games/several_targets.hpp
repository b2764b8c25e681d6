#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/declare/declaration.hpp"
#include "sim/declare/units.hpp"
#include "sim/squad_games/fire_phase_groups.hpp"
#include "sim/squad_games/infantry_fate.hpp"

// Shared by the procedures of a fire phase in all games.

namespace combat_odds {

/// Units under fire, in one hex or several.
struct SeveralTargets {
  std::vector<std::vector<UnitName>> units;

  /// The units of a hex may be in groups with modifiers of their own: "4-4-7@-2 / 4-4-7".
  static void describe(Declaration<SeveralTargets>& targets);
  /// The units of each hex: "4-4-7 8-0".
  std::vector<std::string> names() const;
  /// "4-4-7 8-0 and 2*4-4-7".
  std::string text() const;
  /// "unbroken", or with several hexes "unbroken at 4-4-7 8-0".
  std::string fact(const std::string& what, std::size_t target) const;
};

/// Adds the fate of one more hex.
void add_fate(InfantryFate& all, const InfantryFate& one);

/// The label of an outcome by the number of units that are unbroken in the end.
const char* label_of(int unbroken, int units);
std::vector<Term> phase_outcomes();

/// The parameters of FirePhaseGroups::Rules except `modifier`, which only some games ask for.
void describe_fire_groups(Declaration<FirePhaseGroups::Rules>& rules);

}  // namespace combat_odds
