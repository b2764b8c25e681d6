#include "studies/run/run_reports.hpp"

#include <utility>

#include "reports/tables/best_report.hpp"
#include "reports/text/rule_sources.hpp"

namespace combat_odds {

RunReports::RunReports(std::span<const Procedure* const> procedures,
                       const std::set<std::string>& used, const Charts& charts,
                       const ReportOptions& options, const WrittenCommand& command, FileSink write)
    : columns_(procedures), options_(options), write_(std::move(write)) {
  write_("distribution.csv", distribution_header());
  write_("summary.csv", summary_header());
  write_("situations.csv", columns_.header());
  write_("charts.csv", chart_report(used, charts));
  write_(command_file, command.csv());
  const std::vector<RuleSource> rules = rule_sources(procedures);
  if (!rules.empty()) write_(rule_sources_file, rule_sources_csv(rules));
}

void RunReports::add(const SituationOdds& result) {
  static const std::string distribution_file = "distribution.csv";
  static const std::string summary_file = "summary.csv";
  static const std::string situations_file = "situations.csv";
  const LinesOf lines(result);
  write_(distribution_file, distribution_lines(lines, options_));
  write_(summary_file, summary_lines(lines, options_));
  write_(situations_file, columns_.line(lines));
  if (result.policy != nullptr) {
    if (!std::exchange(has_policy_, true)) write_(policy_file, policy_header());
    write_(policy_file, policy_lines(result));
  }
  ++situations_;
  if (options_.method != Method::exact && result.odds.trials == 0) ++not_played_;
  if (!result.complete) ++cut_short_;
}

}  // namespace combat_odds
