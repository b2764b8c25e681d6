#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/odds/odds.hpp"
#include "studies/campaign/campaign_input.hpp"

namespace combat_odds::red_barricades {

/// What one side receives on one day, or in the whole campaign: a measure for each of the force's
/// measures that can be anything but zero.
struct CampaignScope {
  std::size_t force = 0;
  std::optional<std::size_t> day;  ///< nothing: the total
  Odds odds;
};

/// What becomes of one line of a plan.
struct LineOdds {
  std::size_t force = 0;
  std::size_t line = 0;
  std::uint64_t by_date = 0;  ///< trials in which all of its quantity was bought by its date
  std::uint64_t in_all = 0;   ///< trials in which all was bought in the campaign
  std::optional<bool> certainly_by_date;  ///< where the schedule is the same in every trial
  std::optional<bool> certainly_in_all;
  double bought = 0;            ///< the expected number bought
  std::optional<double> delay;  ///< expected days of waiting of what was bought
  std::vector<double> content;  ///< the expected value of each of the force's measures
};

/// One measure of two forces: outcomes first_more, equal and second_more, and the measure
/// "difference" (first minus second).
struct ComparedMeasure {
  std::string measure;
  Odds odds;
};

struct ForceComparison {
  std::size_t first = 0;
  std::size_t second = 0;
  std::vector<ComparedMeasure> measures;
};

/// The chance of a result of a fight, averaged over who met in each trial: exact of each muster,
/// where it could be worked out, else as it was simulated.
struct AveragedChance {
  double value = 0;
  double error = 0;  ///< standard error, of what remains of the dice
};

/// A fight between two forces: what it came to, the outcomes fight_results.
struct FightOdds {
  std::size_t german = 0;  ///< the forces
  std::size_t russian = 0;
  std::size_t fight = 0;  ///< in Campaign::fights()
  Odds odds;
  std::vector<AveragedChance> averaged = {};  ///< by result; empty: not worked out
  double worked_out = 0;  ///< the share of the trials with this fight whose muster was worked out
};

struct CampaignResult {
  std::uint64_t trials = 0;           ///< 0: not simulated
  std::vector<CampaignScope> scopes;  ///< by force: its days, then its total
  /// By force and day: the sums up to and with that day of Campaign::running_measures(), then of
  /// all other totals where they are exactly known (no trials: they are not counted).
  std::vector<CampaignScope> running;
  std::vector<LineOdds> lines;
  std::vector<ForceComparison> comparisons;
  std::vector<FightOdds> fights;  ///< by forces
};

/// What the trials of a campaign, or of one machine's part of them, were counted into. Means
/// something to the program that counted, for the campaign that it counted.
struct CampaignCounts {
  std::uint64_t trials = 0;
  std::vector<std::uint64_t> counts;
  bool complete = true;  ///< false: options.control cut the simulation short
};

/// Plays the campaign: all forces in every trial, blocks of trials spread over the cores, compared
/// trial by trial. options.trials, shard, precision and control say how many; precision asks it of
/// every value of every measure.
///
/// The counts depend on the forces, the seed and the blocks that were played alone; those of all
/// shards add up to those of one machine.
CampaignCounts simulate_campaign(const Campaign& campaign, const OddsOptions& options);

/// The odds by what was counted (no trials with Method::exact), and but for Method::monte_carlo the
/// exact distributions of every force whose purchases have their day, by convolution. Throws
/// InputError where the counts are not those of this campaign.
CampaignResult campaign_result(const Campaign& campaign, const CampaignCounts& counted,
                               Method method);

/// How many counts there are of a campaign.
std::size_t count_places(const Campaign& campaign, Method method);

/// Whether counts can be those of a campaign: as many as it has, and in every distribution as many
/// as there are trials.
bool counts_add_up(const Campaign& campaign, const CampaignCounts& counted, Method method);

/// Both. With Method::exact every force must be scheduled().
CampaignResult play_campaign(const Campaign& campaign, const OddsOptions& options);

}  // namespace combat_odds::red_barricades
