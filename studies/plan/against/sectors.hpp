#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/text/text_file.hpp"
#include "reports/tables/table.hpp"
#include "studies/campaign/purchase_list.hpp"
#include "studies/plan/against/opposed.hpp"

namespace combat_odds::red_barricades {

/// Where both sides stand from a day on: a part of each force, and how much the sector counts.
struct Sector {
  std::string name;
  std::size_t from = 0;  ///< the first day on which this holds
  double mine = 0;       ///< part of my force, 0 to 1
  double theirs = 0;
  double weight = 1;
};

/// Reads sectors: CSV with the columns sector, mine and theirs (parts such as 60% or 2/3), and
/// perhaps weight (1) and from (a day; a later line of a sector holds from its day on). What the
/// parts leave stands in none. Throws InputError, also where a side has more than all of its force
/// in them on some day.
std::vector<Sector> read_sectors(const TextFile& file, const CampaignCharts& charts);

/// What stands against mine in one sector on one day.
struct OpposedSector {
  std::string date;
  std::string measure;
  std::string sector;  ///< empty: all of them, each by its weight
  double weight = 0;
  double mine = 0;    ///< expected
  double theirs = 0;  ///< expected
  double share = 0;   ///< mine of both; a half where nobody stands there
};

/// For each of `days` (those of opposed(): the days of the campaign in order) the sectors that hold
/// then, and after them all of them: their shares' mean by weight, and the sums.
std::vector<OpposedSector> by_sector(const std::vector<OpposedDay>& days,
                                     const std::vector<Sector>& sectors);

/// date,measure,sector,weight,mine,theirs,ratio,share; the sector of all together is "all"
std::string sectors_csv(const std::vector<OpposedSector>& lines);
/// One measure as a table, a week apart and on the last day; which weights count, and what mine is
/// worth by them over all days.
std::string sectors_text(const std::vector<OpposedSector>& lines, const std::string& measure,
                         TableStyle style);

}  // namespace combat_odds::red_barricades
