#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::Answer;

Answer sniper(std::map<std::string, std::string> given) {
  given.emplace("sniper_drm", "-3");
  given.emplace("drm", "1");
  return Answer("sl.sniper", given);
}

TEST_CASE("a sniper at a leader in woods") {
  // 1 factor at -3 and +1: KIA on 3 or less (3/36), a 1 on 4 and 5 (7/36), an M on 6 (5/36). An 8-1
  // fails the 1 on 8 or more (15/36), the M on 9 or more (10/36): (7 * 15 + 5 * 10) / 1296.
  const Answer answer = sniper({{"target", "8-1"}});
  CHECK(answer.outcome("eliminated") == "1/12");
  CHECK(answer.outcome("broken") == "155/1296");
}

TEST_CASE("a squad is harmed by a KIA only, and then it checks its morale (96.6)") {
  // 3/36 times 8 or more (15/36).
  CHECK(sniper({{"target", "4-6-7"}}).outcome("broken") == "5/144");
  CHECK(sniper({{"target", "4-6-7"}}).outcome("eliminated") == "0/1");
  CHECK(sniper({{"target", "4-6-7"}, {"status", "broken"}}).outcome("eliminated") == "5/144");
  // A leader in the hex steadies it: 9 or more (10/36) with an 8-1.
  CHECK(sniper({{"target", "4-6-7"}, {"others", "8-1"}}).outcome("broken") == "5/216");
}

TEST_CASE("if the leader is lost the others check (96.4)") {
  // The leader is lost in 108/1296 + 155/1296; a 4-6-7 alone then fails on 8 or more (15/36).
  CHECK(sniper({{"target", "8-1"}, {"others", "4-6-7"}}).measure("others_broken", 1) ==
        "1315/15552");
}

TEST_CASE("range changes the sniper's modifier and not his firepower (96.7)") {
  const auto at = [](const char* range, const char* drm, const char* area) {
    return Answer("sl.sniper",
                  {{"target", "8-1"}, {"sniper_drm", drm}, {"range", range}, {"area_fire", area}})
        .outcome("eliminated");
  };
  CHECK(at("point_blank", "-2", "false") == at("normal", "-4", "false"));
  CHECK(at("long_range", "-3", "false") == at("normal", "-1", "false"));
  CHECK(at("normal", "-1", "true") == at("normal", "0", "false"));
}

TEST_CASE("Sniper Checks find him where he may be (96.51)") {
  // Two squads ask about two of four hexes, then about the other two: the second time it is sure,
  // while both are unbroken. With a modifier of 0 and +8 nothing else happens.
  const auto found = [](const char* shots, const char* others) {
    return Answer("sl.sniper", {{"target", "4-6-7"},
                                {"others", others},
                                {"sniper_drm", "0"},
                                {"drm", "8"},
                                {"shots", shots},
                                {"suspected_hexes", "4"}})
        .event("sniper_found");
  };
  CHECK(found("1", "4-6-7") == "1/2");
  CHECK(found("2", "4-6-7") == "1/1");
  CHECK(found("3", "none") == "3/4");
}

TEST_CASE("he goes on until the target is eliminated") {
  // At -4 without terrain a KIA comes on 5 or less (10/36).
  const Answer answer("sl.sniper", {{"target", "8-1"}, {"sniper_drm", "-4"}, {"shots", "2"}});
  CHECK(answer.measure("shots_fired", 1) == "5/18");
}

}  // namespace
}  // namespace combat_odds
