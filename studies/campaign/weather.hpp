#pragma once

#include <map>

#include "combat_odds/studies/campaign/die_chance.hpp"
#include "combat_odds/studies/campaign/plan.hpp"

namespace combat_odds::red_barricades {

/// Reads "date,overcast": the chance of an Overcast sky on each day, by day. The campaign's own
/// weather table is not in the rules at hand. Notes what is wrong with the file.
std::map<std::size_t, DieChance> read_campaign_weather(const TextFile& file,
                                                       const CampaignCharts& charts,
                                                       Faults& faults);

}  // namespace combat_odds::red_barricades
