#include "sim/squad_leader/close_fight/close_combat.hpp"
#include "sim/squad_games/infantry_fate.hpp"

#include <optional>

#include "sim/declare/declaration.hpp"
#include "sim/squad_games/numbers_needed.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"

namespace combat_odds::squad_leader {
namespace {

/// The effect of a side's attack on the other side.
enum class Fate : std::uint8_t { here, captured, eliminated };

struct Melee {
  Fate attacker = Fate::here;
  Fate defender = Fate::here;
  std::uint8_t round = 1;
};

struct CloseCombat {
  enum class Ambush { none, attacker, defender };
  enum class Landing { none, attacker, defender };

  CloseCombatForce firepower;
  CloseCombatForce enemy_firepower;
  std::optional<CloseCombatForce> defense;
  std::optional<CloseCombatForce> enemy_defense;
  int drm = 0;
  int enemy_drm = 0;
  Ambush ambush = Ambush::none;
  bool take_prisoners = false;
  bool enemy_takes_prisoners = false;
  bool defender_cannot_attack = false;
  bool defender_broken = false;
  bool melee = false;
  int rounds = 1;
  std::optional<int> kill_number;
  std::optional<int> enemy_kill_number;
  bool guards = false;
  bool enemy_guards = false;
  Landing paratroops = Landing::none;

  void prepare(const Charts& charts) {
    const auto& table = charts.get<CloseCombatTable>();
    // 15: the best leader who is named directs the attack, his own if he is alone.
    const auto needed = [&](const std::optional<int>& own, const CloseCombatForce& attack,
                            bool half, const CloseCombatForce& against) {
      const double factors = attack.factors / (half ? 2 : 1);  // 89.62
      const int number = own ? *own : table.kill_number(factors, against.in_defense());
      return number - attack.leadership;
    };
    attacker_ = {
        needed(kill_number, firepower, guards, enemy_defense.value_or(enemy_firepower)) - drm,
        take_prisoners};
    defender_ = {
        needed(enemy_kill_number, enemy_firepower, enemy_guards, defense.value_or(firepower)) -
            enemy_drm,
        enemy_takes_prisoners};
  }

  Melee start() const { return {}; }

  Melee step(const Melee& before, Dice& dice) const {
    Melee now = before;
    ++now.round;
    if (defender_broken) {  // 20.9, 89.22: without a roll
      now.defender = take_prisoners ? Fate::captured : Fate::eliminated;
      return now;
    }
    const bool first = before.round == 1;
    const bool in_melee = melee || !first;
    const bool ambushed = first && ambush != Ambush::none;  // 98.3: in the first round only
    const Side by_attacker = under_chutes(attacker_, Landing::attacker, first);
    const Side by_defender = under_chutes(defender_, Landing::defender, first);
    if (ambushed && ambush == Ambush::defender) {
      now.attacker = attack(dice, by_defender, in_melee);
      if (now.attacker == Fate::here) now.defender = attack(dice, by_attacker, in_melee);
    } else {
      now.defender = attack(dice, by_attacker, in_melee);
      if (!defender_cannot_attack && !(ambushed && now.defender != Fate::here)) {
        now.attacker = attack(dice, by_defender, in_melee);
      }
    }
    return now;
  }

  std::optional<Outcome> outcome(const Melee& now) const {
    const bool over = now.attacker != Fate::here || now.defender != Fate::here;
    if (!over && now.round <= rounds) return std::nullopt;
    const bool both = now.attacker != Fate::here && now.defender != Fate::here;
    const bool lost = now.defender != Fate::here;
    InfantryFate fate;  // the defender as one
    fate.unharmed = lost ? 0 : 1;
    fate.broken_or_worse = fate.eliminated_or_reduced = 1 - fate.unharmed;
    fate.not_in_good_order = defender_broken ? fate.unharmed : 0;
    Outcome outcome(!over                              ? "melee_goes_on"
                    : both                             ? "both_lost"
                    : now.defender == Fate::eliminated ? "defender_eliminated"
                    : now.defender == Fate::captured   ? "defender_captured"
                    : now.attacker == Fate::eliminated ? "attacker_eliminated"
                                                       : "attacker_captured");
    outcome.event("defender_lost", lost)
        .event("attacker_lost", now.attacker != Fate::here)
        .measure_if(over, "round", now.round - 1);
    return tell(outcome, fate, Pins::no);
  }

  /// 89.23: only in a melee, so not in the first round.
  bool may_take_prisoners() const { return melee || rounds > 1 || defender_broken; }
  bool defender_attacks() const { return !defender_cannot_attack && !defender_broken; }
  bool fights() const { return !defender_broken; }

 private:
  struct Side {
    int needed = 0;
    bool takes_prisoners = false;
  };

  /// 99.41: until the chutes are removed at the end of the first Close Combat Phase.
  Side under_chutes(Side side, Landing own, bool first) const {
    if (first && paratroops != Landing::none) side.needed += paratroops == own ? -2 : 2;
    return side;
  }

  /// 20.3: a DR of the kill number or less eliminates. 89.23: an attempt to take prisoners has +1,
  /// and is made only in a melee.
  static Fate attack(Dice& dice, const Side& side, bool in_melee) {
    const bool takes_prisoners = side.takes_prisoners && in_melee;
    const int needed = side.needed - (takes_prisoners ? 1 : 0);
    const bool succeeds = DR_at_most(dice, needed);
    if (!succeeds) return Fate::here;
    return takes_prisoners ? Fate::captured : Fate::eliminated;
  }

  Side attacker_;
  Side defender_;
};

/// For Declaration::adjust: numbers may stand there, and ranges of them.
void takes_factors(Parameter& parameter) {
  parameter.least = least_factors;
  parameter.most = most_factors;
}

}  // namespace

Procedure close_combat() {
  using Asked = CloseCombat;
  return procedure<Asked>("sl.close-combat", "20, COI 73.8, 89.23, 89.62, 98.3, 99.41",
                          "infantry against infantry in one hex, over one or several rounds")
      .asks(
          &Asked::firepower, "firepower", close_combat_force_form,
          "the factors that the attacker attacks with, or his units; the best leader among them "
          "directs the attack, a +1 stands aside (15, Q&A 15.1); an 'LMG' adds its 2 factors to the "
          "attack alone",
          read_close_combat_force)
      .tried_with({"4", "6", "11", "2*4-6-7 9-1"})
      .adjust("firepower", takes_factors)
      .asks(&Asked::enemy_firepower, "enemy_firepower", close_combat_force_form,
            "the factors that the defender attacks with, or his units, likewise",
            read_close_combat_force)
      .tried_with({"4", "8", "4-4-7 8-1", "9-2"})
      .adjust("enemy_firepower", takes_factors)
      .asks(&Asked::defense, "defense", close_combat_force_form,
            "the attacker's factors in defense, LMGs left out; default: the same",
            read_close_combat_force)
      .adjust("defense", takes_factors)
      .tried_with({"", "4"})
      .asks(&Asked::enemy_defense, "enemy_defense", close_combat_force_form,
            "the defender's factors in defense, LMGs left out; default: the same",
            read_close_combat_force)
      .adjust("enemy_defense", takes_factors)
      .tried_with({"", "4"})
      .asks(&Asked::drm, "drm", -10, 10,
            "the other modifiers of the attacker's roll: a leader who is not named, -1 against an "
            "exhausted unit (73.8)")
      .asks(&Asked::enemy_drm, "enemy_drm", -10, 10, "the other modifiers of the defender's roll")
      .asks(&Asked::ambush, "ambush", one_of({"none", "attacker", "defender"}),
            "who ambushes (98.3)")
      .only_when(&Asked::defender_attacks, "only one side attacks", "")
      .only_when([](const Asked& asked) { return !asked.melee; },
                 "an ambush happens in the first Close Combat Phase", "--melee false")
      .asks(&Asked::take_prisoners, "take_prisoners",
            "the attacker tries to take prisoners, from the first round of a melee on: +1 (89.23)")
      .only_when(&Asked::may_take_prisoners,
                 "prisoners are taken only in a melee, which begins with the second round (89.23)",
                 "--rounds 2 or more, or --melee")
      .asks(&Asked::enemy_takes_prisoners, "enemy_takes_prisoners", "so does the defender")
      .only_when(&Asked::may_take_prisoners,
                 "prisoners are taken only in a melee, which begins with the second round (89.23)",
                 "--rounds 2 or more, or --melee")
      .asks(&Asked::defender_cannot_attack, "defender_cannot_attack",
            "the defender is unable to attack, though not broken")
      .asks(
          &Asked::defender_broken, "defender_broken",
          "the defender is broken: eliminated without a roll (20.9), captured where prisoners are "
          "taken (89.22)")
      .asks(&Asked::melee, "melee", "they are in a melee from an earlier Close Combat Phase")
      .only_when(
          [](const Asked& asked) { return asked.take_prisoners || asked.enemy_takes_prisoners; },
          "it matters only for prisoners (89.23)", "--take-prisoners or --enemy-takes-prisoners")
      .asks(&Asked::rounds, "rounds", 1, 30, "how many Close Combat Phases the melee may go on")
      .asks(&Asked::kill_number, "kill_number", -2, 15, "the kill number printed on your chart")
      .tried_with({"7"})
      .asks(&Asked::enemy_kill_number, "enemy_kill_number", -2, 15,
            "the same for the defender's attack")
      .asks(&Asked::guards, "guards", "the attacker guards prisoners: he attacks with half (89.62)")
      .only_when([](const Asked& asked) { return !asked.kill_number; }, "--kill-number is given",
                 "")
      .asks(&Asked::enemy_guards, "enemy_guards", "so does the defender")
      .only_when([](const Asked& asked) { return !asked.enemy_kill_number; },
                 "--enemy-kill-number is given", "")
      .asks(
          &Asked::paratroops, "paratroops", one_of({"none", "attacker", "defender"}),
          "who has just landed by parachute: +2 to his rolls of the first Close Combat Phase, -2 to "
          "the enemy's (99.41)")
      .only_when([](const Asked& asked) { return !asked.melee; },
                 "the chutes count in the first Close Combat Phase (99.41)", "--melee false")
      .only_when(
          {"defense", "enemy_drm", "enemy_takes_prisoners", "enemy_kill_number", "enemy_guards"},
          &Asked::defender_attacks, "the defender does not attack", "")
      .only_when({"enemy_defense", "drm", "defender_cannot_attack", "melee", "rounds",
                  "kill_number", "guards", "paratroops"},
                 &Asked::fights, "a broken defender is eliminated without a roll (20.9)", "")
      .outcome("defender_eliminated", "the defender is gone, the attacker is not")
      .outcome("defender_captured", "the defender is taken prisoner, the attacker is not")
      .outcome("both_lost", "both sides are eliminated or captured")
      .outcome("attacker_eliminated", "the attacker is gone, the defender is not")
      .outcome("attacker_captured", "the attacker is taken prisoner")
      .outcome("melee_goes_on", "both sides are still there")
      .events(about("the defender",
                    infantry_events({"broken_or_worse", "eliminated_or_reduced", "good_order"})))
      .event("defender_lost", "the defender is eliminated or captured")
      .event("attacker_lost", "the attacker is eliminated or captured")
      .measure("round", "the round that decided")
      .only_where({"defender_lost", "attacker_lost"})
      .less_is_better()
      .headline("defender_lost", "the defender is lost")
      .headline("attacker_lost", "the attacker is lost")
      .headline("melee_goes_on", "the melee goes on");
}

}  // namespace combat_odds::squad_leader
