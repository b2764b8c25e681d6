#include "core/explore/step_shapes.hpp"

#include <algorithm>
#include <numeric>

namespace combat_odds {
namespace {

__extension__ using Wide = unsigned __int128;

/// The product, or 0 if it takes more than 63 bits.
std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  const Wide all = static_cast<Wide>(a) * b;
  return all >> 63 != 0 ? 0 : static_cast<std::uint64_t>(all);
}

/// A share of the whole: `ways` out of `throws`.
struct Share {
  std::uint64_t ways = 0;
  std::uint64_t throws = 1;
};

Share lowest(Share share) {
  const std::uint64_t both = std::gcd(share.ways, share.throws);
  return {share.ways / both, share.throws / both};
}

/// The sum, with 0 throws if it takes too many bits. It is never more than the whole.
Share sum(Share a, Share b) {
  if (a.ways == 0) return b;
  const std::uint64_t common = product(a.throws / std::gcd(a.throws, b.throws), b.throws);
  if (common == 0) return {0, 0};
  return lowest({a.ways * (common / a.throws) + b.ways * (common / b.throws), common});
}

std::size_t hash_of(const RawGraph& step) {
  std::uint64_t seed = step.branches.size();
  const auto mix = [&](std::uint64_t word) {
    seed = (seed ^ word) * 0x9e3779b97f4a7c15u;
    seed ^= seed >> 32;
  };
  for (const RawGraph::Node& node : step.nodes) mix(node.throws * 64 + node.count);
  for (const RawGraph::Branch& branch : step.branches) {
    const bool on = branch.link.is(Link::Kind::node);
    mix(branch.throws * 2 + (on ? 1 : 0) + (std::uint64_t{branch.link.index()} << 32));
  }
  return seed;
}

}  // namespace

std::uint32_t StepShapes::index_of(const RawGraph& step, std::size_t ends) {
  const auto next = static_cast<std::uint32_t>(shapes_.size());
  Shape shape;
  shape.hash = hash_of(step);
  shape.first_node = static_cast<std::uint32_t>(nodes_.size());
  shape.node_count = static_cast<std::uint32_t>(step.nodes.size());
  shape.first_branch = branches_.size();
  shape.branch_count = static_cast<std::uint32_t>(step.branches.size());
  shape.first_weight = weights_.size();
  shape.ends = static_cast<std::uint32_t>(ends);
  nodes_.insert(nodes_.end(), step.nodes.begin(), step.nodes.end());
  branches_.insert(branches_.end(), step.branches.begin(), step.branches.end());
  shapes_.push_back(shape);
  const auto [known, is_new] = known_.insert(next);
  if (is_new) {
    weigh(shapes_.back());
  } else {
    nodes_.resize(shape.first_node);
    branches_.resize(shape.first_branch);
    shapes_.pop_back();
  }
  return *known;
}

bool StepShapes::equal(std::uint32_t a, std::uint32_t b) const {
  if (shapes_[a].hash != shapes_[b].hash || shapes_[a].ends != shapes_[b].ends) return false;
  return std::ranges::equal(nodes(a), nodes(b),
                            [](const RawGraph::Node& one, const RawGraph::Node& two) {
                              return one.throws == two.throws && one.first == two.first &&
                                     one.count == two.count;
                            }) &&
         std::ranges::equal(branches(a), branches(b),
                            [](const RawGraph::Branch& one, const RawGraph::Branch& two) {
                              return one.throws == two.throws && one.link == two.link;
                            });
}

/// Works out the probabilities of the ends from the root on: a node comes after all that lead to
/// it.
void StepShapes::weigh(Shape& shape) {
  const std::span<const RawGraph::Node> nodes(nodes_.data() + shape.first_node, shape.node_count);
  const RawGraph::Branch* const branches = branches_.data() + shape.first_branch;
  std::vector<Share> arriving(nodes.size());
  std::vector<std::pair<std::size_t, Share>> ended;
  weights_.resize(shape.first_weight + shape.ends, 0);
  const std::span<std::uint64_t> weights(weights_.data() + shape.first_weight, shape.ends);
  if (!nodes.empty()) arriving.front().ways = 1;
  std::uint64_t common = 1;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    for (std::uint32_t b = nodes[n].first; b < nodes[n].first + nodes[n].count; ++b) {
      Share share{product(arriving[n].ways, branches[b].throws),
                  product(arriving[n].throws, nodes[n].throws)};
      if (share.ways == 0 || share.throws == 0) return;
      share = lowest(share);
      if (branches[b].link.is(Link::Kind::node)) {
        Share& there = arriving[branches[b].link.index()];
        there = sum(there, share);
        if (there.throws == 0) return;
        continue;
      }
      common = product(common / std::gcd(common, share.throws), share.throws);
      if (common == 0) return;
      ended.emplace_back(branches[b].link.index(), share);
    }
  }
  // Each is at most the whole, and together they are the whole: nothing overflows.
  for (const auto& [end, share] : ended) weights[end] += share.ways * (common / share.throws);
  std::uint64_t all = common;
  for (const std::uint64_t weight : weights) all = std::gcd(all, weight);
  for (std::uint64_t& weight : weights) weight /= all;
  shape.throws = common / all;
}

}  // namespace combat_odds
