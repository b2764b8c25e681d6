#include <chrono>
#include <sstream>

#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refused_run.hpp"

namespace combat_odds::red_barricades {
namespace {

using test::refused_run;
using test::Run;
using test::run;
using test::Workspace;

constexpr const char* shipped = COMBAT_ODDS_SOURCE "/scenarios/campaign/";

TEST_CASE("program: the answer tells what is left out or bought later for want of CPP") {
  const Workspace workspace;
  // 5 of 5 CPP for the StuGs (5); the SPWs (2) wait for the 2 CPP of two days later; nothing is
  // left for the company (7).
  workspace.write("plan.csv",
                  "date,side,group,quantity\n"
                  "1942-10-17,german,StuG G Pltn,1\n"
                  "1942-10-17,german,SPW Pltn,1\n"
                  "1942-10-18,german,Rifle Coy,1\n");
  workspace.write("budget.csv",
                  "date,side,cpp\n"
                  "1942-10-17,german,5\n"
                  "1942-10-19,german,2\n");
  const std::string asked = "combat-odds campaign plan.csv --method exact --quiet --out ";
  const std::string poor = run(workspace, asked + "poor --budget budget.csv").out;
  const std::size_t at =
      poor.find("For want of CPP this is left out of the plan, or bought later:");
  REQUIRE(at != std::string::npos);
  const std::string told = poor.substr(at);
  CHECK(told.find("StuG") == std::string::npos);
  const std::size_t late = told.find("german SPW Pltn");
  REQUIRE(late != std::string::npos);
  const std::string line = told.substr(late, told.find('\n', late) - late);
  CHECK(line.find("0 %") < line.find("100 %"));
  CHECK(line.ends_with(" 2"));
  const std::size_t never = told.find("german Rifle Coy");
  REQUIRE(never != std::string::npos);
  CHECK(told.substr(never, told.find('\n', never) - never).ends_with("never bought"));
  CHECK(run(workspace, asked + "rich").out.find("For want of CPP") == std::string::npos);
}

TEST_CASE("program: shards of a campaign add up to the bytes of one machine") {
  const Workspace workspace;
  workspace.write("plan.csv", test::read_file(std::string(shipped) + "rifle-companies.csv"));
  workspace.write("budget.csv", test::read_file(std::string(shipped) + "dice-budget.csv"));
  const std::string ask = "combat-odds campaign plan.csv --budget budget.csv --trials 30k --quiet ";
  REQUIRE(run(workspace, ask + "--out whole").exit_code == 0);
  for (const char* const shard : {"1", "2", "3"}) {
    const std::string number = shard;
    REQUIRE(run(workspace, ask + "--shard " + number + "/3 --out part" + number).exit_code == 0);
  }
  // The shards do not need the files that they were made from.
  std::filesystem::remove(workspace.path() / "plan.csv");
  const Run merged = run(workspace, "combat-odds merge part3 part1 part2 --out merged");
  CHECK(merged.err.empty());
  CHECK(merged.exit_code == 0);
  for (const char* const report :
       {"campaign-distribution.csv", "campaign-summary.csv", "campaign-days.csv", "command.csv",
        "campaign-purchases.csv", "campaign-comparison.csv", "campaign-ahead.csv", "charts.csv"}) {
    INFO(report);
    const std::string whole = test::read_file(workspace.path() / "whole" / report);
    CHECK_FALSE(whole.empty());
    CHECK(test::read_file(workspace.path() / "merged" / report) == whole);
  }
  const auto refused = [&](const std::string& folders, const std::string& says) {
    CHECK(refused_run(workspace, "combat-odds merge " + folders + " --out none") == says + "\n");
  };
  refused("part1 part3",
          "part1/shard.jsonl:1:1: shard 2 of 3 is missing (the folders of all shards)");
  refused("part1 part1 part2",
          "part1/shard.jsonl:1:1: shard 1 is part1/shard.jsonl already (each shard once)");
  refused(
      "part1 part2 whole",
      "whole/shard.jsonl: cannot be read: No such file or directory (a folder that '--shard' of "
      "a run or a campaign wrote)");
  workspace.write("part2/shard.jsonl", "{}");
  refused("part1 part2 part3",
          "part2/shard.jsonl:1:1: is not the file of a shard (the file as combat-odds wrote it)");
}

TEST_CASE("program: the table of a campaign in Markdown") {
  const Workspace workspace;
  workspace.write("plan.csv", "date,side,group,quantity\n1942-10-20,german,I1,2\n");
  const Run made =
      run(workspace, "combat-odds campaign plan.csv --method exact --format markdown --out out");
  CHECK(made.err.empty());
  CHECK(made.exit_code == 0);
  CHECK(made.out.starts_with("| in all "));
  CHECK(test::has(made.out, "\n|-"));
  CHECK(test::has(made.out, "|\n\nmean (5 % to 95 %), exact\n"));
  CHECK(test::has(refused_run(workspace, "combat-odds campaign plan.csv --format json --out none"),
                  "--format: 'json' is not possible (one of table, markdown)"));
}

TEST_CASE("program: a campaign stops early, and its trials column says so") {
  const Workspace workspace;
  workspace.write("plan.csv", "date,side,group,quantity\n1942-10-20,german,I1,2\n");
  const std::string ask = "campaign plan.csv --trials 1e12 --method monte-carlo ";
  const auto trials = [&](const char* folder) {
    const CsvTable table =
        test::read_csv_file(workspace.path() / folder / "campaign-distribution.csv");
    return std::stoull(table.rows.front()[static_cast<std::size_t>(table.column("trials"))].text);
  };
  const Run limited = run(workspace, "combat-odds " + ask + "--time-limit 1 --out limited");
  CHECK(limited.exit_code == 1);
  CHECK(limited.err == "combat-odds: the time was up; " + std::to_string(trials("limited")) +
                           " of 1000000000000 campaigns are written, the trials column tells how "
                           "many\n");
  CHECK(trials("limited") > 0);
  CHECK(trials("limited") < 1'000'000'000'000);
  CHECK(trials("limited") % 4096 == 0);  // whole blocks
  const Run stopped =
      run(workspace, "timeout --foreground --signal=INT 1 '" COMBAT_ODDS_PROGRAM "' " + ask +
                         "--out stopped --quiet");
  CHECK(stopped.err == "combat-odds: stopped by Ctrl-C; " + std::to_string(trials("stopped")) +
                           " of 1000000000000 campaigns are written, the trials column tells how "
                           "many\n");
  // 24 squads come with 169/324, so an interval of 0.01 to both sides takes about 9,600 trials: 4
  // blocks of 4096, after 1 and 2.
  CHECK(run(workspace, "combat-odds campaign plan.csv --precision 0.01 --out precise").exit_code ==
        0);
  CHECK(trials("precise") == 16'384);
}

TEST_CASE("program: the clock is watched while a campaign is prepared") {
  const Workspace workspace;
  workspace.write("plan.csv", "date,side,group,quantity\n1942-10-20,german,I1,1\n");
  // Each takes seconds.
  std::string budget = "date,side,cpp\n";
  for (int day = 20; day <= 31; ++day) {
    budget += "1942-10-" + std::to_string(day) + ",german,20d" + std::to_string(120 - day) + "\n";
  }
  workspace.write("budget.csv", budget);
  const auto start = std::chrono::steady_clock::now();
  const Run limited =
      run(workspace,
          "combat-odds campaign plan.csv --budget budget.csv --out out --time-limit 0.5 --quiet");
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
  CHECK(limited.exit_code == 1);
  CHECK(limited.err ==
        "combat-odds: the time was up; nothing was simulated, and nothing is written\n");
  CHECK_FALSE(std::filesystem::exists(workspace.path() / "out"));
}

TEST_CASE("program: a spreadsheet takes no text of a campaign for a formula") {
  const Workspace workspace;
  workspace.write("=a.csv", "date,side,group,quantity\n1942-10-20,german,I1,1\n");
  workspace.write("b.csv", "date,side,group,quantity,note\n1942-10-20,german,I1,1,=1+1\n");
  CHECK(run(workspace, "combat-odds campaign =a.csv b.csv --out out --trials 1k").err ==
        "=a: a plan goes by the name of its file, which a spreadsheet would read as a formula (a "
        "file whose name begins with none of = + - @)\n");
  REQUIRE(run(workspace, "combat-odds campaign b.csv --out out --trials 1k").exit_code == 0);
  CHECK(test::read_file(workspace.path() / "out/campaign-purchases.csv").ends_with(",'=1+1\n"));
}

TEST_CASE("program: the reports of a campaign") {
  const Workspace workspace;
  workspace.write("plan.csv",
                  "date,side,group,quantity,note\n1942-10-20,german,I2,1,\"the first, of two\"\n"
                  "20 Oct,Russian,o2,1,\n");
  const Run done = run(workspace, "combat-odds campaign plan.csv --out out --trials 50k");
  CHECK(done.exit_code == 0);
  CHECK(done.err.empty());
  CHECK(done.out.find("5-4-8") == std::string::npos);  // its value is known: nothing is said of it
  const auto distribution = test::read_file(workspace.path() / "out/campaign-distribution.csv");
  CHECK(
      distribution.starts_with("side,date,measure,value,monte_carlo,ci_low,ci_high,exact,"
                               "exact_fraction,trials,seed\ngerman,1942-10-20,squads,9,"));
  CHECK(distribution.find("german,total,unvalued_units,") != std::string::npos);
  CHECK(distribution.find("russian,1942-10-20,oba_modules plentiful,1,") != std::string::npos);
  CHECK(distribution.find("german,total,points,117,") != std::string::npos);  // nine of 13 points
  const auto purchases = test::read_file(workspace.path() / "out/campaign-purchases.csv");
  CHECK(purchases.find("\"the first, of two\"") != std::string::npos);
  CHECK(test::read_file(workspace.path() / "out/campaign-summary.csv")
            .starts_with("side,date,measure,mean,mean_ci_low,mean_ci_high,exact_mean,"
                         "standard_deviation,p05,median,p95,mean_per_cpp\n"));
  // 11.1666 squads for 9 CPP: (12 * 26 + 9 * 10) / 36 = 67/6.
  CHECK(
      test::read_file(workspace.path() / "out/campaign-summary.csv").find("german,total,squads,") !=
      std::string::npos);
}

TEST_CASE("program: the user's own points") {
  const Workspace workspace;
  workspace.write("plan.csv", "date,side,group,quantity,strength\n1942-10-20,german,I2,1,full\n");
  workspace.write("points.csv", "unit,points\n5-4-8,14\n");
  CHECK(run(workspace, "combat-odds campaign plan.csv --points points.csv --out out --method exact")
            .exit_code == 0);
  CHECK(test::read_file(workspace.path() / "out/campaign-distribution.csv")
            .find("german,total,points,168,,,,1,1/1,,\n") != std::string::npos);
  workspace.write("points.csv", "unit,points\n5-4-9,14\nTiger,-1\n5-4-8,x\n");
  const std::string bad =
      refused_run(workspace, "combat-odds campaign plan.csv --points points.csv --out out2");
  CHECK(bad.find("points.csv:2:1: no unit '5-4-9' comes in this campaign (did you mean "
                 "'5-4-8'?)\n") != std::string::npos);
  CHECK(bad.find("points.csv:3:1: no unit 'Tiger'") != std::string::npos);
  CHECK(bad.find("points.csv:3:7: points is '-1' (a whole number from 0 to 1000)\n") !=
        std::string::npos);
  CHECK(bad.find("points.csv:4:7: points is 'x'") != std::string::npos);
}

TEST_CASE("program: the same bytes on one thread and on several") {
  const Workspace workspace;
  const std::string command = std::string("combat-odds campaign '") + shipped +
                              "full-campaign.csv' --budget '" + shipped +
                              "dice-budget.csv' --trials 20k --quiet ";
  CHECK(run(workspace, command + "--threads 1 --out one && " + command + "--threads 3 --out three")
            .exit_code == 0);
  for (const char* const file : {"campaign-distribution.csv", "campaign-summary.csv",
                                 "campaign-purchases.csv", "campaign-comparison.csv"}) {
    const std::string one = test::read_file(workspace.path() / "one" / file);
    CHECK(one.size() > 1000);
    CHECK(one == test::read_file(workspace.path() / "three" / file));
  }
  CHECK(run(workspace, command + "--threads 1 --seed 2 --out other").exit_code == 0);
  CHECK(test::read_file(workspace.path() / "one/campaign-distribution.csv") !=
        test::read_file(workspace.path() / "other/campaign-distribution.csv"));
}

TEST_CASE("program: the shipped questions") {
  const Workspace workspace;
  const std::string start = "cd '" + std::string(shipped) + "' && combat-odds campaign ";
  const std::string end = " --quiet --method exact --out '" + workspace.path().string() + "/out'";
  for (const char* const plans :
       {"rifle-companies.csv sturm-companies.csv", "leaders-early.csv leaders-late.csv",
        "sixth-rifle-company.csv"}) {
    INFO(plans);
    const Run done = run(workspace, start + plans + end);
    CHECK(done.exit_code == 0);
    CHECK(done.err.empty());
  }
}

TEST_CASE("program: all faults of a plan at once, and nothing is written") {
  const Workspace workspace;
  workspace.write("plan.csv",
                  "date,side,group,quantity,pre_registered,stuka_cpp,strength\n"  // 1
                  "1942-10-16,german,I1,1,,,\n"                                   // 2
                  "1942-10-20,germna,I1,1,,,\n"                                   // 3
                  "1942-10-20,german,Rifel Coy,1,,,\n"                            // 4
                  "1942-10-20,german,I1,-1,,,\n"                                  // 5
                  "1942-10-21,german,I1,3,,,\n"                                   // 6
                  "1942-11-01,russian,I5,1,,,\n"                                  // 7
                  "1942-10-22,german,S1,1,,3,4\n"                                 // 8
                  "1942-10-22,german,I3,1,,,depleted\n"                           // 9
                  "1942-10-22,german,O2,1,3,,\n"                                  // 10
                  "1942-10-22,german,G1,1,,,\n"                                   // 11
                  "1942-10-22,german,I1,1,1,,\n"                                  // 12
                  "1942-10-23,russian,A3,1,,,\n"                                  // 13
                  "1942-10-24,russian,A3,1,,,\n"                                  // 14
                  "1942-10-24,german,A3,1,,,\n"                                   // 15
                  "1942-10-25,german,S1,1,,2,\n"                                  // 16
                  "1942-10-25,german,I4,1,,,\n"                                   // 17
                  "1942-10-25,russian,MOL-P Pltn,1,,,\n"                          // 18
                  "1942-10-21,german,O1,1,,,\n"                                   // 19
                  "1942-10-21,german,O6,1,,,\n"                                   // 20
                  "1942-10-21,german,O5,2,,,\n"                                   // 21
                  "1942-10-27,russian,O5,1,,,\n");                                // 22
  workspace.write("budget.csv",
                  "date,side,cpp\n1942-10-17,german,2d6+\n1942-10-18,german,d6-2\n"
                  "1942-10-19,german,3\n1942-10-19,german,4\n1942-12-01,russian,1\n");
  const std::string bad =
      refused_run(workspace, "combat-odds campaign plan.csv --budget budget.csv --out out");
  const std::vector<std::string> expected = {
      "plan.csv:2:1: date is '1942-10-16' (a day from 1942-10-17 to 1942-11-15)",
      "plan.csv:3:12: side is 'germna' (did you mean 'german'?)",
      "plan.csv:4:19: no german group 'Rifel Coy' (did you mean 'Rifle Coy'?)",
      "plan.csv:5:22: quantity is '-1' (a whole number from 1 to 1000)",
      "plan.csv:6:1: 3 Rifle Coy on 1942-10-21 (the daily maximum is 2)",
      "plan.csv:7:1: Militia Coy can't be bought on 1942-11-01 (only in October)",
      "plan.csv:8:25: stuka_cpp is '3' (a whole number from 1 to 2)",
      "plan.csv:8:27: strength of Stuka is '4' (1 or 2 or 3)",
      "plan.csv:9:26: strength of Pioneer Coy is 'depleted' (full)",
      "plan.csv:10:24: pre_registered is '3' (a whole number from 0 to 2)",
      "plan.csv:11:19: the Strength of AT Battery I is unknown",
      "plan.csv:12:24: Pre-Registered hexes for Rifle Coy (they go with OBA modules only)",
      "plan.csv:14:1: 2 T-34M41 Pltn in the campaign, with line 13 (the maximum of CG III is 1)",
      "plan.csv:15:1: StuIG Pltn can't be bought on 1942-10-24 (only from 5 November)",
      "plan.csv:16:25: the second CPP makes them arrive sooner: without scenario_turns",
      "plan.csv:17:19: the Strength of HW Pltn is unknown",
      "plan.csv:18:20: the Strength of MOL-P Pltn is unknown",
      "plan.csv:20:1: Spotter Plane on 1942-10-21 without a module that has no observer yet (note s",
      "plan.csv:21:1: Offb'd Observer on 1942-10-21 without a module that has no observer yet",
      "budget.csv:2:19: cpp is '2d6+' (a whole number or dice such as 2d6+8",
      "budget.csv:3:19: 'd6-2' may come to -1 CPP (never below 0)",
      "budget.csv:5:1: the german CPP of 1942-10-19 are in line 4 already",
      "budget.csv:6:1: date is '1942-12-01'"};
  std::istringstream lines(bad);
  std::vector<std::string> found;
  for (std::string line; std::getline(lines, line);) found.push_back(line);
  CHECK(found.size() == expected.size());
  for (std::size_t i = 0; i < std::min(found.size(), expected.size()); ++i) {
    INFO(found[i]);
    CHECK(found[i].starts_with(expected[i]));
  }
}

TEST_CASE("program: faulty files and options") {
  const Workspace workspace;
  workspace.write("plan.csv", "date,side,group,quantity\n1942-10-20,german,I1,1\n");
  workspace.write("odd.csv", "date,side,groop,quantity\n1942-10-20,german,I1,1\n");
  workspace.write("dice.csv", "date,side,cpp\n1942-10-20,german,2d6\n");
  const auto error = [&](const std::string& arguments) {
    return refused_run(workspace, "combat-odds campaign " + arguments + " --out out");
  };
  CHECK(error("none.csv").starts_with("none.csv: cannot be read"));
  CHECK(
      error("odd.csv").starts_with("odd.csv:1:11: no column 'groop' is known here (did you mean "
                                   "'group'?)\nodd.csv:1:1: column 'group' is missing"));
  CHECK(error("plan.csv --budget dice.csv --method exact") ==
        "--method: no exact odds with dice in the german budget (both or monte-carlo)\n");
  CHECK(error("plan.csv --battery-full x").starts_with("--battery-full: 'x' is not possible"));
}

}  // namespace
}  // namespace combat_odds::red_barricades
