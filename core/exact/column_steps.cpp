#include <algorithm>
#include <map>

#include "core/exact/column_play.hpp"
#include "core/exact/column_walk.hpp"
#include "core/explore/reach_order.hpp"

// Steps of a few bodies, played by columns.

namespace combat_odds {
namespace {

using long_numbers::Word;

/// Where the nodes of a StepColumns lead, for ReachOrder.
struct LeadsWalk {
  const std::vector<std::uint32_t>* first;
  const std::vector<std::uint32_t>* leads;
  std::size_t size() const { return first->size() - 1; }
  std::size_t count(std::uint32_t node) const { return (*first)[node + 1] - (*first)[node]; }
  Link link(std::uint32_t node, std::uint32_t end) const {
    return {Link::Kind::node, (*leads)[(*first)[node] + end]};
  }
};

}  // namespace

/// The graph of the steps of a few bodies. It is kept, and grows as states wait that are new to it.
class StepColumns {
 public:
  StepColumns(ColumnPlay& play, unsigned which)
      : play_(play), which_(which), acting_(play.states.bits(which)) {}

  void carry(const WaitingStates& waiting) {
    find_starts(waiting);
    if (find_nodes()) {
      put_in_order();
      find_denominators();
      find_factors();
    }
    const auto times = [&](Denominator over) { return over *= waiting.over; };
    const Denominator over = times(over_of_ends());
    std::vector<std::vector<Word>> start_factor(denominators_.size());
    ColumnGoals goals(play_, over);
    std::vector<ColumnGoal> goal_of(nodes_.size() - graph_.leading_on());
    for (const std::uint32_t n : starts_) {
      std::vector<Word>& factor = start_factor[nodes_[n].over];
      if (factor.empty()) factor = scaled(1, {}, denominators_[nodes_[n].over], play_.bases);
    }
    const auto columns = by_column<std::uint64_t>(
        waiting, [&](std::size_t i) { return waiting.key(i).bodies & ~acting_; });
    ColumnWalk walk(graph_, words_of(over, play_.bases));
    play_.heed_ahead(columns.size(), words_of(waiting.over, play_.bases), [&](std::size_t c) {
      for (const std::uint32_t state : columns.states(c)) walk.touch(position_[starts_[state]]);
      ColumnPlay::Ahead ahead;
      walk.reach(factors_, [&](std::uint32_t end) {
        const StateKey& key = nodes_[sorted_[end]].key;
        ++ahead.states;
        ahead.again += play_.goes_on({key.bodies | columns.columns[c], key.message}) ? 1 : 0;
      });
      return ahead;
    });
    for (std::size_t c = 0; c < columns.size(); ++c) {
      play_.heed_limits();
      const std::uint64_t column = columns.columns[c];
      for (const std::uint32_t state : columns.states(c)) {
        const std::uint32_t n = starts_[state];
        walk.start(position_[n], waiting.number(state), start_factor[nodes_[n].over]);
      }
      const auto key_of = [&](std::uint32_t end) -> StateKey {
        const StateKey& key = nodes_[sorted_[end]].key;
        return {key.bodies | column, key.message};
      };
      const auto announced = [&](std::uint32_t end) {
        const ColumnGoal& goal = goal_of[end - graph_.leading_on()];
        if (goal.states != nullptr) goal.states->announce(key_of(end));
      };
      walk.carry(factors_, announced, [&](std::uint32_t end, std::span<const Word> number) {
        const StateKey key = key_of(end);
        ColumnGoal& goal = goal_of[end - graph_.leading_on()];
        if (goal.states == nullptr) {
          goal = goals.to(key.message, times(denominators_[nodes_[sorted_[end]].over]));
        }
        goal.states->add(key, number, *goal.factor);
      });
    }
  }

 private:
  /// A weight on the way from one denominator to another, by their numbers.
  struct StepFactor {
    Word weight = 0;
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    friend bool operator==(const StepFactor&, const StepFactor&) = default;
  };
  struct HashOfFactor {
    std::size_t operator()(const StepFactor& factor) const {
      const StateKey both{factor.weight ^ std::uint64_t{factor.from} << 40, factor.to};
      return static_cast<std::size_t>(both.hash());
    }
  };
  struct Node {
    StateKey key;
    const BodyStates::Step* step = nullptr;  ///< null: an end
    std::uint32_t over = 0;                  ///< denominator by number, that of the column left out
    std::uint32_t leaving = 0;               ///< the same of what its edges bring
  };

  std::uint32_t node_of(const StateKey& key) {
    const auto [at, is_new] = known_.try_emplace(key, static_cast<std::uint32_t>(nodes_.size()));
    if (is_new) nodes_.push_back({key, nullptr, 0, 0});
    return at->second;
  }
  void find_starts(const WaitingStates& waiting) {
    starts_.clear();
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      const StateKey& key = waiting.key(i);
      starts_.push_back(node_of({key.bodies & acting_, key.message}));
    }
  }
  /// Returns whether there are new ones.
  bool find_nodes() {
    const std::size_t before = first_lead_.size();
    for (std::size_t n = before - 1; n < nodes_.size(); ++n) {
      if (n % 1024 == 0) {
        play_.heed_limits();
        if (n > most_graph_nodes) {
          throw GraphTooLarge("more than " + std::to_string(most_graph_nodes) +
                              " states of one side: ask for fewer units, kinds of units or rounds");
        }
      }
      const auto& turn = play_.states.turn(nodes_[n].key.message);
      const bool goes_on = turn && turn->kind == InBodies::Turn::Kind::step;
      if (goes_on && (turn->bodies & ~which_) == 0) {
        const BodyStates::Step& step = play_.states.step(nodes_[n].key, which_);
        nodes_[n].step = &step;
        for (const BodyStates::End& end : step.ends) leads_.push_back(node_of(end.to));
      }
      first_lead_.push_back(static_cast<std::uint32_t>(leads_.size()));
      // A node, its state and its step stand in tables, and each lead in three places.
      play_.graph_bytes += 2 * (sizeof(Node) + 3 * sizeof(StateKey) + play_.rule.state_size()) +
                           (leads_.size() - first_lead_[n]) *
                               (sizeof(BodyStates::End) + sizeof(ColumnGraph::Edge) + 4);
    }
    return first_lead_.size() != before;
  }
  std::span<const std::uint32_t> leads(std::uint32_t n) const {
    return {leads_.data() + first_lead_[n], first_lead_[n + 1] - first_lead_[n]};
  }

  /// Nodes that lead on in topological order, then the ends.
  void put_in_order() {
    ReachOrder<LeadsWalk> order(LeadsWalk{&first_lead_, &leads_});
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) order.add({Link::Kind::node, n});
    if (!order.acyclic) throw NotByColumns();
    sorted_.assign(order.nodes.rbegin(), order.nodes.rend());
    std::stable_partition(sorted_.begin(), sorted_.end(),
                          [&](std::uint32_t n) { return nodes_[n].step != nullptr; });
    position_.resize(nodes_.size());
    for (std::uint32_t i = 0; i < sorted_.size(); ++i) position_[sorted_[i]] = i;
  }

  std::uint32_t number_of(const Denominator& of) {
    const auto [known, is_new] =
        numbers_.try_emplace(of.of, static_cast<std::uint32_t>(denominators_.size()));
    if (is_new) denominators_.push_back(of);
    return known->second;
  }
  /// What a step of so many throws makes of a denominator.
  std::uint32_t leaving(std::uint32_t over, Word throws) {
    const auto [known, is_new] = left_with_.try_emplace({over, throws}, 0u);
    if (is_new) {
      Denominator brought = denominators_[over];
      brought *= play_.denominator(throws);
      known->second = number_of(brought);
    }
    return known->second;
  }
  std::uint32_t multiple(std::uint32_t one, std::uint32_t two) {
    if (one == two) return one;
    const auto [known, is_new] = multiples_.try_emplace(std::uint64_t{one} << 32 | two, 0u);
    if (is_new) known->second = number_of(common_multiple(denominators_[one], denominators_[two]));
    return known->second;
  }

  /// The common multiple of the denominators of all ends that the waiting states can come to.
  Denominator over_of_ends() const {
    std::vector<std::uint8_t> reached(nodes_.size(), 0);
    for (const std::uint32_t n : starts_) reached[n] = 1;
    std::vector<std::uint8_t> met(denominators_.size(), 0);
    for (const std::uint32_t n : sorted_) {
      if (reached[n] == 0) continue;
      if (nodes_[n].step == nullptr) met[nodes_[n].over] = 1;
      for (const std::uint32_t to : leads(n)) reached[to] = 1;
    }
    Denominator over;
    for (std::size_t number = 0; number < met.size(); ++number) {
      if (met[number] != 0) over = common_multiple(over, denominators_[number]);
    }
    return over;
  }

  /// A node's denominator is the common multiple of those that its edges bring.
  void find_denominators() {
    const std::uint32_t one = number_of({});
    for (Node& node : nodes_) node.over = one;
    for (const std::uint32_t n : sorted_) {
      Node& node = nodes_[n];
      if (node.step == nullptr) break;
      node.leaving = leaving(node.over, node.step->throws);
      for (const std::uint32_t to : leads(n)) {
        nodes_[to].over = multiple(nodes_[to].over, node.leaving);
      }
    }
  }

  /// Equal factors have one slot.
  void find_factors() {
    graph_ = {};
    graph_.edges.reserve(leads_.size());
    for (const std::uint32_t n : sorted_) {
      const Node& node = nodes_[n];
      if (node.step == nullptr) {
        ++graph_.ends;
        continue;
      }
      const std::vector<BodyStates::End>& ends = node.step->ends;
      for (std::size_t e = 0; e < ends.size(); ++e) {
        const std::uint32_t to = leads(n)[e];
        const auto [slot, is_new] =
            slots_.try_emplace({ends[e].weight, node.leaving, nodes_[to].over}, 0u);
        if (is_new) {
          slot->second = factors_.add(scaled(ends[e].weight, denominators_[node.leaving],
                                             denominators_[nodes_[to].over], play_.bases));
        }
        graph_.edges.push_back({position_[to], slot->second});
      }
      graph_.first_edge.push_back(static_cast<std::uint32_t>(graph_.edges.size()));
    }
  }

  ColumnPlay& play_;
  const unsigned which_;
  const std::uint64_t acting_;
  std::vector<Node> nodes_;
  boost::unordered_flat_map<StateKey, std::uint32_t, HashOfKey> known_;
  std::vector<std::uint32_t> starts_;         ///< the nodes of the waiting states
  std::vector<std::uint32_t> first_lead_{0};  ///< of each node, and behind the last
  std::vector<std::uint32_t> leads_;          ///< from node to node
  std::vector<std::uint32_t> sorted_;         ///< the nodes in the order of the graph
  std::vector<std::uint32_t> position_;       ///< in that order
  std::map<decltype(Denominator::of), std::uint32_t> numbers_;
  std::vector<Denominator> denominators_;  ///< by number
  boost::unordered_flat_map<std::pair<std::uint32_t, Word>, std::uint32_t> left_with_;
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> multiples_;  ///< by both numbers
  ColumnGraph graph_;
  boost::unordered_flat_map<StepFactor, std::uint32_t, HashOfFactor> slots_;
  ColumnFactors factors_;
};

void play_steps(ColumnPlay& play, const WaitingStates& waiting, unsigned which) {
  std::shared_ptr<StepColumns>& steps = play.steps[which];
  if (steps == nullptr) steps = std::make_shared<StepColumns>(play, which);
  steps->carry(waiting);
}

}  // namespace combat_odds
