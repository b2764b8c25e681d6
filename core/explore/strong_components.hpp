#pragma once

#include <cstdint>
#include <vector>

#include "core/explore/raw_graph.hpp"

namespace combat_odds {

/// The strong components of what can be reached from `start`: nodes that lead to each other. What a
/// component leads to comes before it (Tarjan's algorithm, without recursion).
std::vector<std::vector<std::uint32_t>> strong_components(const RawGraph& graph,
                                                          std::uint32_t start);

}  // namespace combat_odds
