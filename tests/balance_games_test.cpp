#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <tuple>

#include "core/dice/even_handed.hpp"
#include "core/text/csv.hpp"
#include "studies/balance/balance_list.hpp"
#include "studies/balance/procedure_game.hpp"
#include "studies/balance/series.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/lines.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refused_run.hpp"
#include "tests/support/sanitized.hpp"

namespace combat_odds {
namespace {

/// A duel of one die. At equal skill the first wins on 1 to 3, the second on 4 to 6. At unequal
/// skill the better one wins on 1 to 4, both are lost on a 5, and the worse one wins on a 6. Skill
/// 0 always loses.
const char* const house_duel = R"(return {
  name = "test.duel",
  summary = "a duel of one die",
  parameters = {
    {"first_skill", "of the first", least = 0, most = 3},
    {"second_skill", "of the second", least = 0, most = 3},
    {"wind", "added to nothing", least = 0, most = 3, default = 0},
  },
  outcomes = {{"first_wins", "the first"}, {"second_wins", "the second"},
    {"both_knocked_out", "nobody"}},
  resolve = function(dice, situation)
    local a, b = situation.first_skill, situation.second_skill
    local better, worse = "first_wins", "second_wins"
    if b > a then better, worse = worse, better end
    if a == b then return dice:dr() <= 3 and "first_wins" or "second_wins" end
    if a == 0 or b == 0 then return better end
    local roll = dice:dr()
    return roll <= 4 and better or roll == 5 and "both_knocked_out" or worse
  end,
})";

struct Played {
  std::unique_ptr<test::Workspace> workspace = std::make_unique<test::Workspace>();
  test::Workspace& here = *workspace;
  test::Run run = {};
  CsvTable matrix() const { return test::read_csv_file(here.path() / "out/matrix.csv"); }
  CsvTable prices() const { return test::read_csv_file(here.path() / "out/prices.csv"); }
};

Played play(const std::string& list, const std::string& options) {
  Played played;
  std::filesystem::create_directory(played.here.path() / "rules");
  played.here.write("rules/duel.lua", house_duel);
  played.here.write("units.csv", list);
  played.run =
      test::run(played.here, "combat-odds balance units.csv --out out --rules rules " + options);
  return played;
}

double number(const CsvTable& table, std::size_t row, const char* column) {
  return std::stod(table.rows.at(row)[static_cast<std::size_t>(table.column(column))].text);
}

const char* const knights =
    "procedure,name,points,skill\n"
    "test.duel,knight,20,2\n"
    "test.duel,man,10,1\n";

TEST_CASE("a unit twice as good at twice the price is even, and worth its price") {
  // One knight against two men: he beats both (4/6 * 4/6), or beats one and is lost with the other
  // (4/6 * 1/6, half a point): 16/36 + 2/36 = 1/2.
  const Played played = play(knights, "--points 20");
  CHECK(played.run.err.empty());
  REQUIRE(played.run.exit_code == 0);
  CHECK(number(played.matrix(), 1, "score") == Approx(0.5).epsilon(1e-12));
  CHECK(number(played.matrix(), 1, "holds") == Approx(16.0 / 36).epsilon(1e-12));
  CHECK(number(played.matrix(), 1, "both") == Approx(4.0 / 36).epsilon(1e-12));
  // The mirrors are even: two men against two, one knight against one.
  CHECK(number(played.matrix(), 0, "score") == Approx(0.5).epsilon(1e-12));
  CHECK(number(played.matrix(), 3, "score") == Approx(0.5).epsilon(1e-12));
  CHECK(number(played.prices(), 0, "break_even") == Approx(20).epsilon(1e-12));
  CHECK(number(played.prices(), 1, "break_even") == Approx(10).epsilon(1e-12));
}

TEST_CASE("a dominated unit never wins, whatever it costs") {
  const Played played = play(std::string(knights) + "test.duel,ghost,10,0\n", "--points 60");
  REQUIRE(played.run.exit_code == 0);
  const CsvTable matrix = played.matrix();
  CHECK(number(matrix, 2 * 3 + 0, "holds") == 0);  // against knights
  CHECK(number(matrix, 2 * 3 + 1, "holds") == 0);  // against men
  CHECK(number(matrix, 2 * 3 + 2, "score") == Approx(0.5));
  CHECK(number(played.prices(), 2, "score") == 0);
  CHECK(played.prices().rows[2][static_cast<std::size_t>(played.prices().column("at_most"))].text ==
        "true");
}

TEST_CASE("odd points are shared fairly") {
  // 25 points: one knight with 3/4, two with 1/4; two men with 1/2, three with 1/2.
  const Played played = play(knights, "--points 25");
  REQUIRE(played.run.exit_code == 0);
  const DuelEnds ends{4.0 / 6, 1.0 / 6, 1.0 / 6, 0};
  double score = 0;
  for (const auto& [own, p] : {std::pair(1, 0.75), std::pair(2, 0.25)}) {
    for (const int other : {2, 3}) score += p / 2 * series(ends, own, other, 20, 10).score();
  }
  CHECK(number(played.matrix(), 1, "score") == Approx(score).epsilon(1e-12));
}

TEST_CASE("a series of duels by hand") {
  // One against one, with a quarter each.
  const Duel one = series({0.25, 0.25, 0.25, 0.25}, 1, 1, 7, 3);
  CHECK(one.holds == 0.25);
  CHECK(one.loses == 0.25);
  CHECK(one.both == 0.5);
  CHECK(one.points_lost == 3.5);              // 1/2 of 7
  CHECK(one.points_lost_by_opponent == 1.5);  // 1/2 of 3
  // Two against one unit that always wins its duel, and against one that always loses it.
  CHECK(series({0, 1, 0, 0}, 2, 1, 1, 1).loses == 1);
  CHECK(series({1, 0, 0, 0}, 1, 5, 1, 1).holds == 1);
  // An open duel binds both; of two units, the other one stays free.
  CHECK(series({0, 0, 0, 1}, 2, 1, 1, 1).holds == 1);
  CHECK(series({0, 0, 0, 1}, 2, 1, 1, 1).points_lost == 0);
}

TEST_CASE("a proposal brings every score into the band, and its list gives the same scores") {
  const std::string list =
      "procedure,name,points,skill,note\n"
      "test.duel,knight,30,2,half as dear again as he should be\n"
      "test.duel,man,10,1,\n"
      "test.duel,squire,10,1,\n";
  const Played played = play(list, "--points 120 --propose 48%..52% --keep man --keep squire");
  INFO(played.run.err);
  REQUIRE(played.run.exit_code == 0);
  CHECK(played.run.out.find("1 of 3 prices change: knight 30 -> ") != std::string::npos);
  CHECK(test::has(test::on_one_line(played.run.out), "every score is within 48.0 to 52.0 %"));
  const std::string proposed = test::read_file(played.here.path() / "out/proposed-list.csv");
  const Played again = play(proposed, "--points 120");
  REQUIRE(again.run.exit_code == 0);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(number(again.prices(), i, "score") >= 0.48 - 1e-9);
    CHECK(number(again.prices(), i, "score") <= 0.52 + 1e-9);
    CHECK(number(again.prices(), i, "score") ==
          Approx(number(test::read_csv_file(played.here.path() / "out/proposal.csv"), i, "score"))
              .epsilon(1e-12));
  }
  const test::Run page =
      test::run(played.here, "combat-odds report out --out page.md --format markdown");
  INFO(page.err);
  CHECK(page.exit_code == 0);
  CHECK(test::read_file(played.here.path() / "page.md").find("Lists beside each other") !=
        std::string::npos);
  // The smallest change: one point nearer to 30 is outside the band.
  const double points = number(again.prices(), 0, "listed");
  std::string nearer = list;
  nearer.replace(nearer.find(",30,"), 4, "," + std::to_string(static_cast<int>(points) + 1) + ",");
  const Played outside = play(nearer, "--points 120");
  double farthest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    farthest = std::max(farthest, std::abs(number(outside.prices(), i, "score") - 0.5));
  }
  CHECK(farthest > 0.02);
}

TEST_CASE("prices that are impossible within the limits are reported") {
  const Played played =
      play(knights, "--points 120 --propose 49%..51% --limit knight=30..40 --keep man");
  REQUIRE(played.run.exit_code == 0);
  CHECK(test::has(test::on_one_line(played.run.out), "no prices within the limits were found"));
}

TEST_CASE("force against force equals the procedure itself, both ways round") {
  const test::Workspace here;
  const std::string vehicle = ",elite,5,6,1";
  here.write("units.csv",
             "procedure,name,points,quality,fp_vehicle,dv,shots\n"
             "slammers.troop-duel,good,100" +
                 vehicle +
                 "\n"
                 "slammers.troop-duel,poor,50,trained,5,6,1\n");
  const test::Run run = test::run(here,
                                  "combat-odds balance units.csv --points 100 --set order=first "
                                  "--turns 2 --out out --method both --trials 20000");
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  test::Given duel = {
      {"first_number", "1"}, {"second_number", "2"}, {"order", "first"}, {"turns", "2"}};
  for (const char* const side : {"first_", "second_"}) {
    duel[std::string(side) + "fp_vehicle"] = "5";
    duel[std::string(side) + "dv"] = "6";
    duel[std::string(side) + "shots"] = "1";
  }
  duel["first_quality"] = "elite";
  duel["second_quality"] = "trained";
  const test::Answer forth("slammers.troop-duel", duel);
  duel["order"] = "second";  // the same seen from the other side
  const test::Answer back("slammers.troop-duel", duel);
  const CsvTable matrix = test::read_csv_file(here.path() / "out/matrix.csv");
  CHECK(number(matrix, 1, "holds") ==
        Approx((forth.outcome_value("first_wins") + back.outcome_value("first_wins")) / 2));
  CHECK(number(matrix, 1, "points_lost") ==
        Approx(100 * (forth.mean("first_lost") + back.mean("first_lost")) / 2));
  for (std::size_t row = 0; row < 4; ++row) {
    const double exact = number(matrix, row, "holds");
    CHECK(std::abs(number(matrix, row, "monte_carlo") - exact) <
          5 * std::sqrt(std::max(exact * (1 - exact), 1e-6) / 20000));
  }
}

bool is_even_handed(const std::string& procedure, const test::Given& duel) {
  const Scenario asked = test::scenario(procedure, duel);
  const auto rule = asked.rule(0, test::charts());
  const auto* const even = dynamic_cast<const EvenHanded*>(rule.get());
  return even != nullptr && even->is_even_handed();
}

/// The exact fractions of all outcomes and measures, the names of the two sides exchanged or not.
std::map<std::string, std::string> fractions(const std::string& procedure, const test::Given& duel,
                                             const std::array<std::string, 2>& sides,
                                             bool exchanged) {
  const test::Answer answer(procedure, duel);
  std::map<std::string, std::string> all;
  for (const Chance& chance : answer.odds().chances) {
    std::string name = chance.name;
    for (std::size_t side = 0; exchanged && side < 2; ++side) {
      if (!chance.name.starts_with(sides[side])) continue;
      name = sides[1 - side] + chance.name.substr(sides[side].size());
    }
    all[name + " " + std::to_string(chance.value)] = chance.exact->fraction;
  }
  return all;
}

/// The same duel seen from the other side.
test::Given exchanged(const test::Given& duel, const std::array<std::string, 2>& sides) {
  test::Given other;
  for (const auto& [name, value] : duel) {
    std::string there = name;
    for (std::size_t side = 0; side < 2; ++side) {
      if (name.starts_with(sides[side])) there = sides[1 - side] + name.substr(sides[side].size());
    }
    other[there] = value;
  }
  return other;
}

TEST_CASE("a duel that says that it is even-handed has the same odds from the other side") {
  const std::array<std::string, 2> stacks = {"a_", "b_"};
  const test::Given stand_off = {{"a_units", "2*4-6-7"},
                                 {"a_nationality", "german"},
                                 {"a_machine_guns", "German LMG"},
                                 {"b_units", "4-4-7 8-0"},
                                 {"b_nationality", "russian"},
                                 {"b_drm", "1"},
                                 {"range", "4"},
                                 {"turns", "2"}};
  const std::array<std::string, 2> troops = {"first_", "second_"};
  const test::Given cars = {{"first_number", "2"},      {"second_number", "1"},
                            {"first_quality", "elite"}, {"second_quality", "trained"},
                            {"first_fp_vehicle", "4"},  {"second_fp_vehicle", "5"},
                            {"first_dv", "8"},          {"second_dv", "7"},
                            {"first_shots", "2"},       {"second_shots", "1"},
                            {"order", "rolled"},        {"turns", "2"}};
  for (const auto& [procedure, duel, sides] :
       {std::tuple("asl.firefight", stand_off, stacks),
        std::tuple("asl.firefight", test::with(stand_off, {{"turns", "3"}}), stacks),
        std::tuple("slammers.troop-duel", cars, troops)}) {
    CAPTURE(procedure);
    REQUIRE(is_even_handed(procedure, duel));
    const auto back = exchanged(duel, sides);
    REQUIRE(is_even_handed(procedure, back));
    CHECK(fractions(procedure, duel, sides, true) == fractions(procedure, back, sides, false));
  }
  // Who begins tells, and so does who rallies first when ADJACENT.
  CHECK_FALSE(is_even_handed("asl.firefight", test::with(stand_off, {{"first", "a"}})));
  CHECK_FALSE(is_even_handed("asl.firefight", test::with(stand_off, {{"range", "1"}})));
  CHECK_FALSE(is_even_handed("slammers.troop-duel", test::with(cars, {{"order", "first"}})));
}

TEST_CASE("the game of infantry and the procedure sl.firefight agree") {
  // The list's own solver, and the duel as any procedure's: two ways to the same odds.
  const Library& library = test::library();
  const auto given = [](const char* parameter, const char* value) {
    return GivenValue{parameter, value, {}};
  };
  const auto solver =
      read_balance_list({"units.csv",
                         "procedure,nationality,unit,points\nsl.firefight,german,4-6-7,21\n"
                         "sl.firefight,german,6-5-8,45\n"},
                        {{given("turns", "4")}, {}}, library);
  const auto procedure = procedure_game(
      read_csv("procedure,name,points,units,drm,group\n"
               "sl.firefight,german 4-6-7,21,4-6-7,2,3\n"
               "sl.firefight,german 6-5-8,45,6-5-8,2,3\n",
               "units.csv"),
      {{given("points", "60"), given("range", "4"), given("turns", "4")}, {}}, library);
  OddsOptions exact;
  exact.method = Method::exact;
  const BalanceResult one = balance(*solver, solver->settings().front(), exact);
  const BalanceResult other = balance(*procedure, procedure->settings().front(), exact);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(one.prices[i].score == Approx(other.prices[i].score).epsilon(1e-9));
    CHECK(one.prices[i].break_even == Approx(other.prices[i].break_even).epsilon(1e-9));
  }
}

TEST_CASE("Rarity is part of the price and depends on the month") {
  const std::string list =
      "procedure,name,points,rarity,year_from,year_to,skill\n"
      "test.duel,knight,20,1,1942-03,,2\n"
      "test.duel,rare knight,20,1.5,1943,1943,2\n"
      "test.duel,man,10,,,,1\n";
  const Played played = play(list, "--points 60 --date 1942-11,1943-06,1944-02");
  INFO(played.run.err);
  REQUIRE(played.run.exit_code == 0);
  const CsvTable prices = played.prices();
  // Early in the three months before January 1943: twice; late after 1943: half as much again.
  CHECK(number(prices, 1, "listed") == 60);
  CHECK(number(prices, 4, "listed") == 30);
  CHECK(number(prices, 7, "listed") == 45);
  CHECK(number(prices, 1, "bpv") == 20);
  CHECK(number(prices, 1, "rarity") == 3);
  CHECK(number(prices, 1, "fair_rarity") ==
        Approx(number(prices, 1, "break_even") / 20).epsilon(1e-12));
  CHECK(played.run.out.find("rare knight") != std::string::npos);
  CHECK(played.run.out.find("is most out of line with what it does") != std::string::npos);
  const Played early = play(list, "--points 60 --date 1942-08");
  CHECK(early.run.exit_code == 2);
  CHECK(early.run.err ==
        "units.csv:3:11: 'rare knight' is introduced in 1943-01, more than 3 months after 1942-08 "
        "(a list without it or a later --date)\n");
}

TEST_CASE("lists compared, and what the value of a unit depends on") {
  const Played played = play(knights, "--points 20,40 --wind 0,1 --compare other.csv");
  CHECK(played.run.exit_code != 0);  // there is no such file yet
  played.here.write("other.csv",
                    "procedure,name,points,skill\ntest.duel,knight,15,2\ntest.duel,man,10,1\n");
  const test::Run run = test::run(
      played.here,
      "combat-odds balance units.csv --rules rules --out out --points 20,40 --set wind=0,1 "
      "--compare other.csv");
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  const CsvTable compared = test::read_csv_file(played.here.path() / "out/compared.csv");
  REQUIRE(compared.rows.size() == 4);
  CHECK(compared.rows[2][0].text == "other");
  CHECK(number(compared, 2, "listed") == Approx(15));
  CHECK(number(compared, 2, "score") > 0.5);
  const CsvTable sensitivity = test::read_csv_file(played.here.path() / "out/sensitivity.csv");
  REQUIRE(sensitivity.rows.size() == 4);
  CHECK(sensitivity.rows[0][1].text == "points");
  CHECK(sensitivity.rows[1][1].text == "wind");
  CHECK(number(sensitivity, 1, "least_ratio") == number(sensitivity, 1, "greatest_ratio"));
}

TEST_CASE("a faulty list of duels is reported in a line") {
  const auto complaint = [](const std::string& list, const std::string& options) {
    const Played played = play(list, options);
    CHECK(played.run.exit_code == 2);
    CHECK_FALSE(std::filesystem::exists(played.here.path() / "out"));
    return played.run.err;
  };
  CHECK(complaint("procedure,name,points\nasl.fire,a,1\nasl.fire,b,1\n", "--points 9") ==
        "units.csv:2:1: asl.fire is no duel of two sides (one such as sl.firefight, sl.engagement "
        "or slammers.duel)\n");
  CHECK(complaint(knights, "") ==
        "--points is missing (what each side spends: 20 to 120 buy 1 to 12 of every unit of this "
        "list)\n");
  CHECK(complaint(knights, "--points 20 --set skill=1")
            .starts_with(
                "--set: in test.duel 'skill' is each side's own (a column skill of the list)"));
  CHECK(complaint(knights, "--points 20 --range 4")
            .starts_with("--range: test.duel has no parameter 'range'"));
  CHECK(complaint(knights, "--points 20 --propose 60%..70%")
            .starts_with("--propose: '60%..70%' is not possible"));
  CHECK(complaint(knights, "--points 20 --keep man").starts_with("--propose is missing"));
  CHECK(complaint(knights, "--points 20 --method both")
            .starts_with("--method: a series of test.duel is worked out, not simulated"));
  CHECK(complaint("procedure,name,points,skill\ntest.duel,a,10,\"1,2\"\ntest.duel,b,10,1\n",
                  "--points 20") ==
        "units.csv:2:16: several values of skill (a line for each unit)\n");
  CHECK(
      complaint("procedure,name,points,skill\ntest.duel,a,10,9\ntest.duel,b,10,1\n", "--points 20")
          .starts_with("units.csv:2:16: first_skill is '9'"));
}

/// A list of units; under a sanitizer its first three.
std::string list_to_try(const std::string& list) {
  if (!test::sanitized) return list;
  const std::vector<std::string> lines = test::lines_of(list);
  std::string first = lines.at(0) + '\n';
  for (std::size_t i = 1; i <= 3; ++i) first += lines.at(i) + '\n';
  return first;
}

TEST_CASE("the shipped lists of other games") {
  const std::string lists = std::string(COMBAT_ODDS_SOURCE) + "/scenarios/balance/";
  for (const auto& [list, options] :
       {std::pair("asl-infantry.csv", "--points 16 --range 4 --turns 2"),
        std::pair("base-game-armour.csv", "--points 600 --range 12"),
        std::pair("combined-arms.csv", "--points 240 --range 2"),
        std::pair("slammers-combat-cars.csv", "--points 2200 --set order=rolled"),
        std::pair("slammers-troops.csv", "--points 550 --set order=rolled"),
        std::pair("slammers-infantry.csv", "--points 70 --set order=rolled --set range=close")}) {
    const test::Workspace here;
    here.write(list, list_to_try(test::read_file(lists + list)));
    const test::Run run =
        test::run(here, "combat-odds balance " + std::string(list) + " --out out " + options);
    INFO(list << run.err);
    CHECK(run.exit_code == 0);
    const CsvTable matrix = test::read_csv_file(here.path() / "out/matrix.csv");
    const auto units = static_cast<std::size_t>(std::sqrt(static_cast<double>(matrix.rows.size())));
    for (std::size_t i = 0; i < units; ++i) {
      CHECK(number(matrix, i * (units + 1), "score") == Approx(0.5).margin(1e-12));
    }
  }
}

TEST_CASE("vehicles by name: prices and numbers of a listing or of the base game") {
  const test::Workspace here;
  here.write(
      "mine.csv",
      "nationality,name,gun,turret,front_armor,side_armor,ap_front,ap_side,ap_rear,bpv,rarity,"
      "year_from\n"
      "german,Cat,75,yes,3,0,8,10,12,200,1.5,1943-07\n"
      "russian,T-34,76,yes,1,1,7,9,10,140,1,\n");
  here.write("list.csv",
             "procedure,name,vehicle\nsl.tank-duel,the Cat,Cat\nsl.tank-duel,T-34,russian T-34\n");
  const std::string ask = "combat-odds balance list.csv --out out --points 600 --range 12 ";
  const test::Run run = test::run(here, ask + "--listing mine.csv --set facing=front,side");
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  const CsvTable prices = test::read_csv_file(here.path() / "out/prices.csv");
  REQUIRE(prices.rows.size() == 4);  // two facings
  for (std::size_t row = 0; row < 4; ++row) {
    const auto name = static_cast<std::size_t>(prices.column("unit"));
    const bool is_cat = prices.rows[row][name].text == "the Cat";
    CHECK(number(prices, row, "listed") == Approx(is_cat ? 300 : 140));  // 200 x 1.5
  }
  // The same numbers, typed in.
  here.write(
      "typed.csv",
      "procedure,name,points,rarity,gun,to_hit_numbers,armor,side_armor,kill_front,kill_side,"
      "kill_rear\nsl.tank-duel,the Cat,200,1.5,75,,3,0,8,10,12\n"
      "sl.tank-duel,T-34,140,1,76,red,1,1,7,9,10\n");
  REQUIRE(test::run(here,
                    "combat-odds balance typed.csv --out typed --points 600 --range 12 --set "
                    "facing=front,side")
              .err == "");
  CHECK(test::read_file(here.path() / "typed/matrix.csv") ==
        test::read_file(here.path() / "out/matrix.csv"));
  // Points of the list's own go before the listing's, whose Rarity and dates stay.
  here.write("list.csv",
             "procedure,name,vehicle,points\nsl.tank-duel,the Cat,Cat,210\n"
             "sl.tank-duel,T-34,russian T-34,150\n");
  REQUIRE(test::run(here, ask + "--listing mine.csv --force").exit_code == 0);
  const CsvTable own = test::read_csv_file(here.path() / "out/prices.csv");
  CHECK(std::max(number(own, 0, "listed"), number(own, 1, "listed")) == Approx(315));  // 210 x 1.5
  CHECK(test::has(test::run(here, ask + "--listing mine.csv --force --date 1943-01").err,
                  "is introduced in 1943-07"));
  // With two units there is no other choice of opponents, so no error.
  CHECK(own.rows[0][static_cast<std::size_t>(own.column("error"))].text.empty());
  // A proposal is balanced again at its own prices, times the same Rarity.
  REQUIRE(test::run(here, ask + "--listing mine.csv --force --propose 40%..60% --keep T-34")
              .exit_code == 0);
  const CsvTable proposal = test::read_csv_file(here.path() / "out/proposal.csv");
  REQUIRE(test::run(here,
                    "combat-odds balance out/proposed-list.csv --out again --points 600 --range 12 "
                    "--listing mine.csv")
              .exit_code == 0);
  const CsvTable again = test::read_csv_file(here.path() / "again/prices.csv");
  const auto unit_at = [](const CsvTable& table, std::size_t row) {
    return table.rows[row][static_cast<std::size_t>(table.column("unit"))].text;
  };
  for (std::size_t row = 0; row < 2; ++row) {
    for (std::size_t other = 0; other < 2; ++other) {
      if (unit_at(proposal, row) != unit_at(again, other)) continue;
      CHECK(number(proposal, row, "score") == Approx(number(again, other, "score")).margin(1e-9));
      CHECK(number(again, other, "score") >= 0.4 - 1e-9);
      CHECK(number(again, other, "score") <= 0.6 + 1e-9);
    }
  }
  // The base game's prices where no listing has any.
  here.write("list.csv",
             "procedure,name,vehicle,armor\nsl.engagement,PzKw,PzKw IV F2,0\n"
             "sl.engagement,T-34,T-34,0\n");
  const test::Run base = test::run(here, ask + "--force");
  INFO(base.err);
  REQUIRE(base.exit_code == 0);
  const CsvTable known = test::read_csv_file(here.path() / "out/prices.csv");
  CHECK(std::max(number(known, 0, "listed"), number(known, 1, "listed")) == Approx(160));
  CHECK(std::min(number(known, 0, "listed"), number(known, 1, "listed")) == Approx(140));
  // A column of the list can't be a setting.
  CHECK(test::has(test::run(here, ask + "--set armor=1").err, "each side's own"));
  here.write("list.csv", "procedure,name,vehicle\nsl.engagement,a,Tiger\nsl.engagement,b,T-34\n");
  CHECK(test::has(test::run(here, ask).err, "no vehicle or gun 'Tiger'"));
}

TEST_CASE("no more units are tried than the duel allows") {
  // An 8-3-8 may become two half-squads, so six are the most in twelve places. Beyond its range a
  // unit does not break even with all of them: that is an answer, not an error.
  const test::Workspace here;
  here.write("squads.csv",
             "procedure,name,points,units,drm\n"
             "asl.firefight,line,4,4-4-7,2\n"
             "asl.firefight,engineers,4,8-3-8,2\n");
  const test::Run run =
      test::run(here, "combat-odds balance squads.csv --points 4 --range 8 --turns 1 --out out");
  INFO(run.err);
  CHECK(run.exit_code == 0);
}

TEST_CASE("--against: a knight against two men, by hand") {
  // As above: 16/36 + 4/36 neither; each way even, so the numbers and the prices are even as they
  // are.
  const Played played = play(knights, "--points 20");
  played.here.write("mine.csv", "procedure,name,points,skill,quantity\ntest.duel,knight,20,2,1\n");
  played.here.write("his.csv", "procedure,name,points,skill,quantity\ntest.duel,man,10,1,2\n");
  const auto against = [&](const std::string& mine, const std::string& his) {
    const test::Run run = test::run(played.here, "combat-odds balance " + mine + " --against " +
                                                     his + " --rules rules --out fight --force");
    INFO(run.err);
    REQUIRE(run.exit_code == 0);
    return run.out;
  };
  CHECK(test::has(against("mine.csv", "his.csv"), "44.44 %: mine wins. 44.44 %: his wins."));
  const CsvTable even = test::read_csv_file(played.here.path() / "fight/even.csv");
  CHECK(number(even, 0, "even_number") == Approx(1).epsilon(1e-9));
  CHECK(number(even, 0, "even_price") == Approx(20).epsilon(1e-9));
  CHECK(number(even, 1, "even_number") == Approx(2).epsilon(1e-9));
  CHECK(number(even, 1, "even_price") == Approx(10).epsilon(1e-9));
  const CsvTable lost = test::read_csv_file(played.here.path() / "fight/against.csv");
  // The knight is lost to the first man in 1/6 and with him in 1/6, and of the 4/6 in which he goes
  // on in 2/6 again: 1/3 + 2/9 = 5/9.
  CHECK(number(lost, 0, "points_lost") == Approx(20 * 5.0 / 9).epsilon(1e-9));
  // The first man is lost in 5/6, the second in 4/6 * 5/6.
  CHECK(number(lost, 1, "points_lost") == Approx(10 * (5.0 / 6 + 20.0 / 36)).epsilon(1e-9));

  // A man, then a knight, against two men, in this order. Man against man: one of them falls, each
  // with 1/2. Mine falls first: a knight against two men, 16/36 and 4/36. His falls first: a man
  // and a knight against one man: my man wins at once with 1/2, else the knight meets him: 4/6
  // wins, 1/6 neither, 1/6 loses.
  played.here.write("mixed.csv",
                    "procedure,name,points,skill,quantity\ntest.duel,man,10,1,1\n"
                    "test.duel,knight,20,2,1\n");
  against("mixed.csv", "his.csv");
  const CsvTable mixed = test::read_csv_file(played.here.path() / "fight/against.csv");
  CHECK(number(mixed, 0, "wins") ==
        Approx(0.5 * 16.0 / 36 + 0.5 * (0.5 + 0.5 * 4.0 / 6)).epsilon(1e-9));
  CHECK(number(mixed, 0, "neither") == Approx(0.5 * 4.0 / 36 + 0.5 * 0.5 / 6).epsilon(1e-9));
  CHECK(number(mixed, 0, "cost") == 30);
}

TEST_CASE("--against with force lists of points: infantry by sl.firefight, vehicles in series") {
  const test::Workspace here;
  here.write("mine.csv", "side,unit,quantity\ngerman,4-6-7,3\ngerman,8-1,1\ngerman,lmg,2\n");
  here.write("his.csv", "side,unit,quantity\nrussian,4-4-7,4\nrussian,8-0,1\n");
  const test::Run run = test::run(
      here, "combat-odds balance mine.csv --against his.csv --range 4 --turns 4 --out out");
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  CHECK(test::has(run.out, "not in this duel, and not paid for: 2 lmg"));
  const test::Run odds =
      test::run(here,
                "combat-odds odds sl.firefight --a-units '3*4-6-7 8-1' --b-units '4*4-4-7 8-0' "
                "--b-nationality russian --range 4 --a-drm 2 --b-drm 2 --a-group 3 --b-group 3 "
                "--turns 4 --method exact --format csv >fight.csv");
  REQUIRE(odds.exit_code == 0);
  const CsvTable fight = test::read_csv_file(here.path() / "fight.csv");
  const CsvTable against = test::read_csv_file(here.path() / "out/against.csv");
  REQUIRE(fight.rows.at(0).at(3).text == "a_holds");
  CHECK(number(against, 0, "wins") == Approx(number(fight, 0, "exact")).epsilon(1e-10));
  CHECK(number(against, 0, "cost") == 3 * 21 + 50);
  CHECK(number(against, 1, "cost") == 4 * 14 + 60);
  const test::Run page = test::run(here, "combat-odds report out --out page.md --format markdown");
  INFO(page.err);
  CHECK(page.exit_code == 0);
  CHECK(test::has(test::read_file(here.path() / "page.md"), "What would make it even"));

  // One T-34 against one: the first and the second are even, both ways round.
  here.write("one.csv", "side,unit,quantity\nrussian,T-34,1\n");
  here.write("two.csv", "side,unit,quantity\ngerman,StuG III,1\ngerman,PzKw IV F2,1\n");
  REQUIRE(test::run(here, "combat-odds balance one.csv --against one.csv --range 6 --out even")
              .exit_code == 0);
  const CsvTable mirror = test::read_csv_file(here.path() / "even/against.csv");
  CHECK(number(mirror, 0, "score") == Approx(0.5).epsilon(1e-12));
  CHECK(mirror.rows[0][1].text == "mine");
  CHECK(test::run(here, "combat-odds balance two.csv --against one.csv --range 6 --out series")
            .exit_code == 0);

  const auto refused = [&](const std::string& command) {
    return test::refused_run(here, "combat-odds balance " + command + " --out wrong");
  };
  CHECK(test::has(refused("two.csv --against his.csv --range 2"), "two kinds of vehicles"));
  here.write("both.csv", "side,unit,quantity\ngerman,4-6-7,3\nrussian,4-4-7,3\n");
  CHECK(test::has(refused("both.csv --against his.csv"), "a force of two sides"));
  CHECK(refused("mine.csv --against his.csv --points 60").starts_with("--points does not go with"));
  here.write("many.csv", "side,unit,quantity\ngerman,4-6-7,13\n");
  CHECK(test::has(refused("many.csv --against his.csv"), "sl.firefight plays 12 at most"));
}

TEST_CASE("--propose by weights, with the ends of each price, and not of two units alone") {
  CHECK(test::has(play(knights, "--points 120 --propose 45%..55%").run.err,
                  "two units tell no more than the ratio of their prices"));
  // Of two settings one counts nothing: the proposal is that of the other alone.
  const std::string list = std::string(knights) + "test.duel,squire,10,1\n";
  const Played both = play(list, "--points '60, 120' --propose 47%..53% --weight points=120:0");
  INFO(both.run.err);
  REQUIRE(both.run.exit_code == 0);
  const Played alone = play(list,
                            "--points 60 --propose 47%..53% --limit knight=10..60 "
                            "--limit man=5..60 --limit squire=5..60");
  REQUIRE(alone.run.exit_code == 0);
  const CsvTable weighed = test::read_csv_file(both.here.path() / "out/proposal.csv");
  const CsvTable single = test::read_csv_file(alone.here.path() / "out/proposal.csv");
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(number(weighed, i, "score") >= 0.47 - 1e-9);
    CHECK(number(weighed, i, "score") <= 0.53 + 1e-9);
    CHECK(number(weighed, i, "score_before") ==
          Approx(number(single, i, "score_before")).epsilon(1e-12));
    CHECK(number(single, i, "least") <= number(single, i, "proposed"));
    CHECK(number(single, i, "most") >= number(single, i, "proposed"));
  }
  // One point beyond its ends a price is outside: balanced anew.
  for (const auto& [end, step] : {std::pair("least", -1), std::pair("most", 1)}) {
    const auto points = [&](std::size_t i, int more) {
      return std::to_string(static_cast<int>(number(single, i, i == 0 ? end : "proposed")) + more);
    };
    const auto scores = [&](int more) {
      const Played tried = play("procedure,name,points,skill\ntest.duel,knight," + points(0, more) +
                                    ",2\ntest.duel,man," + points(1, 0) + ",1\ntest.duel,squire," +
                                    points(2, 0) + ",1\n",
                                "--points 60");
      REQUIRE(tried.run.exit_code == 0);
      double farthest = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        farthest = std::max(farthest, std::abs(number(tried.prices(), i, "score") - 0.5));
      }
      return farthest;
    };
    CHECK(scores(0) <= 0.03 + 1e-9);
    CHECK(scores(step) > 0.03);
  }
  CHECK(play(list, "--points 60 --propose 47%..53% --weight points=61:2")
            .run.err.starts_with("--weight: no setting has points=61"));
}

TEST_CASE("--resamples: with two settings the ends are what each alone proposes") {
  // Man and squire stay, and are alike to the knight, whose score is farthest from a half: which of
  // them is drawn makes no difference. Of two settings the one is drawn twice in a quarter of the
  // samples, and so is the other: 95 % of 200 reach from the one alone to the other alone.
  const std::string list = std::string(knights) + "test.duel,squire,10,1\n";
  const std::string options =
      " --propose 47%..53% --keep man --keep squire --limit knight=12..60 --force";
  const auto proposal = [&](const std::string& points) {
    const Played played = play(list, "--points " + points + options);
    INFO(played.run.err);
    REQUIRE(played.run.exit_code == 0);
    return test::read_csv_file(played.here.path() / "out/proposal.csv");
  };
  const double few = number(proposal("60"), 0, "proposed");
  const double many = number(proposal("120"), 0, "proposed");
  REQUIRE(few != many);
  const CsvTable both = proposal("'60, 120' --resamples 200");
  CHECK(number(both, 0, "low") == std::min(few, many));
  CHECK(number(both, 0, "high") == std::max(few, many));
  for (const std::size_t kept : {1, 2}) {
    CHECK(number(both, kept, "low") == 10);
    CHECK(number(both, kept, "high") == 10);
  }
  CHECK(play(list, "--points 60 --propose 47%..53% --resamples 5")
            .run.err.starts_with("--resamples"));
  CHECK(play(list, "--points 60 --resamples 50").run.err.starts_with("--propose is missing"));
}

TEST_CASE("--prove: no smaller change, against all prices one by one") {
  const std::string list =
      "procedure,name,points,skill\ntest.duel,knight,30,2\ntest.duel,man,12,1\n"
      "test.duel,squire,9,1\n";
  const Played played = play(list, "--points 60 --propose 46%..54% --prove");
  INFO(played.run.err);
  REQUIRE(played.run.exit_code == 0);
  CHECK(test::has(played.run.out, "proven: no smaller change does it"));
  const CsvTable proposal = test::read_csv_file(played.here.path() / "out/proposal.csv");
  const std::array<int, 3> listed = {30, 12, 9};
  double found = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    found += std::abs(number(proposal, i, "proposed") - listed[i]) / listed[i];
  }
  // All prices that change less, by the series of the house duel, which are checked by hand above.
  const DuelEnds better{4.0 / 6, 1.0 / 6, 1.0 / 6, 0};
  const DuelEnds worse{1.0 / 6, 4.0 / 6, 1.0 / 6, 0};
  const DuelEnds alike{0.5, 0.5, 0, 0};
  const auto score = [&](std::size_t i, std::size_t j, const std::array<int, 3>& prices) {
    const DuelEnds& ends = i == 0 ? better : j == 0 ? worse : alike;
    double sum = 0;
    const auto buys = [](int price) {
      const int number = 60 / price;
      const double more = 60.0 / price - number;
      return std::array{std::pair(number, 1 - more), std::pair(number + 1, more)};
    };
    for (const auto& [own, p] : buys(prices[i])) {
      for (const auto& [other, q] : buys(prices[j])) {
        if (p * q > 0) sum += p * q * series(ends, own, other, 1, 1).score();
      }
    }
    return sum;
  };
  std::array<int, 3> prices{};
  double smallest = 1e9;
  for (prices[0] = 5; prices[0] <= 60; ++prices[0]) {
    for (prices[1] = 5; prices[1] <= 60; ++prices[1]) {
      for (prices[2] = 5; prices[2] <= 60; ++prices[2]) {
        double change = 0;
        for (std::size_t i = 0; i < 3; ++i) {
          change += std::abs(prices[i] - listed[i]) / static_cast<double>(listed[i]);
        }
        if (change >= std::min(smallest, found + 0.01)) continue;
        const double knight = (score(0, 1, prices) + score(0, 2, prices)) / 2;
        const double man = (score(1, 0, prices) + score(1, 2, prices)) / 2;
        const double squire = (score(2, 0, prices) + score(2, 1, prices)) / 2;
        const bool in_band = std::ranges::all_of(std::array{knight, man, squire}, [](double one) {
          return one >= 0.46 - 1e-9 && one <= 0.54 + 1e-9;
        });
        if (in_band) smallest = change;
      }
    }
  }
  CHECK(found == Approx(smallest).epsilon(1e-9));
  CHECK(test::has(play(knights,
                       "--points 120 --propose 49%..51% --limit knight=30..40 --keep man "
                       "--prove")
                      .run.out,
                  "proven: no prices within the limits do it"));
}

TEST_CASE("--propose over months leaves out what is not to be had, and keeps the dates") {
  const std::string list =
      "procedure,name,points,rarity,year_from,year_to,skill\n"
      "test.duel,knight,30,1,1943-01,,2\n"
      "test.duel,man,10,1,1942-01,,1\n"
      "test.duel,squire,10,1.5,1942-01,1943-06,1\n";
  const Played played = play(list, "--points 120 --date 1942-06,1943-03 --propose 45%..55%");
  INFO(played.run.err);
  REQUIRE(played.run.exit_code == 0);
  const std::string proposed = test::read_file(played.here.path() / "out/proposed-list.csv");
  CHECK(test::has(proposed, ",1.5,1942-01,1943-06,1"));
  CHECK(test::has(test::on_one_line(played.run.out), "every score is within 45.0 to 55.0 %"));
}

TEST_CASE("an assault is a duel in which each side attacks once") {
  const test::Workspace workspace;
  workspace.write("units.csv",
                  "procedure,name,points,units,leader,leader_points,not_priced\n"
                  "sl.assault,german,21,4-6-7 + German LMG,8-1,50,\"radio; smoke\"\n"
                  "sl.assault,russian,14,4-4-7,,,\n");
  // 92 points are two 4-6-7 (42) with their leader (50). 4-4-7: 92 / 14 = 6.57, so six with 3/7
  // and seven with 4/7.
  const std::string steps = "return front at assault 6 2; close-combat";
  const test::Run run = test::run(
      workspace, "combat-odds balance units.csv --points 92 --set 'steps=" + steps + "' --out out");
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  const auto odds = [&](const std::string& attacker, const std::string& defender) {
    return test::Answer("sl.assault", {{"steps", steps},
                                       {"attacker", "assault: " + attacker},
                                       {"defender", "front: " + defender}});
  };
  const std::string germans = "2*4-6-7 2*German LMG 8-1";
  double holds = 0;
  for (const auto& [squads, chance] :
       {std::pair("6*4-4-7", 3.0 / 7), std::pair("7*4-4-7", 4.0 / 7)}) {
    holds += chance / 2 *
             (odds(germans, squads).outcome_value("attacker_holds") +
              odds(squads, germans).outcome_value("defender_holds"));
  }
  const CsvTable matrix = test::read_csv_file(workspace.path() / "out/matrix.csv");
  CHECK(number(matrix, 1, "holds") == Approx(holds).epsilon(1e-9));

  // Each role for itself: a win is 1, neither a half.
  const auto scores = [&](const test::Answer& answer, const char* wins, const char* loses) {
    return 0.5 + (answer.outcome_value(wins) - answer.outcome_value(loses)) / 2;
  };
  double attacking = 0;
  double defending = 0;
  for (const auto& [squads, chance] :
       {std::pair("6*4-4-7", 3.0 / 7), std::pair("7*4-4-7", 4.0 / 7)}) {
    attacking += chance * scores(odds(germans, squads), "attacker_holds", "defender_holds");
    defending += chance * scores(odds(squads, germans), "defender_holds", "attacker_holds");
  }
  CHECK(number(matrix, 1, "score_as_attacker") == Approx(attacking).epsilon(1e-9));
  CHECK(number(matrix, 1, "score_as_defender") == Approx(defending).epsilon(1e-9));
  CHECK(number(matrix, 1, "score") == Approx((attacking + defending) / 2).epsilon(1e-9));
  // What one side scores as attacker the other does not as defender.
  CHECK(number(matrix, 2, "score_as_defender") == Approx(1 - attacking).epsilon(1e-9));
  const CsvTable prices = test::read_csv_file(workspace.path() / "out/prices.csv");
  CHECK(number(prices, 0, "score_as_attacker") == Approx(attacking).epsilon(1e-9));
  CHECK(test::has(test::on_one_line(run.out), "each side once as attacker"));

  CHECK(test::has(run.out,
                  "not weighed by this duel, and so in no price here:\n"
                  "  german: radio; smoke\n"));
}

TEST_CASE("assaults that are simulated come near those that are worked out") {
  const test::Workspace workspace;
  workspace.write("units.csv",
                  "procedure,name,points,units\n"
                  "asl.assault,4-6-7,10,4-6-7\nasl.assault,4-4-7,7,4-4-7\n"
                  "asl.assault,8-3-8,16,8-3-8\n");
  const std::string command =
      "combat-odds balance units.csv --points 20 --set 'steps=fire assault at front 8 2; "
      "close-combat' --field ";
  REQUIRE(test::run(workspace, command + "--out exact").exit_code == 0);
  const test::Run run =
      test::run(workspace, command + "--method monte-carlo --trials 20000 --out played");
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  CHECK(test::has(run.out, "the fights are simulated"));
  const CsvTable exact = test::read_csv_file(workspace.path() / "exact/prices.csv");
  const CsvTable played = test::read_csv_file(workspace.path() / "played/prices.csv");
  for (std::size_t i = 0; i < 3; ++i) {
    const double error = number(played, i, "score_error");
    // The variance of a score is a quarter at most, and two independent opponents are averaged.
    CHECK(error > 0);
    CHECK(error <= std::sqrt(0.25 / 20000 / 2));
    // Five standard errors: once in 1.7 million such numbers.
    CHECK(std::abs(number(played, i, "score") - number(exact, i, "score")) < 5 * error);
  }
  const CsvTable matrix = test::read_csv_file(workspace.path() / "played/matrix.csv");
  CHECK(number(matrix, 1, "trials") == 20000);
  // The same trials, seen from either side.
  CHECK(number(matrix, 1, "holds") == number(matrix, 3, "opponent_holds"));
  CHECK(number(test::read_csv_file(workspace.path() / "played/field.csv"), 0, "share_high") <= 1);
  const test::Run page =
      test::run(workspace, "combat-odds report played --out page.md --format markdown");
  CHECK(page.exit_code == 0);
  CHECK(test::has(test::read_file(workspace.path() / "page.md"),
                  "The fights were simulated, 20000 trials each."));

  CHECK(test::has(test::run(workspace, command + "--method monte-carlo --trials 2000 "
                                                 "--propose 45%..55% --out proposed")
                      .out,
                  "the scores are those of simulated fights"));
  CHECK(test::has(
      test::refused_run(workspace, command + "--method monte-carlo --propose 45%..55% --prove "
                                             "--out wrong"),
      "--prove: proves nothing where fights are simulated"));
  const std::string without =
      test::refused_run(workspace, "combat-odds balance units.csv --points 20 --out wrong");
  CHECK(test::has(without, "asl.assault needs steps (--set 'steps=...'"));
  CHECK(without.size() < 200);
}

TEST_CASE("squads, a leader and vehicles against each other by sl.combined-duel") {
  const test::Workspace workspace;
  workspace.write("mine.csv",
                  "side,unit,quantity\ngerman,4-6-7,2\ngerman,8-1,1\n"
                  "german,StuG III,1\n");
  workspace.write("his.csv", "side,unit,quantity\nrussian,4-4-7,2\nrussian,T-34,1\n");
  const std::string command = "combat-odds balance mine.csv --against his.csv --out out";
  CHECK(test::refused_run(workspace, command).starts_with("--range is missing"));
  const test::Run run = test::run(workspace, command + " --range 4 --set turns=2");
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  const auto odds = [&](const std::string& a, const std::string& b) {
    return test::run(workspace, "combat-odds odds sl.combined-duel " + a + b +
                                    " --range 4 --turns 2 --method exact --format csv >duel.csv")
        .exit_code;
  };
  double wins = 0;
  REQUIRE(odds("--a-infantry '2*4-6-7' --a-leader 8-1 --a-vehicles 1 --a-gun 'StuG III' ",
               "--b-infantry '2*4-4-7' --b-vehicles 1 --b-gun T-34") == 0);
  CsvTable duel = test::read_csv_file(workspace.path() / "duel.csv");
  REQUIRE(duel.rows.at(0).at(3).text == "a_holds");
  wins += number(duel, 0, "exact") / 2;
  REQUIRE(odds("--b-infantry '2*4-6-7' --b-leader 8-1 --b-vehicles 1 --b-gun 'StuG III' ",
               "--a-infantry '2*4-4-7' --a-vehicles 1 --a-gun T-34") == 0);
  duel = test::read_csv_file(workspace.path() / "duel.csv");
  REQUIRE(duel.rows.at(1).at(3).text == "b_holds");
  wins += number(duel, 1, "exact") / 2;
  const CsvTable against = test::read_csv_file(workspace.path() / "out/against.csv");
  CHECK(number(against, 0, "wins") == Approx(wins).epsilon(1e-9));
  CHECK(number(against, 0, "cost") == 2 * 21 + 50 + 140);
}

TEST_CASE("--propose says of which units the duels can't tell why one should cost more") {
  const test::Workspace workspace;
  workspace.write("units.csv",
                  "procedure,name,points,gun,armor,target_kind\n"
                  "sl.engagement,one,160,PzKw IV F2,0,closed_topped\n"
                  "sl.engagement,two,140,PzKw IV F2,0,closed_topped\n"
                  "sl.engagement,other,150,T-34,0,closed_topped\n");
  const test::Run run = test::run(
      workspace,
      "combat-odds balance units.csv --points 600 --range 12 --propose 45%..55% --out out");
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  const CsvTable proposal = test::read_csv_file(workspace.path() / "out/proposal.csv");
  const auto proposed = [&](std::size_t unit) {
    return std::to_string(static_cast<int>(number(proposal, unit, "proposed")));
  };
  CHECK(test::has(test::on_one_line(run.out),
                  "one (" + proposed(0) + ") and two (" + proposed(1) +
                      ") do the same in these duels at the same price: nothing here determines"));
  CHECK_FALSE(test::has(run.out, "other ("));
  const auto alike = static_cast<std::size_t>(proposal.column("alike"));
  CHECK(proposal.rows[0][alike].text == "two");
  CHECK(proposal.rows[1][alike].text == "one");
  CHECK(proposal.rows[2][alike].text.empty());
}

TEST_CASE("--propose refuses two units that both may change: they tell but a ratio") {
  for (const char* const limit :
       {"", "--limit knight=20..40", "--limit knight=20..40 --limit man=9..20"}) {
    const Played refused =
        play("procedure,name,points,skill\ntest.duel,knight,30,2\ntest.duel,man,12,1\n",
             std::string("--points 60 --propose 45%..55% ") + limit);
    CHECK(refused.run.exit_code == 2);
    CHECK(refused.run.err.starts_with(
        "--propose: two units tell no more than the ratio of their prices (--keep 'knight' or "));
  }
}

TEST_CASE("--time-limit ends the search for a proof, with a bound") {
  const std::string list =
      "procedure,name,points,skill\ntest.duel,knight,30,2\ntest.duel,man,12,1\n"
      "test.duel,squire,9,1\n";
  const Played played = play(list, "--points 60 --propose 46%..54% --prove --time-limit 1e-9");
  CHECK(played.run.exit_code == 1);
  CHECK(test::has(played.run.err, "the time was up"));
  // The listed prices don't do, so one of them must change, by a point of 30 at least.
  CHECK(test::has(test::on_one_line(played.run.out),
                  "not proven, the time was up: none below 3.3 % does it; at least 1 of the prices "
                  "must change"));
  CHECK(test::read_csv_file(played.here.path() / "out/proposal.csv").rows.size() == 3);
  CHECK(play(list, "--points 60 --time-limit 5").run.err.starts_with("--propose is missing"));
  CHECK(play(list, "--points 60 --propose 46%..54% --time-limit x")
            .run.err.starts_with("--time-limit: 'x' is not possible"));
}

TEST_CASE("a list that does not say its duel is asked back where two games have its units") {
  const test::Workspace here;
  here.write("units.csv", "nationality,unit,points\ngerman,5-4-8,13\ngerman,4-6-8,13\n");
  const std::string command = "combat-odds balance units.csv --points 26 --range 4 --out ";
  const test::Run asked = test::run(here, command + "a");
  CHECK(asked.exit_code == 2);
  CHECK(test::has(test::on_one_line(asked.err), "--duel is missing"));
  CHECK(test::has(test::on_one_line(asked.err), "asl.firefight (Advanced Squad Leader)"));
  CHECK(test::run(here, command + "b --duel sl.firefight")
            .out.starts_with("Squad Leader and Cross of Iron (sl.firefight)\n"));
  const test::Run asl = test::run(here, command + "c --duel asl.firefight");
  INFO(asl.err);
  CHECK(asl.out.starts_with("Advanced Squad Leader (asl.firefight)\n"));
  // The same list as asl.firefight's own columns have it.
  here.write("asl.csv",
             "procedure,name,points,nationality,units\nasl.firefight,german 5-4-8,13,german,5-4-8\n"
             "asl.firefight,german 4-6-8,13,german,4-6-8\n");
  REQUIRE(test::run(here, "combat-odds balance asl.csv --points 26 --range 4 --out d").exit_code ==
          0);
  CHECK(test::read_file(here.path() / "c/prices.csv") ==
        test::read_file(here.path() / "d/prices.csv"));
  // The printed price list is Squad Leader's, and so are lists without points.
  here.write("listed.csv", "nationality,unit\ngerman,5-4-8\ngerman,4-6-8\n");
  CHECK(test::run(here, "combat-odds balance listed.csv --points 60 --out e")
            .out.starts_with("Squad Leader and Cross of Iron (sl.firefight)\n"));
  CHECK(test::has(test::run(here,
                            "combat-odds balance asl.csv --points 26 --range 4 --duel "
                            "sl.firefight --out f")
                      .err,
                  "--duel: the list's own is asl.firefight"));
}

TEST_CASE("force lists fight by steps with a leader and all their machine guns") {
  const test::Workspace workspace;
  workspace.write("mine.csv",
                  "side,unit,quantity\ngerman,4-6-7,2\ngerman,8-1,1\ngerman,8-0,1\n"
                  "german,lmg,2\ngerman,radio,1\n");
  workspace.write("his.csv", "side,unit,quantity\nrussian,4-4-7,3\n");
  const test::Run run = test::run(
      workspace,
      "combat-odds balance mine.csv --against his.csv --set 'steps=fire assault at front; "
      "close-combat' --out out");
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  // 2 x 21, 50 and 2 x 15.
  CHECK(test::has(run.out, "of its 122 points"));
  CHECK(test::has(run.out, "not in this duel, and not paid for: 1 8-0 and 1 radio"));
}

}  // namespace
}  // namespace combat_odds
