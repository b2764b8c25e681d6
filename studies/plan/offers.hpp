#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "studies/campaign/force.hpp"

namespace combat_odds::red_barricades {

/// Something that one side can buy: a group with what may be paid for beside it.
struct Offer {
  PlanLine line;             ///< what a plan says of it; its day is only right where it is fixed
  std::optional<int> fixed;  ///< of a plan that is kept: so many, on that day, no more and no less

  const ReinforcementGroup& group() const { return *line.group; }
  int cpp() const { return line.cpp(); }
  /// Whether what it brings depends on how many of the kind came before.
  bool counts_ordinal() const { return CampaignForce::counts_ordinal(group()); }
};

/// All that a side can buy in a campaign, and what it is expected to bring on each day.
class Offers {
 public:
  /// `kept` are purchases of the side that stand; `adjustments` what a group costs more (or less)
  /// than its chart says (11.6194);
  /// `scenario_turns` are the turns in which Stukas may arrive (0: they do).
  Offers(Side side, const CampaignPlan& kept,
         const std::map<const ReinforcementGroup*, int>& adjustments, const CampaignCharts& charts,
         const CampaignSettings& settings, const UnitPoints& points, int scenario_turns);
  Offers(const Offers&) = delete;
  Offers& operator=(const Offers&) = delete;

  Side side() const { return side_; }
  std::size_t days() const { return charts_.historical.dates().size(); }
  const HistoricalDrm& historical() const { return charts_.historical; }
  const std::vector<Offer>& all() const { return offers_; }
  const Offer& operator[](std::size_t offer) const { return offers_[offer]; }
  /// The groups that are not for sale, since the numbers that their Strength is rolled on are lost.
  const std::vector<const ReinforcementGroup*>& unknown() const { return unknown_; }
  /// The measures that anything brings.
  std::vector<std::string> measures() const;

  bool available(std::size_t offer, std::size_t day) const;
  /// The mean of a measure, exactly worked out; 0 where it is not available.
  double mean(std::size_t offer, std::size_t day, std::size_t ordinal_class,
              const std::string& measure) const;
  /// The distribution of a measure.
  SumDistribution distribution(std::size_t offer, std::size_t day, std::size_t ordinal_class,
                               const std::string& measure) const;
  /// Whether two days of an offer bring the same, and have the same draw.
  std::size_t draw(std::size_t offer, std::size_t day, std::size_t ordinal_class) const;

 private:
  const CampaignCharts& charts_;
  Side side_;
  std::vector<Offer> offers_;
  std::vector<const ReinforcementGroup*> unknown_;
  CampaignPlan plan_;        ///< a line for each offer
  CampaignBudget any_dice_;  ///< with dice in the budget a force has the draws of all days
  std::unique_ptr<CampaignForce> force_;
  std::vector<std::size_t> purchase_of_;                                 ///< by offer
  mutable std::map<std::pair<std::size_t, std::size_t>, double> means_;  ///< draw, measure
};

}  // namespace combat_odds::red_barricades
