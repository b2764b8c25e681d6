#include <cmath>

#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::Answer;

Answer rally(std::map<std::string, std::string> given) {
  given.emplace("rally_phases", "1");
  return Answer("sl.rally", given);
}

TEST_CASE(
    "the SS rally on one more than their morale, with desperation morale on two less (83.3)") {
  // The rule's own example: a 6-5-8 rallies on 9 or less (30/36), under desperation morale on 7 or
  // less (21/36).
  const std::map<std::string, std::string> squad = {
      {"unit", "6-5-8"}, {"self_rally", "true"}, {"ss", "true"}};
  auto given = squad;
  given["desperation_phases"] = "0";
  CHECK(rally(given).outcome("rallied") == "5/6");
  given["desperation_phases"] = "1";
  CHECK(rally(given).outcome("rallied") == "7/12");
}

TEST_CASE("desperation morale costs all others four, inexperience one (14.6, 94.5)") {
  // A 4-6-7 with an 8-1 rallies on a DR of 8 or less (26/36), on 4 or less under desperation
  // morale (6/36).
  CHECK(rally({{"unit", "4-6-7"}, {"leader", "8-1"}, {"desperation_phases", "0"}})
            .outcome("rallied") == "13/18");
  const Answer desperate = rally({{"unit", "4-6-7"}, {"leader", "8-1"}});
  CHECK(desperate.outcome("rallied") == "1/6");
  CHECK(desperate.outcome("eliminated") == "1/36");
  // A 4-3-6 of conscripts and an 8-0: 5 or less, 10/36.
  CHECK(rally({{"unit", "4-3-6"}, {"leader", "8-0"}, {"desperation_phases", "0"}})
            .outcome("rallied") == "5/18");
  // Other squads that are: 4-6-7 on 6 or less, 15/36.
  CHECK(rally({{"unit", "4-6-7"},
               {"leader", "8-0"},
               {"inexperienced", "true"},
               {"desperation_phases", "0"}})
            .outcome("rallied") == "5/12");
}

TEST_CASE("a foreign leader makes all roll with desperation morale (74)") {
  // 9-2 counts as -1 (74.2): 7 - 4 + 1 = 4 or less, 6/36.
  const auto with = [](const char* phases, const char* self) {
    return rally({{"unit", "4-6-7"},
                  {"leader", "9-2"},
                  {"leader_from", "allied_army"},
                  {"desperation_phases", phases},
                  {"self_rally", self}});
  };
  CHECK(with("0", "false").outcome("rallied") == "1/6");
  CHECK(with("1", "false").outcome("broken") == "1/1");  // may not even try
  CHECK(with("1", "true").outcome("rallied") == "1/6");
  CHECK(with("0", "true").outcome("rallied") == "7/12");  // better alone, 7 or less
  // An SS leader with Wehrmacht troops: only the modifier suffers (83.7). 8 or less.
  CHECK(rally({{"unit", "4-6-7"},
               {"leader", "9-2"},
               {"leader_from", "ss_and_wehrmacht"},
               {"desperation_phases", "0"}})
            .outcome("rallied") == "13/18");
}

TEST_CASE("several phases") {
  // First phase 4 or less: 6/36 rally, 1/36 die, 29/36 go on; then 8 or less: 26/36.
  const Answer answer("sl.rally", {{"unit", "4-6-7"}, {"leader", "8-1"}, {"rally_phases", "2"}});
  CHECK(answer.measure("rally_phase", 1) == "1/6");
  CHECK(answer.measure("rally_phase", 2) == "377/648");  // 29/36 * 26/36
  CHECK(answer.outcome("rallied") == "485/648");         // 108/648 + 377/648
  CHECK(answer.outcome("eliminated") == "65/1296");      // 1/36 + 29/36 * 1/36
  const Answer harmless(
      "sl.rally",
      {{"unit", "4-6-7"}, {"leader", "8-1"}, {"rally_phases", "2"}, {"original_12", "fails"}});
  CHECK(harmless.outcome("broken") == "25/108");  // 30/36 * 10/36
}

TEST_CASE("two units rally separately; a broken leader has no modifier") {
  // 8 or less each with an 8-1: 26/36.
  const Answer two = rally({{"unit", "2*4-6-7"}, {"leader", "8-1"}, {"desperation_phases", "0"}});
  CHECK(two.measure("rallied", 2) == "169/324");
  CHECK(two.outcome("2 rallied") == "169/324");
  CHECK(rally({{"unit", "8-1"}, {"desperation_phases", "0"}}).outcome("rallied") == "13/18");
}

TEST_CASE("a broken leader rallies first and then helps his men") {
  // No desperation: an 8-1 rallies on 8 or less (26/36), and the 4-6-7 with him then on 8 or less;
  // without him it may not try.
  const Answer stack = rally({{"unit", "4-6-7 8-1"}, {"desperation_phases", "0"}});
  CHECK(stack.measure("rallied", 2) == "169/324");
  CHECK(stack.measure("rallied", 0) == "5/18");
  // With an 8-0 at their side they do not wait: the squad on 7 or less (21/36) if the 8-1 fails, on
  // 8 or less if he rallies.
  const Answer led = rally({{"unit", "4-6-7 8-1"}, {"leader", "8-0"}, {"desperation_phases", "0"}});
  CHECK(led.measure("rallied", 2) == "169/324");
  // One of them: the 8-1 alone (26 * 10), or the squad after a failure without a 12 (9 * 21). On a
  // 12 (1/36) the 8-0 passes (26/36), the squad too (21/36), and it rallies (21/36); or the 8-0
  // breaks (10/36), the squad passes both its checks (21/36 * 21/36), the 8-0 rallies (26/36), and
  // then the squad does (21/36). 449/1296 + 26 * 441 / 36^4 + 10 * 441 * 26 * 21 / 36^6.
  CHECK(led.mean("rallied") - 2 * 169.0 / 324 ==
        Approx(449.0 / 1296 + 26.0 * 441 / std::pow(36, 4) + 10.0 * 441 * 26 * 21 / std::pow(36, 6))
            .epsilon(1e-12));
}

TEST_CASE("leaders help each other (14.5), and a +1 can't be refused (Q&A 15.1)") {
  // An 8-1 beside a 9-2 rallies on 10 or less (33/36), under desperation morale on 6 or less
  // (15/36).
  const auto with = [](const char* leader, const char* phases) {
    return rally({{"unit", "8-1"}, {"leader", leader}, {"desperation_phases", phases}})
        .outcome("rallied");
  };
  CHECK(with("9-2", "0") == "11/12");
  CHECK(with("9-2", "1") == "5/12");
  CHECK(with("6+1", "0") == "7/12");  // 7 or less: 21/36
}

TEST_CASE("a leader's Original 12 makes all others check their morale (18.3)") {
  // The 8-1 rolls 12 (1/36). The 8-0 then passes on 8 or less (26/36), or breaks.
  const Answer two = rally({{"unit", "8-1"}, {"leader", "8-0"}, {"desperation_phases", "0"}});
  CHECK(two.outcome("eliminated") == "1/36");
  // If broken, he may still try in this phase: 8 or less. Lost in the end: 10/36 * 10/36 of the
  // time.
  CHECK(two.event("leader_lost") == "25/11664");
  // A broken 4-6-7 beside the 8-1 is eliminated by it on 8 or more: 1/36 * 15/36.
  const Answer squad = rally({{"unit", "4-6-7 8-1"}, {"desperation_phases", "0"}});
  CHECK(squad.measure("eliminated", 2) == "5/432");
  CHECK(rally({{"unit", "4-6-7 8-1"}, {"desperation_phases", "0"}, {"original_12", "fails"}})
            .measure("eliminated", 0) == "1/1");
}

TEST_CASE("three units over two phases, one of them or all eliminated on the way") {
  // Each for itself, 7 or less: 21/36 + 14/36 * 21/36 = 175/216; all three to the third power.
  const Answer three(
      "sl.rally",
      {{"unit", "3*4-4-7"}, {"leader", "8-0"}, {"desperation_phases", "0"}, {"rally_phases", "2"}});
  CHECK(three.measure("rallied", 3) == "5359375/10077696");
}

TEST_CASE("units that can't rally are refused in a line") {
  const auto error = [](const std::map<std::string, std::string>& given) {
    return test::refusal("sl.rally", given);
  };
  CHECK(error({{"unit", "4-6-7"}}).find("self_rally") != std::string::npos);
  CHECK(error({{"unit", "4-6-7"}, {"leader", "4-6-7"}}).find("no leader") != std::string::npos);
  CHECK(error({{"unit", "8-1"}, {"leader_from", "allied_army"}}).find("leader") !=
        std::string::npos);
  CHECK(
      error(
          {{"unit", "4-3-6"}, {"leader", "8-0"}, {"inexperienced", "true"}, {"broken_morale", "5"}})
          .find("94.5") != std::string::npos);
  CHECK(error({{"unit", "8-1"}, {"self_rally", "true"}}).find("14.3") != std::string::npos);
}

}  // namespace
}  // namespace combat_odds
