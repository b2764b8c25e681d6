#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "reports/tables/table_report.hpp"
#include "studies/plan/fixed_plan.hpp"

namespace combat_odds::red_barricades {

/// What the plan of one day is asked: a plan whose budget may be left out for the CPP at hand.
struct OneDayInput {
  PlanInput plan;  ///< its days are those of `on`
  std::string on;  ///< the day
  std::string
      cpp;  ///< at hand on that day, after what is kept of the days before; empty: plan.budget
};

/// The same as a plan from `on` to `on`. What counts is what stands at the end of the campaign,
/// unless the objective names another day. Throws InputError about an option.
PlanInput plan_of_one_day(const OneDayInput& input, const Charts& charts);

/// Purchases of one day, no more being affordable that counts.
struct Basket {
  std::vector<std::pair<std::size_t, int>> bought;  ///< offers and how many
  int cpp = 0;
  double value = 0;  ///< what it adds to what is kept
};

/// All baskets of the first day of a plan by what they are expected to bring, the best first, of
/// equal ones the cheaper: within all that holds for a plan, kept purchases included.
class OneDay {
 public:
  /// `asked` must outlive it. Throws InputError where dice decide how many CPP there are, where a
  /// chance is asked for, and where there are too many baskets; SystemError where `stop` ends it.
  explicit OneDay(const AskedPlan& asked, const std::function<bool()>& stop = {});
  const std::vector<Basket>& baskets() const { return baskets_; }
  /// rank,bought,cpp,left,value,squads,leaders,leadership,afvs
  std::string csv() const;
  std::string table(TableStyle style, std::size_t most, std::size_t width) const;

 private:
  /// Goes through all sets that can be paid for, and keeps those to which nothing can be added.
  void find_baskets(const std::function<bool()>& stop);
  /// What counts, and what something that counts needs: one that is no better than a cheaper
  /// purchase of the same group is left out.
  std::vector<std::size_t> useful() const;
  Purchases with(const std::vector<std::pair<std::size_t, int>>& bought) const;
  bool takes_one_more(const Basket& basket, std::size_t offer) const;
  double mean(const Basket& basket, const std::string& measure) const;
  std::string text(const Basket& basket) const;

  const AskedPlan& asked_;
  std::size_t day_;
  int cpp_ = 0;  ///< at hand, after what is kept
  Purchases kept_;
  double value_ = 0;  ///< of what is kept
  std::vector<Basket> baskets_;
};

/// side,id,group,date,cpp,daily_max,cg3_max,brings,expected,expected_per_cpp: every group on every
/// day on which it is for sale.
std::string price_csv(const Charts& charts);
/// The groups of both sides: prices, maxima, when they are for sale, and on which day they bring
/// most and least.
std::string price_table(const Charts& charts, TableStyle style);

}  // namespace combat_odds::red_barricades
