#include "combat_odds/sim/squad_leader/infantry/ift.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/scripted_dice.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::measured;
using test::played;
using test::refusal;

TEST_CASE("the four rolls of the example of rule 92") {
  // The 4-6-7 in the entrenchment fires at a Cossack next to it and rolls 8: its fire would have
  // been a 2 (8 - 3 on the 8 column), but 8 is more than its morale, so it does not fire. Then the
  // Cossack's charge rolls 5: nothing against the entrenchment but a 1 (5 - 2 + 4), which the squad
  // passes with a 2.
  const Outcome first =
      played("sl.cavalry-charge", {{"cavalry", "5-3-7"}, {"entrenched_target", "4-6-7"}},
             {4, 4, 3, 2, 1, 1});
  CHECK(measured(first, "defenders_fired") == 0);
  CHECK(first.label() == "no_effect");
  // The crew in the open passes with a 7 and fires: 7 - 3 on the 4 column is a 1; the Cossack
  // rolls 8 and is off his horse.
  const Outcome second =
      played("sl.cavalry-charge", {{"cavalry", "5-3-7"}, {"target", "2-4-7"}}, {3, 4, 4, 4});
  CHECK(second.label() == "repulsed");
  CHECK(second.happened("cavalry_broken"));
  // The other Cossack, at whom nobody fires, rolls 5 on the 8 column (10 factors): KIA on the crew
  // in the open (3), a 1 on the squad in the entrenchment (7), which fails it with a 7.
  const Outcome charge = played("sl.cavalry-charge",
                                {{"cavalry", "5-3-7"},
                                 {"target", "2-4-7"},
                                 {"entrenched_target", "4-6-7"},
                                 {"defensive_fire", "none"}},
                                {2, 3, 3, 4});
  CHECK(charge.label() == "target_defeated");
  CHECK(measured(charge, "defenders_eliminated") == 1);
  CHECK(measured(charge, "defenders_broken") == 1);
}

TEST_CASE("one DR is both the check and the fire") {
  // A 4-6-7 at point blank, 8 column at -3: of the rolls that pass (7 or less) 2 to 6 are KIA
  // (3 or less; 15/36) and 7 is a 2 (6/36), which a 5-3-7 fails on 6 or more (26/36).
  const Answer answer("sl.cavalry-charge", {{"cavalry", "5-3-7"}, {"target", "4-6-7"}});
  CHECK(answer.event("cavalry_eliminated") == "5/12");
  CHECK(answer.event("cavalry_broken") == "13/108");
  CHECK(answer.measure("defenders_fired", 1) == "7/12");
  // Earlier fire needs no check but is not doubled: 4 column at -3. 2 to 5 are KIA (2 or less;
  // 10/36), 6 is a 2 (5/36), 7 and 8 a 1 (11/36), 9 an M (4/36). A 7 fails a 2 on 6 or more (26), a
  // 1 on 7 (21), an M on 8 (15): (5 * 26 + 11 * 21 + 4 * 15) / 1296 = 421/1296.
  const Answer earlier("sl.cavalry-charge",
                       {{"cavalry", "5-3-7"}, {"target", "4-6-7"}, {"defensive_fire", "earlier"}});
  CHECK(earlier.event("cavalry_eliminated") == "5/18");
  CHECK(earlier.event("cavalry_broken") == "421/1296");
}

TEST_CASE("a charge at an undefended squad") {
  // 10 factors, 8 column at -2: KIA on 5 or less (3 or less; 10/36).
  const auto charge = [](const char* wheatfield) {
    return Answer("sl.cavalry-charge", {{"cavalry", "5-3-7"},
                                        {"target", "4-6-7"},
                                        {"defensive_fire", "none"},
                                        {"wheatfield", wheatfield}});
  };
  CHECK(charge("false").outcome("target_eliminated") == "5/18");
  // In a wheatfield 5 factors, 4 column: KIA on 4 or less (2 or less; 6/36).
  CHECK(charge("true").outcome("target_eliminated") == "1/6");
}

TEST_CASE("what can't charge is said in a line") {
  CHECK(refusal("sl.cavalry-charge", {{"cavalry", "8-1"}, {"target", "4-6-7"}}).find("92.4") !=
        std::string::npos);
  CHECK(refusal("sl.cavalry-charge", {{"cavalry", "5-3-7"}}).find("nobody") != std::string::npos);
}

}  // namespace
}  // namespace combat_odds
