#include <catch2/catch.hpp>

#include "reports/html_report.hpp"
#include "reports/svg_plot.hpp"
#include "tests/support/program.hpp"

namespace combat_odds {
namespace {

using test::read_file;
using test::run;
using test::Run;
using test::Workspace;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
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
  workspace.write("run/charts.csv",
                  "chart,title,rule,confidence,file,notes\n"
                  "asl/ift.csv,Infantry <Fire> Table,A7.3,derived,,by hand\n");
}

TEST_CASE("a bar plot escapes its words and draws bars, whiskers and an axis in percent") {
  const std::string svg = svg_bars("a <b>", {{"x & y", 0.25, 0.2, 0.3}, {"z", 0.5, {}, {}}});
  CHECK(svg.starts_with("<svg "));
  CHECK(has(svg, "<title>a &lt;b&gt;</title>"));
  CHECK(has(svg, ">x &amp; y</text>"));
  CHECK(has(svg, "probability (%)"));
  CHECK(has(svg, ">25.00 %</text>"));
  CHECK(has(svg, ">50</text>"));  // the axis ends at the longest bar
  // Labels take 20 + 7.4 * 5 = 57 of 720, values 80: 583 are left for 50 %.
  CHECK(has(svg, "width=\"291.50\""));
  CHECK(has(svg, "width=\"583.00\""));
}

TEST_CASE("the report says question, answer, plot, charts, seed and how to run it again") {
  const Workspace workspace;
  std::filesystem::create_directories(workspace.path() / "run");
  write_run(workspace);
  const WrittenRun written = read_run((workspace.path() / "run").string());
  REQUIRE(written.confidence());
  CHECK(*written.confidence() == Approx(0.95).margin(0.00001));
  CHECK(written.seed == "7");

  const std::string html = html_report(written, "combat-odds 0");
  CHECK(has(html, "&lt;b&gt;a|b&lt;/b&gt; &amp; &quot;c&quot;"));
  CHECK_FALSE(has(html, "<b>"));
  CHECK(has(html, "<svg "));
  CHECK(has(html, "<td>5/12</td>"));
  CHECK(has(html, "<td>27.27 % to 45.76 %</td>"));
  CHECK(has(html, "Infantry &lt;Fire&gt; Table"));
  CHECK(has(html, "<td>derived</td>"));
  CHECK(has(html, "seed 7"));
  CHECK(has(html, "run/situations.csv --trials 100 --seed 7"));
  CHECK_FALSE(has(html, "<script"));
  CHECK_FALSE(has(html, "src="));
  CHECK_FALSE(has(html, "href="));

  const std::string markdown = markdown_report(written, "combat-odds 0");
  CHECK(has(markdown, "### \\<b\\>a\\|b\\</b\\> & \"c\"\n"));
  CHECK_FALSE(has(markdown, "<svg"));
  CHECK(has(markdown, "5/12"));
}

TEST_CASE("the command of a report makes the same numbers again") {
  const Workspace workspace;
  workspace.write("question.csv",
                  "scenario,procedure,firepower,drm,target\nopen,asl.fire,\"4,8\",-1,4-6-7\n"
                  "woods,asl.fire,8,1,\"4-6-7\"\n");
  REQUIRE(run(workspace, "combat-odds run question.csv --out first --trials 5000 --seed 3 --quiet")
              .exit_code == 0);
  const Run made = run(workspace, "combat-odds report first --out page.html");
  CHECK(made.exit_code == 0);
  CHECK(made.err.empty());
  const std::string command = read_run((workspace.path() / "first").string()).command();
  REQUIRE(run(workspace, command + " --quiet").exit_code == 0);
  for (const char* const file : {"distribution.csv", "summary.csv", "charts.csv"}) {
    CHECK(read_file(workspace.path() / "first" / file) ==
          read_file(workspace.path() / "again" / file));
  }
  const std::string page = read_file(workspace.path() / "page.html");
  CHECK(has(page, "open[firepower=4]"));
  CHECK(page.ends_with("</html>\n"));
}

TEST_CASE("a folder without a run and a faulty file are refused, and nothing is written") {
  const Workspace workspace;
  const Run missing = run(workspace, "combat-odds report nowhere --out page.html");
  CHECK(missing.exit_code == 2);
  CHECK(missing.err.starts_with("nowhere/situations.csv"));
  CHECK_FALSE(std::filesystem::exists(workspace.path() / "page.html"));

  std::filesystem::create_directories(workspace.path() / "run");
  write_run(workspace);
  workspace.write("run/distribution.csv",
                  "scenario,procedure,kind,name,value,monte_carlo,ci_low,ci_high,exact,"
                  "exact_fraction,trials,seed\nother,test.x,outcome,hit,,1,,,,,100,7\n");
  const Run other = run(workspace, "combat-odds report run --out page.html");
  CHECK(other.exit_code == 2);
  CHECK(other.err ==
        "run/distribution.csv:2:1: 'other' is not in situations.csv (files of the same run)\n");
  CHECK_FALSE(std::filesystem::exists(workspace.path() / "page.html"));
}

}  // namespace
}  // namespace combat_odds
