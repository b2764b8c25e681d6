#pragma once

#include "core/dice/dice.hpp"

namespace combat_odds {

/// Dice in front of other dice. Every call that a subclass does not override is forwarded; one that
/// rolls otherwise than the dice behind plays inner rules itself, behind ApartDice.
class DiceBehind : public Dice {
 protected:
  explicit DiceBehind(Dice& behind) : behind_(behind) {}

  Face roll(const Roll& roll, Keys keys, Label label) override {
    return behind_.roll(roll, keys, label);
  }
  bool checkpoint(std::string_view state) override { return behind_.checkpoint(state); }
  int decide(const Decision& decision, std::string_view state, FunctionRef<Facts()> words,
             int otherwise) override {
    return behind_.decide(decision, state, words, otherwise);
  }
  void play_inner(const InnerPlay& inner, std::byte* reply) override {
    behind_.play_inner(inner, reply);
  }

 private:
  Dice& behind_;
};

/// Dice that an inner rule rolls where it is played as part of its caller.
class ApartDice final : public DiceBehind {
 public:
  explicit ApartDice(Dice& behind) : DiceBehind(behind) {}

 private:
  bool checkpoint(std::string_view /*state*/) override { return false; }
  void play_inner(const InnerPlay& inner, std::byte* reply) override { inner.play(*this, reply); }
};

}  // namespace combat_odds
