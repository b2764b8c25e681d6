#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;
using test::with;

TEST_CASE("Rubble: an Original KIA, then its number or less, one worse against stone") {
  // 36 FP: 5KIA to 1KIA on 2 to 6. Stone: (1 * 4 + 2 * 3 + 3 * 2 + 4 * 1) / 216; wooden one more
  // each.
  CHECK(Answer("asl.rubble", {{"firepower", "36"}}).outcome("rubble") == "5/54");
  const Given wooden = {{"firepower", "36"}, {"building", "wooden"}};
  CHECK(Answer("asl.rubble", wooden).outcome("rubble") == "35/216");
  CHECK(Answer("asl.rubble", {{"firepower", "36"}, {"attack", "open_ground"}})
            .outcome("shellholes") == "5/12");

  // B24.11. The upper level of two: collapse on a 6, one level falls on a coloured 6, any way:
  // 35/216 * 1/6.
  const Answer upper("asl.rubble", with(wooden, {{"level", "1"}, {"top_level", "1"}}));
  CHECK(upper.event("collapse") == "35/1296");
  CHECK(upper.event("falling_rubble") == "35/1296");
  CHECK(upper.measure("direction", 3) == "35/7776");
  // Two levels above the first: collapse on 4 or more; levels 1 to 3 are rubble either way, so the
  // coloured die needs a 4: 35/216 * 1/2.
  const Given tall = with(wooden, {{"level", "1"}, {"top_level", "3"}});
  CHECK(Answer("asl.rubble", tall).event("collapse") == "35/432");
  CHECK(Answer("asl.rubble", tall).event("falling_rubble") == "35/432");
  // By note 8 of Table 23 on a 6 only.
  CHECK(Answer("asl.rubble", with(tall, {{"collapse_rule", "table_23"}})).event("collapse") ==
        "35/1296");
  // The example of B24.11: a third-level building rubbled from the second level up: +2, so the
  // coloured die needs a 5; with a collapse (a dr of 5 or 6, one level above) all three fall on 4.
  // 35/216 * (2/3 * 1/3 + 1/3 * 1/2) = 35/216 * 7/18.
  CHECK(Answer("asl.rubble", with(wooden, {{"level", "2"}, {"top_level", "3"}}))
            .event("falling_rubble") == "245/3888");
  // The ground level takes the two above with it: coloured 5 or 6.
  CHECK(Answer("asl.rubble", with(wooden, {{"top_level", "2"}})).event("falling_rubble") ==
        "35/648");
  CHECK_THROWS_AS(Answer("asl.rubble", with(wooden, {{"collapse_rule", "table_23"}})), InputError);
}

TEST_CASE("Rubble: an AFV enters a building") {
  const Given entry = {{"attack", "afv_entry"}, {"cellar", "true"}};
  CHECK(Answer("asl.rubble", with(entry, {{"building", "wooden"}})).outcome("rubble") == "1/3");
  CHECK(Answer("asl.rubble", with(entry, {{"building", "wooden"}, {"top_level", "1"}}))
            .outcome("rubble") == "1/6");
  CHECK(Answer("asl.rubble", with(entry, {{"top_level", "1"}})).outcome("rubble") == "0/1");
  CHECK(Answer("asl.rubble", entry).event("afv_in_cellar") == "1/6");
  CHECK_THROWS_AS(Answer("asl.rubble", with(entry, {{"firepower", "8"}})), InputError);
  CHECK_THROWS_AS(Answer("asl.rubble", {}), InputError);
  CHECK_THROWS_AS(Answer("asl.rubble", {{"firepower", "8"}, {"level", "1"}}), InputError);
  CHECK_THROWS_AS(Answer("asl.rubble", {{"firepower", "8"}, {"cellar", "true"}}), InputError);
  // The levels above come down with the ground level: one level falls on a coloured 6.
  CHECK(Answer("asl.rubble", with(entry, {{"building", "wooden"}, {"top_level", "1"}}))
            .event("falling_rubble") == "1/36");
  for (const Given& nothing : {Given{{"building", "wooden"}}, {{"top_level", "1"}}}) {
    CHECK_THROWS_AS(
        Answer("asl.rubble", with({{"attack", "open_ground"}, {"firepower", "36"}}, nothing)),
        InputError);
  }
}

TEST_CASE("a Flame by HE, Flamethrower and WP") {
  // A wooden building burns on 7 or more (21); 36 FP is a 5KIA on a 2 to a 1KIA on a 6, and makes
  // Rubble on a dr of that number: (1*5 + 2*4 + 3*3 + 4*2 + 5*1) / 216, the other 55/216 may burn.
  const Answer he("asl.flame",
                  {{"cause", "he"}, {"firepower", "36"}, {"terrain", "wooden_building"}});
  CHECK(he.outcome("rubble") == "35/216");
  CHECK(he.outcome("flame") == "385/2592");
  // Grain is no building. Less than 12 FP is less than 70mm, unless said otherwise.
  const Given small = {{"cause", "he"}, {"firepower", "8"}, {"terrain", "wooden_building"}};
  CHECK(Answer("asl.flame", small).outcome("flame") == "7/432");  // 1/36 * 7/12
  CHECK(Answer("asl.flame", with(small, {{"makes_rubble", "true"}})).outcome("flame") == "35/2592");
  CHECK_THROWS_AS(
      Answer(
          "asl.flame",
          {{"cause", "he"}, {"firepower", "36"}, {"terrain", "grain"}, {"makes_rubble", "true"}}),
      InputError);
  // 24 FP: K or KIA on 5 or less (10), a KIA on 4 or less (6); stone, 8 or more (15).
  const Given stone = {{"firepower", "24"}, {"terrain", "stone_building"}};
  CHECK(Answer("asl.flame", with(stone, {{"cause", "flamethrower"}})).outcome("flame") == "25/216");
  // 3KIA on a 2, 2KIA on a 3, 1KIA on a 4; +1 in stone: (1*4 + 2*5 + 3*6) / 216 are no Rubble.
  CHECK(Answer("asl.flame", with(stone, {{"cause", "he"}})).outcome("flame") == "5/81");
  const Given wp = {{"cause", "white_phosphorus"}, {"ec", "dry"}};
  CHECK(Answer("asl.flame", with(wp, {{"terrain", "woods"}})).outcome("flame") == "5/12");
  CHECK(Answer("asl.flame", with(wp, {{"terrain", "stone_building"}})).outcome("flame") == "1/6");
  // B23.94: in a Fortified Building each needs one more: stone 9 or more (10), by WP 11 or more
  // (3).
  const Given fortified = {{"fortified", "true"}};
  CHECK(Answer("asl.flame", with(with(stone, fortified), {{"cause", "flamethrower"}}))
            .outcome("flame") == "25/324");  // 10/36 * 10/36
  CHECK(Answer("asl.flame", with(with(stone, fortified), {{"cause", "he"}})).outcome("flame") ==
        "10/243");  // 32/216 * 10/36
  CHECK(Answer("asl.flame", with(with(wp, fortified), {{"terrain", "stone_building"}}))
            .outcome("flame") == "1/12");
  CHECK_THROWS_AS(Answer("asl.flame", with(wp, {{"ec", "moist"}})), InputError);
  CHECK_THROWS_AS(Answer("asl.flame", {{"cause", "he"}}), InputError);
  CHECK_THROWS_AS(Answer("asl.flame", {{"firepower", "8"}}), InputError);
}

TEST_CASE("a Flame becomes a Blaze or goes out") {
  const auto after_one = [](const Given& given) {
    return Answer("asl.flame", with(given, {{"phases", "1"}}));
  };
  const Answer wooden = after_one({{"terrain", "wooden_building"}});
  CHECK(wooden.outcome("blaze") == "5/12");
  CHECK(wooden.outcome("extinguished") == "1/36");
  const Answer grain = after_one({{"terrain", "grain"}, {"ec", "moist"}});
  CHECK(grain.outcome("blaze") == "7/12");
  CHECK(grain.outcome("extinguished") == "1/12");
  const Answer fortified = after_one({{"terrain", "stone_building"}, {"fortified", "true"}});
  CHECK(fortified.outcome("blaze") == "1/6");
  CHECK(fortified.outcome("extinguished") == "1/12");
  CHECK_THROWS_AS(after_one({{"terrain", "grain"}, {"fortified", "true"}}), InputError);
  // The EC does not count for buildings, and nothing spreads before the second phase.
  CHECK_THROWS_AS(after_one({{"terrain", "wooden_building"}, {"ec", "wet"}}), InputError);
  CHECK_THROWS_AS(after_one({{"terrain", "grain"}, {"spread_to", "woods"}}), InputError);
}

TEST_CASE("a Blaze spreads as in the published examples") {
  // No wind, moderate EC: a wooden building that is not attached needs an Original 10, a stone one
  // 11; woods 7 attached and 9 otherwise. The Blaze of a wooden building is there with 5/12.
  const auto spread = [](const char* to, const char* drm) {
    return Answer("asl.flame", {{"terrain", "wooden_building"},
                                {"phases", "2"},
                                {"spread_to", to},
                                {"spread_drm", drm}})
        .event("spread");
  };
  CHECK(spread("wooden_building", "-2") == "5/72");  // 5/12 * 6/36
  CHECK(spread("stone_building", "-2") == "5/144");  // 5/12 * 3/36
  CHECK(spread("woods", "0") == "35/144");           // 5/12 * 21/36
  CHECK(spread("woods", "-2") == "25/216");          // 5/12 * 10/36
  CHECK_THROWS_AS(Answer("asl.flame", {{"spread_drm", "-2"}}), InputError);
}

TEST_CASE("a pillbox: Table 8") {
  const auto tem = [](const char* weapon, const char* from, const Given& more = {}) {
    const Answer answer(
        "asl.pillbox",
        with({{"weapon", weapon}, {"from", from}, {"ca_tem", "3"}, {"nca_tem", "5"}}, more));
    for (int value = -9; value <= 9; ++value) {
      if (answer.measure("tem", value) == "1/1" && answer.outcome("attack") == "1/1") return value;
    }
    return answer.outcome("no_effect") == "1/1" ? 100 : 200;
  };
  CHECK(tem("small_arms", "ca") == 3);
  CHECK(tem("small_arms", "nca") == 100);
  CHECK(tem("he", "nca") == 5);
  CHECK(tem("he", "nca", {{"critical_hit", "true"}}) == 0);
  CHECK(tem("flamethrower", "ca") == 0);
  CHECK(tem("flamethrower", "same_hex") == 5);
  CHECK(tem("dc", "same_hex") == 3);
  CHECK(tem("indirect_or_aerial", "ca") == 5);
  CHECK(tem("close_combat", "same_hex") == 0);
  CHECK(tem("close_combat", "ca") == 200);
  CHECK(tem("overrun", "same_hex") == 100);
  CHECK(tem("wp_direct", "ca") == 200);
  CHECK(tem("wp_direct", "ca", {{"critical_hit", "true"}}) == 3);
  CHECK(tem("wp_grenade", "same_hex") == -5);
  // AP: no TEM above twice the TEM, else as HE.
  CHECK(tem("ap", "ca", {{"basic_to_kill", "7"}}) == 0);
  CHECK(tem("ap", "ca", {{"basic_to_kill", "6"}}) == 3);
  CHECK(tem("ap", "nca", {{"basic_to_kill", "10"}}) == 5);
  CHECK(Answer("asl.pillbox", {{"weapon", "canister"}, {"ca_tem", "3"}, {"nca_tem", "5"}})
            .measure("firepower_percent", 50) == "1/1");
  CHECK_THROWS_WITH(Answer("asl.pillbox", {{"weapon", "he"}}),
                    Catch::Matchers::ContainsSubstring("ca_tem is needed"));
  CHECK_THROWS_AS(tem("ap", "ca"), InputError);
  CHECK(tem("he", "ca", {{"critical_hit", "true"}}) == -3);  // C3.71 reverses it
}

TEST_CASE("a gutted building: its TEM") {
  const auto tem = [](const Given& given, int value) {
    return Answer("asl.pillbox", with({{"place", "gutted_building"}}, given))
               .measure("tem", value) == "1/1";
  };
  CHECK(tem({}, 1));
  CHECK(tem({{"fortified", "true"}}, 4));
  CHECK(tem({{"fire", "aerial"}, {"roofless", "true"}}, 2));
  CHECK(tem({{"fire", "aerial"}}, 3));
  CHECK(tem({{"fire", "aerial"}, {"fortified", "true"}}, 4));
  CHECK(tem({{"fire", "indirect"}, {"roofless", "true"}}, 2));
  CHECK(tem({{"fire", "indirect"}, {"levels_above", "2"}}, 3));
  CHECK_THROWS_AS(tem({{"roofless", "true"}, {"levels_above", "1"}}, 0), InputError);
  CHECK_THROWS_AS(tem({{"ca_tem", "3"}}, 0), InputError);
  // Values that change nothing there.
  for (const Given& given : {Given{{"fire", "aerial"}, {"roofless", "true"}, {"fortified", "true"}},
                             {{"roofless", "true"}},
                             {{"fire", "aerial"}, {"levels_above", "1"}}}) {
    CHECK_THROWS_AS(tem(given, 2), InputError);
  }
}

}  // namespace
}  // namespace combat_odds
