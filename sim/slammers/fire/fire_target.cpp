#include "combat_odds/sim/slammers/fire/fire_target.hpp"
#include "combat_odds/sim/slammers/fire/defence_values.hpp"

namespace combat_odds::slammers {
namespace {

constexpr int firefly_dv = 9;  // Supplement 4, Fireflies: DV 9 in all arcs

}  // namespace

void FireTarget::hit(Dice& dice, TargetState& state, int firepower) const {
  if (kind_ == Kind::vehicle) {
    const int excess = dice.dr([&](int dr) {
      const int above = dr + firepower - dv_;
      return above < 0 ? -1 : damage_.relevant(above);
    });
    if (excess >= 0) damage_.apply(dice, state.vehicle, excess);
    return;
  }
  const bool reached = dice.dr([&](int dr) { return dr + firepower >= dv_; });
  if (reached) {
    state.killed = 1;
  } else if (kind_ == Kind::infantry && state.killed == 0) {
    ++state.suppression;
    if (suppression_kills_ > 0 && state.suppression >= suppression_kills_) state.killed = 1;
  }
  if (state.killed != 0) state.suppression = 0;
}

Outcome FireTarget::outcome(const TargetState& state) const {
  if (kind_ == Kind::firefly) return Outcome(state.killed != 0 ? "destroyed" : "no_effect");
  if (kind_ == Kind::infantry) {
    return Outcome(state.killed != 0        ? "killed"
                   : state.suppression != 0 ? "suppressed"
                                            : "no_effect")
        .measure("suppression", state.suppression);
  }
  const VehicleState& vehicle = state.vehicle;
  return Outcome(vehicle.wreck == VehicleState::vaporised   ? "vaporised"
                 : vehicle.wreck == VehicleState::destroyed ? "destroyed"
                 : vehicle.damaged()                        ? "damaged"
                                                            : "no_effect")
      .event("knocked_out", vehicle.wreck != VehicleState::none)
      .event("stalled", vehicle.stalled != 0)
      .event("transmission_destroyed", vehicle.transmission != 0)
      .event("weapon_destroyed", vehicle.weapons_lost != 0)
      .event("attacker_picks_weapon", vehicle.attacker_picked != 0)
      .measure("weapons_lost", vehicle.weapons_lost);
}

std::vector<Term> FireTarget::outcomes() {
  return {
      {"killed", "the infantry TU is killed"},
      {"suppressed", "the infantry TU is alive with suppression markers"},
      {"vaporised", "the vehicle blows up; infantry around it is suppressed"},
      {"destroyed", "the vehicle is destroyed and its hull stays on the table"},
      {"damaged", "the vehicle is stalled, can't move, or has lost weapons"},
      {"no_effect", "nothing happens to the target"},
  };
}

std::vector<Term> FireTarget::events() {
  return {
      {"knocked_out", "the vehicle is destroyed or blows up"},
      {"stalled", "a vehicle that survives does not move or fire in its next turn"},
      {"transmission_destroyed", "a vehicle that survives never moves again"},
      {"weapon_destroyed", "a vehicle that survives has lost a weapon"},
      {"attacker_picks_weapon", "at least one of the weapons lost is the attacker's choice"},
  };
}

std::vector<Term> FireTarget::measures() {
  return {
      {"suppression", "suppression markers on infantry that is alive"},
      {"weapons_lost", "weapons lost by a vehicle that survives (9: nine or more)"},
  };
}

std::vector<Parameter> FireTarget::parameters(std::vector<std::string> kinds,
                                              const std::string& dv_meaning) {
  std::vector<Parameter> all = {
      choice("target", std::move(kinds), "what is attacked"),
      integer("dv", 1, 30, dv_meaning)
          .or_named(defence_values(), dv_form)
          .optional()
          .tried_with({"4", "6", "7", "9"}),
  };
  append(all, DamageRules::parameters());
  return all;
}

Parameter FireTarget::suppression_kills_parameter() {
  return integer("suppression_kills", 0, 9,
                 "suppression markers that kill infantry: 0 for never, 2 for a sniper")
      .by_default("0")
      .tried_with({"0", "2"});
}

void FireTarget::ask_suppression_kills(const Arguments& arguments) {
  suppression_kills_ = arguments.integer("suppression_kills");
  if (suppression_kills_ > 0 && kind_ != Kind::infantry) {
    throw ArgumentError("suppression_kills", "only infantry is suppressed",
                        "0, or target infantry");
  }
}

FireTarget FireTarget::asked(const Arguments& arguments, const Charts& charts) {
  FireTarget asked;
  const std::string& kind = arguments.choice("target");
  asked.kind_ = kind == "infantry"  ? Kind::infantry
                : kind == "vehicle" ? Kind::vehicle
                                    : Kind::firefly;
  if (arguments.given("dv")) {
    asked.dv_ = arguments.integer("dv");
  } else if (asked.kind_ == Kind::firefly) {
    asked.dv_ = firefly_dv;
  } else {
    throw ArgumentError("dv", "the target has no DV",
                        "give dv: the number printed on the target's Detachment Card");
  }
  asked.damage_ = DamageRules::asked(arguments, charts);
  return asked;
}

FireTarget FireTarget::vehicle(int dv, DamageRules damage) {
  FireTarget target;
  target.dv_ = dv;
  target.damage_ = damage;
  return target;
}

}  // namespace combat_odds::slammers
