#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/declare/units.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_games/numbers_needed.hpp"
#include "sim/squad_leader/close_fight/close_combat.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/infantry/ift.hpp"
#include "sim/squad_leader/to_kill/penetration.hpp"

namespace combat_odds::squad_leader {
namespace {

/// The state of the assault: all that the rest of it depends on.
struct Assault {
  std::uint8_t to_dare = 0;  ///< attackers that have not checked yet whether they go in
  std::uint8_t ready = 0;    ///< attackers that have not attacked yet
  std::uint8_t first = 0;    ///< those of them that attack before the AFV's weapon
  std::uint8_t done = 0;     ///< attackers that have attacked and are unbroken
  std::uint8_t broken = 0;
  std::uint8_t eliminated = 0;
  std::uint8_t to_order = 0;  ///< attackers whose place in the order is not yet rolled
  std::uint8_t afv_order = 0;
  std::uint8_t afv_next = 0;  ///< 1: the AFV's weapon has not attacked yet
  std::uint8_t led = 0;       ///< 1: the leader can still direct an attack
  std::uint8_t leader = 0;    ///< 1: he is in the hex
  Damage afv = Damage::none;
};

struct CloseCombatVehicle {
  UnitName unit;
  int units = 1;
  int leadership = 0;
  bool pre_afv_check = false;
  std::optional<int> leader_morale;
  bool truck = false;
  bool open_topped = false;
  bool no_mg = false;
  int drm = 0;
  int terrain_modifier = 0;
  int aa_mg = 0;
  bool close_defense_weapon = false;
  bool already_immobilized = false;
  std::optional<int> kill_number;
  bool came_from_open = false;

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    table_ = &charts.get<CloseCombatTable>();
    const int number = kill_number.value_or(unit.leader ? 2 : unit.firepower);
    const int others = number - drm + (open_topped || truck ? 1 : 0) + (no_mg ? 1 : 0);
    needed_ = others - unit.modifier;  // 36.23: a leader's own, which is 0 for others
    // 15.7: modifiers of two leaders never add up.
    needed_if_led_ = others - (unit.leader ? std::min(unit.modifier, leadership) : leadership);
  }

  Outcome resolve(Dice& dice) const {
    Assault assault;
    assault.ready = small(units);
    assault.led = assault.leader = leadership != 0 ? 1 : 0;
    if (pre_afv_check) dare(dice, assault);
    if (is_armed()) {
      order_of_attack(dice, assault);
    } else {
      assault.first = assault.ready;
    }
    attack(dice, assault);
    if (is_armed() && assault.afv < Damage::eliminated) {
      if (has_aa_mg()) fire_aa_mg(dice, assault);
      if (close_defense_weapon) fire_launcher(dice, assault);
      assault.afv_next = 0;
      assault.first = assault.ready;
      attack(dice, assault);
    }
    if (came_from_open) {  // 64.54
      assault.eliminated = small(assault.eliminated + assault.broken);
      assault.broken = 0;
    }
    const int lost = assault.eliminated + assault.broken;
    const int went_in = assault.ready + assault.done + lost;
    return damage_outcome(assault.afv)
        .event("all_attackers_lost", lost == units)
        .measure("attackers_eliminated", assault.eliminated)
        .measure("attackers_broken", assault.broken)
        .measure("attackers_held_back", units - went_in);
  }

  bool has_aa_mg() const { return aa_mg > 0; }
  bool is_armed() const { return has_aa_mg() || close_defense_weapon; }
  bool at_afv() const { return !truck; }
  bool led_into_the_hex() const { return pre_afv_check && leadership != 0; }

 private:
  /// 36.11, 36.21: each unit checks morale before it goes in; the leader without his own modifier.
  void dare(Dice& dice, Assault& assault) const {
    if (assault.led != 0) {
      const bool follows = DR_at_most(dice, *leader_morale);
      assault.led = assault.leader = follows ? 1 : 0;
    }
    const int needed = unit.morale - (assault.led != 0 ? leadership : 0);
    for (assault.to_dare = assault.ready; assault.to_dare > 0; --assault.to_dare) {
      dice.at(assault);
      const bool goes_in = DR_at_most(dice, needed);
      if (!goes_in) --assault.ready;
    }
  }

  /// 64.53: each rolls a DR, and the lowest goes first. Infantry may deduct the hex's terrain
  /// modifier.
  void order_of_attack(Dice& dice, Assault& assault) const {
    assault.afv_next = 1;
    assault.afv_order = dice.DR([](TwoDice roll) -> std::uint8_t { return small(roll.total()); });
    for (assault.to_order = assault.ready; assault.to_order > 0; --assault.to_order) {
      dice.at(assault);
      const bool first = DR_at_most(dice, assault.afv_order + terrain_modifier);
      if (first) ++assault.first;
    }
    assault.afv_order = 0;
  }

  /// 36.23: the units attack one by one until the AFV is eliminated. The leader directs the first
  /// of them; he modifies one attack (36.4).
  void attack(Dice& dice, Assault& assault) const {
    for (; assault.first > 0 && assault.afv < Damage::eliminated; --assault.first) {
      dice.at(assault);
      --assault.ready;
      const int needed = assault.led != 0 ? needed_if_led_ : needed_;
      assault.led = 0;
      enum class Result : std::uint8_t { nothing, exact, kill, lost };
      const Result result = dice.DR([&](TwoDice roll) {
        if (roll.total() == 12) return Result::lost;  // 72.86
        if (roll.total() > needed) return Result::nothing;
        return roll.total() == needed ? Result::exact : Result::kill;
      });
      if (result == Result::lost) {
        ++assault.eliminated;
        continue;
      }
      ++assault.done;
      if (result == Result::nothing) continue;
      const bool once = truck || already_immobilized || assault.afv == Damage::immobilized;
      assault.afv = Damage::eliminated;
      if (result == Result::exact && !once) {  // 66.1
        const bool only = dice.die([](int roll) { return roll >= 4; });
        if (only) assault.afv = Damage::immobilized;
      }
    }
    dice.at(assault);
  }

  /// 72.83: the AA MG attacks all remaining units with its factor on the Close Combat chart.
  void fire_aa_mg(Dice& dice, Assault& assault) const {
    const int targets = assault.ready + assault.done;
    if (targets == 0) return;
    const int number = table_->kill_number(aa_mg, targets * (unit.leader ? 1 : unit.firepower));
    const bool kills = DR_at_most(dice, number);
    if (!kills) return;
    assault.eliminated = small(assault.eliminated + targets);
    assault.ready = assault.done = 0;
  }

  /// 64.53: an attack with 12 factors on the IFT against all infantry in the hex.
  void fire_launcher(Dice& dice, Assault& assault) const {
    const FireResult result = dice.DR(
        [&](TwoDice roll) { return ift_->at(ift_->column(12), roll.total() + terrain_modifier); });
    if (result.kind == FireResult::Kind::none) return;
    if (result.kind == FireResult::Kind::kia) {
      assault.eliminated = small(assault.eliminated + assault.ready + assault.done);
      assault.ready = assault.done = 0;
      return;
    }
    const auto checks = [&](std::uint8_t& group) {
      for (int left = group; left > 0; --left) {
        struct At {
          Assault assault;
          std::uint8_t left;
          std::uint8_t number;
          std::uint8_t group;
        };
        dice.at(At{assault, small(left), result.number,
                   static_cast<std::uint8_t>(&group == &assault.done ? 1 : 0)});
        const int needed = unit.morale - result.number - (assault.leader != 0 ? leadership : 0);
        const bool fails = dice.DR([&](TwoDice roll) { return roll.total() > needed; });
        if (!fails) continue;
        --group;
        ++assault.broken;
      }
    };
    checks(assault.ready);
    checks(assault.done);
  }

  const Ift* ift_ = nullptr;
  const CloseCombatTable* table_ = nullptr;
  int needed_ = 0;
  int needed_if_led_ = 0;
};

}  // namespace

Procedure close_combat_vehicle() {
  using Asked = CloseCombatVehicle;
  return procedure<Asked>("sl.close-combat-vehicle", "36.2, 36.4, COI 64.53-64.55, 66.1, 72.8",
                          "infantry against an AFV or truck in the Close Combat Phase")
      .asks(&Asked::unit, "unit", "a squad such as 4-6-7, or a leader such as 8-1",
            "each attacking unit", read_unit)
      .or_named(infantry_names())
      .tried_with({"4-6-7", "8-3-8", "9-1"})
      .asks(&Asked::units, "units", 1, 6, "how many of them attack")
      .asks(&Asked::leadership, "leadership", -3, 2,
            "the modifier of a leader who directs one attack and does not attack himself (36.4)")
      .or_of_unit(UnitFact::leadership)
      .asks(&Asked::pre_afv_check, "pre_afv_check",
            "they advance into the AFV's hex, for which each must pass a Morale Check (36.21)")
      .only_when(&Asked::at_afv, "a truck is no AFV", "")
      .asks(&Asked::leader_morale, "leader_morale", 2, 12,
            "the morale of that leader, who checks too")
      .or_of_unit(UnitFact::morale)
      .needed_when(&Asked::led_into_the_hex, "the leader must pass his Morale Check too (36.11)",
                   "8 for an 8-1")
      .only_when(&Asked::led_into_the_hex, "", "--leadership and --pre-afv-check")
      .tried_with({"8", "9"})
      .asks(&Asked::truck, "truck",
            "a truck or jeep: -1 as for an open top (72.81), never immobilized, no check (36.21)")
      .only_when([](const Asked& asked) { return !asked.is_armed(); },
                 "a truck has neither an AA MG nor a close defense weapon", "")
      .asks(&Asked::open_topped, "open_topped",
            "an open-topped AFV, or a tank or SP gun that is not buttoned up: -1")
      .only_when(&Asked::at_afv, "a truck counts as open-topped anyway (72.81)", "")
      .only_when([](const Asked& asked) { return !asked.close_defense_weapon; },
                 "a close defense weapon needs a buttoned up AFV (64.55)", "")
      .asks(&Asked::no_mg, "no_mg", "the vehicle has no manned and functioning MG: -1")
      .only_when(&Asked::at_afv, "it counts only against AFVs (72.82)", "")
      .asks(&Asked::drm, "drm", -5, 5, "all other modifiers of the attacks")
      .asks(&Asked::terrain_modifier, "terrain_modifier", 0, 5,
            "the terrain modifier of the hex (order, IFT)")
      .only_when(&Asked::is_armed, "it matters only when the AFV fights back (64.53)",
                 "--aa-mg or --close-defense-weapon")
      .asks(&Asked::aa_mg, "aa_mg", 0, 24,
            "the AA MG factor of an AFV not buttoned up, a Russian rear turret MG, or the "
            "firepower of CE passengers of a halftrack (72.83, 72.85)")
      .asks(&Asked::close_defense_weapon, "close_defense_weapon",
            "the AFV has a Nahverteidigungswaffe with HE (64.5)")
      .only_when([](const Asked& asked) { return !asked.has_aa_mg(); },
                 "it is fired buttoned up, the AA MG is not (64.55)", "")
      .asks(&Asked::already_immobilized, "already_immobilized", "the AFV is immobilized already")
      .only_when(&Asked::at_afv, "a truck is never immobilized here", "")
      .asks(&Asked::kill_number, "kill_number", -2, 15,
            "a kill number other than the unit's firepower")
      .asks(
          &Asked::came_from_open, "came_from_open",
          "the hex from which they advanced is open ground throughout: who breaks can't return to it "
          "and is eliminated (64.54)")
      .only_when([](const Asked& asked) { return asked.close_defense_weapon; },
                 "nothing else breaks them", "--close-defense-weapon")
      .outcome("eliminated", "the vehicle is eliminated with its crew (72.84)")
      .outcome("immobilized", "the vehicle is immobilized only")
      .outcome("no_effect", "nothing happens to the vehicle")
      .events(vehicle_events())
      .event("all_attackers_lost", "every attacking unit is eliminated or broken")
      .measure("attackers_eliminated", "attacking units eliminated")
      .measure("attackers_broken", "attacking units broken")
      .measure("attackers_held_back", "units that failed the check and stayed behind (36.21)")
      .headlines(vehicle_headline())
      .headline("mean attackers_eliminated", "{} attackers are eliminated on average");
}

}  // namespace combat_odds::squad_leader
