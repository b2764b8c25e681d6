#include "studies/campaign/die_chance.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string>

#include "core/text/number_text.hpp"

namespace combat_odds::red_barricades {

constexpr int most_sides = 1000;

std::optional<DieChance> read_die_chance(std::string_view text) {
  std::string packed;
  std::copy_if(text.begin(), text.end(), std::back_inserter(packed),
               [](char c) { return c != ' '; });
  std::string_view rest = packed;
  const std::optional<int> whole = number_at_front<int>(rest);
  if (!whole || *whole < 0 || *whole > most_sides) return std::nullopt;
  DieChance chance{*whole, 1};
  if (rest.starts_with('/')) {
    const std::optional<int> sides = number_in<int>(rest.substr(1));
    if (!sides || *sides < 1 || *sides > most_sides) return std::nullopt;
    chance.sides = *sides;
  } else if (rest.starts_with('%')) {
    if (rest.size() > 1) return std::nullopt;
    chance.sides = 100;
  } else if (rest.size() == 3 && rest[0] == '.' && rest[1] >= '0' && rest[1] <= '9' &&
             rest[2] == '%') {
    chance = {*whole * 10 + (rest[1] - '0'), 1000};
  } else if (!rest.empty()) {
    return std::nullopt;
  }
  if (chance.hits > chance.sides) return std::nullopt;
  const int common = std::gcd(chance.hits, chance.sides);
  return DieChance{chance.hits / common, chance.sides / common};
}

}  // namespace combat_odds::red_barricades
