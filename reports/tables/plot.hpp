#pragma once

#include <optional>
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

/// How a picture is drawn: alone, with a heading and the recipe, as wide as its user has it; or on
/// a page, as wide as this.
struct Drawing {
  double width = chart_width;
  bool alone = true;

  void apply(Caption& caption) const {
    caption.headed = alone;
    if (alone) return;
    caption.width = width;
    caption.recipe.clear();
  }
};

/// Puts the user's words on a picture.
void sign(Caption& caption, const PictureWords& words);

/// Throws InputError where the procedure lists no such measure.
void check_drawn_measure(const Procedure& procedure, const std::string& measure);

/// A sweep over a number, as a picture shows it: that number across, and a curve for each
/// combination of the other parameters that vary.
struct Sweep {
  const Parameter* across = nullptr;
  std::size_t steps = 0;
  std::size_t curves = 1;  ///< combinations of the others
};
/// The number of a scenario that has most values, three at least; nothing where there is none.
std::optional<Sweep> sweep_of(const Scenario& scenario);

/// The number that all of several scenarios sweep over, where so many curves fit into one picture.
std::optional<std::string> swept_by_all(std::span<const Scenario* const> scenarios);

/// Whether odds_plot() can show all its situations in one picture.
bool can_be_plotted(const Scenario& scenario, const std::string& measure);

/// The situations of one scenario as a picture. A sweep over a number is a line chart: a curve for
/// each of the quantities `shown`, named as for --by; empty: for each outcome, or where other
/// parameters vary for each combination of them what the answers are about. Else the quantities
/// shown are bars, without them the outcomes, or the distribution of `measure` is drawn where it is
/// not empty. Where the outcomes are too many for bars, as those of a stack are: of one situation
/// how many are how, of several the events. Throws InputError where there is no such measure.
std::string odds_plot(std::span<const SituationOdds> results, const ReportOptions& options,
                      const std::string& measure, const Drawing& drawing = {},
                      const std::vector<std::string>& shown = {});

/// A ranking as a picture: a lying bar for every situation, best first, with its interval as
/// whiskers where it was simulated; where some are tied with the best, the others differ in colour
/// and hatching. Where all scenarios sweep over the same number it is a curve for each of them,
/// named as it is.
bool can_be_plotted(const std::vector<Ranked>& ranking);
std::string ranking_plot(const std::vector<Ranked>& ranking, const Quantity& quantity,
                         Better better, const ReportOptions& options, const Drawing& drawing = {});

}  // namespace combat_odds
