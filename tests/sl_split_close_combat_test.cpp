#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

using Catch::Matchers::ContainsSubstring;
using test::Answer;
using test::Given;

/// The kill number at 1-1 is 5 (10 throws), at 2-1 7 (21).
Answer melee(Given given) {
  given.try_emplace("units", "2*4-6-7");
  given.try_emplace("enemy_units", "2*4-4-7");
  return Answer("sl.split-close-combat", given);
}

TEST_CASE("20.4: one attack on all, one on each, or all on one") {
  const Answer all = melee({});
  CHECK(all.measure("defender_lost", 2) == "5/18");
  CHECK(all.measure("defender_lost", 1) == "0/1");
  CHECK(all.outcome("both_eliminated") == "25/324");
  const Answer each = melee({{"attacks", "1>1; 2>2"}});
  CHECK(each.measure("defender_lost", 2) == "25/324");
  CHECK(each.measure("defender_lost", 1) == "65/162");  // 2 * 10/36 * 26/36
  CHECK(melee({{"attacks", "1+2>1"}}).event("defender_loses") == "7/12");
  // A target may be attacked twice: 1 - (26/36)^2.
  CHECK(melee({{"attacks", "1>1; 2>1"}}).event("defender_loses") == "155/324");
}

TEST_CASE("LMGs count in attack only; 20.72: a leader helps one attack and adds nothing") {
  // 4 + 4 factors against 4.
  CHECK(melee({{"attacks", "1+4lmg>1"}}).event("defender_loses") == "7/12");
  // 1-1 and -2: 7.
  const Answer led = melee({{"units", "4-6-7 9-2"}, {"attacks", "1+2>1"}});
  CHECK(led.event("defender_loses") == "7/12");
  CHECK(melee({{"units", "4-6-7 9-2"}, {"enemy_units", "4-4-7"}}).event("defender_loses") ==
        "7/12");
  // He goes with the last squad: the attacker loses both units or none.
  CHECK(led.measure("attacker_lost", 1) == "0/1");
  // Alone he has 1 factor: 1-4, kill number 3.
  CHECK(melee({{"units", "9-2"}, {"enemy_units", "4-4-7"}}).event("defender_loses") == "5/18");
}

TEST_CASE("73.8: -1 against the exhausted unit only, with the same roll") {
  const Answer answer = melee({{"enemy_exhausted", "1"}});
  CHECK(answer.measure("defender_lost", 2) == "5/18");
  CHECK(answer.measure("defender_lost", 1) == "5/36");
}

TEST_CASE("98.3, 99.41: ambush and chutes") {
  const Given one = {{"units", "4-6-7"}, {"enemy_units", "4-4-7"}};
  const Answer ambushed = melee(test::with(one, {{"ambush", "attacker"}}));
  CHECK(ambushed.outcome("defender_eliminated") == "5/18");
  CHECK(ambushed.outcome("attacker_eliminated") == "65/324");  // 26/36 * 10/36
  CHECK(melee(test::with(one, {{"ambush", "defender"}})).outcome("attacker_eliminated") == "5/18");
  // If two attack together, one is ambushed and lost, and the other attacks alone at 1-1.
  const Answer half = melee({{"enemy_units", "4-4-7"},
                             {"attacks", "1+2>1"},
                             {"enemy_attacks", "1>1"},
                             {"ambush", "defender"}});
  // 26/36 * 21/36 + 10/36 * 10/36
  CHECK(half.event("defender_loses") == "323/648");
  const Answer landed = melee(test::with(one, {{"paratroops", "attacker"}}));
  CHECK(landed.event("defender_loses") == "1/12");  // 5 - 2
  CHECK(landed.event("attacker_loses") == "7/12");  // 5 + 2
}

TEST_CASE("sl.split-close-combat: on horses") {
  // 92.6: two 5-3-7 on horses attack with 5 factors a 4-6-7: 1-1, a 5 (10/36). It attacks their 10
  // at 1-4, a 3, and with -1 for horses a 4 (6/36).
  const Given horsemen = {{"units", "2*5-3-7"}, {"enemy_units", "4-6-7"}};
  const Answer both = melee(test::with(horsemen, {{"mounted", "1+2"}}));
  CHECK(both.event("defender_loses") == "5/18");
  CHECK(both.measure("attacker_lost", 2) == "1/6");
  // One of them: 2.5 + 5 factors are 3-2, a 6 (15/36); a 3 (3/36) gets both, a 4 (3/36) only him.
  const Answer one = melee(test::with(horsemen, {{"mounted", "2"}}));
  CHECK(one.event("defender_loses") == "5/12");
  CHECK(one.measure("attacker_lost", 2) == "1/12");
  CHECK(one.measure("attacker_lost", 1) == "1/12");
  // Exhausted, too: both on a 3 for all, a 4 for a unit that is either, a 5 for one that is both.
  const Answer worn = melee(test::with(horsemen, {{"mounted", "2"}, {"exhausted", "2"}}));
  CHECK(worn.measure("attacker_lost", 1) == "7/36");
}

TEST_CASE("sl.split-close-combat: attacks that the rules don't allow are refused") {
  CHECK_THROWS_WITH(melee({{"attacks", "1>1;1>2"}}), ContainsSubstring("attacks twice"));
  CHECK_THROWS_WITH(melee({{"attacks", "3>1"}}), ContainsSubstring("not there"));
  CHECK_THROWS_WITH(melee({{"attacks", "1-1"}}), ContainsSubstring("is no attack"));
  CHECK_THROWS_WITH(melee({{"units", "4-6-7 8-1"}, {"attacks", "2>1"}}),
                    ContainsSubstring("without them"));
  CHECK_THROWS_WITH(melee({{"enemy_units", "4-6-7 8-1"}, {"attacks", "1>2"}}),
                    ContainsSubstring("is attacked"));
  CHECK_THROWS_WITH(melee({{"enemy_exhausted", "x"}}), ContainsSubstring("names no units"));
}

}  // namespace
}  // namespace combat_odds
