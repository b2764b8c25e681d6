#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <vector>

#include "core/explore/run_control.hpp"
#include "sim/squad_leader/duels/firefight_model.hpp"

namespace combat_odds::squad_leader {

/// The exact odds of a firefight.
struct FirefightOdds {
  double a_holds = 0;
  double b_holds = 0;
  double both = 0;
  double neither = 0;
  double points_lost_a = 0;  ///< expected
  double points_lost_b = 0;
  double turns = 0;
};

/// Solves many firefights. The odds of each kind of roll are computed once, by decision graph, and
/// kept. The successors of each state are kept for all player turns of a firefight. Probabilities
/// are then carried forward turn by turn. Gives the same odds as sl.firefight's own decision graph,
/// but much faster when thousands of firefights share their rolls.
class FirefightSolver {
 public:
  /// Throws Interrupted soon after `control` (may be null) asks to stop.
  FirefightOdds solve(const Firefight& firefight, const RunControl* control = nullptr);

  struct WeightedResult {
    RollResult result;
    double probability = 0;
  };
  /// The results of a roll and their probabilities.
  const std::vector<WeightedResult>& chances(const Firefight& firefight, const Pending& pending);

 private:
  struct BytesHash {
    template <class Value>
    std::size_t operator()(const Value& value) const;
  };
  class Chain;
  boost::unordered_flat_map<Pending, std::vector<WeightedResult>, BytesHash> known_;
};

}  // namespace combat_odds::squad_leader
