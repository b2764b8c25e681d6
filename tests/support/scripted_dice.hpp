#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/ask.hpp"

namespace combat_odds::test {

/// Dice that show given numbers in order: the rolls of a worked example.
class ScriptedDice : public ThrownDice {
 public:
  /// Pips, one die at a time (a DR takes two: the coloured die and the white one).
  explicit ScriptedDice(std::vector<int> pips) : pips_(std::move(pips)) {}

  bool used_up() const { return next_ == pips_.size(); }

 private:
  int throw_die(int /*sides*/) override {
    if (next_ == pips_.size()) throw std::logic_error("more dice are rolled than the script has");
    return pips_[next_++] - 1;
  }

  std::vector<int> pips_;
  std::size_t next_ = 0;
};

/// The outcome of a situation with these dice; throws unless it rolls exactly this many.
inline Outcome played(const std::string& procedure, const std::map<std::string, std::string>& given,
                      std::vector<int> pips) {
  ScriptedDice dice(std::move(pips));
  const Scenario asked = scenario(procedure, given);
  Outcome outcome = asked.rule(0, charts())->resolve(dice);
  if (!dice.used_up()) throw std::logic_error("fewer dice are rolled than the script has");
  return outcome;
}

/// A measure of an outcome.
inline int measured(const Outcome& outcome, std::string_view name) {
  for (const auto& [measure, value] : outcome.measures()) {
    if (measure == name) return value;
  }
  throw std::invalid_argument("no measure " + std::string(name));
}

}  // namespace combat_odds::test
