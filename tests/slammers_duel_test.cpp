#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;

/// Two elite vehicles with one weapon of one shot: 2/3 to hit, FP 5 always reaches DV 6, and each
/// damage result has 1/9.
Answer duel(Given given) {
  given.insert({{"first_shots", "1"},
                {"second_shots", "1"},
                {"first_fp_vehicle", "5"},
                {"second_fp_vehicle", "5"},
                {"first_dv", "6"},
                {"second_dv", "6"},
                {"turns", "1"}});
  return Answer("slammers.duel", given);
}

TEST_CASE("one turn: both fire, or one after the other") {
  const Answer both = duel({});
  CHECK(both.outcome("both_knocked_out") == "4/81");
  CHECK(both.outcome("first_wins") == "14/81");
  CHECK(both.outcome("second_wins") == "14/81");
  CHECK(both.measure("first_weapons", 0) == "4/9");  // knocked out 2/9, weapon lost 2/9
  // The second fires unless it is knocked out (2/9), stalled (1/9) or has lost its weapon (2/9).
  const Answer first = duel({{"order", "first"}});
  CHECK(first.outcome("first_wins") == "2/9");
  CHECK(first.outcome("second_wins") == "8/81");  // 4/9 * 2/9
  const Answer second = duel({{"order", "second"}});
  CHECK(second.outcome("second_wins") == "2/9");
  const Answer rolled = duel({{"order", "rolled"}});
  CHECK(rolled.outcome("first_wins") == "13/81");  // (2/9 + 8/81) / 2
}

TEST_CASE("skills: a Field Mechanic fires on, Dead Eye hits, Double Tap fires twice") {
  // Stall and weapon loss are ignored with 2/3: the second fires with 1 - 2/9 - 1/9.
  CHECK(duel({{"order", "first"}, {"second_field_mechanic", "true"}}).outcome("second_wins") ==
        "4/27");
  CHECK(duel({{"order", "first"}, {"first_dead_eye", "true"}}).outcome("first_wins") ==
        "5/18");  // 5/6 * 1/3
  CHECK(duel({{"order", "first"}, {"first_double_tap", "true"}}).outcome("first_wins") ==
        "32/81");  // 1 - (7/9)^2
  // The weapon jams on a 1 in the second burst, which is held after a kill: 7/9 * 1/6. The other
  // can't hurt it.
  CHECK(duel({{"order", "first"},
              {"first_double_tap", "true"},
              {"first_dv", "20"},
              {"second_dv", "6"}})
            .measure("first_weapons", 0) == "7/54");
}

TEST_CASE("several turns") {
  // Against an enemy that can't hurt it, the first needs one success in n turns.
  for (const char* const turns : {"1", "2", "3"}) {
    const Answer answer = duel({{"first_dv", "20"}, {"turns", turns}});
    const double missed = turns[0] == '1' ? 7.0 / 9 : turns[0] == '2' ? 49.0 / 81 : 343.0 / 729;
    CHECK(answer.outcome_value("first_wins") == Approx(1 - missed));
  }
  // A stall costs the next turn's fire if both have fired already, and no fire after that: equal
  // sides have equal chances.
  const Answer even = duel({{"turns", "6"}});
  CHECK(even.outcome_value("first_wins") == Approx(even.outcome_value("second_wins")));
  const Answer skilled =
      duel({{"turns", "6"}, {"first_field_mechanic", "true"}, {"first_dead_eye", "true"}});
  CHECK(skilled.outcome_value("first_wins") > skilled.outcome_value("second_wins"));
}

TEST_CASE(
    "leadership points pay for second bursts and ConFire, and the points spent are reported") {
  // Veterans hit with 1/2, and a hit knocks out with 1/3: 1/6 a shot.
  const auto veterans = [](Given more) {
    more.insert(
        {{"order", "first"}, {"first_quality", "veteran"}, {"second_quality", "untrained"}});
    more.insert({{"first_dv", "20"}, {"first_lp", "2"}});
    return duel(more);
  };
  CHECK(veterans({}).outcome("first_wins") == "1/6");
  CHECK(veterans({}).measure("first_lp_spent", 0) == "1/1");
  const Answer better = veterans({{"first_confire", "true"}});
  CHECK(better.outcome("first_wins") == "2/9");  // 2/3 * 1/3
  CHECK(better.measure("first_lp_spent", 2) == "1/1");
  const Answer twice = veterans({{"first_double_tap", "true"}});
  CHECK(twice.outcome("first_wins") == "11/36");  // 1 - (5/6)^2
  CHECK(twice.measure("first_lp_spent", 1) == "1/1");
  // Rapid Fire costs 3 LP, more than there are. Double Tap and ConFire together cost 3, too.
  CHECK(veterans({{"first_second_bursts", "rapid_fire"}, {"first_double_tap", "true"}})
            .outcome("first_wins") == "1/6");
  const Given both = {{"first_double_tap", "true"}, {"first_confire", "true"}};
  CHECK(veterans(both).outcome("first_wins") == "2/9");
  Given three = both;
  three["first_lp"] = "3";
  CHECK(veterans(three).outcome("first_wins") == "32/81");  // 1 - (7/9)^2
  // Best play of one turn: twice, for 1 point; if a point is worth more than 11/36 - 1/6 = 5/36,
  // not.
  CHECK(veterans({{"best", "first_wins"}}).outcome("first_wins") == "11/36");
  CHECK(veterans({{"best", "first_wins-0.13*first_lp_spent"}}).measure("first_lp_spent", 1) ==
        "1/1");
  CHECK(veterans({{"best", "first_wins-0.14*first_lp_spent"}}).measure("first_lp_spent", 0) ==
        "1/1");
  // With 2 points in each turn, both turns can pay; with 2 in all, the first may use them up.
  const Given turns = {{"first_confire", "true"}, {"turns", "2"}};
  CHECK(veterans(turns).outcome("first_wins") == "32/81");
  Given in_all = turns;
  in_all["first_lp_for"] = "duel";
  CHECK(veterans(in_all).outcome("first_wins") == "19/54");  // 1 - 7/9 * 5/6
  CHECK(veterans(in_all).measure("first_lp_left", 0) == "1/1");
  CHECK_THROWS_WITH(
      duel({{"first_lp", "2"}, {"first_confire", "true"}, {"first_quality", "elite"}}),
      Catch::Matchers::ContainsSubstring("better than Elite"));
}

}  // namespace
}  // namespace combat_odds
