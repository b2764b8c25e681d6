#pragma once

#include <map>

#include "studies/campaign/die_chance.hpp"
#include "studies/campaign/purchase_list.hpp"

namespace combat_odds::red_barricades {

/// Reads "date,overcast": the chance of an Overcast sky on each day, by day. The campaign's own
/// weather table is not in the rules at hand. Notes what is wrong with the file.
std::map<std::size_t, DieChance> read_campaign_weather(const TextFile& file,
                                                       const CampaignCharts& charts,
                                                       Faults& faults);

}  // namespace combat_odds::red_barricades
