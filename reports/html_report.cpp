#include "reports/html_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/grid.hpp"
#include "reports/svg_plot.hpp"
#include "reports/table_report.hpp"
#include "sim/registry.hpp"

namespace combat_odds {
namespace {

/// Pages with more situations than this open slowly and are read by nobody.
constexpr std::size_t most_in_full = 200;
constexpr std::size_t most_columns = 10;
/// More bars than this are a tail that a table shows better.
constexpr std::size_t most_bars = 40;

/// A table as text; the first column is set flush left, the others flush right.
struct Table {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  bool words = false;  ///< all columns flush left
};

/// What a page consists of. Two writers turn it into HTML and Markdown.
class Page {
 public:
  virtual ~Page() = default;
  virtual void heading(int level, const std::string& text) = 0;
  virtual void paragraph(const std::string& text) = 0;
  virtual void code(const std::string& text) = 0;
  virtual void table(const Table& table) = 0;
  virtual bool has_plots() const = 0;
  virtual void plot(const std::string& title, const std::vector<Bar>& bars) = 0;
};

class HtmlPage : public Page {
 public:
  void heading(int level, const std::string& text) override {
    body += fmt::format("<h{0}>{1}</h{0}>\n", level, escape_html(text));
  }
  void paragraph(const std::string& text) override {
    body += fmt::format("<p>{}</p>\n", escape_html(text));
  }
  void code(const std::string& text) override {
    body += fmt::format("<pre><code>{}</code></pre>\n", escape_html(text));
  }
  void table(const Table& table) override {
    body += table.words ? "<div><table class=\"words\">" : "<div><table>";
    body += "\n<thead><tr>";
    for (const std::string& cell : table.header) {
      body += "<th scope=\"col\">" + escape_html(cell) + "</th>";
    }
    body += "</tr></thead>\n<tbody>\n";
    for (const auto& row : table.rows) {
      body += "<tr>";
      for (const std::string& cell : row) body += "<td>" + escape_html(cell) + "</td>";
      body += "</tr>\n";
    }
    body += "</tbody></table></div>\n";
  }
  bool has_plots() const override { return true; }
  void plot(const std::string& title, const std::vector<Bar>& bars) override {
    if (!bars.empty()) body += "<figure>\n" + svg_bars(title, bars) + "</figure>\n";
  }
  std::string body;
};

class MarkdownPage : public Page {
 public:
  void heading(int level, const std::string& text) override {
    body += std::string(static_cast<std::size_t>(level), '#') + " " + plain(text) + "\n\n";
  }
  void paragraph(const std::string& text) override { body += plain(text) + "\n\n"; }
  void code(const std::string& text) override { body += "    " + text + "\n\n"; }
  void table(const Table& table) override {
    std::vector<std::string> header;
    for (const std::string& cell : table.header) header.push_back(plain(cell));
    Grid grid(header);
    if (table.words) {
      for (std::size_t i = 0; i < header.size(); ++i) grid.set_left(i);
    }
    for (const auto& row : table.rows) {
      std::vector<std::string> cells;
      for (const std::string& cell : row) cells.push_back(plain(cell));
      grid.add(std::move(cells));
    }
    body += grid.text(TableStyle::markdown) + "\n";
  }
  bool has_plots() const override { return false; }
  void plot(const std::string& /*title*/, const std::vector<Bar>& /*bars*/) override {}
  std::string body;

 private:
  static std::string plain(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
      if (std::string_view("\\|<>*_`[]").find(c) != std::string_view::npos) escaped += '\\';
      escaped += c == '\n' ? ' ' : c;
    }
    return escaped;
  }
};

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
  Table table;
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
    for (const ReportedMeasure& measure : situation.measures) add_once(measures, measure.name);
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
      for (const ReportedMeasure& measure : situation.measures) {
        if (measure.name == name) cell = fmt::format("{:.3f}", measure.mean);
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
  Table table;
  table.header = {kind};
  if (simulated) table.header.insert(table.header.end(), {"simulated", interval});
  table.header.insert(table.header.end(), {"exact", "fraction"});
  std::vector<Bar> bars;
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
    bars.push_back({chance.label(), chance.best(), chance.low, chance.high});
  }
  if (bars.empty()) return;
  if (bars.size() <= most_bars) page.plot(situation.name + ": " + kind, bars);
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
  Table table;
  table.header = {"measure", "mean", "standard deviation", "5 %", "median", "95 %"};
  for (const ReportedMeasure& measure : situation.measures) {
    table.rows.push_back({measure.name, fmt::format("{:.4g}", measure.mean),
                          fmt::format("{:.3g}", measure.standard_deviation), measure.p05,
                          measure.median, measure.p95});
  }
  page.table(table);
}

std::string title_of(const WrittenRun& run) {
  std::string title = "What are the odds? ";
  const std::vector<std::string> procedures = in_order_of_appearance(run.situations);
  return title + fmt::format("{}", fmt::join(procedures, ", "));
}

void write(Page& page, const WrittenRun& run, const std::string& program) {
  page.heading(1, title_of(run));
  const std::optional<double> confidence = run.confidence();
  const std::string interval =
      confidence ? fmt::format("{:.4g} % interval", 100 * *confidence) : "interval";
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
        run.seed,
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
    const Procedure* procedure = find_procedure(name);
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

  page.heading(2, "Charts used");
  if (run.charts.empty()) page.paragraph("None.");
  Table charts;
  charts.words = true;
  charts.header = {"chart", "title", "rule", "confidence", "notes"};
  for (const ReportedChart& chart : run.charts) {
    charts.rows.push_back({chart.file.empty() ? chart.name : chart.name + " (" + chart.file + ")",
                           chart.title, chart.rule, chart.confidence, chart.notes});
  }
  if (!run.charts.empty()) page.table(charts);

  page.heading(2, "Run it again");
  page.paragraph(
      fmt::format("With the situations.csv of this run and {}; the same trials and seed give the "
                  "same numbers{}.",
                  program,
                  std::any_of(run.charts.begin(), run.charts.end(),
                              [](const ReportedChart& chart) { return !chart.file.empty(); })
                      ? ", with the same charts of your own (--charts)"
                      : ""));
  page.code(run.command());
}

/// Dark on light, narrow enough for paper; a figure stays on one page.
constexpr const char* style =
    "body{font:16px/1.5 Georgia,serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#111}"
    "h1,h2,h3,table{font-family:Helvetica,Arial,sans-serif}"
    "table{border-collapse:collapse;font-size:.85rem;margin:1rem 0}"
    "th,td{padding:.2rem .6rem;border-bottom:1px solid #ccc;text-align:right}"
    "thead th{border-bottom:2px solid #333}"
    "th:first-child,td:first-child,.words th,.words td{text-align:left}"
    "div{overflow-x:auto}table:not(.words) td{white-space:nowrap}"
    "figure{margin:1rem 0}svg{max-width:100%;height:auto}"
    "pre{background:#f3f3f3;padding:.8rem;overflow-x:auto}"
    "@media "
    "print{figure,table,pre{break-inside:avoid}body{margin:0;max-width:none}div{overflow:visible}}";

}  // namespace

std::string html_report(const WrittenRun& run, const std::string& program) {
  HtmlPage page;
  write(page, run, program);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
      escape_html(title_of(run)), style, page.body);
}

std::string markdown_report(const WrittenRun& run, const std::string& program) {
  MarkdownPage page;
  write(page, run, program);
  return page.body;
}

}  // namespace combat_odds
