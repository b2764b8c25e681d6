#include "combat_odds/core/state_explorer.hpp"

#include <algorithm>
#include <stdexcept>

namespace combat_odds {

StateExplorer::StateExplorer(const StagedRule& rule, std::size_t most_nodes,
                             Checkpoints checkpoints, const RunControl* control,
                             ChoiceTable* choices)
    : rule_(rule),
      most_nodes_(most_nodes),
      heeds_alike_(checkpoints == Checkpoints::heeded),
      paths_(graph, most_nodes, checkpoints, control, choices),
      states_(rule.state_size()),
      from_(rule.state_size()),
      to_(rule.state_size()) {}

void StateExplorer::explore() {
  rule_.first(to_.data());
  root = state(to_.data());
  if (rule_.rounds() == 0) {
    explore_states();
  } else {
    explore_rounds();
  }
  root = resolved(root);
  for (RawGraph::Branch& branch : graph.branches) branch.link = resolved(branch.link);
  for (std::vector<Link>& round : rounds) {
    for (Link& link : round) link = resolved(link);
  }
}

void StateExplorer::explore_states() {
  while (entries_.size() < states_.size()) {
    const auto next = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back(step_from(next));
  }
}

/// All borders that are known begin every round: those of earlier rounds are reached again, as
/// rounds go, and what is not is left out in the end.
void StateExplorer::explore_rounds() {
  const int count = rule_.rounds();
  if (count > StagedRule::most_rounds) throw std::logic_error("a rule of too many rounds");
  explore_states();
  for (int round = 0; round < count; ++round) {
    std::vector<Link>& begun = rounds.emplace_back();
    for (const std::uint32_t border : borders_) {
      const std::byte* const bytes = states_[border];
      if (round > 0 && rule_.ended(bytes, round)) {
        begun.emplace_back();
        continue;
      }
      std::copy_n(bytes, to_.size(), to_.begin());
      rule_.begin(to_.data(), round);
      begun.push_back(state(to_.data()));
    }
    explore_states();
  }
}

/// Where a state leads.
Link StateExplorer::step_from(std::uint32_t from) {
  std::copy_n(states_[from], from_.size(), from_.begin());
  if (rule_.rounds() == 0) {
    if (std::optional<Outcome> outcome = rule_.ended(from_.data(), 0)) {
      return {Link::Kind::leaf, leaves.index_of(*std::move(outcome))};
    }
  } else if (rule_.between_rounds(from_.data())) {
    borders_.push_back(from);
    return {Link::Kind::border, borders_.size() - 1};
  }
  return paths_.explore([&](Dice& dice) {
    std::copy(from_.begin(), from_.end(), to_.begin());
    rule_.next(to_.data(), dice);
    return paths_.coasting() ? Link() : state(to_.data());
  });
}

/// The state as a link, alike ones as one.
Link StateExplorer::state(std::byte* bytes) {
  if (heeds_alike_) rule_.make_alike(bytes);
  const std::uint32_t index = states_.index_of(bytes);
  if (index >= most_nodes_) {
    throw GraphTooLarge("more than " + std::to_string(most_nodes_) + " states to tell apart");
  }
  return {Link::Kind::state, index};
}

/// Follows states that roll nothing to where they lead.
Link StateExplorer::resolved(Link link) const {
  for (std::size_t steps = 0; link.is(Link::Kind::state); ++steps) {
    if (steps > entries_.size()) throw std::logic_error("a Process that neither rolls nor ends");
    link = entries_[link.index()];
  }
  return link;
}

}  // namespace combat_odds
