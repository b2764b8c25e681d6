#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "core/exact/state_chain.hpp"
#include "core/explore/decision_graph.hpp"

namespace combat_odds {

/// A DecisionGraph, as propagation walks it: nodes, and edges with weights in lowest terms. Nodes
/// whose weights add up to the same number share a class. An edge from a node to itself has the
/// weight 0: the node is rolled again.
class GraphFlow {
 public:
  struct Edge {
    std::uint64_t weight = 0;
    Target target;
  };

  explicit GraphFlow(const DecisionGraph& graph) : graph_(graph) {
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
      std::uint64_t throws = graph.nodes[n].throws;
      for (const auto& edge : graph.edges_of(graph.nodes[n])) {
        if (edge.target == Target::node(n)) throws -= edge.throws;
      }
      std::uint64_t common = throws;
      for (const auto& edge : graph.edges_of(graph.nodes[n])) {
        if (common == 1) break;
        if (edge.target != Target::node(n)) common = std::gcd(common, edge.throws);
      }
      common_.push_back(common);
      const auto next = static_cast<std::uint32_t>(classes.size());
      const auto [known, is_new] = known_.try_emplace(throws / common, next);
      if (is_new) classes.push_back(throws / common);
      class_.push_back(known->second);
    }
  }

  std::size_t size() const { return graph_.nodes.size(); }
  std::uint32_t class_of(std::size_t n) const { return class_[n]; }
  std::uint32_t edge_count(std::size_t n) const { return graph_.nodes[n].edge_count; }
  struct Edges {
    const DecisionGraph::Edge* first;
    Target self;
    std::uint64_t common;
    Edge operator[](std::uint32_t e) const {
      return {first[e].target == self ? 0 : first[e].throws / common, first[e].target};
    }
  };
  Edges edges(std::size_t n) const {
    return {graph_.edges.data() + graph_.nodes[n].first_edge, Target::node(n), common_[n]};
  }
  std::vector<std::uint64_t> classes;

 private:
  const DecisionGraph& graph_;
  std::vector<std::uint64_t> common_;
  std::vector<std::uint32_t> class_;
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> known_;
};

/// A StateChain, as propagation walks it; the classes are the shapes of its steps.
class ChainFlow {
 public:
  using Edge = GraphFlow::Edge;

  explicit ChainFlow(const StateChain& chain) : chain_(chain) {
    for (std::uint32_t shape = 0; shape < chain.shapes->size(); ++shape) {
      classes.push_back(chain.shapes->throws(shape));
    }
  }

  std::size_t size() const { return chain_.steps.size(); }
  std::uint32_t class_of(std::size_t n) const { return chain_.steps[n].shape; }
  std::uint32_t edge_count(std::size_t n) const {
    return static_cast<std::uint32_t>(chain_.shapes->ends(chain_.steps[n].shape));
  }
  struct Edges {
    const std::uint64_t* weights;
    const Target* ends;
    Edge operator[](std::uint32_t e) const { return {weights[e], ends[e]}; }
  };
  Edges edges(std::size_t n) const {
    const StepGraph::Step step = chain_.steps[n];
    return {chain_.shapes->weights(step.shape).data(), chain_.ends.data() + step.first_end};
  }
  std::vector<std::uint64_t> classes;

 private:
  const StateChain& chain_;
};

}  // namespace combat_odds
