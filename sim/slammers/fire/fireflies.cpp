#include <cstdint>
#include <optional>

#include "core/dice/small.hpp"
#include "sim/slammers/fire/fire_target.hpp"
#include "sim/slammers/fire/weapons.hpp"

namespace combat_odds::slammers {
namespace {

/// Fireflies attack a TU, and it fires back (Supplement 4, Fireflies).
struct Fireflies {
  using Destroyed = FireTarget::Destroyed;

  struct State {
    std::uint8_t turn = 0;
    std::uint8_t alive = 0;
    std::uint8_t to_fire = 0;  ///< Fireflies that have still to fire in this turn
    std::uint8_t back = 0;     ///< whether the target has still to fire back
    TargetState target;
  };

  int number = 1;
  Troops controller;
  int qr_modifier = 0;
  FireTarget target;
  int turns = 1;
  Troops defender;
  int return_shots = 0;
  std::optional<int> return_firepower;
  int return_qr_modifier = 0;
  Destroyed destroyed = Destroyed::any_hit;

  void prepare(const Charts& charts) {
    target.prepare(charts);
    roll = controller.roll(charts, qr_modifier);
    const Weapon& gun = charts.get<Weapons>().find("firefly", "number");
    shots = shots_of(gun);
    firepower = firepower_of(gun, target.hit_as_infantry());
    constexpr int hard_to_hit = -1;
    if (return_shots > 0) returned = defender.roll(charts, return_qr_modifier + hard_to_hit);
  }

  State start() const {
    State state;
    state.alive = small(number);
    return state;
  }

  /// The start of a turn, the fire of one Firefly, or the target's return fire.
  State step(const State& before, Dice& dice) const {
    Burst burst{before, 0};
    State& state = burst.state;
    if (state.to_fire == 0 && state.back == 0) {
      ++state.turn;
      state.to_fire = state.alive;
      state.back = 1;
    } else if (state.to_fire > 0) {
      --state.to_fire;
      for (; burst.shot < shots && roll.possible() && !state.target.dead(); ++burst.shot) {
        dice.at(burst);
        if (roll.made(dice)) target.hit(dice, state.target, firepower);
      }
    } else {
      state.back = 0;
      for (; burst.shot < return_shots && returned.possible() && state.alive > 0; ++burst.shot) {
        dice.at(burst);
        if (!returned.made(dice)) continue;
        TargetState one;
        FireTarget::firefly(destroyed).hit(dice, one, return_firepower.value_or(0));
        if (one.killed != 0) --state.alive;
      }
    }
    if (state.target.dead()) state.to_fire = state.back = 0;
    return state;
  }

  std::optional<Outcome> outcome(const State& state) const {
    if (state.to_fire > 0 || state.back > 0 || state.turn == 0) return std::nullopt;
    const bool dead = state.target.dead();
    if (!dead && state.alive > 0 && state.turn < turns) return std::nullopt;
    return Outcome(dead               ? "target_killed"
                   : state.alive == 0 ? "fireflies_lost"
                                      : "both_left")
        .event("target_harmed",
               dead || state.target.suppression > 0 || state.target.vehicle.damaged())
        .measure("fireflies_left", state.alive)
        .measure("turns", state.turn);
  }

 private:
  struct Burst {
    State state;
    std::uint8_t shot = 0;
  };

  QualityRoll roll;
  QualityRoll returned;
  int shots = 0;
  int firepower = 0;
};

}  // namespace

Procedure fireflies() {
  return procedure<Fireflies>("slammers.fireflies", "Supplement 4, Fireflies",
                              "Fireflies attack a TU, which fires back, turn after turn")
      .asks(&Fireflies::number, "number", 1, 3, "Fireflies of one controller")
      .includes(&Fireflies::controller, "", "the controller's crew, who aim them")
      .asks(&Fireflies::qr_modifier, "qr_modifier", -4, 4,
            "the sum of the QR modifiers of their fire: Close range +2, cover -1")
      .includes(&Fireflies::target,
                [](Declaration<FireTarget>& asks) {
                  asks.asks(&FireTarget::kind, "target", one_of({"infantry", "vehicle"}),
                            "what they attack")
                      .asks(&FireTarget::dv, "dv", 1, 30, "its DV, with cover")
                      .includes(
                          &FireTarget::damage, "",
                          DamageRules::Asked{.overkill = true, .order = false, .mechanic = false});
                })
      .asks(&Fireflies::turns, "turns", 1, 6, "turns that it may take")
      .includes(&Fireflies::defender, "return_", "the TU that fires back")
      .asks(&Fireflies::return_shots, "return_shots", 0, 12,
            "its shots at them in a turn; 0: it can't fire back")
      .asks(&Fireflies::return_firepower, "return_fp_infantry", 0, 20,
            "its FP against infantry, as printed on its Detachment Card")
      .needed_when(
          [](const Fireflies& asked) {
            return asked.return_shots > 0 && asked.destroyed == Fireflies::Destroyed::dv_reached;
          },
          "it fires back", "the FP against infantry on its card")
      .tried_with({"4", ""})
      .asks(&Fireflies::return_qr_modifier, "return_qr_modifier", -4, 4,
            "its QR modifiers; the -1 against Fireflies is counted already")
      .asks(&Fireflies::destroyed, "destroyed_by", FireTarget::destroyed_words(),
            "what destroys a Firefly: any hit, or one that reaches its DV of 9")
      .only_when(
          {"return_fp_infantry", "return_qr_modifier", "destroyed_by"},
          [](const Fireflies& asked) { return asked.return_shots > 0; }, "", "--return-shots")
      .only_when(
          {"return_fp_infantry"},
          [](const Fireflies& asked) {
            return asked.destroyed == FireTarget::Destroyed::dv_reached;
          },
          "any hit destroys a Firefly otherwise", "--destroyed-by dv_reached")
      .outcome("target_killed", "the infantry is killed, or the vehicle knocked out")
      .outcome("fireflies_lost", "all Fireflies are destroyed first")
      .outcome("both_left", "neither is when the turns are over")
      .event("target_harmed", "the target is killed, suppressed or damaged")
      .measure("fireflies_left", "Fireflies that are left")
      .measure("turns", "turns that it took")
      .headline("target_killed", "the target is killed")
      .headline("fireflies_lost", "the Fireflies are lost")
      .headline("mean fireflies_left", "{} Fireflies are left on average");
}

}  // namespace combat_odds::slammers
