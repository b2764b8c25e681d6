#include "core/best/solves_itself.hpp"
#include "sim/declare/goal.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"

namespace combat_odds {
namespace {

using test::Given;

struct Asked {
  const char* procedure;
  Given given;
  const char* aim;
};

TEST_CASE("two ways of solving fire groups agree on every state reached") {
  const Asked questions[] = {
      {"asl.fire-groups", {{"attackers", "4; 6 1; 2 -1; 8 2"}, {"target", "4-4-7 8-0"}}, "broken"},
      {"asl.fire-groups",
       {{"attackers", "A: 4 cowering cower; A: 2; 6 1"}, {"target", "4-4-7; 2-2-8"}},
       "all_broken_or_worse"},
      {"asl.fire-groups",
       {{"attackers", "4; 4; 4"}, {"target", "2*4-4-7"}},
       "mean broken+2*mean eliminated:least"},
      {"sl.fire-groups",
       {{"attackers", "A: 4; B: 6 1; C: 2 -1; C: 3"},
        {"target", "4-4-7 8-1"},
        {"adjacent", "A-B B-C"}},
       "all_broken_or_worse"},
      {"sl.fire-groups",
       {{"attackers", "8 | -; 4 | 6; 2"}, {"target", "4-3-6; 4-4-7"}},
       "mean broken"},
  };
  for (const Asked& asked : questions) {
    INFO(asked.procedure << " " << asked.given.at("attackers") << " " << asked.aim);
    const std::unique_ptr<Rule> rule =
        test::scenario(asked.procedure, asked.given).rule(0, test::charts());
    const auto* const own = dynamic_cast<const SolvesItself*>(rule.get());
    REQUIRE(own != nullptr);
    const Procedure& procedure = test::library().procedure(asked.procedure);
    const BestPlay best{{{"grouping"}}, read_goal(asked.aim, procedure, "best"), std::nullopt};
    const Policy usual = best_policy(*rule, best);
    const Policy quick = own->solved(best, nullptr);
    REQUIRE(usual.exact);
    CHECK_FALSE(quick.exact);
    CHECK(quick.value == Approx(usual.value).margin(1e-12));
    std::size_t met = 0;
    for (const Choice& choice : usual.choices) met += choice.visits > 0 ? 1 : 0;
    CHECK(quick.choices.size() == met);
    for (const Choice& choice : quick.choices) {
      const auto same = std::find_if(usual.choices.begin(), usual.choices.end(),
                                     [&](const Choice& one) { return one.key == choice.key; });
      REQUIRE(same != usual.choices.end());
      CHECK(choice.chosen == same->chosen);
      CHECK(choice.otherwise == same->otherwise);
      CHECK(choice.options == same->options);
      CHECK(choice.best == same->best);
      CHECK(choice.facts == same->facts);
      CHECK(choice.visits == Approx(same->visits).margin(1e-12));
      for (std::size_t i = 0; i < choice.values.size(); ++i) {
        CHECK(choice.values[i] == Approx(same->values[i]).margin(1e-12));
      }
    }
  }
}

}  // namespace
}  // namespace combat_odds
