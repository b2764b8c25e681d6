#include <array>
#include <map>

#include "core/dice/dice.hpp"
#include "core/dice/reference.hpp"
#include "core/exact/exact.hpp"
#include "core/play/monte_carlo.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

/// Makes a rule from a lambda.
template <class Resolve>
class Lambda : public Rule {
 public:
  explicit Lambda(Resolve resolve) : resolve_(resolve) {}
  Outcome resolve(Dice& dice) const override { return resolve_(dice); }

 private:
  Resolve resolve_;
};

std::string exact_fraction(const Rule& rule, const std::string& label) {
  const DecisionGraph graph = decision_graph(rule);
  const ExactOdds odds(graph);
  return odds.sum([&](std::size_t leaf) { return graph.leaves[leaf].label() == label; }).fraction;
}

TEST_CASE("two dice: every total has its share of the 36 throws") {
  const Lambda rule([](Dice& dice) { return Outcome(std::to_string(dice.DR().total())); });
  // By hand: 2 to 7 come in 1 to 6 ways, 8 to 12 in 5 to 1.
  CHECK(exact_fraction(rule, "2") == "1/36");
  CHECK(exact_fraction(rule, "4") == "1/12");
  CHECK(exact_fraction(rule, "7") == "1/6");
  CHECK(exact_fraction(rule, "12") == "1/36");
}

TEST_CASE("the coloured die is distinguished from the white one") {
  const Lambda rule([](Dice& dice) {
    const TwoDice roll = dice.DR();
    return Outcome(roll.coloured == 6 && roll.white == 1   ? "six-one"
                   : roll.coloured == 1 && roll.white == 6 ? "one-six"
                                                           : "other");
  });
  CHECK(exact_fraction(rule, "six-one") == "1/36");
  CHECK(exact_fraction(rule, "one-six") == "1/36");
}

TEST_CASE("chits are drawn with equal chances") {
  const Lambda rule([](Dice& dice) {
    return Outcome(dice.chit(11, [](int chit) { return chit < 8; }) ? "black" : "red");
  });
  CHECK(exact_fraction(rule, "black") == "8/11");
}

TEST_CASE("a classified roll has one edge for each class") {
  const Lambda rule([](Dice& dice) {
    return Outcome(dice.DR([](TwoDice roll) { return roll.total() <= 4; }) ? "low" : "high");
  });
  const DecisionGraph graph = decision_graph(rule);
  REQUIRE(graph.nodes.size() == 1);
  CHECK(graph.edges.size() == 2);
  CHECK(exact_fraction(rule, "low") == "1/6");  // 1 + 2 + 3 of 36
}

TEST_CASE("Random Selection has the weights found by counting every throw") {
  const int units = GENERATE(1, 2, 3, 4, 5);
  const int at_least = GENERATE(1, 2, 3);
  if (at_least > units) return;
  const Roll roll{Roll::Kind::random_selection, units, 6, at_least};
  std::map<std::uint64_t, std::uint64_t> counted;
  std::array<int, 5> pips{};
  const Roll dice{Roll::Kind::dice, units, 6, 0};
  for (std::uint64_t face = 0; face < dice.throws(); ++face) {
    std::uint64_t rest = face;
    for (int i = 0; i < units; ++i) {
      pips[static_cast<std::size_t>(i)] = static_cast<int>(rest % 6);
      rest /= 6;
    }
    // Independently of Roll: a unit is selected if fewer than at_least units rolled higher.
    std::uint64_t selected = 0;
    for (int i = 0; i < units; ++i) {
      int higher = 0;
      for (int j = 0; j < units; ++j) {
        higher += pips[static_cast<std::size_t>(j)] > pips[static_cast<std::size_t>(i)] ? 1 : 0;
      }
      if (higher < at_least) selected |= std::uint64_t{1} << i;
    }
    ++counted[selected];
    CHECK(roll.face({pips.data(), static_cast<std::size_t>(units)}) == selected);
  }
  std::map<std::uint64_t, std::uint64_t> weighted;
  roll.for_each_face([&](std::uint64_t face, std::uint64_t throws) { weighted[face] = throws; });
  CHECK(weighted == counted);
}

TEST_CASE("Random Selection between two units: one alone 15 of 36 each, both on a tie") {
  const Lambda rule([](Dice& dice) { return Outcome(std::to_string(dice.random_selection(2))); });
  CHECK(exact_fraction(rule, "1") == "5/12");
  CHECK(exact_fraction(rule, "2") == "5/12");
  CHECK(exact_fraction(rule, "3") == "1/6");
}

TEST_CASE("rolls that make no sense are refused") {
  CHECK_THROWS_AS((Roll{Roll::Kind::dice, 0, 6, 0}).throws(), std::invalid_argument);
  CHECK_THROWS_AS((Roll{Roll::Kind::dice, 30, 6, 0}).throws(), std::invalid_argument);
  CHECK_THROWS_AS((Roll{Roll::Kind::random_selection, 3, 6, 4}).throws(), std::invalid_argument);
}

TEST_CASE("every kind of roll agrees by reference, simulation and exactly") {
  // False-alarm rate: fifteen comparisons at 1e-9 each.
  const Lambda rule([](Dice& dice) {
    const int die = dice.die();
    if (die == 1) return Outcome("chit " + std::to_string(dice.chit(7)));
    if (die == 2) return Outcome("both " + std::to_string(dice.DR().coloured));
    if (die == 3) return Outcome("set " + std::to_string(dice.random_selection(3, 2)));
    if (die == 4)
      return Outcome(dice.die(100'000, [](int n) { return n <= 250; }) ? "rare" : "not");
    if (die == 5)
      return Outcome(dice.die(65'536, [](int n) { return n % 2; }) != 0 ? "odd" : "even");
    // 7776 and 46,656 throws: 5 % and 29 % of the words are rejected.
    return Outcome(
        "sets " + std::to_string(dice.random_selection(5, 3)) + " " +
        std::to_string(dice.random_selection(6, 1, [](std::uint32_t set) { return set < 8; })));
  });
  const DecisionGraph graph = decision_graph(rule);
  const ExactOdds odds(graph);
  std::vector<double> probabilities;
  for (std::size_t leaf = 0; leaf < graph.leaves.size(); ++leaf) {
    probabilities.push_back(odds.leaf(leaf));
  }
  const std::uint64_t seed = GENERATE(1, 2, 3, 4, 5);
  const std::vector<std::uint64_t> simulated =
      simulate(RollingGraph(graph), {seed, 0, 0}, 3'000'000);
  CHECK(test::chi_squared_p(simulated, probabilities) > 1e-9);

  WordStream words({seed, 3, 0});
  std::vector<std::uint32_t> leaf_of_each(300'000);
  RollingGraph(graph).play_each(words, leaf_of_each);
  std::vector<std::uint64_t> each(graph.leaves.size(), 0);
  for (const std::uint32_t leaf : leaf_of_each) ++each[leaf];
  CHECK(test::chi_squared_p(each, probabilities) > 1e-9);

  std::vector<std::uint64_t> referred(graph.leaves.size(), 0);
  for (const OutcomeCount& entry : simulate_reference(rule, 300'000, seed)) {
    const auto leaf = std::find(graph.leaves.begin(), graph.leaves.end(), entry.outcome);
    REQUIRE(leaf != graph.leaves.end());
    referred[static_cast<std::size_t>(leaf - graph.leaves.begin())] = entry.count;
  }
  CHECK(test::chi_squared_p(referred, probabilities) > 1e-9);
}

}  // namespace
}  // namespace combat_odds
