#pragma once

#include <boost/unordered/unordered_flat_set.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/explore/raw_graph.hpp"

namespace combat_odds {

/// The shape of a step: its rolls and the number of its ends, but not where they lead. Most steps
/// of a rule have the same few shapes, and each shape is stored once.
///
/// The first node of a shape is its root, and a node comes after all nodes that lead to it. The
/// links of its branches lead to nodes (Kind::node), counted from the root, or to ends
/// (Kind::state), counted from 0 in depth-first order.
class StepShapes {
 public:
  StepShapes() : known_(0, Hash{this}, Equal{this}) {}
  StepShapes(const StepShapes&) = delete;
  StepShapes& operator=(const StepShapes&) = delete;

  /// The number of the shape of a step that was explored by itself.
  std::uint32_t index_of(const RawGraph& step, std::size_t ends);

  std::size_t size() const { return shapes_.size(); }
  std::size_t ends(std::uint32_t shape) const { return shapes_[shape].ends; }
  /// A node's `first` is an index into branches() of its shape.
  std::span<const RawGraph::Node> nodes(std::uint32_t shape) const {
    return {nodes_.data() + shapes_[shape].first_node, shapes_[shape].node_count};
  }
  std::span<const RawGraph::Branch> branches(std::uint32_t shape) const {
    return {branches_.data() + shapes_[shape].first_branch, shapes_[shape].branch_count};
  }

  /// The probability of end k is weights()[k] / throws(); all weights and throws() have no common
  /// factor. throws() is 0 where it would need more than 64 bits.
  std::uint64_t throws(std::uint32_t shape) const { return shapes_[shape].throws; }
  std::span<const std::uint64_t> weights(std::uint32_t shape) const {
    return {weights_.data() + shapes_[shape].first_weight, shapes_[shape].ends};
  }

 private:
  struct Shape {
    std::size_t hash = 0;
    std::uint64_t throws = 0;
    std::size_t first_weight = 0;
    std::size_t first_branch = 0;
    std::uint32_t first_node = 0;
    std::uint32_t node_count = 0;
    std::uint32_t branch_count = 0;
    std::uint32_t ends = 0;
  };
  struct Hash {
    using is_avalanching = void;
    const StepShapes* all;
    std::size_t operator()(std::uint32_t shape) const { return all->shapes_[shape].hash; }
  };
  struct Equal {
    const StepShapes* all;
    bool operator()(std::uint32_t a, std::uint32_t b) const { return all->equal(a, b); }
  };
  bool equal(std::uint32_t a, std::uint32_t b) const;
  void weigh(Shape& shape);

  std::vector<Shape> shapes_;
  std::vector<RawGraph::Node> nodes_;
  std::vector<RawGraph::Branch> branches_;
  std::vector<std::uint64_t> weights_;
  boost::unordered_flat_set<std::uint32_t, Hash, Equal> known_;
};

}  // namespace combat_odds
