#pragma once

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/dice/function_ref.hpp"
#include "core/exact/bodies.hpp"
#include "core/exact/body_states.hpp"
#include "core/exact/common_denominator.hpp"
#include "core/exact/waiting_states.hpp"

namespace combat_odds {

class StepColumns;

/// What all turns that are played by columns share.
struct ColumnPlay {
  using Word = long_numbers::Word;
  using Turn = InBodies::Turn;

  ColumnPlay(const StagedRule& played, const InBodies& bodies, const RunControl* watch)
      : rule(played), in_bodies(bodies), control(watch), states(played, bodies, watch) {}

  /// States wait together where their turns are played together: crowds last, as they take the
  /// longest and others may still lead to them, and each selection by itself.
  using Place = std::pair<int, unsigned>;
  static Place place(const Turn& turn) {
    const int order = turn.kind == Turn::Kind::selection ? turn.among - InBodies::most_selections
                      : turn.kind == Turn::Kind::step    ? 1
                                                         : 2;
    return {order, turn.bodies};
  }
  /// Where a state with this message waits.
  WaitingStates& waiting_with(std::uint32_t message) {
    const std::optional<Turn>& turn = states.turn(message);
    return turn ? waiting[place(*turn)] : borders;
  }

  /// Throws Interrupted or GraphTooLarge. Asked every now and then.
  void heed_limits() const {
    if (control != nullptr && control->stopped()) throw Interrupted();
    // A graph of steps costs far more time for its bytes than waiting states do.
    constexpr std::size_t most_graph_bytes = std::size_t{256} << 20;
    if (graph_bytes > most_graph_bytes) {
      throw GraphTooLarge(
          "graphs of the steps would take more than 256 MB: ask for fewer units, kinds of units or "
          "rounds");
    }
    if (bytes() > most_bytes) refuse();
  }
  std::size_t bytes() const {
    std::size_t bytes = borders.bytes() + graph_bytes + played_bytes;
    for (const auto& [at, pool] : waiting) bytes += pool.bytes();
    return bytes;
  }

  /// What a column leads to that no other does, in states.
  struct Ahead {
    std::size_t states = 0;
    std::size_t again = 0;  ///< of these: they will begin another round with the same bodies
  };
  /// Tells a limit before the memory is spent: throws GraphTooLarge where some of the columns say
  /// that by far there will be no room for what all of them lead to, or for the next round, in
  /// which states stand in memory as they were and as they begin it. `ahead(c)`: of column c, with
  /// numbers of so many words.
  void heed_ahead(std::size_t columns, std::size_t width,
                  FunctionRef<Ahead(std::size_t)> ahead) const {
    constexpr std::size_t few = 128;
    if (columns < few) return;
    const std::size_t some = std::clamp<std::size_t>(columns / 8, 64, 512);
    Ahead found;
    for (std::size_t i = 0; i < some; ++i) {
      const Ahead of = ahead(i * columns / some);
      found.states += of.states;
      found.again += of.again;
    }
    const auto bytes_of = [&](std::size_t states) {
      return static_cast<double>(states) * static_cast<double>(columns) /
             static_cast<double>(some) * static_cast<double>(WaitingStates::bytes_of_one(width));
    };
    const double now = static_cast<double>(bytes()) + bytes_of(found.states);
    double next_round = bytes_of(found.again);
    if (found.states > 0) {  // and as many of those that are there already
      next_round += static_cast<double>(borders.bytes()) * static_cast<double>(found.again) /
                    static_cast<double>(found.states);
    }
    const double then = static_cast<double>(graph_bytes) + 2 * next_round;
    constexpr double by_far = 1.25;
    if (std::max(now, then) > by_far * static_cast<double>(most_bytes)) refuse();
  }

  static constexpr std::size_t most_bytes = std::size_t{768} << 20;
  [[noreturn]] static void refuse() {
    throw GraphTooLarge(
        "states with their odds would take more than 768 MB at once: ask for fewer units, kinds "
        "of units or rounds");
  }

  /// The denominator of so many throws.
  Denominator denominator(Word throws) {
    const auto [known, is_new] = known_denominators.try_emplace(throws);
    if (is_new) {
      bases.include(throws);
      if (bases.count() > Denominator::most_bases) throw NotByColumns();
      bases.factor(throws, known->second.of.data());
    }
    return known->second;
  }

  const StagedRule& rule;
  const InBodies& in_bodies;
  const RunControl* const control;
  BodyStates states;
  Bases bases;
  boost::unordered_flat_map<Word, Denominator> known_denominators;
  /// Whether the state goes on after the round that is played, and begins the next with the bodies
  /// that it has.
  std::function<bool(const StateKey&)> goes_on;
  std::size_t graph_bytes = 0;                             ///< of the graphs that are kept
  std::size_t played_bytes = 0;                            ///< of the states that are being played
  std::map<unsigned, std::shared_ptr<StepColumns>> steps;  ///< by the bodies that act
  std::map<Place, WaitingStates> waiting;
  WaitingStates borders;  ///< between two rounds
};

/// Where the numbers of an end go, and the factor that they get there.
struct ColumnGoal {
  WaitingStates* states = nullptr;
  const std::vector<long_numbers::Word>* factor = nullptr;
};

/// Makes room for the numbers of all ends: `over` is the common multiple of their denominators.
class ColumnGoals {
 public:
  ColumnGoals(ColumnPlay& play, const Denominator& over) : play_(play), over_(over) {}

  ColumnGoal to(std::uint32_t message) { return to(message, over_); }
  /// Of numbers over their own denominator.
  ColumnGoal to(std::uint32_t message, const Denominator& own) {
    WaitingStates& there = play_.waiting_with(message);
    const auto [known, is_new] = factors_.try_emplace({&there, own.of});
    if (is_new) {
      there.widen(over_, play_.bases);
      known->second = scaled(1, own, there.over, play_.bases);
    }
    return {&there, &known->second};
  }

 private:
  ColumnPlay& play_;
  const Denominator over_;
  std::map<std::pair<WaitingStates*, decltype(Denominator::of)>, std::vector<long_numbers::Word>>
      factors_;
};

/// States by their columns.
template <class Column>
struct ByColumn {
  std::vector<Column> columns;
  std::vector<std::uint32_t> first{0};  ///< of each column, and behind the last
  std::vector<std::uint32_t> order;     ///< the states; those in the same column stand together

  std::size_t size() const { return columns.size(); }
  std::span<const std::uint32_t> states(std::size_t c) const {
    return std::span(order).subspan(first[c], first[c + 1] - first[c]);
  }
};

template <class Column>
ByColumn<Column> by_column(const WaitingStates& states, FunctionRef<Column(std::size_t)> column) {
  boost::unordered_flat_map<Column, std::uint32_t> numbers;
  ByColumn<Column> by;
  auto& [columns, first, order] = by;
  std::vector<std::uint32_t> number_of;
  number_of.reserve(states.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Column of = column(i);
    if (number_of.empty() || columns[number_of.back()] != of) {
      const auto next = static_cast<std::uint32_t>(columns.size());
      const auto [known, is_new] = numbers.try_emplace(of, next);
      if (is_new) {
        columns.push_back(of);
        first.push_back(0);
      }
      number_of.push_back(known->second);
    } else {
      number_of.push_back(number_of.back());
    }
    ++first[number_of.back() + 1];
  }
  for (std::size_t c = 1; c < first.size(); ++c) first[c] += first[c - 1];
  order.resize(states.size());
  std::vector<std::uint32_t> next = first;
  for (std::size_t i = 0; i < states.size(); ++i) {
    order[next[number_of[i]]++] = static_cast<std::uint32_t>(i);
  }
  return by;
}

/// Plays the next turns of states that wait together. `which`: the bodies of these turns.
void play_steps(ColumnPlay& play, const WaitingStates& waiting, unsigned which);
void play_crowd(ColumnPlay& play, const WaitingStates& waiting, unsigned which);
void play_selection(ColumnPlay& play, const WaitingStates& waiting, unsigned which);

}  // namespace combat_odds
