#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using Catch::Matchers::ContainsSubstring;
using test::Answer;

Answer attack(const test::Given& given) { return {"sl.vehicle-under-small-arms", given}; }

TEST_CASE("36.11, 36.12: squads that dare stop an AFV") {
  const auto stopped = [](const char* units, const char* terrain) {
    return attack({{"units", units}, {"terrain", terrain}}).event("stopped");
  };
  CHECK(stopped("4-6-7", "woods") == "7/72");       // 21/36 * 6/36
  CHECK(stopped("4-6-7", "shellhole") == "7/144");  // 21/36 * 3/36
  CHECK(stopped("4-6-7", "wheatfield") == "7/432");
  CHECK(stopped("2*4-6-7", "woods") == "959/5184");  // 1 - (65/72)^2
  CHECK(stopped("9-2", "wheatfield") == "5/36");     // alone: 30/36, and 2 with his -2: 6/36
  CHECK(stopped("8-0", "woods") == "13/648");        // 26/36 * 1/36, whatever the terrain
  // The squad checks with the leader's -1 if he has passed, and he directs it then: 30/36 * 26/36 *
  // 10/36, else 6/36 * 21/36 * 6/36. Where the squad fails he tries himself on 2: 30/36 * 10/36 *
  // 3/36.
  CHECK(stopped("4-6-7 9-1", "woods") == "197/972");  // 7800 + 756 + 900 of 46656
}

TEST_CASE("36.13, 64.44: the same DR is read for an exposed crew") {
  // 8 factors at +2: 2 and 3 are a 2 (3 throws; a crew of 7 fails on 26), 4 and 5 a 1 (7; 21), 6 an
  // M (5; 15): 300 of 1296, whether the squad dares to attack the AFV or not.
  const Answer squad = attack({{"units", "4-6-7"}, {"terrain", "woods"}, {"crew_exposed", "true"}});
  CHECK(squad.event("crew_stunned") == "25/108");
  CHECK(squad.event("recalled") == "0/1");
  CHECK(squad.event("stopped") == "7/72");
  // 72.3: two squads as a group have 16 factors and one try, if one of them dares.
  const Answer group = attack({{"units", "2*4-6-7"},
                               {"terrain", "woods"},
                               {"crew_exposed", "true"},
                               {"fire_group", "true"}});
  CHECK(group.event("stopped") == "119/864");  // (1 - (15/36)^2) * 6/36
  CHECK(group.event("recalled") == "1/36");    // 16 factors kill on a Final 4
}

TEST_CASE("47.6: machine guns against halftracks") {
  const auto killed = [](const char* facing) {
    return attack({{"machine_guns", "1"}, {"armor", "-5"}, {"facing", facing}})
        .event("knocked_out");
  };
  CHECK(killed("front") == "1/36");  // -3 and 5
  CHECK(killed("side") == "1/36");
  CHECK(killed("rear") == "1/12");  // -2 and 5
  CHECK(attack({{"machine_guns", "3"}, {"armor", "0"}}).event("knocked_out") == "0/1");
}

TEST_CASE("88: an ATR rolls To Hit and To Kill") {
  const Answer atr = attack({{"atrs", "1"},
                             {"atr_range", "6"},
                             {"armor", "0"},
                             {"atr_kill_number", "4"},
                             {"atr_rear_kill_number", "5"}});
  // It hits on 10; an Original 2 is critical on a third die of 1 to 4. 97/108 * 6/36, and 1/54 for
  // the rear at -1: 5 or less, half of 6: 12.5/36.
  CHECK(atr.event("knocked_out") == "607/3888");
  CHECK(atr.event("atr_breakdown") == "1/36");
  CHECK_THAT(test::refusal("sl.vehicle-under-small-arms", {{"atrs", "1"}, {"armor", "0"}}),
             ContainsSubstring("not recovered"));
}

TEST_CASE("66.4: a hit that could have killed an immobilized AFV shakes its crew") {
  const Answer mg =
      attack({{"machine_guns", "1"}, {"armor", "-5"}, {"already_immobilized", "true"}});
  CHECK(mg.outcome("abandoned") == "175/432");  // 35/36 * 15/36
  // At armor 0 it could not have.
  CHECK(attack({{"machine_guns", "1"}, {"armor", "0"}, {"already_immobilized", "true"}})
            .outcome("no_effect") == "1/1");
}

}  // namespace
}  // namespace combat_odds
