#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::Answer;

TEST_CASE("33.9: units that get out of a killed vehicle") {
  // A survival number of 5: 10 throws of 36 each.
  const Answer halftrack("sl.crew-survival", {{"survival_number", "5"}, {"passengers", "4-6-7"}});
  CHECK(halftrack.outcome("all_escape") == "25/324");
  CHECK(halftrack.outcome("none_escape") == "169/324");
  // Riders on a tank die with it, and everybody in one that burns or is killed in Close Combat.
  CHECK(Answer("sl.crew-survival",
               {{"survival_number", "5"}, {"passengers", "4-6-7"}, {"outside", "true"}})
            .outcome("some_escape") == "5/18");
  CHECK(Answer("sl.crew-survival", {{"cause", "burning"}}).outcome("none_escape") == "1/1");
  CHECK(Answer("sl.crew-survival", {{"cause", "close_combat"}}).outcome("none_escape") == "1/1");
}

TEST_CASE("33.9: units that got out are fired at with -2") {
  // 4 factors at -2: an Original 2, 3 or 4 kills (6 throws); 5 is a 2 (4 throws; a crew of 7 fails
  // on 26), 6 and 7 a 1 (11; 21), 8 an M (5; 15): 104 + 231 + 75 of 1296 break.
  const Answer crew("sl.crew-survival", {{"survival_number", "5"}, {"firepower", "4"}});
  CHECK(crew.measure("broken", 1) == "1025/11664");  // 5/18 * 410/1296
  CHECK(crew.measure("eliminated", 1) == "83/108");  // 13/18 + 5/18 * 1/6
  CHECK(crew.outcome("all_escape") == "5/18");
}

TEST_CASE("39.3, 66.4: a crew of 7 leaves on 8 or more") {
  CHECK(Answer("sl.crew-survival", {{"cause", "mines"}}).outcome("abandoned") == "5/12");
  CHECK(
      Answer("sl.crew-survival", {{"cause", "hit_again"}, {"checks", "3"}}).event("knocked_out") ==
      "1385/1728");  // 1 - (21/36)^3
  CHECK(
      Answer("sl.crew-survival", {{"cause", "mines"}, {"crew_morale", "9"}}).outcome("abandoned") ==
      "1/6");
}

TEST_CASE("54: digging in") {
  const auto dug = [](const char* units, const char* russian, const char* snow) {
    return Answer("sl.entrench", {{"units", units}, {"russian", russian}, {"snow", snow}})
        .outcome("entrenched");
  };
  CHECK(dug("4-6-7", "false", "false") == "5/18");
  CHECK(dug("4-6-7", "false", "true") == "1/12");
  CHECK(dug("4-4-7", "true", "false") == "5/12");
  CHECK(dug("4-6-7 9-1", "false", "false") == "5/12");
  CHECK(dug("4-6-7 6+1", "false", "false") == "5/18");
  CHECK(dug("2*4-6-7 9-1", "false", "false") == "125/216");  // 1 - 21/36 * 26/36
}

TEST_CASE("54: digging under fire") {
  // 4 factors between two attempts kill a squad of 7 on an Original 2 (1 throw); 3 is a 2 (2
  // throws, which it fails on 26), 4 and 5 a 1 (7; 21), 6 an M (5; 15): 36 + 52 + 147 + 75 =
  // 310/1296.
  const Answer squad("sl.entrench", {{"units", "4-6-7"}, {"turns", "2"}, {"firepower", "4"}});
  const double hurt = 310 / 1296.0;
  const double fails = 13 / 18.0;
  CHECK(squad.outcome("entrenched") == "90365/209952");  // 5/18 + 13/18 * 986/1296 * 5/18
  CHECK(squad.outcome_value("stopped") ==
        Approx(fails * hurt + fails * (1 - hurt) * fails * hurt).epsilon(1e-12));
}

TEST_CASE("55: clearing mines with a DR of the unit's firepower") {
  const auto cleared = [](const char* units) {
    return Answer("sl.clearance", {{"units", units}}).outcome("cleared");
  };
  CHECK(cleared("4-6-7") == "1/6");
  CHECK(cleared("8-3-8 9-2") == "11/12");
  // The leader helps the squad that gains most: 8 to 10 leaves 3 throws of 10 to fail, 4 to 6
  // leaves 21 of 30.
  CHECK(cleared("4-6-7 8-3-8 9-2") == "67/72");  // 1 - 30/36 * 3/36
}

TEST_CASE("18.2: weapons are repaired on 1 and removed on 6") {
  const auto repair = [](const test::Given& given) {
    return Answer("sl.weapon-repair", test::with({{"player_turns", "1"}}, given));
  };
  CHECK(repair({}).outcome("all_work") == "1/6");
  CHECK(repair({}).measure("removed", 1) == "1/6");
  CHECK(repair({{"player_turns", "2"}}).outcome("all_work") == "5/18");  // 1/6 + 4/6 * 1/6
  CHECK(repair({{"american", "true"}}).outcome("all_work") == "1/3");
  CHECK(repair({{"allied", "true"}}).measure("removed", 1) == "1/3");
  const Answer led = repair({{"armor_leader", "-1"}});
  CHECK(led.outcome("all_work") == "1/3");
  CHECK(led.measure("removed", 1) == "1/6");  // 76.6: a 6 stays a 6
}

TEST_CASE("18.1, 90.12, 95.3: weapons break down") {
  const auto fires = [](const test::Given& given) {
    return Answer(
        "sl.weapon-repair",
        test::with({{"status", "working"}, {"breakdown_number", "12"}, {"player_turns", "1"}},
                   given));
  };
  CHECK(fires({}).outcome("none_works") == "1/36");
  CHECK(fires({{"sustained_fire", "true"}}).outcome("none_works") == "1/6");
  CHECK(fires({{"captured", "true"}}).measure("removed", 1) == "1/6");
  CHECK(fires({{"inexperienced", "true"}, {"shots", "2"}}).outcome("all_work") == "121/144");
}

TEST_CASE("55: infantry in mines") {
  // 6 factors: 2 and 3 kill (3 throws); 4 is a 2 (3; a squad of 7 fails on 26), 5 and 6 a 1 (9;
  // 21), 7 an M (6; 15): 357/1296 break, 831/1296 are unharmed.
  const Answer enters("sl.minefield", {{"target", "4-6-7"}, {"factors", "6"}, {"stops", "true"}});
  CHECK(enters.outcome("eliminated") == "1/12");
  CHECK(enters.outcome("broken") == "119/432");
  CHECK(enters.outcome("no_effect") == "277/432");
  // Crossing the hex means two attacks; a unit that broke on entering is not attacked again.
  const Answer crosses("sl.minefield", {{"target", "4-6-7"}, {"factors", "6"}});
  CHECK(crosses.outcome("no_effect") == "76729/186624");
  CHECK(crosses.outcome("eliminated") == "709/5184");  // 1/12 * (1 + 277/432)
}

TEST_CASE("55.6: vehicles in mines") {
  const auto drives = [](const test::Given& given) {
    return Answer("sl.minefield", test::with({{"factors", "12"}, {"stops", "true"}}, given));
  };
  // 12 factors kill on 3 or less; a second time they destroy the AFV, else its crew checks.
  const Answer tank = drives({{"vehicle", "tank"}, {"crew_morale", "7"}});
  CHECK(tank.outcome("eliminated") == "1/144");
  CHECK(tank.outcome("abandoned") == "55/1728");
  CHECK(tank.outcome("immobilized") == "77/1728");
  CHECK(drives({{"vehicle", "truck"}}).outcome("eliminated") == "5/12");  // -3: 6 or less
}

TEST_CASE("24: smoke") {
  // 63.22: 9 at 10 hexes is 8; from an Original 8 on there is none: 21 throws.
  const Answer gun("sl.smoke", {{"gun", "75"}, {"range", "10"}, {"turns", "2"}});
  CHECK(gun.outcome("every_turn") == "49/144");
  CHECK(gun.event("smoke_gone") == "95/144");
  CHECK(Answer("sl.smoke", {{"source", "close_defense_weapon"}, {"turns", "1"}})
            .outcome("every_turn") == "7/12");
  CHECK(Answer("sl.smoke",
               {{"source", "close_defense_weapon"}, {"turns", "1"}, {"last_use", "smoke"}})
            .outcome("every_turn") == "1/1");
  CHECK_THAT(test::refusal("sl.smoke", {{"gun", "T-34"}, {"range", "6"}}),
             Catch::Matchers::ContainsSubstring("76*"));
}

TEST_CASE("24.6, 102.6: a die of smoke on the fire") {
  const auto killed = [](const char* smoke) {
    return Answer("sl.fire", {{"firepower", "8"}, {"target", "4-6-7"}, {"smoke", smoke}})
        .outcome("eliminated");
  };
  // 8 factors kill on a Final 3 or less.
  CHECK(killed("none") == "1/12");
  CHECK(killed("still_air") == "1/216");    // a 2 and a die of 1
  CHECK(killed("mild_breeze") == "1/108");  // a 2 and a die of 1 or 2
  CHECK(killed("heavy_winds") == "1/12");
  // 9 or less, and the die on it: 26 + 21 + 15 + 10 + 6 + 3 of 216.
  CHECK(
      Answer(
          "sl.to-hit",
          {{"gun", "75"}, {"range", "6"}, {"target", "infantry_in_other"}, {"smoke", "still_air"}})
          .outcome("hit") == "3/8");
}

TEST_CASE("22, 102.1: flamethrowers") {
  const Answer squad("sl.flamethrower", {{"target", "4-6-7"}});
  CHECK(squad.outcome("eliminated") == "1/6");  // 20 factors: 4 or less
  CHECK(squad.event("used_up") == "5/18");
  const Answer captured("sl.flamethrower", {{"target", "4-6-7"}, {"captured", "true"}});
  CHECK(captured.outcome("eliminated") == "1/12");  // 10 factors: the 8 column, 3 or less
  CHECK(captured.event("used_up") == "7/12");
  const auto burns = [](const test::Given& given) {
    return Answer("sl.flamethrower", test::with({{"vehicle", "closed_topped"}}, given))
        .outcome("burning_wreck");
  };
  CHECK(burns({}) == "5/12");                                               // 3 doubled
  CHECK(burns({{"range", "2"}}) == "1/12");                                 // 3
  CHECK(burns({{"range", "2"}, {"crew_exposed", "true"}}) == "5/12");       // doubled for that
  CHECK(burns({{"range", "2"}, {"facing", "rear"}}) == "5/12");             // 6
  CHECK(burns({{"facing", "side"}, {"crew_exposed", "true"}}) == "13/18");  // 4, doubled once
  CHECK(Answer("sl.flamethrower", {{"vehicle", "shielded_gun"}}).outcome("eliminated") == "11/12");
}

TEST_CASE("22, 37.2: one DR for the vehicle and the infantry with it") {
  const Answer both("sl.flamethrower", {{"vehicle", "closed_topped"}, {"target", "4-6-7"}});
  CHECK(both.outcome("burning_wreck") == "5/12");
  // 4 or less kills both; on 5 and 6 only the vehicle burns and the squad checks with 4 and 3.
  CHECK(both.measure("eliminated", 1) == "1/6");
}

}  // namespace
}  // namespace combat_odds
