#pragma once

#include <array>
#include <optional>
#include <string>

#include "studies/plan/policy/purchase_policy.hpp"

namespace combat_odds::red_barricades {

/// A way to spend CPP that are rolled for, and what the objective is expected to come to.
struct WayToSpend {
  std::string what;
  std::string file;                 ///< where it stands
  std::optional<double> exact;      ///< nothing where it has too many states
  std::optional<double> simulated;  ///< of a priority list
};

/// The policy beside fixed plans under the same dice.
struct PolicyWorth {
  WayToSpend policy;
  WayToSpend typical;     ///< what the policy buys for mean incomes, as a priority list
  WayToSpend fixed;       ///< the best fixed plan for mean incomes, as a priority list
  double mean_value = 0;  ///< of that fixed plan were every income its mean
  double bound = 0;       ///< no policy is worth more
  bool proven = false;    ///< no policy, and so no list, is worth more than this one

  std::array<const WayToSpend*, 3> ways() const { return {&policy, &typical, &fixed}; }
  /// The way that is worth most: the policy unless a list is worth more. The policy with a queue
  /// is one of many, so a list can be.
  const WayToSpend& answer() const;
};

/// `fixed` is the best plan of the same asked for mean incomes.
PolicyWorth policy_worth(const AskedPlan& asked, const BuyingPolicy& policy,
                         const FixedPlan& fixed);

/// what,exact,simulated,answer
std::string worth_csv(const PolicyWorth& worth);
/// For the terminal: the ways, which of them is the answer, and what no policy exceeds.
std::string worth_text(const PolicyWorth& worth, const BuyingPolicy& policy);

}  // namespace combat_odds::red_barricades
