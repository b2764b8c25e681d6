#include <algorithm>
#include <cstdint>

#include "sim/slammers/fire/defence_values.hpp"
#include "sim/slammers/fire/fire_attack.hpp"

namespace combat_odds::slammers {
namespace {

/// Crew DV 7 and light cover, which is 2 against powerguns (Supplement 4, FAQ and "Infantry in
/// cover").
constexpr int towed_weapon_dv = 7;

/// Fire at a vehicle, and its effect on the weapon that it tows or the infantry that it carries
/// (Supplement 4, "Towing weapons"; play sheet, transporters).
struct TowedWeapon {
  enum class Cargo : std::uint8_t { towed_weapon, infantry };

  FireAttack attack;
  std::optional<int> dv;
  std::optional<int> damage_rolls;  ///< in place of fire
  Cargo cargo = Cargo::towed_weapon;
  std::optional<int> cargo_dv;
  DamageRules damage = DamageRules::as_charted();

  void prepare(const Charts& charts) {
    if (!damage_rolls) aimed = attack.aimed_at(FireTarget::vehicle(*dv, damage), charts);
    const Weapon weapon = attack.on_card.weapon();
    cargo_firepower = firepower_of(weapon, true);
    const int light_cover = weapon.powergun ? 2 : 1;
    if (cargo == Cargo::towed_weapon) cargo_dv = cargo_dv.value_or(towed_weapon_dv + light_cover);
    if (!cargo_dv) {
      throw ArgumentError("cargo_dv", "the infantry on board has no DV",
                          "--cargo-dv, the number printed on its Detachment Card");
    }
  }

  Outcome resolve(Dice& dice) const {
    State state;
    const bool may_hit = damage_rolls || aimed.roll.possible();
    for (; state.shot < damage_rolls.value_or(aimed.shots) && may_hit; ++state.shot) {
      dice.at(state);
      if (damage_rolls) {
        damages(dice, state, damage.hit(dice, 0));
      } else if (aimed.roll.made(dice)) {
        damages(dice, state, damage.attack(dice, aimed.firepower, *dv));
      }
    }
    const bool wrecked = state.vehicle.wreck != VehicleState::none;
    return Outcome(state.fate == Fate::unaffected   ? "unaffected"
                   : state.fate == Fate::suppressed ? "suppressed"
                   : state.fate == Fate::destroyed  ? "destroyed"
                                                    : "vaporised")
        .event("vehicle_destroyed", wrecked)
        .event("vehicle_damaged", state.vehicle.damaged());
  }

  enum class Fate : std::uint8_t { unaffected, suppressed, destroyed, vaporised };

  struct State {
    std::uint8_t shot = 0;
    Fate fate = Fate::unaffected;
    VehicleState vehicle;
  };

  void damages(Dice& dice, State& state, std::optional<Damage> done) const {
    if (!done) return;
    DamageRules::record(state.vehicle, *done);
    // The result only says whether the vehicle is damaged.
    if (state.vehicle.damaged()) state.vehicle = {1, 0, 0, 0, VehicleState::none};
    Fate fate = Fate::unaffected;
    if (*done == Damage::vaporised) fate = Fate::vaporised;
    if (*done == Damage::destroyed) {
      const bool reached = dice.die([&](int dr) { return dr + cargo_firepower >= *cargo_dv; });
      fate = reached ? Fate::destroyed : Fate::suppressed;
    }
    state.fate = std::max(state.fate, fate);
  }

  FireAttack::Aimed aimed;
  int cargo_firepower = 0;
};

}  // namespace

Procedure towed_weapon() {
  return procedure<TowedWeapon>(
             "slammers.towed-weapon", "Supplement 4, Towing weapons",
             "does a towed weapon, or infantry on board, survive fire at its vehicle?")
      .includes(&TowedWeapon::attack)
      .asks(&TowedWeapon::dv, "dv", 1, 30, "the DV of the vehicle's facing under fire")
      .needed_when([](const TowedWeapon& asked) { return !asked.damage_rolls; },
                   "the vehicle is fired at", "the DV on its Detachment Card, or --damage-rolls 1")
      .or_named(defence_values(), dv_form)
      .tried_with({"6", "8", ""})
      .asks(&TowedWeapon::damage_rolls, "damage_rolls", 1, 12,
            "damage rolls alone, where the vehicle's DV was reached, in place of fire at it")
      .asks(&TowedWeapon::cargo, "cargo", one_of({"towed_weapon", "infantry"}),
            "what the vehicle tows or carries")
      .asks(&TowedWeapon::cargo_dv, "cargo_dv", 1, 30,
            "its DV with cover; a towed weapon's is 8, or 9 against powerguns: 7 and light cover")
      .or_named(defence_values(), dv_form)
      .tried_with({"7", "8"})
      .includes(&TowedWeapon::damage, "", DamageRules::Asked{.order = false})
      .only_when(
          {"powergun"}, [](const TowedWeapon& asked) { return !asked.cargo_dv; },
          "--cargo-dv counts the cover already", "")
      .only_when(
          {"quality", "shots", "fp_vehicle", "range", "cover", "thunder_run", "confire",
           "qr_modifier", "dv", "overkill"},
          [](const TowedWeapon& asked) { return !asked.damage_rolls; },
          "--damage-rolls begins where the DV was reached", "")
      .outcome("unaffected", "nothing happens to the weapon or infantry")
      .outcome("suppressed", "it is attacked on a wreck and survives, suppressed")
      .outcome("destroyed", "it is attacked on a wreck and destroyed")
      .outcome("vaporised", "it goes up with its vehicle")
      .event("vehicle_destroyed", "the vehicle is destroyed or blows up")
      .event("vehicle_damaged", "the vehicle survives with damage")
      .headline("unaffected", "it is unharmed")
      .headline("suppressed", "it is suppressed")
      .headline("destroyed", "it is destroyed")
      .headline("vaporised", "it goes up with the vehicle");
}

}  // namespace combat_odds::slammers
