#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;
using test::with;

TEST_CASE("Clearance: the example of a squad, a bulldozer and a 9-1") {
  // -1, -5 and -1: rubble is cleared on an Original 9 or less.
  CHECK(Answer("asl.clearance",
               {{"item", "rubble"}, {"squads", "1"}, {"bulldozers", "1"}, {"leadership", "-1"}})
            .outcome("cleared") == "5/6");
}

TEST_CASE("Clearance: how much each unit counts") {
  const auto chance = [](const Given& given) {
    return Answer("asl.clearance", given).outcome("cleared");
  };
  CHECK(chance({{"item", "wire"}, {"half_squads", "1"}}) == "1/36");             // +0: a 2
  CHECK(chance({{"item", "wire"}, {"half_squads", "2"}}) == "1/12");             // -1: 3 or less
  CHECK(chance({{"item", "wire"}, {"squads", "1"}}) == "1/12");                  // -1
  CHECK(chance({{"item", "wire"}, {"squads", "2"}}) == "5/18");                  // -3: 5 or less
  CHECK(chance({{"item", "wire"}, {"squads", "1"}, {"heroes", "1"}}) == "1/6");  // -2: 4 or less
  // Sappers: -1 and -2; not against a roadblock.
  const Given sappers = {{"squads", "1"}, {"sapper_squads", "1"}};
  CHECK(chance(with(sappers, {{"item", "set_dc"}})) == "5/18");
  CHECK(chance(with(sappers, {{"item", "set_dc"}, {"leadership", "-1"}})) == "5/12");
  CHECK(chance({{"item", "rubble"}, {"bulldozers", "1"}}) == "7/12");  // -5: 7 or less
}

TEST_CASE("Clearance: Labor Status helps the next attempts") {
  // A squad: 3 or less, then 4, then 5 and 5.
  const Answer answer("asl.clearance", {{"item", "roadblock"}, {"squads", "1"}, {"turns", "4"}});
  CHECK(answer.measure("turn", 1) == "1/12");
  CHECK(answer.measure("turn", 2) == "11/72");           // 11/12 * 1/6
  CHECK(answer.measure("turn", 3) == "275/1296");        // 11/12 * 5/6 * 10/36
  CHECK(answer.outcome("not_cleared") == "9295/23328");  // 55/72 * (26/36)^2
  CHECK(Answer("asl.clearance", {{"item", "roadblock"}, {"squads", "1"}, {"labor_status", "-2"}})
            .outcome("cleared") == "5/18");
}

TEST_CASE("Clearance of mines costs Casualty Reductions") {
  // A squad: 3 throws clear, an Original 12 halves it. Then 4 or less for the squad with Labor -1,
  // 3 or less for the half-squad: (32 * 6 + 1 * 3) / 1296.
  const Answer squad("asl.clearance", {{"item", "mines"}, {"squads", "1"}, {"turns", "2"}});
  CHECK(squad.measure("turn", 2) == "65/432");
  const Answer green("asl.clearance",
                     {{"item", "mines"}, {"half_squads", "1"}, {"inexperienced", "true"}});
  CHECK(green.outcome("nobody_left") == "1/12");
  CHECK(green.measure("casualties", 1) == "1/12");
  // The leader is wounded too.
  const Answer led("asl.clearance", {{"item", "mines"}, {"squads", "2"}, {"leader", "true"}});
  CHECK(led.measure("casualties", 3) == "1/36");
  CHECK(Answer("asl.clearance", {{"item", "wire"}, {"squads", "1"}}).measure("casualties", 0) ==
        "1/1");
}

TEST_CASE("Clearance of a Flame: the EC count, and the squad may be hampered") {
  const Given flame = {{"item", "flame"}, {"squads", "1"}};
  CHECK(Answer("asl.clearance", flame).event("hampered") == "1/2");  // Original 4 to 7
  const Answer wet("asl.clearance", with(flame, {{"ec", "wet"}}));
  CHECK(wet.outcome("cleared") == "5/18");  // -3: 5 or less
  CHECK(wet.event("hampered") == "5/9");    // 6 to 9
}

TEST_CASE("Clearance that makes no sense is refused") {
  const auto refused = [](const Given& given) {
    CHECK_THROWS_AS(Answer("asl.clearance", given), InputError);
  };
  refused({{"item", "mines"}});
  refused({{"item", "mines"}, {"squads", "1"}, {"bulldozers", "1"}});
  refused({{"item", "mines"}, {"squads", "1"}, {"sapper_squads", "2"}});
  refused({{"item", "mines"}, {"half_squads", "1"}, {"sapper_half_squads", "2"}});
  refused({{"item", "mines"}, {"squads", "1"}, {"ec", "wet"}});
  refused({{"item", "wire"}, {"squads", "1"}, {"inexperienced", "true"}});
  // Heroes and sappers do not count against a roadblock, and a leader without a modifier only
  // where mines may wound him.
  refused({{"item", "roadblock"}, {"squads", "1"}, {"heroes", "1"}});
  refused({{"item", "roadblock"}, {"squads", "1"}, {"sapper_squads", "1"}});
  refused({{"item", "wire"}, {"squads", "1"}, {"leader", "true"}});
}

TEST_CASE("searching costs casualties on a Final 1 or less") {
  CHECK(Answer("asl.search-casualties", {}).outcome("casualties") == "1/6");
  CHECK(Answer("asl.search-casualties", {{"defending_half_squads", "3"}}).outcome("casualties") ==
        "1/2");
  CHECK(Answer("asl.search-casualties", {{"lax_defenders", "1"}}).outcome("casualties") == "0/1");
  // A12.152: the modifiers of the searchers and of Japanese are those of the Search dr. As the
  // compilation prints them, -1 + 2 needs a die of 0.
  CHECK_THROWS_AS(
      Answer("asl.search-casualties", {{"stealthy_defenders", "1"}, {"japanese", "true"}}),
      InputError);
  CHECK(Answer("asl.search-casualties",
               {{"stealthy_defenders", "1"}, {"japanese", "true"}, {"searchers_count", "true"}})
            .outcome("casualties") == "0/1");
  // Two searching units tie in one of six Random Selections.
  CHECK(Answer("asl.search-casualties", {{"searching_units", "2"}})
            .measure("casualty_reductions", 2) == "1/36");
  // Two Search dr: one casualty 2 * 1/6 * 5/6.
  CHECK(
      Answer("asl.search-casualties", {{"casualty_drs", "2"}}).measure("casualty_reductions", 1) ==
      "5/18");
  CHECK(
      Answer("asl.search-casualties", {{"searchers_count", "true"}, {"searching_half_squads", "2"}})
          .outcome("casualties") == "1/3");
  CHECK_THROWS_AS(Answer("asl.search-casualties", {{"searching_half_squads", "2"}}), InputError);
}

TEST_CASE("getting out of the sewer") {
  CHECK(Answer("asl.sewer-emergence", {}).outcome("emerges") == "2/3");
  CHECK(Answer("asl.sewer-emergence", {{"friendly_manhole", "true"}, {"unobserved", "true"}})
            .outcome("emerges") == "1/1");
  const Answer hard("asl.sewer-emergence", {{"lost", "true"}, {"enemy_mmc", "1"}});
  CHECK(hard.outcome("emerges") == "1/3");
  CHECK(hard.event("discovered") == "1/3");
  CHECK(Answer("asl.sewer-emergence", {{"turns", "2"}}).outcome("emerges") == "8/9");
  CHECK(Answer("asl.sewer-emergence", {{"turns", "2"}}).measure("turn", 2) == "2/9");
}

TEST_CASE("climbing: 9 or less a level, 12 falls") {
  const Answer level("asl.climb", {{"levels", "1"}, {"turns", "1"}});
  CHECK(level.outcome("arrives") == "5/6");
  CHECK(level.outcome("falls") == "1/36");
  CHECK(level.outcome("still_climbing") == "5/36");
  const Answer three("asl.climb", {{"levels", "3"}, {"turns", "3"}});
  CHECK(three.outcome("arrives") == "125/216");
  // With all the time in the world each level is climbed before a fall with 30/31.
  CHECK(Answer("asl.climb", {{"levels", "3"}, {"turns", "40"}}).outcome_value("arrives") ==
        Approx(30.0 * 30 * 30 / (31.0 * 31 * 31)).epsilon(1e-12));
  // In rain: 8 or less, and 11 falls too.
  const Answer rain("asl.climb", {{"levels", "1"}, {"turns", "1"}, {"drm", "1"}});
  CHECK(rain.outcome("arrives") == "13/18");
  CHECK(rain.outcome("falls") == "1/12");
  // Commandos: 12 keeps them back; they fall on 13.
  const Answer commando("asl.climb", {{"levels", "1"}, {"turns", "1"}, {"commando", "true"}});
  CHECK(commando.outcome("arrives") == "35/36");
  CHECK(commando.outcome("falls") == "0/1");
  CHECK(Answer("asl.climb", {{"levels", "1"}, {"turns", "1"}, {"commando", "true"}, {"drm", "1"}})
            .outcome("falls") == "1/36");
}

TEST_CASE("Sighting, Recall and Mistaken Attack") {
  const Answer open("asl.sighting", {});
  CHECK(open.outcome("sighted") == "13/18");
  CHECK(open.event("recall") == "1/36");
  CHECK(open.outcome("mistaken_attack") == "1/36");
  const Answer building("asl.sighting", {{"terrain", "building"}});
  CHECK(building.outcome("sighted") == "5/18");
  CHECK(building.outcome("mistaken_attack") == "5/18");
  CHECK(Answer("asl.sighting", {{"terrain", "roofless_gutted_building"}, {"unconcealed", "true"}})
            .outcome("sighted") == "13/18");
  // Debris +1, light woods and a rail car +2.
  CHECK(Answer("asl.sighting", {{"terrain", "debris"}}).outcome("sighted") == "7/12");
  CHECK(Answer("asl.sighting", {{"terrain", "light_woods"}}).outcome("sighted") == "5/12");
  CHECK(Answer("asl.sighting", {{"terrain", "rail_car"}}).outcome("sighted") == "5/12");
  // A tank that moved, unconcealed: -4, seen on every DR and still Recalled on an Original 12.
  const Answer tank("asl.sighting",
                    {{"vehicle", "true"}, {"moved", "true"}, {"unconcealed", "true"}});
  CHECK(tank.outcome("sighted") == "1/1");
  CHECK(tank.event("recall") == "1/36");
}

}  // namespace
}  // namespace combat_odds
