#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;
using test::refusal;

Answer crossing(const Given& given) { return Answer("asl.street-crossing", given); }

/// The chance that a 4-6-7 can go on after an attack.
double goes_on(const std::string& firepower, const std::string& drm) {
  const Answer attack("asl.fire", {{"firepower", firepower}, {"drm", drm}, {"target", "4-6-7"}});
  return attack.outcome_value("no_effect") + attack.outcome_value("reduced");
}

/// One shot at each unit in the street, none at the goal, by firers that neither cower nor fire
/// again.
Given one_shot(const char* firers) {
  return {{"target", "4-6-7"},   {"firers", firers},     {"range", "4"},
          {"cowering", "never"}, {"sees_goal", "false"}, {"subsequent_fire", "false"}};
}

TEST_CASE("one shot in the open street is one attack at -2 (A4.6)") {
  CHECK(crossing(one_shot("4-4-7")).event_value("all_across") == Approx(goes_on("4", "-2")));
  // A Dash halves it; SMOKE of +2 cancels FFMO and adds to the rest: -1 + 2.
  const Given dash = test::with(one_shot("4-4-7"), {{"moves", "dash"}});
  CHECK(crossing(dash).event_value("all_across") == Approx(goes_on("2", "-2")));
  const Given smoke = test::with(one_shot("4-4-7"), {{"smoke", "2"}});
  CHECK(crossing(smoke).event_value("all_across") == Approx(goes_on("4", "1")));
  // A Hindrance of 1 does, too: -1 + 1.
  const Given hindered = test::with(one_shot("4-4-7"), {{"hindrance", "1"}});
  CHECK(crossing(hindered).event_value("all_across") == Approx(goes_on("4", "0")));
  // Assault Movement straight into woods: +1, neither FFNAM nor FFMO.
  const Given assault = test::with(one_shot("4-4-7"), {{"moves", "assault"},
                                                       {"street", "0"},
                                                       {"goal", "woods"},
                                                       {"goal_mf", "1"},
                                                       {"sees_goal", "true"}});
  const Answer attack("asl.fire", {{"firepower", "4"}, {"drm", "1"}, {"target", "4-6-7"}});
  CHECK(crossing(assault).outcome_value("eliminated") ==
        Approx(attack.outcome_value("eliminated")));
  // Pinned in the goal is across.
  CHECK(crossing(assault).event_value("all_across") ==
        Approx(attack.outcome_value("no_effect") + attack.outcome_value("pinned") +
               attack.outcome_value("reduced") + attack.outcome_value("reduced_pinned")));
}

TEST_CASE("a stack at the goal is harmed as by the same attack alone") {
  const std::string stack = "2*4-6-7 2-4-7 9-1 8-0";
  const Answer crossed = crossing(test::with(one_shot("2*4-4-7"), {{"target", stack},
                                                                   {"moves", "assault"},
                                                                   {"street", "0"},
                                                                   {"goal", "woods"},
                                                                   {"sees_goal", "true"}}));
  const Answer attack("asl.fire", {{"firepower", "8"}, {"drm", "1"}, {"target", stack}});
  CHECK(crossed.event("leader_lost") == attack.event("leader_lost"));
  CHECK(crossed.event("good_order") == attack.event("good_order"));
  CHECK(crossed.event("eliminated_or_reduced") == attack.event("eliminated_or_reduced"));
  for (int lost = 0; lost < 4; ++lost) {
    CHECK(crossed.measure("eliminated", lost) == attack.measure("eliminated", lost));
  }
}

TEST_CASE("five units under a fire group with a LMG have exact odds") {
  const Answer crossed =
      crossing({{"target", "3*4-6-7 9-1 8-0"}, {"firers", "2*4-6-7 LMG"}, {"range", "4"}});
  double all = 0;
  for (const Chance& chance : crossed.odds().chances) {
    if (chance.name == "across" && chance.kind == Chance::Kind::measure) all += chance.exact->value;
  }
  CHECK(all == Approx(1));
}

TEST_CASE("the second unit is attacked by Residual FP (A8.2)") {
  const Given two =
      test::with(one_shot("4-4-7"), {{"target", "2*4-6-7"}, {"together", "one_by_one"}});
  // 4 FP leave 2.
  CHECK(crossing(two).measure("across", 2) != "0/1");
  CHECK(crossing(two).event_value("all_across") == Approx(goes_on("4", "-2") * goes_on("2", "-2")));
  // A Hindrance of 1 leaves 1 (the rule's own example), and does not cancel FFMO for it.
  const Given hindered = test::with(two, {{"hindrance", "1"}});
  CHECK(crossing(hindered).event_value("all_across") ==
        Approx(goes_on("4", "0") * goes_on("1", "-2")));
  // A wall of +2 leaves none (another one).
  const Given wall = test::with(two, {{"street_terrain", "wall"}});
  CHECK(crossing(wall).event_value("all_across") == Approx(goes_on("4", "1")));
}

TEST_CASE("a Fire Lane: a column left of the MG's, until its DR breaks the MG (A9.22)") {
  // 7 FP at -2 for the first, a lane of 4 FP for the second. On the first's 12 (Final 10 on the 6
  // column: nothing) the HMG malfunctions, and there is no lane.
  const Given two = test::with(
      one_shot("2-4-7 German HMG 8-0"),
      {{"target", "2*4-6-7"}, {"together", "one_by_one"}, {"range", "6"}, {"fire_lane", "true"}});
  const double first = goes_on("7", "-2");
  CHECK(crossing(two).event_value("all_across") ==
        Approx((first - 1.0 / 36) * goes_on("4", "-2") + 1.0 / 36));
}

TEST_CASE("malfunctions: B#, and two less in Sustained Fire (A9.3, A9.7)") {
  // A Russian MMG of B11: 3/36 with its only shot.
  const Given once = one_shot("2-4-7 Russian MMG 8-0");
  CHECK(crossing(once).event("malfunction") == "1/12");
  // At the goal, +20 so that nobody is hurt: First Fire (B11, 3/36); with the rate, on a coloured
  // die of 2 or less, once more (12/36, none of which is an 11); else Subsequent First Fire of B9
  // (10/36). 3/36 + 12/36 x 3/36 + 21/36 x 10/36.
  const Given twice = test::with(once, {{"street", "0"},
                                        {"sees_goal", "true"},
                                        {"goal_mf", "2"},
                                        {"drm", "5"},
                                        {"goal", "9"},
                                        {"subsequent_fire", "true"}});
  CHECK(crossing(twice).event("malfunction") == "59/216");
}

TEST_CASE("units that can't cross, and firers that can't fire, are refused") {
  CHECK_FALSE(refusal("asl.street-crossing", {{"target", "4-6-7"}}).empty());
  const Given fine = one_shot("4-6-7 German HMG");
  CHECK(refusal("asl.street-crossing", fine).empty());
  CHECK_FALSE(refusal("asl.street-crossing", test::with(fine, {{"firers", "4-6-7 FT"}})).empty());
  CHECK_FALSE(refusal("asl.street-crossing", test::with(fine, {{"firers", "9-1"}})).empty());
  CHECK_FALSE(refusal("asl.street-crossing", test::with(fine, {{"range", "20"}})).empty());
  CHECK_FALSE(refusal("asl.street-crossing", test::with(fine, {{"moves", "assault"}})).empty());
  CHECK_FALSE(refusal("asl.street-crossing", test::with(fine, {{"moves", "dash"}, {"street", "2"}}))
                  .empty());
  CHECK_FALSE(refusal("asl.street-crossing", test::with(one_shot("4-6-7"), {{"fire_lane", "true"}}))
                  .empty());
}

TEST_CASE("a unit that goes berserk in the street charges instead (A15.431)") {
  // 2 FP at -2 + 5: only an Original 2 (1 of 36) comes to an NMC, whose Original 2 is Heat of
  // Battle. A Russian 4-4-7 has +2: 7 to 9 (15 of 36) goes berserk, 10 and more surrenders or,
  // under No Quarter, goes berserk, too (6).
  const Given shot = test::with(
      one_shot("2-2-8"),
      {{"range", "2"}, {"target", "4-4-7"}, {"drm", "5"}, {"heat_of_battle", "russian"}});
  CHECK(crossing(shot).event("heat_of_battle") == "1/1296");
  CHECK(crossing(shot).outcome("berserk") == "5/15552");
  CHECK(crossing(test::with(shot, {{"no_quarter", "true"}})).outcome("berserk") == "7/15552");
  CHECK(refusal("asl.street-crossing", test::with(shot, {{"target", "2*4-4-7"}}))
            .find("played for one unit") != std::string::npos);
}

}  // namespace
}  // namespace combat_odds
