#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "ask/library.hpp"
#include "core/play/monte_carlo.hpp"
#include "studies/shard/shard_sum.hpp"

namespace combat_odds {

/// The input of a run as the head of its shards has it.
std::string run_shard_input(const std::vector<TextFile>& scenarios);

/// A line of a run's shard: what was counted of one situation.
std::string run_shard_line(const Tally& counted);

/// The same read back. `names` takes the names in outcomes and has to outlive them. Throws
/// std::exception where the counts are none, or do not add up.
Tally tally_in_shard_line(const std::string& line, std::set<std::string>& names);

/// Adds up the shards of the run that this one is of.
std::unique_ptr<ShardSum> run_shard_sum(const ShardHead& head, const Library& library);

}  // namespace combat_odds
