#include "core/explore/step_book.hpp"

#include <cstring>

namespace combat_odds {

StepBook::StepBook(const StagedRule& rule, std::size_t most_nodes, Checkpoints checkpoints,
                   const RunControl* control)
    : rule_(&rule),
      paths_(graph_, most_nodes, checkpoints, control),
      found_(rule.state_size()),
      to_(rule.state_size()) {}

std::uint32_t StepBook::step(const std::byte* state) {
  return step(state, [&](std::byte* to, Dice& dice) { rule_->next(to, dice); });
}

std::uint32_t StepBook::step(const std::byte* state, FunctionRef<void(std::byte*, Dice&)> play) {
  graph_.nodes.clear();
  graph_.branches.clear();
  found_.clear();
  paths_.explore([&](Dice& dice) -> Link {
    std::memcpy(to_.data(), state, to_.size());
    play(to_.data(), dice);
    if (paths_.coasting()) return {};
    return {Link::Kind::state, found_.index_of(to_.data())};
  });
  return shapes.index_of(graph_, found_.size());
}

}  // namespace combat_odds
