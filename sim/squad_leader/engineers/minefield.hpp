#pragma once

#include <optional>
#include <vector>

#include "sim/declare/units.hpp"
#include "sim/squad_leader/infantry/fire_target.hpp"

namespace combat_odds::squad_leader {

/// 55: units or a vehicle move through mined hexes. Mines attack all that enter or leave.
struct Minefield {
  enum class Vehicle { none, truck, halftrack, tank };
  enum class Movement { singly, stack };

  std::vector<UnitName> target;
  Vehicle vehicle = Vehicle::none;
  double factors = 0;
  int hexes = 1;
  bool stops = false;
  Movement movement = Movement::singly;
  bool snow = false;
  bool building = false;
  std::optional<int> crew_morale;

  void prepare(const Charts& charts);

  Outcome resolve(Dice& dice) const;

  bool at_vehicle() const { return vehicle != Vehicle::none; }
  bool at_units() const { return !target.empty(); }
  bool at_afv() const { return vehicle > Vehicle::truck; }

 private:
  // The contents of the stack's memo. A broken unit stays behind and suffers nothing more once the
  // others have left: it is eliminated in the stack, and counted as broken here.
  enum Memo : std::size_t { attack_number, squads_behind, leaders_behind, rubble_made, alone_from };

  /// The attacks alternate: on entering, on leaving, on entering the next hex, and so on.
  static bool is_leaving(std::size_t attack) { return attack % 2 == 1; }

  FireResult attacked(Dice& dice) const;

  /// A stack is attacked as one as long as an unbroken leader is with it. Returns the number of
  /// such attacks.
  std::size_t walk_together(Dice& dice, TargetStack& stack, bool& rubble) const;

  static bool leadership_is_there(const TargetStack& stack);

  /// From attack number `first` on, each unit moves by itself, a leader first. A leader who has
  /// stopped in the hex helps the units that follow.
  void walk_alone(Dice& dice, TargetStack& stack, std::size_t first, bool& rubble) const;

  /// 58.1: the building falls, and all units in the hex are eliminated.
  template <class IsThere>
  static void bury(TargetStack& stack, IsThere&& is_there);

  /// Whether the unit is in the hex. With a single hex these are the units that broke, that have
  /// arrived and stay, or that have still to leave.
  bool is_in_the_hex(const TargetStack& stack, std::size_t unit) const;

  static void leave_behind(TargetStack& stack);

  static TargetStack with_those_behind(TargetStack stack);

  /// 55.6, 66.4: only a KIA matters. It destroys a truck. It immobilizes an AFV; a second KIA
  /// destroys it, otherwise its crew checks whether to stay in.
  Outcome drive(Dice& dice) const;

  const Ift* ift_ = nullptr;
  int column_ = -1;
  int drm_ = 0;
  std::size_t attacks_ = 0;
  TargetStack stack_;
};

}  // namespace combat_odds::squad_leader
