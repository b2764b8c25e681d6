#include <algorithm>

#include "combat_odds/sim/common_words.hpp"
#include "combat_odds/sim/declaration.hpp"
#include "combat_odds/sim/squad_leader/counters.hpp"
#include "combat_odds/sim/squad_leader/infantry/fire_attack.hpp"
#include "combat_odds/sim/terrain.hpp"

namespace combat_odds::squad_leader {
namespace {

struct Overrun {
  double main_armament = 0;
  bool multi_shot = false;
  double mg = 0;
  double passengers = 0;
  bool close_terrain = false;
  bool open_topped = false;
  int leadership = 0;
  int drm = 0;
  std::vector<UnitName> target;
  std::optional<int> immobilization_number;

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    const double firepower = 4 + main_armament / 2 * (multi_shot ? 2 : 1) + (mg + passengers);
    column_ = ift_->column(close_terrain ? firepower / 2 : firepower);  // 72.4
    immobilized_from_ = close_terrain ? 11 : 12;
    hex_ = target_hex(target, HexUnit::Status::good);
  }

  Outcome resolve(Dice& dice) const {
    struct Attack {
      FireResult result;
      Vehicle vehicle;
    };
    const Attack attack = dice.DR([&](TwoDice roll) -> Attack {
      const int original = roll.total();
      // 72.5, 72.6: grenades; an open top is destroyed by the roll one below.
      const Vehicle vehicle = original >= immobilized_from_ ? Vehicle::immobilized
                              : open_topped && original == immobilized_from_ - 1
                                  ? Vehicle::destroyed
                                  : Vehicle::good;
      return {ift_->at(column_, original + drm + leadership), vehicle};
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

  bool nothing_but_mgs() const { return main_armament + passengers <= 0; }

 private:
  enum class Vehicle : std::uint8_t { good, immobilized, destroyed };

  static int standing(const TargetHex& hex) {
    return static_cast<int>(
        std::count_if(hex.units.begin(), hex.units.begin() + hex.unit_count,
                      [](const HexUnit& unit) { return unit.status == HexUnit::Status::good; }));
  }

  /// Those in the hex who attack the AFV after it has overrun them.
  struct Defence {
    std::uint8_t next = 0;         ///< who checks next
    std::uint8_t dare_not = 0;     ///< a bit for each leader who failed his check
    std::uint8_t squads = 0;       ///< squads and crews that passed theirs
    std::uint8_t attacks = 0;      ///< made
    std::uint8_t leader_next = 0;  ///< who directs the next one
  };

  /// 36.11, 36.12: unbroken units that pass a Morale Check, which does not break them, may try to
  /// immobilize the AFV in their hex.
  void strike_back(Dice& dice, TargetHex& hex) const {
    if (!immobilization_number) return;
    if (hex.memo[0] != static_cast<std::uint8_t>(Vehicle::good)) return;
    struct At {
      TargetHex hex;
      Defence defence;
    };
    Defence defence;
    for (; defence.next < hex.unit_count; ++defence.next) {
      const HexUnit& unit = hex.units[defence.next];
      if (unit.status != HexUnit::Status::good) continue;
      dice.at(At{hex, defence});
      const int needed = unit.morale - help_for(hex, defence, defence.next);
      const bool dares = dice.DR([&](TwoDice roll) { return roll.total() <= needed; });
      const bool leader = defence.next < hex.leader_count;
      if (dares && !leader) ++defence.squads;
      if (!dares && leader) defence.dare_not |= static_cast<std::uint8_t>(1 << defence.next);
    }
    while (dice.at(At{hex, defence}), may_attack(hex, defence)) {
      // 36.4: a leader directs one attack. Where no squad is left he makes his own, with 2.
      const bool squad = defence.attacks < defence.squads;
      const bool led = defence.leader_next < hex.leader_count;
      const int modifier = led ? hex.units[defence.leader_next].modifier : 0;
      const int needed = (squad ? *immobilization_number : leader_alone) - modifier;
      ++defence.attacks;
      if (led) ++defence.leader_next;
      if (dice.DR([&](TwoDice roll) { return roll.total() <= needed; })) {
        hex.memo[0] = static_cast<std::uint8_t>(Vehicle::immobilized);
        return;
      }
    }
  }

  static bool dares(const TargetHex& hex, const Defence& defence, std::size_t leader) {
    return hex.units[leader].status == HexUnit::Status::good &&
           (defence.dare_not >> leader & 1) == 0;
  }

  /// The modifier of the best leader who has not failed, the unit itself not counted.
  static int help_for(const TargetHex& hex, const Defence& defence, std::size_t unit) {
    std::optional<int> best;
    for (std::size_t i = 0; i < hex.leader_count; ++i) {
      if (i == unit || !dares(hex, defence, i)) continue;
      best = std::min<int>(best.value_or(hex.units[i].modifier), hex.units[i].modifier);
    }
    return best.value_or(0);
  }

  /// Whether anybody is left who may; finds the leader of the next attack. One with +1 stays out of
  /// it (Q&A 15.1).
  static bool may_attack(const TargetHex& hex, Defence& defence) {
    while (defence.leader_next < hex.leader_count &&
           (!dares(hex, defence, defence.leader_next) ||
            hex.units[defence.leader_next].modifier > 0)) {
      ++defence.leader_next;
    }
    return defence.attacks < defence.squads || defence.leader_next < hex.leader_count;
  }

  static constexpr int leader_alone = 2;

  const Ift* ift_ = nullptr;
  int column_ = -1;
  int immobilized_from_ = 12;
  TargetHex hex_;
};

/// The terrain of 11.1; entrenchments count +4 (54.7).
NameList terrain_of_overruns() {
  NameList names = terrain_names("squad-leader/terrain-effects.csv");
  names.read = [read = std::move(names.read)](const Charts& charts) {
    std::vector<NamedValue> values = read(charts);
    for (NamedValue& value : values) {
      if (value.name.starts_with("entrench")) value.number = 4;
    }
    return values;
  };
  return names;
}

}  // namespace

Procedure overrun() {
  return procedure<Overrun>("sl.overrun", "35, COI 72.1-72.7", "a vehicle drives over infantry")
      .asks(&Overrun::main_armament, "main_armament", 0, 60,
            "the infantry firepower equivalent of the main armament; 75mm: 8")
      .or_named(vehicle_main_armament(), vehicle_form)
      .tried_with({"0", "8", "12"})
      .asks(&Overrun::multi_shot, "multi_shot", "the main armament has a multi-shot rate of fire")
      .only_when([](const Overrun& asked) { return asked.main_armament > 0; },
                 "there is no main armament", "false, or --main-armament")
      .asks(&Overrun::mg, "mg", 0, 60, "the MG factors used")
      .needed_when(&Overrun::nothing_but_mgs,
                   "an Overrun needs some firepower beside the base of 4 (72.1)",
                   "a main armament, MGs or passengers")
      .or_named(vehicle_machine_guns(), vehicle_form)
      .tried_with({"0", "4", "6"})
      .asks(&Overrun::passengers, "passengers", 0, 60,
            "the firepower of the passengers of a halftrack")
      .or_of_unit(UnitFact::firepower)
      .tried_with({"0", "4"})
      .asks(&Overrun::close_terrain, "close_terrain",
            "in woods, smoke or wheatfield: half firepower (72.4)")
      .asks(&Overrun::open_topped, "open_topped", "the vehicle is open-topped")
      .asks(&Overrun::leadership, "leadership", -3, 2,
            "the modifier of an armor leader or of a passenger")
      .or_of_unit(UnitFact::leadership)
      .tried_with({"0", "-1"})
      .asks(&Overrun::drm, "drm", -5, 10, "terrain and all other modifiers; entrenchments +4")
      .or_named(terrain_of_overruns(), "a terrain such as woods")
      .asks(&Overrun::target, "target", units_form, "the units in the hex",
            units_up_to<TargetHex::most_units>)
      .or_named(infantry_names())
      .tried_with({"4-6-7", "2*4-4-7", "2*4-6-7 8-1"})
      .asks(
          &Overrun::immobilization_number, "immobilization_number", 2, 6,
          "the DR with which survivors who pass a Morale Check stop the vehicle (36.11, 36.12); left "
          "out: they don't try")
      .tried_with({"", "4"})
      .outcomes(fire_outcomes())
      .events(fire_events())
      .event("vehicle_immobilized", "the overrunning vehicle is immobilized")
      .event("vehicle_destroyed", "the open-topped vehicle is destroyed with its crew")
      .event("target_all_out", "every target unit is broken or eliminated")
      .measures(fire_measures())
      .headlines(infantry_headline())
      .headline("vehicle_immobilized", "the vehicle is immobilized")
      .headline("vehicle_destroyed", "it is destroyed");
}

}  // namespace combat_odds::squad_leader
