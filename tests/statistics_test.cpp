#include "core/odds/odds.hpp"
#include "core/play/monte_carlo.hpp"
#include "core/text/suggest.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/options.hpp"

namespace combat_odds {
namespace {

using test::options;

TEST_CASE("Wilson's interval as in the literature") {
  // E. B. Wilson 1927 by hand: 10 of 50 at z = 1.959964, centre (10 + 1.9207)/(50 + 3.8415) =
  // 0.221405, half-width 1.959964 / 53.8415 * sqrt(10 * 40 / 50 + 0.960365) = 0.108957.
  const Interval interval = wilson_interval(10, 50, 0.95);
  CHECK(interval.low == Approx(0.221405 - 0.108957).margin(2e-5));
  CHECK(interval.high == Approx(0.221405 + 0.108957).margin(2e-5));
}

TEST_CASE("an event that was never seen gets an upper bound, not zero") {
  const Interval never = wilson_interval(0, 1'000'000, 0.95);
  CHECK(never.low == 0);
  CHECK(never.high == Approx(3.8415e-6).epsilon(1e-3));  // z^2 / (n + z^2)
  const Interval always = wilson_interval(1000, 1000, 0.95);
  CHECK(always.high == 1);
  CHECK(always.low < 1);
}

TEST_CASE("an estimate is simulated, exact, or both") {
  Chance chance;
  chance.count = 10;
  const Estimate simulated = estimate(chance, 50, 0.95);
  CHECK(simulated.simulated == 0.2);
  CHECK(simulated.low() == Approx(0.221405 - 0.108957).margin(2e-5));
  CHECK(simulated.high() == Approx(0.221405 + 0.108957).margin(2e-5));
  CHECK_FALSE(simulated.exact.has_value());
  CHECK(simulated.best() == 0.2);
  chance.exact = ExactProbability{0.25, "1/4"};
  const Estimate both = estimate(chance, 50, 0.95);
  CHECK(both.simulated == 0.2);
  CHECK(both.best() == 0.25);
  CHECK(both.fraction == "1/4");
  const Estimate exact = estimate(chance, 0, 0.95);
  CHECK_FALSE(exact.simulated.has_value());
  CHECK_FALSE(exact.low().has_value());
  CHECK(exact.best() == 0.25);
}

TEST_CASE("the intervals cover the truth about as often as they claim") {
  // 400 simulations of a chance of 1/6; the number covered is binomial(400, 0.95). Outside 360 to
  // 396 it falls with a chance below 1e-4 on either side.
  class Six : public Rule {
    Outcome resolve(Dice& dice) const override {
      return Outcome(dice.die() == 6 ? "six" : "other");
    }
  };
  const DecisionGraph graph = decision_graph(Six());
  const std::size_t six = graph.leaves[0].label() == "six" ? 0 : 1;
  int covered = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const auto counts = simulate(RollingGraph(graph), {seed, 1, 0}, 10'000);
    const Interval interval = wilson_interval(counts[six], 10'000, 0.95);
    covered += interval.low <= 1.0 / 6 && 1.0 / 6 <= interval.high ? 1 : 0;
  }
  CHECK(covered >= 360);
  CHECK(covered <= 396);
}

TEST_CASE("mean, deviation and percentiles of a die") {
  class Die : public Rule {
    Outcome resolve(Dice& dice) const override {
      return Outcome("rolled").measure("pips", dice.die());
    }
  };
  const auto all = summaries(odds_of(Die(), 0, options(Method::both, 600'000)), 0.95);
  REQUIRE(all.size() == 1);
  CHECK(*all[0].exact_mean == Approx(3.5));
  CHECK(all[0].standard_deviation == Approx(std::sqrt(35.0 / 12)));
  CHECK(all[0].p05 == 1);
  CHECK(all[0].median == 3);
  CHECK(all[0].p95 == 6);
  // The interval is 2 * 1.96 * 1.7078 / sqrt(600000) wide; a mean 8 deviations off is no chance.
  CHECK(all[0].mean_interval.high - all[0].mean_interval.low == Approx(0.00864).epsilon(0.01));
  CHECK(std::abs(*all[0].mean - 3.5) < 8 * 1.7078 / std::sqrt(600'000));
}

TEST_CASE("misspelt words find what was meant") {
  const std::vector<std::string> words = {"asl.fire", "sl.fire", "asl.molotov"};
  CHECK(nearest("asl.fier", words) == "asl.fire");
  CHECK(nearest("asl.molotv", words) == "asl.molotov");
  CHECK(nearest("slammers.intercept", words).empty());
}

TEST_CASE("a simulated mean is the double nearest to the quotient of the counts") {
  // 2 in 3923 and 3 in 6077 of 10,000 trials: 26,077 / 10,000. Added up from shares it came to
  // 2.6077000000000004.
  Odds odds;
  odds.trials = 10'000;
  odds.chances = {{Chance::Kind::measure, "casualties", 2, 3923, std::nullopt},
                  {Chance::Kind::measure, "casualties", 3, 6077, std::nullopt}};
  CHECK(summaries(odds, 0.95).front().mean == 2.6077);
  // A measure that half of the outcomes have: the mean over those.
  odds.chances = {{Chance::Kind::measure, "casualties", 1, 1000, std::nullopt},
                  {Chance::Kind::measure, "casualties", 2, 4000, std::nullopt}};
  CHECK(summaries(odds, 0.95).front().mean == 1.8);
}

}  // namespace
}  // namespace combat_odds
