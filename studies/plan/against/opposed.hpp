#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/text/text_file.hpp"
#include "reports/tables/table.hpp"
#include "studies/campaign/ahead.hpp"
#include "studies/plan/plan_input.hpp"

namespace combat_odds::red_barricades {

/// What stands against a plan on one day, in one measure: both sides' purchases up to that day.
struct OpposedDay {
  std::string date;
  std::string measure;
  double mine = 0;    ///< expected
  double theirs = 0;  ///< expected
  double ahead = 0;   ///< the chance that mine is more
  double behind = 0;
};

inline Side opponent_of(Side side) { return side == Side::german ? Side::russian : Side::german; }

/// What a side has by then of one measure, by its chances.
struct Standing {
  std::size_t day = 0;  ///< of the campaign
  std::string date;
  std::string measure;
  Spread chances;
};

/// A plan of one side alone (what `campaign` reads): squads, leaders, AFVs and points, day by day,
/// exact. Throws InputError where it has purchases of the other side, or is at fault.
std::vector<Standing> standings(const PlanInput& input, Side side, const TextFile& plan,
                                const Charts& charts);

/// One day and measure of two plans.
OpposedDay compare(const Standing& mine, const Standing& theirs);

/// A plan of the asked side against a plan of the other (what `campaign` reads), in squads,
/// leaders, AFVs and points, day by day: exact, each side's purchases on their dates. Throws
/// InputError where theirs has purchases of the asked side, or is at fault.
std::vector<OpposedDay> opposed(const PlanInput& input, Side side, const TextFile& plan,
                                const TextFile& theirs, const Charts& charts);

/// date,measure,mine,theirs,ratio,ahead,behind; ratio: mine over theirs, empty where they have none
std::string opposed_csv(const std::vector<OpposedDay>& days);
/// One measure as a table, a week apart and on the last day, and since when mine is likelier ahead.
std::string opposed_text(const std::vector<OpposedDay>& days, const std::string& measure,
                         TableStyle style);

}  // namespace combat_odds::red_barricades
