#pragma once

#include <optional>

#include "sim/asl/close_fight/close_combat_table.hpp"
#include "sim/asl/units/infantry.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds::asl {

/// What is asked of close combat between infantry, whoever fights it, and its dice (A11.1-.15,
/// A11.4, J2.31).
struct CloseCombatTerms {
  enum class Side : std::uint8_t { attacker, defender };
  enum class Ambush : std::uint8_t { nobody_ambushes, attacker_ambushes, defender_ambushes };
  enum class Effect : std::uint8_t { nothing, reduces, eliminates };

  bool hand_to_hand = false;
  int attacker_drm = 0;
  int defender_drm = 0;
  double attacker_factor = 1;
  double defender_factor = 1;
  bool ambush_possible = false;
  int attacker_ambush_drm = 0;
  int defender_ambush_drm = 0;
  bool night = false;

  static void describe(Declaration<CloseCombatTerms>& terms);
  void prepare(const Charts& charts);

  /// Whose ambush die it is, as far as it modifies it (A11.4, A11.17-.18).
  struct AmbushForce {
    int units = 0;
    std::optional<int> leadership;  ///< of the best Good Order leader who is not pinned
    bool pinned = false;
    bool broken = false;
    bool lax = false;
    bool berserk = false;
    bool stealthy = false;

    /// A unit of the force; `modifier` is that of a leader as he is now.
    void add(const UnitType& unit, bool is_broken, bool is_pinned, int modifier);
    /// A leader who is alone or beside somebody berserk does not count; a +1 must (A10.72).
    int drm() const;
  };

  /// A11.4: a dr each; lower by three (at night two for the attacker) is an ambush. `attacker` and
  /// `defender` are modifiers besides those that were asked.
  Ambush ambush(Dice& dice, int attacker = 0, int defender = 0) const;

  /// The attack of one side with that FP against that FP, both before the factor that was asked.
  struct Strike {
    int kill_number = 0;
    int drm = 0;  ///< the one that was asked

    /// A Final DR below the kill number eliminates, equal to it reduces (A11.11).
    Effect effect(int original_dr, int more_drm) const {
      const int final_dr = original_dr + drm + more_drm;
      return final_dr < kill_number    ? Effect::eliminates
             : final_dr == kill_number ? Effect::reduces
                                       : Effect::nothing;
    }
  };
  Strike strike(Side by, double firepower, double against) const;

 private:
  const CloseCombatTable* table_ = nullptr;
};

}  // namespace combat_odds::asl
