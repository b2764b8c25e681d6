#pragma once

#include <cstddef>
#include <vector>

namespace combat_odds {

/// How often one side of a game plays each of its choices when both play as well as they can.
struct Mix {
  /// Of each choice; they add up to 1. Where several mixes are as good, one inside them, which
  /// gives each choice that can be played as large a part of its most as possible.
  std::vector<double> shares;
  std::vector<double> least;  ///< over all mixes that are as good
  std::vector<double> most;

  bool is_the_only_one() const { return least == most; }
};

/// What a game is worth to the side that chooses the row, and how it plays.
struct GameSolution {
  double value = 0;  ///< nothing that the other side does brings the row side less
  Mix mix;
};

/// The equilibrium of the zero-sum game in which one side chooses a row and the other a column of
/// `payoff`, at the same time, as the row side plays it: a linear program. payoff[row][column] is
/// what the row side gets; at least one row, and all rows as long, with at least one column.
/// Differences below 1e-9 count as none.
GameSolution row_side(const std::vector<std::vector<double>>& payoff);

/// The same game as the column side plays it. The value is that of the row side.
GameSolution column_side(const std::vector<std::vector<double>>& payoff);

/// One best mix of the row side, whichever the linear program comes to first; much quicker.
std::vector<double> any_best_mix(const std::vector<std::vector<double>>& payoff);

/// Of all best mixes of the row side, one whose choices have the least of something on average:
/// `of_each` has a number for each row.
std::vector<double> best_mix_with_least(const std::vector<std::vector<double>>& payoff,
                                        const std::vector<double>& of_each);

/// What each row gets against a mix of the columns.
std::vector<double> against(const std::vector<std::vector<double>>& payoff,
                            const std::vector<double>& columns);

}  // namespace combat_odds
