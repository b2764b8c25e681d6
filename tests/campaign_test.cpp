#include <cmath>
#include <map>
#include <set>

#include "core/exact/sum_distribution.hpp"
#include "core/text/csv.hpp"
#include "studies/campaign/campaign_report.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/options.hpp"
#include "tests/support/program.hpp"

namespace combat_odds::red_barricades {
namespace {

constexpr const char* shipped = COMBAT_ODDS_SOURCE "/scenarios/campaign/";

CampaignInput input_of(const std::vector<std::string>& plans, const std::string& budget) {
  CampaignInput input;
  for (const std::string& plan : plans) {
    input.plans.push_back({"plan" + std::to_string(input.plans.size()) + ".csv", plan});
  }
  if (!budget.empty()) input.budget = TextFile{"budget.csv", budget};
  return input;
}

/// A campaign of plans and a budget given as text.
class Planned : public Campaign {
 public:
  explicit Planned(const std::vector<std::string>& plans, const std::string& budget = "")
      : Campaign(input_of(plans, budget), test::charts()) {}

  CampaignResult play(std::uint64_t trials, Method method = Method::both) const {
    return play_campaign(*this, test::options(method, trials));
  }
};

const Odds& odds_in(const CampaignResult& result, std::size_t force,
                    std::optional<std::size_t> day) {
  for (const CampaignScope& scope : result.scopes) {
    if (scope.force == force && scope.day == day) return scope.odds;
  }
  throw std::out_of_range("no such scope");
}

Chance chance(const Odds& odds, const std::string& name, int value = 0) {
  for (const Chance& candidate : odds.chances) {
    if (candidate.name == name && candidate.value == value) return candidate;
  }
  Chance never;
  never.exact = {0, "0/1"};
  return never;
}

std::string fraction(const Odds& odds, const std::string& name, int value) {
  return chance(odds, name, value).exact->fraction;
}

/// Checks the simulated counts of every measure against the exact probabilities of `exact`.
int agreements(const Odds& simulated, const Odds& exact) {
  std::set<std::string> names;
  for (const Chance& candidate : exact.chances) names.insert(candidate.name);
  for (const std::string& name : names) {
    std::vector<std::uint64_t> counts;
    std::vector<double> probabilities;
    std::uint64_t counted = 0;
    for (const Chance& candidate : exact.chances) {
      if (candidate.name != name) continue;
      const std::uint64_t count = chance(simulated, name, static_cast<int>(candidate.value)).count;
      counts.push_back(count);
      counted += count;
      probabilities.push_back(candidate.exact->value);
    }
    INFO(name);
    CHECK(counted == simulated.trials);  // nothing was seen that can't be
    CHECK(test::chi_squared_p(counts, probabilities) > 1e-9);
  }
  return static_cast<int>(names.size());
}

std::string ten_days(const std::string& group, const std::string& side = "german") {
  std::string plan = "date,side,group,quantity,strength\n";
  for (int day = 20; day <= 29; ++day) {
    plan += "1942-10-" + std::to_string(day) + "," + side + "," + group + ",1,full\n";
  }
  return plan;
}

TEST_CASE("sums of independent draws, in fractions") {
  std::vector<std::pair<int, std::string>> die;
  for (int face = 1; face <= 6; ++face) die.emplace_back(face, "1/6");
  const SumDistribution one(die);
  const SumDistribution two = one.plus(one);
  CHECK(two.at(7).fraction == "1/6");
  CHECK(two.at(12).fraction == "1/36");
  CHECK(two.at(13).fraction == "0/1");
  CHECK(two.between(2, 12).fraction == "1/1");
  CHECK(two.mean() == Approx(7));
  const SumDistribution difference = one.minus(one);
  CHECK(difference.at(0).fraction == "1/6");
  CHECK(difference.between(1, 5).fraction == "5/12");
  CHECK(SumDistribution(3).plus(SumDistribution(4)).at(7).fraction == "1/1");
}

TEST_CASE("long sums change to floating point and stay right") {
  const SumDistribution coin({{0, "1/2"}, {1, "1/2"}});
  SumDistribution sum(0);
  for (int i = 0; i < 1000; ++i) sum = sum.plus(coin);
  CHECK_FALSE(sum.in_fractions());
  // 1000! / (500!)^2 / 2^1000 = 0.02522501817836 (Stirling with its correction to 1e-9).
  const double by_hand = 1 / std::sqrt(3.14159265358979324 * 500) * (1 - 1.0 / (8 * 500.0));
  CHECK(sum.at(500).value == Approx(by_hand).epsilon(1e-6));
  CHECK(sum.at(500).fraction.empty());
  CHECK(sum.mean() == Approx(500));
}

TEST_CASE("dice in a budget") {
  CHECK(read_dice_sum("12")->constant == 12);
  CHECK(read_dice_sum("2d6+8")->least() == 10);
  CHECK(read_dice_sum("2d6+8")->most() == 20);
  CHECK(read_dice_sum("D10 - 1 + 3d6")->most() == 27);
  CHECK(read_dice_sum("10-d6")->least() == 4);
  for (const char* const bad : {"", "2d", "d1", "two", "2d6+", "3x6", "21d6", "1d101", "2d6++1"}) {
    INFO(bad);
    CHECK_FALSE(read_dice_sum(bad).has_value());
  }
  const DecisionGraph graph = decision_graph(DiceSumRule(*read_dice_sum("3d6-1")));
  CHECK(graph.leaves.size() == 16);  // 2 to 17
}

TEST_CASE("two companies on a day, by hand") {
  // 20 Oct, no DRM: each is Full with 13/18.
  const Planned campaign({"date,side,group,quantity\n1942-10-20,german,I1,2\n"});
  const CampaignResult result = campaign.play(200'000);
  for (const std::optional<std::size_t>& scope : {std::optional<std::size_t>(3), {}}) {
    const Odds& odds = odds_in(result, 0, scope);
    CHECK(fraction(odds, "squads", 24) == "169/324");
    CHECK(fraction(odds, "squads", 21) == "65/162");
    CHECK(fraction(odds, "squads 4-6-7", 18) == "25/324");
    CHECK(fraction(odds, "points", 240) == "169/324");
    CHECK(fraction(odds, "support_weapons", 10) == "1/1");
    CHECK(fraction(odds, "cpp", 14) == "1/1");
    agreements(odds, odds);
  }
  // Both with a 10-2: a leader row of 2 or 3. Full: DR 2 or 3, 3/36; depleted: DR 2, 1/36.
  // (13/18 * 3/36 + 5/18 * 1/36)^2 = (44/648)^2 = (11/162)^2.
  CHECK(fraction(odds_in(result, 0, std::nullopt), "leaders 10-2", 2) == "121/26244");
  CHECK(chance(odds_in(result, 0, std::nullopt), "cpp", 14).count == 200'000);
}

TEST_CASE("the order of purchase decides the leaders of German Rifle Companies") {
  // Always Full. Three leaders up to row 8, then two: DR <= 8 is 26/36, with +1 21/36, +2 15/36.
  const Planned campaign({ten_days("Rifle Coy")});
  const CampaignResult result = campaign.play(1000);
  std::vector<double> leaders;
  for (const LineOdds& line : result.lines) {
    if (line.force == 0) leaders.push_back(line.content[*campaign.forces()[0].measure("leaders")]);
  }
  REQUIRE(leaders.size() == 10);
  for (std::size_t i = 0; i < leaders.size(); ++i) {
    const double by_hand = i < 5 ? 2 + 26.0 / 36 : i < 8 ? 2 + 21.0 / 36 : 2 + 15.0 / 36;
    CHECK(leaders[i] == Approx(by_hand));
  }
}

TEST_CASE("a budget without dice: the plan is a priority list") {
  // 5 CPP a day. 20 Oct: the Rifle Coy (7) waits, the Sniper (1) does not: 4 are left. 21 Oct: 9,
  // the Rifle Coy is bought. 22 Oct: 7, another one. The third waits for CPP that never come.
  const Planned campaign(
      {"date,side,group,quantity\n1942-10-20,german,Rifle Coy,1\n1942-10-20,german,Sniper,1\n"
       "1942-10-21,german,I1,2\n"},
      "date,side,cpp\n1942-10-20,german,5\n1942-10-21,german,5\n1942-10-22,german,5\n");
  const CampaignResult result = campaign.play(10'000);
  REQUIRE(result.lines.size() == 3);
  CHECK(result.lines[0].certainly_by_date == false);
  CHECK(result.lines[0].certainly_in_all == true);
  CHECK(result.lines[0].delay == 1.0);
  CHECK(result.lines[1].certainly_by_date == true);
  CHECK(result.lines[2].certainly_in_all == false);
  CHECK(result.lines[2].bought == 1);
  CHECK(result.lines[2].delay == 1.0);
  CHECK(fraction(odds_in(result, 0, std::nullopt), "cpp", 15) == "1/1");
  // 21 Oct -1: DR <= 9, 5/6; 22 Oct -2: DR <= 10, 11/12: the days of purchase count.
  CHECK(fraction(odds_in(result, 0, 4), "squads", 12) == "5/6");
  CHECK(fraction(odds_in(result, 0, 5), "squads", 12) == "11/12");
}

TEST_CASE("waiting purchases keep to the daily maximum and to their time") {
  // 40 CPP on 31 Oct: two Militia Coys (4) that waited are bought, one a later day is too late for.
  const Planned militia({"date,side,group,quantity\n1942-10-30,russian,Militia Coy,2\n"
                         "1942-10-31,russian,Militia Coy,1\n"},
                        "date,side,cpp\n1942-10-31,russian,40\n1942-11-01,russian,40\n");
  const CampaignResult result = militia.play(1000);
  CHECK(result.lines[0].certainly_in_all == true);
  CHECK(result.lines[1].certainly_in_all == false);  // the third that day, and no other October day
  CHECK(fraction(odds_in(result, 0, std::nullopt), "squads", 24) == "1/1");
}

TEST_CASE("a budget with dice: the chance to buy in time") {
  // d6 + 3 reaches 7 with 4 or more; the rest carries over: 2d6 + 6 on the next day always does.
  const Planned campaign({"date,side,group,quantity\n1942-10-20,german,I1,1\n"},
                         "date,side,cpp\n1942-10-20,german,d6+3\n1942-10-21,german,d6+3\n");
  constexpr std::uint64_t trials = 400'000;
  const CampaignResult result = campaign.play(trials);
  const LineOdds& line = result.lines[0];
  CHECK(test::chi_squared_p({line.by_date, trials - line.by_date}, {0.5, 0.5}) > 1e-9);
  CHECK(line.in_all == trials);
  CHECK(*line.delay == Approx(0.5).epsilon(0.01));
  CHECK_FALSE(line.certainly_by_date.has_value());
  // Bought on 20 Oct (no DRM, 13/18) or on 21 Oct (-1, 5/6).
  const Odds& total = odds_in(result, 0, std::nullopt);
  const std::uint64_t full = chance(total, "squads", 12).count;
  const double by_hand = 0.5 * 13 / 18 + 0.5 * 5 / 6;
  CHECK(test::chi_squared_p({full, trials - full}, {by_hand, 1 - by_hand}) > 1e-9);
  CHECK(chance(odds_in(result, 0, 3), "squads", 0).count == trials - line.by_date);
  CHECK_FALSE(chance(total, "squads", 12).exact.has_value());
}

TEST_CASE("notes o and s: an observer waits for his own module") {
  // 1 CPP on 20 Oct: nothing but an Observer could be paid, and there is no module. 2 on 21 Oct
  // make 3: the module and him.
  const std::string plan =
      "date,side,group,quantity\n1942-10-20,german,O1,1\n1942-10-20,german,O5,1\n";
  const Planned fixed({plan}, "date,side,cpp\n1942-10-20,german,1\n1942-10-21,german,2\n");
  const CampaignResult exact = fixed.play(1, Method::exact);
  CHECK(exact.lines[1].certainly_by_date == false);
  CHECK(fraction(odds_in(exact, 0, 4), "observers", 1) == "1/1");
  // A die of CPP on one day: 1 pays for neither, 2 for the module, 3 or more for both.
  const Planned diced({plan}, "date,side,cpp\n1942-10-20,german,d6\n");
  constexpr std::uint64_t trials = 200'000;
  const CampaignResult simulated = diced.play(trials);
  const Odds& total = odds_in(simulated, 0, std::nullopt);
  const std::uint64_t modules = simulated.lines[0].in_all;
  const std::uint64_t observers = chance(total, "observers", 1).count;
  CHECK(test::chi_squared_p({modules, trials - modules}, {5 / 6.0, 1 / 6.0}) > 1e-9);
  CHECK(test::chi_squared_p({observers, trials - observers}, {4 / 6.0, 2 / 6.0}) > 1e-9);
}

TEST_CASE("a second CPP for Stukas, and the turns in which they can come") {
  // -2 to the die: in turn 1 it brings them on 1 or 2, in turn 2 on 3 or less. Not at all: 4/6 x
  // 3/6. Then one, two or three, each as likely.
  const CampaignResult result =
      Planned({"date,side,group,quantity,stuka_cpp,scenario_turns\n1942-10-20,german,S1,1,2,2\n"
               "1942-10-21,german,S1,1,1,2\n1942-10-22,german,S1,1,,\n"})
          .play(1, Method::exact);
  CHECK(fraction(odds_in(result, 0, 3), "stukas", 0) == "1/3");
  CHECK(fraction(odds_in(result, 0, 3), "stukas", 2) == "2/9");
  // For one CPP never in turn 1 (less than 1), and with a 1 in turn 2.
  CHECK(fraction(odds_in(result, 0, 4), "stukas", 0) == "5/6");
  // Without a number of turns they always come.
  CHECK(fraction(odds_in(result, 0, 5), "stukas", 0) == "0/1");
  CHECK(fraction(odds_in(result, 0, 5), "stukas", 3) == "1/3");
}

TEST_CASE("Stukas bought for a day with an Overcast sky are forfeit") {
  CampaignInput input;
  input.plans = {{"p.csv",
                  "date,side,group,quantity,stuka_cpp,scenario_turns\n20 Oct,german,S1,1,,\n"
                  "21 Oct,german,S1,1,,\n22 Oct,german,S1,1,,\n23 Oct,german,S1,1,1,2\n"
                  "23 Oct,german,O1,1,,\n"}};
  input.weather = TextFile{
      "w.csv", "date,overcast\n20 Oct,7/36\n21 Oct,100%\n22 Oct,0\n23 Oct,1/4\n25 Oct,1/2\n"};
  const Campaign campaign(input, test::charts());
  const CampaignResult result = play_campaign(campaign, test::options(Method::both, 100'000));
  // 29/36, and then one, two or three, each as likely.
  CHECK(fraction(odds_in(result, 0, 3), "stukas", 0) == "7/36");
  CHECK(fraction(odds_in(result, 0, 3), "stukas", 2) == "29/108");
  for (const int number : {1, 2, 3}) {
    CHECK(fraction(odds_in(result, 0, 4), "stukas", number) == "0/1");
  }
  CHECK(fraction(odds_in(result, 0, 5), "stukas", 3) == "1/3");
  // They come in the second turn with 1/6 (see above), under a sky that is clear with 3/4.
  CHECK(fraction(odds_in(result, 0, 6), "stukas", 0) == "7/8");
  CHECK(fraction(odds_in(result, 0, 6), "stukas", 1) == "1/24");
  for (const Chance& chance : odds_in(result, 0, 3).chances) {
    if (chance.name != "stukas") continue;
    // 5 standard deviations of 100,000 trials are 0.007 or less.
    CHECK(static_cast<double>(chance.count) / 100'000 == Approx(chance.exact->value).margin(0.007));
  }
  input.weather = TextFile{"w.csv", "date,overcast\n20 Oct,7/6\n21 Oct,1/6\n21 Oct,1/6\n"};
  try {
    const Campaign wrong(input, test::charts());
    CHECK(false);
  } catch (const InputError& error) {
    const std::string said = error.what();
    CHECK(said.find("w.csv:2:8: '7/6' is no chance") != std::string::npos);
    CHECK(said.find("w.csv:4:1: 21 Oct is listed twice") != std::string::npos);
  }
}

TEST_CASE("note c: the crews of Guns and heavy weapons are counted, with their BPV") {
  // An AT Battery I at Full Strength: three Guns with three 2-2-8 of 8 points.
  const CampaignResult result =
      Planned({"date,side,group,quantity,strength\n1942-10-20,german,G1,1,full\n"})
          .play(1, Method::exact);
  const Odds& total = odds_in(result, 0, std::nullopt);
  CHECK(fraction(total, "crews", 3) == "1/1");
  CHECK(fraction(total, "crews 2-2-8", 3) == "1/1");
  CHECK(fraction(total, "points", 24) == "1/1");
  CHECK(fraction(total, "unvalued_units", 3) == "1/1");
}

TEST_CASE("dice that always suffice change nothing") {
  // Days, leaders by order of purchase and everything else are then as without a budget, where the
  // exact odds are known.
  const std::string plan = ten_days("Rifle Coy") + "1942-10-20,russian,Militia Coy,2,\n" +
                           "1942-10-21,russian,KV Pltn,1,\n1942-10-21,russian,O1,2,\n";
  const Planned free({plan});
  const Planned rich({plan},
                     "date,side,cpp\n1942-10-17,german,d6+300\n1942-10-17,russian,d6+300\n");
  const CampaignResult exact = free.play(1, Method::exact);
  const CampaignResult simulated = rich.play(300'000);
  for (const std::size_t force : {std::size_t{0}, std::size_t{1}}) {
    REQUIRE_FALSE(rich.forces()[force].scheduled());
    CHECK(agreements(odds_in(simulated, force, std::nullopt), odds_in(exact, force, std::nullopt)) >
          8);
    for (const std::size_t day : {4, 12}) {
      if (force == 1 && day == 12) continue;
      agreements(odds_in(simulated, force, day), odds_in(exact, force, day));
    }
  }
}

TEST_CASE("the shipped campaign: every exact distribution agrees with the simulated one") {
  const Planned campaign({test::read_file(std::string(shipped) + "full-campaign.csv")});
  const CampaignResult result = campaign.play(200'000);
  int measures = 0;
  for (const CampaignScope& scope : result.scopes) measures += agreements(scope.odds, scope.odds);
  CHECK(measures > 500);
  for (const ComparedMeasure& compared : result.comparisons[0].measures) {
    INFO(compared.measure);
    std::vector<std::uint64_t> counts;
    std::vector<double> probabilities;
    for (std::size_t i = 0; i < 3; ++i) {
      counts.push_back(compared.odds.chances[i].count);
      probabilities.push_back(compared.odds.chances[i].exact->value);
    }
    CHECK(counts[0] + counts[1] + counts[2] == 200'000);
    CHECK(probabilities[0] + probabilities[1] + probabilities[2] == Approx(1).epsilon(1e-9));
    CHECK(test::chi_squared_p(counts, probabilities) > 1e-9);
  }
  // Both sides buy on at least nine days in ten, from the first day to the last week.
  std::array<std::set<std::size_t>, 2> days;
  for (const CampaignScope& scope : result.scopes) {
    if (scope.day) days[scope.force].insert(*scope.day);
  }
  CHECK(days[0].size() >= 27);
  CHECK(days[1].size() >= 27);
}

TEST_CASE("the expected content of a line, simulated and exact") {
  const Planned campaign({test::read_file(std::string(shipped) + "full-campaign.csv")});
  const CampaignResult exact = campaign.play(1, Method::exact);
  const CampaignResult simulated = campaign.play(100'000, Method::monte_carlo);
  REQUIRE(exact.lines.size() == simulated.lines.size());
  for (std::size_t i = 0; i < exact.lines.size(); ++i) {
    const CampaignForce& force = campaign.forces()[exact.lines[i].force];
    for (std::size_t m = 0; m < force.measures().size(); ++m) {
      // No draw's standard deviation is above 18 (points of a Gds Rifle Coy: 33 / 2), so the mean
      // of 100,000 is within 0.06 * 6 with a chance of 10^-9 to fail.
      INFO(i << " " << force.measures()[m].name);
      CHECK(simulated.lines[i].content[m] == Approx(exact.lines[i].content[m]).margin(0.36));
      if (force.measures()[m].name != "points") {
        CHECK(simulated.lines[i].content[m] == Approx(exact.lines[i].content[m]).margin(0.05));
      }
    }
  }
}

TEST_CASE("two plans compared: the same plan twice is even") {
  const std::string plan = "date,side,group,quantity\n1942-10-20,german,I1,2\n";
  const Planned campaign({plan, plan});
  const CampaignResult result = campaign.play(100'000);
  REQUIRE(result.comparisons.size() == 1);  // nothing is Russian
  for (const ComparedMeasure& compared : result.comparisons[0].measures) {
    INFO(compared.measure);
    const auto& chances = compared.odds.chances;
    CHECK(chances[0].exact->fraction == chances[2].exact->fraction);
    // Each plan is played with its own dice.
    CHECK(test::chi_squared_p(
              {chances[0].count, chances[1].count, chances[2].count},
              {chances[0].exact->value, chances[1].exact->value, chances[2].exact->value}) > 1e-9);
  }
  // Squads are equal with (169/324)^2 + (130/324)^2 + (25/324)^2 = 46086/104976.
  const ComparedMeasure& squads = result.comparisons[0].measures[0];
  CHECK(squads.measure == "squads");
  CHECK(squads.odds.chances[1].exact->fraction == "7681/17496");
}

TEST_CASE("a plan for each side: the sides are compared, points only if complete") {
  const std::string header = "date,side,group,quantity,strength\n";
  const auto compared = [](const Planned& campaign) {
    std::map<std::string, Odds> all;
    for (const auto& [first, second, measures] : campaign.play(1, Method::exact).comparisons) {
      for (const ComparedMeasure& measure : measures) all[measure.measure] = measure.odds;
    }
    return all;
  };
  // 12 squads against 9; leaders and support weapons have no value.
  const auto companies = compared(Planned(
      {header + "1942-10-20,german,I1,1,full\n", header + "1942-10-20,russian,I4,1,full\n"}));
  CHECK(fraction(companies.at("squads"), "first_more", 0) == "1/1");
  CHECK(fraction(companies.at("squads"), "difference", 3) == "1/1");
  CHECK(companies.contains("unvalued_units"));
  CHECK_FALSE(companies.contains("points"));
  // Two sides in one file, one of them in a second: each is compared with its own side.
  const Planned both({header + "1942-10-20,german,I1,1,\n1942-10-20,russian,I4,1,\n",
                      header + "1942-10-20,german,I2,1,\n"});
  CHECK(both.pairs() == std::vector<std::pair<std::size_t, std::size_t>>{{0, 1}, {0, 2}});
}

TEST_CASE("running totals up to each day") {
  // Full with 13/18 on 20 Oct (no DRM) and with 5/6 on 21 Oct (-1): 12 squads, else 9.
  const std::string plan =
      "date,side,group,quantity\n1942-10-20,german,I1,1\n1942-10-21,german,I1,1\n";
  const auto up_to = [](const CampaignResult& result, std::size_t day) -> const Odds& {
    for (const CampaignScope& scope : result.running) {
      if (scope.day == day) return scope.odds;
    }
    throw std::out_of_range("no such day");
  };
  const CampaignResult scheduled = Planned({plan}).play(100'000);
  CHECK(fraction(up_to(scheduled, 2), "squads", 0) == "1/1");
  CHECK(fraction(up_to(scheduled, 3), "squads", 12) == "13/18");
  for (const std::size_t day : {4, 29}) {
    CHECK(fraction(up_to(scheduled, day), "squads", 24) == "65/108");
    CHECK(fraction(up_to(scheduled, day), "squads", 18) == "5/108");
    CHECK(fraction(up_to(scheduled, day), "points", 240) == "65/108");
    agreements(up_to(scheduled, day), up_to(scheduled, day));
  }
  // Dice that always suffice.
  const CampaignResult diced =
      Planned({plan}, "date,side,cpp\n1942-10-17,german,d6+300\n").play(100'000);
  for (const std::size_t day : {0, 3, 4, 29}) agreements(up_to(diced, day), up_to(scheduled, day));
}

}  // namespace
}  // namespace combat_odds::red_barricades
