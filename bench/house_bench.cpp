// The cost of a rule in Lua compared with the same rule in C++: house.squad-fire and asl.fire on a
// 4-6-7. (For their speed in a simulation see the jobs "house_fire" and "fire" of kernel_bench.)
#include <benchmark/benchmark.h>

#include "ask/ask.hpp"
#include "bench/jobs.hpp"

namespace combat_odds {
namespace {

/// Makes the rule and the decision graph of 8 FP at +1.
void explore(benchmark::State& state, const char* procedure,
             const std::vector<std::pair<std::string, std::string>>& given) {
  const Library& library = bench::house_library();
  const Asked asked = understood(library, {procedure, given});
  for ([[maybe_unused]] auto _ : state) {
    const std::unique_ptr<Rule> rule = asked.scenario->rule(0, library.charts());
    benchmark::DoNotOptimize(decision_graph(*rule).nodes.data());
  }
}

void explore_asl_fire(benchmark::State& state) {
  explore(state, "asl.fire", {{"firepower", "8"}, {"drm", "1"}, {"target", "4-6-7"}});
}
void explore_house_fire(benchmark::State& state) {
  explore(state, "house.squad-fire", {{"firepower", "8"}, {"drm", "1"}});
}

BENCHMARK(explore_asl_fire)->Unit(benchmark::kMicrosecond);
BENCHMARK(explore_house_fire)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace combat_odds
