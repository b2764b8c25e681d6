#include "ask/why.hpp"

#include <cmath>
#include <map>

#include "ask/sample_situations.hpp"
#include "core/dice/rolls.hpp"
#include "core/explore/decision_graph.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"

namespace combat_odds {
namespace {

using test::has;
using test::run;
using test::Run;
using test::Workspace;

OddsOptions exact_only() {
  OddsOptions options;
  options.method = Method::exact;
  return options;
}

std::unique_ptr<const WhyRoll> explained(const Scenario& scenario, int depth) {
  return why({&scenario, 0}, test::charts(), depth, exact_only(), {"--why", 0, 0});
}

const WhyResult& result_of(const WhyRoll& roll, const std::string& name) {
  for (const WhyResult& result : roll.results) {
    if (result.name == name) return result;
  }
  throw std::invalid_argument("no result " + name);
}

std::string fraction_of(const Odds& odds, const std::string& outcome) {
  for (const Chance& chance : odds.chances) {
    if (chance.kind == Chance::Kind::outcome && chance.name == outcome) {
      return chance.exact->fraction;
    }
  }
  return "0/1";
}

TEST_CASE("the first roll of a fire attack: named results, dice, chances, and what follows") {
  const Scenario scenario =
      test::scenario("asl.fire", {{"firepower", "8"}, {"drm", "1"}, {"target", "4-6-7"}});
  const auto roll = explained(scenario, 1);
  REQUIRE(roll);
  CHECK(roll->what == "2 dice");
  CHECK(roll->throws == 36);
  // Column 8 at +1: Original 2 K/2; 3, 4 2MC; 5, 6 1MC; 7 NMC; 8 PTC; 9 and more nothing.
  const std::map<std::string, std::pair<std::string, std::uint64_t>> expected = {
      {"K/2", {"2", 1}}, {"2MC", {"3, 4", 2 + 3}}, {"1MC", {"5, 6", 4 + 5}},
      {"NMC", {"7", 6}}, {"PTC", {"8", 5}},        {"no effect", {"9 to 12", 4 + 3 + 2 + 1}}};
  CHECK(roll->results.size() == expected.size());
  for (const auto& [name, dice] : expected) {
    const WhyResult& result = result_of(*roll, name);
    CHECK(result.dice == dice.first);
    CHECK(result.throws == dice.second);
    CHECK(result.chance == Approx(static_cast<double>(dice.second) / 36));
  }
  // The NMC of a 4-6-7: 2 to 6 passes (15), 7 pins (6), 8 to 11 breaks (14), 12 reduces (1).
  const Odds& nmc = result_of(*roll, "NMC").odds;
  CHECK(fraction_of(nmc, "no_effect") == "5/12");
  CHECK(fraction_of(nmc, "pinned") == "1/6");
  CHECK(fraction_of(nmc, "broken") == "7/18");
  CHECK(fraction_of(nmc, "reduced_broken") == "1/36");
  CHECK(fraction_of(result_of(*roll, "no effect").odds, "no_effect") == "1/1");
}

TEST_CASE("two rolls deep: the check that a result calls for") {
  const Scenario scenario =
      test::scenario("asl.fire", {{"firepower", "8"}, {"drm", "1"}, {"target", "4-6-7"}});
  const auto roll = explained(scenario, 2);
  const WhyResult& nmc = result_of(*roll, "NMC");
  REQUIRE(nmc.next);
  const WhyResult& pinned = result_of(*nmc.next, "passed pinned");
  CHECK(pinned.throws == 6);
  CHECK(pinned.dice == "7");
  CHECK(pinned.path_chance == Approx(6.0 / 36 * 6 / 36));
  CHECK(fraction_of(pinned.odds, "pinned") == "1/1");
  CHECK_FALSE(result_of(*roll, "no effect").next);
}

/// By the law of total probability, the results' odds add up to the odds themselves.
void check_adds_up(const Scenario& scenario, int depth) {
  INFO(scenario.procedure().name << " " << scenario.arguments(0).front().text);
  const auto first = explained(scenario, depth);
  const Odds whole = odds_of(*scenario.rule(0, test::charts()), 1, exact_only());
  if (!first) {
    CHECK(whole.chances.front().exact->value == 1);
    return;
  }
  std::map<std::pair<Chance::Kind, std::pair<std::string, double>>, double> sums;
  const std::function<void(const WhyRoll&)> add = [&](const WhyRoll& roll) {
    for (const WhyResult& result : roll.results) {
      if (result.next) {
        add(*result.next);
        continue;
      }
      for (const Chance& chance : result.odds.chances) {
        sums[{chance.kind, {chance.name, chance.value}}] +=
            result.path_chance * chance.exact->value;
      }
    }
  };
  add(*first);
  CHECK(sums.size() == whole.chances.size());
  for (const Chance& chance : whole.chances) {
    INFO(chance.name << " " << chance.value);
    CHECK(sums[{chance.kind, {chance.name, chance.value}}] ==
          Approx(chance.exact->value).epsilon(1e-9).margin(1e-12));
  }
}

/// Whether the odds are soon known, so that they can be worked out again after each first result.
bool is_small(const Scenario& scenario) {
  constexpr std::size_t most_nodes = 100'000;
  try {
    decision_graph(*scenario.rule(0, test::charts()), most_nodes);
    return true;
  } catch (const GraphTooLarge&) {
    return false;
  }
}

TEST_CASE("for every procedure, what follows the first rolls adds up to the odds") {
  std::size_t tried = 0;
  for (const Procedure* procedure : test::library().procedures()) {
    for (const Scenario& scenario : sample_situations(test::library(), *procedure, 1)) {
      if (!is_small(scenario)) continue;
      for (const int depth : {1, 2}) {
        try {
          check_adds_up(scenario, depth);
          ++tried;
        } catch (const InputError&) {  // too many results to list
        }
      }
    }
  }
  CHECK(tried > 80);
}

TEST_CASE("a roll without a label is described by its dice; chits count from 1") {
  struct Draw : Rule {
    Outcome resolve(Dice& dice) const override {
      const int first = dice.die();
      if (first > 4) return Outcome("high");
      return Outcome(dice.chit(3, [](int chit) { return chit == 0; }) ? "red" : "black");
    }
  };
  const Draw draw;
  const auto first = roll_after(draw, {});
  REQUIRE(first);
  CHECK(first->results.size() == 6);
  CHECK(first->results[4].dice == "5");
  const Dice::Face low[] = {0};
  const auto second = roll_after(draw, low);
  REQUIRE(second);
  CHECK(second->throws == 3);
  CHECK(second->results[0].dice == "1");
  CHECK(second->results[1].dice == "2, 3");
  const Dice::Face high[] = {5};
  CHECK_FALSE(roll_after(draw, high));
}

TEST_CASE("--why prints a table, JSON and a tree") {
  const Workspace workspace;
  const std::string ask =
      "combat-odds odds asl.fire --firepower 8 --drm 1 --target 4-6-7 --method exact --quiet ";
  const Run table = run(workspace, ask + "--why");
  CHECK(table.exit_code == 0);
  CHECK(has(table.out, "\nThe first roll (2 dice), what it comes to"));
  CHECK(has(table.out, "\nNMC         7        16.67 %"));
  const Run json = run(workspace, ask + "--why 2 --format json");
  CHECK(has(json.out, "\"result\": \"2MC\""));
  CHECK(has(json.out, "\"chance_fraction\": \"5/36\""));
  CHECK(has(json.out, "\"result\": \"passed pinned\""));
  REQUIRE(run(workspace, ask + "--why --tree tree.svg").exit_code == 0);
  const std::string tree = test::read_file(workspace.path() / "tree.svg");
  CHECK(has(tree, ">NMC  16.67 %</text>"));
  CHECK(has(tree, ">combat-odds odds asl.fire --target 4-6-7 --firepower 8 --drm 1 "));
  CHECK(run(workspace, ask + "--tree tree.svg").err ==
        "--tree needs --why (how many rolls deep, such as --why 2)\n");
  CHECK(run(workspace, ask + "--why deep").exit_code == 2);
  CHECK(run(workspace, ask + "--why --format csv").exit_code == 2);
}

}  // namespace

TEST_CASE("the shots of a gun that keeps its rate, as a step of a turn, add up") {
  const Scenario scenario =
      test::scenario("asl.assault", {{"steps", "ap pak at tank; fire base at front"},
                                     {"attacker", "pak: 2-2-8 gun PaK 40 range 8; base: 4-6-7"},
                                     {"defender", "tank: T-34 M43; front: 4-4-7"}});
  for (const int depth : {1, 2, 3}) check_adds_up(scenario, depth);
}

}  // namespace combat_odds
