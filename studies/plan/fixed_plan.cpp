#include "studies/plan/fixed_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reports/text/text.hpp"
#include "studies/plan/plan_program.hpp"
#include "studies/plan/single_changes.hpp"

namespace combat_odds::red_barricades {
namespace {

using Kind = ReinforcementGroup::Kind;

/// The search for the next-best plan may end sooner than that for the best. A number of nodes is
/// the same on every machine.
constexpr int most_nodes_for_the_next_best = 400;

/// Names the wish that can't be had by itself, or the wishes that can't be had together.
InputError impossible(const AskedPlan& asked) {
  std::vector<std::string> all;
  for (const auto& [group, number] : asked.at_least()) {
    const IntegerSolution most = maximize(PlanProgram(asked, group).program());
    int kept = 0;
    for (const PlanLine& line : asked.kept().lines) {
      kept += line.group == group ? line.quantity : 0;
    }
    // The program counts kept purchases, too.
    const int possible = most.found() ? static_cast<int>(std::lround(most.value)) : kept;
    if (possible < number) {
      return {{"--at-least"},
              fmt::format("{} {} can't be had", number, group->name),
              fmt::format("at most {}: no more can be paid for, are for sale then or are allowed",
                          possible)};
    }
    all.push_back(fmt::format("{} {}", number, group->name));
  }
  return {{"--at-least"},
          fmt::format("{} can't all be had: each alone could", joined(all)),
          "fewer of one"};
}

FixedPlan plan_of(const AskedPlan& asked, const PlanProgram& model,
                  const IntegerSolution& solution) {
  FixedPlan plan;
  plan.proven = solution.state == IntegerSolution::State::optimal;
  plan.bound = solution.bound;
  if (!solution.found()) return plan;
  plan.purchases = tidied(asked, model.purchases(solution.chosen));
  plan.reckoned = reckon(asked, plan.purchases);
  if (!plan.reckoned.possible) throw std::logic_error("the integer program's plan does not hold");
  // If a kept and a new Rifle Coy come on one day, the program may take either for the sixth.
  if (plan.reckoned.value < solution.value - 1e-6 * std::max(1.0, std::abs(solution.value))) {
    plan.proven = false;
    plan.bound = std::max(plan.bound, solution.value);
  }
  if (plan.proven) plan.bound = plan.reckoned.value;
  return plan;
}

/// See FixedPlan::last_open.
std::optional<std::size_t> last_open_day(const AskedPlan& asked, const Purchases& purchases) {
  const Offers& offers = asked.offers();
  std::map<const ReinforcementGroup*, int> bought;
  for (const PlannedPurchase& p : purchases) bought[&offers[p.offer].group()] += p.quantity;
  std::optional<std::size_t> last;
  if (!purchases.empty()) last = purchases.back().day;  // they are in the order of the days
  for (std::size_t day = asked.to() + 1; day-- > last.value_or(0);) {
    for (std::size_t o = 0; o < offers.all().size(); ++o) {
      const ReinforcementGroup& group = offers[o].group();
      const bool is_left = asked.open(o, day) && bought[&group] < asked.most(group);
      if (is_left && asked.value(o, day, 0) > 0) return day;
    }
  }
  return last;
}

}  // namespace

Reckoned reckon(const AskedPlan& asked, const Purchases& purchases) {
  const Offers& offers = asked.offers();
  Reckoned reckoned;
  reckoned.values.assign(purchases.size(), 0.0);
  std::map<const ReinforcementGroup*, int> in_all;
  int cpp = 0;
  int modules = 0;
  int large_modules = 0;
  int observers = 0;
  int planes = 0;
  int rifle_companies = 0;
  std::size_t at = 0;
  for (std::size_t day = 0; day < offers.days(); ++day) {
    if (const DiceSum* sum = asked.income(day)) cpp += sum->constant;
    std::map<const ReinforcementGroup*, int> today;
    for (; at < purchases.size() && purchases[at].day == day; ++at) {
      const PlannedPurchase& purchase = purchases[at];
      const Offer& offer = offers[purchase.offer];
      const ReinforcementGroup& group = offer.group();
      if (!asked.open(purchase.offer, day)) return reckoned;
      cpp -= purchase.quantity * offer.cpp();
      today[&group] += purchase.quantity;
      in_all[&group] += purchase.quantity;
      if (today[&group] > asked.daily_max(group) || in_all[&group] > asked.most(group)) {
        return reckoned;
      }
      if (takes_observer(group)) modules += purchase.quantity;
      if (group.for_spotter_planes()) large_modules += purchase.quantity;
      if (group.kind == Kind::observer) observers += purchase.quantity;
      if (group.kind == Kind::spotter_plane) planes += purchase.quantity;
      for (int n = 0; n < purchase.quantity; ++n) {
        const std::size_t c = CampaignForce::counts_ordinal(offer.group())
                                  ? CampaignForce::ordinal_class(++rifle_companies)
                                  : 0;
        reckoned.values[at] += asked.value(purchase.offer, day, c);
      }
      reckoned.value += reckoned.values[at];
    }
    if (cpp < 0 || observers + planes > modules || planes > large_modules) return reckoned;
  }
  if (at != purchases.size()) return reckoned;
  for (const auto& [group, number] : asked.at_least()) {
    if (in_all[group] < number) return reckoned;
  }
  reckoned.possible = true;
  return reckoned;
}

FixedPlan best_fixed_plan(const AskedPlan& asked, const std::function<bool()>& stop) {
  PlanProgram model(asked);
  model.add_at_least();
  const IntegerSolution solution = maximize(model.program(), {stop});
  if (solution.state == IntegerSolution::State::impossible) throw impossible(asked);
  if (!solution.found()) throw SystemError("stopped before there was any plan");
  FixedPlan plan = plan_of(asked, model, solution);
  if (const auto prices = row_prices(model.program())) plan.cpp_prices = model.cpp_prices(*prices);
  plan.ties = ties_of(asked, plan.purchases, plan.reckoned.value);
  plan.last_open = last_open_day(asked, plan.purchases);
  return plan;
}

std::vector<OneMore> worth_of_one_more(const AskedPlan& asked, const FixedPlan& best,
                                       const std::function<bool()>& stop) {
  PlanProgram model(asked);
  model.add_at_least();
  std::vector<OneMore> all(asked.offers().days());
  OneMore later;
  later.proven = best.proven;
  for (std::size_t day = all.size(); day-- > 0;) {
    if (day <= asked.to()) {
      IntegerSearch search{stop};
      search.better_than = best.reckoned.value + later.adds;
      search.most_nodes = most_nodes_for_the_next_best;
      const IntegerSolution richer = maximize(model.with_one_more(day), search);
      if (stop && stop()) return {};
      if (richer.found()) later.adds = richer.value - best.reckoned.value;
      later.proven = best.proven && richer.state != IntegerSolution::State::stopped;
    }
    all[day] = later;
  }
  return all;
}

std::vector<OneKept> cost_of_one_kept(const AskedPlan& asked, const FixedPlan& best,
                                      const std::function<bool()>& stop) {
  PlanProgram model(asked);
  model.add_at_least();
  std::vector<OneKept> all(asked.offers().days());
  int left = 0;
  std::size_t at = 0;
  for (std::size_t day = 0; day < all.size(); ++day) {
    if (const DiceSum* const sum = asked.income(day)) left += sum->constant;
    for (; at < best.purchases.size() && best.purchases[at].day == day; ++at) {
      left -= best.purchases[at].quantity * asked.offers()[best.purchases[at].offer].cpp();
    }
    all[day].proven = best.proven;
    if (left > 0) continue;  // one is kept in any case
    IntegerSearch search{stop};
    search.most = best.reckoned.value;
    search.most_nodes = most_nodes_for_the_next_best;
    const IntegerSolution poorer = maximize(model.with_one_kept(day), search);
    if (stop && stop()) return {};
    all[day].costs = best.reckoned.value - (poorer.found() ? poorer.value : 0);
    if (all[day].costs < plan_tolerance(best.reckoned.value)) all[day].costs = 0;
    if (poorer.state == IntegerSolution::State::stopped) all[day].proven = false;
  }
  return all;
}

FixedPlan next_best_plan(const AskedPlan& asked, const Purchases& best,
                         const std::function<bool()>& stop) {
  if (stop && stop()) return {};
  const double most = reckon(asked, best).value;
  FixedPlan near = best_change(asked, best);
  near.bound = most;
  if (near.reckoned.possible && near.reckoned.value >= most - plan_tolerance(most)) {
    near.proven = true;
    return near;
  }
  PlanProgram model(asked);
  model.add_at_least();
  model.exclude(best);
  IntegerSearch search{stop};
  search.most = most;
  search.most_nodes = most_nodes_for_the_next_best;
  if (near.reckoned.possible) search.better_than = near.reckoned.value;
  const IntegerSolution solution = maximize(model.program(), search);
  const bool stopped = solution.state == IntegerSolution::State::stopped;
  if (!solution.found()) {
    near.proven = near.reckoned.possible && !stopped;
    near.bound = stopped ? solution.bound : near.reckoned.value;
    return near;
  }
  FixedPlan plan;
  plan.proven = !stopped;
  plan.purchases = model.purchases(solution.chosen);
  plan.reckoned = reckon(asked, plan.purchases);
  plan.bound = plan.proven ? plan.reckoned.value : solution.bound;
  return plan;
}

}  // namespace combat_odds::red_barricades
