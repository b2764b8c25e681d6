#pragma once

#include <span>
#include <string>

#include "combat_odds/reports/csv_report.hpp"
#include "combat_odds/reports/gnuplot.hpp"
#include "combat_odds/reports/palette.hpp"

namespace combat_odds {

/// The most situations in one plot: as many as there are colours that every reader can tell apart.
constexpr std::size_t most_plotted = looks.size();

/// "firepower=8" of "asl.fire[firepower=8]", under a title that names the procedure.
std::string short_name(const std::string& name, const Procedure& procedure);

/// What gnuplot is to do: outcomes, or the distribution of `measure` where it is not empty, as bars
/// (a group for every outcome where there are several situations; measures of several situations as
/// points). Throws InputError where there are more than most_plotted situations or no such measure.
std::string plot_script(std::span<const SituationOdds> results, const ReportOptions& options,
                        const std::string& measure, const PlotFile& file);

}  // namespace combat_odds
