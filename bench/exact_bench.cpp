// The speed of exact odds.
#include <benchmark/benchmark.h>

#include "ask/ask.hpp"

namespace combat_odds {
namespace {

/// 100,320 situations of asl.fire: 11 columns, 19 DRM, 5 ELR, 3 kinds of cowering, 32 targets of
/// one to three units with morale 6 to 10.
void hundred_thousand_exact(benchmark::State& state) {
  const Library library;
  const Asked asked = understood(
      library,
      {"asl.fire",
       {{"firepower", "1,2,4,6,8,12,16,20,24,30,36"},
        {"drm", "-6..12"},
        {"elr", "1..5"},
        {"cowering", "none,cower,inexperienced"},
        {"target",
         "4-2-6,4-6-7,4-5-8,2-2-6,2-4-7,2-4-8,2*4-2-6,2*4-6-7,2*4-5-8,4-2-6 8-1,4-6-7 8-1,"
         "4-5-8 8-1,8-0,8-1,9-1,9-2,10-2,4-6-7 9-2,4-6-7 2-4-7,3*4-6-7,3*4-5-8,3*4-2-6,4-4-7,"
         "5-2-7,6-2-8,8-3-8,4-3-6,5-4-8,4-6-8,4-6-7 7-0,4-6-7 6+1,2*2-4-7"}}});
  OddsOptions options;
  options.method = Method::exact;
  for ([[maybe_unused]] auto _ : state) {
    evaluate(asked.situations, library.charts(), options,
             [](SituationOdds&& result) { benchmark::DoNotOptimize(result.odds.chances.data()); });
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * asked.situations.size()));
}

BENCHMARK(hundred_thousand_exact)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace combat_odds
