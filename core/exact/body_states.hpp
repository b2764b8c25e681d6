#pragma once

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/exact/bodies.hpp"
#include "core/exact/waiting_states.hpp"
#include "core/explore/state_table.hpp"
#include "core/explore/step_book.hpp"

namespace combat_odds {

/// Thrown where the rule can't be played by columns.
class NotByColumns {};

struct HashOfKey {
  std::size_t operator()(const StateKey& key) const { return static_cast<std::size_t>(key.hash()); }
};

/// The numbers of messages and bodies, and what their turns and steps are.
class BodyStates {
 public:
  using Word = long_numbers::Word;
  using Body = InBodies::Body;
  using Turn = InBodies::Turn;

  BodyStates(const StagedRule& rule, const InBodies& in_bodies, const RunControl* control)
      : rule_(rule),
        in_bodies_(in_bodies),
        bodies_(in_bodies.bodies()),
        messages_(rule.state_size()),
        book_(rule, most_graph_nodes, Checkpoints::heeded, control),
        bytes_(rule.state_size()),
        body_(rule.state_size()) {
    if (bodies_.size() > 4) throw std::logic_error("a state of more than four bodies");
    for (const Body& body : bodies_) known_.emplace_back(body.size());
  }

  static constexpr unsigned all_bodies = ~0u;

  std::span<const Body> bodies() const { return bodies_; }

  /// The key of a state; consumes it. Bodies that are not in `which` get the number 0.
  StateKey key_of(std::byte* state, unsigned which) {
    StateKey key;
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      std::byte* const body = state + bodies_[b].first;
      if ((which >> b & 1) != 0) key.bodies |= number(b, known_[b].index_of(body));
      std::fill_n(body, bodies_[b].size(), std::byte{0});
    }
    key.message = message(state);
    return key;
  }
  std::uint32_t message(const std::byte* bytes) {
    const std::uint32_t index = messages_.index_of(bytes);
    if (index == turns_.size()) turns_.push_back(turn_of(bytes));
    return index;
  }

  void write(const StateKey& key, unsigned which, std::byte* state) const {
    std::copy_n(messages_[key.message], rule_.state_size(), state);
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      if ((which >> b & 1) != 0)
        std::copy_n(body(b, key), bodies_[b].size(), state + bodies_[b].first);
    }
  }
  const std::byte* message(std::uint32_t index) const { return messages_[index]; }
  const std::byte* body(std::size_t b, const StateKey& key) const {
    return known_[b][index_of_body(b, key)];
  }
  std::uint32_t index_of_body(std::size_t b, const StateKey& key) const {
    return static_cast<std::uint32_t>(key.bodies >> shift(b) & most_in_body());
  }
  /// The same key with another body in that place.
  StateKey with_body(StateKey key, std::size_t b, const std::byte* bytes) {
    key.bodies &= ~(most_in_body() << shift(b));
    key.bodies |= number(b, known_[b].index_of(bytes));
    return key;
  }
  /// The bits of these bodies in a key.
  std::uint64_t bits(unsigned which) const {
    std::uint64_t bits = 0;
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      if ((which >> b & 1) != 0) bits |= most_in_body() << shift(b);
    }
    return bits;
  }

  /// Nothing: between two rounds.
  const std::optional<Turn>& turn(std::uint32_t message) const { return turns_[message]; }

  struct End {
    StateKey to;
    Word weight = 0;
  };
  struct Step {
    Word throws = 0;
    std::vector<End> ends;
  };
  /// The step of a key that holds the bodies of its turn. Its ends hold the same bodies.
  const Step& step(const StateKey& from, unsigned which) {
    const auto [known, is_new] = steps_.try_emplace(from, nullptr);
    if (!is_new) return *known->second;
    write(from, which, bytes_.data());
    Step& step = all_steps_.emplace_back();
    known->second = &step;
    play(
        step, [&](std::byte* state, Dice& dice) { rule_.next(state, dice); },
        [&](std::byte* state) {
          rule_.make_alike(state);
          return key_of(state, which);
        });
    return step;
  }

  /// What becomes of one unit of a crowd, and of the message. Ends need not differ.
  struct Reply {
    std::vector<std::byte> unit;
    std::vector<std::byte> message;
    Word weight = 0;
  };
  std::pair<Word, std::vector<Reply>> reply(std::uint32_t message, std::size_t b,
                                            std::span<const std::byte> unit) {
    std::copy_n(messages_[message], rule_.state_size(), bytes_.begin());
    std::copy(unit.begin(), unit.end(),
              bytes_.begin() + static_cast<std::ptrdiff_t>(bodies_[b].first));
    std::pair<Word, std::vector<Reply>> result;
    result.first = play_steps(
        [&](std::byte* state, Dice& dice) { in_bodies_.next_of_crowd(state, dice); },
        [&](const std::byte* end, Word weight) {
          Reply& reply = result.second.emplace_back();
          reply.weight = weight;
          reply.message.assign(end, end + rule_.state_size());
          const auto first = reply.message.begin() + static_cast<std::ptrdiff_t>(bodies_[b].first);
          reply.unit.assign(first, first + static_cast<std::ptrdiff_t>(bodies_[b].unit_size));
          std::fill_n(first, bodies_[b].size(), std::byte{0});
        });
    return result;
  }

 private:
  std::uint64_t most_in_body() const {
    const std::size_t bits = 64 / bodies_.size();
    return bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  }
  std::size_t shift(std::size_t b) const { return b * (64 / bodies_.size()); }
  std::uint64_t number(std::size_t b, std::uint32_t index) const {
    if (index > most_in_body())
      throw GraphTooLarge(
          "too many states of one side: ask for fewer units, kinds of units or rounds");
    return std::uint64_t{index} << shift(b);
  }

  std::optional<Turn> turn_of(const std::byte* message) const {
    if (rule_.between_rounds(message)) return std::nullopt;
    return in_bodies_.turn(message);
  }

  /// Plays from the state in bytes_. Returns the number of throws.
  template <class Play, class Take>
  Word play_steps(Play&& play, Take&& take) {
    const std::uint32_t shape = book_.step(bytes_.data(), play);
    if (book_.has_checkpoints()) throw NotByColumns();
    const std::size_t count = book_.end_count();
    if (book_.shapes.nodes(shape).empty()) {
      take(book_.end(0), 1);
      return 1;
    }
    if (book_.shapes.throws(shape) == 0) throw NotByColumns();
    for (std::size_t end = 0; end < count; ++end) {
      take(book_.end(end), book_.shapes.weights(shape)[end]);
    }
    return book_.shapes.throws(shape);
  }
  template <class Play, class KeyOf>
  void play(Step& step, Play&& play, KeyOf&& key_of) {
    step.throws = play_steps(play, [&](const std::byte* end, Word weight) {
      std::copy_n(end, body_.size(), body_.begin());
      const StateKey to = key_of(body_.data());
      const auto same = std::find_if(step.ends.begin(), step.ends.end(),
                                     [&](const End& known) { return known.to == to; });
      if (same != step.ends.end()) {
        same->weight += weight;
      } else {
        step.ends.push_back({to, weight});
      }
    });
  }

  const StagedRule& rule_;
  const InBodies& in_bodies_;
  const std::span<const Body> bodies_;
  StateTable messages_;
  std::deque<StateTable> known_;  ///< by body
  std::vector<std::optional<Turn>> turns_;
  StepBook book_;
  std::vector<std::byte> bytes_;
  std::vector<std::byte> body_;
  std::deque<Step> all_steps_;
  boost::unordered_flat_map<StateKey, Step*, HashOfKey> steps_;
};

}  // namespace combat_odds
