#pragma once

#include <functional>
#include <limits>

#include "studies/plan/fixed_plan.hpp"

namespace combat_odds::red_barricades {

/// The plan with the best chance of at least so many of a measure by a day.
struct ChancePlan {
  bool proven = false;
  Purchases purchases;
  double chance = 0;
  double bound = 1;          ///< no plan has a better chance
  std::size_t searched = 0;  ///< different sets of purchases up to some day that were gone through
  bool ended = false;        ///< after so many sets, before anything was proven
};

/// The chance that a plan's purchases come to what asked.objective() asks for: exact
/// distributions, added up by convolution in floating point.
double chance_of(const AskedPlan& asked, const Purchases& purchases);

/// The best of all plans for an income without dice: a dynamic program from day to day over what
/// was spent and bought and the exact distribution of what it brings, in which what can't become
/// the best any more goes. Throws InputError where asked do not go with a chance.
/// After `most_searched` sets it ends with the best plan so far and its bound, as where it is
/// stopped.
ChancePlan best_chance_plan(const AskedPlan& asked, const std::function<bool()>& stop = {},
                            std::size_t most_searched = std::numeric_limits<std::size_t>::max());

/// So many sets are searched in less than a minute.
inline constexpr std::size_t searched_in_a_minute = 3'000'000;

}  // namespace combat_odds::red_barricades
