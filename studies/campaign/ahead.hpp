#pragma once

#include <map>
#include <string>
#include <vector>

#include "studies/campaign/campaign_report.hpp"

namespace combat_odds::red_barricades {

/// The chances of each value of a measure.
using Spread = std::map<int, double>;

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

/// date,first,second,measure,counted,first_mean,second_mean,first_ahead,second_ahead: the pairs of
/// campaign-comparison.csv day by day, in squads, leaders, AFVs and points; `counted` is so_far
/// (all purchases up to that day) or, with losses, on_map. No lines where the days of the purchases
/// or their exact odds are not known.
std::string campaign_ahead(const CampaignReport& report);

/// Who is ahead in squads, a week apart: for the terminal; empty where nobody is compared.
std::string ahead_table(const CampaignReport& report, TableStyle style);

}  // namespace combat_odds::red_barricades
