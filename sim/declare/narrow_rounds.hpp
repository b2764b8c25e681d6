#pragma once

#include <memory>
#include <optional>

#include "core/explore/narrow_steps.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds {

/// A rule that goes on round after round whose steps go by a part of the state. Besides what Rounds
/// need, the struct `Rules` has
///
///   narrowed(state)            the state with nothing in it but what its next step goes by;
///                              nothing where the whole state counts
///   widened(state, stepped)    the state after that step, `stepped` being what it made of the
///                              narrowed one
///   parted(state)              its `acting` and `standing` parts (see PartedStates), or nothing
///   goes_on_apart(acting)
///   joined(acting, standing)   the state of what the acting part came to and of what stood by
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
