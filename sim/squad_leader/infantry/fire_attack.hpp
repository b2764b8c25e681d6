#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "combat_odds/core/dice.hpp"
#include "combat_odds/core/outcome.hpp"
#include "combat_odds/sim/procedure.hpp"
#include "combat_odds/sim/squad_leader/infantry/ift.hpp"
#include "combat_odds/sim/units.hpp"

namespace combat_odds::squad_leader {

/// One unit in a hex under fire.
struct HexUnit {
  enum class Status : std::uint8_t { good, broken, eliminated };

  std::uint8_t morale = 0;
  std::int8_t modifier = 0;  ///< leaders
  Status status = Status::good;
  friend auto operator<=>(const HexUnit&, const HexUnit&) = default;
};

/// The units in a hex while fire is resolved against them, with all that the rest depends on, so
/// that it can be a checkpoint. Leaders stand first, the best first of all.
struct TargetHex {
  static constexpr std::size_t most_units = 12;

  /// What the rule that uses the hex has to remember across its resolution.
  std::array<std::uint8_t, 20> memo{};
  std::uint8_t number = 0;  ///< added to the dice of the check that is on
  std::uint8_t next = 0;    ///< who checks next
  std::uint8_t except = 0;  ///< who need not check: the leader who was lost
  std::uint8_t unit_count = 0;
  std::uint8_t leader_count = 0;
  std::array<std::uint8_t, most_units> lost{};  ///< leaders lost for whom none has checked yet
  std::array<HexUnit, most_units> units{};
};

/// The units of that name in a hex.
TargetHex target_hex(const std::vector<UnitName>& names, HexUnit::Status status);

/// The modifier of the best unbroken leader in the hex; leaders get none (12).
int leadership_for(const TargetHex& hex, std::size_t unit);

/// Units in the hex that stand so.
int how_many(const TargetHex& hex, HexUnit::Status status);

/// What a result of the IFT does to the hex (10.6, 12): KIA eliminates everybody, a number makes
/// everybody check.
void resolve_fire(Dice& dice, TargetHex& hex, FireResult result);

/// Everybody checks morale with `number` added, leaders first and with the modifier of the best
/// unbroken leader for the others (12). A broken unit that fails is eliminated. For each leader who
/// breaks or is killed the others check again with nothing added (12.22).
void morale_checks(Dice& dice, TargetHex& hex, int number);

/// 12.22: for each leader in `lost` the others check again with nothing added.
void checks_for_lost_leaders(Dice& dice, TargetHex& hex);

/// The hex as an outcome. One unit: its fate as the label; several: a summary as the label, event
/// leader_lost and the measures. `start` is the status that the units had before.
Outcome fire_outcome(const TargetHex& hex, HexUnit::Status start);

/// What fire_outcome() reports, for the documentation of a procedure.
std::vector<Term> fire_outcomes();
std::vector<Term> fire_events();
std::vector<Term> fire_measures();

}  // namespace combat_odds::squad_leader
