#pragma once

#include <optional>
#include <string_view>

namespace combat_odds::red_barricades {

/// A chance that one die decides: 8 % is 1 or 2 of a die of 25.
struct DieChance {
  int hits = 0;
  int sides = 1;

  double value() const { return static_cast<double>(hits) / sides; }
  bool certain() const { return hits == 0 || hits == sides; }
};

/// Reads "8%", "2.5 %", "1/12", "0". Nothing where the text is not that, or is above 1.
std::optional<DieChance> read_die_chance(std::string_view text);

}  // namespace combat_odds::red_barricades
