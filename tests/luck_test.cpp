#include "studies/luck/luck_report.hpp"

#include <cmath>

#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"

namespace combat_odds {
namespace {

using test::run;
using test::Run;
using test::Workspace;

std::vector<LoggedRoll> rolls(int dice, const std::vector<int>& totals) {
  std::vector<LoggedRoll> all;
  for (const int total : totals) all.push_back({dice, total, ""});
  return all;
}

Luck only(const std::vector<LoggedRoll>& log) {
  const std::vector<Luck> all = luck_of(log);
  REQUIRE(all.size() == 1);
  return all.front();
}

TEST_CASE("the sum's percentile is exact") {
  const Luck boxcars = only(rolls(2, {12}));
  CHECK(boxcars.at_most.fraction == "1/1");
  CHECK(boxcars.at_least.fraction == "1/36");
  CHECK(boxcars.percentile() == Approx(1 - 1.0 / 72));

  const Luck seven = only(rolls(2, {7}));
  CHECK(seven.at_most.fraction == "7/12");  // 21 of 36 ways are 7 or less
  CHECK(seven.percentile() == Approx(0.5));

  // Three dice add up to 16 or more in 6 + 3 + 1 = 10 of 216 ways.
  const Luck high = only(rolls(1, {6, 5, 5}));
  CHECK(high.at_least.fraction == "5/108");
  CHECK(high.two_sided() == Approx(20.0 / 216));

  // Two DRs are four dice: 5 or less in 1 + 4 = 5 of 1296 ways.
  CHECK(only(rolls(2, {2, 3})).at_most.fraction == "5/1296");
}

TEST_CASE("totals and means") {
  const Luck luck = only(rolls(1, {1, 1, 3, 6}));
  CHECK(luck.rolls == 4);
  CHECK(luck.sum == 11);
  CHECK(luck.mean() == Approx(2.75));
  CHECK(luck.expected_mean() == Approx(3.5));
  CHECK(luck.counts == std::vector<int>{2, 0, 1, 0, 0, 1});
  CHECK(luck.expected.at(0) == Approx(4.0 / 6));
}

TEST_CASE("the middle 95 % of sums leaves out at most 2.5 % on either side") {
  // One DR: a 2 comes up in 1 of 36 (2.8 %), more than 2.5 %.
  CHECK(only(rolls(2, {7})).usual_low == 2);
  // Three dice: 3 or 4 in 4 of 216 (1.9 %), 5 or less in 10 of 216 (4.6 %).
  const Luck three = only(rolls(1, {3, 4, 3}));
  CHECK(three.usual_low == 5);
  CHECK(three.usual_high == 16);
}

TEST_CASE("chi-squared of 36 DRs: neighbours are joined until five are expected") {
  // Classes 2-4 (6 expected), 5-6 (9), 7 (6), 8 (5), 9-12 (10).
  std::vector<int> totals;
  const auto add = [&](int total, int times) {
    for (int i = 0; i < times; ++i) totals.push_back(total);
  };
  add(2, 6);
  add(5, 4);
  add(6, 5);
  add(7, 12);
  add(8, 5);
  add(9, 1);
  add(12, 3);
  const Luck luck = only(rolls(2, totals));
  REQUIRE(luck.chi_squared);
  CHECK(luck.chi_squared->degrees_of_freedom == 4);
  CHECK(luck.chi_squared->statistic == Approx(9.6));  // 36/6 for the 7s, 36/10 for 9-12
  // With 4 degrees of freedom: exp(-x/2) (1 + x/2).
  CHECK(luck.chi_squared->p_value == Approx(std::exp(-4.8) * 5.8));
}

TEST_CASE("no chi-squared where no two classes have five expected") {
  CHECK_FALSE(only(rolls(1, {1, 2, 3, 4, 5, 6, 1, 2, 3})).chi_squared);  // 9: 4.5 for a half
  const Luck ten = only(rolls(1, {1, 1, 1, 1, 1, 1, 1, 2, 3, 6}));       // 1-3 and 4-6, 5 each
  REQUIRE(ten.chi_squared);
  CHECK(ten.chi_squared->degrees_of_freedom == 1);
  CHECK(ten.chi_squared->statistic == Approx(6.4));  // 16/5 twice
}

TEST_CASE("kinds and sides are analysed separately, and together") {
  const std::vector<Luck> all =
      luck_of(std::vector<LoggedRoll>{{2, 7, "german"}, {1, 3, "german"}, {2, 9, "russian"}});
  REQUIRE(all.size() == 4);
  CHECK(all[0].side == "all");
  CHECK(all[0].sum == 16);
  CHECK(all[1].side == "german");
  CHECK(all[2].side == "russian");
  CHECK(all[2].sum == 9);
  CHECK(all[3].dice == 1);
  CHECK(all[3].side == "german");  // the only side that rolled a dr
}

TEST_CASE("a few rolls are called too few") {
  const std::vector<LoggedRoll> log = rolls(2, {12, 11});
  const std::string text = luck_table(luck_of(log), log, TableStyle::ascii, 200);
  CHECK(text.find("2 rolls are too few to tell") != std::string::npos);
  CHECK(text.find("says nothing about the next roll") != std::string::npos);
}

TEST_CASE("combat-odds luck reads totals and pairs of dice") {
  const Workspace workspace;
  workspace.write("log.csv",
                  "roll,kind,side,note\n3+4,DR,german,attack\n12,DR,german,\n2,dr,german,smoke\n");
  const Run result = run(workspace, "combat-odds luck log.csv --format csv");
  CHECK(result.exit_code == 0);
  // Two DRs are four dice: 19 or more is 9 or less of the other sides of the dice, which is
  // 1+4+10+20+35+56 = 126 of 1296 ways; 19 alone 56.
  CHECK(result.out.starts_with(
      "side,kind,rolls,sum,mean,expected_mean,percentile,at_most,at_least,chi_squared,"
      "degrees_of_freedom,p_value\ngerman,DR,2,19,9.5,7,"));
  CHECK(result.out.find(",0.09722222222222222,,,\n") != std::string::npos);
  // One die of 2: 2 of 6 are as low, 5 of 6 as high.
  CHECK(result.out.find("\ngerman,dr,1,2,2,3.5,2") != std::string::npos);
  CHECK(result.out.ends_with(",0.3333333333333333,0.8333333333333334,,,\n"));
}

TEST_CASE("faulty logs are refused with their place") {
  const Workspace workspace;
  const auto refused = [&](const std::string& text, const std::string& says) {
    workspace.write("log.csv", text);
    const Run result = run(workspace, "combat-odds luck log.csv");
    INFO(text);
    CHECK(result.exit_code == 2);
    CHECK(result.err == says + "\n");
    CHECK(result.out.empty());
  };
  refused("roll,kind\n7,DR\n13,DR\n", "log.csv:3:1: roll is '13' (a whole number from 2 to 12)");
  refused("roll,kind\n0,dr\n", "log.csv:2:1: roll is '0' (a whole number from 1 to 6)");
  refused("roll,kind\n3+7,DR\n",
          "log.csv:2:1: roll of a DR is '3+7' (two dice from 1 to 6, such as 3+4, or their total)");
  refused("roll,kind\n3+4,dr\n", "log.csv:2:1: roll of a dr is '3+4' (one die, from 1 to 6)");
  refused("roll,kind\n7,Dr\n", "log.csv:2:3: kind is 'Dr' (dr for one die, DR for two)");
  refused("roll,kind\n", "log.csv:2:1: no roll under the first line (a line for each roll)");
}

}  // namespace
}  // namespace combat_odds
