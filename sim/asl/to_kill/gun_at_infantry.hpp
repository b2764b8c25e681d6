#pragma once

#include <algorithm>
#include <optional>

#include "core/dice/small.hpp"
#include "sim/asl/to_kill/he_attack.hpp"

namespace combat_odds::asl {

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
  HeAttack::GunHit target_gun = HeAttack::GunHit::unharmed;  ///< that the target serves
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
  bool over(const GunFire& state) const {
    return state.phase >= phases && FireTarget::resolved(state.stack);
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
    if (!over(state)) return std::nullopt;
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
    if (!has_target()) return;
    const HeAttack::GunHit gun_hit = attack.begin_effect(dice, state.stack, fired, false);
    state.target_gun = std::max(state.target_gun, gun_hit);
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

}  // namespace combat_odds::asl
