#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/asl/infantry/fire_target.hpp"
#include "sim/asl/machine_guns/defensive_fire_group.hpp"
#include "sim/asl/weather/smoke_conditions.hpp"
#include "sim/squad_games/terrain.hpp"

namespace combat_odds::asl {

/// Where the crossing of a street stands, between two rolls.
struct CrossingState {
  static constexpr std::size_t most_locations = 5;

  /// What comes next: before the street SMOKE grenades; in a Location Residual FP, the Fire Lanes,
  /// what each group fires.
  enum Stage : std::uint8_t { residual, lanes, first_group, second_group, leave, over, grenades };

  /// What became of those whose move is over.
  struct Tally {
    std::uint8_t stays = 0;
    std::uint8_t across = 0;
    std::uint8_t pinned = 0;
    std::uint8_t broken = 0;
    std::uint8_t eliminated = 0;
    std::uint8_t unharmed = 0;
    std::uint8_t unharmed_berserk = 0;  ///< of these
    std::uint8_t whole = 0;             ///< neither broken nor reduced
    std::uint8_t casualties = 0;        ///< eliminated or reduced
    std::uint8_t leader_lost = 0;
    std::uint8_t berserk = 0;
    std::uint8_t heat = 0;
    std::uint8_t casualty_vp = 0;
  };

  /// Those whose move is over, one by one, for a rule that goes on with them.
  struct Arrivals {
    std::array<TargetUnit, TargetStack::most_units> units{};
    std::array<std::uint8_t, TargetStack::most_units> across{};   ///< 1: at the goal, not broken
    std::array<std::uint8_t, TargetStack::most_units> leaders{};  ///< 1: a leader, dead or not
    std::uint8_t count = 0;
    std::array<std::uint8_t, 2> jams{};  ///< of each group that fires, a bit for each MG
  };

  TargetStack stack;
  Arrivals arrivals;
  Stage stage = residual;
  std::uint8_t next_lane = 0;
  std::uint8_t location = 0;
  std::uint8_t mover = 0;
  std::uint8_t unit_shots = 0;  ///< of the group that fires, at this unit here
  std::uint8_t gun_shots = 0;
  std::uint8_t malfunction = 0;
  std::uint8_t laid_smoke = 0;  ///< SMOKE grenades lie in the first Location
  std::array<GroupMarkers, 2> groups{};
  std::array<std::uint8_t, most_locations> residual_fp{};
  std::array<std::uint8_t, 4> lane_in{};  ///< by group and MG: its Location, counted from 1
  Tally tally;
};

/// A8.1-.31, A9.2-.3, A9.22, A8.2: infantry crosses a street under First Fire.
struct StreetCrossing {
  using State = CrossingState;
  enum class Together { stack, one_by_one };
  enum class Moves { non_assault, dash, assault };

  FireTarget target;
  Together together = Together::stack;
  Moves moves = Moves::non_assault;
  int street = 1;
  std::string street_terrain = "open ground";
  std::string goal = "stone building";
  int goal_mf = 2;
  int smoke = 0;
  int hindrance = 0;
  int drm = 0;
  DefensiveFireGroup first;
  DefensiveFireGroup second;
  bool sees_goal = true;
  int open_fire_at = 1;
  bool subsequent_fire = true;
  bool protective_fire = false;
  int lays_smoke = 0;
  bool tells_units = false;  ///< for a rule that plays it: in `arrivals`, and in no tally
  SmokeConditions conditions = SmokeConditions::fair;

  bool single() const { return target.units.size() == 1; }
  bool several() const { return !single(); }
  bool has_street() const { return street > 0; }
  bool tries_smoke() const { return lays_smoke > 0; }
  bool no_smoke_yet() const { return smoke == 0; }
  bool fires_in_time() const { return open_fire_at <= street + (sees_goal ? 1 : 0); }
  bool fires_adjacent() const {
    return first.range.value_or(2) <= 1 || (second.given() && second.range.value_or(2) <= 1);
  }
  void prepare(const Charts& charts);
  Working working() const;

  /// For a rule that plays it: all but the target, which it prepares itself, and with it the
  /// groups that fire.
  void prepare_ground(const Charts& charts);
  /// Adds the DRM in each kind of Location, for the stack of `state` before the street.
  void tell_sums(Working& working, State state, bool in_smoke) const;
  /// These units set out, as a stack; what becomes of them is in `arrivals`.
  State start_with(const TargetStack& movers, bool in_smoke,
                   const std::array<GroupMarkers, 2>& firing) const;

  State start() const;
  State step(State state, Dice& dice) const;
  State alike(State state) const;
  std::optional<Outcome> outcome(const State& state) const;

 private:
  const DefensiveFireGroup& group(std::size_t g) const { return g == 0 ? first : second; }
  bool in_street(const State& state) const { return state.location < street; }
  int movers() const;
  bool more_come(const State& state) const { return state.mover + 1 < movers(); }
  void set_out(State& state) const;
  void lay_smoke(Dice& dice, State& state) const;
  int smoke_in(const State& state) const;
  const Terrain& terrain(const State& state) const { return in_street(state) ? street_ : goal_; }
  int movement_modifier(const State& state, bool open) const;
  int fire_modifier(const State& state, bool smoke_counts) const;
  int residual_modifier(const State& state) const;
  static bool somebody(const TargetStack& stack, int without);
  void attack(Dice& dice, State& state, double firepower, int modifier) const;
  void pass_on(State& state) const;
  bool lane_here(const State& state) const;
  bool fire_lane(Dice& dice, State& state) const;
  std::optional<DefensiveFireGroup::Way> next_way(const State& state, std::size_t g) const;
  bool may_fire(const State& state, std::size_t g) const;
  bool is_last(const State& state, std::size_t g) const;
  bool fire(Dice& dice, State& state, std::size_t g) const;
  void leave_residual(State& state, int column, int outside) const;
  void go_on(State& state) const;
  void count(State& state, const TargetUnit& unit, bool leader, bool at_goal) const;

  const Ift* ift_ = nullptr;
  std::vector<int> residual_of_;  ///< by column of the IFT
  Terrain street_;
  Terrain goal_;
};

}  // namespace combat_odds::asl
