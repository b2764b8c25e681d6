#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;

/// An 88 with two shots a phase at a truck 14 hexes away, that any hit destroys. It needs an 8,
/// with its L a 9, and breaks down on a 12.
Answer at_truck(Given more) {
  Given given = {{"gun", "88L"},
                 {"range", "14"},
                 {"target_kind", "unarmored"},
                 {"kill_number", "12"},
                 {"rate_of_fire", "2"}};
  given.merge(more);
  return Answer("sl.engagement", given);
}

TEST_CASE("103.31: a limbered 88 fires one shot, without the modifiers of its L") {
  // 30 throws of 36 hit; 10 and 11, 5 throws, leave it a second shot.
  CHECK(at_truck({{"phases", "1"}}).event("target_knocked_out") == "205/216");
  CHECK(at_truck({{"phases", "1"}, {"limbered", "stays"}}).event("target_knocked_out") == "13/18");
  for (const char* procedure : {"sl.to-hit", "sl.he"}) {
    Given limbered = {{"gun", "88L"}, {"range", "14"}, {"limbered", "true"}};
    Given plain = {{"gun", "88"}, {"range", "14"}};
    if (std::string_view(procedure) == "sl.he") limbered["target"] = plain["target"] = "4-6-7";
    const auto hits = [&](const Given& given) {
      const Answer answer(procedure, given);
      return std::string_view(procedure) == "sl.he" ? answer.measure("hits", 1)
                                                    : answer.outcome("hit");
    };
    CHECK(hits(limbered) == hits(plain));
    Given other = plain;
    other["limbered"] = "true";
    CHECK_THROWS_WITH(Answer(procedure, other),
                      Catch::Matchers::ContainsSubstring("no other gun fires limbered"));
  }
  CHECK_THROWS_WITH(Answer("sl.he", {{"gun", "88L"},
                                     {"range", "14"},
                                     {"target", "4-6-7"},
                                     {"limbered", "true"},
                                     {"rate_of_fire", "2"}}),
                    Catch::Matchers::ContainsSubstring("needs rate_of_fire 1"));
}

TEST_CASE("103.32: it unlimbers in its own turn, if it does not fire then") {
  const Answer prep = at_truck({{"phases", "2"}, {"limbered", "unlimbers"}});
  CHECK(prep.measure("knocked_out_in_phase", 1) == "0/1");
  CHECK(prep.measure("knocked_out_in_phase", 2) == "205/216");
  // In the enemy's turn, before its own, it fires from its wheels.
  const Answer defensive =
      at_truck({{"phases", "2"}, {"limbered", "unlimbers"}, {"first_phase", "defensive"}});
  CHECK(defensive.measure("knocked_out_in_phase", 1) == "13/18");
  CHECK(defensive.event("target_knocked_out") == "13/18");
}

}  // namespace
}  // namespace combat_odds
