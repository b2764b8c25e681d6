#pragma once

#include <optional>
#include <string>
#include <vector>

#include "combat_odds/core/odds.hpp"
#include "combat_odds/scenarios/situation.hpp"
#include "combat_odds/sim/squad_leader/infantry/firefight_model.hpp"

namespace combat_odds {

/// A kind of unit whose price is to be judged: a squad or crew, perhaps with a machine gun each and
/// a leader for the whole force.
struct BalanceUnit {
  std::string name;  ///< "german 4-6-7"
  std::string nationality;
  UnitName squad;
  int points = 0;                  ///< of a squad with its machine gun
  std::optional<UnitName> leader;  ///< one, bought with the points of the force
  int leader_points = 0;
  int machine_gun_firepower = 0;  ///< 0: none
  int machine_gun_range = 0;
  int breakdown_number = 12;
  bool self_rally = false;
  bool ss = false;
  std::optional<int> broken_morale;
  Place place;
};

/// Reads a list of units: CSV with the columns nationality and unit; optional are name, points and
/// leader_points (the printed price where they are left out), leader, machine_gun_firepower,
/// machine_gun_range, breakdown_number, self_rally, ss, broken_morale and note. Throws InputError,
/// also for a unit without a price.
std::vector<BalanceUnit> read_balance_units(const TextFile& file, const Charts& charts);

/// What `balance` can be asked: the size of the forces, the range, the terrain and how the
/// firefight is played. Not a registered procedure: its parameters only.
const Procedure& balance_parameters();

/// One way to match the units: a combination of those parameters.
struct BalanceSetting {
  int points = 60;
  int range = 4;
  int drm = 2;
  int group = 3;
  squad_leader::FirefightRules rules;

  void prepare(const Charts&) { rules.range = range; }
};

/// Every combination of the values of a scenario of balance_parameters().
std::vector<BalanceSetting> balance_settings(const Scenario& scenario, const Charts& charts);

/// How one unit fares against another at equal points.
struct Duel {
  double holds = 0;  ///< exact: only the unit's side has unbroken units at the end
  double loses = 0;
  double both = 0;
  double points_lost = 0;  ///< expected
  double points_lost_by_opponent = 0;
  std::uint64_t held = 0;  ///< trials in which the unit's side held
  std::uint64_t trials = 0;

  /// What the unit scores: 1 for holding, a half where both do.
  double score() const { return holds + both / 2; }
};

/// What the field says of a unit's price.
struct FairPrice {
  double score = 0;       ///< on average against the field, at the listed price
  double break_even = 0;  ///< the price of a squad at which that average is a half
  double error = 0;       ///< standard error over the choice of opponents (jackknife)
  bool at_most = false;   ///< it does not even break even when it costs this little
  int rank = 0;           ///< 1: the unit that is worth most for its price
};

/// One attack by as many squads of a unit as a group has, on a full hex of the target's squads.
struct Efficiency {
  double eliminated = 0;  ///< points of the target expected to be eliminated, per own point
  double broken = 0;
};

struct BalanceResult {
  BalanceSetting setting;
  std::vector<std::vector<Duel>> duels;  ///< [unit][opponent]; the diagonal is the mirror match
  std::vector<FairPrice> prices;
  std::vector<std::vector<Efficiency>> efficiency;  ///< [unit][target]
};

/// Checks that the points buy at least one and at most 12 squads of every unit. Throws InputError.
void check_forces(const std::vector<BalanceUnit>& units, const BalanceSetting& setting);

/// Matches every unit with every other. Exact; `options` decides whether the duels are simulated
/// too. Spreads the units over the cores; the same result on any number of them.
BalanceResult balance(const std::vector<BalanceUnit>& units, const BalanceSetting& setting,
                      const Charts& charts, const OddsOptions& options);

/// The unit whose break-even price is farthest from its listed one, by ratio.
std::size_t worst_priced(const std::vector<BalanceUnit>& units, const BalanceResult& result);

}  // namespace combat_odds
