#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "sim/asl/infantry/fire_target.hpp"

namespace combat_odds::asl {

/// A Rally Phase of a stack under fire, unit after unit (A10.6-.64, A18.11). Commissars are not
/// played.
class StackRally {
 public:
  int drm = 0;  ///< the sum of the modifiers but for the leader's, DM and Self-Rally

  /// Call before start() is asked of `target`: it gets the leaders that may be created, and tells
  /// broken units apart from now on.
  void prepare(const Charts& charts, FireTarget& target);

  /// The unit that tries after the first `tried` places have had their turn. It may be moved to
  /// place `tried`. Nothing: the phase is over. `own_phase`: in its player's own Player Turn.
  static std::optional<std::size_t> next(const FireTarget& target, TargetStack& stack,
                                         std::size_t tried, bool own_phase);
  /// As FireTarget::make_alike(): of a stack in a Rally Phase, of which the first `tried` places
  /// have had their turn, or of any other.
  static void make_alike(const FireTarget& target, TargetStack& stack, std::size_t tried);
  /// The unit at place `i` tries. Returns the number of places that have had their turn then.
  std::size_t attempt(Dice& dice, const FireTarget& target, TargetStack& stack, std::size_t i,
                      bool under_dm, bool own_phase) const;

 private:
  /// The leaders that may be created; what they may turn into, too, is Disrupted where it has to.
  void prepare_creation(const Charts& charts, FireTarget& target);
  /// The place of the best Good Order leader but for that at `except`.
  static std::optional<std::size_t> leader(const FireTarget& target, const TargetStack& stack,
                                           std::size_t except);

  LeaderCreation creation_;
  std::array<std::array<std::uint8_t, LeaderCreation::kinds>, 2> created_{};  ///< by Fanatic
};

}  // namespace combat_odds::asl
