#include "ask/rules_in_turn.hpp"

#include "ask/scenario_file.hpp"
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
