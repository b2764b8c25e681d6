#include "reports/text/json_report.hpp"

#include <cmath>
#include <cstdint>

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

Json object_of(std::size_t members) {
  Json::object_t object;
  object.reserve(members);
  return object;
}

void put(Json& object, std::string_view key, Json value) {
  if (object.is_null()) object = Json::object();
  object.get_ref<Json::object_t&>().emplace_back(key, std::move(value));
}

Json measure_json(double value) {
  if (value != std::floor(value)) return value;
  return static_cast<std::int64_t>(value);
}

void add_estimate(Json& entry, const Estimate& estimate) {
  if (estimate.simulated) {
    put(entry, "monte_carlo", *estimate.simulated);
    put(entry, "ci_low", estimate.interval.low);
    put(entry, "ci_high", estimate.interval.high);
  }
  if (estimate.exact) put(entry, "exact", *estimate.exact);
  if (!estimate.fraction.empty()) put(entry, "exact_fraction", estimate.fraction);
}

Json situation_json(const SituationOdds& result, const ReportOptions& options) {
  const Scenario& scenario = *result.situation.scenario;
  const std::vector<Argument> arguments = scenario.arguments(result.situation.index);
  Json parameters = object_of(arguments.size());
  for (std::size_t i = 0; i < scenario.procedure().parameters.size(); ++i) {
    const Parameter& parameter = scenario.procedure().parameters[i];
    put(parameters, parameter.name, argument_value(parameter, arguments[i]));
  }
  Json chances = Json::array();
  chances.get_ref<Json::array_t&>().reserve(result.odds.chances.size());
  static const char* const kinds[] = {"outcome", "event", "measure"};
  for (const Chance* chance : in_report_order(result)) {
    Json entry = object_of(8);
    put(entry, "kind", kinds[static_cast<int>(chance->kind)]);
    put(entry, "name", chance->name);
    if (chance->kind == Chance::Kind::measure) put(entry, "value", measure_json(chance->value));
    add_estimate(entry, estimate(*chance, result.odds.trials, options.confidence));
    chances.push_back(std::move(entry));
  }
  Json measures = Json::array();
  for (const MeasureSummary& summary : summaries(result.odds, options.confidence)) {
    Json entry = object_of(10);
    put(entry, "measure", summary.name);
    if (summary.mean) {
      put(entry, "mean", *summary.mean);
      put(entry, "mean_ci_low", summary.mean_interval.low);
      put(entry, "mean_ci_high", summary.mean_interval.high);
    }
    if (summary.exact_mean) put(entry, "exact_mean", *summary.exact_mean);
    put(entry, "standard_deviation", summary.standard_deviation);
    put(entry, "p05", measure_json(summary.p05));
    put(entry, "median", measure_json(summary.median));
    put(entry, "p95", measure_json(summary.p95));
    if (summary.chance < 1) put(entry, "chance", summary.chance);
    measures.push_back(std::move(entry));
  }
  Json situation = object_of(16);
  put(situation, "scenario", result.name);
  put(situation, "procedure", scenario.procedure().name);
  put(situation, "parameters", std::move(parameters));
  put(situation, "headline", headline(result));
  put(situation, "working", result.working.sums);
  put(situation, "notes", result.working.notes);
  put(situation, "chances", std::move(chances));
  put(situation, "measures", std::move(measures));
  if (result.policy) put(situation, "best", policy_json(*result.policy));
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
