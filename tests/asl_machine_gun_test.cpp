#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

using test::Answer;

TEST_CASE("rate of fire, breakdown and repair of a MG (A9.2, A9.7)") {
  // One phase of a German HMG, two shots at most: it keeps its rate on a coloured 3 or less, 18/36,
  // and malfunctions on 12. 1/36 + 18/36 x 1/36.
  const Answer once(
      "asl.machine-gun",
      {{"weapon", "German HMG"}, {"fire_phases", "1"}, {"most_shots", "2"}, {"repairs", "0"}});
  CHECK(once.measure("shots", 2) == "1/2");
  CHECK(once.event("malfunction") == "1/24");
  CHECK(once.outcome("malfunctions") == "1/24");
  // With a repair dr: 3 or less repairs, 6 eliminates it.
  const Answer repaired("asl.machine-gun",
                        {{"weapon", "German HMG"}, {"fire_phases", "1"}, {"most_shots", "2"}});
  CHECK(repaired.outcome("lost") == "1/144");
  CHECK(repaired.outcome("malfunctions") == "1/72");
}

TEST_CASE("Sustained Fire: B# 2 lower, and its own B# breaks it for good (A9.3, A.11)") {
  // A Russian MMG of B11: 9 and 10 malfunction (7/36), 11 and 12 break it (3/36).
  const Answer sustained(
      "asl.machine-gun",
      {{"weapon", "Russian MMG"}, {"fire_phases", "1"}, {"repairs", "0"}, {"sustained", "true"}});
  CHECK(sustained.outcome("malfunctions") == "7/36");
  CHECK(sustained.outcome("lost") == "1/12");
  CHECK(sustained.measure("shots", 1) == "1/1");
}

}  // namespace
}  // namespace combat_odds
