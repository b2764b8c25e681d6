#include "core/explore/state_parts.hpp"

#include <algorithm>

namespace combat_odds {

StateParts::StateParts(const StagedRule& rule, Checkpoints checkpoints, bool in_parts)
    : rule_(&rule),
      heeds_alike_(checkpoints == Checkpoints::heeded),
      parted_(heeds_alike_ && in_parts ? known_as<PartedStates>(&rule) : nullptr),
      acting_(rule.state_size()),
      standing_(rule.state_size()),
      both_(rule.state_size()),
      stands_(rule.state_size()) {}

std::uint32_t StateParts::index_of(std::byte* state) {
  if (heeds_alike_) rule_->make_alike(state);
  if (parted_ != nullptr && parted_->part(state, stands_.data())) {
    const std::uint32_t acting = acting_index(state);
    return index_of({acting, standing_.index_of(stands_.data())});
  }
  std::uint32_t& index = whole_[acting_index(state)];
  if (index == whole) {
    index = static_cast<std::uint32_t>(states_.size());
    states_.push_back({static_cast<std::uint32_t>(&index - whole_.data()), whole});
  }
  return index;
}

std::uint32_t StateParts::acting_part(std::byte* acting) {
  if (parted_->goes_on_apart(acting)) rule_->make_alike(acting);
  return acting_index(acting);
}

std::uint32_t StateParts::acting_index(const std::byte* acting) {
  const std::uint32_t index = acting_.index_of(acting);
  if (index == whole_.size()) {
    whole_.push_back(whole);
    apart_.push_back(parted_ != nullptr && parted_->goes_on_apart(acting));
  }
  return index;
}

std::uint32_t StateParts::index_of(Parts parts) {
  std::uint32_t index = known_.find(parts);
  if (index != PartsTable::none) return index;
  if (apart_[parts.acting]) {
    index = static_cast<std::uint32_t>(states_.size());
    states_.push_back(parts);
  } else {
    std::copy_n(acting_[parts.acting], both_.size(), both_.begin());
    parted_->join(both_.data(), standing_[parts.standing]);
    index = index_of(both_.data());
  }
  known_.add(parts, index);
  return index;
}

void StateParts::give_up() {
  parted_ = nullptr;
  acting_.give_up();
  standing_.give_up();
  std::vector<std::uint32_t>().swap(whole_);
  std::vector<bool>().swap(apart_);
  std::vector<Parts>().swap(states_);
  known_ = PartsTable();
}

}  // namespace combat_odds
