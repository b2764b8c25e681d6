#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "combat_odds/sim/asl/infantry/cowering.hpp"
#include "combat_odds/sim/asl/infantry/fire_target.hpp"

namespace combat_odds::asl {

/// One of two stacks that shoot it out: what it is, how it fires and how it rallies.
struct FirefightSide {
  std::vector<UnitName> units;
  std::optional<std::string> nationality;
  std::optional<int> bpv;
  std::optional<int> leader_bpv;
  int drm = 0;
  std::optional<int> elr;
  int rally_drm = 0;
  enum class GivenCowering { cower, inexperienced, never };
  GivenCowering given_cowering = GivenCowering::cower;
  Cowering cowering;
  FireTarget target;  ///< the same units, under fire

  static void describe(Declaration<FirefightSide>& side, const std::string& of);
  void prepare(const Charts& charts);

  // Fire

  /// One attack of what is left (A7.2-.36, A7.8-.9).
  struct Attack {
    int column = -1;  ///< -1: nobody who reaches
    int drm = 0;
    Cowering cowering;

    IftResult result(const Ift& ift, TwoDice roll) const;
    /// Whether it can come to an NMC, which puts broken units under DM (A10.62).
    bool can_demoralize(const Ift& ift) const;
  };
  Attack attack(const Ift& ift, const TargetStack& stack, int range) const;

  // Rally

  /// Who tries after the first `tried` places have had their turn, which may be put at that place;
  /// nobody: the phase is over.
  std::optional<std::size_t> next_to_rally(TargetStack& stack, std::size_t tried,
                                           bool own_phase) const;
  void rally(Dice& dice, TargetStack& stack, std::size_t i, bool under_dm) const;

  // What is left

  static bool any_unbroken(const TargetStack& stack);
  static bool any_broken(const TargetStack& stack);
  static void end_pins(TargetStack& stack);
  /// Two for each squad, one for each half-squad or crew.
  int half_squads(const TargetStack& stack) const;
  /// Eliminated, in units of the kind that is named first.
  int lost(const TargetStack& stack) const;
  bool priced() const { return !points_.empty(); }
  int points_lost(const TargetStack& stack) const;
  std::vector<std::string> notes() const;

 private:
  void price(const Charts& charts);
  int points(const TargetStack& stack) const;
  /// The place of the best Good Order leader but for that at `except`.
  std::optional<std::size_t> leader(const TargetStack& stack, std::size_t except) const;

  std::vector<int> points_;  ///< by type; empty: not asked for
};

}  // namespace combat_odds::asl
