#pragma once

#include <functional>
#include <string>
#include <vector>

#include "studies/integer_program.hpp"
#include "studies/plan/plan_input.hpp"

namespace combat_odds::red_barricades {

/// So many of one offer on one day.
struct PlannedPurchase {
  std::size_t offer = 0;
  std::size_t day = 0;
  int quantity = 1;
};

/// Purchases by day, each offer of a day once.
using Purchases = std::vector<PlannedPurchase>;

/// What a plan's purchases come to.
struct Reckoned {
  bool possible = false;       ///< paid for every day, within all maxima and conditions
  double value = 0;            ///< of the objective
  std::vector<double> values;  ///< of each purchase, all of its quantity
};

/// Goes through the purchases day by day, as a player with the roster would. Independent of how
/// they were found.
Reckoned reckon(const AskedPlan& asked, const Purchases& purchases);

/// A change that makes the plan no worse: one purchase less, another instead.
struct Tie {
  std::size_t purchase = 0;  ///< of which one is left out
  std::size_t offer = 0;     ///< that is bought instead
  std::size_t day = 0;
};

/// What one CPP more adds: all of it, or so much at least where the search was ended before.
struct OneMore {
  double adds = 0;
  bool proven = true;
};

/// What it costs to keep one CPP until the next day: all of it, or no more than that where the
/// search was ended before.
struct OneKept {
  double costs = 0;
  bool proven = true;
};

/// The best plan for an income without dice.
struct FixedPlan {
  bool proven = false;  ///< that no plan is better
  double bound = 0;     ///< no plan comes to more
  Purchases purchases;
  Reckoned reckoned;
  /// By day: the price of a CPP where purchases need not be whole (the dual values of the relaxed
  /// program).
  std::vector<double> cpp_prices;
  /// By day: what the best plan adds that has one CPP more from that day on. Empty: not asked for.
  std::vector<OneMore> one_more;
  /// By day: what the best plan loses that has one CPP less up to that day. Empty: not asked for.
  std::vector<OneKept> one_kept;
  /// The last day on which anything that counts is left to buy: after it every such group is bought
  /// out or no longer sold. Nothing: there is none on any day.
  std::optional<std::size_t> last_open;
  std::vector<Tie> ties;
};

/// The best of all plans by an integer program, unless `stop` ends the search before. Throws
/// InputError where the asked can't be had together, and SystemError where it was stopped before
/// there was any plan.
FixedPlan best_fixed_plan(const AskedPlan& asked, const std::function<bool()>& stop = {});

/// The best plan with other purchases than these; no purchases where there is none (or `stop` said
/// so).
FixedPlan next_best_plan(const AskedPlan& asked, const Purchases& best,
                         const std::function<bool()>& stop = {});

/// By day, what one CPP more from that day on adds to the best plan: plans again for each, the last
/// day first. A day adds no less than those after it. Each search ends after as many nodes as that
/// for the next best plan. Empty where `stop` ends it.
std::vector<OneMore> worth_of_one_more(const AskedPlan& asked, const FixedPlan& best,
                                       const std::function<bool()>& stop = {});

/// By day, what it costs to keep one CPP until the next: plans again for each day that leaves none
/// over. Each search ends after as many nodes as that for the next best plan. Empty where `stop`
/// ends it.
std::vector<OneKept> cost_of_one_kept(const AskedPlan& asked, const FixedPlan& best,
                                      const std::function<bool()>& stop = {});

}  // namespace combat_odds::red_barricades
