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

/// A side's goal: the largest or smallest average of a weighted sum of outcomes and events (1 where
/// they happen) and measures.
struct Goal {
  enum class Kind { outcome, event, measure, equal, at_least, at_most };
  struct Summand {
    Kind kind = Kind::outcome;
    std::string name;
    double bound = 0;      ///< what a measure is compared with
    long long weight = 1;  ///< times `scale`
    int parts = 1;         ///< of one, which the rule's outcomes count (see InParts)
  };
  std::vector<Summand> summands;
  long long scale = 1;
  bool least = false;

  /// The worth of an outcome, times `scale`. Throws InputError where it lacks a measure of the
  /// goal.
  long long worth(const Outcome& outcome) const;
};

/// Makes the goal one of outcomes that count parts of a measure. Weights are of these parts then.
void count_parts(Goal& goal, const Rule& rule);

/// Which sides play their best, and for which goals.
struct BestPlay {
  FreeChoices free;
  Goal goal;                    ///< of side 0
  std::optional<Goal> against;  ///< of side 1; without it, side 1 decides nothing
};

/// The best policy of `rule`: what each side does in each state that can be reached, so that no
/// other choice would serve its own goal better. Where no state recurs it is found backwards from
/// the outcomes, and near ties are settled in fractions; where states recur, by policy iteration on
/// the absorbing Markov chain. Throws GraphTooLarge and Interrupted as decision_graph() does;
/// InputError at "best" or "against" where the goals can't be solved for: a measure that not every
/// outcome has, or two sides whose goals are not opposite in a game in which positions recur.
Policy best_policy(const Rule& rule, const BestPlay& best,
                   std::size_t most_nodes = most_graph_nodes, const RunControl* control = nullptr);

/// `rule` played by the policy: an ordinary rule. `rule` must outlive it.
std::unique_ptr<Rule> played_by(const Rule& rule, std::shared_ptr<const Policy> policy);

/// `rule` under best play. The policy is found when it is first played, which takes time there and
/// throws SystemError where the graph is too large. To odds, simulation and everything else it is
/// an ordinary rule.
std::unique_ptr<Rule> played_best(std::unique_ptr<Rule> rule, BestPlay best);

/// Finds the policy of a rule made by played_best() now, unless it is known. Does nothing for other
/// rules. Throws Interrupted soon after `control` (may be null) says stop.
void find_policy(const Rule& rule, const RunControl* control);

}  // namespace combat_odds
