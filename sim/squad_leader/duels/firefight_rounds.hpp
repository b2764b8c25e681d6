#pragma once

#include <cstdint>
#include <optional>

#include "core/dice/rule.hpp"
#include "core/explore/parted_states.hpp"
#include "sim/squad_leader/duels/firefight_model.hpp"

namespace combat_odds::squad_leader {

/// A firefight between two steps.
struct FirefightStep {
  /// The part of a step that is held here (see PartedStates).
  enum class Part : std::uint16_t {  // without padding before the next member
    whole,
    roll,    ///< the pending roll and its progress, without the state
    rolled,  ///< the pending roll and its result
    state,   ///< the state, which waits for the result
  };

  FirefightState state;
  Rolling rolling{};  ///< progress of the pending roll
  Part part = Part::whole;
  Pending pending{};  ///< the roll, if it is apart from its state
};

/// The firefight as the rule that sl.firefight plays. A round is a player turn.
class FirefightRounds : public Rounds<FirefightStep>, public PartedStates {
 public:
  explicit FirefightRounds(const Firefight& firefight) : firefight_(firefight) {}

  FirefightStep start() const override { return {firefight_.start(), {}}; }
  int how_many() const override { return firefight_.turns(); }
  FirefightStep round(const FirefightStep& step, int number) const override;
  bool round_over(const FirefightStep& step) const override;
  FirefightStep step(const FirefightStep& step, Dice& dice) const override;
  FirefightStep alike(const FirefightStep& step) const override;
  std::optional<Outcome> outcome(const FirefightStep& step, int turns) const override;

  // A roll depends only on what is pending.
  bool part(std::byte* step, std::byte* standing) const override;
  bool goes_on_apart(const std::byte* acting) const override;
  void join(std::byte* acting, const std::byte* standing) const override;

 private:
  Firefight firefight_;
};

}  // namespace combat_odds::squad_leader
