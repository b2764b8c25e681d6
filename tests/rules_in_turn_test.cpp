#include "ask/rules_in_turn.hpp"

#include <set>

#include "ask/sample_situations.hpp"
#include "ask/scenario_file.hpp"
#include "core/dice/reference.hpp"
#include "sim/declare/registry.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

/// What a rule shows of itself; what refuses it, where there is none.
template <class Make>
std::string shown(Make make) {
  try {
    const Working working = make()->working();
    std::string text = working.situation;
    for (const std::string& sum : working.sums) text += '\n' + sum;
    return text;
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST_CASE("rules made in turn are those made one by one, after refused ones, too") {
  const std::vector<Scenario> scenarios = read_scenario_file(
      {"a.csv",
       "scenario,procedure,firepower,drm,elr,target\n"
       "a,asl.fire,\"2,4-6-7,2*4-6-7 + German HMG\",-1..1,\"2,3\",\"4-6-7,8-1\"\n"
       "b,asl.fire,\"467,8\",0,3,\"4-6-7,hero,4-5-8\"\n"},
      test::library());
  const std::vector<Situation> all = situations(scenarios);
  REQUIRE(all.size() == 36 + 6);
  const Charts& charts = test::library().charts();
  RulesInTurn rules(charts);
  int refused = 0;
  // In order, then by strides of 5, from one scenario to the other and back.
  for (const std::size_t stride : {1u, 5u}) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Situation& situation = all[i * stride % all.size()];
      const std::string alone =
          shown([&] { return situation.scenario->rule(situation.index, charts); });
      INFO(situation.name() << ": " << alone);
      CHECK(shown([&] { return rules.rule(situation); }) == alone);
      const bool is_refused = alone.find("a.csv:3") != std::string::npos;
      refused += is_refused ? 1 : 0;
      if (is_refused) continue;
      const std::vector<Argument> asked = situation.scenario->arguments(situation.index);
      REQUIRE(rules.arguments().size() == asked.size());
      for (std::size_t p = 0; p < asked.size(); ++p)
        CHECK(rules.arguments()[p].text == asked[p].text);
    }
  }
  // Of b, whose FP of 467 may be a 4-6-7: all 3; and of 8 FP the hero. Each twice.
  CHECK(refused == 2 * (3 + 1));
}

/// How a rule is shown, and what some of its plays come to.
std::string played(const Procedure& procedure, const std::vector<Argument>& values,
                   const Charts& charts) {
  const std::unique_ptr<Rule> rule = procedure.make_rule(values, charts);
  std::string text = rule->working().situation;
  for (const std::string& sum : rule->working().sums) text += '\n' + sum;
  for (const auto& [outcome, count] : simulate_reference(*rule, 20, 1, 5'000)) {
    text += '\n' + std::to_string(count) + ' ' + outcome.label();
    for (const auto& [name, value] : outcome.measures()) text += ' ' + std::to_string(value);
  }
  return text;
}

TEST_CASE("a procedure that made rules before makes the same as a new one") {
  const Charts& charts = test::library().charts();
  int compared = 0;
  for (const BuiltInProcedure& built_in : built_in_procedures()) {
    const Procedure kept = built_in.declare();
    const std::vector<Scenario> all = sample_situations(test::library(), kept, 4);
    // Each twice: the second time groups have had the same values, and others in between.
    for (std::size_t i = 0; i < 2 * all.size(); ++i) {
      const std::vector<Argument> values = all[i % all.size()].arguments(0);
      INFO(built_in.name << ", situation " << i);
      CHECK(played(kept, values, charts) == played(built_in.declare(), values, charts));
      ++compared;
    }
  }
  CHECK(compared > 1'000);
}

TEST_CASE("what a kept group read is known to those that record") {
  const auto read_by = [&](const test::Given& given) {
    std::set<std::string> read;
    test::scenario("asl.fire", given).rule(0, test::charts().recording(read));
    return read;
  };
  const test::Given plain = {{"firepower", "8"}, {"target", "4-6-7"}};
  const test::Given in_terrain = {
      {"attackers", "4-6-7"}, {"range", "2"}, {"terrain", "stone"}, {"target", "4-6-7"}};
  const std::set<std::string> without = read_by(plain);
  CHECK(read_by(in_terrain).contains("asl/terrain.csv"));
  CHECK_FALSE(without.contains("asl/terrain.csv"));
  CHECK(read_by(plain) == without);
  CHECK(read_by(in_terrain).contains("asl/terrain.csv"));
}

TEST_CASE("charts are known to those that record") {
  const std::vector<Scenario> scenarios = read_scenario_file(
      {"a.csv", "scenario,procedure,firepower,target\na,asl.fire,\"2,4\",4-6-7\n"},
      test::library());
  const std::vector<Situation> all = situations(scenarios);
  for (const bool records : {true, false}) {
    RulesForThreads rules(test::library().charts(), records);
    for (const Situation& situation : all) {
      std::unique_ptr<RulesForThreads::Own> own = rules.take();
      own->rules().rule(situation);
      rules.give_back(std::move(own));
    }
    CHECK(rules.read().contains("asl/ift.csv") == records);
  }
}

}  // namespace
}  // namespace combat_odds
