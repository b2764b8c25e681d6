#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/exact/bodies.hpp"
#include "core/explore/parted_states.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds {

/// A rule in rounds whose state is a message and bodies (see InBodies). In addition to the members
/// that Rounds need, the struct `Rules` has
///
///   bodies()                     the bodies, or none
///   turn(message)                the next turn
///
/// and, if it has them, these:
///
///   between_rounds(message, played)   the bodies that outcome() and round() look at
///   Unit                         the type of the units of which bodies consist
///   step_of_crowd(state, dice)   plays the turn of one unit of a crowd and returns the state
///   may_be_selected(unit, among), select(unit, among), selected(message)   for Random Selection
template <class Rules>
class RoundsInBodies : public PlayedInRounds<Rules>, public InBodies {
 public:
  explicit RoundsInBodies(const Rules& prepared)
      : PlayedInRounds<Rules>(prepared), bodies_(this->rules.bodies()) {}
  explicit RoundsInBodies(Rules&& prepared)
      : PlayedInRounds<Rules>(std::move(prepared)), bodies_(this->rules.bodies()) {}

  std::span<const Body> bodies() const override { return bodies_; }
  Turn turn(const std::byte* message) const override {
    return this->rules.turn(this->read(message));
  }
  unsigned looked_at_between_rounds(const std::byte* message, int played) const override {
    if constexpr (tells_between_rounds) {
      return this->rules.between_rounds(this->read(message), played);
    } else {
      return InBodies::looked_at_between_rounds(message, played);
    }
  }
  void next_of_crowd(std::byte* state, Dice& dice) const override {
    if constexpr (has_crowds) {
      this->write(state, this->rules.step_of_crowd(this->read(state), dice));
    }
  }
  bool may_be_selected(const std::byte* unit, int among) const override {
    if constexpr (has_crowds) {
      return Rules::may_be_selected(read_unit<typename Rules::Unit>(unit), among);
    } else {
      return false;
    }
  }
  void select(std::byte* unit, int among) const override {
    if constexpr (has_crowds) {
      auto chosen = read_unit<typename Rules::Unit>(unit);
      Rules::select(chosen, among);
      std::memcpy(unit, &chosen, sizeof(chosen));
    }
  }
  void selected(std::byte* message) const override {
    if constexpr (has_crowds) {
      typename PlayedInRounds<Rules>::State state = this->read(message);
      Rules::selected(state);
      this->write(message, state);
    }
  }

 private:
  static constexpr bool has_crowds = requires { typename Rules::Unit; };
  static constexpr bool tells_between_rounds =
      requires(const Rules& of, const StateOf<Rules>& state) {
    of.between_rounds(state, 0);
  };
  template <class Unit>
  static Unit read_unit(const std::byte* bytes) {
    Unit unit;
    std::memcpy(&unit, bytes, sizeof(unit));
    return unit;
  }

  std::vector<Body> bodies_;
};

/// The same with SharedSteps:
///
///   some_steps_go_by             names of parameters
///   goes_by_them(state)          whether the next step goes by them
template <class Rules>
class SharedRoundsInBodies final : public RoundsInBodies<Rules>, public SharedSteps {
 public:
  using RoundsInBodies<Rules>::RoundsInBodies;

  std::span<const std::string_view> some_steps_go_by() const override {
    return Rules::some_steps_go_by;
  }
  bool goes_by_them(const std::byte* state) const override {
    return Rules::goes_by_them(this->read(state));
  }
};

}  // namespace combat_odds
