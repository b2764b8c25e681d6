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
  bool exists = true;  ///< false: one of both has no number
  double difference = 0;
  bool exact = false;
  Interval interval;
};

/// a - b of independent estimates.
Difference difference(const Estimate& a, const Estimate& b);

/// A difference and the ends of its interval (NAME,INTERVAL_low,INTERVAL_high); empty where one of
/// the two has no number.
CsvColumns<std::optional<Difference>> difference_columns(const std::string& name,
                                                         const std::string& interval);

/// One situation of a ranking.
struct Ranked {
  const SituationOdds* result = nullptr;
  Estimate estimate;
  /// How likely it is that what is measured exists at all, where that is not certain.
  std::optional<Estimate> chance;
  std::size_t rank = 0;   ///< from 1; exactly equal numbers share one
  double difference = 0;  ///< to the best
  bool exact = false;     ///< the difference is known exactly
  Interval interval;      ///< of the difference, where it is not
  Standing standing = Standing::behind;

  std::optional<Difference> relative;  ///< to the situation that was chosen for it, where one was
};

/// The situations, best first. Where one is tied with the best, the best is called tied too. By a
/// measure that exists only where something happens, its chance comes first: more of it where lower
/// numbers are better (the sooner, the better), less of it where higher ones are. Equal chances go
/// by the measure. The results must outlive the ranking.
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
Table ranking_rows(const std::vector<Ranked>& ranking, const Quantity& quantity,
                   const ReportOptions& options);

/// "higher is better", and what comes before that.
std::string order_text(const Quantity& quantity, Better better);

/// "exact odds" or "1000 trials each, seed 1".
std::string how_compared(const std::vector<Ranked>& ranking, const ReportOptions& options);

/// rank,scenario,procedure,by,better,monte_carlo,ci_low,ci_high,exact,exact_fraction,difference,
/// difference_ci_low,difference_ci_high,standing,trials,seed. Where a difference is known exactly,
/// its interval is that number. By a measure that exists only where something happens: chance, how
/// likely that is, behind them. With differences to a chosen situation: relative_difference,
/// relative_ci_low,relative_ci_high behind all.
std::string ranking_csv(const std::vector<Ranked>& ranking, const Quantity& quantity, Better better,
                        const ReportOptions& options);

}  // namespace combat_odds
