#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "studies/campaign/die_chance.hpp"
#include "studies/campaign/purchase_list.hpp"

namespace combat_odds::red_barricades {

/// What the fighting does to one kind of unit of one side, day after day.
struct LossLine {
  Place place;
  Side side = Side::german;
  std::string measure;  ///< of the campaign: "squads", "afvs StuG IIIB"
  int initial = 0;      ///< on the map before the first day
  DieChance lost_each;  ///< of each unit on a day of fighting; or
  DiceSum lost;         ///< so many in all
  DiceSum replaced;     ///< so many come after a day of fighting
  DieChance hardened;   ///< of each that is left after a day of fighting: it becomes
  std::string into;     ///< the measure of another line of the side; empty: none does
  /// By day, the most that its fights can bring it: units are Replaced by those that it counts.
  std::map<std::size_t, int> most_gained = {};
};

/// The losses of a campaign, in the order of the file.
struct CampaignLosses {
  std::vector<LossLine> lines;
  DieChance fought{1, 1};  ///< of each day: the sides fight, none is Idle (11.623)
  // Where there are fights (fights/fight.hpp):
  std::set<std::size_t> fight_days;  ///< on these they take the losses, whatever the lines say
  std::vector<LossLine> held;        ///< what else they need to be there, or to have been bought
};

/// Reads side,measure,initial,lost,replaced,hardened,into. The rules at hand have none of these
/// numbers: all are the player's own. Notes what is wrong with the file.
CampaignLosses read_campaign_losses(const TextFile& file, const CampaignCharts& charts,
                                    Faults& faults);

}  // namespace combat_odds::red_barricades
