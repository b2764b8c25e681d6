#include <algorithm>

#include "combat_odds/sim/asl/close_fight/close_combat_terms.hpp"
#include "combat_odds/sim/asl/infantry/infantry.hpp"
#include "combat_odds/sim/asl/infantry/selection.hpp"
#include "combat_odds/sim/asl/infantry/wound.hpp"
#include "combat_odds/sim/common_words.hpp"
#include "combat_odds/sim/declaration.hpp"
#include "combat_odds/sim/names.hpp"

namespace combat_odds::asl {
namespace {

constexpr std::size_t most_units = 8;
constexpr std::uint8_t none = 255;
constexpr std::uint8_t hurt = 128;

/// The units of one side: positions in the roster, sorted, with a bit for those that have suffered
/// Casualty Reduction; `none` for units that are gone.
struct Side {
  std::array<std::uint8_t, most_units> units{none, none, none, none, none, none, none, none};

  int count() const {
    return static_cast<int>(std::find(units.begin(), units.end(), none) - units.begin());
  }
  int reduced() const {
    return static_cast<int>(std::count_if(units.begin(), units.begin() + count(),
                                          [](auto unit) { return (unit & hurt) != 0; }));
  }
};

struct Melee {
  Side attacker;
  Side defender;
  std::uint8_t rounds = 0;
  std::uint8_t ambush = 0;  ///< 1: by the attacker, 2: by the defender
};

using Effect = CloseCombatTerms::Effect;

/// A round of Close Combat after the other (A11.1-.15, A11.4), each side attacking all of the
/// other.
struct CloseCombat {
  std::vector<UnitName> attacker;
  std::vector<UnitName> defender;
  int rounds = 1;
  CloseCombatTerms terms;

  void prepare(const Charts& charts) {
    const Infantry& infantry = charts.get<Infantry>();
    start_.attacker = enlist("attacker", attacker, infantry);
    start_.defender = enlist("defender", defender, infantry);
  }

  Melee start() const { return start_; }

  Melee step(const Melee& before, Dice& dice) const {
    Melee melee = before;
    if (melee.rounds == 0 && terms.ambush_possible) {
      melee.ambush = static_cast<std::uint8_t>(terms.ambush(dice));
    }
    const bool first = melee.rounds == 0;
    ++melee.rounds;
    if (first && melee.ambush != 0) {
      // Whoever ambushes attacks first; what is left strikes back.
      Side& one = melee.ambush == 1 ? melee.attacker : melee.defender;
      Side& two = melee.ambush == 1 ? melee.defender : melee.attacker;
      using By = CloseCombatTerms::Side;
      const By first_by = melee.ambush == 1 ? By::attacker : By::defender;
      const By second_by = melee.ambush == 1 ? By::defender : By::attacker;
      suffer(dice, two, roll(dice, first_by, one, two, -1));
      if (two.count() > 0) {
        dice.at(melee);
        suffer(dice, one, roll(dice, second_by, two, one, 1));
      }
      return melee;
    }
    using By = CloseCombatTerms::Side;
    const Effect on_defender = roll(dice, By::attacker, melee.attacker, melee.defender, 0);
    const Effect on_attacker = roll(dice, By::defender, melee.defender, melee.attacker, 0);
    suffer(dice, melee.defender, on_defender);
    suffer(dice, melee.attacker, on_attacker);
    return melee;
  }

  std::optional<Outcome> outcome(const Melee& melee) const {
    const bool attackers = melee.attacker.count() > 0;
    const bool defenders = melee.defender.count() > 0;
    if (attackers && defenders && melee.rounds < rounds) return std::nullopt;
    Outcome outcome(attackers && defenders ? "melee"
                    : attackers            ? "attacker_holds"
                    : defenders            ? "defender_holds"
                                           : "both_eliminated");
    outcome.event("attacker_ambushes", melee.ambush == 1)
        .event("defender_ambushes", melee.ambush == 2)
        .measure("attackers_eliminated", start_.attacker.count() - melee.attacker.count())
        .measure("attackers_reduced", melee.attacker.reduced())
        .measure("defenders_eliminated", start_.defender.count() - melee.defender.count())
        .measure("defenders_reduced", melee.defender.reduced())
        .measure("rounds", melee.rounds);
    return tell(outcome, fate(melee.defender), Pins::yes);
  }

 private:
  /// What became of the defender: the words of an attack on infantry.
  InfantryFate fate(const Side& left) const {
    InfantryFate fate;
    fate.units = start_.defender.count();
    fate.unharmed = left.count() - left.reduced();
    fate.broken_or_worse = fate.eliminated_or_reduced = fate.units - fate.unharmed;
    fate.leader_lost = leaders(left) < leaders(start_.defender);
    return fate;
  }
  int leaders(const Side& side) const {
    return static_cast<int>(
        std::count_if(side.units.begin(), side.units.begin() + side.count(),
                      [&](std::uint8_t unit) { return type(unit).is_leader(); }));
  }

  Side enlist(const char* parameter, const std::vector<UnitName>& names, const Infantry& infantry) {
    Side side;
    std::size_t i = 0;
    for (const UnitName& name : names) {
      side.units[i++] = static_cast<std::uint8_t>(infantry.enlist(name, roster_));
    }
    std::sort(side.units.begin(), side.units.end());
    for (std::size_t u = 0; u < i; ++u) {
      if (type(side.units[u]).is_leader() || type(side.units[u]).name.firepower > 0) continue;
      throw ArgumentError(parameter, type(side.units[u]).name.text + " has no firepower",
                          "units such as 4-6-7");
    }
    return side;
  }

  const UnitType& type(std::uint8_t unit) const { return roster_[unit & ~hurt]; }

  /// An SMC has one FP (A11.14).
  double firepower(const Side& side) const {
    double total = 0;
    for (const std::uint8_t id : side.units) {
      if (id == none) break;
      const UnitType& unit = type(id);
      total += unit.is_leader() ? 1 : unit.name.firepower;
    }
    return total;
  }

  Effect roll(Dice& dice, CloseCombatTerms::Side by, const Side& one, const Side& two,
              int drm) const {
    const CloseCombatTerms::Strike strike = terms.strike(by, firepower(one), firepower(two));
    return dice.DR([&](TwoDice thrown) { return strike.effect(thrown.total(), drm); });
  }

  /// All are eliminated, or one by Random Selection (more if they tie) suffers Casualty Reduction.
  void suffer(Dice& dice, Side& side, Effect effect) const {
    if (effect == Effect::nothing) return;
    if (effect == Effect::eliminates) {
      side.units.fill(none);
      return;
    }
    const int count = side.count();
    const auto unit = [&](int i) -> std::uint8_t& {
      return side.units[static_cast<std::size_t>(i)];
    };
    const std::uint32_t selected =
        count == 1 ? 1u : dice.random_selection(count, 1, [&](std::uint32_t chosen) {
          return first_of_like(count, chosen, [&](int a, int b) { return unit(a) == unit(b); });
        });
    for (int i = 0; i < count; ++i) {
      if ((selected >> i & 1) != 0) reduce(dice, unit(i));
    }
    std::sort(side.units.begin(), side.units.end());
  }

  /// Casualty Reduction (A7.302).
  void reduce(Dice& dice, std::uint8_t& unit) const {
    const UnitType& kind = type(unit);
    const bool has_other_side = kind.reduced_to >= 0;
    const auto reduced = static_cast<std::uint8_t>(has_other_side ? kind.reduced_to | hurt : none);
    if (kind.is_smc()) {
      const bool wounded = kind.is_hero() ? !has_other_side : (unit & hurt) != 0;
      const bool killed = wound_kills(dice, wounded);
      unit = killed ? none : has_other_side ? reduced : static_cast<std::uint8_t>(unit | hurt);
    } else {
      unit = reduced;
    }
  }

  std::vector<UnitType> roster_;
  Melee start_;
};

std::vector<UnitName> read_side(std::string_view text, std::string_view parameter) {
  return read_units(text, parameter, most_units);
}

}  // namespace

Procedure close_combat() {
  const std::vector<std::string> sides = {"4-6-7", "2*4-4-7 8-1", "8-1", "2-4-7 2-2-8", "3*6-2-8"};
  return procedure<CloseCombat>(
             "asl.close-combat", "A11.1-.4, J2.31",
             "close combat between infantry, with ambush and hand-to-hand, over rounds")
      .asks(&CloseCombat::attacker, "attacker", units_form, "the units of the attacking side",
            read_side)
      .or_named(names_in(Infantry::chart_name, "unit"))
      .tried_with(sides)
      .asks(&CloseCombat::defender, "defender", units_form, "the units of the other side",
            read_side)
      .or_named(names_in(Infantry::chart_name, "unit"))
      .tried_with(sides)
      .asks(&CloseCombat::rounds, "rounds", 1, 20, "how many rounds are fought at most")
      .tried_with({"1", "2", "4"})
      .includes(&CloseCombat::terms)
      .outcome("attacker_holds", "only attackers are left")
      .outcome("defender_holds", "only defenders are left")
      .outcome("both_eliminated", "nobody is left")
      .outcome("melee", "both are still there")
      .event("attacker_ambushes", "the attacker ambushes")
      .event("defender_ambushes", "the defender ambushes")
      .events(infantry_events(Pins::yes))
      .measure("attackers_eliminated", "units of the attacker eliminated")
      .measure("attackers_reduced", "of those left, squads reduced and SMC wounded")
      .measure("defenders_eliminated", "units of the defender eliminated")
      .measure("defenders_reduced", "of those left, squads reduced and SMC wounded")
      .measure("rounds", "rounds fought")
      .measures(infantry_measures())
      .headline("attacker_holds", "the attacker holds the Location")
      .headline("defender_holds", "the defender does")
      .headline("melee", "both are still there")
      .headline("both_eliminated", "nobody is left");
}

}  // namespace combat_odds::asl
