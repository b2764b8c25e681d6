#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "studies/balance/fights.hpp"
#include "studies/balance/prices/proposal.hpp"

namespace combat_odds {

/// What the search through the prices of a list found.
struct SearchedPrices {
  /// The smallest change, where it is smaller than the one that was known.
  std::optional<std::vector<int>> better;
  double bound = 0;       ///< no change below this sum does it
  int least_changes = 0;  ///< nothing with fewer prices changed does it
  bool proven = false;    ///< the bound is the smallest change; or nothing at all does it
};

/// What is searched: prices in whole points between `least` and `most` whose scores all lie in the
/// band.
struct PriceQuestion {
  const BalanceGame& game;
  const AskedProposal& asked;
  std::vector<double> weights;  ///< of the settings
  std::vector<int> listed;
  std::vector<int> least;
  std::vector<int> most;
  std::optional<std::vector<int>> known;  ///< the best prices so far
  /// The fights of each setting.
  const std::vector<std::unique_ptr<Fights>>& fights;
  /// Whether all scores of these prices lie in the band.
  std::function<bool(const std::vector<int>&)> is_within;
  std::function<bool()> is_over;  ///< says when to end it
};

/// Branch and bound over boxes of prices, by turns those of the least change first and those of the
/// fewest changes. A box is left out where some score can't be in the band: a unit's score is at
/// most what it is where it is cheapest and all others are dearest. That would be so if more of a
/// unit never did worse than fewer; where it does, the better of both is taken, so that the bounds
/// hold in any case. Ends by itself after 100,000 boxes.
SearchedPrices search_prices(const PriceQuestion& question);

}  // namespace combat_odds
