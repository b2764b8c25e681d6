#pragma once

#include <cstddef>
#include <vector>

#include "core/explore/decision_graph.hpp"

namespace combat_odds {

/// Removes leaves that no edge leads to (a Process may name outcomes that never come up). `take(i)`
/// gives leaf i of `count`; `for_each_edge(visit)` calls visit(Target&) for every edge of the
/// graph.
template <class Graph, class Take, class ForEachEdge>
void drop_unreached_leaves(Graph& graph, std::size_t count, Take&& take,
                           ForEachEdge&& for_each_edge) {
  std::vector<bool> reached(count, false);
  const auto for_each_target = [&](auto&& visit) {
    visit(graph.root);
    for_each_edge(visit);
    for (auto& round : graph.rounds) {
      for (Target& target : round) visit(target);
    }
  };
  for_each_target([&](const Target& target) {
    if (target.is_leaf()) reached[target.index()] = true;
  });
  std::vector<Target> renamed(count);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (!reached[i]) continue;
    renamed[i] = Target::leaf(graph.leaves.size());
    graph.leaves.push_back(take(i));
  }
  for_each_target([&](Target& target) {
    if (target.is_leaf()) target = renamed[target.index()];
  });
}

}  // namespace combat_odds
