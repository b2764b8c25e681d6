#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;
using test::refusal;

/// 1 FP at +2: an NMC on an Original 2 (1/36), a PTC on a 3, nothing else.
Answer slight(const Given& given) {
  return Answer("asl.fire", test::with({{"firepower", "1"}, {"drm", "2"}}, given));
}

void check_alike(const Given& one, const Given& other) {
  const Given attack = {{"firepower", "12"}, {"drm", "-1"}};
  const Answer first("asl.fire", test::with(attack, one));
  const Answer second("asl.fire", test::with(attack, other));
  for (const char* const name : {"eliminated", "reduced_broken", "reduced_pinned", "reduced",
                                 "broken", "pinned", "no_effect"}) {
    INFO(name);
    CHECK(first.outcome(name) == second.outcome(name));
  }
}

TEST_CASE("Encirclement costs one Morale Level, Fanaticism adds one, on both sides (A7.7, A10.8)") {
  // Both sides are like an unlisted 4-6-6, and like a 4-6-8 with a half-squad of 8 and 7.
  check_alike({{"target", "4-6-7"}, {"target_state", "encircled"}}, {{"target", "4-6-6"}});
  check_alike({{"target", "4-6-7"}, {"target_state", "fanatic"}}, {{"target", "4-6-8"}});
  check_alike({{"target", "4-6-7"}, {"target_state", "encircled fanatic"}}, {{"target", "4-6-7"}});
  // A hero's is never lowered (A15.2).
  check_alike({{"target", "1-4-9"}, {"target_state", "encircled"}}, {{"target", "1-4-9"}});
  check_alike({{"target", "1-4-9"}, {"target_state", "wounded"}}, {{"target", "1-3-8"}});
}

TEST_CASE("berserk units fail on 11 only, and die on 12 (A15.42, A10.31)") {
  const Answer squad = slight({{"target", "4-6-7"}, {"target_state", "berserk"}});
  CHECK(squad.outcome("reduced") == "1/648");
  CHECK(squad.outcome("eliminated") == "1/1296");
  CHECK(squad.event("pinned_or_worse") == "1/432");  // no PTC
  CHECK_FALSE(refusal("asl.fire", {{"firepower", "1"},
                                   {"target", "4-6-7"},
                                   {"target_state", "berserk"},
                                   {"status", "broken"}})
                  .empty());
}

TEST_CASE("a wounded leader has one Morale Level less, and his next wound kills him on 4 (A17)") {
  const Answer leader = slight({{"target", "9-1"}, {"target_state", "wounded"}});
  CHECK(leader.outcome("broken") == "1/144");       // 9 to 11 on an NMC
  CHECK(leader.outcome("eliminated") == "1/2592");  // 12, and half of the wounds
}

TEST_CASE("an Original 2 on an MC is followed by Heat of Battle (A15.1)") {
  const Given german = {{"target", "4-6-7"}, {"heat_of_battle", "german"}};
  CHECK(slight(german).event("heat_of_battle") == "1/1296");
  CHECK(slight({{"target", "4-6-7"}}).event("heat_of_battle") == "0/1");
  // A Russian 4-4-7 breaks on 8 to 11, 14/36; on 2 its Heat of Battle (+2) is Surrender from 10 on,
  // 6/36, and it breaks, too: 1/36 x (14/36 + 1/36 x 6/36).
  const Given russian = {{"target", "4-4-7"}, {"heat_of_battle", "russian"}};
  CHECK(slight(russian).outcome("broken") == "85/7776");
  CHECK(slight(test::with(russian, {{"no_quarter", "true"}})).outcome("broken") == "7/648");
}

TEST_CASE("a MG that keeps its rate fires again (A9.2)") {
  // 4 FP without modifiers: an NMC or more on 6 or less, 15/36. Of the others 6 have a coloured die
  // of 3 or less: 15/36 + 6/36 x 15/36.
  const Given twice = {
      {"firepower", "4"}, {"target", "4-6-7"}, {"rate_of_fire", "3"}, {"most_shots", "2"}};
  CHECK(Answer("asl.fire", twice).event("nmc_or_better") == "35/72");
  CHECK(Answer("asl.fire", test::with(twice, {{"most_shots", "1"}})).event("nmc_or_better") ==
        "5/12");
  // The MG alone has 2 FP: 5 or less, 10/36.
  CHECK(Answer("asl.fire", test::with(twice, {{"rate_firepower", "2"}})).event("nmc_or_better") ==
        "25/54");
  CHECK_FALSE(
      refusal("asl.fire", {{"firepower", "4"}, {"target", "4-6-7"}, {"most_shots", "2"}}).empty());
}

}  // namespace
}  // namespace combat_odds
