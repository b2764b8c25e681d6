#include <algorithm>

#include "reports/tables/table_report.hpp"
#include "reports/text/situation_text.hpp"
#include "reports/text/wrapped.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/lines.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refused_run.hpp"

namespace combat_odds {
namespace {

using test::has;
using test::lines_of;
using test::read_file;
using test::refused_run;
using test::run;
using test::Run;
using test::Workspace;

std::size_t characters(const std::string& line) {
  return static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0) != 0x80;
  }));
}

const std::string stack = "combat-odds odds asl.fire --firepower 8 --drm 1 --target '2*4-6-7 8-1' ";

TEST_CASE("text is wrapped at words") {
  CHECK(wrapped("one two three", 7) == "one two\nthree");
  CHECK(wrapped("one two three", 7, 2) == "one two\n  three");
  CHECK(wrapped("one two three", 0) == "one two three");
  CHECK(wrapped("überlänge eins", 9) == "überlänge\neins");
  CHECK(wrapped("a-word-that-is-too-long x", 5) == "a-word-that-is-too-long\nx");
  CHECK(wrapped("one\ntwo three", 5) == "one\ntwo\nthree");
  CHECK(wrapped("", 5).empty());
}

TEST_CASE("odds begins with a sentence; then a few rows, the likeliest first, in 80 columns") {
  const Workspace workspace;
  const Run single = run(workspace,
                         "combat-odds odds asl.fire --firepower 8 --drm 1 --target 4-6-7 --quiet "
                         "--trials 10k");
  const std::vector<std::string> lines = lines_of(single.out);
  CHECK(has(lines.at(0), "4-6-7. "));
  CHECK(has(single.out, "\noutcome            exact  fraction  simulated"));
  // 25/48, then 389/1296.
  CHECK(single.out.find("\nno_effect        52.08 %     25/48") <
        single.out.find("\nbroken           30.02 %  389/1296"));
  for (const Run& shown : {single, run(workspace, stack), run(workspace, stack + "--why"),
                           run(workspace, "combat-odds odds sl.rally --preset under-fire"),
                           run(workspace, stack + "--attacks 1..4")}) {
    CHECK(shown.exit_code == 0);
    for (const std::string& line : lines_of(shown.out)) {
      INFO(line);
      CHECK(characters(line) <= 80);
    }
  }
}

TEST_CASE(
    "a stack in short: the number of each unit; everything with --full; no heading occurs twice") {
  const Workspace workspace;
  const Run brief = run(workspace, stack + "--quiet --method exact");
  CHECK(has(brief.out, "\nhow many"));
  CHECK(has(brief.out, "1 or more"));
  CHECK_FALSE(has(brief.out, "1 reduced + 2 unharmed"));
  CHECK(has(brief.out, "--full shows"));
  CHECK(lines_of(brief.out).size() < 25);
  const Run full = run(workspace, stack + "--quiet --method exact --full");
  CHECK(has(full.out, "\n1 reduced + 2 unharmed"));
  std::vector<std::string> headings;
  std::string before;
  for (const std::string& line : lines_of(full.out)) {
    if (before.empty() && !line.empty()) headings.push_back(line);
    before = line;
  }
  std::sort(headings.begin(), headings.end());
  CHECK(std::adjacent_find(headings.begin(), headings.end()) == headings.end());
}

TEST_CASE("a stack and a single unit stand in tables of their own; what can't happen is 0") {
  const Workspace workspace;
  const Run both = run(workspace,
                       "combat-odds odds asl.fire --firepower 8 --drm 1 --target '4-6-7,3*4-6-7' "
                       "--quiet --method exact");
  for (const std::string& line : lines_of(both.out)) CHECK_FALSE(has(line, "  -"));
  CHECK(has(both.out, "mean broken"));
  // 1 FP at +9: nothing reaches the table's first results.
  const Run sweep = run(workspace,
                        "combat-odds odds asl.fire --firepower 1 --drm 1,9 --target 4-6-7 --quiet "
                        "--method exact");
  CHECK(has(sweep.out, "     0 %"));
}

TEST_CASE("notes on charts: only for the units asked about") {
  const Workspace workspace;
  const std::string ask = "combat-odds odds asl.fire --firepower 8 --method exact --target ";
  CHECK_FALSE(has(run(workspace, ask + "4-6-7").out, "note: chart asl/infantry.csv"));
  // The chart's notes: the broken morale of 4-6-8 was not found.
  CHECK(has(run(workspace, ask + "4-6-8").out, "note: chart asl/infantry.csv"));
}

TEST_CASE("means are free of rounding errors: 21 is 21") {
  const Workspace workspace;
  // Every outcome of a purchase has the same price.
  const Run csv = run(workspace,
                      "combat-odds odds rb.company --preset rifle-company --format csv --method "
                      "exact");
  workspace.write("s.csv", "scenario,procedure,group\na,rb.company,Rifle Coy\n");
  run(workspace, "combat-odds run s.csv --out out --quiet --method exact");
  const std::string summary = read_file(workspace.path() / "out" / "summary.csv");
  CHECK_FALSE(has(summary, "0000000000"));
  CHECK_FALSE(has(summary, "9999999999"));
}

TEST_CASE("--page: HTML, Markdown, standard output; another ending is refused") {
  const Workspace workspace;
  const std::string ask = stack + "--quiet --trials 10k ";
  const Run made = run(workspace, ask + "--page odds.html && " + ask + "--page odds.md");
  CHECK(made.err == "");
  const std::string html = read_file(workspace.path() / "odds.html");
  CHECK(html.starts_with("<!DOCTYPE html>"));
  // The sentence comes first, the command last.
  CHECK(html.find("</h1>\n<p>") < html.find("<nav"));
  CHECK(has(html, "combat-odds odds asl.fire --target "));
  CHECK(has(html, "class=\"narrow\""));
  CHECK(has(html, "prefers-color-scheme:dark"));
  const std::string markdown = read_file(workspace.path() / "odds.md");
  CHECK(markdown.starts_with("# "));
  CHECK_FALSE(has(markdown, "<svg"));
  const Run printed = run(workspace, ask + "--page -");
  CHECK(printed.out.starts_with("<!DOCTYPE html>"));
  CHECK(printed.out.ends_with("</html>\n"));
  CHECK(run(workspace, ask + "--page - --format markdown").out.starts_with("# "));
  CHECK(refused_run(workspace, ask + "--page odds.txt") ==
        "--page: 'odds.txt' is no page (a name that ends in .html or .md, or - for standard "
        "output)\n");
}

TEST_CASE("a page of a ranking, of a two-way table, of the working, of a log") {
  const Workspace workspace;
  workspace.write("s.csv",
                  "scenario,procedure,firepower,drm,target\nopen,asl.fire,8,-1,4-6-7\n"
                  "woods,asl.fire,8,1,4-6-7\n");
  REQUIRE(run(workspace, "combat-odds compare s.csv --by broken --quiet --page c.html").err == "");
  const std::string ranking = read_file(workspace.path() / "c.html");
  CHECK(has(ranking, "</h1>\n<p>best: open.</p>"));
  CHECK(has(ranking, "combat-odds compare s.csv --by broken"));
  const std::string sweep =
      "combat-odds odds asl.fire --firepower 4,8 --drm 0,1 --target 4-6-7 --quiet --method exact ";
  REQUIRE(run(workspace, sweep + "--pivot firepower drm --show broken --page p.html").err == "");
  CHECK(has(read_file(workspace.path() / "p.html"), "P(broken): firepower down, drm across."));
  REQUIRE(run(workspace,
              "combat-odds odds asl.fire --firepower 8 --drm 1 --target 4-6-7 --quiet --method "
              "exact --why --page w.html")
              .err == "");
  const std::string why = read_file(workspace.path() / "w.html");
  CHECK(has(why, ">How it comes about</h2>"));
  CHECK(has(why, "<td>NMC</td><td>7</td><td>16.67 %</td>"));
  workspace.write("night.csv",
                  "roll,kind,side,note\n12,DR,german,the attack\n3,DR,russian,\n7,DR,german,\n");
  REQUIRE(run(workspace, "combat-odds luck night.csv --page l.html --plot l.svg").err == "");
  const std::string luck = read_file(workspace.path() / "l.html");
  CHECK(has(luck, ">The DRs that decided it</h3>"));
  // A 12 is 5 from the mean, and only 2 and 12 are so far: 2 in 36.
  CHECK(has(luck,
            "<td>12</td><td>german</td><td>+5</td><td>2 in 36</td><td>2</td>"
            "<td>the attack</td>"));
  CHECK(has(read_file(workspace.path() / "l.svg"),
            ">combat-odds luck night.csv --plot l.svg</text>"));
}

TEST_CASE("--relative-to: differences to a row, a column or a situation") {
  const Workspace workspace;
  const std::string sweep =
      "combat-odds odds asl.fire --firepower 4,8 --drm 0,1 --target 4-6-7 --quiet --method exact ";
  // No effect of 4 FP: 63.50 % at 0, 75.39 % at +1; of 8 FP 40.66 % and 52.08 %.
  const Run column =
      run(workspace, sweep + "--pivot firepower drm --show no_effect --relative-to drm=0");
  CHECK(has(column.out, "P(no_effect) (points) against drm 0: firepower down, drm across"));
  CHECK(has(column.out, "+11.88"));
  CHECK(has(column.out, "+11.42"));
  const Run row = run(workspace, sweep +
                                     "--pivot firepower drm --show no_effect --relative-to "
                                     "firepower=4 --format csv");
  // 40.66 - 63.50 and 52.08 - 75.39 points: 527/1296 - 823/1296, 25/48 - 977/1296.
  CHECK(row.out == "firepower,drm=0,drm=1\n4,0,0\n8,-0.22839506172839508,-0.23302469135802462\n");
  const Run ranked =
      run(workspace,
          "combat-odds odds asl.fire --firepower 4,8 --target 4-6-7 --quiet --method "
          "exact --by no_effect --relative-to 'firepower 8'");
  CHECK(has(ranked.out, "+22.84"));
  // What was computed is shown without the comparison.
  const Run refused =
      run(workspace, sweep + "--pivot firepower drm --show no_effect --relative-to drm=7");
  CHECK(refused.exit_code == 2);
  CHECK(has(refused.err, "--relative-to: no row or column 'drm=7' (such as firepower=4 or drm=0)"));
}

TEST_CASE("points over several months: the changes, and a side's total") {
  const Workspace workspace;
  workspace.write("force.csv", "side,unit,quantity\ngerman,4-6-7,2\ngerman,Tiger,1\n");
  workspace.write("listing.csv",
                  "nationality,name,bpv,rarity,year_from,year_to\n"
                  "german,Tiger,100,1.5,1942-11,1943-06\n");
  const std::string ask = "combat-odds points force.csv --listing listing.csv --date ";
  const Run sweep = run(workspace, ask + "1942-07..1942-08,1942-11");
  CHECK(sweep.exit_code == 0);
  CHECK(sweep.err == "");
  // Two squads at 21; a vehicle is available three months early at most.
  CHECK(has(sweep.out, "\n1942-07"));
  CHECK(has(sweep.out, "\n1942-08"));
  CHECK(has(sweep.out, "\n1942-11"));
  CHECK(has(sweep.out, "the same in every month: german: 4-6-7 21"));
  CHECK(run(workspace, ask + "1942-07..1942-11 --format csv")
            .out.starts_with("date,side,nationality,unit,"));
  CHECK(run(workspace, ask + "1942-11..1942-07").err ==
        "--date: the range 1942-11..1942-07 runs backwards (1942-07..1942-11)\n");
  CHECK(run(workspace, ask + "1942-13").exit_code == 2);
}

}  // namespace
}  // namespace combat_odds
