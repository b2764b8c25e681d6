#pragma once

#include <string>
#include <vector>

#include "reports/tables/table.hpp"
#include "sim/declare/balance_game.hpp"

namespace combat_odds {

/// What people would field where an army may be of several kinds.
struct ArmyField {
  /// So many of some kinds, and what is left of the points for one more: the whole number below or
  /// one more, with the chance that makes the points right on average.
  struct One {
    Army some;
    std::size_t rest = 0;  ///< the unit for what is left
    double number = 0;     ///< of it, on average; may be 0
    double share = 0;      ///< of the armies, where nobody can do better
    double score = 0;      ///< against the mix of all
  };
  std::vector<One> armies;            ///< all that the points buy, the most fielded first
  std::vector<double> of_the_points;  ///< of each unit, what of the points goes to it
};

/// The equilibrium of the game in which each side chooses an army of at most `kinds` kinds that mix
/// (BalanceGame::mixes). The linear program begins with the armies of one kind; whichever army does
/// best against its mix is added, until none does better than half: then the mix is best among
/// all. Throws InputError where nothing mixes, or there are too many armies.
ArmyField army_field(const BalanceGame& game, const BalanceSetting& setting, int kinds,
                     RunControl* control);

/// "1 StuG III, 3.29 T-34"
std::string army_text(const BalanceGame& game, const ArmyField::One& army);

/// The columns of the setting, then army,share,score: a line for each army.
std::string armies_csv(const BalanceGame& game, const std::vector<ArmyField>& fields);
/// The armies that are fielded, then those that come nearest, and what of the points each unit is.
std::string armies_table(const BalanceGame& game, const BalanceSetting& setting,
                         const ArmyField& field, TableStyle style);
/// "With armies of several kinds people would field ..."
std::string armies_words(const BalanceGame& game, const std::vector<ArmyField>& fields);

}  // namespace combat_odds
