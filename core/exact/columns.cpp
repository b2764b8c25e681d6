#include "core/exact/columns.hpp"

#include <algorithm>
#include <bit>
#include <boost/unordered/unordered_flat_map.hpp>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "core/exact/column_play.hpp"

namespace combat_odds {

namespace {

using long_numbers::Word;

class Columns {
 public:
  Columns(const StagedRule& rule, const InBodies& in_bodies, const RunControl* control,
          std::size_t many_states)
      : play_(rule, in_bodies, control), many_states_(many_states), bytes_(rule.state_size()) {}

  ColumnOdds run() {
    play_.rule.first(bytes_.data());
    const Word one = 1;
    WaitingStates borders;
    borders.add(play_.states.key_of(bytes_.data(), BodyStates::all_bodies), {&one, 1}, {&one, 1});
    for (int round = 0; !borders.empty(); ++round) {
      if (round > play_.rule.rounds()) {
        throw std::logic_error("rounds that end without an outcome");
      }
      borders.close();
      play_.played_bytes = borders.bytes();
      begin_round(borders, round);
      borders = {};
      play_round();
      borders = std::exchange(play_.borders, {});
    }
    return finished();
  }

 private:
  /// Where states between two rounds go on, or their outcome.
  struct Begun {
    std::optional<std::uint32_t> leaf;
    StateKey key;  ///< with the bodies that were looked at
    ColumnGoal goal;
  };

  /// Every state between two rounds begins the next one, or is over.
  void begin_round(const WaitingStates& before, int round) {
    leaf_numbers_.widen(before.over, play_.bases);
    const std::vector<Word> factor = scaled(1, before.over, leaf_numbers_.over, play_.bases);
    ColumnGoals goals(play_, before.over);
    const std::uint64_t all = play_.states.bits(BodyStates::all_bodies);
    boost::unordered_flat_map<std::uint32_t, unsigned> looked_at;  // by message
    boost::unordered_flat_map<StateKey, Begun, HashOfKey> known;
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (i % 1024 == 0) play_.heed_limits();
      const StateKey& key = before.key(i);
      const auto [which, is_new] = looked_at.try_emplace(key.message, 0u);
      if (is_new) {
        which->second =
            play_.in_bodies.looked_at_between_rounds(play_.states.message(key.message), round);
      }
      const std::uint64_t seen = play_.states.bits(which->second);
      Begun begun;
      if (seen == all) {  // every state comes once
        begun = this->begun(key, which->second, round, goals);
      } else {
        const auto [at, first] = known.try_emplace(StateKey{key.bodies & seen, key.message});
        if (first) at->second = this->begun(at->first, which->second, round, goals);
        begun = at->second;
      }
      if (begun.leaf) {
        leaf_numbers_.add({*begun.leaf, 0}, before.number(i), factor);
        if (short_) rounded_.insert(*begun.leaf);
      } else {
        begun.goal.states->add({begun.key.bodies | (key.bodies & ~seen), begun.key.message},
                               before.number(i), *begun.goal.factor);
      }
    }
  }

  Begun begun(const StateKey& key, unsigned which, int round, ColumnGoals& goals) {
    play_.states.write(key, which, bytes_.data());
    if (std::optional<Outcome> outcome = play_.rule.ended(bytes_.data(), round)) {
      return {leaves_.index_of(*std::move(outcome)), {}, {}};
    }
    play_.rule.begin(bytes_.data(), round);
    play_.rule.make_alike(bytes_.data());
    const StateKey to = play_.states.key_of(bytes_.data(), which);
    return {std::nullopt, to, goals.to(to.message)};
  }

  void play_round() {
    while (!play_.waiting.empty()) {
      const auto first = play_.waiting.begin();
      const auto [kind, bodies] = first->first;
      WaitingStates states = std::move(first->second);
      play_.waiting.erase(first);
      states.close();
      keep_short(states);
      play_.played_bytes = states.bytes();
      const auto play = kind == 0 ? play_selection : kind == 1 ? play_steps : play_crowd;
      play(play_, states, bodies);
    }
    play_.played_bytes = 0;
  }

  /// Long numbers of many states would cost most of the time, and no fraction so long is printed.
  /// From the first such states on all are rounded down, far below what a double shows.
  void keep_short(WaitingStates& states) {
    constexpr std::size_t most_words = 4;
    constexpr std::size_t short_words = 3;
    if (!short_) {
      if (states.size() < many_states_ || words_of(states.over, play_.bases) <= most_words) return;
      play_.bases.include(2);
      play_.bases.factor(2, short_.emplace().of.data());
      for (Bases::Exponent& exponent : short_->of) {
        exponent *= short_words * long_numbers::word_bits - 2;
      }
    }
    states.round_down(*short_, play_.bases);
  }

  ColumnOdds finished() {
    std::vector<std::uint32_t> order(leaf_numbers_.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto leaf_of = [&](std::uint32_t i) -> Outcome& {
      return leaves_[static_cast<std::size_t>(leaf_numbers_.key(i).bodies)];
    };
    const std::vector<std::uint64_t> keys = keys_of(order.size(), leaf_of);
    std::sort(order.begin(), order.end(), [&](std::uint32_t one, std::uint32_t two) {
      if (keys[one] != keys[two]) return keys[one] < keys[two];
      return stands_before(leaf_of(one), leaf_of(two));
    });
    ColumnOdds odds;
    odds.leaves.reserve(order.size());
    std::vector<Word> numbers;
    std::vector<std::size_t> rounded;
    for (const std::uint32_t i : order) {
      if (rounded_.contains(static_cast<std::uint32_t>(leaf_numbers_.key(i).bodies))) {
        rounded.push_back(odds.leaves.size());
      }
      const std::span<const Word> number = leaf_numbers_.number(i);
      numbers.insert(numbers.end(), number.begin(), number.end());
      odds.leaves.push_back(std::move(leaf_of(i)));
    }
    const auto bases = static_cast<std::ptrdiff_t>(play_.bases.count());
    std::vector<Bases::Exponent> over(leaf_numbers_.over.of.begin(),
                                      leaf_numbers_.over.of.begin() + bases);
    odds.numbers =
        LeafNumbers(std::move(play_.bases), std::move(over), leaf_numbers_.number(0).size(),
                    std::move(numbers), std::move(rounded));
    return odds;
  }

  /// The values of as many measures, from the first on, as fit into a word: leaves whose words
  /// differ stand in the order of these. There may be a million of them.
  template <class LeafOf>
  static std::vector<std::uint64_t> keys_of(std::size_t count, LeafOf leaf_of) {
    struct Values {
      int least = std::numeric_limits<int>::max();
      int most = std::numeric_limits<int>::min();
      int shift = 0;
    };
    std::vector<Values> values;  // by the place of a measure
    for (std::uint32_t i = 0; i < count; ++i) {
      const Outcome::Measures& measures = leaf_of(i).measures();
      if (measures.size() > values.size()) values.resize(measures.size());
      for (std::size_t m = 0; m < measures.size(); ++m) {
        values[m].least = std::min(values[m].least, measures[m].second);
        values[m].most = std::max(values[m].most, measures[m].second);
      }
    }
    int shift = long_numbers::word_bits;
    std::size_t fit = 0;
    for (; fit < values.size(); ++fit) {
      const std::int64_t least = values[fit].least;
      shift -= static_cast<int>(
          std::bit_width(static_cast<std::uint64_t>(values[fit].most - least) + 1));
      if (shift < 0) break;
      values[fit].shift = shift;
    }
    std::vector<std::uint64_t> keys(count, 0);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Outcome::Measures& measures = leaf_of(i).measures();
      for (std::size_t m = 0; m < std::min(fit, measures.size()); ++m) {
        const std::int64_t place = std::int64_t{measures[m].second} - values[m].least + 1;
        keys[i] |= static_cast<std::uint64_t>(place) << values[m].shift;
      }
    }
    return keys;
  }

  ColumnPlay play_;
  const std::size_t many_states_;
  OutcomeTable leaves_;
  WaitingStates leaf_numbers_;
  std::optional<Denominator> short_;  ///< if numbers are rounded down: over this
  std::set<std::uint32_t> rounded_;   ///< leaves whose numbers are
  std::vector<std::byte> bytes_;
};

}  // namespace

bool stands_before(const Outcome& a, const Outcome& b) {
  const auto before = [](const Outcome& one, const Outcome& two) {
    const auto less = [](const auto& x, const auto& y) { return x.second < y.second; };
    return std::lexicographical_compare(one.measures().begin(), one.measures().end(),
                                        two.measures().begin(), two.measures().end(), less);
  };
  if (before(a, b)) return true;
  if (before(b, a)) return false;
  if (a.label() != b.label()) return a.label() < b.label();
  return std::lexicographical_compare(a.events().begin(), a.events().end(), b.events().begin(),
                                      b.events().end());
}

std::optional<ColumnOdds> odds_by_columns(const StagedRule& rule, const InBodies& in_bodies,
                                          const RunControl* control, std::size_t many_states) {
  try {
    return Columns(rule, in_bodies, control, many_states).run();
  } catch (const NotByColumns&) {
    return std::nullopt;
  }
}

}  // namespace combat_odds
