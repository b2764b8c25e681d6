#pragma once

#include <cstring>

#include "core/dice/dice_behind.hpp"
#include "core/dice/rule.hpp"

namespace combat_odds {

/// Adds the round to the states of checkpoints and decisions.
class RoundDice : public DiceBehind {
 public:
  RoundDice(Dice& behind, int round) : DiceBehind(behind), round_(round) {}

 private:
  bool checkpoint(std::string_view state) override {
    return DiceBehind::checkpoint(with_round(state));
  }
  int decide(const Decision& decision, std::string_view state, FunctionRef<Facts()> words,
             int otherwise) override {
    const auto more = [&] {
      Facts facts = words();
      facts.insert(facts.begin(), Fact("round", round_));
      return facts;
    };
    return DiceBehind::decide(decision, with_round(state), more, otherwise);
  }
  std::string with_round(std::string_view state) const {
    return std::string(state) + static_cast<char>(round_);
  }

  const int round_;
};

/// Plays a rule in rounds as a rule without rounds whose state holds the round, because the best
/// choice depends on how many rounds follow. A rule without rounds stays as it is.
class RoundsInSteps : public StagedRule {
 public:
  /// `rule` must outlive it.
  explicit RoundsInSteps(const StagedRule& rule) : rule_(rule) {}

  std::size_t state_size() const override { return rule_.state_size() + (in_rounds() ? 1 : 0); }
  void first(std::byte* state) const override {
    rule_.first(state);
    if (in_rounds()) played(state) = std::byte{0};
  }
  void next(std::byte* state, Dice& dice) const override {
    if (!in_rounds()) {
      rule_.next(state, dice);
      return;
    }
    const int round = std::to_integer<int>(played(state));
    if (rule_.between_rounds(state)) {
      rule_.begin(state, round);
      played(state) = static_cast<std::byte>(round + 1);
      return;
    }
    RoundDice in_round(dice, round);
    rule_.next(state, in_round);
  }
  void make_alike(std::byte* state) const override { rule_.make_alike(state); }
  int rounds() const override { return 0; }
  bool between_rounds(const std::byte* /*state*/) const override { return false; }
  void begin(std::byte* /*state*/, int /*round*/) const override {}
  std::optional<Outcome> ended(const std::byte* state, int /*played*/) const override {
    if (!in_rounds()) return rule_.ended(state, 0);
    if (!rule_.between_rounds(state)) return std::nullopt;
    return rule_.ended(state, std::to_integer<int>(state[rule_.state_size()]));
  }
  Working working() const override { return rule_.working(); }

 private:
  bool in_rounds() const { return rule_.rounds() > 0; }
  std::byte& played(std::byte* state) const { return state[rule_.state_size()]; }

  const StagedRule& rule_;
};

}  // namespace combat_odds
