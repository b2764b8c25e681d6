#include "tests/support/catch.hpp"
#include "tests/support/fire_attack.hpp"

// Squad Leader: factors and DRM by firers, range and target, from the rulebooks' own examples.

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;

const test::FireAttack fire("sl.fire");

TEST_CASE("two squads, an LMG and a 9-1 next to a stone building (notes 2, 12)") {
  // (4 + 4 + 2) x 2 = 20; +3 -1 = +2. At a target that moved in the street: -2 -1 = -3. In
  // Advancing Fire after moving: 10, the 8 column.
  Given given = {{"attackers", "2*4-6-7 LMG 9-1"}, {"range", "1"}, {"terrain", "stone"}};
  CHECK(fire.sum(given) == "20 FP (20 column), +2");
  CHECK(fire.working(given).sums ==
        std::vector<std::string>{"2 x 4 + German LMG 2, doubled adjacent: 20 FP, the 20 column",
                                 "stone building +3, 9-1 directs -1: +2"});
  CHECK(fire.sum(test::with(given, {{"phase", "advancing"}})) == "10 FP (8 column), +2");
  CHECK(fire.sum(test::with(given, {{"phase", "advancing_unmoved"}})) == "20 FP (20 column), +2");
  // There is no -2 in a building.
  CHECK(fire.sum(test::with(given, {{"target_moved", "true"}})) == "20 FP (20 column), +2");
  CHECK(fire.sum(test::with(given, {{"target_moved", "true"}, {"terrain", "road"}})) ==
        "20 FP (20 column), -3");
}

TEST_CASE("attackers equal the situation with their factors and DRM") {
  const Answer one("sl.fire", {{"attackers", "2*4-6-7 LMG"},
                               {"range", "1"},
                               {"terrain", "stone"},
                               {"leader", "9-1"},
                               {"target", "2*4-4-7 8-0"}});
  const Answer other("sl.fire", {{"firepower", "20"}, {"drm", "2"}, {"target", "2*4-4-7 8-0"}});
  for (int units = 0; units <= 3; ++units) {
    CHECK(one.measure("broken", units) == other.measure("broken", units));
    CHECK(one.measure("eliminated", units) == other.measure("eliminated", units));
  }
}

TEST_CASE("a charge by cavalry: fractions are kept until the column (92.6)") {
  // 5 halved for being mounted, halved again, doubled adjacent: 2.5, the 2 column.
  CHECK(fire.sum({{"attackers", "5-3-7"}, {"range", "1"}, {"halved", "2"}}) ==
        "2.5 FP (2 column), 0");
}

TEST_CASE("Sustained Fire adds a column after all multipliers (95.22)") {
  // An LMG of 2 at long range: 1, the 1 column, and the next: 2. Adjacent: 4, and the next: 6. Its
  // crew fires it in place of its own firepower.
  CHECK(fire.sum({{"attackers", "2-4-7 2-8"}, {"range", "12"}, {"sustained_fire", "true"}}) ==
        "1 FP (2 column by Sustained Fire), 0");
  CHECK(fire.sum({{"attackers", "2-4-7 2-8"}, {"range", "1"}, {"sustained_fire", "true"}}) ==
        "4 FP (6 column by Sustained Fire), 0");
  // 95.5: of 4 + 2 the gun's 2 fill the gap from 6 to 8.
  CHECK(fire.sum({{"attackers", "4-6-7 LMG"}, {"range", "3"}, {"sustained_fire", "true"}}) ==
        "6 FP (8 column by Sustained Fire), 0");
  CHECK(fire.refusal({{"attackers", "4-6-7 LMG"},
                      {"range", "3"},
                      {"phase", "advancing"},
                      {"sustained_fire", "true"}})
            .starts_with("sustained_fire: who moved uses no sustained fire (95.23)"));
  CHECK(fire.refusal({{"attackers", "4-6-7"}, {"range", "3"}, {"sustained_fire", "true"}})
            .starts_with("sustained_fire: no machine gun fires"));
}

TEST_CASE("a unit that fires a weapon in place of its own firepower (8.4)") {
  const auto fp = [](const char* attackers) {
    return fire.sum({{"attackers", attackers}, {"range", "3"}});
  };
  CHECK(fp("4-6-7 German HMG") == "10 FP (8 column), 0");
  CHECK(fp("4-6-7 2*German LMG") == "8 FP (8 column), 0");           // two LMG are free
  CHECK(fp("4-6-7 German HMG German LMG") == "8 FP (8 column), 0");  // in place of its 4
  CHECK(fp("2-4-7 German MMG") == "4 FP (4 column), 0");
  CHECK(fp("2*4-6-7 2-4-7 3*German MMG") == "20 FP (20 column), 0");  // the crew loses its 2
  // The crew takes the heavy one, so that the squad has both LMG free: 4 + 2 x 2 + 6.
  CHECK(fp("4-6-7 2-4-7 German HMG 2*German LMG") == "14 FP (12 column), 0");
  CHECK(fp("9-1 German MMG") == "2 FP (2 column), 0");
  CHECK(fp("9-1 8-0 German MMG") == "4 FP (4 column), 0");
  CHECK(fire.refusal({{"attackers", "2-4-7 2*German MMG"}, {"range", "3"}})
            .starts_with("attackers: nobody is left to fire all these weapons"));
}

TEST_CASE("terrain and moving in the open (11.1)") {
  const auto at = [](const char* terrain) {
    return fire.sum(
        {{"attackers", "4-6-7"}, {"range", "3"}, {"target_moved", "true"}, {"terrain", terrain}});
  };
  CHECK(at("open ground") == "4 FP (4 column), -2");
  CHECK(at("shellhole") == "4 FP (4 column), -1");
  CHECK(at("wreck") == "4 FP (4 column), -1");
  CHECK(at("wheat") == "4 FP (4 column), 0");
  CHECK(at("woods") == "4 FP (4 column), +1");
  CHECK(at("entrenchment") == "4 FP (4 column), +2");
  CHECK(at("wall") == "4 FP (4 column), 0");
}

TEST_CASE("range halves, concealment halves, a cliff triples") {
  CHECK(fire.sum({{"attackers", "4-6-7"}, {"range", "7"}}) == "2 FP (2 column), 0");
  CHECK(fire.sum({{"attackers", "4-6-7"}, {"range", "7"}, {"concealed", "true"}}) ==
        "1 FP (1 column), 0");
  CHECK(fire.sum({{"attackers", "4-6-7"}, {"range", "1"}, {"from_cliff", "true"}}) ==
        "12 FP (12 column), 0");
  CHECK(fire.refusal({{"attackers", "4-6-7"}, {"range", "13"}}) ==
        "range: nobody reaches 13 hexes (at most 12)");
}

TEST_CASE("a flamethrower ignores all modifiers (22)") {
  CHECK(fire.sum(
            {{"attackers", "FT"}, {"range", "1"}, {"terrain", "stone"}, {"phase", "advancing"}}) ==
        "20 FP (20 column), 0");
  CHECK(fire.sum({{"attackers", "FT"}, {"range", "2"}, {"concealed", "true"}}) ==
        "10 FP (8 column), 0");
}

TEST_CASE("a target that is on no list gets a note") {
  OddsOptions exact;
  exact.method = Method::exact;
  const auto notes = [&](const char* target) {
    return ask(test::library(), {"sl.fire", {{"firepower", "8"}, {"target", target}}, exact})
        .situations()
        .front()
        .working.notes;
  };
  CHECK(notes("4-6-7 8-1").empty());
  CHECK(notes("2*6-6-6") ==
        std::vector<std::string>{"the chart does not list 6-6-6: it counts as it is written"});
}

}  // namespace
}  // namespace combat_odds
