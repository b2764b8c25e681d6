#include "ask/headline.hpp"
#include "core/odds/odds.hpp"
#include "core/text/csv.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refused_run.hpp"

// A time exists only where something happens: its mean is of those cases.

namespace combat_odds {
namespace {

using test::Answer;
using test::has;
using test::refused_run;
using test::Run;
using test::run;
using test::Workspace;

MeasureSummary summary_of(const Odds& odds, const std::string& measure) {
  for (const MeasureSummary& summary : summaries(odds, 0.95)) {
    if (summary.name == measure) return summary;
  }
  FAIL("no " << measure);
  return {};
}

// 66.3: the crew repairs it on a DR of 2, 1/36, and never on 9 or more, 10/36. In two Rally Phases
// 1/36 + 25/36 * 1/36 = 61/1296, in the first 36 of 61 times: 86/61 on average. With a zero for
// what is not repaired it was 86/1296.
const test::Given two_phases = {{"attempts", "2"}};

TEST_CASE("a time is averaged over the cases that have it") {
  const Answer answer("sl.immobilization-repair", two_phases);
  CHECK(answer.outcome("repaired") == "61/1296");
  CHECK(answer.measure("rally_phase", 1) == "1/36");
  CHECK(answer.measure("rally_phase", 0) == "0/1");
  const MeasureSummary summary = summary_of(answer.odds(), "rally_phase");
  CHECK(*summary.exact_mean == Approx(86.0 / 61));
  CHECK(summary.chance == Approx(61.0 / 1296));
  CHECK(summary.p05 == 1);
  CHECK(summary.p95 == 2);
}

TEST_CASE("a simulated time that never came up has no mean") {
  OddsOptions options;
  options.method = Method::monte_carlo;
  options.trials = 1;
  const combat_odds::Answer answer =
      ask(test::library(), {"sl.immobilization-repair", {{"attempts", "1"}}, options});
  const MeasureSummary summary = summary_of(answer.odds(), "rally_phase");
  CHECK(summary.mean.has_value() == (summary.chance == 1));
}

TEST_CASE("the sentence, the tables and the files say of which cases a time is") {
  const Workspace workspace;
  const std::string odds = "combat-odds odds sl.immobilization-repair --attempts 2 --method exact ";
  for (const char* const full : {"", "--full"}) {
    const Run told = run(workspace, odds + full);
    INFO(told.out);
    CHECK(has(told.out, "5 %: it is repaired, on average in rally phase 1.41."));
    CHECK(has(told.out, "exists in"));
    CHECK(has(told.out, "4.71 %"));
    CHECK_FALSE(has(told.out, "rally_phase 0"));
  }
  const Run json = run(workspace, odds + "--format json");
  CHECK(has(json.out, "\"chance\": 0.0470679012345679"));
  workspace.write("s.csv", "scenario,procedure,attempts\na,sl.immobilization-repair,2\n");
  const Run made = run(workspace,
                       "combat-odds run s.csv --method exact --out o --quiet && "
                       "combat-odds report o --out o.html");
  CHECK(made.exit_code == 0);
  const CsvTable summary = test::read_csv_file(workspace.path() / "o/summary.csv");
  REQUIRE(summary.rows.size() == 1);
  const auto cell = [&](const char* column) {
    return summary.rows[0][static_cast<std::size_t>(summary.column(column))].text;
  };
  CHECK(std::stod(cell("exact_mean")) == Approx(86.0 / 61));
  CHECK(std::stod(cell("chance")) == Approx(61.0 / 1296));
  const std::string page = test::read_file(workspace.path() / "o.html");
  CHECK(has(page, "exists in"));
  CHECK(has(page, "1.41"));
  CHECK(has(run(workspace, "combat-odds describe sl.immobilization-repair").out,
            "only where repaired"));
}

TEST_CASE("a ranking by a time goes by the chance first, the sooner the better") {
  const Workspace workspace;
  // With zeros counted and more of them better, the 8-0 and one squad were best.
  const Run rally = run(workspace,
                        "combat-odds odds asl.rally --unit 4-6-7 --leader 8-0,8-1,9-2 --by "
                        "rally_phase --method exact --format markdown");
  INFO(rally.out << rally.err);
  CHECK(has(rally.out, "best: leader 9-2"));
  CHECK(has(rally.out, "P(all_rallied)"));
  CHECK(has(rally.out, "mean rally_phase where all_rallied"));
  CHECK(has(rally.out,
            "the chance of all_rallied comes first (higher is better), then the mean "
            "where it happens (lower is better)"));
  const Run mines = run(workspace,
                        "combat-odds odds asl.clearance --item mines --squads 1..3 --turns 6 --by "
                        "turn --method exact --format csv");
  INFO(mines.out << mines.err);
  const CsvTable ranked = read_csv(mines.out, "out");
  REQUIRE(ranked.rows.size() == 3);
  const auto cell = [&](std::size_t row, const char* column) {
    return ranked.rows[row][static_cast<std::size_t>(ranked.column(column))].text;
  };
  CHECK(cell(0, "scenario") == "asl.clearance[squads=3]");
  CHECK(cell(2, "scenario") == "asl.clearance[squads=1]");
  CHECK(cell(0, "better") == "lower");
  CHECK(std::stod(cell(0, "chance")) > 0.99);
  CHECK(std::stod(cell(2, "chance")) < 0.8);
}

TEST_CASE("equal chances go by the time, and what can't happen comes last") {
  const Workspace workspace;
  // A climber who can't arrive in time has no turn.
  const Run climb = run(workspace,
                        "combat-odds odds asl.climb --levels 10,1 --turns 1 --by turn "
                        "--method exact");
  INFO(climb.out << climb.err);
  CHECK(climb.exit_code == 0);
  CHECK(has(climb.out, "best: levels 1"));
  const std::size_t last = climb.out.find("\nlevels 10");
  REQUIRE(last != std::string::npos);
  CHECK(has(climb.out.substr(last, climb.out.find('\n', last + 1) - last), " - "));
  const Run pivot = run(workspace,
                        "combat-odds odds asl.climb --levels 1,10 --turns 1,2 --pivot "
                        "levels turns --show turn --method exact --format csv");
  INFO(pivot.out << pivot.err);
  CHECK(has(pivot.out, "\n10,,\n"));
}

TEST_CASE("no best play for the mean of what may not happen, but for its coming soon enough") {
  const Workspace workspace;
  const std::string clear =
      "combat-odds odds asl.clearance --item mines --squads 2 --turns 3 --method exact --best ";
  CHECK(has(refused_run(workspace, clear + "turn:least"), "has no 'turn'"));
  const Run soon = run(workspace, clear + "'turn<=2'");
  INFO(soon.err);
  CHECK(soon.exit_code == 0);
}

}  // namespace
}  // namespace combat_odds
