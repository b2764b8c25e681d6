#include <benchmark/benchmark.h>

#include <fstream>
#include <iterator>

#include "ask/library.hpp"
#include "studies/campaign/campaign.hpp"

#ifndef COMBAT_ODDS_SOURCE
#define COMBAT_ODDS_SOURCE "."
#endif

namespace combat_odds::red_barricades {
namespace {

constexpr const char* shipped = COMBAT_ODDS_SOURCE "/scenarios/campaign/";

TextFile shipped_file(const std::string& name) {
  std::ifstream file(shipped + name, std::ios::binary);
  return {name, {std::istreambuf_iterator<char>(file), {}}};
}

CampaignInput shipped_input(bool with_dice) {
  CampaignInput input;
  input.plans.push_back(shipped_file("full-campaign.csv"));
  if (with_dice) input.budget = shipped_file("dice-budget.csv");
  return input;
}

void play(benchmark::State& state, bool with_dice, Method method) {
  const Library library;
  const Campaign campaign(shipped_input(with_dice), library.charts());
  OddsOptions options;
  options.trials = static_cast<std::uint64_t>(state.range(0));
  options.method = method;
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(play_campaign(campaign, options));
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
