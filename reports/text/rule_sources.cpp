#include "reports/text/rule_sources.hpp"

#include <set>

#include "core/text/csv_columns.hpp"

namespace combat_odds {

std::vector<RuleSource> rule_sources(std::span<const Procedure* const> procedures) {
  std::vector<RuleSource> sources;
  for (const Procedure* const procedure : procedures) {
    if (const RuleSource* const source = source_of(*procedure)) sources.push_back(*source);
  }
  return sources;
}

std::string rule_sources_csv(const std::vector<RuleSource>& sources) {
  std::vector<TextFile> files;
  std::set<std::string> charts;
  for (const RuleSource& source : sources) {
    files.push_back(source.rule);
    for (const TextFile& chart : source.charts) {
      if (charts.insert(chart.name).second) files.push_back(chart);
    }
  }
  CsvColumns<TextFile> columns;
  return columns.add("file", &TextFile::name).add("text", &TextFile::text).table(files);
}

}  // namespace combat_odds
