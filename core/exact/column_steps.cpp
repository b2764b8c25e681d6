#include <algorithm>
#include <map>

#include "core/exact/column_play.hpp"
#include "core/exact/column_walk.hpp"
#include "core/explore/reach_order.hpp"

// Steps of a few bodies, played by columns.

namespace combat_odds {
namespace {

using long_numbers::Word;

/// A weight on the way from one denominator to another, by their numbers.
struct StepFactor {
  Word weight = 0;
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  friend bool operator==(const StepFactor&, const StepFactor&) = default;
};
struct HashOfFactor {
  std::size_t operator()(const StepFactor& factor) const {
    return StateKey{factor.weight ^ std::uint64_t{factor.from} << 40, factor.to}.hash();
  }
};

/// Where the nodes of a StepColumns lead, for ReachOrder.
struct LeadsWalk {
  const std::vector<std::vector<std::uint32_t>>* leads;
  std::size_t size() const { return leads->size(); }
  std::size_t count(std::uint32_t node) const { return (*leads)[node].size(); }
  Link link(std::uint32_t node, std::uint32_t end) const {
    return {Link::Kind::node, (*leads)[node][end]};
  }
};

class StepColumns {
 public:
  StepColumns(ColumnPlay& play, const WaitingStates& waiting, unsigned which)
      : play_(play), waiting_(waiting), which_(which), acting_(play.states.bits(which)) {
    find_nodes();
    put_in_order();
    find_denominators();
    find_factors();
  }

  void carry() {
    Denominator over = waiting_.over;
    over *= end_over_;
    ColumnGoals goals(play_, over);
    std::vector<ColumnGoal> goal_of(nodes_.size());
    for (std::size_t n = graph_.leading_on(); n < sorted_.size(); ++n) {
      goal_of[n] = goals.to(nodes_[sorted_[n]].key.message);
    }
    std::vector<std::vector<Word>> start_factor(nodes_.size());
    for (const std::uint32_t n : starts_) {
      if (start_factor[n].empty()) start_factor[n] = scaled(1, {}, nodes_[n].over, play_.bases);
    }
    const auto columns = by_column<std::uint64_t>(
        waiting_, [&](std::size_t i) { return waiting_.key(i).bodies & ~acting_; });
    ColumnWalk walk(graph_, words_of(over, play_.bases));
    for (std::size_t i = 0; i < columns.size();) {
      play_.heed_limits();
      const std::uint64_t column = columns[i].first;
      for (; i < columns.size() && columns[i].first == column; ++i) {
        const std::uint32_t n = starts_[columns[i].second];
        walk.start(position_[n], waiting_.number(columns[i].second), start_factor[n]);
      }
      walk.carry(factors_, words_of_factor_, [&](std::uint32_t end, std::span<const Word> number) {
        StateKey key = nodes_[sorted_[end]].key;
        key.bodies |= column;
        goal_of[end].states->add(key, number, *goal_of[end].factor);
      });
    }
  }

 private:
  struct Node {
    StateKey key;
    const BodyStates::Step* step = nullptr;  ///< null: an end
    Denominator over;                        ///< that of the column left out
  };

  void find_nodes() {
    boost::unordered_flat_map<StateKey, std::uint32_t, HashOfKey> known;
    const auto node_of = [&](const StateKey& key) {
      const auto [at, is_new] = known.try_emplace(key, static_cast<std::uint32_t>(nodes_.size()));
      if (is_new) nodes_.push_back({key, nullptr, {}});
      return at->second;
    };
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      const StateKey& key = waiting_.key(i);
      starts_.push_back(node_of({key.bodies & acting_, key.message}));
    }
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      if (n % 1024 == 0) play_.heed_limits();
      leads_.emplace_back();
      const auto& turn = play_.states.turn(nodes_[n].key.message);
      const bool goes_on = turn && turn->kind == InBodies::Turn::Kind::step;
      if (!goes_on || (turn->bodies & ~which_) != 0) continue;
      const BodyStates::Step& step = play_.states.step(nodes_[n].key, which_);
      nodes_[n].step = &step;
      for (const BodyStates::End& end : step.ends) leads_.back().push_back(node_of(end.to));
    }
  }

  /// Nodes that lead on in topological order, then the ends.
  void put_in_order() {
    ReachOrder<LeadsWalk> order(LeadsWalk{&leads_});
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) order.add({Link::Kind::node, n});
    if (!order.acyclic) throw NotByColumns();
    sorted_.assign(order.nodes.rbegin(), order.nodes.rend());
    std::stable_partition(sorted_.begin(), sorted_.end(),
                          [&](std::uint32_t n) { return nodes_[n].step != nullptr; });
    position_.resize(nodes_.size());
    for (std::uint32_t i = 0; i < sorted_.size(); ++i) position_[sorted_[i]] = i;
  }

  Denominator leaving(const Node& node) {
    Denominator over = node.over;
    over *= play_.denominator(node.step->throws);
    return over;
  }

  /// A node's denominator is the common multiple of those that its edges bring; ends share one.
  void find_denominators() {
    for (const std::uint32_t n : sorted_) {
      if (nodes_[n].step == nullptr) break;
      const Denominator brought = leaving(nodes_[n]);
      for (const std::uint32_t to : leads_[n]) {
        Denominator& there = nodes_[to].step != nullptr ? nodes_[to].over : end_over_;
        there = common_multiple(there, brought);
      }
    }
    for (Node& node : nodes_) {
      if (node.step == nullptr) node.over = end_over_;
    }
  }

  /// Equal factors have one slot.
  void find_factors() {
    std::map<decltype(Denominator::of), std::uint32_t> numbers;
    const auto number_of = [&](const Denominator& of) {
      return numbers.try_emplace(of.of, static_cast<std::uint32_t>(numbers.size())).first->second;
    };
    std::vector<std::uint32_t> over_number;
    for (const Node& node : nodes_) over_number.push_back(number_of(node.over));
    boost::unordered_flat_map<StepFactor, std::uint32_t, HashOfFactor> slots;
    std::vector<std::vector<Word>> by_slot;
    for (const std::uint32_t n : sorted_) {
      if (nodes_[n].step == nullptr) {
        ++graph_.ends;
        continue;
      }
      const Denominator brought = leaving(nodes_[n]);
      const std::uint32_t brought_number = number_of(brought);
      const std::vector<BodyStates::End>& ends = nodes_[n].step->ends;
      for (std::size_t e = 0; e < ends.size(); ++e) {
        const std::uint32_t to = leads_[n][e];
        const auto [slot, is_new] =
            slots.try_emplace({ends[e].weight, brought_number, over_number[to]},
                              static_cast<std::uint32_t>(by_slot.size()));
        if (is_new) {
          by_slot.push_back(scaled(ends[e].weight, brought, nodes_[to].over, play_.bases));
          words_of_factor_ = std::max(words_of_factor_, by_slot.back().size());
        }
        graph_.edges.push_back({position_[to], slot->second});
      }
      graph_.first_edge.push_back(static_cast<std::uint32_t>(graph_.edges.size()));
    }
    factors_.assign(by_slot.size() * words_of_factor_, 0);
    for (std::size_t f = 0; f < by_slot.size(); ++f) {
      std::copy(by_slot[f].begin(), by_slot[f].end(),
                factors_.begin() + static_cast<std::ptrdiff_t>(f * words_of_factor_));
    }
  }

  ColumnPlay& play_;
  const WaitingStates& waiting_;
  const unsigned which_;
  const std::uint64_t acting_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> starts_;              ///< the nodes of the waiting states
  std::vector<std::vector<std::uint32_t>> leads_;  ///< from node to node
  std::vector<std::uint32_t> sorted_;              ///< the nodes in the order of the graph
  std::vector<std::uint32_t> position_;            ///< in that order
  Denominator end_over_;
  ColumnGraph graph_;
  std::vector<Word> factors_;
  std::size_t words_of_factor_ = 1;
};

}  // namespace

void play_steps(ColumnPlay& play, const WaitingStates& waiting, unsigned which) {
  StepColumns(play, waiting, which).carry();
}

}  // namespace combat_odds
