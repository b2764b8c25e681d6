#pragma once

#include <cstdint>
#include <vector>

#include "core/explore/reach_order.hpp"

namespace combat_odds {

/// Whether every node of `order` can reach an end (a leaf or a border). With finitely many nodes
/// this is equivalent to ending with probability 1.
template <class Walk>
bool always_ends(const ReachOrder<Walk>& order) {
  if (order.acyclic) return true;
  const Walk& walk = order.walk();
  std::vector<std::uint32_t> first_from(walk.size() + 1, 0);
  std::vector<std::uint32_t> ending;
  for (const std::uint32_t node : order.nodes) {
    bool ends_here = false;
    for (std::uint32_t i = 0; i < walk.count(node); ++i) {
      const Link link = walk.link(node, i);
      if (link.is(Link::Kind::node)) {
        ++first_from[link.index()];
      } else {
        ends_here = true;
      }
    }
    if (ends_here) ending.push_back(node);
  }
  std::uint32_t links = 0;
  for (std::uint32_t& from : first_from) from = links += from;
  std::vector<std::uint32_t> froms(links);  // the nodes that lead to each, one after the other
  for (const std::uint32_t node : order.nodes) {
    for (std::uint32_t i = 0; i < walk.count(node); ++i) {
      const Link link = walk.link(node, i);
      if (link.is(Link::Kind::node)) froms[--first_from[link.index()]] = node;
    }
  }
  std::vector<bool> ends(walk.size(), false);
  for (const std::uint32_t node : ending) ends[node] = true;
  for (std::size_t seen = 0; seen < ending.size(); ++seen) {
    const std::uint32_t node = ending[seen];
    for (std::uint32_t i = first_from[node]; i < first_from[node + 1]; ++i) {
      if (ends[froms[i]]) continue;
      ends[froms[i]] = true;
      ending.push_back(froms[i]);
    }
  }
  return ending.size() == order.nodes.size();
}

}  // namespace combat_odds
