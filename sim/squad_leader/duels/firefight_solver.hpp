#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <vector>

#include "core/explore/run_control.hpp"
#include "sim/squad_leader/duels/firefight_model.hpp"

namespace combat_odds::squad_leader {

/// How a firefight ends, exactly.
struct FirefightOdds {
  double a_holds = 0;
  double b_holds = 0;
  double both = 0;
  double neither = 0;
  double points_lost_a = 0;  ///< expected
  double points_lost_b = 0;
  double turns = 0;
};

/// Solves many firefights: the odds of each kind of roll are worked out once, by decision graph,
/// and remembered; so is what each state of a firefight leads to, for all its player turns. The
/// probabilities of the states are then carried forward turn by turn. The same odds as those of
/// sl.firefight's own decision graph, far sooner where thousands of firefights share their rolls.
class FirefightSolver {
 public:
  /// Throws Interrupted soon after `control` (may be null) says so.
  FirefightOdds solve(const Firefight& firefight, const RunControl* control = nullptr);

  struct Chance {
    RollResult result;
    double probability = 0;
  };
  /// What a roll can come to.
  const std::vector<Chance>& chances(const Firefight& firefight, const Pending& pending);

 private:
  struct BytesHash {
    template <class Value>
    std::size_t operator()(const Value& value) const;
  };
  class Chain;
  boost::unordered_flat_map<Pending, std::vector<Chance>, BytesHash> known_;
};

}  // namespace combat_odds::squad_leader
