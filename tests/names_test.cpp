#include <map>
#include <set>

#include "core/text/suggest.hpp"
#include "sim/declare/names.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/refused_run.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::refusal;
using Given = std::map<std::string, std::string>;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("case, spaces, hyphens, umlauts and German designations do not matter") {
  CHECK(folded("Powergun-Rifle") == folded("powergun_rifle"));
  CHECK(folded("Brummbär") == folded("BRUMMBAR"));
  CHECK(name_key("PzKpfw IV F2") == name_key("PzKw IV F2"));
  CHECK(name_key("Pz. IVF2") == name_key("pzkw_iv_f2"));
  CHECK(name_key("Guards Rifle Company") == name_key("Gds Rifle Coy"));
  CHECK(name_key("6+1") != name_key("61"));
  CHECK(find_name("T34", {"T-34", "KV-1"}) == 0);
  CHECK(find_name("kv 1", {"T-34", "KV-1"}) == 1);
  CHECK_FALSE(find_name("T-35", {"T-34", "KV-1"}).has_value());
  CHECK_FALSE(find_name("-", {"T-34", "KV-1"}).has_value());
}

TEST_CASE("the suggested name is spelled as in the chart") {
  CHECK(nearest("pzkw IVF3", {"PzKw IV F2", "StuG III"}) == "PzKw IV F2");
  CHECK(nearest("Tiger", {"PzKw IV F2", "StuG III"}) == "");
  CHECK(nearest("8x", {"FT", "DC"}) == "");  // no letter in common
  CHECK(nearest("FZ", {"FT", "DC"}) == "FT");
  // "stuka" is two letters from "stugg", but the other begins with the words.
  CHECK(did_you_mean("StuG G", {"Stuka", "StuG B Pltn", "StuG G Pltn"}, "") ==
        "did you mean 'StuG G Pltn'?");
}

TEST_CASE("choices are taken as people type them") {
  // B25.11: a NTC with morale 10 (33/36), then stone rubble kindles on 8 or more, very dry +2:
  // 26/36.
  for (const char* const terrain : {"stone_rubble", "Stone Rubble", "STONE-RUBBLE"}) {
    CHECK(Answer("asl.kindling", {{"terrain", terrain}, {"morale", "10"}, {"ec", "Very Dry"}})
              .outcome("flame") == "143/216");
  }
  CHECK(has(refusal("asl.kindling", {{"terrain", "Stone Bilding"}, {"morale", "10"}}),
            "did you mean 'stone_building'?"));
  CHECK(Answer("asl.fire", {{"firepower", "8"}, {"target", "4-6-7"}, {"cowering", "None"}})
            .event("nmc_or_better") == "13/18");  // Final DR 8 or less: 26/36
}

TEST_CASE("no two choices of a parameter are alike, nor two names with different numbers") {
  for (const Procedure* procedure : test::library().procedures()) {
    for (const Parameter& parameter : procedure->parameters) {
      INFO(procedure->name << " " << parameter.name);
      std::set<std::string> keys;
      for (const std::string& choice : parameter.choices) {
        CHECK(keys.insert(name_key(choice)).second);
      }
      if (!parameter.names) continue;
      std::map<std::string, double> numbers;
      for (const NamedValue& value : parameter.names->read(test::charts())) {
        const auto [known, is_new] = numbers.emplace(name_key(value.name), value.number);
        INFO(value.name);
        CHECK((is_new || known->second == value.number));
      }
      CHECK_FALSE(numbers.empty());
    }
  }
}

TEST_CASE("units can be typed without hyphens, with x or with dashes") {
  const Given plain = {{"firepower", "8"}, {"target", "3*4-6-7 8-1"}};
  const double expected = Answer("asl.fire", plain).mean("broken");
  for (const char* const target :
       {"3x4-6-7 8-1", "3 x 4-6-7 8-1", "3X467 8-1", "467 467 467 8-1", "3×4–6–7 8−1"}) {
    INFO(target);
    CHECK(Answer("asl.fire", {{"firepower", "8"}, {"target", target}}).mean("broken") == expected);
  }
  // A counter of the chart, typed without hyphens, keeps the chart's ELR and half-squad.
  CHECK(Answer("asl.fire", {{"firepower", "8"}, {"target", "838"}}).outcome("replaced") ==
        Answer("asl.fire", {{"firepower", "8"}, {"target", "8-3-8"}}).outcome("replaced"));
  CHECK(has(refusal("asl.fire", {{"firepower", "8"}, {"target", "4x"}}), "'4x' is not a unit"));
}

TEST_CASE("a leader may be typed without a hyphen, and is asked back where it may be firepower") {
  const auto fire = [](const char* attackers, const char* target) {
    return Given{
        {"attackers", attackers}, {"range", "2"}, {"terrain", "stone"}, {"target", target}};
  };
  // 4 FP at +3 -1. With 81 FP for the 8-1 it was the 36 column: 73 % instead of 8 %.
  const Answer expected("asl.fire", fire("4-6-7 8-1", "4-4-7"));
  for (const char* const asked_back : {"467 81", "81 467", "467+81", "2*81 467"}) {
    INFO(asked_back);
    CHECK(has(refusal("asl.fire", fire(asked_back, "447")), "81: the leader 8-1, or 81 FP?"));
    CHECK(has(refusal("asl.fire", fire(asked_back, "447")), "8-1 or 81 FP"));
  }
  CHECK(has(refusal("asl.fire", fire("467 100", "447")), "100: the leader 10-0, or 100 FP?"));
  CHECK(Answer("asl.fire", fire("467 8-1", "447")).event("broken_or_worse") ==
        expected.event("broken_or_worse"));
  // No weapon has 102 FP; 54 is no leader.
  CHECK(Answer("asl.fire", fire("467 102", "447")).event("broken_or_worse") ==
        Answer("asl.fire", fire("4-6-7 10-2", "4-4-7")).event("broken_or_worse"));
  CHECK(Answer("asl.fire", fire("467 81 FP", "447")).event("broken_or_worse") ==
        Answer("asl.fire", fire("467 + 81.0", "447")).event("broken_or_worse"));
  CHECK(Answer("asl.fire", fire("467 54", "447")).event("broken_or_worse") ==
        Answer("asl.fire", fire("467 54 FP", "447")).event("broken_or_worse"));
  // A target has no firepower: it can only be the leader.
  CHECK(Answer("asl.fire", fire("467", "447 81")).mean("broken") ==
        Answer("asl.fire", fire("467", "4-4-7 8-1")).mean("broken"));
}

TEST_CASE("a leader stands for his modifier") {
  // B24.7: a squad clears wire on a Final DR of 2 or less at -1: an Original 2 or 3, 3/36; a 9-1
  // adds -1: 6/36; a 6+1 adds +1: an Original 2.
  const auto cleared = [](const char* leader) {
    return Answer("asl.clearance", {{"item", "wire"}, {"squads", "1"}, {"leadership", leader}})
        .outcome("cleared");
  };
  CHECK(cleared("0") == "1/12");
  CHECK(cleared("9-1") == "1/6");
  CHECK(cleared("6+1") == "1/36");
  const auto refused = [](const char* leader) {
    return refusal("asl.clearance", {{"squads", "1"}, {"leadership", leader}});
  };
  CHECK(has(refused("4-6-7"), "4-6-7 is no leader"));
  CHECK(has(refused("9-1 8-1"), "names more units than fit (at most 1)"));
  CHECK(has(refused("Rommel"), "'Rommel' is not a unit"));
  CHECK(has(refused("Rommel"), "a leader such as 8-1"));
}

TEST_CASE("a unit stands for its morale") {
  // 64.44: a stunned crew is one that fails; the 2-4-7's morale is 7.
  const auto stunned = [](const char* morale) {
    return Answer("sl.crew-exposed", {{"firepower", "8"}, {"morale", morale}}).odds().chances;
  };
  const auto by_name = stunned("2-4-7");
  const auto by_number = stunned("7");
  REQUIRE(by_name.size() == by_number.size());
  for (std::size_t i = 0; i < by_name.size(); ++i) {
    CHECK(by_name[i].exact->fraction == by_number[i].exact->fraction);
  }
}

TEST_CASE("units and machine guns add up to firepower") {
  // Column 12 has an NMC or more up to a Final 9, column 8 up to 8, column 6 up to 7 and column 16
  // up to 10: 30/36, 26/36, 21/36 and 33/36.
  const auto nmc = [](const char* firepower) {
    return Answer("asl.fire", {{"firepower", firepower}, {"target", "4-6-7"}})
        .event("nmc_or_better");
  };
  CHECK(nmc("2*4-6-7 + German HMG") == "5/6");    // 8 + 7 = 15
  CHECK(nmc("4-6-7 + german-hmg") == "13/18");    // 4 + 7 = 11
  CHECK(nmc("German HMG") == "7/12");             // 7
  CHECK(nmc("4-6-7 2-4-7") == "7/12");            // 4 + 2 = 6
  CHECK(nmc("3x467 + 2*German LMG") == "11/12");  // 12 + 6 = 18
  CHECK(nmc("4-6-7 + 4") == "13/18");             // 4 + 4 = 8
  const auto refused = [](const char* firepower) {
    return refusal("asl.fire", {{"firepower", firepower}, {"target", "4-6-7"}});
  };
  CHECK(has(refused("4-6-7 + Germn HMG"), "did you mean 'German HMG'?"));
  CHECK(has(refused("4-6-7 8-1"), "the leader 8-1 has no FP"));
  CHECK(has(refused("4-6-7 +"), "firepower is ''"));
  CHECK(has(refused("467"), "that number, or a 4-6-7?"));
  CHECK(has(refused("4-6-7 + 467"), "that number, or a 4-6-7?"));
  CHECK(nmc("104") == "1/1");      // no unit is a 1-0-4; the 36 column as below
  CHECK(nmc("128 + 0") == "1/1");  // the 36 column at +0 ends with a 1MC
  CHECK(has(refused("99*German HMG + 99*German HMG"), "1386"));  // 2 * 99 * 7, more than 1000
}

TEST_CASE("a unit that no game has is refused") {
  CHECK(
      has(refusal("asl.fire", {{"firepower", "8"}, {"target", "4-7-6"}}), "'4-7-6' is not a unit"));
}

TEST_CASE("vehicles stand for their printed numbers") {
  // 79.1: a DR of 12 stops a vehicle that uses its whole allowance: 16 MP for a T-34, 12 for a
  // PzKw IV F2.
  const auto arrives = [](const char* vehicle, const char* used) {
    return Answer("sl.speed-breakdown", {{"movement", vehicle}, {"mp_used", used}})
        .outcome("arrives");
  };
  CHECK(arrives("T-34", "15") == "1/1");
  CHECK(arrives("t34", "16") == "35/36");
  CHECK(arrives("PzKpfw IVF2", "11") == "1/1");
  CHECK(arrives("Pz IV F2", "12") == "35/36");
  CHECK(has(refusal("sl.speed-breakdown", {{"movement", "T-44"}, {"mp_used", "9"}}),
            "did you mean 'T-34'?"));
  // 72.1: 4, half of the 8 of the 76mm gun and the bow MG of 4 are 12; the PzKw IV F2 has MG of 4
  // and 2, 14 in all, half of it in woods.
  const auto overrun = [](const char* main, const char* mg, const char* woods) {
    return Answer(
               "sl.overrun",
               {{"main_armament", main}, {"mg", mg}, {"close_terrain", woods}, {"target", "4-6-7"}})
        .outcome_value("eliminated");
  };
  CHECK(overrun("T-34", "T-34", "false") == overrun("8", "4", "false"));
  CHECK(overrun("PzKw IV F2", "PzKw IV F2", "true") == overrun("8", "6", "true"));
  CHECK(has(refusal("sl.overrun", {{"main_armament", "truck"}, {"target", "4-6-7"}}),
            "main_armament is 'truck'"));
}

TEST_CASE("a vehicle's gun fires with its calibre and colour of numbers") {
  // 33.3, vehicle in other terrain at 12 hexes: black 9, red 8.
  const auto needs = [](const char* gun, int number) {
    return Answer("sl.to-hit", {{"gun", gun}, {"range", "12"}}).measure("needed", number);
  };
  CHECK(needs("PzKw IV F2", 9) == "1/1");
  CHECK(needs("T-34", 8) == "1/1");
  CHECK(needs("76", 9) == "1/1");
  // 64.23: an asterisk gun has +1 at 7 to 12 hexes.
  CHECK(needs("pzkw iv f1", 8) == "1/1");
  CHECK(has(refusal("sl.to-hit", {{"gun", "T-35"}, {"range", "6"}}), "did you mean 'T-34'?"));
  CHECK(has(refusal("sl.to-hit", {{"gun", "jeep"}, {"range", "6"}}), "'jeep' is not a gun"));
  CHECK(Answer("sl.to-kill", {{"weapon", "T-34"}, {"armor", "0"}}).outcome("eliminated") ==
        Answer("sl.to-kill", {{"weapon", "76"}, {"armor", "0"}}).outcome("eliminated"));
  CHECK(Answer("sl.to-kill", {{"weapon", "Panzerfaust"}, {"armor", "0"}}).outcome("eliminated") ==
        Answer("sl.to-kill", {{"weapon", "panzerfaust"}, {"armor", "0"}}).outcome("eliminated"));
}

TEST_CASE("Hammer's Slammers by their names") {
  // Supplement 4: 8 cars at 550, the lieutenant 150, two sergeants at 100.
  CHECK(Answer("slammers.points",
               {{"items", "8*Huber combat car Huber Lieutenant 2*huber-insurance-sergeant"}})
            .measure("points", 4750) == "1/1");
  CHECK(has(refusal("slammers.points", {{"items", "8*huber combat tank"}}), "the chart has no"));
  CHECK(has(refusal("slammers.points", {{"items", "9*Huber combat car"}}), "8 at most"));
  CHECK(has(refusal("slammers.points", {{"items", "2*"}}), "the chart has no '2*'"));
  CHECK(has(refusal("slammers.points", {{"items", "2* Huber combat car"}}), "no '2*'"));
  CHECK(
      Answer("slammers.direct-fire",
             {{"weapon", "Powergun SMG"}, {"dv", "infantry in body armour"}})
          .outcome("killed") ==
      Answer("slammers.direct-fire", {{"weapon", "powergun_smg"}, {"dv", "6"}}).outcome("killed"));
  CHECK(has(refusal("slammers.direct-fire", {{"weapon", "powergun smq"}, {"dv", "6"}}),
            "did you mean 'powergun_smg'?"));
  // 2D6 + 4 against 8: 11/12 (4 or more... 33/36); the DV of the Dragoon's rear is 8.
  CHECK(Answer("slammers.close-assault", {{"attackers", "Elite"}, {"dv", "8"}})
            .outcome("no_effect") == "1/12");
  CHECK(Answer("slammers.atgw", {{"firepower", "5"}, {"top_dv", "Br59 Dragoon top"}})
            .event("knocked_out") ==
        Answer("slammers.atgw", {{"firepower", "5"}, {"top_dv", "7"}}).event("knocked_out"));
}

TEST_CASE("Reinforcement Groups by id, name and vehicle") {
  const auto full = [](const char* group) {
    return Answer("rb.platoon", {{"group", group}, {"date", "1942-10-20"}}).outcome("full");
  };
  CHECK(full("PzKpfw III H") == full("A4"));
  CHECK(full("pz iii h pltn") == full("A4"));
  CHECK(full("stug-iiib") == full("A1"));
  CHECK(has(refusal("rb.platoon", {{"group", "StuG IIC"}, {"date", "1942-10-20"}}),
            "did you mean 'StuG"));
}

TEST_CASE("names come from the user's own chart, and the report names the chart") {
  const test::Workspace workspace;
  workspace.write("charts/squad-leader/vehicle-points.csv",
                  "nationality,vehicle,movement,main_gun,mg,survival,points\n"
                  "german,PzKw VI,13,88LL,4/2,5,300\n");
  const test::Run own = test::run(
      workspace,
      "combat-odds odds sl.speed-breakdown --movement 'Pz VI' --mp-used 13 --method exact "
      "--charts charts");
  CHECK(own.exit_code == 0);
  CHECK(has(own.out, "Pz VI uses 13 MP"));
  CHECK(has(own.out, "35/36"));
  CHECK(test::refused_run(
            workspace,
            "combat-odds odds sl.speed-breakdown --movement T-34 --mp-used 13 --charts charts") ==
        "--movement is 'T-34' (a whole number from 2 to 40, or a vehicle such as 'PzKw "
        "IV F2')\n");

  const auto note = [&](const char* firepower) {
    return has(test::run(workspace, std::string("combat-odds odds asl.fire --method exact "
                                                "--target 4-6-7 --firepower '") +
                                        firepower + "'")
                   .out,
               "support-weapons");
  };
  CHECK(note("4-6-7 + German HMG"));
  CHECK_FALSE(note("4-6-7"));
  CHECK_FALSE(note("8"));
}

TEST_CASE("scenario files and force files take names, too") {
  const test::Workspace workspace;
  workspace.write("s.csv",
                  "scenario,procedure,movement,mp_used\n"
                  "all out,sl.speed-breakdown,\"t-34,PzKpfw IV F2\",12\n");
  const test::Run ran =
      test::run(workspace, "combat-odds run s.csv --out out --method exact --quiet");
  CHECK(ran.err == "");
  const std::string situations = test::read_file(workspace.path() / "out" / "situations.csv");
  CHECK(has(situations, "all out[movement=t-34],sl.speed-breakdown,t-34,12"));
  workspace.write("bad.csv",
                  "scenario,procedure,movement,mp_used\nb,sl.speed-breakdown,StuG IV,12\n");
  CHECK(test::run(workspace, "combat-odds run bad.csv --out bad").err ==
        "bad.csv:2:22: movement is 'StuG IV' (did you mean 'StuG III'?)\n");

  workspace.write("force.csv", "side,unit,quantity,options,note\ngerman,pzkpfw iv f2,2,,\n");
  const test::Run priced = test::run(workspace, "combat-odds points force.csv --date 1943-07");
  CHECK(priced.err == "");
  CHECK(has(priced.out, "320"));  // two at 160
}

TEST_CASE("names can be swept, and JSON repeats them as given") {
  const test::Workspace workspace;
  const test::Run sweep =
      test::run(workspace,
                "combat-odds odds sl.speed-breakdown --movement 'T-34,PzKw IV F2,14' --mp-used 12 "
                "--method exact --format csv");
  CHECK(sweep.exit_code == 0);
  CHECK(has(sweep.out, "sl.speed-breakdown[movement=PzKw IV F2]"));
  CHECK(has(sweep.out, "sl.speed-breakdown[movement=14]"));
  const test::Run json =
      test::run(workspace,
                "combat-odds odds sl.speed-breakdown --movement T-34 --mp-used 12 --method exact "
                "--format json");
  CHECK(has(json.out, "\"movement\": \"T-34\""));
}

}  // namespace
}  // namespace combat_odds
