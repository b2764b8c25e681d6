#include "sim/asl/charges_and_flames/setting_unit.hpp"
#include "sim/asl/infantry/fire_target.hpp"

namespace combat_odds::crucible_of_steel {
namespace {

using asl::FireTarget;
using asl::Ift;
using asl::IftResult;
using asl::TargetStack;

constexpr int set_dc_firepower = 36;
constexpr int set_dc_drm = -3;
constexpr int ditch_drm = -1;  // of the Set dr (5.2)

/// The progress of the work, kept in the memo of the stack in the hex.
enum Stage : std::uint8_t { to_be_set, set, breached, unbroken, dud };
constexpr std::size_t stage = 0;
constexpr std::size_t turn = 1;

/// 5.2, A23.7: the DC is set, then detonated by the unit that set it in a later fire phase.
struct DitchBreach {
  int us_number = 3;
  int morale = 7;
  int leadership = 0;
  int turns = 1;
  FireTarget target;

  bool has_units() const { return !target.units.empty(); }

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    sappers_ = {us_number, morale, leadership, ditch_drm};
    breach_column_ = ift_->column(set_dc_firepower);
    unit_column_ = ift_->column(set_dc_firepower / 2.0);
  }

  TargetStack start() const { return target.start(); }

  TargetStack step(const TargetStack& before, Dice& dice) const {
    TargetStack stack = before;
    bool is_set = stack.memo[stage] == set;
    const bool goes_off = sappers_.tries(dice, stack.memo[turn]++, is_set);
    stack.memo[stage] = is_set ? set : to_be_set;
    if (!goes_off) return stack;

    struct Detonation {
      IftResult on_units;
      Stage stage = unbroken;
    };
    const Detonation detonation = dice.DR([&](TwoDice roll) {
      if (roll.total() + stack.unit_count >= 12) return Detonation{{}, dud};
      const int final_dr = roll.total() + set_dc_drm;
      const IftResult on_ditch = ift_->at(breach_column_, final_dr);
      return Detonation{stack.unit_count == 0 ? IftResult{} : ift_->at(unit_column_, final_dr),
                        on_ditch.kind == IftResult::Kind::kia ? breached : unbroken};
    });
    stack.memo[stage] = detonation.stage;
    target.resolve(dice, stack, detonation.on_units, true);
    return stack;
  }

  std::optional<Outcome> outcome(const TargetStack& stack) const {
    const auto reached = stack.memo[stage];
    if (reached <= set && stack.memo[turn] < turns) return std::nullopt;
    const asl::Losses losses = target.losses(stack);
    return Outcome(reached == breached   ? "breached"
                   : reached == unbroken ? "not_breached"
                   : reached == dud      ? "malfunction"
                   : reached == set      ? "not_detonated"
                                         : "not_set")
        .measure_if(reached > set, "turn", stack.memo[turn])
        .measure("units_eliminated", losses.eliminated)
        .measure("units_reduced", losses.reduced)
        .measure("units_broken", losses.broken)
        .measure("units_pinned", losses.pinned)
        .measure_if(target.casualty_vp, "casualty_vp", stack.casualty_vp);
  }

 private:
  const Ift* ift_ = nullptr;
  asl::SettingUnit sappers_;
  int breach_column_ = 0;
  int unit_column_ = 0;
};

}  // namespace

Procedure ditch_breach() {
  return procedure<DitchBreach>("cos.ditch-breach", "Crucible of Steel 5.2, A23.7",
                                "sappers breach an A-T Ditch with a Set DC")
      .asks(&DitchBreach::us_number, "us_number", 1, 3,
            "the size of the sapper unit: the men on its counter, 3 for a squad")
      .required()
      .asks(&DitchBreach::morale, "morale", 1, 10,
            "its morale, for the Task Check that detonates the DC")
      .required()
      .or_of_unit(UnitFact::morale)
      .asks(&DitchBreach::leadership, "leadership", -3, 1, "the modifier of a leader who helps")
      .or_of_unit(UnitFact::leadership)
      .asks(
          &DitchBreach::turns, "turns", 1, 20,
          "the Player Turns in which it tries, its own first: it sets the DC in one of its own and "
          "detonates it in a later one of either side (A23.7)")
      .tried_with({"2", "3", "5"})
      .includes(&DitchBreach::target, "", FireTarget::InPlace::nobody)
      .adjust("target",
              [](Parameter& target) { target.meaning = "the units in the ditch hex, if any"; })
      .only_when({"status", "elr", "target_state"}, &DitchBreach::has_units, "", "--target")
      .outcome("breached", "a Trail Break leads through the ditch")
      .outcome("not_breached", "the DC went off without breaching it")
      .outcome("malfunction", "the DC did not go off")
      .outcome("not_detonated", "it is set but not detonated in time")
      .outcome("not_set", "it is not set in time")
      .measure("turn", "the Player Turn in which the DC goes off or malfunctions")
      .only_where({"breached", "not_breached", "malfunction"})
      .less_is_better()
      .measure("units_eliminated", "units in the hex eliminated")
      .measure("units_reduced", "reduced or wounded")
      .measure("units_broken", "broken")
      .measure("units_pinned", "pinned")
      .measures({FireTarget::casualty_measure()})
      .headline("breached", "the ditch is breached")
      .headline("malfunction", "the DC malfunctions")
      .headline("not_set", "it is not set in time");
}

}  // namespace combat_odds::crucible_of_steel
