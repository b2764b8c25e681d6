#pragma once

#include <string>
#include <vector>

#include "core/text/text_file.hpp"

namespace combat_odds {

/// One roll of a real game: a dr (one die) or a DR (the sum of two).
struct LoggedRoll {
  int dice = 1;
  int total = 0;
  std::string side;          ///< who rolled; empty: the log does not say
  std::string note = {};     ///< what for
  int line = 0;              ///< of the log
  std::string written = {};  ///< "7" or "3+4", as the log has it

  double expected() const { return 3.5 * dice; }
};

/// In how many of the 6^dice ways a total comes up.
int ways_to_roll(int dice, int total);
int all_ways(int dice);
/// "dr" for one die, "DR" for two.
const char* kind_of_dice(int dice);

/// Reads a log of rolls: CSV with the columns `roll` (a total, or 3+4 for a DR) and `kind` (dr or
/// DR), and perhaps side, player and note. Throws InputError with all that is wrong.
std::vector<LoggedRoll> read_luck_log(const TextFile& file);

}  // namespace combat_odds
