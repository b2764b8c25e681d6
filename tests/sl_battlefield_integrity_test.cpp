#include <cmath>

#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::refusal;

/// The levels that a side of ten 4-6-7 has lost with `lost` of them gone.
int levels(int lost, std::map<std::string, std::string> given = {}) {
  given["force"] = "10*4-6-7";
  given["unit"] = "4-6-7";
  if (lost > 0) given["losses"] = std::to_string(lost) + "*4-6-7";
  return static_cast<int>(
      std::lround(Answer("sl.battlefield-integrity", given).mean("levels_lost")));
}

TEST_CASE("a level at 40 %, 60 % and 80 % (93.2, 93.3)") {
  CHECK(levels(3) == 0);
  CHECK(levels(4) == 1);
  CHECK(levels(5) == 1);
  CHECK(levels(6) == 2);
  CHECK(levels(8) == 3);
}

TEST_CASE("armour shifts the levels by 10 % (93.5, 93.6)") {
  const std::map<std::string, std::string> own = {{"own_afvs", "2"}, {"enemy_afvs", "4"}};
  CHECK(levels(4, own) == 0);
  CHECK(levels(5, own) == 1);
  CHECK(levels(7, own) == 2);
  CHECK(levels(9, own) == 3);
  CHECK(levels(4, {{"own_afvs", "2"}, {"enemy_afvs", "5"}}) == 1);  // outnumbered
  const std::map<std::string, std::string> against = {{"enemy_afvs", "1"}};
  CHECK(levels(3, against) == 1);
  CHECK(levels(5, against) == 2);
  CHECK(levels(9, against) == 4);
  CHECK(levels(3, {{"enemy_afvs", "1"}, {"at_guns", "true"}}) == 0);
}

TEST_CASE("points, not counters, and reinforcements help (93.1, 93.4)") {
  // Russians: two 4-4-7 (14 each) and a 9-1 (100) are 128; the leader is 78 %.
  const auto side = [](const char* reinforcements) {
    return Answer("sl.battlefield-integrity", {{"nationality", "russian"},
                                               {"force", "2*4-4-7 9-1"},
                                               {"losses", "9-1"},
                                               {"reinforcements", reinforcements},
                                               {"unit", "4-4-7"}});
  };
  CHECK(side("none").measure("loss_percent", 78) == "1/1");
  CHECK(side("none").measure("morale", 5) == "1/1");
  CHECK(side("none").outcome("passed") == "5/18");         // 5 or less
  CHECK(side("9-2 4-4-7").measure("morale", 7) == "1/1");  // 100 of 262
  CHECK(side("9-2 4-4-7").outcome("passed") == "7/12");
}

TEST_CASE("numbers that do not add up are refused in a line") {
  CHECK(refusal("sl.battlefield-integrity", {{"force", "4-4-7"}, {"unit", "4-4-7"}})
            .find("german 4-4-7") != std::string::npos);
  CHECK(refusal("sl.battlefield-integrity",
                {{"force", "4-6-7"}, {"losses", "2*4-6-7"}, {"unit", "4-6-7"}})
            .find("more is lost") != std::string::npos);
}

}  // namespace
}  // namespace combat_odds
