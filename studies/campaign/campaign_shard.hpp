#pragma once

#include <memory>
#include <string>

#include "studies/campaign/campaign.hpp"
#include "studies/shard/shard_sum.hpp"

namespace combat_odds::red_barricades {

/// The input of a campaign as the head of its shards has it.
std::string campaign_shard_input(const CampaignInput& input);

/// The one line of a campaign's shard: all that was counted.
std::string campaign_shard_line(const CampaignCounts& counted);

/// Adds up the shards of the campaign that this one is of.
std::unique_ptr<ShardSum> campaign_shard_sum(const ShardHead& head, const Charts& charts);

}  // namespace combat_odds::red_barricades
