#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/dice/dice.hpp"
#include "sim/slammers/command/quality.hpp"

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
struct DamageRules {
  /// Optional rule: the damage roll is raised by what the total was above the DV.
  enum class Overkill : std::uint8_t { none, excess };
  /// Which of the first two results is the stall: Supplement 4 has it on 2, the play sheet on 1; or
  /// as the chart in use has it.
  enum class Order : std::uint8_t { supplement_4, play_sheet, chart };
  /// The quality of a crew that has the skill Field Mechanic.
  enum class Mechanic : std::uint8_t { none, elite, veteran, trained, untrained };

  Overkill overkill = Overkill::none;
  Order order = Order::supplement_4;
  Mechanic mechanic = Mechanic::none;

  /// What Overkill adds to the damage roll where 1D6 + firepower reaches the DV; nothing where it
  /// does not.
  std::optional<int> reached(Dice& dice, int firepower, int dv) const;
  /// What 1D6 + firepower against the DV does to the vehicle in the end: nothing where the DV is
  /// not reached or its own Field Mechanic undoes the damage at once.
  std::optional<Damage> attack(Dice& dice, int firepower, int dv) const;
  /// The same of a hit whose total was `excess` above the DV.
  std::optional<Damage> hit(Dice& dice, int excess) const;
  /// What the damage does to the vehicle.
  static void record(VehicleState& vehicle, Damage damage);

  /// Close assault has no Overkill; the order of results 1 and 2 matters only where they are told
  /// apart; in a duel each vehicle has its own Field Mechanic or none.
  struct Asked {
    bool overkill = true;
    bool order = true;
    bool mechanic = true;
  };
  static void describe(Declaration<DamageRules>& asks, Asked asked);
  /// Where the order is not asked.
  static DamageRules as_charted() {
    DamageRules rules;
    rules.order = Order::chart;
    return rules;
  }
  void prepare(const Charts& charts);

  // What they are read from.
  const VehicleDamageChart* chart = nullptr;
  QualityRoll repair;
};

}  // namespace combat_odds::slammers
