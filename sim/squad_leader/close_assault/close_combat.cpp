#include "combat_odds/sim/squad_leader/close_assault/close_combat.hpp"

#include <optional>

#include "combat_odds/sim/declaration.hpp"

namespace combat_odds::squad_leader {
namespace {

/// What a side's attack does to the other side.
enum class Fate : std::uint8_t { here, captured, eliminated };

struct Melee {
  Fate attacker = Fate::here;
  Fate defender = Fate::here;
  std::uint8_t round = 1;
};

struct CloseCombat {
  enum class Ambush { none, attacker, defender };

  double firepower = 0;
  double enemy_firepower = 0;
  std::optional<double> defense;
  std::optional<double> enemy_defense;
  int drm = 0;
  int enemy_drm = 0;
  Ambush ambush = Ambush::none;
  bool take_prisoners = false;
  bool enemy_takes_prisoners = false;
  bool defender_cannot_attack = false;
  int rounds = 1;
  std::optional<int> kill_number;
  std::optional<int> enemy_kill_number;

  void prepare(const Charts& charts) {
    const auto& table = charts.get<CloseCombatTable>();
    const auto needed = [&](const std::optional<int>& own, double attack, double against) {
      return own ? *own : table.kill_number(attack, against);
    };
    attacker_ = {needed(kill_number, firepower, enemy_defense.value_or(enemy_firepower)) - drm,
                 take_prisoners};
    defender_ = {
        needed(enemy_kill_number, enemy_firepower, defense.value_or(firepower)) - enemy_drm,
        enemy_takes_prisoners};
  }

  Melee start() const { return {}; }

  Melee step(const Melee& before, Dice& dice) const {
    Melee melee = before;
    const bool ambushed =
        melee.round == 1 && ambush != Ambush::none;  // 98.3: in the first round only
    if (ambushed && ambush == Ambush::defender) {
      melee.attacker = attack(dice, defender_);
      if (melee.attacker == Fate::here) melee.defender = attack(dice, attacker_);
    } else {
      melee.defender = attack(dice, attacker_);
      if (!defender_cannot_attack && !(ambushed && melee.defender != Fate::here)) {
        melee.attacker = attack(dice, defender_);
      }
    }
    ++melee.round;
    return melee;
  }

  std::optional<Outcome> outcome(const Melee& melee) const {
    const bool over = melee.attacker != Fate::here || melee.defender != Fate::here;
    if (!over && melee.round <= rounds) return std::nullopt;
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

  Side attacker_;
  Side defender_;
};

}  // namespace

Procedure close_combat() {
  using Asked = CloseCombat;
  return procedure<Asked>("sl.close-combat", "20, COI 73.8, 89.23, 98.3",
                          "infantry against infantry in one hex, over one or several rounds")
      .asks(&Asked::firepower, "firepower", 0.5, 200, "the factors that the attacker attacks with")
      .required()
      .or_of_unit(UnitFact::firepower)
      .tried_with({"4", "6", "11", "12"})
      .asks(&Asked::enemy_firepower, "enemy_firepower", 0.5, 200,
            "the factors that the defender attacks with")
      .required()
      .or_of_unit(UnitFact::firepower)
      .tried_with({"4", "8", "15"})
      .asks(&Asked::defense, "defense", 0.5, 200,
            "the attacker's factors in defense, LMGs left out; left out: the same")
      .or_of_unit(UnitFact::firepower)
      .tried_with({"", "4"})
      .asks(&Asked::enemy_defense, "enemy_defense", 0.5, 200,
            "the defender's factors in defense, LMGs left out; left out: the same")
      .or_of_unit(UnitFact::firepower)
      .tried_with({"", "4"})
      .asks(&Asked::drm, "drm", -10, 10,
            "the modifiers of the attacker's roll: his leader, -1 against an exhausted unit (73.8)")
      .asks(&Asked::enemy_drm, "enemy_drm", -10, 10, "the modifiers of the defender's roll")
      .asks(&Asked::ambush, "ambush", one_of({"none", "attacker", "defender"}),
            "who ambushes (98.3)")
      .only_when([](const Asked& asked) { return !asked.defender_cannot_attack; },
                 "only one side attacks", "none")
      .asks(&Asked::take_prisoners, "take_prisoners",
            "the attacker tries to take prisoners: +1 (89.23)")
      .asks(&Asked::enemy_takes_prisoners, "enemy_takes_prisoners", "so does the defender")
      .asks(&Asked::defender_cannot_attack, "defender_cannot_attack",
            "the defender is broken or otherwise unable to attack")
      .asks(&Asked::rounds, "rounds", 1, 30, "how many Close Combat Phases the melee may go on")
      .tried_with({"1", "2", "4"})
      .asks(&Asked::kill_number, "kill_number", -2, 15, "the kill number printed on your chart")
      .tried_with({"", "7"})
      .asks(&Asked::enemy_kill_number, "enemy_kill_number", -2, 15,
            "the same for the defender's attack")
      .tried_with({"", "3"})
      .outcome("defender_eliminated", "the defender is gone, the attacker is not")
      .outcome("defender_captured", "the defender is taken prisoner, the attacker is not")
      .outcome("both_lost", "both sides are eliminated or captured")
      .outcome("attacker_eliminated", "the attacker is gone, the defender is not")
      .outcome("attacker_captured", "the attacker is taken prisoner")
      .outcome("melee_goes_on", "both sides are still there")
      .event("defender_lost", "the defender is eliminated or captured")
      .event("attacker_lost", "the attacker is eliminated or captured")
      .measure("round", "the round that decided; 0: none did");
}

}  // namespace combat_odds::squad_leader
