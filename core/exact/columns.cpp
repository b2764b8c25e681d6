#include "core/exact/columns.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "core/exact/column_play.hpp"

namespace combat_odds {

namespace {

using long_numbers::Word;

class Columns {
 public:
  Columns(const StagedRule& rule, const InBodies& in_bodies, const RunControl* control)
      : play_(rule, in_bodies, control), bytes_(rule.state_size()) {}

  ColumnOdds run() {
    play_.rule.first(bytes_.data());
    const Word one = 1;
    WaitingStates borders;
    borders.add(play_.states.key_of(bytes_.data(), BodyStates::all_bodies), {&one, 1}, {&one, 1});
    for (int round = 0; !borders.empty(); ++round) {
      if (round > play_.rule.rounds()) {
        throw std::logic_error("rounds that end without an outcome");
      }
      begin_round(borders, round);
      play_round();
      borders = std::exchange(play_.borders, {});
    }
    return finished();
  }

 private:
  /// Every state between two rounds begins the next one, or is over.
  void begin_round(const WaitingStates& before, int round) {
    leaf_numbers_.widen(before.over, play_.bases);
    const std::vector<Word> factor = scaled(1, before.over, leaf_numbers_.over, play_.bases);
    ColumnGoals goals(play_, before.over);
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (i % 1024 == 0) play_.heed_limits();
      play_.states.write(before.key(i), BodyStates::all_bodies, bytes_.data());
      if (std::optional<Outcome> outcome = play_.rule.ended(bytes_.data(), round)) {
        const StateKey leaf{leaves_.index_of(*std::move(outcome)), 0};
        leaf_numbers_.add(leaf, before.number(i), factor);
        continue;
      }
      play_.rule.begin(bytes_.data(), round);
      play_.rule.make_alike(bytes_.data());
      const StateKey key = play_.states.key_of(bytes_.data(), BodyStates::all_bodies);
      const ColumnGoal goal = goals.to(key.message);
      goal.states->add(key, before.number(i), *goal.factor);
    }
  }

  void play_round() {
    while (!play_.waiting.empty()) {
      const auto first = play_.waiting.begin();
      const auto [kind, bodies] = first->first;
      const WaitingStates states = std::move(first->second);
      play_.waiting.erase(first);
      const auto play = kind == 0 ? play_selection : kind == 1 ? play_steps : play_crowd;
      play(play_, states, bodies);
    }
  }

  ColumnOdds finished() {
    std::vector<std::uint32_t> order(leaf_numbers_.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto leaf_of = [&](std::uint32_t i) -> Outcome& {
      return leaves_[static_cast<std::size_t>(leaf_numbers_.key(i).bodies)];
    };
    std::sort(order.begin(), order.end(), [&](std::uint32_t one, std::uint32_t two) {
      const Outcome& a = leaf_of(one);
      const Outcome& b = leaf_of(two);
      const auto values = [](const Outcome& of) {
        std::vector<int> all;
        for (const auto& [name, value] : of.measures()) all.push_back(value);
        return all;
      };
      return std::tuple(values(a), a.label(), std::vector(a.events().begin(), a.events().end())) <
             std::tuple(values(b), b.label(), std::vector(b.events().begin(), b.events().end()));
    });
    ColumnOdds odds;
    std::vector<Word> numbers;
    for (const std::uint32_t i : order) {
      const std::span<const Word> number = leaf_numbers_.number(i);
      numbers.insert(numbers.end(), number.begin(), number.end());
      odds.leaves.push_back(std::move(leaf_of(i)));
    }
    const auto bases = static_cast<std::ptrdiff_t>(play_.bases.count());
    std::vector<Bases::Exponent> over(leaf_numbers_.over.of.begin(),
                                      leaf_numbers_.over.of.begin() + bases);
    odds.numbers = LeafNumbers(std::move(play_.bases), std::move(over),
                               leaf_numbers_.number(0).size(), std::move(numbers));
    return odds;
  }

  ColumnPlay play_;
  OutcomeTable leaves_;
  WaitingStates leaf_numbers_;
  std::vector<std::byte> bytes_;
};

}  // namespace

std::optional<ColumnOdds> odds_by_columns(const StagedRule& rule, const InBodies& in_bodies,
                                          const RunControl* control) {
  try {
    return Columns(rule, in_bodies, control).run();
  } catch (const NotByColumns&) {
    return std::nullopt;
  }
}

}  // namespace combat_odds
