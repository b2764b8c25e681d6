#include "sim/squad_leader/turn/assault_smoke.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/squad_leader/counters/counters.hpp"

namespace combat_odds::squad_leader {
namespace {

/// 24.2; others by scenario.
constexpr const char* engineers = "8-3-8";

/// 64.52: a Nahverteidigungswaffe has no smoke left on a DR of this or more.
constexpr int depleted_from = 8;

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
      .asks(&AssaultSmoke::shots, "shots", 1, 3, "how often it fires until there is smoke")
      .asks(&AssaultSmoke::by, "by", "a squad such as 4-6-7",
            "the squad that lays it where the scenario says so; default: an 8-3-8 (24.2)",
            read_unit)
      .asks(&AssaultSmoke::dischargers, "dischargers",
            "the smoke candles of an AFV, once in a game (64.8)")
      .asks(&AssaultSmoke::discharger_number, "discharger_number", 0, 6,
            "the AFV has them on a die of this or less; default: it has them")
      .asks(&AssaultSmoke::close_defense_weapon, "close_defense_weapon",
            "the Nahverteidigungswaffe of an AFV (64.52)");
}

void AssaultSmoke::set_up(const AssaultStep& step, const AssaultForce::Group& layer) {
  const auto refuse = [&](const std::string& wrong, const std::string& right) {
    throw ArgumentError("steps", fmt::format("'{}': {}", step.text, wrong), right);
  };
  from_vehicle_ = layer.is_vehicle();
  if (dischargers && close_defense_weapon) {
    refuse("an AFV with the one has not the other (64.52)", "one of them");
  }
  if ((by_candles() || by) && by_gun()) refuse("a gun lays it, or they do", "one of them");
  if (step.says("discharger_number") && !dischargers) {
    refuse("discharger_number needs dischargers", "'smoke tank dischargers discharger_number 3'");
  }
  if (by_gun()) return;
  if (by_candles()) {
    if (!from_vehicle_) refuse("an AFV has them", "'smoke tank dischargers'");
    if (step.defenders != 0) {
      refuse("an AFV lays it in its own hex (64.8)", fmt::format("'smoke {} ...'", layer.name));
    }
    return;
  }
  if (by && by->leader) refuse("a squad lays smoke, not a leader", "'by 4-6-7'");
  if (from_vehicle_ || !layer.gun.empty()) {
    refuse(fmt::format("{} lays no smoke by hand", layer.name),
           from_vehicle_
               ? fmt::format("'dischargers', 'close_defense_weapon', or its gun: 'smoke {} "
                             "at front gun 75 range 6'",
                             layer.name)
               : fmt::format("its gun: 'smoke {} at front gun 75 range 6'", layer.name));
  }
  const std::string who = by ? by->text : engineers;
  const bool any = std::any_of(layer.units.begin(), layer.units.end(),
                               [&](const UnitName& unit) { return unit.text == who; });
  if (any) return;
  in_vain_ = fmt::format(
      "'{}': nobody of the group lays smoke: {} does (24.2). 'by 4-6-7' behind it says whom the "
      "scenario allows, 'gun 75 range 6' is a gun's.",
      step.text, who);
}

bool AssaultSmoke::shares_supply(const AssaultStep& step, const AssaultSmoke& earlier,
                                 bool same_turn) const {
  const auto refuse = [&](const char* wrong, const char* right) {
    throw ArgumentError("steps", fmt::format("'{}': {}", step.text, wrong), right);
  };
  if ((dischargers && earlier.close_defense_weapon) ||
      (close_defense_weapon && earlier.dischargers)) {
    refuse("an AFV with the one has not the other (64.52)", "the same in both steps");
  }
  if (close_defense_weapon && earlier.close_defense_weapon && same_turn) {
    refuse("it is used once in a Player Turn (64.52)", "'end turn' before it");
  }
  return (dischargers && earlier.dischargers) ||
         (close_defense_weapon && earlier.close_defense_weapon);
}

SmokeAttempt AssaultSmoke::lay(Dice& dice, const TargetStack& stack,
                               const std::vector<UnitName>& kinds) const {
  SmokeAttempt attempt;
  const auto unbroken = [&](auto is_asked) {
    return std::any_of(stack.units.begin(), stack.units.begin() + stack.unit_count,
                       [&](const TargetUnit& unit) {
                         return is_unbroken(unit.status) && is_asked(kinds[unit.kind]);
                       });
  };
  if (from_vehicle_ && !unbroken([](const UnitName&) { return true; })) return attempt;
  if (close_defense_weapon) {
    attempt.gone = dice.DR([](TwoDice roll) { return roll.total() >= depleted_from; });
    attempt.laid = attempt.gone ? SmokeLaid::no : SmokeLaid::yes;
    return attempt;
  }
  if (dischargers) {  // 41.4: once in a game
    const bool has_them =
        discharger_number >= 6 || dice.die([&](int die) { return die <= discharger_number; });
    return {has_them ? SmokeLaid::yes : SmokeLaid::no, true};
  }
  if (by_gun()) {
    for (int shot = 0; shot < shots && attempt.laid == SmokeLaid::no && !attempt.gone; ++shot) {
      const SmokeShells::Fired fired = shells.fire(dice);
      if (fired.smoke) attempt.laid = SmokeLaid::yes;
      attempt.gone = fired.gone;
    }
    return attempt;
  }
  const std::string who = by ? by->text : engineers;
  const bool lays = unbroken([&](const UnitName& unit) { return unit.text == who; });
  if (lays) attempt.laid = SmokeLaid::yes;
  return attempt;
}

}  // namespace combat_odds::squad_leader
