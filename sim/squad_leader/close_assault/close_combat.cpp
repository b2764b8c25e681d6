#include "combat_odds/sim/squad_leader/close_assault/close_combat.hpp"

#include <optional>

#include "combat_odds/sim/procedure.hpp"

namespace combat_odds::squad_leader {
namespace {

/// What a side's attack does to the other side.
enum class Fate : std::uint8_t { here, captured, eliminated };

struct Melee {
  Fate attacker = Fate::here;
  Fate defender = Fate::here;
  std::uint8_t round = 1;
};

class CloseCombat : public Process<Melee> {
 public:
  CloseCombat(const Arguments& arguments, const Charts& charts)
      : rounds_(arguments.integer("rounds")), ambush_(arguments.choice("ambush")) {
    const auto& table = charts.get<CloseCombatTable>(CloseCombatTable::chart_name);
    const double attack = arguments.number("firepower");
    const double enemy = arguments.number("enemy_firepower");
    const auto optional = [&](const char* name, double otherwise) {
      return arguments.given(name) ? arguments.number(name) : otherwise;
    };
    attacker_ = {
        table.kill_number(attack, optional("enemy_defense", enemy)) - arguments.integer("drm"),
        arguments.flag("take_prisoners")};
    defender_ = {
        table.kill_number(enemy, optional("defense", attack)) - arguments.integer("enemy_drm"),
        arguments.flag("enemy_takes_prisoners")};
    if (arguments.given("kill_number")) {
      attacker_.needed = arguments.integer("kill_number") - arguments.integer("drm");
    }
    if (arguments.given("enemy_kill_number")) {
      defender_.needed = arguments.integer("enemy_kill_number") - arguments.integer("enemy_drm");
    }
    if (ambush_ != "none" && arguments.flag("defender_cannot_attack")) {
      throw ArgumentError("ambush", "only one side attacks", "none");
    }
    one_sided_ = arguments.flag("defender_cannot_attack");
  }

  Melee start() const override { return {}; }

  Melee step(const Melee& before, Dice& dice) const override {
    Melee melee = before;
    const bool ambush = melee.round == 1 && ambush_ != "none";  // 98.3: in the first round only
    if (ambush && ambush_ == "defender") {
      melee.attacker = attack(dice, defender_);
      if (melee.attacker == Fate::here) melee.defender = attack(dice, attacker_);
    } else {
      melee.defender = attack(dice, attacker_);
      if (!one_sided_ && !(ambush && melee.defender != Fate::here)) {
        melee.attacker = attack(dice, defender_);
      }
    }
    ++melee.round;
    return melee;
  }

  std::optional<Outcome> outcome(const Melee& melee) const override {
    const bool over = melee.attacker != Fate::here || melee.defender != Fate::here;
    if (!over && melee.round <= rounds_) return std::nullopt;
    const bool both = melee.attacker != Fate::here && melee.defender != Fate::here;
    return Outcome(!over                                ? "melee_goes_on"
                   : both                               ? "both_lost"
                   : melee.defender == Fate::eliminated ? "defender_eliminated"
                   : melee.defender == Fate::captured   ? "defender_captured"
                   : melee.attacker == Fate::eliminated ? "attacker_eliminated"
                                                        : "attacker_captured")
        .event("defender_lost", melee.defender != Fate::here)
        .event("attacker_lost", melee.attacker != Fate::here)
        .measure("round", over ? melee.round - 1 : 0);
  }

 private:
  struct Side {
    int needed = 0;
    bool takes_prisoners = false;
  };

  /// 20.3: a DR of the kill number or less. 89.23: an attempt to take prisoners is made at +1.
  static Fate attack(Dice& dice, const Side& side) {
    const int needed = side.needed - (side.takes_prisoners ? 1 : 0);
    const bool succeeds = dice.DR([&](TwoDice roll) { return roll.total() <= needed; });
    if (!succeeds) return Fate::here;
    return side.takes_prisoners ? Fate::captured : Fate::eliminated;
  }

  int rounds_;
  std::string ambush_;
  Side attacker_;
  Side defender_;
  bool one_sided_ = false;
};

}  // namespace

Procedure close_combat() {
  return {
      .name = "sl.close-combat",
      .rule = "20, COI 73.8, 89.23, 98.3",
      .summary = "infantry against infantry in one hex, over one or several rounds",
      .details =
          "Each side attacks with all its factors: a DR of the kill number for the odds or less, "
          "modifiers applied, eliminates the units attacked. Odds are rounded in the defender's "
          "favour. LMGs count in the attack only, so the factors in defense may be given apart. "
          "Both attack at the same time unless one side ambushes: then it attacks first in the "
          "first round and only survivors attack back (98.3). A leader's modifier helps his own "
          "side's attack only. Prisoners (89.23) are taken at +1.\n"
          "All units of a side attack together and share one fate; splitting attacks is several "
          "questions. The chart with Squad Leader's kill numbers was not found: the ASL numbers "
          "stand in, unverified. Give your chart's with --kill-number and --enemy-kill-number.",
      .parameters =
          {
              number("firepower", 0.5, 200, "the factors that the attacker attacks with")
                  .or_of_unit(UnitFact::firepower)
                  .tried_with({"4", "6", "11", "12"}),
              number("enemy_firepower", 0.5, 200, "the factors that the defender attacks with")
                  .or_of_unit(UnitFact::firepower)
                  .tried_with({"4", "8", "15"}),
              number("defense", 0.5, 200,
                     "the attacker's factors in defense, LMGs left out; left out: the same")
                  .or_of_unit(UnitFact::firepower)
                  .optional()
                  .tried_with({"", "4"}),
              number("enemy_defense", 0.5, 200,
                     "the defender's factors in defense, LMGs left out; left out: the same")
                  .or_of_unit(UnitFact::firepower)
                  .optional()
                  .tried_with({"", "4"}),
              integer("drm", -10, 10,
                      "the modifiers of the attacker's roll: his leader, -1 against an exhausted "
                      "unit (73.8)")
                  .by_default("0"),
              integer("enemy_drm", -10, 10, "the modifiers of the defender's roll").by_default("0"),
              choice("ambush", {"none", "attacker", "defender"}, "who ambushes (98.3)"),
              flag("take_prisoners", "the attacker tries to take prisoners: +1 (89.23)"),
              flag("enemy_takes_prisoners", "so does the defender"),
              flag("defender_cannot_attack",
                   "the defender is broken or otherwise unable to attack"),
              integer("rounds", 1, 30, "how many Close Combat Phases the melee may go on")
                  .by_default("1")
                  .tried_with({"1", "2", "4"}),
              integer("kill_number", -2, 15, "the kill number printed on your chart")
                  .optional()
                  .tried_with({"", "7"}),
              integer("enemy_kill_number", -2, 15, "the same for the defender's attack")
                  .optional()
                  .tried_with({"", "3"}),
          },
      .outcomes = {{"defender_eliminated", "the defender is gone, the attacker is not"},
                   {"defender_captured", "the defender is taken prisoner, the attacker is not"},
                   {"both_lost", "both sides are eliminated or captured"},
                   {"attacker_eliminated", "the attacker is gone, the defender is not"},
                   {"attacker_captured", "the attacker is taken prisoner"},
                   {"melee_goes_on", "both sides are still there"}},
      .events = {{"defender_lost", "the defender is eliminated or captured"},
                 {"attacker_lost", "the attacker is eliminated or captured"}},
      .measures = {{"round", "the round that decided; 0: none did"}},
      .charts = {CloseCombatTable::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<CloseCombat>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::squad_leader
