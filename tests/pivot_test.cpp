#include "reports/tables/pivot.hpp"

#include "sim/declare/declaration.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refused_run.hpp"

namespace combat_odds {
namespace {

using test::has;
using test::refused_run;
using test::run;
using test::Run;
using test::Workspace;

/// A sweep of a procedure by firepower, drm and range; broken has a probability of (firepower +
/// drm) / 36.
class Sweep {
  struct Shot {
    int firepower = 0;
    int drm = 0;
    int range = 0;
  };
  static Procedure shots() {
    Declaration<Shot> all{Shot()};
    return all.named("test.fire", "", "")
        .asks(&Shot::firepower, "firepower", 0, 40, "")
        .asks(&Shot::drm, "drm", -9, 9, "")
        .asks(&Shot::range, "range", 0, 40, "")
        .outcome("broken", "");
  }

 public:
  explicit Sweep(const std::string& firepower, const std::string& drm, const std::string& range) {
    procedure_ = shots();
    const std::vector<GivenValue> given = {
        {"firepower", firepower, {}}, {"drm", drm, {}}, {"range", range, {}}};
    scenario_ = std::make_unique<Scenario>("test.fire", procedure_, given, Place{});
    for (std::uint64_t i = 0; i < scenario_->size(); ++i) {
      const double value =
          (scenario_->argument(i, "firepower").number + scenario_->argument(i, "drm").number) /
          36.0;
      results.push_back(
          {{scenario_.get(), i},
           "",
           {0, {{Chance::Kind::outcome, "broken", 0, 0, ExactProbability{value, ""}}}}});
    }
  }

  Quantity broken() const { return {"broken", "--show", results}; }
  Pivot by(const std::string& rows, const std::string& columns) const {
    return pivot(results, rows, columns, broken(), 0.95);
  }
  std::string text(const std::string& rows, const std::string& columns, TableStyle style,
                   Shading shading, std::size_t width = 0) const {
    return pivot_table(by(rows, columns), broken(), style, shading, width);
  }
  const Procedure& procedure() const { return procedure_; }

  std::vector<SituationOdds> results;

 private:
  Procedure procedure_;
  std::unique_ptr<Scenario> scenario_;
};

TEST_CASE("a pivot in CSV: a line for each row, a column for each value") {
  const Sweep sweep("9,18", "-9,0,9", "1");
  CHECK(pivot_csv(sweep.by("firepower", "drm")) ==
        "firepower,drm=-9,drm=0,drm=9\n9,0,0.25,0.5\n18,0.25,0.5,0.75\n");
  CHECK(pivot_csv(sweep.by("drm", "firepower")) ==
        "drm,firepower=9,firepower=18\n-9,0,0.25\n0,0.25,0.5\n9,0.5,0.75\n");
}

TEST_CASE("columns of a pivot that do not fit on the line come below") {
  const Sweep sweep("9,18", "-9,0,9", "1");
  CHECK(sweep.text("firepower", "drm", TableStyle::ascii, Shading::none, 30) ==
        "P(broken): firepower down, drm\n"
        "across\n"
        "\n"
        "firepower       -9        0\n"
        "9              0 %  25.00 %\n"
        "18         25.00 %  50.00 %\n"
        "\n"
        "firepower        9\n"
        "9          50.00 %\n"
        "18         75.00 %\n");
}

TEST_CASE("a parameter with one value makes one row") {
  CHECK(pivot_csv(Sweep("9,18", "0", "1").by("drm", "firepower")) ==
        "drm,firepower=9,firepower=18\n0,0.25,0.5\n");
}

TEST_CASE("a third parameter that varies makes a table for each of its values") {
  const Sweep sweep("9,18", "0,9", "1..2");
  CHECK(sweep.by("firepower", "drm").tables.size() == 2);
  CHECK(pivot_csv(sweep.by("firepower", "drm")) ==
        "range,firepower,drm=0,drm=9\n1,9,0.25,0.5\n1,18,0.5,0.75\n2,9,0.25,0.5\n"
        "2,18,0.5,0.75\n");
  const std::string text = sweep.text("firepower", "drm", TableStyle::ascii, Shading::none);
  CHECK(text.find("\nrange 1\nfirepower") != std::string::npos);
  CHECK(text.find("\nrange 2\nfirepower") != std::string::npos);
}

TEST_CASE("a pivot in Markdown has no shading") {
  CHECK(
      Sweep("9,18", "-9,0", "1").text("firepower", "drm", TableStyle::markdown, Shading::blocks) ==
      "### P(broken): firepower down, drm across\n\n"
      "| firepower |      -9 |       0 |\n"
      "|-----------|--------:|--------:|\n"
      "| 9         |     0 % | 25.00 % |\n"
      "| 18        | 25.00 % | 50.00 % |\n");
}

TEST_CASE("the shades run from the least to the greatest number in five equal steps") {
  const Sweep sweep("0", "0,9", "1");
  CHECK(sweep.text("firepower", "drm", TableStyle::terminal, Shading::blocks) ==
        "P(broken): firepower down, drm across\n\n"
        "firepower          0          9\n"
        "0                0 %  █ 25.00 %\n\n"
        "  from 0 %  ░ from 5.00 %  ▒ from 10.00 %  ▓ from 15.00 %  █ from 20.00 %  to 25.00 %\n");
  const std::string all =
      Sweep("0,9,18,27,36", "0", "1").text("drm", "firepower", TableStyle::ascii, Shading::marks);
  CHECK(all.find("0          0 %  . 25.00 %  : 50.00 %  + 75.00 %  #   100 %\n") !=
        std::string::npos);
}

TEST_CASE("colours are closed in every cell and take no room") {
  const std::string text =
      Sweep("9,18", "0,9", "1").text("firepower", "drm", TableStyle::terminal, Shading::colours);
  std::size_t opened = 0;
  std::size_t closed = 0;
  for (std::size_t at = text.find('\x1b'); at != std::string::npos;
       at = text.find('\x1b', at + 1)) {
    (text.compare(at, 4, "\x1b[0m") == 0 ? closed : opened) += 1;
  }
  CHECK(opened == closed);
  CHECK(opened == 4 + 5);  // cells and legend
  CHECK(text.find("firepower          0          9\n") != std::string::npos);
}

TEST_CASE("a table of equal numbers is not shaded") {
  const std::string text =
      Sweep("9", "0", "1..2").text("firepower", "range", TableStyle::terminal, Shading::blocks);
  CHECK(text.find("from") == std::string::npos);
}

TEST_CASE("rows and columns must be two parameters of the procedure") {
  const Sweep sweep("9", "0", "1");
  CHECK_THROWS_WITH(check_pivot(sweep.procedure(), "firepowr", "drm"),
                    "--pivot: test.fire has no 'firepowr' (did you mean 'firepower'?)");
  CHECK_THROWS_WITH(
      check_pivot(sweep.procedure(), "firepower", "xyz"),
      "--pivot: test.fire has no 'xyz' (two of its parameters: --pivot firepower range "
      "--show X)");
  CHECK_THROWS_WITH(
      check_pivot(sweep.procedure(), "drm", "drm"),
      "--pivot: 'drm' twice (one parameter for the rows and another for the columns)");
}

TEST_CASE("each value of a measure shows P(= k), P(>= k) and P(<= k) as chosen") {
  // 0, 1, 2 in 50, 49, 1 of 100 trials: at least 0, 1, 2: 100, 50, 1 %; at most: 50, 99, 100 %.
  Sweep sweep("9", "0", "1");
  SituationOdds& result = sweep.results.front();
  result.odds = {100, {}};
  for (const auto& [value, count] : {std::pair(0.0, 50u), {1.0, 49u}, {2.0, 1u}}) {
    result.odds.chances.push_back({Chance::Kind::measure, "casualties", value, count, {}});
  }
  const auto table = [&](const MeasureColumns& columns) {
    return situation_table(result, {}, TableStyle::markdown, columns);
  };
  const std::string at_least = table({false, true, false});
  CHECK(at_least.find("| measure = k  | P(>= k) |          |\n"
                      "|--------------|--------:|---------:|\n"
                      "| casualties 0 |   100 % |          |\n"
                      "| casualties 1 | 50.00 % |          |\n"
                      "| casualties 2 |  1.00 % | 1 in 100 |\n") != std::string::npos);
  const std::string at_most = table({false, true, true});
  CHECK(at_most.find("| casualties 1 | 50.00 % |          | 99.00 % |\n") != std::string::npos);
  const std::string equal = table({true, false, false});
  CHECK(equal.find("P(>= k)") == std::string::npos);
  // "1 in n" is shown only for chances below one in twenty; there is none here.
  CHECK(equal.find("| casualties 1 |          |   49.00 % |") != std::string::npos);
  CHECK(table({}).find("P(<= k)") != std::string::npos);
}

const std::string sweep_fire =
    "combat-odds odds asl.fire --firepower 4,8 --drm 0..1 --target 4-6-7 --method exact ";

TEST_CASE("odds shows a pivot, and colours it only on a terminal") {
  const Workspace workspace;
  const Run table = run(workspace, sweep_fire + "--pivot firepower drm --show no_effect");
  CHECK(table.exit_code == 0);
  CHECK(table.out.find("P(no_effect): firepower down, drm across\n") == 0);
  CHECK(table.out.find('\x1b') == std::string::npos);
  const Run csv =
      run(workspace, sweep_fire + "--pivot firepower drm --show no_effect --format csv");
  CHECK(csv.out.find("firepower,drm=0,drm=1\n4,") == 0);
}

TEST_CASE("what can't happen in any of the situations is refused with the name that can") {
  const Workspace workspace;
  // A shot at a vehicle hits its turret or its hull, or is critical: 'hit' is of other targets.
  const std::string guns = "combat-odds odds asl.to-hit --gun 75L,88L --range 6,12 --method exact ";
  for (const char* const view : {"--pivot range gun --show hit", "--by hit"}) {
    const Run refused = run(workspace, guns + view);
    INFO(refused.out);
    CHECK(refused.exit_code == 2);
    CHECK(has(refused.err, "'hit' can't happen in any of the situations"));
    CHECK(has(refused.err, "did you mean 'any_hit'?"));
  }
  CHECK(run(workspace, guns + "--by any_hit").exit_code == 0);
  // Where it can happen in one of them it is 0 % in the others.
  CHECK(run(workspace,
            "combat-odds odds asl.climb --levels 1,10 --turns 1 --by arrives --method "
            "exact")
            .exit_code == 0);
}

TEST_CASE("odds with several values compares by a result") {
  const Workspace workspace;
  const Run table = run(workspace, sweep_fire + "--by no_effect --better lower");
  CHECK(table.exit_code == 0);
  CHECK(table.out.find("best: firepower 8, drm 0\n") != std::string::npos);
}

TEST_CASE("the columns of measures may be named in signs or in words, also for sl.paradrop") {
  const Workspace workspace;
  const std::string ask =
      "combat-odds odds asl.fire --firepower 8 --target 2*4-6-7 --method exact --full ";
  const Run signs = run(workspace, ask + "--columns '=,>=,<='");
  CHECK(signs.exit_code == 0);
  CHECK(signs.out == run(workspace, ask).out);
  CHECK(signs.out == run(workspace, ask + "--columns equal,at-least,at-most").out);
  CHECK(signs.out.find("P(>= k)") != std::string::npos);
  const Run paradrop = run(workspace, "combat-odds odds sl.paradrop --help");
  CHECK(paradrop.exit_code == 0);
  CHECK(paradrop.out.find("--measure-columns") != std::string::npos);
}

TEST_CASE("every procedure can be asked, whatever its parameters are called") {
  const Workspace workspace;
  const Run every = run(workspace,
                        "combat-odds list --format csv | tail -n +2 | cut -d, -f1 | while read p; "
                        "do combat-odds odds $p --help > help || echo $p; done");
  CHECK(every.out.empty());
}

TEST_CASE("a two-way table shows what the answer's sentence is about, where --show is left out") {
  const Workspace workspace;
  const Run shown = run(workspace, sweep_fire + "--pivot firepower drm --show broken_or_worse");
  const Run left_out = run(workspace, sweep_fire + "--pivot firepower drm");
  CHECK(left_out.exit_code == 0);
  CHECK(left_out.out == shown.out);
}

TEST_CASE("options of odds that do not go together are refused in one line") {
  const Workspace workspace;
  const auto refused = [&](const std::string& options, const std::string& says) {
    CHECK(refused_run(workspace, sweep_fire + options) == says + "\n");
  };
  refused("--by no_effect --show no_effect", "--show does not go with --by (one of the two)");
  refused("--show no_efect",
          "--show: nothing is called 'no_efect' here (did you mean 'no_effect'?)");
  refused("--better lower", "--better needs --by (an outcome, event or measure to compare by)");
  refused("--by no_effect --format json",
          "--format: json does not go with --by (table, csv or markdown)");
  refused("--pivot firepower drn --show no_effect",
          "--pivot: asl.fire has no 'drn' (did you mean 'drm'?)");
  refused("--pivot firepower drm --show no_efect",
          "--show: nothing is called 'no_efect' here (did you mean 'no_effect'?)");
  refused("--columns '=,>'",
          "--columns: '>' is not possible (a list of =, >=, <= in quotes, or of equal, at-least, "
          "at-most)");
  refused("--columns '=' --format csv",
          "--columns is for tables of single situations (with --format table or "
          "markdown, without --by and --pivot)");
  CHECK(
      run(workspace, "combat-odds odds asl.fire --firepower 8 --target 4-6-7 --by no_effect").err ==
      "--by needs several situations to compare (a parameter with several values, such as 4,8,12)\n");
}

}  // namespace
}  // namespace combat_odds
