#include "sim/asl/close_fight/assault_shells.hpp"

#include <algorithm>
#include <utility>

#include "core/dice/small.hpp"
#include "core/text/add_once.hpp"

namespace combat_odds::asl {

void AssaultShells::describe(Declaration<AssaultShells>& shells) {
  shells
      .includes(&AssaultShells::gun,
                [](Declaration<GunAtInfantry>& gun) {
                  gun.includes(&GunAtInfantry::attack,
                               [](Declaration<HeAttack>& attack) {
                                 HeAttack::describe(attack);
                                 HeAttack::describe_concealed(attack);
                                 HeAttack::describe_effects(attack);
                               })
                      .asks(&GunAtInfantry::acquisition, "acquisition", -2, 0,
                            "the DRM of the acquired target before the first shot (N)")
                      .asks(&GunAtInfantry::intensive_fire, "intensive_fire",
                            "one shot more, as Intensive Fire: +2, B# two lower (F)")
                      .asks(&GunAtInfantry::most_shots, "most_shots", 1, 30,
                            "at most so many shots while it keeps its rate of fire")
                      .only_when({"acquisition"}, &GunAtInfantry::may_acquire,
                                 "Bore Sighting, and a concealed target outside the Area Target "
                                 "Type, leave no acquisition (C6.4, C6.57)",
                                 "");
                })
      // Each step names both: what stands here is never played.
      .adjust("gun", [](Parameter& weapon) { weapon.default_value = "75L"; })
      .adjust("range", [](Parameter& range) { range.default_value = "1"; })
      .asks(&AssaultShells::bounding, "bounding",
            "it fires in the AFPh after its vehicle has moved: cases B and C, and one shot");
}

std::vector<std::string> AssaultShells::words_of_phase(const AssaultStep& step,
                                                       const AssaultForce::Group& firing) {
  std::vector<std::string> words;
  if (!firing.is_vehicle()) return words;
  if (!step.says("buttoned_up")) words.insert(words.end(), {"buttoned_up", "true"});
  if (step.in_advancing_fire && !step.says("bounding")) {
    words.insert(words.end(), {"bounding", "true"});
  }
  return words;
}

void AssaultShells::at(const AssaultForce::Group& target, const Charts& /*charts*/) {
  gun.attack.at_gun = !target.gun.empty();
}

bool AssaultShells::is_qualified(const AssaultForce::Group& firing, const FireTarget& firers) {
  const std::vector<UnitType>& roster = firers.roster();
  return firing.is_vehicle() ||
         std::any_of(firing.units.begin(), firing.units.end(), [&](const UnitName& unit) {
           return std::any_of(roster.begin(), roster.end(), [&](const UnitType& type) {
             return type.name == unit && type.kind == UnitType::Kind::crew;
           });
         });
}

void AssaultShells::bound(Aim& aim, const Charts& charts) {
  const ToHitDrm& chart = charts.get<ToHitDrm>();
  aim.drm += chart.at("B") + chart.at(aim.gun.turreted ? "C_t" : "C_nt");
  aim.rate_of_fire = 0;
}

void AssaultShells::settle(const AssaultForce::Group& firing, const FireTarget& firers,
                           const FireTarget& target, const Charts& charts) {
  HeAttack& attack = gun.attack;
  if (!is_qualified(firing, firers)) attack.aim.non_qualified = true;
  if (bounding) {
    bound(attack.aim, charts);
    gun.intensive_fire = false;
  }
  attack.target = target;
  attack.prepare(charts);
  attack.prepare_effects();
  for (GunAtInfantry& one : shots_.guns) one = gun;
  GunAtInfantry& pinned = shots_.guns.at(static_cast<std::size_t>(By::pinned));
  pinned.attack.pinned = true;
  pinned.intensive_fire = false;
  pinned.attack.prepare(charts);
  GunAtInfantry& shaken = shots_.guns.at(static_cast<std::size_t>(By::shaken));
  ++shaken.attack.aim.drm;  // D5.34
  shaken.attack.prepare(charts);
}

std::optional<AssaultShells::By> AssaultShells::by(const FireTarget& rules, const TargetStack& side,
                                                   std::uint8_t out) {
  std::optional<By> best;
  if ((out & gun_marks::out) != 0) return best;
  for (std::size_t i = 0; i < side.unit_count; ++i) {
    const TargetUnit& unit = side.units[i];
    std::optional<By> by;
    if (rules.is_vehicle(unit)) {
      const VehicleState state = vehicle_state(unit);
      if (state.can_act()) by = state.plus_one != 0 ? By::shaken : By::able;
    } else if (!unit.is_away() && !unit.is(TargetUnit::broken)) {
      by = unit.is(TargetUnit::pinned) ? By::pinned : By::able;
    }
    if (by && (!best || *by < *best)) best = by;
  }
  return best;
}

AssaultShells::Fired AssaultShells::fire(Dice& dice, const TargetStack& stack, By by) const {
  Fired fired = dice.play(shots_, Question{without_memory(stack), by});
  fired.stack = with_memory_of(stack, fired.stack);
  return fired;
}

AssaultShells::Fired AssaultShells::Shots::play(const Question& question, Dice& dice) const {
  const GunAtInfantry& rules = guns.at(static_cast<std::size_t>(question.by));
  GunFire state = rules.start();
  state.stack = question.stack;
  while (!rules.over(state)) {
    state.hits = state.critical = state.malfunctioned = 0;  // nobody asks
    state = rules.alike(state);
    if (dice.at(state)) return {};
    state = rules.step(state, dice);
  }
  state = rules.alike(state);
  Fired fired{state.stack};
  if (state.gun != GunFire::Gun::fires) fired.own = gun_marks::out;
  if (state.target_gun == HeAttack::GunHit::malfunctions) fired.theirs = gun_marks::out;
  if (state.target_gun == HeAttack::GunHit::destroyed) {
    fired.theirs = gun_marks::out | gun_marks::destroyed;
  }
  return fired;
}

std::string AssaultShells::tell(Working& working) const {
  Working own = gun.working();
  for (std::string& sum : own.sums) add_once(working.sums, std::move(sum));
  for (std::string& note : own.notes) add_once(working.notes, std::move(note));
  return own.situation;
}

}  // namespace combat_odds::asl
