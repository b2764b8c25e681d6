#include <benchmark/benchmark.h>

#include "scenarios/campaign.hpp"
#include "sim/registry.hpp"

#ifndef COMBAT_ODDS_SOURCE
#define COMBAT_ODDS_SOURCE "."
#endif

namespace combat_odds::red_barricades {
namespace {

constexpr const char* shipped = COMBAT_ODDS_SOURCE "/scenarios/campaign/";

struct Shipped {
  explicit Shipped(bool with_dice) : all(built_in_charts()), charts(all) {
    Faults faults;
    plan = read_campaign_plan(std::string(shipped) + "full-campaign.csv", charts, settings, faults);
    if (with_dice) {
      budget = read_campaign_budget(std::string(shipped) + "dice-budget.csv", charts, faults);
    }
    faults.throw_if_any();
    for (const Side side : {Side::german, Side::russian}) {
      forces.emplace_back(plan, side, budget ? &*budget : nullptr, points, charts, settings);
    }
  }

  Charts all;
  CampaignCharts charts;
  CampaignSettings settings;
  UnitPoints points;
  CampaignPlan plan;
  std::optional<CampaignBudget> budget;
  std::vector<CampaignForce> forces;
};

void play(benchmark::State& state, bool with_dice, Method method) {
  const Shipped campaign(with_dice);
  OddsOptions options;
  options.trials = static_cast<std::uint64_t>(state.range(0));
  options.method = method;
  for (auto _ : state) {
    benchmark::DoNotOptimize(play_campaign(campaign.forces, {{0, 1}}, options));
    ++options.seed;
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

/// The full two-sided plan, everything bought on its date: simulated and exact.
void campaign_by_plan(benchmark::State& state) { play(state, false, Method::both); }
BENCHMARK(campaign_by_plan)->Arg(1'000'000)->Unit(benchmark::kMillisecond)->UseRealTime();

/// The same as a priority list with dice for CPP.
void campaign_with_dice(benchmark::State& state) { play(state, true, Method::monte_carlo); }
BENCHMARK(campaign_with_dice)->Arg(1'000'000)->Unit(benchmark::kMillisecond)->UseRealTime();

/// The exact distributions alone.
void campaign_exact(benchmark::State& state) { play(state, false, Method::exact); }
BENCHMARK(campaign_exact)->Arg(1)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace combat_odds::red_barricades
