#include "sim/asl/duels/engagement.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/dice/small.hpp"
#include "sim/squad_games/numbers_needed.hpp"
#include "sim/squad_games/own_turn.hpp"

namespace combat_odds::asl {

FiredRound FiredRound::at_vehicle(const Aim& aim, Ammunition ammunition, bool russian,
                                  std::optional<int> basic, const Armor& target,
                                  const Charts& charts) {
  constexpr auto at = ToHitRoll::TargetType::vehicle;
  const bool russian_gun = russian || aim.gun.nationality == Nationality::russian;
  FiredRound round{aim.roll(charts, at, ammunition, false, false),
                   aim.roll(charts, at, ammunition, true, false),
                   Penetration(projectile(aim.gun.gun, russian_gun, ammunition, charts), target,
                               aim.hull_down, aim.range, basic, charts)};
  round.intensive.drm += charts.get<ToHitDrm>().at("F");
  return round;
}

OneOf target_moves_words() { return one_of({"no", "over_3_mp", "up_to_3_mp", "up_to_1_mp"}); }

int drm_at_mover(TargetMoves moves, int range, const Charts& charts) {
  if (moves == TargetMoves::no) return 0;
  const auto& drm = charts.get<ToHitDrm>();
  int sum = drm.at("J");
  if (moves == TargetMoves::up_to_3_mp) sum += drm.at("J1");
  if (moves == TargetMoves::up_to_1_mp) sum += drm.at("J2");
  if (range == 1) sum -= drm.at("L");
  if (range == 2) sum -= drm.at("L_2");
  return sum;
}

Engagement::State Engagement::start() const {
  State state;
  state.sides[0].acquired = small(first_acquisition);
  go_on(state);
  return state;
}

void Engagement::step(State& state, Dice& dice) const {
  if (state.stage == Stage::rally) {
    rally(state, dice);
    next_stage(state);
  } else if (may_choose_step(state)) {
    choose_step(state, dice);
  } else if (!shot(state, dice)) {
    next_stage(state);
  }
  go_on(state);
}

void Engagement::fire_phase(State& state, Dice& dice) const {
  while (!fire_is_over(state) && may_fire(state)) {
    if (dice.at(state) || !shot(state, dice)) return;
  }
}

bool Engagement::over(const State& state) const {
  if (state.turn > turns) return true;
  if (!fire_is_over(state)) return false;
  const auto in_shock = [](const Side& side) { return side.vehicle.in_shock(); };
  return std::none_of(state.sides.begin(), state.sides.end(), in_shock);
}

bool Engagement::fire_is_over(const State& state) const {
  const auto& [firer, target] = state.sides;
  if (firer.out() || target.out() || state.left != 0) return true;
  if (until_immobilized && target.vehicle.immobile != 0) return true;
  return firer.weapon == Weapon::lost && (!gunners[1] || target.weapon == Weapon::lost);
}

const Gunner& Engagement::gunner(const State& state, std::size_t who) const {
  return state.moved != 0 ? *move.gunners[who] : *gunners[who];
}

/// In its own Player Turn a side fires first, in the Prep Fire Phase. The other side then fires in
/// Defensive Fire. A firer that moves may fire once more in the AFPh.
std::size_t Engagement::who_fires(const State& state) const {
  if (state.stage == Stage::advancing) return 0;
  const bool own_turn = (state.turn % 2 == 1) == first_turn_is_own;
  return own_turn == (state.stage == Stage::attacker) ? 0 : 1;
}

bool Engagement::may_fire(const State& state) const {
  const std::size_t who = who_fires(state);
  const Side& side = state.sides[who];
  if (!gunners[who] || side.weapon != Weapon::fires || !side.can_act()) return false;
  if (who != 0 || state.step <= Step::fire) return true;
  const bool now = move.fires_first && move.fired_at_where_it_ends;
  return state.step == Step::move_and_fire && now == (state.stage == Stage::attacker);
}

bool Engagement::can_move(const State& state) const {
  const VehicleState& vehicle = state.sides[0].vehicle;
  return vehicle.can_move();
}

/// The start of the firer's own Player Turn, when it may do something other than fire.
bool Engagement::may_choose_step(const State& state) const {
  if (state.stage != Stage::attacker || state.step != Step::undecided) return false;
  const bool somewhere = (move.gunners[0] && state.moved == 0) || move.out_of_sight;
  return somewhere && who_fires(state) == 0 && can_move(state);
}

void Engagement::choose_step(State& state, Dice& dice) const {
  Side& own = state.sides[0];
  const bool fires = own.weapon == Weapon::fires;
  const bool may_move = move.gunners[0] && state.moved == 0;
  state.step = decided_step(
      dice, {"What to do in its own Player Turn?", may_move, may_move && fires, move.out_of_sight},
      move.habit, state, [&] { return words(state, 0); });
  if (state.step == Step::fire) return;
  own.acquired = 0;  // C6.5
  if (state.step != Step::leave && move.fired_at_where_it_ends) take_position(state);
}

void Engagement::take_position(State& state) const {
  state.moved = 1;
  state.turned_upon = move.turned_upon != 0 && gunners[1] ? 1 : 0;
}

/// Called when the target has fired at the moving firer. A firer that can't go on stays where it
/// was fired at.
void Engagement::end_of_move(State& state) const {
  if (state.step <= Step::fire || !can_move(state)) return;
  if (state.step == Step::leave) {
    state.left = 1;
  } else if (state.moved == 0) {
    take_position(state);
  }
}

bool Engagement::is_bounding(const State& state, std::size_t who) const {
  return who == 0 && state.step == Step::move_and_fire && state.stage != Stage::defender;
}

/// Moves on to the next roll.
void Engagement::go_on(State& state) const {
  while (!over(state)) {
    if (state.stage == Stage::rally) {
      const bool fires_on = !fire_is_over(state);
      const auto waits = [&](const Side& side) {
        return (fires_on && side.weapon == Weapon::malfunctions) || side.vehicle.in_shock();
      };
      if (waits(state.sides[0]) || waits(state.sides[1])) return;
    } else if (!fire_is_over(state) && (may_choose_step(state) || may_fire(state))) {
      return;
    }
    next_stage(state);
  }
}

void Engagement::next_stage(State& state) const {
  state.intensive = 0;
  state.shots = 0;
  switch (state.stage) {
    case Stage::rally:
      state.stage = Stage::attacker;
      break;
    case Stage::attacker:
      state.stage = Stage::defender;
      break;
    case Stage::defender:
      end_of_move(state);
      if (state.step == Step::move_and_fire) {
        state.stage = Stage::advancing;
        break;
      }
      [[fallthrough]];
    case Stage::advancing:
      state.stage = Stage::rally;
      state.step = Step::undecided;
      ++state.turn;
      for (Side& side : state.sides) {
        side.pinned = 0;
        side.vehicle.end_turn();
      }
      break;
  }
}

void Engagement::rally(State& state, Dice& dice) const {
  for (std::size_t who = 0; who < 2; ++who) {
    Side& side = state.sides[who];
    // A9.72; a crew that can't act repairs nothing.
    if (side.weapon == Weapon::malfunctions && side.can_act() && !fire_is_over(state)) {
      side.weapon = repaired(dice, gunners[who]->repair_number,
                             Repairable{Weapon::fires, Weapon::malfunctions, Weapon::lost});
    }
    hits[who].recuperate(dice, side.vehicle);
  }
}

/// Whether case J counts. Who has entered a hex in this MPh is still a moving target if he can't go
/// on (C.8, D2.1).
bool Engagement::target_moves(const State& state, std::size_t who) const {
  if (who == 0) {
    return gunners[0]->moving_drm != 0 && state.stage == Stage::defender &&
           state.sides[1].vehicle.stands == 0;
  }
  const bool enters = state.step != Step::leave && move.fired_at_where_it_ends;
  return state.step >= Step::move && (enters || can_move(state));
}

/// The facts that the deciding side sees.
Facts Engagement::words(const State& state, std::size_t who) const {
  const Side& own = state.sides[who];
  const Side& enemy = state.sides[1 - who];
  const auto fate = [](const Side& side) {
    if (side.crew != Crew::mans) return "without a crew";
    if (side.vehicle.fate == VehicleState::Fate::unconfirmed_kill) return "perhaps dead";
    if (side.vehicle.fate != VehicleState::Fate::fights) return "shocked";
    if (side.vehicle.stunned != 0) return "stunned";
    return side.vehicle.immobile != 0 ? "immobile" : "mobile";
  };
  Facts facts = {{"Player Turns to come", turns - state.turn},
                 {"acquired", -own.acquired},
                 {"the target is", fate(enemy)},
                 {"Prep Fire", state.stage == Stage::attacker}};
  if (move.gunners[0]) {
    facts.emplace_back(who == 0 ? "moved" : "the enemy has moved", state.moved != 0);
  }
  const auto weapon_of = [](const Side& side) {
    return side.weapon == Weapon::fires          ? "fires"
           : side.weapon == Weapon::malfunctions ? "malfunctions"
                                                 : "lost";
  };
  if (who == 0 && (move.gunners[0] || move.out_of_sight)) {
    facts.emplace_back("the weapon", weapon_of(own));
  }
  if (gunners[who]->fallback) facts.emplace_back("on the other round", own.fallback != 0);
  if (gunners[1 - who]) {
    facts.emplace_back("the enemy weapon", weapon_of(enemy));
    facts.emplace_back("the enemy has acquired", -enemy.acquired);
    facts.emplace_back("the firer is", fate(own));
    const auto hampered = [](const Side& side) {
      return side.vehicle.plus_one + side.vehicle.buttoned_up + 2 * side.pinned;
    };
    facts.emplace_back("own DRM", hampered(own));
    facts.emplace_back("enemy DRM", hampered(enemy));
  }
  return facts;
}

bool Engagement::asks(const State& state, Dice& dice, const Decision& decision, std::size_t who,
                      bool habit) const {
  if (by_habit) return habit;
  return dice.choose(
             decision, state, [&] { return words(state, who); }, habit ? 1 : 0) != 0;
}

/// Whether a side fires, asked before every shot except that of Intensive Fire: neither a shot nor
/// the rate of fire has to be used. The target stays acquired (C6.5).
bool Engagement::is_to_hold_fire(const State& state, Dice& dice, std::size_t who) const {
  static constexpr std::string_view options[] = {"fire", "hold fire"};
  const Gunner& gunner = *gunners[who];
  const bool held =
      state.stage == Stage::attacker ? gunner.holds_prep_fire : gunner.holds_defensive_fire;
  const Decision decision{who == 0 ? "hold_fire" : "return_hold_fire",
                          who == 0 ? "Fire?" : "Fire in return?", options, static_cast<int>(who)};
  return asks(state, dice, decision, who, held);
}

/// C5.7: declared before the shot.
bool Engagement::is_to_aim_at_tracks(const State& state, Dice& dice, std::size_t who) const {
  static constexpr std::string_view options[] = {"aim to destroy", "aim at the tracks"};
  const Gunner& gunner = this->gunner(state, who);
  if (gunner.tracks_drm == 0 || state.sides[1 - who].vehicle.immobile != 0) return false;
  return asks(state, dice,
              {"deliberate_immobilization", "What to aim at?", options, static_cast<int>(who)}, who,
              gunner.aims_at_tracks);
}

/// C5.6: once the rate of fire is gone.
bool Engagement::is_to_be_intensive(const State& state, Dice& dice, std::size_t who) const {
  const Decision decision{who == 0 ? "intensive_fire" : "return_intensive_fire",
                          who == 0 ? "Intensive Fire?" : "Intensive Fire in return?", no_or_yes,
                          static_cast<int>(who)};
  return asks(state, dice, decision, who, state.turn >= gunners[who]->intensive_from);
}

/// Whether the side may fire again in this phase.
bool Engagement::shot(State& state, Dice& dice) const {
  const std::size_t who = who_fires(state);
  const Gunner& gunner = this->gunner(state, who);
  Side& side = state.sides[who];
  const bool moving = target_moves(state, who);
  const bool goes_on = state.sides[1 - who].vehicle.can_move();
  const bool bounding = is_bounding(state, who);
  const bool intensive = state.intensive != 0;
  if (!intensive && !bounding && is_to_hold_fire(state, dice, who)) {
    return false;
  }
  const bool at_tracks = is_to_aim_at_tracks(state, dice, who);
  const FiredRound& round = side.fallback != 0 ? *gunner.fallback : gunner.round;

  int drm = side.vehicle.plus_one + side.vehicle.buttoned_up + (side.pinned != 0 ? 2 : 0);
  if (!at_tracks) drm -= side.acquired;  // C5.71
  int most_shots = gunner.moving_shots;
  if (who == 1) {
    most_shots = move.shots;
    if (moving) drm += state.moved != 0 ? move.drm_there : move.drm;
    if (state.turned_upon != 0) drm += move.turned_upon;
  } else if (moving) {
    drm += gunner.moving_drm;
  }
  if (bounding) drm += state.moved != 0 ? move.bounding : move.standing;
  const bool bounding_first = bounding && move.fires_first && state.moved != 0;
  ToHitRoll roll = intensive ? round.intensive : round.normal;
  if (at_tracks) {
    roll.aims_at_tracks = true;
    drm += gunner.tracks_drm;
  }
  if (side.pinned != 0 || (bounding && !bounding_first)) roll.rate_of_fire = 0;
  const Shot shot = roll.fire(dice, drm);

  const bool fired = shot.ammunition != Shot::Ammunition::none;
  if (who == 1 && fired) state.turned_upon = 0;
  if (shot.ammunition != Shot::Ammunition::left) side.fallback = 1;
  if (shot.weapon != Shot::Weapon::fires_on) {
    const bool for_good = shot.weapon == Shot::Weapon::removed || !gunner.may_be_repaired;
    side.weapon = for_good ? Weapon::lost : Weapon::malfunctions;
    side.acquired = 0;  // C6.5
  } else if (fired && gunner.acquires && (!bounding_first || move.stabilized)) {
    side.acquired = small(std::min(side.acquired + 1, 2));
  }
  if (tells_hits && who == 0 && shot.hit != Shot::Hit::miss) state.target_hit = 1;
  if (shot.hit != Shot::Hit::miss) hit(state, dice, 1 - who, round, shot, at_tracks);
  if (fire_is_over(state)) return true;

  // C6.17: a moving target is not fired at more often than it spends MP.
  const int most_at_mover = moving && goes_on ? most_shots : 0;
  if (fired && (most_at_mover > 0 || most_at_rate > 0)) ++state.shots;
  const bool enough = most_at_mover > 0 && state.shots >= most_at_mover;
  const bool may_go_on = !enough && side.weapon == Weapon::fires;
  const bool keeps_rate = shot.keeps_rate != 0 && (most_at_rate == 0 || state.shots < most_at_rate);
  if (may_go_on && (!fired || keeps_rate)) return true;
  if (!may_go_on || intensive || bounding || !gunner.may_be_intensive || side.pinned != 0 ||
      !is_to_be_intensive(state, dice, who)) {
    return false;
  }
  state.intensive = 1;
  return true;
}

void Engagement::hit(State& state, Dice& dice, std::size_t victim, const FiredRound& round,
                     const Shot& shot, bool at_tracks) const {
  Side& side = state.sides[victim];
  const bool critical = shot.hit == Shot::Hit::critical;
  if (!round.penetration) {
    hit_gun(side, dice, shot);
  } else if (!at_tracks) {
    hits[victim].strike(dice, side.vehicle, *round.penetration, {shot.turret != 0, critical},
                        shot.twice != 0);
  } else if (shot.turret == 0) {
    hits[victim].immobilize(dice, side.vehicle);
  }
  if (!side.can_act()) side.acquired = 0;  // C6.5
}

/// C11.4: a KIA destroys the gun with its crew. A K reduces the crew, which eliminates both. Other
/// results are checks of the crew, and only there a gunshield helps.
void Engagement::hit_gun(Side& side, Dice& dice, const Shot& shot) const {
  using Kind = IftResult::Kind;
  if (shot.hit == Shot::Hit::critical) {
    side.crew = Crew::lost_with_gun;
    return;
  }
  const auto result = [&](TwoDice roll) {
    const IftResult at_gun = gun_crew->ift->at(gun_crew->column, roll.total());
    if (at_gun.kind >= Kind::k) return at_gun;
    return gun_crew->ift->at(gun_crew->column, roll.total() + gun_crew->gunshield);
  };
  IftResult worst = dice.DR(result);
  if (shot.twice != 0) {
    const IftResult second = dice.DR(result);
    if (std::pair(second.kind, second.number) > std::pair(worst.kind, worst.number)) worst = second;
  }
  if (worst.kind >= Kind::k) {
    side.crew = Crew::lost_with_gun;
  } else if (worst.kind == Kind::mc) {
    enum class Check : std::uint8_t { passed, pinned, broken, eliminated };
    const Check check = dice.DR([&](TwoDice roll) {
      const int needed = gun_crew->morale - worst.number;
      if (roll.total() == 12) return Check::eliminated;
      return roll.total() < needed    ? Check::passed
             : roll.total() == needed ? Check::pinned
                                      : Check::broken;
    });
    if (check == Check::eliminated) side.crew = Crew::eliminated;
    if (check == Check::broken) side.crew = Crew::broken;
    if (check == Check::pinned) side.pinned = 1;
  } else if (worst.kind == Kind::ptc) {
    enum class Check : std::uint8_t { passed, pinned };
    const Check check = dice.DR([&](TwoDice roll) {
      return roll.total() <= gun_crew->morale ? Check::passed : Check::pinned;
    });
    if (check == Check::pinned) side.pinned = 1;
  }
}

}  // namespace combat_odds::asl
