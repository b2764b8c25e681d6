#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::refusal;

TEST_CASE("Heat of Battle by nation and class (A15.1)") {
  // A 4-6-7: 2-4 hero (6/36), 5-6 both (9/36), 7-8 hardening (11/36), 9-11 berserk (9/36), 12.
  const Answer german("asl.heat-of-battle", {{"unit", "4-6-7"}, {"nation", "german"}});
  CHECK(german.outcome("hero") == "1/6");
  CHECK(german.outcome("hero_and_battle_hardening") == "1/4");
  CHECK(german.outcome("battle_hardening") == "11/36");
  CHECK(german.outcome("berserk") == "1/4");
  CHECK(german.outcome("surrender") == "1/36");
  // A broken 4-2-6 of the Russians has +4: only 2 to 2 makes a hero (Final 6 with both).
  const Answer russian("asl.heat-of-battle",
                       {{"unit", "4-2-6"}, {"nation", "russian"}, {"broken", "true"}});
  CHECK(russian.event("hero_created") == "1/36");
  CHECK(russian.outcome("surrender") == "5/12");  // Original 8 and more, 15/36
  // An elite one -1.
  const Answer elite("asl.heat-of-battle", {{"unit", "4-6-8"}, {"nation", "german"}});
  CHECK(elite.outcome("hero") == "5/18");  // Original 5 or less
}

TEST_CASE("units that never surrender, and units without a Known enemy (A15.44, A15.5, RB14)") {
  const test::Given squad = {{"unit", "4-4-7"}, {"nation", "russian"}};
  // +2: surrender on an Original 10 and more, berserk on 7 to 9.
  CHECK(Answer("asl.heat-of-battle", squad).outcome("surrender") == "1/6");
  CHECK(Answer("asl.heat-of-battle", squad).outcome("berserk") == "5/12");
  const Answer no_quarter("asl.heat-of-battle", test::with(squad, {{"no_quarter", "true"}}));
  CHECK(no_quarter.outcome("surrender") == "0/1");
  CHECK(no_quarter.outcome("berserk") == "7/12");
  const Answer alone("asl.heat-of-battle",
                     test::with(squad, {{"no_quarter", "true"}, {"no_known_enemy", "true"}}));
  CHECK(alone.outcome("berserk") == "0/1");
}

TEST_CASE(
    "a berserk leader takes others along; a commissar does so without asking (A15.41, A25.223)") {
  // An 8-1 goes berserk in 9/36; a 4-6-7 follows on 8 or less, 26/36.
  const Answer leader("asl.heat-of-battle",
                      {{"unit", "8-1"}, {"nation", "german"}, {"others", "4-6-7 2-2-8"}});
  CHECK(leader.measure("berserk_units", 2) == "13/72");
  // A commissar (+2) goes berserk on 7 and more, surrender included.
  const Answer commissar("asl.heat-of-battle",
                         {{"unit", "9-0"}, {"nation", "russian"}, {"others", "4-6-7"}});
  CHECK(commissar.measure("berserk_units", 2) == "7/12");
  // He is not hardened (A25.221): on 5 and 6 nothing happens to him; 3 and 4, both, make a hero of
  // him as a 2 does.
  CHECK(commissar.outcome("hero") == "1/6");
  CHECK(commissar.outcome("no_effect") == "1/4");
  CHECK(commissar.event("hardened") == "0/1");
  // A Russian 8-0 goes berserk on 7 to 9, 15/36. Beside a commissar a 4-4-7 follows on 8 or less,
  // 26/36, the commissar himself on 9 or less, 30/36.
  const Answer watched("asl.heat-of-battle",
                       {{"unit", "8-0"}, {"nation", "russian"}, {"others", "4-4-7 9-0"}});
  CHECK(watched.measure("berserk_units", 3) == "325/1296");
  // No other leader's modifier counts there: under an 8-1 it is again 26/36 and 30/36, not 30/36
  // and 33/36.
  const Answer led("asl.heat-of-battle",
                   {{"unit", "8-1"}, {"nation", "russian"}, {"others", "4-4-7 9-0"}});
  CHECK(led.measure("berserk_units", 3) == "325/1296");
  CHECK_FALSE(
      refusal("asl.heat-of-battle", {{"unit", "4-6-7"}, {"nation", "german"}, {"others", "8-1"}})
          .empty());
  CHECK_FALSE(refusal("asl.heat-of-battle", {{"unit", "2-2-8"}, {"nation", "german"}}).empty());
}

TEST_CASE("Leader Creation: the rule's own examples (A18.2)") {
  // A German 4-3-6 in close combat at 1-4: -1, -2 and +1 make -2.
  const Answer close("asl.leader-creation", {{"nation", "german"},
                                             {"morale", "6"},
                                             {"occasion", "close_combat"},
                                             {"columns_below_1_1", "2"}});
  CHECK(close.outcome("8-1") == "1/2");
  CHECK(close.outcome("8-0") == "1/3");
  CHECK(close.outcome("7-0") == "1/6");
  // A Russian 4-2-6 that rallies alone: +3.
  const Answer alone("asl.leader-creation", {{"nation", "russian"}, {"morale", "5"}});
  CHECK(alone.outcome("7-0") == "1/3");
  CHECK(alone.outcome("6+1") == "1/6");
  CHECK(alone.outcome("none") == "1/2");
  CHECK_FALSE(refusal("asl.leader-creation", {{"nation", "finnish"}}).empty());
}

}  // namespace
}  // namespace combat_odds
