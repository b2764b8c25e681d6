#pragma once

#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "combat_odds/core/dice.hpp"
#include "combat_odds/core/outcome.hpp"
#include "combat_odds/core/working.hpp"

namespace combat_odds {

class StagedRule;

/// A rule of a game in one situation: the one function that everything else is derived from.
class Rule {
 public:
  virtual ~Rule() = default;

  /// Plays the rule once. Depends on nothing but the situation and the dice; ends with
  /// probability 1.
  virtual Outcome resolve(Dice& dice) const = 0;

  /// How the numbers of this situation come about, for its author to read.
  virtual Working working() const { return {}; }

  /// Not null where the rule goes on turn after turn (see Process).
  virtual const StagedRule* staged() const { return nullptr; }
};

/// A Process without its state's type: the state is its bytes. Derive from Process instead.
class StagedRule : public Rule {
 public:
  virtual std::string first() const = 0;
  virtual std::string next(std::string_view state, Dice& dice) const = 0;
  virtual std::optional<Outcome> ended(std::string_view state) const = 0;

  Outcome resolve(Dice& dice) const final;
  const StagedRule* staged() const final { return this; }
};

/// A rule that goes on turn after turn: an absorbing Markov chain over the states that can be
/// reached. What happens in a turn may depend on nothing but the State. Put the turn into the State
/// where the Process ends after so many turns; leave it out where it goes on until something
/// happens.
template <class State>
class Process : public StagedRule {
  static_assert(std::is_trivially_copyable_v<State> &&
                    std::has_unique_object_representations_v<State>,
                "equal states must have equal bytes: use integers without padding");

 public:
  virtual State start() const = 0;
  /// One turn.
  virtual State step(const State& state, Dice& dice) const = 0;
  /// What it came to, once it is over; nothing while it goes on.
  virtual std::optional<Outcome> outcome(const State& state) const = 0;

  std::string first() const final { return bytes(start()); }
  std::string next(std::string_view state, Dice& dice) const final {
    return bytes(step(value(state), dice));
  }
  std::optional<Outcome> ended(std::string_view state) const final { return outcome(value(state)); }

 private:
  static std::string bytes(const State& state) {
    return {reinterpret_cast<const char*>(&state), sizeof(State)};
  }
  static State value(std::string_view bytes) {
    State state;
    std::memcpy(&state, bytes.data(), sizeof(State));
    return state;
  }
};

}  // namespace combat_odds
