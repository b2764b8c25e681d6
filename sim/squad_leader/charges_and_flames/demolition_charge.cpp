#include <cstring>
#include <optional>

#include "core/dice/small.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"
#include "sim/squad_leader/infantry/group_results.hpp"
#include "sim/squad_leader/infantry/marsh.hpp"
#include "sim/squad_leader/to_kill/penetration.hpp"

namespace combat_odds::squad_leader {
namespace {

/// A demolition charge against infantry, or against a vehicle if no units are named.
using ChargeTarget = std::vector<UnitName>;

ChargeTarget read_charge_target(std::string_view text, std::string_view parameter) {
  if (text == "vehicle") return {};
  constexpr std::size_t most = TargetStack::most_units;
  return groups_up_to<most, most>(text, parameter);
}

/// 23, 83.4: assault engineers, guards, American 8-4-7, SS squads, and leaders of -2 or better.
bool may_use_charges(const UnitName& unit) {
  if (unit.leader) return unit.modifier <= -2;
  return unit.text == "8-3-8" || unit.text == "6-2-8" || unit.text == "8-4-7" ||
         unit.text == "6-5-8";
}

struct DemolitionCharge {
  enum class Placement { placed, thrown };
  enum class Malfunction { dud, none };

  Placement placement = Placement::placed;
  ChargeTarget target;
  int drm = 0;
  bool moving = false;
  std::optional<UnitName> thrower;
  int thrower_drm = 0;
  bool already_immobilized = false;
  bool concealed = false;
  std::optional<bool> unqualified;
  bool building = false;
  Malfunction malfunction = Malfunction::dud;
  KillTarget vehicle;
  int crew_morale = 7;
  Marsh marsh;

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    if (is_thrown() && thrower->text == "4-3-6") {
      throw ArgumentError("thrower", "inexperienced infantry never uses one (94.4)",
                          "another unit, such as 8-3-8");
    }
    const double firepower = is_unqualified() ? charge / 2 : charge;  // 90.11, 90.13
    column_ = ift_->column(concealed ? firepower / 2 : firepower);    // 23.5
    thrower_column_ = ift_->column(firepower);
    if (is_thrown()) thrower_stack_ = target_stack({*thrower}, TargetUnit::Status::good);
    if (!target.empty()) {
      stack_ = target_stack(target, TargetUnit::Status::good);
      group_drms_ = drms_of(target);
      marsh.lower_morale(stack_);
      return;
    }
    if (is_thrown() && moving) vehicle.drm += 2;
    penetration_.emplace(KillWeapon{"a demolition charge", "demolition_charge", false, true, true},
                         vehicle, false, charts);
  }

  Outcome resolve(Dice& dice) const { return penetration_ ? at_vehicle(dice) : at_infantry(dice); }

  bool is_thrown() const { return placement == Placement::thrown; }
  /// By the name of the thrower, where nothing is said.
  bool is_unqualified() const {
    return unqualified.value_or(is_thrown() && thrower && !may_use_charges(*thrower));
  }
  bool in_groups() const { return !target.empty() && target.back().group > 0; }
  bool at_units() const { return !target.empty(); }
  bool at_a_vehicle() const { return target.empty(); }
  bool crew_may_check() const { return already_immobilized && vehicle.is_afv(); }

 private:
  static constexpr double charge = 30;

  /// 23.8: on an Original 12. 90.12: two lower if the users are not trained in it.
  bool fails(int original) const {
    return malfunction == Malfunction::dud && original >= (is_unqualified() ? 10 : 12);
  }

  /// The demolition charge column of the AFV Kill chart.
  Outcome at_vehicle(Dice& dice) const {
    struct Results {
      Penetration::Result vehicle;
      FireResult thrower;
      bool dud = false;
    };
    const Results results = dice.DR([&](TwoDice roll) -> Results {
      if (fails(roll.total())) return {{}, {}, true};
      return {penetration_->result(roll.total(), false, already_immobilized),
              at_thrower(roll.total())};
    });
    Damage damage = Penetration::settle(dice, results.vehicle);
    if (crew_may_check() && !results.dud) {
      damage = after_hit(dice, Damage::immobilized, damage, *penetration_, crew_morale);
      if (damage == Damage::immobilized) damage = Damage::none;
    }
    if (!is_thrown()) return damage_outcome(damage);
    TargetStack stack = thrower_stack_;
    stack.memo[0] = small(damage);
    resolve_fire(dice, stack, results.thrower);
    return with_thrower(damage_outcome(damage), stack.units[0].status);
  }

  /// 30 factors on the IFT. 58.1: a KIA turns a building into rubble.
  Outcome at_infantry(Dice& dice) const {
    const GroupResults results = dice.DR([&](TwoDice roll) -> GroupResults {
      if (fails(roll.total())) return {};
      GroupResults of(*ift_, column_, roll.total() + drm + (is_thrown() ? 1 : 0), group_drms_);
      of.set(most_groups, at_thrower(roll.total()));
      return of;
    });
    TargetStack stack = stack_;
    if (is_thrown()) {
      TargetStack throws = thrower_stack_;
      std::memcpy(throws.memo.data(), &results, sizeof(results));
      throws.memo.back() = 1;
      resolve_fire(dice, throws, results.of(most_groups));
      stack.memo = {2, static_cast<std::uint8_t>(throws.units[0].status), 0, 0};
    }
    const bool rubble = building && results.of(0).kind == FireResult::Kind::kia;
    stack.memo[2] = rubble ? 1 : 0;
    resolve_fire(dice, stack, results.all());
    return with_thrower(fire_outcome(stack, TargetUnit::Status::good).event("rubble", rubble),
                        static_cast<TargetUnit::Status>(stack.memo[1]));
  }

  /// 103.11: the same DR is also an attack on the unit that throws the charge.
  FireResult at_thrower(int original) const {
    return is_thrown() ? ift_->at(thrower_column_, original + thrower_drm) : FireResult{};
  }

  static Outcome with_thrower(Outcome outcome, TargetUnit::Status fate) {
    return outcome.event("thrower_broken", fate == TargetUnit::Status::broken)
        .event("thrower_eliminated", fate == TargetUnit::Status::eliminated);
  }

  const Ift* ift_ = nullptr;
  int column_ = -1;
  int thrower_column_ = -1;
  TargetStack thrower_stack_;
  TargetStack stack_;
  std::vector<int> group_drms_;
  std::optional<Penetration> penetration_;  ///< against a vehicle
};

/// The outcomes of a vehicle that infantry does not have.
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
      .asks(&Asked::target, "target", std::string("vehicle, or ") + groups_form, "what is blown up",
            read_charge_target)
      .or_named(both(words({"vehicle"}), infantry_names()))
      .tried_with({"vehicle", "4-6-7", "2*4-4-7 8-1", "4-6-7@2; 4-6-7 8-1"})
      .asks(&Asked::drm, "drm", -5, 10, "infantry: terrain and other modifiers of the target")
      .only_when(&Asked::at_units, "against a vehicle it is --kill-drm", "infantry as the target")
      .asks(&Asked::moving, "moving",
            "the vehicle moves: +2 on the kill roll if the charge is thrown")
      .only_when([](const Asked& asked) { return asked.at_a_vehicle() && asked.is_thrown(); },
                 "(103.1) infantry that moves in the open counts -2 in --drm",
                 "a charge that is thrown at a vehicle")
      .asks(&Asked::thrower, "thrower", "a unit such as 8-3-8 or 4-4-7",
            "who throws the charge; the blast strikes him too", read_unit)
      .only_when(&Asked::is_thrown, "", "a charge that is thrown")
      .needed_when(&Asked::is_thrown, "a thrown charge strikes him too (103.11)",
                   "his unit, such as 8-3-8")
      .tried_with({"8-3-8", "4-4-7"})
      .asks(&Asked::thrower_drm, "thrower_drm", -5, 10, "the terrain of his own hex")
      .only_when(&Asked::is_thrown, "", "a charge that is thrown")
      .asks(&Asked::already_immobilized, "already_immobilized",
            "the vehicle is immobilized already")
      .only_when(&Asked::at_a_vehicle, "", "a vehicle as the target")
      .asks(&Asked::concealed, "concealed", "the target is concealed: half strength (23.5)")
      .only_when(&Asked::at_units, "it halves the attack on infantry (23.5)",
                 "infantry as the target")
      .asks(&Asked::unqualified, "unqualified",
            "the charge is captured or used by others than engineers and leaders of -2 or better: "
            "half strength on the IFT, and it malfunctions on 10 or more (90.11 to 90.13); left "
            "out: as the name of the thrower says, of a placed one false")
      .asks(&Asked::building, "building",
            "the target is in a building: a KIA makes it rubble (58.1)")
      .only_when([](const Asked& asked) { return asked.at_units() && !asked.in_groups(); },
                 "what a KIA does to the building goes by one modifier",
                 "infantry without a semicolon as the target")
      .asks(&Asked::malfunction, "malfunction", one_of({"dud", "none"}),
            "what an Original 12 does (23.8): the charge does nothing, or goes off as on any roll "
            "(18.1)")
      .includes(&Asked::vehicle, "", KillTarget::HullDown::never)
      .adjust("target_kind", vehicles_only)
      .asks(&Asked::crew_morale, "crew_morale", 2, 12,
            "the morale of the crew when an immobilized AFV is struck and not killed (39.3, 66.4)")
      .or_of_unit(UnitFact::morale)
      .only_when(&Asked::crew_may_check, "no immobilized AFV is attacked here", "")
      .tried_with({"7", "6", "9"})
      .only_when(AllFrom{"facing"}, &Asked::at_a_vehicle, "", "a vehicle as the target")
      .includes(&Asked::marsh)
      .only_when({"marsh"}, &Asked::at_units, "no vehicle enters a marsh (75.1)",
                 "infantry as the target")
      .only_when(
          {"marsh"}, [](const Asked& asked) { return !asked.building; },
          "no building stands in a marsh", "")
      .outcomes(fire_outcomes())
      .outcomes(vehicle_outcomes())
      .outcome("abandoned", "it is struck while immobilized, and its crew leaves it (66.4)")
      .events(fire_events())
      .events(vehicle_events())
      .event("rubble", "the building became rubble")
      .event("thrower_broken", "the unit that threw the charge broke")
      .event("thrower_eliminated", "the unit that threw the charge is eliminated")
      .measures(fire_measures())
      .headlines(vehicle_headline())
      .headlines(infantry_headline())
      .headline("rubble", "the building becomes rubble");
}

}  // namespace combat_odds::squad_leader
