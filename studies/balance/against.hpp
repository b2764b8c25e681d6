#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/text/text_file.hpp"
#include "reports/tables/table.hpp"
#include "studies/balance/balance_list.hpp"

namespace combat_odds {

/// So many of one unit in a force.
struct ForceLine {
  std::string name;
  std::size_t unit = 0;  ///< of the game
  int number = 1;
  double price = 0;  ///< of each
  Place place;
};

/// Two forces, and the game that plays their duel.
struct OpposedForces {
  struct Side {
    std::string name;  ///< of its file
    std::vector<ForceLine> lines;
    double fixed = 0;  ///< points of its leader
    double cost() const;
  };
  std::array<Side, 2> sides;
  std::unique_ptr<BalanceGame> game;
  std::string procedure;     ///< that plays the duel
  bool has_weights = false;  ///< the settings count by weights
  bool in_series = false;    ///< one of each side meets, then the next, in the order of the files
  std::vector<std::string> left_out;  ///< what the duel has no place for; it is not paid for
};

/// Reads two forces. Each is a force list of `points` (side,unit,quantity; one side), whose squads
/// fight by sl.firefight, whose vehicles by sl.engagement, and both by sl.combined-duel; where
/// `steps` are set, its squads, one leader and machine guns by sl.assault, as group "assault" and
/// as group "front"; or a list of `balance` with a column `quantity`, whose duel they fight. Of a
/// force list the month is that asked for; without one no unit of a listing can be priced. Throws
/// InputError.
OpposedForces read_opposed(const std::array<TextFile, 2>& files, const AskedBalance& asked,
                           const Library& library);

/// The number and the price of a line at which the fight is even.
struct EvenLine {
  std::size_t side = 0;
  std::size_t line = 0;
  std::optional<double> number;  ///< nothing: no number that the duel takes makes it even
  std::optional<double> price;   ///< at which this number makes both forces cost the same
};

struct OpposedResult {
  BalanceSetting setting;
  Duel duel;  ///< seen from the first side
  std::vector<EvenLine> even;
};

/// Fights in every setting of the game, exactly.
std::vector<OpposedResult> fight(const OpposedForces& forces, RunControl* control);

/// The columns of the setting, then force,cost,wins,neither,score,points_lost: a line a force.
std::string against_csv(const OpposedForces& forces, const std::vector<OpposedResult>& results);
/// The columns of the setting, then force,unit,number,listed,even_number,even_price.
std::string even_csv(const OpposedForces& forces, const std::vector<OpposedResult>& results);
/// Who wins over all settings, by their weights.
std::string against_together_text(const OpposedForces& forces,
                                  const std::vector<OpposedResult>& results);
/// Who wins, what is lost, and which price would make it even, in words and a table.
std::string against_text(const OpposedForces& forces, const OpposedResult& result,
                         TableStyle style);

}  // namespace combat_odds
