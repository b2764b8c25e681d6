#pragma once

#include <string>
#include <vector>

#include "ask/situation.hpp"
#include "sim/declare/rule_source.hpp"

namespace combat_odds {

/// The file of a run with the texts of the rules that did not come with the program: with them it
/// can be made again. Not there where all came with it.
inline constexpr const char* rule_sources_file = "house-rules.csv";

/// What the procedures were made of, as far as they did not come with the program.
std::vector<RuleSource> rule_sources(std::span<const Procedure* const> procedures);

/// The columns file and text, a line for each rule and each of its own charts.
std::string rule_sources_csv(const std::vector<RuleSource>& sources);

}  // namespace combat_odds
