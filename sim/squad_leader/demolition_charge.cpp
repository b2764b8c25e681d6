#include "sim/squad_leader/fire_attack.hpp"
#include "sim/squad_leader/penetration.hpp"

namespace combat_odds::squad_leader {
namespace {

/// A charge at a vehicle: the demolition charge column of the AFV Kill chart.
class ChargeAtVehicle : public Rule {
 public:
  ChargeAtVehicle(const Arguments& arguments, const Charts& charts)
      : already_immobilized_(arguments.flag("already_immobilized")),
        penetration_({"a demolition charge", "demolition_charge", false, true, true},
                     target(arguments), false, charts) {}

  Outcome resolve(Dice& dice) const override {
    return Outcome(label(penetration_.roll(dice, false, already_immobilized_)));
  }

 private:
  static KillTarget target(const Arguments& arguments) {
    KillTarget target = asked_kill_target(arguments);
    // 103.1: thrown at a moving AFV.
    if (arguments.choice("method") == "thrown") target.drm += 2;
    return target;
  }

  bool already_immobilized_;
  Penetration penetration_;
};

/// A charge at infantry: 30 factors on the IFT. A thrown one hits its thrower too, with one DR for
/// both (103.11).
class ChargeAtInfantry : public Rule {
 public:
  ChargeAtInfantry(const Arguments& arguments, const Charts& charts)
      : ift_(charts.get<Ift>(Ift::chart_name)),
        thrown_(arguments.choice("method") == "thrown"),
        target_drm_(arguments.integer("drm") + (thrown_ ? 1 : 0)),
        hex_(target_hex(read_units(arguments.text("target"), "target", TargetHex::most_units),
                        HexUnit::Status::good)) {
    if (!thrown_) return;
    if (!arguments.given("thrower")) {
      throw ArgumentError("thrower", "thrower is missing: a thrown charge strikes him too (103.11)",
                          "his unit, such as 8-3-8");
    }
    const UnitName thrower = read_unit(arguments.text("thrower"), "thrower");
    thrower_ = target_hex({thrower}, HexUnit::Status::good);
    thrower_drm_ = arguments.integer("thrower_drm");
  }

  Outcome resolve(Dice& dice) const override {
    struct Results {
      FireResult target;
      FireResult thrower;
    };
    const int column = ift_.column(30);
    const Results results = dice.DR([&](TwoDice roll) -> Results {
      const FireResult target = ift_.at(column, roll.total() + target_drm_);
      if (!thrown_) return {target, {}};
      return {target, ift_.at(column, roll.total() + thrower_drm_)};
    });
    using Status = HexUnit::Status;
    TargetHex hex = hex_;
    if (thrown_) {
      TargetHex thrower = thrower_;
      thrower.memo = {1, static_cast<std::uint8_t>(results.target.kind), results.target.number, 0};
      resolve_fire(dice, thrower, results.thrower);
      hex.memo = {2, static_cast<std::uint8_t>(thrower.units[0].status), 0, 0};
    }
    resolve_fire(dice, hex, results.target);
    const auto fate = static_cast<Status>(hex.memo[1]);
    return fire_outcome(hex, Status::good)
        .event("thrower_broken", fate == Status::broken)
        .event("thrower_eliminated", fate == Status::eliminated);
  }

 private:
  const Ift& ift_;
  bool thrown_;
  int target_drm_;
  int thrower_drm_ = 0;
  TargetHex hex_;
  TargetHex thrower_;
};

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = {
      choice("method", {"placed", "thrown"},
             "placed, or thrown into an adjacent hex in the Defensive Fire Phase (103.1)"),
      text("target", std::string("vehicle, or ") + units_form, "what is blown up")
          .tried_with({"vehicle", "4-6-7", "2*4-4-7 8-1"}),
      integer("drm", -5, 10, "infantry: terrain and other modifiers of the target").by_default("0"),
      text("thrower", "a unit such as 8-3-8", "infantry: who throws the charge")
          .optional()
          .tried_with({"8-3-8", "4-4-7"}),
      integer("thrower_drm", -5, 10, "the terrain of his own hex").by_default("0"),
      flag("already_immobilized", "the vehicle is immobilized already"),
  };
  for (Parameter& parameter : kill_target_parameters()) {
    if (parameter.name == "target_kind") {
      parameter =
          choice("target_kind", {"closed_topped", "open_topped", "unarmored"}, "which vehicle");
    }
    all.push_back(std::move(parameter));
  }
  return all;
}

std::vector<Term> outcomes() {
  std::vector<Term> all = fire_outcomes();
  for (Term& term : damage_outcomes()) {
    if (term.name != "eliminated" && term.name != "no_effect") all.push_back(std::move(term));
  }
  return all;
}

std::vector<Term> events() {
  std::vector<Term> all = fire_events();
  all.push_back({"thrower_broken", "the unit that threw the charge broke"});
  all.push_back({"thrower_eliminated", "the unit that threw the charge is eliminated"});
  return all;
}

}  // namespace

Procedure demolition_charge() {
  return {
      .name = "sl.demolition-charge",
      .rule = "23, COI 103.1",
      .summary = "a demolition charge against a vehicle or infantry",
      .details =
          "Against a vehicle a roll in the demolition charge column of the AFV Kill chart, armor "
          "applied, at +2 if thrown at a moving AFV. Against infantry 30 factors on the IFT; a "
          "thrown charge gets +1 and strikes the thrower with the same DR and the terrain of his "
          "own hex (103.11).\n"
          "The base game's column stands in, and the SL fire table is a derived one. That the "
          "blast "
          "of a charge thrown at a vehicle strikes the thrower too is not followed here: ask for "
          "him with sl.fire, 30 factors.",
      .parameters = parameters(),
      .outcomes = outcomes(),
      .events = events(),
      .measures = fire_measures(),
      .charts = {AfvKillTable::chart_name, Ift::chart_name},
      .rule_for = [](const Arguments& arguments, const Charts& charts) -> std::unique_ptr<Rule> {
        if (arguments.text("target") == "vehicle") {
          return std::make_unique<ChargeAtVehicle>(arguments, charts);
        }
        return std::make_unique<ChargeAtInfantry>(arguments, charts);
      },
  };
}

}  // namespace combat_odds::squad_leader
