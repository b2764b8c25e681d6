#include <bit>
#include <cmath>
#include <cstdint>

#include "core/dice/reference.hpp"
#include "core/exact/exact.hpp"
#include "core/explore/decision_graph.hpp"
#include "core/play/monte_carlo.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

/// The men still standing, as bits, and the next target of this round's shots.
struct Ranks {
  std::uint8_t standing = 0;
  std::uint8_t next = 0;
};

constexpr int men = 4;

/// Each round has a shot at every man who stands; he falls on a 6. It ends early when nobody
/// stands.
class Volleys : public Rounds<Ranks> {
 public:
  enum class Alike { none, how_many, too_much };
  Volleys(int volleys, Alike alike) : volleys_(volleys), alike_(alike) {}

  Ranks start() const override { return {(1 << men) - 1, men}; }
  int how_many() const override { return volleys_; }
  Ranks round(const Ranks& ranks, int /*number*/) const override {
    return next(Ranks{ranks.standing, 0});
  }
  bool round_over(const Ranks& ranks) const override { return ranks.next == men; }
  Ranks step(const Ranks& ranks, Dice& dice) const override {
    Ranks after = ranks;
    if (dice.die([](int roll) { return roll == 6; })) {
      after.standing = static_cast<std::uint8_t>(after.standing & ~(1u << ranks.next));
    }
    ++after.next;
    return next(after);
  }
  /// The men are alike: those standing close ranks, the ones shot at in this round and the others
  /// separately.
  Ranks alike(const Ranks& ranks) const override {
    if (alike_ == Alike::none) return ranks;
    const unsigned shot_at = ranks.standing & ((1u << ranks.next) - 1);
    const int done = std::popcount(shot_at);
    const int all = std::popcount(ranks.standing);
    Ranks closed = ranks;
    closed.standing = static_cast<std::uint8_t>((((1u << done) - 1) << (ranks.next - done)) |
                                                (((1u << (all - done)) - 1) << ranks.next));
    if (ranks.next == men) closed.standing = static_cast<std::uint8_t>((1u << all) - 1);
    if (alike_ == Alike::too_much && all == 1) closed.standing = 0;
    return closed;
  }
  std::optional<Outcome> outcome(const Ranks& ranks, int played) const override {
    const int left = std::popcount(ranks.standing);
    if (left > 0 && played < volleys_) return std::nullopt;
    const Outcome outcome =
        Outcome(left == 0 ? "nobody" : "some").measure("left", left).measure("volleys", played);
    return outcome;
  }

 private:
  static Ranks next(Ranks ranks) {
    while (ranks.next < men && (ranks.standing >> ranks.next & 1) == 0) ++ranks.next;
    return ranks;
  }

  int volleys_;
  Alike alike_;
};

double chance_of(const DecisionGraph& graph, std::string_view measure, int value) {
  return ExactOdds(graph)
      .sum([&](std::size_t leaf) {
        for (const auto& [name, number] : graph.leaves[leaf].measures()) {
          if (name == measure && number == value) return true;
        }
        return false;
      })
      .value;
}

TEST_CASE("rounds with the same future share their nodes, and the odds match the formula") {
  const DecisionGraph three = decision_graph(Volleys(3, Volleys::Alike::how_many));
  const DecisionGraph sixty = decision_graph(Volleys(60, Volleys::Alike::how_many));
  CHECK(sixty.nodes.size() == three.nodes.size());
  CHECK(sixty.rounds.size() == 60);
  // A man stands after three volleys with (5/6)^3 = 125/216: two of four with
  // 6 * 125^2 * 91^2 / 216^4.
  const double stands = 125.0 / 216;
  const double two = 6 * stands * stands * (1 - stands) * (1 - stands);
  CHECK(chance_of(three, "left", 2) == Approx(two).epsilon(1e-15));
  // Over by the end of the second volley: all four fell by then, but not all in the first.
  const double by_two = std::pow(11.0 / 36, 4);
  CHECK(chance_of(three, "volleys", 2) == Approx(by_two - std::pow(1.0 / 6, 4)).epsilon(1e-15));
  // More digits than any machine word: nobody is left after sixty with (1 - (5/6)^60)^4.
  CHECK(chance_of(sixty, "left", 0) ==
        Approx(std::pow(1 - std::pow(5.0 / 6, 60), 4)).epsilon(1e-14));
  CHECK(ExactOdds(sixty).sum([](std::size_t) { return true; }).fraction == "1/1");
}

TEST_CASE("declaring states alike changes the graph, not the odds; a false claim is caught") {
  const auto odds = [](Volleys::Alike alike, Checkpoints checkpoints) {
    return test::outcome_odds(decision_graph(Volleys(3, alike), 100'000, checkpoints));
  };
  using Alike = Volleys::Alike;
  const test::OutcomeOdds plain = odds(Alike::none, Checkpoints::heeded);
  CHECK(test::disagreement(plain, odds(Alike::how_many, Checkpoints::heeded)).empty());
  CHECK(test::disagreement(plain, odds(Alike::how_many, Checkpoints::ignored)).empty());
  CHECK(test::disagreement(plain, odds(Alike::too_much, Checkpoints::ignored)).empty());
  CHECK_FALSE(test::disagreement(plain, odds(Alike::too_much, Checkpoints::heeded)).empty());
  CHECK(decision_graph(Volleys(3, Alike::how_many)).borders <
        decision_graph(Volleys(3, Alike::none)).borders);
}

TEST_CASE(
    "the simulation of rounds agrees with the solution, in blocks, one by one and by real dice") {
  const Volleys rule(5, Volleys::Alike::how_many);
  const DecisionGraph graph = decision_graph(rule);
  const ExactOdds exact(graph);
  std::vector<double> probabilities;
  for (std::size_t leaf = 0; leaf < graph.leaves.size(); ++leaf) {
    probabilities.push_back(exact.leaf(leaf));
  }
  const RollingGraph rolling(graph);
  CHECK(test::chi_squared_p(simulate(rolling, {3, 4, 0}, 1'000'000), probabilities) > 1e-9);

  std::vector<std::uint32_t> each(200'000);
  WordStream words({5, 6, 0});
  rolling.play_each(words, each);
  std::vector<std::uint64_t> counts(graph.leaves.size(), 0);
  for (const std::uint32_t leaf : each) ++counts[leaf];
  CHECK(test::chi_squared_p(counts, probabilities) > 1e-9);

  std::vector<std::uint64_t> referred(graph.leaves.size(), 0);
  for (const OutcomeCount& entry : simulate_reference(rule, 50'000, 7)) {
    const auto leaf = std::find(graph.leaves.begin(), graph.leaves.end(), entry.outcome);
    REQUIRE(leaf != graph.leaves.end());
    referred[static_cast<std::size_t>(leaf - graph.leaves.begin())] = entry.count;
  }
  CHECK(test::chi_squared_p(referred, probabilities) > 1e-9);
}

TEST_CASE("rounds without a decision graph: many trials at a state roll together, few alone") {
  const Volleys rule(5, Volleys::Alike::how_many);
  CHECK(direct_block_trials(rule, 1'000'000) == 4'194'304);
  CHECK(direct_block_trials(rule, 40'000'000) == 8'388'608);  // 10,000,000
  CHECK(direct_block_trials(rule, 1'000'000'000'000) == 16'777'216);
  const DecisionGraph graph = decision_graph(rule);
  const ExactOdds exact(graph);
  const std::uint64_t trials = GENERATE(std::uint64_t{200}, std::uint64_t{2'000'000});
  const Tally tally = simulate_directly(rule, {8, 9, 0}, {trials, 0, {}, nullptr});
  CHECK(tally.trials == trials);
  std::vector<double> probabilities;
  for (const Outcome& outcome : tally.outcomes) {
    const auto leaf = std::find(graph.leaves.begin(), graph.leaves.end(), outcome);
    REQUIRE(leaf != graph.leaves.end());
    probabilities.push_back(exact.leaf(static_cast<std::size_t>(leaf - graph.leaves.begin())));
  }
  CHECK(test::chi_squared_p(tally.counts, probabilities) > 1e-9);
}

}  // namespace
}  // namespace combat_odds
