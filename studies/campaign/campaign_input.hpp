#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/text/text_file.hpp"
#include "studies/campaign/fights/fight.hpp"
#include "studies/campaign/force.hpp"
#include "studies/campaign/on_map.hpp"

namespace combat_odds::red_barricades {

/// All that a campaign is played from: enough to play it again elsewhere.
struct CampaignInput {
  std::vector<TextFile> plans;  ///< one, or two to compare
  std::optional<TextFile> budget;
  std::optional<TextFile> points;
  std::optional<TextFile> losses;
  std::optional<TextFile> fights;
  std::optional<TextFile> weather;  ///< else as the settings say
  std::string fought = "100%";      ///< the chance that a day is fought, where there are losses
  std::vector<std::string> follow;  ///< measures to sum up to each day beside the usual ones
  CampaignSettings settings;
};

/// A campaign made ready to be played: one force for each side that buys anything in each plan.
class Campaign {
 public:
  /// Throws InputError with everything that is wrong with the files, and Interrupted soon after
  /// `control` (may be null) says so.
  Campaign(const CampaignInput& input, const Charts& charts, const RunControl* control = nullptr);
  Campaign(const Campaign&) = delete;
  Campaign& operator=(const Campaign&) = delete;

  const std::vector<CampaignForce>& forces() const { return forces_; }
  /// What stands on the map of each force; without losses given it counts nothing.
  const std::vector<OnMap>& on_map() const { return on_map_; }
  /// The plan of each force.
  const std::vector<std::size_t>& plan_of() const { return plan_of_; }
  /// The forces to compare, first against second: German against Russian in each plan, then each
  /// side of one plan against the other's; two plans of one side each as the
  /// sides of one campaign.
  const std::vector<std::pair<std::size_t, std::size_t>>& pairs() const { return pairs_; }
  /// The fights, in the order of their file.
  std::span<const Fight> fights() const { return fights_; }
  /// The forces that fight them: the German and the Russian one of each plan, or of two plans of
  /// one side each; none where there are no fights.
  const std::vector<std::array<std::size_t, 2>>& fighting() const { return fighting_; }
  /// What is bought that changes a fight only where a line of the fights needs it, and none does:
  /// "russian san".
  std::vector<std::string> idle_purchases() const;
  /// The files' names without folder and ending, where that tells them apart.
  const std::vector<std::string>& plan_names() const { return plan_names_; }
  const std::vector<std::string>& dates() const { return charts_.historical.dates(); }
  /// The measures whose sum up to each day is counted: squads, leaders, afvs, points, and those to
  /// follow.
  const std::vector<std::string>& running_measures() const { return running_measures_; }
  /// The sides that the budget gives nothing, so that they buy everything on its date.
  const std::vector<Side>& without_budget() const { return without_budget_; }

 private:
  void read_fights_of(const TextFile& file, const Charts& charts, Faults& faults);
  void muster();
  void pair_up(const TextFile& file);

  CampaignCharts charts_;
  CampaignSettings settings_;
  std::vector<CampaignPlan> plans_;
  std::optional<CampaignBudget> budget_;
  UnitPoints points_;
  CampaignLosses losses_;
  std::vector<Fight> fights_;
  std::vector<std::array<std::size_t, 2>> fighting_;
  std::vector<CampaignForce> forces_;
  std::vector<OnMap> on_map_;
  std::vector<std::size_t> plan_of_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
  std::vector<std::string> plan_names_;
  std::vector<Side> without_budget_;
  std::vector<std::string> running_measures_ = {"squads", "leaders", "afvs", "points"};
};

}  // namespace combat_odds::red_barricades
