#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/odds/odds.hpp"
#include "core/text/csv.hpp"
#include "core/text/error.hpp"
#include "sim/declare/procedure.hpp"

namespace combat_odds {

/// A kind of unit whose price is to be judged, whatever its game.
struct BalanceUnit {
  std::string name;
  int points = 0;        ///< of each one, as listed
  double rarity = 1;     ///< what the points are multiplied by (Cross of Iron: BPV x Rarity = NPV)
  int fixed_points = 0;  ///< paid once for the force: its leader
  Place place;
  std::string not_priced = {};  ///< what it has that the duel does not weigh: "radio; crew 2-4-7"
};

/// One way to match the units.
struct BalanceSetting {
  std::size_t number = 0;          ///< among the settings of its game
  int points = 0;                  ///< that each side spends
  std::vector<std::string> cells;  ///< of the columns BalanceGame::setting_columns
  std::string told;                ///< what is set but the points: "range 4, DRM +2"
  /// Of each unit: its points, or with its Rarity of the month; infinite where it is not to be had.
  std::vector<double> prices;
  /// How many of each unit there were in that month; nothing where that is not known.
  std::vector<std::optional<double>> available;
  /// What each parameter that may vary is: "range", "4".
  std::vector<std::pair<std::string, std::string>> values;
  double weight = 1;  ///< how much it counts beside the others

  /// "60 points a side, range 4, DRM +2"; several settings together have no points.
  std::string text() const {
    if (points == 0) return told;
    return std::to_string(points) + " points a side" + (told.empty() ? "" : ", " + told);
  }
  /// Whether the unit is to be had.
  bool has(std::size_t unit) const { return std::isfinite(prices[unit]); }
};

/// So many of a unit.
struct Contingent {
  std::size_t unit = 0;
  int number = 0;
};

/// Units of several kinds in one force, each kind once and at least one of it.
using Army = std::vector<Contingent>;

/// How one unit fares against another at equal points.
struct Duel {
  double holds = 0;  ///< exact: only the unit's side is left in the end
  double loses = 0;
  double both = 0;
  double points_lost = 0;  ///< expected
  double points_lost_by_opponent = 0;
  std::uint64_t held = 0;  ///< trials in which the unit's side held
  std::uint64_t trials = 0;
  /// What the unit scores where it has the first of BalanceGame::roles(); the score is the mean of
  /// this and of what it scores in the other one. Without meaning where there are no roles.
  double score_in_first_role = 0;

  /// What the unit scores: 1 for holding, a half where both do.
  double score() const { return holds + both / 2; }
  double score_in_second_role() const { return 2 * score() - score_in_first_role; }
  /// The variance of the score where the chances are those of so many trials.
  double variance_of_score() const {
    return trials == 0 ? 0 : (holds + both / 4 - score() * score()) / static_cast<double>(trials);
  }
  /// Adds another's chances and expected points, with that weight; the fewest trials of any.
  void add(const Duel& other, double weight) {
    holds += weight * other.holds;
    loses += weight * other.loses;
    both += weight * other.both;
    points_lost += weight * other.points_lost;
    points_lost_by_opponent += weight * other.points_lost_by_opponent;
    score_in_first_role += weight * other.score_in_first_role;
    if (other.trials > 0) trials = trials == 0 ? other.trials : std::min(trials, other.trials);
  }
  /// The same fight, seen from the other side.
  Duel from_the_other_side() const {
    Duel other = *this;
    std::swap(other.holds, other.loses);
    std::swap(other.points_lost, other.points_lost_by_opponent);
    other.score_in_first_role = 1 - score_in_second_role();
    return other;
  }
};

/// One attack of a group of the unit on as many of the target as stand together.
struct Efficiency {
  double eliminated = 0;  ///< points of the target expected to be eliminated, per own point
  double broken = 0;
};

/// A list of units and the duel that they fight: what `balance` needs to know of a game.
class BalanceGame {
 public:
  /// The most of a unit that a force may have.
  static constexpr int most_in_force = 12;

  virtual ~BalanceGame() = default;
  /// The same where the game's duel allows fewer.
  virtual int most() const { return most_in_force; }

  /// The procedure that its fights are: "sl.firefight".
  virtual std::string duel() const = 0;
  virtual const std::vector<BalanceUnit>& units() const = 0;
  virtual const std::vector<BalanceSetting>& settings() const = 0;
  /// The columns of a report that tell settings apart, the points aside.
  virtual std::vector<std::string> setting_columns() const = 0;
  virtual std::set<std::string> charts_used() const = 0;
  /// How the forces fight, for a page: "in a stand-off".
  virtual std::string manner() const = 0;

  /// What the sides of a fight are, where they are not alike: "attacker" and "defender". Each
  /// fight is then played with either unit in either role. Empty: they are alike.
  virtual std::pair<std::string, std::string> roles() const { return {}; }
  /// Whether the odds of fight() are those of trials, which it then tells; else they are exact.
  virtual bool is_simulated() const { return false; }

  /// The odds of a fight. May be asked from several threads.
  virtual Duel fight(const BalanceSetting& setting, Contingent own, Contingent other,
                     RunControl* control) const = 0;
  /// Whether units of both kinds may stand in one force.
  virtual bool mixes(std::size_t /*one*/, std::size_t /*other*/) const { return false; }
  /// Who wins a fight of forces in which all kinds mix with each other; the points lost are not
  /// told. As fight().
  virtual Duel fight_mixed(const BalanceSetting& setting, const Army& own, const Army& other,
                           RunControl* control) const {
    return fight(setting, own.front(), other.front(), control);
  }
  /// Whether a fight seen from the other side is the same fight.
  virtual bool even_handed() const { return false; }

  /// The same fight simulated, added to the duel's trials. Throws InputError where it can't be.
  virtual void simulate(const BalanceSetting& setting, Contingent own, Contingent other,
                        const OddsOptions& options, Duel& duel) const = 0;
  /// Whether the game knows what one attack does.
  virtual bool has_efficiency() const { return false; }
  virtual Efficiency one_attack(const BalanceSetting& /*setting*/, std::size_t /*unit*/,
                                std::size_t /*target*/) const {
    return {};
  }
};

/// One combination of the parameters in InfantryLists::settings.
struct ListSetting {
  std::vector<Argument> arguments;
  /// The parameters that vary and their values here.
  std::vector<std::pair<std::string, std::string>> varied;
};

/// How a game plays lists of its infantry, which `balance` judges beside lists of duels. A game
/// declares it by a function `InfantryLists name() {` in a file of its folder, which the build
/// lists as it lists the procedures; see also Declaration::plays_infantry_lists.
struct InfantryLists {
  std::string game;  ///< "sl": the first part of its procedures' names
  /// What a list can be asked. Not a registered procedure: its parameters only. One of them is
  /// `points`, which each side spends.
  const Procedure* settings = nullptr;
  /// Reads a list. Throws InputError, also for a unit without a price.
  std::unique_ptr<BalanceGame> (*read)(const CsvTable& table, std::span<const ListSetting> settings,
                                       const Charts& charts) = nullptr;
};

/// Those of all games that declare them.
std::span<const InfantryLists> infantry_lists();

}  // namespace combat_odds
