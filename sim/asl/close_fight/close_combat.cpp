#include <algorithm>

#include "combat_odds/sim/asl/close_fight/close_combat_table.hpp"
#include "combat_odds/sim/asl/infantry/infantry.hpp"
#include "combat_odds/sim/names.hpp"
#include "combat_odds/sim/procedure.hpp"
#include "combat_odds/sim/summary.hpp"

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

enum class Effect : std::uint8_t { nothing, reduces, eliminates };

/// A round of Close Combat after the other (A11.1-.15, A11.4), each side attacking all of the
/// other.
class CloseCombat : public Process<Melee> {
 public:
  CloseCombat(const Arguments& arguments, const Charts& charts)
      : table_(charts.get<CloseCombatTable>(CloseCombatTable::chart_name)),
        rounds_(arguments.integer("rounds")),
        hand_to_hand_(arguments.flag("hand_to_hand")),
        ambush_(arguments.flag("ambush_possible")),
        ambush_difference_(arguments.integer("attacker_ambush_drm") -
                           arguments.integer("defender_ambush_drm")),
        attacker_margin_(arguments.flag("night") ? 2 : 3),
        attack_{arguments.number("attacker_factor"), arguments.integer("attacker_drm")},
        defence_{arguments.number("defender_factor"), arguments.integer("defender_drm")} {
    if (!ambush_) {
      for (const char* parameter : {"attacker_ambush_drm", "defender_ambush_drm"}) {
        if (arguments.integer(parameter) != 0) {
          throw ArgumentError(parameter, "there is no ambush to modify", "ambush_possible true");
        }
      }
      if (arguments.flag("night")) {
        throw ArgumentError("night", "it matters only for an ambush", "ambush_possible true");
      }
    }
    const Infantry& infantry = charts.get<Infantry>(Infantry::chart_name);
    start_.attacker = enlist("attacker", arguments, infantry);
    start_.defender = enlist("defender", arguments, infantry);
  }

  Melee start() const override { return start_; }

  Melee step(const Melee& before, Dice& dice) const override {
    Melee melee = before;
    if (melee.rounds == 0 && ambush_) melee.ambush = ambush(dice);
    const bool first = melee.rounds == 0;
    ++melee.rounds;
    const int edge = !first || melee.ambush == 0 ? 0 : melee.ambush == 1 ? -1 : 1;
    if (first && melee.ambush != 0) {
      // Whoever ambushes attacks first; what is left strikes back.
      Side& one = melee.ambush == 1 ? melee.attacker : melee.defender;
      Side& two = melee.ambush == 1 ? melee.defender : melee.attacker;
      const Strike& first_strike = melee.ambush == 1 ? attack_ : defence_;
      const Strike& second_strike = melee.ambush == 1 ? defence_ : attack_;
      suffer(dice, two, roll(dice, one, two, first_strike, -1));
      if (two.count() > 0) {
        dice.at(melee);
        suffer(dice, one, roll(dice, two, one, second_strike, 1));
      }
      return melee;
    }
    const Effect on_defender = roll(dice, melee.attacker, melee.defender, attack_, edge);
    const Effect on_attacker = roll(dice, melee.defender, melee.attacker, defence_, -edge);
    suffer(dice, melee.defender, on_defender);
    suffer(dice, melee.attacker, on_attacker);
    return melee;
  }

  std::optional<Outcome> outcome(const Melee& melee) const override {
    const bool attackers = melee.attacker.count() > 0;
    const bool defenders = melee.defender.count() > 0;
    if (attackers && defenders && melee.rounds < rounds_) return std::nullopt;
    Outcome outcome(attackers && defenders ? "melee"
                    : attackers            ? "attacker_holds"
                    : defenders            ? "defender_holds"
                                           : "both_eliminated");
    return outcome.event("attacker_ambushes", melee.ambush == 1)
        .event("defender_ambushes", melee.ambush == 2)
        .measure("attackers_eliminated", start_.attacker.count() - melee.attacker.count())
        .measure("attackers_reduced", melee.attacker.reduced())
        .measure("defenders_eliminated", start_.defender.count() - melee.defender.count())
        .measure("defenders_reduced", melee.defender.reduced())
        .measure("rounds", melee.rounds);
  }

 private:
  struct Strike {
    double factor = 1;
    int drm = 0;
  };

  Side enlist(const char* parameter, const Arguments& arguments, const Infantry& infantry) {
    Side side;
    std::size_t i = 0;
    for (const UnitName& name : read_units(arguments.text(parameter), parameter, most_units)) {
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

  /// A11.4: a dr each; lower by three (at night two for the attacker) is an ambush.
  std::uint8_t ambush(Dice& dice) const {
    return dice.DR([&](TwoDice roll) -> std::uint8_t {
      const int difference = roll.coloured - roll.white + ambush_difference_;
      return difference <= -attacker_margin_ ? 1 : difference >= 3 ? 2 : 0;
    });
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

  Effect roll(Dice& dice, const Side& one, const Side& two, const Strike& strike, int drm) const {
    const double attack = firepower(one) * strike.factor;
    const double defence = firepower(two);
    const int kill = table_.kill_number(attack, defence, hand_to_hand_);
    return dice.DR([&](TwoDice thrown) {
      const int final_dr = thrown.total() + strike.drm + drm;
      return final_dr < kill    ? Effect::eliminates
             : final_dr == kill ? Effect::reduces
                                : Effect::nothing;
    });
  }

  /// All are eliminated, or one by Random Selection (more if they tie) suffers Casualty Reduction.
  void suffer(Dice& dice, Side& side, Effect effect) const {
    if (effect == Effect::nothing) return;
    if (effect == Effect::eliminates) {
      side.units.fill(none);
      return;
    }
    const int count = side.count();
    const std::uint32_t selected =
        count == 1 ? 1u : dice.random_selection(count, 1, [&](std::uint32_t chosen) {
          return canonical(side, chosen);
        });
    for (int i = 0; i < count; ++i) {
      if ((selected >> i & 1) != 0) reduce(dice, side.units[static_cast<std::size_t>(i)]);
    }
    std::sort(side.units.begin(), side.units.end());
  }

  /// Like units are as good as each other: the first of them stand for how many were selected.
  static std::uint32_t canonical(const Side& side, std::uint32_t chosen) {
    std::uint32_t result = 0;
    const auto count = static_cast<std::size_t>(side.count());
    for (std::size_t first = 0, last = 0; first < count; first = last) {
      std::uint32_t alike = 0;
      for (; last < count && side.units[last] == side.units[first]; ++last) {
        alike += chosen >> last & 1;
      }
      result |= ((1u << alike) - 1) << first;
    }
    return result;
  }

  /// Casualty Reduction (A7.302); a wound kills an SMC on 5 or more, +1 if wounded before (A17.11).
  void reduce(Dice& dice, std::uint8_t& unit) const {
    const UnitType& kind = type(unit);
    if (kind.is_leader()) {
      const int drm = (unit & hurt) != 0 ? 1 : 0;
      const bool killed = dice.dr([&](int dr) { return dr + drm >= 5; });
      unit = killed ? none : static_cast<std::uint8_t>(unit | hurt);
    } else {
      unit = kind.reduced_to < 0 ? none : static_cast<std::uint8_t>(kind.reduced_to | hurt);
    }
  }

  const CloseCombatTable& table_;
  int rounds_;
  bool hand_to_hand_;
  bool ambush_;
  int ambush_difference_;
  int attacker_margin_;
  Strike attack_;
  Strike defence_;
  std::vector<UnitType> roster_;
  Melee start_;
};

}  // namespace

Procedure close_combat() {
  const std::vector<std::string> sides = {"4-6-7", "2*4-4-7 8-1", "8-1", "2-4-7 2-2-8", "3*6-2-8"};
  return {
      .name = "asl.close-combat",
      .rule = "A11.1-.4, J2.31",
      .summary = "close combat between infantry, with ambush and hand-to-hand, over rounds",
      .details =
          "Both sides attack with all their FP at the odds of the Close Combat Table, at the same "
          "time: a Final DR below the kill number eliminates all, equal to it one unit by Random "
          "Selection suffers Casualty Reduction. An SMC has one FP. Survivors stay in Melee for "
          "the "
          "next round.\n"
          "With ambush_possible both roll a die first; lower by at least three ambushes (at night "
          "two are enough for the attacker). Then that side attacks first at -1, and what is left "
          "strikes back at +1, in that round only; without an ambush all is simultaneous.\n"
          "drm and factor hold for all rounds. Withdrawal, capture, Leader Creation and "
          "Infiltration are left out; so are reinforcements. All of Red Barricades allows "
          "hand-to-hand (RB11).",
      .parameters =
          {
              text("attacker", units_form, "the units of the attacking side")
                  .or_named(names_in(Infantry::chart_name, "unit"))
                  .tried_with(sides),
              text("defender", units_form, "the units of the other side")
                  .or_named(names_in(Infantry::chart_name, "unit"))
                  .tried_with(sides),
              integer("rounds", 1, 20, "how many rounds are fought at most")
                  .by_default("1")
                  .tried_with({"1", "2", "4"}),
              flag("hand_to_hand", "hand-to-hand kill numbers, for both sides"),
              integer("attacker_drm", -10, 10, "the sum of the modifiers on the attacker's DR")
                  .by_default("0"),
              integer("defender_drm", -10, 10, "the sum of the modifiers on the defender's DR")
                  .by_default("0"),
              number("attacker_factor", 0.125, 4,
                     "multiplies the attacker's FP when it attacks: 0.5 if pinned or against "
                     "concealed units")
                  .by_default("1")
                  .tried_with({"1", "0.5"}),
              number("defender_factor", 0.125, 4, "the same for the defender's attack")
                  .by_default("1")
                  .tried_with({"1", "0.5"}),
              flag("ambush_possible", "terrain or concealment allows an ambush")
                  .tried_with({"true", "true", "false"}),
              integer("attacker_ambush_drm", -10, 10,
                      "the sum of the modifiers on the attacker's ambush die")
                  .by_default("0")
                  .tried_with({"0", "0", "-1"}),
              integer("defender_ambush_drm", -10, 10,
                      "the sum of the modifiers on the defender's ambush die")
                  .by_default("0")
                  .tried_with({"0", "0", "-2"}),
              flag("night", "the attacker, not illuminated, ambushes with a die lower by two")
                  .tried_with({"false", "false", "true"}),
          },
      .outcomes = {{"attacker_holds", "only attackers are left"},
                   {"defender_holds", "only defenders are left"},
                   {"both_eliminated", "nobody is left"},
                   {"melee", "both are still there"}},
      .events = {{"attacker_ambushes", "the attacker ambushes"},
                 {"defender_ambushes", "the defender ambushes"}},
      .measures = {{"attackers_eliminated", "units of the attacker eliminated"},
                   {"attackers_reduced", "of those left, squads reduced and SMC wounded"},
                   {"defenders_eliminated", "units of the defender eliminated"},
                   {"defenders_reduced", "of those left, squads reduced and SMC wounded"},
                   {"rounds", "rounds fought"}},
      .charts = {CloseCombatTable::chart_name, Infantry::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<CloseCombat>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::asl
