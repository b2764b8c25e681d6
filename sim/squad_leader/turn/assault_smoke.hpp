#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/dice/function_ref.hpp"
#include "sim/squad_games/assault_groups.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"
#include "sim/squad_leader/to_hit/smoke_shells.hpp"

namespace combat_odds::squad_leader {

/// Smoke as a step of an assault: engineers lay it (24.2), or a gun.
struct AssaultSmoke {
  SmokeShells shells;
  int shots = 1;

  static void describe(Declaration<AssaultSmoke>& smoke);
  /// The words of a step are named as they are.
  static std::vector<std::string> words(const AssaultStep& step,
                                        FunctionRef<bool(std::string_view)> /*knows*/) {
    return step.words;
  }
  bool from_next_to_it() const { return !by_gun(); }
  bool by_gun() const { return shells.gun.has_value(); }

  void prepare(const Charts& charts) {
    if (by_gun()) shells.prepare(charts);  // 24.2: engineers need no roll
  }
  /// `by` are those of the group that lays it, who have these names.
  SmokeAttempt lay(Dice& dice, const TargetStack& by, const std::vector<UnitName>& kinds) const;
};

}  // namespace combat_odds::squad_leader
