#include "core/exact/state_chain.hpp"

#include <algorithm>

#include "core/explore/reach_order.hpp"
#include "core/explore/reached_leaves.hpp"
#include "core/explore/rounds_walk.hpp"

namespace combat_odds {
namespace {

bool has_weights(const StepShapes& shapes) {
  for (std::uint32_t shape = 0; shape < shapes.size(); ++shape) {
    if (shapes.throws(shape) == 0) return false;
  }
  return true;
}

/// Adds states and their ends to the chain.
class Chaining {
 public:
  Chaining(const StateExplorer& explored, StateChain& chain)
      : explored_(explored), chain_(chain), order_(StepWalk(explored.steps, explored.shapes())) {}

  void reach(Link start) { order_.add(start); }

  /// Call after all starts are added; false if states recur.
  template <class Renamed>
  bool finish(Renamed&& renamed) {
    if (!order_.acyclic) return false;
    const StepGraph& graph = explored_.steps;
    const std::size_t count = order_.nodes.size();
    positions_.resize(graph.size());
    for (std::size_t i = 0; i < count; ++i) {
      positions_[order_.nodes[i]] = static_cast<std::uint32_t>(count - 1 - i);
    }
    chain_.shapes = &explored_.shapes();
    chain_.steps.reserve(count);
    chain_.ends.reserve(graph.ends.size());
    for (std::size_t i = count; i-- > 0;) {
      const StepGraph::Step step = graph.steps[order_.nodes[i]];
      chain_.steps.push_back({step.shape, static_cast<std::uint32_t>(chain_.ends.size())});
      for (std::size_t end = 0; end < explored_.shapes().ends(step.shape); ++end) {
        chain_.ends.push_back(target(renamed(graph.ends[step.first_end + end])));
      }
    }
    return true;
  }

  Target target(Link link) const {
    switch (link.kind()) {
      case Link::Kind::node:
        return Target::node(positions_[link.index()]);
      case Link::Kind::border:
        return Target::border(link.index());
      default:
        return Target::leaf(link.index());
    }
  }

 private:
  const StateExplorer& explored_;
  StateChain& chain_;
  ReachOrder<StepWalk> order_;
  std::vector<std::uint32_t> positions_;
};

template <class Take>
void drop_unreached(StateChain& chain, std::size_t leaves, Take&& take) {
  drop_unreached_leaves(chain, leaves, take, [&](auto&& visit) {
    for (Target& end : chain.ends) visit(end);
  });
}

}  // namespace

std::optional<StateChain> state_chain(StateExplorer& explored) {
  if (!explored.in_steps() || !has_weights(explored.shapes())) return std::nullopt;
  StateChain chain;
  Chaining chaining(explored, chain);
  if (!explored.has_rounds()) {
    chaining.reach(explored.root);
    if (!chaining.finish([](Link link) { return link; })) return std::nullopt;
    chain.root = chaining.target(explored.root);
    drop_unreached(chain, explored.leaves.size(),
                   [&](std::size_t i) { return explored.leaves[i]; });
    return chain;
  }
  RoundsWalk walk(explored, StepWalk(explored.steps, explored.shapes()));
  const Borders borders(walk.leads);
  const Link root = borders.renamed(walk.leads.front()[explored.root.index()]);
  chaining.reach(root);
  for (std::size_t r = 1; r < walk.leads.size(); ++r) {
    for (const Link link : walk.leads[r]) chaining.reach(link);
  }
  if (!chaining.finish([&](Link link) { return borders.renamed(link); })) return std::nullopt;
  chain.root = chaining.target(root);
  chain.borders = borders.kept.size();
  for (std::size_t r = 1; r < walk.leads.size() && chain.borders > 0; ++r) {
    std::vector<Target>& round = chain.rounds.emplace_back();
    for (const std::uint32_t border : borders.kept) {
      round.push_back(chaining.target(borders.renamed(walk.leads[r][border])));
    }
  }
  drop_unreached(chain, walk.leaves.size(),
                 [&](std::size_t i) { return explored.leaves[walk.leaves[i]]; });
  return chain;
}

}  // namespace combat_odds
