#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "combat_odds/reports/csv_report.hpp"
#include "combat_odds/reports/table_report.hpp"

namespace combat_odds::cli {

/// How the odds of situations are looked at: each for itself, ranked, or as a two-way table.
class View {
 public:
  virtual ~View() = default;

  /// Throws InputError where these situations, all of one scenario, can't be looked at so. A name
  /// that nothing lists may still occur: table(), csv() and picture() throw the same where it does
  /// not.
  virtual void check(const Scenario& scenario, std::span<const Situation> situations) const = 0;
  /// The same for a picture of them.
  virtual void check_picture(const Scenario& scenario, std::size_t situations) const = 0;

  /// Whether each situation is told as soon as it is known, with --format csv.
  virtual bool one_by_one() const { return false; }

  virtual std::string table(const std::vector<SituationOdds>& results, const ReportOptions& report,
                            TableStyle style) const = 0;
  virtual std::string csv(const std::vector<SituationOdds>& results,
                          const ReportOptions& report) const = 0;
  /// As SVG.
  virtual std::string picture(const std::vector<SituationOdds>& results,
                              const ReportOptions& report) const = 0;
};

/// The options that choose a View, as words.
struct ViewWords {
  std::string format = "table";
  std::string by;      ///< empty: no ranking
  std::string better;  ///< empty: higher
  std::vector<std::string> pivot;
  std::string show;
  std::string columns;  ///< empty: all
  std::string plot;
  std::string plot_measure;
};

/// Throws InputError where the words do not go together.
std::unique_ptr<View> view_asked(const ViewWords& words);

}  // namespace combat_odds::cli
