#pragma once

#include <memory>
#include <vector>

#include "combat_odds/core/monte_carlo.hpp"
#include "combat_odds/studies/merge.hpp"

namespace combat_odds {

/// The input of a run as the head of its shards has it.
std::string run_shard_input(const std::vector<TextFile>& scenarios);

/// A line of a run's shard: what was counted of one situation.
std::string run_shard_line(const Tally& counted);

/// Adds up the shards of the run that this one is of.
std::unique_ptr<ShardSum> run_shard_sum(const ShardHead& head);

}  // namespace combat_odds
