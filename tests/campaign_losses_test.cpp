#include <array>
#include <cmath>

#include "studies/campaign/campaign.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/options.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refused_run.hpp"

namespace combat_odds::red_barricades {
namespace {

using test::refused_run;
using test::Run;
using test::run;
using test::Workspace;

/// Buys nothing that these tests count.
constexpr const char* nothing_that_counts =
    "date,side,group,quantity\n17 Oct,german,M1,1\n17 Oct,russian,M1,1\n";

/// A plan with its losses, from 17 October (day 0) on.
class Fought {
 public:
  explicit Fought(const std::string& losses, const std::string& fought = "100%",
                  const std::string& plan = nothing_that_counts, const std::string& budget = "")
      : campaign_(input(losses, fought, plan, budget), test::charts()),
        result_(play_campaign(
            campaign_,
            test::options(budget.empty() ? Method::both : Method::monte_carlo, trials))) {}

  static constexpr std::uint64_t trials = 100'000;

  /// Chances of 0, 1, 2 ... on a day.
  std::vector<Chance> on(std::size_t day, const std::string& measure, std::size_t force = 0) const {
    std::vector<Chance> chances;
    for (const CampaignScope& scope : result_.scopes) {
      if (scope.force != force || scope.day != day) continue;
      for (const Chance& chance : scope.odds.chances) {
        if (chance.name != "on_map " + measure) continue;
        chances.resize(std::max(chances.size(), static_cast<std::size_t>(chance.value) + 1));
        chances[static_cast<std::size_t>(chance.value)] = chance;
      }
    }
    return chances;
  }

  /// Whether the simulation agrees with these chances of 0, 1, 2 ... False-alarm rate: 1 in 10^9.
  bool simulated(std::size_t day, const std::string& measure,
                 const std::vector<double>& expected) const {
    std::vector<std::uint64_t> counts;
    for (const Chance& chance : on(day, measure)) counts.push_back(chance.count);
    counts.resize(expected.size(), 0);
    return test::chi_squared_p(counts, expected) > 1e-9;
  }

  /// Checks the simulated and the exact odds against these chances.
  void check(std::size_t day, const std::string& measure,
             const std::vector<double>& expected) const {
    INFO(measure << " on day " << day);
    const std::vector<Chance> chances = on(day, measure);
    REQUIRE(chances.size() >= 1);
    for (std::size_t value = 0; value < expected.size(); ++value) {
      INFO(value);
      const double exact =
          value < chances.size() && chances[value].exact ? chances[value].exact->value : 0.0;
      CHECK(exact == Approx(expected[value]).margin(1e-12));
    }
    CHECK(simulated(day, measure, expected));
  }

 private:
  static CampaignInput input(const std::string& losses, const std::string& fought,
                             const std::string& plan, const std::string& budget) {
    CampaignInput input;
    input.plans.push_back({"plan.csv", plan});
    input.losses = TextFile{"losses.csv", losses};
    input.fought = fought;
    if (!budget.empty()) input.budget = TextFile{"budget.csv", budget};
    return input;
  }

  Campaign campaign_;
  CampaignResult result_;
};

TEST_CASE("chances that one die decides") {
  const auto is = [](const char* text, int hits, int sides) {
    const std::optional<DieChance> chance = read_die_chance(text);
    return chance && chance->hits == hits && chance->sides == sides;
  };
  CHECK(is("8%", 2, 25));
  CHECK(is("2.5 %", 1, 40));
  CHECK(is("5/6", 5, 6));
  CHECK(is("100%", 1, 1));
  CHECK(is("0", 0, 1));
  for (const char* const bad : {"", "8", "101%", "-1%", "1/0", "7/6", "8%%", "2.55%", "half"}) {
    INFO(bad);
    CHECK_FALSE(read_die_chance(bad));
  }
}

TEST_CASE("each of two squads is lost with 1/2 on a day") {
  const Fought fought("side,measure,initial,lost\ngerman,squads,2,50%\n");
  fought.check(0, "squads", {0, 0, 1});          // counted before the fighting
  fought.check(1, "squads", {0.25, 0.5, 0.25});  // (1/2 + 1/2)^2
  // Each is there with 1/4: (3/4)^2, 2 (1/4) (3/4), (1/4)^2.
  fought.check(2, "squads", {9.0 / 16, 6.0 / 16, 1.0 / 16});
}

TEST_CASE("a day without fighting costs nothing, and is the same for both sides") {
  const Fought fought(
      "side,measure,initial,lost\ngerman,squads,2,50%\ngerman,leaders,1,100%\n"
      "russian,leaders,1,1\n",
      "50%");
  // 1/2 as it was, 1/2 as above.
  fought.check(1, "squads", {0.125, 0.25, 0.625});
  fought.check(1, "leaders", {0.5, 0.5});
  // A day of fighting is one for both sides: each loses its leader on the same days, in the same
  // trials.
  for (const std::size_t day : {1u, 5u}) {
    CHECK(fought.on(day, "leaders", 0)[0].count == fought.on(day, "leaders", 1)[0].count);
  }
}

TEST_CASE("dice decide the losses: at most the units on the map, at least none") {
  // d6-4 is 0 with 4/6, 1 and 2 with 1/6 each.
  const Fought fought("side,measure,initial,lost\ngerman,afvs,3,d6-4\n");
  fought.check(1, "afvs", {0, 1.0 / 6, 1.0 / 6, 4.0 / 6});
  // From 3: 1/6 left 1, 1/6 left 2; from there again: 1 -> 0 with 2/6; 2 -> 0, 1 with 1/6 each.
  fought.check(2, "afvs",
               {1.0 / 6 * 2 / 6 + 1.0 / 6 * 1 / 6,                    // 3/36
                4.0 / 6 * 1 / 6 + 1.0 / 6 * 4 / 6 + 1.0 / 6 * 1 / 6,  // 9/36
                4.0 / 6 * 1 / 6 + 1.0 / 6 * 4 / 6, 16.0 / 36});       // 8/36, 16/36
}

TEST_CASE("replacements come after the losses of a day of fighting") {
  // d2-1 is 0 or 1 with 1/2 each.
  const Fought fought("side,measure,initial,lost,replaced\ngerman,squads,1,100%,d2-1\n");
  fought.check(1, "squads", {0.5, 0.5});
  fought.check(2, "squads", {0.5, 0.5});
  const Fought idle("side,measure,initial,lost,replaced\ngerman,squads,1,0,2\n", "0%");
  idle.check(3, "squads", {0, 1});
}

TEST_CASE("units that harden leave one line and join another, once a day") {
  const Fought fought(
      "side,measure,initial,lost,hardened,into\n"
      "german,squads 4-6-7,3,0,50%,squads 5-4-8\n"
      "german,squads 5-4-8,0,0,100%,squads 8-3-8\n"
      "german,squads 8-3-8,1,0,,\n");
  fought.check(1, "squads 4-6-7", {1.0 / 8, 3.0 / 8, 3.0 / 8, 1.0 / 8});
  const std::vector<double> joined = {1.0 / 8, 3.0 / 8, 3.0 / 8, 1.0 / 8};
  CHECK(fought.simulated(1, "squads 5-4-8", joined));
  CHECK(fought.simulated(1, "squads 8-3-8", {0, 1}));  // not the same day
  CHECK(fought.simulated(2, "squads 8-3-8", {0, 1.0 / 8, 3.0 / 8, 3.0 / 8, 1.0 / 8}));
  // A line that others join is only simulated.
  CHECK_FALSE(fought.on(1, "squads 5-4-8")[0].exact.has_value());
}

TEST_CASE("a purchase is on the map on its day and fights from then on") {
  // A Sturm Coy on 18 October is full (12) with a Final DR of 8 or less: the DR of 10 or less under
  // the Historical DRM of -2, 33/36; else 9 come.
  const Fought fought("side,measure,lost\ngerman,squads,50%\n", "100%",
                      "date,side,group,quantity\n18 Oct,german,I2,1\n");
  fought.check(0, "squads", {1});
  std::vector<double> arrived(13, 0.0);
  arrived[12] = 33.0 / 36;
  arrived[9] = 3.0 / 36;
  fought.check(1, "squads", arrived);
  std::vector<double> left(13, 0.0);
  for (const int full : {12, 9}) {
    for (int n = 0; n <= full; ++n) {  // n of `full` come through: a binomial coefficient of 2^full
      const double ways = std::tgamma(full + 1) / std::tgamma(n + 1) / std::tgamma(full - n + 1);
      left[static_cast<std::size_t>(n)] +=
          arrived[static_cast<std::size_t>(full)] * ways / std::pow(2.0, full);
    }
  }
  fought.check(2, "squads", left);
}

TEST_CASE("a budget with dice that always suffice fights like one without dice") {
  const std::string losses = "side,measure,initial,lost\ngerman,squads,3,25%\n";
  const std::string plan = "date,side,group,quantity\n18 Oct,german,I2,1\n20 Oct,german,I1,1\n";
  const Fought fixed(losses, "80%", plan);
  const Fought diced(losses, "80%", plan, "date,side,cpp\n17 Oct,german,d6+60\n");
  for (const std::size_t day : {1u, 3u, 9u}) {
    std::vector<double> exact;
    for (const Chance& chance : fixed.on(day, "squads")) {
      exact.push_back(chance.exact ? chance.exact->value : 0);
    }
    CHECK(fixed.simulated(day, "squads", exact));
    CHECK(diced.simulated(day, "squads", exact));
    CHECK_FALSE(diced.on(day, "squads")[0].exact.has_value());
  }
}

TEST_CASE("program: the units on the map, in every report, and by shards") {
  const Workspace workspace;
  workspace.write("plan.csv", "date,side,group,quantity\n18 Oct,german,I1,2\n");
  workspace.write("losses.csv", "side,measure,initial,lost\ngerman,squads,10,8%\n");
  const std::string ask =
      "combat-odds campaign plan.csv --losses losses.csv --fought 5/6 --trials 20000 ";
  const Run whole = run(workspace, ask + "--out whole --plot map.svg");
  CHECK(whole.exit_code == 0);
  CHECK(whole.out.find("german on the map on 15 Nov: ") != std::string::npos);
  CHECK(test::read_file(workspace.path() / "map.svg").find("squads on the map") !=
        std::string::npos);
  CHECK(test::read_file(workspace.path() / "whole/campaign-days.csv")
            .find("german,1942-10-17,on_map squads,day,10,10,10,10,10,10\n") != std::string::npos);
  CHECK(test::read_file(workspace.path() / "whole/campaign-distribution.csv")
            .find("german,1942-10-17,on_map squads,10,1,") != std::string::npos);
  CHECK(run(workspace, "combat-odds report whole --out page.html").exit_code == 0);
  CHECK(test::read_file(workspace.path() / "page.html").find("squads on the map") !=
        std::string::npos);
  for (const char* const part : {"1", "2"}) {
    run(workspace, ask + "--out part" + part + " --shard " + part + "/2 --quiet");
  }
  CHECK(run(workspace, "combat-odds merge part1 part2 --out merged").exit_code == 0);
  for (const char* const report : {"campaign-distribution.csv", "campaign-days.csv"}) {
    CHECK(test::read_file(workspace.path() / "merged" / report) ==
          test::read_file(workspace.path() / "whole" / report));
  }
}

TEST_CASE("program: impossible losses are refused, and nothing is written") {
  const Workspace workspace;
  workspace.write("plan.csv", "date,side,group,quantity\n18 Oct,german,I1,2\n");
  const auto refused = [&](const std::string& losses, const std::string& says) {
    workspace.write("losses.csv", losses);
    CHECK(refused_run(workspace, "combat-odds campaign plan.csv --losses losses.csv --out none") ==
          says + "\n");
  };
  refused("side,measure,lost\ngerman,sqads,8%\n",
          "losses.csv:2:8: 'sqads' is nothing that is lost in a fight (did you mean 'squads'?)");
  refused("side,measure,lost\ngerman,squads,8 squads\n",
          "losses.csv:2:15: '8 squads' is not possible (a chance such as 8%, 2.5% or 1/12 of each "
          "unit, or a whole number or dice such as 2d6-1 of units)");
  refused("side,measure,lost\ngerman,squads,8%\ngerman,squads,9%\n",
          "losses.csv:3:8: squads is listed twice (each measure of a side once)");
  refused(
      "side,measure,lost,hardened,into\ngerman,squads 4-6-7,8%,5%,squads 5-4-8\n",
      "losses.csv:2:1: no german line counts 'squads 5-4-8' (into the measure of another line)");
  refused("side,measure,lost,hardened,into\ngerman,squads 4-6-7,8%,5%,\n",
          "losses.csv:2:27: 'hardened' and 'into' tell together how many become what (both or "
          "neither)");
  const auto option = [&](const std::string& options, const std::string& says) {
    workspace.write("losses.csv", "side,measure,lost\ngerman,squads,8%\n");
    CHECK(refused_run(workspace, "combat-odds campaign plan.csv --out none " + options) ==
          says + "\n");
  };
  option("--losses losses.csv --fought often",
         "--fought: 'often' is no chance (such as 80%, 2.5% or 5/6)");
  option("--fought 80%",
         "--fought needs --losses: nothing is lost in a fight otherwise (leave it out)");
}

}  // namespace
}  // namespace combat_odds::red_barricades
