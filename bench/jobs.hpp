#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ask/library.hpp"
#include "core/explore/decision_graph.hpp"

namespace combat_odds::bench {

/// A question whose trials are counted or timed.
struct Job {
  std::string name;
  /// Null for a loop.
  std::function<DecisionGraph()> graph;
  /// Plays so many trials on one thread the way a person would write it; null for a graph. Gives a
  /// checksum.
  std::function<std::uint64_t(std::uint64_t trials)> loop;
};

/// So many that a graph's blocks are as large as they get.
constexpr std::uint64_t many_trials = 1'000'000'000'000;

/// The program's library with rules/squad-fire.lua.
const Library& house_library();

/// All, in the order of docs/performance.md.
const std::vector<Job>& jobs();

/// Throws std::out_of_range where there is none.
const Job& job(const std::string& name);

}  // namespace combat_odds::bench
