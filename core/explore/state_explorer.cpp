#include "core/explore/state_explorer.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/dice/known_as.hpp"
#include "core/explore/always_ends.hpp"
#include "core/text/doing.hpp"

namespace combat_odds {
namespace {

/// Larger results are not kept for another rule.
constexpr std::size_t most_kept_states = 4096;
constexpr std::size_t most_kept_ends = 65'536;

constexpr std::uint32_t no_leaf = ~std::uint32_t{0};

GraphTooLarge too_large(std::size_t most, const std::string& what) {
  return GraphTooLarge("more than " + std::to_string(most) + " " + what +
                       " to tell apart: ask for fewer units, kinds of units, steps or rounds");
}

/// Thrown where steps meet at a checkpoint, so that they can't be stored one by one.
class StepsMeet {};

}  // namespace

StateExplorer::StateExplorer(const StagedRule& rule, std::size_t most_nodes,
                             Checkpoints checkpoints, const RunControl* control,
                             ChoiceTable* choices, std::size_t most_states)
    : rule_(&rule),
      shared_(known_as<SharedSteps>(&rule)),
      most_nodes_(most_nodes),
      most_states_(std::min(most_nodes, most_states)),
      control_(control),
      paths_(graph, most_nodes, checkpoints, control, choices),
      book_(rule, most_nodes, checkpoints, control),
      states_(rule, checkpoints, choices == nullptr),
      from_(rule.state_size()),
      to_(rule.state_size()),
      in_steps_(choices == nullptr) {}

void StateExplorer::explore(bool graph_follows) {
  graph_follows_ = graph_follows;
  try {
    explore_all();
  } catch (const StepsMeet&) {
    give_up();
    in_steps_ = false;
    explore_all();
  }
}

void StateExplorer::give_up() {
  node_count_ = 0;
  steps = {};
  leaves = OutcomeTable();
  rounds.clear();
  states_.give_up();
  std::vector<Link>().swap(entries_);
  std::vector<ActingStep>().swap(acting_steps_);
  std::vector<std::uint32_t>().swap(acting_ends_);
  borders_.clear();
  only_leaves_.clear();
  changing_steps_.clear();
  only_they_differ_ = false;
}

bool StateExplorer::always_ends() const {
  ReachOrder<StepWalk> order(StepWalk(steps, shapes()));
  order.add(root);
  for (const std::vector<Link>& round : rounds) {
    for (const Link link : round) order.add(link);
  }
  return combat_odds::always_ends(order);
}

bool StateExplorer::can_go_on() const {
  return in_steps_ && only_they_differ_ && rule_->rounds() == 1 &&
         states_.size() <= most_kept_states && steps.ends.size() <= most_kept_ends &&
         shared_ != nullptr;
}

bool StateExplorer::go_on_with(const StagedRule& rule) {
  rule_ = &rule;
  shared_ = known_as<SharedSteps>(&rule);
  book_.go_on_with(rule);
  states_.go_on_with(rule);
  const std::size_t known_ends = steps.ends.size();
  for (const std::uint32_t state : std::exchange(changing_steps_, {})) {
    std::copy_n(states_.whole_state(state), from_.size(), from_.begin());
    entries_[state] = short_step_from(state);
  }
  explore_states();
  for (std::size_t end = known_ends; end < steps.ends.size(); ++end) {
    steps.ends[end] = resolved(steps.ends[end]);
  }
  return only_they_differ_;
}

std::optional<std::uint32_t> StateExplorer::only_first_changes() const {
  if (!can_go_on() || changing_steps_.size() != 1) return std::nullopt;
  const Link first = rounds.front()[root.index()];
  const std::uint32_t changing = changing_steps_.front();
  return first == Link(Link::Kind::node, changing) ? std::optional(changing) : std::nullopt;
}

void StateExplorer::explore_all() {
  rule_->first(to_.data());
  root = state(to_.data());
  if (rule_->rounds() == 0) {
    explore_states();
  } else {
    explore_rounds();
  }
  root = resolved(root);
  for (RawGraph::Branch& branch : graph.branches) branch.link = resolved(branch.link);
  for (Link& end : steps.ends) end = resolved(end);
  for (std::vector<Link>& round : rounds) {
    for (Link& link : round) link = resolved(link);
  }
}

void StateExplorer::explore_states() {
  constexpr std::size_t states_between = 4096;  // steps that are known are not played
  while (entries_.size() < states_.size()) {
    if (entries_.size() % states_between == 0) {
      if (control_ != nullptr && control_->stopped()) throw Interrupted();
      tell_doing("exploring", states_.size(), "states");
    }
    const auto next = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back(step_from(next));
  }
}

/// Every round begins from all known borders. Those of earlier rounds are usually reached again;
/// what is not reached is left out in the end.
void StateExplorer::explore_rounds() {
  const int count = rule_->rounds();
  if (count > StagedRule::most_rounds) throw std::logic_error("a rule of too many rounds");
  explore_states();
  for (int round = 0; round < count; ++round) {
    std::vector<Link>& begun = rounds.emplace_back();
    for (const std::uint32_t border : borders_) {
      const std::byte* const bytes = states_.whole_state(border);
      if (round > 0 && rule_->ended(bytes, round)) {
        begun.emplace_back();
        continue;
      }
      std::copy_n(bytes, to_.size(), to_.begin());
      rule_->begin(to_.data(), round);
      begun.push_back(state(to_.data()));
    }
    explore_states();
  }
}

/// Where a state leads.
Link StateExplorer::step_from(std::uint32_t from) {
  if (in_steps_) steps.steps.push_back({StepGraph::no_shape, 0});
  if (states_.parts(from).standing != StateParts::whole) return parted_step_from(from);
  std::copy_n(states_.whole_state(from), from_.size(), from_.begin());
  if (rule_->rounds() == 0) {
    if (std::optional<Outcome> outcome = rule_->ended(from_.data(), 0)) {
      return {Link::Kind::leaf, leaves.index_of(*std::move(outcome))};
    }
  } else if (rule_->between_rounds(from_.data())) {
    borders_.push_back(from);
    return {Link::Kind::border, borders_.size() - 1};
  }
  if (in_steps_) return short_step_from(from);
  return paths_.explore([&](Dice& dice) {
    std::copy(from_.begin(), from_.end(), to_.begin());
    rule_->next(to_.data(), dice);
    return paths_.coasting() ? Link() : state(to_.data());
  });
}

Link StateExplorer::short_step_from(std::uint32_t from) {
  const std::uint32_t shape = book_.step(from_.data());
  if (book_.has_checkpoints()) throw StepsMeet();
  const std::size_t first = steps.ends.size();
  for (std::size_t end = 0; end < book_.end_count(); ++end) {
    std::copy_n(book_.end(end), to_.size(), to_.begin());
    steps.ends.push_back(state(to_.data()));
  }
  const Link entry = stepped(from, shape, first);
  if (shared_ == nullptr || shared_->goes_by_them(from_.data())) {
    changing_steps_.push_back(from);
    // A state that rolls nothing is skipped by all links that lead to it.
    only_they_differ_ = only_they_differ_ && entry.is(Link::Kind::node);
  }
  return entry;
}

/// Where an end of a parted state leads. The step of its acting part must be known.
StateParts::Parts StateExplorer::led_to(StateParts::Parts parts, std::size_t end) const {
  return {acting_ends_[acting_steps_[parts.acting].first_end + end], parts.standing};
}

/// Where a parted state leads. The step of its acting part is found only once.
Link StateExplorer::parted_step_from(std::uint32_t from) {
  constexpr std::size_t states_ahead = 4;
  const StateParts::Parts parts = states_.parts(from);
  if (parts.acting >= acting_steps_.size()) acting_steps_.resize(parts.acting + 1);
  if (acting_steps_[parts.acting].end_count == 0) {
    std::copy_n(states_.acting(parts.acting), from_.size(), from_.begin());
    const std::uint32_t shape = book_.step(from_.data());
    if (book_.has_checkpoints()) throw StepsMeet();
    const auto ends = static_cast<std::uint32_t>(book_.end_count());
    acting_steps_[parts.acting] = {shape, ends, acting_ends_.size()};
    for (std::size_t end = 0; end < ends; ++end) {
      std::copy_n(book_.end(end), to_.size(), to_.begin());
      acting_ends_.push_back(states_.acting_part(to_.data()));
    }
  }
  const ActingStep step = acting_steps_[parts.acting];
  const std::size_t first = steps.ends.size();
  announce(from + states_ahead);
  for (std::size_t end = 0; end < step.end_count; ++end) {
    steps.ends.push_back(numbered(states_.index_of(led_to(parts, end))));
  }
  return stepped(from, step.shape, first);
}

/// Prefetches everything that a parted state leads to, if the step of its acting part is known.
void StateExplorer::announce(std::size_t state) const {
  if (state >= states_.size()) return;
  const StateParts::Parts parts = states_.parts(static_cast<std::uint32_t>(state));
  if (parts.standing == StateParts::whole || parts.acting >= acting_steps_.size()) return;
  for (std::size_t end = 0; end < acting_steps_[parts.acting].end_count; ++end) {
    states_.announce(led_to(parts, end));
  }
}

std::uint32_t StateExplorer::leaf_of(std::uint32_t border, int played) {
  const bool only = rule_->rounds() == 1;
  if (only && only_leaves_.size() < borders()) only_leaves_.resize(borders(), no_leaf);
  if (only && only_leaves_[border] != no_leaf) return only_leaves_[border];
  std::optional<Outcome> reached = outcome(border, played);
  if (!reached) throw std::logic_error("rounds that end without an outcome");
  const std::uint32_t leaf = leaves.index_of(*std::move(reached));
  if (only) only_leaves_[border] = leaf;
  return leaf;
}

/// Where a state leads whose step has this shape. Its ends are those from `first` on.
Link StateExplorer::stepped(std::uint32_t from, std::uint32_t shape, std::size_t first) {
  const std::size_t rolls = book_.shapes.nodes(shape).size();
  if (rolls == 0) {
    const Link only = steps.ends.back();
    steps.ends.pop_back();
    return only;
  }
  steps.steps[from] = {shape, static_cast<std::uint32_t>(first)};
  node_count_ += rolls;
  if (graph_follows_) check_room();
  return {Link::Kind::node, from};
}

void StateExplorer::check_room() const {
  if (node_count_ <= most_nodes_) return;
  throw too_large(most_nodes_, "rolls");
}

void StateExplorer::expand() {
  if (!in_steps_) return;
  check_room();
  const StepShapes& shapes = book_.shapes;
  std::vector<std::uint32_t> first_node;
  std::uint32_t nodes = 0;
  for (const StepGraph::Step step : steps.steps) {
    first_node.push_back(nodes);
    if (step.shape != StepGraph::no_shape) {
      nodes += static_cast<std::uint32_t>(shapes.nodes(step.shape).size());
    }
  }
  const auto expanded = [&](Link link) {
    return link.is(Link::Kind::node) ? Link(Link::Kind::node, first_node[link.index()]) : link;
  };
  graph.nodes.reserve(nodes);
  for (const StepGraph::Step step : steps.steps) {
    if (step.shape == StepGraph::no_shape) continue;
    const std::size_t here = graph.nodes.size();
    const auto branches = static_cast<std::uint32_t>(graph.branches.size());
    for (const RawGraph::Node& node : shapes.nodes(step.shape)) {
      graph.nodes.push_back({node.throws, branches + node.first, node.count});
    }
    for (const RawGraph::Branch& branch : shapes.branches(step.shape)) {
      const Link link = branch.link.is(Link::Kind::node)
                            ? Link(Link::Kind::node, here + branch.link.index())
                            : expanded(steps.ends[step.first_end + branch.link.index()]);
      graph.branches.push_back({branch.throws, link});
    }
  }
  root = expanded(root);
  for (std::vector<Link>& round : rounds) {
    for (Link& link : round) link = expanded(link);
  }
  steps = {};
  in_steps_ = false;
}

/// The link to a state. States that are alike have the same link.
Link StateExplorer::state(std::byte* bytes) { return numbered(states_.index_of(bytes)); }

Link StateExplorer::numbered(std::uint32_t index) const {
  if (index >= most_states_) {
    throw too_large(most_states_, "states");
  }
  return {Link::Kind::state, index};
}

/// Follows states that roll nothing to where they lead.
Link StateExplorer::resolved(Link link) const {
  for (std::size_t passed = 0; link.is(Link::Kind::state); ++passed) {
    if (passed > entries_.size()) throw Endless();
    link = entries_[link.index()];
  }
  return link;
}

}  // namespace combat_odds
