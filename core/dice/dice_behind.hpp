#pragma once

#include "core/dice/dice.hpp"

namespace combat_odds {

/// Dice in front of other dice. Every call that a subclass does not override is forwarded.
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

 private:
  Dice& behind_;
};

}  // namespace combat_odds
