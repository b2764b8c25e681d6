#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace combat_odds::expression {

/// What somebody at a table says about dice, as expressions.
struct Talk {
  /// One; or several, to be shown beside each other; or, where it is unclear, one for each meaning.
  std::vector<std::string> expressions;
  std::vector<std::string> told;  ///< what was taken for granted
  bool is_unclear = false;
  bool is_condition = false;  ///< it is true or not
};

/// Reads "8 dice, 5s and 6s are successes, at least 3", "2d6+1 beats 2d6, ties rerolled", "at least
/// one double in four throws of 2d6", "5 attacks at +6 vs AC 16", in any order. Nothing where there
/// are no dice, or where any word is not understood.
std::optional<Talk> talk_of(std::string_view sentence);

}  // namespace combat_odds::expression
