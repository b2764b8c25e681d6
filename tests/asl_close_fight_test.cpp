#include <array>
#include <memory>

#include "core/exact/exact.hpp"
#include "core/play/monte_carlo.hpp"
#include "sim/asl/close_fight/close_combat.hpp"
#include "sim/asl/units/named_numbers.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;
using test::with;

TEST_CASE("a chart of numbers is checked when it is read") {
  const auto read = [](const char* text) { return asl::NamedNumbers(read_csv(text, "own.csv")); };
  CHECK(read("terrain,kindling\nwoods,9\n").at("woods", "kindling") == 9);
  CHECK_THROWS_WITH(read("terrain,kindling\nwoods,nine\n"),
                    Catch::Matchers::ContainsSubstring("own.csv:2:7"));
  CHECK_THROWS_WITH(read("terrain,kindling\nwoods,9\nwoods,8\n"),
                    Catch::Matchers::ContainsSubstring("a second row 'woods'"));
  CHECK_THROWS_WITH(read("terrain,kindling\nwoods,9\n").at("brush", "kindling"),
                    Catch::Matchers::ContainsSubstring("no number for kindling of 'brush'"));
}

TEST_CASE("a MOL-Projector: Red Barricades lowers the numbers on the counter") {
  const auto hit = [](const Given& given) {
    return Answer("asl.molotov-projector", with({{"target", "afv"}}, given)).event("hit");
  };
  // At range 1 the counter has a 9; lowered by 2, 3 and 4: 7, 6 and 5 or less.
  CHECK(hit({{"range", "1"}, {"red_barricades", "false"}}) == "5/6");
  CHECK(hit({{"range", "1"}}) == "7/12");
  CHECK(hit({{"range", "1"}, {"target_size", "large"}}) == "5/12");
  CHECK(hit({{"range", "1"}, {"target_size", "very_large"}}) == "5/18");
  CHECK(hit({{"range", "4"}}) == "1/36");  // 4 - 2 = 2
  // C3.6: not even a 2 is low enough, but an Original 2 hits with a further die of 1 to 3.
  CHECK(hit({{"range", "4"}, {"drm", "1"}}) == "1/72");
  const Answer shot("asl.molotov-projector", {{"range", "0"}, {"target", "afv"}});
  CHECK(shot.event("malfunctions") == "1/12");
  CHECK(shot.event("weapon_lost") == "1/36");
  // To Hit 8 (26 of 36). 25 hits with a To Kill number of 6: 5 or less burns (10 of 36), 6
  // eliminates (5). The Original 2 is a Critical Hit with 12: 11 or less burns (35), a 12 is a dud
  // (C7.35).
  CHECK(shot.event("critical_hit") == "1/36");
  CHECK(shot.outcome("burning_wreck") == "95/432");  // (25 * 10 + 35) / 1296
  CHECK(shot.outcome("eliminated") == "125/1296");   // 25 * 5
  // 4 FP: an NMC or better on 6 or less (15 of 36); critical 8 FP, 8 or less (26).
  CHECK(Answer("asl.molotov-projector", {{"range", "0"}, {"target", "4-6-7"}})
            .event("nmc_or_better") == "401/1296");
  // A TEM of 3: To Hit 5 or less (10); the Critical Hit reverses it, 11 or less (35).
  CHECK(Answer("asl.molotov-projector", {{"range", "0"}, {"tem", "3"}, {"target", "4-6-7"}})
            .event("nmc_or_better") == "85/648");  // (9 * 15 + 35) / 1296
  CHECK_THROWS_AS(
      Answer("asl.molotov-projector", {{"range", "0"}, {"target", "4-6-7"}, {"rear", "true"}}),
      InputError);
  CHECK_THROWS_AS(
      Answer("asl.molotov-projector", {{"range", "0"}, {"target", "afv"}, {"effects_drm", "1"}}),
      InputError);
}

TEST_CASE("a MOL-Projector: rare Critical Hits, exposed riders, Flames") {
  const auto shot = [](const Given& given) {
    return Answer("asl.molotov-projector", with({{"target", "afv"}}, given));
  };
  // C3.7: where only a 2 hits, or not even that, it is critical on a further die of 1.
  CHECK(shot({{"range", "4"}}).event("critical_hit") == "1/216");
  CHECK(shot({{"range", "4"}, {"drm", "1"}}).event("critical_hit") == "1/216");
  // To Hit 8, not critical (25 of 36): on a To Kill DR of 7 (6) the AFV survives, and 4 FP come to
  // a PTC, which a 4-6-7 fails with 15. On 8 and more nothing happens to it.
  const Answer riders = shot({{"range", "0"}, {"exposed", "4-6-7"}});
  CHECK(riders.measure("exposed_pinned", 1) == "125/2592");
  CHECK(riders.measure("exposed_broken", 1) == "0/1");
  // A coloured 1 hits whatever the white die is; wet woods need a 3 or more there.
  CHECK(shot({{"range", "0"}, {"target_terrain", "woods"}}).event("flame_target") == "1/6");
  CHECK(shot({{"range", "0"}, {"target_terrain", "woods"}, {"ec", "wet"}}).event("flame_target") ==
        "1/9");
  CHECK(shot({{"range", "0"}, {"target_terrain", "open_ground"}}).event("flame_target") == "0/1");
  const auto refused = [&](const Given& given) {
    CHECK_THROWS_AS(shot(with({{"range", "1"}}, given)), InputError);
  };
  refused({{"exposed_drm", "2"}});
  refused({{"red_barricades", "false"}, {"target_size", "large"}});
  refused({{"target", "4-6-7"}, {"exposed", "2-2-8"}});
}

TEST_CASE("Kindling: the number, the EC, the units, and the MOL") {
  // B25.11: the leader (or the SMC) passes his NTC; with a morale of 10 on 33 of 36 throws.
  const auto kindling = [](const Given& given) {
    return Answer("asl.kindling", with({{"morale", "10"}}, given));
  };
  CHECK(kindling({{"terrain", "woods"}}).outcome("ntc_failed") == "1/12");
  CHECK(kindling({{"terrain", "woods"}, {"morale", "7-0"}}).outcome("ntc_failed") == "5/12");
  // A wooden building: 7 or more, whatever the EC; woods: 9 or more, at -2 an 11.
  CHECK(kindling({{"terrain", "wooden_building"}, {"unit", "squad"}}).outcome("flame") ==
        "77/144");  // 11/12 * 7/12
  CHECK_THROWS_AS(kindling({{"terrain", "wooden_building"}, {"ec", "wet"}}), InputError);
  CHECK(kindling({{"terrain", "woods"}, {"ec", "wet"}}).outcome("flame") == "11/144");
  // A squad with a MOL in every third attempt: stone building 8, or 6 with +2: 1/3 * 26/36 + 2/3 *
  // 15/36 = 56/108 = 14/27.
  CHECK(kindling({{"terrain", "stone_building"}, {"molotov", "true"}}).outcome("flame") ==
        "77/162");  // 11/12 * 14/27
  // An 8-1 who directs a squad adds his modifier reversed: stone on 7 or more. Alone he directs no
  // one: -2, so 10 or more.
  CHECK(kindling({{"terrain", "stone_building"}, {"leadership", "-1"}}).outcome("flame") ==
        "77/144");
  CHECK(kindling({{"terrain", "stone_building"}, {"unit", "smc"}}).outcome("flame") == "11/72");
  CHECK_THROWS_AS(kindling({{"unit", "smc"}, {"leadership", "-1"}}), InputError);
  // The EC counts for rubble: wooden, 7 at -1 (moist).
  CHECK(kindling({{"terrain", "wooden_rubble"}, {"ec", "moist"}}).outcome("flame") == "55/144");
  CHECK_THROWS_AS(kindling({{"cx", "true"}}), InputError);
}

TEST_CASE("close combat: odds, kill numbers and both attacks at once") {
  // 4 against 4, kill number 5: 4 or less eliminates (6 of 36), 5 reduces (4).
  const Answer even("asl.close-combat", {{"attacker", "4-6-7"}, {"defender", "4-4-7"}});
  CHECK(even.outcome("attacker_holds") == "5/36");
  CHECK(even.outcome("both_eliminated") == "1/36");
  CHECK(even.measure("defenders_reduced", 1) == "1/9");
  // Hand-to-hand 7: 6 or less, 15 of 36.
  CHECK(Answer("asl.close-combat",
               {{"attacker", "4-6-7"}, {"defender", "4-4-7"}, {"hand_to_hand", "true"}})
            .outcome("both_eliminated") == "25/144");
  // The published odds 5 against 8 (kill number 4: 3 throws) and 8 against 5 (6: 10 throws); an SMC
  // has one FP.
  const Answer uneven("asl.close-combat", {{"attacker", "4-6-7 8-1"}, {"defender", "2*4-4-7"}});
  CHECK(uneven.outcome("attacker_holds") == "13/108");  // with the -1 of the 8-1: 6 * 26 of 1296
  CHECK(uneven.outcome("defender_holds") == "25/108");  // 10 * 30
  // Halved, 2 against 4: kill number 4.
  CHECK(Answer("asl.close-combat",
               {{"attacker", "4-6-7"}, {"defender", "4-4-7"}, {"attacker_factor", "0.5"}})
            .measure("defenders_eliminated", 1) == "1/12");
  // A crew or half-squad that is reduced is gone: 2 against 2, 5 or less: 10 of 36.
  CHECK(Answer("asl.close-combat", {{"attacker", "2-4-7"}, {"defender", "2-2-8"}})
            .measure("defenders_eliminated", 1) == "5/18");
}

TEST_CASE("close combat: an ambush lets one side attack first") {
  const Given given = {{"attacker", "4-6-7"}, {"defender", "4-4-7"}, {"ambush_possible", "true"}};
  // Lower by 3 or more: 6 throws of 36; with -1, or at night, by 2: 10.
  CHECK(Answer("asl.close-combat", given).event("attacker_ambushes") == "1/6");
  CHECK(Answer("asl.close-combat", given).event("defender_ambushes") == "1/6");
  CHECK(Answer("asl.close-combat", with(given, {{"night", "true"}})).event("attacker_ambushes") ==
        "5/18");
  CHECK(Answer("asl.close-combat", with(given, {{"defender_ambush_drm", "-1"}}))
            .event("defender_ambushes") == "5/18");
  // Always ambushed: at -1 an Original 5 or less (10) eliminates and 6 (5) leaves a half-squad.
  // What is left strikes back at +1: a squad kills with 3 or less (3), a half-squad at 1-2 with
  // a 2.
  const Answer always("asl.close-combat", with(given, {{"attacker_ambush_drm", "-10"}}));
  CHECK(always.outcome("attacker_holds") == "5/18");
  CHECK(always.outcome("both_eliminated") == "0/1");
  CHECK(always.outcome("defender_holds") == "17/324");  // (21 * 3 + 5 * 1) / 1296
  CHECK_THROWS_AS(
      Answer("asl.close-combat", {{"attacker", "4-6-7"}, {"defender", "4-4-7"}, {"night", "true"}}),
      InputError);
}

TEST_CASE("close combat: a Melee goes on") {
  // Two leaders, 1 against 1: killed on 4 or less (6), wounded on 5 (4), of which one third die:
  // a leader survives a round with 43/54.
  const Answer once("asl.close-combat", {{"attacker", "8-1"}, {"defender", "8-0"}});
  CHECK(once.measure("defenders_eliminated", 1) == "11/54");  // 6/36 + 4/36 * 2/6
  const Answer long_fight("asl.close-combat",
                          {{"attacker", "8-1"}, {"defender", "8-0"}, {"rounds", "20"}});
  CHECK(long_fight.measure("rounds", 1) == "1067/2916");  // 1 - (43/54)^2, 43^2 = 1849
}

TEST_CASE("close combat: broken units are attacked at -2 and must withdraw from a Melee (A11.16)") {
  const Given broken = {{"attacker", "4-6-7"}, {"defender", "4-4-7"}, {"defender_broken", "4-4-7"}};
  // 4 - 4, kill number 5, -2: 6 or less eliminates (15 of 36), 7 reduces (6). Nobody strikes back.
  const Answer advanced("asl.close-combat", broken);
  CHECK(advanced.outcome("attacker_holds") == "5/12");
  CHECK(advanced.measure("defenders_reduced", 1) == "1/6");
  CHECK(advanced.measure("attackers_eliminated", 0) == "1/1");
  // In Melee -4: 8 or less (26) eliminates; a unit that a 9 (4) reduces cannot leave and goes, too.
  const Answer melee("asl.close-combat", with(broken, {{"melee", "true"}}));
  CHECK(melee.measure("defenders_eliminated", 1) == "5/6");
  CHECK(melee.event("defender_gets_away") == "1/6");
  CHECK_THROWS_AS(Answer("asl.close-combat", with(broken, {{"defender_broken", "8-1"}})),
                  InputError);
}

TEST_CASE("close combat: the worked example of a leader who withdraws under cover (A11.2)") {
  // A 4-6-7 stays, so the 8-1 is attacked at -1. Two squads, 9 - 5, 3-2, kill number 6: the squad
  // goes on 5 or less (10 of 36), he on 6 or less; on 6 (5) the squad is reduced, on 7 (6) he is
  // wounded, which kills one third and keeps the others there.
  const Answer covered("asl.close-combat", {{"attacker", "4-6-7 8-1"},
                                            {"defender", "5-2-7 4-4-7"},
                                            {"melee", "true"},
                                            {"attacker_withdraws", "all_but_one"}});
  CHECK(covered.measure("attackers_eliminated", 2) == "5/18");
  CHECK(covered.measure("attackers_eliminated", 1) == "7/36");  // 5/36 + 6/36 * 1/3
  CHECK(covered.event("attacker_gets_away") == "5/12");         // 8 and more
}

TEST_CASE("close combat: the worked example of a capture (A20.22)") {
  // An 8-3-8 at two 4-2-6 and a 4-4-7, 1-2, kill number 4: -1 for the Conscripts, so that an
  // Original 4 captures them, +1 for the others. 2 takes all three, 3 (2 of 36) two squads and a
  // half-squad, 4 (3) the two, 5 (4) a half-squad. Back at 3-2 5 or less eliminates the captor
  // (10): then nobody was captured.
  const Answer capture(
      "asl.close-combat",
      {{"attacker", "8-3-8"}, {"defender", "2*4-2-6 4-4-7"}, {"attacker_captures", "true"}});
  CHECK(capture.measure("defenders_captured", 3) == "13/216");  // 3 * 26 of 1296
  CHECK(capture.measure("defenders_captured", 2) == "13/216");
  CHECK(capture.measure("defenders_captured", 1) == "13/162");  // 4 * 26
}

TEST_CASE("close combat: a created leader counts in both attacks (A18.12)") {
  // A German 4-6-7 at 1-2: -1 and -1, so every dr brings one. Two squads strike back at 8 - 4, kill
  // number 7: 6 or less (15 of 36); after an Original 2 at 8 - 5, kill number 6: 5 or less (10).
  const Answer promoted(
      "asl.close-combat",
      {{"attacker", "4-6-7"}, {"defender", "4-4-7 5-2-7"}, {"attacker_nation", "german"}});
  CHECK(promoted.measure("attackers_eliminated", 2) == "5/648");  // 10 of 1296
  // 35 * 15 of 1296; and of 5 throws of 6 he is selected in 7/12 and dies in 1/3.
  CHECK(promoted.measure("attackers_eliminated", 1) == "18935/46656");
}

TEST_CASE("close combat: Infiltration (A11.22)") {
  // The attacker leaves after its own 2, or after the other side's 12, if that side has survived (5
  // or more: 30 of 36).
  CHECK(Answer("asl.close-combat",
               {{"attacker", "4-6-7"}, {"defender", "4-4-7"}, {"attacker_slips_away", "true"}})
            .event("attacker_gets_away") == "11/216");  // 1/36 + 30/36 * 1/36
}

TEST_CASE("close combat: a vehicle attacks back, and drives off (A11.62, A11.7)") {
  // The worked example: a 5 FP CMG at a squad's CCV of 5, 1-1, kill number 5. It survives 5 and
  // more (30 of 36); after a 12 (1) it meets a half-squad, 3-2, which 6 or less kills (15).
  const Given tank = {{"vehicle_firepower", "5"}};
  CHECK(Answer("asl.close-combat-vehicle", tank).event("attackers_eliminated") ==
        "7/48");  // (29 * 6 + 15) / 1296
  // It drives off unless it was immobilized in the first round: killed by 4 or less (6), or
  // immobilized by a 5 (4) first, if the squad lives (kill 4 or less 6, 5 reduces 4: CCV 3).
  const Answer two("asl.close-combat-vehicle",
                   with(tank, {{"rounds", "2"}, {"drives_off", "true"}}));
  CHECK(two.measure("rounds", 1) == "49/54");  // 1 - 4/36 * 30/36
  CHECK_THROWS_AS(Answer("asl.close-combat-vehicle", {{"drives_off", "true"}}), InputError);
  CHECK_THROWS_AS(Answer("asl.close-combat-vehicle", {{"nation", "german"}}), InputError);
}

TEST_CASE("close combat against a vehicle: the worked example of CCV 6 with a leader's -1") {
  // A squad and a leader, CCV 6, -1: burns on an Original 3 or less (3 throws), eliminated on 6 or
  // less (12 more), immobilized on 7 (6).
  const Answer answer("asl.close-combat-vehicle",
                      {{"unit", "squad"}, {"extra_smc", "1"}, {"leadership", "-1"}});
  CHECK(answer.outcome("burning_wreck") == "1/12");
  CHECK(answer.outcome("eliminated") == "1/3");
  CHECK(answer.outcome("immobilized") == "1/6");
  // An Original 12 reduces one by Random Selection, both if they tie (one in six).
  CHECK(answer.measure("casualty_reductions", 1) == "5/216");
  CHECK(answer.measure("casualty_reductions", 2) == "1/216");
  CHECK(Answer("asl.close-combat-vehicle", {{"helpless", "true"}})
            .measure("casualty_reductions", 1) == "0/1");
}

TEST_CASE("an Original 2 has its own die") {
  // An SMC at +2: CCV 2, nothing on the DR. 1/36 of 1/6 each.
  const Answer answer("asl.close-combat-vehicle", {{"unit", "smc"}, {"drm", "2"}});
  CHECK(answer.outcome("burning_wreck") == "1/216");
  CHECK(answer.outcome("eliminated") == "1/216");
  CHECK(answer.outcome("immobilized") == "1/216");
  // At +0 the Original 2 immobilizes anyway: 4 of the 6.
  CHECK(Answer("asl.close-combat-vehicle", {{"unit", "smc"}}).outcome("immobilized") == "1/54");
  // A11.501: every attacker has the die. A half-squad's 2 eliminates without burning (half of 2 is
  // 1), and burns on a further 1.
  const Answer half("asl.close-combat-vehicle", {{"unit", "half_squad"}});
  CHECK(half.outcome("burning_wreck") == "1/216");
  CHECK(half.outcome("eliminated") == "5/216");
  CHECK(half.outcome("immobilized") == "1/18");  // a 3
}

TEST_CASE("an ATMM fails on an Original 12") {
  // At -5 and -3 a squad kills with 12 or less; on the 12 it has only -5 and does nothing. Without
  // an ATMM (4, 5) 11 and 12 do nothing, pinned (6) 10 to 12: (1/2 * 1 + 1/3 * 3 + 1/6 * 6) / 36.
  CHECK(Answer("asl.close-combat-vehicle", {{"atmm", "standard"}, {"drm", "-5"}})
            .outcome("no_effect") == "5/72");
}

TEST_CASE("ATMM of three rule sets, and Antitank Crews") {
  const auto atmm = [](const char* unit, const char* rules, bool cx) {
    return Answer("asl.close-combat-vehicle",
                  {{"unit", unit}, {"atmm", rules}, {"cx", cx ? "true" : "false"}})
        .event("atmm");
  };
  CHECK(atmm("squad", "standard", false) == "1/2");
  CHECK(atmm("half_squad", "standard", true) == "1/6");
  CHECK(atmm("smc", "standard", false) == "1/6");
  CHECK(atmm("squad", "red_barricades", false) == "1/6");
  CHECK(atmm("half_squad", "red_barricades", false) == "1/6");  // no drm apply
  CHECK_THROWS_AS(atmm("half_squad", "red_barricades", true), InputError);
  CHECK_THROWS_AS(atmm("squad", "none", true), InputError);
  CHECK(atmm("squad", "crucible_of_steel", false) == "1/3");
  CHECK(atmm("crew", "crucible_of_steel", false) == "1/6");
  CHECK_THROWS_AS(atmm("smc", "crucible_of_steel", false), InputError);

  // Red Barricades, a squad: one in six at -3 (7 or less: 21 throws, 3 or less burns: 3), one in
  // six pinned at CCV 4 (3 or less: 3; of them the 2 burns on a further 1), else CCV 5 (4 or less:
  // 6, only a 2 burns: 1). Burning (3 + 1/6 + 4 * 1) / 216; eliminated (18 + 2 + 5/6 + 4 * 5) /
  // 216.
  const Answer squad("asl.close-combat-vehicle", {{"atmm", "red_barricades"}});
  CHECK(squad.outcome("burning_wreck") == "43/1296");
  CHECK(squad.outcome("eliminated") == "245/1296");
  CHECK(squad.event("pinned") == "1/6");

  // An Antitank Crew: CCV 4 at -1: 4 or less (6 throws), 5 immobilizes (4).
  const Answer crew("asl.close-combat-vehicle", {{"unit", "crew"}, {"antitank_crew", "true"}});
  CHECK(crew.outcome("immobilized") == "1/9");
  CHECK(crew.outcome("burning_wreck") == "1/36");  // up to half of 4
  CHECK(crew.outcome("eliminated") == "5/36");
}

TEST_CASE("a leader helps the PAATC, and the attack if he takes part (A11.51, A11.6)") {
  // The preset in-street-fighting: morale 7 under an 8-1 fails with 9 or more (10 of 36), 27.8 %.
  // CCV 6 at -2 kills with 7 or less: 26/36 * 21/36 = 42.1 %.
  const Given street = {{"morale", "7"}, {"extra_smc", "1"}, {"leadership", "-1"}, {"drm", "-1"}};
  const Answer led("asl.close-combat-vehicle", street);
  CHECK(led.outcome("paatc_failed") == "5/18");
  CHECK(led.outcome("burning_wreck") == "13/216");  // 3 or less: 26 * 3 of 1296
  CHECK(led.outcome("eliminated") == "13/36");      // 26 * 18
  // He stays behind: CCV 5 at +0, immobilized on a 5.
  const Answer stays("asl.close-combat-vehicle", {{"morale", "7"}, {"leadership", "-1"}});
  CHECK(stays.outcome("paatc_failed") == "5/18");
  CHECK(stays.outcome("immobilized") == "13/162");  // 26 * 4 of 1296
  const auto refused = [](const Given& given) {
    CHECK_THROWS_AS(Answer("asl.close-combat-vehicle", given), InputError);
  };
  refused({{"leadership", "-1"}});
  refused({{"extra_smc", "2"}});
  refused({{"unit", "smc"}, {"morale", "8"}});
  refused({{"unit", "smc"}, {"inexperienced", "true"}});
  refused({{"unit", "crew"}, {"assault_engineers", "true"}});
  refused({{"unarmored", "true"}, {"morale", "7"}});
  refused({{"atmm", "red_barricades"}, {"inexperienced", "true"}});
}

TEST_CASE("the PAATC keeps some units from attacking, but never an Antitank Crew") {
  CHECK(Answer("asl.close-combat-vehicle", {{"morale", "7"}}).outcome("paatc_failed") == "5/12");
  CHECK(Answer("asl.close-combat-vehicle", {{"morale", "7"}, {"inexperienced", "true"}})
            .outcome("paatc_failed") == "7/12");
  CHECK_THROWS_AS(Answer("asl.close-combat-vehicle",
                         {{"unit", "crew"}, {"antitank_crew", "true"}, {"morale", "8"}}),
                  InputError);
  CHECK_THROWS_AS(Answer("asl.close-combat-vehicle", {{"antitank_crew", "true"}}), InputError);
}

/// A die decides which of two close combats is fought. What they go by is in no state of theirs.
class EitherFight : public Rule {
 public:
  Outcome resolve(Dice& dice) const override {
    const bool first = dice.die([](int roll) { return roll <= 3; });
    return fights.at(first ? 0 : 1)->resolve(dice);
  }

  std::array<std::unique_ptr<Rule>, 2> fights;
};

/// The same close combat as an inner rule, by the procedure's struct.
class Fight : public Inner<asl::Melee, asl::Melee> {
 public:
  explicit Fight(int defender_drm) {
    rules.attacker = rules.defender = std::vector(1, read_unit("2-4-7", "attacker"));
    rules.terms.defender_drm = defender_drm;
    rules.terms.prepare(test::charts());
    rules.prepare(test::charts());
  }
  asl::Melee play(const asl::Melee& start, Dice& dice) const override {
    asl::Melee melee = rules.round(start, 0);
    while (!asl::CloseCombat::round_over(melee)) melee = rules.step(melee, dice);
    return melee;
  }

  asl::CloseCombat rules;
};

class EitherInnerFight : public Rule {
 public:
  Outcome resolve(Dice& dice) const override {
    const Fight& fight = dice.die([](int roll) { return roll <= 3; }) ? even : worse;
    const asl::Melee end = dice.play(fight, fight.rules.start());
    return *fight.rules.outcome(end, 1);
  }

  const Fight even{0};
  const Fight worse{3};
};

TEST_CASE("two close combats played from one resolve() are two") {
  // 2-4-7 against 2-4-7: 1-1, kill number 5, of which 5 reduces, which is the end of a half-squad.
  // The attacker misses with 6 or more, 26/36. The defender hits with 5 or less, 10/36, with +3
  // only with 2, 1/36; on average 11/72. Both: 286/2592.
  const std::string defender_holds = "143/1296";
  const auto odds = [](const DecisionGraph& graph) {
    return ExactOdds(graph)
        .sum([&](std::size_t leaf) { return graph.leaves[leaf].label() == "defender_holds"; })
        .fraction;
  };
  EitherFight either;
  for (std::size_t i = 0; i < 2; ++i) {
    either.fights.at(i) = test::scenario("asl.close-combat", {{"attacker", "2-4-7"},
                                                              {"defender", "2-4-7"},
                                                              {"defender_drm", i == 0 ? "0" : "3"}})
                              .rule(0, test::charts());
  }
  CHECK(odds(decision_graph(either)) == defender_holds);
  const EitherInnerFight inner;
  CHECK(odds(decision_graph(inner)) == defender_holds);
  for (const Rule* const rule :
       {static_cast<const Rule*>(&either), static_cast<const Rule*>(&inner)}) {
    const Tally tally = simulate_directly(*rule, {1, 3, 0}, {1'000'000, 0, {}, nullptr});
    std::uint64_t held = 0;
    for (std::size_t i = 0; i < tally.outcomes.size(); ++i) {
      if (tally.outcomes[i].label() == "defender_holds") held += tally.counts[i];
    }
    const double share = 143.0 / 1296;
    CHECK(test::chi_squared_p({held, 1'000'000 - held}, {share, 1 - share}) > 1e-9);
  }
}

}  // namespace
}  // namespace combat_odds
