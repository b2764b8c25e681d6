#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "combat_odds/core/dice.hpp"
#include "combat_odds/sim/slammers/command/quality.hpp"

namespace combat_odds::slammers {

/// A line of the vehicle damage chart.
enum class Damage : std::uint8_t {
  stalled,       ///< no move and no fire next turn
  transmission,  ///< never moves again
  weapon_owner_choice,
  weapon_attacker_choice,
  destroyed,
  vaporised
};

/// The printed chart, slammers/vehicle-damage.csv.
class VehicleDamageChart {
 public:
  static constexpr const char* chart_name = "slammers/vehicle-damage.csv";
  explicit VehicleDamageChart(const CsvTable& chart);

  /// What a final damage roll does; rolls off the chart take its nearest line.
  Damage at(int roll) const;

 private:
  std::array<Damage, 6> results_{};
};

/// What a vehicle has suffered, up to all that its last hits did.
struct VehicleState {
  enum Wreck : std::uint8_t { none, destroyed, vaporised };

  std::uint8_t stalled = 0;
  std::uint8_t transmission = 0;
  std::uint8_t weapons_lost = 0;     ///< counted up to most_weapons
  std::uint8_t attacker_picked = 0;  ///< at least one of them was the attacker's choice
  Wreck wreck = none;

  static constexpr std::uint8_t most_weapons = 9;
  bool damaged() const { return stalled != 0 || transmission != 0 || weapons_lost != 0; }
};

/// How damage is rolled: the chart in the order that the players use, Overkill, and the repair of a
/// Field Mechanic.
class DamageRules {
 public:
  /// Which of the first two results is the stall: Supplement 4 has it on 2, the play sheet on 1; or
  /// as the chart in use has it.
  enum class Order : std::uint8_t { supplement_4, play_sheet, chart };

  DamageRules() = default;
  DamageRules(const VehicleDamageChart& chart, bool overkill, Order order, QualityRoll mechanic)
      : chart_(&chart), overkill_(overkill), order_(order), mechanic_(mechanic) {}

  /// As much of `excess`, what a hit's total was above the DV, as can change the damage.
  int relevant(int excess) const;
  /// The roll on the chart for a hit whose total was `excess` above the DV.
  Damage roll(Dice& dice, int excess) const;
  /// Whether the vehicle's own Field Mechanic undoes it at once.
  bool repaired(Dice& dice, Damage damage) const;
  /// What the damage does to the vehicle.
  static void record(VehicleState& vehicle, Damage damage);
  /// All three.
  void apply(Dice& dice, VehicleState& vehicle, int excess) const;

  /// `overkill`, `damage_order` and `field_mechanic`.
  static std::vector<Parameter> parameters();
  static DamageRules asked(const Arguments& arguments, const Charts& charts);
  static Parameter overkill_parameter();
  static Parameter order_parameter();
  static Order asked_order(const Arguments& arguments);
  /// The rules of close assault, which has no Overkill: `damage_order` and `field_mechanic`.
  static std::vector<Parameter> parameters_without_overkill();
  static DamageRules asked_without_overkill(const Arguments& arguments, const Charts& charts);

 private:
  const VehicleDamageChart* chart_ = nullptr;
  bool overkill_ = false;
  Order order_ = Order::supplement_4;
  QualityRoll mechanic_;
};

/// How damage is read, for the details of the procedures that have it.
extern const char* const damage_details;

}  // namespace combat_odds::slammers
