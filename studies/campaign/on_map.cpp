#include "studies/campaign/on_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/explore/decision_graph.hpp"
#include "core/text/fnv1a.hpp"

namespace combat_odds::red_barricades {
namespace {

/// One die for one unit.
class ChanceRule : public Rule {
 public:
  explicit ChanceRule(DieChance chance) : chance_(chance) {}
  Outcome resolve(Dice& dice) const override {
    const bool hit = dice.die(chance_.sides, [&](int face) { return face <= chance_.hits; });
    return Outcome(hit ? "hit" : "spared");
  }

 private:
  DieChance chance_;
};

/// The distribution of the number of `units` that come through, each with the same chance.
SumDistribution binomial(int units, double chance) {
  std::vector<double> all(static_cast<std::size_t>(units) + 1, 0.0);
  all[0] = 1;
  for (int unit = 1; unit <= units; ++unit) {
    for (int n = unit; n > 0; --n) {
      const auto at = static_cast<std::size_t>(n);
      all[at] = all[at] * (1 - chance) + all[at - 1] * chance;
    }
    all[0] *= 1 - chance;
  }
  return SumDistribution(0, std::move(all));
}

/// Adds weight * distribution; values below 0 count as 0.
void add(std::vector<double>& sum, const SumDistribution& distribution, double weight) {
  for (int value = distribution.least(); value <= distribution.most(); ++value) {
    const auto at = static_cast<std::size_t>(std::max(value, 0));
    if (at >= sum.size()) sum.resize(at + 1, 0.0);
    sum[at] += weight * distribution.at(value).value;
  }
}

SumDistribution at_least_none(const SumDistribution& distribution) {
  std::vector<double> sum(1, 0.0);
  add(sum, distribution, 1);
  return SumDistribution(0, std::move(sum));
}

SumDistribution sum_of(const DiceSum& sum) {
  SumDistribution all(sum.constant);
  for (const DiceSum::Summand& term : sum.dice) {
    std::vector<std::pair<int, std::string>> faces;
    for (int face = 1; face <= term.sides; ++face) {
      faces.emplace_back(face, fmt::format("1/{}", term.sides));
    }
    const SumDistribution die(faces);
    for (int i = 0; i < std::abs(term.dice); ++i)
      all = term.dice > 0 ? all.plus(die) : all.minus(die);
  }
  return all;
}

std::uint64_t stream_of(std::string_view what, std::uint64_t key) {
  Fnv1a hash;
  hash.add(what);
  for (int byte = 0; byte < 8; ++byte) hash.add(static_cast<unsigned char>(key >> (8 * byte)));
  return hash.value();
}

}  // namespace

OnMap::Number::Number(const DiceSum& sum) : fixed(std::max(sum.constant, 0)), exact(sum_of(sum)) {
  if (sum.fixed()) return;
  const DecisionGraph graph = decision_graph(DiceSumRule(sum));
  for (const Outcome& leaf : graph.leaves) {
    values.push_back(std::max(leaf.measures().front().second, 0));
  }
  rolling = std::make_unique<RollingGraph>(graph);
}

OnMap::RolledChance::RolledChance(DieChance given) : chance(given) {
  if (chance.certain()) return;
  const DecisionGraph graph = decision_graph(ChanceRule(chance));
  hit = graph.leaves.front().label() == "hit" ? 0 : 1;
  rolling = std::make_unique<RollingGraph>(graph);
}

OnMap::OnMap(const CampaignLosses& losses, const CampaignForce& force)
    : fought_(losses.fought), fight_days_(&losses.fight_days) {
  const auto add = [&](const std::vector<LossLine>& lines) {
    for (const LossLine& line : lines) {
      if (line.side != force.side()) continue;
      counted_.push_back({&line, force.measure(line.measure), std::nullopt, false,
                          RolledChance(line.lost_each), RolledChance(line.hardened),
                          Number(line.lost), Number(line.replaced)});
    }
  };
  add(losses.lines);
  lines_ = counted_.size();
  add(losses.held);
  for (Counted& counted : counted_) {
    for (std::size_t other = 0; other < counted_.size(); ++other) {
      if (counted.line->into.empty() || counted_[other].line->measure != counted.line->into) {
        continue;
      }
      counted.into = other;
      counted_[other].joined = true;
    }
  }
}

std::optional<std::size_t> OnMap::counted(const std::string& measure) const {
  for (std::size_t line = 0; line < counted_.size(); ++line) {
    if (this->line(line).measure == measure) return line;
  }
  return std::nullopt;
}

std::vector<std::vector<int>> OnMap::most(const std::vector<std::vector<int>>& brought) const {
  std::vector<std::vector<int>> most;
  for (std::size_t line = 0; line < lines(); ++line) {
    most.emplace_back();
    int standing = counted_[line].line->initial;
    for (const int more : brought[line]) {
      const auto gained = counted_[line].line->most_gained.find(most.back().size());
      standing += more;
      most.back().push_back(standing);
      standing += std::max(counted_[line].replaced.exact.most(), 0);
      if (gained != counted_[line].line->most_gained.end()) standing += gained->second;
    }
  }
  // Hardening moves units between lines: a line may come to hold the units of all lines.
  const std::vector<std::vector<int>> own = most;
  for (std::size_t line = 0; line < lines(); ++line) {
    if (!counted_[line].joined) continue;
    for (std::size_t day = 0; day < most[line].size(); ++day) {
      most[line][day] = 0;
      for (const std::vector<int>& each : own) most[line][day] += each[day];
    }
  }
  return most;
}

/// The units that a day's fighting leaves.
class OnMap::Fighting {
 public:
  explicit Fighting(const Counted& counted)
      : counted_(counted),
        lost_(at_least_none(counted.lost.exact)),
        replaced_(at_least_none(counted.replaced.exact)) {}

  const SumDistribution& of(int standing) {
    while (static_cast<int>(left_.size()) <= standing) {
      left_.push_back(hardened(fought(static_cast<int>(left_.size()))));
    }
    return left_[static_cast<std::size_t>(standing)];
  }

 private:
  SumDistribution fought(int standing) const {
    const DieChance lost = counted_.lost_each.chance;
    if (lost.hits > 0) return binomial(standing, 1 - lost.value()).plus(replaced_);
    return at_least_none(SumDistribution(standing).minus(lost_)).plus(replaced_);
  }

  SumDistribution hardened(SumDistribution left) {
    const DieChance hardened = counted_.hardened.chance;
    if (hardened.hits == 0) return left;
    std::vector<double> stay;
    for (int value = left.least(); value <= left.most(); ++value) {
      while (static_cast<int>(staying_.size()) <= value) {
        staying_.push_back(binomial(static_cast<int>(staying_.size()), 1 - hardened.value()));
      }
      add(stay, staying_[static_cast<std::size_t>(value)], left.at(value).value);
    }
    return SumDistribution(0, std::move(stay));
  }

  const Counted& counted_;
  SumDistribution lost_;
  SumDistribution replaced_;
  std::vector<SumDistribution> left_;     ///< by the number before the fighting
  std::vector<SumDistribution> staying_;  ///< by the number that is left
};

std::optional<std::vector<SumDistribution>> OnMap::exact(
    std::size_t line, std::span<const SumDistribution> brought) const {
  const Counted& counted = counted_[line];
  if (counted.joined || !fight_days_->empty()) return std::nullopt;
  Fighting fighting(counted);
  const double fought = fought_.chance.value();
  std::vector<SumDistribution> days;
  SumDistribution standing(counted.line->initial);
  for (const SumDistribution& more : brought) {
    days.push_back(standing.plus(more));
    const SumDistribution& today = days.back();
    std::vector<double> left;
    for (int value = today.least(); value <= today.most(); ++value) {
      const double chance = today.at(value).value;
      add(left, fighting.of(value), chance * fought);
      add(left, SumDistribution(value), chance * (1 - fought));
    }
    standing = SumDistribution(0, std::move(left));
  }
  return days;
}

OnMap::Trials::Trials(const OnMap& on_map, std::uint64_t seed, std::uint64_t key,
                      std::uint64_t block, std::size_t trials)
    : words_({seed, stream_of("on the map", key), block}),
      days_({seed, stream_of("days fought", 0), block}),
      on_map_(on_map),
      hardened_(on_map.lines()),
      fought_(trials) {
  for (const Counted& counted : on_map.counted_) {
    standing_.emplace_back(trials, counted.line->initial);
    if (!on_map.fight_days_->empty()) single_.emplace_back(trials, std::uint8_t{0});
  }
}

void OnMap::Trials::take(std::size_t line, std::size_t trial, int lost) {
  std::int32_t& standing = standing_[line][trial];
  if (!on_map_.line(line).measure.starts_with("squads")) {
    standing = std::max(standing - lost, 0);
    return;
  }
  const int halves = std::max(2 * standing + single_[line][trial] - lost, 0);
  standing = halves / 2;
  single_[line][trial] = static_cast<std::uint8_t>(halves % 2);
}

void OnMap::Trials::fight(std::size_t day) {
  const bool has_fights = on_map_.fight_days_->contains(day);
  roll_days(has_fights);
  for (std::size_t line = 0; line < on_map_.lines(); ++line) {
    if (!has_fights) lose(on_map_.counted_[line], standing_[line]);
    replace(on_map_.counted_[line], standing_[line]);
  }
  harden();
}

void OnMap::Trials::roll_days(bool has_fights) {
  if (has_fights || on_map_.fought_.rolling == nullptr) {
    const bool fought = has_fights || on_map_.fought_.chance.hits > 0;
    std::fill(fought_.begin(), fought_.end(), std::uint8_t{fought});
    return;
  }
  leaves_.resize(fought_.size());
  on_map_.fought_.rolling->play_each(days_, leaves_);
  for (std::size_t t = 0; t < fought_.size(); ++t) {
    fought_[t] = leaves_[t] == on_map_.fought_.hit ? 1 : 0;
  }
}

/// Rolls for every unit in the trials with fighting: each(trial, hits).
template <class Each>
void OnMap::Trials::roll_each(const RolledChance& chance, std::span<const std::int32_t> standing,
                              Each each) {
  std::size_t units = 0;
  for (std::size_t t = 0; t < standing.size(); ++t) {
    units += fought_[t] != 0 ? static_cast<std::size_t>(standing[t]) : 0;
  }
  if (chance.rolling != nullptr) {
    leaves_.resize(units);
    chance.rolling->play_each(words_, leaves_);
  } else {
    leaves_.assign(units, chance.chance.hits > 0 ? chance.hit : chance.hit + 1);
  }
  const std::uint32_t* leaf = leaves_.data();
  for (std::size_t t = 0; t < standing.size(); ++t) {
    if (fought_[t] == 0) continue;
    std::int32_t hits = 0;
    for (std::int32_t unit = 0; unit < standing[t]; ++unit) hits += *leaf++ == chance.hit ? 1 : 0;
    each(t, hits);
  }
}

/// Rolls in every trial, but calls each(trial, number) only in those with fighting.
template <class Each>
void OnMap::Trials::roll_number(const Number& number, Each each) {
  if (number.rolling != nullptr) {
    leaves_.resize(fought_.size());
    number.rolling->play_each(words_, leaves_);
  }
  for (std::size_t t = 0; t < fought_.size(); ++t) {
    if (fought_[t] == 0) continue;
    each(t, number.rolling != nullptr ? number.values[leaves_[t]] : number.fixed);
  }
}

void OnMap::Trials::lose(const Counted& counted, std::span<std::int32_t> standing) {
  if (counted.lost_each.chance.hits > 0) {
    roll_each(counted.lost_each, standing,
              [&](std::size_t t, std::int32_t lost) { standing[t] -= lost; });
  } else {
    roll_number(counted.lost, [&](std::size_t t, std::int32_t lost) {
      standing[t] = std::max(standing[t] - lost, 0);
    });
  }
}

void OnMap::Trials::replace(const Counted& counted, std::span<std::int32_t> standing) {
  roll_number(counted.replaced, [&](std::size_t t, std::int32_t more) { standing[t] += more; });
}

/// A unit hardens only once a day: it joins its new line after all lines have rolled.
void OnMap::Trials::harden() {
  for (std::size_t line = 0; line < on_map_.lines(); ++line) {
    const Counted& counted = on_map_.counted_[line];
    if (!counted.into) continue;
    hardened_[line].assign(fought_.size(), 0);
    roll_each(counted.hardened, standing_[line],
              [&](std::size_t t, std::int32_t units) { hardened_[line][t] = units; });
  }
  for (std::size_t line = 0; line < on_map_.lines(); ++line) {
    const Counted& counted = on_map_.counted_[line];
    if (!counted.into) continue;
    for (std::size_t t = 0; t < fought_.size(); ++t) {
      standing_[line][t] -= hardened_[line][t];
      standing_[*counted.into][t] += hardened_[line][t];
    }
  }
}

}  // namespace combat_odds::red_barricades
