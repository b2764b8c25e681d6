#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reports/tables/table_report.hpp"
#include "studies/balance/balance.hpp"

namespace combat_odds {

/// What new prices are to be like.
struct AskedProposal {
  double least_score = 0.45;  ///< of every unit, on average over the settings
  double most_score = 0.55;
  std::optional<int> most_changes;  ///< how many prices may change
  /// The least and the most points that a unit may cost, by its position; those that stay have
  /// their listed points for both.
  std::map<std::size_t, std::pair<int, int>> limits;
  /// Whether to search through the prices for a smaller change, or a proof that there is none: it
  /// takes the duels of all numbers of all units.
  bool prove = false;
  /// Says when the search ends with what it has found; the fights that are on are worked out to
  /// their end. Empty: by itself.
  std::function<bool()> is_time_up = {};
  /// From how many draws of opponents and settings each price gets an interval; 0: none.
  int resamples = 0;
  std::uint64_t seed = 1;
  double confidence = 0.95;
};

/// Whole points for every unit.
struct Proposal {
  std::vector<int> points;
  std::vector<double> scores_before;  ///< mean over the settings
  std::vector<double> scores;
  /// Of each unit: the least and the most it could cost, the others as proposed, with no score
  /// outside the band; only where all are within, and before the time is up.
  std::vector<std::pair<int, int>> ends;
  /// Of each unit: between which prices the middle part of the proposals lies (AskedProposal::
  /// confidence) that other draws of opponents and settings give; empty where none were drawn.
  std::vector<std::pair<int, int>> intervals;
  /// Groups of units that do the same in these duels wherever they cost the same, and are to cost
  /// different points: the duels can't tell why.
  std::vector<std::vector<std::size_t>> alike;
  bool within = false;  ///< every score is in the band
  double change = 0;    ///< the sum of all changes, each as a part of its listed price
  int programs = 0;     ///< integer programs that were solved
  /// No change below this sum brings every score into the band. Nothing: that was not looked for
  /// (AskedProposal::prove).
  std::optional<double> bound;
  int least_changes = 0;   ///< with fewer prices changed none does it; as far as was searched
  bool proven = false;     ///< no smaller change does it; or none at all, where it is not within
  bool cut_short = false;  ///< the time was up (AskedProposal::is_time_up)
};

/// The smallest change of prices that brings every score into the band: of the sum of all changes,
/// each as a part of its listed price. Prices are whole points, so the scores' slopes are worked
/// out from the exact duels, an integer program finds the smallest change under them, and the
/// scores of what it found are worked out anew, until nothing smaller is found; in the end no
/// single price can be moved back towards its listed one by a point. With AskedProposal::prove the
/// prices are then searched through by branch and bound, which proves that nothing is smaller,
/// finds it, or gives a bound. Where no prices within the limits bring all scores into the band,
/// those that leave least outside. With AskedProposal::resamples it is proposed anew so many times,
/// each time for opponents and settings drawn with replacement from those of the list (the
/// bootstrap): how far a price depends on which units and settings the list happens to have. A unit
/// that is not to be had in a setting is left out of its mean. Throws InputError where there are
/// two units and both prices may change: they tell the ratio of their prices, not the prices.
Proposal propose(const BalanceGame& game, const AskedProposal& asked, RunControl* control);

/// unit,listed,proposed,least,most,low,high,score_before,score,alike: the proposal unit by unit;
/// low and high are the intervals, alike the units of Proposal::alike that it can't be told from.
std::string proposal_csv(const BalanceGame& game, const Proposal& proposal);
/// The intervals as a table; empty where there are none.
std::string interval_table(const BalanceGame& game, const Proposal& proposal, TableStyle style);
/// "3 of 14 prices changed: T-34 140 -> 152, ...; every score is within 45 % to 55 %".
std::string proposal_words(const BalanceGame& game, const Proposal& proposal,
                           const AskedProposal& asked);

}  // namespace combat_odds
