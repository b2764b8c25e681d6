#include <algorithm>

#include "combat_odds/sim/squad_leader/counters.hpp"
#include "combat_odds/sim/squad_leader/infantry/fire_attack.hpp"

namespace combat_odds::squad_leader {
namespace {

class Overrun : public Rule {
 public:
  Overrun(const Arguments& arguments, const Charts& charts)
      : ift_(charts.get<Ift>(Ift::chart_name)),
        drm_(arguments.integer("drm") + arguments.integer("leadership")),
        open_topped_(arguments.flag("open_topped")),
        immobilized_from_(arguments.flag("close_terrain") ? 11 : 12),
        hex_(target_hex(read_units(arguments.text("target"), "target", TargetHex::most_units),
                        HexUnit::Status::good)) {
    const double main = arguments.number("main_armament");
    const double others = arguments.number("mg") + arguments.number("passengers");
    if (main + others <= 0) {
      throw ArgumentError("mg", "an Overrun needs some firepower beside the base of 4 (72.1)",
                          "a main armament, MGs or passengers");
    }
    double firepower = 4 + main / 2 * (arguments.flag("multi_shot") ? 2 : 1) + others;
    if (arguments.flag("close_terrain")) firepower /= 2;  // 72.4
    column_ = ift_.column(firepower);
    if (arguments.given("immobilization_number")) {
      immobilization_number_ = arguments.integer("immobilization_number");
    }
  }

  Outcome resolve(Dice& dice) const override {
    struct Attack {
      FireResult result;
      Vehicle vehicle;
    };
    const Attack attack = dice.DR([&](TwoDice roll) -> Attack {
      const int original = roll.total();
      // 72.5, 72.6: grenades; an open top is destroyed by the roll one below.
      const Vehicle vehicle = original >= immobilized_from_ ? Vehicle::immobilized
                              : open_topped_ && original == immobilized_from_ - 1
                                  ? Vehicle::destroyed
                                  : Vehicle::good;
      return {column_ < 0 ? FireResult{} : ift_.at(column_, original + drm_), vehicle};
    });
    TargetHex hex = hex_;
    hex.memo[0] = static_cast<std::uint8_t>(attack.vehicle);
    resolve_fire(dice, hex, attack.result);
    strike_back(dice, hex);
    const auto vehicle = static_cast<Vehicle>(hex.memo[0]);
    return fire_outcome(hex, HexUnit::Status::good)
        .event("vehicle_immobilized", vehicle == Vehicle::immobilized)
        .event("vehicle_destroyed", vehicle == Vehicle::destroyed)
        .event("target_all_out", standing(hex) == 0);
  }

 private:
  enum class Vehicle : std::uint8_t { good, immobilized, destroyed };

  static int standing(const TargetHex& hex) {
    return static_cast<int>(
        std::count_if(hex.units.begin(), hex.units.begin() + hex.unit_count,
                      [](const HexUnit& unit) { return unit.status == HexUnit::Status::good; }));
  }

  /// 36.12: every unbroken unit that is no leader may try to immobilize the AFV in its hex.
  void strike_back(Dice& dice, TargetHex& hex) const {
    if (immobilization_number_ == 0) return;
    for (std::size_t i = hex.leader_count; i < hex.unit_count; ++i) {
      if (hex.units[i].status != HexUnit::Status::good) continue;
      if (hex.memo[0] != static_cast<std::uint8_t>(Vehicle::good)) return;
      hex.memo[1] = static_cast<std::uint8_t>(i);
      dice.at(hex);
      const bool stops =
          dice.DR([&](TwoDice roll) { return roll.total() <= immobilization_number_; });
      if (stops) hex.memo[0] = static_cast<std::uint8_t>(Vehicle::immobilized);
    }
    hex.memo[1] = 0;
  }

  const Ift& ift_;
  int column_ = -1;
  int drm_;
  bool open_topped_;
  int immobilized_from_;
  int immobilization_number_ = 0;
  TargetHex hex_;
};

std::vector<Term> events() {
  std::vector<Term> all = fire_events();
  all.push_back({"vehicle_immobilized", "the overrunning vehicle is immobilized"});
  all.push_back({"vehicle_destroyed", "the open-topped vehicle is destroyed with its crew"});
  all.push_back({"target_all_out", "every target unit is broken or eliminated"});
  return all;
}

}  // namespace

Procedure overrun() {
  return {
      .name = "sl.overrun",
      .rule = "35, COI 72.1-72.7",
      .summary = "a vehicle drives over infantry",
      .details =
          "The firepower is 4, half of the main armament's infantry equivalent (all of it with a "
          "multi-shot rate of fire) and all MGs and passengers that take part; half of the sum "
          "in woods, smoke or wheatfield. One DR on the IFT. An Original 12 immobilizes the "
          "vehicle, 11 too in such terrain, and one less destroys an open-topped one (72.5, "
          "72.6); the attack is resolved all the same. That 12 immobilizes in the open is read "
          "off the example of 72.6.\n"
          "With --immobilization-number each unbroken unit but leaders then tries to stop the "
          "vehicle on a DR of that or less (36.12: 2 in a wheatfield, 3 in a small building, "
          "shellhole or entrenchment, 4 in woods or a large building). Anti-tank magnetic mines "
          "are asked with sl.atm. The SL fire table is a derived one.",
      .parameters =
          {
              number("main_armament", 0, 60,
                     "the infantry firepower equivalent of the main armament; 75mm: 8")
                  .or_named(vehicle_main_armament(), vehicle_form)
                  .by_default("0")
                  .tried_with({"0", "8", "12"}),
              flag("multi_shot", "the main armament has a multi-shot rate of fire"),
              number("mg", 0, 60, "the MG factors used")
                  .or_named(vehicle_machine_guns(), vehicle_form)
                  .by_default("0")
                  .tried_with({"0", "4", "6"}),
              number("passengers", 0, 60, "the firepower of the passengers of a halftrack")
                  .or_of_unit(UnitFact::firepower)
                  .by_default("0")
                  .tried_with({"0", "4"}),
              flag("close_terrain", "in woods, smoke or wheatfield: half firepower (72.4)"),
              flag("open_topped", "the vehicle is open-topped"),
              integer("leadership", -3, 2, "the modifier of an armor leader or of a passenger")
                  .or_of_unit(UnitFact::leadership)
                  .by_default("0")
                  .tried_with({"0", "-1"}),
              integer("drm", -5, 10, "terrain and all other modifiers; entrenchments +4")
                  .by_default("0"),
              text("target", units_form, "the units in the hex")
                  .or_named(infantry_names())
                  .tried_with({"4-6-7", "2*4-4-7", "2*4-6-7 8-1"}),
              integer(
                  "immobilization_number", 2, 6,
                  "the DR with which survivors stop the vehicle (36.12); left out: they don't try")
                  .optional()
                  .tried_with({"", "4"}),
          },
      .outcomes = fire_outcomes(),
      .events = events(),
      .measures = fire_measures(),
      .charts = {Ift::chart_name},
      .rule_for = [](const Arguments& arguments,
                     const Charts& charts) { return std::make_unique<Overrun>(arguments, charts); },
  };
}

}  // namespace combat_odds::squad_leader
