#include "combat_odds/sim/asl/infantry/fire_attack.hpp"
#include "combat_odds/sim/asl/infantry/losses.hpp"

namespace combat_odds::crucible_of_steel {
namespace {

using asl::FireTarget;
using asl::Ift;
using asl::IftResult;
using asl::TargetStack;

constexpr int set_dc_firepower = 36;
constexpr int set_dc_drm = -3;

/// Where the work has come to, in the memo of the stack of units in the hex.
enum Stage : std::uint8_t { to_be_set, set, breached, unbroken, dud };
constexpr std::size_t stage = 0;
constexpr std::size_t turn = 1;

/// 5.2, A23.7: the DC is set, then detonated by the unit that set it in a later fire phase.
class DitchBreach : public Process<TargetStack> {
 public:
  DitchBreach(const Arguments& arguments, const Charts& charts)
      : ift_(charts.get<Ift>(Ift::chart_name)),
        breach_column_(ift_.column(set_dc_firepower)),
        unit_column_(ift_.column(set_dc_firepower / 2.0)),
        set_number_(arguments.integer("us_number") + 1 - arguments.integer("leadership")),
        task_number_(arguments.integer("morale") - arguments.integer("leadership")),
        turns_(arguments.integer("turns")),
        already_broken_(arguments.choice("status") == "broken"),
        target_(charts.get<asl::Infantry>(asl::Infantry::chart_name), units(arguments),
                already_broken_, arguments.integer("elr")) {}

  TargetStack start() const override { return target_.start(); }

  TargetStack step(const TargetStack& before, Dice& dice) const override {
    TargetStack stack = before;
    ++stack.memo[turn];
    if (stack.memo[stage] == to_be_set) {
      if (!dice.dr([&](int roll) { return roll <= set_number_; })) return stack;
      stack.memo[stage] = set;
    }
    if (!dice.DR([&](TwoDice roll) { return roll.total() <= task_number_; })) return stack;

    struct Detonation {
      IftResult on_units;
      Stage stage = unbroken;
    };
    const Detonation detonation = dice.DR([&](TwoDice roll) {
      if (roll.total() + stack.unit_count >= 12) return Detonation{{}, dud};
      const int final_dr = roll.total() + set_dc_drm;
      const IftResult on_ditch = ift_.at(breach_column_, final_dr);
      return Detonation{stack.unit_count == 0 ? IftResult{} : ift_.at(unit_column_, final_dr),
                        on_ditch.kind == IftResult::Kind::kia ? breached : unbroken};
    });
    stack.memo[stage] = detonation.stage;
    target_.resolve(dice, stack, detonation.on_units, true);
    return stack;
  }

  std::optional<Outcome> outcome(const TargetStack& stack) const override {
    const auto reached = stack.memo[stage];
    if (reached <= set && stack.memo[turn] < turns_) return std::nullopt;
    const asl::Losses losses = asl::losses_of(stack, already_broken_);
    return Outcome(reached == breached   ? "breached"
                   : reached == unbroken ? "not_breached"
                   : reached == dud      ? "malfunction"
                   : reached == set      ? "not_detonated"
                                         : "not_set")
        .measure("turn", reached > set ? stack.memo[turn] : 0)
        .measure("units_eliminated", losses.eliminated)
        .measure("units_reduced", losses.reduced)
        .measure("units_broken", losses.broken)
        .measure("units_pinned", losses.pinned);
  }

 private:
  static std::vector<UnitName> units(const Arguments& arguments) {
    if (!arguments.given("target")) return {};
    return read_units(arguments.text("target"), "target", TargetStack::most_units);
  }

  const Ift& ift_;
  int breach_column_;
  int unit_column_;
  int set_number_;
  int task_number_;
  int turns_;
  bool already_broken_;
  FireTarget target_;
};

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = {
      integer("us_number", 1, 3,
              "the size of the sapper unit: the men on its counter, 3 for a squad"),
      integer("morale", 1, 10, "its morale, for the Task Check that detonates the DC")
          .or_of_unit(UnitFact::morale),
      integer("leadership", -3, 1, "the modifier of a leader who helps")
          .or_of_unit(UnitFact::leadership)
          .by_default("0"),
      integer("turns", 1, 20, "how many turns it goes on trying at most")
          .by_default("1")
          .tried_with({"1", "2", "4"}),
  };
  for (Parameter& parameter : FireTarget::parameters()) {
    if (parameter.name == "target") {
      all.push_back(text("target", units_form, "the units in the ditch hex, if any")
                        .optional()
                        .tried_with({"", "4-4-7", "2*4-4-7 8-1", "2-2-8"}));
    } else {
      all.push_back(std::move(parameter));
    }
  }
  return all;
}

}  // namespace

Procedure ditch_breach() {
  return {
      .name = "cos.ditch-breach",
      .rule = "Crucible of Steel 5.2, A23.7",
      .summary = "sappers breach an A-T Ditch with a Set DC",
      .details =
          "Each turn: a dr of the unit's US# or less, with -1 and leadership, sets the DC; once it "
          "is set, a normal Task Check detonates it, for the first time in a later fire phase of "
          "the same turn, once a turn. The DR at 36 FP and -3 breaches the ditch on a KIA; the "
          "same "
          "DR attacks all units in the hex at half firepower (the 16 column) and -3, without TEM. "
          "A "
          "DR of 12 or more, with +1 for each unit in the hex, which are taken for enemies, is a "
          "malfunction. One DC is used.\n"
          "A failed set dr or Task Check only costs time; fire at the sappers is not part of this.",
      .parameters = parameters(),
      .outcomes = {{"breached", "a Trail Break leads through the ditch"},
                   {"not_breached", "the DC went off without breaching it"},
                   {"malfunction", "the DC did not go off"},
                   {"not_detonated", "it is set but not detonated in time"},
                   {"not_set", "it is not set in time"}},
      .events = {},
      .measures = {{"turn", "the turn in which the DC goes off or malfunctions; 0: it does not"},
                   {"units_eliminated", "units in the hex eliminated"},
                   {"units_reduced", "reduced or wounded"},
                   {"units_broken", "broken"},
                   {"units_pinned", "pinned"}},
      .charts = {Ift::chart_name, asl::Infantry::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<DitchBreach>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::crucible_of_steel
