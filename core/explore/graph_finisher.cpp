#include "core/explore/graph_finisher.hpp"

#include <algorithm>
#include <boost/unordered/unordered_flat_set.hpp>

#include "core/explore/always_ends.hpp"
#include "core/explore/reach_order.hpp"
#include "core/explore/reached_leaves.hpp"
#include "core/explore/rounds_walk.hpp"

namespace combat_odds {
namespace {

using Edge = DecisionGraph::Edge;
using Node = DecisionGraph::Node;

/// Joins a node's branches with the same target into one edge, and sorts the edges by target.
void join(std::vector<Edge>& edges) {
  constexpr std::size_t few = 16;
  const auto before = [](const Edge& a, const Edge& b) { return a.target < b.target; };
  if (edges.size() <= few) {
    for (std::size_t i = 1; i < edges.size(); ++i) {
      const Edge edge = edges[i];
      std::size_t at = i;
      for (; at > 0 && before(edge, edges[at - 1]); --at) edges[at] = edges[at - 1];
      edges[at] = edge;
    }
  } else {
    std::sort(edges.begin(), edges.end(), before);
  }
  std::size_t last = 0;
  for (std::size_t i = 1; i < edges.size(); ++i) {
    if (edges[i].target == edges[last].target) {
      edges[last].throws += edges[i].throws;
    } else {
      edges[++last] = edges[i];
    }
  }
  edges.resize(last + 1);
}

/// Distinct nodes with their edges; the targets of a node come before it.
class MergedNodes {
 public:
  MergedNodes() : known_(0, Hash{this}, Equal{this}) {}
  MergedNodes(const MergedNodes&) = delete;
  MergedNodes& operator=(const MergedNodes&) = delete;

  /// The node with these edges, known or new; or the target itself if there is only one.
  Target merged(std::uint64_t throws, const std::vector<Edge>& joined) {
    if (joined.size() == 1) return joined.front().target;
    const auto next = static_cast<std::uint32_t>(nodes.size());
    nodes.push_back({throws, static_cast<std::uint32_t>(edges.size()),
                     static_cast<std::uint32_t>(joined.size())});
    edges.insert(edges.end(), joined.begin(), joined.end());
    hashes_.push_back(hash(joined));
    const auto [known, is_new] = known_.insert(next);
    if (!is_new) {
      nodes.pop_back();
      edges.resize(edges.size() - joined.size());
      hashes_.pop_back();
    }
    return Target::node(*known);
  }

  std::vector<Node> nodes;
  std::vector<Edge> edges;

 private:
  struct Hash {
    using is_avalanching = void;
    const MergedNodes* all;
    std::size_t operator()(std::uint32_t node) const { return all->hashes_[node]; }
  };
  struct Equal {
    const MergedNodes* all;
    bool operator()(std::uint32_t a, std::uint32_t b) const {
      const Node& one = all->nodes[a];
      const Node& two = all->nodes[b];
      const Edge* const first = all->edges.data();
      return all->hashes_[a] == all->hashes_[b] && one.edge_count == two.edge_count &&
             std::equal(first + one.first_edge, first + one.first_edge + one.edge_count,
                        first + two.first_edge);
    }
  };
  static std::size_t hash(const std::vector<Edge>& joined) {
    std::uint64_t seed = joined.size();
    for (const Edge& edge : joined) {
      const Target target = edge.target;
      const std::uint64_t kind = target.is_leaf() ? 1 : target.is_border() ? 2 : 0;
      seed = (seed ^ (edge.throws * 4 + kind + (std::uint64_t{target.index()} << 32))) *
             0x9e3779b97f4a7c15u;
      seed ^= seed >> 32;
    }
    return seed;
  }

  std::vector<std::size_t> hashes_;
  boost::unordered_flat_set<std::uint32_t, Hash, Equal> known_;
};

/// Builds the nodes and edges of the graph.
class Finisher {
 public:
  Finisher(const RawGraph& raw, DecisionGraph& graph)
      : raw_(raw), graph_(graph), order_(RawWalk(raw)) {}

  /// Adds all that is reached from here.
  void reach(Link start) { order_.add(start); }

  /// Call after all starts are added.
  void finish() {
    if (!always_ends(order_)) throw Endless();
    graph_.acyclic = order_.acyclic;
    targets_.resize(raw_.nodes.size());
    if (order_.acyclic) {
      merge();
    } else {
      number();
    }
  }

  Target target(Link link) const {
    switch (link.kind()) {
      case Link::Kind::node:
        return targets_[link.index()];
      case Link::Kind::border:
        return Target::border(link.index());
      default:
        return Target::leaf(link.index());
    }
  }

 private:
  const std::vector<Edge>& joined(std::uint32_t raw) {
    const RawGraph::Node& node = raw_.nodes[raw];
    edges_.clear();
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const RawGraph::Branch& branch = raw_.branches[node.first + i];
      edges_.push_back({branch.throws, target(branch.link)});
    }
    join(edges_);
    return edges_;
  }

  /// From the leaves up: merges nodes with the same edges, and leaves out rolls that decide
  /// nothing.
  void merge() {
    MergedNodes merged;
    for (const std::uint32_t raw : order_.nodes) {
      targets_[raw] = merged.merged(raw_.nodes[raw].throws, joined(raw));
    }
    const auto turned = [&](Target target) {
      return target.is_node() ? Target::node(merged.nodes.size() - 1 - target.index()) : target;
    };
    for (Target& target : targets_) target = turned(target);
    graph_.nodes.reserve(merged.nodes.size());
    graph_.edges.reserve(merged.edges.size());
    for (std::size_t i = merged.nodes.size(); i-- > 0;) {
      const Node& node = merged.nodes[i];
      graph_.nodes.push_back(
          {node.throws, static_cast<std::uint32_t>(graph_.edges.size()), node.edge_count});
      for (std::uint32_t e = 0; e < node.edge_count; ++e) {
        const Edge& edge = merged.edges[node.first_edge + e];
        graph_.edges.push_back({edge.throws, turned(edge.target)});
      }
    }
  }

  /// Keeps the nodes as they are, in reverse post-order.
  void number() {
    for (std::size_t i = 0; i < order_.nodes.size(); ++i) {
      targets_[order_.nodes[order_.nodes.size() - 1 - i]] = Target::node(i);
    }
    for (std::size_t i = order_.nodes.size(); i-- > 0;) {
      const std::uint32_t raw = order_.nodes[i];
      const std::vector<Edge>& edges = joined(raw);
      graph_.nodes.push_back({raw_.nodes[raw].throws,
                              static_cast<std::uint32_t>(graph_.edges.size()),
                              static_cast<std::uint32_t>(edges.size())});
      graph_.edges.insert(graph_.edges.end(), edges.begin(), edges.end());
    }
  }

  const RawGraph& raw_;
  DecisionGraph& graph_;
  ReachOrder<RawWalk> order_;
  std::vector<Target> targets_;  ///< of the raw nodes
  std::vector<Edge> edges_;
};

template <class Take>
void drop_unreached(DecisionGraph& graph, std::size_t leaves, Take&& take) {
  drop_unreached_leaves(graph, leaves, take, [&](auto&& visit) {
    for (Edge& edge : graph.edges) visit(edge.target);
  });
}

DecisionGraph finished_rounds(StateExplorer& explored) {
  DecisionGraph graph;
  RoundsWalk walk(explored, RawWalk(explored.graph));
  const Borders borders(walk.leads);
  for (RawGraph::Branch& branch : explored.graph.branches) {
    branch.link = borders.renamed(branch.link);
  }
  Finisher finisher(explored.graph, graph);
  const Link root = borders.renamed(walk.leads.front()[explored.root.index()]);
  finisher.reach(root);
  for (std::size_t r = 1; r < walk.leads.size(); ++r) {
    for (const Link link : walk.leads[r]) finisher.reach(link);
  }
  finisher.finish();
  graph.root = finisher.target(root);
  if (!borders.kept.empty()) {
    graph.borders = borders.kept.size();
    for (std::size_t r = 1; r < walk.leads.size(); ++r) {
      std::vector<Target>& round = graph.rounds.emplace_back();
      for (const std::uint32_t border : borders.kept) {
        const Link link = borders.renamed(walk.leads[r][border]);
        round.push_back(finisher.target(link));
      }
    }
  }
  drop_unreached(graph, walk.leaves.size(),
                 [&](std::size_t i) { return std::move(explored.leaves[walk.leaves[i]]); });
  return graph;
}

}  // namespace

DecisionGraph finished(RawGraph& raw, Link root, OutcomeTable& leaves) {
  DecisionGraph graph;
  Finisher finisher(raw, graph);
  finisher.reach(root);
  finisher.finish();
  graph.root = finisher.target(root);
  drop_unreached(graph, leaves.size(), [&](std::size_t i) { return std::move(leaves[i]); });
  return graph;
}

DecisionGraph finished(StateExplorer& explored) {
  explored.expand();
  if (explored.has_rounds()) return finished_rounds(explored);
  return finished(explored.graph, explored.root, explored.leaves);
}

}  // namespace combat_odds
