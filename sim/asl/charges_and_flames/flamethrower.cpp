#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/asl/charges_and_flames/flame_to_kill.hpp"
#include "sim/asl/infantry/cowering.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/infantry_fate.hpp"

namespace combat_odds::asl {
namespace {

/// A22.1-.5: a Flamethrower, shot after shot until it is used up.
struct Flamethrower {
  enum class User { elite, non_elite, captured, captured_non_elite };
  enum class Cowers { cower, inexperienced, never };

  int range = 1;
  bool two_levels = false;
  int area_fire = 0;
  int drm = 0;
  User user = User::elite;
  Cowers cowers = Cowers::cower;
  int shots = 1;
  FireTarget target;  ///< no units: an AFV
  bool rear = false;
  bool crew_exposed = false;
  bool open_topped = false;
  std::vector<UnitName> exposed;
  int exposed_drm = 0;

  bool at_afv() const { return target.units.empty(); }
  bool at_units() const { return !at_afv(); }
  /// Heat of Battle can make so many kinds of units that only a few attacks can be followed.
  bool has_few_shots() const { return shots <= (target.units.size() > 1 ? 1 : 3); }
  bool has_exposed() const { return !exposed.empty(); }
  bool in_another_hex() const { return range > 0; }
  bool status_matters() const { return at_units(); }
  bool elr_matters() const { return at_units() || has_exposed(); }

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    const bool far = range == 2;
    cowering_.kind = cowers == Cowers::cower           ? Cowering::Kind::cower
                     : cowers == Cowers::inexperienced ? Cowering::Kind::inexperienced
                                                       : Cowering::Kind::never;
    firepower_ = 24.0 / (far ? 2 : 1) / (two_levels ? 2 : 1) / (1 << area_fire);
    if (at_units()) {
      target.check_no_tem("a Flamethrower", "A22.1");
      for (int lost = 0; lost <= 2; ++lost) {
        for (int original = 2; original <= 12; ++original) {
          target.expect([&](int own) { return effect_on_units(original, lost, own); });
        }
      }
      return;
    }
    to_kill_ = basic_flame_to_kill(charts, "ft") / (far ? 2 : 1) + (crew_exposed ? 1 : 0) +
               (open_topped ? 2 : 0) + (rear || range == 0 ? 1 : 0);
    prepare_exposed(exposed_, exposed, target, charts);
  }

  Outcome resolve(Dice& dice) const {
    const FireTarget& fired_on = at_units() ? target : exposed_;
    TargetStack stack = fired_on.start();
    while (stack.memo[fired] < shots && stack.memo[used_up] == 0 && has_target(stack)) {
      FireTarget::end_pins(stack);  // A7.8: each shot is in a Player Turn of its own
      const Shot shot = dice.DR([&](TwoDice roll) { return effect(roll); });
      const int left = shots - ++stack.memo[fired];
      stack.memo[used_up] = shot.used_up ? 1 : 0;
      stack.memo[kill] = small(shot.kill);
      const bool last = left == 0 || shot.used_up || killed(stack);
      if (fired_on.resolve(dice, stack, shot, last)) return {};
    }
    Outcome outcome =
        at_units() ? target.outcome(stack) : afv_outcome(static_cast<FlameKill>(stack.memo[kill]));
    if (at_afv()) {
      outcome.measure_if(target.casualty_vp, "casualty_vp",
                         points_lost(killed(stack), target, exposed_, stack.casualty_vp));
    }
    if (has_exposed()) {
      // Who rode on an AFV that a later shot destroys is no longer told.
      report_exposed(outcome, exposed_.losses(killed(stack) ? exposed_.start() : stack));
    }
    return outcome.event("used_up", stack.memo[used_up] != 0).measure("shots", stack.memo[fired]);
  }

  Working working() const {
    Working working;
    working.situation =
        "an FT at range " + std::to_string(range) + ", " +
        (at_afv() ? std::string("at an AFV") : firepower_text() + ", at " + target.text());
    return working;
  }

 private:
  enum : std::size_t { fired, used_up, kill };  // in the memo of the stack

  struct Shot : DrResults {
    FlameKill kill = FlameKill::none;
    bool used_up = false;
  };

  static bool killed(const TargetStack& stack) {
    return static_cast<FlameKill>(stack.memo[kill]) != FlameKill::none;
  }

  bool has_target(const TargetStack& stack) const {
    if (at_afv()) return !killed(stack);
    return std::any_of(stack.units.begin(), stack.units.begin() + stack.unit_count,
                       [](const TargetUnit& unit) { return !unit.is(TargetUnit::eliminated); });
  }

  std::string firepower_text() const {
    const int column = ift_->column(firepower_);
    return std::to_string(static_cast<int>(firepower_)) + " FP (" +
           (column < 0 ? "below all columns" : std::to_string(ift_->heading(column)) + " column") +
           ")";
  }

  /// A22.2: X10. A21.11-.12: two lower for users who are not elite, and for a captured one.
  int removal_number() const {
    return user == User::elite ? 10 : user == User::captured_non_elite ? 6 : 8;
  }

  /// For units with that modifier of their own, after so many columns are lost by cowering.
  IftResult effect_on_units(int original, int lost, int own) const {
    const int column = ift_->column(firepower_) - lost;
    return column < 0 ? IftResult{} : ift_->at(column, original + drm + own);
  }

  /// The IFT, or the To Kill DR. If the AFV survives, the same DR is the collateral attack.
  Shot effect(TwoDice roll) const {
    const int original = roll.total();
    Shot shot;
    shot.used_up = original >= removal_number();
    const int column = ift_->column(firepower_);
    if (at_units()) {
      static_cast<DrResults&>(shot) = target.results(
          [&](int own) { return effect_on_units(original, cowering_.columns(roll), own); });
    } else {
      shot.kill = flame_kill(original, to_kill_);
      if (has_exposed() && shot.kill == FlameKill::none) {
        shot.result = ift_->at(column, original + exposed_drm);
      }
    }
    return shot;
  }

  const Ift* ift_ = nullptr;
  Cowering cowering_;
  double firepower_ = 0;
  int to_kill_ = 0;
  FireTarget exposed_;
};

}  // namespace

Procedure flamethrower() {
  return procedure<Flamethrower>("asl.flamethrower", "A22.1-.5, C7.34",
                                 "a Flamethrower fires at units or an AFV until it is used up")
      .asks(&Flamethrower::range, "range", 0, 2, "0: the same Location; 2: half its FP")
      .asks(&Flamethrower::two_levels, "two_levels",
            "the target is two levels higher or lower: half its FP")
      .asks(&Flamethrower::area_fire, "area_fire", 0, 3,
            "how often its FP is halved: a concealed target, Final Fire after First Fire")
      .asks(&Flamethrower::drm, "drm", -5, 10,
            "Hindrances, CX, FFNAM, FFMO and -1 for each FT of the target; no TEM, no leader")
      .asks(&Flamethrower::user, "user",
            one_of({"elite", "non_elite", "captured", "captured_non_elite"}),
            "who uses it: X10, X8, X8 or X6")
      .asks(
          &Flamethrower::cowers, "cowering", one_of({"cower", "inexperienced", "never"}),
          "columns lost on Original doubles, which no leader prevents: one, two, or none (an SMC, "
          "the Fanatic and berserk)")
      .asks(&Flamethrower::shots, "shots", 1, 10, "how often it fires at most, on what is left")
      .includes(&Flamethrower::target, "", FireTarget::InPlace::afv, FireTarget::Groups::several)
      .includes(&Flamethrower::target, describe_afv_points)
      .asks(&Flamethrower::rear, "rear",
            "afv: its rear facing is hit, +1 on the To Kill number, as always in the same hex")
      .asks(&Flamethrower::crew_exposed, "crew_exposed", "afv: it is CE, +1 on the To Kill number")
      .asks(&Flamethrower::open_topped, "open_topped",
            "afv: it is open-topped, +2 on the To Kill number")
      .asks(&Flamethrower::exposed, "exposed", units_form,
            "afv: its vulnerable crew, passengers or riders, such as 2-2-8 for an exposed crew",
            FireTarget::read_if_any)
      .by_default("")
      .tried_with({"2-2-8", "4-6-7 8-1"})
      .asks(&Flamethrower::exposed_drm, "exposed_drm", -20, 20,
            "afv: the sum of the modifiers against the exposed, +2 for a CE crew")
      .only_when(AllFrom{"rear"}, &Flamethrower::at_afv, "", "--target afv")
      .only_when({"rear"}, &Flamethrower::in_another_hex, "in the same hex the rear is attacked",
                 "")
      .only_when({"exposed_drm"}, &Flamethrower::has_exposed, "", "--exposed")
      .only_when({"drm", "status", "cowering"}, &Flamethrower::at_units,
                 "it does not modify the To Kill DR against an AFV", "units as --target")
      .only_when({"two_levels", "area_fire", "elr"}, &Flamethrower::elr_matters,
                 "it does not modify the To Kill DR against an AFV",
                 "units as --target, or --exposed")
      .includes(&Flamethrower::target, FireTarget::describe_heat)
      .only_when({"heat_of_battle"}, &Flamethrower::at_units,
                 "an AFV has no Heat of Battle (A15.1)", "units as --target")
      .only_when(
          {"heat_of_battle"}, &Flamethrower::has_few_shots,
          "Heat of Battle is played for up to three shots at one unit, or one shot at several", "")
      .outcomes(outcomes_of_afv_or_units())
      .event("used_up", "an Original DR of its X number: it is removed after the attack")
      .events(FireTarget::events())
      .events(FireTarget::group_events())
      .events({FireTarget::heat_event()})
      .events(vehicle_events())
      .measure("shots", "shots fired")
      .measures(FireTarget::measures())
      .measures(losses_of("exposed", "crew, passengers and riders, where the AFV survives"))
      .headline("knocked_out", "the AFV is knocked out")
      .headline("broken_or_worse", "at least one breaks or worse", "it breaks or worse")
      .headline("eliminated_or_reduced", "at least one is lost or reduced", "it is lost or reduced")
      .headline("used_up", "the FT is used up");
}

}  // namespace combat_odds::asl
