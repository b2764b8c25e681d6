#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/scripted_dice.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::measured;
using test::played;
using test::refusal;

TEST_CASE("the example of 101.85: anti-aircraft fire") {
  const std::map<std::string, std::string> stuka = {{"aircraft", "stuka"},   {"year", "1943"},
                                                    {"number", "1"},         {"target", "4-6-7"},
                                                    {"bombing_number", "4"}, {"aa_firepower", "8"}};
  // No mistake (1, 2); strafing with 16 factors rolls 11, nothing; the 37mm gun rolls 7 on the 8
  // column, a 1; the Stuka rolls 9, two too many. Its bomb then rolls 3: with 2 added a miss by
  // one, half of 36 factors, and a 12 does nothing.
  const Outcome damaged = played("sl.air-support", stuka, {1, 2, 5, 6, 3, 4, 4, 5, 3, 6, 6});
  CHECK(measured(damaged, "aircraft_damaged") == 1);
  CHECK(damaged.label() == "no_effect");
  // With a 2 it hits for all that: a 4 in all. A 7 on the 36 column is KIA.
  CHECK(played("sl.air-support", stuka, {1, 2, 5, 6, 3, 4, 4, 5, 2, 3, 4}).label() ==
        "target_eliminated");
  // A Stuka that passes with a 7 hits with a 4.
  CHECK(played("sl.air-support", stuka, {1, 2, 5, 6, 3, 4, 3, 4, 4, 3, 4}).label() ==
        "target_eliminated");
}

TEST_CASE("the example of 101.531: the second 37L shot goes on to another vehicle") {
  const std::map<std::string, std::string> stuka = {
      {"aircraft", "stuka_37l"}, {"year", "1943"},           {"number", "1"},
      {"vehicle", "true"},       {"second_vehicle", "true"}, {"cannon_kill_number", "2"},
      {"load_kill_number", "7"}};
  // Cannon 9 and 10 miss; the first 37L kills with 7, the second with 6 kills the other vehicle.
  const Outcome both = played("sl.air-support", stuka, {1, 2, 4, 5, 5, 5, 3, 4, 3, 3});
  CHECK(measured(both, "vehicles_eliminated") == 2);
  // The first misses: the second is for the same vehicle.
  const Outcome one = played("sl.air-support", stuka, {1, 2, 4, 5, 5, 5, 4, 4, 3, 4});
  CHECK(measured(one, "vehicles_eliminated") == 1);
  // A 12 jams the gun.
  const Outcome jam = played("sl.air-support", stuka, {1, 2, 4, 5, 5, 5, 6, 6});
  CHECK(measured(jam, "vehicles_eliminated") == 0);
}

TEST_CASE("a 1 brings air support (101.1)") {
  const Answer answer("sl.air-support", {{"aircraft", "il2"},
                                         {"year", "1941"},
                                         {"turns", "3"},
                                         {"target", "4-6-7"},
                                         {"bombing_number", "3"}});
  CHECK(answer.outcome("no_support") == "125/216");
  CHECK(answer.measure("arrival_turn", 2) == "5/36");
}

TEST_CASE("mistaken attacks (101.8)") {
  // A 6 and a die of 2 or more reaches a friend at two hexes: 2 * 4 + 1 throws.
  const auto stuka = [](const char* own, const char* enemy, const char* phases) {
    return Answer("sl.air-support", {{"aircraft", "stuka"},
                                     {"year", "1944"},
                                     {"number", "1"},
                                     {"target", "4-6-7"},
                                     {"bombing_number", "3"},
                                     {"nearest_friend", own},
                                     {"nearest_other_enemy", enemy},
                                     {"fire_phases", phases}});
  };
  CHECK(stuka("2", "0", "1").event("own_units_attacked") == "1/4");
  CHECK(stuka("2", "2", "1").event("own_units_attacked") == "0/1");
  CHECK(stuka("2", "2", "1").event("other_enemy_attacked") == "1/4");
  // A second Fire Phase after a 6 and a 1 (2/36): 9/36 * (1 + 2/36).
  CHECK(stuka("2", "0", "2").event("own_units_attacked") == "19/72");
}

TEST_CASE("strafing and bombing infantry, by hand") {
  // At +9 strafing on the 16 column does nothing. A bomb hits on 3 or less; on the 36 column an
  // Original 2 is then a 2, 3 and 4 a 1, 5 an M, which a 7 fails on 6 (26/36), 7 (21/36) and 8
  // (15/36). A near miss on the 16 column does nothing. 25 of 36 find their target in one phase.
  const Answer answer("sl.air-support", {{"aircraft", "stuka"},
                                         {"year", "1944"},
                                         {"number", "1"},
                                         {"target", "4-6-7"},
                                         {"drm", "9"},
                                         {"bombing_number", "3"},
                                         {"fire_phases", "1"}});
  // 25/36 * 1/2 * (1 * 26 + 5 * 21 + 4 * 15) / 1296 = 25/72 * 191/1296.
  CHECK(answer.outcome("target_defeated") == "4775/93312");
}

TEST_CASE(
    "in a marsh bombs have half their factors, and non-Russians a lower morale (75.5, 75.6)") {
  for (const char* who : {"russians", "others"}) {
    const auto unharmed = [&](const char* firepower) {
      return Answer("sl.fire", {{"firepower", firepower}, {"target", "4-4-7"}, {"marsh", who}})
          .outcome_value("no_effect");
    };
    // Without a 6 (25 of 36) it attacks: 20 factors of the guns, which a marsh does not halve, then
    // 12 of the bomb's 24 on 1 to 4, 6 on a 5.
    const Answer bombed("sl.air-support", {{"aircraft", "il2"},
                                           {"year", "1941"},
                                           {"number", "1"},
                                           {"target", "4-4-7"},
                                           {"bombing_number", "4"},
                                           {"fire_phases", "1"},
                                           {"marsh", who}});
    const double bomb = (4 * unharmed("12") + unharmed("6") + 1) / 6;
    CHECK(bombed.outcome_value("no_effect") ==
          Approx(11.0 / 36 + 25.0 / 36 * unharmed("20") * bomb).epsilon(1e-12));
  }
}

TEST_CASE("before 1942 the Stuka screams (101.9)") {
  // Nothing else can happen at +10 with bombs that never hit but by one... a near miss at +10 on
  // the 16 column is nothing. 25/36 attack; a 4-6-7 fails on 8 or more (15/36), in an entrenchment
  // on 9.
  const auto broken = [](const char* year, const char* entrenched) {
    return Answer("sl.air-support", {{"aircraft", "stuka_mg"},
                                     {"year", year},
                                     {"number", "1"},
                                     {"target", "4-6-7"},
                                     {"drm", "10"},
                                     {"bombing_number", "0"},
                                     {"entrenched", entrenched},
                                     {"fire_phases", "1"}})
        .outcome("target_defeated");
  };
  CHECK(broken("1941", "false") == "125/432");
  CHECK(broken("1941", "true") == "125/648");
  CHECK(broken("1942", "false") == "0/1");
}

TEST_CASE("an anti-aircraft gun fires once in a player turn (101.852)") {
  // 36 factors hit with KIA on 7 or less (21/36). One gun fires at the first of two aircraft that
  // finds its target, and not at the second.
  const auto shot_down = [](const char* aircraft, const char* guns) {
    return Answer("sl.air-support", {{"aircraft", "stuka"},
                                     {"year", "1944"},
                                     {"number", aircraft},
                                     {"target", "4-6-7"},
                                     {"drm", "10"},
                                     {"bombing_number", "0"},
                                     {"fire_phases", "1"},
                                     {"aa_firepower", "36"},
                                     {"aa_shots", guns}});
  };
  // One finds its target in 25/36; one of two in 1 - (11/36)^2 = 1175/1296.
  CHECK(shot_down("1", "1").measure("aircraft_shot_down", 1) == "175/432");     // 25 * 21
  CHECK(shot_down("2", "1").measure("aircraft_shot_down", 1) == "8225/15552");  // 1175 * 21
  CHECK(shot_down("2", "1").measure("aircraft_shot_down", 2) == "0/1");
  // Two guns: both aircraft find it (625/1296), the first gun hits the first, the second the other.
  CHECK(shot_down("2", "2").measure("aircraft_shot_down", 2) == "30625/186624");
}

TEST_CASE("rockets at a vehicle (Supplement A 5)") {
  // 25 of 36 find their target; bombing number 3: half the volleys hit. A
  // die of 1 to 4 gives one roll, 5 two, 6 three; each kills on 5 or less (10/36). The cannon
  // can't.
  const Answer answer("sl.air-support", {{"aircraft", "il2m"},
                                         {"year", "1943"},
                                         {"number", "1"},
                                         {"vehicle", "true"},
                                         {"cannon_kill_number", "1"},
                                         {"load_kill_number", "5"},
                                         {"bombing_number", "3"},
                                         {"fire_phases", "1"}});
  // (4 * 10/36 + (1 - (26/36)^2) + (1 - (26/36)^3)) / 6.
  const double miss = 26.0 / 36;
  const double kill = (4 * (1 - miss) + (1 - miss * miss) + (1 - miss * miss * miss)) / 6;
  CHECK(answer.outcome_value("target_eliminated") == Approx(25.0 / 36 * 0.5 * kill).epsilon(1e-12));
}

TEST_CASE("numbers that were not recovered are asked for") {
  const auto error = [](std::map<std::string, std::string> given) {
    given.emplace("year", "1943");
    given.emplace("aircraft", "stuka");
    return refusal("sl.air-support", given);
  };
  CHECK(error({{"target", "4-6-7"}, {"bombing_number", "3"}}).find("101.2") != std::string::npos);
  CHECK(error({{"target", "4-6-7"}, {"number", "1"}}).find("Bombing Table") != std::string::npos);
  CHECK(error({{"vehicle", "true"}, {"number", "1"}}).find("AFV Kill Table") != std::string::npos);
  CHECK(error({{"number", "1"}}).find("nobody") != std::string::npos);
  CHECK(error({{"target", "4-6-7"}, {"year", "1941"}}).find("flies from") != std::string::npos);
  CHECK(error({{"aircraft", "stuka_37l"}, {"target", "4-6-7"}, {"number", "2"}}).find("101.5") !=
        std::string::npos);
}

TEST_CASE("sl.air-support: a die decides the version of the Sturmovik") {
  // One aircraft that has the right target in 25 of 36; guns that never kill, loads that always or
  // never do.
  const test::Given come = {
      {"aircraft", "sturmovik"},         {"number", "1"},     {"fire_phases", "1"},
      {"bombing_number", "6"},           {"vehicle", "true"}, {"cannon_kill_number", "-5"},
      {"early_cannon_kill_number", "-5"}};
  const test::Given three = test::with(come, {{"year", "1944"},
                                              {"month", "5"},
                                              {"latest", "bombs"},
                                              {"load_kill_number", "12"},
                                              {"mid_cannon_kill_number", "-5"},
                                              {"mid_load_kill_number", "-5"},
                                              {"early_load_kill_number", "12"}});
  // The latest on 1 and 2, the earliest on 6.
  CHECK(Answer("sl.air-support", three).event("knocked_out") == "25/72");
  const test::Given two = test::with(come, {{"year", "1942"},
                                            {"month", "5"},
                                            {"bombing_number", "6"},
                                            {"load_kill_number", "12"},
                                            {"early_load_kill_number", "-5"}});
  // The IL-2M's rockets have +1 in 1942 and miss on a 6: 1/3 * 5/6, or 5/6 * 5/6.
  CHECK(Answer("sl.air-support", two).event("knocked_out") == "125/648");
  CHECK(Answer("sl.air-support", test::with(two, {{"mid_of_two", "newer"}})).event("knocked_out") ==
        "625/1296");
}

TEST_CASE("sl.air-support: one Stuka of two has the 37L") {
  // It kills on 7 or less (21 of 36), shoots again unless that jams on a 12: (21 * 36 + 14 * 21) /
  // 1296; its target is the right one in 25 of 36. Nothing else harms the vehicle.
  const test::Given two = {{"aircraft", "stuka"},
                           {"year", "1944"},
                           {"number", "2"},
                           {"with_37l", "true"},
                           {"fire_phases", "1"},
                           {"bombing_number", "0"},
                           {"vehicle", "true"},
                           {"cannon_kill_number", "-5"},
                           {"load_kill_number", "-5"},
                           {"kill_number_37l", "7"}};
  CHECK(Answer("sl.air-support", two).event("knocked_out") == "4375/7776");
  CHECK(Answer("sl.air-support", test::with(two, {{"first_37l", "true"}})).event("knocked_out") ==
        "4375/7776");
}

TEST_CASE("sl.air-support: screams in the next hex, and a building that comes down") {
  const test::Given screams = {
      {"aircraft", "stuka_mg"},     {"year", "1941"},           {"number", "1"},
      {"fire_phases", "1"},         {"bombing_number", "0"},    {"vehicle", "true"},
      {"cannon_kill_number", "-5"}, {"load_kill_number", "-5"}, {"adjacent", "4-4-7"}};
  // 25/36 * 15/36; an entrenchment makes it 10/36.
  CHECK(Answer("sl.air-support", screams).measure("adjacent_broken", 1) == "125/432");
  CHECK(Answer("sl.air-support", test::with(screams, {{"adjacent_entrenched", "true"}}))
            .measure("adjacent_broken", 1) == "125/648");
  // A bomb that hits, 36 factors at +3: a KIA on a DR of 4 or less (6 of 36), fire on another one.
  const Answer bomb("sl.air-support", {{"aircraft", "stuka"},
                                       {"year", "1944"},
                                       {"number", "1"},
                                       {"fire_phases", "1"},
                                       {"bombing_number", "6"},
                                       {"target", "4-4-7"},
                                       {"drm", "3"},
                                       {"building", "true"}});
  CHECK(bomb.event("rubble") == "25/216");
  CHECK(bomb.event("fire") == "25/1296");
}

}  // namespace
}  // namespace combat_odds
