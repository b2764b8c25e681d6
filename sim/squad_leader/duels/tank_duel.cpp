#include "sim/squad_leader/duels/tank_duel.hpp"
#include "core/dice/small.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace combat_odds::squad_leader {
namespace {

constexpr std::uint8_t front = small(DuelVehicle::Facing::front);
/// The chart ends there: the numbers for 40 hexes and more were not recovered (64.23).
constexpr int longest_range = 39;
constexpr const char* prefixes[] = {"first_", "second_"};

bool moves(TankDuel::Step step) {
  return step == TankDuel::Step::move || step == TankDuel::Step::move_and_fire;
}

/// The facings that a vehicle can show during the duel.
std::set<int> facings(const DuelVehicle& shown, const DuelVehicle& other) {
  std::set<int> all = {front, static_cast<int>(shown.target.facing)};
  if (shown.moves > 0) all.insert(static_cast<int>(shown.moving_facing));
  if (other.moves > 0 && other.reaches) all.insert(static_cast<int>(*other.reaches));
  return all;
}

/// The same error, but about the parameters of the duel.
ArgumentError renamed(const ArgumentError& error, std::size_t who, std::size_t facing) {
  const std::string own = prefixes[who];
  std::string name =
      error.parameter() == "kill_number"        ? own + "kill_" + facing_words().words[facing]
      : error.parameter() == "rear_kill_number" ? own + "kill_rear"
                                                : prefixes[1 - who] + error.parameter();
  std::string wrong = error.wrong();
  if (wrong.starts_with(error.parameter())) wrong.replace(0, error.parameter().size(), name);
  return {name, wrong, error.right()};
}

}  // namespace

TankDuel::TankDuel(const std::array<DuelVehicle, 2>& vehicles, int range, const Charts& charts)
    : vehicles_(vehicles), ift_(&charts.get<Ift>()), range_(range) {
  const auto& chart = charts.get<ToHitDrm>();
  for (const char* const rule : {"A", "D", "F", "G", "I", "64.123", "69.1"}) {
    drm_[rule] = chart.at(rule);
  }
  for (std::size_t who = 0; who < 2; ++who) firing_[who] = firing(vehicles, who, charts);
}

TankDuel::Firing TankDuel::firing(const std::array<DuelVehicle, 2>& vehicles, std::size_t who,
                                  const Charts& charts) const {
  const DuelVehicle& own = vehicles[who];
  const DuelVehicle& other = vehicles[1 - who];
  Firing firing;
  Aim aim = own.aim;
  aim.target_size = other.size;
  for (int first = 0; first <= vehicles[0].moves; ++first) {
    for (int second = 0; second <= vehicles[1].moves; ++second) {
      const int hexes = range_ - first * vehicles[0].hexes - second * vehicles[1].hexes;
      if (hexes > longest_range) {
        throw ArgumentError("range",
                            fmt::format("the moves lead to a range of {} hexes, where the To Hit "
                                        "numbers were not recovered (64.23)",
                                        hexes),
                            fmt::format("at most {} hexes", longest_range));
      }
      aim.range = std::max(1, hexes);
      for (int line = 0; line <= static_cast<int>(Line::vehicle_hull_down); ++line) {
        aim.target = static_cast<Line>(line);
        aim.intensive_fire = false;
        const Gunnery normal(aim, charts);
        aim.intensive_fire = true;
        firing.gunnery.try_emplace({aim.range, line}, normal, Gunnery(aim, charts));
      }
    }
  }
  const std::array<std::optional<int>, 3> numbers = {own.kill_front, own.kill_side, own.kill_rear};
  for (const int facing : facings(other, own)) {
    KillTarget target = other.target;
    target.facing = static_cast<Facing>(facing);
    target.kill_number = numbers[static_cast<std::size_t>(target.facing)];
    if (target.facing != Facing::rear) target.rear_kill_number = own.kill_rear;
    target.drm = own.kill_drm;
    for (const bool hull_down : {false, true}) {
      target.hull_down = hull_down;
      const bool boxed = target.facing == Facing::front ? other.front_boxed : other.side_boxed;
      target.boxed_armor = boxed && hull_down;
      try {
        firing.penetration.emplace(
            facing + (hull_down ? 3 : 0),
            Penetration(gun_weapon(own.aim.gun.gun, own.ammunition), target, true, charts));
      } catch (const ArgumentError& error) {
        throw renamed(error, who, static_cast<std::size_t>(target.facing));
      }
    }
  }
  return firing;
}

TankDuel::State TankDuel::start() const {
  State state;
  for (std::size_t who = 0; who < 2; ++who) {
    const DuelVehicle& vehicle = vehicles_[who];
    Side& side = state.sides[who];
    side.shown = small(vehicle.target.facing);
    side.bears = side.shown == front ? 1 : 0;
    side.line = small(vehicle.line);
    side.stun = small(vehicle.stunned);
    side.exposed = vehicle.infantry_fire && vehicle.stunned == 0 ? 1 : 0;
  }
  return state;
}

int TankDuel::range(const State& state) const {
  return std::max(1, range_ - state.sides[0].moves * vehicles_[0].hexes -
                         state.sides[1].moves * vehicles_[1].hexes);
}

/// 64.11: on a hull down tank the facing is that of its turret.
TankDuel::Facing TankDuel::facing_hit(const Side& side, const DuelVehicle& vehicle, bool critical,
                                      Dice& dice) const {
  const bool turret_only = static_cast<Line>(side.line) == Line::vehicle_hull_down;
  bool turned = turret_only && vehicle.has_turret() && side.bears != 0;
  // Supplement M: if turret and hull face different ways, a die of 1 or 2 hits the turret. Hits
  // there or on the front do not immobilize (66.1). Critical hits use the rear (68.2).
  if (location_of_hits && !critical && !turret_only && vehicle.has_turret() && side.bears != 0 &&
      side.shown != front) {
    turned = dice.die([](int die) { return die <= 2; });
  }
  return turned ? Facing::front : static_cast<Facing>(side.shown);
}

void TankDuel::player_turn(State& state, Dice& dice) const {
  for (Side& side : state.sides) {
    const bool may_repair = side.stun == 0;  // 64.44
    if (side.gun == GunState::jammed && may_repair) {
      side.gun = Engagement::repaired(dice, repair_number);
    }
  }
  const std::size_t who = (state.turn % 2 == 1) == first_begins ? 0 : 1;
  Side& own = state.sides[who];
  infantry_fires(state, dice, 1 - who);
  state.step = decide(state, dice, who);
  if (state.step == Step::fire) {
    fire_phase(state, dice, who, Phase::prep);
  } else {
    own.acquired = 0;  // 69.6: it does not fire in the next eligible phase, or it moves
  }
  if (moves(state.step)) {
    if (fired_at_where_it_ends) enter_hex(state, who);
    own.shown = small(vehicles_[who].moving_facing);
    own.bears = own.shown == front ? 1 : 0;
  } else if (state.step == Step::turn) {
    own.shown = front;
    own.bears = 1;
  }
  if (own.exposed != 0) state.phase = Phase::defensive;
  infantry_fires(state, dice, who);
  if (!over(state)) fire_phase(state, dice, 1 - who, Phase::defensive);
  if (moves(state.step) && own.fate == Fate::none) {
    if (!fired_at_where_it_ends) enter_hex(state, who);
    own.shown = front;
    own.bears = 1;
  }
  const bool advancing = state.step == Step::move_and_fire || state.step == Step::turn;
  if (advancing && !over(state)) fire_phase(state, dice, who, Phase::advancing);
  state.phase = Phase::prep;
  state.step = Step::fire;
  state.entered = 0;
  for (Side& side : state.sides) recover(side);
  ++state.turn;
}

/// 64.44: at +2, and not at -2 for a move in the open. A crew that fails its Morale Check is
/// stunned for the rest of this player turn and the next, and buttoned up for good; after a KIA it
/// then has to leave.
void TankDuel::infantry_fires(State& state, Dice& dice, std::size_t at) const {
  constexpr int armour_around_them = 2;
  constexpr int turns_stunned = 2;
  Side& target = state.sides[at];
  if (target.exposed == 0 || over(state)) return;
  const DuelVehicle& vehicle = vehicles_[at];
  dice.at(state);
  const int column = ift_->column(*vehicle.infantry_fire);
  const FireResult result = dice.DR([&](TwoDice roll) {
    return ift_->at(column, roll.total() + vehicle.infantry_drm + armour_around_them);
  });
  if (result.kind == FireResult::Kind::none) return;
  const bool kia = result.kind == FireResult::Kind::kia;
  const int needed = crew_morale - result.number;
  if (!kia && dice.DR([&](TwoDice roll) { return roll.total() <= needed; })) return;
  target.exposed = 0;
  target.stun = turns_stunned;
  target.recalled = kia ? 1 : 0;
  target.acquired = 0;
}

void TankDuel::recover(Side& side) {
  if (side.stun == 0) return;
  --side.stun;
  side.shaken = side.stun == 0 ? 1 : 0;
}

void TankDuel::enter_hex(State& state, std::size_t who) const {
  const DuelVehicle& vehicle = vehicles_[who];
  Side& own = state.sides[who];
  Side& other = state.sides[1 - who];
  ++own.moves;
  state.entered = 1;
  own.line = small(vehicle.moved_line.value_or(Line::vehicle_in_other));
  if (own.moves < vehicle.moves) return;
  if (vehicle.reached_line) other.line = small(*vehicle.reached_line);
  if (!vehicle.reaches) return;
  other.shown = small(*vehicle.reaches);
  other.bears = other.shown == front ? 1 : 0;
}

/// The allowed steps of its own turn, and the decision between them.
TankDuel::Step TankDuel::decide(const State& state, Dice& dice, std::size_t who) const {
  static constexpr std::string_view words[] = {"fire", "move", "move and fire", "turn", "wait"};
  const DuelVehicle& vehicle = vehicles_[who];
  const Side& own = state.sides[who];
  const Side& enemy = state.sides[1 - who];
  if (own.stun > 0) return Step::wait;
  const bool mobile = own.fate == Fate::none;
  const bool gun = own.gun == GunState::fires;
  const bool may_move = mobile && own.moves < vehicle.moves;
  const bool allowed[] = {gun && (own.bears != 0 || vehicle.has_turret()), may_move,
                          may_move && gun && vehicle.has_turret(), mobile && own.shown != front,
                          true};
  const auto may = [&](Step step) { return allowed[static_cast<std::size_t>(step)]; };

  using Move = DuelVehicle::Move;
  Step habit = may(Step::fire) ? Step::fire : may(Step::turn) ? Step::turn : Step::wait;
  if (vehicle.move == Move::move_and_fire && may(Step::move_and_fire)) {
    habit = Step::move_and_fire;
  } else if ((vehicle.move == Move::move_then_fire || vehicle.move == Move::move_and_fire) &&
             may_move) {
    habit = Step::move;
  } else if (vehicle.move == Move::turn_then_fire && may(Step::turn)) {
    habit = Step::turn;
  } else if (vehicle.move == Move::wait) {
    habit = Step::wait;
  }

  std::vector<std::string_view> options;
  std::vector<Step> steps;
  int otherwise = 0;
  for (std::size_t step = 0; step < std::size(allowed); ++step) {
    if (!allowed[step]) continue;
    if (static_cast<Step>(step) == habit) otherwise = static_cast<int>(steps.size());
    options.push_back(words[step]);
    steps.push_back(static_cast<Step>(step));
  }
  const auto facts = [&] {
    const auto state_of = [](GunState gun_state) {
      return gun_state == GunState::fires    ? "fires"
             : gun_state == GunState::jammed ? "jammed"
                                             : "lost";
    };
    return Facts{{"turns to come", turns - state.turn},
                 {"moves left", vehicle.moves - own.moves},
                 {"acquired", own.acquired * drm_.at("69.1")},
                 {"the enemy has acquired", enemy.acquired * drm_.at("69.1")},
                 {"the enemy fires at the", facing_words().words[own.shown]},
                 {"the gun", state_of(own.gun)},
                 {"the enemy gun", state_of(enemy.gun)},
                 {"the enemy is", enemy.fate == Fate::immobilized ? "immobilized" : "mobile"}};
  };
  const Decision decision{
      who == 0 ? "first_plan" : "second_plan",
      who == 0 ? "What to do in its own turn?" : "What to do in its own turn in return?", options,
      static_cast<int>(who)};
  return steps[static_cast<std::size_t>(dice.choose(decision, state, facts, otherwise))];
}

void TankDuel::fire_phase(State& state, Dice& dice, std::size_t who, Phase phase) const {
  const DuelVehicle& vehicle = vehicles_[who];
  Side& own = state.sides[who];
  if (own.gun != GunState::fires) return;
  if (own.stun > 0) {
    own.acquired = 0;  // 69.6: it does not fire
    return;
  }
  state.phase = phase;
  if (own.bears == 0 && !vehicle.has_turret()) {
    if (phase != Phase::defensive || own.fate != Fate::none) {
      own.acquired = 0;
      return;
    }
    own.shown = front;  // 48.5, 64.121: it pivots
    own.bears = 1;
    state.pivoted = 1;
  }
  const bool intensive = vehicle.intensive_fire && phase != Phase::advancing;  // 70.3
  const int all = vehicle.shots() + (intensive ? 1 : 0);
  const auto may_fire_again = [&](int fired) {  // 69.85
    const MoverInSight& mover = vehicles_[1 - who].mover;
    return !at_mover(state, who) || fired < mover.most_shots(vehicle.shots(), all + 1);
  };
  for (state.shots = small(all); state.shots > 0 && may_fire_again(all - state.shots) &&
                                 own.gun == GunState::fires && !over(state);
       --state.shots) {
    dice.at(state);
    shot(state, dice, who);
  }
  if (!may_fire_again(all)) state.superior = 0;
  state.shots = 0;
  if (state.superior != 0 && own.gun == GunState::fires && !over(state)) {
    dice.at(state);
    shot(state, dice, who);
  }
  state.superior = 0;
  state.pivoted = 0;
  const bool acquires = phase != Phase::advancing || vehicle.is_sherman();  // 69.2
  if (!acquires || own.gun != GunState::fires) {
    own.acquired = 0;  // 69.3
  } else if (!out(state.sides[1 - who])) {
    own.acquired = small(std::min(own.acquired + 1, 2));
  }
}

/// Whether the other one is fired at as it moves.
bool TankDuel::at_mover(const State& state, std::size_t who) const {
  const bool moving = moves(state.step) || (state.step == Step::turn && turning_is_moving);
  return state.phase == Phase::defensive && moving && state.sides[1 - who].fate == Fate::none;
}

/// The DRM for the actions of firer and target in the turn, and for acquisition.
int TankDuel::shot_drm(const State& state, std::size_t who) const {
  const Side& own = state.sides[who];
  const DuelVehicle& target = vehicles_[1 - who];
  int drm = own.acquired * drm_.at("69.1");
  if (own.bears == 0) drm += drm_.at("D");
  if (own.shaken != 0) {
    const bool buttons_up = vehicles_[who].target.kind == KillTarget::Kind::closed_topped;
    const bool was_up = vehicles_[who].aim.buttoned_up;
    drm += 1 + (buttons_up && !was_up ? 1 : 0);  // 64.44, 64.47
  }
  if (state.phase == Phase::defensive) {
    if (state.pivoted != 0) drm += drm_.at("I");
    if (at_mover(state, who)) drm += drm_.at("A") + target.moving_drm;
  }
  if (state.phase == Phase::advancing) {
    if (state.entered != 0) drm += drm_.at("F");
    if (state.step == Step::turn) drm += drm_.at(vehicles_[who].has_turret() ? "64.123" : "G");
  }
  return drm;
}

void TankDuel::shot(State& state, Dice& dice, std::size_t who) const {
  Side& own = state.sides[who];
  Side& victim = state.sides[1 - who];
  const bool may_be_intensive = vehicles_[who].intensive_fire && state.phase != Phase::advancing;
  const bool intensive = may_be_intensive && state.shots > 0;  // not the shot of Supplement N
  const auto& [normal, twice] = firing_[who].gunnery.at({range(state), victim.line});
  const Shot result = (intensive ? twice : normal).fire(dice, shot_drm(state, who));
  own.bears = 1;  // 64.121: the turret has turned
  const int all_shots = vehicles_[who].shots() + (may_be_intensive ? 1 : 0);
  if (result.even_miss && state.shots == all_shots) state.superior = 1;
  if (result.gun == Shot::Gun::jammed) own.gun = GunState::jammed;
  if (result.gun == Shot::Gun::out_of_ammunition) own.gun = GunState::lost;
  if (result.hit == Shot::Hit::miss) return;
  const bool hull_down = static_cast<Line>(victim.line) == Line::vehicle_hull_down;
  const bool critical = result.hit == Shot::Hit::critical;
  const int facing = static_cast<int>(facing_hit(victim, vehicles_[1 - who], critical, dice));
  victim.fate = Engagement::after_hit(dice, victim.fate,
                                      firing_[who].penetration.at(facing + (hull_down ? 3 : 0)),
                                      critical, crew_morale);
  if (victim.fate == Fate::immobilized) victim.immobilized = 1;
}

bool TankDuel::over(const State& state) const {
  const auto& [one, other] = state.sides;
  if (out(one) || out(other)) return true;
  if (left(one) || left(other)) return true;
  return one.gun == GunState::lost && other.gun == GunState::lost;
}

}  // namespace combat_odds::squad_leader
