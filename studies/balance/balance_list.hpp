#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ask/library.hpp"
#include "ask/situation.hpp"
#include "core/odds/odds.hpp"
#include "core/text/text_file.hpp"
#include "sim/declare/calendar.hpp"
#include "studies/balance/balance.hpp"
#include "studies/balance/balance_scenarios.hpp"

namespace combat_odds {

/// What is asked about a list: the points, and parameters of the duel that both sides share, with
/// lists and ranges, and the months by which Rarity goes.
struct AskedBalance {
  std::vector<GivenValue> settings;
  std::vector<Month> months;
  /// The fights of a scenario file; what one leaves out is as above. Empty: none is given.
  std::vector<BalanceScenario> scenarios = {};
  std::vector<ValueWeight> weights = {};
  /// How fights are played where they are not worked out: trials, seed and threads. Lists of
  /// infantry and series of duels are worked out in any case.
  std::optional<OddsOptions> played = {};
  /// The procedure of a list that has no column procedure; empty: it is one of the first game's
  /// infantry, or asked back where another duel takes it, too.
  std::string duel = {};

  bool has_weights() const { return !scenarios.empty() || !weights.empty(); }
};

/// Reads a list of units: the column procedure says which duel they fight, or AskedBalance::duel;
/// without both, or where that procedure plays lists of infantry, it is a list of infantry
/// (InfantryLists). Throws InputError; check_forces() is part of it.
std::unique_ptr<BalanceGame> read_balance_list(const TextFile& file, const AskedBalance& asked,
                                               const Library& library);

/// The same without check_forces().
std::unique_ptr<BalanceGame> read_balance_game(const TextFile& file, const AskedBalance& asked,
                                               const Library& library);

/// The text of a list with other cells in one column, one for each unit. A column that the list has
/// not is added.
std::string list_with_column(const TextFile& file, const std::string& column,
                             const std::vector<std::string>& cells);

/// The text of a list with other points, one for each unit, and a column procedure where it has
/// none: `duel`.
std::string list_at_points(const TextFile& file, const std::vector<int>& points,
                           const std::string& duel);

}  // namespace combat_odds
