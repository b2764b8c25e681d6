#include "sim/slammers/command/quality.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using slammers::Quality;
using slammers::QualityLevels;
using test::Answer;

using test::Given;

std::string stopped(const Given& given) {
  return Answer("slammers.intercept", given).outcome("intercepted");
}

std::string triangle(const char* quality, const char* colour, const char* rolls) {
  return stopped({{"quality", quality}, {"triangle", colour}, {"rolls", rolls}});
}

TEST_CASE("the quality roll: one level per point, 2+ at best, nothing below untrained") {
  const QualityLevels& levels = test::charts().get<QualityLevels>(QualityLevels::chart_name);
  CHECK(levels.roll(Quality::elite, 0).at_least == 3);
  CHECK(levels.roll(Quality::veteran, 0).at_least == 4);
  CHECK(levels.roll(Quality::trained, 0).at_least == 5);
  CHECK(levels.roll(Quality::untrained, 0).at_least == 6);
  CHECK(levels.roll(Quality::elite, 1).at_least == 2);
  CHECK(levels.roll(Quality::elite, 4).at_least == 2);
  CHECK(levels.roll(Quality::veteran, -1).at_least == 5);
  CHECK(levels.roll(Quality::veteran, 2).at_least == 2);
  CHECK_FALSE(levels.roll(Quality::untrained, -1).possible());
  CHECK_FALSE(levels.roll(Quality::elite, 1).succeeds(1));
}

TEST_CASE("triangles against one missile") {
  // 1 - (chance that one roll fails)^N: elite fails 1/3, veteran 1/2, trained 2/3, untrained 5/6.
  CHECK(triangle("elite", "red", "1") == "2/3");
  CHECK(triangle("elite", "red", "2") == "8/9");
  CHECK(triangle("elite", "red", "3") == "26/27");
  CHECK(triangle("veteran", "red", "1") == "1/2");
  CHECK(triangle("veteran", "red", "2") == "3/4");
  CHECK(triangle("veteran", "red", "3") == "7/8");
  CHECK(triangle("trained", "red", "1") == "1/3");
  CHECK(triangle("trained", "red", "2") == "5/9");
  CHECK(triangle("trained", "red", "3") == "19/27");
  CHECK(triangle("untrained", "red", "1") == "1/6");
  CHECK(triangle("untrained", "red", "2") == "11/36");
  CHECK(triangle("untrained", "red", "3") == "91/216");
  CHECK(triangle("elite", "blue", "1") == "1/2");
  CHECK(triangle("elite", "blue", "2") == "3/4");
  CHECK(triangle("veteran", "blue", "1") == "1/3");
  CHECK(triangle("veteran", "blue", "2") == "5/9");
  CHECK(triangle("trained", "blue", "1") == "1/6");
  CHECK(triangle("trained", "blue", "2") == "11/36");
  CHECK(triangle("untrained", "blue", "1") == "0/1");
  CHECK(triangle("untrained", "blue", "2") == "0/1");
}

TEST_CASE("classes fire with the quality at which they fight") {
  CHECK(triangle("warriors", "red", "1") == "1/2");    // as veterans
  CHECK(triangle("fanatics", "red", "2") == "8/9");    // as elite
  CHECK(triangle("commissars", "red", "2") == "5/9");  // as trained
}

TEST_CASE("helpers over the Anti-ATGW Enhanced Data Link roll at -1") {
  const Given target = {{"quality", "elite"}, {"triangle", "red"}, {"rolls", "2"}};
  const auto with = [&](Given more) {
    more.insert(target.begin(), target.end());
    return stopped(more);
  };
  // 1 - 1/9 * (1/2)^2
  CHECK(with({{"helpers", "1"},
              {"helper_quality", "elite"},
              {"helper_triangle", "red"},
              {"helper_rolls", "2"}}) == "35/36");
  // Without a quality of their own, helpers have the target's.
  CHECK(with({{"helpers", "1"}, {"helper_triangle", "red"}, {"helper_rolls", "2"}}) == "35/36");
  // 1 - 1/9 * (1/4)^2
  CHECK(with({{"helpers", "2"}, {"helper_triangle", "red"}, {"helper_rolls", "2"}}) == "143/144");
  // A blue helper rolls at -2: elite as trained. 1 - 1/9 * 2/3
  CHECK(with({{"helpers", "1"}, {"helper_triangle", "blue"}, {"helper_rolls", "1"}}) == "25/27");
  // A trained blue helper is below untrained.
  const Answer useless("slammers.intercept", {{"quality", "elite"},
                                              {"triangle", "red"},
                                              {"rolls", "2"},
                                              {"helpers", "3"},
                                              {"helper_quality", "trained"},
                                              {"helper_triangle", "blue"},
                                              {"helper_rolls", "1"}});
  CHECK(useless.outcome("intercepted") == "8/9");
  // A target without a triangle relies on its helpers alone.
  CHECK(stopped({{"triangle", "none"},
                 {"helpers", "1"},
                 {"helper_triangle", "red"},
                 {"helper_rolls", "1"}}) == "1/2");
}

TEST_CASE("Thunder Runs, ConFire and an ADS") {
  const auto moved = [](const char* quality, const char* tokens, const char* confire) {
    return stopped({{"quality", quality},
                    {"triangle", "red"},
                    {"rolls", "1"},
                    {"thunder_run", tokens},
                    {"confire", confire}});
  };
  CHECK(moved("elite", "1", "false") == "1/2");
  CHECK(moved("elite", "2", "false") == "1/3");
  CHECK(moved("elite", "2", "true") == "1/2");
  CHECK(moved("untrained", "1", "false") == "0/1");
  CHECK(moved("untrained", "1", "true") == "1/6");
  CHECK(moved("trained", "2", "false") == "0/1");
  CHECK(moved("elite", "0", "true") == "5/6");
  // Elite red 1, then an ADS on a 6: 1 - 1/3 * 5/6. A Thunder Run does not touch the ADS.
  CHECK(stopped({{"quality", "elite"}, {"triangle", "red"}, {"rolls", "1"}, {"ads", "true"}}) ==
        "13/18");
  CHECK(stopped({{"quality", "trained"},
                 {"triangle", "red"},
                 {"rolls", "3"},
                 {"thunder_run", "2"},
                 {"ads", "true"}}) == "1/6");
}

TEST_CASE("a salvo of missiles: own weapons at each, helpers once") {
  // Veteran red 1 against 3 missiles: each leaks with 1/2.
  const Answer three(
      "slammers.intercept",
      {{"quality", "veteran"}, {"triangle", "red"}, {"rolls", "1"}, {"missiles", "3"}});
  CHECK(three.outcome("intercepted") == "1/8");
  CHECK(three.outcome("leaks") == "7/8");
  CHECK(three.measure("leaks", 2) == "3/8");
  CHECK(three.measure("leaks", 3) == "1/8");
  CHECK(three.mean("leaks") == Approx(1.5));

  // Two missiles, one veteran red-1 helper (1/3): no leak if both are stopped by the target (1/4),
  // or one is not and the helper stops that one (1/2 * 1/3).
  const Answer helped("slammers.intercept", {{"quality", "veteran"},
                                             {"triangle", "red"},
                                             {"rolls", "1"},
                                             {"helpers", "1"},
                                             {"helper_triangle", "red"},
                                             {"helper_rolls", "1"},
                                             {"missiles", "2"}});
  CHECK(helped.outcome("intercepted") == "5/12");
  CHECK(helped.measure("helpers_spent", 0) == "1/4");
}

std::string refusal(const Given& given) { return test::refusal("slammers.intercept", given); }

TEST_CASE("values that do not go together are refused clearly") {
  using Catch::Matchers::ContainsSubstring;
  CHECK_THAT(refusal({{"triangle", "blue"}, {"rolls", "3"}}),
             ContainsSubstring("a blue triangle with three rolls") && ContainsSubstring("1 or 2"));
  CHECK_THAT(refusal({{"triangle", "red"}, {"rolls", "2"}, {"helpers", "1"}}),
             ContainsSubstring("needs helper_triangle red or blue") &&
                 ContainsSubstring("helper_triangle"));
  CHECK_THAT(refusal({{"rolls", "2"}, {"helper_triangle", "blue"}, {"helper_rolls", "3"}}),
             ContainsSubstring("a blue triangle with three rolls"));
  CHECK_THAT(refusal({{"triangle", "red"}, {"rolls", "2"}, {"thunder_run", "3"}}),
             ContainsSubstring("thunder_run") && ContainsSubstring("0 to 2"));
  CHECK_THAT(refusal({{"triangle", "red"}}), ContainsSubstring("number printed in the triangle"));
  CHECK_THAT(refusal({{"triangle", "none"}, {"rolls", "1"}}),
             ContainsSubstring("triangle red or blue"));
  CHECK_THAT(refusal({{"quality", "vetran"}, {"rolls", "1"}}),
             ContainsSubstring("did you mean 'veteran'"));
}

}  // namespace
}  // namespace combat_odds
