#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/explore/raw_graph.hpp"
#include "core/explore/step_graph.hpp"

namespace combat_odds {

/// An explored graph as a walk sees it: its nodes (or states) and the links that leave each.
class RawWalk {
 public:
  explicit RawWalk(const RawGraph& graph) : graph_(&graph) {}
  std::size_t size() const { return graph_->nodes.size(); }
  std::uint32_t count(std::uint32_t node) const { return graph_->nodes[node].count; }
  using Cursor = const RawGraph::Branch*;
  Cursor begin(std::uint32_t node) const {
    return graph_->branches.data() + graph_->nodes[node].first;
  }
  static Link link(Cursor cursor) { return cursor->link; }
  Link link(std::uint32_t node, std::uint32_t branch) const {
    return graph_->branches[graph_->nodes[node].first + branch].link;
  }

 private:
  const RawGraph* graph_;
};

class StepWalk {
 public:
  StepWalk(const StepGraph& graph, const StepShapes& shapes) : graph_(&graph), shapes_(&shapes) {}
  std::size_t size() const { return graph_->size(); }
  std::uint32_t count(std::uint32_t state) const {
    const std::uint32_t shape = graph_->steps[state].shape;
    return shape == StepGraph::no_shape ? 0 : static_cast<std::uint32_t>(shapes_->ends(shape));
  }
  Link link(std::uint32_t state, std::uint32_t end) const {
    return graph_->ends[graph_->steps[state].first_end + end];
  }
  using Cursor = const Link*;
  Cursor begin(std::uint32_t state) const {
    return graph_->ends.data() + graph_->steps[state].first_end;
  }
  static Link link(Cursor cursor) { return *cursor; }

 private:
  const StepGraph* graph_;
  const StepShapes* shapes_;
};

/// The reachable nodes in depth-first post-order: a node comes after all that it leads to.
template <class Walk>
class ReachOrder {
 public:
  explicit ReachOrder(Walk walk) : walk_(walk), mark_(walk.size(), unseen) {}

  void add(Link start) {
    if (!start.is(Link::Kind::node) || mark_[start.index()] != unseen) return;
    open(start.index());
    while (!stack_.empty()) {
      auto& [node, next] = stack_.back();
      if (next == walk_.count(node)) {
        mark_[node] = done;
        nodes.push_back(node);
        stack_.pop_back();
        continue;
      }
      const Link link = walk_.link(node, next++);
      if (!link.is(Link::Kind::node)) continue;
      if (mark_[link.index()] == is_open) acyclic = false;
      if (mark_[link.index()] == unseen) open(link.index());
    }
  }

  const Walk& walk() const { return walk_; }
  std::vector<std::uint32_t> nodes;
  bool acyclic = true;

 private:
  enum : std::uint8_t { unseen, is_open, done };
  void open(std::uint32_t node) {
    mark_[node] = is_open;
    stack_.emplace_back(node, 0);
  }

  const Walk walk_;
  std::vector<std::uint8_t> mark_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> stack_;
};

}  // namespace combat_odds
