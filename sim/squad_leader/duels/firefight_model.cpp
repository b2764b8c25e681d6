#include "sim/squad_leader/duels/firefight_model.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "sim/squad_leader/counters/counters.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

/// 14.6: who was fired upon since the last Rally Phase rallies with 4 less than its morale; SS
/// with 2 less (83.2).
constexpr int desperation = 4;
constexpr int desperation_ss = 2;
/// 9: twice the firepower at the adjacent hex, half of it beyond normal range, none beyond twice
/// that.
constexpr int point_blank = 1;

constexpr std::array<std::string_view, 3> hex_names = {"the first hex", "the next hex",
                                                       "broken squads"};

bool unbroken(const SideState& side) { return side.good > 0 || side.leader == Status::good; }

/// 93.2, 93.3: one level of morale at 40 % of the points of the infantry lost, one more for every
/// further 20 %.
int levels_lost(int points_lost, int points) {
  const int fifths = points > 0 ? 5 * points_lost / points : 0;
  return std::max(fifths - 1, 0);
}

/// The same within an attack.
int levels_lost(const Pending& pending, const TargetStack& hex) {
  int lost = pending.points_lost;
  for (std::size_t i = 0; i < hex.unit_count; ++i) {
    if (hex.units[i].status != Status::eliminated) continue;
    lost += i < hex.leader_count ? pending.leader_points : pending.squad_points;
  }
  return levels_lost(lost, pending.points);
}

/// One step of the attack; who is left has the morale that the losses so far leave (93.2).
void attack_step(Dice& dice, const Pending& pending, TargetStack& hex) {
  const int before = levels_lost(pending, hex);
  step(dice, hex);
  const int levels = levels_lost(pending, hex) - before;
  if (levels == 0) return;
  const auto lower = [&](std::uint8_t& morale) {
    morale = static_cast<std::uint8_t>(std::max(morale - levels, 0));
  };
  for (std::size_t i = 0; i < hex.unit_count; ++i) {
    lower(hex.units[i].morale);
    lower(hex.units[i].broken_morale);
  }
}

/// The hex that an attack hits.
TargetStack hex_under(const Pending& pending) {
  TargetStack hex;
  const auto add = [&](std::uint8_t front, std::uint8_t reverse, int modifier, Status status) {
    hex.units[hex.unit_count++] = {front, reverse, static_cast<std::int8_t>(modifier), status};
  };
  if (pending.leader != Status::eliminated) {
    add(pending.leader_morale, pending.leader_morale, pending.leader_modifier, pending.leader);
    hex.leader_count = 1;
  }
  const auto squads = [&](int number, Status status) {
    for (int i = 0; i < number; ++i) add(pending.morale, pending.broken_morale, 0, status);
  };
  squads(pending.targets_good, Status::good);
  squads(pending.targets_broken, Status::broken);
  hex.berserk = pending.berserk;
  return hex;
}

}  // namespace

Firefight::Firefight(const Ift& ift, const Force& a, const Force& b, const FirefightRules& rules)
    : ift_(&ift), force_{a, b}, rules_(rules) {}

FirefightState Firefight::start() const {
  FirefightState state;
  for (int i = 0; i < 2; ++i) {
    state.side[i].good = static_cast<std::uint8_t>(force_[i].squads);
    state.side[i].guns = static_cast<std::uint8_t>(force_[i].machine_guns);
    if (force_[i].leader) state.side[i].leader = Status::good;
  }
  state.phase = Phase::turn_ends;
  return state;
}

FirefightState Firefight::next_turn(FirefightState state, int turn) const {
  if (turn == 0) {
    state.phase = Phase::draw;
    state.mover = rules_.first == FirefightRules::First::b ? 1 : 0;
  } else {
    state.phase = Phase::repair_a;
    state.mover = static_cast<std::uint8_t>(1 - state.mover);
  }
  state.left = state.guns_left = 0;
  advance(state);
  return state;
}

std::optional<Holder> Firefight::over(const FirefightState& state, int turns) const {
  const bool a = unbroken(state.side[0]);
  const bool b = unbroken(state.side[1]);
  if (a && b) {
    if (turns >= rules_.turns) return Holder::both;
    return std::nullopt;
  }
  return a ? Holder::a : b ? Holder::b : Holder::neither;
}

int Firefight::points_lost(const FirefightState& state, int side) const {
  const Force& force = force_[side];
  const SideState& now = state.side[side];
  const int squads = force.squads - now.good - now.broken - now.berserk;
  const bool leader = force.leader && now.leader == Status::eliminated;
  return squads * force.squad_points + (leader ? force.leader_points : 0);
}

int Firefight::gone_berserk(const FirefightState& state, int side) const {
  const SideState& now = state.side[side];
  return now.berserk + (now.leader == Status::berserk ? 1 : 0);
}

int Firefight::all_points(int side) const {
  const Force& force = force_[side];
  return force.squads * force.squad_points + (force.leader ? force.leader_points : 0);
}

int Firefight::morale_lost(const FirefightState& state, int side) const {
  if (!rules_.battlefield_integrity) return 0;
  return levels_lost(points_lost(state, side), all_points(side));
}

/// What is lost, and what a marsh takes (75.6).
int Firefight::morale_lowered(const FirefightState& state, int side) const {
  return morale_lost(state, side) - force_[side].marsh.morale();
}

int Firefight::broken_morale(const Force& force) {
  return force.broken_morale.value_or(broken_side_morale(force.squad));
}

int Firefight::firing_side(const FirefightState& state) const {
  return state.phase == Phase::fire_first ? state.mover : 1 - state.mover;
}

double Firefight::at_range(int firepower, int normal_range) const {
  if (rules_.range <= point_blank) return 2.0 * firepower;
  if (rules_.range <= normal_range) return firepower;
  return rules_.range <= 2 * normal_range ? firepower / 2.0 : 0;
}

/// How many squads fire together next.
int Firefight::in_group(const FirefightState& state) const {
  if (state.group > 0) return state.group;
  return std::min<int>(force_[firing_side(state)].group, state.left);
}

std::pair<int, int> Firefight::squads_in(const FirefightState& state, HexAimedAt hex) const {
  const SideState& enemy = state.side[1 - firing_side(state)];
  const int most = rules_.stacking;
  const int in_sight = rules_.shelter ? 0 : enemy.broken;
  const int in_first = std::min<int>(most, enemy.good);
  if (hex == HexAimedAt::first) return {in_first, std::min(most - in_first, in_sight)};
  if (hex == HexAimedAt::next) {
    const int good = std::min(most, enemy.good - in_first);
    return {good, good > 0 ? std::min(most - good, in_sight) : 0};
  }
  // Broken squads stand behind the unbroken ones, first where those leave room.
  const int room = enemy.good > 0 ? (most - enemy.good % most) % most : most;
  return {0, std::clamp(in_sight - room, 0, most)};
}

HexAimedAt Firefight::hex_by_habit(const FirefightState& state) const {
  const HexAimedAt habit = force_[firing_side(state)].target;
  return squads_in(state, habit) == std::pair(0, 0) ? HexAimedAt::first : habit;
}

/// Nobody asks for the hex where there is but one.
HexAimedAt Firefight::choose_hex(const FirefightState& state, Dice& dice) const {
  static constexpr std::array<HexAimedAt, 3> all = {HexAimedAt::first, HexAimedAt::next,
                                                    HexAimedAt::broken};
  const HexAimedAt by_habit = hex_by_habit(state);
  std::vector<std::string_view> options;
  std::vector<HexAimedAt> hexes;
  int otherwise = 0;
  for (const HexAimedAt hex : all) {
    if (hex != HexAimedAt::first && squads_in(state, hex) == std::pair(0, 0)) continue;
    if (hex == by_habit) otherwise = static_cast<int>(hexes.size());
    options.push_back(hex_names[static_cast<std::size_t>(hex)]);
    hexes.push_back(hex);
  }
  if (hexes.size() < 2) return HexAimedAt::first;
  const bool is_a = firing_side(state) == 0;
  const int chosen = dice.choose(
      {is_a ? "a_target" : "b_target",
       is_a ? "At which hex does A fire?" : "At which hex does B fire?", options, is_a ? 0 : 1},
      state, [&] { return words(state); }, otherwise);
  return hexes[static_cast<std::size_t>(chosen)];
}

/// Of the IFT, for so many squads of those that are left.
int Firefight::column(const FirefightState& state, int squads) const {
  const Force& force = force_[firing_side(state)];
  const int guns = std::min<int>(squads, state.guns_left);
  const double firepower = squads * at_range(force.squad.firepower, force.squad.range) +
                           guns * at_range(force.machine_gun_firepower, force.machine_gun_range);
  return ift_->column(firepower * force.marsh.of_fire_from_it());
}

FirefightState Firefight::grouped(const FirefightState& state, Dice& dice) const {
  static constexpr std::array<std::string_view, 13> numbers = {"0", "1", "2", "3",  "4",  "5", "6",
                                                               "7", "8", "9", "10", "11", "12"};
  FirefightState result = state;
  const int by_habit = in_group(state);
  result.target = choose_hex(state, dice);
  result.group = static_cast<std::uint8_t>(by_habit);
  int least = 1;  // who is too weak for any column does not fire
  while (least < by_habit && column(state, least) < 0) ++least;
  const std::span<const std::string_view> options(numbers.begin() + least,
                                                  numbers.begin() + state.left + 1);
  if (options.size() < 2) return result;
  const bool is_a = firing_side(state) == 0;
  const Decision decision{
      is_a ? "a_group" : "b_group",
      is_a ? "How many squads of A fire together?" : "How many squads of B fire together?", options,
      is_a ? 0 : 1};
  FirefightState asked = state;
  asked.target = result.target;
  const auto facts = [&] {
    Facts told = words(state);
    if (force_[is_a ? 1 : 0].squads > rules_.stacking) {
      told.emplace_back("at", hex_names[static_cast<std::size_t>(result.target)]);
    }
    return told;
  };
  const int chosen = dice.choose(decision, asked, facts, by_habit - least);
  result.group = static_cast<std::uint8_t>(least + chosen);
  return result;
}

/// What the side that fires sees.
Facts Firefight::words(const FirefightState& state) const {
  const int firing = firing_side(state);
  const SideState& own = state.side[firing];
  const SideState& enemy = state.side[1 - firing];
  const auto of_leader = [](const SideState& side) {
    return side.leader == Status::good     ? "unbroken"
           : side.leader == Status::broken ? "broken"
                                           : "lost";
  };
  Facts facts = {{"squads to fire", int{state.left}},
                 {"enemy squads", int{enemy.good}},
                 {"enemy squads broken", int{enemy.broken}},
                 {"Prep Fire", state.phase == Phase::fire_first}};
  if (force_[firing].leader) {
    facts.emplace_back("the leader directs", own.leader == Status::good && state.left == own.good);
  }
  if (force_[1 - firing].leader) facts.emplace_back("the enemy leader is", of_leader(enemy));
  if (force_[firing].machine_guns > 0) facts.emplace_back("machine guns", int{state.guns_left});
  facts.emplace_back("own squads broken", int{own.broken});
  return facts;
}

Pending Firefight::attack(const FirefightState& state) const {
  const int firing = firing_side(state);
  const Force& force = force_[firing];
  const SideState& firer = state.side[firing];
  const SideState& target = state.side[1 - firing];
  const int squads = in_group(state);
  const int guns = std::min<int>(squads, state.guns_left);
  // The leader directs the first attack of the phase; with a +1 he stands aside (Q&A 15.1).
  const bool directed =
      firer.leader == Status::good && state.left == firer.good && force.leader->modifier < 0;

  Pending pending;
  pending.kind = Pending::Kind::attack;
  pending.side = static_cast<std::uint8_t>(1 - firing);
  pending.column = static_cast<std::int8_t>(column(state, squads));
  pending.drm = static_cast<std::int8_t>(force.drm + (directed ? force.leader->modifier : 0));
  if (guns > 0) pending.breakdown_number = static_cast<std::uint8_t>(force.breakdown_number);
  const HexAimedAt hex = state.group > 0 ? state.target : hex_by_habit(state);
  const auto [good, broken] = squads_in(state, hex);
  pending.targets_good = static_cast<std::uint8_t>(good);
  pending.targets_broken = static_cast<std::uint8_t>(broken);
  const int lowered = morale_lowered(state, 1 - firing);
  const auto left = [&](int morale) {
    return static_cast<std::uint8_t>(std::max(morale - lowered, 0));
  };
  pending.morale = left(force_[1 - firing].squad.morale);
  pending.broken_morale = left(broken_morale(force_[1 - firing]));
  const bool leader_in_sight =
      target.leader == Status::good || (target.leader == Status::broken && !rules_.shelter);
  if (hex == HexAimedAt::first && leader_in_sight) {
    const UnitName& leader = *force_[1 - firing].leader;
    pending.leader = target.leader;
    pending.leader_morale = left(leader.morale);
    pending.leader_modifier = static_cast<std::int8_t>(leader.modifier);
  }
  pending.berserk = force_[1 - firing].berserk;
  if (rules_.battlefield_integrity) {
    pending.integrity = 1;
    pending.points = static_cast<std::int16_t>(all_points(1 - firing));
    pending.points_lost = static_cast<std::int16_t>(points_lost(state, 1 - firing));
    pending.squad_points = static_cast<std::int16_t>(force_[1 - firing].squad_points);
    pending.leader_points = static_cast<std::int16_t>(force_[1 - firing].leader_points);
  }
  return pending;
}

Pending Firefight::pending(const FirefightState& state) const {
  Pending pending;
  const auto rally = [&](int side, bool leader) {
    const Force& force = force_[side];
    const SideState& now = state.side[side];
    int needed =
        (leader ? force.leader->morale : broken_morale(force)) - morale_lowered(state, side);
    if (force.ss) ++needed;  // 83.3
    if (!leader && now.leader == Status::good) needed -= force.leader->modifier;
    pending.kind = leader ? Pending::Kind::rally_leader : Pending::Kind::rally_squads;
    pending.side = static_cast<std::uint8_t>(side);
    pending.tries = leader ? 1 : now.broken;
    pending.needed = static_cast<std::int8_t>(needed);
    pending.desperate = leader ? now.leader_under_fire : now.under_fire;
    pending.needed_desperate =
        static_cast<std::int8_t>(needed - (force.ss ? desperation_ss : desperation));
  };
  const auto repair = [&](int side) {
    pending.kind = Pending::Kind::repair;
    pending.side = static_cast<std::uint8_t>(side);
    pending.tries = state.side[side].jammed;
  };
  switch (state.phase) {
    case Phase::draw:
    case Phase::turn_ends:
      break;
    case Phase::leader_a:
    case Phase::leader_b:
      rally(state.phase == Phase::leader_a ? 0 : 1, true);
      break;
    case Phase::squads_a:
    case Phase::squads_b:
      rally(state.phase == Phase::squads_a ? 0 : 1, false);
      break;
    case Phase::repair_a:
    case Phase::repair_b:
      repair(state.phase == Phase::repair_a ? 0 : 1);
      break;
    case Phase::fire_first:
    case Phase::fire_second:
      return attack(state);
  }
  return pending;
}

/// Whether there is anything to roll for in the phase: what cannot succeed is not rolled.
bool Firefight::has_roll(const FirefightState& state) const {
  constexpr int lowest_dr = 2;
  const auto can_rally = [&] {
    const Pending rally = pending(state);
    return (rally.desperate < rally.tries && rally.needed >= lowest_dr) ||
           rally.needed_desperate >= lowest_dr;
  };
  const auto side = [&](Phase phase_a) -> const SideState& {
    return state.side[state.phase == phase_a ? 0 : 1];
  };
  switch (state.phase) {
    case Phase::draw:
      return rules_.first == FirefightRules::First::die;
    case Phase::leader_a:
    case Phase::leader_b:
      return side(Phase::leader_a).leader == Status::broken && can_rally();
    case Phase::squads_a:
    case Phase::squads_b: {
      const SideState& now = side(Phase::squads_a);
      const Force& force = force_[state.phase == Phase::squads_a ? 0 : 1];
      return now.broken > 0 && (now.leader == Status::good || force.self_rally) && can_rally();
    }
    case Phase::repair_a:
    case Phase::repair_b:
      return side(Phase::repair_a).jammed > 0 && unbroken(side(Phase::repair_a));
    case Phase::fire_first:
    case Phase::fire_second:
      return state.left > 0 && attack(state).column >= 0;
    case Phase::turn_ends:
      break;
  }
  return false;
}

/// Who is broken still has had his try: only fire from now on counts (14.6).
void Firefight::end_of_rally(FirefightState& state) {
  const auto end = [](SideState& side) { side.under_fire = side.leader_under_fire = 0; };
  if (state.phase == Phase::squads_a) end(state.side[0]);
  if (state.phase == Phase::squads_b) end(state.side[1]);
}

void Firefight::next_phase(FirefightState& state) const {
  end_of_rally(state);
  state.phase = static_cast<Phase>(static_cast<int>(state.phase) + 1);
  if (state.phase == Phase::fire_first || state.phase == Phase::fire_second) {
    state.left = state.side[firing_side(state)].good;
    state.guns_left = state.side[firing_side(state)].guns;
  } else if (turn_over(state)) {
    state.left = state.guns_left = 0;
  }
}

/// On to the next roll, or to the end of the player turn.
void Firefight::advance(FirefightState& state) const {
  const auto used = [&](std::uint8_t& count, int by) {
    count = static_cast<std::uint8_t>(std::max(count - by, 0));
  };
  const auto decided = [&] { return !unbroken(state.side[0]) || !unbroken(state.side[1]); };
  while (!decided() && !turn_over(state) && !has_roll(state)) {
    const bool firing = state.phase == Phase::fire_first || state.phase == Phase::fire_second;
    if (firing && state.left > 0) {  // too weak or too far away
      used(state.guns_left, std::min<int>(force_[firing_side(state)].group, state.left));
      used(state.left, force_[firing_side(state)].group);
      continue;
    }
    next_phase(state);
  }
  if (decided()) {  // how it came about makes no difference any more
    state.phase = Phase::turn_ends;
    state.mover = state.left = state.guns_left = 0;
    for (SideState& side : state.side) {
      side.guns = side.jammed = side.under_fire = side.leader_under_fire = 0;
    }
  }
}

bool Firefight::rolled(const Pending& pending, const Rolling& rolling) {
  if (pending.kind == Pending::Kind::attack) return rolling.tried > 0 && resolved(rolling.hex);
  if (pending.kind == Pending::Kind::draw) return rolling.tried > 0;
  return rolling.tried == pending.tries;
}

RollResult Firefight::result(const Pending& pending, const Rolling& rolling) {
  RollResult result = rolling.result;
  if (pending.kind != Pending::Kind::attack) return result;
  const TargetStack& hex = rolling.hex;
  if (hex.leader_count > 0) result.leader = hex.units[0].status;
  for (std::size_t i = hex.leader_count; i < hex.unit_count; ++i) {
    if (hex.units[i].status == Status::good) ++result.good;
    if (hex.units[i].status == Status::broken) ++result.broken;
    if (hex.units[i].status == Status::berserk) ++result.berserk;
  }
  return result;
}

void Firefight::roll(Dice& dice, const Pending& pending, Rolling& rolling) const {
  RollResult& result = rolling.result;
  if (pending.kind == Pending::Kind::attack && rolling.tried > 0) {
    attack_step(dice, pending, rolling.hex);
    return;
  }
  const int tried = rolling.tried++;
  if (pending.kind == Pending::Kind::attack) {
    roll_attack(dice, pending, rolling);
  } else if (pending.kind == Pending::Kind::draw) {
    result.good = dice.die([](int roll) { return roll > 3; }) ? 1 : 0;
  } else if (pending.kind == Pending::Kind::repair) {  // 18.2
    const int roll = dice.die([](int die) { return die == 1 ? 1 : die == 6 ? 6 : 2; });
    if (roll == 1) ++result.good;
    if (roll == 6) ++result.broken;
  } else {
    const int needed = tried < pending.desperate ? pending.needed_desperate : pending.needed;
    if (dice.DR([&](TwoDice roll) { return roll.total() <= needed; })) ++result.good;
  }
}

void Firefight::roll_attack(Dice& dice, const Pending& pending, Rolling& rolling) const {
  struct Attack {
    FireResult fire;
    bool breakdown;
  };
  const Attack rolled = dice.DR([&](TwoDice roll) -> Attack {
    return {ift_->at(pending.column, roll.total() + pending.drm),
            roll.total() >= pending.breakdown_number};
  });
  rolling.result.breakdown = rolled.breakdown ? 1 : 0;
  rolling.hex = hex_under(pending);
  begin_fire(rolling.hex, rolled.fire);
}

FirefightState Firefight::after(const FirefightState& before, const Pending& pending,
                                const RollResult& result) const {
  FirefightState state = before;
  SideState& side = state.side[pending.side];
  const auto change = [](std::uint8_t& count, int by) {
    count = static_cast<std::uint8_t>(count + by);
  };
  switch (pending.kind) {
    case Pending::Kind::draw:
      state.mover = result.good;
      next_phase(state);
      break;
    case Pending::Kind::rally_leader:
      if (result.good > 0) side.leader = Status::good;
      next_phase(state);
      break;
    case Pending::Kind::rally_squads:
      change(side.good, result.good);
      change(side.broken, -result.good);
      next_phase(state);
      break;
    case Pending::Kind::repair:
      change(side.guns, result.good);
      change(side.jammed, -(result.good + result.broken));
      next_phase(state);
      break;
    case Pending::Kind::attack: {
      SideState& firer = state.side[1 - pending.side];
      const int squads = in_group(state);
      state.group = 0;
      state.target = HexAimedAt::first;
      change(state.guns_left, -std::min<int>(squads, state.guns_left));
      change(state.left, -squads);
      change(firer.guns, -result.breakdown);
      change(firer.jammed, result.breakdown);
      change(side.good, result.good - pending.targets_good);
      change(side.broken, result.broken - pending.targets_broken);
      change(side.berserk, result.berserk);  // 18.4: they charge
      if (pending.leader != Status::eliminated) side.leader = result.leader;
      // 14.6: the attack that broke a unit counts. In shelter that is all; without it the enemy's
      // fire is on the broken ones too.
      if (rules_.shelter) {
        change(side.under_fire, result.broken);
      } else {
        side.under_fire = side.broken;
      }
      if (side.leader != Status::broken) {
        side.leader_under_fire = 0;
      } else if (pending.leader != Status::eliminated || !rules_.shelter) {
        side.leader_under_fire = 1;
      }
      break;
    }
  }
  advance(state);
  return state;
}

FirefightStep FirefightRounds::round(const FirefightStep& step, int number) const {
  return {firefight_.next_turn(step.state, number), {}};
}

bool FirefightRounds::round_over(const FirefightStep& step) const {
  return Firefight::turn_over(step.state);
}

FirefightStep FirefightRounds::step(const FirefightStep& before, Dice& dice) const {
  FirefightStep next = before;
  if (before.part == FirefightStep::Part::roll) {
    firefight_.roll(dice, before.pending, next.rolling);
    if (Firefight::rolled(before.pending, next.rolling)) {
      next.rolling = {0, Firefight::result(before.pending, next.rolling), {}};
      next.part = FirefightStep::Part::rolled;
    }
    return next;
  }
  const bool fires =
      before.state.phase == Phase::fire_first || before.state.phase == Phase::fire_second;
  if (fires && before.state.group == 0) next.state = firefight_.grouped(before.state, dice);
  const Pending pending = firefight_.pending(next.state);
  firefight_.roll(dice, pending, next.rolling);
  if (Firefight::rolled(pending, next.rolling)) {
    const RollResult result = Firefight::result(pending, next.rolling);
    next = {firefight_.after(next.state, pending, result), {}};
  }
  return next;
}

FirefightStep FirefightRounds::alike(const FirefightStep& step) const {
  FirefightStep result = step;
  squad_leader::make_alike(result.rolling.hex);
  return result;
}

bool FirefightRounds::part(std::byte* step, std::byte* standing) const {
  const FirefightStep whole = read(step);
  if (round_over(whole)) return false;
  write(step, {{}, whole.rolling, FirefightStep::Part::roll, firefight_.pending(whole.state)});
  write(standing, {whole.state, {}, FirefightStep::Part::state});
  return true;
}

bool FirefightRounds::goes_on_apart(const std::byte* acting) const {
  return read(acting).part == FirefightStep::Part::roll;
}

void FirefightRounds::join(std::byte* acting, const std::byte* standing) const {
  const FirefightStep rolled = read(acting);
  const FirefightState& before = read(standing).state;
  write(acting, {firefight_.after(before, rolled.pending, rolled.rolling.result), {}});
}

std::optional<Outcome> FirefightRounds::outcome(const FirefightStep& step, int turns) const {
  const std::optional<Holder> holder = firefight_.over(step.state, turns);
  if (!holder) return std::nullopt;
  std::optional<Outcome> outcome(std::in_place, *holder == Holder::a      ? "a_holds"
                                                : *holder == Holder::b    ? "b_holds"
                                                : *holder == Holder::both ? "both"
                                                                          : "neither");
  outcome->measure("points_lost_a", firefight_.points_lost(step.state, 0))
      .measure("points_lost_b", firefight_.points_lost(step.state, 1))
      .measure("turns", turns);
  static constexpr const char* gone[] = {"berserk_a", "berserk_b"};
  for (const int side : {0, 1}) {
    if (firefight_.force(side).berserk == BerserkChecks::none) continue;
    outcome->measure(gone[side], firefight_.gone_berserk(step.state, side));
  }
  return outcome;
}

}  // namespace combat_odds::squad_leader
