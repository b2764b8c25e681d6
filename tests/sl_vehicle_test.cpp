#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

using Catch::Matchers::ContainsSubstring;
using test::Answer;

TEST_CASE("79.2: the Tiger that spends 16 1/2 of 13 MP breaks down on 8 or more") {
  // First the roll for its top speed (12), then 12 less 4 (15 throws).
  const Answer tiger("sl.speed-breakdown", {{"movement", "13"}, {"mp_used", "16.5"}});
  CHECK(tiger.outcome("immobilized") == "1/36");
  CHECK(tiger.outcome("immobilized_at_the_end") == "175/432");  // 35/36 * 15/36
  // 79.12: a second DR gives the MP of the breakdown.
  CHECK(tiger.measure("breakdown_mp", 7) == "1/216");
  // With 9 MP it stops at 9 for all throws of 9 or more (10 of 36).
  CHECK(Answer("sl.speed-breakdown", {{"movement", "9"}, {"mp_used", "9"}})
            .measure("breakdown_mp", 9) == "5/648");
  CHECK(
      Answer("sl.speed-breakdown", {{"movement", "13"}, {"mp_used", "12.5"}}).outcome("arrives") ==
      "1/1");
}

TEST_CASE("79.3: a red allowance is risky from two thirds on") {
  const auto breakdown = [](const char* used) {
    return Answer("sl.speed-breakdown", {{"movement", "15"}, {"mp_used", used}, {"red", "true"}})
        .event("breakdown");
  };
  CHECK(breakdown("10") == "0/1");
  CHECK(breakdown("10.5") == "1/36");
  CHECK(breakdown("15") == "1/36");
}

TEST_CASE("75.8 and 102.84: bog") {
  const auto bogs = [](const char* mud, const char* low) {
    return Answer("sl.bog", {{"mud", mud}, {"low_ground_pressure", low}}).event("bogs_down");
  };
  CHECK(bogs("false", "false") == "1/6");
  CHECK(bogs("true", "false") == "1/2");
  CHECK(bogs("false", "true") == "1/36");
  CHECK(bogs("true", "true") == "1/6");
  CHECK(Answer("sl.bog", {{"hexes", "2"}}).outcome("passes") == "25/36");
  // It frees itself on a 1; with an armor leader of -1 on a 2 too.
  CHECK(Answer("sl.bog", {{"rally_phases", "1"}}).outcome("freed") == "1/36");
  CHECK(Answer("sl.bog", {{"rally_phases", "1"}, {"armor_leader", "-1"}}).outcome("freed") ==
        "1/18");
  CHECK(Answer("sl.bog", {{"rally_phases", "2"}}).measure("rally_phase", 2) == "5/216");
}

TEST_CASE("66.3: 2 or less repairs, 9 or more never") {
  const Answer once("sl.immobilization-repair", {{"attempts", "1"}});
  CHECK(once.outcome("repaired") == "1/36");
  CHECK(once.outcome("permanently_immobilized") == "5/18");
  const Answer twice("sl.immobilization-repair", {{"attempts", "2"}});
  CHECK(twice.measure("rally_phase", 2) == "25/1296");
  // 76.6: a leader of -2 repairs on 4 or less; the 9 stays.
  const Answer led("sl.immobilization-repair", {{"attempts", "1"}, {"armor_leader", "-2"}});
  CHECK(led.outcome("repaired") == "1/6");
  CHECK(led.outcome("permanently_immobilized") == "5/18");
  // Supplement F.
  const Answer woods("sl.immobilization-repair", {{"attempts", "1"}, {"cause", "woods"}});
  CHECK(woods.outcome("repaired") == "1/6");
  CHECK(woods.outcome("permanently_immobilized") == "1/6");
  const auto led_in_woods = [] {
    Answer("sl.immobilization-repair", {{"cause", "woods"}, {"armor_leader", "-1"}});
  };
  CHECK_THROWS_WITH(led_in_woods(), ContainsSubstring("Supplement F"));
}

TEST_CASE("67.11 and 67.12: a wreck burns until a die of 1") {
  CHECK(Answer("sl.burning-wreck", {{"turns", "2"}}).outcome("burning") == "25/36");
  CHECK(Answer("sl.burning-wreck", {{"turns", "2"}}).measure("turn", 2) == "5/36");
  // In woods it spreads on 7 or more (21/36) if it is not out, at the end of the Advancing Fire
  // Phase of each of the two player turns (59.4): 5/6 * (1 - (5/12)^2) = 5/6 * 119/144.
  CHECK(Answer("sl.burning-wreck", {{"turns", "1"}, {"terrain", "woods"}}).outcome("hex_on_fire") ==
        "595/864");
}

TEST_CASE("79.12: it goes no farther than its move") {
  // Of a red allowance more than two thirds: a 12, then a DR of 10 or more ends after 10 MP.
  const Answer red("sl.speed-breakdown",
                   {{"movement", "15"}, {"mp_used", "10.5"}, {"red", "true"}});
  CHECK(red.measure("breakdown_mp", 10) == "1/216");
}

TEST_CASE("67.41: the firepower of a 4-6-7 is 8 in woods and 5 in the open") {
  const auto enters = [](const char* modifier) {
    return Answer("sl.burning-wreck", {{"unit", "4-6-7"}, {"terrain_modifier", modifier}})
        .outcome("enters");
  };
  CHECK(enters("1") == "13/18");
  CHECK(enters("-2") == "5/18");
}

}  // namespace
}  // namespace combat_odds
