#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;
using test::with;

TEST_CASE("Hindrance: the eight examples of section 2") {
  const auto hindrance = [](const Given& given, int value) {
    return Answer("cos.hindrance", given).measure("hindrance", value) == "1/1";
  };
  CHECK(hindrance({{"grain", "11"}}, 1));                           // 1. F15 to C5
  CHECK(hindrance({{"grain", "6"}}, 1));                            // 2. F15 to F8
  CHECK(hindrance({{"to", "up_slope"}, {"grain", "8"}}, 0));        // 3. F15 to G6
  CHECK(hindrance({{"to", "up_slope"}, {"grain", "1"}}, 0));        // 4. G15 to H5
  CHECK(hindrance({{"grain", "1"}}, 1));                            // 5. P12 to U13: Brush
  CHECK(hindrance({}, 0));                                          // 6. Q15 to V12: a level lower
  CHECK(hindrance({{"grain", "1"}}, 1));                            // 7. R16 to T14
  CHECK(hindrance({{"sparse_orchards", "1"}, {"grain", "1"}}, 2));  // 8. G17 to U17
  // Without a Hillock each hex counts. 2.2: an Up-Slope unit sees as from a Hillock only to, past
  // or over a Hillock. To the ground elsewhere each of the four hexes counts; over a Hillock they
  // count as one.
  CHECK(hindrance({{"from", "ground"}, {"grain", "4"}}, 4));
  CHECK(hindrance({{"from", "up_slope"}, {"grain", "4"}}, 4));
  CHECK(hindrance({{"from", "up_slope"}, {"over_hillock", "true"}, {"grain", "4"}}, 1));
  const Given slopes = {{"from", "up_slope"}, {"to", "up_slope"}, {"grain", "4"}};
  CHECK(hindrance(slopes, 4));
  CHECK(hindrance(with(slopes, {{"over_hillock", "true"}}), 0));
  CHECK_THROWS_AS(Answer("cos.hindrance", {{"over_hillock", "true"}}), InputError);
  CHECK_THROWS_AS(
      Answer("cos.hindrance", {{"from", "up_slope"}, {"to", "hillock"}, {"over_hillock", "true"}}),
      InputError);
}

TEST_CASE("Wire: one Bog DR of 10 or more for each hexspine") {
  CHECK(Answer("cos.wire-bog", {{"hexspines", "1"}}).outcome("bogged") == "1/6");
  CHECK(Answer("cos.wire-bog", {{"hexspines", "2"}}).outcome("free") == "25/36");
  CHECK(Answer("cos.wire-bog", {{"hexspines", "3"}}).measure("hexspines_before_bog", 1) == "5/36");
  CHECK(Answer("cos.wire-bog", {{"hexspines", "1"}, {"drm", "1"}}).outcome("bogged") == "5/18");
}

TEST_CASE("laying mines: how much each unit counts, and Labor Status") {
  const auto chance = [](const Given& given) {
    return Answer("cos.mine-placement", given).outcome("placed");
  };
  CHECK(chance({{"half_squads", "1"}}) == "1/6");                    // -2: 4 or less
  CHECK(chance({{"half_squads", "2"}}) == "5/18");                   // -3: 5 or less
  CHECK(chance({{"squads", "1"}}) == "5/18");                        // as two half-squads
  CHECK(chance({{"squads", "1"}, {"half_squads", "1"}}) == "5/12");  // -4: 6 or less
  CHECK(chance({{"squads", "2"}}) == "7/12");                        // -5: 7 or less
  CHECK(chance({{"squads", "1"}, {"leadership", "-1"}}) == "5/12");
  CHECK(chance({{"squads", "1"}, {"labor_status", "-2"}}) == "7/12");
  // A squad's second turn: after a failure -4 (15), after an Original 12 a half-squad with Labor
  // Status -3 (10): (25 * 15 + 1 * 10) / 1296.
  CHECK(Answer("cos.mine-placement", {{"squads", "1"}, {"turns", "2"}}).measure("first_turn", 2) ==
        "385/1296");
}

TEST_CASE("laying mines: a column more each time, to 12 AP and 5 AT") {
  // Two squads at -10 more succeed with every DR. An Original 12 halves them but still lays mines;
  // only after two of them in a row is nobody left for the third turn.
  const Given sure = {{"squads", "2"}, {"drm", "-10"}, {"turns", "9"}};
  CHECK(Answer("cos.mine-placement", sure).measure("factors", 12) == "1295/1296");
  CHECK(Answer("cos.mine-placement", with(sure, {{"turns", "2"}})).measure("factors", 8) == "1/1");
  CHECK(Answer("cos.mine-placement", with(sure, {{"mines", "at"}, {"factors", "4"}}))
            .measure("factors", 5) == "1/1");
  CHECK(Answer("cos.mine-placement", with(sure, {{"factors", "6"}, {"turns", "1"}}))
            .measure("factors", 8) == "1/1");
  // After a success the Labor Status is lost: -3 and -2 at first (21), then -3 (10).
  CHECK(Answer("cos.mine-placement", {{"squads", "1"}, {"labor_status", "-2"}, {"turns", "2"}})
            .measure("factors", 8) == "35/216");
  const auto refused = [](const Given& given) {
    CHECK_THROWS_AS(Answer("cos.mine-placement", given), InputError);
  };
  refused({});
  refused({{"squads", "1"}, {"factors", "7"}});
  refused({{"squads", "1"}, {"factors", "12"}});
  refused({{"squads", "1"}, {"mines", "at"}, {"factors", "6"}});
}

TEST_CASE("an A-T Ditch: setting the DC, the Task Check, and a KIA at 36 FP and -3") {
  // A squad sets on 4 or less with the -1 (2/3); morale 8 passes with 26 of 36; a KIA on a Final 6
  // or less: Original 9 or less, 30 of 36.
  // The Task Check comes in the Player Turn after that of the Set dr, the first being the sappers'.
  const Given squad = {{"us_number", "3"}, {"morale", "8"}, {"turns", "2"}};
  const Answer alone("cos.ditch-breach", squad);
  CHECK(Answer("cos.ditch-breach", with(squad, {{"turns", "1"}})).outcome("not_detonated") ==
        "2/3");
  CHECK(alone.outcome("not_set") == "1/3");
  CHECK(alone.outcome("not_detonated") == "5/27");  // 2/3 * 10/36
  CHECK(alone.outcome("breached") == "65/162");     // 2/3 * 26/36 * 30/36
  CHECK(alone.outcome("malfunction") == "13/972");  // 2/3 * 26/36 * 1/36
  CHECK(alone.measure("units_eliminated", 0) == "1/1");
  // A leader of -1: 5 or less, and 9 or less.
  CHECK(Answer("cos.ditch-breach", with(squad, {{"leadership", "-1"}})).outcome("breached") ==
        "125/216");  // 5/6 * 30/36 * 30/36
  // A unit in the hex: malfunction on 11 and 12; 16 FP at -3 kills it on a Final 3 or less
  // (Original 6 or less, 15), K/3 on 4 (Original 7).
  const Answer unit("cos.ditch-breach", with(squad, {{"target", "2-2-8"}}));
  CHECK(unit.outcome("malfunction") == "13/324");
  CHECK(unit.outcome("breached") == "65/162");
  // So 21 throws eliminate the crew; the 12 of Original 8 to 10 are an MC, which does so with an
  // Original 12: (21 * 36 + 12) / 1296 = 16/27, of the 2/3 * 26/36 in which the DC is detonated.
  CHECK(unit.measure("units_eliminated", 1) == "208/729");
}

}  // namespace
}  // namespace combat_odds
