#include <algorithm>

#include "ask/headline.hpp"
#include "core/text/measure_text.hpp"
#include "reports/pages/run_page.hpp"
#include "reports/text/situation_text.hpp"

namespace combat_odds {
namespace {

ReportedChance reported(const Chance& chance, std::uint64_t trials, double confidence) {
  ReportedChance report;
  report.kind = kind_name(chance.kind);
  report.name = chance.name;
  if (chance.kind == Chance::Kind::measure) report.value = measure_text(chance.value);
  report.estimate = estimate(chance, trials, confidence);
  return report;
}

}  // namespace

WrittenRun reported_run(std::span<const SituationOdds> results, const ReportOptions& options,
                        const std::set<std::string>& charts_used, const Charts& charts,
                        WrittenCommand command) {
  WrittenRun run;
  run.command = std::move(command);
  for (const SituationOdds& result : results) {
    const Scenario& scenario = *result.situation.scenario;
    const Procedure& procedure = scenario.procedure();
    ReportedSituation situation;
    situation.name = reader_name(result);
    situation.procedure = procedure.name;
    const std::vector<Argument> values = scenario.arguments(result.situation.index);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i].text.empty()) continue;
      situation.parameters.emplace_back(procedure.parameters[i].name, values[i].text);
    }
    for (const Chance* chance : in_report_order(result)) {
      situation.chances.push_back(reported(*chance, result.odds.trials, options.confidence));
    }
    situation.measures = summaries(result.odds, options.confidence);
    if (result.odds.trials > 0) situation.trials = std::to_string(result.odds.trials);
    const bool named = scenario.name() != procedure.name;  // by its author
    situation.sentence = (named ? situation.name + ": " : "") + headline(result);
    situation.subjects = subjects(procedure, result.odds);
    situation.working = result.working.sums;
    situation.working.insert(situation.working.end(), result.working.notes.begin(),
                             result.working.notes.end());
    run.situations.push_back(std::move(situation));
  }
  for (const std::string& name : charts_used) run.charts.push_back(charts.source(name));
  return run;
}

}  // namespace combat_odds
