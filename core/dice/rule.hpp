#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <type_traits>

#include "core/dice/dice.hpp"
#include "core/dice/outcome.hpp"
#include "core/dice/working.hpp"

namespace combat_odds {

class StagedRule;
struct Policy;

/// A rule of a game in one situation: the one function that everything else is derived from.
class Rule {
 public:
  virtual ~Rule() = default;

  /// Plays the rule once. Depends on nothing but the situation and the dice; ends with
  /// probability 1.
  virtual Outcome resolve(Dice& dice) const = 0;

  /// How the numbers of this situation were worked out, for a person to read.
  virtual Working working() const { return {}; }

  /// Not null for rules that go on state by state (see Process and Rounds).
  virtual const StagedRule* staged() const { return nullptr; }

  /// Not null where players play their best: their policy (see best_play.hpp).
  virtual std::shared_ptr<const Policy> policy() const { return nullptr; }
};

/// A Process or Rounds without the type of its state: a state is state_size() bytes, and states are
/// equal when their bytes are. Derive from Process or Rounds instead.
class StagedRule : public Rule {
 public:
  /// The most rounds that a rule may have.
  static constexpr int most_rounds = 64;

  virtual std::size_t state_size() const = 0;
  virtual void first(std::byte* state) const = 0;
  /// One step from a state to the next.
  virtual void next(std::byte* state, Dice& dice) const = 0;
  /// Replaces a state by the one that stands for all states that are as good.
  virtual void make_alike(std::byte* state) const = 0;

  /// The number of rounds; 0: it goes on until something happens.
  virtual int rounds() const = 0;
  /// Whether a round is over. With no rounds: never.
  virtual bool between_rounds(const std::byte* state) const = 0;
  /// Begins round `round`, counted from 0.
  virtual void begin(std::byte* state, int round) const = 0;
  /// The outcome where the rule is over. Asked of every state where there are no rounds, else
  /// between two rounds, after `played` of them.
  virtual std::optional<Outcome> ended(const std::byte* state, int played) const = 0;

  /// Another rule may call it, too: what its steps name is then no checkpoint of the caller.
  Outcome resolve(Dice& dice) const final;
  const StagedRule* staged() const final { return this; }

 private:
  Outcome played_through(Dice& dice) const;
};

/// What Process and Rounds share: a State as bytes.
template <class State>
class StatesOf : public StagedRule {
  static_assert(std::is_trivially_copyable_v<State> &&
                    std::has_unique_object_representations_v<State>,
                "equal states must have equal bytes: use integers without padding");

 public:
  virtual State start() const = 0;
  /// The next state. May depend on nothing but the state (and the situation).
  virtual State step(const State& state, Dice& dice) const = 0;
  /// States may be equally good: like units can stand in any order. Replaces a state by the one
  /// that stands for all of them, so that the future is explored once.
  virtual State alike(const State& state) const { return state; }

  std::size_t state_size() const final { return sizeof(State); }
  void first(std::byte* state) const final { write(state, start()); }
  void next(std::byte* state, Dice& dice) const final { write(state, step(read(state), dice)); }
  void make_alike(std::byte* state) const final { write(state, alike(read(state))); }

 protected:
  static void write(std::byte* bytes, const State& state) {
    std::memcpy(bytes, &state, sizeof(State));
  }
  static State read(const std::byte* bytes) {
    State state;
    std::memcpy(&state, bytes, sizeof(State));
    return state;
  }
};

/// A rule that goes on step by step: an absorbing Markov chain over the reachable states. Put the
/// turn into the State where the rule ends after a number of turns (or use Rounds); leave it out
/// where it goes on until something happens.
template <class State>
class Process : public StatesOf<State> {
 public:
  /// The outcome once it is over; nothing while it goes on.
  virtual std::optional<Outcome> outcome(const State& state) const = 0;

  int rounds() const final { return 0; }
  bool between_rounds(const std::byte* /*state*/) const final { return false; }
  void begin(std::byte* /*state*/, int /*round*/) const final {}
  std::optional<Outcome> ended(const std::byte* state, int /*played*/) const final {
    return outcome(this->read(state));
  }
};

/// A rule in a known number of rounds, each of several steps: attacks one after the other, player
/// turns. Like rounds are explored once, whichever their number: the State does not count them.
template <class State>
class Rounds : public StatesOf<State> {
 public:
  /// At most StagedRule::most_rounds.
  virtual int how_many() const = 0;
  /// The state in which round `round` (counted from 0) begins.
  virtual State round(const State& state, int round) const = 0;
  /// Whether the round is over. The first state is between two rounds, too.
  virtual bool round_over(const State& state) const = 0;
  /// The outcome after so many rounds: always after the last one, earlier where the rule is over.
  /// Asked between rounds only.
  virtual std::optional<Outcome> outcome(const State& state, int played) const = 0;

  int rounds() const final { return how_many(); }
  bool between_rounds(const std::byte* state) const final { return round_over(this->read(state)); }
  void begin(std::byte* state, int number) const final {
    this->write(state, round(this->read(state), number));
  }
  std::optional<Outcome> ended(const std::byte* state, int played) const final {
    return outcome(this->read(state), played);
  }
};

}  // namespace combat_odds
