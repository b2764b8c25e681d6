#pragma once

#include <memory>
#include <optional>

#include "combat_odds/core/narrow_steps.hpp"
#include "combat_odds/sim/declaration.hpp"

namespace combat_odds {

/// A rule that goes on round after round whose steps go by a part of the state. Besides what Rounds
/// need, the struct `Rules` has
///
///   narrowed(state)            the state with nothing in it but what its next step goes by;
///   nothing
///                              where the whole state counts
///   widened(state, stepped)    the state after that step, `stepped` being what it made of the
///                              narrowed one
template <class Rules>
class NarrowRounds final : public PlayedInRounds<Rules>, public NarrowSteps {
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
};

}  // namespace combat_odds
