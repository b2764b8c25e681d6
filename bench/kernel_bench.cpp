// How fast trials are played. All ratios of docs/performance.md come from one run of this program.
#include <benchmark/benchmark.h>

#include <oneapi/tbb/global_control.h>

#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>

#include "core/monte_carlo.hpp"
#include "core/roll_kernel.hpp"
#include "scenarios/situation.hpp"
#include "sim/asl/ift.hpp"
#include "sim/registry.hpp"

namespace combat_odds {
namespace {

const Charts& charts() {
  static const Charts charts(built_in_charts());
  return charts;
}

DecisionGraph graph_of(const char* procedure_name,
                       std::vector<std::pair<std::string, std::string>> given) {
  const Procedure& procedure = *find_procedure(procedure_name);
  std::vector<GivenValue> values(procedure.parameters.size());
  for (const auto& [name, value] : given) {
    values[static_cast<std::size_t>(procedure.parameter(name) - procedure.parameters.data())].text =
        value;
  }
  const Scenario scenario("bench", procedure, values, {});
  return decision_graph(*scenario.rule(0, charts()));
}

/// Blocks of trials through a decision graph on one instruction set; trials per second.
void play(benchmark::State& state, const std::string& instruction_set, const DecisionGraph& graph) {
  kernel::use_instruction_set(instruction_set);
  const RollingGraph rolling(graph);
  std::vector<std::uint64_t> leaves(graph.leaves.size(), 0);
  std::uint64_t block = 0;
  for (auto _ : state) {
    WordStream words({1, 2, block++});
    rolling.play(words, block_trials, leaves);
    benchmark::DoNotOptimize(leaves.data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * block_trials));
  kernel::use_instruction_set("");
}

/// The loop a person would write: one trial after the other, a table look-up, a morale check.
void usual_loop(benchmark::State& state) {
  const asl::Ift& ift = charts().get<asl::Ift>(asl::Ift::chart_name);
  const int column = ift.column(8);
  asl::IftResult table[16];
  for (int row = 0; row < 16; ++row) table[row] = ift.at(column, row);
  boost::random::mt19937 engine(1);
  boost::random::uniform_int_distribution<int> die(1, 6);
  std::uint64_t outcomes[7] = {};
  constexpr int morale = 7;
  for (auto _ : state) {
    for (int i = 0; i < 1000; ++i) {
      const int final_dr = die(engine) + die(engine) + 1;
      const asl::IftResult result = table[final_dr];
      int outcome = 6;
      switch (result.kind) {
        case asl::IftResult::Kind::none:
          break;
        case asl::IftResult::Kind::kia:
          outcome = 0;
          break;
        case asl::IftResult::Kind::ptc:
          outcome = die(engine) + die(engine) > morale ? 5 : 6;
          break;
        case asl::IftResult::Kind::k:
        case asl::IftResult::Kind::mc: {
          const bool reduced = result.kind == asl::IftResult::Kind::k;
          const int roll = die(engine) + die(engine);
          if (roll == 12) {
            outcome = reduced ? 0 : 1;
          } else if (roll + result.number > morale) {
            outcome = reduced ? 1 : 4;
          } else if (roll + result.number == morale) {
            outcome = reduced ? 2 : 5;
          } else {
            outcome = reduced ? 3 : 6;
          }
          break;
        }
      }
      ++outcomes[outcome];
    }
    benchmark::DoNotOptimize(outcomes);
  }
  state.SetItemsProcessed(state.iterations() * 1000);
}

/// The generator alone; 16-bit words per second.
void words_alone(benchmark::State& state, const std::string& instruction_set) {
  kernel::use_instruction_set(instruction_set);
  WordStream words({1, 2, 3});
  constexpr std::uint64_t rows = 2048;
  for (auto _ : state) benchmark::DoNotOptimize(kernel::draw_rows(words, rows));
  state.SetItemsProcessed(
      static_cast<std::int64_t>(state.iterations() * rows * WordStream::row_words));
  kernel::use_instruction_set("");
}

/// Dice of six classes (the IFT's results); dice per second.
void dice_alone(benchmark::State& state, const std::string& instruction_set, bool bytes) {
  kernel::use_instruction_set(instruction_set);
  WordStream words({1, 2, 3});
  const std::vector<std::uint64_t> throws = {1, 1, 2, 4, 7, 21};
  const std::vector<std::uint32_t> ends = class_ends(throws, most_word_throws);
  const std::vector<std::uint32_t> byte_ends = class_ends(throws, 256);
  std::vector<std::uint64_t> counts(ends.size());
  RollTable table{ends, {}};
  if (bytes) table.byte_ends = byte_ends;
  for (auto _ : state) {
    roll_classes(words, most_rolled_trials, table, counts);
    benchmark::DoNotOptimize(counts.data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * most_rolled_trials));
  kernel::use_instruction_set("");
}

/// Trials on so many threads; trials per second of wall time.
void threads(benchmark::State& state) {
  const RollingGraph rolling(
      graph_of("asl.fire", {{"firepower", "8"}, {"drm", "1"}, {"target", "4-6-7"}}));
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(state.range(0)));
  constexpr std::uint64_t trials = 400'000'000;
  for (auto _ : state) benchmark::DoNotOptimize(simulate(rolling, {1, 2, 0}, trials));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * trials));
}

const int registered = [] {
  benchmark::RegisterBenchmark("fire/usual_loop", usual_loop);
  for (const std::string& set : kernel::instruction_sets()) {
    benchmark::RegisterBenchmark(("fire/" + set).c_str(), [set](benchmark::State& state) {
      play(state, set,
           graph_of("asl.fire", {{"firepower", "8"}, {"drm", "1"}, {"target", "4-6-7"}}));
    });
    benchmark::RegisterBenchmark(("stack/" + set).c_str(), [set](benchmark::State& state) {
      play(state, set,
           graph_of("asl.fire", {{"firepower", "8"}, {"drm", "1"}, {"target", "3*4-6-7 8-1"}}));
    });
    benchmark::RegisterBenchmark(("words/" + set).c_str(),
                                 [set](benchmark::State& state) { words_alone(state, set); });
    benchmark::RegisterBenchmark(("dice/" + set).c_str(),
                                 [set](benchmark::State& state) { dice_alone(state, set, true); });
    benchmark::RegisterBenchmark(("dice of 16 bits/" + set).c_str(),
                                 [set](benchmark::State& state) { dice_alone(state, set, false); });
  }
  benchmark::RegisterBenchmark("threads", threads)
      ->Arg(1)
      ->Arg(2)
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
  return 0;
}();

}  // namespace
}  // namespace combat_odds
