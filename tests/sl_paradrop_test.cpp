#include "sim/squad_leader/air_and_weather/board.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using squad_leader::BoardHex;
using test::Answer;
using test::refusal;

BoardHex hex(const char* name) { return *squad_leader::read_hex(name); }

TEST_CASE("hexes lie as on the mapboards") {
  // The example of rule 92: a Cossack in EE6 and one in DD6 are next to EE7; DD8 and FF8 are next
  // to EE9, and FF8 to EE8.
  CHECK(range(hex("EE7"), hex("EE6")) == 1);
  CHECK(range(hex("EE7"), hex("DD6")) == 1);
  CHECK(range(hex("EE9"), hex("DD8")) == 1);
  CHECK(range(hex("EE9"), hex("FF8")) == 1);
  // The example of 101.531: BB4 and AA6 (the cannon and the first 37L target), then Z6 or Z7.
  CHECK(range(hex("AA6"), hex("Z6")) == 1);
  CHECK(range(hex("AA6"), hex("Z7")) == 2);
  CHECK(range(hex("BB4"), hex("AA6")) == 2);
  CHECK(range(hex("A1"), hex("GG10")) == 32);
  for (const char* name : {"A1", "Q5", "R5", "EE7"}) {
    for (int direction = 1; direction <= 6; ++direction) {
      CHECK(range(hex(name), moved(hex(name), direction, 4)) == 4);
      CHECK(direction_to_neighbour(hex(name), moved(hex(name), direction, 1)) == direction);
      CHECK(moved(moved(hex(name), direction, 6), (direction + 2) % 6 + 1, 6) == hex(name));
    }
  }
  CHECK(hex_name(hex("EE7")) == "EE7");
  CHECK_FALSE(squad_leader::read_hex("EF7"));
  CHECK_FALSE(squad_leader::read_hex("7"));
}

TEST_CASE("all 36 hexes of drift are equally likely") {
  const Answer answer("sl.paradrop", {{"unit", "4-6-7"}, {"drop_hex", "Q15"}, {"rows", "30"}});
  CHECK(answer.outcome("Q14") == "1/36");
  CHECK(answer.outcome("Q9") == "1/36");
  CHECK(answer.outcome("Q21") == "1/36");
  CHECK(answer.outcome("Q15") == "0/1");
  CHECK(answer.outcome("R14") == "1/36");  // up to the right from an odd column
  CHECK(answer.measure("distance", 3) == "1/6");
  CHECK(answer.odds().chances.size() > 36);
}

TEST_CASE("off the board") {
  // From Q5 of one board (rows 1 to 10): up Q0 and beyond are off (5 and 6), down Q11 (6). To the
  // sides six hexes rise or sink by three rows only.
  const Answer answer("sl.paradrop", {{"unit", "4-6-7"}, {"drop_hex", "Q5"}});
  CHECK(answer.outcome("off_board") == "1/12");
  // They return on a DR: 7 of 3/36 * 6/36.
  CHECK(answer.measure("turns_to_return", 7) == "1/72");
  // With their move of one hex those at the edge come back: from Q0 and Q11.
  const Answer steered("sl.paradrop",
                       {{"unit", "4-6-7"}, {"drop_hex", "Q5"}, {"steering", "true"}});
  CHECK(steered.outcome("off_board") == "1/36");
  CHECK(steered.measure("distance", 1) == "1/6");  // all who rolled a 2
}

TEST_CASE("landing in woods takes a Morale Check (99.4)") {
  // All six hexes around the drop hex are woods: a sixth of the drops, of which 15/36 break.
  const Answer answer("sl.paradrop",
                      {{"unit", "4-6-7"}, {"drop_hex", "Q5"}, {"rough", "Q4 Q6 P4 P5 R4 R5"}});
  CHECK(answer.measure("broken", 1) == "5/72");
}

TEST_CASE("an enemy in the hex does not spare the Morale Check (99.4, 99.41)") {
  // Without wind a die of 1 is no drift: a sixth lands in Q5, of which 15/36 break.
  const std::map<std::string, std::string> among = {
      {"unit", "4-6-7"}, {"drift", "no_wind"}, {"rough", "Q5"}, {"enemy", "Q5"}};
  CHECK(Answer("sl.paradrop", among).measure("broken", 1) == "5/72");
  auto given = among;
  given["broken_among_enemy"] = "eliminated";
  CHECK(Answer("sl.paradrop", given).outcome("eliminated") == "5/72");
}

TEST_CASE("a unit that drifts off the board is not shot at, and has no distance") {
  // Of the 36 hexes that B1 can drift to 19 are off the board.
  int off = 0;
  for (int direction = 1; direction <= 6; ++direction) {
    for (int hexes = 1; hexes <= 6; ++hexes) {
      const BoardHex down = squad_leader::moved(hex("B1"), direction, hexes);
      off += squad_leader::Board().holds(down) ? 0 : 1;
    }
  }
  CHECK(off == 19);
  const Answer answer("sl.paradrop", {{"unit", "4-6-7"}, {"drop_hex", "B1"}, {"firepower", "16"}});
  CHECK(answer.outcome("off_board") == "19/36");
  // 16 FP at -2: KIA on 6 or less (15/36), of the 17 that are over the board.
  CHECK(answer.outcome("eliminated") == "85/432");
  double landed = 0;
  for (const Chance& chance : answer.odds().chances) {
    const bool distance = chance.kind == Chance::Kind::measure && chance.name == "distance";
    landed += distance ? chance.exact->value : 0;
  }
  CHECK(landed == Approx(1 - 19.0 / 36 - 85.0 / 432));
}

TEST_CASE("fire at the descending unit has -2 (99.31)") {
  // 4 FP: KIA on 4 or less (2 or less; 6/36). Of the 36 hexes that Q5 can drift to, 3 are off the
  // board, where nothing is fired at: 6/36 of 33/36.
  const Answer answer("sl.paradrop", {{"unit", "4-6-7"}, {"firepower", "4"}});
  CHECK(answer.outcome("eliminated") == "11/72");
}

TEST_CASE("the drop point may be on another board (99.22)") {
  const Answer answer("sl.paradrop", {{"unit", "4-6-7"}, {"other_boards", "true"}});
  CHECK(answer.outcome("other_board") == "1/2");
  CHECK(answer.event("opponents_board") == "1/6");
}

TEST_CASE("into the wind a roll of 2 is no drift (99.26); without wind all drift one less") {
  std::map<std::string, std::string> given = {
      {"unit", "4-6-7"}, {"drop_hex", "Q15"}, {"rows", "30"}, {"drift", "no_wind"}};
  CHECK(Answer("sl.paradrop", given).outcome("Q15") == "1/6");
  given["downwind_drm"] = given["downwind_side_drm"] = given["upwind_side_drm"] = "0";
  CHECK(refusal("sl.paradrop", given).find("mild_breeze") != std::string::npos);
  given["drift"] = "mild_breeze";
  const Answer breeze("sl.paradrop", given);
  CHECK(breeze.outcome("Q15") == "1/18");  // direction 4, 1 and 2
  CHECK(breeze.outcome("Q16") == "1/36");  // a 3
}

TEST_CASE("a plane of seven counters") {
  // Far from the edges each counter has the odds of a single one, so the means are seven times as
  // high.
  const auto drop = [](const char* counters) {
    return Answer("sl.paradrop", {{"unit", "4-6-7"},
                                  {"drop_hex", "Q25"},
                                  {"rows", "50"},
                                  {"counters", counters},
                                  {"firepower", "4"}});
  };
  CHECK(drop("7").mean("eliminated") == Approx(7.0 / 6));
  CHECK(drop("7").mean("broken") == Approx(7 * drop("1").mean("broken")));
  // None eliminated: (5/6)^7.
  CHECK(drop("7").measure("eliminated", 0) == "78125/279936");
}

TEST_CASE("questions without a drop are refused in a line") {
  CHECK(refusal("sl.paradrop", {{"unit", "4-6-7"}, {"drop_hex", "Q"}}).find("'Q'") !=
        std::string::npos);
  CHECK(refusal("sl.paradrop", {{"unit", "4-6-7"}, {"rough", "Q5 5Q"}}).find("'5Q'") !=
        std::string::npos);
  CHECK(refusal("sl.paradrop", {{"unit", "4-6-7"}, {"drift", "mild_breeze"}}).find("102.5") !=
        std::string::npos);
  CHECK(refusal("sl.paradrop",
                {{"unit", "4-6-7"}, {"counters", "5"}, {"drop_hex", "Q2"}, {"heading", "1"}})
            .find("off the board") != std::string::npos);
}

TEST_CASE("sl.paradrop: arms canisters and several planes") {
  // From Q5 the drift leads to 36 different hexes, of which 33 are on the board: the canister comes
  // down in the squad's with 33 * 1/36 * 1/36.
  const test::Given one = {{"unit", "4-6-7"}, {"canisters", "true"}};
  CHECK(Answer("sl.paradrop", one).measure("armed", 1) == "11/432");
  CHECK(Answer("sl.paradrop", one).measure("canister_distance", 0) == "11/432");
  // Another plane with one squad: both are armed, or none is.
  const Answer two("sl.paradrop", test::with(one, {{"further_drop_hexes", "K5"}}));
  CHECK(two.measure("armed", 2) == "121/186624");
  // 99.22: each plane drops here in half of the cases.
  const test::Given boards =
      test::with(one, {{"further_drop_hexes", "K5"}, {"other_boards", "true"}});
  CHECK(Answer("sl.paradrop", boards).measure("planes_elsewhere", 2) == "1/4");
  CHECK(refusal("sl.paradrop", test::with(one, {{"further_drop_hexes", "Q8"}})).find("99.24") !=
        std::string::npos);
}

}  // namespace
}  // namespace combat_odds
