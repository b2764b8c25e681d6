#include "core/explore/step_book.hpp"

#include <algorithm>
#include <cstring>

namespace combat_odds {

StepBook::StepBook(const StagedRule& rule, std::size_t most_nodes, Checkpoints checkpoints,
                   const RunControl* control)
    : rule_(&rule),
      narrow_(checkpoints == Checkpoints::heeded ? dynamic_cast<const NarrowSteps*>(&rule)
                                                 : nullptr),
      paths_(graph_, most_nodes, checkpoints, control),
      found_(rule.state_size()),
      narrowed_(rule.state_size()),
      whole_(rule.state_size()),
      to_(rule.state_size()) {}

StepBook::Step StepBook::step(const std::byte* state) {
  const std::size_t size = to_.size();
  std::memcpy(whole_.data(), state, size);
  if (narrow_ != nullptr && narrow_->narrow(whole_.data())) {
    const std::uint32_t index = narrowed_.index_of(whole_.data());
    if (index == known_.size()) {
      const std::uint32_t shape = play(narrowed_[index]);
      known_.push_back({shape, static_cast<std::uint32_t>(found_.size()), ends_.size()});
      for (std::size_t end = 0; end < found_.size(); ++end) {
        ends_.insert(ends_.end(), found_[end], found_[end] + size);
      }
    }
    return noted(index);
  }
  const std::uint32_t shape = play(state);
  whole_.resize(std::max(size, found_.size() * size));
  for (std::size_t end = 0; end < found_.size(); ++end) {
    std::memcpy(whole_.data() + end * size, found_[end], size);
  }
  return {shape, static_cast<std::uint32_t>(found_.size()), whole_.data(), false};
}

std::optional<StepBook::Step> StepBook::known(const std::byte* state) {
  std::memcpy(whole_.data(), state, to_.size());
  if (narrow_ == nullptr || !narrow_->narrow(whole_.data())) return std::nullopt;
  const std::optional<std::uint32_t> index = narrowed_.find(whole_.data());
  return index ? std::optional(noted(*index)) : std::nullopt;
}

StepBook::Step StepBook::noted(std::uint32_t index) const {
  const Known& known = known_[index];
  return {known.shape, known.end_count, ends_.data() + known.first_end, true};
}

/// Its shape; its ends are in found_.
std::uint32_t StepBook::play(const std::byte* state) {
  graph_.nodes.clear();
  graph_.branches.clear();
  found_.clear();
  paths_.explore([&](Dice& dice) -> Link {
    std::memcpy(to_.data(), state, to_.size());
    rule_->next(to_.data(), dice);
    if (paths_.coasting()) return {};
    return {Link::Kind::state, found_.index_of(to_.data())};
  });
  return shapes.index_of(graph_, found_.size());
}

void StepBook::take(const Step& step, std::size_t end, std::byte* state) const {
  const std::byte* const there = step.ends + end * to_.size();
  if (step.narrowed) {
    narrow_->widen(state, there);
  } else {
    std::memcpy(state, there, to_.size());
  }
}

}  // namespace combat_odds
