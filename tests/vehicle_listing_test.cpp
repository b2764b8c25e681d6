#include "ask/named_vehicles.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"

namespace combat_odds {
namespace {

using Catch::Matchers::ContainsSubstring;
using test::Answer;
using test::Given;
using test::Run;
using test::Workspace;

// Invented numbers: the kill numbers and armor of Cross of Iron are lost.
const char* const counters =
    "nationality,name,kind,gun,turret,front_armor,side_armor,front_boxed,rate_of_fire,ap_front,"
    "ap_side,ap_rear,ap_unarmored,bow_mg,coaxial_mg,movement,survival\n"
    "german,Panther,closed_topped,75LL,yes,5,2,,,9,11,25,10,4,2,15,6\n"
    "german,Jagdpanther,closed_topped,88LL,no,6,2,,2,12,13,25,,,,,\n"
    "german,PaK,shielded_gun,75L,,,,,2,8,10,25,10,,,,\n"
    "russian,T-34,closed_topped,76,yes,2,1,true,,7,8,25,,4,,16,5\n"
    "russian,Lorry,unarmored,,,,,,,,,,,,,,\n"
    "american,Lorry,unarmored,,,,,,,,,,,,,,\n";

VehicleListing listing() {
  VehicleListing listing;
  listing.add({"counters.csv", counters});
  return listing;
}

/// The values that are asked once the vehicles are looked up.
Given looked_up(const std::string& procedure, const Given& typed, const Preset* preset = nullptr) {
  std::vector<GivenValue> given;
  for (const auto& [name, value] : typed) given.push_back({name, value, {"--" + name, 0, 0}});
  Given all;
  for (const GivenValue& value : with_vehicles(given, preset, test::library().procedure(procedure),
                                               listing(), test::charts())) {
    all.emplace(value.parameter, value.text);  // the first counts
  }
  return all;
}

Answer asked(const std::string& procedure, const Given& typed) {
  return Answer(procedure, looked_up(procedure, typed));
}

const Given panther_fires = {
    {"firer", "Panther"}, {"target", "T-34"}, {"range", "10"}, {"phases", "1"}};

TEST_CASE("a gun against a vehicle by name: gun, armor and kill numbers of the listing") {
  // Hits on 9 or less at 10 hexes; kills on 9 - 2 = 7 or less, 21 throws of 36. Of an Original 2 a
  // third die of 1 to 4 makes a critical hit, which kills: 29/36 * 21/36 + 1/36 (4/6 + 2/6 21/36).
  CHECK(asked("sl.engagement", panther_fires).event("target_knocked_out") == "40/81");
  // Red numbers: 8. Kills on 7 - 5 = 2; critical on 1 to 3: 25/36 1/36 + 1/36 (1/2 + 1/2 1/36).
  CHECK(asked("sl.engagement", test::with(panther_fires, {{"firer", "t34"}, {"target", "panther"}}))
            .event("target_knocked_out") == "29/864");
  // Hull down: 5, and its armor stands in a square (64.35): 9 - 3 = 6 or less, 15 throws; critical
  // on 1 and 2: 9/36 * 15/36 + 1/36 (1/3 + 2/3 15/36).
  CHECK(asked("sl.engagement", test::with(panther_fires, {{"target", "T-34 hull down"}}))
            .event("target_knocked_out") == "157/1296");
}

TEST_CASE("return fire takes the target's gun and the firer's armor") {
  // The T-34 that is left fires back: (1 - 40/81) * 29/864.
  const Answer answer =
      asked("sl.engagement", test::with(panther_fires, {{"return_fire", "true"}}));
  CHECK(answer.event("target_knocked_out") == "40/81");
  CHECK(answer.event("firer_knocked_out") == "1189/69984");
}

TEST_CASE("return fire knows the firer's size and what stands in a square (64.6, 64.35)") {
  VehicleListing listing;
  listing.add({"mine.csv",
               "nationality,name,kind,gun,front_armor,front_boxed,size\n"
               "german,Large,closed_topped,75,0,true,2\nrussian,Small,closed_topped,75,0,,0\n"});
  Given all;
  std::vector<GivenValue> given;
  for (const auto& [name, value] : Given{{"firer", "Large"},
                                         {"target", "Small"},
                                         {"return_fire", "true"},
                                         {"return_target", "vehicle_hull_down"}}) {
    given.push_back({name, value, {"--" + name, 0, 0}});
  }
  for (const GivenValue& value : with_vehicles(
           given, nullptr, test::library().procedure("sl.engagement"), listing, test::charts())) {
    all.emplace(value.parameter, value.text);
  }
  CHECK(all.at("return_target_size") == "2");
  CHECK(all.at("return_boxed_armor") == "true");
  CHECK(all.at("target_size") == "0");
}

TEST_CASE("vehicles of the base game bring their armor (33.41)") {
  const Given su = looked_up("sl.engagement", {{"target", "SU-152"}});
  CHECK(su.at("armor") == "2");
  CHECK(su.at("target_kind") == "closed_topped");
  const Given m10 = looked_up("sl.engagement", {{"gun", "M10"}, {"return_fire", "true"}});
  CHECK(m10.at("return_armor") == "-1");
  CHECK(m10.at("return_target_kind") == "open_topped");
  CHECK(looked_up("sl.to-kill", {{"weapon", "75"}, {"target", "truck"}}).at("target_kind") ==
        "unarmored");
}

TEST_CASE("the facing chooses armor and kill number") {
  const Given side = looked_up("sl.engagement", test::with(panther_fires, {{"facing", "side"}}));
  CHECK(side.at("kill_number") == "11");
  CHECK(side.at("rear_kill_number") == "25");
  CHECK(side.at("side_armor") == "1");
  const Given rear = looked_up("sl.engagement", test::with(panther_fires, {{"facing", "rear"}}));
  CHECK(rear.at("kill_number") == "25");
  CHECK(rear.count("rear_kill_number") == 0);
  CHECK_THROWS_WITH(
      looked_up("sl.engagement", test::with(panther_fires, {{"facing", "front,side"}})),
      ContainsSubstring("--facing: facing is a list"));
  // A typed kill number overrides the listing's.
  CHECK(looked_up("sl.engagement", test::with(panther_fires, {{"kill_number", "3"}}))
            .at("kill_number") == "3");
}

TEST_CASE("guns and trucks as targets, and guns without a turret as firers") {
  const Given at_pak = looked_up(
      "sl.engagement", {{"firer", "T-34"}, {"target", "PaK"}, {"range", "6"}, {"facing", "front"}});
  CHECK(at_pak.at("target") == "gun");
  CHECK(at_pak.at("target_kind") == "shielded_gun");
  CHECK(at_pak.at("kill_number") == "7");
  CHECK(at_pak.count("rear_kill_number") + at_pak.count("armor") == 0);
  const Given at_lorry =
      looked_up("sl.to-kill", {{"firer", "Panther"}, {"target", "american Lorry"}});
  CHECK(at_lorry.at("weapon") == "75LL");
  CHECK(at_lorry.at("kill_number") == "10");
  CHECK_FALSE(Answer("sl.to-kill", at_lorry).odds().chances.empty());
  // 33/36 of 75mm: 10 or less kills a truck.
  CHECK(Answer("sl.to-kill", at_lorry).event("knocked_out") == "11/12");
  CHECK(looked_up("sl.to-hit", {{"firer", "Jagdpanther"}, {"target", "T-34 in woods"}}) ==
        Given{{"gun", "88LL"}, {"firer", "sp_gun"}, {"target", "vehicle_in_woods_or_building"}});
  CHECK(looked_up("sl.engagement", {{"firer", "Jagdpanther"}}).at("rate_of_fire") == "2");
}

TEST_CASE("the HEAT number is for a gun that fires HEAT") {
  VehicleListing mine;
  mine.add({"mine.csv", "nationality,name,gun,heat_number\ngerman,Mine,75,9\n"});
  const auto depletion_number = [&](const char* ammunition) {
    std::vector<GivenValue> given;
    for (const auto& [name, value] : Given{{"firer", "Mine"}, {"ammunition", ammunition}}) {
      given.push_back({name, value, {"--" + name, 0, 0}});
    }
    Given all;
    for (const GivenValue& value : with_vehicles(
             given, nullptr, test::library().procedure("sl.engagement"), mine, test::charts())) {
      all.emplace(value.parameter, value.text);
    }
    return all.count("depletion_number") == 0 ? "none" : all.at("depletion_number");
  };
  CHECK(depletion_number("heat") == "9");
  CHECK(depletion_number("ap") == "none");
}

TEST_CASE("a value that is no listed vehicle stays as it was") {
  const Given lines = {{"gun", "75"}, {"firer", "sp_gun"}, {"target", "vehicle_hull_down,gun"}};
  CHECK(looked_up("sl.to-hit", lines) == lines);
  const Given melee = {{"target", "4-6-7"}, {"firepower", "8"}};
  CHECK(looked_up("sl.fire", melee) == melee);
  CHECK(looked_up("sl.engagement", {{"firer", "PzKw IV F2"}}) == Given{{"gun", "PzKw IV F2"}});
  // Wherever a vehicle of the base game may be named, a listed one may be.
  CHECK(looked_up("sl.overrun", {{"mg", "Panther"}}).at("mg") == "6");
  CHECK(looked_up("sl.speed-breakdown", {{"movement", "Panther"}}).at("movement") == "15");
  CHECK(looked_up("sl.to-hit", {{"gun", "Panther"}}).at("gun") == "75LL");
}

TEST_CASE("the listing overrides a preset, and given values override both") {
  const Preset& preset = test::library().preset(test::library().procedure("sl.engagement"),
                                                "pzkw-iv-against-t-34", {});
  const Given given =
      looked_up("sl.engagement", {{"firer", "Panther"}, {"target", "T-34"}}, &preset);
  CHECK(given.at("gun") == "75LL");
  CHECK(given.at("armor") == "2");
  CHECK(given.at("range") == "12");
}

TEST_CASE("a listing takes whatever the parameters take that it fills, and no more") {
  struct Filled {
    std::vector<std::string> columns;
    const char* procedure;
    const char* parameter;
  };
  const std::vector<Filled> all = {
      {{"front_armor"}, "sl.engagement", "armor"},
      {{"side_armor"}, "sl.engagement", "side_armor"},
      {{"size"}, "sl.engagement", "target_size"},
      {{"rate_of_fire"}, "sl.engagement", "rate_of_fire"},
      {{"heat_number"}, "sl.engagement", "depletion_number"},
      {{"breakdown_number"}, "sl.engagement", "breakdown_number"},
      {{"bow_mg", "coaxial_mg", "aa_mg"}, "sl.close-combat-vehicle", "aa_mg"},
      {{"movement"}, "sl.speed-breakdown", "movement"},
      {{"survival"}, "sl.crew-survival", "survival_number"},
      {{"ap_front", "ap_side", "ap_rear", "ap_unarmored", "he_front", "he_side", "he_rear",
        "he_unarmored", "heat_front", "heat_side", "heat_rear", "heat_unarmored"},
       "sl.engagement",
       "kill_number"},
  };
  for (const Filled& filled : all) {
    const Parameter* const parameter =
        test::library().procedure(filled.procedure).parameter(filled.parameter);
    REQUIRE(parameter != nullptr);
    const int least = static_cast<int>(parameter->least);
    const int most = static_cast<int>(parameter->most);
    REQUIRE(least < most);
    for (const std::string& column : filled.columns) {
      for (const int value : {least - 1, least, most, most + 1}) {
        INFO(column << " " << value);
        const std::string line =
            "nationality,name," + column + "\ngerman,Mine," + std::to_string(value) + "\n";
        VehicleListing mine;
        if (value < least || value > most) {
          CHECK_THROWS(mine.add({"mine.csv", line}));
        } else {
          CHECK_NOTHROW(mine.add({"mine.csv", line}));
        }
      }
    }
  }
}

TEST_CASE("unknown names are refused with the nearest") {
  CHECK_THROWS_WITH(looked_up("sl.engagement", {{"firer", "Pantherr"}}),
                    ContainsSubstring("--firer: no vehicle or gun 'Pantherr'") &&
                        ContainsSubstring("did you mean 'Panther'?"));
  CHECK_THROWS_WITH(looked_up("sl.engagement", {{"target", "Lorry"}}),
                    ContainsSubstring("several 'Lorry'") && ContainsSubstring("american Lorry"));
  CHECK_THROWS_WITH(looked_up("sl.engagement", {{"firer", "russian Lorry"}}),
                    ContainsSubstring("no gun for Lorry"));
  CHECK_THROWS_WITH(looked_up("sl.engagement", {{"firer", "Panther"}, {"gun", "75"}}),
                    ContainsSubstring("is given by gun, too"));
}

TEST_CASE("a faulty listing reports all faults at once") {
  VehicleListing faulty;
  CHECK_THROWS_WITH(faulty.add({"mine.csv",
                                "nationality,name,kind,gun,front_armor\n"
                                "german,Panther,tank,75LLL,0\n"
                                "german,panther,,,17\n"}),
                    ContainsSubstring("mine.csv:2:16: 'tank' is no kind of target") &&
                        ContainsSubstring("mine.csv:2:21") &&
                        ContainsSubstring("mine.csv:3:8: german panther is listed twice") &&
                        ContainsSubstring("mine.csv:3:18"));
  CHECK(faulty.empty());
}

TEST_CASE("missing numbers are asked for all at once") {
  const Workspace here;
  const Run numbers =
      test::run(here, "combat-odds odds sl.engagement --gun 75LL --range 10 --method exact");
  CHECK(numbers.exit_code == 2);
  for (const char* const name : {"--armor is missing", "--kill-number is missing",
                                 "--rear-kill-number is missing", "--armor: the upper armor"}) {
    CHECK_THAT(numbers.err, ContainsSubstring(name));
  }
  const Run required = test::run(here, "combat-odds odds sl.engagement");
  CHECK_THAT(required.err, ContainsSubstring("sl.engagement needs --gun and --range"));
}

TEST_CASE("--listing, and the listing of the configuration folder") {
  const Workspace here;
  here.write("mine.csv", counters);
  const std::string question =
      "combat-odds odds sl.engagement --firer Panther --target T-34 --range 10 --phases 1 "
      "--method exact --format csv";
  const Run run = test::run(here, question + " --listing mine.csv");
  CHECK(run.err.empty());
  CHECK_THAT(run.out, ContainsSubstring("40/81"));
  CHECK_THAT(test::run(here, question).err, ContainsSubstring("Panther is known by name only"));
  here.write("config/combat-odds/listing.csv", counters);
  CHECK_THAT(test::run(here, "export XDG_CONFIG_HOME=\"$PWD/config\"; " + question).out,
             ContainsSubstring("40/81"));
  // sl.to-kill has no parameters of these names.
  CHECK_THAT(test::run(here,
                       "combat-odds odds sl.to-kill --firer Panther --target T-34 --listing "
                       "mine.csv --method exact --format csv")
                 .out,
             ContainsSubstring("7/12"));
}

TEST_CASE("the shipped template is a listing, for points too") {
  const Workspace here;
  const std::string file = COMBAT_ODDS_SOURCE "/scenarios/listing/vehicles-and-guns.csv";
  VehicleListing shipped;
  shipped.add({"template", test::read_file(file)});
  CHECK(shipped.has("Panther"));
  // The program asks for everything that the counter does not show, all at once.
  const Run panther = test::run(here, "combat-odds odds sl.engagement --listing '" + file +
                                          "' --firer Panther --target T-34 --range 10");
  CHECK(panther.exit_code == 2);
  CHECK_THAT(panther.err, ContainsSubstring("--kill-number is missing") &&
                              ContainsSubstring("--rear-kill-number is missing"));
  here.write("force.csv", "side,unit,quantity\nrussian,T-34,2\n");
  const Run points = test::run(
      here, "combat-odds points force.csv --date 1942-10 --listing '" + file + "' --format csv");
  CHECK(points.exit_code == 0);
  CHECK_THAT(points.out, ContainsSubstring("280"));  // twice the base game's 140
}

TEST_CASE("a duel of two vehicles: everything that is printed on both") {
  const Given known = looked_up(
      "sl.tank-duel", {{"first", "Panther hull down"}, {"second", "t34"}, {"range", "10"}});
  CHECK(known.at("first_gun") == "75LL");
  CHECK(known.at("first_target") == "vehicle_hull_down");
  CHECK(known.at("first_side_armor") == "2");
  CHECK(known.at("first_kill_side") == "11");
  CHECK(known.at("second_to_hit_numbers") == "red");
  CHECK(known.at("second_kill_rear") == "25");
  CHECK_THROWS_WITH(
      looked_up("sl.tank-duel", {{"first", "Panther"}, {"first_gun", "75"}, {"second", "T-34"}}),
      ContainsSubstring("first_gun is given, too"));
}

TEST_CASE("a listing in every command: run, compare, ask; shards no longer need it") {
  const Workspace here;
  here.write("list.csv", counters);
  here.write("s.csv",
             "scenario,procedure,range,firer,target,first,second\n"
             "shot,sl.engagement,10,Panther,T-34,,\nduel,sl.tank-duel,10,,,Panther,T-34\n");
  const Run refused = test::run(here, "combat-odds run s.csv --out no");
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, ContainsSubstring("s.csv:2:23: Panther is known by name only"));
  const std::string run = "combat-odds run s.csv --listing list.csv --trials 20000 --quiet --out ";
  REQUIRE(test::run(here, run + "whole").err == "");
  for (const char* const part : {"1", "2"}) {
    const std::string number = part;
    REQUIRE(test::run(here, run + "p" + number + " --shard " + number + "/2").err == "");
  }
  std::filesystem::remove(here.path() / "list.csv");
  REQUIRE(test::run(here, "combat-odds merge p1 p2 --out merged").err == "");
  for (const char* const file : {"distribution.csv", "situations.csv", "summary.csv"}) {
    CHECK(test::read_file(here.path() / "merged" / file) ==
          test::read_file(here.path() / "whole" / file));
  }
  here.write("list.csv", counters);
  const std::string ranked =
      test::run(here,
                "combat-odds compare s.csv --listing list.csv --by knocked_out --method exact "
                "--format csv --quiet")
          .out;
  CHECK_THAT(ranked, ContainsSubstring("shot"));

  Question question{"sl.tank-duel", {{"range", "10"}, {"first", "Panther"}, {"second", "T-34"}}};
  question.options.method = Method::exact;
  CHECK_THROWS_WITH(ask(test::library(), question),
                    ContainsSubstring("Panther is known by name only"));
  question.listing = counters;
  const combat_odds::Answer answer = ask(test::library(), question);
  CHECK(answer.outcome("first_wins").best(0) > answer.outcome("second_wins").best(0));
  question.listing = "nationality,nam\ngerman,Panther\n";
  CHECK_THROWS_WITH(ask(test::library(), question), ContainsSubstring("nam"));
}

}  // namespace
}  // namespace combat_odds
