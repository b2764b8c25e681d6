#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;
using test::refusal;

Given with(const Given& these, const Given& others) { return test::with(these, others); }

/// A vehicle of side B that can't hurt anybody.
const Given against_a_vehicle = {{"b_vehicles", "1"}, {"b_rate_of_fire", "0"}, {"b_armor", "0"},
                                 {"first", "a"},      {"range", "6"},          {"turns", "1"}};

TEST_CASE("sl.combined-duel: anti-tank weapons of infantry") {
  // To Hit 7 (21/36), kill 8 (26/36).
  const Given panzerfaust = with(against_a_vehicle, {{"a_infantry", "4-6-7"},
                                                     {"a_antitank", "1"},
                                                     {"a_antitank_to_hit", "7"},
                                                     {"a_antitank_kill", "8"}});
  CHECK(Answer("sl.combined-duel", panzerfaust).outcome("a_holds") == "91/216");
  const Given twice = with(panzerfaust, {{"turns", "2"}});
  CHECK(Answer("sl.combined-duel", twice).outcome("a_holds") == "91/216");  // it is gone
  // One that lasts fires in Prep Fire and in the Defensive Fire of the next turn: 1 - (125/216)^2.
  CHECK(
      Answer("sl.combined-duel", with(twice, {{"a_antitank_lasts", "true"}})).outcome("a_holds") ==
      "31031/46656");
}

TEST_CASE("sl.combined-duel: a gun at a vehicle") {
  // 75mm at 6 hexes: 10 hits, the front falls to 6. 3 to 10 are plain hits (32 of 36) of 15/36. A 2
  // is critical on a third die of 1 to 4 (less than half of 10): 11 against the rear, and half of
  // the 11s only immobilize, 34/36. (32 * 15 * 3 + 15 + 2 * 34) / 3888.
  const Given gun = with(against_a_vehicle, {{"a_vehicles", "1"}, {"a_armor", "0"}});
  CHECK(Answer("sl.combined-duel", gun).outcome("a_holds") == "1523/3888");
}

TEST_CASE("sl.combined-duel: machine guns of a vehicle at squads") {
  // 8 factors: KIA on 3 or less (3 of 36), a 2 on 4 and 5 (7), a 1 on 6 and 7 (11), an M on 8 (5).
  // Both squads are lost in (3 * 1296 + 7 * 26^2 + 11 * 21^2 + 5 * 15^2) / 46656.
  const Given guns = {{"a_vehicles", "1"},     {"a_armor", "0"}, {"a_rate_of_fire", "0"},
                      {"a_machine_guns", "8"}, {"range", "3"},   {"turns", "1"},
                      {"first", "a"}};
  CHECK(Answer("sl.combined-duel", with(guns, {{"b_infantry", "2*4-4-7"}})).outcome("a_holds") ==
        "3649/11664");
  // One squad with an 8-1 behind the line and a vehicle: it stays in 700 of 1296, breaks in 488,
  // rallies from desperation on 4 (1/6) and is fired at again: 700 * (700 + 488 / 6) / 1296^2.
  const Answer led("sl.combined-duel", with(guns, {{"b_infantry", "4-4-7"},
                                                   {"b_leader", "8-1"},
                                                   {"b_vehicles", "1"},
                                                   {"b_rate_of_fire", "0"},
                                                   {"b_armor", "0"},
                                                   {"turns", "2"}}));
  CHECK(led.measure("b_squads_lost", 0) == "51275/157464");
  CHECK(led.outcome("both") == "1/1");
  // 34.3: while the gun fires at a vehicle elsewhere, the machine guns are idle.
  const Given with_gun = with(guns, {{"b_infantry", "4-4-7"},
                                     {"b_vehicles", "1"},
                                     {"b_armor", "0"},
                                     {"a_rate_of_fire", "1"},
                                     {"a_kill_number", "-2"},
                                     {"a_rear_kill_number", "-2"},
                                     {"b_rate_of_fire", "0"}});
  CHECK(Answer("sl.combined-duel", with_gun).measure("b_squads_lost", 0) == "1/1");
  CHECK(Answer("sl.combined-duel", with(with_gun, {{"same_hex", "true"}}))
            .measure("b_squads_lost", 0) == "175/324");  // 700 of 1296
}

TEST_CASE("sl.combined-duel: values that do not go together are refused") {
  const Given one = {{"a_infantry", "4-6-7"}, {"range", "3"}};
  CHECK(refusal("sl.combined-duel", one).find("the force is empty") != std::string::npos);
  CHECK(refusal("sl.combined-duel", with(one, {{"b_infantry", "4-6-7 8-1"}})).find("b_infantry") !=
        std::string::npos);
  CHECK(refusal("sl.combined-duel", with(one, {{"b_infantry", "3*4-6-7"}, {"b_number", "5"}}))
            .find("up to 12") != std::string::npos);
  // Missing armor, and a missing kill number.
  const Given tanks = {{"a_vehicles", "1"}, {"b_vehicles", "1"}, {"range", "3"}};
  CHECK(refusal("sl.combined-duel", with(tanks, {{"a_armor", "0"}})).find("b_armor") !=
        std::string::npos);
  CHECK(refusal("sl.combined-duel",
                with(tanks, {{"a_armor", "0"}, {"b_armor", "0"}, {"b_gun", "75L"}}))
            .find("b_kill_number") != std::string::npos);
}

}  // namespace
}  // namespace combat_odds
