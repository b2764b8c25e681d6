#include "reports/text/rule_sources.hpp"

#include <fmt/format.h>

#include <set>

#include "core/text/csv.hpp"

namespace combat_odds {

std::vector<RuleSource> rule_sources(const std::vector<Scenario>& scenarios) {
  std::vector<RuleSource> sources;
  std::set<const Procedure*> seen;
  for (const Scenario& scenario : scenarios) {
    const Procedure& procedure = scenario.procedure();
    const RuleSource* const source = source_of(procedure);
    if (source != nullptr && seen.insert(&procedure).second) sources.push_back(*source);
  }
  return sources;
}

std::string rule_sources_csv(const std::vector<RuleSource>& sources) {
  std::string lines = "file,text\n";
  std::set<std::string> charts;
  const auto add = [&](const TextFile& file) {
    lines += fmt::format("{},{}\n", csv_field(file.name), csv_field(file.text));
  };
  for (const RuleSource& source : sources) {
    add(source.rule);
    for (const TextFile& chart : source.charts) {
      if (charts.insert(chart.name).second) add(chart);
    }
  }
  return lines;
}

}  // namespace combat_odds
