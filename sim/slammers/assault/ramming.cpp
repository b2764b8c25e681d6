#include "combat_odds/sim/slammers/fire/fire_target.hpp"

namespace combat_odds::slammers {
namespace {

/// Supplement 4, "Ramming Infantry and other vehicle TUs": an attack like that of an ADS, Sh 1,
/// with a Quality Roll to hit.
int ramming_firepower(const Arguments& arguments) {
  if (arguments.given("firepower")) return arguments.integer("firepower");
  const std::string& rammer = arguments.choice("rammer");
  if (arguments.choice("target") == "infantry" || rammer == "jeep") return 3;
  return rammer == "heavy" ? 5 : 4;
}

class Ramming : public Rule {
 public:
  Ramming(const Arguments& arguments, const Charts& charts)
      : firepower_(ramming_firepower(arguments)), target_(FireTarget::asked(arguments, charts)) {
    const int modifier = thunder_run_modifier(arguments, "") + arguments.integer("qr_modifier");
    roll_ = charts.get<QualityLevels>(QualityLevels::chart_name)
                .roll(fighting_quality(arguments, charts, "quality"), modifier);
    target_.ask_suppression_kills(arguments);
  }

  Outcome resolve(Dice& dice) const override {
    TargetState state;
    const bool hit = roll_.possible() && dice.dr([&](int dr) { return roll_.succeeds(dr); });
    if (hit) target_.hit(dice, state, firepower_);
    return target_.outcome(state).event("hit", hit);
  }

 private:
  QualityRoll roll_;
  int firepower_;
  FireTarget target_;
};

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = {
      quality_parameter("quality", "the quality, or class, of the ramming crew"),
      choice("rammer", {"other", "jeep", "heavy"},
             "who rams: jeep for a jeep or the like, heavy for a large tank or a dozer"),
      integer("firepower", 0, 20, "the FP of the ram, in place of Supplement 4's").optional(),
  };
  append(all, FireTarget::parameters({"infantry", "vehicle"},
                                     "the DV of the infantry, or of the facing that is rammed"));
  all.push_back(FireTarget::suppression_kills_parameter());
  append(all, thunder_run_parameters("", "the ramming vehicle"));
  all.push_back(qr_modifier_parameter("the sum of all other QR modifiers"));
  return all;
}

}  // namespace

Procedure ramming() {
  return {
      .name = "slammers.ramming",
      .rule = "Supplement 4, Ramming",
      .summary = "a vehicle runs into infantry or a smaller vehicle",
      .details =
          "A Quality Roll to hit, Sh 1. FP is 3 against infantry; against vehicles 3 for a jeep, 5 "
          "for a large tank or dozer, 4 for all others. Overkill may be used. Vehicles of like "
          "size do each other no harm: the rule is for large ones against small ones. The ramming "
          "vehicle takes no harm and stops at the target. A Thunder Run is taken to cost its "
          "levels here too.\n" +
          std::string(damage_details),
      .parameters = parameters(),
      .outcomes = FireTarget::outcomes(),
      .events =
          [] {
            std::vector<Term> all = FireTarget::events();
            all.push_back({"hit", "the Quality Roll succeeds"});
            return all;
          }(),
      .measures = FireTarget::measures(),
      .charts = {QualityLevels::chart_name, TroopClasses::chart_name,
                 VehicleDamageChart::chart_name},
      .rule_for = [](const Arguments& arguments,
                     const Charts& charts) { return std::make_unique<Ramming>(arguments, charts); },
  };
}

}  // namespace combat_odds::slammers
