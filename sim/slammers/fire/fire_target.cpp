#include "sim/slammers/fire/fire_target.hpp"
#include "sim/slammers/fire/defence_values.hpp"
#include "sim/squad_games/infantry_fate.hpp"

namespace combat_odds::slammers {
namespace {}  // namespace

void FireTarget::hit(Dice& dice, TargetState& state, int firepower) const {
  if (kind == Kind::vehicle) {
    const std::optional<Damage> done = damage.attack(dice, firepower, *dv);
    if (done) DamageRules::record(state.vehicle, *done);
    return;
  }
  const bool reached =
      falls_to_any_hit() || dice.die([&](int dr) { return dr + firepower >= *dv; });
  if (reached) {
    state.killed = 1;
  } else if (kind == Kind::infantry && state.killed == 0) {
    ++state.suppression;
    if (suppression_kills > 0 && state.suppression >= suppression_kills) state.killed = 1;
  }
  if (state.killed != 0) state.suppression = 0;
}

OneOf FireTarget::destroyed_words() { return one_of({"any_hit", "dv_reached"}); }

FireTarget FireTarget::firefly(Destroyed destroyed) {
  FireTarget firefly;
  firefly.kind = Kind::firefly;
  firefly.dv = firefly_dv;
  firefly.destroyed = destroyed;
  return firefly;
}

Outcome FireTarget::outcome(const TargetState& state) const {
  if (kind == Kind::firefly) {
    Outcome outcome(state.killed != 0 ? "destroyed" : "no_effect");
    return tell(outcome, VehicleFate{state.killed != 0, false});
  }
  if (kind == Kind::infantry) {
    return Outcome(state.killed != 0        ? "killed"
                   : state.suppression != 0 ? "suppressed"
                                            : "no_effect")
        .event("suppressed_or_worse", state.killed != 0 || state.suppression != 0)
        .measure("suppression", state.suppression);
  }
  const VehicleState& vehicle = state.vehicle;
  Outcome outcome(vehicle.wreck == VehicleState::vaporised   ? "vaporised"
                  : vehicle.wreck == VehicleState::destroyed ? "destroyed"
                  : vehicle.damaged()                        ? "damaged"
                                                             : "no_effect");
  tell(outcome, VehicleFate{vehicle.wreck != VehicleState::none,
                            vehicle.stalled != 0 || vehicle.transmission != 0});
  outcome.event("stalled", vehicle.stalled != 0)
      .event("transmission_destroyed", vehicle.transmission != 0)
      .event("weapon_destroyed", vehicle.weapons_lost != 0)
      .event("attacker_picks_weapon", vehicle.attacker_picked != 0)
      .measure("weapons_lost", vehicle.weapons_lost);
  return outcome;
}

std::vector<Term> FireTarget::vehicle_outcomes(std::string no_effect) {
  return {
      {"vaporised", "the vehicle blows up; infantry around it is suppressed"},
      {"destroyed", "the vehicle is destroyed and its hull stays on the table"},
      {"damaged", "the vehicle is stalled, can't move, or has lost weapons"},
      {"no_effect", std::move(no_effect)},
  };
}

std::vector<HeadlinePart> FireTarget::headline() {
  return {{"knocked_out", "the vehicle is knocked out", ""},
          {"damaged", "it is damaged", ""},
          {"killed", "the infantry is killed", ""},
          {"suppressed", "it is suppressed", ""},
          {"no_effect", "nothing happens", ""}};
}

std::vector<Term> FireTarget::vehicle_events() {
  return {
      {"knocked_out", "the vehicle is destroyed or blows up"},
      {"stopped", "it is knocked out, or does not move any more or in its next turn"},
      {"stalled", "a vehicle that survives does not move or fire in its next turn"},
      {"transmission_destroyed", "a vehicle that survives never moves again"},
      {"weapon_destroyed", "a vehicle that survives has lost a weapon"},
      {"attacker_picks_weapon", "at least one of the weapons lost is the attacker's choice"},
  };
}

void FireTarget::describe(Declaration<FireTarget>& asks, OneOf kinds, const std::string& dv_meaning,
                          Reported reported) {
  const bool fireflies = kinds.words.back() == "firefly";
  asks.asks(&FireTarget::kind, "target", std::move(kinds), "what is attacked")
      .asks(&FireTarget::dv, "dv", 1, 30, dv_meaning)
      .or_named(defence_values(), dv_form)
      .tried_with({"4", "6", "7", "9"})
      .includes(&FireTarget::damage, "", DamageRules::Asked{.order = reported == Reported::single});
  const auto vehicle = [](const FireTarget& target) { return target.kind == Kind::vehicle; };
  asks.only_when({"overkill", "field_mechanic"}, vehicle, "only vehicles roll for damage",
                 "--target vehicle");
  if (reported == Reported::single) {
    asks.only_when({"damage_order"}, vehicle, "only vehicles roll for damage", "--target vehicle");
  }
  if (fireflies) {
    const auto is_firefly = [](const FireTarget& target) { return target.kind == Kind::firefly; };
    asks.asks(&FireTarget::destroyed, "destroyed_by", destroyed_words(),
              "what destroys a Firefly: any hit, or one that reaches its DV")
        .only_when(is_firefly, "", "--target firefly")
        .only_when(
            {"dv"}, [](const FireTarget& target) { return !target.falls_to_any_hit(); },
            "any hit destroys a Firefly otherwise", "--destroyed-by dv_reached");
  }
  if (reported == Reported::by_number) return;
  asks.asks(&FireTarget::suppression_kills, "suppression_kills", 0, 9,
            "suppression markers that kill infantry: 0 for never, 2 for a sniper")
      .only_when([](const FireTarget& target) { return target.kind == Kind::infantry; },
                 "only infantry is suppressed", "--target infantry")
      .outcome("killed", "the infantry TU is killed")
      .outcome("suppressed", "the infantry TU is alive with suppression markers")
      .outcomes(vehicle_outcomes())
      .events(vehicle_events())
      .event("suppressed_or_worse", "the infantry TU is killed or suppressed")
      .measure("suppression", "suppression markers on infantry that is alive")
      .measure("weapons_lost", "weapons lost by a vehicle that survives (9: nine or more)");
}

void FireTarget::prepare(const Charts& /*charts*/) {
  if (dv) return;
  if (kind != Kind::firefly) {
    throw ArgumentError("dv", "the target has no DV",
                        "--dv, the number printed on the target's Detachment Card");
  }
  dv = firefly_dv;
}

}  // namespace combat_odds::slammers
