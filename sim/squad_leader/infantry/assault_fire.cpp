#include "sim/squad_leader/infantry/assault_fire.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace combat_odds::squad_leader {

void AssaultFire::describe(Declaration<AssaultFire>& fire) {
  const auto as_given = [](const AssaultFire& asked) {
    return !asked.attackers.given() && !asked.factor;
  };
  fire.asks(&AssaultFire::firepower, "firepower", 0, 1000, "the firepower after all multipliers")
      .needed_when(as_given, "with what is fired?",
                   "its firepower, x2 for the units themselves at double firepower, or who fires: "
                   "'2*4-6-7 LMG range 1'")
      .only_when(as_given, "the firers already give the firepower", "")
      .asks(&AssaultFire::factor, "factor", 0.125, 6,
            "what the side's own firepower is multiplied by")
      .only_when([](const AssaultFire& asked) { return !asked.attackers.given(); },
                 "the firers already give the firepower", "")
      .asks(&AssaultFire::drm, "drm", -20, 20, "the sum of the dice roll modifiers")
      .includes(&AssaultFire::attackers)
      .only_when(
          {"leader"}, [](const AssaultFire& asked) { return !asked.by_own_units(); },
          "the leader of the units themselves directs", "");
}

void AssaultFire::prepare(const Charts& charts) {
  ift_ = &charts.get<Ift>();
  drm_ = attackers.drm(drm);
  if (by_own_units()) return;
  column_ = ift_->column(attackers.given() ? attackers.firepower() : *firepower);
}

int AssaultFire::column(const std::vector<UnitName>& kinds, const TargetStack& side) const {
  if (!by_own_units()) return column_;
  int own = 0;
  for (std::size_t i = side.leader_count; i < side.unit_count; ++i) {
    const TargetUnit& unit = side.units[i];
    if (is_unbroken(unit.status)) own += kinds[unit.kind].firepower;
  }
  return ift_->column(own * *factor);
}

FireResult AssaultFire::roll(Dice& dice, const std::vector<UnitName>& kinds,
                             const TargetStack& side) const {
  const int at = column(kinds, side);
  if (by_own_units() && at < 0) return {};
  const int modifiers = drm_ + (by_own_units() ? leader_who_helps(side) : 0);
  return dice.DR([&](TwoDice roll) { return ift_->at(at, roll.total() + modifiers); });
}

std::string AssaultFire::tell(Working& working) const {
  if (by_own_units()) {
    return fmt::format("{:g} times the firepower left, {}", *factor, signed_text(drm_));
  }
  Working own;
  attackers.tell(own, *ift_, firepower, drm, column_);
  working.sums.insert(working.sums.end(), own.sums.begin(), own.sums.end());
  for (std::string& note : own.notes) {
    const bool known =
        std::find(working.notes.begin(), working.notes.end(), note) != working.notes.end();
    if (!known) working.notes.push_back(std::move(note));
  }
  return own.situation;
}

int leader_who_helps(const TargetStack& stack) {
  int best = 0;
  for (std::size_t i = 0; i < stack.leader_count; ++i) {
    if (is_unbroken(stack.units[i].status)) {
      best = std::min<int>(best, stack.units[i].modifier);
    }
  }
  return best;
}

}  // namespace combat_odds::squad_leader
