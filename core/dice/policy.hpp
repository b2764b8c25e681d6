#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/dice/decision.hpp"

namespace combat_odds {

/// The decisions that are made anew in every state: those of these parameters. All others are fixed
/// by the value of their parameter.
struct FreeChoices {
  std::set<std::string, std::less<>> parameters;

  bool contains(const Decision& decision) const { return parameters.contains(decision.parameter); }
};

/// The key of one decision in one state.
std::string choice_key(const Decision& decision, std::string_view state);

/// A state in which a player decides, and the best option there.
struct Choice {
  std::string key;
  std::string parameter;
  std::string question;
  std::vector<std::string> options;
  int side = 0;
  Facts facts;
  std::size_t otherwise = 0;   ///< the option by habit
  std::size_t chosen = 0;      ///< the best option; the one by habit where it is among the best
  std::vector<double> values;  ///< of each option, for the side that decides, if best play follows
  std::vector<bool> best;      ///< whether the option is as good as any
  double visits = 0;  ///< how often the state comes up in a game, on average, under this policy

  /// What an option costs compared with the best one.
  double cost(std::size_t option) const {
    const double lost = values[chosen] - values[option];
    return best[option] ? 0 : lost < 0 ? -lost : lost;
  }
};

/// Best play: a choice for every state that the rule can reach.
struct Policy {
  FreeChoices free;
  std::vector<Choice> choices;  ///< in order of discovery
  double value = 0;             ///< of the goal of side 0
  std::string fraction;         ///< the same in lowest terms; empty where it is long or numerical
  bool exact = true;            ///< false: positions recur, and the solution is numerical

  /// The number of the option to take. Throws std::logic_error where the state was not explored,
  /// because the rule did not name all that the future depends on.
  std::size_t option(const std::string& key) const;

  /// Call it once `choices` are complete.
  void index();

 private:
  boost::unordered_flat_map<std::string, std::size_t> by_key_;
};

}  // namespace combat_odds
