#pragma once

#include <vector>

#include "studies/plan/policy/policy_groups.hpp"
#include "studies/plan/policy/purchase_policy.hpp"

namespace combat_odds::red_barricades {

/// How many states the dynamic program over day, CPP at hand and the count of every queue has.
double policy_states(const AskedPlan& asked, const std::vector<Queue>& queues);

/// The best policy that buys from each queue in its order, backwards from the last day, and then
/// forwards what states it comes to. No queue has a price.
BuyingPolicy solve_policy(const AskedPlan& asked, const std::vector<Queue>& queues);

/// What no policy exceeds: without the maxima of the priced groups, and their prices given back
/// for as many as there are (weak duality).
double policy_bound(const AskedPlan& asked, const std::vector<Queue>& queues);

}  // namespace combat_odds::red_barricades
