#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/odds.hpp"
#include "scenarios/campaign_force.hpp"

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

struct CampaignResult {
  std::uint64_t trials = 0;           ///< 0: not simulated
  std::vector<CampaignScope> scopes;  ///< by force: its days, then its total
  std::vector<LineOdds> lines;
  std::vector<ForceComparison> comparisons;
};

/// Plays the campaign: all forces in every trial, `trials` times, blocks of trials spread over the
/// cores; and adds up the exact distributions of every force whose purchases have their day, by
/// convolution. Pairs of forces are compared trial by trial.
///
/// The counts depend on the forces, the seed and the number of trials alone. With Method::exact
/// every force must be scheduled().
CampaignResult play_campaign(std::span<const CampaignForce> forces,
                             const std::vector<std::pair<std::size_t, std::size_t>>& pairs,
                             const OddsOptions& options);

}  // namespace combat_odds::red_barricades
