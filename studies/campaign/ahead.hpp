#pragma once

#include <map>
#include <string>
#include <vector>

#include "studies/campaign/campaign_report.hpp"

namespace combat_odds::red_barricades {

/// The chances of each value of a measure.
using Spread = std::map<double, double>;

/// Of one force and day among `scopes` (CampaignResult::running, or ::scopes for what stands on the
/// map); 0 for certain where they have none.
Spread spread(const std::vector<CampaignScope>& scopes, std::size_t force, std::size_t day,
              const std::string& measure);

/// Two measures that do not depend on each other.
struct Ahead {
  double first = 0;   ///< expected
  double second = 0;  ///< expected
  double ahead = 0;   ///< the chance that the first is more
  double behind = 0;
};
Ahead ahead(const Spread& first, const Spread& second);

/// Two forces on one day.
struct AheadDay {
  std::string date;
  std::string first;
  std::string second;
  std::string measure;
  bool is_on_map = false;
  Ahead odds;
};

/// The pairs of campaign-comparison.csv day by day, in squads, leaders, AFVs and points: of all
/// purchases up to that day, and with losses of what stands on the map. None where the days of the
/// purchases or their exact odds are not known, nor on the map where there are fights: what these
/// leave of one side depends on what they leave of the other.
std::vector<AheadDay> ahead_days(const CampaignReport& report);

/// date,first,second,measure,counted,first_mean,second_mean,first_ahead,second_ahead; `counted` is
/// so_far or on_map.
std::string campaign_ahead(const std::vector<AheadDay>& days);

/// Who is ahead in squads, a week apart: for the terminal; empty where nobody is compared.
std::string ahead_table(const CampaignReport& report, const std::vector<AheadDay>& all,
                        TableStyle style);

}  // namespace combat_odds::red_barricades
