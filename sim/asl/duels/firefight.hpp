#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/asl/infantry/cowering.hpp"
#include "sim/asl/infantry/stack_rally.hpp"

namespace combat_odds::asl {

/// What a side of a stand-off has besides its stack, from one dice roll to the next.
struct FirefightArms {
  static constexpr std::size_t most_guns = 4;
  enum class Gun : std::uint8_t { ready, malfunctions, lost };

  std::uint16_t points_away = 0;      ///< BPV of those who have left
  std::uint8_t half_squads_away = 0;  ///< and how many of them
  std::array<Gun, most_guns> guns{};
  std::uint8_t keep_rate = 0;  ///< MGs that may fire again in this phase, a bit for each
  std::uint8_t shots = 0;      ///< made in this phase
  std::uint8_t repairs = 0;    ///< guns that have had their repair dr in this phase
};

/// One of the two stacks of a stand-off: its units, how it fires and how it rallies.
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
  std::optional<std::string> machine_guns;
  std::optional<int> rout;
  FireTarget target;  ///< the same units, under fire

  /// The status of a unit that fires no more.
  static constexpr int gone = TargetUnit::broken | TargetUnit::eliminated;

  static void describe(Declaration<FirefightSide>& side, const std::string& of);
  void prepare(const Charts& charts);

  // Fire (firefight_fire.cpp)

  /// One attack by the units that are left (A7.2-.36, A7.8-.9, A9.2-.4). It can be part of a state.
  struct Attack {
    std::int32_t column = -1;  ///< -1: nobody is within range
    std::int32_t drm = 0;
    Cowering cowering;
    std::uint8_t guns = 0;              ///< the MGs that fire, a bit for each
    std::uint8_t may_keep = 0;          ///< those that may keep their rate of fire
    std::uint8_t by_inexperienced = 0;  ///< those whose B# is one less (A19.32)
    /// 1: its result can be an NMC or worse, which puts broken units under DM (A10.62).
    std::uint8_t can_demoralize = 0;

    IftResult result(const Ift& ift, TwoDice roll) const;
  };
  Attack attack(const Ift& ift, const TargetStack& stack, const FirefightArms& arms,
                int range) const;
  /// Whom a Fire Group that cowers may mark (A7.9): the MMC that fire and are not pinned.
  struct Crews {
    std::size_t count = 0;
    /// Which of them mans each MG that may keep its rate.
    std::array<std::size_t, FirefightArms::most_guns> of_gun{};
  };
  Crews crews(const TargetStack& stack, const FirefightArms& arms, int range) const;
  /// Rolls it. Afterwards `arms` holds the MGs that keep their rate of fire.
  IftResult fire(Dice& dice, const Ift& ift, const Attack& attack, const Crews& crews,
                 FirefightArms& arms) const;
  std::size_t gun_count() const { return guns_.size(); }
  /// Puts equal MGs into one order.
  void make_alike(FirefightArms& arms) const;
  /// With Heat of Battle there are many kinds of units, so those who have gone give up their
  /// places.
  void forget_gone(TargetStack& stack) const;

  // Rally Phase and Rout Phase (firefight_rally.cpp)

  /// The unit that tries to rally after the first `tried` places have had their turn. It may be
  /// moved to place `tried`. Nothing: the phase is over.
  std::optional<std::size_t> next_to_rally(TargetStack& stack, std::size_t tried,
                                           bool own_phase) const {
    return StackRally::next(target, stack, tried, own_phase);
  }
  /// Returns the number of places that have had their turn then.
  std::size_t rally(Dice& dice, TargetStack& stack, std::size_t i, bool under_dm,
                    bool own_phase) const {
    return rally_.attempt(dice, target, stack, i, under_dm, own_phase);
  }
  /// The MG that is repaired next.
  std::optional<std::size_t> next_to_repair(const TargetStack& stack,
                                            const FirefightArms& arms) const;
  void repair(Dice& dice, FirefightArms& arms, std::size_t gun) const;
  /// The unit that routs next, if any.
  std::optional<std::size_t> next_to_rout(const TargetStack& stack) const;
  void rout_away(Dice& dice, TargetStack& stack, FirefightArms& arms, std::size_t i) const;
  /// The berserk leave on their charge (A15.431).
  void charge(TargetStack& stack, FirefightArms& arms) const;

  // What is left

  static bool any_unbroken(const TargetStack& stack);
  /// Whether somebody unbroken has an FP: leaders have none.
  bool any_armed(const TargetStack& stack) const;
  static bool any_broken(const TargetStack& stack);
  /// Two for each squad, one for each half-squad or crew.
  int half_squads(const TargetStack& stack) const;
  /// Losses, in units of the kind that is named first.
  int lost(const TargetStack& stack, const FirefightArms& arms) const;
  bool priced() const { return !points_.empty() || target.casualty_vp; }
  int points_lost(const TargetStack& stack, const FirefightArms& arms) const;
  std::vector<std::string> notes() const;

 private:
  struct MachineGun {
    std::string name;
    double firepower = 0;
    int normal_range = 0;
    int rate = 0;
    int breakdown = 12;
    int repair = 1;
    auto operator<=>(const MachineGun&) const = default;
  };
  using Manned = std::array<std::optional<std::size_t>, FirefightArms::most_guns>;

  void arm(const Charts& charts);
  void price(const Charts& charts);
  int points(const TargetStack& stack) const;
  int half_squads_of(const UnitType& unit) const;
  void leave(TargetStack& stack, FirefightArms& arms, std::size_t i) const;
  std::optional<int> director(const TargetStack& stack) const;
  Manned man(const TargetStack& stack, const FirefightArms& arms, int range, bool directed) const;

  std::vector<MachineGun> guns_;  ///< the strongest first
  std::vector<int> points_;       ///< by type; empty: not asked for
  StackRally rally_;
};

}  // namespace combat_odds::asl
