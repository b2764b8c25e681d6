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

/// All matches of one unit, in a setting or in several together: what happens then is the weighted
/// mean over those in which both units are to be had. Not to be used from several threads.
class Candidate {
 public:
  Candidate(const BalanceGame& game, std::size_t unit, const Ground& ground);

  /// The duels against every unit, its own kind included, at listed prices; nothing happens in
  /// those against what is not to be had.
  std::vector<Duel> duels() { return duels_at(price_); }
  /// The same where one of it costs `price`, which buys at most BalanceGame::most().
  std::vector<Duel> duels_at(double price);
  /// Whether the points buy it at that price, and no more than a force may have.
  bool takes(double price) const;

  FairPrice fair_price();

  /// Against a field in which each unit stands with a weight, at its listed price; at least one
  /// weight is above 0.
  BreakEven break_even(const std::vector<double>& weights);

 private:
  /// Rounding must not turn a whole number of units into a fraction.
  static constexpr double of_rounding = 1e-9;

  /// The matches in one of the settings.
  struct Part {
    const BalanceSetting* setting;
    Fights* fights;
    double weight;
    double budget;  ///< points without those that are fixed
    double factor;  ///< what one costs there, where it costs 1 by the setting of all
    std::map<int, std::vector<Duel>> known;  ///< by its number
  };

  /// `number` of this unit against the forces of all units at their listed prices.
  const std::vector<Duel>& with(Part& part, int number);
  /// How many are bought in the first setting, for one who buys as many as that in all of them.
  double mean_score(double number, const std::vector<double>& weights);
  double price_of(double number) const { return parts_.front().budget / number; }
  /// The numbers, as above, at which some setting's number is whole, from 0 to the most.
  std::vector<double> whole_numbers() const;

  const std::vector<BalanceUnit>& units_;
  std::size_t unit_;
  double price_;
  int most_in_force_;
  bool is_simulated_;
  std::vector<Part> parts_;
  std::vector<double> met_;  ///< by unit: the weights of the settings in which both are to be had
  std::vector<bool> is_there_;
};

}  // namespace combat_odds
