#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::refusal;

TEST_CASE("mud and snow are one result; the month decides which (102.8, 102.9)") {
  // January has -3: a 1 to 4 is 1 or less, 5 wet, 6 moist.
  const Answer january("sl.weather", {{"month", "1"}});
  CHECK(january.outcome("snow") == "2/3");
  CHECK(january.outcome("mud") == "0/1");
  CHECK(january.measure("kindling_drm", -2) == "1/6");
  // March has -2: 1 to 3.
  CHECK(Answer("sl.weather", {{"month", "3"}}).outcome("mud") == "1/2");
  // July has +2: 3 moist, 4 moderate, 5 dry, 6 to 8 very dry.
  CHECK(Answer("sl.weather", {{"month", "7"}}).outcome("very_dry") == "1/2");
}

TEST_CASE("the wind, and how it changes") {
  const Answer calm("sl.weather", {{"month", "5"}});
  CHECK(calm.event("no_wind") == "1/2");
  CHECK(calm.event("mild_breeze") == "1/3");
  CHECK(calm.event("heavy_winds") == "1/6");
  // One Rally Phase: a DR of 2 and a die; a sixth each for every turn, a third for the force.
  const Answer once("sl.weather", {{"month", "5"}, {"rally_phases", "1"}});
  CHECK(once.event("wind_changed") == "1/36");
  CHECK(once.measure("wind_turned", 1) == "1/216");
  CHECK(once.measure("wind_turned", 5) == "1/216");
  // No wind becomes a mild breeze by 5 and 6 alike, heavy winds too; a mild breeze becomes one of
  // them: 1/2 - 1/36 * (1/2 * 1/3 - 1/3 * 1/6).
  CHECK(once.event("no_wind") == "161/324");
  CHECK(Answer("sl.weather", {{"month", "5"}, {"rally_phases", "2"}}).event("wind_changed") ==
        "71/1296");
}

TEST_CASE("fire in woods") {
  // From one hex of woods to the next on 7 or more (21/36).
  const auto woods = [](std::map<std::string, std::string> given) {
    given.emplace("hexes", "Q5=woods Q6=woods");
    given.emplace("burning", "Q5");
    given.emplace("steps", "1");
    return Answer("sl.fire-spread", given);
  };
  CHECK(woods({}).outcome("spread") == "7/12");
  CHECK(woods({{"steps", "2"}}).outcome("spread") == "119/144");
  CHECK(woods({{"ec_drm", "-2"}}).outcome("spread") == "5/18");  // 9 or more
  CHECK(woods({{"hexes", "Q5=woods Q7=woods"}}).outcome("no_spread") == "1/1");
  // Into a grain field: 6 or more, 7 because it is not attached.
  CHECK(woods({{"hexes", "Q5=woods Q6=grain"}}).outcome("spread") == "7/12");
  CHECK(woods({{"hexes", "Q5=grain Q6=grain"}}).outcome("spread") == "13/18");
}

TEST_CASE("the weather does not affect buildings (102.32)") {
  const auto building = [](const char* hexes, const char* drm) {
    return Answer("sl.fire-spread",
                  {{"hexes", hexes}, {"burning", "Q5"}, {"steps", "1"}, {"ec_drm", drm}})
        .outcome("spread");
  };
  // The far woods are only there so that the program asks for the weather.
  const char* wood = "Q5=wooden_building Q6=wooden_building A1=woods";
  CHECK(building(wood, "0") == "5/12");  // 8 or more
  CHECK(building(wood, "-3") == "5/12");
  CHECK(building("Q5=stone_building Q6=stone_building", "0") == "5/18");       // 9
  CHECK(building("Q5=wooden_building:a Q6=wooden_building:b", "0") == "1/6");  // 10
  CHECK(building("Q5=woods Q6=wooden_building", "2") == "1/6");
  CHECK(refusal("sl.fire-spread",
                {{"hexes", "Q5=wooden_building"}, {"burning", "Q5"}, {"ec_drm", "1"}})
            .find("102.32") != std::string::npos);
}

TEST_CASE("woods and grain burn from June to October only (59.1)") {
  const auto asked = [](const char* hexes, const char* burning, const char* month) {
    return std::map<std::string, std::string>{
        {"hexes", hexes}, {"burning", burning}, {"steps", "1"}, {"month", month}};
  };
  const char* edge = "Q5=wooden_building Q6=woods";
  // 7 or more, and -1 because it is not attached: 8 or more (15/36).
  CHECK(Answer("sl.fire-spread", asked(edge, "Q5", "6")).outcome("spread") == "5/12");
  CHECK(Answer("sl.fire-spread", asked(edge, "Q5", "10")).outcome("spread") == "5/12");
  CHECK(Answer("sl.fire-spread", asked(edge, "Q5", "11")).outcome("no_spread") == "1/1");
  CHECK(refusal("sl.fire-spread", asked(edge, "Q6", "5")).find("59.1") != std::string::npos);
}

TEST_CASE("the documented wood: one DR for each hex next to a fire (59.4)") {
  // Two rows of three: Q5 burns, Q7 is two away. Counted over all sets of hexes.
  const auto wood = [](std::map<std::string, std::string> given) {
    given.emplace("hexes", "Q5=woods Q6=woods Q7=woods R5=woods R6=woods P6=woods");
    given.emplace("burning", "Q5");
    given.emplace("objective", "Q7");
    given.emplace("steps", "4");
    return Answer("sl.fire-spread", given).outcome_value("objective_burns");
  };
  CHECK(wood({}) == Approx(0.8418).margin(5e-5));
  CHECK(wood({{"rolls", "each_fire"}}) == Approx(0.9394).margin(5e-5));
}

TEST_CASE("a hex between two fires") {
  // Q4 and Q6 burn, Q5 is next to both: 1 - (15/36)^2 by each fire, 21/36 by one roll.
  const auto between = [](const char* rolls) {
    return Answer("sl.fire-spread", {{"hexes", "Q5=woods Q6=woods Q4=woods"},
                                     {"burning", "Q6 Q4"},
                                     {"steps", "1"},
                                     {"objective", "Q5"},
                                     {"rolls", rolls}})
        .outcome("objective_burns");
  };
  CHECK(between("each_fire") == "119/144");
  CHECK(between("each_hex") == "7/12");
}

TEST_CASE("the wind drives a fire (102.5, 102.62)") {
  const auto spread = [](const char* wind, const char* direction) {
    return Answer("sl.fire-spread", {{"hexes", "Q5=woods Q6=woods"},
                                     {"burning", "Q5"},
                                     {"steps", "1"},
                                     {"wind", wind},
                                     {"wind_direction", direction},
                                     {"downwind_drm", "2"},
                                     {"downwind_side_drm", "1"},
                                     {"upwind_side_drm", "-1"}})
        .outcome("spread");
  };
  CHECK(spread("mild_breeze", "4") == "5/6");    // down the board: 5 or more
  CHECK(spread("mild_breeze", "5") == "13/18");  // 6 or more
  CHECK(spread("mild_breeze", "1") == "5/18");   // into the wind: 9 or more
  CHECK(spread("heavy_winds", "1") == "1/12");   // 11 or more
}

TEST_CASE("a fire started by hand") {
  // Wooden building: 7 or more (21/36), then it may spread on 8 or more (15/36).
  // The second player turn is the enemy's, so that there is one attempt in two (102.21).
  std::map<std::string, std::string> given = {{"hexes", "Q5=wooden_building Q6=wooden_building"},
                                              {"burning", "Q5"},
                                              {"kindle", "true"},
                                              {"objective", "Q6"},
                                              {"steps", "2"}};
  const Answer answer("sl.fire-spread", given);
  CHECK(answer.outcome("not_started") == "5/12");
  given["steps"] = "3";
  CHECK(Answer("sl.fire-spread", given).outcome("not_started") == "25/144");
  given["steps"] = "2";
  given["kindling_attempts"] = "every_player_turn";
  CHECK(Answer("sl.fire-spread", given).outcome("not_started") == "25/144");
  CHECK(answer.outcome("objective_burns") == "35/144");
  CHECK(answer.measure("objective_step", 2) == "35/144");
}

TEST_CASE("terrain that can't burn is refused in a line") {
  const auto error = [](std::map<std::string, std::string> given) {
    given.emplace("hexes", "Q5=woods");
    given.emplace("burning", "Q5");
    return refusal("sl.fire-spread", given);
  };
  CHECK(error({}).empty());
  CHECK(error({{"hexes", "Q5=marsh"}}).find("marsh") != std::string::npos);
  CHECK(error({{"hexes", "Q5"}}).find("terrain") != std::string::npos);
  CHECK(error({{"burning", "Q6"}}).find("not in the patch") != std::string::npos);
  CHECK(error({{"wind", "mild_breeze"}}).find("102.5") != std::string::npos);
}

}  // namespace
}  // namespace combat_odds
