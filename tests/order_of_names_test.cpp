#include <algorithm>
#include <iterator>
#include <sstream>

#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;
using test::with;

std::string turned_round(const std::string& units) {
  std::istringstream stream(units);
  std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
  std::string text;
  for (auto word = words.rbegin(); word != words.rend(); ++word) {
    text += (text.empty() ? "" : " ") + *word;
  }
  return text;
}

/// All chances as fractions.
std::map<std::string, std::string> chances(const std::string& procedure, const Given& given) {
  std::map<std::string, std::string> all;
  const Answer answer(procedure, given);
  for (const Chance& one : answer.odds().chances) {
    if (one.exact->value == 0) continue;
    all[one.name + " " + std::to_string(one.value)] = one.exact->fraction;
  }
  return all;
}

TEST_CASE("the order in which units are named does not change their odds") {
  struct Asked {
    std::string procedure;
    std::string parameter;
    Given others;
  };
  const Asked asked[] = {
      {"asl.fire", "target", {{"firepower", "24"}, {"elr", "3"}}},
      {"asl.fire", "target", {{"firepower", "12"}, {"drm", "-2"}, {"status", "broken"}}},
      {"asl.fire", "target", {{"firepower", "8"}, {"drm", "-2"}, {"attacks", "2"}}},
      {"asl.molotov", "target", {{"firepower", "4"}}},
      {"asl.rally", "unit", {{"rally_phases", "2"}}},
      {"asl.firefight",
       "a_units",
       {{"b_units", "4-4-7 8-0"}, {"range", "3"}, {"a_drm", "1"}, {"turns", "2"}}},
      {"asl.firefight",
       "b_units",
       {{"a_units", "4-6-7"}, {"range", "3"}, {"b_elr", "3"}, {"turns", "2"}}},
      {"asl.assault", "defender", {{"steps", "fire 8 0; close-combat"}, {"attacker", "4-6-7"}}},
      {"sl.fire", "target", {{"firepower", "16"}, {"drm", "-1"}}},
      {"sl.rally", "unit", {{"rally_phases", "2"}}},
      {"sl.assault", "defender", {{"steps", "fire 8 0; close-combat"}, {"attacker", "4-6-7"}}},
  };
  for (const Asked& one : asked) {
    // Leaders of the same morale and of different ones, beside a single unit. Only the rule may say
    // which kind of unit is tried first.
    for (const std::string units : {"4-6-7 9-1 9-2", "8-0 8-1 4-4-7", "4-4-7 7-0 9-1"}) {
      INFO(one.procedure << ' ' << units);
      CHECK(chances(one.procedure, with(one.others, {{one.parameter, units}})) ==
            chances(one.procedure, with(one.others, {{one.parameter, turned_round(units)}})));
    }
  }
}

TEST_CASE("the losses of a side in a stand-off are counted in squads if it has any") {
  const Given given = {{"a_units", "8-3-8"}, {"range", "2"}, {"b_drm", "-1"}, {"turns", "2"}};
  CHECK(chances("asl.firefight", with(given, {{"b_units", "4-4-7 2-3-7"}})) ==
        chances("asl.firefight", with(given, {{"b_units", "2-3-7 4-4-7"}})));
}

}  // namespace
}  // namespace combat_odds
