#include <atomic>

#include "core/exact/exact.hpp"
#include "core/odds/odds.hpp"
#include "core/play/monte_carlo.hpp"
#include "core/text/error.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/options.hpp"

namespace combat_odds {
namespace {

using test::options;

/// Counts sixes among `dice_count` dice, rolled one by one; with or without checkpoints.
class Sixes : public Rule {
 public:
  Sixes(int dice_count, bool checkpoints) : dice_count_(dice_count), checkpoints_(checkpoints) {}
  Outcome resolve(Dice& dice) const override {
    struct {
      int rolled = 0;
      int sixes = 0;
    } state;
    for (; state.rolled < dice_count_; ++state.rolled) {
      if (checkpoints_) dice.at(state);
      state.sixes += dice.die([](int roll) { return roll == 6; }) ? 1 : 0;
    }
    return Outcome("counted").measure("sixes", state.sixes);
  }

 private:
  int dice_count_;
  bool checkpoints_;
};

TEST_CASE("equal continuations are merged, with checkpoints or without") {
  const DecisionGraph with = decision_graph(Sixes(10, true));
  const DecisionGraph without = decision_graph(Sixes(10, false));
  // After k dice there are k + 1 states: 1 + 2 + ... + 10 nodes.
  CHECK(with.nodes.size() == 55);
  CHECK(without.nodes.size() == 55);
  CHECK(with.leaves.size() == 11);
}

TEST_CASE("checkpoints keep a long rule small") {
  const DecisionGraph graph = decision_graph(Sixes(200, true));
  CHECK(graph.nodes.size() == 200 * 201 / 2);
  const ExactOdds odds(graph);
  // No six in 200 dice: (5/6)^200, more digits than 128 bits hold.
  const ExactProbability none =
      odds.sum([&](std::size_t leaf) { return graph.leaves[leaf].measures().front().second == 0; });
  CHECK(none.value == Approx(std::pow(5.0 / 6.0, 200)).epsilon(1e-14));
  CHECK(none.fraction.empty());
  CHECK(odds.sum([](std::size_t) { return true; }).fraction == "1/1");
}

TEST_CASE("a binomial probability in lowest terms") {
  const DecisionGraph graph = decision_graph(Sixes(4, true));
  const ExactOdds odds(graph);
  // Two sixes in four dice: 6 * 25 / 1296 = 25/216.
  CHECK(
      odds.sum([&](std::size_t leaf) { return graph.leaves[leaf].measures().front().second == 2; })
          .fraction == "25/216");
}

/// A sniper's three shots. If it forgets, its checkpoint claims too much: that the hits so far do
/// not matter.
class Forgetful : public Rule {
 public:
  explicit Forgetful(bool forgets) : forgets_(forgets) {}
  Outcome resolve(Dice& dice) const override {
    struct {
      int shots = 0;
      int hits = 0;
    } state;
    for (; state.shots < 3; ++state.shots) {
      if (forgets_) {
        dice.at(state.shots);
      } else {
        dice.at(state);
      }
      state.hits += dice.die([](int roll) { return roll > 4; }) ? 1 : 0;
    }
    return Outcome("fired").measure("hits", state.hits);
  }

 private:
  bool forgets_;
};

TEST_CASE("a checkpoint with too small a state is caught by ignoring checkpoints") {
  const auto both_ways = [](const Rule& rule) {
    return test::disagreement(test::outcome_odds(decision_graph(rule)),
                              test::outcome_odds(decision_graph(rule, 1000, Checkpoints::ignored)));
  };
  CHECK(both_ways(Forgetful(false)).empty());
  // No hit is (4/6)^3; with the hits forgotten, the last shot alone decides.
  CHECK(both_ways(Forgetful(true)) == "fired, hits 0: 2/3 or 8/27");
  CHECK(both_ways(Sixes(6, true)).empty());
}

/// A rule with more paths than anyone can enumerate.
class ManyPaths : public Rule {
 public:
  Outcome resolve(Dice& dice) const override {
    int sum = 0;
    for (int i = 0; i < 12; ++i) sum += dice.die() * (i + 1);
    return Outcome(sum % 2 == 0 ? "even" : "odd");
  }
};

TEST_CASE("a rule with too many paths is simulated roll by roll") {
  CHECK_THROWS_AS(decision_graph(ManyPaths(), 10'000), GraphTooLarge);
  const Tally tally = simulate_directly(ManyPaths(), {1, 2, 0}, {200'000, 0, {}, nullptr});
  REQUIRE(tally.outcomes.size() == 2);
  CHECK(tally.counts[0] + tally.counts[1] == 200'000);
  // Even and odd are equally likely (six of the weights are odd); 1e-9 false-alarm rate.
  CHECK(test::chi_squared_p(tally.counts, {0.5, 0.5}) > 1e-9);
}

/// Gambler's ruin: one step up or down with chances up/6 and (6 - up)/6 until 0 or `goal`.
struct Purse {
  int money = 0;
};
class Ruin : public Process<Purse> {
 public:
  Ruin(int money, int goal, int up) : money_(money), goal_(goal), up_(up) {}
  Purse start() const override { return {money_}; }
  Purse step(const Purse& purse, Dice& dice) const override {
    return {purse.money + (dice.die([&](int roll) { return roll <= up_; }) ? 1 : -1)};
  }
  std::optional<Outcome> outcome(const Purse& purse) const override {
    if (purse.money == 0) return Outcome("ruined");
    if (purse.money == goal_) return Outcome("rich");
    return std::nullopt;
  }

 private:
  int money_;
  int goal_;
  int up_;
};

double probability(const DecisionGraph& graph, const std::string& label) {
  return ExactOdds(graph)
      .sum([&](std::size_t leaf) { return graph.leaves[leaf].label() == label; })
      .value;
}

TEST_CASE("an unbounded Process is an absorbing chain: gambler's ruin in closed form") {
  const int money = GENERATE(1, 3, 7);
  const int up = GENERATE(2, 3, 4);
  const int goal = 10;
  const DecisionGraph graph = decision_graph(Ruin(money, goal, up));
  CHECK_FALSE(graph.acyclic);
  const double ratio = (6.0 - up) / up;
  const double rich = up == 3 ? static_cast<double>(money) / goal
                              : (1 - std::pow(ratio, money)) / (1 - std::pow(ratio, goal));
  CHECK(probability(graph, "rich") == Approx(rich).epsilon(1e-12));
  CHECK(probability(graph, "ruined") == Approx(1 - rich).epsilon(1e-12));
  CHECK_FALSE(ExactOdds(graph).in_fractions());

  std::vector<double> probabilities;
  for (const Outcome& leaf : graph.leaves)
    probabilities.push_back(probability(graph, leaf.label()));
  const auto counts = simulate(RollingGraph(graph), {7, 7, 0}, 500'000);
  CHECK(test::chi_squared_p(counts, probabilities) > 1e-9);
}

/// Moves around a circle of fields; only the exit has an outcome.
class Circle : public Process<Purse> {
 public:
  explicit Circle(int way_out) : way_out_(way_out) {}
  Purse start() const override { return {0}; }
  Purse step(const Purse& field, Dice& dice) const override {
    return {(field.money + dice.die()) % 10};
  }
  std::optional<Outcome> outcome(const Purse& field) const override {
    if (field.money == way_out_) return Outcome("out");
    return std::nullopt;
  }

 private:
  int way_out_;
};

TEST_CASE("a Process that may go on for ever is refused before it is played") {
  CHECK(probability(decision_graph(Circle(7)), "out") == Approx(1));
  CHECK_THROWS_AS(decision_graph(Circle(10)), Endless);
  CHECK_THROWS_AS(odds_of(Circle(10), 0, options(Method::monte_carlo, 1000)), Endless);
}

/// Ends with eight twos in a row, once in 36^8 = 2.8 * 10^12 steps.
class EightTwos : public Process<Purse> {
 public:
  Purse start() const override { return {0}; }
  Purse step(const Purse& /*purse*/, Dice& dice) const override {
    for (int i = 0; i < 8; ++i) {
      if (dice.DR([](TwoDice roll) { return roll.total() > 2; })) return {0};
    }
    return {1};
  }
  std::optional<Outcome> outcome(const Purse& purse) const override {
    if (purse.money == 1) return Outcome("eight twos");
    return std::nullopt;
  }
};

TEST_CASE("a Process that ends too rarely for a numerical solution is simulated, not solved") {
  CHECK_THROWS_AS(ExactOdds(decision_graph(EightTwos())), EndsTooRarely);
  CHECK_THROWS_AS(odds_of(EightTwos(), 0, options(Method::exact, 0)), SystemError);
  OddsOptions stopping = options(Method::both, 100);
  RunControl control;
  std::atomic<int> asked = 0;
  control.stop_when([&] { return ++asked > 100; });
  stopping.control = &control;
  CHECK(odds_of(EightTwos(), 0, stopping).trials == 0);
}

/// Has more money after every step.
class Hoard : public Process<Purse> {
 public:
  Purse start() const override { return {0}; }
  Purse step(const Purse& purse, Dice& dice) const override { return {purse.money + dice.die()}; }
  std::optional<Outcome> outcome(const Purse& /*purse*/) const override { return std::nullopt; }
};

TEST_CASE("a rule that does not end is stopped within a trial") {
  std::atomic<int> asked = 0;
  RunControl control;
  control.stop_when([&] { return ++asked > 2; });
  const std::uint64_t trials = GENERATE(3, 50'000);
  CHECK(simulate_directly(Hoard(), {1, 2, 0}, {trials, 0, {}, &control}).trials == 0);
  // About 500 * 500 steps for each trial.
  const RollingGraph slow(decision_graph(Ruin(500, 1000, 3)));
  asked = 0;
  const Tally played = simulate(slow, {1, 2, 0}, {trials, 0, {}, &control});
  CHECK(played.trials == 0);
  CHECK(played.counts == std::vector<std::uint64_t>{0, 0});
}

/// A Process over a fixed number of turns: a six ends it.
struct Waiting {
  short turn = 0;
  short over = 0;
};
class Repair : public Process<Waiting> {
 public:
  Waiting start() const override { return {}; }
  Waiting step(const Waiting& waiting, Dice& dice) const override {
    const bool done = dice.die([](int roll) { return roll == 6; });
    return {static_cast<short>(waiting.turn + 1), static_cast<short>(done ? 1 : 0)};
  }
  std::optional<Outcome> outcome(const Waiting& waiting) const override {
    if (waiting.over != 0) return Outcome("repaired").measure("turns", waiting.turn);
    if (waiting.turn == 3) return Outcome("never").measure("turns", 3);
    return std::nullopt;
  }
};

TEST_CASE("a Process over a number of turns has exact fractions") {
  OddsOptions options;
  options.method = Method::exact;
  const Odds odds = odds_of(Repair(), 0, options);
  // 1/6, 5/36, and in the third turn 25/216 repaired or 125/216 not.
  for (const Chance& chance : odds.chances) {
    if (chance.kind == Chance::Kind::outcome && chance.name == "never") {
      CHECK(chance.exact->fraction == "125/216");
    }
    if (chance.kind == Chance::Kind::measure && chance.value == 2) {
      CHECK(chance.exact->fraction == "5/36");
    }
  }
}

/// Both sides roll until one is higher; ties are rerolled in one roll.
struct Duel {
  int winner = 0;
};
class RollOff : public Process<Duel> {
 public:
  Duel start() const override { return {}; }
  Duel step(const Duel&, Dice& dice) const override {
    return {dice.DR([](TwoDice roll) {
      return roll.doubles() ? 0 : roll.coloured > roll.white + 2 ? 1 : 2;
    })};
  }
  std::optional<Outcome> outcome(const Duel& duel) const override {
    if (duel.winner == 0) return std::nullopt;
    return Outcome(duel.winner == 1 ? "coloured" : "white");
  }
};

TEST_CASE("rerolled ties keep exact fractions") {
  const DecisionGraph graph = decision_graph(RollOff());
  const ExactOdds odds(graph);
  CHECK(odds.in_fractions());
  // Coloured at least three higher: 3 + 2 + 1 = 6 of the 30 throws that are no doubles.
  CHECK(odds.sum([&](std::size_t leaf) { return graph.leaves[leaf].label() == "coloured"; })
            .fraction == "1/5");
}

/// Only the second of two dice counts, so the last path of the step joins a known one.
struct Rolled {
  std::uint8_t over = 0;
  std::uint8_t six = 0;
};
class SecondDie : public Process<Rolled> {
 public:
  Rolled start() const override { return {}; }
  Rolled step(const Rolled& /*state*/, Dice& dice) const override {
    dice.die([](int roll) { return roll > 3; });
    dice.at("the first die does not matter");
    const bool six = dice.die([](int roll) { return roll == 6; });
    return {1, static_cast<std::uint8_t>(six ? 1 : 0)};
  }
  std::optional<Outcome> outcome(const Rolled& state) const override {
    if (state.over == 0) return std::nullopt;
    return Outcome(state.six != 0 ? "six" : "other");
  }
};

TEST_CASE("a Process whose step ends in a joined path keeps its outcomes") {
  const DecisionGraph graph = decision_graph(SecondDie());
  REQUIRE(graph.leaves.size() == 2);
  const ExactOdds odds(graph);
  CHECK(odds.sum([&](std::size_t leaf) { return graph.leaves[leaf].label() == "six"; }).fraction ==
        "1/6");
}

TEST_CASE("a Process that never ends is an error, not an answer") {
  class Stuck : public Process<Purse> {
    Purse start() const override { return {1}; }
    Purse step(const Purse&, Dice& dice) const override { return {dice.die() > 3 ? 1 : 2}; }
    std::optional<Outcome> outcome(const Purse&) const override { return std::nullopt; }
  };
  CHECK_THROWS_AS(decision_graph(Stuck()), Endless);
  CHECK_THROWS_AS(odds_of(Stuck(), 0, options(Method::exact, 0)), Endless);
}

TEST_CASE("a rule without dice has one certain outcome") {
  class Certain : public Rule {
    Outcome resolve(Dice&) const override { return Outcome("certain"); }
  };
  const Odds odds = odds_of(Certain(), 0, options(Method::both, 1000));
  REQUIRE(odds.chances.size() == 1);
  CHECK(odds.chances.front().count == 1000);
  CHECK(odds.chances.front().exact->fraction == "1/1");
}

}  // namespace
}  // namespace combat_odds
