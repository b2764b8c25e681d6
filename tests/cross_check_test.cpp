#include "combat_odds/core/monte_carlo.hpp"
#include "combat_odds/core/parallel.hpp"
#include "combat_odds/core/reference.hpp"
#include "combat_odds/reports/csv_report.hpp"
#include "combat_odds/scenarios/spread.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/options.hpp"

namespace combat_odds {
namespace {

using test::options;

/// How many situations of every procedure are checked.
constexpr std::size_t situations_each = 30;
/// The chance below which two ways to the odds are said to differ. Two comparisons for each
/// situation of each procedure: below 10,000 of them, the whole test raises a false alarm less than
/// once in 10^5.
constexpr double false_alarm = 1e-9;

void compare(const Rule& rule, std::uint64_t key) {
  const DecisionGraph graph = decision_graph(rule);
  const ExactOdds exact(graph);
  const ExactProbability total = exact.sum([](std::size_t) { return true; });
  if (exact.in_fractions()) {
    CHECK(total.fraction == "1/1");
  } else {
    CHECK(total.value == Approx(1).epsilon(1e-9));
  }
  std::vector<double> probabilities;
  for (std::size_t leaf = 0; leaf < graph.leaves.size(); ++leaf) {
    probabilities.push_back(exact.leaf(leaf));
  }
  const auto simulated = simulate(RollingGraph(graph), {11, key, 0}, 400'000);
  CHECK(test::chi_squared_p(simulated, probabilities) > false_alarm);

  std::vector<std::uint64_t> referred(graph.leaves.size(), 0);
  for (const OutcomeCount& entry : simulate_reference(rule, 20'000, key)) {
    const auto leaf = std::find(graph.leaves.begin(), graph.leaves.end(), entry.outcome);
    REQUIRE(leaf != graph.leaves.end());  // the reference found nothing that the graph lacks
    referred[static_cast<std::size_t>(leaf - graph.leaves.begin())] = entry.count;
  }
  CHECK(test::chi_squared_p(referred, probabilities) > false_alarm);
}

TEST_CASE("every procedure: reference, Monte Carlo and exact odds agree") {
  for (const Procedure* procedure : test::library().procedures()) {
    const std::vector<Scenario> scenarios = spread(test::library(), *procedure, situations_each);
    INFO(procedure->name);
    CHECK(scenarios.size() == situations_each);
    for (const Scenario& scenario : scenarios) {
      const std::vector<Argument> arguments = scenario.arguments(0);
      std::string asked = procedure->name;
      for (const Argument& value : arguments) asked += " " + value.text;
      INFO(asked);
      compare(*scenario.rule(0, test::charts()), situation_key(*procedure, arguments));
    }
  }
}

TEST_CASE("every procedure: a report has the same bytes on one thread and on several") {
  std::vector<Scenario> scenarios;
  for (const Procedure* procedure : test::library().procedures()) {
    for (Scenario& scenario : spread(test::library(), *procedure, situations_each))
      scenarios.push_back(std::move(scenario));
  }
  const auto report = [&](std::size_t threads) {
    const ThreadLimit limit(threads);
    OddsOptions options;
    options.trials = 200'000;
    std::string text;
    evaluate(situations(scenarios), test::charts(), options, [&](SituationOdds&& result) {
      text += distribution_lines(result, {}) + summary_lines(result, {});
    });
    return text;
  };
  const std::string one = report(1);
  CHECK(one == report(2));
  CHECK(one == report(7));
}

TEST_CASE("every procedure documents itself") {
  for (const Procedure* procedure : test::library().procedures()) {
    INFO(procedure->name);
    CHECK_FALSE(procedure->rule.empty());
    CHECK_FALSE(procedure->summary.empty());
    CHECK_FALSE(procedure->details.empty());
    for (const std::string& chart : charts_read(test::library(), *procedure)) {
      CHECK_FALSE(test::charts().source(chart).confidence.empty());
    }
    for (const Scenario& scenario : spread(test::library(), *procedure, situations_each)) {
      const Odds odds = odds_of(*scenario.rule(0, test::charts()), 0, options(Method::exact, 0));
      const auto named = [](const std::vector<Term>& terms, const std::string& name) {
        return std::any_of(terms.begin(), terms.end(),
                           [&](const Term& term) { return term.name == name; });
      };
      for (const Chance& chance : odds.chances) {
        INFO(chance.name);
        if (chance.kind == Chance::Kind::event) CHECK(named(procedure->events, chance.name));
        if (chance.kind == Chance::Kind::measure) CHECK(named(procedure->measures, chance.name));
      }
    }
  }
}

}  // namespace
}  // namespace combat_odds
