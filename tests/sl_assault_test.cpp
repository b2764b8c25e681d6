#include <cmath>

#include "sim/squad_leader/close_fight/close_combat.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using Catch::Matchers::ContainsSubstring;
using squad_leader::CloseCombatTable;
using test::Answer;
using test::Given;
using test::refusal;
using test::with;

TEST_CASE("20.3: odds are rounded in the defender's favour") {
  const auto& table = test::charts().get<CloseCombatTable>(CloseCombatTable::chart_name);
  // The rule's ratios: 12:4 is 3-1, 6:4 is 3-2, 11:4 is 2-1, 4:15 is 1-4, 4:8 is 1-2, 12:12 is 1-1.
  CHECK(table.kill_number(12, 4) == table.kill_number(3, 1));
  CHECK(table.kill_number(6, 4) == table.kill_number(3, 2));
  CHECK(table.kill_number(11, 4) == table.kill_number(2, 1));
  CHECK(table.kill_number(4, 15) == table.kill_number(1, 4));
  CHECK(table.kill_number(4, 8) == table.kill_number(1, 2));
  CHECK(table.kill_number(12, 12) == table.kill_number(1, 1));
  // The chart's ends: below 1-8 is 0, 10-1 is 12, above it 13.
  CHECK(table.kill_number(1, 9) == 0);
  CHECK(table.kill_number(10, 1) == 12);
  CHECK(table.kill_number(11, 1) == 13);
}

TEST_CASE("close combat: simultaneous, ambushed, and over several rounds") {
  // 12 against 4 is 3-1: 8 or less (26/36); 4 against 12 counts as 1-4: 3 or less (3/36).
  const Given melee = {{"firepower", "12"}, {"enemy_firepower", "4"}};
  const Answer once("sl.close-combat", melee);
  CHECK(once.event("defender_lost") == "13/18");
  CHECK(once.event("attacker_lost") == "1/12");
  CHECK(once.outcome("both_lost") == "13/216");
  Given ambush = melee;
  ambush["ambush"] = "attacker";
  CHECK(Answer("sl.close-combat", ambush).event("attacker_lost") == "5/216");  // 10/36 * 3/36
  ambush["ambush"] = "defender";
  CHECK(Answer("sl.close-combat", ambush).event("defender_lost") == "143/216");  // 33/36 * 26/36
  Given rounds = melee;
  rounds["rounds"] = "2";
  CHECK(Answer("sl.close-combat", rounds).outcome("melee_goes_on") ==
        "3025/46656");  // (10*33/36^2)^2
  // 89.23: prisoners at +1, 7 or less, in a melee only: from the second round on, or at once where
  // it has begun.
  Given prisoners = melee;
  prisoners["take_prisoners"] = "true";
  prisoners["defender_cannot_attack"] = "true";
  CHECK_THAT(refusal("sl.close-combat", prisoners), ContainsSubstring("89.23"));
  prisoners["rounds"] = "2";
  CHECK(Answer("sl.close-combat", prisoners).outcome("defender_eliminated") == "13/18");
  CHECK(Answer("sl.close-combat", prisoners).outcome("defender_captured") == "35/216");  // 10 * 21
  prisoners["rounds"] = "1";
  prisoners["melee"] = "true";
  CHECK(Answer("sl.close-combat", prisoners).outcome("defender_captured") == "7/12");
  // 20.9, 89.22: broken units are gone without a roll.
  Given broken = melee;
  broken["defender_broken"] = "true";
  CHECK(Answer("sl.close-combat", broken).outcome("defender_eliminated") == "1/1");
  broken["take_prisoners"] = "true";
  CHECK(Answer("sl.close-combat", broken).outcome("defender_captured") == "1/1");
  // 20.72: a leader alone has 1: 4 against 1 is 4-1, 9 or less (30/36); 1 against 4 is 1-4, 3, and
  // his own -1: 4 (6/36).
  const Answer lone("sl.close-combat", {{"firepower", "4-6-7"}, {"enemy_firepower", "8-1"}});
  CHECK(lone.event("defender_lost") == "5/6");
  CHECK(lone.event("attacker_lost") == "1/6");
  // Beside others he adds no factor, but directs: 4 against 4 is 1-1, 5, with the 9-2 7 (21/36).
  CHECK(Answer("sl.close-combat", {{"firepower", "4-6-7 9-2"}, {"enemy_firepower", "4-4-7 + 8-0"}})
            .event("defender_lost") == "7/12");
  CHECK_THAT(refusal("sl.close-combat", {{"firepower", "4"},
                                         {"enemy_firepower", "4"},
                                         {"ambush", "attacker"},
                                         {"defender_cannot_attack", "true"}}),
             ContainsSubstring("one side"));
}

TEST_CASE("36.23 and 72.8: a squad against an AFV") {
  // 4 or less (6 throws); exactly 4 (3 throws) immobilizes half of the time.
  const Answer closed("sl.close-combat-vehicle", {{"unit", "4-6-7"}});
  CHECK(closed.outcome("eliminated") == "1/8");
  CHECK(closed.outcome("immobilized") == "1/24");
  CHECK(closed.event("all_attackers_lost") == "1/36");  // 72.86
  // Open-topped and without MGs: 6 or less (15 throws), exactly 6 5 throws.
  const Answer open("sl.close-combat-vehicle",
                    {{"unit", "4-6-7"}, {"open_topped", "true"}, {"no_mg", "true"}});
  CHECK(open.outcome("eliminated") == "25/72");
  // A leader alone: 2 and his own modifier. 8-1: 3 or less, exactly 3 (2 throws) half of the time.
  const Answer leader("sl.close-combat-vehicle", {{"unit", "8-1"}});
  CHECK(leader.outcome("eliminated") == "1/18");
}

TEST_CASE("36.4: a leader directs one attack on an AFV, which may be his own") {
  // A 9-2 himself: 4 or less (6 throws), exactly 4 (3) half of the time.
  CHECK(Answer("sl.close-combat-vehicle", {{"unit", "9-2"}}).outcome("eliminated") == "1/8");
  // Three 4-6-7, one of them led: 6 or less. None hurt, immobilized or killed are 21, 2.5 and 12.5
  // of 36 for him, 30, 1.5 and 4.5 for the others, 30 and 6 for all once it is immobilized (but 21
  // and 15 for the led one, who comes first). It survives two more attacks with
  // 21/36 (30/36 31.5/36 + 1.5/36 30/36) + 2.5/36 (30/36)^2 = 23040/46656 = 40/81.
  CHECK(
      Answer("sl.close-combat-vehicle", {{"unit", "4-6-7"}, {"units", "3"}, {"leadership", "9-2"}})
          .outcome("eliminated") == "41/81");
  // 15.7: two leaders never add up: an 8-1 led by a 9-2 has 4 or less, as the 9-2 himself.
  CHECK(Answer("sl.close-combat-vehicle", {{"unit", "8-1"}, {"leadership", "9-2"}})
            .outcome("eliminated") == "1/8");
}

TEST_CASE("36.21: units that enter the hex of an AFV check their morale first") {
  // 7 or less (21 of 36), then 4.5 of 36: 7/12 * 1/8.
  const Answer alone("sl.close-combat-vehicle", {{"unit", "4-6-7"}, {"pre_afv_check", "true"}});
  CHECK(alone.outcome("eliminated") == "7/96");
  CHECK(alone.measure("attackers_held_back", 1) == "5/12");
  // With a 9-2 who passes with 9 (30 of 36) the squad needs 9 to go in (30) and 6 to kill (12.5);
  // without him 7 (21) and 4.5: 5/6 * 5/6 * 25/72 + 1/6 * 7/12 * 1/8.
  const Given led = {{"unit", "4-6-7"}, {"leadership", "9-2"}, {"pre_afv_check", "true"}};
  CHECK(Answer("sl.close-combat-vehicle", test::with(led, {{"leader_morale", "9-2"}}))
            .outcome("eliminated") == "1313/5184");
  CHECK_THAT(refusal("sl.close-combat-vehicle", led), ContainsSubstring("leader_morale"));
}

TEST_CASE("36.23: a truck is never immobilized in Close Combat") {
  // 5 or less, 10 throws: all kill.
  const Answer truck("sl.close-combat-vehicle", {{"unit", "4-6-7"}, {"truck", "true"}});
  CHECK(truck.outcome("eliminated") == "5/18");
  CHECK(truck.outcome("immobilized") == "0/1");
  for (const char* flag :
       {"open_topped", "already_immobilized", "pre_afv_check", "close_defense_weapon"}) {
    CHECK_FALSE(
        refusal("sl.close-combat-vehicle", {{"unit", "4-6-7"}, {"truck", "true"}, {flag, "true"}})
            .empty());
  }
  CHECK_THAT(refusal("sl.close-combat-vehicle", {{"unit", "4-6-7"}, {"terrain_modifier", "1"}}),
             ContainsSubstring("64.53"));
}

TEST_CASE("64.53: the order of attack") {
  // The infantry can't hurt the AFV here. An AA MG of 4 against 4 is 1-1: 5 or less (10/36). First
  // or second, the squad is lost to its own 12 (1/36) or to the MG: (1*36 + 35*10) = (10*36 +
  // 26*1).
  const Given harmless = {{"unit", "4-6-7"}, {"kill_number", "-2"}};
  Given aa = harmless;
  aa["aa_mg"] = "4";
  CHECK(Answer("sl.close-combat-vehicle", aa).measure("attackers_eliminated", 1) == "193/648");
  // The close defense weapon on the 12 column: 4 is a 3 (3 throws; a morale of 7 fails on 30 of
  // 36), 5 and 6 a 2 (9; 26), 7 and 8 a 1 (11; 21), 9 an M (4; 15): 615/1296 break. The infantry is
  // first on 721 of 1296, ties included, and then lost to a 12 once in 36. 615/1296 * (721/1296 *
  // 35/36 + 575/1296) = 615 * 45935 / (36 * 1296^2)
  Given launcher = harmless;
  launcher["close_defense_weapon"] = "true";
  CHECK(Answer("sl.close-combat-vehicle", launcher).measure("attackers_broken", 1) ==
        "9416675/20155392");
  // 64.54: a broken unit can only return over open ground, and so is eliminated.
  Given over_the_open = launcher;
  over_the_open["came_from_open"] = "true";
  const Answer open("sl.close-combat-vehicle", over_the_open);
  CHECK(open.measure("attackers_broken", 0) == "1/1");
  CHECK(open.measure("attackers_eliminated", 1) ==
        Answer("sl.close-combat-vehicle", launcher).event("all_attackers_lost"));
  aa["close_defense_weapon"] = "true";
  CHECK_THAT(refusal("sl.close-combat-vehicle", aa), ContainsSubstring("64.55"));
}

TEST_CASE("72.1: an Overrun has 4, half of the main armament and the MGs") {
  // 4 + 8/2 + 4 = 12.
  const Given t34 = {{"main_armament", "8"}, {"mg", "4"}, {"target", "4-6-7"}};
  const Answer overrun("sl.overrun", t34);
  const Answer fire("sl.fire", {{"firepower", "12"}, {"target", "4-6-7"}});
  CHECK(overrun.outcome("eliminated") == fire.outcome("eliminated"));
  CHECK(overrun.outcome("broken") == fire.outcome("broken"));
  CHECK(overrun.event("vehicle_immobilized") == "1/36");
  // 72.4 and 72.5: half of it, and immobilized on 11 too.
  Given woods = t34;
  woods["close_terrain"] = "true";
  const Answer in_woods("sl.overrun", woods);
  const Answer six("sl.fire", {{"firepower", "6"}, {"target", "4-6-7"}});
  CHECK(in_woods.outcome("broken") == six.outcome("broken"));
  CHECK(in_woods.event("vehicle_immobilized") == "1/12");
  // 72.6, the Nashorn: destroyed by an 11 in the open, by a 10 in woods.
  Given nashorn = t34;
  nashorn["open_topped"] = "true";
  CHECK(Answer("sl.overrun", nashorn).event("vehicle_destroyed") == "1/18");
  nashorn["close_terrain"] = "true";
  CHECK(Answer("sl.overrun", nashorn).event("vehicle_destroyed") == "1/12");
  // 36.12: the squad stays unbroken on 573 of 1296 (KIA 108, broken 615), 36 of them with the 12
  // that immobilizes anyway; 7 or less dares (7/12, 36.11), 4 or less stops the tank (1/6):
  // 36/1296 + 537/1296 * 7/72.
  Given woods_squad = t34;
  woods_squad["immobilization_number"] = "4";
  CHECK(Answer("sl.overrun", woods_squad).event("vehicle_immobilized") == "2117/31104");
  CHECK_THAT(refusal("sl.overrun", {{"target", "4-6-7"}}), ContainsSubstring("72.1"));
}

TEST_CASE("86: anti-tank magnetic mines") {
  const Given mine = {{"unit", "4-6-7"}, {"kill_number", "8"}, {"armor", "0"}};
  // Placed on 7 or less (21), 8 or less kills (26), exactly 8 (5) immobilizes half of the time.
  const Answer german("sl.atm", mine);
  CHECK(german.outcome("no_effect") == "125/216");
  CHECK(german.outcome("immobilized") == "35/864");
  CHECK(german.event("attacker_eliminated") == "1/36");
  // A 9-2 places it with 9 and his own modifier: 11 or less (35 of 36); a 6+1 with 5 or less (10).
  Given led = mine;
  led["unit"] = "9-2";
  CHECK(Answer("sl.atm", led).event("placed") == "35/36");
  led["unit"] = "6+1";
  CHECK(Answer("sl.atm", led).event("placed") == "5/18");
  // 86.8: a Russian mine is a dud on 10 or more, though 12 would kill.
  Given russian = mine;
  russian["nationality"] = "russian";
  russian["kill_number"] = "12";
  CHECK(Answer("sl.atm", russian).outcome("no_effect") == "37/72");  // 1 - 21/36 * 30/36
  // 86.31: 4 or less in an Overrun hex (6 throws), and no 12 of Close Combat.
  Given overrun = mine;
  overrun["phase"] = "overrun";
  CHECK(Answer("sl.atm", overrun).event("placed") == "1/6");
  CHECK(Answer("sl.atm", overrun).event("attacker_eliminated") == "0/1");
  // 86.7: placed at -1 (10 throws), and only the German dud of 12 (1/36) saves the AFV.
  const Answer tracks(
      "sl.atm", {{"unit", "4-6-7"}, {"phase", "overrun"}, {"deliberate_immobilization", "true"}});
  CHECK(tracks.outcome("immobilized") == "175/648");
  CHECK_THAT(refusal("sl.atm", {{"unit", "4-6-7"}, {"armor", "0"}}),
             ContainsSubstring("printed on your AFV KILL chart"));
  CHECK_THAT(refusal("sl.atm", {{"unit", "4-6-7"}, {"kill_number", "8"}}),
             ContainsSubstring("64.32"));
  CHECK_THAT(
      refusal("sl.atm", {{"unit", "8-1"}, {"mines", "2"}, {"kill_number", "8"}, {"armor", "0"}}),
      ContainsSubstring("86.5"));
}

TEST_CASE("97: Molotov Cocktails") {
  // 7 or less: 21 throws, of which the 2 is critical on a third die of 1 to 3 (68.1): rear, -1.
  const Given bottle = {{"to_hit_number", "7"}, {"kill_number", "4"}, {"rear_kill_number", "6"}};
  // 20.5/36 * 6/36 + 0.5/36 * 21/36 (7 or less) = 133.5/1296.
  CHECK(Answer("sl.molotov", bottle).outcome("burning_wreck") == "89/864");
  // Doubled against an open top: 8 (26), critically 12 + 1 (36): (20.5 * 26 + 0.5 * 36) / 1296.
  Given open = bottle;
  open["vehicle"] = "open_topped";
  CHECK(Answer("sl.molotov", open).outcome("burning_wreck") == "551/1296");
  // A truck is not hit critically, and has one line on the chart: 21/36 * 6/36.
  CHECK(
      Answer("sl.molotov", {{"to_hit_number", "7"}, {"kill_number", "4"}, {"vehicle", "unarmored"}})
          .outcome("burning_wreck") == "7/72");
  // 33.32: 2 at +2 is 0: an Original 2, then 1 to 3 hits, 1 critically.
  const Answer hardly(
      "sl.molotov",
      {{"to_hit_number", "2"}, {"drm", "2"}, {"facing", "rear"}, {"kill_number", "12"}});
  CHECK(hardly.event("hit") == "1/72");
  // 97.82: the FIRE number, with leadership (97.6): 6.
  CHECK(Answer("sl.molotov", {{"target", "building"}, {"fire_number", "5"}, {"leadership", "-1"}})
            .outcome("fire") == "5/12");
  CHECK_THAT(refusal("sl.molotov", {{"kill_number", "4"}}), ContainsSubstring("97.4"));
  CHECK_THAT(refusal("sl.molotov", {{"to_hit_number", "7"}}), ContainsSubstring("AFV KILL chart"));
  CHECK_THAT(refusal("sl.molotov", {{"target", "building"}}), ContainsSubstring("97.82"));
}

TEST_CASE("37.3 and 85: a panzerfaust at one hex") {
  // 8 or less (26); 2 and then 1 to 3 is critical (1/72). Front 7 (21/36); critical: rear 10 at -1,
  // 35/36. No effect: 1 - (51/72 * 21/36 + 1/72 * 35/36) = 1486/2592.
  const Answer front("sl.panzerfaust", {{"armor", "0"}});
  CHECK(front.outcome("no_effect") == "743/1296");
  CHECK(front.event("hit") == "13/18");
  // Range 4 is beyond it; hull down and moving +2 each: 4 (6 throws).
  CHECK(Answer("sl.panzerfaust", {{"armor", "0"}, {"hull_down", "true"}, {"moving", "true"}})
            .event("hit") == "1/6");
  CHECK_THAT(refusal("sl.panzerfaust", {{"armor", "0"}, {"range", "4"}}),
             ContainsSubstring("out of range"));
  CHECK_THAT(refusal("sl.panzerfaust", {{"armor", "0"}, {"weapon", "panzerschreck"}}),
             ContainsSubstring("to_hit_number"));
  // 37.45, 85.1: a bazooka's shot on 11 or 12 (3 of 36) is its last. Each hits with 8 or less;
  // front 3 kills (3 of 36), critically the rear's 6 + 1 does something (21 of 36): a shot does
  // nothing with 1 - 51/72 * 3/36 - 1/72 * 21/36 = 2418/2592, 3/36 of which leave no bazooka.
  const Answer bazooka("sl.panzerfaust", {{"weapon", "bazooka"}, {"armor", "0"}, {"shots", "3"}});
  CHECK(bazooka.outcome_value("no_effect") == Approx([] {
          const double unhurt = 2418.0 / 2592;
          const double whole = unhurt - 3.0 / 36;
          return 3.0 / 36 * (1 + whole) + whole * whole * unhurt;
        }()));
  CHECK(bazooka.outcome_value("no_effect") == Approx(0.8274).epsilon(1e-4));
  // Never with 13.
  CHECK(
      Answer("sl.panzerfaust", {{"weapon", "bazooka"}, {"armor", "0"}, {"breakdown_number", "13"}})
          .event("breakdown") == "0/1");
  CHECK_THAT(refusal("sl.panzerfaust", {{"armor", "0"}, {"breakdown_number", "10"}}),
             ContainsSubstring("fired once"));
  // 33.32: 2 at +2 is 0: an Original 2, then 1 to 3.
  CHECK(Answer("sl.panzerfaust", {{"armor", "0"}, {"to_hit_number", "2"}, {"moving", "true"}})
            .event("hit") == "1/72");
  // 85.52: with a hit for sure and no critical one to speak of, 7 at +2 kills on 5.
  const Answer early("sl.panzerfaust",
                     {{"armor", "0"}, {"weapon", "panzerfaust_42b"}, {"to_hit_number", "2"}});
  // Only a 2 hits; a third die of 1 is critical: rear 10 + 1 - 2 = 9 (30/36).
  // 1/36 * (5/6 * 10/36 + 1/6 * 30/36) = 1/36 * 80/216
  CHECK(early.outcome("no_effect") == "481/486");
}

TEST_CASE("103.1: demolition charges, and the example of 103.11") {
  CHECK(Answer("sl.demolition-charge", {{"target", "vehicle"}, {"armor", "0"}})
            .outcome("no_effect") == "1/6");  // 9 or less: 30 throws
  // Thrown at a moving one: 7 or less; the 8-3-8 in the open takes 30 factors: KIA on 6 or less.
  const Answer moving("sl.demolition-charge", {{"target", "vehicle"},
                                               {"armor", "0"},
                                               {"placement", "thrown"},
                                               {"moving", "true"},
                                               {"thrower", "8-3-8"}});
  CHECK(moving.outcome("no_effect") == "5/12");
  CHECK(moving.event("thrower_eliminated") == "5/12");
  // The Russian 4-4-7 moves in the open (-2, and +1 for the throw); the German 8-3-8 in a stone
  // building has +3. On 30 factors a Final DR of 6 or less is KIA: 7 or less (21) and 3 or less
  // (3).
  const Answer thrown("sl.demolition-charge", {{"target", "4-4-7"},
                                               {"placement", "thrown"},
                                               {"drm", "-2"},
                                               {"thrower", "8-3-8"},
                                               {"thrower_drm", "3"}});
  CHECK(thrown.outcome("eliminated") == "7/12");
  CHECK(thrown.event("thrower_eliminated") == "1/12");
  CHECK_THAT(refusal("sl.demolition-charge", {{"target", "4-4-7"}, {"placement", "thrown"}}),
             ContainsSubstring("103.11"));
}

TEST_CASE("23: the strength of a demolition charge, malfunctions and rubble") {
  const Given charge = {{"target", "4-6-7"}, {"drm", "0"}};
  // 30 factors: KIA on 6 or less (15 throws). A 4 on 7 (6 throws), a 3 on 8 (5), a 2 on 9 and 10
  // (7) and a 1 on 11 (2) are passed by a 7 in 3, 6, 10 and 15 of 36; a 12 (1) does nothing (23.8).
  // Unharmed: (6 * 3 + 5 * 6 + 7 * 10 + 2 * 15 + 36) / 1296 = 184/1296.
  const Answer placed("sl.demolition-charge", charge);
  CHECK(placed.outcome("eliminated") == "5/12");
  CHECK(placed.outcome("no_effect") == "23/162");
  // Resolved, the 12 is a 1: 15 instead of 36.
  Given resolved = charge;
  resolved["malfunction"] = "none";
  CHECK(Answer("sl.demolition-charge", resolved).outcome("no_effect") == "163/1296");
  // 23.5: 15 factors use the 12 column: KIA on 3 or less. 90.12: the untrained fail on 10 or more
  // (6/36), and 7.5 use the 6 column.
  Given half = charge;
  half["concealed"] = "true";
  CHECK(Answer("sl.demolition-charge", half).outcome("eliminated") == "1/12");
  Given captured = charge;
  captured["unqualified"] = "true";
  CHECK(Answer("sl.demolition-charge", captured).outcome("eliminated") == "1/12");
  // On a vehicle 9 or less kills all the same, but on the rear (11) it fails on 10.
  const Answer rear(
      "sl.demolition-charge",
      {{"target", "vehicle"}, {"armor", "0"}, {"facing", "rear"}, {"unqualified", "true"}});
  CHECK(rear.outcome("no_effect") == "1/6");
  // 58.1: a KIA in a building.
  Given house = charge;
  house["drm"] = "3";
  house["building"] = "true";
  CHECK(Answer("sl.demolition-charge", house).event("rubble") == "1/12");
  CHECK_THAT(refusal("sl.demolition-charge", {{"target", "vehicle"}, {"armor", "0"}, {"drm", "1"}}),
             ContainsSubstring("kill_drm"));
}

TEST_CASE("a turn: a squad in desperation rallies under the leader whose hex is entered") {
  const Given entered = {{"steps", "rally; close-combat"},
                         {"defender", "4-4-7 8-1"},
                         {"defender_broken", "4-4-7"},
                         {"defender_desperation", "true"},
                         {"attacker", "2*4-6-7"}};
  // 7 - 4 with the 8-1: 4 or less, 6/36. Then 4:8 is 1-2 and 4, with his modifier 5: 10/36 that
  // both attackers die. Not rallied: 1:8, 1 with his modifier 2: 1/36. 60/1296 + 30/1296.
  const Answer both("sl.assault", entered);
  CHECK(both.measure("attackers_eliminated", 2) == "5/72");
  // Without desperation 8 or less (26/36): 26 * 10 + 10 * 1 of 1296.
  Given calm = entered;
  calm["defender_desperation"] = "false";
  CHECK(Answer("sl.assault", calm).measure("attackers_eliminated", 2) == "5/24");
}

TEST_CASE("14.6: desperation is for the Rally Phase that follows the fire, whatever the fire did") {
  Given fired_at = {{"steps", "fire 1 20; end turn; rally"},
                    {"defender", "4-4-7 8-1"},
                    {"defender_broken", "4-4-7"}};
  CHECK(Answer("sl.assault", fired_at).measure("defenders_unbroken", 2) == "1/6");
  // The Rally Phase of the next Player Turn passes: 26/36 in the one after it.
  fired_at["steps"] = "fire 1 20; end turn; end turn; rally";
  CHECK(Answer("sl.assault", fired_at).measure("defenders_unbroken", 2) == "13/18");
  // Less than a factor is no fire (QA 14.6).
  fired_at["steps"] = "fire 0.5 20; end turn; rally";
  CHECK(Answer("sl.assault", fired_at).measure("defenders_unbroken", 2) == "13/18");
  // Two Rally Phases, both at 8 or less unless a 12 came first (1/36):
  // 26/36 + 9/36 * 26/36.
  fired_at["steps"] = "rally; end turn; rally";
  CHECK(Answer("sl.assault", fired_at).measure("defenders_unbroken", 2) == "65/72");
  // 14.3: without a leader nobody tries, unless he may.
  Given alone = {{"steps", "rally"}, {"defender", "4-4-7"}, {"defender_status", "broken"}};
  CHECK(Answer("sl.assault", alone).measure("defenders_unbroken", 0) == "1/1");
  alone["defender_self_rally"] = "true";
  CHECK(Answer("sl.assault", alone).measure("defenders_unbroken", 1) == "7/12");
  alone["defender_ss"] = "true";  // 83.3: 8 or less
  CHECK(Answer("sl.assault", alone).measure("defenders_unbroken", 1) == "13/18");
}

TEST_CASE("a turn: three Rally Phases are those of sl.rally") {
  for (const char* const units :
       {"4-4-7 8-1", "2*4-4-7 8-0", "2*4-4-7 4-3-6 9-1", "4-6-7 8-0 7-0"}) {
    const Answer rally("sl.rally",
                       {{"unit", units}, {"rally_phases", "3"}, {"desperation_phases", "1"}});
    const Answer turn("sl.assault", {{"steps", "rally; end turn; rally; end turn; rally"},
                                     {"defender", units},
                                     {"defender_status", "broken"},
                                     {"defender_desperation", "true"}});
    for (int number = 0; number <= 2; ++number) {
      INFO(units);
      CHECK(rally.measure("rallied", number) == turn.measure("defenders_unbroken", number));
      CHECK(rally.measure("eliminated", number) == turn.measure("defenders_eliminated", number));
    }
  }
}

TEST_CASE("18.3: a leader's Original 12 makes the others check at once, who may still try") {
  // The 8-0 alone tries at 8 (26/36); on a 12 (1/36) he is gone, and the broken squad checks: 7 or
  // less (21/36), or it is gone. Without him it does not try.
  const Answer lost("sl.assault",
                    {{"steps", "rally"}, {"defender", "4-4-7 8-0"}, {"defender_status", "broken"}});
  // Both gone: 1/36 * 15/36. The squad gone by its own 12 under a leader who rallied: 26/36 * 1/36.
  CHECK(lost.measure("defenders_eliminated", 2) == "5/432");
  CHECK(lost.measure("defenders_unbroken", 2) == "91/216");  // 26/36 * 21/36
}

TEST_CASE("a turn: repetition, conditions and what is away") {
  const Answer once("sl.fire", {{"firepower", "8"}, {"drm", "1"}, {"target", "4-4-7"}});
  const Given twice = {{"steps", "fire 8 1 x2 until defender broken"}, {"defender", "4-4-7"}};
  // Eliminated at once, or by the second attack on a squad to which nothing happened.
  const double eliminated = once.outcome_value("eliminated");
  const double nothing = once.outcome_value("no_effect");
  CHECK(std::abs(Answer("sl.assault", twice).event_value("defender_gone") - eliminated -
                 nothing * eliminated) < 1e-12);
  const Answer written("sl.assault", {{"steps", "fire 8 1; fire 8 1"}, {"defender", "4-4-7"}});
  const Answer repeated("sl.assault", {{"steps", "fire 8 1 x2"}, {"defender", "4-4-7"}});
  CHECK(written.measure("defenders_eliminated", 1) == repeated.measure("defenders_eliminated", 1));
  // Who has routed is not hit any more, and the hex is free.
  const Given away = {{"steps", "rout; end turn; end turn; fire 36 -6; advance"},
                      {"defender", "2*4-4-7"},
                      {"defender_status", "broken"},
                      {"attacker", "4-6-7"}};
  CHECK(Answer("sl.assault", away).measure("defenders_eliminated", 0) == "1/1");
  CHECK(Answer("sl.assault", away).outcome("attacker_holds") == "1/1");
  // He stays where he is if there are too few of them.
  Given few = away;
  few["steps"] = "rout; advance if attacker >= 2 squads";
  CHECK(Answer("sl.assault", few).outcome("nobody_holds") == "1/1");
}

TEST_CASE("a turn: several steps in brackets") {
  Given turns = {
      {"steps", "(rally; return 4; fire 8 1; end turn; end turn) x2 unless defender gone"},
      {"defender", "2*4-4-7 8-0"},
      {"attacker", "4-6-7 8-1"}};
  const Answer together("sl.assault", turns);
  const std::string once =
      "rally unless defender gone; return 4 unless defender gone; fire 8 1 unless defender gone; end "
      "turn; end turn";
  turns["steps"] = once + "; " + once;
  const Answer apart("sl.assault", turns);
  for (int units = 0; units <= 3; ++units) {
    CHECK(together.measure("defenders_eliminated", units) ==
          apart.measure("defenders_eliminated", units));
    CHECK(together.measure("defenders_unbroken", units) ==
          apart.measure("defenders_unbroken", units));
  }
  const auto refused = [](const std::string& steps) {
    return refusal("sl.assault", {{"steps", steps}, {"defender", "4-4-7"}});
  };
  CHECK(refused("(fire 8 1; end turn; end turn) x3; rout").empty());
  CHECK_THAT(refused("(fire 8 1; end turn"), ContainsSubstring("not closed"));
  CHECK_THAT(refused("(fire 8 1; (rout) x2)"), ContainsSubstring("brackets in brackets"));
  CHECK_THAT(refused("(fire 8 1; rout) often"), ContainsSubstring("behind the brackets"));
  CHECK_THAT(refused("(fire 8 1 if defender gone; end turn) x2 unless defender broken"),
             ContainsSubstring("condition of its own"));
  CHECK_THAT(refused("(fire 8 1; end turn) x30"), ContainsSubstring("60 steps"));
  CHECK_THAT(refused("fire 8 1;"), ContainsSubstring("a step is empty"));
  CHECK_THAT(refused("()"), ContainsSubstring("no step"));
}

TEST_CASE("attacks that read the same backwards are the same in reverse") {
  Given given = {{"steps", "fire 12 1; fire 4 1; fire 12 1"}, {"defender", "8-0 6+1"}};
  const Answer written("sl.assault", given);
  given["fire_order"] = "reversed";
  const Answer reversed("sl.assault", given);
  for (int number = 0; number <= 2; ++number) {
    CHECK(written.measure("defenders_eliminated", number) ==
          reversed.measure("defenders_eliminated", number));
    CHECK(written.measure("defenders_broken", number) ==
          reversed.measure("defenders_broken", number));
  }
}

TEST_CASE("a turn: the sequence of play") {
  const auto refused = [](const std::string& steps, const std::string& first = "attacker") {
    return refusal(
        "sl.assault",
        {{"steps", steps}, {"defender", "4-4-7"}, {"attacker", "4-6-7"}, {"first_turn", first}});
  };
  CHECK_THAT(refused("fire 8; rally"), ContainsSubstring("Rally comes before Prep Fire, 4.1"));
  CHECK_THAT(refused("fire 8; rally"), ContainsSubstring("'end turn' first"));
  CHECK_THAT(refused("fire 8; return 4; fire 8; return 4"),
             ContainsSubstring("Defensive Fire comes before Advancing Fire"));
  CHECK_THAT(refused("end turn; close-combat"), ContainsSubstring("his own Player Turn, 4.7"));
  CHECK_THAT(refused("return 4; close-combat", "defender"), ContainsSubstring("4.7"));
  CHECK_THAT(refused("rout; fire 8"), ContainsSubstring("comes before Rout"));
  // 14.2: each side rallies once in a Player Turn.
  CHECK_THAT(refused("rally; rally"), ContainsSubstring("tries once in a Rally Phase, 4.1"));
  CHECK_THAT(refused("rally; rally defender"), ContainsSubstring("tries once in a Rally Phase"));
  CHECK_THAT(refused("rally attacker x2"), ContainsSubstring("tries once in a Rally Phase"));
  CHECK(refused("rally attacker; rally defender; end turn; rally").empty());
  CHECK(refused("rally; fire 8; return 4; fire 8; rout; advance; close-combat").empty());
  CHECK(refused("fire 8; end turn; rally; return 4; fire 8; end turn; rally").empty());
  CHECK(refusal("sl.assault",
                {{"steps", "fire 8; rally"}, {"defender", "4-4-7"}, {"any_order", "true"}})
            .empty());
  CHECK_THAT(refused("fire 8 until defender broken"), ContainsSubstring("how often at most"));
  CHECK_THAT(refused("fire 8 if defender asleep"), ContainsSubstring("is no condition"));
  CHECK_THAT(refused("rally nobody"), ContainsSubstring("who is 'nobody'"));
  CHECK_THAT(refusal("sl.assault",
                     {{"steps", "rally"}, {"defender", "4-4-7"}, {"defender_broken", "2*4-4-7"}}),
             ContainsSubstring("no 4-4-7"));
}

// A side of one group is a stack: each step concerns all of it.
TEST_CASE("a group alone is one stack") {
  for (const char* const steps :
       {"fire 8 1; return 6 1; rout; close-combat",
        "return 6 1; end turn; rally; return 4; rout both; end turn; rally; advance; close-combat",
        "fire x2 2; return x2 2; end turn; rally defender; end turn; rally; rout; close-combat x2",
        "fire 6 1 x2 until defender broken; close-combat; end turn; close-combat"}) {
    INFO(steps);
    Given given = {{"steps", steps},
                   {"attacker", "4-6-7 8-1"},
                   {"defender", "4-4-7 8-0"},
                   {"when_decided", "true"},
                   {"take_prisoners", "true"}};
    const Answer stack("sl.assault", given);
    given["attacker"] = "base: 4-6-7 8-1";
    given["defender"] = "front: 4-4-7 8-0";
    const Answer group("sl.assault", given);
    for (const char* const holder : {"attacker_holds", "defender_holds", "melee", "nobody_holds"}) {
      CHECK(group.outcome(holder) == stack.outcome(holder));
    }
    for (const char* const event :
         {"broken_or_worse", "attacker_broken_or_worse", "leader_lost", "close_combat", "decided",
          "attacker_goes_in", "defender_gone", "good_order", "attacker_good_order"}) {
      INFO(event);
      CHECK(group.event(event) == stack.event(event));
    }
  }
}

TEST_CASE("a player leaves out what does him no good") {
  const Given given = {{"steps", "smoke a at front?; fire b at front"},
                       {"attacker", "a: 8-3-8; b: 4-6-7"},
                       {"defender", "front: 4-4-7"}};
  // Smoke hinders his own fire: see the rule tests for both numbers.
  CHECK(Answer("sl.assault", given).event("broken_or_worse") == "185/1296");
  CHECK(Answer("sl.assault", with(given, {{"optional_steps", "false"}})).event("broken_or_worse") ==
        "149/324");
  CHECK(Answer("sl.assault", with(given, {{"best", "broken_or_worse"}})).event("broken_or_worse") ==
        "149/324");
}

TEST_CASE("who breaks as he crosses rallies where he is") {
  const Given given = {{"steps", "cross b under front; end turn; rally attacker"},
                       {"attacker", "b: 4-6-7 10-2"},
                       {"defender", "front: 4-4-7"}};
  // Where the leader got across and the squad did not, nobody is with it to rally it.
  const Answer answer("sl.assault", given);
  const Answer stays("sl.assault", with(given, {{"steps",
                                                 "return front at b -2; end turn; rally "
                                                 "attacker"}}));
  CHECK(answer.measure("attackers_eliminated", 2) == stays.measure("attackers_eliminated", 2));
  CHECK(answer.mean("attackers_unbroken") < stays.mean("attackers_unbroken"));
}

}  // namespace
}  // namespace combat_odds
