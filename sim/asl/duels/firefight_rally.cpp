#include <algorithm>
#include <utility>

#include "core/dice/small.hpp"
#include "sim/asl/duels/firefight.hpp"
#include "sim/squad_games/numbers_needed.hpp"

// How a side of a stand-off rallies, repairs its MGs and routs.

namespace combat_odds::asl {

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
  arms.repairs = small(gun + 1);
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
    const int morale = target.morale(stack, i);
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
