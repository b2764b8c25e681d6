#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/exact/sum_distribution.hpp"
#include "core/explore/decision_graph.hpp"
#include "core/play/monte_carlo.hpp"
#include "studies/campaign/purchase_list.hpp"

namespace combat_odds::red_barricades {

/// A quantity that a campaign adds up: "squads", "squads 4-6-7", "leadership", "points", "cpp".
///
/// While trials are played, the measures of a trial stand side by side in 64-bit words, each in as
/// many bits as its sum over the campaign needs, so that one addition adds several. A measure that
/// can be negative stands at the top of its word, where a borrow does no harm.
struct CampaignMeasure {
  std::string name;
  std::size_t word = 0;
  unsigned shift = 0;
  std::uint64_t mask = 0;  ///< after the shift
  bool can_be_negative = false;

  std::int64_t in(std::uint64_t packed) const {
    return can_be_negative ? static_cast<std::int64_t>(packed) >> shift
                           : static_cast<std::int64_t>((packed >> shift) & mask);
  }
  std::uint64_t packed(int value) const {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) << shift;
  }
};

/// Where one side's measures stand: the order of the report, and words side by side.
using CampaignMeasures = std::vector<CampaignMeasure>;

/// Whether a measure sums all kinds of units up ("squads"), or is one kind's ("squads 4-6-7").
inline bool is_total(std::string_view measure) {
  return measure.find(' ') == std::string_view::npos;
}

/// One distinct draw: a group under distinct circumstances. Equal purchases share it.
struct CampaignDraw {
  DecisionGraph graph;
  std::unique_ptr<RollingGraph> rolling;
  std::map<std::string, std::vector<int>> by_name;  ///< measure: its value in every leaf
  std::vector<std::vector<int>> values;             ///< the same by the force's measures; empty: 0

  /// What a leaf adds to each word, [word * leaves + leaf]. Where the schedule is known, only what
  /// differs from leaf to leaf.
  std::vector<std::uint64_t> words;
  std::vector<std::size_t> touched;  ///< the words that are not zero in every leaf

  std::size_t leaves() const { return graph.leaves.size(); }
  /// Adds to the value of a measure in a leaf, while the draw is made.
  void add(const std::string& measure, std::size_t leaf, int value) {
    if (value == 0) return;
    std::vector<int>& values_by_leaf = by_name[measure];
    values_by_leaf.resize(leaves(), 0);
    values_by_leaf[leaf] += value;
  }
  bool varies(std::size_t measure) const;
  int least(std::size_t measure) const;
  int most(std::size_t measure) const;
  double exact_mean(std::size_t measure) const;
  SumDistribution exact(std::size_t measure) const;
};

/// One distinct sum of dice in a budget.
struct CampaignIncome {
  RollingGraph rolling;
  std::vector<int> cpp;  ///< by leaf
};

/// One single purchase: one of a plan line's quantity.
struct CampaignPurchase {
  std::size_t line = 0;  ///< in CampaignForce::lines()
  std::size_t day = 0;   ///< as planned
  int cost = 0;
};

/// A purchase as it is made in every trial alike.
struct ScheduledPurchase {
  std::size_t purchase = 0;
  std::size_t day = 0;
  std::size_t draw = 0;
};

/// One side of one plan, made ready to be played: the single purchases in order, the draws, and
/// where the budget has no dice, the day of every purchase.
///
/// With a budget the plan is a priority list: on each day all that is planned up to then and not
/// yet bought is gone through in order, and each purchase is made if the CPP at hand and the
/// group's daily maximum allow it; what is not stays on the list.
class CampaignForce {
 public:
  static constexpr std::size_t ordinal_classes = 3;  ///< Rifle Coys: to the fifth, eighth, later
  static constexpr std::size_t no_draw = SIZE_MAX;

  /// Throws Interrupted soon after `control` (may be null) says so.
  CampaignForce(const CampaignPlan& plan, Side side, const CampaignBudget* budget,
                const UnitPoints& points, const CampaignCharts& charts,
                const CampaignSettings& settings, const RunControl* control = nullptr);

  Side side() const { return side_; }
  std::size_t days() const { return charts_.historical.dates().size(); }
  const std::vector<const PlanLine*>& lines() const { return lines_; }
  const std::vector<CampaignPurchase>& purchases() const { return purchases_; }
  const PlanLine& line(const CampaignPurchase& purchase) const { return *lines_[purchase.line]; }
  /// Whether a line may keep others from buying (see PlanLine::reserve).
  bool reserves() const {
    return std::ranges::any_of(lines_, [](const PlanLine* line) { return line->reserve; });
  }
  const CampaignMeasures& measures() const { return measures_; }
  std::optional<std::size_t> measure(const std::string& name) const;
  std::size_t words() const { return words_; }
  const std::vector<CampaignDraw>& draws() const { return draws_; }
  /// The units that come without a known point value.
  const std::vector<std::string>& unvalued() const { return unvalued_; }

  /// Whether every purchase has its day and place in the order: no budget, or one without dice.
  bool scheduled() const { return scheduled_; }
  const std::vector<ScheduledPurchase>& schedule() const { return schedule_; }

  /// With dice in the budget: the CPP of each day (null: none), those that are rolled for, and the
  /// draw of a purchase on a day; no_draw where it can't be bought then.
  const DiceSum* income(std::size_t day) const;
  const std::vector<CampaignIncome>& rolled_incomes() const { return rolled_incomes_; }
  std::size_t rolled_income(const DiceSum& sum) const { return income_of_.at(sum.text); }
  std::size_t draw(std::size_t purchase, std::size_t day, std::size_t ordinal_class) const;
  static bool counts_ordinal(const ReinforcementGroup& group);
  static std::size_t ordinal_class(int ordinal) { return ordinal >= 9 ? 2 : ordinal >= 6 ? 1 : 0; }

  /// What the random words of the force depend on.
  std::uint64_t key() const { return key_; }

 private:
  Circumstances circumstances(const PlanLine& line, std::size_t day,
                              std::size_t ordinal_class) const;
  std::size_t add_draw(const PlanLine& line, std::size_t day, std::size_t ordinal_class);
  void add_units(CampaignDraw& draw, std::size_t leaf, const ReinforcementGroup& group,
                 const std::string& unit, UnitKind kind, int number);
  void make_schedule();
  void plan_all_draws();
  void roll_incomes();
  void lay_out();
  void fill_words();

  const CampaignCharts& charts_;
  const CampaignSettings& settings_;
  const CampaignBudget* budget_;
  const UnitPoints& points_;
  const RunControl* control_;  ///< while it is made ready
  Side side_;
  std::vector<const PlanLine*> lines_;
  std::vector<CampaignPurchase> purchases_;
  std::vector<CampaignDraw> draws_;
  std::map<std::string, std::size_t> draw_of_;  ///< by all that a draw depends on
  std::vector<std::size_t> draw_table_;
  std::vector<CampaignIncome> rolled_incomes_;
  std::map<std::string, std::size_t> income_of_;  ///< by the text of the sum
  CampaignMeasures measures_;
  std::size_t words_ = 0;
  std::vector<std::string> unvalued_;
  bool scheduled_ = true;
  std::vector<ScheduledPurchase> schedule_;
  std::uint64_t key_ = 0;
};

}  // namespace combat_odds::red_barricades
