#include "studies/luck/luck_report.hpp"

#include <cmath>

#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refused_run.hpp"

namespace combat_odds {
namespace {

using Catch::Matchers::ContainsSubstring;
using test::refused_run;
using test::run;
using test::Run;
using test::Workspace;

std::shared_ptr<const RolledDice> kind(const std::string& name) {
  static DiceKinds kinds;
  return kinds.of(name, {});
}

std::vector<LoggedRoll> rolls(const std::string& name, const std::vector<int>& totals) {
  std::vector<LoggedRoll> all;
  for (const int total : totals) all.push_back({kind(name), total, ""});
  return all;
}
std::vector<LoggedRoll> rolls(int dice, const std::vector<int>& totals) {
  return rolls(dice == 1 ? "dr" : "DR", totals);
}

std::vector<LoggedRoll> read(const std::string& text) { return read_luck_log({"log.csv", text}); }

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

TEST_CASE("a log of numbers alone is of the dice that they can be of") {
  const std::vector<LoggedRoll> log = read("7\n2 12,  6\r\n\n8;3\n");
  REQUIRE(log.size() == 6);
  CHECK(log[1].total == 2);
  CHECK(log[1].line == 2);
  CHECK(log[5].line == 4);
  const Luck two = only(log);
  CHECK(two.kind->name == "DR");
  CHECK(two.sum == 38);
  CHECK(two.kind_taken);
  CHECK(luck_sentences({&two, 1}).front().find("two dice, 2 to 12") != std::string::npos);
  CHECK(only(read("1\n6\n3\n")).kind->name == "dr");
  CHECK_FALSE(only(read("roll,kind\n4,dr\n")).kind_taken);
  CHECK_THROWS_WITH(read("5\n3\n"),
                    ContainsSubstring("rolls from 3 to 5 may be of one die or of two") &&
                        ContainsSubstring("'roll,kind'"));
  for (const char* const neither : {"1\n7\n", "0\n5\n", "7\n13\n"}) {
    CHECK_THROWS_WITH(read(neither),
                      ContainsSubstring("are none of one die (1 to 6) or two (2 to 12)"));
  }
}

TEST_CASE("beside how often a total came stands how rare that is") {
  // Of 41 DRs five are 2: 1 - sum of C(41, k) 35^(41 - k) / 36^41 for k from 0 to 4.
  std::vector<int> totals(36, 7);
  totals.insert(totals.end(), 5, 2);
  const Luck luck = only(rolls(2, totals));
  double fewer = 0;
  double ways = 1;  // C(41, k)
  for (int k = 0; k < 5; ++k) {
    fewer += ways * std::pow(35.0 / 36, 41 - k) / std::pow(36.0, k);
    ways = ways * (41 - k) / (k + 1);
  }
  CHECK(luck.so_many[0] == Approx(1 - fewer));
  CHECK(luck.so_many[0] == Approx(0.00539).epsilon(0.001));
  CHECK(luck.so_few[0] == Approx(fewer + ways * std::pow(35.0 / 36, 36) / std::pow(36.0, 5)));
  CHECK(luck.so_many[10] == 1);  // no boxcars: so many or more always come
  CHECK(luck.so_few[10] == Approx(std::pow(35.0 / 36, 41)));
  CHECK(counts_table(luck).rows.front().back() == "0.539 %");
  CHECK(luck_table({&luck, 1}, rolls(2, totals), TableStyle::ascii, 80)
            .find("Each total is a look of its own") != std::string::npos);
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
  const std::vector<Luck> all = luck_of(std::vector<LoggedRoll>{
      {kind("DR"), 7, "german"}, {kind("dr"), 3, "german"}, {kind("DR"), 9, "russian"}});
  REQUIRE(all.size() == 4);
  CHECK(all[0].side == "all");
  CHECK(all[0].sum == 16);
  CHECK(all[1].side == "german");
  CHECK(all[2].side == "russian");
  CHECK(all[2].sum == 9);
  CHECK(all[3].kind->name == "dr");
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
      "degrees_of_freedom,p_value,needed,made,expected_made,made_at_most,made_at_least\n"
      "german,DR,2,19,9.5,7,"));
  CHECK(result.out.find(",0.09722222222222222,,,,,,,,\n") != std::string::npos);
  // One die of 2: 2 of 6 are as low, 5 of 6 as high.
  CHECK(result.out.find("\ngerman,dr,1,2,2,3.5,2") != std::string::npos);
  CHECK(result.out.ends_with(",0.3333333333333333,0.8333333333333334,,,,,,,,\n"));
}

TEST_CASE("any dice are held against fair ones") {
  CHECK(only(rolls("d20", {20})).at_least.fraction == "1/20");
  CHECK(only(rolls("d20", {20})).expected_mean() == 10.5);
  // Three or four sixes of four dice: 4 * 5 + 1 = 21 of 1296 ways.
  CHECK(only(rolls("4d6 kh3", {18})).at_least.fraction == "7/432");
  CHECK(only(rolls("4d6 kh3", {18})).at_most.fraction == "1/1");
  // Two of 2d10: 4 in one of 10,000 ways.
  CHECK(only(rolls("2d10", {2, 2})).at_most.fraction == "1/10000");
  // Not symmetric: of 2d6 the higher die, 6 in 11 of 36 ways and 1 in one (2.8 %, more than 2.5).
  const Luck high = only(rolls("2d6 kh1", {6}));
  CHECK(high.at_least.fraction == "11/36");
  CHECK(high.usual_low == 1);
  CHECK(high.usual_high == 6);
  const std::vector<LoggedRoll> log = read("roll,kind\n7,d20\n7,1d20\n\"3,4\",DR\n3+4,2d6\n");
  CHECK(log[0].kind == log[1].kind);
  CHECK(log[2].total == 7);
  CHECK(log[3].total == 7);
  CHECK(kind("d20")->chance_text(0.1) == "2 in 20");
}

TEST_CASE("single dice may stand in any usual form, also as a semicolon file has them") {
  for (const std::string text : {"3+4", "3,4", "3;4", "3 4", "3/4", "3 + 4"}) {
    INFO(text);
    CHECK(read("roll,kind\n\"" + text + "\",DR\n")[0].total == 7);
  }
  CHECK(read("roll;kind\n3,4;DR\n")[0].total == 7);
  CHECK(read("roll,kind\n2+2+6,3d6\n")[0].total == 10);
  for (const std::string text : {"3+4+1", "3-4", "0+4", "3+", "+3", "3,7", ""}) {
    INFO(text);
    CHECK_THROWS_AS(read("roll,kind\n\"" + text + "\",DR\n"), InputError);
  }
}

TEST_CASE("columns that luck does not know are left alone, and names are one in any case") {
  const std::vector<Luck> all = luck_of(
      read("roll,kind,player,weather\n7,DR,Anna,rain\n8,DR,anna,\n9,DR,ANNA,\n3,DR,Ben,sun\n"));
  REQUIRE(all.size() == 3);
  CHECK(all[1].side == "Anna");
  CHECK(all[1].rolls == 3);
  CHECK(all[1].also == std::vector<std::string>{"anna", "ANNA"});
  CHECK(luck_sentences(all)[1].ends_with(" (Anna is also written anna and ANNA.)"));
}

TEST_CASE("luck against the number that was needed is exact") {
  // 7 or less in 21 of 36 ways: both of two in (7/12)^2.
  const Luck two = only(read("roll,kind,needed\n3,DR,<=7\n7,DR,7 or less\n"));
  REQUIRE(two.needed);
  CHECK(two.needed->rolls == 2);
  CHECK(two.needed->made == 2);
  CHECK(two.needed->expected == Approx(7.0 / 6));
  CHECK(two.needed->at_least.fraction == "49/144");
  CHECK(two.needed->at_most.fraction == "1/1");
  // With 10 or more (6 of 36 ways) as well: none 5/12 * 5/6 = 25/72, both 7/72.
  const Luck mixed = only(read("roll,kind,needed\n3,DR,7-\n7,DR,10+\n9,DR,\n"));
  REQUIRE(mixed.needed);
  CHECK(mixed.rolls == 3);
  CHECK(mixed.needed->rolls == 2);
  CHECK(mixed.needed->made == 1);
  CHECK(mixed.needed->at_most.fraction == "65/72");
  CHECK(mixed.needed->at_least.fraction == "47/72");
  for (const std::string text :
       {">=5", "\u22655", ">4", "5+", "5 or more", "5 or higher", "5..12"}) {
    INFO(text);
    // 2 to 4 in 6 of 36 ways.
    CHECK(only(read("roll,kind,needed\n6,DR," + text + "\n")).needed->at_least.fraction == "5/6");
  }
  CHECK_THROWS_AS(read("roll,kind,needed\n6,DR,5\n"), InputError);
  CHECK_FALSE(only(read("roll,kind\n6,DR\n")).needed);
  const std::vector<LoggedRoll> log = read("roll,kind,needed\n3,DR,<=7\n");
  CHECK(luck_table(luck_of(log), log, TableStyle::markdown, 80).find("| with a number needed |") !=
        std::string::npos);
}

TEST_CASE("a hundred thousand rolls are added up") {
  std::string text = "roll,kind\n";
  for (int i = 0; i < 50'000; ++i) text += "3,dr\n4,dr\n";
  const Luck luck = only(read(text));
  CHECK(luck.rolls == 100'000);
  // The sum is the expected one, 350,000, which comes up in 1 / sqrt(2 pi n 35/12) of all logs.
  const double middle = 1 / std::sqrt(2 * 3.14159265358979 * 100'000 * 35 / 12);
  CHECK(luck.at_most.value == Approx(0.5 + middle / 2).epsilon(1e-6));
  CHECK(luck.at_least.value == Approx(0.5 + middle / 2).epsilon(1e-6));
  // 1.96 standard deviations of sqrt(n 35/12) = 540.06.
  CHECK(luck.usual_high - 350'000 == Approx(1058.5).epsilon(0.002));
  CHECK_THROWS_AS(read(text + "3,dr\n"), InputError);
}

TEST_CASE("the chat of Roll20 is a log") {
  const std::vector<LoggedRoll> log = read(
      "Anna:rolling 2d6+1\n(\n4\n+\n3\n)+1\n=8\nwell, well: that was close\n"
      "Ben:\nrolling 1d20\r\n(17)\r\n=17\r\n"
      "anna: rolling 4d6kh3 (6+6+6+1)=18\nBen:rolling d100\n");
  REQUIRE(log.size() == 3);
  CHECK(log[0].kind->name == "2d6+1");
  CHECK(log[0].total == 8);
  CHECK(log[0].side == "Anna");
  CHECK(log[0].line == 1);
  CHECK(log[1].kind->name == "d20");
  CHECK(log[1].total == 17);
  CHECK(log[1].side == "Ben");
  CHECK(log[2].total == 18);
  CHECK(log[2].side == "Anna");
  CHECK_THROWS_AS(read("Anna:rolling 2d6\n=13\n"), InputError);
  CHECK_THROWS_AS(read("Anna:rolling banana\n=3\n"), InputError);
}

TEST_CASE("faulty logs are refused with their place") {
  const Workspace workspace;
  const auto refused = [&](const std::string& text, const std::string& says) {
    workspace.write("log.csv", text);
    CHECK(refused_run(workspace, "combat-odds luck log.csv") == says + "\n");
  };
  refused("roll,kind\n7,DR\n13,DR\n", "log.csv:3:1: roll is '13' (a whole number from 2 to 12)");
  refused("roll,kind\n0,dr\n", "log.csv:2:1: roll is '0' (a whole number from 1 to 6)");
  refused("roll,kind\n3+7,DR\n",
          "log.csv:2:1: roll of a DR is '3+7' (two dice from 1 to 6, such as 3+4, or their total)");
  refused("roll,kind\n3+4,dr\n", "log.csv:2:1: roll of a dr is '3+4' (one die, from 1 to 6)");
  refused(
      "roll,kind\n7,Dr\n",
      "log.csv:2:3: kind is 'Dr' (dr for one die, DR for two, or dice such as d20, 2d10 or '4d6 "
      "kh3')");
  refused("roll,kind\n", "log.csv:2:1: no roll under the first line (a line for each roll)");
}

}  // namespace
}  // namespace combat_odds
