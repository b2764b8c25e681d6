#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;

/// A halftrack whose Overrun is harmless, at +10: the test is about the return fire. It is
/// immobilized by a 12.
Given halftrack(const std::string& target) {
  return {{"mg", "4"}, {"drm", "10"}, {"target", target}, {"exposed_passengers", "4-6-7"}};
}

TEST_CASE("72.31: survivors of an Overrun fire at exposed passengers") {
  // 8 factors at +2: a 2MC on a DR of 2 and 3 (3 throws), a 1MC on 4 and 5 (7), a normal one on 6
  // (5), which morale 7 fails with 26, 21 and 15 throws: 78 + 147 + 75 = 300 of 1296.
  CHECK(Answer("sl.overrun", halftrack("4-6-7")).measure("passengers_broken", 1) == "25/108");
  // Two squads in turn: one that breaks and fails again is eliminated.
  CHECK(Answer("sl.overrun", halftrack("2*4-6-7")).measure("passengers_eliminated", 1) ==
        "625/11664");
  // As one group they have 16 factors: at +2 a KIA on a DR of 2.
  Given group = halftrack("2*4-6-7");
  group["fire_group"] = "true";
  CHECK(Answer("sl.overrun", group).measure("passengers_eliminated", 1) == "1/36");
}

TEST_CASE("36.13: the DR to stop the halftrack is also the fire at its passengers") {
  Given given = halftrack("4-6-7");
  given["immobilization_number"] = "4";
  const Answer answer = Answer("sl.overrun", given);
  // A 12; or else 21 throws of 36 dare and 6 stop it: 1/36 + 35/36 * 21/36 * 6/36.
  CHECK(answer.event("vehicle_immobilized") == "317/2592");
  CHECK(answer.measure("passengers_broken", 1) == "25/108");  // who does not dare fires, too
}

TEST_CASE("72.6: passengers are lost with an open-topped vehicle") {
  Given given = halftrack("4-6-7");
  given["open_topped"] = "true";
  CHECK(Answer("sl.overrun", given).measure("passengers_eliminated", 1) == "1/18");  // an 11
}

}  // namespace
}  // namespace combat_odds
