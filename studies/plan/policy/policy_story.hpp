#pragma once

#include <string>

#include "reports/tables/table.hpp"
#include "studies/plan/policy/purchase_policy.hpp"

namespace combat_odds::red_barricades {

/// For the terminal: what the policy does on the first days, as a tree, and one typical game.
std::string policy_story(const AskedPlan& asked, const BuyingPolicy& policy, TableStyle style);

/// level,date,at_hand_from,at_hand_to,buy,cost,chance: the tree, a branch before those that follow
/// from it. A branch of level 2 follows from the last one of level 1 before it.
std::string policy_tree_csv(const AskedPlan& asked, const BuyingPolicy& policy);

/// date,income,at_hand,buy,cost,left: a game in which every income is its mean.
std::string typical_game_csv(const AskedPlan& asked, const BuyingPolicy& policy);

}  // namespace combat_odds::red_barricades
