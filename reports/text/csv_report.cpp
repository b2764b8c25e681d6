#include "reports/text/csv_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/text/csv.hpp"

namespace combat_odds {
namespace {

std::string optional_number(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : std::string();
}

}  // namespace

const char* kind_name(Chance::Kind kind) {
  switch (kind) {
    case Chance::Kind::outcome:
      return "outcome";
    case Chance::Kind::event:
      return "event";
    case Chance::Kind::measure:
      return "measure";
  }
  return "";
}

std::size_t report_position(const Chance& chance, const Procedure& procedure) {
  const std::vector<Term>& terms = chance.kind == Chance::Kind::outcome ? procedure.outcomes
                                   : chance.kind == Chance::Kind::event ? procedure.events
                                                                        : procedure.measures;
  const auto known = std::find_if(terms.begin(), terms.end(),
                                  [&](const Term& term) { return term.name == chance.name; });
  return static_cast<std::size_t>(known - terms.begin());
}

std::vector<const Chance*> in_report_order(const SituationOdds& result) {
  const Procedure& procedure = result.situation.scenario->procedure();
  struct Placed {
    const Chance* chance;
    std::size_t position;
  };
  std::vector<Placed> placed;
  placed.reserve(result.odds.chances.size());
  for (const Chance& chance : result.odds.chances) {
    const Chance* const before = placed.empty() ? nullptr : placed.back().chance;
    const bool goes_on =
        before != nullptr && before->kind == chance.kind && before->name == chance.name;
    placed.push_back(
        {&chance, goes_on ? placed.back().position : report_position(chance, procedure)});
  }
  std::stable_sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) {
    if (a.chance->kind != b.chance->kind) return a.chance->kind < b.chance->kind;
    return a.position < b.position;
  });
  std::vector<const Chance*> order;
  order.reserve(placed.size());
  for (const Placed& each : placed) order.push_back(each.chance);
  return order;
}

std::string distribution_header() {
  return "scenario,procedure,kind,name,value,monte_carlo,ci_low,ci_high,exact,exact_fraction,"
         "trials,"
         "seed\n";
}

std::string distribution_lines(const SituationOdds& result, const ReportOptions& options) {
  const std::string start =
      csv_name(result.name) + "," + csv_field(result.situation.scenario->procedure().name) + ",";
  const std::uint64_t trials = result.odds.trials;
  fmt::memory_buffer lines;
  const auto add = [&](std::string_view text) { lines.append(text); };
  const auto at_end = fmt::appender(lines);
  for (const Chance* chance : in_report_order(result)) {
    add(start);
    add(kind_name(chance->kind));
    lines.push_back(',');
    add(csv_field(chance->name));
    lines.push_back(',');
    if (chance->kind == Chance::Kind::measure) add(fmt::format_int(chance->value).c_str());
    if (trials > 0) {
      const Interval interval = wilson_interval(chance->count, trials, options.confidence);
      fmt::format_to(at_end, ",{},{},{}",
                     static_cast<double>(chance->count) / static_cast<double>(trials), interval.low,
                     interval.high);
    } else {
      add(",,,");
    }
    lines.push_back(',');
    if (chance->exact) fmt::format_to(at_end, "{}", chance->exact->value);
    lines.push_back(',');
    if (chance->exact) add(chance->exact->fraction);
    if (trials > 0) {
      fmt::format_to(at_end, ",{},{}\n", trials, options.seed);
    } else {
      add(",,\n");
    }
  }
  return fmt::to_string(lines);
}

std::string summary_header() {
  return "scenario,procedure,measure,mean,mean_ci_low,mean_ci_high,exact_mean,standard_deviation,"
         "p05,"
         "median,p95\n";
}

std::string summary_lines(const SituationOdds& result, const ReportOptions& options) {
  Odds ordered{result.odds.trials, {}};
  for (const Chance* chance : in_report_order(result)) {
    if (chance->kind == Chance::Kind::measure) ordered.chances.push_back(*chance);
  }
  const std::string start =
      csv_name(result.name) + "," + csv_field(result.situation.scenario->procedure().name) + ",";
  std::string lines;
  for (const MeasureSummary& summary : summaries(ordered, options.confidence)) {
    lines += start + csv_field(summary.name) + ",";
    lines += summary.mean ? fmt::format("{},{},{}", *summary.mean, summary.mean_interval.low,
                                        summary.mean_interval.high)
                          : std::string(",,");
    lines += fmt::format(",{},{},{},{},{}\n", optional_number(summary.exact_mean),
                         summary.standard_deviation, summary.p05, summary.median, summary.p95);
  }
  return lines;
}

SituationTable::SituationTable(const std::vector<Scenario>& scenarios) {
  for (const Scenario& scenario : scenarios) {
    for (const Parameter& parameter : scenario.procedure().parameters) {
      if (std::find(columns_.begin(), columns_.end(), parameter.name) == columns_.end()) {
        columns_.push_back(parameter.name);
      }
    }
  }
}

std::string SituationTable::header() const {
  return fmt::format("scenario,procedure{}{},{}\n", columns_.empty() ? "" : ",",
                     fmt::join(columns_, ","), working_column);
}

std::string SituationTable::line(const SituationOdds& result) const {
  const Situation& situation = result.situation;
  const Procedure& procedure = situation.scenario->procedure();
  const std::vector<Argument> arguments = situation.scenario->arguments(situation.index);
  std::string line = csv_name(situation.name()) + "," + csv_field(procedure.name);
  const std::vector<Parameter>& parameters = procedure.parameters;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    line += ',';
    // Most runs have one procedure.
    const bool in_order = c < parameters.size() && parameters[c].name == columns_[c];
    const Parameter* parameter = in_order ? &parameters[c] : procedure.parameter(columns_[c]);
    if (parameter == nullptr) continue;
    const auto i = static_cast<std::size_t>(parameter - procedure.parameters.data());
    line += csv_field(arguments[i].text);
  }
  return line + ',' + csv_field(fmt::format("{}", fmt::join(result.working.sums, "; "))) + '\n';
}

std::string chart_report(const std::set<std::string>& used, const Charts& charts) {
  std::string lines = "chart,title,rule,confidence,file,notes\n";
  for (const std::string& name : used) {
    const ChartSource& chart = charts.source(name);
    lines += fmt::format("{},{},{},{},{},{}\n", csv_field(chart.name), csv_field(chart.title),
                         csv_field(chart.rule), csv_field(chart.confidence), csv_field(chart.file),
                         csv_field(chart.notes));
  }
  return lines;
}

}  // namespace combat_odds
