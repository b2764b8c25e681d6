#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::Answer;

TEST_CASE("18.4: an Original 2 on a check caused by fire sends a unit berserk") {
  const auto fire = [](const test::Given& given) {
    return Answer("sl.fire", test::with({{"firepower", "8"}, {"target", "4-4-7"}}, given));
  };
  // 8 factors ask for a check on 4 to 8: 23 throws, and one of 36 is the 2.
  CHECK(fire({{"berserk", "of_fire"}}).outcome("berserk") == "23/1296");
  CHECK(fire({{"berserk", "of_fire"}, {"status", "broken"}}).event("berserk") == "23/1296");
  CHECK(fire({}).event("berserk") == "0/1");
  // A unit that goes berserk would have passed, unless the check is too hard for a 2: nothing else
  // changes.
  CHECK(fire({{"berserk", "of_fire"}}).outcome("broken") == fire({}).outcome("broken"));
}

TEST_CASE("18.5: others follow a berserk leader") {
  const auto followers = [](const char* units) {
    return Answer("sl.berserk", {{"units", units},
                                 {"follow", "true"},
                                 {"distance", "2"},
                                 {"defenders", "4-6-7"},
                                 {"player_turns", "1"}})
        .measure("followers", 1);
  };
  CHECK(followers("4-4-7 8-0") == "1/12");     // 7 - 4: 3 or less
  CHECK(followers("4-4-7 9-2") == "5/18");     // 5 or less
  CHECK(followers("6-2-8 9-2") == "5/12");     // 6 or less
  CHECK(followers("2*4-4-7 8-0") == "11/72");  // 2 * 1/12 * 11/12
}

TEST_CASE("18.4: only a KIA stops a charge") {
  const auto shot_down = [](const test::Given& given) {
    return Answer("sl.berserk", test::with({{"units", "4-4-7"},
                                            {"distance", "6"},
                                            {"defenders", "4-6-7"},
                                            {"player_turns", "1"}},
                                           given))
        .outcome("shot_down");
  };
  // Five hexes with 6 MF; adjacent 8 factors at -2 kill on 5 or less.
  CHECK(shot_down({}) == "5/18");
  // Supplement D: four hexes more, -6: 9 or less.
  CHECK(shot_down({{"more_exposed", "true"}}) == "5/6");
  // In woods +1 and -1 for Double Time: at 1 MF a hex 3 or less. Woods cost 2 MF a hex, which
  // leaves it three hexes away, where 4 factors kill on 2.
  CHECK(shot_down({{"approach", "woods"}}) == "1/36");
  CHECK(shot_down({{"approach", "woods"}, {"mf_per_hex", "1"}}) == "1/12");
  // Already adjacent, it does not move; it fires with a 4-4-7's factors first, but after the enemy.
  CHECK(shot_down({{"distance", "1"}}) == "1/12");
}

TEST_CASE("20.3, 73.8: the charge ends in Close Combat against an enemy with -1") {
  const Answer charge("sl.berserk", {{"units", "4-4-7"},
                                     {"distance", "2"},
                                     {"approach", "entrenchment"},
                                     {"fire_drm", "10"},
                                     {"defenders", "4-6-7"},
                                     {"player_turns", "1"}});
  // 1-1 is 5 or less, 10/36; the enemy needs 6, 15/36.
  CHECK(charge.event("reaches_enemy") == "1/1");
  CHECK(charge.outcome("defenders_eliminated") == "35/216");  // 10/36 * 21/36
  CHECK(charge.outcome("both_eliminated") == "25/216");
  CHECK(charge.outcome("lost_in_close_combat") == "65/216");
  CHECK(charge.outcome("goes_on") == "91/216");
}

TEST_CASE("18.4: a leader has 8 MF, and so have the units with him") {
  const auto covered = [](const char* units, int hexes) {
    return Answer("sl.berserk", {{"units", units},
                                 {"distance", "20"},
                                 {"defenders", "2-4-7"},
                                 {"player_turns", "1"}})
        .measure("hexes_covered", hexes);
  };
  CHECK(covered("4-4-7", 7) == "1/1");
  CHECK(covered("4-4-7 8-0", 9) == "1/1");
  CHECK(covered("8-0", 9) == "1/1");
}

TEST_CASE("sl.assault: berserk units go in") {
  const Answer assault("sl.assault", {{"steps", "return 8 0; close-combat"},
                                      {"defender", "4-6-7"},
                                      {"attacker", "4-4-7"},
                                      {"attacker_berserk", "of_fire"}});
  // A squad that goes berserk would have passed the check, so the same number go in.
  const Answer plain(
      "sl.assault",
      {{"steps", "return 8 0; close-combat"}, {"defender", "4-6-7"}, {"attacker", "4-4-7"}});
  CHECK(assault.event("attacker_goes_in") == plain.event("attacker_goes_in"));
  // It lives on in a melee or as the winner unless the enemy kills it on 5 or less: 26/36 of
  // 23/1296.
  CHECK(assault.event("berserk") == "299/23328");
}

TEST_CASE("sl.firefight: berserk units leave") {
  const Answer firefight("sl.firefight", {{"a_units", "4-6-7"},
                                          {"b_units", "4-4-7"},
                                          {"b_nationality", "russian"},
                                          {"b_berserk", "of_fire"},
                                          {"range", "4"},
                                          {"turns", "1"},
                                          {"first", "a"}});
  // 4 factors demand a check on 3 to 6: 14 throws. Then nobody is left to hold.
  CHECK(firefight.measure("berserk_b", 1) == "7/648");
  CHECK(firefight.measure("points_lost_b", 14) == "1/36");
}

}  // namespace
}  // namespace combat_odds
