#include "core/dice/small.hpp"
#include "sim/squad_leader/duels/firefight_model.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "sim/squad_games/firers.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

constexpr std::array<std::string_view, 3> hex_names = {"the first hex", "the next hex",
                                                       "broken squads"};

}  // namespace

double Firefight::at_range(int firepower, int normal_range) const {
  return firepower * reach_factor(normal_range, rules_.range) * near_factor(rules_.range);
}

/// The IFT column of that many of the remaining squads.
int Firefight::column(const FirefightState& state, int squads) const {
  const Force& force = force_[firing_side(state)];
  const int guns = std::min<int>(squads, state.guns_left);
  const double firepower = squads * at_range(force.squad.firepower, force.squad.range) +
                           guns * at_range(force.machine_gun_firepower, force.machine_gun_range);
  return ift_->column(firepower * force.marsh.of_fire_from_it());
}

/// The number of squads that fire together next.
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
  // Broken squads come after the unbroken ones; they first fill the hex where those leave room.
  const int room = enemy.good > 0 ? (most - enemy.good % most) % most : most;
  return {0, std::clamp(in_sight - room, 0, most)};
}

HexAimedAt Firefight::hex_by_habit(const FirefightState& state) const {
  const HexAimedAt habit = force_[firing_side(state)].target;
  return squads_in(state, habit) == std::pair(0, 0) ? HexAimedAt::first : habit;
}

/// There is no decision if there is only one hex.
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

FirefightState Firefight::grouped(const FirefightState& state, Dice& dice) const {
  static constexpr std::array<std::string_view, 13> numbers = {"0", "1", "2", "3",  "4",  "5", "6",
                                                               "7", "8", "9", "10", "11", "12"};
  FirefightState result = state;
  const int by_habit = in_group(state);
  result.target = choose_hex(state, dice);
  result.group = small(by_habit);
  int least = 1;  // groups that are too weak for any column do not fire
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
  result.group = small(least + chosen);
  return result;
}

/// The facts that the firing side sees.
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
  pending.side = small(1 - firing);
  pending.column = static_cast<std::int8_t>(column(state, squads));
  pending.drm = static_cast<std::int8_t>(force.drm + (directed ? force.leader->modifier : 0));
  if (guns > 0) pending.breakdown_number = small(force.breakdown_number);
  const HexAimedAt hex = state.group > 0 ? state.target : hex_by_habit(state);
  const auto [good, broken] = squads_in(state, hex);
  pending.targets_good = small(good);
  pending.targets_broken = small(broken);
  aim_at(pending, state, 1 - firing);
  const bool leader_in_sight =
      target.leader == Status::good || (target.leader == Status::broken && !rules_.shelter);
  if (hex == HexAimedAt::first && leader_in_sight) {
    const UnitName& leader = *force_[1 - firing].leader;
    pending.leader = target.leader;
    pending.leader_morale = small(std::max(leader.morale - morale_lowered(state, 1 - firing), 0));
    pending.leader_modifier = static_cast<std::int8_t>(leader.modifier);
  }
  return pending;
}

/// The morale of a side's squads, and what their losses mean.
void Firefight::aim_at(Pending& pending, const FirefightState& state, int side) const {
  const Force& force = force_[side];
  const int lowered = morale_lowered(state, side);
  const auto left = [&](int morale) { return small(std::max(morale - lowered, 0)); };
  pending.morale = left(force.squad.morale);
  pending.broken_morale = left(broken_morale(force));
  pending.berserk = force.berserk;
  if (!rules_.battlefield_integrity) return;
  pending.integrity = 1;
  pending.points = static_cast<std::int16_t>(all_points(side));
  pending.points_lost = static_cast<std::int16_t>(points_lost(state, side));
  pending.squad_points = static_cast<std::int16_t>(force.squad_points);
  pending.leader_points = static_cast<std::int16_t>(force.leader_points);
}

}  // namespace combat_odds::squad_leader
