#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;
using test::with;

TEST_CASE("a DC: duds and effects") {
  const Given squad = {{"target", "4-4-7"}, {"tem", "3"}};
  // 30 FP, +3: an NMC or more on 13 or less, an Original 10 or less, 33/36; a 12 is a dud.
  const Answer placed("asl.demolition-charge", squad);
  CHECK(placed.event("nmc_or_better") == "11/12");
  CHECK(placed.event("dud") == "1/36");
  CHECK(Answer("asl.demolition-charge", with(squad, {{"user", "non_elite"}})).event("dud") ==
        "1/6");
  CHECK(
      Answer("asl.demolition-charge", with(squad, {{"user", "captured_non_elite"}})).event("dud") ==
      "5/12");
  // Concealed: the 12 column, an NMC on 9 or less, an Original 6 or less.
  CHECK(Answer("asl.demolition-charge", with(squad, {{"concealed", "true"}}))
            .event("nmc_or_better") == "5/12");
  // Thrown: +2 more; an Original 8 or less.
  CHECK(Answer("asl.demolition-charge", with(squad, {{"use", "thrown"}})).event("nmc_or_better") ==
        "13/18");
  // Set with an enemy squad there: an 11 is a malfunction, too.
  const Given set = {{"target", "4-4-7"}, {"use", "set"}, {"enemy_infantry", "1"}};
  CHECK(Answer("asl.demolition-charge", set).event("dud") == "1/12");
  // A squad of morale 7: a dr of 3 or less in its own Player Turn, an NTC of 7 or less in the next,
  // 1/2 * 21/36. In the fourth the second NTC after a DC that was set in the third:
  // 1/2 * (1 - (15/36)^3) + 1/4 * 21/36.
  const Given by_squad = with(set, {{"us_number", "3"}, {"morale", "7"}, {"turns", "2"}});
  CHECK(Answer("asl.demolition-charge", by_squad).event("detonated") == "7/24");
  CHECK(Answer("asl.demolition-charge", with(by_squad, {{"turns", "4"}})).event("detonated") ==
        "2107/3456");
  CHECK(Answer("asl.demolition-charge", by_squad).event("dud") == "7/288");
}

TEST_CASE("a thrown DC attacks the thrower's Location, too") {
  // A half-squad of morale 7 in the open at +3 + 3 (a stone building): 30 FP. Whatever it takes, a
  // dud at the target spares it.
  const Given thrown = {{"use", "thrown"},
                        {"target", "4-4-7"},
                        {"tem", "3"},
                        {"thrower", "2-4-7"},
                        {"thrower_tem", "3"}};
  const Answer own("asl.fire", {{"firepower", "30"}, {"drm", "6"}, {"target", "2-4-7"}});
  CHECK(Answer("asl.demolition-charge", thrown).event_value("thrower_broken_or_worse") ==
        Approx(own.event_value("broken_or_worse") * 35 / 36));
}

TEST_CASE("a DC at an AFV: the Position DR and the To Kill DR") {
  const Given side = {{"target", "afv"}, {"armor", "6"}, {"aerial_armor", "3"}};
  const Answer placed("asl.demolition-charge", side);
  CHECK(placed.event("poor_position") == "5/18");  // 9 or more
  // 5 or less, 10/36: 16 - 3 = 13, eliminated on 11 or less, a 12 is a dud, 35/36. 6 to 8, 16/36:
  // 10, eliminated on 9 or less, 30/36. Half of it burns: 6 or less, 15/36, and 5 or less, 10/36.
  CHECK(placed.event("knocked_out") == "415/648");
  CHECK(placed.outcome("burning_wreck") == "155/648");
  // C7.22: a DC from above on an open-topped AFV modifies only the Position DR: -2, 7 or less,
  // 21/36; 8 to 10, 12/36.
  CHECK(Answer("asl.demolition-charge", with(side, {{"open_topped", "true"}}))
            .outcome("burning_wreck") == "145/432");
  // A23.5: in Bypass of the same hex, -2 and -1 for the rear: 8 or less, 26/36, 13 + 1 burns on 7
  // or less, 21/36; 9 to 11, 9/36, 10 + 1 burns on 5 or less, 10/36.
  const Given beside = with(side, {{"bypass", "true"}});
  CHECK(Answer("asl.demolition-charge", beside).outcome("burning_wreck") == "53/108");
  CHECK_THROWS_AS(Answer("asl.demolition-charge", with(beside, {{"facing", "front"}})), InputError);
  // An immobile open-topped one from the rear: -5, so 10 or less is optimal, 33/36; none is poor
  // but 11 and 12, which are 6 and 7: the facing's armor.
  CHECK(Answer("asl.demolition-charge",
               with(side, {{"immobile", "true"}, {"open_topped", "true"}, {"facing", "rear"}}))
            .event("poor_position") == "0/1");
}

TEST_CASE("a shocked AFV spares its crew (C7.42)") {
  // At -20 they die whenever they are attacked. CE, +1: 5 to 7 is normal, a hull hit (coloured not
  // below white) in 2 + 3 + 3 throws; on 10 and 11, 5/36, it is immobilized. 8 to 10 is poor,
  // 12/36: they are attacked by all but a 12, 35/36.
  CHECK(Answer("asl.demolition-charge", {{"target", "afv"},
                                         {"armor", "6"},
                                         {"aerial_armor", "3"},
                                         {"crew_exposed", "true"},
                                         {"exposed", "2-2-8"},
                                         {"exposed_drm", "-20"}})
            .measure("exposed_eliminated", 1) == "115/324");
}

TEST_CASE("a Flamethrower") {
  // 24 FP without TEM is a fire attack of 24 FP that no leader directs.
  const Answer flame("asl.flamethrower", {{"target", "4-4-7"}});
  const Answer fire("asl.fire", {{"firepower", "24"}, {"cowering", "cower"}, {"target", "4-4-7"}});
  for (const char* outcome : {"no_effect", "broken", "eliminated"}) {
    CHECK(flame.outcome(outcome) == fire.outcome(outcome));
  }
  CHECK(flame.event("used_up") == "1/6");
  // A22.1: it cowers. At +2 an NMC takes an Original 10 or less, 33/36, on the 20 column a 9: not
  // 5,5. At +3 a 9 or less, 30/36, on the 16 column a 7: not 4,4.
  const auto nmc = [](const Given& given) {
    return Answer("asl.flamethrower", with({{"target", "4-4-7"}}, given)).event("nmc_or_better");
  };
  CHECK(nmc({{"drm", "2"}}) == "8/9");
  CHECK(nmc({{"drm", "2"}, {"cowering", "never"}}) == "11/12");
  CHECK(nmc({{"drm", "3"}}) == "5/6");
  CHECK(nmc({{"drm", "3"}, {"cowering", "inexperienced"}}) == "29/36");
  CHECK(Answer("asl.fire", {{"attackers", "FT"}, {"range", "1"}, {"drm", "2"}, {"target", "4-4-7"}})
            .event("nmc_or_better") == "8/9");
  CHECK(Answer("asl.flamethrower", {{"target", "4-4-7"}, {"user", "captured"}}).event("used_up") ==
        "5/12");
  // It fires again unless a 10 or more has used it up (6/36), or nobody is left: after a KIA by a 4
  // or less (6/36), or a K/4 by a 5 (4/36) if the half-squad rolls a 12 on its MC. If it cowers, a
  // 2,2 is a K/4: 5/36 and 5/36.
  CHECK(Answer("asl.flamethrower", {{"target", "4-4-7"}, {"cowering", "never"}, {"shots", "2"}})
            .measure("shots", 2) == "215/324");  // 1 - 6/36 - 6/36 - 4/36 x 1/36 = 860/1296
  CHECK(Answer("asl.flamethrower", {{"target", "4-4-7"}, {"shots", "2"}}).measure("shots", 2) ==
        "895/1296");  // 1 - 6/36 - 5/36 - 5/36 x 1/36
  // To Kill 8: less 21/36 burns, 8 itself 5/36 eliminates; 4 at a range of 2: 3/36 and 3/36.
  const Answer near("asl.flamethrower", {{"target", "afv"}});
  CHECK(near.outcome("burning_wreck") == "7/12");
  CHECK(near.outcome("eliminated") == "5/36");
  // 8 + 1 + 2 + 1 = 12: 11 or less burns, and a 12 is a dud (C7.35).
  const Answer best(
      "asl.flamethrower",
      {{"target", "afv"}, {"range", "0"}, {"crew_exposed", "true"}, {"open_topped", "true"}});
  CHECK(best.outcome("burning_wreck") == "35/36");
  CHECK(best.outcome("eliminated") == "0/1");
  CHECK(Answer("asl.flamethrower", {{"target", "afv"}, {"range", "2"}}).event("knocked_out") ==
        "1/6");
}

}  // namespace
}  // namespace combat_odds
