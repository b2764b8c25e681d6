#include <fmt/format.h>

#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/asl/to_kill/he_attack.hpp"
#include "sim/declare/names.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/infantry_fate.hpp"

namespace combat_odds::asl {
namespace {

/// Where the fire of a gun stands, between two rolls.
struct GunFire {
  enum class Gun : std::uint8_t { fires, malfunctions, lost };

  TargetStack stack;
  std::uint8_t phase = 0;
  std::uint8_t here = 0;       ///< shots in this phase
  std::uint8_t fires_on = 1;   ///< another shot in this phase
  std::uint8_t intensive = 0;  ///< which is that of Intensive Fire
  std::uint8_t acquired = 0;
  Gun gun = Gun::fires;
  std::uint8_t hits = 0;  ///< of a target only whether there was one
  std::uint8_t critical = 0;
  std::uint8_t malfunctioned = 0;
};

/// C2.24, C6.5: a gun or mortar fires HE at infantry shot after shot, phase after phase.
struct GunAtInfantry {
  using Gun = GunFire::Gun;
  static constexpr int most_acquired = 2;  ///< steps (C6.5)

  HeAttack attack;
  int phases = 1;
  int acquisition = 0;
  bool forgets_each_phase = false;
  bool intensive_fire = false;
  int most_shots = 8;
  int repair_number = 1;

  bool may_use_intensive_fire() const { return attack.may_use_intensive_fire(); }
  bool may_acquire() const { return attack.acquires(); }
  bool several_phases() const { return phases > 1; }
  bool may_forget() const { return several_phases() && may_acquire(); }
  bool may_repair() const { return several_phases() && !attack.aim.captured; }
  bool has_target() const { return !attack.target.units.empty(); }

  void prepare(const Charts& /*charts*/) { attack.prepare_effects(); }

  GunFire start() const {
    GunFire state;
    state.stack = attack.target.start();
    state.acquired = small(-acquisition);
    return state;
  }

  GunFire step(GunFire state, Dice& dice) const {
    if (!FireTarget::resolved(state.stack)) {
      attack.target.step(dice, state.stack);
    } else if (state.fires_on != 0) {
      shoot(dice, state);
    } else {
      repair(dice, state);
    }
    return pass_on(state);
  }

  GunFire alike(GunFire state) const {
    attack.target.make_alike(state.stack);
    return state;
  }

  std::optional<Outcome> outcome(const GunFire& state) const {
    if (state.phase < phases || !FireTarget::resolved(state.stack)) return std::nullopt;
    Outcome outcome = has_target()     ? attack.target.outcome(state.stack)
                      : state.hits > 0 ? Outcome("hits")
                                       : Outcome("never_hits");
    outcome.event("hit", state.hits > 0)
        .event("critical_hit", state.critical != 0)
        .event("malfunction", state.malfunctioned != 0)
        .event("still_fires", state.gun == Gun::fires);
    if (!has_target()) outcome.measure("hits", state.hits);
    return outcome;
  }

  Working working() const {
    Working working = attack.working(-acquisition, false);
    if (may_acquire()) {
      working.notes.push_back("each shot acquires the target: -1, then -2 (C6.5)");
    }
    return working;
  }

 private:
  void shoot(Dice& dice, GunFire& state) const {
    const HeAttack::Fired fired = attack.shoot(dice, state.acquired, state.intensive != 0);
    const Shot& shot = fired.shot;
    ++state.here;
    if (may_acquire()) {
      state.acquired = small(std::min(state.acquired + 1, most_acquired));
    }
    if (shot.weapon != Shot::Weapon::fires_on) {
      state.gun = shot.weapon == Shot::Weapon::removed ? Gun::lost : Gun::malfunctions;
      state.malfunctioned = 1;
      state.acquired = 0;  // C6.5
    }
    const bool may_be_intensive = intensive_fire && state.intensive == 0 && state.gun == Gun::fires;
    const bool keeps = shot.keeps_rate != 0 && state.here < most_shots;
    state.fires_on = keeps || may_be_intensive ? 1 : 0;
    state.intensive = !keeps && may_be_intensive ? 1 : 0;
    if (shot.hit == Shot::Hit::miss) return;
    state.hits = has_target() ? std::uint8_t{1} : small(state.hits + 1);
    if (shot.hit == Shot::Hit::critical) state.critical = 1;
    if (has_target()) attack.begin_effect(dice, state.stack, fired, false);
  }

  /// A9.72: one dr in the Rally Phase before the next phase.
  void repair(Dice& dice, GunFire& state) const {
    state.gun = dice.die([&](int roll) {
      return roll <= repair_number ? Gun::fires : roll == 6 ? Gun::lost : Gun::malfunctions;
    });
    begin_phase(state);
  }

  bool anybody_left(const TargetStack& stack) const {
    return !has_target() ||
           std::any_of(stack.units.begin(), stack.units.begin() + stack.unit_count,
                       [](const TargetUnit& unit) { return !unit.is(TargetUnit::eliminated); });
  }

  void begin_phase(GunFire& state) const {
    ++state.phase;
    state.here = state.intensive = 0;
    state.fires_on = state.gun == Gun::fires ? 1 : 0;
  }

  /// Goes on to the next roll: of this phase, or past phases without one.
  GunFire pass_on(GunFire state) const {
    while (FireTarget::resolved(state.stack) && state.phase < phases) {
      const bool last = state.phase + 1 >= phases;
      if (!anybody_left(state.stack) || state.gun == Gun::lost) {
        if (!last) FireTarget::end_pins(state.stack);
        state.phase = small(phases);
        break;
      }
      if (state.fires_on != 0) return state;
      if (!last) FireTarget::end_pins(state.stack);  // A7.8
      if (forgets_each_phase) state.acquired = 0;
      if (state.phase + 1 < phases && state.gun == Gun::malfunctions && may_repair()) return state;
      begin_phase(state);
    }
    if (FireTarget::resolved(state.stack)) {
      state.here = state.fires_on = state.intensive = state.acquired = 0;
    }
    return state;
  }
};

}  // namespace

Procedure gun_at_infantry() {
  using Asked = GunAtInfantry;
  return procedure<Asked>(
             "asl.gun-at-infantry", "C2.24, C2.28, C3.32-.33, C5.6, C6.5, RB III.8",
             "a gun or mortar fires HE at infantry with its rate of fire, phase after phase")
      .includes(&Asked::attack)
      .asks(&Asked::phases, "phases", 1, 12, "its fire phases, one in each Player Turn")
      .asks(&Asked::acquisition, "acquisition", -2, 0,
            "the DRM of the acquired target before the first shot (N)")
      .asks(&Asked::forgets_each_phase, "forgets_each_phase",
            "a light mortar of Red Barricades: its acquisition is gone at the end of each phase "
            "(RB III.8)")
      .only_when(&Asked::may_forget, "otherwise nothing is acquired", "--phases 2 or more")
      .asks(&Asked::intensive_fire, "intensive_fire",
            "one shot more in each phase, as Intensive Fire: +2, B# two lower (F)")
      .only_when(&Asked::may_use_intensive_fire,
                 "pinned crews and guns marked so have no Intensive Fire (C5.6)", "")
      .asks(&Asked::most_shots, "most_shots", 1, 30,
            "at most so many shots in a phase while it keeps its rate of fire")
      .tried_with({"8", "2", "1"})
      .asks(&Asked::repair_number, "repair_number", 0, 5,
            "the R# on its counter: a dr of it or less repairs it in the Rally Phase, 6 loses it")
      .only_when(&Asked::may_repair, "a captured gun is not repaired", "--phases 2 or more")
      .only_when(
          {"acquisition"}, &Asked::may_acquire,
          "Bore Sighting, and a concealed target outside the Area Target Type, leave no acquisition (C6.4, C6.57)",
          "")
      .includes(&Asked::attack, HeAttack::describe_pinned)
      .includes(&Asked::attack, HeAttack::describe_concealed)
      .includes(&Asked::attack, HeAttack::describe_effects)
      .includes(&Asked::attack,
                [](Declaration<HeAttack>& attack) {
                  attack.includes(&HeAttack::target, "", FireTarget::InPlace::nobody,
                                  FireTarget::Groups::several);
                })
      .only_when({"effects_drm", "status", "elr", "target_state"}, &Asked::has_target, "",
                 "--target")
      .outcomes(FireTarget::outcomes())
      .outcome("hits", "no target named: it hits at least once")
      .outcome("never_hits", "no target named: it never hits")
      .event("hit", "it hits at least once")
      .event("critical_hit", "a Critical Hit is among them")
      .event("malfunction", "it malfunctions at least once")
      .event("still_fires", "it can fire after the last phase")
      .events(FireTarget::events())
      .events(FireTarget::group_events())
      .measure("hits", "no target named: hits in all phases")
      .measures(FireTarget::measures())
      .headline("mean hits", "{} hits on average")
      .headline("broken_or_worse", "at least one breaks or worse", "it breaks or worse")
      .headline("malfunction", "it malfunctions at least once");
}

}  // namespace combat_odds::asl
