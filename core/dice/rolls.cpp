#include "core/dice/rolls.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "core/dice/dice_behind.hpp"
#include "core/dice/in_parts.hpp"

namespace combat_odds {

/// Plays an Inner in which the known rolls may end. What its caller knows follows from them, so
/// that behind them the Inner's checkpoints decide all that is to come.
class InnerDice : public DiceBehind {
 public:
  InnerDice(Dice& behind, std::string_view key) : DiceBehind(behind), key_(key) {}

 private:
  bool checkpoint(std::string_view state) override {
    return DiceBehind::checkpoint(std::string(key_).append(state));
  }

  std::string_view key_;
};

/// Replays known rolls first, then rolls the dice behind.
class PathDice : public DiceBehind {
 public:
  PathDice(Dice& behind, std::span<const Face> path) : DiceBehind(behind), path_(path) {}
  std::size_t used() const { return used_; }

 private:
  Face roll(const Roll& roll, Keys keys, Label label) override {
    return used_ < path_.size() ? path_[used_++] : DiceBehind::roll(roll, keys, label);
  }
  /// A state reached before the last known roll does not decide the rest: it is no checkpoint.
  bool checkpoint(std::string_view state) override {
    return used_ == path_.size() && DiceBehind::checkpoint(state);
  }
  void play_inner(const InnerPlay& inner, std::byte* reply) override {
    if (used_ == path_.size()) {
      DiceBehind::play_inner(inner, reply);
      return;
    }
    if (inner.key.empty()) {
      ApartDice apart(*this);
      inner.play(apart, reply);
    } else {
      InnerDice within(*this, inner.key);
      inner.play(within, reply);
    }
  }

  std::span<const Face> path_;
  std::size_t used_ = 0;
};

namespace {

using Face = Dice::Face;

class OnceAfter : public Rule, public InParts {
 public:
  OnceAfter(const Rule& rule, std::vector<Face> path) : rule_(rule), path_(std::move(path)) {}
  Outcome resolve(Dice& dice) const override {
    PathDice known(dice, path_);
    return rule_.resolve(known);
  }
  int parts(std::string_view measure) const override { return parts_of(rule_, measure); }

 private:
  const Rule& rule_;
  const std::vector<Face> path_;
};

/// A state of the rule, followed by a byte with the number of known rolls made so far.
class StepsAfter : public StagedRule, public InParts {
 public:
  StepsAfter(const StagedRule& rule, std::vector<Face> path)
      : rule_(rule), path_(std::move(path)) {}

  std::size_t state_size() const override { return rule_.state_size() + 1; }
  void first(std::byte* state) const override {
    rule_.first(state);
    made(state) = std::byte{0};
  }
  void next(std::byte* state, Dice& dice) const override {
    const auto before = std::to_integer<std::size_t>(made(state));
    PathDice known(dice, std::span(path_).subspan(before));
    rule_.next(state, known);
    made(state) = static_cast<std::byte>(before + known.used());
  }
  void make_alike(std::byte* state) const override { rule_.make_alike(state); }
  int rounds() const override { return rule_.rounds(); }
  bool between_rounds(const std::byte* state) const override { return rule_.between_rounds(state); }
  void begin(std::byte* state, int round) const override { rule_.begin(state, round); }
  std::optional<Outcome> ended(const std::byte* state, int played) const override {
    return rule_.ended(state, played);
  }
  int parts(std::string_view measure) const override { return parts_of(rule_, measure); }

 private:
  std::byte& made(std::byte* state) const { return state[rule_.state_size()]; }

  const StagedRule& rule_;
  const std::vector<Face> path_;
};

/// Numbers as ranges: "2 to 4, 7".
std::string ranges(const std::set<int>& numbers) {
  std::string text;
  for (auto from = numbers.begin(); from != numbers.end();) {
    auto to = from;
    while (std::next(to) != numbers.end() && *std::next(to) == *to + 1) ++to;
    text += (text.empty() ? "" : ", ") + std::to_string(*from);
    if (to != from) text += (*to == *from + 1 ? ", " : " to ") + std::to_string(*to);
    from = std::next(to);
  }
  return text;
}

int total_of(const Roll& roll, Face face) {
  int total = 0;
  for (int die = 0; die < roll.count; ++die) {
    total += static_cast<int>(face % static_cast<Face>(roll.sides)) + 1;
    face /= static_cast<Face>(roll.sides);
  }
  return total;
}

/// Records the first roll, then stops the rule by throwing Seen.
class Onlooker : public Dice {
 public:
  struct Seen {};
  RollMade made;

 private:
  Face roll(const Roll& roll, Keys key_faces, Label label) override {
    made = {roll, 0, {}};
    std::vector<std::uint64_t> keys;
    std::map<int, std::set<std::size_t>> of_total;  // the results of each total
    roll.for_each_face([&](Face face, std::uint64_t throws) {
      std::uint64_t wanted = 0;
      key_faces(face, {&wanted, 1});
      const auto known = std::ranges::find(keys, wanted);
      const auto result = static_cast<std::size_t>(known - keys.begin());
      if (known == keys.end()) {
        keys.push_back(wanted);
        made.results.push_back({label(face), "", 0, face});
      }
      made.results[result].throws += throws;
      made.throws += throws;
      if (roll.kind == Roll::Kind::dice) of_total[total_of(roll, face)].insert(result);
    });
    for (std::size_t result = 0; result < made.results.size(); ++result) {
      std::set<int> totals;
      bool whole = true;  // none of the totals also gives another result
      for (const auto& [total, results] : of_total) {
        if (!results.contains(result)) continue;
        totals.insert(total);
        whole = whole && results.size() == 1;
      }
      if (whole) made.results[result].dice = ranges(totals);
    }
    throw Seen{};
  }
};

}  // namespace

std::optional<RollMade> roll_after(const Rule& rule, std::span<const Dice::Face> path) {
  Onlooker dice;
  try {
    rule_after(rule, {path.begin(), path.end()})->resolve(dice);
  } catch (const Onlooker::Seen&) {
    return std::move(dice.made);
  }
  return std::nullopt;
}

std::unique_ptr<Rule> rule_after(const Rule& rule, std::vector<Dice::Face> path) {
  if (const StagedRule* const staged = rule.staged()) {
    return std::make_unique<StepsAfter>(*staged, std::move(path));
  }
  return std::make_unique<OnceAfter>(rule, std::move(path));
}

}  // namespace combat_odds
