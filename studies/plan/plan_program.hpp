#pragma once

#include <vector>

#include "studies/integer_program.hpp"
#include "studies/plan/fixed_plan.hpp"

namespace combat_odds::red_barricades {

/// The integer program of what was asked. A purchase x on a day stands beside the sum X of its
/// offer up to the day: the budgets are rows of few X, which the solver cuts and branches on far
/// better than on rows of all x.
class PlanProgram {
 public:
  /// `goal` in place of the objective: as many of this group as possible.
  explicit PlanProgram(const AskedPlan& asked, const ReinforcementGroup* goal = nullptr);

  /// At least so many of a group as are asked for.
  void add_at_least();
  /// Another plan than this one must come out.
  void exclude(const Purchases& purchases);
  const IntegerProgram& program() const { return program_; }
  Purchases purchases(const std::vector<double>& chosen) const;
  /// The price of a CPP on each day, by the prices of the rows.
  std::vector<double> cpp_prices(const std::vector<double>& prices) const;
  /// The program with one CPP more from a day on.
  IntegerProgram with_one_more(std::size_t day) const;
  /// The program with one CPP less up to a day.
  IntegerProgram with_one_kept(std::size_t day) const;

 private:
  using Row = IntegerProgram::Row;
  struct Choice {
    std::size_t offer = 0;
    std::size_t day = 0;
    std::size_t ordinal_class = 0;
    std::size_t variable = 0;
  };

  std::size_t last_day() const { return offers_.days() - 1; }
  double daily_max(std::size_t offer) const {
    return offers_[offer].fixed ? *offers_[offer].fixed : asked_.daily_max(offers_[offer].group());
  }
  double value(std::size_t offer, std::size_t day, std::size_t c) const {
    if (goal_ != nullptr) return &offers_[offer].group() == goal_ ? 1 : 0;
    return asked_.value(offer, day, c);
  }
  std::vector<std::size_t> of_group(const ReinforcementGroup& group) const;
  /// What kept purchases up to a day come to.
  template <class Count>
  double fixed(std::size_t day, const Count& count) const {
    double sum = 0;
    for (const Offer& offer : offers_.all()) {
      if (offer.fixed && offer.line.day <= day) sum += *offer.fixed * count(offer.group());
    }
    return sum;
  }
  /// What counts for the objective, stands already, or is needed for something else.
  void choose_offers();
  bool leaders_differ() const;
  void add_purchases();
  /// The sixth Rifle Coy and later: a class is bought from only when the one before it is full.
  void add_classes();
  std::size_t upto(std::size_t offer, std::size_t day) const { return sums_[offer][day]; }
  static void add_term(Row& row, std::size_t variable, double factor) {
    if (variable != SIZE_MAX) row.summands.push_back({variable, factor});
  }
  void add_budget();
  void add_maxima();
  /// An Observer or a Spotter Plane for each module, Spotter Planes for large ones only.
  void add_conditions();

  const AskedPlan& asked_;
  const Offers& offers_;
  const ReinforcementGroup* goal_;
  std::vector<std::size_t> chosen_;
  bool split_ = false;
  IntegerProgram program_;
  std::vector<Choice> choices_;
  std::vector<std::vector<std::size_t>> sums_;  ///< the variable X by offer and day; none: SIZE_MAX
  std::vector<std::size_t> budget_rows_;        ///< by day
};

}  // namespace combat_odds::red_barricades
