#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reports/tables/page.hpp"
#include "reports/tables/quantity.hpp"
#include "reports/tables/table_report.hpp"
#include "reports/text/csv_report.hpp"

namespace combat_odds {

/// Which situation is preferred: the one where the number is higher, or lower.
enum class Better { higher, lower };

/// How a situation stands to the best. `tied`: they can't be told apart.
enum class Standing { best, tied, behind };

/// How far one situation is from another.
struct Difference {
  double difference = 0;
  bool exact = false;
  Interval interval;
};

/// One situation of a ranking.
struct Ranked {
  const SituationOdds* result = nullptr;
  Estimate estimate;
  std::size_t rank = 0;   ///< from 1; exactly equal numbers share one
  double difference = 0;  ///< to the best
  bool exact = false;     ///< the difference is known exactly
  Interval interval;      ///< of the difference, where it is not
  Standing standing = Standing::behind;

  std::optional<Difference> relative;  ///< to the situation that was chosen for it, where one was
};

/// The situations, best first. Where one is tied with the best, the best is called tied too. The
/// results must outlive the ranking.
std::vector<Ranked> ranking(std::span<const SituationOdds> results, const Quantity& quantity,
                            Better better, double confidence);

/// Sets the differences to the situation of that name. Throws InputError at --relative-to, with the
/// nearest name, where there is none.
void relate(std::vector<Ranked>& ranking, const std::string& name);

/// What it comes to in a sentence: "best: three attacks".
std::string conclusion(const std::vector<Ranked>& ranking, const ReportOptions& options);

/// The ranking as a table, and what it comes to in a sentence before it.
std::string ranking_table(const std::vector<Ranked>& ranking, const Quantity& quantity,
                          Better better, const ReportOptions& options, TableStyle style,
                          std::size_t width = 0);

/// The rows of the table, for a page.
PageTable ranking_rows(const std::vector<Ranked>& ranking, const Quantity& quantity,
                       const ReportOptions& options);

/// "exact odds" or "1000 trials each, seed 1".
std::string how_compared(const std::vector<Ranked>& ranking, const ReportOptions& options);

/// rank,scenario,procedure,by,better,monte_carlo,ci_low,ci_high,exact,exact_fraction,difference,
/// difference_ci_low,difference_ci_high,standing,trials,seed. Where a difference is known exactly,
/// its interval is that number. With differences to a chosen situation: relative_difference,
/// relative_ci_low,relative_ci_high behind them.
std::string ranking_csv(const std::vector<Ranked>& ranking, const Quantity& quantity, Better better,
                        const ReportOptions& options);

}  // namespace combat_odds
