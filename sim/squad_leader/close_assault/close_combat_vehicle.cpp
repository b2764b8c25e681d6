#include "combat_odds/sim/procedure.hpp"
#include "combat_odds/sim/squad_leader/close_assault/close_combat.hpp"
#include "combat_odds/sim/squad_leader/counters.hpp"
#include "combat_odds/sim/squad_leader/infantry/ift.hpp"
#include "combat_odds/sim/squad_leader/ordnance/penetration.hpp"
#include "combat_odds/sim/units.hpp"

namespace combat_odds::squad_leader {
namespace {

/// How the assault stands: all that the rest of it depends on.
struct Assault {
  std::uint8_t ready = 0;  ///< attackers who have not attacked yet
  std::uint8_t first = 0;  ///< those of them who do so before the AFV's weapon
  std::uint8_t done = 0;   ///< attackers who have, and are unbroken
  std::uint8_t broken = 0;
  std::uint8_t eliminated = 0;
  std::uint8_t to_order = 0;  ///< attackers whose place in the order is open
  std::uint8_t afv_order = 0;
  std::uint8_t afv_next = 0;  ///< the AFV's weapon is still to come
  Damage afv = Damage::none;
};

class CloseCombatVehicle : public Rule {
 public:
  CloseCombatVehicle(const Arguments& arguments, const Charts& charts)
      : ift_(charts.get<Ift>(Ift::chart_name)),
        table_(charts.get<CloseCombatTable>(CloseCombatTable::chart_name)),
        units_(arguments.integer("units")),
        leadership_(arguments.integer("leadership")),
        tem_(arguments.integer("terrain_modifier")),
        aa_mg_(arguments.integer("aa_mg")),
        launcher_(arguments.flag("close_defense_weapon")),
        already_immobilized_(arguments.flag("already_immobilized")) {
    const UnitName unit = read_unit(arguments.text("unit"), "unit");
    morale_ = unit.morale;
    firepower_ = unit.leader ? 1 : unit.firepower;
    number_ = arguments.given("kill_number") ? arguments.integer("kill_number")
              : unit.leader                  ? 2
                                             : unit.firepower;
    const bool open = arguments.flag("open_topped");
    needed_ = number_ - leadership_ - arguments.integer("drm") + (open ? 1 : 0) +
              (arguments.flag("no_mg") ? 1 : 0);
    if (aa_mg_ > 0 && launcher_) {
      throw ArgumentError("close_defense_weapon",
                          "it is fired buttoned up, the AA MG is not (64.55)", "one of the two");
    }
    if (launcher_ && open) {
      throw ArgumentError("open_topped", "a close defense weapon needs a buttoned up AFV (64.55)",
                          "false");
    }
  }

  Outcome resolve(Dice& dice) const override {
    Assault assault;
    assault.ready = static_cast<std::uint8_t>(units_);
    const bool armed = aa_mg_ > 0 || launcher_;
    if (armed) {
      order_of_attack(dice, assault);
    } else {
      assault.first = assault.ready;
    }
    attack(dice, assault);
    if (armed && assault.afv < Damage::eliminated) {
      if (aa_mg_ > 0) fire_aa_mg(dice, assault);
      if (launcher_) fire_launcher(dice, assault);
      assault.afv_next = 0;
      assault.first = assault.ready;
      attack(dice, assault);
    }
    const int lost = assault.eliminated + assault.broken;
    return Outcome(label(assault.afv))
        .event("all_attackers_lost", lost == units_)
        .measure("attackers_eliminated", assault.eliminated)
        .measure("attackers_broken", assault.broken);
  }

 private:
  /// 64.53: a DR each, the lowest first; the infantry may deduct the hex's terrain modifier.
  void order_of_attack(Dice& dice, Assault& assault) const {
    assault.afv_next = 1;
    assault.afv_order = dice.DR(
        [](TwoDice roll) -> std::uint8_t { return static_cast<std::uint8_t>(roll.total()); });
    for (assault.to_order = assault.ready; assault.to_order > 0; --assault.to_order) {
      dice.at(assault);
      const bool first =
          dice.DR([&](TwoDice roll) { return roll.total() - tem_ <= assault.afv_order; });
      if (first) ++assault.first;
    }
    assault.afv_order = 0;
  }

  /// 36.23: those in turn attack one by one until the AFV is eliminated.
  void attack(Dice& dice, Assault& assault) const {
    for (; assault.first > 0 && assault.afv < Damage::eliminated; --assault.first) {
      dice.at(assault);
      --assault.ready;
      enum class Result : std::uint8_t { nothing, exact, kill, lost };
      const Result result = dice.DR([&](TwoDice roll) {
        if (roll.total() == 12) return Result::lost;  // 72.86
        if (roll.total() > needed_) return Result::nothing;
        return roll.total() == needed_ ? Result::exact : Result::kill;
      });
      if (result == Result::lost) {
        ++assault.eliminated;
        continue;
      }
      ++assault.done;
      if (result == Result::nothing) continue;
      const bool once = already_immobilized_ || assault.afv == Damage::immobilized;
      assault.afv = Damage::eliminated;
      if (result == Result::exact && !once) {  // 66.1
        const bool only = dice.dr([](int roll) { return roll >= 4; });
        if (only) assault.afv = Damage::immobilized;
      }
    }
    dice.at(assault);
  }

  /// 72.83: the AA MG's factor on the Close Combat chart, against all who are left.
  void fire_aa_mg(Dice& dice, Assault& assault) const {
    const int targets = assault.ready + assault.done;
    if (targets == 0) return;
    const int number = table_.kill_number(aa_mg_, targets * firepower_);
    const bool kills = dice.DR([&](TwoDice roll) { return roll.total() <= number; });
    if (!kills) return;
    assault.eliminated = static_cast<std::uint8_t>(assault.eliminated + targets);
    assault.ready = assault.done = 0;
  }

  /// 64.53: 12 factors on the IFT against all infantry in the hex.
  void fire_launcher(Dice& dice, Assault& assault) const {
    const FireResult result =
        dice.DR([&](TwoDice roll) { return ift_.at(ift_.column(12), roll.total() + tem_); });
    if (result.kind == FireResult::Kind::none) return;
    if (result.kind == FireResult::Kind::kia) {
      assault.eliminated =
          static_cast<std::uint8_t>(assault.eliminated + assault.ready + assault.done);
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
        dice.at(At{assault, static_cast<std::uint8_t>(left), result.number,
                   static_cast<std::uint8_t>(&group == &assault.done ? 1 : 0)});
        const int needed = morale_ - result.number - leadership_;
        const bool fails = dice.DR([&](TwoDice roll) { return roll.total() > needed; });
        if (!fails) continue;
        --group;
        ++assault.broken;
      }
    };
    checks(assault.ready);
    checks(assault.done);
  }

  const Ift& ift_;
  const CloseCombatTable& table_;
  int units_;
  int leadership_;
  int tem_;
  int aa_mg_;
  bool launcher_;
  bool already_immobilized_;
  int morale_ = 0;
  int firepower_ = 0;
  int number_ = 0;
  int needed_ = 0;
};

}  // namespace

Procedure close_combat_vehicle() {
  return {
      .name = "sl.close-combat-vehicle",
      .rule = "36.23, COI 64.53-64.55, 66.1, 72.8",
      .summary = "infantry against an AFV or truck in the Close Combat Phase",
      .details =
          "Each unit attacks with a DR of its firepower or less (a leader alone: 2), -1 against "
          "an open top or a tank or SP gun that is not buttoned up (72.81), -1 against a vehicle "
          "without manned MGs (72.82). Exactly the number needed only immobilizes on a die of 4 "
          "to 6 (66.1). An Original 12 eliminates the attacker (72.86).\n"
          "An AFV with an AA MG (not buttoned up) or a close defense weapon (buttoned up) fights "
          "back in the order of dice: everybody rolls, the lowest first, infantry less the "
          "terrain modifier (64.53); on a tie the infantry is first here. The close defense "
          "weapon attacks all infantry with 12 factors and the terrain modifier; broken units "
          "don't attack any more. The AA MG attacks all that are left as one group on the Close "
          "Combat chart, whose numbers are the unverified ASL ones. Leaders' own fate is not "
          "followed.",
      .parameters =
          {
              text("unit", "a squad such as 4-6-7, or a leader such as 8-1", "each attacking unit")
                  .or_named(infantry_names())
                  .tried_with({"4-6-7", "8-3-8", "9-1"}),
              integer("units", 1, 6, "how many of them attack")
                  .by_default("1")
                  .tried_with({"1", "2", "3"}),
              integer("leadership", -3, 2, "the modifier of the leader who directs them")
                  .or_of_unit(UnitFact::leadership)
                  .by_default("0")
                  .tried_with({"0", "-1"}),
              flag("open_topped", "an open-topped vehicle, a truck, or an AFV not buttoned up: -1"),
              flag("no_mg", "the vehicle has no manned and functioning MG: -1"),
              integer("drm", -5, 5, "all other modifiers of the attacks").by_default("0"),
              integer("terrain_modifier", 0, 5, "the terrain modifier of the hex (order, IFT)")
                  .by_default("0")
                  .tried_with({"0", "1", "3"}),
              integer(
                  "aa_mg", 0, 24,
                  "the AA MG factor of an AFV not buttoned up, a Russian rear turret MG, or the "
                  "firepower of CE passengers of a halftrack (72.83, 72.85)")
                  .by_default("0")
                  .tried_with({"0", "4"}),
              flag("close_defense_weapon", "the AFV has a Nahverteidigungswaffe with HE (64.5)"),
              flag("already_immobilized", "the AFV is immobilized already"),
              integer("kill_number", -2, 15, "a kill number other than the unit's firepower")
                  .optional()
                  .tried_with({""}),
          },
      .outcomes = {{"eliminated", "the vehicle is eliminated with its crew (72.84)"},
                   {"immobilized", "the vehicle is immobilized only"},
                   {"no_effect", "nothing happens to the vehicle"}},
      .events = {{"all_attackers_lost", "every attacking unit is eliminated or broken"}},
      .measures = {{"attackers_eliminated", "attacking units eliminated"},
                   {"attackers_broken", "attacking units broken"}},
      .charts = {Ift::chart_name, CloseCombatTable::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<CloseCombatVehicle>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::squad_leader
