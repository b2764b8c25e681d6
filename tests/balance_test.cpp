#include "core/text/csv.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"

namespace combat_odds {
namespace {

const char* const units =
    "nationality,unit,points,name\n"
    "german,4-6-7,21,\n"
    "german,4-6-7,7,a bargain\n"
    "russian,4-4-7,,\n"
    "german,6-5-8,45,\n";

double number(const CsvTable& table, std::size_t row, const char* column) {
  return std::stod(table.rows.at(row)[static_cast<std::size_t>(table.column(column))].text);
}

TEST_CASE("balance writes the matrix, the prices and the efficiency, and names the worst price") {
  const test::Workspace here;
  here.write("units.csv", units);
  const test::Run run = test::run(here, "combat-odds balance units.csv --out out --turns 6");
  CHECK(run.err.empty());
  REQUIRE(run.exit_code == 0);
  CHECK(run.out.find("worst priced: a bargain, listed at 7") != std::string::npos);
  CHECK(run.out.find("each break-even price holds while all other prices are as listed") !=
        std::string::npos);
  CHECK(run.out.find("(too cheap)") != std::string::npos);

  const CsvTable matrix = test::read_csv_file(here.path() / "out/matrix.csv");
  REQUIRE(matrix.rows.size() == 16);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(number(matrix, i * 5, "score") == Approx(0.5).margin(1e-9));  // the mirror matches
    for (std::size_t j = 0; j < 4; ++j) {
      // The turn order is drawn, so a duel seen from the other side is the same duel.
      CHECK(number(matrix, i * 4 + j, "holds") ==
            Approx(number(matrix, j * 4 + i, "opponent_holds")).margin(1e-9));
      CHECK(number(matrix, i * 4 + j, "holds") + number(matrix, i * 4 + j, "opponent_holds") +
                number(matrix, i * 4 + j, "both") ==
            Approx(1).margin(1e-9));
    }
  }

  const CsvTable prices = test::read_csv_file(here.path() / "out/prices.csv");
  REQUIRE(prices.rows.size() == 4);
  // The same counter at a third of the price: the dear one has the cheap one in its field, and the
  // cheap one the dear one, so the cheap one is worth more here.
  CHECK(number(prices, 1, "rank") == 1);
  CHECK(number(prices, 1, "ratio") > 1);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(number(prices, i, "ratio") ==
          Approx(number(prices, i, "break_even") / number(prices, i, "listed")));
    CHECK((number(prices, i, "score") > 0.5) == (number(prices, i, "ratio") > 1));
  }
  CHECK(test::read_csv_file(here.path() / "out/efficiency.csv").rows.size() == 16);
}

TEST_CASE("two copies of a unit at one price are worth that price") {
  const test::Workspace here;
  here.write("units.csv",
             "nationality,unit,points,name\ngerman,4-6-7,20,one\ngerman,4-6-7,20,two\n");
  REQUIRE(test::run(here, "combat-odds balance units.csv --duel sl.firefight --out out --points 60")
              .exit_code == 0);
  const CsvTable prices = test::read_csv_file(here.path() / "out/prices.csv");
  CHECK(number(prices, 0, "break_even") == Approx(20).epsilon(1e-9));
  CHECK(number(prices, 1, "break_even") == Approx(20).epsilon(1e-9));
}

TEST_CASE("a leader is paid for with the force's points") {
  // 80 points: 8-1 (50 points) and 2 squads of 15 against the same, or against 4 squads of 20
  // alone.
  const test::Workspace here;
  here.write("units.csv",
             "nationality,unit,points,leader,name\n"
             "german,4-6-7,15,8-1,led\n"
             "german,4-6-7,15,8-1,led too\n"
             "german,4-6-7,20,,alone\n");
  REQUIRE(
      test::run(here, "combat-odds balance units.csv --out out --points 80 --turns 4").exit_code ==
      0);
  const CsvTable matrix = test::read_csv_file(here.path() / "out/matrix.csv");
  CHECK(number(matrix, 1, "score") == Approx(0.5).margin(1e-9));
  // The duel is the procedure's firefight.
  const test::Run fight =
      test::run(here,
                "combat-odds odds sl.firefight --a-units '2*4-6-7 8-1' --a-squad-points 15 "
                "--b-units '4*4-6-7' --b-squad-points 20 --range 4 --a-drm 2 --b-drm 2 --a-group 3 "
                "--b-group 3 --turns 4 --method exact --format csv >fight.csv");
  REQUIRE(fight.exit_code == 0);
  const CsvTable odds = test::read_csv_file(here.path() / "fight.csv");
  REQUIRE(odds.rows.at(0).at(3).text == "a_holds");
  CHECK(number(odds, 0, "exact") == Approx(number(matrix, 2, "holds")).epsilon(1e-10));
}

TEST_CASE("efficiency by hand: one squad of 20 points fires on one squad of 10 points") {
  // 4 FP at DRM 0 on a morale of 7, the 4 column: KIA on 2 (1 throw); 2 on 3 (2 throws; fails on 6
  // or more: 26/36); 1 on 4 and 5 (7 throws; 7 or more: 21/36); M on 6 (5 throws; 8 or more:
  // 15/36). Broken: (2 * 26 + 7 * 21 + 5 * 15) / 1296 = 274/1296; eliminated 1/36; each times 10
  // / 20.
  const test::Workspace here;
  here.write("units.csv",
             "nationality,unit,points,name\ngerman,4-6-7,20,one\ngerman,4-6-7,10,two\n");
  REQUIRE(test::run(here,
                    "combat-odds balance units.csv --out out --points 20 --drm 0 --group 1 "
                    "--stacking 1 --turns 1")
              .exit_code == 0);
  const CsvTable efficiency = test::read_csv_file(here.path() / "out/efficiency.csv");
  CHECK(number(efficiency, 1, "broken") == Approx(274.0 / 1296 / 2).epsilon(1e-12));
  CHECK(number(efficiency, 1, "eliminated") == Approx(1.0 / 72).epsilon(1e-12));
}

TEST_CASE("a sweep gives every setting, with the same bytes on any number of threads") {
  const test::Workspace here;
  here.write("units.csv", units);
  const std::string command =
      "combat-odds balance units.csv --points 45,48 --range 6 --drm 1 --turns 3 --quiet "
      "--method both --trials 20000 ";
  REQUIRE(test::run(here, command + "--out one --threads 1").exit_code == 0);
  REQUIRE(test::run(here, command + "--out four --threads 4").exit_code == 0);
  for (const char* name : {"matrix.csv", "prices.csv", "efficiency.csv", "charts.csv"}) {
    CHECK(test::read_file(here.path() / "one" / name) ==
          test::read_file(here.path() / "four" / name));
  }
  const CsvTable matrix = test::read_csv_file(here.path() / "one/matrix.csv");
  CHECK(matrix.rows.size() == 2 * 16);
  std::size_t outside = 0;
  for (std::size_t row = 0; row < matrix.rows.size(); ++row) {
    CHECK(number(matrix, row, "trials") == 20000);
    // Simulated on the decision graph of sl.firefight: another way to the exact odds. Five standard
    // errors: all 32 stay within in all but one of 50,000 runs, and the seed is fixed.
    const double exact = number(matrix, row, "holds");
    const double error = std::sqrt(std::max(exact * (1 - exact), 1e-12) / 20000);
    if (std::abs(number(matrix, row, "monte_carlo") - exact) > 5 * error) ++outside;
  }
  CHECK(outside == 0);
}

TEST_CASE("a faulty unit list is reported with the place, and nothing is written") {
  const test::Workspace here;
  const auto complaint = [&](const std::string& text, const std::string& more = "") {
    here.write("units.csv", text);
    const test::Run run = test::run(here, "combat-odds balance units.csv --out out " + more);
    CHECK(run.exit_code == 2);
    CHECK_FALSE(std::filesystem::exists(here.path() / "out"));
    return run.err;
  };
  CHECK(complaint("nationality,unit\ngerman,4-6-7\ngerman,9-6-9\n")
            .starts_with("units.csv:3:8: no price for a german '9-6-9'"));
  CHECK(complaint("nationality,unit\ngerman,4-6-7\ngerman,8-1\n") ==
        "units.csv:3:8: '8-1' is a leader, who has no firepower (squads and crews, such as "
        "4-6-7)\n");
  CHECK(complaint("nationality,unit,leader\ngerman,4-6-7,4-6-7\n") ==
        "units.csv:2:14: '4-6-7' is no leader (such as 8-1)\n");
  CHECK(complaint("nationality,unit\ngerman,4-6-7\n") ==
        "units.csv:2:1: fewer than two units (a line for each unit)\n");
  CHECK(complaint("nationality,unit,point\ngerman,4-6-7,1\n")
            .starts_with("units.csv:1:18: no column 'point' is known here (did you mean 'points'"));
  CHECK(complaint("nationality,unit\ngerman,4-6-7\ngerman,8-3-8\n", "--points 50") ==
        "units.csv:3:8: 50 points buy no 'german 8-3-8', which costs 54 (--points 54 or more)\n");
  CHECK(complaint("nationality,unit\ngerman,4-3-6\ngerman,8-3-8\n", "--points 90") ==
        "units.csv:2:8: 90 points buy more than 12 'german 4-3-6' at 7 (--points 84 or less)\n");
  CHECK(complaint("nationality,unit\ngerman,4-6-7\ngerman,8-3-8\n", "--rnage 4")
            .find("did you mean '--range'") != std::string::npos);
}

TEST_CASE("the shipped list of infantry") {
  const test::Workspace here;
  const std::string list =
      std::string(COMBAT_ODDS_SOURCE) + "/scenarios/balance/german-and-russian-infantry.csv";
  const test::Run run = test::run(here, "combat-odds balance '" + list + "' --out out --turns 6");
  CHECK(run.exit_code == 0);
  CHECK(test::read_csv_file(here.path() / "out/prices.csv").rows.size() == 14);
}

}  // namespace
}  // namespace combat_odds
