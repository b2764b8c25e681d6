// The speed of trials. All ratios in docs/performance.md come from one run of this program.
#include <benchmark/benchmark.h>

#include "bench/jobs.hpp"
#include "core/play/monte_carlo.hpp"
#include "core/play/parallel.hpp"
#include "core/play/roll_kernel.hpp"

namespace combat_odds {
namespace {

/// Plays blocks of trials through a decision graph on one instruction set; trials per second.
void play(benchmark::State& state, const std::string& instruction_set, const DecisionGraph& graph) {
  kernel::use_instruction_set(instruction_set);
  const RollingGraph rolling(graph);
  std::vector<std::uint64_t> leaves(graph.leaves.size(), 0);
  const std::uint64_t trials = rolling.block_trials(bench::many_trials);
  std::uint64_t block = 0;
  for ([[maybe_unused]] auto _ : state) {
    WordStream words({1, 2, block++});
    rolling.play(words, trials, leaves);
    benchmark::DoNotOptimize(leaves.data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * trials));
  kernel::use_instruction_set("");
}

/// The same as a person would write it. It needs many trials, because every call throws the same
/// dice: the processor's branch prediction learns ten thousand of them by heart.
void loop(benchmark::State& state, const bench::Job& job) {
  constexpr std::uint64_t trials = 4'000'000;
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(job.loop(trials));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * trials));
}

/// The generator alone; 16-bit words per second.
void words_alone(benchmark::State& state, const std::string& instruction_set) {
  kernel::use_instruction_set(instruction_set);
  WordStream words({1, 2, 3});
  constexpr std::uint64_t rows = 2048;
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(kernel::draw_rows(words, rows));
  state.SetItemsProcessed(
      static_cast<std::int64_t>(state.iterations() * rows * WordStream::row_words));
  kernel::use_instruction_set("");
}

/// Dice with six classes (the IFT's results); dice per second.
void dice_alone(benchmark::State& state, const std::string& instruction_set, bool bytes) {
  kernel::use_instruction_set(instruction_set);
  WordStream words({1, 2, 3});
  const std::vector<std::uint64_t> throws = {1, 1, 2, 4, 7, 21};
  const std::vector<std::uint32_t> ends = class_ends(throws, most_word_throws);
  const std::vector<std::uint32_t> byte_ends = class_ends(throws, 256);
  std::vector<std::uint64_t> counts(ends.size());
  RollTable table{ends, {}};
  if (bytes) table.byte_ends = byte_ends;
  for ([[maybe_unused]] auto _ : state) {
    roll_classes(words, block_trials, table, counts);
    benchmark::DoNotOptimize(counts.data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * block_trials));
  kernel::use_instruction_set("");
}

/// Trials on a number of threads; trials per second of wall time.
void threads(benchmark::State& state) {
  const RollingGraph rolling(bench::job("fire").graph());
  const ThreadLimit limit(static_cast<std::size_t>(state.range(0)));
  constexpr std::uint64_t trials = 400'000'000;
  for ([[maybe_unused]] auto _ : state)
    benchmark::DoNotOptimize(simulate(rolling, {1, 2, 0}, trials));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * trials));
}

const int registered = [] {
  for (const bench::Job& job : bench::jobs()) {
    if (job.loop) {
      benchmark::RegisterBenchmark(job.name.c_str(),
                                   [&job](benchmark::State& state) { loop(state, job); });
      continue;
    }
    for (const std::string& set : kernel::instruction_sets()) {
      benchmark::RegisterBenchmark(
          (job.name + "/" + set).c_str(),
          [&job, set](benchmark::State& state) { play(state, set, job.graph()); });
    }
  }
  for (const std::string& set : kernel::instruction_sets()) {
    benchmark::RegisterBenchmark(("words/" + set).c_str(),
                                 [set](benchmark::State& state) { words_alone(state, set); });
    benchmark::RegisterBenchmark(("dice/" + set).c_str(),
                                 [set](benchmark::State& state) { dice_alone(state, set, true); });
    benchmark::RegisterBenchmark(("dice_of_16_bits/" + set).c_str(),
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
