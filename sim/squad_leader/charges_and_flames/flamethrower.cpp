#include <optional>

#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"
#include "sim/squad_leader/infantry/marsh.hpp"
#include "sim/squad_leader/to_kill/penetration.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

constexpr int captured_breaks_down_earlier = 2;  // 90.12

/// The flamethrower's targets between two rolls.
struct Flames {
  TargetStack stack;
  TargetStack behind;
  std::uint8_t attacks = 0;    ///< attacks made
  std::uint8_t resolving = 0;  ///< 1: the last attack is being resolved
  std::uint8_t used_up = 0;
  std::uint8_t fire = 0;  ///< 1: the building burns
  Damage vehicle = Damage::none;
};

/// 22, 37.2, 102.1: a flamethrower, once or until it is used up.
struct Flamethrower {
  enum class Vehicle { none, closed_topped, open_topped, unarmored, shielded_gun, unshielded_gun };

  std::vector<UnitName> target;
  std::vector<UnitName> behind;
  Vehicle vehicle = Vehicle::none;
  KillTarget::Facing facing = KillTarget::Facing::front;
  bool crew_exposed = false;
  std::optional<int> kill_number;
  int range = 1;
  double firepower = 20;
  bool concealed = false;
  int halved = 0;
  bool captured = false;
  int breakdown_number = 9;
  int bunker_modifier = 0;
  bool building = false;
  int attacks = 1;
  Marsh marsh;

  void prepare(const Charts& charts) {
    double factors = captured ? firepower / 2 : firepower;  // 90.13
    for (int i = 0; i < halved; ++i) factors /= 2;
    if (at_units()) {
      ift_ = &charts.get<Ift>();
      column_ = ift_->column(concealed ? factors / 2 : factors);
      behind_column_ = ift_->column(factors);
    }
    stack_ = target_stack(target, Status::good);
    marsh.lower_morale(stack_);
    behind_ = target_stack(behind, Status::good);
    if (captured) breakdown_number -= captured_breaks_down_earlier;
    if (!at_vehicle()) return;
    KillTarget kill;
    kill.kind = static_cast<KillTarget::Kind>(static_cast<int>(vehicle) - 1);
    kill.facing = facing;
    kill.kill_number = kill_number;
    kill.range = range;
    kill.doubled = kill.is_open_topped() || crew_exposed || range <= 1;  // 102.13
    penetration_.emplace(KillWeapon{"flamethrower", "flamethrower", true, false, false}, kill,
                         false, charts);
  }

  Flames start() const { return {stack_, behind_}; }

  Flames step(const Flames& before, Dice& dice) const {
    Flames now = before;
    if (now.resolving == 0) {
      attack(dice, now);
    } else {
      squad_leader::step(dice, resolved(now.stack) ? now.behind : now.stack);
    }
    if (resolved(now.stack) && resolved(now.behind)) now.resolving = 0;
    return now;
  }

  Flames alike(const Flames& state) const {
    Flames result = state;
    make_alike(result.stack);
    make_alike(result.behind);
    return result;
  }

  std::optional<Outcome> outcome(const Flames& now) const {
    if (now.resolving != 0) return std::nullopt;
    if (now.attacks < attacks && now.used_up == 0 && anything_left(now)) return std::nullopt;
    if (now.attacks == 0) return std::nullopt;
    return told(now);
  }

  bool at_vehicle() const { return vehicle != Vehicle::none; }
  bool at_units() const { return !target.empty(); }
  bool aims_at_nothing() const { return !at_units() && !at_vehicle(); }
  bool at_afv() const {
    return vehicle == Vehicle::closed_topped || vehicle == Vehicle::open_topped;
  }
  bool faces() const { return at_vehicle() && vehicle != Vehicle::unarmored; }
  bool may_reach_behind() const { return range == 1 && at_units(); }

 private:
  static bool anybody(const TargetStack& stack) {
    return how_many(stack, Status::eliminated) < stack.unit_count;
  }
  /// Whether it goes on firing; without a target only its own end is asked for.
  bool anything_left(const Flames& now) const {
    return aims_at_nothing() || anybody(now.stack) || anybody(now.behind) ||
           (at_vehicle() && now.vehicle < Damage::eliminated);
  }

  /// One DR for all targets. Only a bunker modifies it (22).
  void attack(Dice& dice, Flames& now) const {
    struct Results {
      FireResult stack;
      FireResult behind;
      Penetration::Result vehicle;
      bool kia;
      bool used_up;
    };
    const bool vehicle_left = at_vehicle() && now.vehicle < Damage::eliminated;
    const Results results = dice.DR([&](TwoDice roll) -> Results {
      const int original = roll.total();
      Results read{};
      if (at_units()) {
        const FireResult at_hex = ift_->at(column_, original + bunker_modifier);
        read.kia = at_hex.kind == FireResult::Kind::kia;
        if (anybody(now.stack)) read.stack = at_hex;
      }
      if (anybody(now.behind)) read.behind = ift_->at(behind_column_, original);
      if (vehicle_left) read.vehicle = penetration_->result(original, false, false);
      read.used_up = original >= breakdown_number;
      return read;
    });
    ++now.attacks;
    now.resolving = 1;
    now.used_up = results.used_up ? 1 : 0;
    if (building && results.kia) now.fire = 1;  // 59.2, whoever is left in it
    if (vehicle_left) now.vehicle = results.vehicle.damage;
    begin_fire(now.stack, results.stack);
    begin_fire(now.behind, results.behind);
  }

  std::optional<Outcome> told(const Flames& now) const {
    std::optional<Outcome> outcome;
    if (aims_at_nothing()) {
      outcome.emplace("no_effect");
    } else if (!at_vehicle()) {
      outcome.emplace(fire_outcome(now.stack, Status::good));
    } else {
      outcome.emplace(damage_outcome(now.vehicle));
      if (at_units()) {
        const InfantryFate fate = fate_of(now.stack, Status::good);
        tell(*outcome, fate, Pins::no)
            .measure("eliminated", how_many(now.stack, Status::eliminated))
            .measure("broken", how_many(now.stack, Status::broken))
            .measure("unharmed", fate.unharmed);
      }
    }
    if (behind_.unit_count > 0) {
      outcome->measure("behind_eliminated", how_many(now.behind, Status::eliminated))
          .measure("behind_broken", how_many(now.behind, Status::broken));
    }
    outcome->event("used_up", now.used_up != 0).event("fire", now.fire != 0);
    return outcome;
  }

  const Ift* ift_ = nullptr;
  int column_ = -1;
  int behind_column_ = -1;
  TargetStack stack_;
  TargetStack behind_;
  std::optional<Penetration> penetration_;
};

}  // namespace

Procedure flamethrower() {
  using Asked = Flamethrower;
  return procedure<Asked>("sl.flamethrower", "22, 37.2, 59.2, COI 63.9, 90.1, 102.1",
                          "a flamethrower against infantry, a vehicle or both")
      .asks(&Asked::target, "target", units_form, "the units in the target hex, or none",
            none_or_units_up_to<TargetStack::most_units>)
      .by_default("none")
      .or_named(both(words({"none"}), infantry_names()))
      .tried_with({"4-6-7", "2*4-4-7", "2*4-6-7 8-1"})
      .asks(&Asked::behind, "behind", units_form,
            "the units in the hex behind it, friends too, whom the same DR reaches (22); or none",
            none_or_units_up_to<4>)
      .by_default("none")
      .or_named(both(words({"none"}), infantry_names()))
      .only_when(&Asked::may_reach_behind,
                 "the flame reaches two hexes, through the unit in the first", "--range 1")
      .tried_with({"4-6-7"})
      .asks(&Asked::vehicle, "vehicle",
            one_of({"none", "closed_topped", "open_topped", "unarmored", "shielded_gun",
                    "unshielded_gun"}),
            "the vehicle or gun in the hex")
      .asks(&Asked::facing, "facing", facing_words(), "the target facing that is hit (33.5)")
      .only_when(&Asked::faces, "", "an AFV or gun as --target")
      .asks(&Asked::crew_exposed, "crew_exposed", "the AFV has a CE counter: doubled (102.13)")
      .only_when(&Asked::at_afv, "", "an AFV as --target")
      .asks(&Asked::kill_number, "kill_number", -5, 25,
            "the AFV KILL number printed on your chart; default: the base-game chart's")
      .only_when(&Asked::at_vehicle, "", "a vehicle as --target")
      .asks(&Asked::range, "range", 1, 2, "in hexes; 1 is adjacent, which doubles the kill number")
      .asks(&Asked::firepower, "firepower", 1, 100, "20, or what is printed on a vehicle")
      .only_when(&Asked::at_units, "", "infantry as --target")
      .tried_with({"20", "30"})
      .asks(&Asked::concealed, "concealed", "the units in the target hex are concealed: halved")
      .only_when(&Asked::at_units, "it halves the attack on infantry", "infantry as --target")
      .asks(&Asked::halved, "halved", 0, 2,
            "further halvings: out of a marsh (75.4), on another floor")
      .only_when(&Asked::at_units, "", "infantry as --target")
      .asks(&Asked::captured, "captured",
            "captured, or used by others than engineers and leaders of -2 or better: halved on the "
            "IFT, and used up two sooner (90.11 to 90.13)")
      .asks(&Asked::breakdown_number, "breakdown_number", 4, 13,
            "it is used up on an Original DR of this or more: 9 of infantry; of a vehicle what is "
            "printed on it (102.11)")
      .tried_with({"9", "11"})
      .asks(
          &Asked::bunker_modifier, "bunker_modifier", 0, 6,
          "the modifier of a bunker, where the line of fire does not come through its Covered Arc")
      .only_when(&Asked::at_units, "", "infantry as --target")
      .asks(&Asked::building, "building",
            "the target is in a building: a KIA sets it on fire (59.2)")
      .only_when(&Asked::at_units, "only a KIA on infantry sets the building on fire",
                 "infantry as --target")
      .asks(&Asked::attacks, "attacks", 1, 6,
            "how often it fires at the same hex, until it is used up")
      .includes(&Asked::marsh)
      .only_when(
          {"marsh"}, [](const Asked& asked) { return asked.at_units() && !asked.at_vehicle(); },
          "no vehicle enters a marsh (75.1)", "infantry alone as --target")
      .only_when(
          {"marsh"}, [](const Asked& asked) { return !asked.building; },
          "no building stands in a marsh", "")
      .outcomes(fire_outcomes())
      .outcome("burning_wreck", "the vehicle burns: its crew is lost (67)")
      .events(fire_events())
      .events(vehicle_events())
      .event("used_up", "the flamethrower is removed, one of a vehicle has broken down")
      .event("fire", "the building is on fire")
      .measures(fire_measures())
      .measure("behind_eliminated", "units eliminated in the hex behind")
      .measure("behind_broken", "units broken there")
      .headlines(vehicle_headline())
      .headline("broken_or_worse", "at least one breaks or worse", "it breaks or worse")
      .headline("used_up", "the flamethrower is used up");
}

}  // namespace combat_odds::squad_leader
