#include "combat_odds/sim/asl/close_fight/flame_to_kill.hpp"
#include "combat_odds/sim/asl/close_fight/molotov_check.hpp"
#include "combat_odds/sim/asl/fire_and_rubble/burning.hpp"
#include "combat_odds/sim/asl/infantry/fire_attack.hpp"
#include "combat_odds/sim/asl/infantry/losses.hpp"
#include "combat_odds/sim/asl/infantry/support_weapons.hpp"
#include "combat_odds/sim/names.hpp"

namespace combat_odds::asl {
namespace {

/// The FP that a MOL adds, after all modification (22.611).
constexpr int molotov_firepower = 4;

/// What happened beside the fire, as bits.
enum Memory : std::uint8_t {
  check_passed = 1,
  thrower_broken = 2,
  flame_target = 4,
  flame_thrower = 8,
  others_attacked = 16,  ///< the last of the two attacks of one DR against an AFV's Location
};

Outcome& report(Outcome& outcome, std::uint8_t memory) {
  return outcome.event("check_passed", (memory & check_passed) != 0)
      .event("thrower_broken", (memory & thrower_broken) != 0)
      .event("flame_target", (memory & flame_target) != 0)
      .event("flame_thrower", (memory & flame_thrower) != 0);
}

/// 22.61 to 22.62: the check, then one DR for everything.
class Molotov : public Rule {
 public:
  Molotov(const Arguments& arguments, const Charts& charts, bool against_afv)
      : ift_(charts.get<Ift>(Ift::chart_name)),
        check_(arguments, against_afv),
        thrower_firepower_(arguments.number("firepower")),
        group_firepower_(arguments.number("group_firepower")),
        drm_(arguments.integer("drm")),
        leadership_(arguments.integer("leadership")),
        target_location_(arguments.choice("target_terrain"), ec_drm(arguments, charts)),
        thrower_location_(arguments.choice("thrower_terrain"), ec_drm(arguments, charts)) {
    const std::string& cowering = arguments.choice("cowering");
    columns_lost_ = cowering == "none" ? 0 : cowering == "cower" ? 1 : 2;
    if (leadership_ != 0 && columns_lost_ != 0) {
      throw ArgumentError("cowering", "fire that a leader directs does not cower",
                          "cowering none, or leadership 0");
    }
  }

 protected:
  /// What the DR does beside the fire.
  std::uint8_t memory(TwoDice roll, bool has_molotov) const {
    if (!has_molotov) return 0;
    std::uint8_t memory = check_passed;
    if (roll.coloured == 6) {
      memory |= thrower_broken;
      if (thrower_location_.burns(roll.white)) memory |= flame_thrower;
    } else if (roll.coloured == 1 && target_location_.burns(roll.white)) {
      memory |= flame_target;
    }
    return memory;
  }

  /// The FP left for the attack. A half-squad, crew or SMC whose check fails has had its attack,
  /// and a thrower who breaks takes its FP and the MOL's out of it (22.611-.6111).
  double firepower(std::uint8_t memory, bool has_molotov, bool with_molotov) const {
    if ((memory & thrower_broken) != 0) return group_firepower_;
    if (!has_molotov) return group_firepower_ + (check_.is_squad() ? thrower_firepower_ : 0);
    return thrower_firepower_ + group_firepower_ + (with_molotov ? molotov_firepower : 0);
  }

  /// 22.62: leadership counts only for an attack with more than the four FP of a MOL.
  IftResult fire(TwoDice roll, std::uint8_t memory, bool has_molotov, bool with_molotov,
                 int drm) const {
    const double total = firepower(memory, has_molotov, with_molotov);
    const bool only_molotov =
        has_molotov && with_molotov && (memory & thrower_broken) == 0 && total <= molotov_firepower;
    const int column = ift_.column(total) - (roll.doubles() ? columns_lost_ : 0);
    if (column < 0) return {};
    return ift_.at(column, roll.total() + drm + (only_molotov ? 0 : leadership_));
  }

  const Ift& ift_;
  MolotovCheck check_;
  double thrower_firepower_;
  double group_firepower_;
  int drm_;
  int leadership_;
  int columns_lost_;
  FlameLocation target_location_;
  FlameLocation thrower_location_;
};

/// 22.611: against units that are not armored.
class MolotovAgainstUnits : public Molotov {
 public:
  MolotovAgainstUnits(const Arguments& arguments, const Charts& charts)
      : Molotov(arguments, charts, false),
        already_broken_(arguments.choice("status") == "broken"),
        target_(FireTarget::asked(arguments, charts)) {}

  Outcome resolve(Dice& dice) const override {
    struct Attack {
      IftResult result;
      std::uint8_t memory = 0;
    };
    const bool has_molotov = check_.passed(dice);
    const Attack attack = dice.DR([&](TwoDice roll) {
      const std::uint8_t memo = memory(roll, has_molotov);
      return Attack{fire(roll, memo, has_molotov, true, drm_), memo};
    });
    TargetStack stack = target_.start();
    stack.memo[0] = attack.memory;
    if (target_.resolve(dice, stack, attack.result, true)) return {};
    Outcome outcome = target_.outcome(stack);
    const Losses losses = losses_of(stack, already_broken_);
    return report(outcome, stack.memo[0])
        .event("target_broken_or_worse", losses.eliminated + losses.reduced + losses.broken > 0);
  }

 private:
  bool already_broken_;
  FireTarget target_;
};

/// 22.612: against an AFV. The one DR is the To Kill DR, the collateral attack on those who ride
/// exposed, and the attack without the MOL's FP on everybody else there.
class MolotovAgainstAfv : public Molotov {
 public:
  MolotovAgainstAfv(const Arguments& arguments, const Charts& charts)
      : Molotov(arguments, charts, true),
        exposed_(asked("exposed", arguments, charts, false)),
        others_(asked("others", arguments, charts, arguments.choice("status") == "broken")),
        has_exposed_(arguments.given("exposed")),
        has_others_(arguments.given("others")),
        others_broken_before_(arguments.choice("status") == "broken"),
        exposed_drm_(arguments.integer("exposed_drm")) {
    const std::string& armor = arguments.choice("armor");
    final_to_kill_ = basic_flame_to_kill(charts, "mol") +
                     (arguments.choice("from") == "other" ? 0 : 1) +
                     (armor == "crew_exposed"  ? 1
                      : armor == "open_topped" ? 2
                                               : 0) -
                     (arguments.flag("moving") ? 2 : 0);
    if (arguments.flag("from_above")) final_to_kill_ += armor == "open_topped" ? 2 : 1;
  }

  Outcome resolve(Dice& dice) const override {
    struct Attack {
      IftResult exposed;
      IftResult others;
      FlameKill kill = FlameKill::none;
      std::uint8_t memory = 0;
    };
    const bool has_molotov = check_.passed(dice);
    const Attack attack = dice.DR([&](TwoDice roll) {
      Attack made;
      made.memory = memory(roll, has_molotov);
      const bool thrown = has_molotov && (made.memory & thrower_broken) == 0;
      if (thrown) made.kill = flame_kill(roll.total(), final_to_kill_);
      if (thrown && has_exposed_ && made.kill == FlameKill::none) {
        made.exposed = fire(roll, made.memory, has_molotov, true, exposed_drm_);
      }
      if (has_others_) made.others = fire(roll, made.memory, has_molotov, false, drm_);
      return made;
    });

    TargetStack exposed = exposed_.start();
    exposed.memo = {attack.memory, static_cast<std::uint8_t>(attack.others.kind),
                    attack.others.number, static_cast<std::uint8_t>(attack.kill)};
    if (has_exposed_) exposed_.resolve(dice, exposed, attack.exposed, true);
    const Losses riders = losses_of(exposed, false);

    // Once the exposed are dealt with, only what became of them is remembered, four bits a number.
    TargetStack others = others_.start();
    others.memo = {static_cast<std::uint8_t>(exposed.memo[0] | others_attacked),
                   static_cast<std::uint8_t>(riders.eliminated << 4 | riders.reduced),
                   static_cast<std::uint8_t>(riders.broken << 4 | riders.pinned), exposed.memo[3]};
    const IftResult on_others = {static_cast<IftResult::Kind>(exposed.memo[1]), exposed.memo[2]};
    if (has_others_) others_.resolve(dice, others, on_others, true);
    return outcome(others);
  }

 private:
  static FireTarget asked(const char* parameter, const Arguments& arguments, const Charts& charts,
                          bool broken) {
    std::vector<UnitName> units;
    if (arguments.given(parameter)) {
      units = read_units(arguments.text(parameter), parameter, TargetStack::most_units);
    }
    return {charts.get<Infantry>(Infantry::chart_name), units, broken, arguments.integer("elr")};
  }

  Outcome outcome(const TargetStack& others) const {
    const auto kill = static_cast<FlameKill>(others.memo[3]);
    Outcome outcome(kill == FlameKill::burning_wreck ? "burning_wreck"
                    : kill == FlameKill::eliminated  ? "eliminated"
                                                     : "afv_unharmed");
    report(outcome, others.memo[0]);
    if (has_exposed_) {
      outcome.measure("exposed_eliminated", others.memo[1] >> 4)
          .measure("exposed_reduced", others.memo[1] & 15)
          .measure("exposed_broken", others.memo[2] >> 4)
          .measure("exposed_pinned", others.memo[2] & 15);
    }
    if (has_others_) {
      const Losses losses = losses_of(others, others_broken_before_);
      outcome.measure("others_eliminated", losses.eliminated)
          .measure("others_reduced", losses.reduced)
          .measure("others_broken", losses.broken)
          .measure("others_pinned", losses.pinned);
    }
    return outcome;
  }

  FireTarget exposed_;
  FireTarget others_;
  bool has_exposed_;
  bool has_others_;
  bool others_broken_before_;
  int exposed_drm_;
  int final_to_kill_;
};

/// Parameters that mean nothing unless the target is an AFV.
void check_no_afv(const Arguments& arguments) {
  const auto refuse = [](const char* parameter) {
    throw ArgumentError(parameter, "only an attack on an AFV asks for it", "target afv");
  };
  if (arguments.choice("from") != "other") refuse("from");
  if (arguments.choice("armor") != "buttoned_up") refuse("armor");
  if (arguments.flag("moving")) refuse("moving");
  if (arguments.flag("from_above")) refuse("from_above");
  if (arguments.given("exposed")) refuse("exposed");
  if (arguments.integer("exposed_drm") != 0) refuse("exposed_drm");
  if (arguments.given("others")) refuse("others");
}

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = MolotovCheck::parameters();
  all.push_back(
      number("firepower", 0, 100, "the thrower's own FP after all modification (0 for a leader)")
          .or_of_unit(UnitFact::firepower)
          .or_named(support_weapons(), weapons_form)
          .tried_with({"0", "1", "4", "8", "13.5"}));
  all.push_back(number("group_firepower", 0, 200, "the FP of the rest of its Fire Group")
                    .or_of_unit(UnitFact::firepower)
                    .or_named(support_weapons(), weapons_form)
                    .by_default("0")
                    .tried_with({"0", "0", "4", "16"}));
  all.push_back(integer("drm", -20, 20, "the sum of the modifiers on the IFT, without leadership")
                    .by_default("0"));
  all.push_back(integer("leadership", -3, 1,
                        "the modifier of the leader who directs the fire; never for the MOL Check, "
                        "the To Kill DR or a MOL's four FP alone")
                    .or_of_unit(UnitFact::leadership)
                    .by_default("0")
                    .tried_with({"0", "0", "-1", "1"}));
  all.push_back(choice("cowering", {"none", "cower", "inexperienced"},
                       "columns lost on Original doubles: none (a leader directs), one, or two"));
  all.push_back(
      FlameLocation::parameter("target_terrain", "what is in the target's Location, for Flames"));
  all.push_back(
      FlameLocation::parameter("thrower_terrain", "what is in the thrower's Location, for Flames"));
  all.push_back(ec_parameter());
  for (Parameter& parameter : FireTarget::parameters()) {
    if (parameter.name == "target") {
      parameter.form += ", or afv";
      parameter.names = both(words({"afv"}), *parameter.names);
      parameter.meaning = "the units under attack, or afv: an AFV";
      parameter.spread = {"afv", "afv", "4-6-7", "2-4-7", "2*4-6-7 8-1"};
    }
    all.push_back(std::move(parameter));
  }
  all.push_back(choice("from", {"other", "rear", "same_hex"},
                       "afv: the facing that is hit; the rear facing and the same hex add 1 to the "
                       "To Kill number")
                    .tried_with({"other", "other", "rear", "same_hex"}));
  all.push_back(choice("armor", {"buttoned_up", "crew_exposed", "open_topped"},
                       "afv: +1 to the To Kill number if CE, +2 if open-topped, never both")
                    .tried_with({"buttoned_up", "buttoned_up", "crew_exposed", "open_topped"}));
  all.push_back(flag("moving", "afv: it moves, 2 less on the To Kill number")
                    .tried_with({"false", "false", "true"}));
  all.push_back(flag("from_above",
                     "afv: the thrower has the elevation advantage (C7.22), +1 on the To Kill "
                     "number or +2 if open-topped")
                    .tried_with({"false", "false", "true"}));
  all.push_back(text("exposed", units_form,
                     "afv: its vulnerable crew, passengers or riders, such as 2-2-8 for an exposed "
                     "crew")
                    .optional()
                    .tried_with({"", "", "2-2-8", "4-6-7 8-1"}));
  all.push_back(integer("exposed_drm", -20, 20,
                        "afv: the sum of the modifiers against the exposed, +2 for a CE crew")
                    .by_default("0")
                    .tried_with({"0", "0", "2"}));
  all.push_back(text("others", units_form, "afv: the infantry in its Location")
                    .optional()
                    .tried_with({"", "", "4-6-7", "2*4-4-7 8-0"}));
  return all;
}

std::vector<Term> outcomes() {
  std::vector<Term> all = {
      {"burning_wreck", "the AFV is a burning wreck"},
      {"afv_unharmed", "the AFV is still there"},
  };
  for (Term& term : FireTarget::outcomes()) {
    if (term.name == "eliminated") term.meaning = "the unit or the AFV is eliminated";
    all.push_back(std::move(term));
  }
  return all;
}

std::vector<Term> events() {
  std::vector<Term> all = {
      {"check_passed", "the MOL Check is passed"},
      {"thrower_broken", "the coloured die is a 6: the thrower breaks"},
      {"flame_target", "a Flame is placed in the target's Location"},
      {"flame_thrower", "a Flame is placed in the thrower's Location"},
      {"target_broken_or_worse", "a unit under attack is broken, reduced or eliminated"},
  };
  for (Term& term : FireTarget::events()) all.push_back(std::move(term));
  return all;
}

std::vector<Term> measures() {
  std::vector<Term> all = FireTarget::measures();
  for (const char* who : {"exposed", "others"}) {
    const std::string whose = who == std::string("exposed")
                                  ? "crew, passengers and riders, where the AFV survives: "
                                  : "infantry in the AFV's Location: ";
    all.push_back({who + std::string("_eliminated"), whose + "eliminated"});
    all.push_back({who + std::string("_reduced"), whose + "reduced or wounded"});
    all.push_back({who + std::string("_broken"), whose + "broken"});
    all.push_back({who + std::string("_pinned"), whose + "pinned"});
  }
  return all;
}

}  // namespace

Procedure molotov() {
  return {
      .name = "asl.molotov",
      .rule = "A22.61-.62",
      .summary = "an attack with a Molotov cocktail on units or an AFV",
      .details =
          "A MOL Check (dr 1-3; +1 half-squad or crew, +2 SMC, +1 CX, +1 against anything but an "
          "AFV), then one DR on the IFT with four FP added after every modification. If the check "
          "fails, a squad attacks without the four FP; a half-squad, crew or SMC does not attack "
          "at "
          "all; the rest of its Fire Group does. A coloured 6 breaks the thrower, voids its FP and "
          "the MOL's and places a Flame in its Location; a coloured 1 places a Flame in the "
          "target's. A Flame needs burnable terrain and a white die that is still 1 or more after "
          "-1 in a Fortified Building or the EC modifier elsewhere outside buildings (22.6111). "
          "Leadership counts where the attack has more than the four FP of the MOL (22.62).\n"
          "Target afv: the same DR is the To Kill DR (C7.34: less than the number burns, equal "
          "eliminates; a coloured 6 voids it), the collateral attack with all FP on those named as "
          "exposed, and the attack without the four FP on the others in the Location. The exposed "
          "are attacked only where the AFV survives; a crew that breaks there stands for one that "
          "is stunned. If the check fails, only the others are attacked.\n"
          "In Red Barricades the target's Location must hold a Known or concealed enemy (section "
          "5). "
          "The text gives the modifiers of the MOL Check as a DRM: they modify one die. MOL fire "
          "is not exempt from cowering (A7.9). Compare with asl.fire for the same attack without "
          "a MOL.",
      .parameters = parameters(),
      .outcomes = outcomes(),
      .events = events(),
      .measures = measures(),
      .charts = {Ift::chart_name, Infantry::chart_name, flame_to_kill_chart, conditions_chart},
      .rule_for = [](const Arguments& arguments, const Charts& charts) -> std::unique_ptr<Rule> {
        if (arguments.text("target") == "afv") {
          return std::make_unique<MolotovAgainstAfv>(arguments, charts);
        }
        check_no_afv(arguments);
        return std::make_unique<MolotovAgainstUnits>(arguments, charts);
      },
  };
}

}  // namespace combat_odds::asl
