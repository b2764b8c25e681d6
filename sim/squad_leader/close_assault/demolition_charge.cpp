#include <optional>

#include "combat_odds/sim/squad_leader/counters.hpp"
#include "combat_odds/sim/squad_leader/infantry/fire_attack.hpp"
#include "combat_odds/sim/squad_leader/ordnance/penetration.hpp"

namespace combat_odds::squad_leader {
namespace {

/// 103.11: the unit that throws a charge takes part of the blast, on the same DR.
struct Thrower {
  Thrower(const Arguments& arguments, const Charts& charts)
      : ift(charts.get<Ift>(Ift::chart_name)),
        drm(arguments.integer("thrower_drm")),
        hex(target_hex({read_unit(arguments.text("thrower"), "thrower")}, HexUnit::Status::good)) {}

  FireResult result(int original) const { return ift.at(ift.column(30), original + drm); }

  const Ift& ift;
  int drm;
  TargetHex hex;
};

std::optional<Thrower> asked_thrower(const Arguments& arguments, const Charts& charts) {
  const bool thrown = arguments.choice("placement") == "thrown";
  if (thrown && !arguments.given("thrower")) {
    throw ArgumentError("thrower", "thrower is missing: a thrown charge strikes him too (103.11)",
                        "his unit, such as 8-3-8");
  }
  if (!thrown) return std::nullopt;
  return Thrower(arguments, charts);
}

Outcome with_thrower(Outcome outcome, HexUnit::Status fate) {
  return outcome.event("thrower_broken", fate == HexUnit::Status::broken)
      .event("thrower_eliminated", fate == HexUnit::Status::eliminated);
}

/// A charge at a vehicle: the demolition charge column of the AFV Kill chart.
class ChargeAtVehicle : public Rule {
 public:
  ChargeAtVehicle(const Arguments& arguments, const Charts& charts)
      : already_immobilized_(arguments.flag("already_immobilized")),
        thrower_(asked_thrower(arguments, charts)),
        penetration_({"a demolition charge", "demolition_charge", false, true, true},
                     target(arguments), false, charts) {}

  Outcome resolve(Dice& dice) const override {
    struct Results {
      Penetration::Result vehicle;
      FireResult thrower;
    };
    const Results results = dice.DR([&](TwoDice roll) -> Results {
      return {penetration_.result(roll.total(), false, already_immobilized_),
              thrower_ ? thrower_->result(roll.total()) : FireResult{}};
    });
    const Damage damage = Penetration::settle(dice, results.vehicle);
    if (!thrower_) return Outcome(label(damage));
    TargetHex thrower = thrower_->hex;
    thrower.memo[0] = static_cast<std::uint8_t>(damage);
    resolve_fire(dice, thrower, results.thrower);
    return with_thrower(Outcome(label(damage)), thrower.units[0].status);
  }

 private:
  static KillTarget target(const Arguments& arguments) {
    KillTarget target = asked_kill_target(arguments);
    if (arguments.choice("placement") == "thrown" && arguments.flag("moving")) target.drm += 2;
    return target;
  }

  bool already_immobilized_;
  std::optional<Thrower> thrower_;
  Penetration penetration_;
};

/// A charge at infantry: 30 factors on the IFT.
class ChargeAtInfantry : public Rule {
 public:
  ChargeAtInfantry(const Arguments& arguments, const Charts& charts)
      : ift_(charts.get<Ift>(Ift::chart_name)),
        thrower_(asked_thrower(arguments, charts)),
        drm_(arguments.integer("drm") + (thrower_ ? 1 : 0)),
        hex_(target_hex(read_units(arguments.text("target"), "target", TargetHex::most_units),
                        HexUnit::Status::good)) {}

  Outcome resolve(Dice& dice) const override {
    struct Results {
      FireResult target;
      FireResult thrower;
    };
    const Results results = dice.DR([&](TwoDice roll) -> Results {
      return {ift_.at(ift_.column(30), roll.total() + drm_),
              thrower_ ? thrower_->result(roll.total()) : FireResult{}};
    });
    TargetHex hex = hex_;
    if (thrower_) {
      TargetHex thrower = thrower_->hex;
      thrower.memo = {1, static_cast<std::uint8_t>(results.target.kind), results.target.number, 0};
      resolve_fire(dice, thrower, results.thrower);
      hex.memo = {2, static_cast<std::uint8_t>(thrower.units[0].status), 0, 0};
    }
    resolve_fire(dice, hex, results.target);
    return with_thrower(fire_outcome(hex, HexUnit::Status::good),
                        static_cast<HexUnit::Status>(hex.memo[1]));
  }

 private:
  const Ift& ift_;
  std::optional<Thrower> thrower_;
  int drm_;
  TargetHex hex_;
};

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = {
      choice("placement", {"placed", "thrown"},
             "placed, or thrown into an adjacent hex in the Defensive Fire Phase (103.1)"),
      text("target", std::string("vehicle, or ") + units_form, "what is blown up")
          .or_named(both(words({"vehicle"}), infantry_names()))
          .tried_with({"vehicle", "4-6-7", "2*4-4-7 8-1"}),
      integer("drm", -5, 10, "infantry: terrain and other modifiers of the target").by_default("0"),
      flag("moving", "the vehicle moves: +2 on the kill roll if the charge is thrown"),
      text("thrower", "a unit such as 8-3-8", "who throws the charge; the blast strikes him too")
          .optional()
          .tried_with({"8-3-8", "4-4-7"}),
      integer("thrower_drm", -5, 10, "the terrain of his own hex").by_default("0"),
      flag("already_immobilized", "the vehicle is immobilized already"),
  };
  append(all, kill_vehicle_parameters());
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
          "applied, at +2 if thrown at a moving AFV. Against infantry 30 factors on the IFT, at "
          "+1 if thrown. A thrown charge strikes its thrower with the same DR, 30 factors and "
          "the terrain of his own hex (103.11); that goes for charges thrown at vehicles too.\n"
          "The base game's column stands in, and the SL fire table is a derived one.",
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
