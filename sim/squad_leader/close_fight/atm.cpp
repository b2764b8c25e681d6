#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/declare/units.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/to_kill/penetration.hpp"

namespace combat_odds::squad_leader {
namespace {

/// The state of the mines: all that the rest depends on.
struct Mines {
  std::uint8_t left = 0;
  std::uint8_t placed = 0;
  std::uint8_t dud = 0;
  std::uint8_t attacker_lost = 0;
  Damage afv = Damage::none;
};

struct Atm {
  enum class Phase { close_combat, overrun };
  enum class Nationality { german, russian };

  UnitName unit;
  Phase phase = Phase::close_combat;
  Nationality nationality = Nationality::german;
  int mines = 1;
  int leadership = 0;
  int drm = 0;
  bool deliberate_immobilization = false;
  bool already_immobilized = false;
  std::optional<int> kill_number;
  std::optional<int> armor;
  int kill_drm = 0;
  int crew_morale = 7;

  void prepare(const Charts& charts) {
    // 86.31, 86.32: 4 in an Overrun hex, the morale in Close Combat.
    // 36.4, 15.7: a leader who places them uses his own modifier or that of a better leader.
    const int own = unit.modifier;  // 0 for all but leaders
    const int led = leadership == 0 ? own : unit.leader ? std::min(own, leadership) : leadership;
    needed_ =
        (in_close_combat() ? unit.morale : 4) - led - drm + (deliberate_immobilization ? 1 : 0);
    dud_from_ = nationality == Nationality::german ? 12 : 10;
    if (deliberate_immobilization) return;
    KillTarget target;
    target.facing = KillTarget::Facing::rear;  // 86.6
    target.armor = armor;
    target.kill_number = kill_number;
    target.drm = kill_drm;
    penetration_.emplace(KillWeapon{"an ATM", "", false, true, true}, target, false, charts);
  }

  Outcome resolve(Dice& dice) const {
    Mines state;
    if (already_immobilized) state.afv = Damage::immobilized;
    for (state.left = small(mines); state.left > 0 && state.attacker_lost == 0 && !finished(state);
         --state.left) {
      dice.at(state);
      place(dice, state);
    }
    const bool nothing_new = already_immobilized && state.afv == Damage::immobilized;
    return damage_outcome(nothing_new ? Damage::none : state.afv)
        .event("placed", state.placed != 0)
        .event("dud", state.dud != 0)
        .event("attacker_eliminated", state.attacker_lost != 0);
  }

  bool in_close_combat() const { return phase == Phase::close_combat; }
  bool crew_may_check() const { return rolls_to_kill() && (already_immobilized || mines > 1); }
  bool rolls_to_kill() const { return !deliberate_immobilization; }

 private:
  bool finished(const Mines& state) const {
    return state.afv >= Damage::abandoned ||
           (deliberate_immobilization && state.afv == Damage::immobilized);
  }

  void place(Dice& dice, Mines& state) const {
    enum class Placement : std::uint8_t { failed, placed, lost };
    const Placement placement = dice.DR([&](TwoDice roll) {
      if (in_close_combat() && roll.total() == 12) return Placement::lost;  // 72.86
      return roll.total() <= needed_ ? Placement::placed : Placement::failed;
    });
    if (placement == Placement::lost) state.attacker_lost = 1;
    if (placement != Placement::placed) return;
    state.placed = 1;
    struct Effect {
      Penetration::Result result;
      bool dud;
    };
    const bool immobilized = state.afv == Damage::immobilized;
    const Effect effect = dice.DR([&](TwoDice roll) -> Effect {
      if (roll.total() >= dud_from_) return {{}, true};                             // 86.8
      if (deliberate_immobilization) return {{Damage::immobilized, false}, false};  // 86.7
      return {penetration_->result(roll.total(), false, immobilized), false};
    });
    if (effect.dud) {
      state.dud = 1;
      return;
    }
    const Damage damage = Penetration::settle(dice, effect.result);
    if (deliberate_immobilization) {
      state.afv = damage;
    } else {
      state.afv = after_hit(dice, state.afv, damage, *penetration_, crew_morale);
    }
  }

  int needed_ = 0;
  int dud_from_ = 12;
  std::optional<Penetration> penetration_;  ///< not with Deliberate Immobilization
};

}  // namespace

Procedure atm() {
  return procedure<Atm>("sl.atm", "COI 86", "anti-tank magnetic mines against an AFV in the hex")
      .asks(&Atm::unit, "unit", "a squad such as 4-6-7, or a leader such as 8-1",
            "who places the mines", read_unit)
      .or_named(infantry_names())
      .tried_with({"4-6-7", "8-3-8"})
      .asks(&Atm::phase, "phase", one_of({"close_combat", "overrun"}),
            "when: in the Close Combat Phase, or by the defender of an Overrun hex")
      .asks(&Atm::nationality, "nationality", one_of({"german", "russian"}), "whose mines")
      .asks(&Atm::mines, "mines", 1, 4, "how many are tried, one after the other")
      .only_when([](const Atm& asked) { return !asked.unit.leader; },
                 "a leader places one mine (86.5)", "")
      .asks(&Atm::leadership, "leadership", -3, 2,
            "the modifier of the leader, for placement only (86.8)")
      .or_of_unit(UnitFact::leadership)
      .asks(&Atm::drm, "drm", -5, 5, "all other modifiers of the placement")
      .asks(&Atm::deliberate_immobilization, "deliberate_immobilization",
            "the mines go for the tracks, whatever the kill number and armor (86.7)")
      .only_when([](const Atm& asked) { return !asked.already_immobilized; }, "",
                 "--already-immobilized false")
      .asks(&Atm::already_immobilized, "already_immobilized", "the AFV is immobilized already")
      .asks(&Atm::kill_number, "kill_number", -5, 25,
            "the ATM number printed on your AFV KILL chart, rear target facing")
      .needed_when(&Atm::rolls_to_kill, "the ATM's was not recovered",
                   "the ATM number printed on your AFV KILL chart, rear target facing")
      .tried_with({"8", "11", "14"})
      .asks(&Atm::armor, "armor", -9, 9, "the armor modifier for side and rear (64.32)")
      .needed_when(&Atm::rolls_to_kill, "the kill roll is against the rear (86.6)",
                   "the armor modifier for side and rear on the target's counter (64.32)")
      .asks(&Atm::kill_drm, "kill_drm", -10, 10, "other modifiers of the kill roll")
      .asks(&Atm::crew_morale, "crew_morale", 2, 12,
            "the morale of the crew when a mine strikes an immobilized AFV without a kill (39.3, "
            "66.4)")
      .or_of_unit(UnitFact::morale)
      .only_when(&Atm::crew_may_check, "no immobilized AFV is attacked here", "")
      .tried_with({"7", "6", "9"})
      .outcomes(damage_outcomes())
      .outcome("abandoned", "it is struck while immobilized, and its crew leaves it (66.4)")
      .events(vehicle_events())
      .event("placed", "at least one mine was placed")
      .event("dud", "a placed mine was a dud")
      .event("attacker_eliminated", "the unit was eliminated by the crew (72.86)")
      .headlines(vehicle_headline())
      .headline("attacker_eliminated", "the attacker is eliminated");
}

}  // namespace combat_odds::squad_leader
