#include "combat_odds/reports/plot.hpp"

#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/coin.hpp"
#include "tests/support/program.hpp"

namespace combat_odds {
namespace {

using test::has;
using test::read_file;
using test::run;
using test::Run;
using test::Workspace;

/// A coin with a name that gnuplot must not take for a command.
class Coin {
 public:
  Coin() : scenario_("it's `date`", test::coin(), {}, {}) {}
  SituationOdds odds(std::uint64_t heads, std::uint64_t trials) const {
    return test::tossed(scenario_, heads, trials);
  }

 private:
  Scenario scenario_;
};

TEST_CASE("a plot's script: names quoted, axes labelled, probabilities in percent") {
  const Coin coin;
  const std::vector<SituationOdds> one = {coin.odds(25, 100)};
  const std::string script =
      plot_script(one, {Method::monte_carlo, 7, 0.95}, "", {"svg", "out.svg"});
  CHECK(has(script, "set title 'it''s `date`'\n"));
  CHECK(has(script, "set termoption noenhanced\n"));
  CHECK(has(script, "set ylabel 'probability (%)'\n"));
  CHECK(has(script, "set xlabel 'outcome'"));
  CHECK(has(script, "set xtics ('heads' 0, 'tails' 1)\n"));
  CHECK(has(script, "\n0 25 "));
  CHECK(has(script, "\n1 75 "));
  CHECK(has(script, "95 % interval of 100 simulated trials, seed 7"));
}

TEST_CASE("situations differ in colour and in hatching; more than eight are refused") {
  const Coin coin;
  std::vector<SituationOdds> many(8, coin.odds(1, 2));
  const std::string script = plot_script(many, {}, "", {"png", "out.png"});
  for (int pattern = 0; pattern < 8; ++pattern) {
    CHECK(has(script, "fillstyle pattern " + std::to_string(pattern) + " "));
  }
  many.push_back(coin.odds(1, 2));
  CHECK_THROWS_WITH(plot_script(many, {}, "", {"png", "out.png"}),
                    "--plot: 9 situations are too many for one plot (at most 8)");
  many.resize(1, coin.odds(1, 2));
  CHECK_THROWS_WITH(plot_script(many, {}, "hits", {"png", "out.png"}),
                    "--plot-measure: no measure 'hits' (test.coin has none)");
}

TEST_CASE("odds --plot refuses what it can't draw, before it simulates") {
  const Workspace workspace;
  const std::string ask =
      "combat-odds odds asl.fire --firepower 8 --drm 1 --target 4-6-7 --trials 1k --plot ";
  const Run kind = run(workspace, ask + "x.gif");
  CHECK(kind.exit_code == 2);
  CHECK(kind.err ==
        "--plot: 'x.gif' is no kind of picture (a name that ends in .svg, .png or .pdf)\n");
  CHECK(kind.out.empty());
  const Run missing = run(workspace, "PATH=/nonexistent; " + ask + "x.svg");
  CHECK(missing.exit_code == 1);
  CHECK(missing.err ==
        "combat-odds: --plot: the program gnuplot is missing (Debian: apt install "
        "gnuplot-nox)\n");
  CHECK(missing.out.empty());
}

TEST_CASE("odds --plot draws a whole file and leaves no other, where gnuplot is installed") {
  const Workspace workspace;
  const Run made = run(workspace,
                       "mkdir d; combat-odds odds asl.fire --firepower 4,8 --drm 1 --target 4-6-7 "
                       "--trials 1k --format csv --plot d/x.svg && ls -A d");
  if (made.exit_code == 1) {
    CHECK(has(made.err, "gnuplot is missing"));
    return;
  }
  CHECK(made.exit_code == 0);
  CHECK(made.out.starts_with("scenario,procedure,kind,"));
  CHECK(made.out.ends_with("\nx.svg\n"));
  const std::string svg = read_file(workspace.path() / "d" / "x.svg");
  CHECK(has(svg, "firepower=8"));
  CHECK(has(svg, "</svg>"));
}

}  // namespace
}  // namespace combat_odds
