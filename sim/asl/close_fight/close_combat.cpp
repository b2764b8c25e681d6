#include "sim/asl/close_fight/close_combat.hpp"
#include "core/dice/small.hpp"
#include "sim/asl/close_fight/capture.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace combat_odds::asl {
namespace {

using By = CloseCombatTerms::Side;

By by_side(std::size_t s) { return s == 0 ? By::attacker : By::defender; }

/// The result of a CC DR: the least total with the same effects, and the effect on the units that
/// it hurts most.
struct CloseCombatRoll {
  std::uint8_t total = 0;
  CloseCombat::Effect does = CloseCombat::Effect::nothing;

  std::string text() const {
    static constexpr std::array<const char*, 3> words = {"nothing", "reduces", "eliminates"};
    const char* const infiltration = total == 2    ? "Original 2, "
                                     : total == 12 ? "Original 12, "
                                                   : "";
    return std::string(infiltration) + words.at(static_cast<std::size_t>(does));
  }
};

}  // namespace

void CloseCombat::prepare(const Charts& charts) {
  const Infantry& infantry = charts.get<Infantry>();
  const std::vector<UnitName> nobody;
  if (casualty_vp) roster_.count_points();
  table_ = &charts.get<CloseCombatTable>();
  start_.sides[0] = roster_.enlist("attacker", attacker, attacking.broken.value_or(nobody),
                                   attacking.pinned.value_or(nobody), infantry);
  start_.sides[1] = roster_.enlist("defender", defender, defending.broken.value_or(nobody),
                                   defending.pinned.value_or(nobody), infantry);
  for (std::size_t s = 0; s < 2; ++s) {
    if (side_terms(s).nation == Nation::none) continue;
    creation_.at(s).prepare(charts, side_terms(s).nation);
    for (std::size_t k = 0; k < LeaderCreation::kinds; ++k) {
      const std::string& name = creation_.at(s).leaders().at(k);
      if (!name.empty())
        leaders_.at(s).at(k) = roster_.enlist(read_unit(name, "attacker"), infantry);
    }
    const UnitPoints& points = charts.get<UnitPoints>();
    for (std::size_t t = 0; t < roster_.size(); ++t) {
      const UnitName& unit = roster_.type({small(t)}).name;
      const std::optional<int> bpv = points.of(nation_text(side_terms(s).nation), unit.text);
      worth_.at(s).push_back(bpv.value_or(0) * 10'000 + unit.morale * 100 + unit.firepower);
    }
  }
}

/// The DRM of an attack by side `by` that counts against this unit only.
int CloseCombat::unit_drm(const Turn& turn, std::size_t by, MeleeUnit fighter) const {
  int drm = 0;
  if (fighter.is(MeleeUnit::broken)) drm -= 2;  // A11.16
  if (fighter.is(MeleeUnit::leaving)) {         // A11.2
    drm -= 2;
    const MeleeSide& own = turn.melee.sides.at(1 - by);
    for (std::size_t i = 0, count = own.count(); i < count; ++i) {
      const MeleeUnit friendly = own.units.at(i);
      // Who came after the attack was over did not cover anybody in it.
      if (!friendly.is(MeleeUnit::leaving) && !friendly.is(MeleeUnit::late)) ++drm;
    }
  }
  if (side_terms(by).captures) drm += capture_drm(roster_.type(fighter).inexperienced);
  return drm;
}

/// The total of the CC DR that has a partial effect on this unit; a lower one has the full effect.
int CloseCombat::partial_at(const Turn& turn, std::size_t by, MeleeUnit fighter) const {
  return turn.kill.at(by) - turn.drm.at(by) - unit_drm(turn, by, fighter);
}

CloseCombat::Effect CloseCombat::effect(const Turn& turn, std::size_t by, int total,
                                        MeleeUnit fighter) const {
  if (fighter.is(MeleeUnit::late)) return Effect::nothing;
  const int partial = partial_at(turn, by, fighter);
  return total < partial ? Effect::all : total == partial ? Effect::partial : Effect::nothing;
}

Facts CloseCombat::facts(const Turn& turn, std::size_t s) const {
  const MeleeSide& own = turn.melee.sides.at(s);
  const MeleeSide& other = turn.melee.sides.at(1 - s);
  return {{"own FP", static_cast<int>(roster_.defence(own))},
          {"enemy FP", static_cast<int>(roster_.defence(other))},
          {"own units", static_cast<int>(own.count())},
          {"enemy units", static_cast<int>(other.count())}};
}

/// A11.2: units withdraw from the Melee before anybody attacks; broken ones must (A11.16).
void CloseCombat::announce(Dice& dice, Turn& turn, std::size_t s) const {
  static constexpr std::string_view options[] = {"never", "all", "all_but_one"};
  MeleeSide& side = turn.melee.sides.at(s);
  std::size_t unbroken = 0;
  std::size_t able = 0;
  for (std::size_t i = 0, count = side.count(); i < count; ++i) {
    MeleeUnit& fighter = side.units.at(i);
    if (fighter.is(MeleeUnit::broken)) fighter.set(MeleeUnit::leaving);
    if (!fighter.attacks()) continue;
    ++unbroken;
    if (!fighter.is(MeleeUnit::pinned)) ++able;
  }
  if (able == 0) return;
  const bool may_cover = unbroken > 1;  // a pinned unit, too, covers the others
  turn.stage = small(1 + s);
  const auto habit = static_cast<int>(side_terms(s).withdraws);
  const int chosen = dice.choose(
      {s == 0 ? "attacker_withdraws" : "defender_withdraws", "Withdraw from the Melee?",
       std::span(options).first(may_cover ? 3 : 2), static_cast<int>(s)},
      turn, [&] { return facts(turn, s); }, may_cover || habit == 1 ? habit : 0);
  if (chosen == 0) return;
  const std::size_t covers = chosen == 2 ? roster_.weakest(side) : MeleeSide::places;
  for (std::size_t i = 0, count = side.count(); i < count; ++i) {
    MeleeUnit& fighter = side.units.at(i);
    if (i != covers && !fighter.is(MeleeUnit::pinned)) fighter.set(MeleeUnit::leaving);
  }
}

/// Those of that side who attack.
const MeleeSide& CloseCombat::strikers(const Turn& turn, std::size_t by) {
  return by != turn.first && turn.answers.count() > 0 ? turn.answers : turn.melee.sides.at(by);
}

/// Works out the kill number of an attack, with leaders that were created after its roll.
void CloseCombat::figure(Turn& turn, std::size_t by) const {
  const MeleeSide& own = strikers(turn, by);
  const MeleeSide& other = turn.melee.sides.at(1 - by);
  turn.kill.at(by) = static_cast<std::int8_t>(
      terms.strike(by_side(by), roster_.attack(own, other.captured), roster_.defence(other))
          .kill_number);
}

/// For each total of the CC DR, from 2 on: the least one with the same effect on every unit.
std::array<std::uint8_t, 13> CloseCombat::least_alike(const Turn& turn, std::size_t by) const {
  // A leader created on either side changes the kill number (A18.12).
  const auto promotes = [&](std::size_t s) { return side_terms(s).nation != Nation::none; };
  const bool as_rolled =
      promotes(by) || (promotes(1 - by) && turn.ambushed == 0 && by == turn.first);
  std::uint32_t ends = 0;  // a bit for each total that differs from the one before
  const MeleeSide& other = turn.melee.sides.at(1 - by);
  const std::size_t count = other.count();
  for (std::size_t i = 0; i < count; ++i) {
    const int partial = partial_at(turn, by, other.units[i]);
    if (partial >= 0 && partial < 13) ends |= 3u << partial;
  }
  std::array<std::uint8_t, 13> least{};
  for (std::uint8_t total = 2; total <= 12; ++total) {
    const bool differs = as_rolled || total == 2 || (ends >> total & 1) != 0;
    least[total] = differs ? total : least[total - 1u];
  }
  return least;
}

/// Forgets an Original 2 or 12 that no longer matters.
void CloseCombat::forget_infiltration(Turn& turn, std::size_t by) const {
  if (turn.total.at(by) == 0) return;
  if (turn.landed.at(by) != 0) {
    turn.total.at(by) = 1;
    turn.kill.at(by) = turn.drm.at(by) = 0;
    return;
  }
  turn.total.at(by) = least_alike(turn, by).at(turn.total.at(by));
}

void CloseCombat::attack(Dice& dice, Turn& turn, std::size_t by) const {
  const MeleeSide& own = strikers(turn, by);
  const MeleeSide& other = turn.melee.sides.at(1 - by);
  if (!own.any_attacks() || other.count() == 0) return;
  figure(turn, by);
  int drm = terms.strike(by_side(by), 1, 1).drm;
  if (turn.ambushed != 0) drm += by == turn.first ? -1 : 1;  // A11.4
  if (leaders_direct) drm += roster_.leadership(own);
  turn.drm.at(by) = static_cast<std::int8_t>(drm);

  const std::array<std::uint8_t, 13> least = least_alike(turn, by);
  int hurts_most = partial_at(turn, by, other.units[0]);
  for (std::size_t i = 1, count = other.count(); i < count; ++i) {
    hurts_most = std::max(hurts_most, partial_at(turn, by, other.units[i]));
  }
  const auto does = [&](int total) {
    return total < hurts_most    ? Effect::all
           : total == hurts_most ? Effect::partial
                                 : Effect::nothing;
  };
  std::array<CloseCombatRoll, 13> classes;
  for (std::uint8_t total = 2; total <= 12; ++total) {
    CloseCombatRoll& roll = classes.at(total);
    // An Original 2 and an Original 12 have results of their own (A11.22).
    const bool begins = total <= 3 || total == 12 || least.at(total) == total;
    roll = begins ? CloseCombatRoll{total, does(total)} : classes.at(total - 1u);
  }
  turn.total.at(by) =
      dice.DR([&](TwoDice roll) { return classes.at(static_cast<std::size_t>(roll.total())); })
          .total;
  const bool promotes = side_terms(by).nation != Nation::none;
  if (turn.total.at(by) == 2 && promotes) promote(dice, turn, by);
}

/// A18.12: an MMC that rolls an Original 2 may create a leader. He counts in this DR and, if both
/// sides attack at the same time, in the other one.
void CloseCombat::promote(Dice& dice, Turn& turn, std::size_t by) const {
  const MeleeSide& own = strikers(turn, by);
  std::optional<std::uint8_t> base;
  for (std::size_t i = 0, count = own.count(); i < count; ++i) {
    const MeleeUnit fighter = own.units.at(i);
    if (!fighter.attacks() || roster_.type(fighter).is_smc()) continue;
    if (!base || worth_.at(by).at(fighter.type) > worth_.at(by).at(*base)) base = fighter.type;
  }
  if (!base || own.count() == MeleeSide::places) return;
  const MeleeSide& other = turn.melee.sides.at(1 - by);
  LeaderCreation::Unit unit;
  unit.morale = roster_.type({*base}).name.morale;
  unit.columns_below_1_1 =
      table_->columns_below_even(roster_.attack(own, other.captured), roster_.defence(other));
  const std::uint8_t leader = creation_.at(by).roll(dice, unit);
  if (leader == LeaderCreation::nobody) return;
  // An attack after which somebody left is over for those who were not there.
  MeleeUnit created{leaders_.at(by).at(leader), MeleeUnit::created};
  if (turn.suspended != 0) created.set(MeleeUnit::late);
  if (&own == &turn.answers) turn.answers.add(created);
  turn.melee.sides.at(by).add(created);
  turn.drm.at(by) = static_cast<std::int8_t>(turn.drm.at(by) + roster_.type(created).name.modifier);
  figure(turn, by);
  const bool against_him = turn.total.at(1 - by) != 0 && turn.landed.at(1 - by) == 0;
  if (against_him && turn.suspended == 0) figure(turn, 1 - by);
}

/// Whether an attack that has not landed has a partial effect on any unit.
bool CloseCombat::reduces(const Turn& turn, std::size_t by) const {
  if (turn.total.at(by) == 0 || turn.landed.at(by) != 0) return false;
  const MeleeSide& other = turn.melee.sides.at(1 - by);
  return std::any_of(other.units.begin(), other.units.begin() + other.size(),
                     [&](MeleeUnit fighter) {
                       return effect(turn, by, turn.total.at(by), fighter) == Effect::partial;
                     });
}

/// Carries out the attack of that side. Those who are gone by it are added to `lost`.
void CloseCombat::land(Dice& dice, Turn& turn, std::size_t by, std::vector<MeleeUnit>* lost) const {
  if (turn.total.at(by) == 0 || turn.landed.at(by) != 0) return;
  turn.landed.at(by) = 1;
  const auto on = [this, by, before = turn](MeleeUnit fighter) {
    return effect(before, by, before.total.at(by), fighter);
  };
  MeleeSide& other = turn.melee.sides.at(1 - by);
  if (side_terms(by).captures) {
    roster_.capture(other, on, lost);
  } else {
    roster_.strike(dice, other, on, lost);
  }
}

/// A side that loses its last unit sets its prisoners free.
void CloseCombat::free_prisoners(std::array<bool, 2> lost_before, Melee& melee) {
  for (std::size_t s = 0; s < 2; ++s) {
    if (lost_before.at(s) || melee.sides.at(s).count() > 0) continue;
    MeleeSide& others = melee.sides.at(1 - s);
    others.freed = small(others.freed + others.captured);
    others.captured = 0;
    others.points_captured = 0;  // A26.222
  }
}

/// Carries out the attacks that have not landed, both at once. A side that is wholly lost captures
/// nobody in this Player Turn (A20.221), so captures, which need no dice, come last.
void CloseCombat::land_all(Dice& dice, Turn& turn) const {
  const auto lost = [&](std::size_t s) { return turn.melee.sides.at(s).count() == 0; };
  std::array<bool, 2> lost_before = {lost(0), lost(1)};
  if (turn.wiped != 0) lost_before.at(1u - turn.first) = false;  // it was at the same time
  for (const std::size_t by : {std::size_t{turn.first}, std::size_t{1} - turn.first}) {
    if (side_terms(by).captures) continue;
    ++turn.stage;
    if (reduces(turn, by)) dice.at(turn);  // dice follow
    land(dice, turn, by);
  }
  const Melee before = turn.melee;
  for (std::size_t by = 0; by < 2; ++by) {
    if (side_terms(by).captures) land(dice, turn, by);
  }
  const std::array<bool, 2> void_captures = {lost(0) && !lost_before[0],
                                             lost(1) && !lost_before[1]};
  for (std::size_t by = 0; by < 2; ++by) {
    if (!side_terms(by).captures || !void_captures.at(by)) continue;
    const bool before_they_left = by == turn.first && turn.answers.count() > 0;
    turn.melee.sides.at(1 - by) = before_they_left ? turn.answers : before.sides.at(1 - by);
  }
  free_prisoners(lost_before, turn.melee);
}

/// Asks the player whether his unpinned units leave at once (A11.22, A11.41).
bool CloseCombat::slips_away(Dice& dice, Turn& turn, std::size_t s) const {
  return dice.choose(
             {s == 0 ? "attacker_slips_away" : "defender_slips_away", "Leave the Location?",
              no_or_yes, static_cast<int>(s)},
             turn, [&] { return facts(turn, s); }, side_terms(s).slips_away ? 1 : 0) != 0;
}

/// The attack of that side, which is the first, lands; who survives it and is not pinned leaves,
/// and the others answer as they were before it.
void CloseCombat::leave_under_attack(Dice& dice, Turn& turn, std::size_t by) const {
  MeleeSide& side = turn.melee.sides.at(1 - by);
  turn.answers = side;
  std::vector<MeleeUnit> lost;
  land(dice, turn, by, &lost);
  turn.wiped = side.count() == 0 ? 1 : 0;
  free_prisoners({false, false}, turn.melee);
  MeleeRoster::leave(turn.answers, [&](MeleeUnit fighter) {
    if (fighter.is(MeleeUnit::pinned)) return false;
    const auto found = std::find(lost.begin(), lost.end(), fighter);
    if (found == lost.end()) return true;
    lost.erase(found);
    return false;
  });
  MeleeRoster::leave(side, [](MeleeUnit fighter) { return !fighter.is(MeleeUnit::pinned); });
}

/// A11.22: units that rolled an Original 2, or that are attacked with an Original 12 and still
/// there, may leave before anything else happens.
void CloseCombat::infiltration(Dice& dice, Turn& turn, std::size_t by) const {
  const int total = turn.total.at(by);
  if (total != 2 && total != 12) return;
  const std::size_t s = total == 2 ? by : 1 - by;
  MeleeSide& side = turn.melee.sides.at(s);
  const MeleeSide& enemy = turn.melee.sides.at(1 - s);
  if (total == 2 && turn.landed.at(by) == 0 && !enemy.any_attacks()) {
    // Nobody answers: he sees what his attack does before he decides.
    if (reduces(turn, by)) dice.at(turn);
    land(dice, turn, by);
    free_prisoners({false, false}, turn.melee);
  }
  if (side.count() == 0 || enemy.count() == 0) return;
  const bool to_land = total == 12 && turn.landed.at(by) == 0;
  const auto partly = [&](MeleeUnit fighter) {
    return effect(turn, by, total, fighter) == Effect::partial;
  };
  const bool one_partly =
      std::count_if(side.units.begin(), side.units.begin() + side.size(), partly) == 1;
  const auto is_lost = [&](MeleeUnit fighter) {
    const UnitType& unit = roster_.type(fighter);
    const bool has_no_half = unit.is_smc() ? side_terms(by).captures : unit.reduced_to < 0;
    return effect(turn, by, total, fighter) == Effect::all ||
           (has_no_half && one_partly && partly(fighter));
  };
  const auto may_go = [&](MeleeUnit fighter) {
    if (fighter.is(MeleeUnit::pinned)) return false;
    return total == 2 ? fighter.attacks() : !to_land || !is_lost(fighter);
  };
  const bool anybody = std::any_of(side.units.begin(), side.units.begin() + side.size(), may_go);
  if (!anybody || !slips_away(dice, turn, s)) return;
  turn.suspended = 1;
  if (to_land) {
    leave_under_attack(dice, turn, by);
    return;
  }
  roster_.leave(side, [&](MeleeUnit fighter) {
    return !fighter.is(MeleeUnit::pinned) && (total == 12 || fighter.attacks());
  });
}

/// The end of the Close Combat Phase.
void CloseCombat::end(Dice& dice, Turn& turn) const {
  Melee& m = turn.melee;
  const auto both = [&] { return m.sides[0].count() > 0 && m.sides[1].count() > 0; };
  for (MeleeSide& side : m.sides) {
    roster_.leave(side, [](MeleeUnit fighter) { return fighter.is(MeleeUnit::leaving); });
  }
  if (both() && in_melee(m)) {  // A11.16
    for (MeleeSide& side : m.sides) roster_.eliminate_broken(side);
    free_prisoners({false, false}, m);
  }
  if (both() && turn.ambushed != 0) {
    MeleeSide& side = m.sides.at(turn.first);
    const auto may_go = [](MeleeUnit fighter) { return !fighter.is(MeleeUnit::pinned); };
    turn.stage = 40;
    if (std::any_of(side.units.begin(), side.units.begin() + side.size(), may_go) &&
        slips_away(dice, turn, turn.first)) {
      roster_.leave(side, may_go);
    }
  }
  for (MeleeSide& side : m.sides) {
    const auto before = side.units;
    for (MeleeUnit& fighter : side.units) {
      fighter.clear(MeleeUnit::pinned);  // A7.8
      fighter.clear(MeleeUnit::late);
      fighter.clear(MeleeUnit::caught);
    }
    if (side.units != before) std::sort(side.units.begin(), side.units.end());
  }
}

Melee CloseCombat::round(const Melee& before, int number) const {
  Melee m = before;
  m.to_play = 1;
  m.is_first = number == 0 ? 1 : 0;
  m.phasing = small(number % 2);
  return m;
}

Melee CloseCombat::step(const Melee& before, Dice& dice) const {
  Turn turn;
  Melee& m = turn.melee;
  m = before;
  m.to_play = 0;
  if (m.is_first != 0 && terms.ambush_possible) {
    m.ambush =
        small(terms.ambush(dice, roster_.ambush_drm(m.sides[0]), roster_.ambush_drm(m.sides[1])));
  }
  turn.ambushed = m.is_first != 0 && m.ambush != 0 ? 1 : 0;
  // Player Turns alternate; the player whose turn it is attacks first.
  turn.first = small(turn.ambushed != 0 ? m.ambush - 1 : m.phasing);
  const std::size_t second = 1u - turn.first;
  if (in_melee(m)) {
    announce(dice, turn, turn.first);
    announce(dice, turn, second);
  }
  attack(dice, turn, turn.first);
  if (turn.ambushed != 0) land_all(dice, turn);
  turn.stage = 10;
  infiltration(dice, turn, turn.first);
  forget_infiltration(turn, turn.first);
  dice.at(turn);
  attack(dice, turn, second);
  turn.stage = 20;
  land_all(dice, turn);
  turn.answers = {};
  turn.wiped = 0;
  turn.stage = 30;
  infiltration(dice, turn, second);
  end(dice, turn);
  m.is_first = m.phasing = 0;
  return m;
}

}  // namespace combat_odds::asl
