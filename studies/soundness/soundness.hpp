#pragma once

#include <string>
#include <vector>

#include "combat_odds/scenarios/library.hpp"

namespace combat_odds {

/// Something that is wrong with a procedure.
struct Fault {
  std::string name;  ///< what it is about: a parameter, an outcome; empty: the whole
  std::string wrong;
  std::string right;
};

/// Whether a procedure is sound: over a spread of situations the rule played with dice, simulated
/// and solved come to the same odds; what it promises at its checkpoints holds; the odds sum to 1;
/// every outcome, event and measure that it declares occurs; every parameter changes the odds
/// somewhere. Throws InputError where the rule itself fails.
std::vector<Fault> faults(const Library& library, const Procedure& procedure);

}  // namespace combat_odds
