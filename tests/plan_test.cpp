#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "core/text/csv.hpp"
#include "studies/campaign/campaign.hpp"
#include "studies/integer_program.hpp"
#include "studies/plan/best_chance.hpp"
#include "studies/plan/incomes.hpp"
#include "studies/plan/one_day.hpp"
#include "studies/plan/plan_report.hpp"
#include "studies/plan/policy/policy_worth.hpp"
#include "studies/plan/policy/priority_list.hpp"
#include "studies/plan/policy/purchase_policy.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/options.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refused_run.hpp"

namespace combat_odds::red_barricades {
namespace {

using test::Answer;
using test::has;
using test::refused_run;
using test::Run;
using test::run;
using test::Workspace;

/// The same CPP on each of the first days.
TextFile budget(const std::string& side, const std::vector<std::string>& cpp) {
  TextFile file{"budget.csv", "date,side,cpp\n"};
  for (std::size_t day = 0; day < cpp.size(); ++day) {
    const std::size_t date = 17 + day;
    file.text += date <= 31 ? fmt::format("1942-10-{},{},{}\n", date, side, cpp[day])
                            : fmt::format("1942-11-{:02},{},{}\n", date - 31, side, cpp[day]);
  }
  return file;
}

PlanInput asked(const std::string& side, const TextFile& cpp, const std::string& best) {
  PlanInput input;
  input.side = side;
  input.budget = cpp;
  input.best = best;
  return input;
}

/// Three days and the four groups of the small cases.
PlanInput small(const TextFile& cpp, const std::string& best) {
  PlanInput input = asked("german", cpp, best);
  input.to = "19 Oct";
  for (const ReinforcementGroup& group : test::charts().get<ReinforcementGroups>().all()) {
    const bool kept = group.id == "I1" || group.id == "I2" || group.id == "A9" || group.id == "A8";
    if (group.side == Side::german && !kept) input.without.push_back(group.id);
  }
  return input;
}

/// The same four groups by the procedures for single purchases, which know nothing of plans.
struct Shelf {
  const char* id;
  const char* procedure;
  int cpp;
  int daily;
  int most;
};
constexpr Shelf shelves[] = {{"I1", "rb.company", 7, 2, 14},
                             {"I2", "rb.company", 9, 2, 9},
                             {"A8", "rb.platoon", 3, 1, 3},
                             {"A9", "rb.platoon", 2, 2, 4}};
constexpr std::size_t shelf_count = 4;
constexpr const char* first_dates[] = {"17 Oct", "18 Oct", "19 Oct"};

const Answer& drawn(std::size_t shelf, std::size_t day, int ordinal) {
  static std::map<std::tuple<std::size_t, std::size_t, int>, Answer> known;
  const bool rifle = shelf == 0;
  const auto key = std::tuple(shelf, day, rifle ? ordinal : 1);
  const auto found = known.find(key);
  if (found != known.end()) return found->second;
  test::Given given = {
      {"side", "german"}, {"group", shelves[shelf].id}, {"date", first_dates[day]}};
  if (rifle) given["ordinal"] = std::to_string(ordinal);
  return known.emplace(key, Answer(shelves[shelf].procedure, given)).first->second;
}

double expected(const std::string& measure, std::size_t shelf, std::size_t day, int ordinal) {
  return drawn(shelf, day, ordinal).mean(measure);
}

/// The number bought from each shelf on each day.
using Bought = std::array<std::array<int, shelf_count>, 3>;

/// Every plan of three days: CPP carry over; daily and campaign maxima hold.
void for_each_plan(const std::array<int, 3>& cpp, const std::function<void(const Bought&)>& use) {
  Bought bought{};
  const auto go = [&](const auto& self, std::size_t day, std::size_t shelf, int left) -> void {
    if (day == 3) return use(bought);
    if (shelf == shelf_count) return self(self, day + 1, 0, left + (day < 2 ? cpp[day + 1] : 0));
    int before = 0;
    for (std::size_t d = 0; d < day; ++d) before += bought[d][shelf];
    for (int n = 0; n <= shelves[shelf].daily && n * shelves[shelf].cpp <= left &&
                    before + n <= shelves[shelf].most;
         ++n) {
      bought[day][shelf] = n;
      self(self, day, shelf + 1, left - n * shelves[shelf].cpp);
    }
    bought[day][shelf] = 0;
  };
  go(go, 0, 0, cpp[0]);
}

/// The value of a plan, with every single purchase as its procedure gives it.
template <class Value>
double total(const Bought& bought, const Value& value) {
  double sum = 0;
  int rifle_companies = 0;
  for (std::size_t day = 0; day < 3; ++day) {
    for (std::size_t shelf = 0; shelf < shelf_count; ++shelf) {
      for (int n = 0; n < bought[day][shelf]; ++n) {
        sum += value(shelf, day, shelf == 0 ? ++rifle_companies : 1);
      }
    }
  }
  return sum;
}

Bought bought_of(const AskedPlan& wishes, const Purchases& purchases) {
  Bought bought{};
  for (const PlannedPurchase& p : purchases) {
    for (std::size_t shelf = 0; shelf < shelf_count; ++shelf) {
      if (wishes.offers()[p.offer].group().id == shelves[shelf].id) {
        bought[p.day][shelf] += p.quantity;
      }
    }
  }
  return bought;
}

TEST_CASE("three days and four groups: no plan beats the integer program's") {
  struct Case {
    std::string best;
    std::function<double(std::size_t, std::size_t, int)> value;
  };
  const auto of = [](const std::string& measure) {
    return [measure](std::size_t shelf, std::size_t day, int n) {
      const bool company = shelf < 2;
      const bool brings = company == (measure != "afvs");
      return brings ? expected(measure, shelf, day, n) : 0.0;
    };
  };
  const auto squads = of("squads");
  const auto leaders = of("leaders");
  const auto afvs = of("afvs");
  const Case cases[] = {
      {"squads", squads},
      {"leaders", leaders},
      {"squads + 1.5*afvs", [=](auto... at) { return squads(at...) + 1.5 * afvs(at...); }},
      {"squad-days",
       [=](std::size_t shelf, std::size_t day, int n) {
         return (3.0 - static_cast<double>(day)) * squads(shelf, day, n);
       }},
      {"leaders + afv-days - leadership",
       [=, leadership = of("leadership")](std::size_t shelf, std::size_t day, int n) {
         return leaders(shelf, day, n) - leadership(shelf, day, n) +
                (3.0 - static_cast<double>(day)) * afvs(shelf, day, n);
       }},
      {"squads by 18-Oct + afvs",
       [=](std::size_t shelf, std::size_t day, int n) {
         return (day <= 1 ? squads(shelf, day, n) : 0.0) + afvs(shelf, day, n);
       }},
  };
  // The last budget is large enough for a sixth Rifle Coy.
  const std::array<int, 3> incomes[] = {{7, 7, 7}, {3, 12, 10}, {20, 0, 5}, {24, 22, 20}};
  int compared = 0;
  for (const auto& income : incomes) {
    for (const Case& one : cases) {
      INFO(one.best << " for " << income[0] << " " << income[1] << " " << income[2]);
      std::vector<std::pair<double, Bought>> all;
      for_each_plan(income, [&](const Bought& bought) {
        all.emplace_back(total(bought, one.value), bought);
      });
      const double most = std::max_element(all.begin(), all.end())->first;
      const AskedPlan wishes(
          small(budget("german", {std::to_string(income[0]), std::to_string(income[1]),
                                  std::to_string(income[2])}),
                one.best),
          test::charts());
      const FixedPlan plan = best_fixed_plan(wishes);
      CHECK(plan.proven);
      CHECK(plan.reckoned.value == Approx(most).epsilon(1e-12));
      const Bought best = bought_of(wishes, plan.purchases);
      CHECK(total(best, one.value) == Approx(most).epsilon(1e-12));
      double second = -1;
      for (const auto& [value, bought] : all) {
        if (bought != best) second = std::max(second, value);
      }
      const FixedPlan next = next_best_plan(wishes, plan.purchases);
      CHECK(next.proven);
      CHECK(next.reckoned.value == Approx(second).epsilon(1e-12));
      for (const Tie& tie : plan.ties) {
        Bought other = best;
        const auto shelf_of = [&](std::size_t offer) {
          const Bought one_bought = bought_of(wishes, {{offer, 0, 1}});
          return static_cast<std::size_t>(std::find(one_bought[0].begin(), one_bought[0].end(), 1) -
                                          one_bought[0].begin());
        };
        --other[plan.purchases[tie.purchase].day][shelf_of(plan.purchases[tie.purchase].offer)];
        ++other[tie.day][shelf_of(tie.offer)];
        CHECK(total(other, one.value) == Approx(most).epsilon(1e-9));
      }
      // Without dice, the policy's dynamic program finds the same plan in another way.
      CHECK(best_policy(wishes).value == Approx(most).epsilon(1e-12));
      ++compared;
    }
  }
  CHECK(compared == 24);
}

TEST_CASE("three days and four groups: no plan has a better chance") {
  const std::array<int, 3> incomes[] = {{7, 7, 7}, {16, 9, 9}, {10, 11, 12}};
  for (const auto& income : incomes) {
    for (const int wanted : {21, 24, 30, 33, 36, 45}) {
      double most = 0;
      for_each_plan(income, [&](const Bought& bought) {
        std::map<int, double> sums = {{0, 1.0}};
        for (std::size_t day = 0; day < 3; ++day) {
          for (const std::size_t shelf : {0, 1}) {
            for (int n = 0; n < bought[day][shelf]; ++n) {
              std::map<int, double> next;
              for (const Chance& chance : drawn(shelf, day, 1).odds().chances) {
                if (chance.name != "squads") continue;
                for (const auto& [sum, p] : sums)
                  next[sum + static_cast<int>(chance.value)] += p * chance.exact->value;
              }
              sums = std::move(next);
            }
          }
        }
        double chance = 0;
        for (const auto& [sum, p] : sums) chance += sum >= wanted ? p : 0;
        most = std::max(most, chance);
      });
      INFO(wanted << " for " << income[0] << " " << income[1] << " " << income[2]);
      const AskedPlan wishes(
          small(budget("german", {std::to_string(income[0]), std::to_string(income[1]),
                                  std::to_string(income[2])}),
                fmt::format("squads>={} by 19-Oct", wanted)),
          test::charts());
      const ChancePlan plan = best_chance_plan(wishes);
      CHECK(plan.proven);
      CHECK(plan.chance == Approx(most).margin(1e-12));
      CHECK(chance_of(wishes, plan.purchases) == Approx(most).margin(1e-12));
      CHECK(reckon(wishes, plan.purchases).possible);
    }
  }
}

/// The best expected value for a player who sees each day's CPP before he buys.
double best_with_dice(const std::vector<std::pair<int, double>>& income,
                      const std::function<double(std::size_t, std::size_t, int)>& value) {
  const std::function<double(std::size_t, int, std::array<int, shelf_count>)> go =
      [&](std::size_t day, int left, std::array<int, shelf_count> had) -> double {
    if (day == 3) return 0;
    double mean = 0;
    for (const auto& [cpp, chance] : income) {
      double best = 0;
      const std::function<void(std::size_t, int, double, std::array<int, shelf_count>)> buy =
          [&](std::size_t shelf, int hand, double brings, std::array<int, shelf_count> have) {
            if (shelf == shelf_count) {
              best = std::max(best, brings + go(day + 1, hand, have));
              return;
            }
            for (int n = 0; n <= shelves[shelf].daily; ++n) {
              if (n * shelves[shelf].cpp > hand || have[shelf] + n > shelves[shelf].most) break;
              std::array<int, shelf_count> then = have;
              double more = 0;
              for (int one = 0; one < n; ++one) {
                more += value(shelf, day, shelf == 0 ? ++then[shelf] : (++then[shelf], 1));
              }
              buy(shelf + 1, hand - n * shelves[shelf].cpp, brings + more, then);
            }
          };
      buy(0, left + cpp, 0, had);
      mean += chance * best;
    }
    return mean;
  };
  return go(0, 0, {});
}

TEST_CASE("dice for CPP: the policy's value equals that of a full enumeration") {
  const auto squads = [](std::size_t shelf, std::size_t day, int n) {
    return shelf < 2 ? expected("squads", shelf, day, n) : 0.0;
  };
  const auto leaders_and_days = [](std::size_t shelf, std::size_t day, int n) {
    return shelf < 2 ? expected("leaders", shelf, day, n)
                     : (3.0 - static_cast<double>(day)) * expected("afvs", shelf, day, n);
  };
  // d3+5: 6, 7 or 8 CPP. 2d2+3: 5, 6, 6 or 7.
  const std::pair<std::string, std::vector<std::pair<int, double>>> incomes[] = {
      {"d3+5", {{6, 1 / 3.0}, {7, 1 / 3.0}, {8, 1 / 3.0}}},
      {"2d2+3", {{5, 0.25}, {6, 0.5}, {7, 0.25}}}};
  for (const auto& [dice, chances] : incomes) {
    for (const auto& [best, value] :
         {std::pair<std::string, std::function<double(std::size_t, std::size_t, int)>>("squads",
                                                                                       squads),
          {"leaders + afv-days", leaders_and_days}}) {
      INFO(dice << " " << best);
      const AskedPlan wishes(small(budget("german", {dice, dice, dice}), best), test::charts());
      CHECK(best_policy(wishes).value == Approx(best_with_dice(chances, value)).epsilon(1e-12));
    }
  }
}

TEST_CASE(
    "dice for CPP: the tree of three days is the whole policy, and the typical game follows") {
  for (const std::string dice : {"d3+5", "2d2+3", "d6+2"}) {
    INFO(dice);
    const AskedPlan wishes(small(budget("german", {dice, dice, dice}), "squads"), test::charts());
    const BuyingPolicy policy = best_policy(wishes);
    // A leaf is a game of three days: what its purchases are worth, by its chance, adds up to what
    // the policy is worth.
    double value = 0;
    double chances = 0;
    std::vector<PolicyBranch> path;
    for (std::size_t i = 0; i < policy.first_days.size(); ++i) {
      const PolicyBranch& branch = policy.first_days[i];
      path.resize(branch.level - 1);
      path.push_back(branch);
      CHECK(branch.least_cpp <= branch.most_cpp);
      CHECK(branch.cost <= branch.least_cpp);
      if (branch.level == 1) chances += branch.chance;
      if (branch.level != 3) continue;
      std::array<int, shelf_count> had{};
      for (const PolicyBranch& one : path) {
        for (const PlannedPurchase& buy : one.buys) {
          const std::string& id = wishes.offers()[buy.offer].group().id;
          const std::size_t shelf = id == shelves[0].id ? 0 : 1;
          REQUIRE(id == shelves[shelf].id);
          for (int n = 0; n < buy.quantity; ++n) {
            value += branch.chance * expected("squads", shelf, buy.day, ++had[shelf]);
          }
        }
      }
    }
    CHECK(chances == Approx(1).epsilon(1e-12));
    CHECK(value == Approx(policy.value).epsilon(1e-12));
    REQUIRE(policy.typical_game.size() == 3);
    for (std::size_t d = 1; d < 3; ++d) {
      const PolicyState& before = policy.typical_game[d - 1];
      CHECK(policy.typical_game[d].cpp ==
            std::min(before.cpp - before.cost + policy.typical_incomes[d], policy.enough));
    }
  }
}

/// The gain from each shelf on each day, by the number already bought.
using Brings = std::array<std::array<std::array<double, 8>, 3>, shelf_count>;

/// The value of a plan as a priority list: each day all purchases that are due or waiting are
/// tried, by day and then by shelf, and bought if there are enough CPP.
double as_list(const Bought& waits, const std::vector<std::pair<int, double>>& income,
               const Brings& brings, std::size_t day = 0, int left = 0,
               const std::array<int, shelf_count>& had = {}) {
  if (day == 3) return 0;
  double mean = 0;
  for (const auto& [cpp, chance] : income) {
    int hand = left + cpp;
    Bought still = waits;
    std::array<int, shelf_count> have = had;
    std::array<int, shelf_count> today{};
    double value = 0;
    for (std::size_t due = 0; due <= day; ++due) {
      for (std::size_t shelf = 0; shelf < shelf_count; ++shelf) {
        while (still[due][shelf] > 0 && shelves[shelf].cpp <= hand &&
               today[shelf] < shelves[shelf].daily) {
          --still[due][shelf];
          ++today[shelf];
          hand -= shelves[shelf].cpp;
          value += brings[shelf][day][static_cast<std::size_t>(++have[shelf])];
        }
      }
    }
    mean += chance * (value + as_list(still, income, brings, day + 1, hand, have));
  }
  return mean;
}

Purchases purchases_of(const AskedPlan& wishes, const Bought& plan) {
  Purchases purchases;
  for (std::size_t day = 0; day < 3; ++day) {
    for (std::size_t shelf = 0; shelf < shelf_count; ++shelf) {
      for (std::size_t o = 0; o < wishes.offers().all().size() && plan[day][shelf] > 0; ++o) {
        if (wishes.offers()[o].group().id != shelves[shelf].id) continue;
        purchases.push_back({o, day, plan[day][shelf]});
      }
    }
  }
  return purchases;
}

TEST_CASE("dice for CPP: no fixed plan of three days and four groups is worth more") {
  const auto squads_and_days = [](std::size_t shelf, std::size_t day, int n) {
    return shelf < 2 ? expected("squads", shelf, day, n)
                     : (3.0 - static_cast<double>(day)) * expected("afvs", shelf, day, n);
  };
  const auto squad_days = [](std::size_t shelf, std::size_t day, int n) {
    return shelf < 2 ? (3.0 - static_cast<double>(day)) * expected("squads", shelf, day, n) : 0.0;
  };
  struct Case {
    std::string dice;
    std::vector<std::pair<int, double>> income;
    std::string best;
    std::function<double(std::size_t, std::size_t, int)> value;
  };
  const Case cases[] = {
      {"d2+6", {{7, 0.5}, {8, 0.5}}, "squads + afv-days", squads_and_days},
      {"3d2+4", {{7, 0.125}, {8, 0.375}, {9, 0.375}, {10, 0.125}}, "squad-days", squad_days}};
  for (const Case& one : cases) {
    Brings brings{};
    for (std::size_t shelf = 0; shelf < shelf_count; ++shelf) {
      for (std::size_t day = 0; day < 3; ++day) {
        for (int n = 1; n <= 6; ++n) {
          brings[shelf][day][static_cast<std::size_t>(n)] = one.value(shelf, day, n);
        }
      }
    }
    // Everything that can be in a plan, affordable or not.
    double most = 0;
    std::vector<Bought> some;
    std::size_t plans = 0;
    for_each_plan({100, 100, 100}, [&](const Bought& plan) {
      most = std::max(most, as_list(plan, one.income, brings));
      if (plans++ % 1'999 == 0) some.push_back(plan);
    });
    CHECK(plans > 100'000);
    PlanInput input = small(budget("german", {one.dice, one.dice, one.dice}), one.best);
    const AskedPlan wishes(input, test::charts());
    for (const Bought& plan : some) {
      const auto worth = list_worth(wishes, purchases_of(wishes, plan));
      REQUIRE(worth);
      CHECK(worth->value == Approx(as_list(plan, one.income, brings)).epsilon(1e-12));
    }
    const BuyingPolicy full = best_policy(wishes);
    CHECK(full.queue.empty());
    CHECK(full.value >= most - 1e-9);
    // With a queue: the policy found, or a list of these two that is worth more.
    const AskedPlan mean(mean_input(input, wishes), test::charts());
    const FixedPlan fixed = best_fixed_plan(mean);
    for (const std::uint64_t states : {2'000, 500, 100}) {
      const BuyingPolicy queued = best_policy(wishes, states);
      INFO(one.dice << " " << states << " " << queued.queue.size());
      CHECK(queued.value <= full.value + 1e-9);
      CHECK(queued.bound >= full.value - 1e-9);
      const PolicyWorth worth = policy_worth(wishes, queued, fixed);
      CHECK(*worth.answer().exact >= *worth.fixed.exact);
      CHECK(*worth.answer().exact >= *worth.typical.exact);
      CHECK(*worth.answer().exact <= full.value + 1e-9);
    }
  }
}

TEST_CASE("too many states with dice: the least groups queue, and the bound holds") {
  const std::vector<std::string> dice(8, "3d6+1");
  PlanInput input = asked("russian", budget("russian", dice), "squad-days");
  input.to = "24 Oct";
  const BuyingPolicy policy = best_policy(AskedPlan(input, test::charts()));
  CHECK(policy.queue.size() > 1);
  CHECK(policy.value <= policy.bound);
  CHECK(policy.value > 0.98 * policy.bound);
  // With fewer groups the program is solved in full. No policy for these exceeds the bound, because
  // the bound covers all groups.
  input.without = {"I1", "I6"};
  input.at_most = {"I2=2"};
  const BuyingPolicy fewer = best_policy(AskedPlan(input, test::charts()));
  CHECK(fewer.queue.empty());
  CHECK(fewer.bound == fewer.value);
  CHECK(fewer.value <= policy.bound);
}

TextFile even() {
  return {"even-budget.csv",
          test::read_file(COMBAT_ODDS_SOURCE "/scenarios/campaign/even-budget.csv")};
}

TEST_CASE("thirty days of German infantry: solver and dynamic program agree") {
  for (const std::string best : {"squads", "squad-days", "leaders", "squads by 30-Oct"}) {
    INFO(best);
    const AskedPlan wishes(asked("german", even(), best), test::charts());
    const FixedPlan plan = best_fixed_plan(wishes);
    CHECK(plan.proven);
    CHECK(plan.reckoned.possible);
    CHECK(plan.reckoned.value == Approx(best_policy(wishes).value).epsilon(1e-9));
  }
}

TEST_CASE("no shipped plan is better for the same CPP") {
  const CampaignCharts charts(test::charts());
  int compared = 0;
  for (const char* const name : {"full-campaign", "leaders-early", "leaders-late",
                                 "rifle-companies", "sturm-companies", "sixth-rifle-company"}) {
    TextFile file{
        name, test::read_file(fmt::format(COMBAT_ODDS_SOURCE "/scenarios/campaign/{}.csv", name))};
    // One of them has companies that are certainly full: here they are rolled for.
    constexpr std::string_view full = "Rifle Coy,1,full";
    for (std::size_t at = 0; (at = file.text.find(full, at)) != std::string::npos;) {
      file.text.replace(at, full.size(), "Rifle Coy,1,");
    }
    CampaignInput input;
    input.plans = {file};
    const Campaign campaign(input, test::charts());
    const CampaignResult result = play_campaign(campaign, test::options(Method::exact, 0));
    for (std::size_t f = 0; f < campaign.forces().size(); ++f) {
      const CampaignForce& force = campaign.forces()[f];
      TextFile cost{"cost.csv", "date,side,cpp\n"};
      for (std::size_t day = 0; day < force.days(); ++day) {
        int cpp = 0;
        for (const CampaignPurchase& p : force.purchases()) cpp += p.day == day ? p.cost : 0;
        cost.text += fmt::format("{},{},{}\n", campaign.dates()[day], name_of(force.side()), cpp);
      }
      for (const std::string measure : {"squads", "leaders", "afvs"}) {
        for (const CampaignScope& scope : result.scopes) {
          if (scope.force != f || scope.day) continue;
          for (const MeasureSummary& summary : summaries(scope.odds, 0.95)) {
            if (summary.name != measure || *summary.exact_mean == 0) continue;
            INFO(name << " " << name_of(force.side()) << " " << measure);
            const AskedPlan wishes(asked(name_of(force.side()), cost, measure), test::charts());
            const FixedPlan plan = best_fixed_plan(wishes);
            CHECK(plan.reckoned.value >= *summary.exact_mean - 1e-9);
            ++compared;
          }
        }
      }
    }
  }
  CHECK(compared >= 12);
}

TEST_CASE("Observers need modules, Spotter Planes large ones") {
  // 5 CPP: a module of 2 and an Observer, and 2 left for a second module. A Spotter Plane needs a
  // module of 4.
  const auto plan_for = [](const std::string& best, const std::string& cpp) {
    const AskedPlan wishes(asked("german", budget("german", {cpp}), best), test::charts());
    return best_fixed_plan(wishes).reckoned.value;
  };
  CHECK(plan_for("observers", "1") == 0);
  CHECK(plan_for("observers", "3") == 1);
  CHECK(plan_for("observers", "6") == 2);  // two modules of 2, two Observers
  CHECK(plan_for("spotter_planes", "4") == 0);
  CHECK(plan_for("spotter_planes", "5") == 1);
}

TEST_CASE("Stukas are bought for the days with the clearest sky") {
  // 2 CPP in all: two flights of two on average, on the days with 0 and 1/6; not with 1/3 or 1/2.
  PlanInput input = asked("german", budget("german", {"2", "0", "0", "0"}), "stukas");
  input.to = "20 Oct";
  input.weather =
      TextFile{"w.csv", "date,overcast\n17 Oct,1/2\n18 Oct,1/6\n19 Oct,0\n20 Oct,1/3\n"};
  const AskedPlan wishes(input, test::charts());
  const FixedPlan plan = best_fixed_plan(wishes);
  CHECK(plan.reckoned.value == Approx(2 + 2 * 5 / 6.0));
  REQUIRE(plan.purchases.size() == 2);
  CHECK(plan.purchases[0].day == 1);
  CHECK(plan.purchases[1].day == 2);
}

TEST_CASE("kept purchases, limits and wishes are respected") {
  PlanInput input = asked("german", even(), "squads");
  input.keep =
      TextFile{"keep.csv", "date,side,group,quantity\n18 Oct,german,I3,1\n20 Oct,german,O1,1\n"};
  input.without = {"Sturm Coy"};
  input.at_most = {"Rifle Coy=3"};
  input.at_least = {"SPW Pltn=2"};
  input.to = "30 Oct";
  const AskedPlan wishes(input, test::charts());
  const FixedPlan plan = best_fixed_plan(wishes);
  std::map<std::string, int> number;
  for (const PlannedPurchase& p : plan.purchases) {
    number[wishes.offers()[p.offer].group().id] += p.quantity;
    CHECK(p.day <= 13);
  }
  CHECK(number["I1"] == 3);
  CHECK(number["I2"] == 0);
  CHECK(number["A9"] == 2);
  CHECK(number["O1"] == 1);
  // Of the 168 CPP by 30 October three Rifle Coys take 21, two SPW platoons 4 and the module 2;
  // the 141 left pay ten Pioneer Coys, of which the campaign has seven.
  CHECK(number["I3"] == 7);
}

TEST_CASE("impossible wishes are reported with the reason") {
  const Workspace workspace;
  workspace.write("b.csv", "date,side,cpp\n17 Oct,german,12\n18 Oct,german,12\n");
  const auto said = [&](const std::string& words) {
    return refused_run(workspace, "combat-odds plan --side german --budget b.csv --out o " + words);
  };
  CHECK(said("--best squads --at-least 'Pioneer Coy=2'") ==
        "--at-least: 2 Pioneer Coy can't be had (at most 1: no more can be paid for, are for sale "
        "then or are allowed)\n");
  CHECK(said("--best squads --at-least 'Rifle Coy=2' --at-least 'Sturm Coy=2'") ==
        "--at-least: 2 Rifle Coy and 2 Sturm Coy can't all be had: each alone could (fewer of "
        "one)\n");
  CHECK(has(said("--best squats"), "did you mean 'squads'?"));
  workspace.write("k.csv", "date,side,group,quantity\n17 Oct,german,I3,1\n");
  CHECK(said("--best squads --keep k.csv") ==
        "k.csv:2:1: with this 14 CPP are spent up to 17 Oct, and there are 12 (kept purchases that "
        "cost 2 CPP less)\n");
  workspace.write("k.csv", "date,side,group,quantity\n17 Oct,german,O5,1\n");
  CHECK(has(said("--best squads --keep k.csv"), "note o: an OBA module for each, bought by then"));
  workspace.write("k.csv", "date,side,group,quantity\n17 Oct,german,I1,1\n");
  CHECK(has(said("--best squads --keep k.csv --without I1"), "1 Rifle Coy are kept"));
  workspace.write("r.csv", "date,side,cpp\n17 Oct,russian,12\n");
  CHECK(
      has(run(workspace, "combat-odds plan --side german --budget r.csv --best squads --out o").err,
          "no CPP for the german side"));
  CHECK(has(run(workspace,
                "combat-odds plan --side russian --budget r.csv --best 'squads>=9' "
                "--out o --at-least I3=1")
                .err,
            "does not go with a chance"));
}

TEST_CASE("a stopped search reports its gap") {
  const AskedPlan wishes(asked("german", even(), "squad-days + 1.3*afv-days"), test::charts());
  int asked_for = 0;
  try {
    const FixedPlan plan = best_fixed_plan(wishes, [&] { return ++asked_for > 40; });
    CHECK_FALSE(plan.proven);
    CHECK(plan.reckoned.possible);
    CHECK(plan.bound > plan.reckoned.value);
  } catch (const SystemError& error) {
    CHECK(has(error.what(), "before there was any plan"));
  }
  CHECK(asked_for > 40);
}

TEST_CASE("a search for a chance ends after so many sets, with a bound that holds") {
  int ended = 0;
  for (const int wanted : {21, 24, 30, 33, 36, 45, 57, 60, 66, 70}) {
    const AskedPlan wishes(
        small(budget("german", {"16", "23", "30"}), fmt::format("squads>={} by 19-Oct", wanted)),
        test::charts());
    const ChancePlan best = best_chance_plan(wishes);
    REQUIRE(best.proven);
    const ChancePlan plan = best_chance_plan(wishes, {}, 0);
    INFO(wanted);
    CHECK(plan.ended != plan.proven);
    CHECK(plan.bound >= best.chance - 1e-12);
    CHECK(plan.chance <= best.chance + 1e-12);
    CHECK(has(chance_answer(wishes, plan, std::nullopt), "(--time-limit 10m searches on)") ==
          plan.ended);
    ended += plan.ended ? 1 : 0;
  }
  CHECK(ended > 0);
}

TEST_CASE("campaign reads the plan and confirms it; report makes a page of it") {
  const Workspace workspace;
  workspace.write("b.csv", even().text);
  const Run made = run(workspace,
                       "combat-odds plan --side german --budget b.csv --best 'squads + leaders' "
                       "--out o --trials 20k --plot p.svg --quiet && combat-odds campaign "
                       "o/plan.csv --budget b.csv --out c --method exact --quiet && combat-odds "
                       "report o --out page.html");
  INFO(made.err);
  CHECK(made.exit_code == 0);
  const CsvTable check = test::read_csv_file(workspace.path() / "o/check.csv");
  double total_planned = 0;
  for (const auto& row : check.rows) {
    const double planned = std::stod(row[2].text);
    total_planned += planned;
    CHECK(planned == Approx(std::stod(row[3].text)).epsilon(1e-9));
    CHECK(planned == Approx(std::stod(row[4].text)).epsilon(0.002));
  }
  double adds = 0;
  for (const auto& row : test::read_csv_file(workspace.path() / "o/why.csv").rows) {
    adds += std::stod(row[5].text);
  }
  CHECK(adds == Approx(total_planned).epsilon(1e-9));
  // Everything is bought on its date.
  for (const auto& row : test::read_csv_file(workspace.path() / "c/campaign-purchases.csv").rows) {
    CHECK(row[10].text == "1");
  }
  CHECK(has(test::read_file(workspace.path() / "page.html"), "What should the german side buy"));
  CHECK(has(test::read_file(workspace.path() / "p.svg"), "<svg"));
}

TEST_CASE("with dice the policy is no worse than the best fixed plan") {
  const Workspace workspace;
  const Run made =
      run(workspace, "combat-odds plan --side german --budget " COMBAT_ODDS_SOURCE
                     "/scenarios/campaign/dice-budget.csv --best squad-days --out o --trials "
                     "100k --quiet --plot p.svg && combat-odds report o --out page.html");
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
  const CsvTable worth = test::read_csv_file(workspace.path() / "o/worth.csv");
  // One campaign's squad-days have a standard deviation of about 100: the mean of 100,000 is
  // within 1 of its expectation.
  const double policy = std::stod(worth.rows[0][2].text);
  CHECK(policy > std::stod(worth.rows[1][2].text));
  CHECK(policy > std::stod(worth.rows[2][2].text));
  for (const std::size_t list : {1, 2}) {
    CHECK(std::stod(worth.rows[list][2].text) ==
          Approx(std::stod(worth.rows[list][3].text)).margin(1.5));
    CHECK(worth.rows[list][4].text == "false");
  }
  CHECK(worth.rows[0][4].text == "true");
  // 2d6+5 CPP buy one Rifle Coy or two on each day: two cost 14.
  const std::string rules = test::read_file(workspace.path() / "o/policy-rules.csv");
  CHECK(
      has(rules, "How many Rifle Coy today?,0,\"CPP 14 or more, Rifle Coy bought 12 or less\",2,"));
  CHECK(has(test::read_file(workspace.path() / "page.html"), "What the policy is worth"));
}

TEST_CASE("an adjusted price is paid, and a reserved purchase is saved for") {
  // 5 CPP a day. The Sturm Coy costs 9 + 3: it waits for 19 October with or without the rule. The
  // SPW platoon below it is bought on 17 October unless the CPP are saved.
  const auto bought = [](const std::string& reserve) {
    CampaignInput input;
    input.plans = {
        {"plan.csv", "date,side,group,quantity,adjustment,reserve\n17 Oct,german,I2,1,3," +
                         reserve + "\n17 Oct,german,A9,1,,\n"}};
    input.budget = budget("german", {"5", "5", "5", "5"});
    const Campaign campaign(input, test::charts());
    std::string days;
    for (const ScheduledPurchase& made : campaign.forces().front().schedule()) {
      days += fmt::format("{}:{} ", made.purchase, made.day);
    }
    return days;
  };
  CHECK(bought("") == "1:0 0:2 ");      // 3 + 5 + 5 = 13 on 19 October
  CHECK(bought("true") == "0:2 1:2 ");  // 15 - 12 = 3 left for the SPW platoon
  // The same with dice that always give the same, by trials: d2 - d2 + 5 is 5 CPP half of the time.
  CampaignInput input;
  input.plans = {{"plan.csv",
                  "date,side,group,quantity,adjustment,reserve\n17 Oct,german,I2,1,3,true\n17 "
                  "Oct,german,A9,1,,\n"}};
  input.budget = budget("german", {"d2+4", "d2+4", "d2+4", "d2+4"});
  const Campaign campaign(input, test::charts());
  const CampaignResult result = play_campaign(campaign, test::options(Method::monte_carlo, 40'000));
  // Three days bring 15 to 18 CPP, two 10 to 12: 12 with a chance of 1/4 (both dice 2). Then
  // nothing is left, and the SPW platoon comes on the third day; else both come on the third.
  CHECK(result.lines[0].by_date == 0);
  CHECK(result.lines[1].by_date == 0);
  CHECK(*result.lines[0].delay == Approx(1.75).margin(0.02));
  CHECK(*result.lines[1].delay == Approx(2.0).margin(1e-12));
}

TEST_CASE("one day is planned as a campaign is") {
  PlanInput input = asked("german", {}, "squads + 1.5*afvs");
  // The best of the ranking is what the solver finds, with wishes and without.
  const auto agree = [&](const std::string& cpp) {
    const AskedPlan wishes(plan_of_one_day({input, "25 Oct", cpp}, test::charts()), test::charts());
    const OneDay ranked(wishes);
    const FixedPlan best = best_fixed_plan(wishes);
    REQUIRE_FALSE(ranked.baskets().empty());
    double kept = 0;
    for (std::size_t i = 0; i < best.purchases.size(); ++i) {
      if (wishes.offers()[best.purchases[i].offer].fixed) kept += best.reckoned.values[i];
    }
    CHECK(ranked.baskets().front().value + kept == Approx(best.reckoned.value).epsilon(1e-9));
    return ranked.baskets().front().value;
  };
  const double free = agree("12");
  input.at_most = {"SPW Pltn=0"};
  CHECK(agree("12") < free);
  input.at_most.clear();
  input.at_least = {"Sturm Coy=1"};  // 9 of the 12 CPP
  CHECK(agree("12") < free);
  input.at_least.clear();
  input.adjust = {"Rifle Coy=3"};
  CHECK(agree("12") < free);
  input.adjust.clear();
  // What was bought up to its maximum before is not for sale any more.
  int spw = 0;
  for (const ReinforcementGroup& group : test::charts().get<ReinforcementGroups>().all()) {
    if (group.side == Side::german && group.name == "SPW Pltn") spw = group.campaign_max;
  }
  input.keep = TextFile{"kept.csv", "date,side,group,quantity\n"};
  for (int n = 0; n < spw; n += 2) {
    input.keep->text +=
        fmt::format("{} Oct,german,SPW Pltn,{}\n", 17 + n / 2, std::min(2, spw - n));
  }
  CHECK(agree("12") < free);
  // Dice can't tell what is at hand; a chance is for `plan` alone.
  input.keep.reset();
  input.budget = {"b.csv", "date,side,cpp\n25 Oct,german,2d6\n"};
  const AskedPlan rolled(plan_of_one_day({input, "25 Oct", ""}, test::charts()), test::charts());
  CHECK_THROWS_AS(OneDay(rolled), InputError);
}

TEST_CASE("an Observer is bought for a module only, on one day, too") {
  const Workspace workspace;
  const std::string observers =
      "combat-odds plan --side german --on 25-Oct --cpp 12 --best observers --format csv --quiet ";
  const Run day = run(workspace, observers);
  INFO(day.err);
  CHECK(day.exit_code == 0);
  const CsvTable sets = read_csv(day.out, "out");
  CHECK_FALSE(sets.rows.empty());
  for (const auto& row : sets.rows) {
    if (!has(row[1].text, "Observer")) continue;
    CHECK((has(row[1].text, "OBA") || has(row[1].text, "Arty") || has(row[1].text, "Mtr") ||
           has(row[1].text, "NebelWerfer")));
  }
}

TEST_CASE("--on refuses what one day has no use for, and writes its plan") {
  const Workspace workspace;
  const std::string day = "combat-odds plan --side german --on 25-Oct --cpp 12 ";
  for (const char* const option : {"--from 24-Oct", "--to 26-Oct", "--most-states 5"}) {
    CHECK(has(refused_run(workspace, day + option), "does not go with --on"));
  }
  CHECK(has(run(workspace, day + "--plot p.svg").err, "--out is missing"));
  const Run made = run(workspace, day + "--out o --trials 1000 --plot p.svg");
  INFO(made.err);
  CHECK(made.exit_code == 0);
  const CsvTable plan = test::read_csv_file(workspace.path() / "o/plan.csv");
  CHECK_FALSE(plan.rows.empty());
  for (const auto& row : plan.rows) CHECK(row[0].text == "1942-10-25");
  CHECK(has(test::read_file(workspace.path() / "p.svg"), "<svg"));
  workspace.write("v.csv", "fortification,value\nTrench,8\n");
  CHECK(has(run(workspace, "combat-odds plan --fpp 20 --values v.csv --side german").err,
            "--side does not go with --fpp"));
}

TEST_CASE("one CPP more is worked out by planning again") {
  // A Rifle Coy costs 7: with 14 CPP two come on the first day.
  PlanInput input = small(budget("german", {"13", "5", "6"}), "squad-days");
  const AskedPlan wishes(input, test::charts());
  const FixedPlan best = best_fixed_plan(wishes);
  const std::vector<OneMore> more = worth_of_one_more(wishes, best);
  REQUIRE(more.size() == wishes.offers().days());
  const std::vector<std::vector<std::string>> richer = {
      {"14", "5", "6"}, {"13", "6", "6"}, {"13", "5", "7"}};
  bool some = false;
  for (std::size_t day = 0; day < richer.size(); ++day) {
    const AskedPlan with_more(small(budget("german", richer[day]), "squad-days"), test::charts());
    const double adds = best_fixed_plan(with_more).reckoned.value - best.reckoned.value;
    INFO(day);
    CHECK(more[day].proven);
    CHECK(more[day].adds == Approx(adds).margin(1e-9));
    some = some || adds > 0;
  }
  CHECK(some);
  // What comes after the last day buys nothing.
  CHECK(more.back().adds == 0);
}

TEST_CASE("one CPP kept until the next day is worked out by planning again") {
  // A Rifle Coy costs 7: with 13 CPP on the first day the second comes a day later.
  const auto plan = [](const std::vector<std::string>& cpp) {
    return best_fixed_plan(AskedPlan(small(budget("german", cpp), "squad-days"), test::charts()))
        .reckoned.value;
  };
  const AskedPlan wishes(small(budget("german", {"14", "5", "4"}), "squad-days"), test::charts());
  const FixedPlan best = best_fixed_plan(wishes);
  const std::vector<OneKept> kept = cost_of_one_kept(wishes, best);
  REQUIRE(kept.size() == wishes.offers().days());
  const std::vector<std::vector<std::string>> later = {{"13", "6", "4"}, {"14", "4", "5"}};
  for (std::size_t day = 0; day < later.size(); ++day) {
    INFO(day);
    CHECK(kept[day].proven);
    CHECK(kept[day].costs == Approx(best.reckoned.value - plan(later[day])).margin(1e-9));
  }
  CHECK(kept[0].costs > 0);
}

TEST_CASE("a plan ends where nothing is left to buy") {
  // Two small groups, and CPP for all of them on the first day: A8 3 of 3 CPP (one a day), A9 4 of
  // 2 CPP (two a day). On 19 Oct the last A8 is bought, and the A9 are gone.
  PlanInput input = small(budget("german", {"30", "0", "0"}), "afv-days");
  input.to = "30 Oct";
  for (const char* const id : {"I1", "I2"}) input.without.push_back(id);
  const AskedPlan wishes(input, test::charts());
  const FixedPlan best = best_fixed_plan(wishes);
  REQUIRE(best.last_open);
  CHECK(*best.last_open == 2);
  // With 1 CPP nothing can be bought, and everything is left to buy to the last day.
  const AskedPlan poor(small(budget("german", {"1", "0", "0"}), "squads"), test::charts());
  CHECK(best_fixed_plan(poor).last_open == poor.to());
}

const std::string a_plan_of_theirs = "date,side,group,quantity\n1942-10-17,russian,Rifle Coy,1\n";
const std::string plan_until_the_first_day =
    "combat-odds plan --side german --budget " COMBAT_ODDS_SOURCE
    "/scenarios/campaign/even-budget.csv --to '17 Oct' --best squads --method exact ";

TEST_CASE("a plan against theirs: who is ahead, by hand and as campaign compares both") {
  const Workspace workspace;
  workspace.write("theirs.csv", a_plan_of_theirs);
  const std::string& plan = plan_until_the_first_day;
  const Run made = run(workspace, plan + "--against theirs.csv --out o");
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
  const CsvTable days = test::read_csv_file(workspace.path() / "o/opposed.csv");
  const auto cell = [](const CsvTable& table, std::size_t row, const char* name) {
    return table.rows.at(row).at(static_cast<std::size_t>(table.column(name))).text;
  };
  REQUIRE(days.rows.size() == 30 * 4);  // squads, leaders, afvs and points of each day
  REQUIRE(cell(days, 0, "measure") == "squads");
  // One Rifle Coy each: 12 squads, or 9 where it comes depleted, the German one with 3 of 36 DR and
  // the Russian one with 6.
  CHECK(std::stod(cell(days, 0, "mine")) == Approx(11.75).epsilon(1e-12));
  CHECK(std::stod(cell(days, 0, "theirs")) == Approx(11.5).epsilon(1e-12));
  CHECK(std::stod(cell(days, 0, "ratio")) == Approx(11.75 / 11.5).epsilon(1e-12));
  CHECK(std::stod(cell(days, 0, "ahead")) == Approx(33.0 / 36 * 6 / 36).epsilon(1e-12));
  CHECK(std::stod(cell(days, 0, "behind")) == Approx(3.0 / 36 * 30 / 36).epsilon(1e-12));
  REQUIRE(
      run(workspace, "combat-odds campaign o/plan.csv theirs.csv --method exact --out c --quiet")
          .exit_code == 0);
  const CsvTable totals = test::read_csv_file(workspace.path() / "c/campaign-comparison.csv");
  REQUIRE(cell(totals, 0, "measure") == "squads");
  REQUIRE(cell(totals, 0, "kind") == "first_more");
  CHECK(std::stod(cell(totals, 0, "exact")) ==
        Approx(std::stod(cell(days, 29 * 4, "ahead"))).epsilon(1e-12));
  const CsvTable by_day = test::read_csv_file(workspace.path() / "c/campaign-ahead.csv");
  REQUIRE(cell(by_day, 0, "measure") == "squads");
  REQUIRE(cell(by_day, 0, "date") == "1942-10-17");
  CHECK(cell(by_day, 0, "counted") == "so_far");
  CHECK(cell(by_day, 0, "first").starts_with("german"));
  CHECK(std::stod(cell(by_day, 0, "first_mean")) == Approx(11.75).epsilon(1e-12));
  CHECK(std::stod(cell(by_day, 0, "first_ahead")) == Approx(33.0 / 36 * 6 / 36).epsilon(1e-12));
  CHECK(std::stod(cell(by_day, 0, "second_ahead")) == Approx(3.0 / 36 * 30 / 36).epsilon(1e-12));
  CHECK(has(refused_run(workspace, plan + "--against o/plan.csv --out w"),
            "purchases of the german side (a plan of the russian side)"));
}

TEST_CASE("a plan against theirs by sector, by hand") {
  const Workspace workspace;
  workspace.write("theirs.csv", a_plan_of_theirs);
  workspace.write("sectors.csv",
                  "sector,mine,theirs,weight,from\nnorth,60%,1/3,2,\nsouth,40%,2/3,1,\n"
                  "north,0,1,2,20 Oct\nsouth,1,0,1,20 Oct\n");
  const std::string plan =
      plan_until_the_first_day + "--against theirs.csv --out o --force --sectors ";
  const Run made = run(workspace, plan + "sectors.csv");
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
  const CsvTable lines = test::read_csv_file(workspace.path() / "o/sectors.csv");
  const auto number = [&](std::size_t row, const char* name) {
    return std::stod(lines.rows.at(row).at(static_cast<std::size_t>(lines.column(name))).text);
  };
  // 11.75 and 11.5 squads: 7.05 against 3.8333 in the north, 4.7 against 7.6667 in the south.
  CHECK(number(0, "mine") == Approx(7.05).epsilon(1e-12));
  CHECK(number(1, "theirs") == Approx(23.0 / 3).epsilon(1e-12));
  CHECK(number(0, "ratio") == Approx(7.05 / (11.5 / 3)).epsilon(1e-12));
  const double north = 7.05 / (7.05 + 11.5 / 3);
  const double south = 4.7 / (4.7 + 23.0 / 3);
  CHECK(number(2, "share") == Approx((2 * north + south) / 3).epsilon(1e-12));
  // From 20 October (the fourth day, four measures of three lines each) they hold the north, with
  // weight 2, and mine the south.
  CHECK(number(3 * 4 * 3 + 2, "share") == Approx(1.0 / 3).epsilon(1e-12));
  CHECK(has(test::on_one_line(made.out), "weights: north 2, south 1."));
  workspace.write("more.csv", "sector,mine,theirs\nnorth,60%,1/3\nsouth,60%,2/3\n");
  CHECK(has(refused_run(workspace, plan + "more.csv"),
            "mine: the sectors have 120 % of the force on 17 Oct"));
}

TEST_CASE("what keeping CPP is worth, by hand") {
  const Workspace workspace;
  const auto planned = [&](const std::string& cpp) {
    workspace.write("budget.csv", "date,side,cpp\n1942-11-10,german," + cpp + "\n");
    Run made = run(workspace,
                   "combat-odds plan --side german --budget budget.csv --best squads --from "
                   "'10 Nov' --to '11 Nov' --out o --trials 1000 --force");
    INFO(made.err);
    REQUIRE(made.exit_code == 0);
    return made;
  };
  const auto value = [&](std::size_t row, const char* name) {
    const CsvTable days = test::read_csv_file(workspace.path() / "o/waiting.csv");
    REQUIRE(days.rows.size() == 2);
    return std::stod(days.rows[row].at(static_cast<std::size_t>(days.column(name))).text);
  };
  // 7 or 8 CPP on 10 November, nothing on the 11th: one Rifle Coy, and nothing else has squads for
  // so few. The DRM are -2 and -3: of 36 DR 33 and 35 bring all 12 squads and the rest 9, so a day
  // of waiting is worth 3 * 2/36.
  const Run made = planned("d2+6");
  CHECK(value(0, "at_hand") == Approx(7.5).epsilon(1e-12));
  CHECK(value(0, "spent") == 0);
  CHECK(value(0, "waiting") == Approx(1.0 / 6).epsilon(1e-12));
  CHECK(value(1, "spent") == Approx(7).epsilon(1e-12));
  CHECK(value(1, "waiting") == 0);
  CHECK(has(test::on_one_line(made.out),
            "keeping CPP is worth most on 10 Nov: buying until nothing can be added would "
            "lose 0.1667"));
  REQUIRE(run(workspace, "combat-odds report o --out o.html").exit_code == 0);
  CHECK(has(test::read_file(workspace.path() / "o.html"), "What keeping CPP is worth"));
  // 21 or 22 CPP buy three Rifle Coys, two a day at most, and so one today and two tomorrow. The
  // best to which nothing can be added is two today, and one tomorrow: one of them a day too early.
  planned("d2+20");
  CHECK(value(0, "spent") == Approx(7).epsilon(1e-12));
  CHECK(value(0, "waiting") == Approx(1.0 / 6).epsilon(1e-12));
}

TEST_CASE("--choose: which of two plans against which of theirs, by hand") {
  const Workspace workspace;
  const std::string header = "date,side,group,quantity,strength\n";
  // Squads on the first three days, all for certain: 16, 16, 16; 0, 0, 48; 12, 12, 12; 0, 24, 24.
  workspace.write("pioneers.csv", header + "1942-10-17,german,Pioneer Coy,2,\n");
  workspace.write("wait.csv", header +
                                  "1942-10-19,german,Rifle Coy,2,full\n"
                                  "1942-10-19,german,Sturm Coy,2,full\n");
  workspace.write("one.csv", header + "1942-10-17,russian,Militia Coy,1,\n");
  workspace.write("two.csv", header + "1942-10-18,russian,Militia Coy,2,\n");
  const std::string choice =
      "combat-odds plan --side german --choose pioneers.csv --choose wait.csv --against one.csv "
      "--against two.csv ";
  const Run days = run(workspace, choice + "--best 'squad-days by 19-Oct' --out o");
  INFO(days.err);
  REQUIRE(days.exit_code == 0);
  // Scores over the three days: pioneers against one 1, against two ahead on one day and behind on
  // two, 1/3; wait against one ahead on one and behind on two, 1/3, against two even, behind and
  // ahead, 1/2. With p of the first row p + (1 - p)/3 = p/3 + (1 - p)/2: p = 1/5, worth 7/15.
  CHECK(days.out.starts_with(
      "german: take pioneers 20.00 % and wait 80.00 %; they take one 20.00 % and two 80.00 %. "
      "46.67 % to be ahead in squad-days by 19-Oct on average over the days to 19 Oct"));
  const CsvTable mix = test::read_csv_file(workspace.path() / "o/plan-mix.csv");
  const CsvTable game = test::read_csv_file(workspace.path() / "o/plan-game.csv");
  const auto value = [](const CsvTable& table, std::size_t row, const char* name) {
    return std::stod(table.rows.at(row).at(static_cast<std::size_t>(table.column(name))).text);
  };
  const double scores[] = {1, 1.0 / 3, 1.0 / 3, 1.0 / 2};
  const double shares[] = {0.2, 0.8, 0.2, 0.8};
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(value(game, i, "score") == Approx(scores[i]).epsilon(1e-12));
    CHECK(value(mix, i, "share") == Approx(shares[i]).epsilon(1e-7));
    CHECK(value(mix, i, "score") == Approx(i < 2 ? 7.0 / 15 : 8.0 / 15).epsilon(1e-7));
  }
  CHECK(run(workspace, "combat-odds report o --out o.md --format markdown").exit_code == 0);
  CHECK(has(test::read_file(workspace.path() / "o.md"), "Which plan, how often"));

  // On 19 October alone whoever waits is ahead of either: 48 against 12 or 24.
  const Run day = run(workspace, choice + "--best 'squads by 19-Oct'");
  CHECK(day.out.starts_with("german: take wait; they take "));
  CHECK(has(day.out, "100 % to be ahead in squads by 19-Oct on 19 Oct"));
  // One Rifle Coy each, as above: ahead 33/36 * 6/36, behind 3/36 * 30/36.
  workspace.write("mine.csv", "date,side,group,quantity\n1942-10-17,german,Rifle Coy,1\n");
  workspace.write("his.csv", "date,side,group,quantity\n1942-10-17,russian,Rifle Coy,1\n");
  REQUIRE(run(workspace,
              "combat-odds plan --side german --choose mine.csv --against his.csv "
              "--out p --quiet")
              .exit_code == 0);
  CHECK(value(test::read_csv_file(workspace.path() / "p/plan-game.csv"), 0, "score") ==
        Approx((1 + (33.0 * 6 - 3 * 30) / 1296) / 2).epsilon(1e-12));

  const auto refused = [&](const std::string& options) {
    return refused_run(workspace, "combat-odds plan --side german " + options + " --out w");
  };
  CHECK(refused("--choose mine.csv").starts_with("--against is missing"));
  CHECK(has(refused("--choose his.csv --against his.csv"),
            "purchases of the russian side (a plan of the german side)"));
  CHECK(refused("--choose mine.csv --choose mine.csv --against his.csv")
            .starts_with("--choose: 'mine' is given twice"));
  CHECK(refused("--choose mine.csv --against his.csv --best 'squads + leaders'")
            .starts_with("--best is one measure where plans are chosen from"));
  CHECK(refused("--choose mine.csv --against his.csv --cpp 12")
            .starts_with("--cpp does not go with --choose"));
  CHECK(refused("--budget " COMBAT_ODDS_SOURCE
                "/scenarios/campaign/even-budget.csv --best squads --against his.csv "
                "--against one.csv")
            .starts_with("--against takes one plan where yours is looked for"));
}

TEST_CASE("an integer program without rows or variables is answered without the solver") {
  using Variable = IntegerProgram::Variable;
  IntegerProgram program;
  CHECK(maximize(program).found());
  CHECK(maximize(program).value == 0);
  // 2 * 3 - 1 * 1: 3.5 leaves a whole 3, and the second is at least 1.
  program.add(Variable{2, 0, 3.5, true});
  program.add(Variable{-1, 1, 4, true});
  const IntegerSolution solution = maximize(program);
  CHECK(solution.state == IntegerSolution::State::optimal);
  CHECK(solution.value == 5);
  CHECK(solution.chosen == std::vector<double>{3, 1});
  IntegerSearch search;
  search.better_than = 5;
  CHECK(maximize(program, search).state == IntegerSolution::State::impossible);
  CHECK(row_prices(program)->empty());
  program.add(IntegerProgram::Row{{}, 1, 2});  // nothing can make it 1
  CHECK(maximize(program).state == IntegerSolution::State::impossible);
  CHECK_FALSE(row_prices(program));
  program = {};
  program.add(Variable{1, 0, IntegerProgram::unlimited, true});
  CHECK_THROWS_AS(maximize(program), std::invalid_argument);
}

TEST_CASE("a plan of a few purchases, and of none, is an answer") {
  const Workspace workspace;
  const auto plan = [&](const std::string& more) {
    const Run made = run(workspace, "combat-odds plan --side german --budget " COMBAT_ODDS_SOURCE
                                    "/scenarios/campaign/even-budget.csv --from '8 Nov' --best san "
                                    "--force --out plan " +
                                        more);
    INFO(made.err);
    CHECK(made.exit_code == 0);
    return made.out;
  };
  const auto bought = [&] {
    return read_csv(test::read_file(workspace.path() / "plan/plan.csv"), "plan.csv").rows.size();
  };
  // A Sniper brings 1, and one is for sale on each of the eight days.
  CHECK(has(plan(""), "san: 8, proven: no plan is better\n"));
  CHECK(bought() == 8);
  CHECK(has(plan("--without Sniper"),
            "nothing that counts can be bought\nsan: 0, proven: no plan is better\n"));
  CHECK(bought() == 0);
}

TEST_CASE("one day: the sets that CPP can buy, ranked") {
  const Workspace workspace;
  const Run day = run(workspace,
                      "combat-odds plan --side german --on 25-Oct --cpp 12 --best "
                      "'squads + 2*afvs' --format csv --quiet");
  INFO(day.err);
  CHECK(day.exit_code == 0);
  const CsvTable sets = read_csv(day.out, "out");
  double last = 1e9;
  for (const auto& row : sets.rows) {
    CHECK(std::stoi(row[2].text) + std::stoi(row[3].text) == 12);
    const double value = std::stod(row[4].text);
    CHECK(value <= last + 1e-9);
    CHECK(value == Approx(std::stod(row[5].text) + 2 * std::stod(row[8].text)));
    last = value;
  }
  // At -1, 30 of 36 DR are 9 or less. Two SPW platoons, a PSW and a Pz III H platoon are 10 CPP and
  // 3 * (3 + 30/36) + 2 + 30/36 AFVs; the best set is no worse.
  CHECK(std::stod(sets.rows[0][4].text) >= 2 * (11 + 4 * 30 / 36.0) - 1e-9);
  const Run prices = run(workspace, "combat-odds list rb --format csv");
  CHECK(prices.exit_code == 0);
  CHECK(has(prices.out, "german,I1,Rifle Coy,1942-10-25,7,2,14,squads,11.5,1.642857143\n"));
  CHECK_FALSE(has(prices.out, "russian,I5,Militia Coy,1942-11-01"));
  CHECK(has(run(workspace, "combat-odds list rb").out, "Militia Coy"));
}

TEST_CASE("fortifications: the best set for given values, against a full enumeration") {
  const Workspace workspace;
  workspace.write("v.csv",
                  "fortification,value,most,fpp\nTrench,8,3,\nWire,16.5,,\nFoxhole 2,2.5,4,\n"
                  "1-3-5 Pillbox,31,,\nSandbag,1,,1\n");
  const double values[] = {8, 16.5, 2.5, 31, 1};
  const int costs[] = {7, 15, 2, 27, 1};  // the Pillbox: 3 * (1 + 3 + 5)
  const int most[] = {3, 1000, 4, 1000, 1000};
  for (const int fpp : {20, 40, 53}) {
    double best = 0;
    const std::function<void(std::size_t, int, double)> go = [&](std::size_t i, int left,
                                                                 double value) {
      best = std::max(best, value);
      if (i == std::size(costs)) return;
      for (int n = 0; n <= most[i] && n * costs[i] <= left; ++n) {
        go(i + 1, left - n * costs[i], value + n * values[i]);
      }
    };
    go(0, fpp, 0);
    const Run done = run(workspace, fmt::format("combat-odds plan --fpp {} --values v.csv --quiet "
                                                "--format csv",
                                                fpp));
    INFO(done.err);
    CHECK(done.exit_code == 0);
    double value = 0;
    int spent = 0;
    for (const auto& row : read_csv(done.out, "out").rows) {
      value += std::stod(row[3].text);
      spent += std::stoi(row[2].text);
    }
    CHECK(value == Approx(best));
    CHECK(spent <= fpp);
  }
  workspace.write("v.csv", "fortification,value\nTrensh,8\n");
  CHECK(refused_run(workspace, "combat-odds plan --fpp 20 --values v.csv") ==
        "v.csv:2:1: no fortification 'Trensh' (did you mean 'Trench'?)\n");
  // Coefficients of 10^25 end the solver.
  workspace.write("v.csv", "fortification,value\nTrench,1e26\n");
  CHECK(run(workspace, "combat-odds plan --fpp 20 --values v.csv").err ==
        "v.csv:2:8: value is '1e26' (a number above 0, at most 1000000)\n");
}

TEST_CASE("a policy is worth what stands besides: --keep with dice in the budget") {
  const Workspace workspace;
  workspace.write("keep.csv", "date,side,group,quantity\n1942-10-17,german,Rifle Coy,1\n");
  const auto worth = [&](const std::string& cpp, const std::string& keep) {
    workspace.write("budget.csv", "date,side,cpp\n1942-10-17,german," + cpp +
                                      "\n1942-10-18,german,d6+5\n1942-10-19,german,8\n");
    const Run run = test::run(workspace,
                              "combat-odds plan --side german --budget budget.csv --best squads "
                              "--from 18-Oct --to 19-Oct --trials 1000 --out out --force --quiet " +
                                  keep);
    INFO(run.err);
    REQUIRE(run.exit_code == 0);
    const CsvTable table = test::read_csv_file(workspace.path() / "out/worth.csv");
    return std::stod(table.rows.at(0)[static_cast<std::size_t>(table.column("exact"))].text);
  };
  // Seven CPP of ten buy it: twelve squads with 33 of 36 DR, else nine, 11.75 on average. Three are
  // left, as if there had been no more.
  CHECK(worth("10", "--keep keep.csv") == Approx(worth("3", "") + 11.75).epsilon(1e-9));
}

TEST_CASE("a chance that no plan has is told") {
  const Workspace workspace;
  workspace.write("budget.csv", "date,side,cpp\n1942-10-17,german,10\n");
  const Run run = test::run(workspace,
                            "combat-odds plan --side german --budget budget.csv --best "
                            "'squads>=13 by 17-Oct' --out out --quiet");
  CHECK(test::has(run.out, "squads>=13 by 17-Oct: 0 %, proven: no plan can reach it"));
}

}  // namespace
}  // namespace combat_odds::red_barricades
