// Plays one job for some trials with one instruction set, and nothing else, to count instructions
// (bench/report does so with callgrind).
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "bench/jobs.hpp"
#include "core/play/monte_carlo.hpp"

int main(int argc, char** argv) try {
  using namespace combat_odds;
  if (argc != 4) {
    std::fprintf(stderr, "usage: combat-odds-play-job JOB INSTRUCTION_SET TRIALS\n");
    return 2;
  }
  const bench::Job& job = bench::job(argv[1]);
  kernel::use_instruction_set(argv[2]);
  const std::uint64_t trials = std::strtoull(argv[3], nullptr, 10);
  if (job.loop) {
    std::printf("%llu\n", static_cast<unsigned long long>(job.loop(trials)));
    return 0;
  }
  const DecisionGraph graph = job.graph();
  const RollingGraph rolling(graph);
  std::vector<std::uint64_t> leaves(graph.leaves.size(), 0);
  const std::uint64_t block_size = rolling.block_trials(bench::many_trials);
  for (std::uint64_t block = 0; block < trials / block_size; ++block) {
    WordStream words({1, 2, block});
    rolling.play(words, block_size, leaves);
  }
  std::printf("%llu\n", static_cast<unsigned long long>(leaves[0]));
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
