#include "sim/asl/close_fight/close_combat_terms.hpp"
#include "sim/squad_games/fire_group.hpp"

namespace combat_odds::asl {
namespace {

/// The Ambush dr of one side, by what modifies it (A11.4, A11.17-.18).
struct AmbushSide {
  std::optional<int> leadership;
  bool concealed = false;
  bool stealthy = false;
  bool lax = false;
  bool cx = false;
  bool pinned = false;
  bool broken = false;
  bool berserk = false;
  int drm = 0;

  bool is_led() const { return !berserk; }

  int sum() const {
    CloseCombatTerms::AmbushForce force;
    force.units = 2;  // a leader who is alone is left out
    force.leadership = leadership;
    force.pinned = pinned;
    force.broken = broken;
    force.lax = lax;
    force.berserk = berserk;
    force.stealthy = stealthy;
    return force.drm() - (concealed ? 2 : 0) + (cx ? 1 : 0) + drm;
  }

  static void describe(Declaration<AmbushSide>& side, const std::string& whose) {
    using Asked = AmbushSide;
    side.asks(&Asked::leadership, "leader", -3, 1,
              "the modifier of " + whose +
                  " best leader, in Good Order, not pinned and not alone; default: nobody leads")
        .or_of_unit(UnitFact::leadership)
        .only_when(&Asked::is_led, "nobody directs the berserk", "")
        .asks(&Asked::concealed, "concealed", whose + " units are concealed: -2")
        .asks(&Asked::stealthy, "stealthy", "Stealthy: -1")
        .asks(&Asked::lax, "lax", "Lax, or Inexperienced: +1")
        .asks(&Asked::cx, "cx", "a unit is CX: +1")
        .asks(&Asked::pinned, "pinned", "a unit is pinned: +1")
        .asks(&Asked::broken, "broken", "a unit is broken: +1")
        .asks(&Asked::berserk, "berserk", "a unit is berserk: +1")
        .asks(
            &Asked::drm, "drm", -10, 10,
            "other drm of that side: +2 for a vehicle, cavalry or a pillbox's occupants, +1 for a "
            "vehicle that is Buttoned Up, +1 where its crew is Stunned")
        .tried_with({"0", "2"});
  }
};

struct AmbushRoll {
  AmbushSide attacker;
  AmbushSide defender;
  bool night = false;

  Outcome resolve(Dice& dice) const {
    using Ambush = CloseCombatTerms::Ambush;
    CloseCombatTerms terms;
    terms.night = night;
    const Ambush ambush = terms.ambush(dice, attacker.sum(), defender.sum());
    return Outcome(ambush == Ambush::attacker_ambushes   ? "attacker_ambushes"
                   : ambush == Ambush::defender_ambushes ? "defender_ambushes"
                                                         : "nobody_ambushes");
  }

  Working working() const {
    const auto words = [](const char* whose, int drm) {
      return std::string(whose) + (drm == 0 ? " without drm" : " with " + signed_text(drm));
    };
    Working working;
    working.situation = "Ambush, " + words("the attacker", attacker.sum()) + ", " +
                        words("the defender", defender.sum());
    if (night) working.situation += ", at night";
    return working;
  }
};

}  // namespace

Procedure ambush() {
  return procedure<AmbushRoll>("asl.ambush", "A11.4",
                               "who ambushes whom when infantry advances into close combat?")
      .includes(&AmbushRoll::attacker, "attacker_", "the attacker's")
      .includes(&AmbushRoll::defender, "defender_", "the defender's")
      .asks(&AmbushRoll::night, "night",
            "the attacker, not illuminated, ambushes with a die lower by two (E1.77)")
      .outcome("attacker_ambushes", "the side that advances in ambushes the other")
      .outcome("defender_ambushes", "it is ambushed")
      .outcome("nobody_ambushes", "close combat is simultaneous")
      .headline("attacker_ambushes", "the attacker ambushes")
      .headline("defender_ambushes", "the defender ambushes")
      .headline("nobody_ambushes", "nobody does");
}

}  // namespace combat_odds::asl
