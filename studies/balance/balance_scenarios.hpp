#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ask/situation.hpp"
#include "core/text/text_file.hpp"
#include "sim/declare/balance_game.hpp"
#include "sim/declare/calendar.hpp"

namespace combat_odds {

/// A line of a scenario file for `balance`: a fight that both sides may have, and how much it
/// counts.
struct BalanceScenario {
  std::string name;
  double weight = 1;
  std::vector<GivenValue> settings;  ///< the points too, where the line has them
  std::vector<Month> months;
};

/// Reads a scenario file: CSV with the column `scenario`, then `weight` (else 1 each), `date`, and
/// whatever can be set for the list; `note` is left alone. Throws InputError.
std::vector<BalanceScenario> read_balance_scenarios(const TextFile& file);

/// How much the settings with one value of a parameter count: "range=12:3".
struct ValueWeight {
  std::string parameter;
  std::string value;
  double weight = 1;
};

/// The games of the scenarios of one list, as one game with the settings of all. A scenario with
/// several settings shares its weight among them.
std::unique_ptr<BalanceGame> game_of_scenarios(const std::vector<BalanceScenario>& scenarios,
                                               std::vector<std::unique_ptr<BalanceGame>> games);

/// A game whose settings count by the product of the weights of their values. Throws InputError
/// where no setting has a value, or nothing counts.
std::unique_ptr<BalanceGame> weighed_game(std::unique_ptr<BalanceGame> game,
                                          const std::vector<ValueWeight>& weights);

}  // namespace combat_odds
