#pragma once

#include <string>
#include <vector>

#include "core/dice/policy.hpp"

namespace combat_odds {

/// One line of what to do: in all situations that these words are true of and that no line before
/// it speaks of.
struct PolicyRule {
  std::string when;  ///< "phase 6", "phase 1 to 3, acquired -2"; empty: in all others
  std::string what;  ///< the option; "either" where none is better
  std::size_t situations = 0;
  double visits = 0;      ///< how often such a situation comes up in a game
  double least_cost = 0;  ///< what the smallest mistake costs in the situation where it costs least
  double most_cost = 0;   ///< and where it costs most
};

/// What to do when a player is asked one question.
struct PolicyTable {
  std::string question;
  int side = 0;
  std::vector<PolicyRule> rules;
  std::size_t situations = 0;  ///< that best play meets, told apart by their words
  std::size_t rare = 0;        ///< of these, left out: rarer than once in so many games
  std::size_t never_met = 0;   ///< that only other play leads to
  bool words_fail = false;     ///< somewhere the words do not tell apart what is to be done
};

/// Situations that come up in fewer games than one in this many are left to the whole list.
constexpr double rare_games = 2'000;

/// The most lines of a table; what is left then is one line more, "as the whole list says".
constexpr std::size_t most_policy_rules = 40;

/// The policy as short tables, one for each question, in the order in which they come up. A line
/// names as little as tells what to do: what does not matter is left out, numbers are put together.
std::vector<PolicyTable> policy_tables(const Policy& policy);

}  // namespace combat_odds
