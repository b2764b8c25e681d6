#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/dice/function_ref.hpp"
#include "sim/declare/units.hpp"
#include "sim/squad_games/assault_force.hpp"
#include "sim/squad_games/assault_groups.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"
#include "sim/squad_leader/to_hit/smoke_shells.hpp"

namespace combat_odds::squad_leader {

/// Smoke as a step of an assault: engineers lay it (24.2), a gun, or an AFV in its own hex.
struct AssaultSmoke {
  SmokeShells shells;
  int shots = 1;
  std::optional<UnitName> by;  ///< none: engineers
  bool dischargers = false;
  int discharger_number = 6;
  bool close_defense_weapon = false;

  static void describe(Declaration<AssaultSmoke>& smoke);
  /// The words of a step are named as they are.
  static std::vector<std::string> words(const AssaultStep& step,
                                        FunctionRef<bool(std::string_view)> /*knows*/) {
    return step.words;
  }
  bool from_next_to_it() const { return !by_gun(); }
  bool by_gun() const { return shells.gun.has_value(); }
  /// Smoke candles of an AFV, in its own hex.
  bool by_candles() const { return dischargers || close_defense_weapon; }
  /// Call with the group that lays it. Throws ArgumentError about steps where it can't.
  void set_up(const AssaultStep& step, const AssaultForce::Group& layer);
  /// Whether an earlier step of the same group lays smoke from the same supply. Throws
  /// ArgumentError about steps where the one forbids the other.
  bool shares_supply(const AssaultStep& step, const AssaultSmoke& earlier, bool same_turn) const;
  /// A note where nobody of that group can lay it; empty where somebody can.
  const std::string& in_vain() const { return in_vain_; }

  void prepare(const Charts& charts) {
    if (by_gun()) shells.prepare(charts);  // 24.2: engineers need no roll
  }
  /// `stack` are those of the group that lays it, who have these names.
  SmokeAttempt lay(Dice& dice, const TargetStack& stack, const std::vector<UnitName>& kinds) const;

 private:
  bool from_vehicle_ = false;
  std::string in_vain_;
};

}  // namespace combat_odds::squad_leader
