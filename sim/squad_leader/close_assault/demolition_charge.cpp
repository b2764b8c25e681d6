#include <optional>

#include "combat_odds/sim/squad_leader/counters.hpp"
#include "combat_odds/sim/squad_leader/infantry/fire_attack.hpp"
#include "combat_odds/sim/squad_leader/ordnance/penetration.hpp"

namespace combat_odds::squad_leader {
namespace {

/// What a charge is against: infantry, or a vehicle where it names no units.
using ChargeTarget = std::vector<UnitName>;

ChargeTarget read_charge_target(std::string_view text, std::string_view parameter) {
  if (text == "vehicle") return {};
  return units_up_to<TargetHex::most_units>(text, parameter);
}

struct DemolitionCharge {
  enum class Placement { placed, thrown };

  Placement placement = Placement::placed;
  ChargeTarget target;
  int drm = 0;
  bool moving = false;
  std::optional<UnitName> thrower;
  int thrower_drm = 0;
  bool already_immobilized = false;
  KillTarget vehicle;

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    column_ = ift_->column(30);
    if (is_thrown()) thrower_hex_ = target_hex({*thrower}, HexUnit::Status::good);
    if (!target.empty()) {
      hex_ = target_hex(target, HexUnit::Status::good);
      return;
    }
    if (is_thrown() && moving) vehicle.drm += 2;
    penetration_.emplace(KillWeapon{"a demolition charge", "demolition_charge", false, true, true},
                         vehicle, false, charts);
  }

  Outcome resolve(Dice& dice) const { return penetration_ ? at_vehicle(dice) : at_infantry(dice); }

  bool is_thrown() const { return placement == Placement::thrown; }

 private:
  /// The demolition charge column of the AFV Kill chart.
  Outcome at_vehicle(Dice& dice) const {
    struct Results {
      Penetration::Result vehicle;
      FireResult thrower;
    };
    const Results results = dice.DR([&](TwoDice roll) -> Results {
      return {penetration_->result(roll.total(), false, already_immobilized),
              at_thrower(roll.total())};
    });
    const Damage damage = Penetration::settle(dice, results.vehicle);
    if (!is_thrown()) return Outcome(label(damage));
    TargetHex hex = thrower_hex_;
    hex.memo[0] = static_cast<std::uint8_t>(damage);
    resolve_fire(dice, hex, results.thrower);
    return with_thrower(Outcome(label(damage)), hex.units[0].status);
  }

  /// 30 factors on the IFT.
  Outcome at_infantry(Dice& dice) const {
    struct Results {
      FireResult target;
      FireResult thrower;
    };
    const Results results = dice.DR([&](TwoDice roll) -> Results {
      return {ift_->at(column_, roll.total() + drm + (is_thrown() ? 1 : 0)),
              at_thrower(roll.total())};
    });
    TargetHex hex = hex_;
    if (is_thrown()) {
      TargetHex throws = thrower_hex_;
      throws.memo = {1, static_cast<std::uint8_t>(results.target.kind), results.target.number, 0};
      resolve_fire(dice, throws, results.thrower);
      hex.memo = {2, static_cast<std::uint8_t>(throws.units[0].status), 0, 0};
    }
    resolve_fire(dice, hex, results.target);
    return with_thrower(fire_outcome(hex, HexUnit::Status::good),
                        static_cast<HexUnit::Status>(hex.memo[1]));
  }

  /// 103.11: the unit that throws a charge takes part of the blast, on the same DR.
  FireResult at_thrower(int original) const {
    return is_thrown() ? ift_->at(column_, original + thrower_drm) : FireResult{};
  }

  static Outcome with_thrower(Outcome outcome, HexUnit::Status fate) {
    return outcome.event("thrower_broken", fate == HexUnit::Status::broken)
        .event("thrower_eliminated", fate == HexUnit::Status::eliminated);
  }

  const Ift* ift_ = nullptr;
  int column_ = -1;
  TargetHex thrower_hex_;
  TargetHex hex_;
  std::optional<Penetration> penetration_;  ///< of a vehicle
};

/// What a vehicle suffers and infantry does not.
std::vector<Term> vehicle_outcomes() {
  std::vector<Term> terms = damage_outcomes();
  std::erase_if(terms, [](const Term& term) {
    return term.name == "eliminated" || term.name == "no_effect";
  });
  return terms;
}

}  // namespace

Procedure demolition_charge() {
  using Asked = DemolitionCharge;
  return procedure<Asked>("sl.demolition-charge", "23, COI 103.1",
                          "a demolition charge against a vehicle or infantry")
      .asks(&Asked::placement, "placement", one_of({"placed", "thrown"}),
            "placed, or thrown into an adjacent hex in the Defensive Fire Phase (103.1)")
      .asks(&Asked::target, "target", std::string("vehicle, or ") + units_form, "what is blown up",
            read_charge_target)
      .or_named(both(words({"vehicle"}), infantry_names()))
      .tried_with({"vehicle", "4-6-7", "2*4-4-7 8-1"})
      .asks(&Asked::drm, "drm", -5, 10, "infantry: terrain and other modifiers of the target")
      .asks(&Asked::moving, "moving",
            "the vehicle moves: +2 on the kill roll if the charge is thrown")
      .asks(&Asked::thrower, "thrower", "a unit such as 8-3-8",
            "who throws the charge; the blast strikes him too", read_unit)
      .needed_when(&Asked::is_thrown, "a thrown charge strikes him too (103.11)",
                   "his unit, such as 8-3-8")
      .tried_with({"8-3-8", "4-4-7"})
      .asks(&Asked::thrower_drm, "thrower_drm", -5, 10, "the terrain of his own hex")
      .asks(&Asked::already_immobilized, "already_immobilized",
            "the vehicle is immobilized already")
      .includes(&Asked::vehicle)
      .again("target_kind", vehicles_only)
      .outcomes(fire_outcomes())
      .outcomes(vehicle_outcomes())
      .events(fire_events())
      .event("thrower_broken", "the unit that threw the charge broke")
      .event("thrower_eliminated", "the unit that threw the charge is eliminated")
      .measures(fire_measures());
}

}  // namespace combat_odds::squad_leader
