#pragma once

#include <string>
#include <vector>

#include "combat_odds/reports/compare.hpp"
#include "combat_odds/reports/gnuplot.hpp"

namespace combat_odds {

/// The most situations in the plot of a ranking.
constexpr std::size_t most_ranked = 40;

/// What gnuplot is to do: a lying bar for every situation, best first, with its interval as
/// whiskers where it was simulated; what is tied with the best differs in colour and hatching.
/// Throws InputError where there are more than most_ranked situations.
std::string ranking_script(const std::vector<Ranked>& ranking, const Quantity& quantity,
                           Better better, const ReportOptions& options, const PlotFile& file);

}  // namespace combat_odds
