#pragma once

#include "sim/squad_leader/infantry/fire_target.hpp"

namespace combat_odds::squad_leader {

/// Units of both sides in one hex: in a melee, or prisoners and their guards. One roll applies to
/// all of them (20.83, COI 89.8).
struct TwoSides {
  TargetStack own;
  TargetStack enemy;
};

/// Resolves an IFT result against both, with a checkpoint before every step.
inline void resolve_fire(Dice& dice, TwoSides& hex, FireResult result) {
  begin_fire(hex.own, result);
  begin_fire(hex.enemy, result);
  while (!resolved(hex.own) || !resolved(hex.enemy)) {
    make_alike(hex.own);
    make_alike(hex.enemy);
    dice.at(hex);
    step(dice, resolved(hex.own) ? hex.enemy : hex.own);
  }
  make_alike(hex.own);
  make_alike(hex.enemy);
}

}  // namespace combat_odds::squad_leader
