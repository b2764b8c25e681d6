#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/dice/outcome.hpp"
#include "core/dice/rule.hpp"
#include "core/explore/run_control.hpp"

namespace combat_odds {

/// Where an edge leads: to a node that rolls, to a leaf (an outcome), or to a border (the end of a
/// round).
class Target {
 public:
  Target() = default;
  static Target node(std::size_t index) { return Target(index, 0); }
  static Target leaf(std::size_t index) { return Target(index, leaf_bit); }
  static Target border(std::size_t index) { return Target(index, border_bit); }

  bool is_node() const { return (code_ & (leaf_bit | border_bit)) == 0; }
  bool is_leaf() const { return (code_ & leaf_bit) != 0; }
  bool is_border() const { return (code_ & border_bit) != 0; }
  std::size_t index() const { return code_ & ~(leaf_bit | border_bit); }
  friend bool operator==(Target, Target) = default;
  friend auto operator<=>(Target, Target) = default;

 private:
  static constexpr std::uint32_t leaf_bit = std::uint32_t{1} << 31;
  static constexpr std::uint32_t border_bit = std::uint32_t{1} << 30;
  Target(std::size_t index, std::uint32_t bit) : code_(static_cast<std::uint32_t>(index) | bit) {}
  std::uint32_t code_ = 0;
};

/// Everything that can happen under a rule in one situation. A node is a roll; its edges are the
/// result classes, each with the number of throws that give it; leaves are the outcomes, each once.
///
/// Nodes are in topological order (edges lead to later nodes), except for a Process whose states
/// recur: `acyclic` is false then, and an edge may lead back to the same or an earlier node.
///
/// A rule in Rounds plays the same nodes round after round. The end of a round is a border.
/// `rounds` has a row for each round after the first: where each border leads, which is the first
/// node of the round, a leaf where the rule is over, or a border where the round rolls nothing. The
/// last row holds the leaves after the last round. Other rules have no borders.
struct DecisionGraph {
  struct Edge {
    std::uint64_t throws = 0;
    Target target;
    friend bool operator==(const Edge&, const Edge&) = default;
  };
  struct Node {
    std::uint64_t throws = 0;  ///< the sum over the edges
    std::uint32_t first_edge = 0;
    std::uint32_t edge_count = 0;
  };

  Target root = Target::leaf(0);
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<Outcome> leaves;
  std::vector<std::vector<Target>> rounds;  ///< rounds[r][border]: where it leads after round r
  std::size_t borders = 0;
  bool acyclic = true;

  std::span<const Edge> edges_of(const Node& node) const {
    return {edges.data() + node.first_edge, node.edge_count};
  }
};

/// A rule has too many paths, states or rolls to be explored.
class GraphTooLarge : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The limit where no other is given.
inline constexpr std::size_t most_graph_nodes = 2'000'000;

/// A Process ends too rarely to be solved numerically.
class EndsTooRarely : public GraphTooLarge {
 public:
  EndsTooRarely() : GraphTooLarge("it ends too rarely for a numerical solution") {}
};

/// A Process never ends with a probability above 0.
class Endless : public std::runtime_error {
 public:
  Endless() : std::runtime_error("a Process that does not end with probability 1") {}
};

/// A RunControl stopped the exploration or the exact solution.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("stopped before the odds were known") {}
};

/// Whether checkpoints and `alike` are trusted. If they are ignored, every path is played and no
/// two states are equivalent. That is slow, but tests what the rule promises.
enum class Checkpoints { heeded, ignored };

/// Plays `rule` with scripted dice and merges equal continuations. A rule that resolves in one go
/// is played once for each path that no checkpoint has merged. Of a StagedRule each step of each
/// state is played once. `control` may be null. Throws GraphTooLarge at more than `most_nodes`
/// nodes, Endless where some node can reach no outcome, and Interrupted soon after `control` says
/// stop.
DecisionGraph decision_graph(const Rule& rule, std::size_t most_nodes = most_graph_nodes,
                             Checkpoints checkpoints = Checkpoints::heeded,
                             const RunControl* control = nullptr);

}  // namespace combat_odds
