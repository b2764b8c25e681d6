#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

// Situations that were counted from the rules' text.

namespace combat_odds {
namespace {

using Catch::Matchers::ContainsSubstring;
using test::Answer;
using test::Given;
using test::refusal;
using test::with;

/// A 75 that never hits, at 12 hexes, and a 75 that fires back once: N 9 in the open, 5 hull down.
const Given shot_at_once = {{"gun", "75"},
                            {"range", "12"},
                            {"phases", "1"},
                            {"to_hit_number", "-5"},
                            {"breakdown_number", "13"},
                            {"armor", "0"},
                            {"return_fire", "true"},
                            {"return_gun", "75"},
                            {"return_armor", "0"}};

TEST_CASE("64.6: the firer's size counts for the fire that comes back") {
  // Every hit kills. 9: 30 throws; 9 - 2 = 7: 21 throws.
  const Given kills =
      with(shot_at_once, {{"return_kill_number", "12"}, {"return_rear_kill_number", "12"}});
  CHECK(Answer("sl.engagement", kills).event("firer_knocked_out") == "5/6");
  CHECK(Answer("sl.engagement", with(kills, {{"return_target_size", "2"}}))
            .event("firer_knocked_out") == "7/12");
  // Two tanks with 75mm over six phases, counted apart.
  const Answer duel("sl.engagement", {{"gun", "75"},
                                      {"range", "12"},
                                      {"armor", "0"},
                                      {"return_fire", "true"},
                                      {"return_gun", "75"},
                                      {"return_armor", "0"},
                                      {"return_target_size", "2"}});
  CHECK(duel.event_value("target_knocked_out") == Approx(0.6018751410079397).epsilon(1e-12));
  CHECK(duel.event_value("firer_knocked_out") == Approx(0.3876131430753535).epsilon(1e-12));
}

TEST_CASE("64.35: a boxed armor modifier is one better hull down, for both sides") {
  // 5 hits: 3 to 5 are 9 throws, a 2 is critical on a third die of 1 and 2. The front falls to 6
  // (15 throws), boxed to 5 (10). A critical hit kills on 11 (35): 9/36 15/36 + 1/36 (2 35 + 4 15)
  // / 216.
  const Given hull_down = with(shot_at_once, {{"return_target", "vehicle_hull_down"}});
  CHECK(Answer("sl.engagement", hull_down).event("firer_knocked_out") == "235/1944");
  CHECK(Answer("sl.engagement", with(hull_down, {{"return_boxed_armor", "true"}}))
            .event("firer_knocked_out") == "325/3888");
  const Given duel = {{"first_gun", "75"},
                      {"first_armor", "0"},
                      {"first_target", "vehicle_hull_down"},
                      {"first_front_boxed", "true"},
                      {"second_gun", "75"},
                      {"second_armor", "0"},
                      {"range", "12"},
                      {"turns", "1"},
                      {"begins", "second"}};
  CHECK(Answer("sl.tank-duel", duel).outcome("second_wins") == "325/3888");
  CHECK_THAT(refusal("sl.tank-duel", with(duel, {{"first_target", "vehicle_in_other"}})),
             ContainsSubstring("hull_down"));
  CHECK_THAT(refusal("sl.engagement", with(shot_at_once, {{"return_boxed_armor", "true"}})),
             ContainsSubstring("64.35"));
}

TEST_CASE("33.41: the armor of the base game's vehicles by their names") {
  // 75mm against the front: 6 less the modifier.
  const auto falls = [](const char* target) {
    return Answer("sl.to-kill", {{"weapon", "75"}, {"target", target}}).event("knocked_out");
  };
  CHECK(falls("T-34") == "5/12");            // 6: 15 throws
  CHECK(falls("StuG III") == "5/18");        // 5: 10
  CHECK(falls("SU-152") == "1/6");           // 4: 6
  CHECK(falls("M10") == "7/12");             // 7: 21
  CHECK(falls("Priest") == "13/18");         // 8: 26
  CHECK(falls("SPW 251 armed") == "35/36");  // 11: 35
  CHECK(falls("truck") == "11/12");          // trucks have their own line: 10
}

TEST_CASE("the names of both vehicles are all that a duel asks for") {
  const Answer named("sl.tank-duel",
                     {{"first", "PzKw IV F2"}, {"second", "T-34"}, {"range", "12"}});
  const Answer typed("sl.tank-duel", {{"first_gun", "75"},
                                      {"first_armor", "0"},
                                      {"second_gun", "76"},
                                      {"second_to_hit_numbers", "red"},
                                      {"second_armor", "0"},
                                      {"range", "12"}});
  CHECK(named.outcome_value("first_wins") == typed.outcome_value("first_wins"));
  CHECK(named.outcome_value("second_wins") == typed.outcome_value("second_wins"));
  // Each gun's name brings the armor of its vehicle, at every door.
  const Given stug = {{"gun", "StuG III"},
                      {"range", "12"},
                      {"armor", "0"},
                      {"return_fire", "true"},
                      {"return_gun", "75"}};
  CHECK(Answer("sl.engagement", stug).event_value("firer_knocked_out") ==
        Answer("sl.engagement", with(stug, {{"return_armor", "1"}}))
            .event_value("firer_knocked_out"));
}

TEST_CASE("the M10 fires twice in a phase (63.14)") {
  const Given once = {{"gun", "75"},
                      {"range", "10"},
                      {"phases", "1"},
                      {"to_hit_number", "7"},
                      {"armor", "0"},
                      {"kill_number", "12"},
                      {"rear_kill_number", "12"},
                      {"breakdown_number", "13"}};
  CHECK(Answer("sl.engagement", once).event("target_knocked_out") == "7/12");
  CHECK(Answer("sl.engagement", with(once, {{"gun", "M10"}})).event("target_knocked_out") ==
        "119/144");  // 1 - (15/36)^2
  // An Overrun at 4 + 8 = 12 factors, not 4 + 4: KIA on 3 or less (3 throws), 3 on 4 (3), 2 on 5
  // and 6 (9), 1 on 7 and 8 (11), M on 9 (4): (3 36 + 3 30 + 9 26 + 11 21 + 4 15) / 1296.
  const Given overrun = {{"target", "4-6-7"}, {"main_armament", "M10"}};
  CHECK(Answer("sl.overrun", overrun).event("broken_or_worse") == "241/432");
  CHECK(Answer("sl.overrun", with(overrun, {{"main_armament", "T-34"}})).event("broken_or_worse") ==
        "149/324");
  CHECK_THAT(refusal("sl.overrun", with(overrun, {{"multi_shot", "true"}})),
             ContainsSubstring("anyway"));
}

TEST_CASE("50.1: American squads rally without desperation morale") {
  const auto rallies = [](const Given& given) {
    return Answer("sl.rally", with({{"leader", "8-1"}, {"rally_phases", "1"}}, given))
        .outcome("rallied");
  };
  CHECK(rallies({{"unit", "6-6-6"}}) == "7/12");   // 6 + 1 = 7: 21 throws
  CHECK(rallies({{"unit", "8-4-7"}}) == "13/18");  // 8: 26
  CHECK(rallies({{"unit", "4-6-7"}}) == "1/6");    // 7 + 1 - 4 = 4: 6
  CHECK(rallies({{"unit", "2-4-6"}}) == "1/12");   // crews don't: 3: 3
  // 74.1: under an allied leader they roll as all others do, his -1 worth nothing: 6 - 4 = 2.
  CHECK(rallies({{"unit", "6-6-6"}, {"leader_from", "allied_army"}}) == "1/36");
  // 8 factors at one squad of 6 with an 8-1: it stays in 587 of 1296, breaks in 601 and rallies on
  // 7 (7/12), and is fired at again: 587 (587 + 601 7/12) / 1296^2.
  const Answer led("sl.combined-duel", {{"a_vehicles", "1"},
                                        {"a_armor", "0"},
                                        {"a_rate_of_fire", "0"},
                                        {"a_machine_guns", "8"},
                                        {"range", "3"},
                                        {"turns", "2"},
                                        {"first", "a"},
                                        {"b_infantry", "6-6-6"},
                                        {"b_leader", "8-1"},
                                        {"b_vehicles", "1"},
                                        {"b_rate_of_fire", "0"},
                                        {"b_armor", "0"}});
  CHECK(led.measure("b_squads_lost", 0) == "6604337/20155392");
}

TEST_CASE("units of equal morale and different reverses rally by their own (94.5)") {
  // A 4-3-6 needs 5 (10 throws), a 3-3-6 needs 6 (15): in two phases one rallies with
  // 1 - (26/36)^2 = 620/1296, the other with 1 - (21/36)^2 = 855/1296.
  const Answer both("sl.rally", {{"unit", "4-3-6 3-3-6"},
                                 {"leader", "8-0"},
                                 {"rally_phases", "2"},
                                 {"desperation_phases", "0"},
                                 {"original_12", "fails"}});
  CHECK(both.event_value("all_rallied") == Approx(620.0 / 1296 * 855.0 / 1296).epsilon(1e-12));
}

TEST_CASE("a leader in Close Combat: beside squads, and alone") {
  // 8 to 4 is 2-1, 7 (21 throws); the 9-1 makes it 8 (26).
  const Given melee = {{"firepower", "2*4-6-7"}, {"enemy_firepower", "4-4-7"}};
  CHECK(Answer("sl.close-combat", melee).event("defender_lost") == "7/12");
  CHECK(Answer("sl.close-combat", with(melee, {{"firepower", "2*4-6-7 9-1"}}))
            .event("defender_lost") == "13/18");
  CHECK(Answer("sl.close-combat", with(melee, {{"firepower", "2*4-6-7 6+1"}}))
            .event("defender_lost") == "7/12");  // he stands aside (Q&A 15.1)
  // Alone he has 1 to 4, 1-4: 3, and his own -2: 5 (10 throws), in all procedures.
  CHECK(Answer("sl.close-combat", {{"firepower", "9-2"}, {"enemy_firepower", "4-4-7"}})
            .event("defender_lost") == "5/18");
  CHECK(Answer("sl.split-close-combat", {{"units", "9-2"}, {"enemy_units", "4-4-7"}})
            .event("defender_loses") == "5/18");
  CHECK(
      Answer("sl.assault", {{"steps", "close-combat"}, {"attacker", "9-2"}, {"defender", "4-4-7"}})
          .event("defender_gone") == "5/18");
  // The way a number is written, and ranges of it.
  CHECK(
      Answer("sl.close-combat", with(melee, {{"firepower", "4-6-7 + 4"}})).event("defender_lost") ==
      "7/12");
  CHECK(test::scenario("sl.close-combat", with(melee, {{"firepower", "4..8"}})).size() == 5);
  CHECK_THAT(refusal("sl.close-combat", with(melee, {{"firepower", "467"}})),
             ContainsSubstring("or a 4-6-7?"));
  CHECK_THAT(refusal("sl.close-combat", with(melee, {{"firepower", "300"}})),
             ContainsSubstring("0.5 to 200"));
}

TEST_CASE("33.9: riders die with the tank that is named, passengers of a halftrack roll") {
  // The crew gets out of a T-34 on 5 (10 throws), the 4-4-7 on it dies.
  const Answer tank("sl.crew-survival", {{"survival_number", "T-34"}, {"passengers", "4-4-7"}});
  CHECK(tank.outcome("all_escape") == "0/1");
  CHECK(tank.outcome("some_escape") == "5/18");
  CHECK(tank.outcome("none_escape") == "13/18");
  // 4 or less (6 throws) each.
  const Answer halftrack("sl.crew-survival",
                         {{"survival_number", "SPW 251 armed"}, {"passengers", "4-4-7"}});
  CHECK(halftrack.outcome("all_escape") == "1/36");
}

TEST_CASE("a charge thrown by those who are not trained in it (90.11 to 90.13, 94.4)") {
  const Given thrown = {{"placement", "thrown"}, {"thrower", "4-4-7"}, {"target", "4-6-7"}};
  // 12 column at +1, a dud from 10 on: KIA on 2, 3 on 3 (2 throws), 2 on 4 and 5 (7), 1 on 6 and 7
  // (11), M on 8 (5): (36 + 2 30 + 7 26 + 11 21 + 5 15) / 1296.
  CHECK(Answer("sl.demolition-charge", thrown).event("broken_or_worse") == "73/162");
  CHECK(Answer("sl.demolition-charge", with(thrown, {{"thrower", "8-3-8"}}))
            .event("broken_or_worse") == "29/36");
  CHECK(Answer("sl.demolition-charge", with(thrown, {{"unqualified", "false"}}))
            .event("broken_or_worse") == "29/36");
  CHECK_THAT(refusal("sl.demolition-charge", with(thrown, {{"thrower", "4-3-6"}})),
             ContainsSubstring("94.4"));
}

TEST_CASE("woods cost the berserk 2 MF (5.5)") {
  const Given charge = {
      {"units", "4-4-7"}, {"distance", "6"}, {"approach", "woods"}, {"defenders", "4-6-7"}};
  CHECK(Answer("sl.berserk", charge).event("reaches_enemy") ==
        Answer("sl.berserk", with(charge, {{"mf_per_hex", "2"}})).event("reaches_enemy"));
}

TEST_CASE("75.6: in a marsh whoever is not Russian loses morale, on both sides of a melee") {
  // The firer's 4-4-7 among Russians checks with 6: KIA on 2, 2 on 3 (2 throws, fails in 30), 1 on
  // 4 and 5 (7, 26), M on 6 (5, 21): (36 + 2 30 + 7 26 + 5 21) / 1296.
  const Given melee = {
      {"units", "4-6-7"}, {"attacks", "4"}, {"melee_with", "4-4-7"}, {"marsh", "russians"}};
  const auto lost = [](const Answer& answer) {
    return answer.mean("own_captured") + answer.mean("own_eliminated");
  };
  CHECK(lost(Answer("sl.capture", melee)) == Approx(383.0 / 1296).epsilon(1e-12));
  // Russians keep their 7: (36 + 2 26 + 7 21 + 5 15) / 1296.
  const Given among_russians = with(melee, {{"marsh", "others"}});
  CHECK(lost(Answer("sl.capture", among_russians)) == Approx(310.0 / 1296).epsilon(1e-12));
  CHECK(lost(Answer("sl.capture", with(among_russians, {{"no_russians", "true"}}))) ==
        Approx(383.0 / 1296).epsilon(1e-12));
}

TEST_CASE("92.74: the berserk on foot make no check before a vehicle") {
  // 4 factors at -1: eliminated on 3 or less (3 throws); the horse is lost after a 2 on 4 (3
  // throws) in 21 of 36, a 1 on 5 and 6 (9) in 15, an M on 7 (6) in 10. 930 of 1296 ride on and
  // refuse on 9.
  CHECK(Answer("sl.cavalry", {{"riders", "6-2-8"}, {"berserk", "true"}, {"ride", "4 0; afv"}})
            .event("refuses_afv") == "775/3888");
}

TEST_CASE("a 6+1 among the attackers stands aside (Q&A 15.1)") {
  // 12 factors at 0, as in the Overrun above.
  const Given fire = {{"attackers", "3*4-6-7 6+1"}, {"range", "4"}, {"target", "4-6-7"}};
  CHECK(Answer("sl.fire", fire).event("broken_or_worse") == "241/432");
  CHECK(Answer("sl.assault", {{"steps", "fire 3*4-6-7 6+1 range 4"}, {"defender", "4-6-7"}})
            .event("broken_or_worse") == "241/432");
}

TEST_CASE("69.2: only a Sherman acquires by Advancing Fire") {
  // It moves and fires at 9 - 5 = 4 (6 throws); if that misses, its Defensive Fire needs 10 (33),
  // or without acquisition 9 (30). Every hit kills, and the enemy never hits.
  const Given duel = {{"first_gun", "M4A4"},
                      {"first_plan", "move_and_fire"},
                      {"first_moves", "1"},
                      {"first_hexes", "0"},
                      {"first_kill_front", "12"},
                      {"first_kill_rear", "12"},
                      {"first_breakdown_number", "13"},
                      {"second_gun", "75"},
                      {"second_armor", "0"},
                      {"second_to_hit_drm", "15"},
                      {"range", "12"},
                      {"turns", "2"}};
  CHECK(Answer("sl.tank-duel", duel).outcome("first_wins") == "67/72");
  CHECK(Answer("sl.tank-duel", with(duel, {{"first_gun", "PzKw IV F2"}})).outcome("first_wins") ==
        "31/36");
}

TEST_CASE("66.4: a hit that could kill an immobilized AFV and does not shakes its crew") {
  // A Panzerfaust at 1 hex hits on 8: 25 throws of 3 to 8; of the 2s half are critical. A hit kills
  // on 7 (21 throws), or the crew leaves in 15 of 36: 981/1296; a critical one kills on 11:
  // 1275/1296. (2 25 981 + 981 + 1275) / (72 1296).
  CHECK(Answer("sl.panzerfaust", {{"range", "1"}, {"armor", "0"}, {"already_immobilized", "true"}})
            .event("knocked_out") == "8551/15552");
  // An ATM: placed on 7 (21), kills on 7 (21), is no dud on 8 to 11 (14); the crew leaves in 15 of
  // 36: 21/36 (21/36 + 14/36 15/36).
  const Given mine = {
      {"unit", "4-6-7"}, {"kill_number", "7"}, {"armor", "0"}, {"already_immobilized", "true"}};
  CHECK(Answer("sl.atm", mine).event("knocked_out") == "1127/2592");
  CHECK(Answer("sl.atm", mine).outcome("abandoned") == "245/2592");
  // What was immobilized before is no effect of the attack.
  CHECK(Answer("sl.vehicle-under-small-arms",
               {{"machine_guns", "1"}, {"armor", "5"}, {"already_immobilized", "true"}})
            .outcome("no_effect") == "1/1");
}

TEST_CASE("64.46: machine guns of a vehicle whose gun fires at another vehicle") {
  const Given tank_and_squad = {{"a_vehicles", "1"},     {"a_gun", "75"},         {"a_armor", "0"},
                                {"a_machine_guns", "6"}, {"b_vehicles", "1"},     {"b_gun", "75"},
                                {"b_armor", "0"},        {"b_infantry", "4-6-7"}, {"range", "6"},
                                {"turns", "1"},          {"first", "a"}};
  const Answer coaxial("sl.combined-duel", tank_and_squad);
  CHECK(coaxial.outcome("a_holds") == "0/1");  // its only shot was at the vehicle
  CHECK(coaxial.outcome("b_holds") == "3601895/15116544");
  // Those of bow and turret top fire on: the squad is lost to 8 factors in 1296 - 700 of 1296.
  const Given with_bow = {{"a_vehicles", "1"},
                          {"a_armor", "0"},
                          {"a_kill_number", "-2"},
                          {"a_rear_kill_number", "-2"},
                          {"a_other_machine_guns", "8"},
                          {"b_infantry", "4-4-7"},
                          {"b_vehicles", "1"},
                          {"b_armor", "0"},
                          {"b_rate_of_fire", "0"},
                          {"range", "3"},
                          {"turns", "1"},
                          {"first", "a"}};
  CHECK(Answer("sl.combined-duel", with_bow).measure("b_squads_lost", 0) == "175/324");
  // Where the gun fires at the infantry, all are one attack: 8 + 4 = 12 factors.
  const Given no_gun = with(with_bow, {{"a_kill_number", ""},
                                       {"a_rear_kill_number", ""},
                                       {"a_rate_of_fire", "0"},
                                       {"a_machine_guns", "4"}});
  // 12 factors: (3 36 + 3 30 + 9 26 + 11 21 + 4 15) / 1296 = 723 of 1296 are lost.
  CHECK(Answer("sl.combined-duel", no_gun).measure("b_squads_lost", 0) == "191/432");
}

TEST_CASE("what the rules forbid is refused") {
  CHECK_THAT(
      refusal("sl.engagement",
              {{"gun", "T-34"}, {"range", "6"}, {"armor", "0"}, {"tank_superiority", "firer"}}),
      ContainsSubstring("German closed-topped tank"));
  CHECK_THAT(
      refusal("sl.engagement",
              {{"gun", "StuG III"}, {"range", "6"}, {"armor", "0"}, {"tank_superiority", "firer"}}),
      ContainsSubstring("German closed-topped tank"));
  for (const char* const gun : {"T-34", "M4A4", "Brummbar", "50", "37"}) {
    INFO(gun);
    CHECK_THAT(
        refusal("sl.he", {{"gun", gun}, {"range", "2"}, {"target", "4-6-7"}, {"fire", "canister"}}),
        ContainsSubstring("34.9"));
  }
  CHECK_THAT(refusal("sl.speed-breakdown", {{"movement", "jeep"}, {"mp_used", "24"}}),
             ContainsSubstring("movement"));
  CHECK_THAT(refusal("sl.entrench", {{"units", "4-6-7"}, {"firepower", "4"}, {"drm", "stone"}}),
             ContainsSubstring("drm"));
  // 76.6: his modifier can be applied and need not.
  CHECK_THAT(refusal("sl.bog", {{"armor_leader", "1"}}), ContainsSubstring("armor_leader"));
  CHECK_THAT(refusal("sl.sewer", {{"stacks", "2"}, {"wanted", "5"}}),
             ContainsSubstring("needs as many stacks"));
  CHECK_THAT(refusal("sl.he", {{"gun", "75"},
                               {"range", "6"},
                               {"target", "4-6-7"},
                               {"building", "true"},
                               {"marsh", "others"}}),
             ContainsSubstring("no building"));
}

}  // namespace
}  // namespace combat_odds
