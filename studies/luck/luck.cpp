#include "studies/luck/luck.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/exact/repeats.hpp"
#include "core/exact/sum_distribution.hpp"
#include "core/odds/statistics.hpp"

namespace combat_odds {
namespace {

constexpr double least_expected = 5;
/// Five are expected although their sum was rounded.
constexpr double rounding = 1e-9;

/// Joins neighbouring totals in rising order; the rest joins the last class.
std::optional<LuckChiSquared> chi_squared(const Luck& luck) {
  struct Class {
    int count = 0;
    double expected = 0;
  };
  std::vector<Class> classes;
  Class open;
  for (std::size_t i = 0; i < luck.counts.size(); ++i) {
    open.count += luck.counts[i];
    open.expected += luck.expected[i];
    if (open.expected >= least_expected - rounding) classes.push_back(std::exchange(open, {}));
  }
  if (classes.size() < 2) return std::nullopt;
  classes.back().count += open.count;
  classes.back().expected += open.expected;

  LuckChiSquared test;
  for (const Class& one : classes) {
    test.statistic += (one.count - one.expected) * (one.count - one.expected) / one.expected;
  }
  test.degrees_of_freedom = static_cast<int>(classes.size()) - 1;
  test.p_value = chi_squared_tail(test.statistic, test.degrees_of_freedom);
  return test;
}

/// Without the ends that are less likely than anything that is told: else adding up takes time with
/// the square of the rolls, not with their number.
SumDistribution without_far_ends(SumDistribution sums) {
  constexpr double untold = 1e-40;
  if (sums.in_fractions()) return sums;
  int least = sums.least();
  int most = sums.most();
  while (least < most && sums.at(least).value < untold) ++least;
  while (least < most && sums.at(most).value < untold) --most;
  std::vector<double> chances;
  chances.reserve(static_cast<std::size_t>(most - least + 1));
  for (int value = least; value <= most; ++value) chances.push_back(sums.at(value).value);
  return {least, std::move(chances)};
}

/// The sum of so many, from two halves.
SumDistribution sum_of(int number, const SumDistribution& one) {
  if (number == 0) return SumDistribution(0);
  if (number == 1) return one;
  const SumDistribution half = sum_of(number / 2, one);
  const SumDistribution both = without_far_ends(half.plus(half));
  return number % 2 == 0 ? both : without_far_ends(both.plus(one));
}

/// The narrowest central range with at most 2.5 % below and above it.
void set_usual(Luck& luck, const SumDistribution& sums) {
  constexpr double outside = 0.025;
  luck.usual_low = sums.least();
  for (double below = sums.at(luck.usual_low).value; below <= outside;) {
    below += sums.at(++luck.usual_low).value;
  }
  luck.usual_high = sums.most();
  for (double above = sums.at(luck.usual_high).value; above <= outside;) {
    above += sums.at(--luck.usual_high).value;
  }
}

/// Rolls that need the same are added up at once.
class Needed {
 public:
  void add(const LoggedRoll& roll) {
    if (!roll.succeeds) return;
    ++luck_.rolls;
    if (roll.succeeds->made(roll.total)) ++luck_.made;
    ++rolls_[*roll.succeeds];
  }

  std::optional<LuckOfNeeded> luck(const RolledDice& kind) {
    if (luck_.rolls == 0) return std::nullopt;
    SumDistribution made;
    for (const auto& [needed, number] : rolls_) {
      const SumDistribution one = success(kind, needed);
      luck_.expected += number * one.mean();
      made = without_far_ends(made.plus(sum_of(number, one)));
    }
    luck_.at_most = made.between(made.least(), luck_.made);
    luck_.at_least = made.between(luck_.made, made.most());
    return luck_;
  }

 private:
  /// 1 where a roll succeeds, else 0.
  static SumDistribution success(const RolledDice& kind, const NeededTotals& needed) {
    const SumDistribution& totals = kind.totals;
    const ExactProbability made = totals.between(needed.least, needed.most);
    if (made.value <= 0) return SumDistribution(0);
    if (made.value >= 1) return SumDistribution(1);
    if (made.fraction.empty()) return {0, {1 - made.value, made.value}};
    const std::size_t slash = made.fraction.find('/');
    const std::string below = made.fraction.substr(slash + 1);
    const long long rest = std::stoll(below) - std::stoll(made.fraction.substr(0, slash));
    return SumDistribution({{0, fmt::format("{}/{}", rest, below)}, {1, made.fraction}});
  }

  LuckOfNeeded luck_;
  std::map<NeededTotals, int> rolls_;
};

Luck luck_of_group(std::span<const LoggedRoll> rolls, const std::shared_ptr<const RolledDice>& kind,
                   const std::string* side) {
  Luck luck;
  luck.side = side == nullptr ? "all" : *side;
  luck.kind = kind;
  const int least = kind->totals.least();
  const int most = kind->totals.most();
  luck.counts.assign(static_cast<std::size_t>(most - least + 1), 0);
  Needed needed;
  for (const LoggedRoll& roll : rolls) {
    if (roll.kind != kind || (side != nullptr && roll.side != *side)) continue;
    ++luck.rolls;
    luck.sum += roll.total;
    luck.kind_taken = luck.kind_taken || roll.kind_taken;
    ++luck.counts[static_cast<std::size_t>(roll.total - least)];
    needed.add(roll);
    const bool other = side != nullptr && !roll.spelled.empty() && roll.spelled != *side;
    if (other && std::ranges::find(luck.also, roll.spelled) == luck.also.end()) {
      luck.also.push_back(roll.spelled);
    }
  }
  for (int total = least; total <= most; ++total) {
    const double chance = kind->totals.at(total).value;
    const int count = luck.counts[static_cast<std::size_t>(total - least)];
    luck.expected.push_back(static_cast<double>(luck.rolls) * chance);
    luck.so_few.push_back(Repeats{luck.rolls, Repeats::Relation::at_most, count}.chance(chance));
    luck.so_many.push_back(Repeats{luck.rolls, Repeats::Relation::at_least, count}.chance(chance));
  }
  const SumDistribution sums = sum_of(luck.rolls, kind->totals);
  const int sum = static_cast<int>(luck.sum);
  luck.at_most = sums.between(sums.least(), sum);
  luck.at_least = sums.between(sum, sums.most());
  set_usual(luck, sums);
  luck.chi_squared = chi_squared(luck);
  luck.needed = needed.luck(*kind);
  return luck;
}

}  // namespace

double Luck::two_sided() const {
  return std::min(1.0, 2 * std::min(at_most.value, at_least.value));
}

std::vector<std::shared_ptr<const RolledDice>> kinds_of(std::span<const LoggedRoll> rolls) {
  std::vector<std::shared_ptr<const RolledDice>> kinds;
  for (const LoggedRoll& roll : rolls) {
    if (std::ranges::find(kinds, roll.kind) == kinds.end()) kinds.push_back(roll.kind);
  }
  const auto place = [](const std::shared_ptr<const RolledDice>& kind) {
    return kind->name == "DR" ? 0 : kind->name == "dr" ? 1 : 2;
  };
  std::stable_sort(kinds.begin(), kinds.end(),
                   [&](const auto& a, const auto& b) { return place(a) < place(b); });
  return kinds;
}

std::vector<Luck> luck_of(std::span<const LoggedRoll> rolls) {
  std::vector<Luck> all;
  for (const std::shared_ptr<const RolledDice>& kind : kinds_of(rolls)) {
    std::vector<std::string> sides;
    for (const LoggedRoll& roll : rolls) {
      const bool known = std::find(sides.begin(), sides.end(), roll.side) != sides.end();
      if (roll.kind == kind && !known) sides.push_back(roll.side);
    }
    if (sides.size() > 1) all.push_back(luck_of_group(rolls, kind, nullptr));
    for (const std::string& side : sides) {
      all.push_back(luck_of_group(rolls, kind, &side));
      if (side.empty()) all.back().side = sides.size() == 1 ? "all" : "not said";
    }
  }
  return all;
}

std::vector<const LoggedRoll*> deciding_rolls(std::span<const LoggedRoll> rolls,
                                              const RolledDice& kind, std::size_t most) {
  // Of one die 1 and 6, of two dice what is three or more from 7.
  constexpr double least_variances = 1.37;
  const auto far = [](const LoggedRoll& roll) { return std::abs(roll.from_mean()); };
  std::vector<const LoggedRoll*> found;
  for (const LoggedRoll& roll : rolls) {
    if (roll.kind.get() == &kind && far(roll) * far(roll) >= least_variances * kind.variance) {
      found.push_back(&roll);
    }
  }
  std::ranges::stable_sort(found, std::greater<>(),
                           [&](const LoggedRoll* roll) { return far(*roll); });
  if (found.size() > most) found.resize(most);
  return found;
}

}  // namespace combat_odds
