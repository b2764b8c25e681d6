#pragma once

#include <span>
#include <string>

#include "reports/csv_report.hpp"

namespace combat_odds {

/// The most situations in one plot: as many as there are colours that every reader can tell apart.
constexpr std::size_t most_plotted = 8;

/// Looks whether a plot can be drawn to this file, before anything is simulated. Throws InputError
/// where the name ends neither in .svg, .png nor .pdf, SystemError where gnuplot is missing.
void check_plot(const std::string& path);

/// Draws outcomes, or the distribution of `measure` where it is not empty, as bars (a group for
/// every outcome where there are several situations; measures of several situations as points). The
/// file appears whole or not at all. Throws InputError where there are more than most_plotted
/// situations or no such measure, SystemError where drawing fails.
void plot_odds(std::span<const SituationOdds> results, const ReportOptions& options,
               const std::string& measure, const std::string& path);

/// What plot_odds has gnuplot do, writing to `output`; `format` is svg, png or pdf.
std::string plot_script(std::span<const SituationOdds> results, const ReportOptions& options,
                        const std::string& measure, const std::string& format,
                        const std::string& output);

}  // namespace combat_odds
