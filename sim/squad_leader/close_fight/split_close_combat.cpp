#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "core/text/lower.hpp"
#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/trimmed.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/declare/units.hpp"
#include "sim/squad_leader/close_fight/close_combat.hpp"

namespace combat_odds::squad_leader {
namespace {

constexpr std::size_t most_units = 8;
using Units = std::uint8_t;  ///< a set of units, one bit for each

constexpr const char* attacks_form =
    "all, or attacks such as '1+3>1; 2+2lmg>1+2': by the numbers of the units in their list, LMG "
    "factors among the attackers";

struct Attack {
  Units by = 0;
  Units on = 0;
  int lmg = 0;
};

/// The units and attacks of one side. If `attacks` is empty, all units attack all.
struct CloseCombatSide {
  std::vector<UnitName> units;
  std::vector<Attack> attacks;
  std::vector<int> exhausted_units;
  int drm = 0;
  std::vector<int> guarding_units;
  std::vector<int> mounted_units;

  Units everybody() const { return static_cast<Units>((1U << units.size()) - 1); }
  Units leaders() const {
    return those([](const UnitName& unit) { return unit.leader; });
  }
  Units squads() const {
    return those([](const UnitName& unit) { return !unit.leader; });
  }
  /// 20.72: leaders count, and can be attacked, only if no squad was with them from the start.
  bool leaders_alone() const { return squads() == 0; }
  Units fighters() const { return leaders_alone() ? everybody() : squads(); }
  double factors(Units of) const {
    double sum = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
      if ((of >> i & 1) == 0 || (fighters() >> i & 1) == 0) continue;
      sum += units[i].leader ? 1 : units[i].firepower;
    }
    return sum;
  }
  /// 89.62, 92.6: guards and mounted units attack with half their factors, who is both with a
  /// quarter.
  double attacking_factors(Units of) const {
    const unsigned guards = units_of(guarding_units);
    const unsigned mounted = units_of(mounted_units);
    const auto factors_of = [&](unsigned who) { return factors(static_cast<Units>(of & who)); };
    return factors(of) - factors_of(guards | mounted) / 2 - factors_of(guards & mounted) / 4;
  }
  static Units units_of(const std::vector<int>& numbers) {
    unsigned found = 0;
    for (const int number : numbers) found |= 1U << (number - 1);
    return static_cast<Units>(found);
  }

 private:
  template <class Which>
  Units those(Which which) const {
    unsigned found = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (which(units[i])) found |= 1U << i;
    }
    return static_cast<Units>(found);
  }
};

std::optional<Units> unit_number(std::string_view text) {
  const std::optional<int> number = number_in<int>(trimmed(text));
  if (!number || *number < 1 || *number > static_cast<int>(most_units)) return std::nullopt;
  return static_cast<Units>(1U << (*number - 1));
}

/// Reads one side of "1+3+2lmg>1+2". Returns false if it is wrong.
bool read_part(std::string_view text, Units& units, int* lmg) {
  for (const std::string_view written : parts_of(text, '+')) {
    const std::string part = lower(written);
    if (lmg != nullptr && part.ends_with("lmg")) {
      const std::optional<int> factors =
          number_in<int>(trimmed(std::string_view(part).substr(0, part.size() - 3)));
      if (!factors || *factors < 1 || *factors > 20) return false;
      *lmg += *factors;
      continue;
    }
    const std::optional<Units> unit = unit_number(part);
    if (!unit || (units & *unit) != 0) return false;
    units |= *unit;
  }
  return true;
}

std::vector<Attack> read_attacks(std::string_view text, std::string_view parameter) {
  std::vector<Attack> attacks;
  if (trimmed(text) == "all") return attacks;
  for (const std::string_view one : parts_of(text, ';')) {
    Attack attack;
    const std::size_t arrow = one.find('>');
    if (arrow == std::string_view::npos ||
        !read_part(one.substr(0, arrow), attack.by, &attack.lmg) ||
        !read_part(one.substr(arrow + 1), attack.on, nullptr)) {
      throw ArgumentError(parameter, fmt::format("'{}' is no attack", one), attacks_form);
    }
    attacks.push_back(attack);
  }
  return attacks;
}

std::vector<int> read_numbers(std::string_view text, std::string_view parameter) {
  std::vector<int> numbers;
  if (trimmed(text) == "none") return numbers;
  for (const std::string_view part : parts_of(text, '+')) {
    const std::optional<int> number = number_in<int>(part);
    if (!number || *number < 1 || *number > static_cast<int>(most_units)) {
      throw ArgumentError(parameter, fmt::format("'{}' names no units", text),
                          "none, or numbers of units such as 1+2");
    }
    numbers.push_back(*number);
  }
  return numbers;
}

struct SplitCloseCombat {
  enum class Ambush { none, attacker, defender };
  enum class Landing { none, attacker, defender };

  CloseCombatSide attacker;
  CloseCombatSide defender;
  Ambush ambush = Ambush::none;
  Landing paratroops = Landing::none;

  void prepare(const Charts& charts) {
    table_ = &charts.get<CloseCombatTable>();
    check(attacker, defender, "attacks");
    check(defender, attacker, "enemy_attacks");
  }

  struct State {
    std::array<Units, 2> gone{};  ///< eliminated units of the attacker and of the defender
    std::uint8_t next = 0;        ///< the next attack; one side's come after the other's
  };

  Outcome resolve(Dice& dice) const {
    const std::size_t begins = ambush == Ambush::defender ? 1 : 0;
    State state;
    const std::array<const CloseCombatSide*, 2> sides = {&attacker, &defender};
    for (const std::size_t who : {begins, 1 - begins}) {
      // 20.2: all attacks are simultaneous. 98.3: after an ambush only survivors attack back.
      const Units before = ambush == Ambush::none ? Units{0} : state.gone[who];
      for (const Attack& attack : sides[who]->attacks) {
        dice.at(state);
        ++state.next;
        const Units by =
            static_cast<Units>(attack.by & ~before & ~lost_leaders(*sides[who], before));
        strike(dice, *sides[who], *sides[1 - who], attack, by, who, state.gone[1 - who]);
      }
    }
    for (std::size_t who = 0; who < 2; ++who) {
      state.gone[who] |= lost_leaders(*sides[who], state.gone[who]);
    }
    const bool attacker_gone = state.gone[0] == attacker.everybody();
    const bool defender_gone = state.gone[1] == defender.everybody();
    Outcome outcome(attacker_gone && defender_gone ? "both_eliminated"
                    : defender_gone                ? "defender_eliminated"
                    : attacker_gone                ? "attacker_eliminated"
                                                   : "melee_goes_on");
    return outcome.event("defender_loses", state.gone[1] != 0)
        .event("attacker_loses", state.gone[0] != 0)
        .measure("defender_lost", std::popcount(state.gone[1]))
        .measure("attacker_lost", std::popcount(state.gone[0]));
  }

 private:
  /// 20.7: leaders are eliminated with the last of the squads that were with them.
  static Units lost_leaders(const CloseCombatSide& side, Units gone) {
    const bool squads_gone = !side.leaders_alone() && (side.squads() & ~gone) == 0;
    return squads_gone ? side.leaders() : Units{0};
  }

  static void check(CloseCombatSide& side, const CloseCombatSide& other, const char* parameter) {
    const std::string prefix = std::string_view(parameter) == "attacks" ? "" : "enemy_";
    const auto are_there = [&](const std::vector<int>& numbers, const char* of_parameter) {
      for (const int number : numbers) {
        if (number <= static_cast<int>(side.units.size())) continue;
        throw ArgumentError(prefix + of_parameter, fmt::format("there is no unit {}", number),
                            "units by their numbers in their list, from 1 on");
      }
    };
    are_there(side.exhausted_units, "exhausted");
    are_there(side.guarding_units, "guards");
    are_there(side.mounted_units, "mounted");
    if (side.attacks.empty()) {
      const Units leaders = side.leaders_alone() ? Units{0} : side.leaders();
      Units best = 0;
      int modifier = 0;
      for (std::size_t i = 0; i < side.units.size(); ++i) {
        if ((leaders >> i & 1) == 0 || side.units[i].modifier >= modifier) continue;
        best = static_cast<Units>(1U << i);
        modifier = side.units[i].modifier;
      }
      side.attacks = {{static_cast<Units>(side.fighters() | best), other.fighters(), 0}};
      return;
    }
    Units have_attacked = 0;
    for (const Attack& attack : side.attacks) {
      const auto refuse = [&](const std::string& wrong, const char* right) {
        throw ArgumentError(parameter, wrong, right);
      };
      if ((attack.by & ~side.everybody()) != 0 || (attack.on & ~other.everybody()) != 0) {
        refuse("an attack names a unit that is not there",
               "units by their numbers in their list, from 1 on");
      }
      if ((attack.by & have_attacked) != 0) refuse("a unit attacks twice", "each unit once (20.4)");
      have_attacked |= attack.by;
      if ((attack.by & side.fighters()) == 0) {
        refuse("a leader beside squads attacks without them",
               "he has no factors there (20.72): a squad with him");
      }
      if (!side.leaders_alone() && std::popcount<Units>(attack.by & side.leaders()) > 1) {
        refuse("two leaders direct one attack", "one leader (15.7)");
      }
      if ((attack.on & ~other.fighters()) != 0) {
        refuse("a leader beside squads is attacked",
               "squads (20.7): he goes with the last of them");
      }
    }
  }

  void strike(Dice& dice, const CloseCombatSide& own, const CloseCombatSide& other,
              const Attack& attack, Units by, std::size_t who, Units& gone) const {
    const Units fighting = by & own.fighters();
    if (fighting == 0) return;
    int needed =
        table_->kill_number(own.attacking_factors(by) + attack.lmg, other.factors(attack.on));
    needed -= own.drm + landing_drm(who);
    // Beside squads a leader is named on purpose. Of leaders who are alone the best one counts, if
    // he helps (15.7, Q&A 15.1).
    int directs = 0;
    for (std::size_t i = 0; i < own.units.size(); ++i) {
      if ((by & own.leaders() & (1U << i)) == 0) continue;
      const int modifier = own.units[i].modifier;
      directs = own.leaders_alone() ? std::min(directs, modifier) : modifier;
    }
    needed -= directs;
    // 73.8, 92.7: -1 against an exhausted unit and against a mounted one.
    const Units exhausted = other.units_of(other.exhausted_units) & attack.on;
    const Units mounted = other.units_of(other.mounted_units) & attack.on;
    enum class Result : std::uint8_t { nothing, exhausted_and_mounted, exhausted_or_mounted, all };
    const Result result = dice.DR([&](TwoDice roll) {
      if (roll.total() <= needed) return Result::all;
      if (roll.total() == needed + 1 && (exhausted | mounted) != 0) {
        return Result::exhausted_or_mounted;
      }
      if (roll.total() == needed + 2 && (exhausted & mounted) != 0) {
        return Result::exhausted_and_mounted;
      }
      return Result::nothing;
    });
    if (result == Result::all) gone |= attack.on;
    if (result == Result::exhausted_or_mounted) gone |= exhausted | mounted;
    if (result == Result::exhausted_and_mounted) gone |= exhausted & mounted;
  }

  /// 99.41: paratroops with their chutes.
  int landing_drm(std::size_t who) const {
    if (paratroops == Landing::none) return 0;
    const std::size_t landing = paratroops == Landing::attacker ? 0 : 1;
    return who == landing ? 2 : -2;
  }

  const CloseCombatTable* table_ = nullptr;
};

}  // namespace

Procedure split_close_combat() {
  using Asked = SplitCloseCombat;
  const auto side = [](const std::string& who) {
    return [who](Declaration<CloseCombatSide>& asks) {
      const bool first = who == "the attacker";
      const std::string prefix = first ? "" : "enemy_";
      asks.asks(&CloseCombatSide::units, prefix + "units", units_form,
                "the unbroken units of " + who + "; they are numbered in this order",
                units_up_to<most_units>)
          .tried_with({"2*4-6-7 8-1", "3*4-6-7", "4-6-7 8-3-8 9-2"})
          .asks(&CloseCombatSide::attacks, prefix + "attacks", attacks_form,
                "his attacks, all declared before any roll", read_attacks)
          .by_default("all")
          .tried_with({"1>1;2>2", "1+2>2", "1+2lmg>1;2>1"})
          .asks(&CloseCombatSide::exhausted_units, prefix + "exhausted", "none or 1+2",
                "which of his units are exhausted: -1 against them (73.8)", read_numbers)
          .by_default("none")
          .tried_with({"1", "2"})
          .asks(&CloseCombatSide::drm, prefix + "drm", -10, 10,
                "all other modifiers of his rolls, leaders left out")
          .asks(&CloseCombatSide::mounted_units, prefix + "mounted", "none or 1+2",
                "which of his units are on horses: half their factors in attack, -1 against them "
                "(92.6, 92.7)",
                read_numbers)
          .by_default("none")
          .tried_with({"1"});
    };
  };
  const auto guards = [](const std::string& whose, const std::string& prefix) {
    return [whose, prefix](Declaration<CloseCombatSide>& asks) {
      asks.asks(
              &CloseCombatSide::guarding_units, prefix + "guards", "none or 1+2",
              "which of " + whose + " units guard prisoners: half their factors in attack (89.62)",
              read_numbers)
          .by_default("none")
          .tried_with({"1"});
    };
  };
  return procedure<Asked>("sl.split-close-combat", "20, COI 73.8, 89.62, 92.6, 92.7, 98.3, 99.41",
                          "one Close Combat Phase, attack by attack: who attacks whom?")
      .includes(&Asked::attacker, side("the attacker"))
      .includes(&Asked::defender, side("the defender"))
      .asks(&Asked::ambush, "ambush", one_of({"none", "attacker", "defender"}),
            "who ambushes: his attacks come first, and only survivors attack back (98.3)")
      .asks(&Asked::paratroops, "paratroops", one_of({"none", "attacker", "defender"}),
            "who has just landed by parachute: +2 to his rolls, -2 to the enemy's (99.41)")
      .includes(&Asked::attacker, guards("the attacker's", ""))
      .includes(&Asked::defender, guards("the defender's", "enemy_"))
      .outcome("defender_eliminated", "no unit of the defender is left, of the attacker there is")
      .outcome("both_eliminated", "nobody is left")
      .outcome("attacker_eliminated", "no unit of the attacker is left, of the defender there is")
      .outcome("melee_goes_on", "both sides have units left")
      .event("defender_loses", "the defender loses a unit at least")
      .event("attacker_loses", "the attacker does")
      .measure("defender_lost", "units of the defender eliminated, leaders counted")
      .measure("attacker_lost", "the same of the attacker")
      .headline("defender_loses", "the defender loses a unit")
      .headline("attacker_loses", "the attacker loses one")
      .headline("defender_eliminated", "only the defender is gone")
      .headline("attacker_eliminated", "only the attacker is gone")
      .headline("melee_goes_on", "the melee goes on");
}

}  // namespace combat_odds::squad_leader
