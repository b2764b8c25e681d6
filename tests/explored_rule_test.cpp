#include "core/exact/explored_rule.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>

#include "core/explore/parted_states.hpp"
#include "core/odds/odds.hpp"
#include "core/play/monte_carlo.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/options.hpp"

namespace combat_odds {
namespace {

/// The chance of counts like these or less likely ones, given the exact odds.
double agreement(const Tally& tally, const ExploredRule& explored) {
  std::vector<double> probabilities;
  for (const Outcome& outcome : tally.outcomes) {
    const auto leaf = std::find(explored.leaves().begin(), explored.leaves().end(), outcome);
    REQUIRE(leaf != explored.leaves().end());
    const std::array<std::size_t, 1> only = {
        static_cast<std::size_t>(leaf - explored.leaves().begin())};
    probabilities.push_back(explored.sum(only).value);
  }
  return test::chi_squared_p(tally.counts, probabilities);
}

/// Some units: the number of checks each has failed, how hard this round's check is, and which unit
/// checks next.
struct Line {
  static constexpr std::size_t most = 4;
  std::array<std::uint8_t, most> failed{};
  std::uint8_t hard = 0;  ///< 0: not rolled yet
  std::uint8_t next = most;
};

/// A unit's check by itself.
struct Check {
  std::uint8_t hard = 0;
  std::uint8_t failed = 0;
};
struct UnitCheck : Inner<Check, std::uint8_t> {
  std::uint8_t play(const Check& check, Dice& dice) const override {
    const bool fails = dice.die([&](int roll) { return roll <= check.hard; });
    return static_cast<std::uint8_t>(check.failed + (fails ? 1 : 0));
  }
};

/// In each round a die decides how hard the check is. Then every unit present rolls a die and fails
/// if it does not roll more; after two failures it is gone.
class Checks : public Rounds<Line> {
 public:
  enum class Played { in_the_step, as_inner_rule };
  Checks(int how_many, Played played) : how_many_(how_many), played_(played) {}

  static constexpr std::uint8_t gone = 2;

  Line start() const override { return {}; }
  int how_many() const override { return how_many_; }
  Line round(const Line& line, int /*number*/) const override {
    Line begun = line;
    begun.next = 0;
    return begun;
  }
  bool round_over(const Line& line) const override { return line.next == Line::most; }
  Line step(const Line& line, Dice& dice) const override {
    Line after = line;
    if (line.hard == 0) {
      after.hard = dice.die([](int roll) { return static_cast<std::uint8_t>((roll + 1) / 2); });
    } else {
      std::uint8_t& failed = after.failed[line.next];
      if (played_ == Played::as_inner_rule) {
        failed = dice.play(check_, {line.hard, failed});
      } else if (dice.die([&](int roll) { return roll <= line.hard; })) {
        ++failed;
      }
      ++after.next;
    }
    return next(after);
  }
  std::optional<Outcome> outcome(const Line& line, int played) const override {
    if (played < how_many_) return std::nullopt;
    const auto left = std::count_if(line.failed.begin(), line.failed.end(),
                                    [](std::uint8_t failed) { return failed < gone; });
    const Outcome outcome = Outcome(left == 0 ? "nobody" : "some")
                                .measure("left", static_cast<int>(left))
                                .measure("first", line.failed[0]);
    return outcome;
  }

 protected:
  static Line next(Line line) {
    while (line.next < Line::most && line.failed[line.next] == gone) ++line.next;
    if (line.next == Line::most) line.hard = 0;
    return line;
  }

 private:
  int how_many_;
  Played played_;
  UnitCheck check_;
};

/// The same in one round, where the die for the check has a modifier that does not affect the
/// units' steps.
class ModifiedChecks : public Checks, public SharedSteps {
 public:
  explicit ModifiedChecks(int drm) : Checks(1, Played::as_inner_rule), drm_(drm) {}

  Line step(const Line& line, Dice& dice) const override {
    if (line.hard != 0) return Checks::step(line, dice);
    Line after = line;
    after.hard = dice.die([&](int roll) {
      return static_cast<std::uint8_t>((std::clamp(roll + drm_, 1, 6) + 1) / 2);
    });
    return after;
  }
  std::span<const std::string_view> some_steps_go_by() const override {
    static constexpr std::array<std::string_view, 1> names{"drm"};
    return names;
  }
  bool goes_by_them(const std::byte* state) const override { return read(state).hard == 0; }

 private:
  int drm_;
};

test::OutcomeOdds odds_of_graph(const Checks& rule, Checkpoints checkpoints) {
  return test::outcome_odds(decision_graph(rule, 1'000'000, checkpoints));
}

TEST_CASE("odds solved state by state equal those of the graph, leaf by leaf") {
  using Played = Checks::Played;
  for (const Played played : {Played::in_the_step, Played::as_inner_rule}) {
    const Checks rule(4, played);
    ExploredRule explored(rule, ExploredRule::For::both, nullptr);
    explored.solve();
    const std::vector<Outcome> leaves = explored.leaves();
    const DecisionGraph& graph = explored.graph();
    REQUIRE(leaves == graph.leaves);
    const ExactOdds walked(graph);
    for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf) {
      CHECK(explored.sum(std::array{leaf}).fraction == walked.sum(std::array{leaf}).fraction);
    }
    // A unit fails with 1/6, 2/6 or 3/6, each as often: not at all in one round with 12/18.
    const Checks once(1, played);
    ExploredRule first(once, ExploredRule::For::odds, nullptr);
    first.solve();
    std::vector<std::size_t> unharmed;
    for (std::size_t leaf = 0; leaf < first.leaves().size(); ++leaf) {
      const auto& measures = first.leaves()[leaf].measures();
      const std::pair<std::string_view, int> wanted("first", 0);
      if (std::find(measures.begin(), measures.end(), wanted) != measures.end()) {
        unharmed.push_back(leaf);
      }
    }
    CHECK(first.sum(unharmed).fraction == "2/3");
  }
}

TEST_CASE("an inner rule changes the work, not the graph") {
  const Checks plain(3, Checks::Played::in_the_step);
  const Checks inner(3, Checks::Played::as_inner_rule);
  const DecisionGraph one = decision_graph(plain);
  const DecisionGraph other = decision_graph(inner);
  CHECK(one.leaves == other.leaves);
  CHECK(one.edges == other.edges);
  CHECK(one.rounds == other.rounds);
  const test::OutcomeOdds expected = odds_of_graph(plain, Checkpoints::ignored);
  CHECK(test::disagreement(expected, odds_of_graph(inner, Checkpoints::heeded)).empty());
  CHECK(test::disagreement(expected, odds_of_graph(inner, Checkpoints::ignored)).empty());
}

/// The same in parts: while the first two check, the others stand by.
class PartedChecks : public Checks, public PartedStates {
 public:
  PartedChecks(int how_many, Played played, std::uint8_t forgotten)
      : Checks(how_many, played), forgotten_(forgotten) {}

  bool part(std::byte* state, std::byte* standing) const override {
    Line acting = read(state);
    if (acting.hard == 0 || acting.next >= first_of_others) return false;
    Line others;
    for (std::size_t i = first_of_others; i < Line::most; ++i) {
      others.failed[i] = acting.failed[i];
      acting.failed[i] = stands_by;
    }
    write(state, acting);
    write(standing, others);
    return true;
  }
  bool goes_on_apart(const std::byte* acting) const override {
    const Line line = read(acting);
    return line.failed[first_of_others] == stands_by && line.next < first_of_others;
  }
  void join(std::byte* acting, const std::byte* standing) const override {
    Line both = read(acting);
    const Line others = read(standing);
    for (std::size_t i = first_of_others; i < Line::most; ++i) {
      both.failed[i] = std::max(others.failed[i], forgotten_);
    }
    write(acting, next(both));
  }

 private:
  static constexpr std::size_t first_of_others = 2;
  static constexpr std::uint8_t stands_by = 7;
  std::uint8_t forgotten_;
};

TEST_CASE("states in parts change the work, not the graph; a lost part is noticed") {
  for (const auto played : {Checks::Played::in_the_step, Checks::Played::as_inner_rule}) {
    const Checks whole(3, played);
    const PartedChecks parted(3, played, 0);
    const PartedChecks loses_a_part(3, played, 1);
    const DecisionGraph one = decision_graph(whole);
    const DecisionGraph other = decision_graph(parted);
    CHECK(one.leaves == other.leaves);
    CHECK(one.edges == other.edges);
    CHECK(one.rounds == other.rounds);
    const test::OutcomeOdds expected = odds_of_graph(whole, Checkpoints::ignored);
    CHECK(test::disagreement(expected, odds_of_graph(parted, Checkpoints::heeded)).empty());
    CHECK(test::disagreement(expected, odds_of_graph(loses_a_part, Checkpoints::ignored)).empty());
    CHECK_FALSE(
        test::disagreement(expected, odds_of_graph(loses_a_part, Checkpoints::heeded)).empty());
  }
}

/// So many dice of which it is only counted how many have come up: a state for each count, and
/// behind each a step of many rolls.
class ManyRolls : public Process<std::uint32_t> {
 public:
  std::uint32_t start() const override { return 0; }
  std::uint32_t step(const std::uint32_t& turn, Dice& dice) const override {
    return turn + 0x10000u + dice.play(try_, 0);
  }
  std::optional<Outcome> outcome(const std::uint32_t& turn) const override {
    if (turn >> 16 < turns) return std::nullopt;
    const Outcome outcome = Outcome("over").measure("none", static_cast<int>(turn & 0xffffu));
    return outcome;
  }
  static constexpr std::uint32_t turns = 45;

 private:
  /// 1 where none of the dice is a 1.
  struct Try : Inner<std::uint32_t, std::uint32_t> {
    std::uint32_t play(const std::uint32_t& /*nothing*/, Dice& dice) const override {
      std::uint32_t ones = 0;
      for (int i = 0; i < 11; ++i) {
        ones = ones * 2 + (dice.die([](int roll) { return roll == 1; }) ? 1 : 0);
      }
      return ones == 0 ? 1 : 0;
    }
  };
  Try try_;
};

TEST_CASE("a rule with too many rolls for a graph has exact odds if its states are few") {
  // 1035 states of 2047 rolls each are more than two million.
  const ManyRolls rule;
  CHECK_THROWS_AS(decision_graph(rule), GraphTooLarge);
  OddsOptions options;
  options.trials = 100'000;
  const Odds odds = odds_of(rule, 1, options);
  double sum = 0;
  double played = 0;
  for (const Chance& chance : odds.chances) {
    if (chance.kind != Chance::Kind::measure) continue;
    REQUIRE(chance.exact);
    sum += chance.exact->value * chance.value;
    played += static_cast<double>(chance.count) * chance.value;
  }
  const double mean = ManyRolls::turns * std::pow(5.0 / 6, 11);
  CHECK(sum == Approx(mean).epsilon(1e-12));
  // 45 tries each: the standard deviation is 2.3, that of the mean of 100,000 trials 0.0073.
  CHECK(std::abs(played / 100'000 - mean) < 5 * 0.0073);
}

/// The chance that the first unit fails no check.
std::string unharmed(const ExploredRule& explored) {
  std::vector<std::size_t> leaves;
  for (std::size_t leaf = 0; leaf < explored.leaves().size(); ++leaf) {
    const auto& measures = explored.leaves()[leaf].measures();
    if (std::count(measures.begin(), measures.end(), std::pair<std::string_view, int>("first", 0)) >
        0) {
      leaves.push_back(leaf);
    }
  }
  return explored.sum(leaves).fraction;
}

TEST_CASE("steps explored for one rule serve another that shares them") {
  KeptStates kept;
  // Hard 3 alone; 1, 2 and 3; 1 alone; the same again: no state of one is left out or let in.
  for (const int drm : {5, 0, -5, 0, 2, 5}) {
    CAPTURE(drm);
    const ModifiedChecks rule(drm);
    ExploredRule shared(rule, ExploredRule::For::odds, nullptr, &kept);
    shared.solve();
    REQUIRE(!kept.empty());
    ExploredRule alone(rule, ExploredRule::For::odds, nullptr);
    alone.solve();
    REQUIRE(shared.leaves() == alone.leaves());
    for (std::size_t leaf = 0; leaf < alone.leaves().size(); ++leaf) {
      const ExactProbability odds = shared.sum(std::array{leaf});
      CHECK(odds.fraction == alone.sum(std::array{leaf}).fraction);
      CHECK(odds.value == alone.sum(std::array{leaf}).value);
    }
    // Of 3, 2 or 1 of 6 that fail: 1 - 3/6; 1 - (1 + 2 + 3)/18; 1 - 1/6; with +2 a 3 or 4 is hard
    // 2, twice of 6, a 5 or more hard 3, four times: 1 - (2 * 2 + 4 * 3)/36.
    const char* const wanted = drm == 5 ? "1/2" : drm == 0 ? "2/3" : drm == -5 ? "5/6" : "5/9";
    CHECK(unharmed(shared) == wanted);
  }
}

TEST_CASE("nothing is kept for rules that share nothing, nor if a graph is wanted") {
  KeptStates kept;
  const Checks plain(1, Checks::Played::as_inner_rule);
  ExploredRule(plain, ExploredRule::For::odds, nullptr, &kept).solve();
  CHECK(kept.empty());
  const ModifiedChecks rule(0);
  ExploredRule(rule, ExploredRule::For::both, nullptr, &kept).solve();
  CHECK(kept.empty());
}

TEST_CASE("trials that walk through the states have the exact odds") {
  const Checks rule(3, Checks::Played::in_the_step);
  ExploredRule explored(rule, ExploredRule::For::both, nullptr);
  explored.solve();
  REQUIRE(explored.states() != nullptr);
  // Few trials at a state roll one by one, many together.
  const std::uint64_t trials = GENERATE(std::uint64_t{200}, std::uint64_t{2'000'000});
  const Tally tally =
      simulate_directly(rule, {8, 9, 0}, {trials, 0, {}, nullptr}, explored.states());
  CHECK(tally.trials == trials);
  CHECK(agreement(tally, explored) > 1e-9);
}

TEST_CASE("the way in which trials were played is reported") {
  OddsOptions options;
  options.trials = 1'000;
  for (const Method method : {Method::both, Method::monte_carlo}) {
    options.method = method;
    CHECK(odds_of(Checks(3, Checks::Played::in_the_step), 1, options).way == Odds::Way::graph);
    CHECK(odds_of(ManyRolls(), 1, options).way == Odds::Way::states);
  }
}

/// Dice of which the sum and the sum of the squares are kept: more states than anybody walks.
class ManyStates : public Process<std::array<std::uint32_t, 3>> {
 public:
  using State = std::array<std::uint32_t, 3>;
  State start() const override { return {}; }
  State step(const State& state, Dice& dice) const override {
    ++steps;
    const auto roll = static_cast<std::uint32_t>(dice.die());
    return {state[0] + 1, state[1] + roll, state[2] + roll * roll};
  }
  std::optional<Outcome> outcome(const State& state) const override {
    if (state[0] < dice_count) return std::nullopt;
    return Outcome(state[1] % 2 == 0 ? "even" : "odd");
  }
  static constexpr std::uint32_t dice_count = 100;
  mutable std::uint64_t steps = 0;
};

TEST_CASE("few trials of a rule of very many states are not kept waiting") {
  const ManyStates rule;
  const Odds odds = odds_of(rule, 1, test::options(Method::monte_carlo, 1000));
  CHECK(odds.way == Odds::Way::rolls);
  // Each state has six paths; there are more than two million of them, of which few are looked
  // for. Then 100 dice for each trial.
  CHECK(rule.steps < 6 * 100'000 + 1000 * 100 + 1000);
}

TEST_CASE("trials without a graph have the exact odds for a rule with inner rules") {
  const Checks rule(3, Checks::Played::as_inner_rule);
  ExploredRule explored(rule, ExploredRule::For::odds, nullptr);
  explored.solve();
  // Few trials at a state are played one by one, many roll together once their step is known.
  const std::uint64_t trials = GENERATE(std::uint64_t{200}, std::uint64_t{2'000'000});
  const Tally tally = simulate_directly(rule, {8, 9, 0}, {trials, 0, {}, nullptr});
  CHECK(tally.trials == trials);
  CHECK(agreement(tally, explored) > 1e-9);
}

}  // namespace
}  // namespace combat_odds
