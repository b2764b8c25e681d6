#include <algorithm>
#include <bit>
#include <tuple>

#include "core/dice/small.hpp"
#include "sim/asl/duels/firefight.hpp"
#include "sim/squad_games/firers.hpp"

// How a side of a stand-off fires.

namespace combat_odds::asl {
namespace {

/// A9.4
constexpr int machine_gun_sight = 16;

bool has(std::uint8_t bits, std::size_t i) { return (bits >> i & 1) != 0; }

double at_range(int normal_range, int range) {
  return reach_factor(normal_range, range) * near_factor(range);
}

}  // namespace

/// The best leader who can direct. One with a +1 does not.
std::optional<int> FirefightSide::director(const TargetStack& stack) const {
  std::optional<int> best;
  for (std::size_t l = 0; l < stack.leader_count; ++l) {
    if (!target.is_able(stack, l) || target.modifier(stack, l) > 0) continue;
    best = std::min(best.value_or(0), target.modifier(stack, l));
  }
  return best;
}

/// Who mans the MG (A7.351-.352): squads first, and unpinned units before pinned ones. Then
/// half-squads and crews if the MG has more FP than they would fire themselves, first those who
/// lose least.
FirefightSide::Manned FirefightSide::man(const TargetStack& stack, const FirefightArms& arms,
                                         int range, bool directed) const {
  Manned manned;
  if (range > machine_gun_sight && !directed) return manned;
  std::uint32_t busy = 0;
  for (std::size_t gun = 0; gun < guns_.size(); ++gun) {
    const double fp = guns_[gun].firepower * at_range(guns_[gun].normal_range, range) *
                      (range > machine_gun_sight ? 0.5 : 1);
    if (arms.guns[gun] != FirefightArms::Gun::ready || fp <= 0) continue;
    std::tuple<bool, bool, bool, double> best;
    for (std::size_t i = stack.leader_count; i < stack.unit_count; ++i) {
      const UnitType& unit = target.type(stack, i);
      if ((stack.units[i].status & gone) != 0 || (busy >> i & 1) != 0 || unit.is_hero()) continue;
      const bool squad = unit.kind == UnitType::Kind::squad;
      const double own = unit.name.firepower * at_range(unit.name.range, range);
      if (!squad && own >= fp) continue;
      const std::tuple worse(!squad, stack.units[i].is(TargetUnit::pinned), unit.inexperienced,
                             squad ? 0 : own);
      if (manned[gun] && worse >= best) continue;
      best = worse;
      manned[gun] = i;
    }
    if (manned[gun]) busy |= std::uint32_t{1} << *manned[gun];
  }
  return manned;
}

FirefightSide::Attack FirefightSide::attack(const Ift& ift, const TargetStack& stack,
                                            const FirefightArms& arms, int range) const {
  const std::optional<int> leadership = director(stack);
  const bool on_rate = arms.shots > 0;
  Attack attack;
  double fp = 0;
  int heroes = 0;
  bool may_cower = false;  // A7.9: not SMC and the Fanatic alone
  bool inexperienced = false;
  std::uint32_t mans_in_place = 0;
  const auto pinned_half = [&](std::size_t i) {
    return stack.units[i].is(TargetUnit::pinned) ? 0.5 : 1;
  };
  if (!guns_.empty()) {
    const Manned manned = man(stack, arms, range, leadership.has_value());
    for (std::size_t gun = 0; gun < guns_.size(); ++gun) {
      if (!manned[gun]) continue;
      const std::size_t i = *manned[gun];
      if (target.type(stack, i).kind != UnitType::Kind::squad) {
        mans_in_place |= std::uint32_t{1} << i;
      }
      if (on_rate && !has(arms.keep_rate, gun)) continue;
      const auto bit = small(1u << gun);
      attack.guns |= bit;
      if (!stack.units[i].is(TargetUnit::pinned)) attack.may_keep |= bit;
      fp += guns_[gun].firepower * at_range(guns_[gun].normal_range, range) *
            (range > machine_gun_sight ? 0.5 : 1) * pinned_half(i);
      may_cower = may_cower || !target.type(stack, i).traits.fanatic;
      if (!target.type(stack, i).inexperienced) continue;
      inexperienced = true;
      attack.by_inexperienced |= bit;
    }
  }
  for (std::size_t i = stack.leader_count; i < stack.unit_count && !on_rate; ++i) {
    if ((stack.units[i].status & gone) != 0 || (mans_in_place >> i & 1) != 0) continue;
    const UnitType& unit = target.type(stack, i);
    const double own = unit.name.firepower * at_range(unit.name.range, range);
    if (own <= 0) continue;
    fp += own * pinned_half(i);
    if (unit.is_hero()) {
      ++heroes;
    } else {
      may_cower = may_cower || !unit.traits.fanatic;
      inexperienced = inexperienced || unit.inexperienced;
    }
  }
  attack.column = fp == 0 ? -1 : ift.column(fp);
  attack.drm = drm + leadership.value_or(0) - heroes;
  if (!leadership && may_cower) attack.cowering = cowering;
  if (attack.cowering.kind == Cowering::Kind::cower) {
    attack.cowering.kind = Cowering::of(inexperienced);  // A19.33
  }
  // An Original 2 may cower, so that a 3 can have the better result.
  const auto reaches = [&](TwoDice roll) {
    return attack.result(ift, roll).kind >= IftResult::Kind::mc;
  };
  attack.can_demoralize = reaches({1, 1}) || reaches({1, 2}) ? 1 : 0;
  return attack;
}

FirefightSide::Crews FirefightSide::crews(const TargetStack& stack, const FirefightArms& arms,
                                          int range) const {
  const Manned manned = man(stack, arms, range, director(stack).has_value());
  const bool on_rate = arms.shots > 0;
  Crews crews;
  for (std::size_t i = stack.leader_count; i < stack.unit_count; ++i) {
    const UnitType& unit = target.type(stack, i);
    const int off = gone | TargetUnit::pinned;
    if ((stack.units[i].status & off) != 0 || unit.is_hero()) continue;
    bool fires = !on_rate && unit.name.firepower * at_range(unit.name.range, range) > 0;
    for (std::size_t gun = 0; gun < guns_.size(); ++gun) {
      if (manned[gun] != i || (on_rate && !has(arms.keep_rate, gun))) continue;
      crews.of_gun[gun] = crews.count;
      fires = true;
    }
    if (fires) ++crews.count;
  }
  return crews;
}

IftResult FirefightSide::Attack::result(const Ift& ift, TwoDice roll) const {
  const int lowered = column - cowering.columns(roll);
  return lowered < 0 ? IftResult{} : ift.at(lowered, roll.total() + drm);
}

/// A9.2: an MG may fire again if the Original coloured die is no more than its rate of fire.
/// A9.7-.71: if the DR reaches the B# of several MGs, Random Selection decides which malfunction.
/// A7.9: of a group that cowers Random Selection says whose MGs lose their rate.
IftResult FirefightSide::fire(Dice& dice, const Ift& ift, const Attack& attack, const Crews& crews,
                              FirefightArms& arms) const {
  struct Shot {
    IftResult result;
    std::uint8_t keeps = 0;
    std::uint8_t jams = 0;
    std::uint8_t breaks = 0;  ///< those of them that break for good
    std::uint8_t cowers = 0;  ///< some of the MGs that keep their rate may lose it
    std::string text() const {
      return result.text() + (keeps != 0 ? ", keeps its rate" : "") +
             (cowers != 0 ? ", cowers" : "") + (jams != 0 ? ", malfunctions" : "");
    }
  };
  if (attack.guns == 0) {
    return dice.DR([&](TwoDice roll) { return attack.result(ift, roll); });
  }
  const Shot shot = dice.DR([&](TwoDice roll) {
    Shot seen;
    seen.result = attack.result(ift, roll);
    for (std::size_t gun = 0; gun < guns_.size(); ++gun) {
      if (!has(attack.guns, gun)) continue;
      const auto bit = small(1u << gun);
      const bool inexperienced = has(attack.by_inexperienced, gun);
      if (roll.total() >= guns_[gun].breakdown - (inexperienced ? 1 : 0)) {
        seen.jams |= bit;
        // A.11: if the B# is lowered, the original B# becomes an X#.
        if (inexperienced && roll.total() >= guns_[gun].breakdown) seen.breaks |= bit;
      } else if (has(attack.may_keep, gun) && roll.coloured <= guns_[gun].rate) {
        seen.keeps |= bit;
      }
    }
    if (attack.cowering.columns(roll) > 0) {
      if (crews.count == 1) seen.keeps = 0;
      seen.cowers = seen.keeps != 0 ? 1 : 0;
    }
    return seen;
  });
  std::uint32_t selected = 1;
  if (std::popcount(shot.jams) > 1) selected = dice.random_selection(std::popcount(shot.jams));
  for (std::size_t gun = 0, nth = 0; gun < guns_.size(); ++gun) {
    if (!has(shot.jams, gun)) continue;
    if ((selected >> nth & 1) != 0) {
      arms.guns[gun] =
          has(shot.breaks, gun) ? FirefightArms::Gun::lost : FirefightArms::Gun::malfunctions;
    }
    ++nth;
  }
  arms.keep_rate = shot.keeps;
  if (shot.cowers != 0) {
    const std::uint32_t marked = dice.random_selection(static_cast<int>(crews.count));
    for (std::size_t gun = 0; gun < guns_.size(); ++gun) {
      if ((marked >> crews.of_gun[gun] & 1) != 0) arms.keep_rate &= small(0xFFu & ~(1u << gun));
    }
  }
  ++arms.shots;
  return shot.result;
}

void FirefightSide::make_alike(FirefightArms& arms) const {
  if (arms.shots > 0 || arms.repairs > 0) return;
  for (std::size_t first = 0, end = 0; first < guns_.size(); first = end) {
    while (end < guns_.size() && guns_[end] == guns_[first]) ++end;
    std::sort(arms.guns.begin() + static_cast<std::ptrdiff_t>(first),
              arms.guns.begin() + static_cast<std::ptrdiff_t>(end));
  }
}

}  // namespace combat_odds::asl
