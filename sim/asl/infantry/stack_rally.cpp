#include "sim/asl/infantry/stack_rally.hpp"

#include <algorithm>
#include <tuple>

namespace combat_odds::asl {

void StackRally::prepare(const Charts& charts, FireTarget& target) {
  target.tell_broken_apart();
  if (!target.heat.played()) return;
  creation_.prepare(charts, target.heat.nation);
  for (std::size_t fanatic = 0; fanatic < created_.size(); ++fanatic) {
    Traits traits;
    traits.fanatic = fanatic != 0;
    for (std::size_t i = 0; i < LeaderCreation::kinds; ++i) {
      const UnitName name = read_unit(creation_.leaders()[i], "heat_of_battle");
      created_[fanatic][i] = target.add_type(charts, name, traits);
    }
  }
}

std::optional<std::size_t> StackRally::leader(const FireTarget& target, const TargetStack& stack,
                                              std::size_t except) {
  std::optional<std::size_t> best;
  for (std::size_t l = 0; l < stack.leader_count; ++l) {
    if (l == except || !target.is_able(stack, l)) continue;
    if (!best || target.modifier(stack, l) < target.modifier(stack, *best)) best = l;
  }
  return best;
}

/// Leaders try first, then the others under a leader. Without a leader crews may try. So may one
/// other MMC, in its own phase and if it is the first MMC to try, so before the crews: the one with
/// the best morale, squads before others.
std::optional<std::size_t> StackRally::next(const FireTarget& target, TargetStack& stack,
                                            std::size_t tried, bool own_phase) {
  const auto is_broken = [&](std::size_t i) {
    return stack.units[i].is(TargetUnit::broken) && !stack.units[i].is_away();
  };
  for (std::size_t i = tried; i < stack.leader_count; ++i) {
    if (!is_broken(i)) continue;
    // Whoever is unbroken stays behind those who have tried: he may break in this phase.
    std::swap(stack.units[tried], stack.units[i]);
    return tried;
  }
  const bool led = leader(target, stack, stack.unit_count).has_value();
  const std::size_t first = std::max<std::size_t>(tried, stack.leader_count);
  if (!led && own_phase && first == stack.leader_count) {
    const auto worth = [&](std::size_t i) {
      const UnitType& unit = target.type(stack, i);
      // Of like ones the first in the order of alike stacks, in whatever order they stand.
      return std::tuple(unit.kind != UnitType::Kind::crew, unit.broken_morale,
                        unit.kind == UnitType::Kind::squad, -stack.units[i].type,
                        -stack.units[i].status);
    };
    std::optional<std::size_t> best;
    for (std::size_t i = first; i < stack.unit_count; ++i) {
      if (is_broken(i) && (!best || worth(i) > worth(*best))) best = i;
    }
    if (best) std::swap(stack.units[first], stack.units[*best]);
    if (best) return first;
  }
  for (std::size_t i = first; i < stack.unit_count; ++i) {
    if (is_broken(i) && (led || target.type(stack, i).kind == UnitType::Kind::crew)) return i;
  }
  return std::nullopt;
}

/// A10.6-.64. An Original 2 under a leader has its Heat of Battle (A15.1). One by the first MMC
/// that tries alone in its own phase creates a leader (A18.11).
std::size_t StackRally::attempt(Dice& dice, const FireTarget& target, TargetStack& stack,
                                std::size_t i, bool under_dm, bool own_phase) const {
  enum class Attempt : std::uint8_t {
    failed,
    rallied,
    fate,
    rallied_original_2,
    failed_original_2
  };
  constexpr int dm = 4;
  const UnitType& unit = target.type(stack, i);
  const bool wounded = unit.is_leader() && stack.units[i].is(TargetUnit::reduced);
  const int morale = unit.broken_morale - (wounded ? 1 : 0);
  const std::optional<std::size_t> led = leader(target, stack, i);
  const bool alone = !led && !unit.is_leader() && unit.kind != UnitType::Kind::crew;
  const int modifier = drm + (under_dm ? dm : 0) + (led ? target.modifier(stack, *led) : 1);
  const bool first_mmc = !led && own_phase && i == stack.leader_count;
  const bool special = target.heat.played() && (first_mmc || (led && HeatOfBattle::concerns(unit)));
  const Traits traits = unit.traits;
  const Attempt attempt = dice.DR([&](TwoDice roll) {
    if (roll.total() == 12) return Attempt::fate;
    const bool two = special && roll.total() == 2;
    const bool rallies = roll.total() + modifier <= morale || (alone && roll.total() == 2);
    if (rallies) return two ? Attempt::rallied_original_2 : Attempt::rallied;
    return two ? Attempt::failed_original_2 : Attempt::failed;
  });
  if (attempt == Attempt::rallied || attempt == Attempt::rallied_original_2) {
    stack.units[i].status &= static_cast<std::uint8_t>(~TargetUnit::broken);
  } else if (attempt == Attempt::fate) {
    target.begin_fate(dice, stack, i);
  }
  if (attempt == Attempt::rallied_original_2 || attempt == Attempt::failed_original_2) {
    if (led) {
      target.begin_heat_of_rally(dice, stack, i);
    } else if (const std::uint8_t kind = creation_.roll(dice, {morale, true, false, 0});
               kind != LeaderCreation::nobody && stack.unit_count < TargetStack::most_units) {
      FireTarget::add_leader(stack, created_.at(traits.fanatic ? 1 : 0).at(kind));
      return i + 2;
    }
  }
  return i + 1;
}

}  // namespace combat_odds::asl
