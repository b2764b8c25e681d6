#pragma once

#include <string>
#include <vector>

#include "combat_odds/core/chart.hpp"
#include "combat_odds/core/odds.hpp"
#include "combat_odds/reports/written_command.hpp"
#include "combat_odds/studies/campaign/campaign.hpp"

namespace combat_odds::red_barricades {

/// What a shard of a campaign leaves beside its reports: its input, the user's own charts, the
/// options and all counts, so that the shards add up without any other file.
inline constexpr const char* campaign_shard_file = "campaign-shard.json";

struct CampaignShard {
  WrittenCommand command;  ///< with the program that counted
  CampaignInput input;
  std::vector<TextFile> own_charts;
  OddsOptions options;
  CampaignCounts counted;
};

std::string campaign_shard_report(const CampaignShard& shard);

/// Whether the folder holds a shard of a campaign.
bool is_campaign_shard(const std::string& directory);

/// Adds the shards up; what comes back has the counts of all. Throws InputError where one is
/// missing, stands there twice, does not belong to the others or comes from another `program`.
CampaignShard read_campaign_shards(const std::vector<std::string>& directories,
                                   const std::string& program);

}  // namespace combat_odds::red_barricades
