#pragma once

#include <span>
#include <string>
#include <vector>

#include "reports/pictures/chart_frame.hpp"
#include "reports/pictures/series_look.hpp"
#include "reports/tables/comparison.hpp"
#include "reports/text/csv_report.hpp"

namespace combat_odds {

/// The most situations in one picture of odds: as many as there are colours that every reader can
/// tell apart; and in one picture of a ranking.
constexpr std::size_t most_plotted = series_looks.size();
constexpr std::size_t most_ranked = 40;

/// How a picture is drawn: as wide as this, and with a heading and the recipe where it stands
/// alone.
struct Drawing {
  double width = chart_width;
  bool alone = true;

  void apply(Caption& caption) const {
    caption.width = width;
    caption.headed = alone;
    if (!alone) caption.recipe.clear();
  }
};

/// Throws InputError where the procedure lists no such measure.
void check_drawn_measure(const Procedure& procedure, const std::string& measure);

/// The situations of one scenario as a picture: their outcomes as bars, or the distribution of
/// `measure` where it is not empty. Where the outcomes are too many for bars, as those of a stack
/// are: of one situation how many are how, of several the events. Throws InputError where there is
/// no such measure.
std::string odds_plot(std::span<const SituationOdds> results, const ReportOptions& options,
                      const std::string& measure, const Drawing& drawing = {});

/// A ranking as a picture: a lying bar for every situation, best first, with its interval as
/// whiskers where it was simulated; what is tied with the best differs in colour and hatching.
std::string ranking_plot(const std::vector<Ranked>& ranking, const Quantity& quantity,
                         Better better, const ReportOptions& options, const Drawing& drawing = {});

}  // namespace combat_odds
