#include "core/exact/explored_rule.hpp"

#include <algorithm>
#include <numeric>

#include "core/dice/known_as.hpp"
#include "core/exact/after_first_step.hpp"
#include "core/exact/columns.hpp"
#include "core/exact/state_chain.hpp"
#include "core/explore/graph_finisher.hpp"

namespace combat_odds {

KeptStates::KeptStates() = default;
KeptStates::~KeptStates() = default;
KeptStates::KeptStates(KeptStates&&) noexcept = default;
KeptStates& KeptStates::operator=(KeptStates&&) noexcept = default;
std::size_t KeptStates::size() const { return states_ == nullptr ? 0 : states_->found(); }

namespace {

/// The same graph with its leaves in the order of the odds by columns.
void put_in_order(DecisionGraph& graph) {
  std::vector<std::uint32_t> order(graph.leaves.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t one, std::uint32_t two) {
    return stands_before(graph.leaves[one], graph.leaves[two]);
  });
  std::vector<std::uint32_t> places(order.size());
  std::vector<Outcome> leaves;
  leaves.reserve(order.size());
  for (const std::uint32_t leaf : order) {
    places[leaf] = static_cast<std::uint32_t>(leaves.size());
    leaves.push_back(std::move(graph.leaves[leaf]));
  }
  graph.leaves = std::move(leaves);
  const auto moved = [&](Target& target) {
    if (target.is_leaf()) target = Target::leaf(places[target.index()]);
  };
  moved(graph.root);
  for (DecisionGraph::Edge& edge : graph.edges) moved(edge.target);
  for (std::vector<Target>& round : graph.rounds) {
    for (Target& target : round) moved(target);
  }
}

}  // namespace

ExploredRule::ExploredRule(const Rule& rule, For wanted, const RunControl* control,
                           KeptStates* kept, std::size_t most_states)
    : wanted_(wanted),
      most_states_(most_states),
      staged_(rule.staged()),
      kept_(wanted == For::odds ? kept : nullptr),
      control_(control) {
  if (staged_ == nullptr) {
    graph_ = decision_graph(rule, most_graph_nodes, Checkpoints::heeded, control);
    return;
  }
  const auto* const in_bodies = known_as<InBodies>(staged_);
  is_in_bodies_ = in_bodies != nullptr && !in_bodies->bodies().empty();
  if (wanted != For::graph && is_in_bodies_) {
    in_bodies_ = in_bodies;
    return;
  }
  if (wanted != For::graph) most_states_ = most_graph_nodes;
  if (kept_ != nullptr && !kept_->empty()) {
    try {
      states_ = std::move(kept_->states_);
      if (states_->go_on_with(*staged_)) return;
    } catch (const GraphTooLarge&) {  // with the states of the other rules
    }
    kept_ = nullptr;
  }
  explore();
}

void ExploredRule::explore() {
  states_ = std::make_unique<StateExplorer>(*staged_, most_graph_nodes, Checkpoints::heeded,
                                            control_, nullptr, most_states_);
  try {
    states_->explore(false);  // a rule with too large a graph is played state by state
  } catch (const GraphTooLarge&) {
    states_found_ = most_graph_nodes;
    throw;
  }
  states_found_ = states_->found();
}

std::optional<StateChain> ExploredRule::chain() {
  std::optional<StateChain> chain = state_chain(*states_);
  if (chain || kept_ == nullptr) return chain;
  // States that only other rules reach may be in the way.
  kept_ = nullptr;
  explore();
  return state_chain(*states_);
}

/// The same numbers as those of its chain, of which only the first step is new.
bool ExploredRule::solve_by_first_step() {
  if (kept_->after_ == nullptr) kept_->after_ = std::make_unique<AfterFirstStep>();
  const std::optional<AfterFirstStep::Numbers> found = kept_->after_->odds(*states_);
  if (!found) return false;
  std::vector<std::uint64_t> numbers;
  leaves_.reserve(found->of_leaves.size());
  numbers.reserve(found->of_leaves.size());
  for (const auto& [leaf, number] : found->of_leaves) {
    leaves_.push_back(states_->leaves[leaf]);
    numbers.push_back(number);
  }
  static const Bases of_dice = [] {
    Bases bases;
    bases.include(6);
    return bases;
  }();
  Bases bases = of_dice;  // with their powers
  bases.include(found->over);
  std::vector<Bases::Exponent> over(bases.count());
  bases.factor(found->over, over.data());
  numbers_.emplace(std::move(bases), std::move(over), 1, std::move(numbers));
  kept_->states_ = std::move(states_);
  return true;
}

void ExploredRule::solve(std::size_t most_rolls) {
  if (in_bodies_ != nullptr) {
    if (std::optional<std::vector<Chance>> odds =
            odds_by_columns(*staged_, *in_bodies_, control_)) {
      chances_ = *std::move(odds);
      return;
    }
    in_bodies_ = nullptr;
    most_states_ = most_graph_nodes;
    explore();
  }
  if (!graph_) {
    if (kept_ != nullptr && solve_by_first_step()) return;
    if (std::optional<StateChain> chain = this->chain()) {
      const bool keeps = kept_ != nullptr && states_->can_go_on();
      if (wanted_ == For::odds && !keeps) states_->give_up();
      numbers_ = propagate(*chain, control_);
      leaves_ = std::move(chain->leaves);
      if (keeps) kept_->states_ = std::move(states_);
      return;
    }
    if (wanted_ == For::both && states_->in_steps() && states_->rolls() > most_rolls) {
      StateExplorer again(*staged_, most_graph_nodes, Checkpoints::heeded, control_);
      again.explore();
      DecisionGraph solved = finished(again);
      exact_.emplace(solved, control_);
      leaves_ = std::move(solved.leaves);
      return;
    }
  }
  exact_.emplace(graph(), control_);
}

ExactProbability ExploredRule::sum(std::span<const std::size_t> leaves) const {
  return numbers_ ? numbers_->probability(leaves) : exact_->sum(leaves);
}

const DecisionGraph& ExploredRule::graph(std::size_t most_rolls) {
  if (graph_) return *graph_;
  if (in_bodies_ != nullptr) explore();
  if (states_->in_steps() && states_->rolls() > most_rolls) {
    if (!states_->always_ends()) throw Endless();
    throw GraphTooLarge("a graph that is quicker walked by its states");
  }
  graph_ = finished(*states_);
  if (is_in_bodies_) put_in_order(*graph_);
  states_.reset();
  return *graph_;
}

}  // namespace combat_odds
