#include "sim/squad_leader/infantry/ift.hpp"
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
  // The other Cossack, who is not fired at, rolls 5 on the 8 column (10 factors): KIA on the crew
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

TEST_CASE("the defenders of a hex that dare fire as one Fire Group") {
  // Two 4-6-7 pass on 7 or less (21/36) and then fire 16 factors at -3: 4 or less is a KIA.
  const Answer alike("sl.cavalry-charge",
                     {{"cavalry", "5-3-7"}, {"target", "2*4-6-7"}, {"fire_as", "group"}});
  CHECK(alike.event("cavalry_eliminated") == "7/12");
  CHECK(alike.measure("defenders_fired", 2) == "7/12");
  CHECK(alike.measure("defenders_fired", 0) == "5/12");
  // An 8 (5/36) is too much for the 4-6-7, and the 8-3-8 fires its 16 factors alone: 8 - 3 is a 3,
  // which a 7 fails on 5 or more (30/36).
  const Answer unlike("sl.cavalry-charge",
                      {{"cavalry", "5-3-7"}, {"target", "4-6-7 8-3-8"}, {"fire_as", "group"}});
  CHECK(unlike.event("cavalry_eliminated") == "7/12");
  CHECK(unlike.event("cavalry_broken") == "25/216");
  CHECK(unlike.measure("defenders_fired", 1) == "5/36");
}

TEST_CASE("sl.cavalry: fire at horsemen, and at horses") {
  // 8 factors at -2 and -1 for horses: 2 to 6 are KIA (15/36), 7 and 8 a 2 (11), 9 and 10 a 1 (7),
  // 11 an M (2). A 7 fails those with 26, 21 and 15 of 36: (11 * 26 + 7 * 21 + 2 * 15) / 1296.
  const test::Given open = {{"riders", "5-3-7"}, {"ride", "8 -2"}};
  const Answer squad("sl.cavalry", open);
  CHECK(squad.outcome("eliminated") == "5/12");
  CHECK(squad.outcome("off_the_horse") == "463/1296");
  CHECK(squad.outcome("rides_on") == "293/1296");
  // 92.74: a result that would break them costs the berserk only their horse. On foot they have no
  // -1: KIA on 5 or less (10/36) of the second attack.
  const Answer berserk("sl.cavalry", test::with(open, {{"berserk", "true"}}));
  CHECK(berserk.outcome("on_foot") == "463/1296");
  CHECK(berserk.outcome("eliminated") == "5/12");
  const Answer again("sl.cavalry",
                     {{"riders", "5-3-7"}, {"ride", "8 -2; 8 -2"}, {"berserk", "true"}});
  // 293/1296 ride on and are hit as before, 463/1296 are on foot.
  CHECK(again.outcome("rides_on") == "85849/1679616");
  CHECK(again.outcome("on_foot") == "569027/1679616");  // 463 * (26 * 36 + 293)
  // 92.73: any result, 11 or less.
  CHECK(Answer("sl.cavalry", {{"unmounted_horses", "true"}, {"ride", "8 -2"}})
            .outcome("horses_gone") == "35/36");
}

TEST_CASE("sl.cavalry: horsemen before a vehicle") {
  CHECK(Answer("sl.cavalry", {{"riders", "5-3-7"}, {"ride", "afv"}}).event("refuses_afv") ==
        "5/12");
  // An 8-1 passes on 8 (26/36), and then the squad does on 8, too.
  const Answer led("sl.cavalry", {{"riders", "5-3-7 8-1"}, {"ride", "afv"}});
  CHECK(led.event("refuses_afv") == "155/324");
  CHECK(led.outcome("rides_on") == "1/1");
  CHECK(refusal("sl.cavalry", {{"riders", "2*5-3-7"}, {"ride", "8"}}).find("92.4") !=
        std::string::npos);
  CHECK(refusal("sl.cavalry", {{"riders", "5-3-7"}, {"ride", "8 x"}}).find("is no attack") !=
        std::string::npos);
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

TEST_CASE("units that can't charge are refused in a line") {
  CHECK(refusal("sl.cavalry-charge", {{"cavalry", "8-1"}, {"target", "4-6-7"}}).find("92.4") !=
        std::string::npos);
  CHECK(refusal("sl.cavalry-charge", {{"cavalry", "5-3-7"}}).find("nobody") != std::string::npos);
}

}  // namespace
}  // namespace combat_odds
