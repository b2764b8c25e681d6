#include "sim/asl/infantry/stack_rally.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include "core/dice/small.hpp"

namespace combat_odds::asl {

void StackRally::prepare(const Charts& charts, FireTarget& target) {
  target.tell_broken_apart();
  if (target.heat.played()) prepare_creation(charts, target);
  target.tell_disrupted(charts);
}

void StackRally::prepare_creation(const Charts& charts, FireTarget& target) {
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

/// A10.7: in Good Order, pinned or not (A7.831 names no Rally).
std::optional<std::size_t> StackRally::leader(const FireTarget& target, const TargetStack& stack,
                                              std::size_t except) {
  std::optional<std::size_t> best;
  for (std::size_t l = 0; l < stack.leader_count; ++l) {
    const TargetUnit& unit = stack.units[l];
    if (l == except || unit.is_away() || unit.is(TargetUnit::broken)) continue;
    if (target.type(unit).traits.berserk) continue;
    if (!best || target.modifier(stack, l) < target.modifier(stack, *best)) best = l;
  }
  return best;
}

/// Leaders try first, those of the best morale before the others, then of the best modifier, then
/// the unwounded. The others follow under a leader. Without a leader crews may try. So may one
/// other MMC, in its own phase and if it is the first MMC to try, so before the crews: the one with
/// the best morale, of the same squads before others, the unreduced, the better counter. Disrupted
/// units try under another leader only (A19.12).
std::optional<std::size_t> StackRally::next(const FireTarget& target, TargetStack& stack,
                                            std::size_t tried, bool own_phase) {
  const auto may_try = [&](std::size_t i) {
    const TargetUnit& unit = stack.units[i];
    if (!unit.is(TargetUnit::broken) || unit.is_away()) return false;
    return !target.type(unit).traits.disrupted || leader(target, stack, i).has_value();
  };
  const auto first_of = [&](std::size_t begin, std::size_t end, auto worth) {
    std::optional<std::size_t> best;
    for (std::size_t i = begin; i < end; ++i) {
      if (may_try(i) && (!best || worth(i) > worth(*best))) best = i;
    }
    return best;
  };
  const auto rank = [&](std::size_t i) {
    const TargetUnit& unit = stack.units[i];
    return std::tuple(target.morale(stack, i), -target.modifier(stack, i),
                      !unit.is(TargetUnit::reduced), -unit.type);
  };
  if (const auto best = first_of(tried, stack.leader_count, rank)) {
    // Whoever is unbroken stays behind those who have tried: he may break in this phase.
    std::swap(stack.units[tried], stack.units[*best]);
    return tried;
  }
  const bool led = leader(target, stack, stack.unit_count).has_value();
  const std::size_t first = std::max<std::size_t>(tried, stack.leader_count);
  if (!led && own_phase && first == stack.leader_count) {
    const auto worth = [&](std::size_t i) {
      const UnitType& unit = target.type(stack, i);
      const TargetUnit& now = stack.units[i];
      // Of like ones the first in the order of alike stacks, in whatever order they stand.
      return std::tuple(unit.kind != UnitType::Kind::crew, unit.broken_morale,
                        unit.kind == UnitType::Kind::squad, !now.is(TargetUnit::reduced),
                        unit.name.morale, unit.name.firepower, unit.name.range, -now.type,
                        -now.status);
    };
    if (const auto best = first_of(first, stack.unit_count, worth)) {
      std::swap(stack.units[first], stack.units[*best]);
      return first;
    }
  }
  for (std::size_t i = first; i < stack.unit_count; ++i) {
    if (may_try(i) && (led || target.type(stack, i).kind == UnitType::Kind::crew)) return i;
  }
  return std::nullopt;
}

/// The order of those who have tried does not matter, nor that of the others.
void StackRally::make_alike(const FireTarget& target, TargetStack& stack, std::size_t tried) {
  if (tried == 0) target.make_alike(stack);
  if (tried == 0 || !FireTarget::resolved(stack)) return;
  const std::array<std::size_t, 5> parts = {
      0, std::min<std::size_t>(tried, stack.leader_count), stack.leader_count,
      std::max<std::size_t>(tried, stack.leader_count), stack.unit_count};
  const auto place = [&](std::size_t part) {
    return stack.units.begin() + static_cast<std::ptrdiff_t>(parts.at(part));
  };
  for (std::size_t part = 0; part + 1 < parts.size(); ++part) {
    std::sort(place(part), place(part + 1));
  }
}

/// A10.6-.64. An Original 2 under a leader has its Heat of Battle (A15.1). One by the first MMC, a
/// crew too, that tries alone in its own phase rallies it and creates a leader (A18.11).
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
  const int morale = target.morale(stack, i);
  const std::optional<std::size_t> led = leader(target, stack, i);
  const int modifier = drm + (under_dm ? dm : 0) + (led ? target.modifier(stack, *led) : 1);
  const bool first_mmc = !led && own_phase && i == stack.leader_count;
  const bool special = target.heat.played() && (first_mmc || (led && HeatOfBattle::concerns(unit)));
  const Traits traits = unit.traits;
  const Attempt attempt = dice.DR([&](TwoDice roll) {
    if (roll.total() == 12) return Attempt::fate;
    const bool two = special && roll.total() == 2;
    const bool rallies = roll.total() + modifier <= morale || (first_mmc && roll.total() == 2);
    if (rallies) return two ? Attempt::rallied_original_2 : Attempt::rallied;
    return two ? Attempt::failed_original_2 : Attempt::failed;
  });
  if (attempt == Attempt::rallied || attempt == Attempt::rallied_original_2) {
    stack.units[i].status &= static_cast<std::uint8_t>(~TargetUnit::broken);
    if (unit.rallied_as >= 0) stack.units[i].type = small(unit.rallied_as);
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
