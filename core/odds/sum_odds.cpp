#include "core/odds/sum_odds.hpp"

#include <algorithm>

namespace combat_odds {
namespace {

/// Exact probabilities below this get no line, unless they were seen or have a fraction to print.
constexpr double least_reported = 1e-12;

}  // namespace

void add_values(Odds& odds, const std::string& name, std::int64_t least,
                std::span<const std::uint64_t> counts, const SumDistribution* exact) {
  std::int64_t first = least;
  std::int64_t last = least + static_cast<std::int64_t>(counts.size()) - 1;
  if (exact != nullptr) {
    first = counts.empty() ? exact->least() : std::min<std::int64_t>(first, exact->least());
    last = counts.empty() ? exact->most() : std::max<std::int64_t>(last, exact->most());
  }
  for (std::int64_t value = first; value <= last; ++value) {
    Chance chance;
    chance.kind = Chance::Kind::measure;
    chance.name = name;
    chance.value = static_cast<double>(value);
    const std::int64_t at = value - least;
    if (at >= 0 && at < static_cast<std::int64_t>(counts.size())) {
      chance.count = counts[static_cast<std::size_t>(at)];
    }
    if (exact != nullptr) chance.exact = exact->at(static_cast<int>(value));
    const bool possible =
        chance.exact && chance.exact->value > 0 &&
        (!chance.exact->fraction.empty() || chance.exact->value >= least_reported);
    if (chance.count > 0 || possible) odds.chances.push_back(std::move(chance));
  }
}

}  // namespace combat_odds
