#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;

// The 4 column: a KIA on a DR of 2 (1 throw), a 2MC on 3 (2), a 1MC on 4 and 5 (7), a normal one
// on 6 (5). Morale 7 fails them with 26, 21 and 15 throws of 36.

TEST_CASE("89.21: a broken unit that can't rout is captured, if the enemy is adjacent") {
  const Given fire = {{"units", "4-6-7"}, {"attacks", "4"}};
  const Answer adjacent = Answer("sl.capture", fire);
  CHECK(adjacent.outcome("all_captured") == "137/648");  // 2*26 + 7*21 + 5*15 = 274 of 1296
  CHECK(adjacent.measure("eliminated", 1) == "1/36");
  CHECK(adjacent.measure("units_counted", 2) == "137/648");  // 89.1: twice
  Given far = fire;
  far["not_adjacent"] = "true";
  CHECK(Answer("sl.capture", far).measure("eliminated", 1) == "155/648");
  far["spared"] = "true";
  CHECK(Answer("sl.capture", far).measure("eliminated", 1) == "1/36");
  Given ss = fire;
  ss["no_quarter"] = "true";
  CHECK(Answer("sl.capture", ss).measure("eliminated", 1) == "155/648");
}

TEST_CASE("89.22: a unit that breaks in a melee surrenders to unbroken enemies, or is eliminated") {
  const Answer melee =
      Answer("sl.capture", {{"units", "4-6-7"}, {"attacks", "4"}, {"melee_with", "4-4-7"}});
  // One breaks and the other does not: 2*26*10 + 7*21*15 + 5*15*21 = 4300 of 46656.
  CHECK(melee.outcome("all_captured") == "1075/11664");
  CHECK(melee.measure("own_captured", 1) == "1075/11664");
  // Both do, 2*26*26 + 7*21*21 + 5*15*15 = 5564, or a KIA.
  CHECK(melee.measure("eliminated", 1) == "1715/11664");
  CHECK(melee.measure("own_eliminated", 1) == "1715/11664");
  CHECK_THROWS_WITH(
      Answer("sl.capture", {{"units", "4-6-7"}, {"attacks", "4 4"}, {"melee_with", "4-4-7"}}),
      Catch::Matchers::ContainsSubstring("surrenders before the next attack"));
}

TEST_CASE("89.8, 89.9: fire hits guard and prisoners alike, and frees those who survive it") {
  const Given one = {
      {"prisoners", "4-6-7"}, {"captors", "4-4-7"}, {"attacks", "4"}, {"rally_phases", "0"}};
  const Answer freed = Answer("sl.escape", one);
  CHECK(freed.outcome("free") == "1075/11664");
  CHECK(freed.outcome("lost") == "155/648");
  Given two = one;
  two["captors"] = "2*4-4-7";
  CHECK(Answer("sl.escape", two).outcome("free") == "1075/11664");  // the first guards
  two["freed_by"] = "all_captors";
  // 2*26*26*10 + 7*21*21*15 + 5*15*15*21 = 83450 of 36^4.
  CHECK(Answer("sl.escape", two).outcome("free") == "41725/839808");
}

TEST_CASE("89.6: a leader guards leaders only") {
  CHECK_THROWS_WITH(
      Answer("sl.escape", {{"prisoners", "4-6-7"}, {"captors", "9-1"}, {"attacks", "4"}}),
      Catch::Matchers::ContainsSubstring("a leader may guard other leaders only"));
  CHECK(Answer("sl.escape", {{"prisoners", "8-0"}, {"captors", "8-0"}, {"attacks", "0"}})
            .outcome("held") == "1/1");
}

TEST_CASE("89.92: the first attempt to rally is one under Desperation Morale") {
  const Given squad = {{"prisoners", "4-6-7"}, {"leader", "8-1"}};
  const auto rallied = [&](const char* phases) {
    Given given = squad;
    given["rally_phases"] = phases;
    return Answer("sl.escape", given).event("all_rallied");
  };
  CHECK(rallied("1") == "1/6");  // 7 - 4 + 1: 4 or less
  // Neither that nor a 12 (29 of 36), and then 8 or less (26).
  CHECK(rallied("2") == "485/648");
  // As long as a leader is present from the first phase on, this equals sl.rally.
  CHECK(rallied("3") ==
        Answer("sl.rally", {{"unit", "4-6-7"}, {"leader", "8-1"}, {"rally_phases", "3"}})
            .outcome("rallied"));
  // A leader rallies himself first: 8 - 4. In the second phase his squad needs 4 as well, as it is
  // its first attempt; in the first phase it tries, too, if he has rallied.
  const Answer led = Answer("sl.escape", {{"prisoners", "4-6-7 8-1"}, {"rally_phases", "1"}});
  CHECK(led.event("all_rallied") == "1/36");
}

TEST_CASE("89.62: guards attack with half their factors in Close Combat") {
  // 12 to 4 is 3-1, 8 or less; 6 to 4 is 3-2, 6 or less.
  Given combat = {{"firepower", "12"}, {"enemy_firepower", "4"}};
  CHECK(Answer("sl.close-combat", combat).event("defender_lost") == "13/18");
  combat["guards"] = "true";
  CHECK(Answer("sl.close-combat", combat).event("defender_lost") == "5/12");
  // In defense they have all. 2 to 12 is 1-6, 2 or less; 4 to 12 would be 1-4, 3 or less.
  const Answer enemy = Answer(
      "sl.close-combat", {{"firepower", "12"}, {"enemy_firepower", "4"}, {"enemy_guards", "true"}});
  CHECK(enemy.event("defender_lost") == "13/18");
  CHECK(enemy.event("attacker_lost") == "1/36");
  Given split = {{"units", "2*4-6-7"}, {"enemy_units", "4-4-7"}};
  CHECK(Answer("sl.split-close-combat", split).event("defender_loses") == "7/12");  // 2-1: 7
  split["guards"] = "1";
  CHECK(Answer("sl.split-close-combat", split).event("defender_loses") == "5/12");  // 6:4, 3-2: 6
  split["guards"] = "3";
  CHECK_THROWS_WITH(Answer("sl.split-close-combat", split),
                    Catch::Matchers::ContainsSubstring("there is no unit 3"));
}

TEST_CASE("99.41: paratroops under their chutes, in the first Close Combat Phase only") {
  // 4 to 4 is 1-1, 5 or less: 3 or less (3 throws) for the side that landed, 7 or less (21) against
  // it.
  Given landing = {{"firepower", "4"}, {"enemy_firepower", "4"}, {"paratroops", "attacker"}};
  CHECK(Answer("sl.close-combat", landing).event("defender_lost") == "1/12");
  CHECK(Answer("sl.close-combat", landing).event("attacker_lost") == "7/12");
  landing["rounds"] = "2";
  // 1/12 + 33/36 * 15/36 * 10/36.
  CHECK(Answer("sl.close-combat", landing).event("defender_lost") == "491/2592");
}

TEST_CASE("98.2: woods with partisans in them are worth +2") {
  const Given fire = {{"attackers", "2*4-6-7"}, {"range", "3"}, {"target", "3-3-7"}};
  Given woods = fire;
  woods["terrain"] = "partisans in woods";
  Given two = fire;
  two["drm"] = "2";
  CHECK(Answer("sl.fire", woods).event("broken_or_worse") ==
        Answer("sl.fire", two).event("broken_or_worse"));
}

}  // namespace
}  // namespace combat_odds
