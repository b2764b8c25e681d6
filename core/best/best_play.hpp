#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/dice/policy.hpp"
#include "core/dice/rule.hpp"
#include "core/explore/decision_graph.hpp"

namespace combat_odds {

/// What a side wants, as little or as much of it as can be had on average: a sum of outcomes and
/// events (1 where they happen) and measures, each times a weight.
struct Goal {
  enum class Kind { outcome, event, measure, equal, at_least, at_most };
  struct Term {
    Kind kind = Kind::outcome;
    std::string name;
    int bound = 0;         ///< of a measure that is compared with it
    long long weight = 1;  ///< times `scale`
  };
  std::vector<Term> terms;
  long long scale = 1;
  bool least = false;

  /// What an outcome is worth, times `scale`. InputError where it lacks a measure that is asked
  /// for.
  long long worth(const Outcome& outcome) const;
};

/// Who plays his best, and for what.
struct BestPlay {
  FreeChoices free;
  Goal goal;                    ///< of side 0
  std::optional<Goal> against;  ///< of side 1, who decides nothing without it
};

/// The best policy of `rule`: what each side does in each state that can be reached, so that no
/// other choice would serve its own goal better. Where no state recurs it is found backwards from
/// the outcomes, and near ties are settled in fractions; where states recur, by policy iteration on
/// the absorbing Markov chain. Throws GraphTooLarge and Interrupted as decision_graph() does;
/// InputError at "best" or "against" where the goals can't be solved for: a measure that not every
/// outcome has, or two sides whose goals are not opposite in a game in which positions recur.
Policy best_policy(const Rule& rule, const BestPlay& best,
                   std::size_t most_nodes = most_graph_nodes, const RunControl* control = nullptr);

/// `rule` as players play it who do what the policy says: an ordinary rule. `rule` must outlive it.
std::unique_ptr<Rule> played_by(const Rule& rule, std::shared_ptr<const Policy> policy);

/// `rule` as it is played best. The policy is found when it is first played; then odds, simulation
/// and all others take it for an ordinary rule.
/// Its first player has to wait; throws SystemError where the graph is too large.
std::unique_ptr<Rule> played_best(std::unique_ptr<Rule> rule, BestPlay best);

/// Finds the policy of a rule made by played_best() now, unless it is known; of any other rule
/// there is nothing to find. Throws Interrupted soon after `control` (may be null) says so.
void find_policy(const Rule& rule, const RunControl* control);

}  // namespace combat_odds
