#pragma once

#include "core/dice/policy.hpp"
#include "studies/plan/policy/purchase_policy.hpp"

namespace combat_odds::red_barricades {

/// The likely states of a buying policy as decisions, in the form of every other policy: how many
/// of each group to buy today, by the day (1 is 17 October), the CPP at hand and what was bought
/// before. The value of a number is that of the objective where the rest is bought as well as can
/// be. Of a queue what was passed over counts as bought.
Policy policy_choices(const AskedPlan& asked, const BuyingPolicy& policy);

}  // namespace combat_odds::red_barricades
