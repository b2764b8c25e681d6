#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/asl/morale/rally.hpp"
#include "sim/asl/units/casualty_points.hpp"
#include "sim/asl/units/wound.hpp"
#include "sim/squad_games/numbers_needed.hpp"

// Casualties, and the checks that they cause.

namespace combat_odds::asl {
namespace {

constexpr int underlined_elr = 5;  // A19.13

enum class Check : std::uint8_t {
  passed,
  passed_original_2,
  failed,
  failed_original_2,
  failed_replaced,
  failed_replaced_original_2,
  casualty,
  casualty_replaced,
};

}  // namespace

/// A7.302; A17.11 for an SMC.
void Rally::casualty_reduction(Dice& dice, RallyHex& hex, std::size_t i, bool as_if_wounded) const {
  RallyUnit& unit = hex.units[i];
  const UnitType& kind = type(unit);
  if (kind.is_smc()) {
    const bool wounded = unit.is(RallyUnit::wounded) || kind.traits.wounded ||
                         (kind.is_hero() && kind.reduced_to < 0);
    if (wound_kills(dice, wounded || as_if_wounded)) {
      eliminate(hex, i);
      return;
    }
    unit.set(RallyUnit::wounded);
  } else if (kind.kind != UnitType::Kind::squad || kind.reduced_to < 0) {
    eliminate(hex, i);
    return;
  }
  if (kind.reduced_to < 0) return;
  const UnitType& left = roster_[static_cast<std::size_t>(kind.reduced_to)];
  if (casualty_vp && !kind.is_smc()) {
    const int lost = casualty_points(kind) - casualty_points(left);
    hex.casualty_vp = small(hex.casualty_vp + lost);
  }
  unit.type = small(kind.reduced_to);
}

/// A10.2: an LLMC for units with a lower Morale Level than his; if he was a commissar, for every
/// other leader (A25.221).
void Rally::eliminate(RallyHex& hex, std::size_t i) const {
  if (type(hex.units[i]).is_leader()) {
    add_test(hex, {RallyHex::Test::Kind::llmc, small(i),
                   static_cast<std::uint8_t>(morale(hex, i) |
                                             (type(hex.units[i]).is_commissar() ? 16 : 0)),
                   static_cast<std::int8_t>(std::max(-modifier(hex.units[i]), 0))});
  }
  if (casualty_vp) {
    hex.casualty_vp = small(hex.casualty_vp + casualty_points(type(hex.units[i])));
  }
  hex.units[i].set(RallyUnit::gone);
  hex.units[i].clear(RallyUnit::broken);
}

void Rally::break_unit(RallyHex& hex, std::size_t i) const {
  hex.units[i].set(RallyUnit::broken);
  hex.units[i].set(RallyUnit::desperate);
}

void Rally::add_test(RallyHex& hex, RallyHex::Test test) {
  if (hex.test_count == RallyHex::most_tests) throw std::logic_error("too many leaders lost");
  hex.tests[hex.test_count++] = test;
}

/// Leaders first, then the others (A10.2).
std::size_t Rally::tested(const RallyHex& hex) const { return hex.next % hex.count; }

bool Rally::takes(const RallyHex& hex, std::size_t i, const RallyHex::Test& test) const {
  const RallyUnit& unit = hex.units[i];
  const UnitType& kind = type(unit);
  if (unit.is(RallyUnit::gone) || kind.traits.berserk || i == test.leader) return false;
  if (test.kind != RallyHex::Test::Kind::llmc) return HeatOfBattle::concerns(kind);
  if (kind.is_commissar()) return false;
  const bool of_commissar = (test.morale & 16) != 0;
  return morale(hex, i) < (test.morale & 15) || (of_commissar && kind.is_leader());
}

/// Goes on to the next unit that has a test to take.
void Rally::find_tested(RallyHex& hex) const {
  while (hex.test_count > 0) {
    for (; hex.next < 2 * hex.count; ++hex.next) {
      const bool turn_of_leaders = hex.next < hex.count;
      const std::size_t i = tested(hex);
      if (type(hex.units[i]).is_leader() == turn_of_leaders && takes(hex, i, hex.tests[0])) return;
    }
    hex.next = 0;
    std::shift_left(hex.tests.begin(), hex.tests.end(), 1);
    hex.tests[--hex.test_count] = {};
  }
}

void Rally::take_test(Dice& dice, RallyHex& hex) const {
  const RallyHex::Test test = hex.tests[0];
  const std::size_t i = tested(hex);
  ++hex.next;
  if (test.kind == RallyHex::Test::Kind::llmc) {
    morale_check(dice, hex, i, test.drm);
  } else {
    // A25.221: units beside a commissar get no other leader's modifier, nor does he.
    const bool unled = commissar_watches(hex, i) || type(hex.units[i]).is_commissar();
    const int level = morale(hex, i);
    const int with = unled ? 0 : test.drm;
    const bool berserk =
        test.kind == RallyHex::Test::Kind::berserk_without_choice || DR_at_most(dice, level - with);
    if (berserk) go_berserk(hex, i, false);
  }
  find_tested(hex);
}

/// A10.3-.31, A15.2, A19.13.
void Rally::morale_check(Dice& dice, RallyHex& hex, std::size_t i, int drm_of_check) const {
  const UnitType& kind = type(hex.units[i]);
  const bool was_broken = hex.units[i].is(RallyUnit::broken);
  const int level = morale(hex, i);
  const int most = kind.underlined_morale ? underlined_elr : elr;
  const bool elr_counts = kind.has_elr() && !was_broken && !kind.is_hero();
  const bool heats = heat.played() && HeatOfBattle::concerns(kind);
  const Check check = dice.DR([&](TwoDice roll) {
    const int excess = roll.total() + drm_of_check - level;
    const bool over_elr = elr_counts && excess > most;
    if (roll.total() == 12) return over_elr ? Check::casualty_replaced : Check::casualty;
    const bool two = roll.total() == 2 && heats;
    if (excess <= 0) return two ? Check::passed_original_2 : Check::passed;
    if (over_elr) return two ? Check::failed_replaced_original_2 : Check::failed_replaced;
    return two ? Check::failed_original_2 : Check::failed;
  });
  const bool replaced = check == Check::casualty_replaced || check == Check::failed_replaced ||
                        check == Check::failed_replaced_original_2;
  const bool casualty = check == Check::casualty || check == Check::casualty_replaced;
  const bool passed = check == Check::passed || check == Check::passed_original_2;
  if (kind.is_hero() && !passed) {
    if (kind.reduced_to < 0) {
      eliminate(hex, i);
    } else {
      casualty_reduction(dice, hex, i, casualty);
    }
    return;
  }
  if (!passed && was_broken) {
    if (casualty) {
      eliminate(hex, i);
    } else {
      casualty_reduction(dice, hex, i, false);
    }
  } else if (!passed) {
    RallyUnit& unit = hex.units[i];
    if (replaced && kind.replaced_by >= 0) {
      hex.events |= RallyHex::replaced;
      unit.type = static_cast<std::uint8_t>(kind.replaced_by);
    } else if (replaced && kind.underlined_morale && kind.reduced_to >= 0 && !casualty) {
      hex.events |= RallyHex::replaced;  // only one of the two half-squads is followed
      unit.type = static_cast<std::uint8_t>(kind.reduced_to);
    } else if (replaced && !kind.traits.fanatic) {
      unit.set(RallyUnit::disrupted);
    }
    if (casualty) casualty_reduction(dice, hex, i, false);
    if (!unit.is(RallyUnit::gone)) break_unit(hex, i);
  }
  const bool two = check == Check::passed_original_2 || check == Check::failed_original_2 ||
                   check == Check::failed_replaced_original_2;
  if (two && !hex.units[i].is(RallyUnit::gone)) heat_of_battle(dice, hex, i, was_broken);
}

}  // namespace combat_odds::asl
