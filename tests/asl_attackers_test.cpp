#include "tests/support/catch.hpp"
#include "tests/support/fire_attack.hpp"

// FP and DRM by firers, range and target: the rulebook's own examples.

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;

const test::FireAttack fire("asl.fire");

TEST_CASE("the sum is worded as a player would say it") {
  const Working told = fire.working(
      {{"attackers", "2*4-6-7"}, {"range", "1"}, {"terrain", "stone"}, {"leader", "9-1"}});
  CHECK(told.situation == "2*4-6-7 at range 1, 16 FP (16 column), +2, at 4-4-7");
  CHECK(told.sums == std::vector<std::string>{"2 x 4, doubled adjacent: 16 FP, the 16 column",
                                              "stone building +3, 9-1 directs -1: +2"});
  CHECK(told.notes.empty());
}

TEST_CASE("attackers equal the situation with their FP and DRM") {
  const Given asked = {{"attackers", "2*4-6-7"},
                       {"range", "1"},
                       {"terrain", "stone"},
                       {"leader", "9-1"},
                       {"target", "4-4-7"}};
  const Given summed = {{"firepower", "16"}, {"drm", "2"}, {"target", "4-4-7"}};
  const Answer one("asl.fire", asked);
  const Answer other("asl.fire", summed);
  for (const char* outcome : {"eliminated", "reduced_broken", "broken", "pinned", "no_effect"}) {
    CHECK(one.outcome(outcome) == other.outcome(outcome));
  }
}

TEST_CASE("two squads, an LMG and a 9-1 next to a stone building (notes 2, 1.3)") {
  // (4 + 4 + 3) x 2 = 22: the 20 column; +3 -1, and at a walker FFNAM -1: +1.
  Given given = {{"attackers", "2*4-6-7 LMG 9-1"},
                 {"range", "1"},
                 {"terrain", "stone"},
                 {"target_moves", "non_assault"},
                 {"phase", "defensive_first"}};
  CHECK(fire.sum(given) == "22 FP (20 column), +1");
  // FFNAM does not count in Final Fire, nor against Assault Movement.
  given["phase"] = "final";
  CHECK(fire.sum(given) == "22 FP (20 column), +2");
  given["phase"] = "defensive_first";
  given["target_moves"] = "assault";
  CHECK(fire.sum(given) == "22 FP (20 column), +2");
}

TEST_CASE("long range halves each firer by its own range (A7.22)") {
  // 2 x 4 / 2 + 5 = 9: the 8 column.
  CHECK(fire.sum({{"attackers", "2*4-6-7 German MMG"}, {"leader", "9-2"}, {"range", "7"}}) ==
        "9 FP (8 column), -2");
}

TEST_CASE("Assault Fire adds 1 and rounds up, last of all (A7.36)") {
  // 5 x 2 / 2 / 2 + 1 = 3.5: 4 for each of the two squads.
  CHECK(fire.sum({{"attackers", "2*5-4-8"},
                  {"range", "1"},
                  {"phase", "advancing"},
                  {"concealed", "true"},
                  {"assault_fire", "true"}}) == "8 FP (8 column), 0");
  // Not at long range: 5 / 2 / 2.
  CHECK(fire.sum({{"attackers", "5-4-8"},
                  {"range", "5"},
                  {"phase", "advancing"},
                  {"assault_fire", "true"}}) == "1.25 FP (1 column), 0");
}

TEST_CASE("a Snap Shot at a Dash is halved twice") {
  // 4 / 2 / 2 = 1. Neither FFNAM nor FFMO counts (A8.15).
  CHECK(fire.sum({{"attackers", "4-4-7"},
                  {"range", "3"},
                  {"target_moves", "dash"},
                  {"snap_shot", "true"}}) == "1 FP (1 column), 0");
}

TEST_CASE("Subsequent First Fire and FPF in the same Location (A8.3, A8.31)") {
  // (4 + 3) x 3 / 2 = 10.5.
  for (const char* phase : {"subsequent_first", "fpf"}) {
    CHECK(fire.sum({{"attackers", "4-6-7 German LMG"}, {"range", "0"}, {"phase", phase}}) ==
          "10.5 FP (8 column), 0");
  }
}

TEST_CASE("an HMG at 18 hexes (A9.4)") {
  // 6 / 2 at long range, / 2 as if the target were concealed: 1.5. Its half-squad fires it alone.
  const Given given = {{"attackers", "2-2-8 Russian HMG"},
                       {"range", "18"},
                       {"leader", "8-0"},
                       {"rate_of_fire", "0"}};
  CHECK(fire.sum(given) == "1.5 FP (1 column), 0");
  CHECK(fire.working(given).notes ==
        std::vector<std::string>{"2-2-8 does not reach 18 hexes: it does not count"});
  CHECK(fire.refusal({{"attackers", "2-2-8 Russian HMG"}, {"range", "18"}}) ==
        "a MG fires beyond 16 hexes only where a leader directs (A9.4) (a leader such as "
        "8-0)");
}

TEST_CASE("Spraying Fire and Sustained Fire") {
  // (5 + 3) x 2 / 2 = 8; (4 + 3 / 2) x 2 = 11.
  CHECK(fire.sum({{"attackers", "5-4-8 LMG"}, {"range", "1"}, {"spraying_fire", "true"}}) ==
        "8 FP (8 column), 0");
  CHECK(fire.sum({{"attackers", "4-6-7 LMG"}, {"range", "1"}, {"sustained_fire", "true"}}) ==
        "11 FP (8 column), 0");
}

TEST_CASE("a unit that fires a weapon in place of its own FP (A7.351-.352)") {
  // A squad fires one beside its own FP and a second in place of it; a half-squad fires one in
  // place of it.
  CHECK(fire.sum({{"attackers", "4-6-7 LMG"}, {"range", "3"}}) == "7 FP (6 column), 0");
  CHECK(fire.sum({{"attackers", "4-6-7 2*LMG"}, {"range", "3"}}) == "6 FP (6 column), 0");
  CHECK(fire.sum({{"attackers", "2-4-7 LMG"}, {"range", "3"}}) == "3 FP (2 column), 0");
  // If a squad and a half-squad fire two of them, the half-squad loses its 2.
  CHECK(fire.sum({{"attackers", "4-6-7 2-4-7 2*LMG"}, {"range", "3"}}) == "10 FP (8 column), 0");
  CHECK(fire.refusal({{"attackers", "2-4-7 2*LMG"}, {"range", "3"}})
            .starts_with("attackers: nobody is left to fire all these weapons"));
  // A9.12: one leader fires it at half FP, two at full FP; then nobody cowers.
  CHECK(fire.sum({{"attackers", "9-1 German MMG"}, {"range", "3"}}) == "2.5 FP (2 column), 0");
  CHECK(fire.sum({{"attackers", "9-1 8-0 German MMG"}, {"range", "3"}}) == "5 FP (4 column), 0");
  CHECK(fire.working({{"attackers", "9-1 German MMG"}, {"range", "3"}, {"rate_of_fire", "0"}})
            .notes.empty());
}

TEST_CASE("heroes add their -1 to the leader's (A15.24)") {
  // (4 + 1) x 2 = 10.
  CHECK(fire.sum({{"attackers", "4-6-7 1-4-9 8-1"}, {"range", "1"}}) == "10 FP (8 column), -2");
  // At Normal Range only: 5 hexes are too many for a 1-4-9, whose FP is halved.
  CHECK(fire.sum({{"attackers", "4-6-7 1-4-9 8-1"}, {"range", "4"}}) == "5 FP (4 column), -2");
  CHECK(fire.sum({{"attackers", "4-6-7 1-4-9 8-1"}, {"range", "5"}}) == "4.5 FP (4 column), -1");
}

TEST_CASE("FFMO is for Open Ground, Hazardous Movement in any phase (A4.6, A4.62)") {
  const auto moving = [](const char* how, const char* terrain, const char* hindrance) {
    return fire.sum({{"attackers", "4-6-7"},
                     {"range", "3"},
                     {"target_moves", how},
                     {"terrain", terrain},
                     {"hindrance", hindrance}});
  };
  CHECK(moving("non_assault", "open ground", "0") == "4 FP (4 column), -2");
  CHECK(moving("assault", "open ground", "0") == "4 FP (4 column), -1");
  CHECK(moving("non_assault", "grain", "0") == "4 FP (4 column), -1");
  CHECK(moving("non_assault", "wall", "0") == "4 FP (4 column), +1");
  CHECK(moving("non_assault", "open ground", "1") == "4 FP (4 column), 0");
  CHECK(moving("hazardous", "woods", "0") == "4 FP (4 column), -1");
  CHECK(fire.refusal({{"attackers", "4-6-7"},
                      {"range", "3"},
                      {"target_moves", "assault"},
                      {"phase", "prep"}})
            .starts_with("target_moves: the target does not move in that phase"));
}

TEST_CASE("all modifiers are added, given ones too") {
  CHECK(fire.working({{"attackers", "4-6-7"},
                      {"range", "1"},
                      {"terrain", "woods"},
                      {"hindrance", "2"},
                      {"cx", "true"},
                      {"encircled", "true"},
                      {"drm", "-1"},
                      {"pinned", "true"}})
            .sums ==
        std::vector<std::string>{"4, doubled adjacent, halved: pinned: 4 FP, the 4 column",
                                 "woods +1, Hindrance +2, CX +1, Encircled +1, given -1: +4"});
}

TEST_CASE("TEM and leaders do not affect an FT, and adjacency does not double it (A22)") {
  CHECK(fire.sum({{"attackers", "FT"}, {"range", "1"}, {"terrain", "stone"}}) ==
        "24 FP (24 column), 0");
  CHECK(fire.sum({{"attackers", "FT"}, {"range", "2"}, {"phase", "advancing"}}) ==
        "12 FP (12 column), 0");
  CHECK(fire.refusal({{"attackers", "FT"}, {"range", "3"}}) ==
        "range: nobody reaches 3 hexes (at most 2)");
}

TEST_CASE("attackers without a leader's direction cower (A7.9)") {
  const Working told = fire.working({{"attackers", "4-6-7"}, {"range", "3"}});
  CHECK(told.notes == std::vector<std::string>{
                          "no leader directs: on Original doubles they cower, one column less "
                          "(A7.9)"});
  const auto broken = [](const Given& given) {
    return Answer("asl.fire", given).outcome("broken");
  };
  const std::string cowering =
      broken({{"firepower", "4"}, {"cowering", "cower"}, {"target", "4-4-7"}});
  const std::string steady = broken({{"firepower", "4"}, {"target", "4-4-7"}});
  REQUIRE(cowering != steady);
  CHECK(broken({{"attackers", "4-6-7"}, {"range", "3"}, {"target", "4-4-7"}}) == cowering);
  CHECK(broken(
            {{"attackers", "4-6-7"}, {"range", "3"}, {"cowering", "never"}, {"target", "4-4-7"}}) ==
        steady);
  CHECK(broken({{"attackers", "4-6-7"}, {"range", "3"}, {"leader", "8-0"}, {"target", "4-4-7"}}) ==
        steady);
  CHECK(fire.refusal({{"attackers", "4-6-7 8-0"}, {"range", "3"}, {"cowering", "cower"}})
            .starts_with("cowering: fire that a leader directs does not cower"));
}

TEST_CASE("weapons are named by nation, by name or by their printed numbers") {
  const auto fp = [](const char* attackers) {
    return fire.sum({{"attackers", attackers}, {"range", "3"}});
  };
  CHECK(fp("5-2-7 LMG") == "4.5 FP (4 column), 0");  // 5 / 2 at 3 hexes, a Russian LMG 2
  CHECK(fp("4-6-7 + LMG") == "7 FP (6 column), 0");
  CHECK(fp("4-6-7 3-8") == "7 FP (6 column), 0");
  CHECK(fp("4-6-7 3") == "7 FP (6 column), 0");
  CHECK(fire.refusal({{"attackers", "4-4-7 LMG"}, {"range", "3"}}) ==
        "attackers: whose LMG? (German LMG or Russian LMG)");
  CHECK(fire.refusal({{"attackers", "4-6-7 BAZ"}, {"range", "3"}}) ==
        "attackers: 'BAZ' is no unit, and no weapon of the chart asl/support-weapons.csv (a weapon "
        "that it lacks by what is printed on it: 3-8 for 3 FP and a normal range of 8)");
}

TEST_CASE("either FP or attackers must be given") {
  CHECK(fire.refusal({{"firepower", "8"}, {"attackers", "4-6-7"}, {"range", "1"}}) ==
        "firepower: attackers already give the FP (leave it out)");
  CHECK(fire.refusal({{"drm", "1"}}).find("attackers such as '2*4-6-7 LMG'") != std::string::npos);
  CHECK(fire.refusal({{"attackers", "4-6-7"}}).starts_with("range is missing"));
  CHECK(fire.refusal({{"firepower", "8"}, {"concealed", "true"}})
            .starts_with("concealed needs attackers: the FP given is that after all multipliers"));
  // Modifiers of the DR go with either.
  CHECK(fire.sum({{"firepower", "10"}, {"terrain", "stone"}, {"leader", "9-1"}, {"drm", "1"}}) ==
        "10 FP (8 column), +3");
  CHECK(fire.working({{"firepower", "10"}}).sums ==
        std::vector<std::string>{"10 FP: the 8 column"});
}

TEST_CASE("a target that the chart does not list gets a note") {
  OddsOptions exact;
  exact.method = Method::exact;
  const auto notes = [&](const char* target) {
    return ask(test::library(), {"asl.fire", {{"firepower", "8"}, {"target", target}}, exact})
        .situations()
        .front()
        .working.notes;
  };
  CHECK(notes("4-6-7 8-1").empty());
  CHECK(notes("2*3-4-7") ==
        std::vector<std::string>{
            "the chart does not list 3-4-7: it counts as a half-squad of broken morale 6"});
}

TEST_CASE("a MOL adds 4 FP after all multipliers (A22.611)") {
  OddsOptions exact;
  exact.method = Method::exact;
  const auto asked = [&](const Given& given) {
    return ask(test::library(), {"asl.molotov", {given.begin(), given.end()}, exact})
        .situations()
        .front()
        .working;
  };
  // The examples of the notes (7.3): 3 x 2 + 4 = 10, the 8 column; 3 x 3 + 4 = 13, the 12 column.
  Given given = {{"attackers", "3-3-7"}, {"range", "1"}, {"target", "4-4-7"}};
  CHECK(asked(given).sums.back() == "with the Molotov's 4: 10 FP (8 column)");
  given["range"] = "0";
  CHECK(asked(given).sums.back() == "with the Molotov's 4: 13 FP (12 column)");
}

TEST_CASE("the first attacker throws the MOL, the others are its Fire Group") {
  const Given attackers = {
      {"attackers", "2-4-7 4-6-7 9-1"}, {"range", "1"}, {"terrain", "stone"}, {"target", "4-4-7"}};
  const Given summed = {{"unit", "half_squad"}, {"firepower", "4"},   {"group_firepower", "8"},
                        {"drm", "3"},           {"leadership", "-1"}, {"target", "4-4-7"}};
  const Answer one("asl.molotov", attackers);
  const Answer other("asl.molotov", summed);
  for (const char* event : {"check_passed", "broken_or_worse", "thrower_broken", "good_order"}) {
    CHECK(one.event(event) == other.event(event));
  }
}

}  // namespace
}  // namespace combat_odds
