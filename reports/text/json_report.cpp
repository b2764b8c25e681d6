#include "reports/text/json_report.hpp"

#include "ask/headline.hpp"
#include "reports/text/json_parts.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds {
namespace {

Json argument_value(const Parameter& parameter, const Argument& argument) {
  if (argument.text.empty()) return nullptr;
  if (is_named(parameter, argument)) return argument.text;
  switch (parameter.type) {
    case Parameter::Type::integer:
      return static_cast<int>(argument.number);
    case Parameter::Type::number:
      return argument.number;
    case Parameter::Type::flag:
      return argument.number != 0;
    case Parameter::Type::choice:
    case Parameter::Type::text:
    case Parameter::Type::date:
      break;
  }
  return argument.text;
}

}  // namespace

void add_estimate(Json& entry, const Estimate& estimate) {
  if (estimate.simulated) {
    entry["monte_carlo"] = *estimate.simulated;
    entry["ci_low"] = estimate.interval.low;
    entry["ci_high"] = estimate.interval.high;
  }
  if (estimate.exact) entry["exact"] = *estimate.exact;
  if (!estimate.fraction.empty()) entry["exact_fraction"] = estimate.fraction;
}

Json situation_json(const SituationOdds& result, const ReportOptions& options) {
  const Scenario& scenario = *result.situation.scenario;
  const std::vector<Argument> arguments = scenario.arguments(result.situation.index);
  Json::object_t parameters;  // their names are distinct, so none is looked for
  parameters.reserve(arguments.size());
  for (std::size_t i = 0; i < scenario.procedure().parameters.size(); ++i) {
    const Parameter& parameter = scenario.procedure().parameters[i];
    parameters.push_back({parameter.name, argument_value(parameter, arguments[i])});
  }
  Json chances = Json::array();
  static const char* const kinds[] = {"outcome", "event", "measure"};
  for (const Chance* chance : in_report_order(result)) {
    Json entry = {{"kind", kinds[static_cast<int>(chance->kind)]}, {"name", chance->name}};
    if (chance->kind == Chance::Kind::measure) entry["value"] = chance->value;
    add_estimate(entry, estimate(*chance, result.odds.trials, options.confidence));
    chances.push_back(std::move(entry));
  }
  Json measures = Json::array();
  for (const MeasureSummary& summary : summaries(result.odds, options.confidence)) {
    Json entry = {{"measure", summary.name}};
    if (summary.mean) {
      entry["mean"] = *summary.mean;
      entry["mean_ci_low"] = summary.mean_interval.low;
      entry["mean_ci_high"] = summary.mean_interval.high;
    }
    if (summary.exact_mean) entry["exact_mean"] = *summary.exact_mean;
    entry["standard_deviation"] = summary.standard_deviation;
    entry["p05"] = summary.p05;
    entry["median"] = summary.median;
    entry["p95"] = summary.p95;
    if (summary.chance < 1) entry["chance"] = summary.chance;
    measures.push_back(std::move(entry));
  }
  Json situation = {{"scenario", result.name},
                    {"procedure", scenario.procedure().name},
                    {"parameters", std::move(parameters)},
                    {"headline", headline(result)},
                    {"working", result.working.sums},
                    {"notes", result.working.notes},
                    {"chances", std::move(chances)},
                    {"measures", std::move(measures)}};
  if (result.policy) situation["best"] = policy_json(*result.policy);
  return situation;
}

Json charts_json(const std::set<std::string>& names, const Charts& charts) {
  Json list = Json::array();
  for (const std::string& name : names) {
    const ChartSource& chart = charts.source(name);
    list.push_back({{"chart", chart.name},
                    {"title", chart.title},
                    {"rule", chart.rule},
                    {"confidence", chart.confidence},
                    {"notes", chart.notes}});
  }
  return list;
}

std::string json_report(std::span<const SituationOdds> results, const ReportOptions& options,
                        const std::set<std::string>& charts_used, const Charts& charts,
                        std::span<const std::unique_ptr<const WhyRoll>> why) {
  Json document = Json::object();
  document["trials"] = results.empty() ? 0 : results.front().odds.trials;
  document["seed"] = options.seed;
  document["confidence"] = options.confidence;
  document["charts"] = charts_json(charts_used, charts);
  document["situations"] = Json::array();
  for (std::size_t i = 0; i < results.size(); ++i) {
    Json situation = situation_json(results[i], options);
    if (i < why.size() && why[i] != nullptr) situation["why"] = why_json(*why[i]);
    document["situations"].push_back(std::move(situation));
  }
  return document.dump(2) + "\n";
}

std::string json_list(std::span<const Procedure* const> procedures) {
  Json list = Json::array();
  for (const Procedure* procedure : procedures) {
    list.push_back({{"procedure", procedure->name},
                    {"game", procedure->game()},
                    {"rule", procedure->rule},
                    {"summary", procedure->summary}});
  }
  return list.dump(2) + "\n";
}

std::string json_list(std::span<const Preset> presets) {
  Json list = Json::array();
  for (const Preset& preset : presets) {
    Json parameters = Json::object();
    for (const auto& [parameter, value] : preset.values) parameters[parameter] = value;
    list.push_back({{"procedure", preset.procedure},
                    {"preset", preset.name},
                    {"meaning", preset.meaning},
                    {"parameters", parameters}});
  }
  return list.dump(2) + "\n";
}

}  // namespace combat_odds
