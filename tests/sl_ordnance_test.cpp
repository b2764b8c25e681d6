#include "sim/squad_leader/counters/guns.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using Catch::Matchers::ContainsSubstring;
using test::Answer;
using test::Given;

Answer to_hit(Given given) {
  given.try_emplace("gun", "75");
  given.try_emplace("range", "4");
  return Answer("sl.to-hit", given);
}

Answer to_kill(Given given) {
  given.try_emplace("weapon", "75");
  const std::string kind = given.contains("target_kind") ? given["target_kind"] : "";
  if (kind.empty() || kind.ends_with("topped")) given.try_emplace("armor", "0");
  return Answer("sl.to-kill", given);
}

/// The number of the 36 throws that hit, critically or not.
int hits(const Given& given) {
  const Answer answer = to_hit(given);
  return static_cast<int>(
      std::lround(36 * (answer.outcome_value("hit") + answer.outcome_value("critical_hit"))));
}

TEST_CASE("to hit: the base game's examples") {
  // Rule 34: a T-34 at 8 hexes on infantry in a stone building needs 6 (15 throws).
  CHECK(hits({{"range", "8"}, {"target", "infantry_in_cover"}, {"to_hit_numbers", "red"}}) == 15);
  // 48.2: at 6 hexes a gun is hit with 6, infantry in a building with 8 (26 throws).
  CHECK(hits({{"range", "6"}, {"target", "gun"}}) == 15);
  CHECK(hits({{"range", "6"}, {"target", "infantry_in_cover"}}) == 26);
}

TEST_CASE("70.8: firing outside the Covered Arc adds up, on top of Intensive Fire") {
  // A vehicle at 4 hexes needs 10; +4 makes it 6 (15 throws), +6 makes it 4 (6 throws).
  CHECK(hits({{"gun", "75L"}, {"intensive_fire", "true"}, {"outside_arc", "1"}}) == 15);
  CHECK(hits({{"gun", "75L"}, {"intensive_fire", "true"}, {"outside_arc", "2"}}) == 6);
  // 70.5: the main armament then malfunctions on 10 or more.
  CHECK(to_hit({{"gun", "75L"}, {"intensive_fire", "true"}}).event("breakdown") == "1/6");
  CHECK(to_hit({{"intensive_fire", "true"}, {"outside_arc", "2"}}).measure("needed", 4) == "1/1");
}

TEST_CASE("64.2: the barrel length counts at range") {
  const auto needed_7 = [](const char* gun, const char* range) {
    return hits({{"gun", gun}, {"range", range}, {"to_hit_number", "7"}});
  };
  // 7 or less: 21 throws; 8: 26; 9: 30; 6: 15; 5: 10; 4: 6; 3: 3.
  CHECK(needed_7("75L", "12") == 21);
  CHECK(needed_7("75L", "13") == 26);
  CHECK(needed_7("75LL", "24") == 26);
  CHECK(needed_7("75LL", "25") == 30);
  CHECK(needed_7("76*", "6") == 21);
  CHECK(needed_7("76*", "7") == 15);
  CHECK(needed_7("76*", "13") == 10);
  CHECK(needed_7("76*", "25") == 6);
  CHECK(needed_7("76*", "40") == 3);
}

TEST_CASE("68.1: critical hits") {
  // Needed 10: an Original 2, then 1 to 4 (less than 5): 1/36 * 4/6.
  CHECK(to_hit({}).outcome("critical_hit") == "1/54");
  // Needed 3: less than 1.5, so only a 1.
  CHECK(to_hit({{"to_hit_number", "3"}}).outcome("critical_hit") == "1/216");
  // 33.32: needed 0: the third die + 2 must stay below 6, so 1 to 3 hit, the 1 critically.
  const Answer desperate = to_hit({{"to_hit_number", "0"}});
  CHECK(desperate.outcome("critical_hit") == "1/216");
  CHECK(desperate.outcome("hit") == "1/108");
  CHECK(to_hit({{"to_hit_number", "-3"}}).outcome("miss") == "1/1");
  // Infantry and guns are no AFV.
  CHECK(to_hit({{"target", "gun"}}).outcome("critical_hit") == "0/1");
}

TEST_CASE("the rolls that jam the gun or use up its ammunition") {
  CHECK(to_hit({}).event("breakdown") == "1/36");
  // 90: a captured gun breaks down 2 earlier; 94.3: an inexperienced crew 1 earlier: 9 or more.
  CHECK(to_hit({{"captured", "true"}, {"inexperienced", "true"}}).event("breakdown") == "5/18");
  // 64.9: the last round on 11 or 12.
  const Answer su152 = to_hit({{"gun", "152"}});
  CHECK(su152.event("out_of_ammunition") == "1/12");
  CHECK(su152.event("breakdown") == "0/1");
  // Supplement K: half of the breakdowns are the end of the ammunition.
  const Answer depleted = to_hit({{"ammunition_depletion", "true"}});
  CHECK(depleted.event("breakdown") == "1/72");
  CHECK(depleted.event("out_of_ammunition") == "1/72");
  // 63.22: smoke is gone on 8 or more (15 throws), so it appears on 7 or less (21).
  const Answer smoke = to_hit({{"ammunition", "smoke"}, {"target", "infantry_in_other"}});
  CHECK(smoke.event("special_ammunition_gone") == "5/12");
  CHECK(smoke.outcome("hit") == "7/12");
}

TEST_CASE("the modifiers stated in the text") {
  CHECK(hits({{"bore_sighted", "true"}, {"to_hit_number", "5"}}) == 21);  // 78.4: 7
  CHECK(hits({{"acquisition", "-2"}, {"to_hit_number", "5"}}) == 21);
  CHECK(hits({{"buttoned_up", "true"}}) == 30);                 // 64.47: 9
  CHECK(hits({{"target_size", "-2"}, {"range", "24"}}) == 33);  // 64.6: 8 + 2 = 10
  // 66.2: +3 from the side, +5 from the rear.
  CHECK(hits({{"deliberate_immobilization", "side"}}) == 21);
  CHECK(hits({{"deliberate_immobilization", "rear"}}) == 10);
  // 90.13: red numbers (8 at 7 to 12) and +2.
  CHECK(hits({{"captured", "true"}, {"range", "12"}}) == 15);
  // 77.21: +5.
  CHECK(hits({{"no_crest_counter", "true"}, {"to_hit_numbers", "red"}}) == 10);
}

TEST_CASE("to hit: values that do not go together") {
  const auto message = [](Given given) -> std::string {
    return test::refused([&] { to_hit(std::move(given)); });
  };
  CHECK_THAT(message({{"range", "45"}}),
             ContainsSubstring("the To Hit number printed on your chart"));
  CHECK_THAT(message({{"deliberate_immobilization", "side"}, {"range", "7"}}),
             ContainsSubstring("66.22"));
  CHECK_THAT(message({{"deliberate_immobilization", "side"}, {"target", "vehicle_hull_down"}}),
             ContainsSubstring("66.23"));
  CHECK_THAT(message({{"intensive_fire", "true"}, {"fire_phase", "advancing"}}),
             ContainsSubstring("70.3"));
  CHECK_THAT(message({{"moving", "true"}}), ContainsSubstring("fire_phase defensive"));
  CHECK_THAT(message({{"ammunition", "heat"}}), ContainsSubstring("behind the H"));
  CHECK_THAT(message({{"gun", "50"}, {"ammunition", "smoke"}, {"target", "infantry_in_other"}}),
             ContainsSubstring("63.22"));
  CHECK_THAT(message({{"gun", "75X"}}), ContainsSubstring("75LL"));
  CHECK_THAT(message({{"bore_sighted", "true"}, {"range", "30"}}), ContainsSubstring("78.3"));
  CHECK_THAT(
      message({{"acquisition", "-1"}, {"fire_phase", "advancing"}, {"firer_moved", "entered_hex"}}),
      ContainsSubstring("69.1"));
  CHECK_THAT(message({{"acquisition", "-1"}, {"concealed", "true"}}), ContainsSubstring("69.7"));
  CHECK_THAT(message({{"ammunition_depletion", "true"}, {"gun", "152"}}),
             ContainsSubstring("64.9"));
  CHECK_THAT(message({{"no_crest_counter", "true"}}), ContainsSubstring("77.21"));
}

TEST_CASE("to kill: the numbers of the base game, burning and random immobilization") {
  // 75mm AP on the front: 6 (15 throws), burning on 3 or less (3).
  const Answer front = to_kill({});
  CHECK(front.outcome("burning_wreck") == "1/12");
  CHECK(front.outcome("eliminated") == "1/3");
  CHECK(front.outcome("no_effect") == "7/12");
  // The side: 8 (26 throws). Exactly 8 (5 throws) immobilizes on 4 to 6: 5/72. Burning on 4: 6.
  const Answer side = to_kill({{"facing", "side"}});
  CHECK(side.outcome("immobilized") == "5/72");
  CHECK(side.outcome("burning_wreck") == "1/6");
  CHECK(side.outcome("eliminated") == "35/72");  // 26 - 6 - 2.5 = 17.5 of 36
  // Not if it is hull down or immobilized already.
  CHECK(to_kill({{"facing", "side"}, {"hull_down", "true"}}).outcome("immobilized") == "0/1");
  CHECK(to_kill({{"facing", "side"}, {"already_immobilized", "true"}}).outcome("immobilized") ==
        "0/1");
  // 64.3: the Tiger of the counter example, +4 in front and +1 elsewhere: 2 and 7.
  const Given tiger = {{"armor", "4"}, {"side_armor", "1"}};
  CHECK(to_kill(tiger).outcome("no_effect") == "35/36");
  CHECK(to_kill(tiger).measure("needed", 2) == "1/1");
  Given tiger_side = tiger;
  tiger_side["facing"] = "side";
  CHECK(to_kill(tiger_side).outcome("no_effect") == "5/12");
}

TEST_CASE("77: two levels above, the MK IV gets -1 on the kill roll and a hull down target back") {
  // 6 becomes 7: 21 throws.
  CHECK(to_kill({{"height_advantage", "2"}}).outcome("no_effect") == "5/12");
  CHECK(to_kill({{"height_advantage", "1"}}).outcome("no_effect") == "7/12");
  CHECK(to_kill({{"height_advantage", "2"}, {"range", "25"}}).outcome("no_effect") == "7/12");
  // An open top gets -3: 9, 30 throws.
  CHECK(to_kill({{"height_advantage", "2"}, {"target_kind", "open_topped"}}).outcome("no_effect") ==
        "1/6");
  // The T-34 fires back at 10 hexes with 4 (6 throws) instead of 8 (26 throws).
  CHECK(hits({{"to_hit_numbers", "red"}, {"range", "10"}, {"target", "vehicle_hull_down"}}) == 6);
  CHECK(hits({{"to_hit_numbers", "red"}, {"range", "10"}}) == 26);
}

TEST_CASE("Supplement M: a die of 1 or 2 hits the turret, whose facing and armor count") {
  // Turret front: 6 - 1 = 5 (10 throws). Hull side: 8, and half of the 8s (5 throws) immobilize
  // only: 21/36 + 5/72 = 47/72. 1/3 * 10/36 + 2/3 * 47/72.
  const Given turned = {{"facing", "side"},
                        {"turret_facing", "front"},
                        {"armor", "1"},
                        {"side_armor", "0"},
                        {"location_of_hits", "true"}};
  const Answer answer = to_kill(turned);
  CHECK(answer.event("knocked_out") == "19/36");
  CHECK(answer.outcome("immobilized") == "5/108");  // 2/3 * 5/72
  // 64.35: the square counts for the turret. Front, armor 0 and 1: 1/3 * 10/36 + 2/3 * 15/36.
  CHECK(to_kill({{"boxed_armor", "true"}, {"location_of_hits", "true"}}).event("knocked_out") ==
        "10/27");
  CHECK_THROWS_WITH(to_kill({{"location_of_hits", "true"}}), ContainsSubstring("turret_facing"));
  CHECK_THROWS_WITH(to_kill(test::with(turned, {{"kill_number", "9"}})),
                    ContainsSubstring("turret_kill_number is missing"));
  CHECK_THROWS_WITH(to_kill(test::with(turned, {{"weapon", "75LL"}, {"kill_number", "9"}})),
                    ContainsSubstring("turret_kill_number is missing"));
}

TEST_CASE("68.2 and 68.3: a critical hit is on the rear at -1, and only negative armor counts") {
  // Rear 10, -1: 11 or less, 35 throws.
  const Given tiger = {{"armor", "4"}, {"side_armor", "1"}, {"critical_hit", "true"}};
  CHECK(to_kill(tiger).outcome("no_effect") == "1/36");
  // Exactly 11 (2 throws), then 4 to 6.
  CHECK(to_kill(tiger).outcome("immobilized") == "1/36");
  // Armor -1 counts: 12, always.
  CHECK(to_kill({{"armor", "-1"}, {"critical_hit", "true"}}).outcome("no_effect") == "0/1");
}

TEST_CASE("flames, machine guns and guns as targets") {
  // Flamethrower, front 3, doubled when adjacent: 6 whatever the armor; every kill burns.
  const Given flame = {{"weapon", "flamethrower"}, {"armor", "9"}};
  CHECK(to_kill(flame).outcome("burning_wreck") == "5/12");
  Given far = flame;
  far["range"] = "2";
  CHECK(to_kill(far).outcome("burning_wreck") == "1/12");
  // 63.9: a shielded gun has -4: 75mm 6 + 4 = 10 (33 throws); without a shield a hit is enough.
  CHECK(to_kill({{"target_kind", "shielded_gun"}}).outcome("no_effect") == "1/12");
  CHECK(to_kill({{"target_kind", "unshielded_gun"}}).outcome("eliminated") == "1/1");
  // A MG: -3 in front against -5 is 2: one throw; it never immobilizes.
  CHECK(to_kill({{"weapon", "mg"}, {"target_kind", "unshielded_gun"}}).outcome("no_effect") ==
        "35/36");
}

TEST_CASE("64.12: turning in the hex") {
  // A vehicle at 6 hexes needs 10. 64.123: 8 after a pivot in the Movement Phase (26 throws), 6 if
  // the turret was turned as well (15); 64.121: 6 in Defensive Fire, as a self-propelled gun.
  const Given pivoted = {{"range", "6"}, {"firer_moved", "pivoted"}};
  const Given advancing = test::with(pivoted, {{"fire_phase", "advancing"}});
  CHECK(hits(advancing) == 26);
  CHECK(to_hit(advancing).measure("needed", 8) == "1/1");
  CHECK(hits(test::with(advancing, {{"turret_turned", "true"}})) == 15);
  CHECK(hits(test::with(pivoted, {{"fire_phase", "defensive"}})) == 15);
  // A gun without turret: +3 (7, 21 throws) and +4. A StuG III, Brummbar or Priest is one by name.
  CHECK(hits(test::with(advancing, {{"firer", "sp_gun"}})) == 21);
  CHECK(hits(test::with(pivoted, {{"firer", "sp_gun"}, {"fire_phase", "defensive"}})) == 15);
  CHECK(hits(test::with(advancing, {{"gun", "StuG III"}})) == 21);
  CHECK(hits(test::with(advancing, {{"gun", "PzKw IV F2"}})) == 26);
  // SU-122 and SU-152: red numbers, 10 at 6 hexes.
  CHECK(hits(test::with(advancing, {{"gun", "SU-122"}})) == 21);
  CHECK(hits(test::with(advancing, {{"gun", "SU-152"}})) == 21);
  const auto refused = [](const Given& given) {
    return test::refusal("sl.to-hit", test::with({{"range", "6"}}, given));
  };
  for (const char* gun : {"StuG III", "StuG III 105", "SU-122", "SU-152", "Brummbar", "Priest"}) {
    INFO(gun);
    CHECK_THAT(refused({{"gun", gun}, {"outside_arc", "1"}}), ContainsSubstring("Covered Arc"));
    CHECK_THAT(refused({{"gun", gun}, {"fire_phase", "advancing"}, {"firer_moved", "entered_hex"}}),
               ContainsSubstring("no modifier"));
  }
  CHECK_THAT(refused({{"gun", "T-34"}, {"firer", "sp_gun"}}), ContainsSubstring("turret"));
  CHECK_THAT(refused({{"gun", "75"}, {"turret_turned", "true"}}), ContainsSubstring("64.123"));
}

TEST_CASE("66.2: a hit on the tracks is no critical hit") {
  // 10 at +3 is 7: 21 throws, the 2 among them.
  const Answer tracks = to_hit({{"deliberate_immobilization", "side"}});
  CHECK(tracks.outcome("hit") == "7/12");
  CHECK(tracks.outcome("critical_hit") == "0/1");
}

TEST_CASE("63.9, 67.1: guns do not burn, and a shield counts from its front") {
  // 75mm AP on the front: 6 + 4 is 10 (33 throws), 3 or less of which would burn a tank.
  const Answer shield = to_kill({{"target_kind", "shielded_gun"}});
  CHECK(shield.outcome("eliminated") == "11/12");
  CHECK(shield.outcome("burning_wreck") == "0/1");
  // From the side it has none: a hit is enough.
  CHECK(to_kill({{"target_kind", "shielded_gun"}, {"facing", "side"}}).outcome("eliminated") ==
        "1/1");
  // A MMG: -3 + 5 from the side, as without a shield: a 2. Through it -3 + 4 is 1.
  const Given mg = {{"weapon", "mg"}, {"target_kind", "shielded_gun"}};
  CHECK(to_kill(test::with(mg, {{"facing", "side"}})).outcome("eliminated") == "1/36");
  CHECK(to_kill(mg).outcome("eliminated") == "0/1");
  // A flamethrower two hexes away: 3 + 5 is 8 (26 throws), 3 + 4 is 7 (21); adjacent 6 + 5 is 11.
  const Given flame = {{"weapon", "flamethrower"}, {"target_kind", "unshielded_gun"}};
  CHECK(to_kill(test::with(flame, {{"range", "2"}})).outcome("eliminated") == "13/18");
  CHECK(to_kill(flame).outcome("eliminated") == "35/36");
  CHECK(to_kill({{"weapon", "flamethrower"}, {"target_kind", "shielded_gun"}, {"range", "2"}})
            .outcome("eliminated") == "7/12");
}

TEST_CASE("51.4: machine guns and 20mm fire on the IFT at trucks") {
  for (const char* weapon : {"mg", "hmg_50cal", "20", "20L"}) {
    CHECK_THAT(
        test::refusal("sl.to-kill",
                      {{"weapon", weapon}, {"target_kind", "unarmored"}, {"kill_number", "5"}}),
        ContainsSubstring("51.4"));
  }
  CHECK(to_kill({{"weapon", "37"}, {"target_kind", "unarmored"}}).outcome("no_effect") ==
        "5/18");  // 8: 26 throws
}

TEST_CASE("to kill: questions without a possible effect are refused") {
  const auto refused = [](Given given) {
    given.try_emplace("weapon", "75");
    return test::refusal("sl.to-kill", given);
  };
  const Given truck = {{"target_kind", "unarmored"}};
  for (const char* flag : {"critical_hit", "hull_down", "already_immobilized", "crew_exposed"}) {
    CHECK_THAT(refused(test::with(truck, {{flag, "true"}})), ContainsSubstring(flag));
  }
  CHECK_THAT(refused(test::with(truck, {{"armor", "0"}})), ContainsSubstring("armor"));
  CHECK_THAT(refused({{"armor", "0"}, {"range", "6"}}), ContainsSubstring("65.2"));
  CHECK_THAT(refused({{"armor", "0"}, {"rear_kill_number", "6"}}), ContainsSubstring("critical"));
  CHECK_THAT(refused({{"weapon", "flamethrower"}, {"armor", "0"}, {"range", "3"}}),
             ContainsSubstring("22.1"));
  CHECK_THAT(refused({{"weapon", "molotov"}, {"target_kind", "unshielded_gun"}}),
             ContainsSubstring("97.2"));
}

TEST_CASE("to kill: a number that was not recovered is asked for") {
  const auto message = [](Given given) -> std::string {
    return test::refused([&] { to_kill(std::move(given)); });
  };
  CHECK_THAT(message({{"weapon", "75LL"}}),
             ContainsSubstring("printed on your AFV KILL chart, front"));
  CHECK_THAT(message({{"weapon", "75LL"}, {"kill_number", "9"}, {"critical_hit", "true"}}),
             ContainsSubstring("rear"));
  CHECK_THAT(message({{"weapon", "atr"}, {"facing", "side"}}),
             ContainsSubstring("an ATR against the side"));
  CHECK_THAT(message({{"weapon", "75"}, {"boxed_armor", "true"}}), ContainsSubstring("64.35"));
  CHECK_THAT(message({{"weapon", "mg"}, {"critical_hit", "true"}}), ContainsSubstring("critical"));
  const auto no_armor = [] { Answer("sl.to-kill", {{"weapon", "75"}}); };
  CHECK_THROWS_WITH(no_armor(), ContainsSubstring("upper armor modifier"));
}

TEST_CASE("the user's own charts are checked") {
  using namespace squad_leader;
  const auto to_hit_table = [](const std::string& text) { ToHitTable(read_csv(text, "own.csv")); };
  const std::string bands =
      "black_1_6,black_7_12,black_13_24,black_25,red_1_6,red_7_12,red_13_24,red_25";
  CHECK_THROWS_WITH(to_hit_table("target," + bands + "\nhouse,8,,,,,,,\n"),
                    ContainsSubstring("own.csv:2:1") && ContainsSubstring("house"));
  CHECK_THROWS_WITH(to_hit_table("target,black_1_6\ngun,8\n"),
                    ContainsSubstring("own.csv:1:1: column 'black_7_12' is missing"));
  const auto drm = [](const char* text) { ToHitDrm(read_csv(text, "own.csv")); };
  CHECK_THROWS_WITH(drm("case,drm\nA,two\n"), ContainsSubstring("own.csv:2:3"));
  CHECK_THROWS_WITH(drm("case,drm\nA,2\n"), ContainsSubstring("no case 'D'"));
  const auto kill = [](const char* text) { AfvKillTable(read_csv(text, "own.csv")); };
  CHECK_THROWS_WITH(kill("facing,ap_75\nfront,6\n"), ContainsSubstring("no row 'side'"));
}

TEST_CASE("guns are read as printed") {
  using squad_leader::Gun;
  using squad_leader::read_gun;
  CHECK(read_gun("75", "gun").barrel == Gun::Barrel::plain);
  CHECK(read_gun("76*", "gun").barrel == Gun::Barrel::asterisk);
  CHECK(read_gun("88LL", "gun").barrel == Gun::Barrel::ll);
  CHECK(read_gun("88L", "gun").calibre == 88);
  for (const char* no_gun : {"", "LL", "75M", "-75", "5"}) {
    CHECK_THROWS_AS(read_gun(no_gun, "gun"), ArgumentError);
  }
}

}  // namespace
}  // namespace combat_odds
