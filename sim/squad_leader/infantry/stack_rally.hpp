#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/declare/declaration.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"
#include "sim/squad_leader/infantry/rally_attempt.hpp"

namespace combat_odds::squad_leader {

/// How far a stack has come in a Rally Phase: a part of a state.
struct RallyProgress {
  enum class Turn : std::uint8_t { over, of_leaders, of_others };
  Turn turn = Turn::over;
  std::uint8_t desperate = 0;           ///< 1: they were fired at since the last Rally Phase
  std::uint8_t next = 0;                ///< the squads before this place have had their turn
  std::array<std::uint8_t, 2> tried{};  ///< the leaders who have tried, a bit for each

  void begin(std::uint8_t are_desperate) { *this = {Turn::of_leaders, are_desperate}; }
  bool over() const { return turn == Turn::over; }
};

/// A Rally Phase of a stack whose units may be unbroken, too (14): leaders first, then the others.
/// A unit that can't succeed does not try (14.2).
class StackRally {
 public:
  bool self_rally = false;
  bool ss = false;
  int drm = 0;

  /// Declares `self_rally`, `ss` and `rally_drm`; `whose` is "the defender's".
  static void describe(Declaration<StackRally>& rally, const std::string& whose);

  /// Goes on to the unit that tries next, if the Rally Phase is not over; it is over if there is
  /// none. `kinds` are the names of the units.
  void go_on(const TargetStack& stack, RallyProgress& progress,
             const std::vector<UnitName>& kinds) const;
  /// That unit tries. 18.3: an Original 12 eliminates it; for a leader's all others check at once,
  /// which is left to step().
  void attempt(Dice& dice, TargetStack& stack, RallyProgress& progress,
               const std::vector<UnitName>& kinds) const;
  /// Puts like units into one order, those that have tried among themselves. The stack must be
  /// resolved.
  static void make_alike(TargetStack& stack, const RallyProgress& progress);

 private:
  std::size_t who_tries(const TargetStack& stack, const RallyProgress& progress,
                        const std::vector<UnitName>& kinds) const;
  int number_needed(const TargetStack& stack, std::size_t unit, bool desperate,
                    const std::vector<UnitName>& kinds) const;
};

}  // namespace combat_odds::squad_leader
