#include <algorithm>
#include <utility>

#include "sim/asl/duels/firefight.hpp"
#include "sim/squad_games/numbers_needed.hpp"

// How a side of a stand-off rallies, repairs its MGs and routs.

namespace combat_odds::asl {

std::optional<std::size_t> FirefightSide::leader(const TargetStack& stack,
                                                 std::size_t except) const {
  std::optional<std::size_t> best;
  for (std::size_t l = 0; l < stack.leader_count; ++l) {
    if (l == except || !target.is_able(stack, l)) continue;
    if (!best || target.modifier(stack, l) < target.modifier(stack, *best)) best = l;
  }
  return best;
}

/// Leaders try first, then the others under a leader. Without a leader crews may try. So may one
/// other MMC, in its own phase and if it is the first MMC to try: the one with the best morale,
/// squads before others.
std::optional<std::size_t> FirefightSide::next_to_rally(TargetStack& stack, std::size_t tried,
                                                        bool own_phase) const {
  const auto is_broken = [&](std::size_t i) { return stack.units[i].is(TargetUnit::broken); };
  for (std::size_t i = tried; i < stack.leader_count; ++i) {
    if (is_broken(i)) return i;
  }
  const bool led = leader(stack, stack.unit_count).has_value();
  const std::size_t first = std::max<std::size_t>(tried, stack.leader_count);
  if (!led && own_phase && first == stack.leader_count) {
    const auto worth = [&](std::size_t i) {
      const UnitType& unit = target.type(stack, i);
      return std::pair(unit.broken_morale, unit.kind == UnitType::Kind::squad);
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
std::size_t FirefightSide::rally(Dice& dice, TargetStack& stack, std::size_t i, bool under_dm,
                                 bool own_phase) const {
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
  const std::optional<std::size_t> led = leader(stack, i);
  const bool alone = !led && !unit.is_leader() && unit.kind != UnitType::Kind::crew;
  const int modifier = rally_drm + (under_dm ? dm : 0) + (led ? target.modifier(stack, *led) : 1);
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

/// A9.72: a repair dr for each malfunctioning MG, as long as a unit is in Good Order.
std::optional<std::size_t> FirefightSide::next_to_repair(const TargetStack& stack,
                                                         const FirefightArms& arms) const {
  for (std::size_t gun = arms.repairs; gun < guns_.size(); ++gun) {
    if (arms.guns[gun] == FirefightArms::Gun::malfunctions && any_unbroken(stack)) return gun;
  }
  return std::nullopt;
}

void FirefightSide::repair(Dice& dice, FirefightArms& arms, std::size_t gun) const {
  using Gun = FirefightArms::Gun;
  arms.guns[gun] =
      repaired(dice, guns_[gun].repair, Repairable{Gun::ready, Gun::malfunctions, Gun::lost});
  arms.repairs = static_cast<std::uint8_t>(gun + 1);
}

std::optional<std::size_t> FirefightSide::next_to_rout(const TargetStack& stack) const {
  if (!rout) return std::nullopt;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if (stack.units[i].is(TargetUnit::broken)) return i;
  }
  return std::nullopt;
}

/// A10.53: an NMC in each interdicted hex. The highest DR that passes pins the unit there; it is
/// out of the fight in any case. Failing costs a Casualty Reduction, and an Original 12 eliminates
/// the unit (A10.31).
void FirefightSide::rout_away(Dice& dice, TargetStack& stack, FirefightArms& arms,
                              std::size_t i) const {
  enum class Check : std::uint8_t { passed, pinned, failed, eliminated };
  for (int hex = 0; hex < *rout; ++hex) {
    const UnitType& unit = target.type(stack, i);
    const bool wounded = unit.is_leader() && stack.units[i].is(TargetUnit::reduced);
    const int morale = unit.broken_morale - (wounded ? 1 : 0);
    const Check check = dice.DR([&](TwoDice roll) {
      if (roll.total() == 12) return Check::eliminated;
      if (roll.total() > morale) return Check::failed;
      return roll.total() == std::min(morale, 11) ? Check::pinned : Check::passed;
    });
    if (check == Check::eliminated) target.eliminate_all(stack, std::uint32_t{1} << i);
    if (check == Check::failed) target.reduce_one_of(dice, stack, std::uint32_t{1} << i);
    if (stack.units[i].is(TargetUnit::eliminated)) return;
    if (check == Check::pinned) break;
  }
  leave(stack, arms, i);
}

void FirefightSide::charge(TargetStack& stack, FirefightArms& arms) const {
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    const bool there = !stack.units[i].is(TargetUnit::eliminated);
    if (there && target.type(stack, i).traits.berserk) leave(stack, arms, i);
  }
}

}  // namespace combat_odds::asl
