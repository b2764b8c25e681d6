#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using Catch::Matchers::ContainsSubstring;
using test::Answer;
using test::Given;

/// A gun that hits a vehicle with 7 and has no critical hits to speak of; a hit always kills.
Answer engage(Given given) {
  given.try_emplace("gun", "75LL");
  given.try_emplace("range", "10");
  given.try_emplace("to_hit_number", "7");
  given.try_emplace("armor", "0");
  given.try_emplace("kill_number", "12");
  given.try_emplace("rear_kill_number", "12");
  given.try_emplace("breakdown_number", "13");
  return Answer("sl.engagement", given);
}

TEST_CASE("69.7: the Panther that fires in consecutive phases gets -1 and then -2") {
  // It needs 7 (21 throws), 8 (26), 9 (30) and 9 again.
  const Answer answer = engage({{"phases", "4"}});
  CHECK(answer.measure("knocked_out_in_phase", 1) == "7/12");
  CHECK(answer.measure("knocked_out_in_phase", 2) == "65/216");    // 15/36 * 26/36
  CHECK(answer.measure("knocked_out_in_phase", 3) == "125/1296");  // 15/36 * 10/36 * 30/36
  CHECK(answer.measure("knocked_out_in_phase", 4) == "125/7776");  // ... * 6/36 * 30/36
  CHECK(answer.outcome("undecided") == "25/7776");
  // Without acquisition it needs 7 every time.
  const Answer without = engage({{"phases", "2"}, {"acquisition", "false"}});
  CHECK(without.measure("knocked_out_in_phase", 2) == "35/144");  // 15/36 * 21/36
  // A target that is acquired at the start.
  CHECK(engage({{"phases", "1"}, {"first_acquisition", "-2"}}).event("target_knocked_out") ==
        "5/6");
}

TEST_CASE("69.4: the shots of one phase share the acquisition; Intensive Fire adds one at +2") {
  // Two shots with 7 in the first phase: 1 - (15/36)^2 = 119/144.
  CHECK(engage({{"phases", "1"}, {"rate_of_fire", "2"}}).event("target_knocked_out") == "119/144");
  // One shot and Intensive Fire: two shots with 5 (10 throws): 1 - (26/36)^2 = 155/324.
  CHECK(engage({{"phases", "1"}, {"intensive_fire", "always"}}).event("target_knocked_out") ==
        "155/324");
}

TEST_CASE("69.6: a gun that holds its fire loses its acquisition") {
  // Held in Prep Fire, it needs 7 (21 throws) in Defensive Fire.
  const Answer prep = engage({{"phases", "2"}, {"hold_fire", "prep"}});
  CHECK(prep.measure("knocked_out_in_phase", 1) == "0/1");
  CHECK(prep.measure("knocked_out_in_phase", 2) == "7/12");
  // Held in Defensive Fire between two phases of Prep Fire, it needs 7 and 7 again.
  const Answer defensive = engage({{"phases", "3"}, {"hold_fire", "defensive"}});
  CHECK(defensive.measure("knocked_out_in_phase", 1) == "7/12");
  CHECK(defensive.measure("knocked_out_in_phase", 2) == "0/1");
  CHECK(defensive.measure("knocked_out_in_phase", 3) == "35/144");  // 15/36 * 21/36
}

TEST_CASE("70.6: a gun that jams loses the rest of its shots and is repaired on a 1") {
  // Intensive Fire with breakdown number 12 jams on 10 or more (6 throws). Needed 5: first shot
  // hits on 10 of 36; it misses without a jam on 20 of 36; then the second hits on 10.
  const Given intensive = {{"intensive_fire", "always"}, {"breakdown_number", "12"}};
  Given one = intensive;
  one["phases"] = "1";
  CHECK(engage(one).event("target_knocked_out") == "35/81");  // 10/36 + 20/36 * 10/36
  // A single shot per phase that always misses: jammed on 12 (1/36), then 1/6 repaired, 1/6 lost.
  const Answer lost =
      engage({{"phases", "2"}, {"to_hit_number", "-5"}, {"breakdown_number", "12"}});
  CHECK(lost.event("breakdown") == "71/1296");  // 1 - (35/36)^2; a repaired gun jammed before
  CHECK(lost.outcome("gun_lost") == "1/216");
  // 90.12: a captured gun (10 or more) is lost at once.
  CHECK(engage({{"phases", "1"},
                {"to_hit_number", "-5"},
                {"breakdown_number", "12"},
                {"captured", "true"}})
            .outcome("gun_lost") == "1/6");
}

TEST_CASE("Supplement N: an even miss of the first shot is worth another one, once") {
  // 7 (21 throws); even misses are 8 (5), 10 (3) and 12 (1): 7/12 + 9/36 * 7/12.
  const Given superior = {{"phases", "1"}, {"tank_superiority", "firer"}};
  CHECK(engage(superior).event("target_knocked_out") == "35/48");
  // With Intensive Fire two shots with 5 (10) and, after an even miss of the first, one with 7:
  // of its 26 misses 14 are even (6, 8, 10, 12).
  // 10/36 + 12/36 * 10/36 + 14/36 * (1 - 26/36 * 15/36)
  CHECK(engage({{"phases", "1"}, {"tank_superiority", "firer"}, {"intensive_fire", "always"}})
            .event("target_knocked_out") == "2497/3888");
  CHECK_THROWS_WITH(engage({{"tank_superiority", "target"}}),
                    ContainsSubstring("needs return_fire"));
}

TEST_CASE("70.4: Intensive Fire in the last phase only") {
  // Phase 1: one shot with 7 (21). Phase 2, acquired: two with 8 - 2 = 6 (15), the gun never jams:
  // 15/36 * (1 - (21/36)^2) = 5/12 * 95/144.
  const Given two = {{"phases", "2"}, {"intensive_fire", "last_phase"}};
  CHECK(engage(two).measure("knocked_out_in_phase", 1) == "7/12");
  CHECK(engage(two).measure("knocked_out_in_phase", 2) == "475/1728");
  // With one phase that is always, with none never.
  CHECK(engage({{"phases", "1"}, {"intensive_fire", "last_phase"}}).event("target_knocked_out") ==
        engage({{"phases", "1"}, {"intensive_fire", "always"}}).event("target_knocked_out"));
}

TEST_CASE("69.3: a gun that breaks down loses its acquisition, even if repaired at once") {
  // Phase 1: 7 hits (21), 12 jams (1), 14 miss. Phase 2: 8 (26) after a miss; after a jam repaired
  // on 5 or less of 6 it is 7 again: (14 * 26 + 5/6 * 21) / 1296.
  const Answer answer =
      engage({{"phases", "2"}, {"breakdown_number", "12"}, {"repair_number", "5"}});
  CHECK(answer.measure("knocked_out_in_phase", 2) == "763/2592");
}

TEST_CASE("Supplement K: out of AP, the gun may go on with HE") {
  // It never hits in phase 1: 12 (1/36), then 4 to 6 (1/2) is the end of the AP.
  Given given = {{"phases", "1"},
                 {"to_hit_number", "-5"},
                 {"breakdown_number", "12"},
                 {"ammunition_depletion", "true"}};
  CHECK(engage(given).outcome("gun_lost") == "1/72");
  given["fallback"] = "he";
  given["fallback_kill_number"] = "5";
  given["fallback_rear_kill_number"] = "5";
  CHECK(engage(given).outcome("gun_lost") == "0/1");
  // Lost in two phases: 12 and then 4 to 6 twice, (1/72)^2, or a jam (1/72) and a 6 of its repair.
  given["phases"] = "2";
  CHECK(engage(given).outcome("gun_lost") == "13/5184");
}

TEST_CASE("64.9: an SU-152 that may fire its last round") {
  const Answer answer = engage({{"phases", "1"}, {"gun", "152"}, {"ammunition", "he"}});
  CHECK(answer.event("breakdown") == "1/12");
  CHECK(answer.outcome("gun_lost") == "1/12");  // 11 and 12 miss
}

TEST_CASE("the effects of a hit: burning, immobilization and the crew of an immobilized AFV") {
  // From the side with kill number 7: exactly 7 immobilizes half of the time (3 of 36), 3 or less
  // burns (3 of 36), the rest of 21 eliminates (15 of 36). To hit 12: always.
  const Given side = {{"to_hit_number", "12"},
                      {"facing", "side"},
                      {"kill_number", "7"},
                      {"rear_kill_number", "7"},
                      {"target", "vehicle_in_other"}};
  Given once = side;
  once["phases"] = "1";
  // The critical hits (an Original 2, then 1 to 5 of needed 12) roll with 8: exactly 8 is 5 throws,
  // 2.5 immobilize; other hits: 36 * 6 - 5 = 211 of 216 with 3 of 36.
  // (5 * 2.5 + 211 * 3) / (216 * 36) = 645.5 / 7776 = 1291/15552.
  CHECK(engage(once).outcome("target_immobilized") == "1291/15552");
  Given until = once;
  until["until"] = "immobilized";
  until["phases"] = "9";
  // From then on nothing more happens to it: the phases before missed the kill.
  CHECK(engage(until).outcome("target_abandoned") == "0/1");
  // A crew of morale 2 gives up when hit again; 66.4 asks for a chance to kill.
  Given again = side;
  again["phases"] = "2";
  again["crew_morale"] = "2";
  CHECK(engage(again).outcome_value("target_abandoned") > 0);
}

TEST_CASE("66.2: Deliberate Immobilization ends with the first hit and needs no kill number") {
  // 7 at +3: 4 (6 throws); at 5 hexes. No critical hit kills.
  const Answer answer("sl.engagement", {{"gun", "75LL"},
                                        {"range", "5"},
                                        {"to_hit_number", "7"},
                                        {"deliberate_immobilization", "side"},
                                        {"facing", "side"},
                                        {"phases", "1"}});
  CHECK(answer.outcome("target_immobilized") == "1/6");
  CHECK(answer.event("target_knocked_out") == "0/1");
}

TEST_CASE("one shot equals sl.to-hit and sl.to-kill put together") {
  for (const char* range : {"4", "12", "24"}) {
    for (const char* facing : {"front", "side", "rear"}) {
      const Given shot = {{"gun", "75"}, {"range", range}};
      const Given hit = {
          {"weapon", "75"}, {"armor", "1"}, {"side_armor", "-1"}, {"facing", facing}};
      Given critical = hit;
      critical["critical_hit"] = "true";
      Given both = shot;
      both.insert({{"armor", "1"}, {"side_armor", "-1"}, {"facing", facing}, {"phases", "1"}});
      const Answer to_hit("sl.to-hit", shot);
      const Answer to_kill("sl.to-kill", hit);
      const Answer to_kill_critically("sl.to-kill", critical);
      const Answer engaged("sl.engagement", both);
      for (const auto& [fate, result] : {std::pair{"target_burning", "burning_wreck"},
                                         {"target_eliminated", "eliminated"},
                                         {"target_immobilized", "immobilized"}}) {
        CHECK(
            engaged.outcome_value(fate) ==
            Approx(to_hit.outcome_value("hit") * to_kill.outcome_value(result) +
                   to_hit.outcome_value("critical_hit") * to_kill_critically.outcome_value(result))
                .epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("between equals, firing second has the enemy's chances of firing first") {
  Given duel = {{"gun", "75"},
                {"range", "10"},
                {"armor", "1"},
                {"side_armor", "0"},
                {"facing", "side"},
                {"phases", "5"},
                {"return_fire", "true"},
                {"return_gun", "75"},
                {"return_armor", "1"},
                {"return_side_armor", "0"},
                {"return_facing", "side"},
                {"crew_morale", "6"}};
  const Answer first("sl.engagement", duel);
  duel["first_phase"] = "defensive";
  const Answer second("sl.engagement", duel);
  CHECK(first.event("target_knocked_out") == second.event("firer_knocked_out"));
  CHECK(first.event("firer_knocked_out") == second.event("target_knocked_out"));
  CHECK(first.event_value("target_knocked_out") > second.event_value("target_knocked_out"));
}

TEST_CASE("the order of fire: in its own turn a side comes first") {
  // Both kill with every shot that hits, both hit with 7 (21 of 36).
  Given duel = {{"phases", "2"},
                {"return_fire", "true"},
                {"return_gun", "76"},
                {"return_to_hit_number", "7"},
                {"return_armor", "0"},
                {"return_kill_number", "12"},
                {"return_rear_kill_number", "12"},
                {"return_breakdown_number", "13"}};
  // Phase 1: the gun (7/12), then the target (5/12 * 7/12 = 35/144). Phase 2 is the target's turn:
  // it fires first, acquired: 8 (26/36); then the gun with 8.
  const Answer prep = engage(duel);
  CHECK(prep.measure("knocked_out_in_phase", 1) == "7/12");
  // 5/12 * 5/12 * 10/36 * 26/36 = 25/144 * 65/324
  CHECK(prep.measure("knocked_out_in_phase", 2) == "1625/46656");
  duel["first_phase"] = "defensive";
  CHECK(engage(duel).measure("knocked_out_in_phase", 1) == "35/144");
}

TEST_CASE("a moving target is harder to hit in Defensive Fire") {
  // Defensive first: 7 at +2 is 5 (10 throws).
  CHECK(engage({{"phases", "1"}, {"first_phase", "defensive"}, {"moving", "true"}})
            .event("target_knocked_out") == "5/18");
  CHECK(engage({{"phases", "1"}, {"moving", "true"}}).event("target_knocked_out") == "7/12");
}

TEST_CASE("HEAT runs out, and the gun goes on with other ammunition") {
  // HEAT with H6: 6 or more of the To Hit roll finds none. With 7 to hit and AP that can't kill
  // only the rolls of 5 or less (10 of 36) kill.
  const Answer answer = engage({{"phases", "1"},
                                {"ammunition", "heat"},
                                {"depletion_number", "6"},
                                {"fallback", "ap"},
                                {"fallback_kill_number", "-5"},
                                {"fallback_rear_kill_number", "-5"}});
  CHECK(answer.event("target_knocked_out") == "5/18");
}

TEST_CASE("Supplement K ends the ammunition that was fired, and HEAT that is gone stays gone") {
  // Only a 12 does anything here: no HEAT (H12), so that AP is fired, and a breakdown; on a die of
  // 4 to 6 the AP is used up, and nothing is left. On 1 to 3 the gun is jammed.
  const Given given = {{"phases", "1"},
                       {"to_hit_number", "-5"},
                       {"breakdown_number", "12"},
                       {"ammunition_depletion", "true"},
                       {"ammunition", "heat"},
                       {"depletion_number", "12"},
                       {"fallback", "ap"},
                       {"fallback_kill_number", "5"},
                       {"fallback_rear_kill_number", "5"}};
  CHECK(engage(given).outcome("gun_lost") == "1/72");
  // While there is HEAT (H13), it is the HEAT that runs out, and the AP remains.
  CHECK(engage(test::with(given, {{"depletion_number", "13"}})).outcome("gun_lost") == "0/1");
}

TEST_CASE("a gun as target: no critical hits, no fire, and its shield in front only") {
  const Given gun = {{"gun", "75"},
                     {"range", "10"},
                     {"target", "gun"},
                     {"phases", "1"},
                     {"breakdown_number", "13"}};
  const Given front = test::with(gun, {{"target_kind", "shielded_gun"}});
  // 5 or less hits (10 of 36), 6 + 4 = 10 or less destroys (33 of 36).
  const Answer shielded("sl.engagement", front);
  CHECK(shielded.outcome("target_eliminated") == "55/216");
  CHECK(shielded.outcome("target_burning") == "0/1");
  CHECK(shielded.event("critical_hit") == "0/1");
  CHECK(Answer("sl.engagement", test::with(front, {{"facing", "side"}}))
            .outcome("target_eliminated") == "5/18");
}

TEST_CASE("more phases, a better number and acquisition never hurt") {
  double before = 0;
  for (const char* phases : {"1", "2", "3", "6", "12"}) {
    const Given given = {{"phases", phases}, {"kill_number", "6"}, {"breakdown_number", "12"}};
    const double chance = engage(given).event_value("target_knocked_out");
    CHECK(chance > before);
    Given without = given;
    without["acquisition"] = "false";
    CHECK(engage(without).event_value("target_knocked_out") <= chance + 1e-12);
    before = chance;
  }
}

/// Hits on 7 (21 throws) always kill; after the move it needs 10 (33). No gun breaks down.
const Given moves = {{"gun", "75"},
                     {"range", "10"},
                     {"to_hit_number", "7"},
                     {"armor", "0"},
                     {"kill_number", "25"},
                     {"rear_kill_number", "25"},
                     {"phases", "1"},
                     {"breakdown_number", "13"},
                     {"move_range", "8"},
                     {"move_to_hit_number", "10"},
                     {"intensive_fire", "never"},
                     {"hold_fire", "never"}};

TEST_CASE("33.3 F: a firer that moves fires at +5 or not at all, and acquires nothing") {
  const auto knocked_out = [](const Given& more) {
    return Answer("sl.engagement", test::with(moves, more)).event("target_knocked_out");
  };
  CHECK(knocked_out({}) == "7/12");
  CHECK(knocked_out({{"plan", "move_then_fire"}}) == "0/1");
  CHECK(knocked_out({{"plan", "move_and_fire"}}) == "5/18");  // 10 - 5 = 5: 10 throws
  // In Defensive Fire: 7 + 1 (10 throws miss), 10 (3 miss) and 10 again.
  CHECK(knocked_out({{"phases", "2"}}) == "191/216");  // 1 - 15/36 * 10/36
  CHECK(knocked_out({{"phases", "2"}, {"plan", "move_then_fire"}}) == "11/12");  // 33/36
  CHECK(knocked_out({{"phases", "2"}, {"plan", "move_and_fire"}}) ==
        "203/216");  // 1 - 26/36 * 3/36
  CHECK(knocked_out({{"phases", "2"}, {"best", "target_knocked_out"}}) == "203/216");
  CHECK(knocked_out({{"phases", "2"}, {"best", "target_knocked_out"}, {"turret", "false"}}) ==
        "11/12");
  // In the enemy's turn it does not move.
  CHECK(knocked_out({{"first_phase", "defensive"}, {"plan", "move_then_fire"}}) == "7/12");
}

TEST_CASE("33.3 A and D: fire at a firer that moves has +2, on a flank +2 more") {
  // The target needs 9 (30 throws): 9 - 2 = 7 (21), from its flank 5 (10).
  const auto lost = [](const Given& more) {
    const Given shot_at = {{"return_fire", "true"},           {"return_gun", "76"},
                           {"return_to_hit_number", "9"},     {"return_armor", "0"},
                           {"return_kill_number", "25"},      {"return_rear_kill_number", "25"},
                           {"return_breakdown_number", "13"}, {"move_return_to_hit_number", "9"},
                           {"plan", "move_then_fire"}};
    return Answer("sl.engagement", test::with(test::with(moves, shot_at), more));
  };
  CHECK(lost({}).event("firer_knocked_out") == "7/12");
  CHECK(lost({{"move_drm", "1"}}).event("firer_knocked_out") == "5/12");
  const Given flank = {{"move_facing", "side"}, {"move_kill_number", "25"}};
  CHECK(lost(flank).event("firer_knocked_out") == "5/18");
  // Then its turret has turned and it has -1: 9 + 1 in its own Prep Fire (33). 5/18 + 13/18 *
  // 33/36.
  CHECK(lost(test::with(flank, {{"phases", "2"}})).event("firer_knocked_out") == "203/216");
  // A position in which it is hit on 5: 5 - 2 = 3 (3 throws), but not where it sets out from.
  const Given cover = {{"move_return_target", "vehicle_hull_down"},
                       {"move_return_to_hit_number", "5"}};
  CHECK(lost(cover).event("firer_knocked_out") == "1/12");
  CHECK(lost(test::with(cover, {{"defensive_fire_at", "start"}})).event("firer_knocked_out") ==
        "7/12");
  const Answer left = lost({{"out_of_sight", "true"}, {"plan", "leave"}, {"phases", "6"}});
  CHECK(left.event("firer_left") == "5/12");
  CHECK(left.outcome("firer_eliminated") == "7/12");
  CHECK(left.outcome("undecided") == "5/12");
}

// Only where no gun breaks down: in sl.tank-duel, a tank with a broken gun turns.
TEST_CASE("a firer that moves, and sl.tank-duel: two ways to the same odds") {
  for (const char* const plan : {"move_then_fire", "move_and_fire"}) {
    const Given both = {{"range", "18"}, {"defensive_fire_at", "start"}};
    const Answer duel("sl.tank-duel", test::with(both, {{"first_gun", "PzKw IV F2"},
                                                        {"second_gun", "T-34"},
                                                        {"first_armor", "0"},
                                                        {"second_armor", "0"},
                                                        {"first_moves", "1"},
                                                        {"first_hexes", "5"},
                                                        {"first_reaches", "side"},
                                                        {"first_moved_target", "vehicle_hull_down"},
                                                        {"first_plan", plan},
                                                        {"first_breakdown_number", "13"},
                                                        {"second_breakdown_number", "13"},
                                                        {"turns", "4"}}));
    const Answer engagement("sl.engagement",
                            test::with(both, {{"gun", "PzKw IV F2"},
                                              {"breakdown_number", "13"},
                                              {"return_breakdown_number", "13"},
                                              {"armor", "0"},
                                              {"phases", "4"},
                                              {"return_fire", "true"},
                                              {"return_gun", "T-34"},
                                              {"return_armor", "0"},
                                              {"move_range", "13"},
                                              {"move_facing", "side"},
                                              {"move_return_target", "vehicle_hull_down"},
                                              {"plan", plan}}));
    CHECK(duel.outcome_value("first_wins") ==
          Approx(engagement.event_value("target_knocked_out")).epsilon(1e-12));
    CHECK(duel.outcome_value("second_wins") ==
          Approx(engagement.event_value("firer_knocked_out")).epsilon(1e-12));
  }
}

TEST_CASE("a firer that moves: values that do not go together") {
  const auto asked = [](const Given& more) {
    return Answer("sl.engagement", test::with(moves, more));
  };
  CHECK_THROWS_WITH(asked({{"plan", "move_and_fire"}, {"turret", "false"}}),
                    ContainsSubstring("without turret"));
  CHECK_THROWS_WITH(asked({{"plan", "leave"}}), ContainsSubstring("needs out_of_sight to leave"));
  CHECK_THROWS_WITH(asked({{"move_return_target", "vehicle_hull_down"}}),
                    ContainsSubstring("needs return_fire"));
  Given stays = moves;
  stays.erase("move_range");
  CHECK_THROWS_WITH(Answer("sl.engagement", stays), ContainsSubstring("needs move_range"));
}

TEST_CASE("engagement: values that do not go together") {
  const auto message = [](Given given) -> std::string {
    return test::refused([&] { engage(std::move(given)); });
  };
  CHECK_THAT(message({{"return_fire", "true"}}), ContainsSubstring("return_gun"));
  CHECK_THAT(message({{"return_fire", "true"}, {"return_gun", "76"}}),
             ContainsSubstring("return_armor"));
  CHECK_THAT(message({{"return_fire", "true"}, {"moving", "true"}}), ContainsSubstring("moving"));
  CHECK_THAT(message({{"ammunition", "heat"}, {"depletion_number", "6"}}),
             ContainsSubstring("ap or he"));
  CHECK_THAT(message({{"target", "gun"}}), ContainsSubstring("shielded_gun"));
  CHECK_THAT(message({{"deliberate_immobilization", "side"},
                      {"range", "4"},
                      {"target_kind", "unarmored"},
                      {"armor", ""},
                      {"kill_number", ""},
                      {"rear_kill_number", ""}}),
             ContainsSubstring("66.25"));
  CHECK_THAT(message({{"ammunition", "heat"}}), ContainsSubstring("behind the H"));
  CHECK_THAT(message({{"return_target", "vehicle_hull_down"}}),
             ContainsSubstring("needs return_fire"));
  CHECK_THAT(message({{"acquisition", "false"}, {"first_acquisition", "-1"}}),
             ContainsSubstring("needs acquisition"));
  CHECK_THAT(message({{"fallback", "he"}}),
             ContainsSubstring("needs ammunition heat or ammunition_depletion"));
  CHECK_THAT(message({{"repair_number", "2"}}), ContainsSubstring("not repaired"));
  CHECK_THAT(message({{"return_fire", "true"}, {"return_gun", "76*"}, {"return_armor", "1"}}),
             ContainsSubstring("return_kill_number"));
}

}  // namespace
}  // namespace combat_odds
