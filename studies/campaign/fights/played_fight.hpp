#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/dice/function_ref.hpp"
#include "core/dice/rule.hpp"
#include "core/play/monte_carlo.hpp"
#include "core/play/stream_dice.hpp"

namespace combat_odds::red_barricades {

/// The sides of a fight, as places in arrays.
constexpr std::size_t attacking = 0;
constexpr std::size_t defending = 1;

/// What a fight comes to, in the order of reports.
enum class FightResult : std::uint8_t {
  attacker_holds,
  melee,
  defender_holds,
  nobody_holds,
  not_fought,
};
inline const std::vector<std::string> fight_results = {"attacker_holds", "melee", "defender_holds",
                                                       "nobody_holds", "not_fought"};

/// A number for each FightResult.
using ByResult = std::array<double, 5>;

/// So many units or weapons of one name, as a measure of the campaign calls them ("squads 4-6-7").
struct UnitsThere {
  std::string measure;
  int number = 0;
};

/// How a fight ended.
struct FightEnd {
  FightResult result = FightResult::not_fought;
  /// By side and measure that is followed: what was lost, of squads in half-squads. Negative: it
  /// has more, for units were Replaced by these.
  std::array<std::vector<std::int16_t>, 2> lost;
};

/// The measures that are followed, by side.
using FollowedMeasures = std::array<std::vector<std::string>, 2>;

/// A fight of so many units on either side: asl.assault, played with dice.
class PlayedFight {
 public:
  /// `assault` is a rule of Assault::by_name(); `there` are the units of both sides.
  PlayedFight(std::unique_ptr<const Rule> assault,
              const std::array<std::vector<UnitsThere>, 2>& there,
              const FollowedMeasures& followed);

  /// Plays so many trials: on the decision graph, or where they are few, or the graph would be too
  /// large, roll by roll. Calls end(i, how it ended) for each.
  void play(std::size_t trials, WordStream& words, StreamDice& dice,
            FunctionRef<void(std::size_t, const FightEnd&)> end) const;

  /// The exact chance of each result; nothing where the graph would be too large. `thorough`: a
  /// larger one than is worth playing on will do.
  const std::optional<ByResult>& chances(bool thorough) const;

 private:
  const RollingGraph* graph() const;
  FightEnd end_of(const Outcome& outcome) const;
  std::optional<ByResult> exact_chances(const DecisionGraph& graph) const;

  std::unique_ptr<const Rule> assault_;
  FollowedMeasures followed_;
  std::array<std::vector<int>, 2> before_;  ///< of each, in the units of FightEnd::lost
  mutable std::once_flag explored_;
  mutable std::unique_ptr<const RollingGraph> graph_;  ///< null: too large
  mutable std::vector<FightEnd> ends_;                 ///< by leaf
  mutable std::once_flag worked_out_;
  mutable std::optional<ByResult> chances_;
};

}  // namespace combat_odds::red_barricades
