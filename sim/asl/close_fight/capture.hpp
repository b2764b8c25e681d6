#pragma once

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <vector>

#include "sim/asl/units/casualty_points.hpp"
#include "sim/asl/units/infantry.hpp"

// Capture in Close Combat (A20.22, A20.5).

namespace combat_odds::asl {

/// Added to the CC DR of an attempt to capture, for each unit by itself.
constexpr int capture_drm(bool inexperienced) { return inexperienced ? -1 : 1; }

/// What is given of a squad; null of anything else, which is given as a whole.
inline const UnitType* half_of(const UnitType& unit, const std::vector<UnitType>& roster) {
  const bool squad = unit.kind == UnitType::Kind::squad && unit.reduced_to >= 0;
  return squad ? &roster[static_cast<std::size_t>(unit.reduced_to)] : nullptr;
}

/// What it costs its owner to give it: the unit that costs least is given, in FP, an SMC last.
/// `modifier` is a leader's as he is now.
inline auto cost_of_giving(const UnitType& unit, const std::vector<UnitType>& roster, bool broken,
                           int modifier) {
  const UnitType* const half = half_of(unit, roster);
  const int firepower = unit.name.firepower - (half != nullptr ? half->name.firepower : 0);
  const bool smc = unit.is_smc();
  return std::tuple(smc, smc ? 0 : firepower, unit.is_hero(), casualty_points(unit), !broken,
                    smc ? -modifier : 0, unit.name.morale, unit.name.firepower, unit.name.range);
}

/// The FP of those who attack together.
class AttackForce {
 public:
  void add(double firepower) {
    least_ = total_ == 0 ? firepower : std::min(least_, firepower);
    total_ += firepower;
  }
  /// One who does not attack; he can be the Guard.
  void add_idle() { idle_ = true; }
  /// While there are prisoners, one unit guards them: one that does not attack, else the one with
  /// the least FP, whose FP is halved (A20.52).
  double firepower(bool prisoners) const {
    return prisoners && !idle_ ? total_ - least_ / 2 : total_;
  }

 private:
  double total_ = 0;
  double least_ = 0;
  bool idle_ = false;
};

}  // namespace combat_odds::asl
