#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "studies/balance/balance.hpp"
#include "studies/balance/fights.hpp"

namespace combat_odds {

/// The price of one unit at which its mean score against a field is a half.
struct BreakEven {
  double price = 0;
  bool at_most = false;  ///< it does not even break even when it costs this little
};

/// All matches of one unit in a setting. Not to be used from several threads.
class Candidate {
 public:
  Candidate(const BalanceGame& game, std::size_t unit, const BalanceSetting& setting,
            Fights& fights);

  /// The duels against every unit, its own kind included, at listed prices; nothing happens in
  /// those against what is not to be had.
  std::vector<Duel> duels() { return duels_at(setting_.prices[unit_]); }
  /// The same where one of it costs `price`, which buys at most BalanceGame::most().
  std::vector<Duel> duels_at(double price);

  FairPrice fair_price();

  /// Against a field in which each unit stands with a weight, at its listed price; at least one
  /// weight is above 0.
  BreakEven break_even(const std::vector<double>& weights);

 private:
  /// `number` of this unit against the forces of all units at their listed prices.
  const std::vector<Duel>& with(int number);
  double mean_score(int number, const std::vector<double>& weights);

  const std::vector<BalanceUnit>& units_;
  std::size_t unit_;
  const BalanceSetting& setting_;
  Fights& fights_;
  int most_in_force_;
  std::map<int, std::vector<Duel>> known_;
};

}  // namespace combat_odds
