#include <cmath>

#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

// Situations counted from the text of the rules, throw by throw. Where the arithmetic is too long
// for a comment, the comment says what was added up.

namespace combat_odds {
namespace {

using Catch::Matchers::ContainsSubstring;
using test::Answer;
using test::Given;
using test::refusal;
using test::with;

bool near(double one, double other, double within = 5e-7) { return std::abs(one - other) < within; }

// Rate of fire (A9.2).

TEST_CASE("a MG that keeps its rate fires again alone, the leader directing (A7.53, A9.2)") {
  // The first shot has 11 FP (8 column) at +3 -1 = +2. A coloured die of 3 or less, 18 of 36
  // throws, gives another with the 7 FP of the HMG (6 column) at the same +2, four shots at most,
  // each on what the last one left of the 4-4-7.
  const Given hmg = {{"attackers", "4-6-7 German HMG"},
                     {"range", "6"},
                     {"terrain", "stone"},
                     {"leader", "9-1"},
                     {"target", "4-4-7"}};
  CHECK(Answer("asl.fire", hmg).event("broken_or_worse") == "4399128449/14693280768");
  CHECK(Answer("asl.fire", with(hmg, {{"rate_of_fire", "3"}})).event("broken_or_worse") ==
        "4399128449/14693280768");
  // Without a rate: 8 column at +2, an MC on 9 or less, a PTC on 10 (FD 11): as 11 FP by number.
  const Given once = {{"firepower", "11"}, {"drm", "2"}, {"target", "4-4-7"}};
  CHECK(Answer("asl.fire", with(hmg, {{"rate_of_fire", "0"}})).event("broken_or_worse") ==
        Answer("asl.fire", once).event("broken_or_worse"));
  // Two shots by hand: 4 FP of a half-squad's MMG in the open, NMC or more on 6 or less, 15/36; of
  // the other throws those with a coloured die of 2 or less are 12 - 9 = 3: 1,6 2,5 2,6.
  const Given mmg = {{"attackers", "2-2-7 Russian MMG"},
                     {"range", "6"},
                     {"target", "4-6-7"},
                     {"leader", "8-0"},
                     {"most_shots", "2"}};
  CHECK(Answer("asl.fire", mmg).event("nmc_or_better") == "65/144");  // 15/36 + 3/36 * 15/36
}

TEST_CASE("asl.assault: the same, and who cowers keeps no rate") {
  // (4 + 4 + 7) x 2 = 30 FP at +3, then 14 FP (12 column); nobody directs, so doubles cost a
  // column, and the rate where Random Selection marks the squad with the HMG: in 21 of 36 of two
  // squads, always once it fires alone. Counted so over four shots on what each left of the 4-4-7.
  const Answer assault("asl.assault",
                       {{"steps", "fire 2*4-6-7 German HMG range 1 rate_of_fire 3 terrain stone"},
                        {"defender", "4-4-7"}});
  CHECK(near(assault.outcome_value("nobody_holds"), 0.05207456532057307));
}

TEST_CASE("a rate where none can be is refused") {
  const auto fire = [](const Given& more) {
    return refusal("asl.fire", with({{"range", "3"}, {"target", "4-4-7"}}, more));
  };
  CHECK_THAT(fire({{"attackers", "4-6-7"}, {"rate_of_fire", "3"}}),
             ContainsSubstring("no MG fires"));
  CHECK_THAT(fire({{"attackers", "4-6-7 LMG"}, {"rate_of_fire", "3"}}),
             ContainsSubstring("at most 1"));
  const Given hmg = {{"attackers", "4-6-7 German HMG"}, {"rate_of_fire", "3"}};
  CHECK(fire(hmg).empty());
  for (const Given& lost :
       {Given{{"phase", "advancing"}}, Given{{"phase", "subsequent_first"}},
        Given{{"phase", "fpf"}, {"range", "1"}}, Given{{"pinned", "true"}},
        Given{{"sustained_fire", "true"}},
        Given{{"phase", "final"}, {"first_fire_marker", "true"}, {"range", "1"}}}) {
    CHECK_THAT(fire(with(hmg, lost)), ContainsSubstring("no MG keeps its rate of fire"));
    CHECK(fire(with(lost, {{"attackers", "4-6-7 German HMG"}})).empty());
  }
  // At a moving unit as often as it has spent MF there.
  CHECK_THAT(fire(with(hmg, {{"target_moves", "non_assault"}})), ContainsSubstring("most_shots"));
  CHECK(fire(with(hmg, {{"target_moves", "non_assault"}, {"most_shots", "2"}})).empty());
  CHECK(fire(with(hmg, {{"spraying_fire", "true"}})).empty());
  CHECK(fire(with(hmg, {{"snap_shot", "true"}, {"most_shots", "2"}})).empty());
  CHECK_THAT(refusal("asl.fire-groups",
                     {{"attackers", "4-6-7 LMG range 2 rate_of_fire 1"}, {"target", "4-4-7"}}),
             ContainsSubstring("rate of fire"));
}

// Close Combat and its leader.

TEST_CASE("a leader who is named directs close combat (A11.141)") {
  const auto fight = [](const std::string& attacker, const std::string& defender,
                        const Given& more = {}) {
    return Answer("asl.close-combat", with({{"attacker", attacker}, {"defender", defender}}, more));
  };
  // 9 to 4 is 2-1: 7, and the 9-2 makes 8 or less of 6 or less: 26/36 of elimination. The 4-4-7
  // strikes 4 to 9, 1-4 (3): the attacker is gone on a 2, 1/36.
  CHECK(fight("2*4-6-7 9-2", "4-4-7").outcome("attacker_holds") == "455/648");  // 26/36 * 35/36
  CHECK(fight("2*4-6-7 9-2", "4-4-7", {{"leaders_direct", "false"}}).outcome("attacker_holds") ==
        "175/432");  // 15/36 * 35/36
  // The example of A11.141: 5 to 8, 1-2 (4): less than 5 with the -1, 6/36.
  CHECK(fight("4-6-7 8-1", "2*4-4-7").measure("defenders_eliminated", 2) == "1/6");
  // A pinned leader directs nothing and has half of his one FP (A7.831): 4.5 to 4, 1-1 (5): 6/36.
  // The defender strikes 4 to 5, 1-2 (4): 3/36.
  CHECK(fight("4-6-7 8-1", "4-4-7", {{"attacker_pinned", "8-1"}}).outcome("attacker_holds") ==
        "11/72");  // 6/36 * 33/36
}

TEST_CASE("Conscripts are Lax: +1 on the ambush die (A11.18, A19.36)") {
  // Lower by 3: 6 of 36 pairs of dice; with 1 more on one die lower by 2, 10, or by 4, 3.
  const Answer fight("asl.close-combat",
                     {{"attacker", "4-6-7"}, {"defender", "4-2-6"}, {"ambush_possible", "true"}});
  CHECK(fight.event("attacker_ambushes") == "5/18");
  CHECK(fight.event("defender_ambushes") == "1/12");
}

TEST_CASE("a leader counts on the ambush die unless he is alone or pinned, a +1 always (A11.4)") {
  const auto ambushes = [](const std::string& attacker) {
    return Answer("asl.assault", {{"steps", "close-combat"},
                                  {"attacker", attacker},
                                  {"defender", "4-4-7"},
                                  {"ambush_possible", "true"}})
        .event("attacker_ambushes");
  };
  CHECK(ambushes("9-2") == "1/6");           // alone
  CHECK(ambushes("4-6-7 9-2") == "5/12");    // lower by 1: 15 of 36
  CHECK(ambushes("4-6-7 6+1") == "1/12");    // lower by 4: 3 of 36
  CHECK(ambushes("4-6-7 1-4-9") == "5/18");  // a hero is Stealthy (A11.17): lower by 2
  const auto in_close_combat = [](const Given& more) {
    return Answer(
               "asl.close-combat",
               with({{"attacker", "4-6-7 9-2"}, {"defender", "4-4-7"}, {"ambush_possible", "true"}},
                    more))
        .event("attacker_ambushes");
  };
  CHECK(in_close_combat({}) == "5/12");
  // The pinned 9-2 gives no -2, and +1 for a pinned unit.
  CHECK(in_close_combat({{"attacker_pinned", "9-2"}}) == "1/12");
  // Fire first, which may pin the 9-2.
  const Answer assault("asl.assault", {{"steps", "fire 4 0; close-combat"},
                                       {"defender", "4-4-7 9-2"},
                                       {"attacker", "4-6-7"},
                                       {"ambush_possible", "true"}});
  CHECK(near(assault.outcome_value("attacker_holds"), 0.072961));
}

// Conscripts (A19.33).

TEST_CASE("Conscripts cower two columns where nobody directs them") {
  // 24 FP at +1; doubles on the 16 column. By number of columns, as asl.fire has them.
  const Given named = {
      {"attackers", "3*4-2-6"}, {"range", "1"}, {"terrain", "woods"}, {"target", "4-6-7"}};
  CHECK(Answer("asl.fire", named).event("broken_or_worse") == "925/1296");
  CHECK(Answer(
            "asl.fire",
            {{"firepower", "24"}, {"drm", "1"}, {"cowering", "inexperienced"}, {"target", "4-6-7"}})
            .event("broken_or_worse") == "925/1296");
  // One of them in a group of others is enough; a leader directs.
  const Given mixed = with(named, {{"attackers", "2*4-6-7 4-2-6"}});
  CHECK(Answer("asl.fire", mixed).event("broken_or_worse") == "925/1296");
  CHECK(Answer("asl.fire", with(named, {{"leader", "8-0"}})).event("broken_or_worse") ==
        Answer("asl.fire", {{"firepower", "24"}, {"drm", "1"}, {"target", "4-6-7"}})
            .event("broken_or_worse"));
  const Answer fight("asl.firefight",
                     {{"a_units", "4-2-6"}, {"b_units", "4-4-7"}, {"range", "4"}, {"turns", "2"}});
  CHECK(near(fight.outcome_value("a_holds"), 0.151040));
}

TEST_CASE("the B# of a MG that Conscripts fire is one lower, and its own an X# (A19.32, A.11)") {
  // A Russian LMG of B11: 10 malfunctions, 3/36, 11 and 12 break it, 3/36.
  const Answer gun("asl.machine-gun", {{"weapon", "Russian LMG"},
                                       {"fire_phases", "1"},
                                       {"most_shots", "1"},
                                       {"repairs", "0"},
                                       {"inexperienced", "true"}});
  CHECK(gun.outcome("malfunctions") == "1/12");
  CHECK(gun.outcome("lost") == "1/12");
}

// TEM by the kind of attack.

TEST_CASE("OBA: the TEM against indirect fire") {
  const auto broken = [](const std::string& tem) {
    return Answer("asl.oba", {{"next_access", "after_ffe_c"},
                              {"turns", "4"},
                              {"calibre", "80"},
                              {"target", "4-6-7"},
                              {"tem", tem}})
        .event_value("broken_or_worse");
  };
  CHECK(near(broken("woods"), 0.835539));  // air bursts, -1
  CHECK(near(broken("foxhole"), 0.348422));
  CHECK(near(broken("trench"), 0.348422));  // +4
  CHECK(near(broken("stone factory interior"), 0.476122));
  CHECK(near(broken("wooden factory interior"), 0.592371));
  for (const char* const one : {"wall", "bocage", "roadblock"}) CHECK(near(broken(one), 0.693162));
  CHECK(near(broken("hedge"), 0.775132));
  CHECK(near(broken("height advantage"), 0.775132));  // Direct Fire's only (B10.31)
  CHECK(broken("-1") == broken("woods"));
  // C3.53: half of 16 FP is the 8 column, that of 60mm.
  CHECK(broken("marsh") < broken("0"));
  CHECK_THAT(
      refusal(
          "asl.oba",
          {{"turns", "4"}, {"calibre", "80"}, {"target", "4-6-7"}, {"tem", "factory interior"}}),
      ContainsSubstring("stone factory interior or wooden factory interior"));
}

TEST_CASE("aircraft mind no hexside and no height, and a hit is one in the rear (C7.21, E7.4)") {
  const Given stuka = {{"target", "4-6-7"}};
  CHECK(Answer("asl.air-attack", with(stuka, {{"tem", "wall"}})).event("broken_or_worse") ==
        Answer("asl.air-attack", stuka).event("broken_or_worse"));
  CHECK(
      near(Answer("asl.air-attack", with(stuka, {{"tem", "wall"}})).event_value("broken_or_worse"),
           0.8072, 5e-5));
  CHECK(Answer("asl.air-attack", with(stuka, {{"tem", "height"}})).event("broken_or_worse") ==
        Answer("asl.air-attack", stuka).event("broken_or_worse"));
  CHECK(Answer("asl.air-attack", {{"target", "afv"}, {"aerial_armor", "3"}}).event("knocked_out") ==
        "135263531/241864704");
}

TEST_CASE("a DC that is placed explodes inside: no hexside helps (A23.1)") {
  // 30 FP, a dud on 12; in the open every DR to 11 is an MC or more.
  const auto broken = [](const Given& more) {
    return Answer("asl.demolition-charge", with({{"target", "4-6-7"}}, more))
        .event("broken_or_worse");
  };
  CHECK(broken({}) == "139/162");
  CHECK(broken({{"tem", "wall"}}) == "139/162");
  // Thrown it has the hexside's TEM: +2 and +2.
  CHECK(broken({{"use", "thrown"}, {"tem", "wall"}}) == broken({{"drm", "4"}}));
}

TEST_CASE("fire from within the Location minds no hexside") {
  const Given there = {{"attackers", "4-6-7"}, {"range", "0"}, {"target", "4-4-7"}};
  CHECK(Answer("asl.fire", with(there, {{"terrain", "wall"}})).event("broken_or_worse") ==
        Answer("asl.fire", there).event("broken_or_worse"));
}

// Snap Shots and movers.

TEST_CASE("a Snap Shot: neither FFNAM nor FFMO, nor what is in the hex (A8.15)") {
  // 4 FP halved, the 2 column, at 0: an MC on 5 or less.
  const Given snap = {{"attackers", "4-4-7"},
                      {"range", "2"},
                      {"snap_shot", "true"},
                      {"target_moves", "non_assault"},
                      {"target", "4-6-7"}};
  CHECK(Answer("asl.fire", with(snap, {{"terrain", "stone"}})).event("broken_or_worse") == "5/36");
  CHECK(Answer("asl.fire", snap).event("broken_or_worse") == "5/36");
  // A wall that the fire crosses does count, and so does height.
  const Given less = {{"firepower", "2"}, {"drm", "2"}, {"cowering", "cower"}, {"target", "4-6-7"}};
  CHECK(Answer("asl.fire", with(snap, {{"terrain", "wall"}})).event("broken_or_worse") ==
        Answer("asl.fire", less).event("broken_or_worse"));
  CHECK_FALSE(refusal("asl.fire", with(snap, {{"target_moves", "no"}, {"phase", "prep"}})).empty());
}

TEST_CASE("a mover who is pinned has neither FFNAM nor FFMO in the next attack (A7.83)") {
  // 8 FP at +1 -1 -1 = -1, then at +1 where the first attack has pinned the 4-4-7, and at -1 where
  // it has not or has broken it (A8.14).
  const Given movers = {{"firepower", "8"},
                        {"drm", "1"},
                        {"target_moves", "non_assault"},
                        {"terrain", "open"},
                        {"target", "4-4-7"}};
  CHECK(Answer("asl.fire", with(movers, {{"attacks", "2"}})).event("broken_or_worse") ==
        "1324231/1679616");
  const Answer assault("asl.assault",
                       {{"steps",
                         "fire 4-6-7 range 1 terrain woods target_moves non_assault; fire 4-6-7 "
                         "range 1 terrain woods target_moves non_assault"},
                        {"defender", "4-4-7"}});
  const Answer fire("asl.fire", {{"attackers", "4-6-7"},
                                 {"range", "1"},
                                 {"terrain", "woods"},
                                 {"target_moves", "non_assault"},
                                 {"attacks", "2"},
                                 {"target", "4-4-7"}});
  CHECK(near(assault.event_value("broken_or_worse"), fire.event_value("broken_or_worse"), 1e-12));
}

// Player Turns.

TEST_CASE("a Set DC goes off in a later Player Turn than the one in which it was set (A23.7)") {
  const auto detonated = [](const char* turns) {
    return Answer("asl.demolition-charge", {{"use", "set"},
                                            {"us_number", "3"},
                                            {"morale", "8"},
                                            {"turns", turns},
                                            {"target", "4-6-7"}})
        .event("detonated");
  };
  CHECK(detonated("1") == "0/1");
  CHECK(detonated("2") == "13/36");  // a dr of 3 or less, then an NTC of 8 or less: 1/2 * 26/36
  // In the third another NTC: 1/2 * (1 - (10/36)^2); setting it then comes too late.
  CHECK(detonated("3") == "299/648");
}

TEST_CASE("OBA: the pins of a Player Turn are over in the next (A7.8)") {
  const Answer oba("asl.oba", {{"next_access", "after_ffe_c"},
                               {"turns", "4"},
                               {"calibre", "80"},
                               {"tem", "3"},
                               {"target", "8-1 4-6-7"}});
  CHECK(near(oba.mean("pinned"), 0.048428));
  CHECK(near(oba.mean("broken"), 0.718312));
}

TEST_CASE("OBA at an unknown target: a chit for a Correction and one for the Conversion (C1.21)") {
  const auto comes = [](const char* turns) {
    return Answer("asl.oba", {{"side", "german"}, {"turns", turns}, {"target_known", "false"}});
  };
  // After a black chit, 8/11, and one of 7 black and 3 red for the SR, 7/10: accurate or one hex
  // off, 11/36, the Conversion takes a chit, 7/10. Two or three hexes off, 10/36, it is corrected,
  // by one hex at most, and converted: 7/10 each. Four to six, 15/36, the Correction errs by up to
  // two: one or none in 11/36, with a chit each; two hexes are out of the Blast Area. 8/11 * 7/10 *
  // (11/36 * 7/10 + 10/36 * 49/100 + 15/36 * 11/36 * 49/100)
  CHECK(comes("2").outcome("fire_comes") == "24941/118800");
  CHECK(near(comes("4").outcome_value("fire_comes"), 0.5188, 5e-5));
}

TEST_CASE("asl.engagement goes on while a target is in shock (C7.42)") {
  const Given fires = {{"gun", "76L"},
                       {"range", "8"},
                       {"rate_of_fire", "0"},
                       {"facing", "rear"},
                       {"vehicle", "KV-1 M42"},
                       {"breakdown_number", "8"},
                       {"intensive_fire", "always"},
                       {"turns", "6"}};
  CHECK(near(Answer("asl.engagement", with(fires, {{"target_size", "0"}}))
                 .outcome_value("target_died_of_shock"),
             0.03004, 5e-6));
  // Large, as its red AF says.
  CHECK(near(Answer("asl.engagement", fires).outcome_value("target_died_of_shock"), 0.03209, 5e-6));
  CHECK(Answer("asl.engagement", fires).outcome("target_died_of_shock") ==
        Answer("asl.engagement", with(fires, {{"target_size", "-1"}}))
            .outcome("target_died_of_shock"));
}

TEST_CASE("street crossing: who of a group cowers, and shots that do nothing (A7.9)") {
  const Answer three("asl.street-crossing",
                     {{"target", "4-6-7"}, {"firers", "3*4-6-7"}, {"range", "2"}});
  CHECK(three.outcome("across") == "3307537/20155392");
  // At 7 hexes a 2-4-7 has 1 FP and half of it at a Dash: nothing, so it waits for the goal.
  const Answer dash("asl.street-crossing", {{"target", "2-4-7"},
                                            {"firers", "2-4-7"},
                                            {"range", "7"},
                                            {"moves", "dash"},
                                            {"drm", "-1"},
                                            {"smoke", "2"},
                                            {"subsequent_fire", "false"},
                                            {"cowering", "never"}});
  CHECK(dash.outcome("across") == "415/432");
}

TEST_CASE("three mine hexes are three entries and two exits between them (B28.412)") {
  const Answer mines("asl.minefield", {{"ap", "6"}, {"hexes", "3"}, {"target", "4-6-7"}});
  CHECK(near(mines.event_value("through"), 574891830721.0 / 15045919506432.0, 1e-12));
}

// Losses.

TEST_CASE("a leader whom Fate kills makes the others take an LLMC in a firefight, too (A10.2)") {
  const Answer fight(
      "asl.firefight",
      {{"a_units", "4-6-7 8-1"}, {"b_units", "4-4-7"}, {"range", "4"}, {"turns", "2"}});
  CHECK(near(fight.outcome_value("a_holds"), 0.455990));
}

TEST_CASE("a commissar receives no modifier, and makes every leader check (A25.221)") {
  const Answer fire("asl.fire", {{"firepower", "1"}, {"target", "9-0 10-2"}});
  CHECK(near(fire.mean("broken"), 0.054874));
  CHECK(near(fire.mean("pinned"), 0.067060));
}

// Smaller things.

TEST_CASE("a leader who routs is helped by a better one only (A10.22)") {
  const auto through = [](const std::string& leader) {
    return Answer("asl.rout", {{"unit", "8-1"}, {"leadership", leader}}).outcome("through");
  };
  // Morale 8: the highest DR that passes pins; 7 or less 21/36. Failing by 9 to 11, 9/36, is a
  // wound that four of six survive, and he goes on: that is 'reduced'.
  CHECK(through("8-1") == "7/12");
  CHECK(through("9-1") == "13/18");  // 8 or less
  const Answer alive("asl.rout", {{"unit", "8-1"}, {"leadership", "8-1"}});
  CHECK(alive.event("through_alive") == "3/4");  // 21/36 + 9/36 * 4/6
}

TEST_CASE("ordnance: MGs, Armor Leaders, mounts and Hindrances that are none") {
  CHECK_THAT(refusal("asl.to-hit", {{"gun", "MG"}, {"range", "3"}, {"target_type", "infantry"}}),
             ContainsSubstring("IFT"));
  CHECK_THAT(refusal("asl.to-hit", {{"gun", "PaK 40"}, {"range", "3"}, {"armor_leader", "-1"}}),
             ContainsSubstring("Armor Leader"));
  const Given turns = {{"gun", "StuG IIIG"}, {"range", "6"}, {"hexspines", "1"}};
  CHECK_THAT(refusal("asl.to-hit", with(turns, {{"traverse", "fast"}})),
             ContainsSubstring("no turret"));
  CHECK(refusal("asl.to-hit", with(turns, {{"traverse", "none"}})).empty());
  CHECK_FALSE(refusal("asl.to-hit", {{"gun", "75L"}, {"range", "3"}, {"hindrance", "6"}}).empty());
  CHECK_FALSE(
      refusal("asl.fire",
              {{"attackers", "4-6-7"}, {"range", "3"}, {"hindrance", "6"}, {"target", "4-4-7"}})
          .empty());
  // C3.8: 15mm to 40mm; Original doubles, 6 of 36, less the Critical Hit and what misses.
  CHECK(Answer("asl.to-hit", {{"gun", "15mm"}, {"range", "3"}}).event("multiple_hit") != "0/1");
  // Case B: +3 out of woods, +2 in the open, +2 and +3 of Bounding Fire with a turret.
  const auto needed = [](const Given& more) {
    return Answer("asl.to-hit", with({{"gun", "75"},
                                      {"range", "8"},
                                      {"fire_phase", "bounding_first"},
                                      {"traverse", "fast"}},
                                     more))
        .mean("needed");
  };
  CHECK(near(needed({}) - needed({{"firer_in_terrain", "true"}}), 1));
}

TEST_CASE("Crucible of Steel 6.3: SS squads have no Assault Fire") {
  const Given ss = {{"attackers", "5-4-8"},
                    {"range", "2"},
                    {"phase", "advancing"},
                    {"target", "4-4-7"},
                    {"assault_fire", "true"}};
  // 5 / 2 + 1 = 3.5, which is 4; without it 2.5, the 2 column.
  CHECK(Answer("asl.fire", ss).event("nmc_or_better") ==
        Answer("asl.fire", {{"firepower", "4"}, {"cowering", "cower"}, {"target", "4-4-7"}})
            .event("nmc_or_better"));
  CHECK(Answer("asl.fire", with(ss, {{"crucible_of_steel", "true"}})).event("nmc_or_better") ==
        Answer("asl.fire", {{"firepower", "2"}, {"cowering", "cower"}, {"target", "4-4-7"}})
            .event("nmc_or_better"));
}

TEST_CASE("cos.mine-placement: an 8-0 is a leader whom an Original 12 may wound") {
  const Given lays = {{"squads", "1"}, {"turns", "1"}};
  // All of the stack suffer Casualty Reduction on a 12: one squad, and with a leader two.
  CHECK(
      Answer("cos.mine-placement", with(lays, {{"leadership", "8-0"}})).measure("casualties", 2) ==
      "1/36");
  CHECK(Answer("cos.mine-placement", lays).measure("casualties", 2) == "0/1");
}

}  // namespace
}  // namespace combat_odds
