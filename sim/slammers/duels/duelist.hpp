#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/declare/declaration.hpp"
#include "sim/slammers/fire/vehicle_damage.hpp"

// What the duels share.

namespace combat_odds::slammers {

/// A vehicle in a duel: its fire, the DV that it shows, and who repairs it.
struct Duelist {
  Troops troops;
  int weapons = 1;
  int shots = 3;  ///< of each weapon
  int firepower = 0;
  int dv = 0;
  int qr_modifier = 0;
  bool field_mechanic = false;
  bool snapshot = false;  ///< one weapon fires in its move
  int snapshot_qr = 0;

  /// Declares all but the skills. `weapons` and `shots` say whose they are.
  static void describe(Declaration<Duelist>& asks, const std::string& who,
                       const std::string& weapons, const std::string& shots);
  static void describe_mechanic(Declaration<Duelist>& asks);
  static void describe_snapshot(Declaration<Duelist>& asks);
  void prepare(const Charts& charts);
  /// Whether it has a Snapshot that can be rolled.
  bool snaps() const { return snapshot && roll_in_move.possible(); }
  /// Damage to it goes by these rules, with its own Field Mechanic.
  void damaged_by(const DamageRules& rules);

  QualityRoll roll;          ///< of its fire
  QualityRoll roll_in_move;  ///< of its Snapshot
  DamageRules damage;

 private:
  QualityRoll repair_;
};

/// Turn after turn, in which order.
struct DuelTurns {
  enum class Order : std::uint8_t { simultaneous, first, second, rolled };

  Order order = Order::simultaneous;
  int most = 6;

  /// `who` are "who" or "which troop".
  static void describe(Declaration<DuelTurns>& asks, const std::string& who,
                       std::vector<std::string> tried);
  bool simultaneous() const { return order == Order::simultaneous; }
  /// The side that fires first in a turn: 0 or 1.
  std::uint8_t leader(Dice& dice) const;
};

/// A natural 1 in a second burst jams the weapon.
enum class Shot : std::uint8_t { miss, hit, natural_1 };
Shot roll_shot(Dice& dice, QualityRoll roll, bool second_burst);

}  // namespace combat_odds::slammers
