#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ask/library.hpp"
#include "ask/situation.hpp"
#include "core/explore/run_control.hpp"

namespace combat_odds {

/// Something that is wrong with a procedure.
struct Fault {
  enum class Kind {
    unsound,  ///< ways to the odds differ, or a promise is broken
    never_occurs,
    changes_nothing,
  };
  Kind kind = Kind::unsound;
  /// What it is about: a parameter, an outcome, "alike", ":at" of dice:at; empty: the whole.
  std::string name;
  std::string wrong;
  std::string right;
};

/// How far a check goes.
struct Thoroughness {
  std::size_t situations = 20;       ///< of the spread, all of which are played in every way
  std::size_t more = 60;             ///< tried where those do not show all that a procedure can do
  std::size_t most_nodes = 50'000;   ///< of a graph that is explored at all
  std::size_t most_ignored = 3'000;  ///< of one that is explored with its checkpoints ignored
  std::size_t ignored_in_all = 0;    ///< of all these together, the smallest first; 0: no limit
  std::size_t most_changed = 1'000;  ///< of one that is explored with a parameter changed
  std::uint64_t trials = 200'000;
  std::uint64_t trials_by_hand = 1'000;   ///< of the rule itself, with dice that are thrown
  std::uint64_t throws_by_hand = 10'000;  ///< enough of them, but after 100 trials; 0: no limit
  const RunControl* control = nullptr;    ///< ends it early, with Interrupted
};

/// Whether a procedure is sound: over a spread of situations, and `also` in others, the rule played
/// with dice, simulated and solved come to the same odds; what it promises at its checkpoints
/// holds; the odds sum to 1; all that occurs is declared and all that is declared occurs; every
/// parameter changes the odds somewhere, or is a flag without which another is refused. Two ways
/// are said to differ where chance alone would do so once in 10^9. Throws InputError where the rule
/// itself fails.
std::vector<Fault> faults(const Library& library, const Procedure& procedure,
                          const Thoroughness& thoroughness = {},
                          const std::vector<Scenario>& also = {});

}  // namespace combat_odds
