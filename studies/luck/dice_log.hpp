#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/text/text_file.hpp"
#include "studies/luck/rolled_dice.hpp"

namespace combat_odds {

/// The totals with which a roll succeeds, ends included.
struct NeededTotals {
  int least = 0;
  int most = 0;

  bool made(int total) const { return total >= least && total <= most; }
  friend auto operator<=>(const NeededTotals&, const NeededTotals&) = default;
};

/// One roll of a real game.
struct LoggedRoll {
  std::shared_ptr<const RolledDice> kind;
  int total = 0;
  std::string side;          ///< who rolled; empty: the log does not say
  std::string note = {};     ///< what for
  int line = 0;              ///< of the log
  std::string written = {};  ///< "7" or "3+4", as the log has it
  std::string needed = {};   ///< "<=7", as the log has it; empty: it does not say
  std::optional<NeededTotals> succeeds = {};
  std::string spelled = {};  ///< the side as this line has it: "anna" beside "Anna"
  bool kind_taken = false;   ///< the log does not say the kind: the numbers do

  double from_mean() const { return total - kind->mean; }
};

/// Reads a log of rolls: CSV with the columns `roll` (a total, or 3+4) and `kind` (dr, DR or other
/// dice), and perhaps side, player, note and `needed` (<=7, 5+); other columns are left alone. Or
/// what Roll20's chat shows of /roll (see roll20_log.hpp). Or numbers alone, on lines or parted by
/// blanks or commas: DRs where all are 2 to 12 and one is more than 6, dr where all are 1 to 6 and
/// one is 1. Sides that differ in upper and lower
/// case only are one. Throws InputError with all that is wrong.
std::vector<LoggedRoll> read_luck_log(const TextFile& file);

}  // namespace combat_odds
