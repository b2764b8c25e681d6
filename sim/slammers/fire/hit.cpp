#include <cstdint>
#include <optional>

#include "core/dice/small.hpp"
#include "sim/slammers/fire/defence_values.hpp"
#include "sim/slammers/fire/fire_target.hpp"

namespace combat_odds::slammers {
namespace {

/// What a hit does whose Quality Roll has succeeded, or the damage roll alone (play sheet, phase 5,
/// vehicle damage chart, transporters; Supplement 4, "Towing weapons").
struct Hit {
  enum class Kind : std::uint8_t { vehicle, infantry };

  Kind kind = Kind::vehicle;
  int hits = 1;
  std::optional<int> firepower;
  std::optional<int> dv;
  int added = 0;
  DamageRules damage;

  void prepare(const Charts& /*charts*/) {
    if (firepower.has_value() != dv.has_value()) {
      throw ArgumentError(firepower ? "dv" : "firepower", "a hit needs its FP and the DV",
                          "both, or neither for a damage roll alone");
    }
    if (kind == Kind::infantry && !firepower) {
      throw ArgumentError("firepower", "only vehicles roll for damage",
                          "--firepower and --dv, or --target vehicle");
    }
  }

  Outcome resolve(Dice& dice) const {
    State state;
    FireTarget target;
    target.kind = kind == Kind::vehicle ? FireTarget::Kind::vehicle : FireTarget::Kind::infantry;
    target.dv = dv;
    for (; state.hits < hits; ++state.hits) {
      dice.at(state);
      if (kind == Kind::infantry) {
        target.hit(dice, state.target, *firepower);
      } else if (const std::optional<int> excess = this->excess(dice)) {
        state.reached = 1;
        const std::optional<Damage> done = damage.hit(dice, *excess + added);
        if (!done) state.ignored = 1;
        if (done) DamageRules::record(state.target.vehicle, *done);
      }
    }
    Outcome outcome = target.outcome(state.target);
    if (kind == Kind::infantry) return outcome;
    const VehicleState::Wreck wreck = state.target.vehicle.wreck;
    return outcome.event("dv_reached", state.reached != 0)
        .event("ignored", state.ignored != 0)
        .event("passengers_unhurt", wreck == VehicleState::none)
        .event("passengers_attacked", wreck == VehicleState::destroyed)
        .event("passengers_killed", wreck == VehicleState::vaporised);
  }

  struct State {
    std::uint8_t hits = 0;
    std::uint8_t reached = 0;
    std::uint8_t ignored = 0;
    TargetState target;
  };

  std::optional<int> excess(Dice& dice) const {
    return firepower ? damage.reached(dice, *firepower, *dv) : std::optional(0);
  }
};

}  // namespace

Procedure hit() {
  const auto vehicle = [](const Hit& hit) { return hit.kind == Hit::Kind::vehicle; };
  return procedure<Hit>("slammers.hit", "play sheet, phase 5, vehicle damage and transporters",
                        "what a hit does, or the damage roll alone, and to passengers")
      .asks(&Hit::kind, "target", one_of({"vehicle", "infantry"}), "what is hit")
      .asks(&Hit::hits, "hits", 1, 12, "how many hits, or damage rolls")
      .asks(&Hit::firepower, "firepower", 0, 20,
            "the FP of a hit against that kind of target; default: the DV is reached")
      .tried_with({"3", "5"})
      .asks(&Hit::dv, "dv", 1, 30, "the DV of the facing that is hit, with cover")
      .or_named(defence_values(), dv_form)
      .tried_with({"6", "8"})
      .asks(&Hit::added, "added", 0, 20, "what Overkill adds to the damage roll, where it is known")
      .only_when([](const Hit& hit) { return hit.kind == Hit::Kind::vehicle && !hit.firepower; },
                 "with an FP --overkill counts it", "")
      .includes(&Hit::damage, "", DamageRules::Asked{})
      .only_when(
          {"overkill"}, [](const Hit& hit) { return hit.firepower.has_value(); },
          "what it adds without an FP is --added", "--firepower and --dv")
      .only_when({"overkill", "field_mechanic", "damage_order"}, vehicle,
                 "only vehicles roll for damage", "--target vehicle")
      .outcome("killed", "the infantry TU is killed")
      .outcome("suppressed", "the infantry TU is alive with suppression markers")
      .outcomes(FireTarget::vehicle_outcomes())
      .events(FireTarget::vehicle_events())
      .event("suppressed_or_worse", "the infantry TU is killed or suppressed")
      .event("dv_reached", "a hit reaches the DV, so that damage is rolled")
      .event("ignored", "a Field Mechanic ignores a result of 1 to 4")
      .event("passengers_unhurt", "infantry on board is unhurt and may debus: 1 to 4")
      .event("passengers_attacked", "the same attack is rolled at infantry on board: 5")
      .event("passengers_killed", "infantry on board is killed with its vehicle: 6 or more")
      .measure("suppression", "suppression markers on infantry that is alive")
      .measure("weapons_lost", "weapons lost by a vehicle that survives (9: nine or more)")
      .headlines(FireTarget::headline());
}

}  // namespace combat_odds::slammers
