#include "core/exact/columns.hpp"

#include <algorithm>
#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "core/exact/column_play.hpp"
#include "core/exact/propagation.hpp"

namespace combat_odds {

namespace {

using long_numbers::Word;

/// Whether the values of the first stand before those of the others.
bool have_less(const Outcome::Measures& one, const Outcome::Measures& other) {
  return std::lexicographical_compare(
      one.begin(), one.end(), other.begin(), other.end(),
      [](const auto& x, const auto& y) { return x.second < y.second; });
}

class Columns {
 public:
  Columns(const StagedRule& rule, const InBodies& in_bodies, const RunControl* control,
          std::size_t many_states)
      : play_(rule, in_bodies, control), many_states_(many_states), bytes_(rule.state_size()) {}

  std::vector<Chance> run() {
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
      play_.goes_on = [&](const StateKey& key) { return goes_on(key, round + 1); };
      play_round();
      borders = std::exchange(play_.borders, {});
    }
    return finished();
  }

 private:
  /// Where states between two rounds go on, or the lines of their outcome.
  struct Begun {
    std::vector<std::uint32_t> lines;
    StateKey key;  ///< with the bodies that were looked at
    ColumnGoal goal;
  };

  /// Every state between two rounds begins the next one, or is over.
  void begin_round(const WaitingStates& before, int round) {
    ColumnGoals goals(play_, before.over);
    const std::uint64_t all = play_.states.bits(BodyStates::all_bodies);
    boost::unordered_flat_map<std::uint32_t, unsigned> looked_at;  // by message
    boost::unordered_flat_map<StateKey, Begun, HashOfKey> known;
    Begun own;
    std::vector<Word> sums;  // of the lines
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (i % 1024 == 0) play_.heed_limits();
      const StateKey& key = before.key(i);
      const auto [which, is_new] = looked_at.try_emplace(key.message, 0u);
      if (is_new) {
        which->second =
            play_.in_bodies.looked_at_between_rounds(play_.states.message(key.message), round);
      }
      const std::uint64_t seen = play_.states.bits(which->second);
      Begun* begun = &own;
      if (seen == all) {  // every state comes once
        begin(key, which->second, round, goals, own);
      } else {
        const auto [at, first] = known.try_emplace(StateKey{key.bodies & seen, key.message});
        begun = &at->second;
        if (first) begin(at->first, which->second, round, goals, *begun);
      }
      if (begun->goal.states != nullptr) {
        begun->goal.states->add({begun->key.bodies | (key.bodies & ~seen), begun->key.message},
                                before.number(i), *begun->goal.factor);
        continue;
      }
      const std::span<const Word> number = before.number(i);
      sums.resize(lines_.size() * number.size());
      for (const std::uint32_t line : begun->lines) {
        long_numbers::add_product(std::span(sums).subspan(line * number.size(), number.size()),
                                  number, 1);
      }
    }
    if (!sums.empty()) add(sums, before.over);
  }

  void begin(const StateKey& key, unsigned which, int round, ColumnGoals& goals, Begun& begun) {
    play_.states.write(key, which, bytes_.data());
    if (const std::optional<Outcome> outcome = play_.rule.ended(bytes_.data(), round)) {
      const auto [least, first] = least_.try_emplace(outcome->label(), outcome->measures());
      if (have_less(outcome->measures(), least->second)) least->second = outcome->measures();
      begun.goal = {};
      begun.lines = {lines_.label(least->first)};
      lines_.others(*outcome, [&](std::uint32_t line) { begun.lines.push_back(line); });
      return;
    }
    play_.rule.begin(bytes_.data(), round);
    play_.rule.make_alike(bytes_.data());
    begun.key = play_.states.key_of(bytes_.data(), which);
    begun.goal = goals.to(begun.key.message);
  }

  bool goes_on(const StateKey& key, int played) {
    if (play_.states.turn(key.message)) return false;
    play_.states.write(key, BodyStates::all_bodies, bytes_.data());
    if (play_.rule.ended(bytes_.data(), played)) return false;
    play_.rule.begin(bytes_.data(), played);
    play_.rule.make_alike(bytes_.data());
    return play_.states.key_of(bytes_.data(), BodyStates::all_bodies).bodies == key.bodies;
  }

  /// Adds the sums of all lines over that denominator to those of the rounds before.
  void add(std::span<const Word> sums, const Denominator& over) {
    numbers_.widen(over, play_.bases);
    const std::vector<Word> factor = scaled(1, over, numbers_.over, play_.bases);
    const std::size_t width = sums.size() / lines_.size();
    for (std::uint32_t line = 0; line < lines_.size(); ++line) {
      const std::span<const Word> sum = sums.subspan(line * width, width);
      numbers_.add({line, 0}, sum, factor);
      if (short_ && !long_numbers::is_zero(sum)) rounded_.insert(line);
    }
  }

  void play_round() {
    while (!play_.waiting.empty()) {
      const auto first = play_.waiting.begin();
      const auto [kind, bodies] = first->first;
      WaitingStates states = std::move(first->second);
      play_.waiting.erase(first);
      states.close();
      keep_short(states);
      play_.played_bytes = states.bytes() + states.size() * 2 * sizeof(std::uint32_t);  // by column
      const auto play = kind < 0 ? play_selection : kind == 1 ? play_steps : play_crowd;
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

  std::vector<Chance> finished() {
    std::vector<Word> numbers;
    for (std::uint32_t line = 0; line < lines_.size(); ++line) {  // their order in numbers_
      const std::span<const Word> number = numbers_.number(line);
      numbers.insert(numbers.end(), number.begin(), number.end());
    }
    const auto bases = static_cast<std::ptrdiff_t>(play_.bases.count());
    std::vector<Bases::Exponent> over(numbers_.over.of.begin(), numbers_.over.of.begin() + bases);
    const LeafNumbers solved(std::move(play_.bases), std::move(over), numbers_.number(0).size(),
                             std::move(numbers), {rounded_.begin(), rounded_.end()});
    std::vector<OddsLines::Line> lines = lines_.in_order();
    const auto labels = lines.begin() + static_cast<std::ptrdiff_t>(least_.size());
    std::sort(lines.begin(), labels, [&](const auto& one, const auto& two) {
      const Outcome::Measures& of_one = least_.at(std::string(one.name));
      const Outcome::Measures& of_two = least_.at(std::string(two.name));
      if (have_less(of_one, of_two)) return true;
      return !have_less(of_two, of_one) && one.name < two.name;
    });
    std::vector<Chance> chances;
    chances.reserve(lines.size());
    for (const OddsLines::Line& line : lines) {
      const std::array<std::size_t, 1> only = {line.number};
      chances.push_back(line.chance());
      chances.back().exact = solved.probability(only);
    }
    return chances;
  }

  ColumnPlay play_;
  const std::size_t many_states_;
  OddsLines lines_;
  WaitingStates numbers_;                           ///< of the lines
  std::map<std::string, Outcome::Measures> least_;  ///< of each label
  std::optional<Denominator> short_;                ///< if numbers are rounded down: over this
  std::set<std::size_t> rounded_;                   ///< lines whose numbers are
  std::vector<std::byte> bytes_;
};

}  // namespace

bool stands_before(const Outcome& a, const Outcome& b) {
  if (have_less(a.measures(), b.measures())) return true;
  if (have_less(b.measures(), a.measures())) return false;
  if (a.label() != b.label()) return a.label() < b.label();
  return std::lexicographical_compare(a.events().begin(), a.events().end(), b.events().begin(),
                                      b.events().end());
}

std::optional<std::vector<Chance>> odds_by_columns(const StagedRule& rule,
                                                   const InBodies& in_bodies,
                                                   const RunControl* control,
                                                   std::size_t many_states) {
  try {
    return Columns(rule, in_bodies, control, many_states).run();
  } catch (const NotByColumns&) {
    return std::nullopt;
  }
}

}  // namespace combat_odds
