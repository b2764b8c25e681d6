#pragma once

#include <optional>
#include <string>
#include <vector>

#include "studies/points/force_file.hpp"

namespace combat_odds {

/// The dice that are rolled before the game, a line for each unit and what it may get by them: the
/// chance of one, how many are to be expected, that of none and that of all. Empty where none is.
std::string pre_game_words(const std::vector<PricedUnit>& force);

/// What each side costs on average and at worst, where dice before the game decide on a price;
/// empty where none does.
std::string expected_words(const std::vector<PricedUnit>& force);

/// What a side may spend: from a month on, or in all months.
struct Budget {
  std::string side;
  std::optional<Month> from;
  double points = 0;
};

/// "german=700" or "german@1943-07=800". Throws InputError at --budget.
std::vector<Budget> read_budgets(const std::vector<std::string>& texts);

/// What is left of each budget at a date, at worst; of several for a side the latest holds. Throws
/// InputError at --budget where the force has no such side.
std::string budget_words(const std::vector<Budget>& budgets, const std::vector<PricedUnit>& force,
                         Month date);

}  // namespace combat_odds
