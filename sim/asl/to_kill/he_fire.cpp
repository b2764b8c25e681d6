#include "sim/asl/to_kill/he_attack.hpp"
#include "sim/squad_games/infantry_fate.hpp"

namespace combat_odds::asl {
namespace {

enum Memory : std::uint8_t {
  hit = 1,
  critical = 2,
  twice = 4,
  keeps_rate = 8,
  malfunctions = 16,
  weapon_lost = 32,
};

/// One shot of HE at infantry: the To Hit DR, then the IFT.
struct HeFire {
  HeAttack attack;
  int acquisition = 0;
  bool intensive_fire = false;

  bool may_use_intensive_fire() const { return attack.may_use_intensive_fire(); }
  bool may_have_acquired() const { return attack.acquires(); }

  void prepare(const Charts& /*charts*/) { attack.prepare_effects(); }

  Outcome resolve(Dice& dice) const {
    const HeAttack::Fired fired = attack.shoot(dice, -acquisition, intensive_fire);
    TargetStack stack = attack.target.start();
    stack.memo[0] = memory(fired.shot);
    if (!fired.at.is_miss()) {
      attack.begin_effect(dice, stack, fired, true);
      if (attack.target.play(dice, stack)) return {};
    }
    return report(attack.target.outcome(stack), stack.memo[0]);
  }

  Working working() const { return attack.working(-acquisition, intensive_fire); }

 private:
  static std::uint8_t memory(const Shot& shot) {
    std::uint8_t memory = 0;
    if (shot.hit != Shot::Hit::miss) memory |= hit;
    if (shot.hit == Shot::Hit::critical) memory |= critical;
    if (shot.twice != 0) memory |= twice;
    if (shot.keeps_rate != 0) memory |= keeps_rate;
    if (shot.weapon == Shot::Weapon::malfunctions) memory |= malfunctions;
    if (shot.weapon == Shot::Weapon::removed) memory |= weapon_lost;
    return memory;
  }
  static Outcome report(Outcome outcome, std::uint8_t shot) {
    return outcome.event("hit", (shot & hit) != 0)
        .event("critical_hit", (shot & critical) != 0)
        .event("multiple_hit", (shot & twice) != 0)
        .event("may_fire_again", (shot & keeps_rate) != 0)
        .event("malfunctions", (shot & malfunctions) != 0)
        .event("weapon_lost", (shot & weapon_lost) != 0);
  }
};

}  // namespace

Procedure he_fire() {
  using Asked = HeFire;
  return procedure<Asked>("asl.he-fire", "C3.32, C3.33, C3.7, C3.8, A7.3",
                          "one shot of HE at infantry, from the To Hit DR to the last check")
      .includes(&Asked::attack)
      .asks(&Asked::acquisition, "acquisition", -2, 0, "the DRM of the acquired target (N)")
      .only_when(&Asked::may_have_acquired,
                 "Bore Sighting, and a concealed target outside the Area Target Type, leave no "
                 "acquisition (C6.4, C6.57)",
                 "")
      .asks(&Asked::intensive_fire, "intensive_fire",
            "the one shot of Intensive Fire: +2, B# two lower, and the old B# loses the gun (F)")
      .only_when(&Asked::may_use_intensive_fire,
                 "pinned crews and guns marked so have no Intensive Fire (C5.6)", "")
      .includes(&Asked::attack, HeAttack::describe_pinned)
      .includes(&Asked::attack, HeAttack::describe_concealed)
      .includes(&Asked::attack, HeAttack::describe_movement)
      .includes(&Asked::attack, HeAttack::describe_effects)
      .includes(&Asked::attack,
                [](Declaration<HeAttack>& attack) {
                  attack
                      .includes(&HeAttack::target, "", FireTarget::InPlace::nothing,
                                FireTarget::Groups::several)
                      .includes(&HeAttack::target, FireTarget::describe_heat);
                })
      .outcomes(FireTarget::outcomes())
      .event("hit", "the Location or hex is hit")
      .event("critical_hit", "a Critical Hit")
      .event("multiple_hit", "a Multiple Hit: the better of two Effects DR (C3.8)")
      .event("may_fire_again", "the coloured die leaves it its rate of fire")
      .event("malfunctions", "the gun malfunctions")
      .event("weapon_lost", "the gun is lost by a use that lowers its B# (A.11)")
      .events(FireTarget::events())
      .events(FireTarget::group_events())
      .events({FireTarget::heat_event()})
      .measures(FireTarget::measures())
      .headline("hit", "it hits")
      .headlines(infantry_headline());
}

}  // namespace combat_odds::asl
