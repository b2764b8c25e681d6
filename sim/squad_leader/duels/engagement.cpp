#include "sim/squad_leader/duels/engagement.hpp"

#include <algorithm>
#include <string_view>

#include "core/dice/small.hpp"
#include "sim/squad_games/numbers_needed.hpp"
#include "sim/squad_games/own_turn.hpp"

namespace combat_odds::squad_leader {

Gunner Gunner::aimed(Aim aim, KillTarget target, Ammunition ammunition, const Charts& charts) {
  target.range = aim.range;
  target.hull_down = aim.target == Aim::Target::vehicle_hull_down;
  // No kill roll is ever made, so its numbers are not needed.
  if (aim.aims_at_tracks()) target.kill_number = target.rear_kill_number = target.armor = 0;
  aim.at_afv = target.is_afv();
  Aim intensive = aim;
  intensive.intensive_fire = true;
  Gunner gunner{
      .gunnery = Gunnery(aim, charts),
      .intensive = Gunnery(intensive, charts),
      .penetration =
          Penetration(gun_weapon(aim.gun.gun, ammunition), target, aim.at_vehicle(), charts),
      .fallback = std::nullopt,
      .acquisition = charts.get<ToHitDrm>().at("69.1"),
      .limbered = std::nullopt,
      .limbered_intensive = std::nullopt,
  };
  gunner.deliberate = aim.aims_at_tracks();
  return gunner;
}

Engagement::GunState Engagement::repaired(Dice& dice, int repair_number) {
  return combat_odds::repaired(dice, repair_number,
                               Repairable{GunState::fires, GunState::jammed, GunState::lost});
}

Engagement::Fate Engagement::after_hit(Dice& dice, Fate fate, const Penetration& penetration,
                                       bool critical, int crew_morale) {
  const Damage hit = penetration.roll(dice, critical, fate == Fate::immobilized);
  return squad_leader::after_hit(dice, fate, hit, penetration, crew_morale);
}

void Engagement::repair(State& state, Dice& dice) const {
  for (std::size_t who = 0; who < 2; ++who) {
    Side& side = state.sides[who];
    if (!gunners[who] || side.gun != GunState::jammed) continue;
    side.gun = repaired(dice, gunners[who]->repair_number);
  }
}

void Engagement::fire_phase(State& state, Dice& dice) const {
  if (state.half == 0) repair(state, dice);
  // In its own turn a side fires first, in the Prep Fire Phase. The other fires in Defensive Fire.
  const bool side_0_has_the_turn = (state.phase % 2 == 1) == first_is_prep;
  const bool defensive = state.half == 1;
  const std::size_t who = side_0_has_the_turn == defensive ? 1 : 0;
  Side& side = state.sides[who];
  if (who == 0 && !defensive) state.step = decides_on_step(state, dice);
  if (who == 0 && state.step != Step::fire) {
    side.acquired = 0;  // 69.6
    if (state.step != Step::leave && move.fired_at_where_it_ends) take_position(state);
  } else if (gunners[who] && gunners[who]->unlimbers_in(state.phase)) {
    side.acquired = 0;  // 69.6: no acquisition without firing
  } else if (gunners[who] && side.gun == GunState::fires) {
    if (decides_to_hold_fire(state, dice, who, defensive)) {
      side.acquired = 0;  // 69.6: it fails to engage in an eligible phase
    } else {
      fire(state, dice, who, defensive);
    }
  }
  if (over(state)) return;
  if (defensive && who == 1) end_of_move(state, dice);
  if (over(state)) return;
  state.half = 1 - state.half;
  if (state.half == 0) ++state.phase;
}

const Gunner& Engagement::gunner(const State& state, std::size_t who) const {
  return state.moved != 0 ? *move.gunners[who] : *gunners[who];
}

void Engagement::take_position(State& state) const {
  state.moved = 1;
  state.turned_upon = move.turned_upon != 0 && gunners[1] ? 1 : 0;
}

/// The target has fired at it during its move. If it was immobilized, it stays in that hex.
void Engagement::end_of_move(State& state, Dice& dice) const {
  const Side& own = state.sides[0];
  const bool moves_on = own.fate == Fate::none;
  if (state.step == Step::leave) {
    state.left = moves_on ? 1 : 0;
  } else if (state.step != Step::fire && state.moved == 0 && moves_on) {
    take_position(state);
  }
  if (state.step == Step::move_and_fire && own.gun == GunState::fires) {
    state.half = 2;  // different from the Defensive Fire before
    fire(state, dice, 0, false);
    state.half = 1;
  }
  state.step = Step::fire;
}

/// The decision of the firer in its own player turn, if it can do anything but fire.
FirerMove::Step Engagement::decides_on_step(const State& state, Dice& dice) const {
  const Side& own = state.sides[0];
  const bool fires = own.gun == GunState::fires;
  const bool mobile = own.fate == Fate::none;
  const bool may_move = mobile && !over(state) && move.gunners[0] && state.moved == 0;
  const bool may_leave = mobile && !over(state) && move.out_of_sight;
  if (!may_move && !may_leave) return Step::fire;
  return decided_step(
      dice, {"What to do in its own turn?", may_move, may_move && fires && move.turret, may_leave},
      move.habit, state, [&] { return words(state, 0, false); });
}

/// All shots of one side in a phase.
void Engagement::fire(State& state, Dice& dice, std::size_t who, bool defensive) const {
  Side& side = state.sides[who];
  const bool advancing = who == 0 && state.step == Step::move_and_fire;
  const bool intensive = !advancing && decides_on_intensive_fire(state, dice, who, defensive);
  state.intensive = intensive ? 1 : 0;  // 70.3: not in the Advancing Fire Phase
  const Gunner& fires = gunner(state, who);
  const int rate_of_fire = fires.shots_in(state.phase);
  const int all = rate_of_fire + state.intensive;  // 70.1
  const auto may_fire_again = [&](int fired) {     // 69.85
    return !at_mover(state, who, defensive) ||
           fired < fires.mover.most_shots(rate_of_fire, all + 1);
  };
  for (state.shots = small(all); state.shots > 0 && may_fire_again(all - state.shots) &&
                                 side.gun == GunState::fires && !over(state);
       --state.shots) {
    dice.at(state);
    shot(state, dice, who, defensive);
  }
  if (!may_fire_again(all)) state.superior = 0;
  state.shots = 0;
  state.intensive = 0;
  if (state.superior != 0 && side.gun == GunState::fires && !over(state)) {
    dice.at(state);
    shot(state, dice, who, defensive);
  }
  state.superior = 0;
  if (advancing && !move.sherman) {
    side.acquired = 0;  // 69.2
  } else if (side.gun == GunState::fires && !out(state.sides[1 - who])) {
    side.acquired = small(std::min(side.acquired + 1, 2));
  }
}

/// The facts that the deciding side sees.
Facts Engagement::words(const State& state, std::size_t who, bool defensive) const {
  const Gunner& gunner = *gunners[who];
  const auto state_of = [](const Side& side) {
    return side.fate == Fate::immobilized ? "immobilized" : "mobile";
  };
  Facts facts = {{"phases to come", phases - state.phase},
                 {"acquired", state.sides[who].acquired * gunner.acquisition},
                 {"the target is", state_of(state.sides[1 - who])}};
  if (gunner.moving_drm != 0) facts.emplace_back("Defensive Fire", defensive);
  const auto gun_of = [](const Side& side) {
    return side.gun == GunState::fires ? "fires" : side.gun == GunState::jammed ? "jammed" : "lost";
  };
  if (move.gunners[0]) {
    facts.emplace_back(who == 0 ? "moved" : "the enemy has moved", state.moved != 0);
  }
  if (who == 0 && (move.gunners[0] || move.out_of_sight)) {
    facts.emplace_back("the gun", gun_of(state.sides[who]));
  }
  if (gunner.fallback) facts.emplace_back("on the other round", state.sides[who].fallback != 0);
  if (gunners[1 - who]) {
    facts.emplace_back("the enemy gun", gun_of(state.sides[1 - who]));
    facts.emplace_back("the enemy has acquired",
                       state.sides[1 - who].acquired * gunners[1 - who]->acquisition);
    facts.emplace_back("the firer is", state_of(state.sides[who]));
  }
  return facts;
}

bool Engagement::asks(const State& state, Dice& dice, const Decision& decision, std::size_t who,
                      bool defensive, bool habit) const {
  if (by_habit) return habit;
  return dice.choose(
             decision, state, [&] { return words(state, who, defensive); }, habit ? 1 : 0) != 0;
}

/// A gun that does not fire cannot jam, and keeps its HEAT.
bool Engagement::decides_to_hold_fire(const State& state, Dice& dice, std::size_t who,
                                      bool defensive) const {
  static constexpr std::string_view options[] = {"fire", "hold fire"};
  const Decision decision{who == 0 ? "hold_fire" : "return_hold_fire",
                          who == 0 ? "Fire in this phase?" : "Fire in this phase in return?",
                          options, static_cast<int>(who)};
  return asks(state, dice, decision, who, defensive, gunners[who]->holds_fire_in(defensive));
}

/// 70.4: decided before the gun fires in the phase.
bool Engagement::decides_on_intensive_fire(const State& state, Dice& dice, std::size_t who,
                                           bool defensive) const {
  const Decision decision{who == 0 ? "intensive_fire" : "return_intensive_fire",
                          who == 0 ? "Intensive Fire?" : "Intensive Fire in return?", no_or_yes,
                          static_cast<int>(who)};
  return asks(state, dice, decision, who, defensive, gunners[who]->fires_intensively(state.phase));
}

/// Whether the other side is fired at as it moves.
bool Engagement::at_mover(const State& state, std::size_t who, bool defensive) const {
  if (!defensive || state.sides[1 - who].fate != Fate::none) return false;
  return who == 0 ? gunners[0]->moving_drm != 0 : state.step != Step::fire;
}

/// The DRM for the moving firer's shots, and for shots at it.
int Engagement::movement_drm(const State& state, std::size_t who, bool defensive) const {
  const bool can_move = state.sides[1 - who].fate == Fate::none;
  if (who == 0) {
    if (state.step == Step::move_and_fire) return state.moved != 0 ? move.advancing : 0;
    return defensive && can_move ? gunners[0]->moving_drm : 0;
  }
  return (state.turned_upon != 0 ? move.turned_upon : 0) +
         (state.step != Step::fire && can_move ? move.drm : 0);
}

void Engagement::shot(State& state, Dice& dice, std::size_t who, bool defensive) const {
  const Gunner& gunner = this->gunner(state, who);
  Side& side = state.sides[who];
  const std::size_t victim = 1 - who;
  const int drm = side.acquired * gunner.acquisition + movement_drm(state, who, defensive);
  if (who == 1) state.turned_upon = 0;  // 64.121: its turret has turned
  const Shot result =
      gunner.gunnery_in(state.phase, state.intensive != 0).fire(dice, drm, gunner.smoke);
  // 63.16: if HEAT has run out, this round is already another one. Supplement K: this round was the
  // last of its kind, and the next is of the other kind.
  const bool other_round = side.fallback != 0 || (result.special_gone && gunner.fallback);
  const bool round_used_up = result.gun == Shot::Gun::round_used_up;
  const bool switches = round_used_up && gunner.fallback && !other_round;
  const bool used_up = result.gun == Shot::Gun::out_of_ammunition || (round_used_up && !switches);
  if (other_round || switches) side.fallback = 1;
  const bool jammed = result.gun == Shot::Gun::jammed;
  if (jammed || used_up) {
    side.gun = jammed && !gunner.one_breakdown ? GunState::jammed : GunState::lost;
    side.acquired = 0;  // 69.3
  }
  if (result.gun != Shot::Gun::fires_on && who == 0) state.breakdown = 1;
  // Supplement N: the first shot of the player turn gives a second one, without Intensive Fire.
  const int all_shots = gunner.shots_in(state.phase) + state.intensive;
  if (result.even_miss && state.shots == all_shots) state.superior = 1;
  if (result.hit == Shot::Hit::miss) return;
  const bool critical = result.hit == Shot::Hit::critical;
  if (critical && who == 0) state.critical = 1;
  Fate& fate = state.sides[victim].fate;
  fate = gunner.deliberate
             ? Fate::immobilized
             : after_hit(dice, fate, other_round ? *gunner.fallback : gunner.penetration, critical,
                         crew_morale);
  if (victim == 1 && fate == Fate::immobilized) state.immobilized = 1;
}

bool Engagement::over(const State& state) const {
  const auto& [firer, target] = state.sides;
  if (out(firer) || out(target) || state.left != 0) return true;
  if (until_immobilized && target.fate == Fate::immobilized) return true;
  const bool target_fires = gunners[1] && target.gun != GunState::lost;
  return firer.gun == GunState::lost && !target_fires;
}

}  // namespace combat_odds::squad_leader
