#pragma once

#include <memory>
#include <optional>

#include "core/explore/narrow_steps.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds {

/// A rule in rounds whose steps depend on only a part of the state. In addition to the members that
/// Rounds need, the struct `Rules` has
///
///   narrowed(state)            the part of the state on which its next step depends; nothing if
///                              the step depends on all of it
///   widened(state, stepped)    the whole state after the step; `stepped` is the narrowed one after
///                              it
///   parted(state)              its `acting` and `standing` parts (see PartedStates), or nothing
///   goes_on_apart(acting)      whether the acting part can take another step by itself
///   joined(acting, standing)   the state made of both parts
///   whole_steps_go_by          names of parameters (see SharedSteps)
template <class Rules>
class NarrowRounds final : public PlayedInRounds<Rules>,
                           public NarrowSteps,
                           public PartedStates,
                           public SharedSteps {
 public:
  using PlayedInRounds<Rules>::PlayedInRounds;

  bool narrow(std::byte* state) const override {
    const std::optional<StateOf<Rules>> part = this->rules.narrowed(this->read(state));
    if (part) this->write(state, *part);
    return part.has_value();
  }
  void widen(std::byte* state, const std::byte* stepped) const override {
    this->write(state, this->rules.widened(this->read(state), this->read(stepped)));
  }

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

  std::span<const std::string_view> whole_steps_go_by() const override {
    return Rules::whole_steps_go_by;
  }
};

}  // namespace combat_odds
