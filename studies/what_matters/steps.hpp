#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/declare/procedure.hpp"

namespace combat_odds {

/// A parameter with another value than was asked for.
struct Step {
  const Parameter* parameter = nullptr;
  std::string value;
  /// What a step in units adds or takes away, for sentences: "a second 4-6-7", "the 9-1". Else
  /// empty.
  std::string unit = {};
  std::string item = {};  ///< its name: "4-6-7"
  /// A number goes on in this direction where one step changes nothing: 1 or -1. 0: it does not.
  int direction = 0;
};

/// One step from the value asked for: a number one more and one less, every other choice, yes for
/// no, the day before and after, one of each unit more and less ("2*4-6-7 8-1": 3*4-6-7, 1*4-6-7,
/// and without the 8-1). Names of a chart are tried where they are a few. Nothing for what was left
/// out and has no choices. The values need not be allowed together with the others.
std::vector<Step> steps_from(const Parameter& parameter, const Argument& asked,
                             const Charts& charts);

/// The same a number further; nothing where the parameter ends.
std::optional<Step> further(const Step& step);

}  // namespace combat_odds
