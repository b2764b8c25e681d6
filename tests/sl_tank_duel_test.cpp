#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

using Catch::Matchers::ContainsSubstring;
using test::Answer;
using test::Given;

/// At 10 hexes both need 9 (30 throws) with black numbers; the first's hits always kill, the
/// second's never do unless it is given kill numbers; no gun breaks down.
Answer duel(Given given) {
  for (const char* const side : {"first_", "second_"}) {
    const std::string prefix = side;
    given.try_emplace(prefix + "gun", "75");
    given.try_emplace(prefix + "armor", "0");
    given.try_emplace(prefix + "breakdown_number", "13");
    for (const char* const facing : {"front", "side", "rear"}) {
      given.try_emplace(prefix + "kill_" + facing, prefix == "first_" ? "25" : "-5");
    }
  }
  given.try_emplace("range", "10");
  given.try_emplace("turns", "1");
  return Answer("sl.tank-duel", given);
}

Given deadly(Given given) {
  for (const char* const facing : {"front", "side", "rear"}) {
    given["second_kill_" + std::string(facing)] = "25";
  }
  return given;
}

TEST_CASE("two vehicles that stand and fire: Prep Fire first, then Defensive Fire") {
  const Answer answer = duel(deadly({}));
  CHECK(answer.outcome("first_wins") == "5/6");
  CHECK(answer.outcome("second_wins") == "5/36");
  CHECK(answer.outcome("undecided") == "1/36");
  CHECK(duel(deadly({{"begins", "second"}})).outcome("second_wins") == "5/6");
  // 69.1: the second fires in the second turn with -1 (33 throws), and so does the first.
  const Answer two = duel(deadly({{"turns", "2"}}));
  CHECK(two.outcome("second_wins") == "71/432");    // 5/36 + 1/36 * 11/12
  CHECK(two.outcome("first_wins") == "4331/5184");  // 5/6 + 1/36 * 1/12 * 11/12
}

TEST_CASE("33.3 A and F: a moving vehicle is fired at with +2, and needs 5 less to fire after it") {
  // The move leads to 6 hexes. The second hits with 10 - 2 = 8 (26); the first then fires with
  // 10 - 5 = 5 (10): 10/36 * 10/36.
  const Given moves = deadly({{"first_moves", "1"}, {"first_hexes", "4"}});
  const Answer silent = duel(test::with(moves, {{"first_plan", "move_then_fire"}}));
  CHECK(silent.outcome("second_wins") == "13/18");
  CHECK(silent.outcome("undecided") == "5/18");
  const Answer firing = duel(test::with(moves, {{"first_plan", "move_and_fire"}}));
  CHECK(firing.outcome("first_wins") == "25/324");
  // As it leaves its hex it is 10 hexes away: 9 - 2 = 7 (21).
  CHECK(duel(test::with(moves, {{"first_plan", "move_then_fire"}, {"defensive_fire_at", "start"}}))
            .outcome("second_wins") == "7/12");
  // 69.8: cases O and P of the player's chart.
  CHECK(duel(test::with(moves, {{"first_plan", "move_then_fire"}, {"first_moving_drm", "1"}}))
            .outcome("second_wins") == "7/12");
}

TEST_CASE("69.3: a target that moves in sight stays acquired") {
  // The first misses with 6 of 36 and then has -1: 9 + 1 - 2 = 8 (26) at the moving target.
  const Answer answer =
      duel({{"second_moves", "1"}, {"second_plan", "move_then_fire"}, {"turns", "2"}});
  CHECK(answer.outcome("first_wins") == "103/108");  // 5/6 + 1/6 * 26/36
}

TEST_CASE("70.8, 48.5: on the flank a turret fires at +2, a gun without one pivots at +4") {
  const Given moves =
      deadly({{"first_moves", "1"}, {"first_plan", "move_then_fire"}, {"first_reaches", "side"}});
  // 9 - 2 - 2 = 5 (10 throws); 9 - 2 - 4 = 3 (3).
  CHECK(duel(moves).outcome("second_wins") == "5/18");
  CHECK(duel(test::with(moves, {{"second_turret", "false"}})).outcome("second_wins") == "1/12");
}

TEST_CASE("64.123, case G: it turns towards the enemy and fires in the Advancing Fire Phase") {
  // The first hits with 9 (30); else the second fires with 9 - 2 = 7 (21), without turret 6 (15).
  const Given turns =
      deadly({{"begins", "second"}, {"second_facing", "side"}, {"second_plan", "turn_then_fire"}});
  CHECK(duel(turns).outcome("second_wins") == "7/72");
  CHECK(duel(test::with(turns, {{"second_turret", "false"}})).outcome("second_wins") == "5/72");
  // If to turn is to move, the first needs 7: 15/36 * 21/36.
  CHECK(duel(test::with(turns, {{"turning_is_moving", "true"}})).outcome("second_wins") ==
        "35/144");
  // Without turning a turret fires at +2 in Prep Fire: 7 (21). A gun without one can't and turns.
  const Given fires = test::with(turns, {{"second_plan", "fire"}});
  CHECK(duel(fires).outcome("second_wins") == "7/12");
  CHECK(duel(test::with(fires, {{"second_turret", "false"}})).outcome("second_wins") == "5/72");
}

TEST_CASE("64.11: a hull down tank shows the facing of its turret") {
  // Only the side can be killed (25 against -5). An Original 2 is critical, and so on the rear, on
  // a third die of 1 to 4 (less than half of 9): 29/36 + 1/36 * 2/6.
  const Given side = {{"first_kill_front", "-5"},
                      {"first_kill_rear", "-5"},
                      {"second_facing", "side"},
                      {"turns", "1"},
                      {"second_kill_front", "-5"}};
  CHECK(duel(side).outcome("first_wins") == "22/27");
  const Given hidden =
      test::with(side, {{"second_target", "vehicle_hull_down"}, {"begins", "second"}});
  CHECK(duel(hidden).outcome("first_wins") == "0/1");  // its turret has turned in Prep Fire
}

TEST_CASE("Supplement N: an even miss of the first shot is worth another one") {
  // The first misses with 10 (3 throws), 11 (2) and 12 (1): 4 of them even. 5/6 + 4/36 * 5/6.
  CHECK(duel({{"tank_superiority", "first"}}).outcome("first_wins") == "25/27");
  CHECK_THROWS_WITH(duel({{"tank_superiority", "first"}, {"first_gun", "37"}}),
                    ContainsSubstring("needs a main armament of 50mm or more"));
}

TEST_CASE("Supplement M: a turret that has turned is hit on a die of 1 or 2") {
  // Only the side can be killed, by 22/27 of the shots as above; 4 of 6 of them hit the hull.
  const Given flank = {{"first_kill_front", "-5"},
                       {"first_kill_rear", "-5"},
                       {"second_facing", "side"},
                       {"begins", "second"}};
  CHECK(duel(flank).outcome("first_wins") == "22/27");
  CHECK(duel(test::with(flank, {{"location_of_hits", "true"}})).outcome("first_wins") == "44/81");
  // A gun without turret has none.
  CHECK(duel(test::with(flank, {{"location_of_hits", "true"},
                                {"second_turret", "false"},
                                {"second_plan", "wait"}}))
            .outcome("first_wins") == "22/27");
}

TEST_CASE("best play decides turn by turn") {
  const Given near = deadly({{"first_moves", "1"}, {"turns", "3"}, {"best", "first_wins"}});
  CHECK(duel(near).outcome("first_wins") ==
        duel(deadly({{"first_moves", "1"}, {"turns", "3"}})).outcome("first_wins"));
}

TEST_CASE("sl.tank-duel: values that do not go together are refused") {
  CHECK_THROWS_WITH(duel({{"range", "35"}, {"first_moves", "1"}, {"first_hexes", "-5"}}),
                    ContainsSubstring("a range of 40 hexes"));
  CHECK_THROWS_WITH(duel({{"first_hexes", "5"}}), ContainsSubstring("first_moves 1 or more"));
  CHECK_THROWS_WITH(duel({{"first_gun", "75LL"}, {"first_kill_front", ""}}),
                    ContainsSubstring("first_kill_front is missing"));
}

}  // namespace
}  // namespace combat_odds
