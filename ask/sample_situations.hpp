#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "ask/library.hpp"
#include "ask/situation.hpp"

namespace combat_odds {

/// Values of a parameter that are worth trying: those that its declaration names, else every
/// choice, yes and no, or whole numbers from the bottom of its range. Throws std::logic_error for a
/// required text without any.
std::vector<std::string> values_to_try(const Parameter& parameter);

/// Up to `count` situations of a procedure, random combinations of values to try that make sense;
/// the same in every run.
std::vector<Scenario> sample_situations(const Library& library, const Procedure& procedure,
                                        std::size_t count);

/// The charts that a procedure looks things up in, as far as its presets and a spread of situations
/// show.
std::set<std::string> charts_read(const Library& library, const Procedure& procedure);

}  // namespace combat_odds
