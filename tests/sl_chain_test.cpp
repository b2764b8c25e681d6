#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;
using test::refusal;
using test::with;

TEST_CASE("sl.assault: a step of fire is the attack of sl.fire") {
  const std::vector<std::string> events = {"leader_lost", "broken_or_worse", "all_broken_or_worse",
                                           "eliminated_or_reduced", "good_order"};
  for (const char* const target : {"2*4-4-7 8-0", "4-4-7 4-3-6 9-1 8-1", "2*6-2-8"}) {
    for (const auto& [step, fire] :
         {std::pair<std::string, Given>("fire 8 1", {{"firepower", "8"}, {"drm", "1"}}),
          std::pair<std::string, Given>("fire 20 -2", {{"firepower", "20"}, {"drm", "-2"}}),
          std::pair<std::string, Given>("fire 2*4-6-7 LMG range 1 terrain stone drm 1",
                                        {{"attackers", "2*4-6-7 LMG"},
                                         {"range", "1"},
                                         {"terrain", "stone"},
                                         {"drm", "1"}})}) {
      for (const char* const status : {"good", "broken"}) {
        INFO(step << " at " << target << ' ' << status);
        const Answer one("sl.assault",
                         {{"steps", step}, {"defender", target}, {"defender_status", status}});
        const Answer other("sl.fire", with(fire, {{"target", target}, {"status", status}}));
        for (const std::string& event : events) CHECK(one.event(event) == other.event(event));
        for (const char* const measure : {"eliminated", "broken", "unharmed"}) {
          for (const int value : {0, 1, 2, 3, 4}) {
            CHECK(one.measure(std::string("defenders_") + measure, value) ==
                  other.measure(measure, value));
          }
        }
      }
    }
  }
}

TEST_CASE("sl.assault: a Close Combat Phase, by hand") {
  // 4 to 4 is 1-1 with the kill number 5: 10 of 36 eliminate.
  const Answer one("sl.assault", {{"steps", "close-combat"},
                                  {"attacker", "4-6-7"},
                                  {"defender", "4-4-7"},
                                  {"attacker_nationality", "german"},
                                  {"defender_nationality", "russian"}});
  CHECK(one.outcome("attacker_holds") == "65/324");  // 10/36 * 26/36
  CHECK(one.outcome("nobody_holds") == "25/324");
  CHECK(one.outcome("melee") == "169/324");
  CHECK(one.measure("points_won", 14) == "65/324");
  CHECK(one.measure("points_won", -21) == "65/324");
  CHECK(one.measure("points_won", -7) == "25/324");
  // The 8-1 adds no factors beside the squad; 4 to 4 and his -1 make it a 6 (15 of 36). He dies
  // with his squad.
  const Answer led("sl.assault",
                   {{"steps", "close-combat"}, {"attacker", "4-6-7 8-1"}, {"defender", "4-4-7"}});
  CHECK(led.measure("defenders_eliminated", 1) == "5/12");
  CHECK(led.measure("attackers_eliminated", 2) == "5/18");
  // Alone he has 1 to 4: 1-4 with the kill number 3, and his own -1: 4 or less (6 of 36).
  const Answer alone("sl.assault",
                     {{"steps", "close-combat"}, {"attacker", "8-1"}, {"defender", "4-4-7"}});
  CHECK(alone.measure("defenders_eliminated", 1) == "1/6");
  // The ambusher rolls first, and only survivors answer.
  const Answer ambush("sl.assault", {{"steps", "close-combat"},
                                     {"attacker", "4-6-7"},
                                     {"defender", "4-4-7"},
                                     {"ambush", "defender"}});
  CHECK(ambush.outcome("defender_holds") == "5/18");
  CHECK(ambush.outcome("attacker_holds") == "65/324");  // 26/36 * 10/36
  CHECK(ambush.outcome("nobody_holds") == "0/1");
}

TEST_CASE("sl.assault: phases without a leader equal those of sl.close-combat") {
  for (const auto& [attacker, defender] :
       {std::pair("2*4-6-7", "4-4-7"), std::pair("8-3-8", "2*4-4-7"),
        std::pair("2-4-7", "6-2-8")}) {
    for (const char* const ambush : {"none", "attacker", "defender"}) {
      const Answer one("sl.assault", {{"steps", "close-combat; close-combat; close-combat"},
                                      {"attacker", attacker},
                                      {"defender", defender},
                                      {"attacker_drm", "-1"},
                                      {"ambush", ambush}});
      const Answer other("sl.close-combat", {{"firepower", attacker},
                                             {"enemy_firepower", defender},
                                             {"drm", "-1"},
                                             {"rounds", "3"},
                                             {"ambush", ambush}});
      INFO(attacker << " against " << defender << ", ambush " << ambush);
      CHECK(one.outcome("attacker_holds") == other.outcome("defender_eliminated"));
      CHECK(one.outcome("defender_holds") == other.outcome("attacker_eliminated"));
      CHECK(one.outcome("nobody_holds") == other.outcome("both_lost"));
      CHECK(one.outcome("melee") == other.outcome("melee_goes_on"));
    }
  }
}

TEST_CASE("sl.assault: broken units take no part in close combat") {
  const Given broken = {
      {"attacker", "4-6-7"}, {"defender", "4-4-7"}, {"defender_status", "broken"}};
  // 20.9: without a roll.
  const Answer stays("sl.assault", with(broken, {{"steps", "close-combat"}}));
  CHECK(stays.outcome("attacker_holds") == "1/1");
  CHECK(stays.measure("defenders_eliminated", 1) == "1/1");
  CHECK(stays.event("close_combat") == "0/1");
  const Answer routs("sl.assault", with(broken, {{"steps", "rout; close-combat"}}));
  CHECK(routs.outcome("attacker_holds") == "1/1");
  CHECK(routs.measure("defenders_eliminated", 0) == "1/1");
  // A unit that is broken by the fire does not go in.
  const Answer fired("sl.fire", {{"firepower", "8"}, {"target", "4-6-7"}});
  const Answer goes(
      "sl.assault",
      {{"steps", "return 8; close-combat"}, {"attacker", "4-6-7"}, {"defender", "4-4-7"}});
  CHECK(goes.event("attacker_goes_in") == fired.outcome("no_effect"));
}

TEST_CASE("sl.assault: the side's own fire is that of the remaining units") {
  // 2 x 4 doubled is 16, directed by the 9-1; a +1 is not used (Q&A 15.1).
  const auto breaks = [](const char* attacker, const char* step) {
    return Answer("sl.assault", {{"steps", step}, {"attacker", attacker}, {"defender", "4-4-7"}})
        .event("broken_or_worse");
  };
  const auto broken_by = [](const char* firepower, const char* drm) {
    return Answer("sl.fire", {{"firepower", firepower}, {"drm", drm}, {"target", "4-4-7"}})
        .event("broken_or_worse");
  };
  CHECK(breaks("2*4-6-7 9-1", "fire x2 3") == broken_by("16", "2"));
  CHECK(breaks("2*4-6-7 6+1", "fire x2 3") == broken_by("16", "3"));
  CHECK(breaks("8-1", "fire x2") == "0/1");
}

TEST_CASE("sl.assault: steps that make no sense are refused") {
  using Catch::Matchers::ContainsSubstring;
  const auto refused = [](const Given& given) {
    return refusal("sl.assault", with({{"defender", "4-4-7"}, {"attacker", "4-6-7"}}, given));
  };
  CHECK_THAT(refused({{"steps", "fire 8 cowering cower"}}), ContainsSubstring("no word of it"));
  CHECK_THAT(refused({{"steps", "fire 8 1"}}), ContainsSubstring("no step has to do with these"));
  CHECK_THAT(refused({{"steps", "return 8"}, {"ambush", "attacker"}}),
             ContainsSubstring("needs close-combat as one of the steps"));
  CHECK_THAT(refused({{"steps", "close-combat"}, {"attacker_nationality", "russian"}}),
             ContainsSubstring("the chart has no russian 4-6-7"));
}

}  // namespace
}  // namespace combat_odds
