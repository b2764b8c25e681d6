#pragma once

#include <cstdint>
#include <optional>

#include "studies/plan/fixed_plan.hpp"

namespace combat_odds::red_barricades {

/// What a fixed plan is expected to come to.
struct ListWorth {
  double value = 0;          ///< of the objective, exact
  std::uint64_t states = 0;  ///< of CPP and purchases still waiting, all days together
};

/// A plan is a priority list where CPP are rolled for (see CampaignForce): each day all that is
/// planned up to then and not yet bought is gone through in order, and each purchase is made if the
/// CPP at hand and the group's daily maximum allow it. Its worth is worked out forwards, over the
/// chances of CPP at hand and of what still waits. Nothing is bought after asked.to(). Purchases
/// are read in the order of their days; Observers are bought without regard to modules (a policy
/// has none). Nothing where there are more than `most_states`.
std::optional<ListWorth> list_worth(const AskedPlan& asked, const Purchases& purchases,
                                    std::uint64_t most_states = 4'000'000);

}  // namespace combat_odds::red_barricades
