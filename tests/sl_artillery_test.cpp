#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/scripted_dice.hpp"

namespace combat_odds {
namespace {

using Catch::Matchers::ContainsSubstring;
using test::Answer;
using test::Given;
using test::measured;
using test::played;
using test::refusal;
using test::with;

/// A gun whose spotter stands beside it, fire for effect on the board: nothing is rolled before it
/// fires.
const Given at_once = {{"battery", "on_board"},
                       {"communication", "beside_the_gun"},
                       {"begin", "fire_for_effect"},
                       {"calibre", "105"},
                       {"turns", "1"}};

TEST_CASE("the time and place of an off-board module's fire") {
  // Contact on 7 (21/36), maintained on 9 (30/36). The spotting round is on target on 1 and 2
  // (1/3), up to 3 hexes off with 2/3 * 1/2, 4 hexes off with 2/3 * 1/6: 7/12 * 5/6 * (2/3 and
  // 1/9).
  const Answer two("sl.artillery", {{"turns", "2"}});
  CHECK(two.outcome("on_target") == "35/108");
  CHECK(two.outcome("beside") == "35/648");
  CHECK(two.measure("turn", 2) == "245/648");
  const Answer patient("sl.artillery", {{"turns", "2"}, {"fire_for_effect", "on_target"}});
  CHECK(patient.outcome("on_target") == "35/108");
  CHECK(patient.outcome("beside") == "0/1");
  // A spotting round 5 or 6 hexes off is moved in the second Rally Phase and fires in the third.
  // 7/12 * 2/9 * (5/6)^2; or contact in the second: what is not in contact by then, 1 - 7/12
  // without the 1/36 of a breakdown, makes it: 14/36 * 7/12 * 5/6 * 7/9. Or the breakdown is
  // repaired in the second (1/6): 1/36 * 1/6 * 7/12 * 5/6 * 7/9. Turn 3 is all of them.
  const Answer three("sl.artillery", {{"turns", "3"}});
  // 7/12 * 2/9 * 25/36 = 175/1944; (14/36 + 1/216) * 245/648 = 85/216 * 245/648 = 20825/139968.
  // 175/1944 = 12600/139968; together 33425/139968.
  CHECK(three.measure("turn", 3) == "33425/139968");
}

TEST_CASE("a spotting round that can't be seen is called for again") {
  // With all hexes but the one aimed at out of sight only 1 and 2 give one: 7/12 * 1/3 * 5/6.
  const Answer answer("sl.artillery", {{"turns", "2"}, {"out_of_sight", "1 2 3 4 5 6"}});
  CHECK(answer.event("arrives") == "35/216");
}

TEST_CASE("a fire mission, roll by roll") {
  // Contact with 7; the spotting round is 4 hexes off in direction 3; maintained with 9, so the
  // blast falls in hex 3 and covers the hex aimed at, 2, 3 and 4, not 5. The squad aimed at, in
  // stone, has 5 + 3 = 8 on the 16 column, a 1, and passes with 6. Hex 2: KIA on 4. Hex 5 is not
  // struck.
  const Outcome first = played("sl.artillery",
                               {{"calibre", "105"},
                                {"missions", "1"},
                                {"target", "4-6-7"},
                                {"drm", "stone"},
                                {"neighbours", "2=4-4-7; 5=4-4-7"},
                                {"turns", "6"}},
                               {3, 4, 5, 3, 4, 4, 5, 3, 2, 3, 3, 1, 3});
  CHECK(first.label() == "beside");
  CHECK(measured(first, "turn") == 2);
  CHECK(first.happened("ammunition_gone"));
  CHECK(first.happened("good_order"));
  CHECK(measured(first, "neighbours_eliminated") == 1);
  CHECK(measured(first, "neighbours_broken") == 0);
}

TEST_CASE("46.54, 63.39: the effect of a barrage on vehicles") {
  // 105mm is the 16 column, KIA on 4 or less.
  const auto killed = [](const char* vehicle, const char* armor = "0") {
    return Answer("sl.artillery", with(at_once, {{"vehicle", vehicle}, {"vehicle_armor", armor}}))
        .event("knocked_out");
  };
  CHECK(killed("unarmored") == "7/12");        // -3: 7 or less
  CHECK(killed("open_topped_afv") == "5/18");  // -1: 5 or less
  CHECK(killed("tank") == "1/12");             // +1: 3 or less
  CHECK(killed("sp_gun") == "1/36");           // +2: a 2
  CHECK(killed("tank", "1") == "1/36");
  CHECK(killed("tank", "2") == "0/1");
}

TEST_CASE("63.38: each gun on the board fires once, at one hex") {
  // A KIA on 4 or less, 1/6, from either of two guns.
  const Answer two("sl.artillery",
                   with(at_once, {{"guns", "2"}, {"vehicle", "unarmored"}, {"vehicle_drm", "3"}}));
  CHECK(two.event("knocked_out") == "11/36");
  const Answer around("sl.artillery", with(at_once, {{"neighbours", "1=4-6-7"}}));
  CHECK(around.measure("neighbours_eliminated", 0) == "1/1");
}

TEST_CASE("63.7: rockets") {
  const Given rockets = with(at_once, {{"battery", "rockets"}, {"tubes", "4"}, {"calibre", "150"}});
  // Each of four is on target on 1 and 2, and the 30 column kills a tank (+1) with 5 or less:
  // 10/108 for each. 1 - (98/108)^4 = 1 - (49/54)^4.
  CHECK(Answer("sl.artillery", with(rockets, {{"vehicle", "tank"}})).event("knocked_out") ==
        "2738255/8503056");
  // 63.732: not in the enemy's turn.
  CHECK(Answer("sl.artillery", with(rockets, {{"first", "enemy"}})).event("arrives") == "0/1");
  // One that misses (2/3) is in the next hex on a die of 1 or 2 (1/3), in that hex with 1/6: 1/27.
  // With one tube a squad there, no modifier, is eliminated by 6 or less on the 30 column, 15/36.
  const Answer beside(
      "sl.artillery",
      with(rockets, {{"tubes", "1"}, {"reload_turns", "2"}, {"neighbours", "4=4-6-7"}}));
  CHECK(beside.measure("neighbours_eliminated", 1) == "5/324");
}

TEST_CASE("63.76: a launcher that has fired is reloaded") {
  // All tubes are fired in player turn 1. Up to 9 take two player turns to reload, 10 and more
  // five, 20 and more nine; the even ones are the enemy's. Four are reloaded in 2 and 3, and the
  // next salvo is that of turn 5.
  const auto knocked_out = [](int tubes, int turns) {
    return Answer("sl.artillery", with(at_once, {{"battery", "rockets"},
                                                 {"tubes", std::to_string(tubes)},
                                                 {"calibre", "150"},
                                                 {"vehicle", "tank"},
                                                 {"turns", std::to_string(turns)}}))
        .event_value("knocked_out");
  };
  struct Launcher {
    int tubes;
    int next_salvo;
  };
  for (const Launcher& each : {Launcher{4, 5}, {9, 5}, {10, 7}, {19, 7}, {20, 11}}) {
    INFO(each.tubes);
    CHECK(knocked_out(each.tubes, each.next_salvo - 1) == knocked_out(each.tubes, 1));
    CHECK(knocked_out(each.tubes, each.next_salvo) > knocked_out(each.tubes, 1));
  }
}

TEST_CASE("Supplement H: a field phone that fails is lost") {
  // Any roll but a 12, and with +2 from 10 on: 30/36 are left.
  CHECK(Answer("sl.artillery", {{"communication", "field_phone"}, {"turns", "1"}})
            .event("contact_lost_for_good") == "1/36");
  CHECK(
      Answer("sl.artillery", {{"communication", "field_phone"}, {"phone_drm", "2"}, {"turns", "1"}})
          .event("contact_lost_for_good") == "1/6");
}

TEST_CASE("45.4: counter-battery fire") {
  // Fire for effect stands and the phone holds twice (35/36 each); in the enemy's turn he destroys
  // the battery with a 2.
  const Given battery = {{"communication", "field_phone"},
                         {"begin", "fire_for_effect"},
                         {"missions", "4"},
                         {"counter_battery", "1"},
                         {"turns", "2"}};
  CHECK(Answer("sl.artillery", battery).event("battery_destroyed") == "1225/46656");
  // Not before the battery has fired.
  CHECK(Answer("sl.artillery", with(battery, {{"first", "enemy"}, {"turns", "1"}}))
            .event("battery_destroyed") == "0/1");
}

TEST_CASE("broken units leave or stay") {
  // 105mm, 16 column, at a 4-6-7 twice (two player turns, no modifier): KIA on 4 or less 6/36. A
  // squad that broke and stays can be eliminated by the second attack.
  const Given target = with(at_once, {{"target", "4-6-7"}, {"turns", "2"}});
  const Answer leaves("sl.artillery", target);
  const Answer stays("sl.artillery", with(target, {{"broken_units", "stay"}}));
  // KIA at once, or nothing happened and then KIA: e + g * e with e = 1/6. Not broken by one
  // attack: 5: 3MC (4/36), 6: 2MC (5/36), 7: 1MC (6/36)... a squad of morale 7 passes 3MC on 4
  // (6/36), 2MC on 5 (10/36), 1MC on 6 (15/36), M on 7 (21/36). Column 16: 5 is 3, 6 and 7 are 2, 8
  // and 9 are 1, 10 is M, 11 and 12 nothing (3/36). g = (4*6 + 5*10 + 6*10 + 5*15 + 4*15 + 3*21 +
  // 3*36) / 1296 = 440/1296 = 55/162.
  CHECK(leaves.event("eliminated_or_reduced") == "217/972");  // 1/6 * (1 + 55/162)
  CHECK(stays.event_value("eliminated_or_reduced") > leaves.event_value("eliminated_or_reduced"));
}

TEST_CASE("questions that make no sense are refused") {
  CHECK_THAT(refusal("sl.artillery", {{"battery", "rockets"}, {"tubes", "3"}}),
             ContainsSubstring("63.76"));
  CHECK_THAT(refusal("sl.artillery", {{"battery", "on_board"}, {"target", "4-6-7"}}),
             ContainsSubstring("calibre"));
  CHECK_THAT(refusal("sl.artillery", {{"communication", "beside_the_gun"}}),
             ContainsSubstring("off-board"));
  CHECK_THAT(refusal("sl.artillery", {{"nationality", "russian"}, {"year", "1940"}}),
             ContainsSubstring("1941"));
  CHECK_THAT(refusal("sl.artillery", {{"nationality", "russia"}}), ContainsSubstring("russian"));
  CHECK_THAT(refusal("sl.artillery", {{"out_of_sight", "7"}}), ContainsSubstring("names no hexes"));
  CHECK_THAT(
      refusal("sl.artillery",
              {{"begin", "spotting_round"}, {"spotting_round", "3.4"}, {"out_of_sight", "3"}}),
      ContainsSubstring("out of sight"));
}

}  // namespace
}  // namespace combat_odds
