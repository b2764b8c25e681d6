#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "studies/campaign/campaign.hpp"
#include "studies/campaign/on_map.hpp"

namespace combat_odds::red_barricades {

/// The counted values of one measure: how many trials came to least, least + 1 ...
struct CampaignHistogram {
  std::size_t measure = 0;
  std::int64_t least = 0;
  std::size_t first = 0;  ///< in the counts of CampaignTrials
  std::size_t size = 0;
};

/// Two forces' sums of one measure, trial by trial: first minus second.
struct CampaignDifference {
  std::string measure;
  std::optional<std::size_t> first_measure;  ///< nothing: that force has none of it
  std::optional<std::size_t> second_measure;
  CampaignHistogram histogram;
};

/// The Monte Carlo part of a campaign: which histograms there are, and the trials that fill them.
class CampaignTrials {
 public:
  /// The campaign's running_measures() are summed up to each day, too.
  CampaignTrials(const Campaign& campaign, bool count_leaves);

  /// Plays the blocks of the range; may be called again with others.
  void play(std::uint64_t seed, const BlockRange& range);
  /// Trials that one stream of random words serves.
  static const std::uint64_t block_trials;

  /// Whether the interval of every value of every measure is narrow enough.
  bool precise(const OddsOptions& options) const;

  std::uint64_t played() const { return trials_; }
  /// How many counts there are.
  std::size_t size() const { return counts_.size(); }
  /// All that was counted, with the trials, and the same in place of it. False where there are not
  /// as many counts as here, or where they do not add up to the trials.
  CampaignCounts take() && { return {trials_, std::move(counts_), true}; }
  bool put(const CampaignCounts& counted);

  /// The histograms of a force on a day, or (day = the number of days) in all, or up_to() a day.
  const std::vector<CampaignHistogram>& histograms(std::size_t force, std::size_t scope) const {
    return plans_[force].scopes[scope];
  }
  /// What is the same in every trial and so in no histogram: added to every value.
  std::int64_t offset(std::size_t force, std::size_t scope, std::size_t measure) const {
    return plans_[force].offsets[scope][measure];
  }
  /// The scope that sums up to and with a day.
  static std::size_t up_to(const CampaignForce& force, std::size_t day) {
    return force.days() + 1 + day;
  }
  /// The measures of a force that are summed up to each day.
  const std::vector<std::size_t>& running(std::size_t force) const { return plans_[force].running; }
  /// What stands on the map on a day, by the line of its OnMap.
  const CampaignHistogram& on_map(std::size_t force, std::size_t line, std::size_t day) const {
    return plans_[force].on_map[line][day];
  }
  /// The results of a fight (FightResult) of the forces of Campaign::fighting()[pair].
  std::span<const std::uint64_t> fight(std::size_t pair, std::size_t fight) const {
    return {counts_.data() + first_fight(pair, fight), fight_results.size()};
  }
  /// The same of those trials in which that muster met (Fight::musters(), unless they are too
  /// many).
  std::span<const std::uint64_t> fight(std::size_t pair, std::size_t fight,
                                       std::size_t muster) const {
    return {counts_.data() + first_fight(pair, fight) + (1 + muster) * fight_results.size(),
            fight_results.size()};
  }
  const std::vector<CampaignDifference>& differences(std::size_t pair) const {
    return differences_[pair];
  }
  std::span<const std::uint64_t> counts(const CampaignHistogram& histogram) const {
    return {counts_.data() + histogram.first, histogram.size};
  }
  /// How many trials bought a purchase on a day (dice in the budget).
  std::uint64_t bought(std::size_t force, std::size_t purchase, std::size_t day) const;
  /// How often a purchase, drawn with a draw, came to each of its leaves; empty: never possible.
  std::span<const std::uint64_t> leaves(std::size_t force, std::size_t purchase,
                                        std::size_t draw) const;

 private:
  struct DayIncome {
    int fixed = 0;
    std::size_t dice = SIZE_MAX;  ///< in CampaignForce::rolled_incomes()
  };
  struct Plan {
    const CampaignForce* force = nullptr;
    const OnMap* standing = nullptr;
    std::vector<std::vector<CampaignHistogram>> scopes;
    std::vector<std::vector<CampaignHistogram>> on_map;  ///< [line][day]
    std::vector<std::vector<std::int64_t>> offsets;
    std::vector<std::size_t> leaf_counts;  ///< [purchase * draws + draw]
    std::size_t day_counts = 0;            ///< [purchase * days + day]
    std::vector<DayIncome> income;
    std::vector<std::vector<std::size_t>> words_of_day;  ///< scheduled: those that vary
    std::vector<std::vector<std::uint8_t>> measure_at;   ///< [word][bit]
    std::vector<std::vector<std::size_t>> histogram_of;  ///< [scope][measure]
    std::vector<std::size_t> group_of;                   ///< by purchase: groups told apart
    std::size_t groups = 0;
    std::vector<std::size_t> running;  ///< measures
  };
  struct Block;
  class DicedTrials;

  void plan_scheduled(Plan& plan);
  void plan_with_dice(Plan& plan);
  static void plan_income(Plan& plan);
  void plan_leaves(Plan& plan);
  void plan_on_map(Plan& plan);
  void add_histogram(Plan& plan, std::size_t scope, std::size_t measure, std::int64_t least,
                     std::int64_t most);
  void plan_differences(std::span<const CampaignForce> forces,
                        const std::vector<std::pair<std::size_t, std::size_t>>& pairs);
  void play_scheduled(const Plan& plan, Block& block, std::size_t force) const;
  void play_with_dice(const Plan& plan, Block& block, std::size_t force) const;
  void count_totals(const Plan& plan, Block& block, std::size_t force, std::size_t scope) const;
  void count_day(const Plan& plan, Block& block, std::size_t day, std::size_t word) const;
  void arrive(const Plan& plan, Block& block, std::size_t force, std::size_t day) const;
  void play_on_map(Block& block) const;
  std::size_t first_fight(std::size_t pair, std::size_t fight) const {
    return fight_counts_ + pair * fight_at_.back() + fight_at_[fight];
  }
  void compare(Block& block) const;
  void count_zeros();
  bool adds_up() const;
  bool musters_add_up(std::size_t pair, std::size_t fight) const;
  std::size_t reserve(std::size_t size);

  std::vector<Plan> plans_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
  std::span<const Fight> fights_;
  std::vector<std::array<std::size_t, 2>> fighting_;
  std::size_t fight_counts_ = 0;
  /// Of one pair, where each fight's counts begin: its results, then those of each muster; and the
  /// end.
  std::vector<std::size_t> fight_at_ = {0};
  std::vector<std::uint8_t> tells_musters_;  ///< by fight: whether they are told apart
  std::vector<std::vector<CampaignDifference>> differences_;
  bool count_leaves_ = false;
  std::uint64_t trials_ = 0;
  std::vector<std::uint64_t> counts_;
};

}  // namespace combat_odds::red_barricades
