#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "combat_odds/studies/campaign/plan.hpp"

namespace combat_odds::red_barricades {

/// A chance that one die decides: 8 % is 1 or 2 of a die of 25.
struct DieChance {
  int hits = 0;
  int sides = 1;

  double value() const { return static_cast<double>(hits) / sides; }
  bool certain() const { return hits == 0 || hits == sides; }
};

/// Reads "8%", "2.5 %", "1/12", "0". Nothing where the text is not that, or is above 1.
std::optional<DieChance> read_die_chance(std::string_view text);

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
};

/// The losses of a campaign, in the order of the file.
struct CampaignLosses {
  std::vector<LossLine> lines;
  DieChance fought{1, 1};  ///< of each day: the sides fight, none is Idle (11.623)
};

/// Reads side,measure,initial,lost,replaced,hardened,into. The rules at hand have none of these
/// numbers: all are the player's own. Notes what is wrong with the file.
CampaignLosses read_campaign_losses(const TextFile& file, const CampaignCharts& charts,
                                    Faults& faults);

}  // namespace combat_odds::red_barricades
