#pragma once

#include <optional>
#include <vector>

#include "core/odds/odds.hpp"
#include "sim/declare/balance_game.hpp"

namespace combat_odds {

class Ground;

/// What the field says of a unit's price.
struct FairPrice {
  double score = 0;       ///< on average against the field, at the listed price
  double break_even = 0;  ///< the price of one at which that average is a half
  /// Standard error over the choice of opponents (jackknife), and where fights are simulated over
  /// their dice, too. Nothing: there is only one.
  std::optional<double> error;
  /// Standard error of the score by the dice of simulated fights. Nothing: they are exact.
  std::optional<double> score_error = {};
  /// The score in the first of BalanceGame::roles(), and in the other.
  double score_in_first_role = 0;
  double score_in_second_role = 0;
  bool at_most = false;  ///< it does not even break even when it costs this little
  int rank = 0;          ///< 1: the unit that is worth most for its price
};

struct BalanceResult {
  BalanceSetting setting;
  std::vector<std::vector<Duel>> duels;  ///< [unit][opponent]; the diagonal is the mirror match
  std::vector<FairPrice> prices;
  std::vector<std::vector<Efficiency>> efficiency;  ///< [unit][target]; empty: not known

  /// The break-even price over the listed one.
  double ratio(std::size_t unit) const { return prices[unit].break_even / setting.prices[unit]; }
};

/// Points that do not divide evenly: a force is the whole number of units below, or one more with
/// the probability that makes the points right on average.
struct Strength {
  int number = 0;
  double probability = 1;
};

/// What `points` buy at that price, once the fixed points of the unit are paid.
std::vector<Strength> strengths(const BalanceUnit& unit, double price, int points);

/// Checks that the points of every setting buy at least one and at most BalanceGame::most() of
/// every unit. Throws InputError.
void check_forces(const BalanceGame& game);

/// Matches every unit with every other, by fights as the game works them out or plays them;
/// `options` decides whether those that are exact are simulated too. Spreads the units over the
/// cores; the same result on any number of them.
BalanceResult balance(const BalanceGame& game, const BalanceSetting& setting,
                      const OddsOptions& options);
/// The same by fights which may be used again. Those of several settings are not simulated.
BalanceResult balance(const BalanceGame& game, const Ground& ground, const OddsOptions& options);

/// The unit whose break-even price is farthest from its listed one, by ratio.
std::size_t worst_priced(const BalanceResult& result);

}  // namespace combat_odds
