#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;

Given with(Given given, const std::string& name, const std::string& value) {
  given[name] = value;
  return given;
}

TEST_CASE("75.6: non-Russians have one morale less in a marsh") {
  const Given fire = {{"firepower", "8"}, {"drm", "1"}, {"target", "4-6-7"}};
  // The 8 column at +1: a 2MC on 3 and 4 (5 throws), a 1MC on 5 and 6 (9), a normal one on 7 (6).
  // Morale 6 fails them with 30, 26 and 21: 150 + 234 + 126 = 510 of 1296.
  CHECK(Answer("sl.fire", with(fire, "marsh", "others")).outcome("broken") == "85/216");
  CHECK(Answer("sl.fire", with(fire, "marsh", "russians")).outcome("broken") ==
        Answer("sl.fire", fire).outcome("broken"));
  CHECK_THROWS_WITH(Answer("sl.fire", with(with(fire, "marsh", "others"), "target_moved", "true")),
                    Catch::Matchers::ContainsSubstring("needs marsh none"));

  const Given rally = {
      {"unit", "4-6-7"}, {"leader", "8-1"}, {"rally_phases", "1"}, {"desperation_phases", "0"}};
  CHECK(Answer("sl.rally", rally).outcome("rallied") == "13/18");                          // 8
  CHECK(Answer("sl.rally", with(rally, "marsh", "others")).outcome("rallied") == "7/12");  // 7
}

TEST_CASE("75.6: a squad in a marsh has a lower morale, whatever attacks it") {
  const auto same = [](const std::string& procedure, const Given& given, const char* target,
                       const char* marsh) {
    return Answer(procedure, with(with(given, target, "2*4-6-7"), marsh, "others"))
               .event("all_broken_or_worse") ==
           Answer(procedure, with(given, target, "2*4-6-6")).event("all_broken_or_worse");
  };
  CHECK(same("sl.flamethrower", {}, "target", "marsh"));
  CHECK(same("sl.demolition-charge", {}, "target", "marsh"));
  CHECK(same("sl.assault", {{"steps", "fire 8 1; fire 4"}}, "defender", "defender_marsh"));
  CHECK(same("sl.capture", {{"attacks", "8 4"}}, "units", "marsh"));
  CHECK(same("sl.fire-groups", {{"attackers", "8 1; 4"}}, "target", "marsh"));
  const Given sniper = {{"sniper_drm", "-3"}, {"others", "4-4-7"}};
  CHECK(Answer("sl.sniper", with(with(sniper, "target", "8-1"), "marsh", "others"))
            .outcome("broken") ==
        Answer("sl.sniper", with(sniper, "target", "7-1")).outcome("broken"));
}

TEST_CASE("75.4, 75.6: a stack in a marsh fights with half its factors and one morale less") {
  const Given firefight = {{"a_units", "3*4-6-7"},  {"b_units", "3*4-4-7"},
                           {"range", "4"},          {"b_nationality", "russian"},
                           {"turns", "4"},          {"a_squad_points", "25"},
                           {"a_self_rally", "true"}};
  const auto wins = [](const Given& given) {
    return Answer("sl.firefight", given).outcome("a_holds");
  };
  CHECK(wins(with(firefight, "a_marsh", "others")) == wins(with(firefight, "a_units", "3*2-6-6")));
  CHECK(wins(with(firefight, "a_marsh", "russians")) ==
        wins(with(firefight, "a_units", "3*2-6-7")));
}

TEST_CASE("75.5: HE fire at a marsh is halved") {
  // 75mm at 5 hexes hits infantry on 9 or less (30 of 36); in place of the 8 column, with a KIA on
  // 3 or less, it has the 4 column with a KIA on 2.
  const Given shell = {{"gun", "75"}, {"range", "5"}, {"target", "4-6-7"}, {"terrain", "wheat"}};
  CHECK(Answer("sl.he", shell).outcome("eliminated") == "5/72");
  CHECK(Answer("sl.he", with(shell, "marsh", "russians")).outcome("eliminated") == "5/216");
  // A fire value of 16 has the 8 column.
  const Given value = {{"gun", "75"},
                       {"range", "5"},
                       {"fire", "equivalent"},
                       {"firepower", "16"},
                       {"target", "4-6-7"}};
  CHECK(Answer("sl.he", with(value, "marsh", "russians")).outcome("eliminated") == "1/12");
  // 100mm: the 16 column is halved to 8 where it hits (21 throws), to 4 where it misses by one (5).
  CHECK(Answer("sl.near-miss",
               {{"to_hit", "7"}, {"calibre", "100"}, {"target", "4-4-7"}, {"marsh", "russians"}})
            .measure("target_eliminated", 1) == "17/324");  // 21*3 + 5*1 = 68 of 1296
  // 120mm has the 24 column, half of it is that of 80mm.
  const Given barrage = {
      {"begin", "fire_for_effect"}, {"target", "2*4-4-7"}, {"turns", "2"}, {"missions", "2"}};
  CHECK(Answer("sl.artillery", with(with(barrage, "calibre", "120"), "marsh", "russians"))
            .event("broken_or_worse") ==
        Answer("sl.artillery", with(barrage, "calibre", "80")).event("broken_or_worse"));
}

}  // namespace
}  // namespace combat_odds
