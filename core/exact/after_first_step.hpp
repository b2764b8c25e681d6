#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "core/explore/state_explorer.hpp"

namespace combat_odds {

/// What follows the first step of rules that differ in that step alone (see SharedSteps): the odds
/// of the outcomes from each of its ends, worked out once for all of them.
class AfterFirstStep {
 public:
  /// Numbers of the explorer's leaves over one denominator, in the order in which playing all paths
  /// would meet them.
  struct Numbers {
    std::uint64_t over = 1;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> of_leaves;
  };

  /// The odds of the rule that the states go on with. Nothing where its steps differ elsewhere,
  /// states recur, numbers take more than 63 bits or there are very many of them. `states` are
  /// always the same, and grow.
  std::optional<Numbers> odds(StateExplorer& states);

 private:
  /// All numbers that are kept take some tens of kilobytes.
  static constexpr std::size_t most_numbers = 4096;

  const Numbers* from(StateExplorer& states, Link link);
  std::optional<Numbers> after(StateExplorer& states, std::uint32_t state);

  std::deque<Numbers> all_;
  /// By the links' states and borders; null where they are being worked out or can't be.
  boost::unordered_flat_map<std::uint32_t, const Numbers*> of_states_;
  boost::unordered_flat_map<std::uint32_t, const Numbers*> of_borders_;
  std::size_t count_ = 0;
};

}  // namespace combat_odds
