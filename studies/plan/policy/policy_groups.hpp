#pragma once

#include <optional>
#include <vector>

#include "studies/plan/plan_input.hpp"

namespace combat_odds::red_barricades {

/// One group that counts, and how many more may come.
struct Counted {
  const ReinforcementGroup* group = nullptr;
  std::vector<std::size_t> offers;
  int most = 0;  ///< kept ones apart
  int kept = 0;
  double per_cpp = 0;  ///< the most that a CPP of it brings
};

/// Groups that one count stands for in the index of a state: each is bought only once those before
/// it are bought out, or can't be had any more. A group by itself is a queue of one.
struct Queue {
  std::vector<Counted> groups;
  std::optional<double> price;  ///< not counted at all: each has this price in value beside its CPP
  int most = 0;                 ///< of all; 0 where it is not counted
  std::size_t stride = 1;
};

/// Throws InputError where asked do not go with dice in the budget.
void check_policy_wishes(const AskedPlan& asked);
/// The groups that bring anything on any day. Throws InputError about those that depend on others.
std::vector<Counted> counted_groups(const AskedPlan& asked);
/// What all groups bring up to their maxima if each comes on its best day: no policy exceeds it.
double all_on_best_days(const AskedPlan& asked, const std::vector<Counted>& groups);

}  // namespace combat_odds::red_barricades
