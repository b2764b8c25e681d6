#include "sim/squad_leader/to_hit/smoke_shells.hpp"

namespace combat_odds::squad_leader {
namespace {

/// 63.22, 64.7: on an Original DR of this or more, no smoke ammunition is left.
constexpr int depleted_from = 8;
constexpr int least_calibre = 70;

}  // namespace

void SmokeShells::prepare(const Charts& charts) {
  if (gun->gun.calibre < least_calibre) {
    throw ArgumentError("gun", "guns below 70mm fire no smoke (63.22, 64.7)", "70mm or more");
  }
  const bool short_76 = gun->gun.calibre == 76 && gun->gun.barrel == Gun::Barrel::asterisk;
  if (gun->russian && gun->turret.value_or(false) && !short_76) {
    throw ArgumentError("gun", "of Russian tanks only those with a 76* fire smoke (64.7)",
                        "a 76*, or another gun");
  }
  Aim aim;
  aim.gun = *gun;
  aim.range = *range;
  aim.target = Aim::Target::infantry_in_other;
  aim.numbers = red_numbers ? Aim::Numbers::red : Aim::Numbers::black;
  aim.drm = drm;
  aim.depletion_number = depleted_from;
  gunnery_.emplace(aim, charts);
}

SmokeShells::Fired SmokeShells::fire(Dice& dice) const {
  const Shot shot = gunnery_->fire(dice, 0);
  return {shot.hit != Shot::Hit::miss && !shot.special_gone, shot.special_gone};
}

}  // namespace combat_odds::squad_leader
