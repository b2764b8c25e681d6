#include <algorithm>
#include <cstdint>

#include "combat_odds/sim/slammers/fire/defence_values.hpp"
#include "combat_odds/sim/slammers/fire/fire_attack.hpp"

namespace combat_odds::slammers {
namespace {

constexpr int towed_weapon_dv = 8;  // crew DV 7 and light cover (Supplement 4, FAQ)

/// Fire at a vehicle and what it does to the weapon that it tows or the infantry that it carries
/// (Supplement 4, "Towing weapons"; play sheet, transporters).
class TowedWeapon : public Rule {
 public:
  TowedWeapon(const Arguments& arguments, const Charts& charts)
      : damage_(DamageRules::asked(arguments, charts)),
        dv_(arguments.integer("dv")),
        attack_(FireAttack::asked(arguments, charts, FireTarget::vehicle(dv_, damage_))),
        cargo_firepower_(firepower_of(asked_weapon(arguments, charts), true)) {
    if (arguments.given("cargo_dv")) {
      cargo_dv_ = arguments.integer("cargo_dv");
    } else if (arguments.choice("cargo") == "infantry") {
      throw ArgumentError("cargo_dv", "the infantry on board has no DV",
                          "give cargo_dv: the number printed on its Detachment Card");
    }
  }

  Outcome resolve(Dice& dice) const override {
    State state;
    for (; state.shot < attack_.shots && attack_.roll.possible(); ++state.shot) {
      dice.at(state);
      if (dice.dr([&](int dr) { return attack_.roll.succeeds(dr); })) hit(dice, state);
    }
    const bool wrecked = state.vehicle.wreck != VehicleState::none;
    return Outcome(state.fate == Fate::unaffected   ? "unaffected"
                   : state.fate == Fate::suppressed ? "suppressed"
                   : state.fate == Fate::destroyed  ? "destroyed"
                                                    : "vaporised")
        .event("vehicle_destroyed", wrecked)
        .event("vehicle_damaged", state.vehicle.damaged());
  }

 private:
  enum class Fate : std::uint8_t { unaffected, suppressed, destroyed, vaporised };

  struct State {
    std::uint8_t shot = 0;
    Fate fate = Fate::unaffected;
    VehicleState vehicle;
  };

  void hit(Dice& dice, State& state) const {
    const int excess = dice.dr([&](int dr) {
      const int above = dr + attack_.firepower - dv_;
      return above < 0 ? -1 : damage_.relevant(above);
    });
    if (excess < 0) return;
    const Damage damage = damage_.roll(dice, excess);
    if (damage_.repaired(dice, damage)) return;
    DamageRules::record(state.vehicle, damage);
    // No more than that it is damaged is reported.
    if (state.vehicle.damaged()) state.vehicle = {1, 0, 0, 0, VehicleState::none};
    Fate fate = Fate::unaffected;
    if (damage == Damage::vaporised) fate = Fate::vaporised;
    if (damage == Damage::destroyed) {
      const bool reached = dice.dr([&](int dr) { return dr + cargo_firepower_ >= cargo_dv_; });
      fate = reached ? Fate::destroyed : Fate::suppressed;
    }
    state.fate = std::max(state.fate, fate);
  }

  DamageRules damage_;
  int dv_;
  FireAttack attack_;
  int cargo_firepower_;
  int cargo_dv_ = towed_weapon_dv;
};

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = FireAttack::parameters();
  append(all,
         {integer("dv", 1, 30, "the DV of the vehicle's facing under fire")
              .or_named(defence_values(), dv_form)
              .tried_with({"4", "6", "7"}),
          choice("cargo", {"towed_weapon", "infantry"}, "what the vehicle tows or carries"),
          integer("cargo_dv", 1, 30, "its DV with cover; a towed weapon's is 8: 7 and light cover")
              .or_named(defence_values(), dv_form)
              .optional()
              .tried_with({"", "7", "8"})});
  append(all, DamageRules::parameters());
  return all;
}

}  // namespace

Procedure towed_weapon() {
  return {
      .name = "slammers.towed-weapon",
      .rule = "Supplement 4, Towing weapons",
      .summary = "does a towed weapon, or infantry on board, survive fire at its vehicle?",
      .details =
          "While it is towed the weapon can't be attacked by itself. If fire at its vehicle comes "
          "to 1 to 4 on the damage chart it is unaffected; on 5 it is attacked with 1D6 + the "
          "attacker's FP against infantry, against DV 8; on 6 it goes up with the vehicle. An "
          "attack on it that does not reach its DV is taken to suppress it, as it would infantry. "
          "The same goes for infantry on board, with its own DV. Every shot of the burst counts, "
          "and the worst result stands.\n" +
          std::string(fire_details) + "\n" + damage_details,
      .parameters = parameters(),
      .outcomes = {{"unaffected", "nothing happens to the weapon or infantry"},
                   {"suppressed", "it is attacked on a wreck and survives, suppressed"},
                   {"destroyed", "it is attacked on a wreck and destroyed"},
                   {"vaporised", "it goes up with its vehicle"}},
      .events = {{"vehicle_destroyed", "the vehicle is destroyed or blows up"},
                 {"vehicle_damaged", "the vehicle survives with damage"}},
      .measures = {},
      .charts = {QualityLevels::chart_name, TroopClasses::chart_name, Weapons::chart_name,
                 VehicleDamageChart::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<TowedWeapon>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::slammers
