#include "sim/asl/fire_and_rubble/burning.hpp"
#include "sim/asl/infantry/ift.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;
using test::with;

const Given squad = {{"unit", "squad"}, {"firepower", "4"}, {"target", "4-6-7"}};
const Given at_afv = {{"unit", "squad"}, {"firepower", "4"}, {"target", "afv"}};

TEST_CASE("the MOL Check is passed on 3 or less, modified by thrower and target") {
  // 22.611, and the published example: a squad against infantry needs an Original 2 or less.
  CHECK(Answer("asl.molotov", squad).event("check_passed") == "1/3");
  CHECK(Answer("asl.molotov", at_afv).event("check_passed") == "1/2");
  CHECK(Answer("asl.molotov", with(squad, {{"cx", "true"}})).event("check_passed") == "1/6");
  CHECK(Answer("asl.molotov", with(squad, {{"unit", "half_squad"}})).event("check_passed") ==
        "1/6");
  CHECK(Answer("asl.molotov", with(squad, {{"unit", "smc"}})).event("check_passed") == "0/1");
  CHECK(Answer("asl.molotov", with(at_afv, {{"unit", "smc"}})).event("check_passed") == "1/6");
  // Crucible of Steel 7.1: no +1 for an Antitank Crew.
  const Given crew = with(squad, {{"unit", "crew"}});
  CHECK(Answer("asl.molotov", crew).event("check_passed") == "1/6");
  CHECK(Answer("asl.molotov", with(crew, {{"antitank_crew", "true"}})).event("check_passed") ==
        "1/3");
}

TEST_CASE("the MOL's four FP are added after all modification") {
  // 3 FP doubled and 4 added are 10, the 8 column: NMC or better on 8 or less. Coloured 1 to 5 and
  // at most 8: 6 + 6 + 5 + 4 + 3 = 24 throws. Without the MOL the 6 column: 7 or less, 21 throws.
  // (24 + 2 * 21) / 108.
  CHECK(Answer("asl.molotov", with(squad, {{"firepower", "6"}})).event("nmc_or_better") == "11/18");
  // 3 tripled and 4 added are 13, the 12 column: 9 or less, 6 + 6 + 6 + 5 + 4 = 27 throws; without
  // it 9 FP on the 8 column: 26 throws. (27 + 2 * 26) / 108.
  CHECK(Answer("asl.molotov", with(squad, {{"firepower", "9"}})).event("nmc_or_better") ==
        "79/108");
}

TEST_CASE("a Flame: the coloured die, the terrain, and the white die") {
  // The example of 22.6111: woods, wet, coloured 1 and white 2: 2 - 2 is not 1 or more.
  CHECK_FALSE(asl::flame_placed(asl::FlameLocation::woods, -2, 2));
  CHECK(asl::flame_placed(asl::FlameLocation::woods, -2, 3));
  CHECK(asl::flame_placed(asl::FlameLocation::woods, 0, 1));

  const auto flame = [](const char* where, const char* location, const char* ec) {
    return Answer("asl.molotov", with(squad, {{where, location}, {"ec", ec}}));
  };
  // One check in three, coloured 1: 6 throws of 36; wet woods need a white 3 or more: 4 throws.
  CHECK(flame("target_terrain", "woods", "moderate").event("flame_target") == "1/18");
  CHECK(flame("target_terrain", "woods", "wet").event("flame_target") == "1/27");
  CHECK(flame("target_terrain", "building", "wet").event("flame_target") == "1/18");
  CHECK(flame("target_terrain", "fortified_building", "wet").event("flame_target") == "5/108");
  CHECK(flame("target_terrain", "open_ground", "dry").event("flame_target") == "0/1");
  CHECK(flame("target_terrain", "gutted_building", "dry").event("flame_target") == "0/1");
  CHECK(flame("target_terrain", "debris", "dry").event("flame_target") == "0/1");
  CHECK(flame("thrower_terrain", "rubble", "moist").event("flame_thrower") == "5/108");
  CHECK(flame("thrower_terrain", "rubble", "moist").event("flame_target") == "0/1");
  CHECK(flame("thrower_terrain", "open_ground", "moist").event("thrower_broken") == "1/18");
}

TEST_CASE("after a failed check: a squad still fires, a half-squad does not, its Fire Group does") {
  // A half-squad of 2 FP alone: only with the MOL, 6 FP, 7 or less and not a coloured 6: 20 throws.
  const Given half = with(squad, {{"unit", "half_squad"}, {"firepower", "2"}});
  CHECK(Answer("asl.molotov", half).event("nmc_or_better") == "5/54");
  // With 4 FP of others: with the MOL 10 FP, 24 throws; without it 4 FP, 6 or less, 15 throws; a
  // coloured 6 leaves 4 FP and at least a 7. (24 + 5 * 15) / 216.
  CHECK(Answer("asl.molotov", with(half, {{"group_firepower", "4"}})).event("nmc_or_better") ==
        "11/24");
}

TEST_CASE("a coloured 6 voids the thrower's FP, not the rest of the Fire Group") {
  // The 36 column is an NMC or better on every DR.
  const Given alone = with(squad, {{"firepower", "36"}});
  CHECK(Answer("asl.molotov", alone).event("nmc_or_better") == "17/18");
  const Given group = with(squad, {{"group_firepower", "36"}});
  CHECK(Answer("asl.molotov", group).event("nmc_or_better") == "1/1");
  CHECK(Answer("asl.molotov", group).event("thrower_broken") == "1/18");
}

TEST_CASE("broken or worse: everything but pinned and unharmed") {
  const Answer answer("asl.molotov", with(squad, {{"firepower", "8"}}));
  CHECK(answer.event_value("target_broken_or_worse") ==
        Approx(1 - answer.outcome_value("pinned") - answer.outcome_value("no_effect"))
            .epsilon(1e-12));
}

TEST_CASE("leadership counts only with more than a MOL's four FP") {
  const Given four =
      with(squad,
           {{"unit", "crew"}, {"firepower", "0"}, {"antitank_crew", "true"}, {"leadership", "-3"}});
  // Alone, 4 FP: 6 or less and not a coloured 6: 15 throws of 36, one check in three.
  CHECK(Answer("asl.molotov", four).event("nmc_or_better") == "5/36");
  // With 2 FP more, 6 FP at -3: 10 or less, coloured 1 to 5: 6 + 6 + 6 + 6 + 5 = 29 throws.
  CHECK(Answer("asl.molotov", with(four, {{"firepower", "2"}})).event("nmc_or_better") == "29/108");
  // Never on the To Kill DR.
  CHECK(Answer("asl.molotov", with(at_afv, {{"leadership", "-3"}, {"others", "4-6-7"}}))
            .outcome("burning_wreck") == Answer("asl.molotov", at_afv).outcome("burning_wreck"));
}

TEST_CASE("an AFV: below the To Kill number it burns, at the number it is eliminated") {
  // To Kill 6, coloured 1 to 5: 5 or less are 10 throws, 6 are 5; one check in two.
  const Answer side("asl.molotov", at_afv);
  CHECK(side.outcome("burning_wreck") == "5/36");
  CHECK(side.outcome("eliminated") == "5/72");
  // The published example: an open-topped halftrack, 6 + 2 = 8: 20 throws and 4.
  const Answer open("asl.molotov", with(at_afv, {{"armor", "open_topped"}}));
  CHECK(open.outcome("burning_wreck") == "5/18");
  CHECK(open.outcome("eliminated") == "1/18");
  // From the same hex it is a rear hit: 7, 15 throws and 5. So it is for a CE tank from the side.
  for (const Given& seven : {Given{{"from", "same_hex"}},
                             {{"from", "rear"}},
                             {{"armor", "crew_exposed"}},
                             {{"from_above", "true"}}}) {
    const Answer answer("asl.molotov", with(at_afv, seven));
    CHECK(answer.outcome("burning_wreck") == "5/24");
    CHECK(answer.outcome("eliminated") == "5/72");
  }
  // Moving, 4: 3 throws and 3. From above on an open top, 6 + 2 + 2 = 10: 9 or less are 27, 10 are
  // (4,6) and (5,5).
  const Answer moving("asl.molotov", with(at_afv, {{"moving", "true"}}));
  CHECK(moving.outcome("burning_wreck") == "1/24");
  CHECK(moving.outcome("eliminated") == "1/24");
  const Answer above("asl.molotov",
                     with(at_afv, {{"armor", "open_topped"}, {"from_above", "true"}}));
  CHECK(above.outcome("burning_wreck") == "3/8");
  CHECK(above.outcome("eliminated") == "1/36");
}

TEST_CASE("the same DR attacks exposed riders and units beside the AFV") {
  // The others are attacked even if the check fails, but not by a thrower who broke: 36 FP at -20
  // kills a squad except for one throw in twelve.
  const Answer others("asl.molotov",
                      with(at_afv, {{"firepower", "36"}, {"drm", "-20"}, {"others", "4-6-7"}}));
  CHECK(others.measure("others_eliminated", 1) == "11/12");
  // 4 FP for the others, 8 for the exposed: an NMC or better on 8 or less against 6 or less. With
  // the MOL's FP alone, at -20, the exposed die where the AFV survives: 7 or more without a
  // coloured 6 are 15 throws.
  const Answer exposed("asl.molotov", with(at_afv, {{"firepower", "0"},
                                                    {"exposed", "2-2-8"},
                                                    {"exposed_drm", "-20"},
                                                    {"others", "4-6-7"}}));
  CHECK(exposed.measure("exposed_eliminated", 1) == "5/24");
  CHECK(exposed.measure("others_eliminated", 0) == "1/1");
  CHECK(exposed.measure("others_broken", 0) == "1/1");
}

TEST_CASE("small arms hit exposed riders if there is no MOL, too (22.612, A7.307)") {
  // The preset halftrack: 8 FP at +2 on a 4-6-7 in an open-topped halftrack. With the MOL (1/2) the
  // AFV survives a 9 or more, whose Final 11 and more do nothing on the 12 column. Without it the 8
  // column: 2 and 3 are a 2MC (3 throws, fails on 6 or more: 26 of 36), 4 and 5 a 1MC (7, 21), 6 an
  // NMC (5, 15): (3 * 26 + 7 * 21 + 5 * 15) / 1296 = 300/1296, half of it 11.6 %.
  const Given halftrack = with(
      at_afv,
      {{"firepower", "8"}, {"armor", "open_topped"}, {"exposed", "4-6-7"}, {"exposed_drm", "2"}});
  CHECK(Answer("asl.molotov", halftrack).measure("exposed_broken", 1) == "25/216");
  // D.8: leadership does not modify the collateral attack. A half-squad passes with 2/6 and attacks
  // with 12 FP; the AFV survives a 9, three throws without a coloured 6, which is an NMC that a
  // 4-6-7 fails with 15, and more, which breaks nobody.
  CHECK(Answer("asl.molotov", with(at_afv, {{"unit", "half_squad"},
                                            {"firepower", "8"},
                                            {"leadership", "-1"},
                                            {"armor", "open_topped"},
                                            {"exposed", "4-6-7"}}))
            .measure("exposed_broken", 1) == "5/432");
  // A half-squad whose check fails has no FP left; the 8 FP of the others in its group remain, also
  // if the thrower breaks. At -20 they kill the exposed on every DR where the AFV survives: failed
  // 4/6; broken 2/6 * 6/36. With the MOL 12 FP at -20 kill on every DR, and the AFV survives 9 or
  // more without a coloured 6: 6 throws; 2/6 * 6/36.
  const Given group = with(at_afv, {{"unit", "half_squad"},
                                    {"firepower", "0"},
                                    {"group_firepower", "8"},
                                    {"armor", "open_topped"},
                                    {"exposed", "2-2-8"},
                                    {"exposed_drm", "-20"}});
  CHECK(Answer("asl.molotov", group).measure("exposed_eliminated", 1) == "7/9");
}

TEST_CASE("against units: the program agrees with plain counting of all 216 throws") {
  const auto [unit, extra] =
      GENERATE(table<std::string, int>({{"squad", 0}, {"half_squad", 1}, {"crew", 1}, {"smc", 2}}));
  const bool cx = GENERATE(false, true);
  const int firepower = GENERATE(0, 4, 9);
  const int group = GENERATE(0, 7);
  const int drm = GENERATE(-2, 3);
  const int leadership = GENERATE(0, -2);
  const asl::Ift& ift = test::charts().get<asl::Ift>(asl::Ift::chart_name);
  int passed = 0, broken = 0, flame_target = 0, flame_thrower = 0, nmc = 0;
  for (int check = 1; check <= 6; ++check) {
    const bool has = check + extra + (cx ? 1 : 0) + 1 <= 3;
    for (int coloured = 1; coloured <= 6; ++coloured) {
      for (int white = 1; white <= 6; ++white) {
        passed += has ? 1 : 0;
        int total = group;
        if (has && coloured != 6) total += firepower + 4;
        if (!has && unit == "squad") total += firepower;
        if (has && coloured == 6) ++broken;
        // The target in a fortified building (-1), the thrower in moist brush (-1).
        if (has && coloured == 1 && white >= 2) ++flame_target;
        if (has && coloured == 6 && white >= 2) ++flame_thrower;
        const bool led = !(has && coloured != 6 && total == 4);
        const int column = ift.column(total);
        if (column >= 0 && ift.at(column, coloured + white + drm + (led ? leadership : 0)).kind >=
                               asl::IftResult::Kind::mc) {
          ++nmc;
        }
      }
    }
  }
  const Answer answer("asl.molotov", {{"unit", unit},
                                      {"cx", cx ? "true" : "false"},
                                      {"firepower", std::to_string(firepower)},
                                      {"group_firepower", std::to_string(group)},
                                      {"drm", std::to_string(drm)},
                                      {"leadership", std::to_string(leadership)},
                                      {"target", "4-6-7"},
                                      {"target_terrain", "fortified_building"},
                                      {"thrower_terrain", "brush"},
                                      {"ec", "moist"}});
  CHECK(answer.event_value("check_passed") == Approx(passed / 216.0).margin(1e-15));
  CHECK(answer.event_value("thrower_broken") == Approx(broken / 216.0).margin(1e-15));
  CHECK(answer.event_value("flame_target") == Approx(flame_target / 216.0).margin(1e-15));
  CHECK(answer.event_value("flame_thrower") == Approx(flame_thrower / 216.0).margin(1e-15));
  CHECK(answer.event_value("nmc_or_better") == Approx(nmc / 216.0).margin(1e-15));
}

TEST_CASE("against an AFV: the program agrees with plain counting of all 216 throws") {
  const auto [unit, needed] =
      GENERATE(table<std::string, int>({{"squad", 3}, {"half_squad", 2}, {"smc", 1}}));
  const auto [armor, exposure, above] = GENERATE(table<std::string, int, int>(
      {{"buttoned_up", 0, 1}, {"crew_exposed", 1, 1}, {"open_topped", 2, 2}}));
  const bool moving = GENERATE(false, true);
  const bool from_above = GENERATE(false, true);
  const bool rear = GENERATE(false, true);
  const int number = 6 + exposure - (moving ? 2 : 0) + (from_above ? above : 0) + (rear ? 1 : 0);
  int burning = 0, eliminated = 0;
  for (int check = 1; check <= needed; ++check) {
    for (int coloured = 1; coloured <= 5; ++coloured) {
      for (int white = 1; white <= 6; ++white) {
        burning += coloured + white < number ? 1 : 0;
        eliminated += coloured + white == number ? 1 : 0;
      }
    }
  }
  const Answer answer("asl.molotov", {{"unit", unit},
                                      {"firepower", "4"},
                                      {"target", "afv"},
                                      {"armor", armor},
                                      {"moving", moving ? "true" : "false"},
                                      {"from_above", from_above ? "true" : "false"},
                                      {"from", rear ? "same_hex" : "other"}});
  CHECK(answer.outcome_value("burning_wreck") == Approx(burning / 216.0).margin(1e-15));
  CHECK(answer.outcome_value("eliminated") == Approx(eliminated / 216.0).margin(1e-15));
}

TEST_CASE("a MOL attack that makes no sense is refused") {
  const auto refused = [](const Given& given) {
    CHECK_THROWS_AS(Answer("asl.molotov", given), InputError);
  };
  refused(with(squad, {{"antitank_crew", "true"}}));
  refused(with(squad, {{"leadership", "-1"}, {"cowering", "cower"}}));
  refused(with(squad, {{"armor", "open_topped"}}));
  refused(with(squad, {{"moving", "true"}}));
  refused(with(squad, {{"others", "4-6-7"}}));
  refused(with(squad, {{"exposed", "2-2-8"}}));
  // There are no units that modifiers of fire could count for: the To Kill DR ignores them.
  refused(with(at_afv, {{"drm", "1"}}));
  refused(with(at_afv, {{"leadership", "-1"}}));
  refused(with(at_afv, {{"cowering", "cower"}}));
  refused(with(at_afv, {{"group_firepower", "4"}}));
  refused(with(at_afv, {{"exposed_drm", "2"}}));
  CHECK_THROWS_WITH(Answer("asl.molotov", with(squad, {{"from", "rear"}})),
                    Catch::Matchers::ContainsSubstring("needs target afv"));
}

}  // namespace
}  // namespace combat_odds
