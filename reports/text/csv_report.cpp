#include "reports/text/csv_report.hpp"

#include <algorithm>
#include <utility>

#include "ask/headline.hpp"
#include "ask/measure_event.hpp"

namespace combat_odds {
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
  const auto before = [](const Placed& a, const Placed& b) {
    if (a.chance->kind != b.chance->kind) return a.chance->kind < b.chance->kind;
    return a.position < b.position;
  };
  if (!std::is_sorted(placed.begin(), placed.end(), before)) {  // sorting takes memory
    std::stable_sort(placed.begin(), placed.end(), before);
  }
  std::vector<const Chance*> order;
  order.reserve(placed.size());
  for (const Placed& each : placed) order.push_back(each.chance);
  return order;
}

CsvColumns<Estimate> simulated_columns(std::string heading) {
  CsvColumns<Estimate> columns;
  columns.add(std::move(heading), &Estimate::simulated)
      .add("ci_low", &Estimate::low)
      .add("ci_high", &Estimate::high);
  return columns;
}

CsvColumns<Estimate> estimate_columns() {
  CsvColumns<Estimate> columns = simulated_columns();
  columns.add("exact", &Estimate::exact).add("exact_fraction", &Estimate::fraction);
  return columns;
}

Estimate read_estimate(const Columns::Row& row) {
  const Interval interval{row.number("ci_low").value_or(0), row.number("ci_high").value_or(1)};
  return {row.number("monte_carlo"), interval, row.number("exact"), row.text("exact_fraction")};
}

CsvColumns<Played> played_columns() {
  const auto number = [](std::uint64_t Played::*member) {
    return [member](const Played& played) {
      return played.trials > 0 ? std::optional(played.*member) : std::nullopt;
    };
  };
  CsvColumns<Played> columns;
  columns.add("trials", number(&Played::trials)).add("seed", number(&Played::seed));
  return columns;
}

CsvColumns<MeasureSummary> mean_columns() {
  const auto end_at = [](double Interval::*end) {
    return [end](const MeasureSummary& summary) {
      return summary.mean ? std::optional(summary.mean_interval.*end) : std::nullopt;
    };
  };
  CsvColumns<MeasureSummary> columns;
  columns.add("measure", &MeasureSummary::name)
      .add("mean", &MeasureSummary::mean)
      .add("mean_ci_low", end_at(&Interval::low))
      .add("mean_ci_high", end_at(&Interval::high))
      .add("exact_mean", &MeasureSummary::exact_mean)
      .add("standard_deviation", &MeasureSummary::standard_deviation)
      .add("p05", &MeasureSummary::p05)
      .add("median", &MeasureSummary::median)
      .add("p95", &MeasureSummary::p95);
  return columns;
}

std::optional<double> reported_value(const Chance& chance) {
  return chance.kind == Chance::Kind::measure ? std::optional(chance.value) : std::nullopt;
}

namespace {

const Procedure& procedure_of_line(const SituationOdds& result) {
  return result.situation.scenario->procedure();
}

/// scenario,procedure
CsvColumns<SituationOdds> situation_columns() {
  CsvColumns<SituationOdds> columns;
  columns.add("scenario", &SituationOdds::name).add("procedure", [](const SituationOdds& result) {
    return std::string_view(procedure_of_line(result).name);
  });
  return columns;
}

/// A text that is written as a line, as the beginning of one.
std::string going_on(std::string line) {
  line.back() = ',';
  return line;
}

/// A line of a report: a chance of a situation, or the summary of a measure.
template <class Item>
struct Line {
  const SituationOdds* result;
  const Item* item;
  const ReportOptions* options;
};

/// Columns behind those of the situation. Made once: a sweep has a million situations.
const CsvColumns<Line<Chance>>& distribution_columns() {
  static const CsvColumns<Line<Chance>> all = [] {
    CsvColumns<Line<Chance>> columns;
    columns.add("kind", [](const auto& line) { return kind_name(line.item->kind); })
        .add("name", [](const auto& line) { return std::string_view(line.item->name); })
        .add("value", [](const auto& line) { return reported_value(*line.item); })
        .include(simulated_columns(),
                 [](const auto& line) {
                   const std::uint64_t trials = line.result->odds.trials;
                   return trials == 0 ? std::nullopt
                                      : std::optional(simulated_estimate(*line.item, trials,
                                                                         line.options->confidence));
                 })
        .add("exact",
             [](const auto& line) {
               return line.item->exact ? std::optional(line.item->exact->value) : std::nullopt;
             })
        .add("exact_fraction",
             [](const auto& line) {
               return line.item->exact ? std::string_view(line.item->exact->fraction)
                                       : std::string_view();
             })
        .include(played_columns(), [](const auto& line) {
          const std::uint64_t trials = line.result->odds.trials;
          return trials == 0 ? std::nullopt : std::optional(Played{trials, line.options->seed});
        });
    return columns;
  }();
  return all;
}

const CsvColumns<Line<MeasureSummary>>& summary_columns() {
  static const CsvColumns<Line<MeasureSummary>> all = [] {
    CsvColumns<Line<MeasureSummary>> columns;
    columns.include(mean_columns(), &Line<MeasureSummary>::item)
        .add("chance", [](const Line<MeasureSummary>& line) { return line.item->chance; });
    return columns;
  }();
  return all;
}

}  // namespace

/// It has many lines, and its name takes quotes.
LinesOf::LinesOf(const SituationOdds& situation, const std::vector<std::string>& named)
    : result(&situation), chances(in_report_order(situation)) {
  if (!named.empty()) {
    std::erase_if(chances, [&](const Chance* chance) {
      return std::ranges::none_of(named,
                                  [&](const std::string& name) { return is_named(*chance, name); });
    });
  }
  static const CsvColumns<SituationOdds> columns = situation_columns();
  columns.append(beginning, situation);
  beginning.back() = ',';
}

std::vector<ShownChance> chances_shown(std::span<const SituationOdds> results,
                                       const std::vector<std::string>& names) {
  std::vector<ShownChance> shown;
  const auto add = [&](Chance::Kind kind, const std::string& name) {
    const bool known = std::ranges::any_of(shown, [&](const ShownChance& chance) {
      return chance.kind == kind && chance.name == name;
    });
    if (!known) shown.push_back({kind, name});
  };
  for (const std::string& name : names) {
    bool occurs = false;
    for (const SituationOdds& result : results) {
      for (const Chance& chance : result.odds.chances) {
        if (!is_named(chance, name)) continue;
        occurs = true;
        if (chance.kind != Chance::Kind::measure) add(chance.kind, chance.name);
      }
    }
    if (occurs || results.empty()) continue;
    const auto add_listed = [&](Chance::Kind kind, const std::vector<Term>& terms) {
      for (const Term& term : terms) {
        Chance listed;
        listed.kind = kind;
        listed.name = term.name;
        if (is_named(listed, name)) add(kind, term.name);
      }
    };
    const Procedure& procedure = procedure_of_line(results.front());
    add_listed(Chance::Kind::outcome, procedure.outcomes);
    add_listed(Chance::Kind::event, procedure.events);
  }
  return shown;
}

SituationOdds with_impossible(SituationOdds result, std::span<const ShownChance> shown) {
  std::vector<Chance>& chances = result.odds.chances;
  if (chances.empty()) return result;  // nothing was played
  for (const ShownChance& wanted : shown) {
    const bool is_there = std::ranges::any_of(chances, [&](const Chance& chance) {
      return chance.kind == wanted.kind && chance.name == wanted.name;
    });
    if (is_there) continue;
    Chance none = sum_of(result.odds, [](const Chance&) { return false; });
    none.kind = wanted.kind;
    none.name = wanted.name;
    chances.push_back(std::move(none));
  }
  return result;
}

std::string distribution_header() {
  return going_on(situation_columns().header()) + distribution_columns().header();
}

std::string distribution_lines(const LinesOf& situation, const ReportOptions& options) {
  std::string lines;
  constexpr std::size_t about_a_line = 128;
  lines.reserve(situation.chances.size() * about_a_line);
  for (const Chance* chance : situation.chances) {
    lines += situation.beginning;
    distribution_columns().append(lines, {situation.result, chance, &options});
  }
  return lines;
}

std::string summary_header() {
  return going_on(situation_columns().header()) + summary_columns().header();
}

std::string summary_lines(const LinesOf& situation, const ReportOptions& options) {
  Odds ordered{situation.result->odds.trials, {}};
  for (const Chance* chance : situation.chances) {
    if (chance->kind == Chance::Kind::measure) ordered.chances.push_back(*chance);
  }
  std::string lines;
  if (ordered.chances.empty()) return lines;
  for (const MeasureSummary& summary : summaries(ordered, options.confidence)) {
    lines += situation.beginning;
    summary_columns().append(lines, {situation.result, &summary, &options});
  }
  return lines;
}

SituationTable::SituationTable(std::span<const Procedure* const> procedures) {
  for (const Procedure* const procedure : procedures) {
    for (const Parameter& parameter : procedure->parameters) {
      if (std::ranges::find(names_, parameter.name) == names_.end()) {
        names_.push_back(parameter.name);
      }
    }
  }
}

std::string SituationTable::header() const {
  std::string header = going_on(situation_columns().header());
  CsvLine line(header);
  for (const std::string& name : names_) line.add(name);
  line.add(working_column);
  line.end();
  return header;
}

void SituationTable::begin(const Scenario& scenario) {
  parts_.clear();
  rest_.clear();
  const std::vector<Parameter>& parameters = scenario.procedure().parameters;
  for (const std::string& name : names_) {
    const Parameter* const parameter = scenario.procedure().parameter(name);
    const auto place = static_cast<std::size_t>(parameter - parameters.data());
    if (parameter != nullptr && scenario.values_of(place) > 1) {
      parts_.push_back({std::exchange(rest_, {}), place});
    } else if (parameter != nullptr) {
      CsvLine(rest_).add(scenario.argument(0, place).text);
    }
    rest_ += ',';
  }
  scenario_ = scenario.number();
}

std::string SituationTable::line(const LinesOf& situation) {
  const Situation& asked = situation.result->situation;
  if (scenario_ != asked.scenario->number()) begin(*asked.scenario);
  std::string line = situation.beginning;
  for (const Part& part : parts_) {
    line += part.same;
    CsvLine(line).add(asked.scenario->argument(asked.index, part.parameter).text);
  }
  line += rest_;
  std::string sums;
  for (const std::string& sum : situation.result->working.sums) {
    if (!sums.empty()) sums += "; ";
    sums += sum;
  }
  CsvLine last(line);
  last.add(sums);
  last.end();
  return line;
}

std::string chart_report(const std::set<std::string>& used, const Charts& charts) {
  CsvColumns<ChartSource> columns;
  columns.add("chart", &ChartSource::name)
      .add("title", &ChartSource::title)
      .add("rule", &ChartSource::rule)
      .add("confidence", &ChartSource::confidence)
      .add("file", &ChartSource::file)
      .add("notes", &ChartSource::notes);
  std::string text = columns.header();
  for (const std::string& name : used) columns.append(text, charts.source(name));
  return text;
}

}  // namespace combat_odds
