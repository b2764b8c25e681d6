#pragma once

#include <optional>
#include <string>

#include "core/dice/dice.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds::asl {

/// Clearance, and placing mines in the same manner, succeeds on this Final DR or less (B24.7; the
/// compilation prints the relation the wrong way round).
constexpr int clearance_number = 2;

/// How work of several turns begins: who directs it, and its Labor Status.
struct Labor {
  bool leader = false;
  std::optional<std::string> leadership;
  int labor_status = 0;

  static void describe(Declaration<Labor>& labor);
  /// Reads the leader, or his modifier; throws ArgumentError for anything else.
  void prepare(const Charts& charts);

  /// The leader while the work goes on: 2 there, 1 wounded, 0 not there.
  std::uint8_t leader_at_start() const { return leader || named_ || modifier_ != 0 ? 2 : 0; }
  int leader_drm(std::uint8_t leader_now) const {
    return leader_now == 0 ? 0 : modifier_ + (leader_now == 1 ? 1 : 0);
  }
  /// Casualty Reduction of all at work: half-squads are lost, squads reduced, the leader wounded.
  /// Returns the Casualty VP (A26.22).
  int casualty_reduction(Dice& dice, std::uint8_t& squads, std::uint8_t& half_squads,
                         std::uint8_t& leader_now) const;
  std::int8_t status_at_start() const { return static_cast<std::int8_t>(labor_status); }

 private:
  bool named_ = false;
  int modifier_ = 0;
};

/// 24.8: a failed attempt brings a Labor counter of -1, a second one -2.
std::int8_t after_failed_labor(std::int8_t labor_status);

/// The share of the MMC that a Clearance DR counts: for the first squad or half-squad, and for each
/// further half-squad (a squad counts as two).
int labor_drm(int squads, int half_squads, int first_squad, int first_half_squad);

}  // namespace combat_odds::asl
