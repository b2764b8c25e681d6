#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

using test::Answer;

TEST_CASE("39.1: German vehicles are immobilized in woods on 5 and 6, others on 6") {
  CHECK(Answer("sl.woods-breakdown", {}).outcome("immobilized") == "1/3");
  const Answer two = Answer("sl.woods-breakdown", {{"nationality", "russian"}, {"hexes", "2"}});
  CHECK(two.outcome("passes") == "25/36");
  CHECK(two.measure("immobilized_in", 2) == "5/36");
}

TEST_CASE("49.1: visibility at night is a DR, 3 hexes more for vehicles") {
  CHECK(Answer("sl.night", {{"range", "10"}}).event("in_sight") == "1/6");  // 10, 11, 12: 6 of 36
  const Answer tank = Answer("sl.night", {{"range", "10"}, {"vehicle", "true"}});
  CHECK(tank.event("in_sight") == "7/12");  // 7 or more
  const Answer later = Answer("sl.night", {{"range", "10"}, {"game_turns", "2"}});
  CHECK(later.measure("first_turn", 2) == "5/36");
  CHECK(later.measure("turns_in_sight", 2) == "1/36");
}

TEST_CASE("27.22: a stack finds its way through the sewers on 4 or less") {
  CHECK(Answer("sl.sewer", {}).outcome("all_arrive") == "2/3");
  const Answer three = Answer("sl.sewer", {{"stacks", "3"}, {"wanted", "2"}});
  CHECK(three.event("enough_arrive") == "20/27");  // 8/27 + 3 * 4/9 * 1/3
  CHECK(three.outcome("all_lost") == "1/27");
}

TEST_CASE("60: assault boats take a DR of squads, and the mist lifts on a 1") {
  CHECK(Answer("sl.river-crossing", {{"squads", "3"}}).outcome("all_ashore") == "35/36");
  // Four squads: all in the first turn on 4 or more (33/36), else in the second. The mist lifts
  // before the second turn's boats in 1/6.
  const Answer four("sl.river-crossing", {{"squads", "4"}, {"turns", "2"}});
  CHECK(four.outcome("all_ashore") == "1/1");
  CHECK(four.measure("all_ashore_in", 2) == "1/12");
  CHECK(four.event("mist_lifts") == "1/6");
  CHECK(four.measure("under_mist", 3) == "1/108");  // 2/36 * 1/6
  CHECK(four.measure("under_mist", 4) == "71/72");  // 33/36 + 3/36 * 5/6
}

TEST_CASE("103.2: the backlash inside a vehicle") {
  // Morale 7: a 4-6-7 breaks on 8 or more, 15 of 36. So does the crew.
  const Answer one = Answer("sl.backblast", {{"passengers", "4-6-7"}, {"crew_morale", "7"}});
  CHECK(one.outcome("nobody_unbroken") == "5/12");
  CHECK(one.event("crew_stunned") == "5/12");
  CHECK(one.measure("shots_fired", 1) == "1/1");
  const Answer two = Answer("sl.backblast", {{"passengers", "4-6-7"}, {"shots", "2"}});
  CHECK(two.measure("shots_fired", 2) == "7/12");
  CHECK(two.outcome("all_unbroken") == "49/144");
  // An 8-1 checks first, on 8 (10 throws fail); his -1 helps the squad: 8 as well. If he fails it
  // checks with 7 twice: 26/36 * 26/36.
  const Answer led = Answer("sl.backblast", {{"passengers", "4-6-7 8-1"}});
  CHECK(led.outcome("all_unbroken") == "169/324");
}

TEST_CASE("58.1, 59.3: rubble on a KIA, fire on another one") {
  // 30 factors: a KIA on a final 6 or less, at +3 on a DR of 3 or less (3 throws).
  const test::Given charge = {{"firepower", "30"}, {"drm", "3"}, {"sets_fires", "false"}};
  CHECK(Answer("sl.rubble", charge).outcome("rubble") == "1/12");
  const Answer shells = Answer("sl.rubble", {{"firepower", "30"}, {"drm", "3"}, {"attacks", "2"}});
  CHECK(shells.outcome("stands") == "121/144");
  CHECK(shells.outcome("burning") == "23/1728");
  CHECK(shells.measure("attack", 2) == "11/144");
}

TEST_CASE("Supplement C: a unit that routs across the open is fired at with -2") {
  // 8 factors: a KIA on a DR of 5 or less (10 throws), a 2MC on 6 and 7 (11), a 1MC on 8 and 9 (9),
  // a normal one on 10 (3); morale 7 fails them with 26, 21 and 15 of 36: (360 + 286 + 189 + 45) /
  // 1296.
  CHECK(Answer("sl.alternate-rout", {{"units", "4-6-7"}, {"attacks", "8"}})
            .outcome("all_eliminated") == "55/81");
  CHECK(Answer("sl.alternate-rout", {{"units", "4-6-7"}, {"attacks", "8 8"}})
            .outcome("all_get_away") == "676/6561");  // (26/81)^2
  CHECK_THROWS_WITH(Answer("sl.alternate-rout", {{"units", "4-6-7"}, {"attacks", "8 x"}}),
                    Catch::Matchers::ContainsSubstring("is no list of attacks"));
}

}  // namespace
}  // namespace combat_odds
