#include "studies/luck/luck.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/exact/sum_distribution.hpp"
#include "core/odds/statistics.hpp"

namespace combat_odds {
namespace {

constexpr int least_expected = 5;

/// Joins neighbouring totals in rising order; the rest joins the last class.
std::optional<LuckChiSquared> chi_squared(const Luck& luck) {
  struct Class {
    int count = 0;
    int ways = 0;
  };
  const auto enough = [&](const Class& one) {
    return one.ways * luck.rolls >= least_expected * all_ways(luck.dice);
  };
  std::vector<Class> classes;
  Class open;
  for (std::size_t i = 0; i < luck.counts.size(); ++i) {
    open.count += luck.counts[i];
    open.ways += ways_to_roll(luck.dice, luck.dice + static_cast<int>(i));
    if (enough(open)) classes.push_back(std::exchange(open, {}));
  }
  if (classes.size() < 2) return std::nullopt;
  classes.back().count += open.count;
  classes.back().ways += open.ways;

  LuckChiSquared test;
  for (const Class& one : classes) {
    const double expected = static_cast<double>(luck.rolls) * one.ways / all_ways(luck.dice);
    test.statistic += (one.count - expected) * (one.count - expected) / expected;
  }
  test.degrees_of_freedom = static_cast<int>(classes.size()) - 1;
  test.p_value = chi_squared_tail(test.statistic, test.degrees_of_freedom);
  return test;
}

/// The sum of `rolls` rolls, from two halves.
SumDistribution sum_of(int rolls, int dice) {
  if (rolls == 0) return SumDistribution(0);
  if (rolls > 1) {
    const SumDistribution half = sum_of(rolls / 2, dice);
    const SumDistribution both = half.plus(half);
    return rolls % 2 == 0 ? both : both.plus(sum_of(1, dice));
  }
  std::vector<std::pair<int, std::string>> one;
  for (int total = dice; total <= 6 * dice; ++total) {
    one.emplace_back(total, fmt::format("{}/{}", ways_to_roll(dice, total), all_ways(dice)));
  }
  return SumDistribution(one);
}

/// The narrowest central range with at most 2.5 % below and above it.
void set_usual(Luck& luck, const SumDistribution& sums) {
  constexpr double outside = 0.025;
  luck.usual_low = sums.least();
  for (double below = sums.at(luck.usual_low).value; below <= outside;) {
    below += sums.at(++luck.usual_low).value;
  }
  // A sum of fair dice is symmetric.
  luck.usual_high = sums.least() + sums.most() - luck.usual_low;
}

Luck luck_of_group(std::span<const LoggedRoll> rolls, int dice, const std::string* side) {
  Luck luck;
  luck.side = side == nullptr ? "all" : *side;
  luck.dice = dice;
  const int totals = 5 * dice + 1;
  luck.counts.assign(static_cast<std::size_t>(totals), 0);
  for (const LoggedRoll& roll : rolls) {
    if (roll.dice != dice || (side != nullptr && roll.side != *side)) continue;
    ++luck.rolls;
    luck.sum += roll.total;
    ++luck.counts[static_cast<std::size_t>(roll.total - dice)];
  }
  for (int total = dice; total <= 6 * dice; ++total) {
    luck.expected.push_back(static_cast<double>(luck.rolls) * ways_to_roll(dice, total) /
                            all_ways(dice));
  }
  const SumDistribution sums = sum_of(luck.rolls, dice);
  luck.at_most = sums.between(sums.least(), luck.sum);
  luck.at_least = sums.between(luck.sum, sums.most());
  set_usual(luck, sums);
  luck.chi_squared = chi_squared(luck);
  return luck;
}

}  // namespace

double Luck::two_sided() const {
  return std::min(1.0, 2 * std::min(at_most.value, at_least.value));
}

std::vector<Luck> luck_of(std::span<const LoggedRoll> rolls) {
  std::vector<Luck> all;
  for (const int dice : {2, 1}) {
    std::vector<std::string> sides;
    for (const LoggedRoll& roll : rolls) {
      const bool known = std::find(sides.begin(), sides.end(), roll.side) != sides.end();
      if (roll.dice == dice && !known) sides.push_back(roll.side);
    }
    if (sides.size() > 1) all.push_back(luck_of_group(rolls, dice, nullptr));
    for (const std::string& side : sides) {
      all.push_back(luck_of_group(rolls, dice, &side));
      if (side.empty()) all.back().side = sides.size() == 1 ? "all" : "not said";
    }
  }
  return all;
}

std::vector<const LoggedRoll*> deciding_rolls(std::span<const LoggedRoll> rolls, int dice,
                                              std::size_t most) {
  const auto far = [](const LoggedRoll& roll) { return std::abs(roll.total - roll.expected()); };
  std::vector<const LoggedRoll*> found;
  for (const LoggedRoll& roll : rolls) {
    if (roll.dice == dice && far(roll) >= dice + 1) found.push_back(&roll);
  }
  std::ranges::stable_sort(found, std::greater<>(),
                           [&](const LoggedRoll* roll) { return far(*roll); });
  if (found.size() > most) found.resize(most);
  return found;
}

}  // namespace combat_odds
