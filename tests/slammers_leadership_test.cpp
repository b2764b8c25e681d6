#include "sim/slammers/command/leaders.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;
using test::refusal;

Answer leadership(const Given& given) { return Answer("slammers.leadership", given); }
Answer run(const Given& given) { return Answer("slammers.thunder-run", given); }

TEST_CASE("leadership points are 2D6 + leader value") {
  CHECK(leadership({{"quality", "elite"}}).mean("leadership_points") == Approx(11));
  CHECK(leadership({{"quality", "veteran"}}).mean("leadership_points") == Approx(9));
  CHECK(leadership({{"quality", "trained"}}).mean("leadership_points") == Approx(8));
  CHECK(leadership({{"quality", "untrained"}}).mean("leadership_points") == Approx(7));
  CHECK(leadership({{"quality", "veteran"}, {"rank", "major"}}).mean("leadership_points") ==
        Approx(15));
  // Classes lead as the chart says: Warriors trained, Fanatics untrained, Commissars elite.
  CHECK(leadership({{"quality", "warriors"}}).mean("leadership_points") == Approx(8));
  CHECK(leadership({{"quality", "fanatics"}}).mean("leadership_points") == Approx(7));
  CHECK(leadership({{"quality", "commissars"}}).mean("leadership_points") == Approx(11));
}

TEST_CASE("a colonel, a technician and a command tank: 12 + 2 + 2 and more") {
  // From the authors' game report: 12 + 4 + 2 = 18 LP, an elite colonel who rolled 4, in a command
  // tank.
  const Answer colonel = leadership(
      {{"quality", "elite"}, {"rank", "colonel"}, {"command_tank", "true"}, {"cost", "18"}});
  CHECK(colonel.outcome("affordable") == "11/12");  // 4 or more on 2D6
  CHECK(colonel.measure("leadership_points", 18) == "1/12");
  CHECK(leadership({{"technician", "true"}, {"inspirational_leader", "true"}})
            .mean("leadership_points") == Approx(15));
}

TEST_CASE("Huber's leaders: 2D6 + 6, and 2D6 + 2 for his sergeants") {
  const Answer huber =
      leadership({{"rank", "lieutenant"}, {"leader_value", "4"}, {"inspirational_leader", "true"}});
  CHECK(huber.measure("leadership_points", 8) == "1/36");
  CHECK(huber.measure("leadership_points", 18) == "1/36");
  CHECK(leadership({{"leader_value", "2"}}).measure("leadership_points", 14) == "1/36");
}

TEST_CASE("losses cost a point each, down to none; all leaders dead is 2D6 less the losses") {
  const Answer dead = leadership({{"rank", "none"}, {"losses", "4"}});
  CHECK(dead.measure("leadership_points", 0) == "1/6");  // 2, 3 or 4 on 2D6
  CHECK(dead.measure("leadership_points", 8) == "1/36");
}

TEST_CASE("the prices of a plan") {
  const auto cost = [](const Given& given) { return leadership(given).mean("cost"); };
  CHECK(cost({{"moves", "1"}}) == 1);
  CHECK(cost({{"moves", "2"}}) == 3);
  CHECK(cost({{"moves", "3"}}) == 7);
  CHECK(cost({{"moves", "3 2 4*1"}}) == 14);
  CHECK(cost({{"moves", "4*1"}}) == 4);  // a master control vehicle and its three remotes
  CHECK(cost({{"deployed_moves", "1"}}) == 2);
  CHECK(cost({{"deployed_moves", "3"}}) == 10);  // 2 + 3 + 5
  CHECK(cost({{"fireflies", "3"}}) == 7);
  CHECK(cost({{"confires", "2"}, {"rapid_fires", "1"}, {"double_taps", "3"}}) == 10);
  CHECK(cost({{"deployments", "1"}, {"rotations", "1"}, {"mounts", "2"}, {"snipers", "1"}}) == 6);
  // Master of Artillery: a request of 20 costs 10, counter-battery fire 2 instead of 4.
  CHECK(cost({{"artillery_request", "20"}}) == 20);
  CHECK(cost({{"artillery_request", "20"}, {"master_of_artillery", "true"}}) == 10);
  CHECK(cost({{"artillery_request", "7"}, {"master_of_artillery", "true"}}) == 4);
  CHECK(cost({{"counter_battery", "true"}}) == 4);
  CHECK(cost({{"counter_battery", "true"}, {"master_of_artillery", "true"}}) == 2);
}

TEST_CASE("the chance to afford a plan") {
  // A veteran sergeant (2D6 + 2) and a plan of 9: 7 or more on 2D6.
  const Answer plan = leadership({{"quality", "veteran"}, {"cost", "9"}});
  CHECK(plan.outcome("affordable") == "7/12");
  CHECK(plan.event("affordable") == "7/12");
  CHECK(plan.measure("left", 5) == "1/36");
  CHECK(plan.measure("short_by", 5) == "1/36");
}

TEST_CASE("the Thunder Run example of Supplement 4") {
  // 15mm: 10 cm to the road, then twice 15 (7 LP); 30 kept up + 3 * 15 = 75 (7 LP); then 75 for
  // nothing or 90 for 1 LP. A colonel never lacks the points.
  const Given tank = {{"rank", "colonel"}, {"speed", "15"}, {"approach", "10"}};
  const auto after = [&](const char* moves) {
    Given given = tank;
    given["moves"] = moves;
    return run(given);
  };
  CHECK(after("3").mean("distance") == 40);
  CHECK(after("3").mean("leadership_points_spent") == 7);
  CHECK(after("3").mean("tokens") == 1);
  CHECK(after("3 3").mean("last_turn") == 75);
  CHECK(after("3 3").mean("leadership_points_spent") == 14);
  CHECK(after("3 3").mean("tokens") == 2);
  CHECK(after("3 3 0").mean("last_turn") == 75);
  CHECK(after("3 3 0").mean("leadership_points_spent") == 14);
  CHECK(after("3 3 1").mean("last_turn") == 90);
  CHECK(after("3 3 1").mean("leadership_points_spent") == 15);
  // Two tokens at most: the ninetieth centimetre is not kept up.
  CHECK(after("3 3 1 0").mean("last_turn") == 75);
  // A column that does not move in turn 1 is still off the road: 10 + 15 + 15 in turn 2.
  Given late = tank;
  late["moves"] = "0 3";
  late["rank"] = "sergeant";
  late["leader_value"] = "20";
  CHECK(run(late).measure("distance", 40) == "1/1");
  // Six times the speed for nothing, starting on the road.
  Given road = tank;
  road["approach"] = "0";
  road["moves"] = "3 3 0";
  CHECK(run(road).mean("last_turn") == 90);
  road["declared"] = "false";
  CHECK(run(road).mean("last_turn") == 0);
}

TEST_CASE("a column that can't pay moves as often as it can") {
  // A trained sergeant: 2D6 + 1. Two vehicles: three moves 14 LP, two 6, one 2. Never 14; 6 or more
  // on 5 or more of 2D6 (30/36).
  const Answer column =
      run({{"quality", "trained"}, {"moves", "3"}, {"vehicles", "2"}, {"speed", "30"}});
  CHECK(column.outcome("held_up") == "1/1");
  CHECK(column.measure("distance", 60) == "5/6");
  CHECK(column.measure("distance", 30) == "1/6");
}

TEST_CASE("unknown leader values are asked for, impossible plans refused") {
  using Catch::Matchers::ContainsSubstring;
  const std::string leadership_name = "slammers.leadership";
  CHECK_THAT(
      refusal(leadership_name, {{"quality", "elite"}, {"rank", "captain"}}),
      ContainsSubstring("captain (elite) is not known") && ContainsSubstring("leader_value"));
  CHECK_THAT(refusal(leadership_name, {{"moves", "4"}}),
             ContainsSubstring("'4' is no number of moves") && ContainsSubstring("0 to 3"));
  CHECK_THAT(refusal(leadership_name, {{"rank", "none"}, {"technician", "true"}}),
             ContainsSubstring("no leader left"));
  // All leaders dead is 2D6 less the losses, in a command tank, too.
  CHECK_THAT(refusal(leadership_name, {{"rank", "none"}, {"command_tank", "true"}}),
             ContainsSubstring("2D6 less the losses"));
  CHECK_THAT(refusal(leadership_name, {{"master_of_artillery", "true"}}),
             ContainsSubstring("needs artillery_request or counter_battery"));
  CHECK_THAT(refusal(leadership_name, {{"losses", "-1"}}), ContainsSubstring("0 to 60"));
  CHECK_THAT(refusal("slammers.thunder-run", {{"moves", ""}, {"speed", "15"}}),
             ContainsSubstring("needs moves"));
  // The leader with the skill Master of Artillery is dead with all the others.
  CHECK_THROWS_AS(
      Answer("slammers.leadership",
             {{"rank", "none"}, {"master_of_artillery", "true"}, {"artillery_request", "5"}}),
      InputError);
}

}  // namespace
}  // namespace combat_odds
