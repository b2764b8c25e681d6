#include <cstdint>

#include "combat_odds/sim/slammers/fire/defence_values.hpp"
#include "combat_odds/sim/slammers/fire/fire_target.hpp"
#include "combat_odds/sim/slammers/missiles/interception.hpp"

namespace combat_odds::slammers {
namespace {

constexpr int chances = 36;  // what may happen to launcher and designator is given in 36ths

/// From launch to damage (Supplement 4, "More on ATGWs", "More on Snipers", Enhanced Data Link;
/// play sheet, phases 5 and 7a).
class Atgw : public Rule {
 public:
  Atgw(const Arguments& arguments, const Charts& charts)
      : launcher_destroyed_(arguments.integer("launcher_destroyed")),
        designator_killed_(arguments.integer("designator_killed")),
        designator_suppressed_(arguments.integer("designator_suppressed")),
        designated_(arguments.flag("designator")),
        only_designator_sees_(arguments.choice("line_of_sight") == "designator"),
        target_closes_(arguments.flag("target_closes")),
        last_round_(arguments.flag("last_round")),
        missiles_(arguments.integer("missiles")),
        firepower_(arguments.integer("firepower")),
        interception_(Interception::asked(arguments, charts, "target_")),
        target_(FireTarget::vehicle(arguments.integer("top_dv"),
                                    DamageRules::asked(arguments, charts))) {
    const QualityLevels& levels = charts.get<QualityLevels>(QualityLevels::chart_name);
    const Quality quality = fighting_quality(arguments, charts, "quality");
    const int modifier = thunder_run_modifier(arguments, "") + arguments.integer("qr_modifier");
    plain_ = levels.roll(quality, modifier);
    with_designator_ = levels.roll(quality, modifier + 1);
    if (!designated_) {
      if (only_designator_sees_) {
        throw ArgumentError("line_of_sight", "no designator who could see the target",
                            "designator true, or launcher or data_link");
      }
      for (const char* const fate : {"designator_killed", "designator_suppressed"}) {
        if (arguments.integer(fate) > 0) {
          throw ArgumentError(fate, "there is no designator", "0, or designator true");
        }
      }
    }
    if (designator_killed_ + designator_suppressed_ > chances) {
      throw ArgumentError("designator_suppressed",
                          "designator_killed and designator_suppressed are more than 36 together",
                          "chances in 36, 36 at most together");
    }
  }

  Outcome resolve(Dice& dice) const override {
    State state;
    QualityRoll roll = plain_;
    const bool locked = flight(dice, roll);
    Stage stage = Stage::missed;
    for (state.missiles_left = static_cast<std::uint8_t>(locked ? missiles_ : 0);
         state.missiles_left > 0 && state.empty == 0; --state.missiles_left) {
      state.roll_at_least = static_cast<std::uint8_t>(roll.at_least);
      dice.at(state);
      stage = missile(dice, state, roll);
    }
    const Outcome target = target_.outcome(state.target);
    std::string label = target.label();
    if (!locked) {
      label = "lock_lost";
    } else if (missiles_ == 1 && stage != Stage::arrived) {
      label = stage == Stage::missed ? "missed" : "intercepted";
    }
    Outcome outcome(std::move(label));
    for (const std::string_view event : target.events()) outcome.event(event);
    for (const auto& [name, value] : target.measures()) outcome.measure(name, value);
    return outcome.event("lock_lost", !locked)
        .event("launcher_empty", state.empty != 0)
        .measure("arrived", state.arrived);
  }

 private:
  enum class Stage : std::uint8_t { missed, intercepted, arrived };

  struct State {
    std::uint8_t missiles_left = 0;
    std::uint8_t helpers_spent = 0;
    std::uint8_t arrived = 0;
    std::uint8_t empty = 0;
    std::uint8_t roll_at_least = 0;
    TargetState target;
  };

  /// What happens between launch and landing: false where the lock is lost. `roll` becomes the
  /// Quality Roll that is left.
  bool flight(Dice& dice, QualityRoll& roll) const {
    if (target_closes_) return false;
    if (happens(dice, launcher_destroyed_)) return false;
    if (!designated_) return true;
    enum class Designator : std::uint8_t { unharmed, suppressed, killed };
    const Designator designator = dice.die(chances, [&](int die) {
      return die <= designator_killed_                            ? Designator::killed
             : die <= designator_killed_ + designator_suppressed_ ? Designator::suppressed
                                                                  : Designator::unharmed;
    });
    if (designator == Designator::unharmed) roll = with_designator_;
    return !(designator == Designator::killed && only_designator_sees_);
  }

  Stage missile(Dice& dice, State& state, const QualityRoll& roll) const {
    if (!roll.possible()) return Stage::missed;
    enum class Launch : std::uint8_t { missed, natural_1, hit };
    const Launch launch = dice.dr([&](int dr) {
      return roll.succeeds(dr)        ? Launch::hit
             : dr == 1 && last_round_ ? Launch::natural_1
                                      : Launch::missed;
    });
    if (launch == Launch::natural_1) state.empty = 1;
    if (launch != Launch::hit) return Stage::missed;
    int helpers_left = interception_.helpers() - state.helpers_spent;
    const bool stopped = interception_.stops(dice, helpers_left);
    state.helpers_spent = static_cast<std::uint8_t>(interception_.helpers() - helpers_left);
    if (stopped) return Stage::intercepted;
    ++state.arrived;
    target_.hit(dice, state.target, firepower_);
    return Stage::arrived;
  }

  static bool happens(Dice& dice, int in_36) {
    return dice.die(chances, [&](int die) { return die <= in_36; });
  }

  int launcher_destroyed_;
  int designator_killed_;
  int designator_suppressed_;
  bool designated_;
  bool only_designator_sees_;
  bool target_closes_;
  bool last_round_;
  int missiles_;
  int firepower_;
  QualityRoll plain_;
  QualityRoll with_designator_;
  Interception interception_;
  FireTarget target_;
};

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = {
      quality_parameter("quality", "the quality, or class, of the launcher's crew"),
      integer("firepower", 0, 20,
              "the missile's FP against vehicles, as printed on its Detachment Card: no source at "
              "hand gives it")
          .tried_with({"3", "5", "7"}),
      integer("top_dv", 1, 30, "the target's Top DV: an ATGW strikes from above")
          .or_named(defence_values(), dv_form)
          .tried_with({"6", "8"}),
      integer("missiles", 1, 12, "missiles of one launcher that fly at the target")
          .by_default("1")
          .tried_with({"1", "1", "2", "3"}),
  };
  append(all, thunder_run_parameters("", "the launcher"));
  append(all,
         {qr_modifier_parameter("the sum of all other QR modifiers of the launch"),
          flag("designator", "a sniper designates the target (1 LP): +1 QR"),
          integer("designator_killed", 0, chances,
                  "chances in 36 that he is killed before the missile lands")
              .by_default("0")
              .tried_with({"0", "6"}),
          integer("designator_suppressed", 0, chances,
                  "chances in 36 that he is suppressed before it lands")
              .by_default("0")
              .tried_with({"0", "12"}),
          choice("line_of_sight", {"launcher", "data_link", "designator"},
                 "who sees the target up to phase 7a: the launcher, another TU over an Enhanced "
                 "Data Link, or the designator alone"),
          integer("launcher_destroyed", 0, chances,
                  "chances in 36 that the launcher's TU is destroyed before the missile lands; the "
                  "loss of its missile weapon alone does no harm")
              .by_default("0")
              .tried_with({"0", "6"}),
          flag("target_closes", "the target ends within Close range of the launcher: lock lost"),
          flag("last_round",
               "optional rule: a natural 1 on the launch is the launcher's last missile")});
  append(all, Interception::parameters("target_", "none"));
  append(all, DamageRules::parameters());
  return all;
}

std::vector<Term> outcomes() {
  std::vector<Term> all = {
      {"lock_lost", "no missile reaches the target: the lock is lost"},
      {"missed", "the missile misses its Quality Roll (one missile)"},
      {"intercepted", "the missile is shot down (one missile)"},
  };
  for (Term& term : FireTarget::outcomes()) {
    if (term.name == "killed" || term.name == "suppressed") continue;
    if (term.name == "no_effect") term.meaning = "no missile gets through to harm the target";
    all.push_back(std::move(term));
  }
  return all;
}

}  // namespace

Procedure atgw() {
  return {
      .name = "slammers.atgw",
      .rule = "Supplement 4, ATGWs; play sheet, phases 5 and 7a",
      .summary = "anti-tank guided missiles from launch to destruction",
      .details =
          "First what happens while the missile flies: the lock is lost where the launcher's TU is "
          "destroyed, the target closes to within Close range, or the designator is killed who "
          "alone sees it. A designator who is killed or suppressed gives no +1. Then the Quality "
          "Roll of each missile, with the +1 if it is left; whether it is rolled at launch or at "
          "landing makes no difference that way. The target fires at missiles that would hit, one "
          "after the other; a missile that gets through rolls 1D6 + FP against the Top DV.\n"
          "All missiles are in the air before the first lands, so a weapon that one of them "
          "destroys still fires at the others. "
          "Chances of the launcher and the designator are 36ths: ask slammers.direct-fire for "
          "them; 36 is certain. All missiles are one launcher's and share its fate.\n" +
          std::string(interception_details) + "\n" + damage_details,
      .parameters = parameters(),
      .outcomes = outcomes(),
      .events =
          [] {
            std::vector<Term> all = FireTarget::events();
            all.push_back({"lock_lost", "the lock is lost"});
            all.push_back({"launcher_empty", "the launcher has fired its last missile"});
            return all;
          }(),
      .measures = {{"weapons_lost", "weapons lost by a vehicle that survives (9: nine or more)"},
                   {"arrived", "missiles that hit and are not intercepted"}},
      .charts = {QualityLevels::chart_name, TroopClasses::chart_name,
                 VehicleDamageChart::chart_name},
      .rule_for = [](const Arguments& arguments,
                     const Charts& charts) { return std::make_unique<Atgw>(arguments, charts); },
  };
}

}  // namespace combat_odds::slammers
