#include "sim/squad_leader/turn/assault_smoke.hpp"

#include "sim/squad_leader/counters/counters.hpp"

namespace combat_odds::squad_leader {
namespace {

/// 24.2; others by scenario.
constexpr const char* engineers = "8-3-8";

}  // namespace

void AssaultSmoke::describe(Declaration<AssaultSmoke>& smoke) {
  smoke
      .includes(
          &AssaultSmoke::shells,
          [](Declaration<SmokeShells>& shells) {
            shells.asks(&SmokeShells::gun, "gun", gun_form, "the gun that fires", read_mounted_gun)
                .or_named(vehicles_with_guns())
                .asks(&SmokeShells::range, "range", 0, 39, "of the gun, in hexes")
                .needed_when([](const SmokeShells& asked) { return asked.gun.has_value(); },
                             "a gun must hit the hex", "the range: 'gun 75 range 6'")
                .asks(&SmokeShells::red_numbers, "red_numbers",
                      "a Russian gun: the red To Hit numbers")
                .asks(&SmokeShells::drm, "drm", -10, 15, "all modifiers of the To Hit roll");
          })
      .asks(&AssaultSmoke::shots, "shots", 1, 3, "how often it fires until there is smoke");
}

SmokeAttempt AssaultSmoke::lay(Dice& dice, const TargetStack& by,
                               const std::vector<UnitName>& kinds) const {
  SmokeAttempt attempt;
  if (by_gun()) {
    for (int shot = 0; shot < shots && attempt.laid == SmokeLaid::no && !attempt.gone; ++shot) {
      const SmokeShells::Fired fired = shells.fire(dice);
      if (fired.smoke) attempt.laid = SmokeLaid::yes;
      attempt.gone = fired.gone;
    }
    return attempt;
  }
  for (std::size_t i = 0; i < by.unit_count; ++i) {
    const TargetUnit& unit = by.units[i];
    if (is_unbroken(unit.status) && kinds[unit.kind].text == engineers) {
      attempt.laid = SmokeLaid::yes;
    }
  }
  return attempt;
}

}  // namespace combat_odds::squad_leader
