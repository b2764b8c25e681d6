#include "sim/asl/morale/rally.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "core/dice/small.hpp"
#include "sim/asl/morale/variants.hpp"

namespace combat_odds::asl {
namespace {

constexpr int desperation = 4;     // A10.62
constexpr int without_leader = 1;  // A10.63

enum class Attempt : std::uint8_t { failed, rallied, fate, original_2, original_2_failed };

}  // namespace

// Whose turn it is.

RallyHex Rally::step(const RallyHex& before, Dice& dice) const {
  RallyHex hex = before;
  hex.open = 1;
  if (hex.test_count > 0) {
    take_test(dice, hex);
    return hex;
  }
  if (const std::optional<std::size_t> unit = next_to_try(hex)) {
    attempt(dice, hex, whom_to_try(dice, hex, *unit));
    find_tested(hex);
    return hex;
  }
  ++hex.phases;
  hex.open = hex.mmc_tried = 0;
  for (RallyUnit& unit : hex.units) unit.clear(RallyUnit::tried | RallyUnit::desperate);
  return hex;
}

/// Makes states alike that have the same future. The types of units that are gone do not matter. If
/// no leader is broken, none can be lost or go berserk any more, so nothing can happen to unbroken
/// units: the MMC among them count as the same, and stand behind the broken ones, whose order
/// stays.
RallyHex Rally::alike(const RallyHex& hex) const {
  RallyHex result = hex;
  bool settled = hex.test_count == 0;
  for (std::size_t i = 0; i < hex.count; ++i) {
    RallyUnit& unit = result.units[i];
    if (unit.is(RallyUnit::gone)) unit = {unit.type, RallyUnit::gone};
    settled = settled && !(type(unit).is_leader() && unit.is(RallyUnit::broken));
  }
  if (!settled) return result;
  for (std::size_t i = 0; i < hex.count; ++i) {
    RallyUnit& unit = result.units[i];
    if (unit.is(RallyUnit::broken)) continue;
    unit.clear(RallyUnit::tried);
    if (i >= leader_places_ && i < named_.size()) unit.type = settled_type_;
  }
  const auto rank = [](const RallyUnit& unit) {
    return unit.is(RallyUnit::gone) ? 2 : unit.is(RallyUnit::broken) ? 0 : 1;
  };
  std::stable_sort(result.units.begin() + static_cast<std::ptrdiff_t>(leader_places_),
                   result.units.begin() + static_cast<std::ptrdiff_t>(named_.size()),
                   [&](const RallyUnit& a, const RallyUnit& b) { return rank(a) < rank(b); });
  return result;
}

/// The leaders, the best first, those who came forth among them; then the others as they are named.
std::optional<std::size_t> Rally::next_to_try(const RallyHex& hex) const {
  const auto better = [&](std::size_t a, std::size_t b) {
    const auto rank = [&](std::size_t i) {
      return std::pair(morale(hex, i), -modifier(hex.units[i]));
    };
    const bool leads = type(hex.units[a]).is_leader();
    if (leads != type(hex.units[b]).is_leader()) return leads;
    return leads && rank(a) > rank(b);
  };
  std::optional<std::size_t> next;
  for (std::size_t turn = 0; turn < hex.count; ++turn) {
    const std::size_t i = turn < by_turn_.size() ? by_turn_[turn] : turn;
    if (!may_try(hex, i)) continue;
    if (!next || (order == Order::leaders && better(i, *next))) next = i;
    if (order == Order::as_named) break;
  }
  return next;
}

/// The order is the player's choice. One of several alike units stands for all of them.
std::size_t Rally::whom_to_try(Dice& dice, const RallyHex& hex, std::size_t by_habit) const {
  std::vector<std::size_t> who;
  const auto is_alike = [&](std::size_t i, std::size_t j) {
    const RallyUnit& a = hex.units[i];
    const RallyUnit& b = hex.units[j];
    return a.type == b.type && a.status == b.status && is_named(i) == is_named(j);
  };
  who.push_back(by_habit);
  for (std::size_t i = 0; i < hex.count; ++i) {
    const bool known =
        std::any_of(who.begin(), who.end(), [&](std::size_t j) { return is_alike(i, j); });
    if (!known && may_try(hex, i)) who.push_back(i);
  }
  if (who.size() < 2) return by_habit;
  std::sort(who.begin(), who.end());
  // Units that differ only in their status get it behind their names.
  std::vector<std::string> names;
  for (const std::size_t i : who) {
    const UnitType& kind = type(hex.units[i]);
    const bool alone = std::none_of(who.begin(), who.end(), [&](std::size_t j) {
      return j != i && type(hex.units[j]).name.text == kind.name.text;
    });
    names.push_back(kind.name.text);
    if (!alone) {
      names.back() += fmt::format(" that needs {}", number_needed(hex, i, help_for(hex, i)));
    }
  }
  const std::vector<std::string_view> options(names.begin(), names.end());
  const auto habit = std::find(who.begin(), who.end(), by_habit);
  const int chosen = dice.choose(
      {"order", "Who tries next?", options}, hex, [&] { return words(hex, options); },
      static_cast<int>(habit - who.begin()));
  return who[static_cast<std::size_t>(chosen)];
}

Facts Rally::words(const RallyHex& hex, std::span<const std::string_view> who) const {
  int broken = 0;
  int leading = 0;
  bool leader_broken = false;
  for (std::size_t i = 0; i < hex.count; ++i) {
    const RallyUnit& unit = hex.units[i];
    if (unit.is(RallyUnit::gone)) continue;
    broken += unit.is(RallyUnit::broken) ? 1 : 0;
    leading += is_good_leader(unit) ? 1 : 0;
    leader_broken = leader_broken || (unit.is(RallyUnit::broken) && type(unit).is_leader());
  }
  return {{"Rally Phases to come", rally_phases - hex.phases - 1},
          {"own Rally Phase", own_phase(hex)},
          {"under DM", hex.phases < dm_phases},
          {"broken", broken},
          {"may try", fmt::format("{}", fmt::join(who, ", "))},
          {"leaders in Good Order", leading},
          {"leader broken", leader_broken}};
}

/// A18.11: the first attempt of an MMC in its player's own Rally Phase.
bool Rally::is_first_attempt(const RallyHex& hex, std::size_t i) const {
  return own_phase(hex) && hex.mmc_tried == 0 && !type(hex.units[i]).is_smc();
}

bool Rally::own_phase(const RallyHex& hex) const {
  return (hex.phases % 2 == 0) == (first_phase == Phase::own);
}

/// A10.6, A10.63, A10.71, A19.12, A25.221.
bool Rally::may_try(const RallyHex& hex, std::size_t i) const {
  const RallyUnit& unit = hex.units[i];
  if (!unit.is(RallyUnit::broken) || unit.is(RallyUnit::gone) || unit.is(RallyUnit::tried)) {
    return false;
  }
  if (help_for(hex, i).led) return true;
  if (unit.is(RallyUnit::disrupted)) return false;
  const UnitType& kind = type(unit);
  if (kind.is_leader() || kind.kind == UnitType::Kind::crew) return true;
  return self_rally == SelfRally::all ||
         (self_rally == SelfRally::first_mmc && is_first_attempt(hex, i));
}

// The attempt.

bool Rally::is_good_leader(const RallyUnit& unit) const {
  constexpr int unable = RallyUnit::broken | RallyUnit::gone;
  return type(unit).is_leader() && (unit.status & unable) == 0 && !type(unit).traits.berserk;
}

/// The leader with the best modifier. If a commissar is there, nobody else leads; nobody helps the
/// commissar (A10.71, A25.221).
Rally::Help Rally::help_for(const RallyHex& hex, std::size_t i) const {
  Help help;
  if (type(hex.units[i]).is_commissar()) return help;
  for (std::size_t l = 0; l < hex.count; ++l) {
    if (l == i || !is_good_leader(hex.units[l])) continue;
    const bool commissar = type(hex.units[l]).is_commissar();
    const int drm_of_leader = modifier(hex.units[l]);
    const bool better = !help.led || (commissar && !help.commissar) ||
                        (commissar == help.commissar && drm_of_leader < help.modifier);
    if (better) help = {true, commissar, drm_of_leader};
  }
  return help;
}

bool Rally::commissar_watches(const RallyHex& hex, std::size_t i) const {
  if (type(hex.units[i]).is_commissar()) return false;
  return std::any_of(hex.units.begin(), hex.units.begin() + hex.count, [&](const RallyUnit& unit) {
    return type(unit).is_commissar() && (unit.status & (RallyUnit::broken | RallyUnit::gone)) == 0;
  });
}

/// The current Morale Level: that of the counter, with A17.3 and A25.221.
int Rally::morale(const RallyHex& hex, std::size_t i) const {
  const RallyUnit& unit = hex.units[i];
  const UnitType& kind = type(unit);
  const int printed = unit.is(RallyUnit::broken) ? kind.broken_morale : kind.name.morale;
  const bool counts = kind.is_leader() && !kind.never_breaks() && !kind.traits.wounded;
  const int level = printed - (counts && unit.is(RallyUnit::wounded) ? 1 : 0);
  return std::min(level + (commissar_watches(hex, i) ? 1 : 0), highest_morale);
}

int Rally::modifier(const RallyUnit& unit) const {
  const UnitType& kind = type(unit);
  const bool counts = !kind.traits.heroic && !kind.traits.wounded;
  return kind.name.modifier + (counts && unit.is(RallyUnit::wounded) ? 1 : 0);
}

/// The highest DR that rallies a unit.
int Rally::number_needed(const RallyHex& hex, std::size_t i, const Help& help) const {
  const bool under_dm = hex.phases < dm_phases || hex.units[i].is(RallyUnit::desperate);
  return morale(hex, i) - drm - terrain_ - (help.led ? help.modifier : without_leader) -
         (under_dm && !help.commissar ? desperation : 0);
}

void Rally::attempt(Dice& dice, RallyHex& hex, std::size_t i) const {
  const Help help = help_for(hex, i);
  const bool mmc = !type(hex.units[i]).is_smc();
  const bool field_promotion = !help.led && is_first_attempt(hex, i);
  const int level = morale(hex, i);
  const int needed = number_needed(hex, i, help);
  const bool heats = help.led && heat.played() && HeatOfBattle::concerns(type(hex.units[i]));
  const Attempt result = dice.DR([&](TwoDice roll) {
    const int original = roll.total();
    if (original == 12) return Attempt::fate;
    const bool rallies = original <= needed;
    if (original == 2 && field_promotion) return Attempt::original_2;
    if (original == 2 && heats) return rallies ? Attempt::original_2 : Attempt::original_2_failed;
    return rallies ? Attempt::rallied : Attempt::failed;
  });
  hex.units[i].set(RallyUnit::tried);
  if (mmc) hex.mmc_tried = 1;
  if (result == Attempt::rallied || result == Attempt::original_2) rally_unit(hex, i);
  if (result == Attempt::fate) {  // A10.64
    hex.events |= RallyHex::fate;
    casualty_reduction(dice, hex, i, false);
  }
  const bool failed = hex.units[i].is(RallyUnit::broken) && !hex.units[i].is(RallyUnit::gone);
  if (failed && help.commissar && result != Attempt::original_2_failed) {
    fail_under_commissar(dice, hex, i);
  }
  if (result != Attempt::original_2 && result != Attempt::original_2_failed) return;
  if (field_promotion) {
    if (heat.played()) create_leader(dice, hex, i, level);
  } else {
    heat_of_battle(dice, hex, i, true);
    const bool still_broken = hex.units[i].is(RallyUnit::broken);
    if (still_broken && help.commissar && result == Attempt::original_2_failed) {
      fail_under_commissar(dice, hex, i);
    }
  }
}

void Rally::rally_unit(RallyHex& hex, std::size_t i) const {
  hex.units[i].clear(RallyUnit::broken | RallyUnit::disrupted);
  if (is_named(i)) hex.rallied = small(hex.phases + 1);
}

/// A25.222: an MMC is Replaced, a squad of the lowest quality is reduced. Units for which neither
/// is possible, and leaders of the lowest grade, are eliminated.
void Rally::fail_under_commissar(Dice& dice, RallyHex& hex, std::size_t i) const {
  RallyUnit& unit = hex.units[i];
  const UnitType& kind = type(unit);
  if (kind.is_leader()) {
    if (kind.replaced_by < 0) eliminate(hex, i);
    return;
  }
  if (kind.replaced_by >= 0) {
    unit.type = small(kind.replaced_by);
  } else {
    casualty_reduction(dice, hex, i, false);
  }
  if (!unit.is(RallyUnit::gone)) hex.events |= RallyHex::replaced;
}

/// A18.11-.2: with +1 for a unit that was broken.
void Rally::create_leader(Dice& dice, RallyHex& hex, std::size_t i, int morale_before) const {
  const std::uint8_t kind = creation_.roll(dice, {morale_before, true, false, 0});
  if (kind == LeaderCreation::nobody) return;
  if (hex.count == RallyHex::most_units) return;
  const std::size_t fanatic = type(hex.units[i]).traits.fanatic ? 1 : 0;
  hex.units[hex.count++] = {created_[fanatic][kind], 0};
}

// Heat of Battle.

void Rally::heat_of_battle(Dice& dice, RallyHex& hex, std::size_t i, bool was_broken) const {
  using Result = HeatOfBattle::Result;
  RallyUnit& unit = hex.units[i];
  const Result result = heat.roll(dice, type(unit), was_broken || unit.is(RallyUnit::broken));
  hex.events |= RallyHex::heat_of_battle;
  if (result == Result::hero_and_battle_hardening || result == Result::battle_hardening) {
    harden(hex, i);
  }
  if (result == Result::hero || result == Result::hero_and_battle_hardening) {
    if (type(unit).is_leader()) {  // A15.21
      int heroic = type(unit).heroic_as;
      if (unit.is(RallyUnit::wounded) &&
          roster_[static_cast<std::size_t>(heroic)].reduced_to >= 0) {
        heroic = roster_[static_cast<std::size_t>(heroic)].reduced_to;
      }
      unit.type = small(heroic);
      if (unit.is(RallyUnit::broken)) rally_unit(hex, i);
    }
  }
  if (result == Result::berserk) go_berserk(hex, i, true);
  if (result == Result::surrender) {  // A15.5
    if (!unit.is(RallyUnit::broken)) break_unit(hex, i);
    unit.set(RallyUnit::disrupted);
  }
}

/// A15.3
void Rally::harden(RallyHex& hex, std::size_t i) const {
  RallyUnit& unit = hex.units[i];
  if (type(unit).hardened_to < 0) return;
  unit.type = small(type(unit).hardened_to);
  if (unit.is(RallyUnit::broken)) rally_unit(hex, i);
}

/// A15.4-.41; A25.223
void Rally::go_berserk(RallyHex& hex, std::size_t i, bool drags_along) const {
  RallyUnit& unit = hex.units[i];
  const UnitType& kind = type(unit);
  const int drm_of_leader = modifier(unit);
  hex.events |= RallyHex::berserk;
  if (unit.is(RallyUnit::broken)) rally_unit(hex, i);
  const bool commissar = kind.is_commissar();
  const bool leader = kind.is_leader();
  unit.type = static_cast<std::uint8_t>(kind.berserk_as);
  if (!drags_along || !leader) return;
  const auto test =
      commissar ? RallyHex::Test::Kind::berserk_without_choice : RallyHex::Test::Kind::berserk;
  add_test(hex, {test, small(i), 0, static_cast<std::int8_t>(drm_of_leader)});
}

}  // namespace combat_odds::asl
