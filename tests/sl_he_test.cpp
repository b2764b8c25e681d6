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

TEST_CASE("the example of rule 34: a T-34 at a stone building") {
  // At 8 hexes it hits with 6. A roll of 5 for effect, +3, is an M on the 8 column.
  const Given asked = {{"gun", "T-34"}, {"range", "8"}, {"target", "4-6-7"}, {"terrain", "stone"}};
  const Outcome passed = played("sl.he", asked, {3, 3, 2, 3, 3, 4});
  CHECK(passed.label() == "no_effect");
  CHECK(measured(passed, "hits") == 1);
  CHECK(played("sl.he", asked, {3, 3, 2, 3, 4, 4}).label() == "broken");
  CHECK(measured(played("sl.he", asked, {3, 4}), "hits") == 0);
}

TEST_CASE("the example of 48.2: a gun is missed; its crew and a squad are not") {
  // At 6 hexes the gun needs 6 and infantry in a building 8. A 7 misses the gun; a roll of 4 is a 7
  // for the squad (1) and a 9 for the crew behind its shield (nothing).
  const Given asked = {{"gun", "75"},        {"range", "6"},    {"target", "4-6-7"},
                       {"terrain", "stone"}, {"crew", "2-4-7"}, {"target_type", "shielded_gun"}};
  const Outcome example = played("sl.he", asked, {3, 4, 2, 2, 3, 4});
  CHECK(example.label() == "gun_intact");
  CHECK(measured(example, "broken") == 1);  // the squad fails with 7 + 1
  CHECK(measured(example, "unharmed") == 1);
  // From outside its Covered Arc both have a 1: two checks.
  const Outcome flank =
      played("sl.he", with(asked, {{"uncovered_arc", "true"}}), {3, 4, 2, 2, 3, 4, 3, 4});
  CHECK(measured(flank, "broken") == 2);
}

TEST_CASE("63.9: hits that destroy a gun") {
  // The gun's line needs 6 at 6 hexes: 15/36.
  const Given gun = {{"gun", "75"}, {"range", "6"}, {"target_type", "unshielded_gun"}};
  CHECK(Answer("sl.he", gun).event("gun_destroyed") == "5/12");
  // Through the shield a kill on the front's 2, -4: 6 or less.
  const Given shielded = with(gun, {{"target_type", "shielded_gun"}});
  CHECK(Answer("sl.he", shielded).event("gun_destroyed") == "25/144");
  CHECK(Answer("sl.he", with(shielded, {{"uncovered_arc", "true"}})).event("gun_destroyed") ==
        "5/12");
  CHECK(Answer("sl.he", with(shielded, {{"fire", "mortar"}})).event("gun_destroyed") == "5/12");
  // 63.17: a V is hit as a vehicle, with 10 or less.
  CHECK(Answer("sl.he", with(gun, {{"gun_line", "vehicle_in_other"}})).event("gun_destroyed") ==
        "11/12");
}

TEST_CASE("58.1, 59.3: shells bring a building down and set it on fire") {
  // A 150mm at 6 hexes hits infantry in a building with 8 (26 of 36): 30 factors at +3, a KIA on a
  // DR of 3 or less (3 of 36), and fire on another one. What lands near, a 9, has the 12 column: a
  // KIA on a final 3 or less, which no roll gives.
  const Answer gun("sl.he", {{"gun", "150"},
                             {"range", "6"},
                             {"target", "4-6-7"},
                             {"terrain", "stone"},
                             {"building", "true"}});
  CHECK(gun.event("rubble") == "13/216");
  CHECK(gun.event("fire") == "13/2592");
  CHECK(gun.outcome("eliminated") == "13/216");
  CHECK(refusal("sl.he", {{"gun", "75"},
                          {"range", "2"},
                          {"target", "4-6-7"},
                          {"fire", "canister"},
                          {"building", "true"}})
            .find("building") != std::string::npos);
}

TEST_CASE("63.24: a mortar fires one column less") {
  // 50mm: in the open at 5 hexes 9 or less hits (30/36). KIA on the 4 column with a 2, on the 6
  // column of a gun of that size with 3 or less.
  const Given mortar = {{"gun", "50"}, {"range", "5"}, {"fire", "mortar"}, {"target", "4-6-7"}};
  CHECK(Answer("sl.he", mortar).outcome("eliminated") == "5/216");
  CHECK(Answer("sl.he", with(mortar, {{"fire", "he"}})).outcome("eliminated") == "5/72");
  // A vehicle takes it as a barrage: -3, KIA with 5 or less on the 4 column, 10/36.
  CHECK(Answer("sl.he",
               {{"gun", "50"}, {"range", "5"}, {"fire", "mortar"}, {"target_type", "soft_vehicle"}})
            .event("knocked_out") == "55/216");  // 33/36 * 10/36
}

TEST_CASE("a moving target: +2 To Hit, -2 on the IFT") {
  // 75mm at 6 hexes: 9 - 2 = 7 hits (21/36); the 8 column at -2 is KIA on 5 or less (10/36).
  const Given moving = {{"gun", "75"},
                        {"range", "6"},
                        {"target", "4-4-7"},
                        {"fire_phase", "defensive"},
                        {"moving", "true"}};
  CHECK(Answer("sl.he", moving).outcome("eliminated") == "35/216");
  // In woods there is no -2, but +1: 8 - 2 = 6 (15/36), KIA on 2 (1/36).
  CHECK(Answer("sl.he", with(moving, {{"terrain", "woods"}})).outcome("eliminated") == "5/432");
  // Behind a wall in the open: -2 + 2.
  CHECK(Answer("sl.he", with(moving, {{"terrain", "wall"}})).outcome("eliminated") == "7/144");
}

TEST_CASE("adjacent and concealed") {
  // Adjacent: To Hit 9 + 2 = 11 (35/36), 16 factors are KIA on 4 or less (6/36). Concealed: 9 and 8
  // factors, KIA on 3 or less.
  const Given adjacent = {{"gun", "75"}, {"range", "1"}, {"target", "4-6-7"}};
  CHECK(Answer("sl.he", adjacent).outcome("eliminated") == "35/216");
  CHECK(Answer("sl.he", with(adjacent, {{"concealed", "true"}})).outcome("eliminated") == "5/72");
}

TEST_CASE("34.9: canister") {
  // At 3 hexes 9 or less hits. 6 or less (15/36) is canister, 20 factors, KIA on 4 or less (6/36);
  // 7 to 9 (15/36) finds none and is HE, KIA on 3 or less (3/36).
  const Given canister = {
      {"gun", "75*"}, {"range", "3"}, {"fire", "canister"}, {"target", "4-6-7"}};
  const Answer answer("sl.he", canister);
  CHECK(answer.outcome("eliminated") == "5/48");
  CHECK(answer.event("canister_gone") == "7/12");
  CHECK_THAT(refusal("sl.he", with(canister, {{"range", "4"}})),
             ContainsSubstring("range 3 or less"));
}

TEST_CASE("63.16, 63.23: fire values") {
  const Given value = {{"gun", "20L"},
                       {"range", "6"},
                       {"fire", "equivalent"},
                       {"firepower", "8"},
                       {"target", "4-6-7"}};
  CHECK(Answer("sl.he", value).outcome("eliminated") == "1/12");  // 8 column: KIA on 3
  CHECK(Answer("sl.he", with(value, {{"range", "1"}})).outcome("eliminated") == "1/6");
  CHECK(Answer("sl.he", with(value, {{"range", "21"}})).outcome("eliminated") == "1/36");
  // Sprayed: 4 factors at each hex; 1 - (35/36)^2 that the gun breaks down.
  const Answer sprayed("sl.he", with(value, {{"fire", "spraying"}, {"second_hex", "4-4-7@-1"}}));
  CHECK(sprayed.outcome("eliminated") == "1/36");
  CHECK(sprayed.measure("others_eliminated", 1) == "1/12");
  CHECK(sprayed.event("breakdown") == "71/1296");
  CHECK_THAT(refusal("sl.he", with(value, {{"intensive_fire", "true"}})),
             ContainsSubstring("63.16"));
}

TEST_CASE("100.2: a near miss in the hex") {
  // The same as sl.near-miss with 7 needed: 7/12 * 10/36 + 5/36 * 3/36.
  CHECK(Answer("sl.he", {{"gun", "122"}, {"range", "14"}, {"target", "4-6-7"}})
            .outcome("eliminated") == "25/144");
  // A gun is not harmed by one, its crew is.
  const Answer gun("sl.he", {{"gun", "122"}, {"range", "6"}, {"target_type", "unshielded_gun"}});
  CHECK(gun.event("gun_destroyed") == "5/12");
}

TEST_CASE("51.4, 33.9: soft vehicles and their passengers") {
  // 75mm HE at 8 hexes hits with 9 (30/36) and kills always; half of the kill number, 6 or less
  // (15/36), burns. Passengers survive on 4 (6/36) where it does not.
  const Given truck = {{"gun", "75"},
                       {"range", "8"},
                       {"target_type", "soft_vehicle"},
                       {"target", "4-6-7"},
                       {"survival_number", "4"}};
  const Answer hit("sl.he", truck);
  CHECK(hit.outcome("vehicle_burning") == "25/72");
  CHECK(hit.event("knocked_out") == "5/6");
  CHECK(hit.event("eliminated_or_reduced") == "325/432");  // 5/6 * (5/12 + 7/12 * 5/6)
  CHECK(Answer("sl.he", with(truck, {{"survival_number", ""}})).event("eliminated_or_reduced") ==
        "5/6");
  // 4 factors on the IFT: KIA 1/36; a 3 is 2, 4 and 5 are 1, 6 is M. The morale of 8 fails with
  // (2*21 + 7*15 + 5*10)/1296 = 197/1296; then 10/36 a wreck, 26/36 immobilized.
  const Answer value("sl.he", {{"gun", "20L"},
                               {"range", "8"},
                               {"target_type", "soft_vehicle"},
                               {"fire", "equivalent"},
                               {"firepower", "4"}});
  CHECK(value.event("knocked_out") == "1633/23328");
  CHECK(value.outcome("vehicle_immobilized") == "2561/23328");
}

TEST_CASE("several shots, until the gun jams") {
  // The chart allows no hit on a gun at 30 hexes with red numbers: two shots are always fired.
  const Given shots = {{"gun", "50"},
                       {"range", "30"},
                       {"target_type", "unshielded_gun"},
                       {"to_hit_numbers", "red"},
                       {"rate_of_fire", "2"}};
  CHECK(Answer("sl.he", shots).event("breakdown") == "71/1296");
  CHECK(Answer("sl.he", shots).event("gun_destroyed") == "0/1");
}

TEST_CASE("24.6: smoke adds its die to the To Hit roll, or to the roll of a fire value") {
  // 9 or less less a die: (26 + 21 + 15 + 10 + 6 + 3)/216.
  const Given shell = {{"gun", "75"}, {"range", "6"}, {"target", "4-6-7"}, {"smoke", "still_air"}};
  CHECK(Answer("sl.he", shell).measure("hits", 1) == "3/8");
  // 8 factors are KIA on 3 or less: a 2 and a die of 1.
  CHECK(Answer("sl.he", with(shell, {{"fire", "equivalent"}, {"firepower", "8"}}))
            .outcome("eliminated") == "1/216");
}

TEST_CASE("questions that make no sense are refused") {
  CHECK_THAT(refusal("sl.he", {{"gun", "75"}, {"range", "6"}}), ContainsSubstring("nobody"));
  CHECK_THAT(refusal("sl.he",
                     {{"gun", "75"}, {"range", "6"}, {"fire", "equivalent"}, {"target", "4-6-7"}}),
             ContainsSubstring("63.16"));
  CHECK_THAT(
      refusal("sl.he", {{"gun", "75"}, {"range", "6"}, {"target", "4-6-7"}, {"crew", "2-4-7"}}),
      ContainsSubstring("only a gun"));
  CHECK_THAT(refusal("sl.he", {{"gun", "20L"}, {"range", "6"}, {"target", "4-6-7"}}),
             ContainsSubstring("no HE column"));
  CHECK_THAT(refusal("sl.he", {{"gun", "88"}, {"range", "6"}, {"target_type", "soft_vehicle"}}),
             ContainsSubstring("kill_number"));
}

}  // namespace
}  // namespace combat_odds
