#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/text/folder.hpp"
#include "reports/text/csv_report.hpp"
#include "reports/text/written_command.hpp"

namespace combat_odds {

/// What best play does in every state, where a situation asks for it.
inline constexpr const char* policy_file = "policy.csv";

/// A line for each situation, where that is asked for (WideTable).
inline constexpr const char* wide_file = "wide.csv";

/// Writes the files of a run situation by situation: distribution.csv, summary.csv, situations.csv,
/// charts.csv and command.csv; where best play is asked for policy.csv, too.
class RunReports {
 public:
  /// `procedures` are those of the situations, each once as they come; `used` are the charts that
  /// they read.
  RunReports(std::span<const Procedure* const> procedures, const std::set<std::string>& used,
             const Charts& charts, const ReportOptions& options, const WrittenCommand& command,
             FileSink write);

  void add(const SituationOdds& result);

  std::uint64_t situations() const { return situations_; }
  /// Of these, how many should have been simulated but were not.
  std::uint64_t not_played() const { return not_played_; }
  /// And how many were cut short.
  std::uint64_t cut_short() const { return cut_short_; }

 private:
  SituationTable columns_;
  ReportOptions options_;
  FileSink write_;
  bool has_policy_ = false;
  std::uint64_t situations_ = 0;
  std::uint64_t not_played_ = 0;
  std::uint64_t cut_short_ = 0;
};

}  // namespace combat_odds
