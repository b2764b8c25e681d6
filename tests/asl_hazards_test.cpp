#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;
using test::with;

TEST_CASE("Snipers: activation, attack and check") {
  // A 1 eliminates a leader, a 2 wounds him, which kills on 5 and 6: 1/6 + 1/6 * 1/3.
  CHECK(Answer("asl.sniper", {{"target", "8-1"}}).outcome("eliminated") == "2/9");
  // An MMC breaks on a 1 and is pinned on a 2; a broken one is reduced on a 1.
  CHECK(Answer("asl.sniper", {{"target", "4-6-7"}}).outcome("broken") == "1/6");
  CHECK(Answer("asl.sniper", {{"target", "4-6-7"}}).outcome("pinned") == "1/6");
  CHECK(Answer("asl.sniper", {{"target", "4-6-7"}, {"status", "broken"}}).outcome("reduced") ==
        "1/6");
  // SAN 4: 3/36, effective in a third: 1/36 a roll; once in two rolls 2 * 1/36 * 35/36.
  const Answer two("asl.sniper", {{"target", "8-1"}, {"san", "4"}, {"rolls", "2"}});
  CHECK(two.measure("attacks", 1) == "35/648");
  CHECK(two.measure("attacks", 2) == "1/1296");
  // A wounded hero checks with -1: eliminated on an Original 3 or less, pinned on a 4.
  const Answer hero("asl.sniper", {{"target", "1-4-9"}});
  CHECK(hero.event("sniper_eliminated") == "1/108");  // 1/6 * 2/3 * 3/36
  CHECK(hero.event("sniper_pinned") == "1/108");
  // Two squads: an effective dr (1/3) hits one. If they tie (1/6), the other takes its own dr,
  // which spares it in 2/3. The squad that is left checks with -2, 6/36. (5/6 + 1/6 * 2/3) / 18.
  CHECK(Answer("asl.sniper", {{"target", "2*4-6-7"}}).event("sniper_eliminated") == "17/324");
  // A berserk squad is reduced in place of breaking, is not pinned, and makes no Sniper Check.
  const Answer berserk("asl.sniper", {{"target", "4-6-7"}, {"target_state", "berserk"}});
  CHECK(berserk.outcome("reduced") == "1/6");
  CHECK(berserk.outcome("no_effect") == "5/6");
  CHECK(berserk.event_value("sniper_eliminated") == 0);
  // A lone leader directs nobody (A14.4): wounded but alive (1/9), he needs an Original 2.
  CHECK(Answer("asl.sniper", {{"target", "9-2"}}).event("sniper_eliminated") == "1/324");
  CHECK(Answer("asl.sniper", {{"target", "6+1"}}).event("sniper_eliminated") == "1/324");
}

TEST_CASE("minefields: units") {
  // One attack equals an attack on the IFT without modifiers.
  const Answer mines("asl.minefield", {{"ap", "8"}, {"target", "2*4-6-7 8-1"}});
  const Answer fire("asl.fire", {{"firepower", "8"}, {"target", "2*4-6-7 8-1"}});
  CHECK(mines.measure("broken", 2) == fire.measure("broken", 2));
  CHECK(mines.measure("eliminated", 1) == fire.measure("eliminated", 1));
  // A half-squad on the 6 column: 9 or more does nothing, 10/36, an 8 is a PTC, passed on 7 or
  // less, 21/36: it comes through twice in the square of that and of what passes an MC unpinned.
  const Answer once("asl.minefield", {{"ap", "6"}, {"target", "2-4-7"}});
  const Answer twice("asl.minefield",
                     {{"ap", "6"}, {"target", "2-4-7"}, {"crossing", "enter_and_leave"}});
  const double through = once.event_value("through");
  CHECK(twice.event_value("through") == Approx(through * through));
}

TEST_CASE("minefields: vehicles") {
  const Given afv = {{"target", "afv"}};
  // A KIA of the 6 column: an Original 2.
  CHECK(Answer("asl.minefield", with(afv, {{"ap", "6"}})).outcome("immobilized") == "1/36");
  // The star line of 6 FP: 6. Half of it 3/36, less 7/36, itself 5/36.
  const Answer truck("asl.minefield", with(afv, {{"ap", "6"}, {"vehicle", "unarmored"}}));
  CHECK(truck.outcome("burning_wreck") == "1/12");
  CHECK(truck.outcome("eliminated") == "7/36");
  CHECK(truck.outcome("immobilized") == "5/36");
  // A-T: a die of 3 or less; AF 3 is an Aerial AF of 2: a KIA on an Original 4 or less, 6/36.
  const Answer stug("asl.minefield", with(afv, {{"at", "3"}, {"armor", "3"}}));
  CHECK(stug.outcome("eliminated") == "1/12");
  CHECK(stug.outcome("immobilized") == "5/12");
  CHECK_THROWS_AS(Answer("asl.minefield", with(afv, {{"at", "3"}, {"armor", "0"}})), InputError);
  // Without armor always eliminated, burning on a KIA, 15/36.
  CHECK(Answer("asl.minefield", with(afv, {{"at", "3"}, {"vehicle", "unarmored"}}))
            .outcome("burning_wreck") == "5/24");
}

TEST_CASE("Booby Traps by level") {
  const auto lost = [](const char* level) {
    return Answer("asl.booby-traps", {{"level", level}, {"target", "2-4-7"}}).outcome("eliminated");
  };
  CHECK(lost("c") == "1/36");
  CHECK(lost("b") == "1/18");
  CHECK(lost("a") == "1/12");
}

TEST_CASE("bog: the DRM of the terrain, and getting free") {
  CHECK(Answer("asl.bog", {}).outcome("bogged") == "1/12");                      // +1: 11 or more
  CHECK(Answer("asl.bog", {{"terrain", "debris"}}).outcome("bogged") == "1/6");  // +2: 10 or more
  // All rubble is +3 (B24.4), here and +1: 8 or more. Soft ground is none in a building.
  CHECK(Answer("asl.bog", {{"terrain", "stone_rubble"}}).outcome("bogged") == "5/12");
  CHECK_THROWS_AS(Answer("asl.bog", {{"terrain", "stone_building"}, {"soft_ground", "true"}}),
                  InputError);
  // +4 into stone: a coloured 6 falls; of the others 2-6, 3-5.., 4-4.., 5-3..: 10/36.
  const Answer stone("asl.bog", {{"terrain", "stone_building"}, {"ground_pressure", "low"}});
  CHECK(stone.outcome("falls_in_cellar") == "1/6");
  CHECK(stone.outcome("bogged") == "5/18");
  // A coloured die of 4 or less frees, a 5 mires, a 6 ends it.
  const Answer free("asl.bog", {{"terrain", "debris"}, {"attempts", "1"}});
  CHECK(free.outcome("freed") == "1/9");
  CHECK(free.outcome("mired") == "1/36");
  CHECK(free.outcome("immobile") == "1/36");
  // It is freed whatever that costs (D8.3). 5 MP leave 1 where the product is 4: 1-4, 2-2, 4-1; 1/6
  // * 3/36.
  const Answer slow("asl.bog", {{"terrain", "debris"}, {"attempts", "1"}, {"mp", "5"}});
  CHECK(slow.outcome("freed") == "1/9");
  CHECK(slow.measure("mp_left", 1) == "1/72");
  // An armor leader of -1 frees on a 5, too, and a 6 mires.
  const Answer led("asl.bog", {{"terrain", "debris"}, {"attempts", "1"}, {"armor_leader", "-1"}});
  CHECK(led.outcome("freed") == "5/36");
  CHECK(led.outcome("mired") == "1/36");
}

TEST_CASE("weather: EC, wind and gusts") {
  // October has no drm; a dr of 6 is Very Dry. January: a 4 or more, less 3, is Mud to Moist.
  CHECK(Answer("asl.weather", {{"month", "10"}}).outcome("very_dry") == "1/6");
  CHECK(Answer("asl.weather", {{"month", "1"}}).outcome("snow") == "1/2");
  CHECK(Answer("asl.weather", {{"month", "1"}}).event("no_wind") == "1/2");
  const Given barricades = {{"rally_phases", "1"}};
  CHECK(Answer("asl.weather", barricades).outcome("moist") == "1/1");
  CHECK(Answer("asl.weather", barricades).event("gusts") == "1/36");
  CHECK(Answer("asl.weather", with(barricades, {{"kind", "gusty"}})).event("gusts") == "1/6");
  // Without wind only a 5 or a 6 on the second die changes it.
  CHECK(Answer("asl.weather", barricades).event("wind_changed") == "1/108");
  const Answer overcast("asl.weather", with(barricades, {{"kind", "overcast"}}));
  CHECK(overcast.event("rain") == "1/6");
  CHECK(overcast.outcome("wet") == "1/6");
  CHECK(overcast.outcome("moist") == "5/6");
  // A second DR of 10 or more while it rains.
  CHECK(Answer("asl.weather", {{"kind", "overcast"}, {"rally_phases", "2"}}).event("heavy_rain") ==
        "1/36");
  // A 2, then a 5 or a 6 brings a breeze where there was none.
  CHECK(Answer("asl.weather", barricades).event("mild_breeze") == "1/108");
}

TEST_CASE("rout: Interdiction") {
  // Broken morale 7: 6 or less 15/36, a 7 pins, 8 to 11 reduces, 12 eliminates.
  const Answer squad("asl.rout", {{"unit", "4-6-7"}});
  CHECK(squad.outcome("through") == "5/12");
  CHECK(squad.outcome("pinned") == "1/6");
  CHECK(squad.outcome("reduced") == "7/18");
  CHECK(squad.outcome("eliminated") == "1/36");
  // With an 8-1 along 7 or less, and 8 pins. A half-squad (broken morale 6) that fails dies.
  CHECK(Answer("asl.rout", {{"unit", "4-6-7"}, {"leadership", "8-1"}}).outcome("through") ==
        "7/12");
  // The leader goes with the first check that fails (9 to 12), and the half-squad (6) on without
  // him: through whole (21/36)^2, reduced 9/36 * 10/36 + 21/36 * 9/36.
  const Answer led("asl.rout", {{"unit", "4-6-7"}, {"leadership", "8-1"}, {"interdicted", "2"}});
  CHECK(led.outcome("through") == "49/144");
  CHECK(led.outcome("reduced") == "31/144");
  CHECK(led.event("leader_lost") == "95/216");  // 10/36 + 21/36 * 10/36
  CHECK(Answer("asl.rout", {{"unit", "2-4-7"}}).outcome("eliminated") == "7/12");
}

TEST_CASE("sewers: the 4TC, the way and the manhole") {
  // Not lost 5/6, and 4 or less 4/6. A 9-1 needs 5 or less for the 4TC, 10/36.
  CHECK(Answer("asl.sewer-movement", {{"turns", "1"}}).outcome("emerges") == "5/9");
  CHECK(Answer("asl.sewer-movement", {{"morale", "9-1"}, {"turns", "1"}}).outcome("emerges") ==
        "25/162");
  // In the second turn, units that could not emerge (5/18) go to the next manhole. Lost ones (1/6)
  // are one MPh farther away, or find the way (4/6, as a 5 loses it again) to the first.
  const Given two = {{"turns", "2"}};
  const auto emerges = [&](const Given& given) {
    return Answer("asl.sewer-movement", with(two, given)).outcome("emerges");
  };
  CHECK(emerges({}) == "115/162");                             // 5/9 + 5/18 * 5/9
  CHECK(emerges({{"when_lost", "no_headway"}}) == "127/162");  // + 1/6 * 4/6 * 4/6
  CHECK(emerges({{"other_manhole", "false"}}) == "5/9");
  // Lost beside the manhole they want, they are one MPh away from it, not two: counted by hand
  // along all ways of three turns, with 3 or less to emerge.
  const Given three = {{"turns", "3"}, {"enemy_mmc", "1"}};
  CHECK(Answer("asl.sewer-movement", three).outcome("emerges") == "1265/1728");
  CHECK(
      Answer("asl.sewer-movement", with(three, {{"other_manhole", "false"}})).outcome("emerges") ==
      "545/864");
}

TEST_CASE("Search: the dr is the number of hexes that are not searched") {
  // Six hexes: 5 to 0 searched, 2.5 on average, so one of six is found in 2.5 of 6.
  CHECK(Answer("asl.search", {}).event("found") == "5/12");
  CHECK(Answer("asl.search", {}).outcome("none_searched") == "1/6");
  // -1 for the second half-squad and an 8-1: 6 of 6 to 2: 4 is the middle of a 3 and a 4.
  const Answer led("asl.search", {{"searching_half_squads", "2"}, {"searching_leadership", "-1"}});
  CHECK(led.outcome("all_searched") == "1/3");
  CHECK(led.measure("searched", 2) == "1/6");
  // Two that are known to be empty are left out first: of four 4, 4, 3, 2, 1 and 0 are searched.
  const Answer street("asl.search", {{"hexes", "4"}, {"known_empty", "2"}});
  CHECK(street.event("found") == "7/12");
  CHECK_THROWS_AS(Answer("asl.search", {{"known_empty", "1"}}), InputError);
}

}  // namespace
}  // namespace combat_odds
