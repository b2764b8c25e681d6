#include "combat_odds/reports/run_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "combat_odds/reports/bar_chart.hpp"
#include "combat_odds/reports/plot.hpp"
#include "combat_odds/reports/table_report.hpp"

namespace combat_odds {
namespace {

/// Pages with more situations than this open slowly and are read by nobody.
constexpr std::size_t most_in_full = 200;
constexpr std::size_t most_columns = 10;
/// More bars than this are a tail that a table shows better.
constexpr std::size_t most_bars = 40;

std::vector<std::string> in_order_of_appearance(const std::vector<ReportedSituation>& situations) {
  std::vector<std::string> procedures;
  for (const ReportedSituation& situation : situations) {
    if (std::find(procedures.begin(), procedures.end(), situation.procedure) == procedures.end()) {
      procedures.push_back(situation.procedure);
    }
  }
  return procedures;
}

/// The situations of a procedure side by side, those with measures by mean and event, the others by
/// outcome and event.
void add_comparison(Page& page, const WrittenRun& run, const std::string& procedure,
                    bool measured) {
  PageTable table;
  const auto wanted = [&](const ReportedSituation& situation) {
    return situation.procedure == procedure && situation.measures.empty() != measured;
  };
  table.header = {"situation"};
  std::vector<std::string> measures;
  std::vector<std::pair<std::string, std::string>> chances;
  const auto add_once = [](auto& list, const auto& one) {
    if (std::find(list.begin(), list.end(), one) == list.end()) list.push_back(one);
  };
  for (const ReportedSituation& situation : run.situations) {
    if (!wanted(situation)) continue;
    for (const MeasureSummary& measure : situation.measures) add_once(measures, measure.name);
  }
  for (const ReportedSituation& situation : run.situations) {
    if (!wanted(situation)) continue;
    for (const ReportedChance& chance : situation.chances) {
      if (chance.kind == "event" || (chance.kind == "outcome" && !measured)) {
        add_once(chances, std::pair(chance.kind, chance.name));
      }
    }
  }
  if (measures.size() > most_columns) measures.resize(most_columns);
  if (measures.size() + chances.size() > most_columns) {
    chances.resize(most_columns - measures.size());
  }
  for (const std::string& name : measures) table.header.push_back("mean " + name);
  for (const auto& [kind, name] : chances) table.header.push_back(name);
  for (const ReportedSituation& situation : run.situations) {
    if (!wanted(situation)) continue;
    std::vector<std::string> row = {situation.name};
    for (const std::string& name : measures) {
      std::string cell = "-";
      for (const MeasureSummary& measure : situation.measures) {
        if (measure.name == name) cell = fmt::format("{:.3f}", measure.best_mean());
      }
      row.push_back(cell);
    }
    for (const auto& [kind, name] : chances) {
      std::string cell = "-";
      for (const ReportedChance& chance : situation.chances) {
        if (chance.kind == kind && chance.name == name) cell = percent(chance.best());
      }
      row.push_back(cell);
    }
    table.rows.push_back(std::move(row));
  }
  if (!table.rows.empty()) page.table(table);
}

void add_chances(Page& page, const ReportedSituation& situation, const std::string& kind,
                 const std::string& interval) {
  const bool simulated = !situation.trials.empty();
  PageTable table;
  table.header = {kind};
  if (simulated) table.header.insert(table.header.end(), {"simulated", interval});
  table.header.insert(table.header.end(), {"exact", "fraction"});
  BarChart chart;
  chart.caption.title = situation.name + ": " + kind;
  chart.caption.headed = false;  // the page says it
  chart.axis = "probability (%)";
  chart.series = {{"", series_look(0)}};
  const auto in_percent = [](std::optional<double> probability) {
    if (probability) *probability *= 100;
    return probability;
  };
  for (const ReportedChance& chance : situation.chances) {
    if (chance.kind != kind) continue;
    std::vector<std::string> row = {chance.label()};
    if (simulated) {
      row.push_back(chance.simulated ? percent(*chance.simulated) : "");
      row.push_back(chance.low && chance.high
                        ? fmt::format("{} to {}", percent(*chance.low), percent(*chance.high))
                        : "");
    }
    row.push_back(chance.exact ? percent(*chance.exact) : "");
    row.push_back(chance.fraction.size() <= 24 ? chance.fraction : "");
    table.rows.push_back(std::move(row));
    chart.groups.push_back({plain_name(chance.label()),
                            {{100 * chance.best(), in_percent(chance.low), in_percent(chance.high),
                              percent(chance.best()), 0}}});
  }
  if (table.rows.empty()) return;
  if (table.rows.size() <= most_bars) page.figure(bar_chart(chart));
  page.table(table);
}

void add_situation(Page& page, const ReportedSituation& situation, const std::string& interval) {
  page.heading(3, situation.name);
  std::string asked;
  for (const auto& [name, value] : situation.parameters) {
    asked += fmt::format("{}{} {}", asked.empty() ? "" : ", ", name, value);
  }
  page.paragraph(fmt::format("{}{}{}", situation.procedure, asked.empty() ? "" : ": ", asked));
  for (const char* const kind : {"outcome", "event", "measure"}) {
    add_chances(page, situation, kind, interval);
  }
  if (situation.measures.empty()) return;
  PageTable table;
  table.header = {"measure", "mean", "standard deviation", "5 %", "median", "95 %"};
  for (const MeasureSummary& measure : situation.measures) {
    table.rows.push_back({measure.name, fmt::format("{:.4g}", measure.best_mean()),
                          fmt::format("{:.3g}", measure.standard_deviation),
                          fmt::format("{}", measure.p05), fmt::format("{}", measure.median),
                          fmt::format("{}", measure.p95)});
  }
  page.table(table);
}

std::string title_of(const WrittenRun& run) {
  std::string title = "What are the odds? ";
  const std::vector<std::string> procedures = in_order_of_appearance(run.situations);
  return title + fmt::format("{}", fmt::join(procedures, ", "));
}

void write(Page& page, const WrittenRun& run, const Library& library) {
  const std::string interval = run.command.interval();
  std::string made =
      fmt::format("{} situation{}. ", run.situations.size(), run.situations.size() == 1 ? "" : "s");
  std::vector<std::string> trials;
  for (const ReportedSituation& situation : run.situations) {
    if (!situation.trials.empty() &&
        std::find(trials.begin(), trials.end(), situation.trials) == trials.end()) {
      trials.push_back(situation.trials);
    }
  }
  if (trials.empty()) {
    made += "Exact odds.";
  } else {
    made += fmt::format(
        "Trials of each: {}; seed {}.{}",
        trials.size() <= 3 ? fmt::format("{}", fmt::join(trials, ", "))
                           : std::string("as many as the tables' file says"),
        run.command.value("--seed"),
        page.has_plots()
            ? fmt::format(
                  " Bars show the exact odds where they are known, else the simulated ones; "
                  "whiskers show the {} of the simulation.",
                  interval)
            : "");
  }
  page.paragraph(made);

  page.heading(2, "The answer in short");
  for (const std::string& name : in_order_of_appearance(run.situations)) {
    const Procedure* procedure = library.find(name);
    page.paragraph(procedure == nullptr
                       ? name
                       : fmt::format("{} ({}): {}", name, procedure->rule, procedure->summary));
    for (const bool measured : {true, false}) add_comparison(page, run, name, measured);
  }

  page.heading(2, "Situation by situation");
  for (std::size_t i = 0; i < std::min(run.situations.size(), most_in_full); ++i) {
    add_situation(page, run.situations[i], interval);
  }
  if (run.situations.size() > most_in_full) {
    page.paragraph(fmt::format("The other {} situations are in distribution.csv.",
                               run.situations.size() - most_in_full));
  }

  add_charts(page, run.charts);
  add_command(page, "the same files", run.command.program, run.charts, run.command.line());
}

}  // namespace

std::string run_page(const WrittenRun& run, const Library& library, PageFormat format) {
  return page(format, title_of(run), [&](Page& page) { write(page, run, library); });
}

}  // namespace combat_odds
