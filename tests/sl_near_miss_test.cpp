#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/scripted_dice.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::measured;
using test::played;
using test::refusal;

TEST_CASE("the example of rule 100") {
  // The SU-122 rolls 11 at infantry in the open and misses by more than one whatever it needed (9
  // at most); the die says 2, woods (+1) with a unit; 24 halved is the 12 column. A DR of 5 is then
  // a 2 (6 on the 12 column), which a 4-6-7 fails with a 6.
  const Outcome example = played(
      "sl.near-miss",
      {{"to_hit", "9"}, {"calibre", "122"}, {"target", "4-6-7"}, {"neighbours", "2=4-6-7@1"}},
      {5, 6, 2, 2, 3, 3, 3});
  CHECK(example.label() == "adjacent_hex");
  CHECK(measured(example, "landing_hex") == 2);
  CHECK(measured(example, "neighbours_broken") == 1);
  CHECK(measured(example, "target_broken") == 0);
}

TEST_CASE("the hex that the shell hits") {
  // To hit 7: hit 21/36, missed by one 5/36, the rest (10/36) in one of six hexes.
  const Answer answer("sl.near-miss", {{"to_hit", "7"}, {"calibre", "122"}, {"target", "4-6-7"}});
  CHECK(answer.outcome("hit") == "7/12");
  CHECK(answer.outcome("target_hex") == "5/36");
  CHECK(answer.measure("landing_hex", 4) == "5/108");
  // Eliminated: the hit on the 24 column is KIA on 5 or less (10/36), the near miss on the 12
  // column on 3 or less (3/36); a broken unit is not eliminated by one check.
  // 7/12 * 10/36 + 5/36 * 3/36 = 210/1296 + 15/1296.
  CHECK(answer.measure("target_eliminated", 1) == "25/144");
}

TEST_CASE("a shell that would land in an unseen hex lands in the next one") {
  const auto shell = [](const char* hidden) {
    return Answer(
        "sl.near-miss",
        {{"to_hit", "7"}, {"calibre", "100"}, {"target", "4-6-7"}, {"out_of_sight", hidden}});
  };
  CHECK(shell("3").measure("landing_hex", 4) == "5/54");  // its own and that of hex 3
  CHECK(shell("3").measure("landing_hex", 2) == "5/108");
  CHECK(shell("3 4").measure("landing_hex", 2) == "5/54");  // 3 goes to 2, 4 goes to 5
  CHECK(shell("123456").outcome("dud") == "5/18");
}

TEST_CASE("66.1: exactly the kill number on side or rear may only immobilize") {
  // A hit (21/36): 4 or less kills (6/36), a 5 (4/36) half of the time; the other half immobilizes.
  const Answer answer("sl.near-miss", {{"to_hit", "7"},
                                       {"calibre", "122"},
                                       {"target_type", "afv"},
                                       {"kill_number", "5"},
                                       {"side_or_rear", "true"}});
  CHECK(answer.event("vehicle_eliminated") == "7/54");  // 7/12 * 8/36
  CHECK(answer.event("vehicle_immobilized") == "7/216");
}

TEST_CASE("vehicles") {
  // A hit (7: 21/36) kills on 5 or less (10/36).
  const auto at = [](const char* type) {
    return Answer("sl.near-miss", {{"to_hit", "7"},
                                   {"calibre", "122"},
                                   {"target_type", type},
                                   {"kill_number", "5"},
                                   {"target", "4-6-7"}});
  };
  CHECK(at("afv").event("vehicle_eliminated") == "35/216");
  // A near miss in the hex (5/36) kills the truck on a KIA: 3 or less (3/36). 210/1296 + 15/1296.
  CHECK(at("soft_vehicle").event("vehicle_eliminated") == "25/144");
  // 100.6: infantry beside the AFV suffers half the firepower after a hit that is no kill too:
  // (21 * 26 / 36 + 5) / 36 near misses, each KIA 3/36.
  CHECK(at("afv").measure("target_eliminated", 1) == "121/2592");
}

TEST_CASE("questions without a near miss are refused in a line") {
  CHECK(refusal("sl.near-miss", {{"to_hit", "7"}, {"calibre", "76"}, {"target", "4-6-7"}})
            .find("100") != std::string::npos);
  // 11 misses by one on a 12, and by more never.
  CHECK_FALSE(
      refusal(
          "sl.near-miss",
          {{"to_hit", "11"}, {"calibre", "122"}, {"target", "4-6-7"}, {"neighbours", "2=4-6-7"}})
          .empty());
  CHECK(refusal("sl.near-miss", {{"to_hit", "7"}, {"calibre", "122"}}).find("nobody") !=
        std::string::npos);
  CHECK(refusal("sl.near-miss", {{"to_hit", "7"}, {"calibre", "122"}, {"target_type", "afv"}})
            .find("AFV Kill Table") != std::string::npos);
  CHECK(
      refusal("sl.near-miss",
              {{"to_hit", "7"}, {"calibre", "122"}, {"target", "4-6-7"}, {"neighbours", "7=4-6-7"}})
          .find("hex 7") != std::string::npos);
}

}  // namespace
}  // namespace combat_odds
