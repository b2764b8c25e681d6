#include "combat_odds/sim/squad_leader/counters.hpp"
#include "combat_odds/sim/squad_leader/ordnance/penetration.hpp"
#include "combat_odds/sim/units.hpp"

namespace combat_odds::squad_leader {
namespace {

/// How the mines did so far: all that the rest depends on.
struct Mines {
  std::uint8_t left = 0;
  std::uint8_t placed = 0;
  std::uint8_t dud = 0;
  std::uint8_t attacker_lost = 0;
  Damage afv = Damage::none;
};

class Atm : public Rule {
 public:
  Atm(const Arguments& arguments, const Charts& charts)
      : mines_(arguments.integer("mines")),
        close_combat_(arguments.choice("phase") == "close_combat"),
        deliberate_(arguments.flag("deliberate_immobilization")),
        already_immobilized_(arguments.flag("already_immobilized")),
        dud_from_(arguments.choice("nationality") == "german" ? 12 : 10) {
    const UnitName unit = read_unit(arguments.text("unit"), "unit");
    if (unit.leader && mines_ > 1) {
      throw ArgumentError("mines", "a leader places one mine (86.5)", "1");
    }
    // 86.31, 86.32: 4 in an Overrun hex, the morale in Close Combat.
    needed_ = (close_combat_ ? unit.morale : 4) - arguments.integer("leadership") -
              arguments.integer("drm") + (deliberate_ ? 1 : 0);
    if (deliberate_) {
      if (already_immobilized_) {
        throw ArgumentError("deliberate_immobilization", "the AFV is immobilized already", "false");
      }
      return;
    }
    if (!arguments.given("kill_number")) {
      throw ArgumentError("kill_number", "kill_number is missing: the ATM's was not recovered",
                          "the ATM number printed on your AFV KILL chart, rear target facing");
    }
    if (!arguments.given("armor")) {
      throw ArgumentError("armor", "armor is missing",
                          "the armor modifier for side and rear on the target's counter (64.32)");
    }
    KillTarget target;
    target.facing = "rear";  // 86.6
    target.front_armor = arguments.integer("armor");
    target.kill_number = arguments.integer("kill_number");
    target.drm = arguments.integer("kill_drm");
    penetration_.emplace(KillWeapon{"an ATM", "", false, true, true}, target, false, charts);
  }

  Outcome resolve(Dice& dice) const override {
    Mines mines;
    for (mines.left = static_cast<std::uint8_t>(mines_);
         mines.left > 0 && mines.attacker_lost == 0 && !finished(mines); --mines.left) {
      dice.at(mines);
      place(dice, mines);
    }
    return Outcome(label(mines.afv))
        .event("placed", mines.placed != 0)
        .event("dud", mines.dud != 0)
        .event("attacker_eliminated", mines.attacker_lost != 0);
  }

 private:
  bool finished(const Mines& mines) const {
    return mines.afv >= Damage::eliminated || (deliberate_ && mines.afv == Damage::immobilized);
  }

  void place(Dice& dice, Mines& mines) const {
    enum class Placement : std::uint8_t { failed, placed, lost };
    const Placement placement = dice.DR([&](TwoDice roll) {
      if (close_combat_ && roll.total() == 12) return Placement::lost;  // 72.86
      return roll.total() <= needed_ ? Placement::placed : Placement::failed;
    });
    if (placement == Placement::lost) mines.attacker_lost = 1;
    if (placement != Placement::placed) return;
    mines.placed = 1;
    struct Effect {
      Penetration::Result result;
      bool dud;
    };
    const bool immobilized = already_immobilized_ || mines.afv == Damage::immobilized;
    const Effect effect = dice.DR([&](TwoDice roll) -> Effect {
      if (roll.total() >= dud_from_) return {{}, true};               // 86.8
      if (deliberate_) return {{Damage::immobilized, false}, false};  // 86.7
      return {penetration_->result(roll.total(), false, immobilized), false};
    });
    if (effect.dud) mines.dud = 1;
    const Damage damage = Penetration::settle(dice, effect.result);
    if (damage != Damage::none) mines.afv = damage;
  }

  int mines_;
  bool close_combat_;
  bool deliberate_;
  bool already_immobilized_;
  int dud_from_;
  int needed_ = 0;
  std::optional<Penetration> penetration_;  ///< not with Deliberate Immobilization
};

}  // namespace

Procedure atm() {
  return {
      .name = "sl.atm",
      .rule = "COI 86",
      .summary = "anti-tank magnetic mines against an AFV in the hex",
      .details =
          "Each mine is placed on a DR of the unit's morale or less in the Close Combat Phase, "
          "of 4 or less in an Overrun hex, leadership applied. A placed mine rolls on the AFV "
          "Kill chart against the rear; an Original 12 (Russian mines: 10 or more) is a dud. "
          "Exactly the number needed only immobilizes on a die of 4 to 6 (66.1). Deliberate "
          "Immobilization places at -1 and immobilizes but for a dud.\n"
          "The kill number of the ATM was not recovered and is asked for. An Original 12 for a "
          "placement in Close Combat eliminates the unit, as 72.86 says of Close Combat attacks. "
          "The text gives no effect to Zimmerit; where your game does, use --drm.",
      .parameters =
          {
              text("unit", "a squad such as 4-6-7, or a leader such as 8-1", "who places the mines")
                  .or_named(infantry_names())
                  .tried_with({"4-6-7", "8-3-8"}),
              choice("phase", {"close_combat", "overrun"},
                     "when: in the Close Combat Phase, or by the defender of an Overrun hex"),
              choice("nationality", {"german", "russian"}, "whose mines"),
              integer("mines", 1, 4, "how many are tried, one after the other")
                  .by_default("1")
                  .tried_with({"1", "2", "4"}),
              integer("leadership", -3, 2, "the modifier of the leader, for placement only (86.8)")
                  .or_of_unit(UnitFact::leadership)
                  .by_default("0"),
              integer("drm", -5, 5, "all other modifiers of the placement").by_default("0"),
              flag("deliberate_immobilization", "the mines go for the tracks (86.7)"),
              flag("already_immobilized", "the AFV is immobilized already"),
              integer("kill_number", -5, 25,
                      "the ATM number printed on your AFV KILL chart, rear target facing")
                  .optional()
                  .tried_with({"8", "11", "14"}),
              integer("armor", -9, 9, "the armor modifier for side and rear (64.32)")
                  .optional()
                  .tried_with({"0", "1"}),
              integer("kill_drm", -10, 10, "other modifiers of the kill roll").by_default("0"),
          },
      .outcomes = damage_outcomes(),
      .events = {{"placed", "at least one mine was placed"},
                 {"dud", "a placed mine was a dud"},
                 {"attacker_eliminated", "the unit was eliminated by the crew (72.86)"}},
      .measures = {},
      .charts = {},
      .rule_for = [](const Arguments& arguments,
                     const Charts& charts) { return std::make_unique<Atm>(arguments, charts); },
  };
}

}  // namespace combat_odds::squad_leader
