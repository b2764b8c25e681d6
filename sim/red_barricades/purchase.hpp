#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "sim/declare/declaration.hpp"
#include "sim/red_barricades/reinforcement.hpp"

namespace combat_odds::red_barricades {

/// Which group is bought and when, as the procedures of the single kinds ask.
struct Purchase {
  using Kind = ReinforcementGroup::Kind;

  /// The groups that a procedure draws: their kinds, and what its players and cross-checks type.
  struct Drawn {
    std::vector<Kind> kinds;
    std::string example;
    std::vector<std::string> tried;

    bool has(const ReinforcementGroup& group) const;
  };
  /// A group as it was asked for.
  struct Wanted {
    std::string name;
    Drawn drawn;
  };

  Side side = Side::german;
  Wanted group;
  std::chrono::sys_days date{};

  static void describe(Declaration<Purchase>& asks, const Drawn& drawn);
  /// Finds the group and the day; ArgumentError where there is no such group or it can't be bought
  /// then.
  void prepare(const Charts& charts);
  /// What was drawn, where the numbers of some kinds are all there is to count.
  Outcome outcome(const Received& received, std::initializer_list<UnitKind> counted) const;

  // What they are on the charts.
  const ReinforcementGroup* bought = nullptr;
  Circumstances circumstances;  ///< with the Historical DRM of the day

 private:
  const ReinforcementGroup& find(const ReinforcementGroups& groups) const;
};

/// The Balance provision of a scenario, which moves Strength, Gun Battery and OBA rolls.
struct Balance {
  int drm = 0;

  static void describe(Declaration<Balance>& asks) {
    asks.asks(&Balance::drm, "balance_drm", -5, 5, "the Balance provision of the scenario");
  }
};

/// The measure `cpp` that every purchase reports.
inline Term cpp_measure() { return {"cpp", "its price, whatever the dice bring"}; }

}  // namespace combat_odds::red_barricades
