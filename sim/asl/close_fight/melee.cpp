#include "sim/asl/close_fight/melee.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/dice/small.hpp"
#include "sim/asl/close_fight/capture.hpp"
#include "sim/asl/close_fight/close_combat_terms.hpp"
#include "sim/asl/units/casualty_points.hpp"
#include "sim/asl/units/selection.hpp"
#include "sim/asl/units/wound.hpp"
#include "sim/declare/procedure.hpp"

namespace combat_odds::asl {

std::size_t MeleeSide::count() const {
  const auto end = std::find_if(units.begin(), units.end(),
                                [](MeleeUnit fighter) { return fighter.type == MeleeUnit::none; });
  return static_cast<std::size_t>(end - units.begin());
}

std::size_t MeleeSide::hurt() const {
  return static_cast<std::size_t>(std::count_if(
      units.begin(), units.end(), [](MeleeUnit fighter) { return fighter.is(MeleeUnit::hurt); }));
}

int MeleeSide::unharmed() const {
  const auto here = std::count_if(units.begin(), units.end(),
                                  [](MeleeUnit fighter) { return fighter.is_unharmed(); });
  return static_cast<int>(here) + left_unharmed;
}

int MeleeSide::unharmed_broken() const {
  const auto here = std::count_if(units.begin(), units.end(), [](MeleeUnit fighter) {
    return fighter.is_unharmed() && fighter.is(MeleeUnit::broken);
  });
  return static_cast<int>(here) + left_broken;
}

bool MeleeSide::any_attacks() const {
  return std::any_of(units.begin(), units.begin() + size(),
                     [](MeleeUnit fighter) { return fighter.attacks(); });
}

void MeleeSide::add(MeleeUnit fighter) {
  units.at(count()) = fighter;
  std::sort(units.begin(), units.end());
}

void MeleeSide::remove(std::size_t i) {
  units.at(i) = {};
  std::sort(units.begin(), units.end());
}

std::uint8_t MeleeRoster::enlist(const UnitName& name, const Infantry& infantry) {
  return small(infantry.enlist(name, roster_));
}

MeleeSide MeleeRoster::enlist(const std::string& parameter, const std::vector<UnitName>& names,
                              const std::vector<UnitName>& broken,
                              const std::vector<UnitName>& pinned, const Infantry& infantry) {
  MeleeSide side;
  for (std::size_t i = 0; i < names.size(); ++i) {
    side.units.at(i).type = enlist(names[i], infantry);
    const UnitType& unit = type(side.units.at(i));
    if (unit.is_leader() || unit.name.firepower > 0) continue;
    throw ArgumentError(parameter, unit.name.text + " has no firepower", "units such as 4-6-7");
  }
  const auto mark = [&](const std::vector<UnitName>& some, MeleeUnit::State state,
                        const char* suffix) {
    for (const UnitName& name : some) {
      const auto found = std::find_if(side.units.begin(), side.units.end(), [&](MeleeUnit fighter) {
        return fighter.type != MeleeUnit::none && fighter.state == 0 && type(fighter).name == name;
      });
      if (found == side.units.end()) {
        throw ArgumentError(parameter + suffix,
                            name.text + " is not among its units, or not that often",
                            "units of its side, each broken or pinned");
      }
      found->set(state);
    }
  };
  mark(broken, MeleeUnit::broken, "_broken");
  mark(pinned, MeleeUnit::pinned, "_pinned");
  std::sort(side.units.begin(), side.units.end());
  return side;
}

double MeleeRoster::firepower(MeleeUnit fighter) const {
  const UnitType& unit = type(fighter);
  return unit.is_smc() ? 1 : unit.name.firepower;
}

double MeleeRoster::defence(const MeleeSide& side) const {
  double total = 0;
  for (std::size_t i = 0, count = side.count(); i < count; ++i)
    total += firepower(side.units.at(i));
  return total;
}

double MeleeRoster::attack(const MeleeSide& side, int prisoners) const {
  AttackForce force;
  for (std::size_t i = 0, count = side.count(); i < count; ++i) {
    const MeleeUnit fighter = side.units.at(i);
    if (fighter.attacks()) {
      force.add(firepower(fighter) / (fighter.is(MeleeUnit::pinned) ? 2 : 1));
    } else {
      force.add_idle();
    }
  }
  return force.firepower(prisoners > 0);
}

int MeleeRoster::leadership(const MeleeSide& side) const {
  int attacking = 0;
  int heroes = 0;
  std::optional<int> best;
  for (std::size_t i = 0, count = side.count(); i < count; ++i) {
    const MeleeUnit fighter = side.units.at(i);
    if (!fighter.attacks()) continue;
    ++attacking;
    const UnitType& unit = type(fighter);
    if (unit.is_hero()) ++heroes;
    if (!unit.is_leader() || fighter.is(MeleeUnit::pinned)) continue;
    best = std::min(best.value_or(modifier(fighter)), modifier(fighter));
  }
  // One leader *may* direct, so one with +1 stands aside.
  return (attacking > 1 ? std::min(best.value_or(0), 0) : 0) - heroes;
}

int MeleeRoster::modifier(MeleeUnit fighter) const {
  return type(fighter).name.modifier + (fighter.is(MeleeUnit::hurt) ? 1 : 0);  // A17.3
}

int MeleeRoster::ambush_drm(const MeleeSide& side) const {
  CloseCombatTerms::AmbushForce force;
  for (std::size_t i = 0, count = side.count(); i < count; ++i) {
    const MeleeUnit fighter = side.units.at(i);
    force.add(type(fighter), fighter.is(MeleeUnit::broken), fighter.is(MeleeUnit::pinned),
              modifier(fighter));
  }
  return force.drm();
}

/// A26.211; 0 where nobody asks for them.
int MeleeRoster::points(MeleeUnit fighter) const {
  return counts_points_ ? casualty_points(type(fighter)) : 0;
}

void MeleeRoster::eliminate(MeleeSide& side, std::size_t i) const {
  ++side.eliminated;
  side.points_eliminated = small(side.points_eliminated + points(side.units.at(i)));
  lose(side, i);
}

void MeleeRoster::lose(MeleeSide& side, std::size_t i) const {
  if (type(side.units.at(i)).is_leader()) side.leader_lost = 1;
  side.units.at(i) = {};
}

/// Casualty Reduction (A7.302); true if the unit is gone.
bool MeleeRoster::reduce(Dice& dice, MeleeUnit& fighter) const {
  const UnitType& kind = type(fighter);
  const bool has_other_side = kind.reduced_to >= 0;
  if (kind.is_smc()) {
    const bool wounded = kind.is_hero() ? !has_other_side : fighter.is(MeleeUnit::hurt);
    if (wound_kills(dice, wounded)) return true;
  } else if (!has_other_side) {
    return true;
  }
  if (has_other_side) fighter.type = static_cast<std::uint8_t>(kind.reduced_to);
  fighter.mark_reduced();
  return false;
}

void MeleeRoster::strike(Dice& dice, MeleeSide& side, const EffectOn& effect,
                         std::vector<MeleeUnit>* lost) const {
  const auto gone = [&](std::size_t i) {
    if (lost != nullptr) lost->push_back(side.units.at(i));
    eliminate(side, i);
  };
  std::array<std::size_t, MeleeSide::places> partial{};
  int some = 0;
  bool any = false;
  const std::size_t count = side.count();
  for (std::size_t i = 0; i < count; ++i) {
    const Effect suffered = effect(side.units[i]);
    if (suffered == Effect::nothing) continue;
    any = true;
    if (suffered == Effect::partial) {
      partial.at(static_cast<std::size_t>(some++)) = i;
    } else {
      gone(i);
    }
  }
  if (!any) return;
  const auto unit = [&](int p) -> MeleeUnit& {
    return side.units.at(partial.at(static_cast<std::size_t>(p)));
  };
  const std::uint32_t selected =
      some == 0 ? 0u
      : some == 1
          ? 1u
          : dice.random_selection(some, 1, [&](std::uint32_t chosen) {
              return first_of_like(some, chosen, [&](int a, int b) { return unit(a) == unit(b); });
            });
  for (int p = 0; p < some; ++p) {
    if ((selected >> p & 1) == 0) continue;
    const int before = points(unit(p));
    if (reduce(dice, unit(p))) {
      gone(partial.at(static_cast<std::size_t>(p)));
    } else {
      side.points_eliminated = small(side.points_eliminated + before - points(unit(p)));
    }
  }
  std::sort(side.units.begin(), side.units.end());
}

void MeleeRoster::capture(MeleeSide& side, const EffectOn& effect,
                          std::vector<MeleeUnit>* lost) const {
  const auto gone = [&](std::size_t i) {
    if (lost != nullptr) lost->push_back(side.units.at(i));
    lose(side, i);
  };
  std::optional<std::size_t> given;
  const std::size_t count = side.count();
  const auto cost = [&](std::size_t i) {
    const MeleeUnit fighter = side.units.at(i);
    return std::pair(
        cost_of_giving(type(fighter), roster_, fighter.is(MeleeUnit::broken), modifier(fighter)),
        fighter.is(MeleeUnit::leaving));
  };
  for (std::size_t i = 0; i < count; ++i) {
    const Effect suffered = effect(side.units.at(i));
    if (suffered == Effect::partial && (!given || cost(i) < cost(*given))) given = i;
    if (suffered != Effect::all) continue;
    ++side.captured;
    side.points_captured = small(side.points_captured + points(side.units.at(i)));
    gone(i);
  }
  if (given) {
    MeleeUnit& fighter = side.units.at(*given);
    ++side.captured;
    const int before = points(fighter);
    if (half_of(type(fighter), roster_) != nullptr) {
      fighter.type = small(type(fighter).reduced_to);
      side.points_captured = small(side.points_captured + before - points(fighter));
      fighter.mark_reduced();
    } else {
      side.points_captured = small(side.points_captured + before);
      gone(*given);
    }
  }
  std::sort(side.units.begin(), side.units.end());
}

void MeleeRoster::leave(MeleeSide& side, const std::function<bool(MeleeUnit)>& goes) {
  const std::size_t count = side.count();
  bool any = false;
  for (std::size_t i = 0; i < count; ++i) {
    MeleeUnit& fighter = side.units[i];
    if (!goes(fighter)) continue;
    ++side.left;
    if (fighter.is(MeleeUnit::hurt)) ++side.left_hurt;
    if (fighter.is_unharmed()) {
      ++side.left_unharmed;
      if (fighter.is(MeleeUnit::broken)) ++side.left_broken;
    }
    fighter = {};
    any = true;
  }
  if (any) std::sort(side.units.begin(), side.units.end());
}

void MeleeRoster::eliminate_broken(MeleeSide& side) const {
  const std::size_t count = side.count();
  bool any = false;
  for (std::size_t i = 0; i < count; ++i) {
    if (!side.units[i].is(MeleeUnit::broken)) continue;
    eliminate(side, i);
    any = true;
  }
  if (any) std::sort(side.units.begin(), side.units.end());
}

std::size_t MeleeRoster::weakest(const MeleeSide& side) const {
  std::optional<std::size_t> least;
  const auto worth = [&](std::size_t i) {
    const UnitType& unit = type(side.units.at(i));
    return std::tuple(unit.is_smc(), unit.name.firepower, unit.name.morale, unit.name.range,
                      -unit.name.modifier, !side.units.at(i).is(MeleeUnit::pinned));
  };
  for (std::size_t i = 0, count = side.count(); i < count; ++i) {
    if (!side.units.at(i).attacks()) continue;
    if (!least || worth(i) < worth(*least)) least = i;
  }
  return least.value_or(0);
}

}  // namespace combat_odds::asl
