#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ask/library.hpp"
#include "ask/situation.hpp"
#include "core/text/csv.hpp"
#include "sim/declare/calendar.hpp"
#include "studies/balance/balance.hpp"
#include "studies/balance/duel_form.hpp"

namespace combat_odds {

inline constexpr int most_unit_points = 100'000;

/// A unit of the list with what the duel is asked about it, one text for each column of the form.
struct Duellist : BalanceUnit {
  std::vector<GivenValue> values;
  std::string vehicle;  ///< of the listing or the base game
  std::string leader;   ///< beside the units, bought once
  Month from;
  std::optional<Month> to;
  /// How many there were from a month on, in order; without a month: always.
  std::vector<std::pair<std::optional<Month>, double>> available = {};
};

/// The one procedure that all lines of a list name. Throws InputError.
const Procedure& procedure_in(const CsvTable& table, const Library& library);

/// The units of a list, their prices by the list, by the vehicle listing or by the base game's
/// chart. Throws InputError.
std::vector<Duellist> read_duellists(const CsvTable& table, const DuelForm& form,
                                     const Library& library);

/// What a unit costs in a month; nothing stands for no month in particular. Where it is not to be
/// had yet, it costs an infinity.
double price_in(const Duellist& unit, std::optional<Month> month);

/// How many of it there were; nothing where the list does not say.
std::optional<double> available_in(const Duellist& unit, std::optional<Month> month);

}  // namespace combat_odds
