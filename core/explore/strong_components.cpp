#include "core/explore/strong_components.hpp"

#include <algorithm>

namespace combat_odds {

std::vector<std::vector<std::uint32_t>> strong_components(const RawGraph& graph,
                                                          std::uint32_t start) {
  struct Visit {
    std::uint32_t node;
    std::uint32_t next_branch;
  };
  constexpr std::uint32_t unseen = 0;
  constexpr std::uint32_t finished = ~std::uint32_t{0};
  std::vector<std::vector<std::uint32_t>> components;
  std::vector<std::uint32_t> number(graph.nodes.size(), unseen);  // in the order of discovery
  std::vector<std::uint32_t> lowest(graph.nodes.size(), 0);
  std::vector<std::uint32_t> open;
  std::vector<Visit> path;
  std::uint32_t count = 0;
  const auto enter = [&](std::uint32_t node) {
    number[node] = lowest[node] = ++count;
    open.push_back(node);
    path.push_back({node, 0});
  };
  enter(start);
  while (!path.empty()) {
    const std::uint32_t node = path.back().node;
    const RawGraph::Node& here = graph.nodes[node];
    if (path.back().next_branch < here.count) {
      const Link link = graph.branches[here.first + path.back().next_branch++].link;
      if (!link.is(Link::Kind::node)) continue;
      if (number[link.index()] == unseen) {
        enter(link.index());
      } else if (number[link.index()] != finished) {
        lowest[node] = std::min(lowest[node], number[link.index()]);
      }
      continue;
    }
    path.pop_back();
    if (!path.empty()) {
      lowest[path.back().node] = std::min(lowest[path.back().node], lowest[node]);
    }
    if (lowest[node] != number[node]) continue;
    std::vector<std::uint32_t>& component = components.emplace_back();
    std::uint32_t member = 0;
    do {
      member = open.back();
      open.pop_back();
      number[member] = finished;
      component.push_back(member);
    } while (member != node);
  }
  return components;
}

}  // namespace combat_odds
