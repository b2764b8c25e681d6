#include "reports/pages/run_page.hpp"
#include "reports/text/written_command.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refused_run.hpp"

namespace combat_odds {
namespace {

using test::has;
using test::read_file;
using test::refused_run;
using test::run;
using test::Run;
using test::Workspace;

TEST_CASE("a table is written as text, in Markdown and as CSV") {
  Table table({"unit", "score", "points"});
  table.add("4-6-7", 0.5, std::optional<int>());
  table.add({"+1 leader", "-2", "12"});
  CHECK(table.text(TableStyle::ascii) ==
        "unit       score  points\n"
        "4-6-7        0.5\n"
        "+1 leader     -2      12\n");
  CHECK(table.text(TableStyle::markdown) ==
        "| unit      | score | points |\n"
        "|-----------|------:|-------:|\n"
        "| 4-6-7     |   0.5 |        |\n"
        "| +1 leader |    -2 |     12 |\n");
  CHECK(table.csv() == "unit,score,points\n4-6-7,0.5,\n'+1 leader,-2,12\n");
  table.drop(1);
  table.set_words();
  CHECK(table.text(TableStyle::markdown) ==
        "| unit      | points |\n"
        "|-----------|--------|\n"
        "| 4-6-7     |        |\n"
        "| +1 leader | 12     |\n");
}

/// A run of one situation with a name that means something in HTML and Markdown.
void write_run(const Workspace& workspace) {
  workspace.write("run/situations.csv",
                  "scenario,procedure,firepower\n\"<b>a|b</b> & \"\"c\"\"\",test.x,8\n");
  // 36 of 100 seen. Wilson with z = 1.96: centre (36 + z^2 / 2) / (100 + z^2) = 0.365180, to both
  // sides z sqrt(100 * 0.36 * 0.64 + z^2 / 4) / (100 + z^2) = 0.092467.
  workspace.write("run/distribution.csv",
                  "scenario,procedure,kind,name,value,monte_carlo,ci_low,ci_high,exact,"
                  "exact_fraction,trials,seed\n"
                  "\"<b>a|b</b> & \"\"c\"\"\",test.x,outcome,hit,,0.36,0.272713,0.457647,"
                  "0.4166666666666667,5/12,100,7\n");
  workspace.write("run/summary.csv",
                  "scenario,procedure,measure,mean,mean_ci_low,mean_ci_high,exact_mean,"
                  "standard_deviation,p05,median,p95\n");
  workspace.write("run/command.csv",
                  "option,value\nprogram,combat-odds 9\ncommand,run\nSCENARIOS,my question.csv\n"
                  "--trials,100\n--seed,7\n--confidence,0.9\n");
  workspace.write("run/charts.csv",
                  "chart,title,rule,confidence,file,notes\n"
                  "asl/ift.csv,Infantry <Fire> Table,A7.3,derived,,by hand\n");
}

TEST_CASE("the report shows question, answer, plot, charts, seed and how to run it again") {
  const Workspace workspace;
  std::filesystem::create_directories(workspace.path() / "run");
  write_run(workspace);
  const WrittenRun written = read_run(test::read_folder(workspace.path() / "run"), test::library());
  const std::string html = run_page(written, test::library(), PageFormat::html);
  CHECK(has(html, "&lt;b&gt;a|b&lt;/b&gt; &amp; &quot;c&quot;"));
  CHECK_FALSE(has(html, "<b>"));
  CHECK(has(html, "<svg "));
  CHECK(has(html, "<td>5/12</td>"));
  CHECK(has(html, "<td>27.27 % to 45.76 %</td>"));
  CHECK(has(html, "Infantry &lt;Fire&gt; Table"));
  CHECK(has(html, "<td>derived</td>"));
  CHECK(has(html, "seed 7"));
  CHECK(has(html, "<th scope=\"col\">90 % interval</th>"));
  CHECK(has(html, "With the same files and combat-odds 9"));
  CHECK(has(html,
            "combat-odds run &#39;my question.csv&#39; --trials=100 --seed=7 "
            "--confidence=0.9 --out again"));
  CHECK_FALSE(has(html, "<script"));
  CHECK_FALSE(has(html, "src="));
  // Links go to the page's own sections only.
  for (std::size_t at = html.find("href="); at != std::string::npos;
       at = html.find("href=", at + 1)) {
    CHECK(html.substr(at, 12) == "href=\"#part-");
  }

  const std::string markdown = run_page(written, test::library(), PageFormat::markdown);
  CHECK(has(markdown, "### \\<b\\>a\\|b\\</b\\> & \"c\"\n"));
  CHECK_FALSE(has(markdown, "<svg"));
  CHECK(has(markdown, "5/12"));
}

TEST_CASE("the command of a report gives the same numbers again") {
  const Workspace workspace;
  workspace.write("question.csv",
                  "scenario,procedure,firepower,drm,target\nopen,asl.fire,\"4,8\",-1,4-6-7\n"
                  "woods,asl.fire,8,1,\"4-6-7\"\n");
  REQUIRE(run(workspace, "combat-odds run question.csv --out first --trials 5000 --seed 3 --quiet")
              .exit_code == 0);
  const Run made = run(workspace, "combat-odds report first --out page.html");
  CHECK(made.exit_code == 0);
  CHECK(made.err.empty());
  const std::string command = read_command(test::read_folder(workspace.path() / "first")).line();
  REQUIRE(run(workspace, command + " --quiet").exit_code == 0);
  for (const char* const file :
       {"distribution.csv", "summary.csv", "situations.csv", "charts.csv", "command.csv"}) {
    CHECK(read_file(workspace.path() / "first" / file) ==
          read_file(workspace.path() / "again" / file));
  }
  const std::string page = read_file(workspace.path() / "page.html");
  CHECK(has(page, "open[firepower=4]"));
  CHECK(has(page, "</html>\n<!-- combat-odds "));
}

TEST_CASE("a folder without a run and a faulty file are refused, and nothing is written") {
  const Workspace workspace;
  CHECK(
      refused_run(workspace, "combat-odds report nowhere --out page.html") ==
      "nowhere: nothing here to report on (a folder that 'combat-odds run', 'campaign', 'plan' or "
      "'balance' wrote)\n");

  std::filesystem::create_directories(workspace.path() / "run");
  write_run(workspace);
  workspace.write("run/distribution.csv",
                  "scenario,procedure,kind,name,value,monte_carlo,ci_low,ci_high,exact,"
                  "exact_fraction,trials,seed\nother,test.x,outcome,hit,,1,,,,,100,7\n");
  CHECK(refused_run(workspace, "combat-odds report run --out page.html") ==
        "run/distribution.csv:2:1: 'other' is not in situations.csv (files of the same run)\n");
}

/// The files of `balance` for two units: with 60 points a side, a holds against b three times in
/// four.
void write_balance(const Workspace& workspace) {
  std::filesystem::create_directories(workspace.path() / "balance");
  workspace.write("balance/command.csv",
                  "option,value\nprogram,combat-odds 9\ncommand,balance\nUNITS,my units.csv\n"
                  "--drm,-1\n--confidence,0.9\n");
  workspace.write("balance/prices.csv",
                  "points,range,drm,unit,listed,break_even,error,at_most,ratio,score,rank\n"
                  "60,4,-1,b,10,5,1,false,0.5,0.25,2\n"
                  "60,4,-1,a,10,25,1,false,2.5,0.75,1\n");
  workspace.write("balance/matrix.csv",
                  "points,range,drm,unit,opponent,listed,opponent_listed,score,holds,"
                  "opponent_holds,both,points_lost,opponent_points_lost,monte_carlo,ci_low,"
                  "ci_high,trials,seed\n"
                  "60,4,-1,b,b,10,10,0.5,0.5,0.5,0,30,30,0.5,0.4,0.6,100,7\n"
                  "60,4,-1,b,a,10,10,0.25,0.25,0.75,0,30,30,0.4,0.3,0.5,100,7\n"
                  "60,4,-1,a,b,10,10,0.75,0.75,0.25,0,30,30,0.7,0.6,0.8,100,7\n"
                  "60,4,-1,a,a,10,10,0.5,0.5,0.5,0,30,30,0.5,0.4,0.6,100,7\n");
  workspace.write("balance/efficiency.csv",
                  "points,range,drm,unit,target,eliminated,broken,total\n60,4,-1,b,b,0.1,0.1,0.2\n"
                  "60,4,-1,b,a,0.1,0.2,0.3\n60,4,-1,a,b,0.2,0.2,0.4\n60,4,-1,a,a,0.1,0.4,0.5\n");
  workspace.write("balance/charts.csv",
                  "chart,title,rule,confidence,file,notes\nsl/ift.csv,Fire Table,5.1,verbatim,,\n");
}

TEST_CASE("the page of a balance: the worst-priced unit, prices by rank, the duels as a heat map") {
  const Workspace workspace;
  write_balance(workspace);
  const Run made = run(workspace, "combat-odds report balance --out page.html");
  REQUIRE(made.exit_code == 0);
  const std::string page = read_file(workspace.path() / "page.html");
  CHECK(has(page, "<h1>Are the points of my units right?</h1>"));
  // ratios 2.5 and 1/2: the farther from 1 is 2.5
  CHECK(has(page, "worst priced is a, listed at 10, worth 25.0 here (too cheap)"));
  // b against a: 0.25 is not from 0.3 to 0.5
  CHECK(has(page, "Of 4 simulated duels, 3 have the exact chance inside their 90 % interval."));
  CHECK(page.find("<td>a</td>") < page.find("<td>b</td>"));
  // 0.75 of the scale: 6.75 of its nine steps, 3/4 of the way from #a59c74 to #c3b369:
  // 165 + 22.5, 156 + 17.25, 116 - 8.25
  CHECK(has(page, "fill=\"#bcad6c\""));
  CHECK(has(page, ">75</text>"));
  CHECK(has(page, "<td>verbatim</td>"));
  CHECK(has(page, "100 trials of each duel, seed 7"));
  CHECK(has(page,
            "combat-odds balance &#39;my units.csv&#39; --drm=-1 --confidence=0.9 --out again"));
  CHECK(has(page, "combat-odds 9"));

  REQUIRE(run(workspace, "combat-odds report balance --out page.md --format markdown").exit_code ==
          0);
  const std::string markdown = read_file(workspace.path() / "page.md");
  CHECK_FALSE(has(markdown, "<svg"));
  CHECK(has(markdown, "| unit |  a |  b |\n|------|---:|---:|\n| a    | 50 | 75 |\n"));
  CHECK(has(markdown, "| a    | 0.50 | 0.40 |\n"));

  workspace.write("balance/efficiency.csv",
                  "points,range,drm,unit,target,eliminated,broken,total\n");
  CHECK(refused_run(workspace, "combat-odds report balance --out torn.html") ==
        "balance/efficiency.csv:1:1: 0 lines, not 4 (files of the same 'combat-odds balance')\n");
}

TEST_CASE("the command on a page of campaign or balance gives the same files again") {
  const Workspace workspace;
  workspace.write("units.csv", "nationality,unit\ngerman,4-6-7\nrussian,4-4-7\n");
  workspace.write("early plan.csv",
                  "date,side,group,quantity\n1942-10-17,german,Rifle Coy,2\n"
                  "1942-10-19,german,Rifle Coy,1\n");
  workspace.write("late.csv", "date,side,group,quantity\n1942-11-02,german,Rifle Coy,2\n");
  struct Made {
    std::string command;
    std::vector<std::string> files;
  };
  const std::vector<Made> all = {
      {"balance units.csv --drm=-1,2 --turns 3 --method both --trials 1k --seed 4",
       {"command.csv", "matrix.csv", "prices.csv", "efficiency.csv"}},
      {"campaign 'early plan.csv' late.csv --trials 2k --seed 5 --german-balance=-1",
       {"command.csv", "campaign-days.csv", "campaign-summary.csv", "campaign-distribution.csv",
        "campaign-purchases.csv", "campaign-comparison.csv"}}};
  for (const Made& made : all) {
    REQUIRE(run(workspace, "combat-odds " + made.command + " --quiet --out first").exit_code == 0);
    const std::string again = read_command(test::read_folder(workspace.path() / "first")).line();
    REQUIRE(run(workspace, again + " --quiet").exit_code == 0);
    for (const std::string& file : made.files) {
      CHECK(read_file(workspace.path() / "first" / file) ==
            read_file(workspace.path() / "again" / file));
    }
    CHECK(
        run(workspace, "combat-odds report first --out page.html && rm -r first again").exit_code ==
        0);
  }
  const std::string page = read_file(workspace.path() / "page.html");
  CHECK(has(page, "What do early plan and late bring?"));
  CHECK(has(page, "Who has more squads: german of early plan with "));
  CHECK(has(page, "squads so far</h3>"));
  CHECK(has(page, "fill-opacity=\"0.28\""));
  CHECK(has(page, "<td>derived</td>"));
}

}  // namespace
}  // namespace combat_odds
