#include "reports/pages/run_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/measure_text.hpp"
#include "core/text/plain_text.hpp"
#include "reports/pictures/bar_chart.hpp"
#include "reports/text/situation_text.hpp"

namespace combat_odds {
namespace {

/// Pages with more situations than this open slowly and are read by nobody.
constexpr std::size_t most_in_full = 200;
constexpr std::size_t most_columns = 10;
/// More bars than this are a tail that a table shows better.
constexpr std::size_t most_bars = 24;
/// Outcomes that stand in the order of their procedure; more stand the likeliest first.
constexpr std::ptrdiff_t most_in_order = 16;

std::vector<std::string> in_order_of_appearance(const std::vector<ReportedSituation>& situations) {
  std::vector<std::string> procedures;
  for (const ReportedSituation& situation : situations) {
    if (std::find(procedures.begin(), procedures.end(), situation.procedure) == procedures.end()) {
      procedures.push_back(situation.procedure);
    }
  }
  return procedures;
}

/// One thing that situations report, and what it comes to in each: a probability, or the mean of a
/// measure.
struct Compared {
  std::string title;
  bool mean = false;
  std::vector<std::optional<double>> values;

  double spread() const {
    double least = 1e300;
    double most = 0;
    for (const auto& value : values) {
      least = std::min(least, value.value_or(0));
      most = std::max(most, value.value_or(0));
    }
    return most - least;
  }
  std::string text(std::size_t situation) const {
    const auto& value = values[situation];
    if (!value) return mean ? "-" : "0 %";
    return mean ? fmt::format("{:.3f}", *value) : percent(*value);
  }
};

std::vector<Compared> compared(const std::vector<const ReportedSituation*>& situations,
                               bool measured) {
  // What the sentences are about comes first.
  std::vector<std::string> asked;
  for (const ReportedSituation* situation : situations) {
    for (const std::string& name : situation->subjects) {
      if (std::ranges::find(asked, name) == asked.end()) asked.push_back(name);
    }
  }
  std::vector<std::pair<std::string, std::string>> names;  // kind and name
  const auto add_once = [&](const std::string& kind, const std::string& name) {
    const std::pair<std::string, std::string> one{kind, name};
    if (std::ranges::find(names, one) == names.end()) names.push_back(one);
  };
  for (const ReportedSituation* situation : situations) {
    for (const ReportedChance& chance : situation->chances) {
      const bool is_asked = std::ranges::find(asked, chance.name) != asked.end();
      if (chance.kind == "event" || (chance.kind == "outcome" && (!measured || is_asked))) {
        add_once(chance.kind, chance.name);
      }
    }
  }
  for (const ReportedSituation* situation : situations) {
    for (const MeasureSummary& measure : situation->measures) add_once("measure", measure.name);
  }
  std::vector<Compared> all;
  for (const auto& [kind, name] : names) {
    Compared& one = all.emplace_back();
    one.mean = kind == "measure";
    one.title = one.mean ? "mean " + name : name;
    for (const ReportedSituation* situation : situations) {
      std::optional<double>& value = one.values.emplace_back();
      for (const MeasureSummary& measure : situation->measures) {
        if (one.mean && measure.name == name) value = measure.best_mean();
      }
      for (const ReportedChance& chance : situation->chances) {
        if (chance.kind == kind && chance.name == name && !one.mean) value = chance.best();
      }
    }
  }
  std::ranges::stable_sort(all, {}, [&](const Compared& one) {
    return std::ranges::find(asked, one.title) - asked.begin();
  });
  if (all.size() > most_columns) all.resize(most_columns);
  return all;
}

/// Whether both stand in one table.
bool are_compared(const ReportedSituation& a, const ReportedSituation& b) {
  return a.procedure == b.procedure && a.measures.empty() == b.measures.empty();
}

/// The situations of a procedure side by side, those with measures apart from the others; ranked by
/// the chance in which they differ most.
void add_comparison(Page& page, const WrittenRun& run, const std::string& procedure,
                    bool measured) {
  std::vector<const ReportedSituation*> situations;
  for (const ReportedSituation& situation : run.situations) {
    if (situation.procedure == procedure && situation.measures.empty() != measured) {
      situations.push_back(&situation);
    }
  }
  if (situations.size() < 2) return;
  const std::vector<Compared> columns = compared(situations, measured);
  const auto first = std::ranges::max_element(
      columns, {}, [](const Compared& one) { return one.mean ? -1 : one.spread(); });
  std::vector<std::size_t> order(situations.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const bool ranked = first != columns.end() && !first->mean && first->spread() > 0;
  if (ranked) {
    std::ranges::stable_sort(order, std::greater<>(),
                             [&](std::size_t i) { return first->values[i].value_or(0); });
    page.paragraph(fmt::format("By {}, in which they differ most:", plain_name(first->title)));
    BarChart chart;
    chart.caption.title = procedure + ": " + plain_name(first->title);
    chart.caption.headed = false;  // the page says it
    chart.axis = plain_name(first->title) + " (%)";
    chart.series = {{"", series_look(0)}};
    for (const std::size_t i : order) {
      chart.groups.push_back(
          {situations[i]->name, {{100 * first->values[i].value_or(0), {}, {}, first->text(i), 0}}});
    }
    if (chart.groups.size() <= most_bars) add_figure(page, chart, bar_chart);
  }
  Table table({"situation"});
  for (const Compared& column : columns) table.header.push_back(plain_name(column.title));
  for (const std::size_t i : order) {
    std::vector<std::string> row = {situations[i]->name};
    for (const Compared& column : columns) row.push_back(column.text(i));
    table.add(std::move(row));
  }
  page.table(table);
}

/// What the axes of all charts of the page share: the greatest chance that any shows, in percent.
double greatest_of(const WrittenRun& run) {
  double greatest = 0;
  for (const ReportedSituation& situation : run.situations) {
    for (const ReportedChance& chance : situation.chances) {
      greatest = std::max({greatest, chance.best(), chance.estimate.high().value_or(0)});
    }
  }
  return 100 * std::min(greatest, 1.0);
}

void add_chances(Page& page, const ReportedSituation& situation, const std::string& kind,
                 const std::string& interval, double greatest) {
  const bool simulated = !situation.trials.empty();
  Table table({kind});
  table.header.insert(table.header.end(), {"exact", "fraction"});
  if (simulated) table.header.insert(table.header.end(), {"simulated", interval});
  BarChart chart;
  const auto of_kind = [&](const ReportedChance& chance) { return chance.kind == kind; };
  const bool many = std::ranges::count_if(situation.chances, of_kind) > most_in_order;
  std::vector<ReportedChance> chances = situation.chances;
  if (kind != "measure" && many) {  // nobody looks for one of so many in the procedure's order
    std::ranges::stable_sort(chances, std::greater<>(), &ReportedChance::best);
  }
  chart.caption.title = situation.name + ": " + kind;
  chart.caption.headed = false;  // the page says it
  chart.axis = "probability (%)";
  chart.most = greatest;
  chart.series = {{"", series_look(0)}};
  const auto in_percent = [](std::optional<double> probability) {
    if (probability) *probability *= 100;
    return probability;
  };
  for (const ReportedChance& chance : chances) {
    if (chance.kind != kind) continue;
    std::vector<std::string> row = {plain_name(chance.label())};
    const Estimate& found = chance.estimate;
    row.push_back(found.exact ? percent(*found.exact) : "");
    row.push_back(found.fraction.size() <= 24 ? found.fraction : "");
    if (simulated) {
      row.push_back(found.simulated ? percent(*found.simulated) : "");
      row.push_back(found.simulated ? interval_text(found.interval) : "");
    }
    table.add(std::move(row));
    chart.groups.push_back({plain_name(chance.label()),
                            {{100 * found.best(), in_percent(found.low()), in_percent(found.high()),
                              percent(found.best()), 0}}});
  }
  if (table.rows.empty()) return;
  if (table.rows.size() <= most_bars) add_figure(page, chart, bar_chart);
  page.table(table);
}

/// The values that a reader gave: those that the procedure would have taken anyway are left out.
std::string given_values(const ReportedSituation& situation, const Procedure* procedure) {
  std::vector<std::pair<std::string, std::string>> values;
  for (const auto& [name, value] : situation.parameters) {
    const Parameter* const known = procedure == nullptr ? nullptr : procedure->parameter(name);
    if (known == nullptr || known->default_value != value) values.emplace_back(name, value);
  }
  return values_text(values);
}

void add_situation(Page& page, const ReportedSituation& situation, const Procedure* procedure,
                   const std::string& interval, double greatest) {
  page.heading(3, situation.name);
  const std::string asked = given_values(situation, procedure);
  page.paragraph(fmt::format("{}{}{}", situation.procedure, asked.empty() ? "" : ": ", asked));
  for (const std::string& line : situation.working) page.paragraph(line);
  if (!situation.sentence.empty()) page.paragraph(situation.sentence);
  for (const char* const kind : {"outcome", "event", "measure"}) {
    add_chances(page, situation, kind, interval, greatest);
  }
  if (situation.measures.empty()) return;
  const bool of_some = std::ranges::any_of(situation.measures, is_of_some);
  Table table({"measure", "mean", "standard deviation", "5 %", "median", "95 %"});
  if (of_some) table.header.insert(table.header.begin() + 1, "exists in");
  for (const MeasureSummary& measure : situation.measures) {
    table.add(plain_name(measure.name), fmt::format("{:.4g}", measure.best_mean()),
              fmt::format("{:.3g}", measure.standard_deviation), measure_text(measure.p05),
              measure_text(measure.median), measure_text(measure.p95));
    std::vector<std::string>& row = table.rows.back();
    if (of_some) row.insert(row.begin() + 1, percent(measure.chance));
  }
  page.table(table);
}

std::string title_of(const WrittenRun& run, const Library& library) {
  const std::vector<std::string> procedures = in_order_of_appearance(run.situations);
  const Procedure* const only = procedures.size() == 1 ? library.find(procedures.front()) : nullptr;
  if (only == nullptr) {
    return fmt::format("What are the odds? {}", fmt::join(procedures, ", "));
  }
  return capitalized(only->summary);
}

std::string how_made(const WrittenRun& run, bool has_plots) {
  std::string made =
      fmt::format("{} situation{}. ", run.situations.size(), run.situations.size() == 1 ? "" : "s");
  std::vector<std::string> trials;
  for (const ReportedSituation& situation : run.situations) {
    if (situation.trials.empty()) continue;
    if (std::ranges::find(trials, situation.trials) == trials.end()) {
      trials.push_back(situation.trials);
    }
  }
  if (trials.empty()) return made + "Exact odds.";
  return made +
         fmt::format("Trials of each: {}; seed {}.{}",
                     trials.size() <= 3 ? fmt::format("{}", fmt::join(trials, ", "))
                                        : std::string("as many as the tables' file says"),
                     run.command.value("--seed"),
                     has_plots
                         ? fmt::format(" Bars show the exact odds where they are known, else the "
                                       "simulated ones; whiskers show the {} of the simulation.",
                                       run.command.interval())
                         : "");
}

/// The answer as sentences, then what ranks the situations.
void add_answer(Page& page, const WrittenRun& run, const Library& library,
                const RunPageParts& parts) {
  if (!parts.sentence.empty()) page.paragraph(parts.sentence);
  for (const ReportedSituation& situation : run.situations) {
    // A table says more of several; each has its sentence further down.
    const bool alone = std::ranges::count_if(run.situations, [&](const ReportedSituation& other) {
                         return are_compared(situation, other);
                       }) == 1;
    if (alone && !parts.compared && !situation.sentence.empty()) page.paragraph(situation.sentence);
  }
  page.heading(2, "The answer in short");
  if (parts.answer) parts.answer(page);
  for (const std::string& name : in_order_of_appearance(run.situations)) {
    const Procedure* procedure = library.find(name);
    page.paragraph(procedure == nullptr
                       ? name
                       : fmt::format("{} ({}): {}", name, procedure->rule, procedure->summary));
    if (parts.compared) continue;
    for (const bool measured : {true, false}) add_comparison(page, run, name, measured);
  }
}

void write(Page& page, const WrittenRun& run, const Library& library, const RunPageParts& parts) {
  add_answer(page, run, library, parts);
  page.contents();

  page.heading(2, run.situations.size() == 1 ? "The situation" : "Situation by situation");
  page.paragraph(how_made(run, page.has_plots()));
  const double greatest = greatest_of(run);
  for (std::size_t i = 0; i < std::min(run.situations.size(), most_in_full); ++i) {
    const ReportedSituation& situation = run.situations[i];
    add_situation(page, situation, library.find(situation.procedure), run.command.interval(),
                  greatest);
  }
  if (run.situations.size() > most_in_full) {
    page.paragraph(fmt::format("The other {} situations are in distribution.csv.",
                               run.situations.size() - most_in_full));
  }

  add_charts(page, run.charts);
  if (run.command.typed.empty()) {
    add_command(page, "the same files", run.command.program, run.charts, run.command.line());
  } else {
    add_command(page, "", run.command.program, run.charts, run.command.typed);
  }
}

}  // namespace

std::string run_page(const WrittenRun& run, const Library& library, PageFormat format,
                     const RunPageParts& parts) {
  return page(format, parts.title.empty() ? title_of(run, library) : parts.title,
              [&](Page& page) { write(page, run, library, parts); });
}

}  // namespace combat_odds
