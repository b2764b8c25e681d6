#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

using test::Answer;

TEST_CASE("fire at an exposed crew") {
  // 8 FP at +2: nothing is KIA; final 4 and 5 are a 2 (3 throws), 6 and 7 a
  // 1 (7 throws), 8 an M (5 throws). A crew of 7 fails a 2 on 6 (26), a 1 on 7 (21), an M on 8
  // (15).
  const Answer answer("sl.crew-exposed", {{"firepower", "8"}, {"morale", "7"}});
  CHECK(answer.outcome("recalled") == "0/1");
  CHECK(answer.outcome("stunned") == "25/108");  // (3 * 26 + 7 * 21 + 5 * 15) / 1296 = 300/1296
  // Twice: 1 - (83/108)^2.
  const Answer twice("sl.crew-exposed", {{"firepower", "8"}, {"morale", "7"}, {"attacks", "2"}});
  CHECK(twice.event("buttoned_up") == "4775/11664");
  CHECK(twice.measure("attack", 1) == "25/108");
  // From below (91.1) the same as one more on the dice.
  const Answer below("sl.crew-exposed",
                     {{"firepower", "8"}, {"morale", "7"}, {"firer_lower", "true"}});
  const Answer plus("sl.crew-exposed", {{"firepower", "8"}, {"morale", "7"}, {"drm", "1"}});
  CHECK(below.outcome("stunned") == plus.outcome("stunned"));
  // 16 FP: KIA on 4 or less, an Original 2.
  CHECK(Answer("sl.crew-exposed", {{"firepower", "16"}, {"morale", "7"}}).outcome("recalled") ==
        "1/36");
}

}  // namespace
}  // namespace combat_odds
