#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>
#include <memory>

#include "core/dice/reference.hpp"
#include "sim/red_barricades/reinforcement.hpp"
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

constexpr const char* shipped = COMBAT_ODDS_SOURCE "/scenarios/campaign/";

/// Buys nothing that fights in these tests.
constexpr const char* nobody =
    "date,side,group,quantity\n17 Oct,german,M1,1\n17 Oct,russian,M1,1\n";

struct Files {
  std::string plan = nobody;
  std::string losses = {};
  std::string fights = {};
  std::string budget = {};
};

class Fought {
 public:
  explicit Fought(const Files& files, std::uint64_t trials = 100'000)
      : campaign_(input(files), test::charts()),
        result_(play_campaign(campaign_, test::options(Method::both, trials))) {}

  const CampaignResult& result() const { return result_; }

  /// How many trials ended in each of fight_results.
  std::vector<std::uint64_t> fight(std::size_t fight) const {
    std::vector<std::uint64_t> counts;
    for (const Chance& chance : result_.fights[fight].odds.chances) counts.push_back(chance.count);
    return counts;
  }

  /// How many trials had 0, 1, 2 ... of a measure on a day; force 0 is German, 1 Russian.
  std::vector<std::uint64_t> on(std::size_t day, const std::string& measure,
                                std::size_t force = 0) const {
    std::vector<std::uint64_t> counts;
    for (const CampaignScope& scope : result_.scopes) {
      if (scope.force != force || scope.day != day) continue;
      for (const Chance& chance : scope.odds.chances) {
        if (chance.name != measure) continue;
        counts.resize(std::max(counts.size(), static_cast<std::size_t>(chance.value) + 1));
        counts[static_cast<std::size_t>(chance.value)] = chance.count;
      }
    }
    return counts;
  }

 private:
  static CampaignInput input(const Files& files) {
    CampaignInput input;
    input.plans.push_back({"plan.csv", files.plan});
    if (!files.losses.empty()) input.losses = TextFile{"losses.csv", files.losses};
    if (!files.budget.empty()) input.budget = TextFile{"budget.csv", files.budget};
    input.fights = TextFile{"fights.csv", files.fights};
    return input;
  }

  Campaign campaign_;
  CampaignResult result_;
};

/// Whether counts are those of these chances. False-alarm rate: 1 in 10^9.
bool agree(std::vector<std::uint64_t> counts, std::vector<double> expected) {
  const std::size_t size = std::max(counts.size(), expected.size());
  counts.resize(size, 0);
  expected.resize(size, 0);
  return test::chi_squared_p(counts, expected) > 1e-9;
}

std::string initial(int german, int russian) {
  return fmt::format(
      "side,measure,initial,lost\ngerman,squads 4-6-7,{},0\nrussian,squads 4-4-7,{},0\n", german,
      russian);
}

constexpr const char* close_combat = "date,side,steps,attacker,defender\n";

// 4 against 4 in Close Combat is 1-1 with the kill number 5: a DR of 2 to 4 eliminates (6 of 36), a
// 5 reduces (4 of 36). Both attack at once, so each side comes to its end by itself.

TEST_CASE("a squad that fights is there on the next day, or not") {
  const Fought fought({nobody, initial(1, 1),
                       std::string(close_combat) + "17 Oct,german,close-combat,4-6-7,4-4-7\n"});
  CHECK(agree(fought.on(0, "on_map squads 4-6-7"), {0, 1}));  // counted before the fight
  // One that is reduced is a half-squad, and no squad: 10/36.
  const std::vector<double> left = {10.0 / 36, 26.0 / 36};
  CHECK(agree(fought.on(1, "on_map squads 4-6-7", 0), left));
  CHECK(agree(fought.on(1, "on_map squads 4-4-7", 1), left));
  CHECK(agree(fought.on(20, "on_map squads 4-6-7", 0), left));
  // Attacker holds, Melee, defender holds, nobody holds, not fought.
  const std::vector<double> ends = {5.0 / 36, 25.0 / 36, 5.0 / 36, 1.0 / 36, 0};
  CHECK(agree(fought.fight(0), ends));
  // Who meets is always the same, so the average of the exact chances has no dice in it.
  const FightOdds& averaged = fought.result().fights[0];
  CHECK(averaged.worked_out == 1);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    CHECK(averaged.averaged[i].value == Approx(ends[i]).epsilon(1e-12));
    CHECK(averaged.averaged[i].error < 1e-8);
  }
}

TEST_CASE("the Russian side may attack, and units join whose side they are of") {
  const Fought fought({nobody, initial(1, 2),
                       std::string(close_combat) + "17 Oct,russian,close-combat,2*4-4-7,4-6-7\n"});
  // 8 against 4 is 2-1, the kill number 7: eliminated by 2 to 6 (15 of 36), reduced by 7 (6 of 36).
  CHECK(agree(fought.on(1, "on_map squads 4-6-7", 0), {21.0 / 36, 15.0 / 36}));
  // 4 against 8 is 1-2, the kill number 4: both eliminated by 2 or 3 (3 of 36), one of them reduced
  // by a 4 (3 of 36), so that a squad and a half are left.
  CHECK(agree(fought.on(1, "on_map squads 4-4-7", 1), {3.0 / 36, 3.0 / 36, 30.0 / 36}));
}

TEST_CASE("two half-squads are a squad again on the next day") {
  const Fought fought({nobody, initial(2, 2),
                       std::string(close_combat) + "17 Oct,german,close-combat,4-6-7,4-4-7\n"
                                                   "18 Oct,german,close-combat,4-6-7,4-4-7\n"});
  // In half-squads: 4, then 2 with 1/6, 3 with 1/9, 4 with 13/18.
  CHECK(agree(fought.on(1, "on_map squads 4-6-7"), {0, 5.0 / 18, 13.0 / 18}));
  // Then once more. None: from 3 to 1 (1/9 * 1/6), from 2 to 0 or 1 (1/6 * 5/18): 7/108. Two: never
  // hit. One: the rest, among others two reduced squads.
  const double none = 1.0 / 9 / 6 + 1.0 / 6 * 5 / 18;
  const double two = 13.0 / 18 * 13 / 18;
  CHECK(agree(fought.on(2, "on_map squads 4-6-7"), {none, 1 - none - two, two}));
}

TEST_CASE("only who is there fights") {
  // Of two squads one is there: as above. Against nobody there is no fight.
  const std::string asked = "17 Oct,german,close-combat,2*4-6-7,4-4-7\n";
  const Fought one({nobody, initial(1, 1), close_combat + asked});
  CHECK(agree(one.on(1, "on_map squads 4-6-7"), {10.0 / 36, 26.0 / 36}));
  const Fought nobody_there({nobody, initial(2, 0), close_combat + asked});
  CHECK(agree(nobody_there.on(1, "on_map squads 4-6-7"), {0, 0, 1}));
  CHECK(agree(nobody_there.fight(0), {0, 0, 0, 0, 1}));
  // A group that has lost its last squad does not fight with its leader alone.
  const std::string led =
      "side,measure,initial,lost\ngerman,leaders 9-1,1,0\nrussian,squads 4-4-7,1,0\n";
  const Fought leader_alone(
      {nobody, led, close_combat + std::string("17 Oct,german,close-combat,4-6-7 9-1,4-4-7\n")});
  CHECK(agree(leader_alone.fight(0), {0, 0, 0, 0, 1}));
}

TEST_CASE("a unit fights once a day") {
  // The first fight has the only German squad, and the second nobody; on the next day it fights
  // again if it is whole.
  const Fought fought({nobody, initial(1, 3),
                       std::string(close_combat) + "17 Oct,german,close-combat,4-6-7,4-4-7\n"
                                                   "17 Oct,german,close-combat,4-6-7,4-4-7\n"
                                                   "18 Oct,german,close-combat,4-6-7,4-4-7\n"});
  CHECK(agree(fought.fight(1), {0, 0, 0, 0, 1}));
  CHECK(fought.fight(2)[4] ==
        fought.on(1, "on_map squads 4-6-7").front());  // not fought: it is gone
}

TEST_CASE("fights take the losses of their day, percentages those of other days") {
  const Fought fought(
      {nobody,
       "side,measure,initial,lost\ngerman,squads 4-6-7,1,50%\ngerman,squads,4,100%\n"
       "russian,squads 4-4-7,1,0\n",
       std::string(close_combat) + "17 Oct,german,close-combat,4-6-7,4-4-7\n"});
  const double left = 26.0 / 36;
  CHECK(agree(fought.on(1, "on_map squads 4-6-7"), {1 - left, left}));
  CHECK(agree(fought.on(2, "on_map squads 4-6-7"), {1 - left / 2, left / 2}));
  // The line of all squads loses the same: 4 squads, 3 or 3 and a half where one was hit.
  CHECK(agree(fought.on(1, "on_map squads"), {0, 0, 0, 10.0 / 36, left}));
  CHECK(agree(fought.on(2, "on_map squads"), {1}));
}

TEST_CASE("who is Replaced is another unit from then on") {
  // With an ELR of 0 a 4-4-7 that fails an MC is a 4-2-6. The chances are those of asl.assault.
  const Fought fought(
      {nobody, "side,measure,initial,lost\nrussian,squads 4-4-7,1,0\nrussian,squads 4-2-6,0,0\n",
       "date,side,steps,defender,defender_elr\n17 Oct,german,fire 8 0,4-4-7,0\n"});
  const test::Answer fire(
      "asl.assault",
      {{"steps", "fire 8 0"}, {"defender", "4-4-7"}, {"defender_elr", "0"}, {"by_kind", "true"}});
  const double replaced = fire.event_value("replaced");
  REQUIRE(replaced > 0.1);
  // A squad that is Replaced and reduced is a 2-2-6, and so is no 4-2-6.
  const std::vector<std::uint64_t> counts = fought.on(1, "on_map squads 4-2-6", 1);
  const double simulated = static_cast<double>(counts.at(1)) / 100'000;
  CHECK(simulated > 0.1);
  CHECK(simulated <= replaced + 0.01);
  // Both lines together are all that is left whole.
  const auto whole =
      static_cast<std::uint64_t>(counts.at(1) + fought.on(1, "on_map squads 4-4-7", 1).at(1));
  double left = 0;
  for (const Chance& chance : fire.odds().chances) {
    const bool none_lost = chance.name == "defenders_half_squads_lost" && chance.value == 0;
    if (none_lost) left += chance.exact->value;
  }
  CHECK(agree({100'000 - whole, whole}, {1 - left, left}));
}

TEST_CASE("a line is fought where what it needs was bought") {
  // A Btl Mtr costs 2 CPP. With d2 CPP a day it is there on the 17th in half of all campaigns. The
  // module fires once. On the 18th there are 1 to 4 CPP more: 3 in all buy one, 4 buy two.
  const std::string ways =
      "german oba_modules,oba 36; close-combat,4-6-7,4-4-7,way\n"
      "17 Oct,german,,close-combat,4-6-7,4-4-7,way\n";
  const Fought fought({"date,side,group,quantity\n17 Oct,german,O1,1\n17 Oct,russian,M1,1\n",
                       initial(1, 1),
                       "date,side,needs,steps,attacker,defender,name\n17 Oct,german," + ways,
                       "date,side,cpp\n17 Oct,german,d2\n"});
  CHECK(agree({fought.fight(0)[4], 100'000 - fought.fight(0)[4]}, {0.5, 0.5}));
  CHECK(fought.fight(0)[4] + fought.fight(1)[4] == 100'000);  // one of them, always

  // Two days, one module: it is spent on the first. The first day's fight comes to nothing.
  const Fought spent({"date,side,group,quantity\n17 Oct,german,O1,1\n17 Oct,russian,M1,1\n",
                      initial(1, 1),
                      "date,side,needs,steps,defender\n"
                      "17 Oct,german,german oba_modules,oba 1 10,4-4-7\n"
                      "18 Oct,german,german oba_modules,oba 1 10,4-4-7\n"});
  CHECK(spent.fight(0)[4] == 0);
  CHECK(spent.fight(1)[4] == 100'000);
  // Stukas of yesterday are forfeit; fortifications stay.
  const Fought stays({"date,side,group,quantity\n17 Oct,german,S1,1\n17 Oct,russian,M1,1\n",
                      initial(1, 1),
                      "date,side,needs,steps,defender\n"
                      "17 Oct,german,german stukas; russian fpp 40,fire 1 10,4-4-7\n"
                      "17 Oct,german,russian fpp 41,fire 1 10,4-4-7\n"
                      "18 Oct,german,german stukas,fire 1 10,4-4-7\n"
                      "18 Oct,german,russian fpp 40,fire 1 10,4-4-7\n"});
  CHECK(stays.fight(0)[4] == 0);
  CHECK(stays.fight(1)[4] == 100'000);
  CHECK(stays.fight(2)[4] == 100'000);
  CHECK(stays.fight(3)[4] == 0);
}

// 17 October of a campaign, as it is shipped.

std::string text_of(const char* file) { return test::read_file(std::string(shipped) + file); }

Files october() {
  return {text_of("17-october.csv"), text_of("17-october-losses.csv"),
          text_of("17-october-fights.csv"), ""};
}

/// The day without any code of the campaign: the companies are drawn, asl.assault is played with
/// those who came, and the losses are taken off, trial by trial.
class Day : public Rule {
 public:
  Outcome resolve(Dice& dice) const override {
    // Historical DRM of 17 October: German -2, Russian -1.
    Force german;
    german.draw("german", "Rifle Coy", -2, dice);
    german.draw("german", "Sturm Coy", -2, dice);
    Force russian;
    for (int company = 1; company <= 2; ++company) {
      russian.draw("russian", "Rifle Coy", -1, dice);
    }
    // All have the squads and the machine guns that are asked for; leaders may be missing. A
    // leader is in one fight: those of the works are others than those of the hall.
    const auto with = [](Force& force, const char* leader) {
      return force.leaders[leader] > 0 ? std::string(" ") + leader : std::string();
    };
    const Given hall = {
        {"steps",
         "oba at front calibre 100; fire base at front; smoke assault; cross assault 2 debris under "
         "front and back; rout front; close-combat assault at front"},
        {"attacker", "base: 4-6-7 German HMG" + with(german, "9-1") + " range 4; assault: 2*5-4-8"},
        {"defender",
         "front: 4-4-7 terrain stone; back: 4-4-7 Russian MMG" + with(russian, "8-0") + " range 3"},
        {"hand_to_hand", "true"},
        {"ambush_possible", "true"},
        {"by_kind", "true"}};
    const Given works = {
        {"steps",
         "return works at storm; fire storm at works; rout works; close-combat storm at works"},
        {"attacker", "storm: 2*4-6-7" + with(german, "8-1")},
        {"defender", "works: 2*4-4-7" + with(russian, "7-0") + " terrain trench"},
        {"by_kind", "true"}};
    std::string held;
    int german_halves = 2 * german.squads;
    int russian_halves = 2 * russian.squads;
    int german_leaders = german.all_leaders();
    int russian_leaders = russian.all_leaders();
    for (const Given& fight : {hall, works}) {
      const Outcome end = rule(fight).resolve(dice);
      held += (held.empty() ? "" : " ") + end.label();
      for (const auto& [name, lost] : end.measures()) {
        if (name == "attackers_half_squads_lost") german_halves -= lost;
        if (name == "defenders_half_squads_lost") russian_halves -= lost;
        if (name == "attackers_leaders_lost") german_leaders -= lost;
        if (name == "defenders_leaders_lost") russian_leaders -= lost;
      }
    }
    return Outcome(held)
        .measure("german squads", german_halves / 2)
        .measure("russian squads", russian_halves / 2)
        .measure("german leaders", german_leaders)
        .measure("russian leaders", russian_leaders);
  }

 private:
  using Given = test::Given;

  struct Force {
    int squads = 0;
    std::map<std::string, int> leaders;

    void draw(const char* side, const char* group, int drm, Dice& dice) {
      static const CampaignCharts charts(test::charts());
      Circumstances circumstances;
      circumstances.historical_drm = drm;
      const auto company =
          reinforcement(charts, *charts.groups.find(*side_named(side), group), circumstances);
      for (const ReceivedUnits& units : company->draw(dice).units) {
        if (units.kind == UnitKind::squad) squads += units.number;
        if (units.kind == UnitKind::leader) leaders[std::string(units.name)] += units.number;
      }
    }
    int all_leaders() const {
      int all = 0;
      for (const auto& [name, number] : leaders) all += number;
      return all;
    }
  };

  const Rule& rule(const Given& given) const {
    std::unique_ptr<Rule>& known = rules_[given];
    if (known == nullptr) known = test::scenario("asl.assault", given).rule(0, test::charts());
    return *known;
  }

  mutable std::map<Given, std::unique_ptr<Rule>> rules_;
};

/// Whether two simulations agree in a distribution. False-alarm rate: 1 in 10^9.
bool alike(std::vector<std::uint64_t> one, std::vector<std::uint64_t> other) {
  const std::size_t size = std::max(one.size(), other.size());
  one.resize(size, 0);
  other.resize(size, 0);
  // Homogeneity of both: chi squared of each against the share of both together.
  double all_one = 0;
  double all_other = 0;
  for (std::size_t i = 0; i < size; ++i) {
    all_one += static_cast<double>(one[i]);
    all_other += static_cast<double>(other[i]);
  }
  double sum = 0;
  double cells = 0;
  double rest_one = 0;
  double rest_other = 0;
  const auto add = [&](double a, double b) {
    const double share = (a + b) / (all_one + all_other);
    sum += (a - all_one * share) * (a - all_one * share) / (all_one * share);
    sum += (b - all_other * share) * (b - all_other * share) / (all_other * share);
    cells += 1;
  };
  for (std::size_t i = 0; i < size; ++i) {
    const auto a = static_cast<double>(one[i]);
    const auto b = static_cast<double>(other[i]);
    if (a + b < 40) {  // too few for chi squared
      rest_one += a;
      rest_other += b;
    } else {
      add(a, b);
    }
  }
  if (rest_one + rest_other >= 40) add(rest_one, rest_other);
  const double degrees = cells - 1;
  // Far beyond 10^-9 of chi squared with so many degrees of freedom (Laurent and Massart: with
  // x = 21 the chance of more than k + 2 sqrt(k x) + 2 x is at most e^-21 < 10^-9).
  constexpr double x = 21;
  return sum <= degrees + 2 * std::sqrt(degrees * x) + 2 * x;
}

TEST_CASE("17 October of a campaign agrees with a plain simulation of the whole") {
  const Fought campaign(october(), 200'000);
  constexpr std::uint64_t trials = 20'000;
  std::map<std::string, std::vector<std::uint64_t>> measured;
  std::array<std::map<std::string, std::uint64_t>, 2> held;
  for (const OutcomeCount& end : simulate_reference(Day(), trials, 17)) {
    for (const auto& [name, value] : end.outcome.measures()) {
      std::vector<std::uint64_t>& counts = measured[std::string(name)];
      counts.resize(std::max(counts.size(), static_cast<std::size_t>(value) + 1), 0);
      counts[static_cast<std::size_t>(value)] += end.count;
    }
    const std::string& label = end.outcome.label();
    const std::size_t space = label.find(' ');
    held[0][label.substr(0, space)] += end.count;
    held[1][label.substr(space + 1)] += end.count;
  }
  for (const std::size_t force : {0u, 1u}) {
    const std::string side = force == 0 ? "german" : "russian";
    for (const char* const kind : {"squads", "leaders"}) {
      INFO(side << " " << kind);
      const std::vector<std::uint64_t> counts =
          campaign.on(1, std::string("on_map ") + kind, force);
      REQUIRE(counts.size() > 1);
      CHECK(alike(counts, measured[side + " " + kind]));
    }
  }
  // Of the hall and the works the first of the two ways, for what it needs is always bought.
  for (const std::size_t fight : {0u, 1u}) {
    std::vector<std::uint64_t> counts;
    for (const std::string& result : fight_results) counts.push_back(held[fight][result]);
    CHECK(alike(campaign.fight(2 * fight), counts));
    CHECK(campaign.fight(2 * fight)[4] == 0);
    CHECK(campaign.fight(2 * fight + 1)[4] == 200'000);
  }
}

TEST_CASE("the hall of 17 October is held as often as asl.assault says, leader or none") {
  const Fought campaign(october(), 200'000);
  // Whether a leader of that name came, exactly, by what the companies bring.
  const auto comes = [&](std::size_t force, const std::string& leader) {
    double none = 1;
    for (const CampaignScope& scope : campaign.result().scopes) {
      if (scope.force != force || scope.day != 0) continue;
      for (const Chance& chance : scope.odds.chances) {
        if (chance.name == "leaders " + leader && chance.value == 0) none = chance.exact->value;
      }
    }
    return 1 - none;
  };
  std::vector<double> expected(fight_results.size(), 0.0);
  for (const bool led : {false, true}) {
    for (const bool defended : {false, true}) {
      const double share = (led ? comes(0, "9-1") : 1 - comes(0, "9-1")) *
                           (defended ? comes(1, "8-0") : 1 - comes(1, "8-0"));
      const test::Answer hall(
          "asl.assault",
          {{"steps",
            "oba at front calibre 100; fire base at front; smoke assault; cross assault 2 debris "
            "under front and back; rout front; close-combat assault at front"},
           {"attacker", std::string("base: 4-6-7 German HMG ") + (led ? "9-1 " : "") +
                            "range 4; assault: 2*5-4-8"},
           {"defender", std::string("front: 4-4-7 terrain stone; back: 4-4-7 Russian MMG ") +
                            (defended ? "8-0 " : "") + "range 3"},
           {"hand_to_hand", "true"},
           {"ambush_possible", "true"}});
      for (std::size_t i = 0; i + 1 < fight_results.size(); ++i) {
        expected[i] += share * hall.outcome_value(fight_results[i]);
      }
    }
  }
  CHECK(agree(campaign.fight(0), expected));
  const FightOdds& hall = campaign.result().fights[0];
  CHECK(hall.worked_out == 1);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CHECK(hall.averaged[i].error < 1e-4);
    CHECK(std::abs(hall.averaged[i].value - expected[i]) <= 5 * hall.averaged[i].error + 1e-12);
  }
}

TEST_CASE("program: fights in every report, and by shards") {
  const Workspace workspace;
  workspace.write("plan.csv", text_of("17-october.csv"));
  workspace.write("fights.csv", text_of("17-october-fights.csv"));
  workspace.write("losses.csv", text_of("17-october-losses.csv"));
  const std::string ask =
      "combat-odds campaign plan.csv --fight fights.csv --losses losses.csv --trials 20000 ";
  const Run whole = run(workspace, ask + "--out whole --plot map.svg");
  CHECK(whole.err == "");
  REQUIRE(whole.exit_code == 0);
  CHECK(test::has(whole.out, "17 Oct hall"));
  CHECK(test::has(whole.out, "campaign-fights.csv"));
  CHECK(test::read_file(workspace.path() / "whole/campaign-fights.csv")
            .starts_with("line,date,name,needs,side,attacker,defender,outcome,monte_carlo,"));
  CHECK(
      test::has(whole.out, "who comes is simulated, what each fight then comes to is exact: +/- "));
  CHECK(test::has(test::read_file(workspace.path() / "whole/charts.csv"), "asl/ift.csv"));
  CHECK(run(workspace, "combat-odds report whole --out page.html").exit_code == 0);
  for (const char* const part : {"1", "2"}) {
    run(workspace, ask + "--out part" + part + " --shard " + part + "/2 --quiet");
  }
  CHECK(run(workspace, "combat-odds merge part1 part2 --out merged").exit_code == 0);
  for (const char* const report : {"campaign-distribution.csv", "campaign-fights.csv"}) {
    CHECK(test::read_file(workspace.path() / "merged" / report) ==
          test::read_file(workspace.path() / "whole" / report));
  }
}

TEST_CASE("program: what was bought and counts in no fight is told") {
  const Workspace workspace;
  workspace.write("plan.csv",
                  "date,side,group,quantity\n17 Oct,german,I1,1\n17 Oct,german,M2,1\n"
                  "17 Oct,russian,I3,1\n17 Oct,russian,M3,1\n");
  workspace.write("fights.csv",
                  "date,side,steps,attacker,defender\n17 Oct,german,close-combat,4-6-7,4-4-7\n");
  const Run told =
      run(workspace, "combat-odds campaign plan.csv --fight fights.csv --trials 1k --out out");
  CHECK(test::has(told.out,
                  "no fight needs what was bought of german san, russian mol_capability: it counts "
                  "in none\n"));
}

TEST_CASE("program: impossible fights are refused, and nothing is written") {
  const Workspace workspace;
  workspace.write("plan.csv",
                  "date,side,group,quantity\n17 Oct,german,I1,1\n17 Oct,russian,I3,1\n");
  const auto refused = [&](const std::string& fights, const std::string& says) {
    workspace.write("fights.csv", fights);
    CHECK(refused_run(workspace, "combat-odds campaign plan.csv --fight fights.csv --out none") ==
          says + "\n");
  };
  const std::string head = "date,side,steps,attacker,defender\n";
  refused(head + "17 Sep,german,close-combat,4-6-7,4-4-7\n",
          "fights.csv:2:1: '17 Sep' is not possible (a day from 1942-10-17 to 1942-11-15)");
  refused(head + "17 Oct,germen,close-combat,4-6-7,4-4-7\n",
          "fights.csv:2:8: 'germen' does not attack (did you mean 'german'?)");
  refused(head + "17 Oct,german,close-combat,2-4-7,4-4-7\n",
          "fights.csv:2:28: no unit '2-4-7' comes in this campaign (did you mean '4-4-7'?)");
  refused(head + "17 Oct,german,fire base at front,base: 4-6-7 3-8,front: 4-4-7\n",
          "fights.csv:2:34: no unit '3-8' comes in this campaign (did you mean '8-3-8'?)");
  refused(head + "17 Oct,german,oba 20; close-combat,4-6-7,4-4-7\n",
          "fights.csv:2:15: 'oba 20' fires an OBA module ('german oba_modules' among what it "
          "needs)");
  refused(
      "date,side,steps,attacker,defender,needs\n"
      "17 Oct,german,close-combat,4-6-7,4-4-7,german stuka\n",
      "fights.csv:2:40: 'stuka' is nothing that a side buys (did you mean 'stukas'?)");
  refused(
      "date,side,steps,attacker,defender,needs\n"
      "17 Oct,german,close-combat,4-6-7,4-4-7,oba_modules\n",
      "fights.csv:2:40: 'oba_modules' is nothing that a side buys (such as 'german "
      "oba_modules' or 'russian fpp 40; german stukas')");
  workspace.write("fights.csv", head + "17 Oct,german,close-combat,4-6-7,4-4-7\n");
  const auto option = [&](const std::string& arguments, const std::string& says) {
    CHECK(refused_run(workspace, "combat-odds campaign " + arguments + " --out none") ==
          says + "\n");
  };
  option("plan.csv --fight fights.csv --method exact",
         "--method: no exact odds with --fight: what fights leave is played with dice (both or "
         "monte-carlo)");
  workspace.write("german.csv", "date,side,group,quantity\n17 Oct,german,I1,1\n");
  option(
      "german.csv --fight fights.csv",
      "fights.csv: the russian side buys nothing in german.csv, so that nobody of it is there "
      "to fight (a plan in which both sides buy something, also a side with units from the start, or a second plan for that side)");
}

}  // namespace
}  // namespace combat_odds::red_barricades
