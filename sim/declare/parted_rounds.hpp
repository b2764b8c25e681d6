#pragma once

#include <memory>
#include <optional>

#include "core/explore/parted_states.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds {

/// A rule in rounds, parts of whose state stand by for several steps. In addition to the members
/// that Rounds need, the struct `Rules` has
///
///   parted(state)              its `acting` and `standing` parts (see PartedStates), or nothing
///   goes_on_apart(acting)      whether the acting part can take another step by itself
///   joined(acting, standing)   the state made of both parts
///   some_steps_go_by           names of parameters (see SharedSteps)
///   goes_by_them(state)        whether the next step goes by them
template <class Rules>
class PartedRounds final : public PlayedInRounds<Rules>, public PartedStates, public SharedSteps {
 public:
  using PlayedInRounds<Rules>::PlayedInRounds;

  bool part(std::byte* state, std::byte* standing) const override {
    const auto parts = this->rules.parted(this->read(state));
    if (!parts) return false;
    this->write(state, parts->acting);
    this->write(standing, parts->standing);
    return true;
  }
  bool goes_on_apart(const std::byte* acting) const override {
    return Rules::goes_on_apart(this->read(acting));
  }
  void join(std::byte* acting, const std::byte* standing) const override {
    this->write(acting, this->rules.joined(this->read(acting), this->read(standing)));
  }

  std::span<const std::string_view> some_steps_go_by() const override {
    return Rules::some_steps_go_by;
  }
  bool goes_by_them(const std::byte* state) const override {
    return Rules::goes_by_them(this->read(state));
  }
};

}  // namespace combat_odds
