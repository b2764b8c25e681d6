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

TEST_CASE("turn after turn") {
  // Against one who can't hurt it the first needs one success in n turns.
  for (const char* const turns : {"1", "2", "3"}) {
    const Answer answer = duel({{"first_dv", "20"}, {"turns", turns}});
    const double missed = turns[0] == '1' ? 7.0 / 9 : turns[0] == '2' ? 49.0 / 81 : 343.0 / 729;
    CHECK(answer.outcome_value("first_wins") == Approx(1 - missed));
  }
  // A stall costs the fire of the next turn where both have fired already, and nobody's after that:
  // equal sides have equal chances.
  const Answer even = duel({{"turns", "6"}});
  CHECK(even.outcome_value("first_wins") == Approx(even.outcome_value("second_wins")));
  const Answer skilled =
      duel({{"turns", "6"}, {"first_field_mechanic", "true"}, {"first_dead_eye", "true"}});
  CHECK(skilled.outcome_value("first_wins") > skilled.outcome_value("second_wins"));
}

}  // namespace
}  // namespace combat_odds
