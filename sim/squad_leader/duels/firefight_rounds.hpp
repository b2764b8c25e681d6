#pragma once

#include <cstdint>
#include <optional>

#include "core/dice/rule.hpp"
#include "core/explore/narrow_steps.hpp"
#include "sim/squad_leader/duels/firefight_model.hpp"

namespace combat_odds::squad_leader {

/// A firefight between two steps.
struct FirefightStep {
  /// What of it this is.
  enum class Part : std::uint8_t {
    whole,
    roll,    ///< what is pending and how far it has come; the state stands by
    rolled,  ///< the same with nothing left to roll but its result
    state,   ///< what stands by
  };

  FirefightState state;
  Rolling rolling{};  ///< of what is pending
  Part part = Part::whole;
  Pending pending{};  ///< of a roll that has parted from its state
};

/// The firefight as a rule: a round is a player turn. What sl.firefight plays.
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

  // A roll goes by what is pending alone.
  bool part(std::byte* step, std::byte* standing) const override;
  bool goes_on_apart(const std::byte* acting) const override;
  void join(std::byte* acting, const std::byte* standing) const override;

 private:
  Firefight firefight_;
};

}  // namespace combat_odds::squad_leader
