#include <set>

#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using Catch::Matchers::ContainsSubstring;
using test::Answer;
using test::Given;

Answer to_hit(const Given& given) { return Answer("asl.to-hit", given); }
Answer to_kill(const Given& given) { return Answer("asl.to-kill", given); }
Answer latw(const Given& given) { return Answer("asl.light-anti-tank", given); }
Answer engage(const Given& given) { return Answer("asl.engagement", given); }

TEST_CASE("C3.7: Critical Hits on Infantry in a wooden building at 2 hexes, as it is acquired") {
  // Modified number 8, +2 TEM -1 point blank: only an Original 2 (Final 3) is less than half.
  const Given tank = {{"gun", "75"}, {"range", "2"}, {"target_type", "infantry"}, {"tem", "2"}};
  CHECK(to_hit(tank).outcome("critical_hit") == "1/36");
  CHECK(to_hit(test::with(tank, {{"acquisition", "-1"}})).outcome("critical_hit") == "1/12");
  CHECK(to_hit(test::with(tank, {{"acquisition", "-2"}})).outcome("critical_hit") == "1/6");
}

TEST_CASE("C3.6: an L gun at 37 hexes needs a 1, and hits with an Original 2 and a die of 1 to 3") {
  const Answer answer =
      to_hit({{"gun", "75L"}, {"range", "37"}, {"target_type", "infantry"}, {"to_hit_drm", "2"}});
  CHECK(answer.measure("needed", 1) == "1/1");
  CHECK(answer.event("any_hit") == "1/72");
  CHECK(answer.outcome("critical_hit") == "1/216");
}

TEST_CASE("C3.7: if only the lowest DR hits, a die of 1 after it is a Critical Hit") {
  const Given shot = {{"gun", "75"}, {"range", "8"}, {"to_hit_drm", "7"}};  // needs 2
  CHECK(to_hit(shot).outcome("critical_hit") == "1/216");
  CHECK(to_hit(shot).outcome("hull_hit") == "5/216");
  const Answer hull_down = to_hit(test::with(shot, {{"hull_down", "true"}}));
  CHECK(hull_down.outcome("turret_hit") == "5/216");
}

TEST_CASE("C4.5: a 40LL, whose shells are APCR by themselves, needs 3 at 25 hexes") {
  CHECK(to_hit({{"gun", "40LL"}, {"range", "25"}}).measure("needed", 3) == "1/1");
}

TEST_CASE("C5.35: an armored car in motion at 6 hexes hits with 8 of the 36 throws") {
  // Modified number 10, +4: a DR of 6 or less with the lower die counted twice: 1-1, 2-2 and each
  // of 1-2, 1-3, 1-4 in both orders.
  CHECK(to_hit({{"gun", "50L"},
                {"range", "6"},
                {"fire_phase", "bounding_first"},
                {"traverse", "fast"},
                {"firer_in_motion", "true"}})
            .event("any_hit") == "2/9");
}

TEST_CASE(
    "C3.9: the turret is hit if the coloured die is lower; hull down, nothing else can be hit") {
  // 9 or less: 30 throws, of which 13 have a lower coloured die (15 less 4-6 and 5-6), 4 of the
  // rest are doubles but 1-1.
  const Given shot = {{"gun", "75L"}, {"range", "8"}};
  CHECK(to_hit(shot).outcome("turret_hit") == "13/36");
  CHECK(to_hit(shot).outcome("hull_hit") == "4/9");
  CHECK(to_hit(test::with(shot, {{"hull_down", "true"}})).outcome("miss") == "11/18");
}

TEST_CASE("C3.32: the number that a 57LL needs with HE at 6 hexes") {
  const Given gun = {{"gun", "57LL"}, {"range", "6"}, {"target_type", "infantry"}};
  CHECK(to_hit(gun).measure("needed", 8) == "1/1");
  CHECK(to_hit(test::with(gun, {{"tem", "1"}})).measure("needed", 7) == "1/1");
  CHECK(to_hit(test::with(gun, {{"target_size", "2"}})).measure("needed", 6) == "1/1");
}

TEST_CASE(
    "A.11, C5.62: Intensive Fire with B12 malfunctions on 10 and 11 and loses the gun on 12") {
  const Answer answer = to_hit({{"gun", "PaK 40"}, {"range", "8"}, {"intensive_fire", "true"}});
  CHECK(answer.event("malfunctions") == "5/36");
  CHECK(answer.event("weapon_lost") == "1/36");
  CHECK(answer.event("may_fire_again") == "0/1");
}

TEST_CASE("C8.9: the Depletion Number itself is the last round; above it there is none") {
  const Answer answer =
      to_hit({{"gun", "75L"}, {"range", "8"}, {"ammunition", "apcr"}, {"depletion_number", "4"}});
  CHECK(answer.outcome("not_fired") == "5/6");        // 5 and more
  CHECK(answer.event("ammunition_gone") == "11/12");  // 4 and more
}

TEST_CASE("C7.24: the worked examples of Final To Kill numbers") {
  CHECK(to_kill({{"weapon", "50L"}, {"range", "25"}, {"armor", "8"}, {"facing", "rear"}})
            .measure("needed", 4) == "1/1");
  CHECK(to_kill({{"weapon", "MG"}, {"range", "1"}, {"armor", "1"}, {"facing", "rear"}})
            .measure("needed", 6) == "1/1");
  // D.8: a HMG at the side of an SPW 251/1, two hexes away.
  CHECK(
      to_kill({{"weapon", "MG"}, {"range", "2"}, {"vehicle", "SPW 251/1"}}).measure("needed", 4) ==
      "1/1");
  // C7.31, C7.34: a Russian 76L has 13; its HE 7, or 12 at an unarmored vehicle.
  const Given russian = {{"weapon", "76mm ART obr. 39"}};
  CHECK(to_kill(test::with(russian, {{"range", "8"}, {"armor", "0"}})).measure("needed", 13) ==
        "1/1");
  const Given he = test::with(russian, {{"ammunition", "he"}});
  CHECK(to_kill(test::with(he, {{"armor", "0"}})).measure("needed", 7) == "1/1");
  CHECK(to_kill(test::with(he, {{"vehicle", "unarmored"}})).measure("needed", 12) == "1/1");
}

TEST_CASE("C7.4-.6: the effects of a hull hit with a Final To Kill number of 6") {
  const Given hit = {{"weapon", "PaK 40"}, {"range", "8"}, {"vehicle", "T-34 M43"}};  // 17 - 11
  const Answer answer = to_kill(hit);
  CHECK(answer.outcome("burning_wreck") == "1/12");  // up to 3
  CHECK(answer.outcome("eliminated") == "7/36");     // 4 and 5
  // A 6 immobilizes (5 throws); the crew of morale 8 stays with 26 of 36.
  CHECK(answer.outcome("immobilized") == "65/648");
  CHECK(answer.outcome("abandoned") == "25/648");
  // A 7 (6 throws) shocks a crew that fails with 9 or more (10 of 36).
  CHECK(answer.outcome("shocked") == "5/108");
  CHECK(answer.event("dud") == "1/36");
  // CS# 5: 10 of 36.
  CHECK(answer.event("crew_survives") == "35/648");
  // In the turret a 6 shocks at once.
  const Answer turret = to_kill(test::with(hit, {{"location", "turret"}}));
  CHECK(turret.event("shock") == "5/27");  // 5/36 + 5/108
  // C7.42: a third of the shocked die: 2/3 * 1/2.
  CHECK(to_kill(test::with(hit, {{"location", "turret"}, {"recuperation", "true"}}))
            .outcome("died_of_shock") == "5/81");
  // A red CS# burns on a 4, too.
  CHECK(to_kill(test::with(hit, {{"red_crew_survival", "true"}})).outcome("burning_wreck") ==
        "1/6");
}

TEST_CASE("C7.7: HE shocks or immobilizes with one more, and machine guns only stun") {
  // 75mm HE at AF 1: 6. 6 and 7 immobilize: 11 throws.
  CHECK(to_kill({{"weapon", "75"}, {"ammunition", "he"}, {"armor", "1"}}).event("stopped") ==
        "7/12");  // 2 to 5: 10 throws
  const Answer mg = to_kill({{"weapon", "MG"}, {"range", "1"}, {"armor", "1"}});  // 5
  CHECK(mg.outcome("stunned") == "1/9");
  CHECK(mg.outcome("immobilized") == "0/1");
}

TEST_CASE("D5.5: fire that could have killed shakes the crew of an immobile vehicle") {
  // Number 6: a 5 would have. 7 with the NTC passed, and 8 to 11, leave 6 * 26/36 + 14 throws, and
  // 6 that immobilizes again 5: each a task check that 10 of 36 fail. A 12 is a dud.
  const Answer answer = to_kill({{"weapon", "PaK 40"},
                                 {"range", "8"},
                                 {"vehicle", "T-34 M43"},
                                 {"already_immobilized", "true"}});
  CHECK(answer.outcome("abandoned") == "175/972");  // (13/3 + 14 + 5) / 36 * 10/36
}

TEST_CASE("D.8: an exposed crew takes the same DR at +2") {
  // A 76mm HE hit on AF 11 (Final number -4) attacks the crew with 12 FP. KIA or K with an Original
  // 2 or 3 (Final 4 and 5 are 3MC and 2MC: none), so: Final 4: 3MC (1 throw), 5 and 6: 2MC (5),
  // 7 and 8: 1MC (9), 9: NMC (6), 10: PTC. Morale 8 fails 3MC with 26 of 36 (6 or more), 2MC with
  // 21, 1MC with 15, NMC with 10, of which a 12 is a Recall.
  const Answer answer =
      to_kill({{"weapon", "75"}, {"ammunition", "he"}, {"armor", "11"}, {"crew_exposed", "true"}});
  CHECK(answer.outcome("recalled") == "7/432");    // 21 / 36 * 1/36
  CHECK(answer.outcome("stunned") == "305/1296");  // (25 + 5 * 20 + 9 * 14 + 6 * 9) / 1296
}

TEST_CASE("D11.2: Schuerzen double the lower die against HEAT") {
  // 76mm HEAT at AF 3: 13 - 3 = 10. The higher die and twice the lower are below 10 with a 1 and
  // anything (11 throws), 2-2 to 2-5 (7) and 3-3 (1), at most 5 with 1-1, 1-2, 1-3 (5).
  const Given hit = {{"weapon", "76L"},
                     {"ammunition", "heat"},
                     {"vehicle", "PzIVF2"},
                     {"facing", "side"},
                     {"schuerzen", "rulebook"}};
  CHECK(to_kill(hit).outcome("burning_wreck") == "5/36");
  CHECK(to_kill(hit).outcome("eliminated") == "7/18");
  // There are no Schuerzen in front and on the hull's rear.
  CHECK(to_kill(test::with(hit, {{"facing", "front"}})).outcome("burning_wreck") ==
        to_kill(test::with(hit, {{"facing", "front"}, {"schuerzen", "none"}}))
            .outcome("burning_wreck"));
  CHECK(
      to_kill(test::with(hit, {{"facing", "rear"}})).outcome("eliminated") ==
      to_kill(test::with(hit, {{"facing", "rear"}, {"schuerzen", "none"}})).outcome("eliminated"));
}

TEST_CASE("Crucible of Steel 6.2: Schuerzen increase the AF by one against 45mm or less") {
  const auto needed = [](const char* weapon, const Given& more) {
    Given given = {{"weapon", weapon},
                   {"range", "8"},
                   {"armor", "6"},
                   {"facing", "side"},
                   {"schuerzen", "crucible_of_steel"},
                   {"has_turret", "true"}};
    const Answer answer = to_kill(test::with(given, more));
    return static_cast<int>(std::lround(answer.mean("needed")));
  };
  CHECK(needed("45L", {}) == 3);                                     // 10 - 7
  CHECK(needed("45L", {{"schuerzen_increase", "by_a_step"}}) == 2);  // 10 - 8
  CHECK(needed("50L", {}) == 7);                                     // 13 - 6
  CHECK(needed("45L", {{"facing", "front"}}) == 4);
  CHECK(needed("45L", {{"facing", "rear"}}) == 5);  // the hull's rear, +1
  CHECK(needed("45L", {{"facing", "rear"}, {"location", "turret"}}) == 4);
  CHECK(needed("45L", {{"facing", "rear"}, {"location", "turret"}, {"has_turret", "false"}}) == 5);
  // HEAT of more than 45mm meets D11.2 unless that is said to be over.
  const auto burns = [](const Given& more) {
    return to_kill(test::with({{"weapon", "76L"},
                               {"ammunition", "heat"},
                               {"vehicle", "PzIVF2"},
                               {"facing", "side"},
                               {"schuerzen", "crucible_of_steel"}},
                              more))
        .outcome("burning_wreck");
  };
  CHECK(burns({}) == "5/36");
  CHECK(burns({{"schuerzen_against_heat", "false"}}) == "5/18");  // 2 to 5 of 10
}

TEST_CASE("D1.63-.64: squares and circles of the counters") {
  const auto needed = [](const char* vehicle, const char* facing, const char* location) {
    return std::lround(to_kill({{"weapon", "76mm ART obr. 39"},
                                {"ammunition", "heat"},
                                {"vehicle", vehicle},
                                {"facing", facing},
                                {"location", location}})
                           .mean("needed"));
  };
  CHECK(needed("PzIIIH", "front", "hull") == 7);       // 13 - 6
  CHECK(needed("PzIIIH", "front", "turret") == 9);     // a circle: 4
  CHECK(needed("PzIIIH", "side", "turret") == 9);      // a square: 4
  CHECK(needed("KV-1 M42", "front", "turret") == -1);  // a square: 14
  CHECK(needed("T-34 M41", "front", "turret") == 5);   // a circle: 8
}

TEST_CASE("C13.33: a PF at 2 hexes needs 6, and 4 in the AFPh") {
  const Given pf = {
      {"weapon", "PF"}, {"range", "2"}, {"period", "jun_1944"}, {"vehicle", "T-34 M43"}};
  CHECK(latw(pf).measure("to_hit", 6) == "1/1");
  CHECK(latw(test::with(pf, {{"advancing", "true"}})).measure("to_hit", 4) == "1/1");
  CHECK(latw(test::with(pf, {{"point_blank", "true"}})).measure("to_hit", 7) == "1/1");
}

TEST_CASE("C13.31, C13.36: the PF Check and its price") {
  const Given pf = {{"weapon", "PF"}, {"range", "1"}, {"vehicle", "T-34 M43"}};
  CHECK(latw(pf).event("fires") == "1/2");
  CHECK(latw(pf).event("firer_pinned") == "1/6");
  CHECK(latw(pf).event("firer_reduced") == "1/72");
  CHECK(latw(test::with(pf, {{"unit", "smc"}, {"cx", "true"}})).event("fires") == "0/1");
  CHECK(latw(test::with(pf, {{"unit", "half_squad"}, {"period", "1945"}})).event("fires") == "1/2");
  // Basic 31 - 11 = 20: all but a dud kills, and it burns up to 10: a hit is 26 throws of 36.
  CHECK(latw(pf).event("knocked_out") == "455/1296");  // 1/2 * 26/36 * 35/36
}

TEST_CASE("C9.5: a 76mm mortar at 18 hexes has a Modified number of 7") {
  CHECK(to_hit({{"gun", "76*"}, {"range", "18"}, {"target_type", "area"}, {"mortar", "true"}})
            .measure("needed", 7) == "1/1");
}

TEST_CASE("C3.71: a 50mm mortar's Critical Hit on a squad that runs through woods is 12 FP at -2") {
  // The Area number at 5 hexes is 7; FFNAM and +6 leave an Original 2: critical with a die of 1,
  // else 3 FP (half of 6) at -1 for Air Bursts.
  const Given shot = {{"gun", "50"},         {"range", "5"},      {"target_type", "area"},
                      {"mortar", "true"},    {"to_hit_drm", "6"}, {"ffnam", "true"},
                      {"effects_drm", "-1"}, {"target", "4-6-7"}};
  const auto fire = [](const char* firepower, const char* drm) {
    return Answer("asl.fire", {{"firepower", firepower}, {"drm", drm}, {"target", "4-6-7"}})
        .event_value("broken_or_worse");
  };
  CHECK(Answer("asl.he-fire", shot).event("hit") == "1/36");
  CHECK(Answer("asl.he-fire", shot).event_value("broken_or_worse") ==
        Approx((fire("12", "-2") / 6 + fire("3", "-1") * 5 / 6) / 36).epsilon(1e-12));
}

TEST_CASE("asl.he-fire: TEM counts once, and a Critical Hit reverses it") {
  // A 75mm at 5 hexes on a building (+3) needs 5: 10 throws. An Original 2 (Final 5) is critical
  // with a die of 1 to 4: 24 FP at -3. The rest is 12 FP without modifier.
  const Given shot = {{"gun", "75"}, {"range", "5"}, {"tem", "3"}, {"target", "4-6-7"}};
  const auto fire = [](const char* firepower, const char* drm) {
    return Answer("asl.fire", {{"firepower", firepower}, {"drm", drm}, {"target", "4-6-7"}})
        .event_value("broken_or_worse");
  };
  const Answer answer("asl.he-fire", shot);
  CHECK(answer.event("hit") == "5/18");
  CHECK(answer.event("critical_hit") == "1/54");
  CHECK(answer.event_value("broken_or_worse") ==
        Approx(fire("24", "-3") / 54 + fire("12", "0") * (5.0 / 18 - 1.0 / 54)).epsilon(1e-12));
}

TEST_CASE("one shot at a truck, and several Player Turns") {
  // 75L at 8 hexes needs 9. An Original 2 is a Critical Hit (18: all but a dud kills); 29 throws
  // meet a 9: 8 or less kills (26), 9 immobilizes (4), and the crew of morale 7 leaves with 15
  // of 36.
  const Given shot = {
      {"gun", "75L"}, {"range", "8"}, {"vehicle", "unarmored"}, {"breakdown_number", "12"}};
  const Answer one = engage(test::with(shot, {{"turns", "1"}}));
  CHECK(one.event("target_knocked_out") == "157/243");
  // C6.5: the shots after it at -1 and -2 need 10 and 11.
  const Answer two = engage(test::with(shot, {{"turns", "2"}, {"until", "immobilized"}}));
  CHECK(two.measure("knocked_out_in_turn", 1) == "157/243");
  // 355/1296 go on at -1: 5 misses, 29 hits with 10 or more, a Critical dud. They need 10: a
  // Critical Hit and 32 throws. Of the 12 that malfunctions (1/36) a sixth is repaired and begins
  // anew: 355/1296 * (35/1296 + 32/36 * 83/108) + 1/216 * 157/243.
  CHECK(two.measure("knocked_out_in_turn", 2) == "995227/5038848");
}

TEST_CASE("an AT gun under fire: HE on the IFT, with and without gunshield") {
  // The T-34's 76L HE at 6 hexes with +2 needs 6; 12 FP. Only one shot: the enemy's turn.
  const Given duel = {{"gun", "37"},      {"range", "6"},          {"vehicle", "T-34 M41"},
                      {"turns", "1"},     {"first_turn", "enemy"}, {"return_fire", "true"},
                      {"return_tem", "2"}};
  const Answer bare = engage(duel);
  // 8 less 2: 15 throws hit. An Original 2 (Final 4) is a Critical Hit with a die of 1 to 4, so
  // 1/54 are critical and 43/108 normal. A KIA or K: 2 or 3 (3 throws). 3MC on 4 (3), 2MC on 5 and
  // 6 (9), 1MC on 7 and 8 (11), NMC on 9 (4): 27 throws whose MC eliminates the crew with a 12; of
  // 36 they break 25, 20, 14 and 9 besides.
  CHECK(bare.event("firer_knocked_out") == "311/5184");   // 1/54 + 43/108 * (1/12 + 27/1296)
  CHECK(bare.outcome("firer_broken") == "19135/139968");  // 43/108 * (75 + 180 + 154 + 36) / 1296
  // With the shield 2MC on 4, 1MC on 5 and 6, NMC on 7, but the same KIA and K.
  const Answer shielded = engage(test::with(duel, {{"firer_gunshield", "true"}}));
  CHECK(shielded.outcome("firer_broken") == "215/2916");  // 43/108 * (60 + 126 + 54) / 1296
}

TEST_CASE("every chart of the ordnance rules is used by a question") {
  std::set<std::string> read;
  const auto asked = [&](const char* procedure, const Given& given) {
    test::scenario(procedure, given).rule(0, test::charts().recording(read));
  };
  const Given t34 = {{"range", "8"}, {"vehicle", "T-34 M43"}};
  asked("asl.engagement", test::with(t34, {{"gun", "PaK 40"}}));
  asked("asl.to-kill", test::with(t34, {{"weapon", "57L"}, {"ammunition", "apds"}}));
  asked("asl.to-kill", test::with(t34, {{"weapon", "50L"}, {"ammunition", "apcr"}}));
  asked("asl.to-kill", {{"weapon", "75"}, {"ammunition", "heat"}, {"armor", "6"}});
  asked("asl.to-kill", {{"weapon", "75"}, {"range", "8"}, {"vehicle", "unarmored"}});
  for (const char* const chart :
       {"afv", "guns", "ift-columns", "to-hit", "to-hit-drm", "to-hit-gun", "to-kill-ap",
        "to-kill-ap-range", "to-kill-ap-unarmored", "to-kill-apcr", "to-kill-apcr-range",
        "to-kill-apds", "to-kill-heat", "vehicle-destruction"}) {
    INFO(chart);
    CHECK(read.contains("asl/" + std::string(chart) + ".csv"));
  }
}

TEST_CASE("values that do not go together are refused with what would be right") {
  CHECK_THAT(test::refusal("asl.to-kill", {{"weapon", "75L"}, {"armor", "6"}}),
             ContainsSubstring("range"));
  CHECK_THAT(test::refusal("asl.to-kill", {{"weapon", "75L"}, {"range", "8"}}),
             ContainsSubstring("armor"));
  CHECK_THAT(
      test::refusal("asl.to-kill", {{"weapon", "75L"}, {"range", "8"}, {"vehicle", "Tiger"}}),
      ContainsSubstring("Tiger is known by name only"));
  CHECK_THAT(test::refusal("asl.to-kill", {{"weapon", "73"}, {"range", "8"}, {"armor", "6"}}),
             ContainsSubstring("basic_to_kill"));
  CHECK_THAT(
      test::refusal("asl.light-anti-tank", {{"weapon", "PSK"}, {"range", "2"}, {"armor", "6"}}),
      ContainsSubstring("to_hit_number"));
  CHECK_THAT(
      test::refusal("asl.light-anti-tank", {{"weapon", "PF"}, {"range", "2"}, {"armor", "6"}}),
      ContainsSubstring("too far"));
  CHECK_THAT(test::refusal("asl.to-hit", {{"gun", "75L"}, {"range", "8"}, {"ammunition", "apcr"}}),
             ContainsSubstring("depletion_number"));
  CHECK_THROWS_WITH(
      engage({{"gun", "75L"}, {"range", "8"}, {"armor", "6"}, {"return_fire", "true"}}),
      ContainsSubstring("return_gun"));
}

/// At 8 hexes it hits on 9 (30 throws), and every hit kills that is no dud (35 of 36).
const Given moves = {{"gun", "75"},
                     {"range", "8"},
                     {"armor", "0"},
                     {"basic_to_kill", "40"},
                     {"turns", "1"},
                     {"move_range", "8"},
                     {"intensive_fire", "never"},
                     {"hold_fire", "never"},
                     {"deliberate_immobilization", "false"}};

TEST_CASE("C5.3: a firer that moves fires by case C in the AFPh, or in its MPh, or not at all") {
  const auto knocked_out = [](const Given& more) {
    return engage(test::with(moves, more)).event("target_knocked_out");
  };
  const Given fires = {{"plan", "move_and_fire"}};
  CHECK(knocked_out({}) == "175/216");  // 30/36 * 35/36
  CHECK(knocked_out({{"plan", "move_then_fire"}}) == "0/1");
  CHECK(knocked_out(fires) == "175/648");                                    // 9 - 4 = 5: 10 throws
  CHECK(knocked_out(test::with(fires, {{"turret", "false"}})) == "35/216");  // 4: 6
  CHECK(knocked_out(test::with(fires, {{"stabilized", "true"}})) == "175/432");  // 6: 15
  // C1, C2: 5 - 1 = 4 (6 throws), 5 - 2 = 3 (3). The rate of fire is for the MPh only.
  const Given first = test::with(fires, {{"bounding", "first_fire"}});
  CHECK(knocked_out(test::with(first, {{"move_mp", "4"}})) == "175/648");
  CHECK(knocked_out(test::with(first, {{"move_mp", "3"}})) == "35/216");
  CHECK(knocked_out(test::with(first, {{"move_mp", "2"}})) == "35/432");
  CHECK(knocked_out(test::with(fires, {{"rate_of_fire", "3"}})) == "175/648");
  const Given often = test::with(first, {{"rate_of_fire", "3"}});
  CHECK(engage(test::with(moves, often)).event_value("target_knocked_out") > 175.0 / 648);
  // In the enemy's Player Turn it does not move.
  CHECK(knocked_out({{"first_turn", "enemy"}, {"plan", "move_then_fire"}}) == "175/216");
  CHECK(knocked_out({{"best", "target_knocked_out"}}) == "175/216");
}

TEST_CASE("J: a firer that moves is fired at with +2 and more, into cover or out of sight") {
  const auto lost = [](const Given& more) {
    const Given shot_at = {{"return_fire", "true"},
                           {"return_gun", "75"},
                           {"return_basic_to_kill", "40"},
                           {"firer_armor", "0"},
                           {"plan", "move_then_fire"}};
    return engage(test::with(test::with(moves, shot_at), more));
  };
  CHECK(lost({}).event("firer_knocked_out") == "245/432");                  // 9 - 2 = 7: 21 throws
  CHECK(lost({{"move_mp", "3"}}).event("firer_knocked_out") == "175/432");  // 6: 15
  CHECK(lost({{"move_mp", "1"}}).event("firer_knocked_out") == "175/648");  // 5: 10
  CHECK(lost({{"turning_drm", "3"}}).event("firer_knocked_out") == "35/216");  // 4: 6
  // Hull down: the throws of 7 or less whose coloured die is lower, 9, and the 2.
  CHECK(lost({{"move_return_hull_down", "true"}}).event("firer_knocked_out") == "175/648");
  CHECK(lost({{"move_return_hull_down", "true"}, {"defensive_fire_at", "start"}})
            .event("firer_knocked_out") == "245/432");
  CHECK(lost({{"move_return_tem", "1"}}).event("firer_knocked_out") == "175/432");
  // No point blank at 1 hex: 10 - 2 = 8 (26 throws).
  CHECK(lost({{"move_range", "1"}}).event("firer_knocked_out") == "455/648");
  const Answer left = lost({{"out_of_sight", "true"}, {"plan", "leave"}, {"turns", "6"}});
  CHECK(left.event("firer_left") == "187/432");
  CHECK(left.outcome("undecided") == "187/432");
}

TEST_CASE("asl.engagement: a gun does not drive, and what a new facing needs") {
  const auto asked = [](const Given& more) { return engage(test::with(moves, more)); };
  CHECK_THROWS_WITH(asked({{"gun", "PaK 40"}}), ContainsSubstring("not driven"));
  CHECK_THROWS_WITH(asked({{"move_facing", "side"}}), ContainsSubstring("move_armor"));
  CHECK_THROWS_WITH(asked({{"plan", "leave"}}), ContainsSubstring("needs out_of_sight to leave"));
  CHECK_THROWS_WITH(asked({{"move_return_tem", "1"}}), ContainsSubstring("needs return_fire"));
  CHECK_THROWS_WITH(asked({{"move_facing", "side"},
                           {"move_armor", "0"},
                           {"return_fire", "true"},
                           {"return_gun", "75"},
                           {"return_basic_to_kill", "40"},
                           {"firer_armor", "0"}}),
                    ContainsSubstring("turn its gun"));
}

}  // namespace
}  // namespace combat_odds
