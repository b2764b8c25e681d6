#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/text/text_file.hpp"
#include "studies/plan/objective.hpp"
#include "studies/plan/offers.hpp"

namespace combat_odds::red_barricades {

/// What is asked of a plan, as words.
struct PlanInput {
  std::string side;
  TextFile budget;
  std::string best;
  std::string from;                   ///< empty: the first day
  std::string to;                     ///< empty: the last day
  std::string counts_to;              ///< the day that counts where `best` names none; empty: to
  std::optional<TextFile> keep;       ///< purchases that stand
  std::vector<std::string> without;   ///< groups
  std::vector<std::string> at_most;   ///< "GROUP=2"
  std::vector<std::string> at_least;  ///< "GROUP=2"
  std::vector<std::string> adjust;    ///< "GROUP=3": each costs so many CPP more
  std::optional<TextFile> points;
  std::optional<TextFile> weather;
  int scenario_turns = 0;  ///< in which Stukas may arrive; 0: they do
  CampaignSettings settings;
};

/// A side of the options, "german" or "russian"; throws InputError.
Side read_side(const std::string& text);
/// A group of a side; throws InputError about the option.
const ReinforcementGroup& read_group(const std::string& option, const std::string& text, Side side,
                                     const ReinforcementGroups& groups);

/// The same, read and checked.
class AskedPlan {
 public:
  /// Throws InputError with all that is wrong with the files, or about an option.
  AskedPlan(const PlanInput& input, const Charts& charts);
  AskedPlan(const AskedPlan&) = delete;
  AskedPlan& operator=(const AskedPlan&) = delete;

  Side side() const { return side_; }
  const CampaignCharts& charts() const { return charts_; }
  const Offers& offers() const { return *offers_; }
  const Objective& objective() const { return objective_; }
  std::size_t from() const { return from_; }
  std::size_t to() const { return to_; }
  const CampaignPlan& kept() const { return kept_; }
  const CampaignBudget& budget() const { return budget_; }

  /// The CPP of a day; null: none.
  const DiceSum* income(std::size_t day) const;
  bool fixed_income() const { return budget_.fixed(side_); }
  /// How many of a group may be bought on a day and in all, kept ones included.
  int daily_max(const ReinforcementGroup& group) const { return group.daily_max; }
  int most(const ReinforcementGroup& group) const;
  const std::map<const ReinforcementGroup*, int>& at_least() const { return at_least_; }

  /// Whether an offer may be bought on a day: from `from` to `to`, or where a kept plan has it.
  bool open(std::size_t offer, std::size_t day) const;
  /// What one purchase counts for the objective.
  double value(std::size_t offer, std::size_t day, std::size_t ordinal_class) const;

 private:
  void check_kept() const;

  CampaignCharts charts_;
  Side side_;
  CampaignSettings settings_;
  CampaignPlan kept_;
  CampaignBudget budget_;
  UnitPoints points_;
  std::size_t from_ = 0;
  std::size_t to_ = 0;
  std::map<const ReinforcementGroup*, int> at_most_;
  std::map<const ReinforcementGroup*, int> at_least_;
  std::unique_ptr<Offers> offers_;
  Objective objective_;
};

/// Whether an Observer can be bought for a group (note o).
bool takes_observer(const ReinforcementGroup& group);

}  // namespace combat_odds::red_barricades
