#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;
using test::refusal;

Answer missile(Given given) {
  given.insert({{"quality", "elite"}, {"firepower", "5"}, {"top_dv", "7"}});
  return Answer("slammers.atgw", given);
}

TEST_CASE("one missile from launch to damage") {
  // Elite 2/3; FP 5 reaches DV 7 on 2 or more; then the damage chart.
  const Answer plain = missile({});
  CHECK(plain.outcome("missed") == "1/3");
  CHECK(plain.outcome("no_effect") == "1/9");   // 2/3 * 1/6
  CHECK(plain.outcome("damaged") == "10/27");   // 2/3 * 5/6 * 4/6
  CHECK(plain.outcome("destroyed") == "5/54");  // 2/3 * 5/6 * 1/6
  CHECK(plain.outcome("vaporised") == "5/54");
  // The target's elite red 2 stops 8/9.
  const Answer defended =
      missile({{"target_quality", "elite"}, {"target_triangle", "red"}, {"target_rolls", "2"}});
  CHECK(defended.outcome("intercepted") == "16/27");  // 2/3 * 8/9
  CHECK(defended.outcome("vaporised") == "5/486");
  // Then an elite red-2 helper: 2/3 * 35/36.
  CHECK(missile({{"target_quality", "elite"},
                 {"target_triangle", "red"},
                 {"target_rolls", "2"},
                 {"helpers", "1"},
                 {"helper_triangle", "red"},
                 {"helper_rolls", "2"}})
            .outcome("intercepted") == "35/54");
  CHECK(missile({{"ads", "true"}}).outcome("intercepted") == "1/9");  // 2/3 * 1/6
}

TEST_CASE("events that cost a missile its lock") {
  CHECK(missile({{"launcher_destroyed", "6"}}).outcome("lock_lost") == "1/6");
  CHECK(missile({{"launcher_destroyed", "36"}}).outcome("lock_lost") == "1/1");
  CHECK(missile({{"target_closes", "true"}}).event("lock_lost") == "1/1");
}

TEST_CASE("a designating sniper, killed or suppressed") {
  CHECK(missile({{"designator", "true"}}).outcome("missed") == "1/6");
  // If he is killed or suppressed, only his +1 is lost, as long as the launcher sees the target...
  CHECK(missile({{"designator", "true"}, {"designator_killed", "36"}}).outcome("missed") == "1/3");
  CHECK(missile({{"designator", "true"}, {"designator_suppressed", "36"}}).outcome("missed") ==
        "1/3");
  // ...or another TU does. If he alone sees it, his death costs the lock, but suppression does not.
  const auto alone = [](const char* fate) {
    return missile({{"designator", "true"}, {"line_of_sight", "designator"}, {fate, "9"}});
  };
  CHECK(alone("designator_killed").outcome("lock_lost") == "1/4");
  CHECK(alone("designator_killed").outcome("missed") == "1/8");  // 3/4 * 1/6
  CHECK(alone("designator_suppressed").outcome("lock_lost") == "0/1");
  CHECK(alone("designator_suppressed").outcome("missed") == "5/24");  // 1/4 * 1/3 + 3/4 * 1/6
  CHECK(
      missile({{"designator", "true"}, {"line_of_sight", "data_link"}, {"designator_killed", "36"}})
          .outcome("lock_lost") == "0/1");
}

TEST_CASE("volleys and the launcher's last round") {
  CHECK(missile({{"missiles", "2"}}).measure("arrived", 2) == "4/9");
  CHECK(missile({{"last_round", "true"}}).event("launcher_empty") == "1/6");
  // The 1 is rolled on firing, whatever happens to the lock.
  CHECK(missile({{"last_round", "true"}, {"target_closes", "true"}}).event("launcher_empty") ==
        "1/6");
  const Answer two = missile({{"missiles", "2"}, {"last_round", "true"}});
  CHECK(two.event("launcher_empty") == "11/36");
  // A 1 ends the volley: both arrive 4/9 still; none: 1/6, or two misses on a 2 or more: 1/6 * 1/3.
  CHECK(two.measure("arrived", 0) == "2/9");
}

Answer salvo(Given given) {
  given.insert({{"quality", "trained"}, {"firepower", "2"}, {"dv", "6"}, {"target", "infantry"}});
  return Answer("slammers.artillery", given);
}

TEST_CASE("a salvo: one round for each TU at most") {
  // Trained 1/3, FP 2 reaches DV 6 on 4 or more: each TU with a round is killed with 1/6 and
  // suppressed with 1/6.
  const Answer two = salvo({{"rounds", "2"}, {"targets", "3"}});
  CHECK(two.measure("killed", 2) == "1/36");
  CHECK(two.outcome("1 killed + 1 suppressed") == "1/18");
  CHECK(two.outcome("no_effect") == "4/9");
  CHECK(salvo({{"rounds", "5"}, {"targets", "1"}}).measure("killed", 1) == "1/6");
  CHECK(salvo({{"rounds", "1"}, {"targets", "1"}, {"spotter", "true"}}).measure("killed", 1) ==
        "1/4");
  CHECK(Answer("slammers.artillery", {{"quality", "trained"},
                                      {"firepower", "4"},
                                      {"dv", "7"},
                                      {"target", "vehicle"},
                                      {"rounds", "1"},
                                      {"targets", "1"}})
            .measure("destroyed", 1) == "2/27");  // 1/3 * 4/6 * 2/6
}

TEST_CASE("each success of the defenders destroys a round") {
  const auto against = [](const char* defenders, const char* colour, const char* quality,
                          const char* rolls) {
    return salvo({{"rounds", "2"},
                  {"targets", "2"},
                  {"defenders", defenders},
                  {"defender_quality", quality},
                  {"defender_triangle", colour},
                  {"defender_rolls", rolls}});
  };
  CHECK(against("1", "red", "elite", "2").measure("intercepted", 2) == "4/9");
  CHECK(against("1", "red", "elite", "2").measure("intercepted", 0) == "1/9");
  CHECK(against("2", "red", "elite", "1").measure("intercepted", 2) == "4/9");
  CHECK(against("1", "red", "elite", "1").measure("intercepted", 2) == "0/1");
  CHECK(against("3", "blue", "untrained", "2").measure("intercepted", 0) == "1/1");
  // Veteran blue 1 stops the one round with 1/3.
  CHECK(salvo({{"rounds", "1"},
               {"targets", "1"},
               {"defenders", "1"},
               {"defender_quality", "veteran"},
               {"defender_triangle", "blue"},
               {"defender_rolls", "1"}})
            .measure("killed", 1) == "1/9");  // 2/3 * 1/6
}

TEST_CASE("Master of Artillery strikes twice, Area Effect hits all") {
  const Answer twice = salvo({{"rounds", "1"}, {"targets", "1"}, {"master_of_artillery", "true"}});
  CHECK(twice.measure("killed", 1) == "11/36");
  // Both strikes are intercepted anew.
  CHECK(salvo({{"rounds", "1"},
               {"targets", "1"},
               {"master_of_artillery", "true"},
               {"defenders", "1"},
               {"defender_triangle", "red"},
               {"defender_rolls", "1"}})
            .measure("intercepted", 2) == "4/9");
  // Two TUs; the second strike goes at the survivors. Killed both: each strike of two rounds kills
  // k of the living with 1/6 each, so each TU dies with 11/36: (11/36)^2.
  CHECK(salvo({{"rounds", "2"}, {"targets", "2"}, {"master_of_artillery", "true"}})
            .measure("killed", 2) == "121/1296");
  const Answer area = salvo({{"rounds", "1"}, {"targets", "2"}, {"area_effect", "true"}});
  CHECK(area.measure("killed", 2) == "1/12");  // 1/3 * 1/4
  CHECK(area.measure("killed", 1) == "1/6");
  CHECK(area.outcome("no_effect") == "2/3");
  // Three rounds on two TUs: no more than two are allotted.
  CHECK(salvo({{"rounds", "3"}, {"targets", "2"}, {"area_effect", "true"}}).outcome("no_effect") ==
        "4/9");
}

TEST_CASE("numbers without a source are asked for") {
  using Catch::Matchers::ContainsSubstring;
  CHECK_THAT(refusal("slammers.atgw", {{"top_dv", "7"}}),
             ContainsSubstring("needs firepower") && ContainsSubstring("Detachment Card"));
  CHECK_THAT(refusal("slammers.artillery", {{"targets", "3"}, {"firepower", "3"}, {"dv", "6"}}),
             ContainsSubstring("needs rounds") && ContainsSubstring("Detachment Card"));
  CHECK_THAT(refusal("slammers.artillery", {{"rounds", "3"}, {"targets", "3"}, {"dv", "6"}}),
             ContainsSubstring("needs firepower"));
  const Given atgw = {{"firepower", "5"}, {"top_dv", "7"}};
  const auto with = [&](Given more) {
    more.insert(atgw.begin(), atgw.end());
    return refusal("slammers.atgw", more);
  };
  CHECK_THAT(with({{"line_of_sight", "designator"}}),
             ContainsSubstring("needs designator, or line_of_sight launcher"));
  CHECK_THAT(with({{"designator_killed", "3"}}), ContainsSubstring("needs designator"));
  CHECK_THAT(
      with({{"designator", "true"}, {"designator_killed", "20"}, {"designator_suppressed", "20"}}),
      ContainsSubstring("more than 36 together"));
  CHECK_THAT(with({{"helpers", "1"}}), ContainsSubstring("needs helper_triangle red or blue"));
  CHECK_THAT(with({{"target_triangle", "blue"}, {"target_rolls", "3"}}),
             ContainsSubstring("a blue triangle with three rolls"));
  CHECK_THAT(
      refusal(
          "slammers.artillery",
          {{"rounds", "3"}, {"targets", "3"}, {"firepower", "3"}, {"dv", "6"}, {"defenders", "1"}}),
      ContainsSubstring("needs defender_triangle red or blue"));
}

}  // namespace
}  // namespace combat_odds
