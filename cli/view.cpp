#include "cli/view.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "cli/common.hpp"
#include "cli/picture.hpp"
#include "combat_odds/reports/json_report.hpp"
#include "combat_odds/reports/pivot.hpp"
#include "combat_odds/reports/plot.hpp"

namespace combat_odds::cli {
namespace {

using Results = std::vector<SituationOdds>;

InputError refusal(const char* option, const std::string& wrong, const std::string& right) {
  return {{option, 0, 0}, wrong, right};
}

MeasureColumns read_columns(const std::string& text) {
  if (text.empty()) return {};
  MeasureColumns columns{false, false, false};
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    const std::string column = text.substr(start, comma - start);
    start = comma + 1;
    const auto is = [&](std::string_view sign, std::string_view word) {
      return column == sign || column == word;
    };
    bool& chosen = is("=", "equal")       ? columns.equal
                   : is(">=", "at-least") ? columns.at_least
                   : is("<=", "at-most")
                       ? columns.at_most
                       : throw bad_option("--columns", column,
                                          "a list of =, >=, <= in quotes, or of equal, at-least, "
                                          "at-most");
    chosen = true;
  }
  return columns;
}

/// Colours only on terminals that have them, and never where NO_COLOR is set.
Shading terminal_shading(TableStyle style) {
  const auto set = [](const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  const bool dumb = !set("TERM") || std::string_view(std::getenv("TERM")) == "dumb";
  if (::isatty(STDOUT_FILENO) != 0 && !dumb && !set("NO_COLOR")) return Shading::colours;
  return style == TableStyle::ascii ? Shading::marks : Shading::blocks;
}

/// Each situation for itself.
class PlainView : public View {
 public:
  PlainView(MeasureColumns columns, bool all_columns, std::string plot_measure)
      : columns_(columns), all_columns_(all_columns), plot_measure_(std::move(plot_measure)) {}

  void check(std::span<const Scenario>, std::span<const Situation>) const override {}
  void check_picture(std::span<const Scenario> scenarios, std::size_t situations) const override {
    if (!plot_measure_.empty()) check_drawn_measure(scenarios[0].procedure(), plot_measure_);
    check_plotted(situations, most_plotted, "situations");
  }
  bool one_by_one() const override { return true; }
  std::unique_ptr<const Seen> of(const Results& results,
                                 const ReportOptions& report) const override {
    return std::make_unique<All>(*this, results, report);
  }

 private:
  struct All : Seen {
    All(const PlainView& how, const Results& all, const ReportOptions& options)
        : view(how), results(all), report(options) {}
    std::string table(TableStyle style) const override {
      if (results.size() > 1 && view.all_columns_) return comparison_table(results, report, style);
      std::string text;
      for (const SituationOdds& result : results) {
        text += (text.empty() ? "" : "\n") + situation_table(result, report, style, view.columns_);
      }
      return text;
    }
    std::string csv() const override {
      std::string text = distribution_header();
      for (const SituationOdds& result : results) text += distribution_lines(result, report);
      return text;
    }
    std::string picture() const override { return odds_plot(results, report, view.plot_measure_); }

    const PlainView& view;
    const Results& results;
    const ReportOptions& report;
  };

  MeasureColumns columns_;
  bool all_columns_;
  std::string plot_measure_;
};

/// Best first, by one number.
class RankingView : public View {
 public:
  RankingView(std::string by, Better better) : by_(std::move(by)), better_(better) {}

  void check(std::span<const Scenario>, std::span<const Situation> situations) const override {
    Quantity::check(by_, "--by", situations);
  }
  void check_picture(std::span<const Scenario>, std::size_t situations) const override {
    check_plotted(situations, most_ranked, "situations");
  }
  std::unique_ptr<const Seen> of(const Results& results,
                                 const ReportOptions& report) const override {
    return std::make_unique<Ranking>(Quantity(by_, "--by", results), better_, results, report);
  }

 private:
  struct Ranking : Seen {
    Ranking(Quantity by, Better order, const Results& results, const ReportOptions& options)
        : quantity(std::move(by)),
          better(order),
          report(options),
          ranked(ranking(results, quantity, better, report.confidence)) {}
    std::string table(TableStyle style) const override {
      return ranking_table(ranked, quantity, better, report, style);
    }
    std::string csv() const override { return ranking_csv(ranked, quantity, better, report); }
    std::string picture() const override { return ranking_plot(ranked, quantity, better, report); }

    Quantity quantity;
    Better better;
    const ReportOptions& report;
    std::vector<Ranked> ranked;
  };

  std::string by_;
  Better better_;
};

/// One parameter down, another across.
class PivotView : public View {
 public:
  PivotView(std::string rows, std::string columns, std::string show)
      : rows_(std::move(rows)), columns_(std::move(columns)), show_(std::move(show)) {}

  void check(std::span<const Scenario> scenarios,
             std::span<const Situation> situations) const override {
    check_pivot(scenarios[0].procedure(), rows_, columns_);
    Quantity::check(show_, "--show", situations);
  }
  void check_picture(std::span<const Scenario> scenarios, std::size_t situations) const override {
    const std::size_t rows = scenarios[0].values_of(rows_);
    const std::size_t columns = scenarios[0].values_of(columns_);
    check_heat_map(situations / (rows * columns), rows, columns);
  }
  std::unique_ptr<const Seen> of(const Results& results,
                                 const ReportOptions& report) const override {
    const Quantity quantity(show_, "--show", results);
    return std::make_unique<Tables>(pivot(results, rows_, columns_, quantity, report.confidence),
                                    quantity, results, report);
  }

 private:
  struct Tables : Seen {
    Tables(Pivot made, Quantity shown, const Results& all, const ReportOptions& options)
        : tables(std::move(made)), quantity(std::move(shown)), results(all), report(options) {}
    std::string table(TableStyle style) const override {
      return pivot_table(tables, quantity, style, terminal_shading(style));
    }
    std::string csv() const override { return pivot_csv(tables); }
    std::string picture() const override {
      return heat_map(pivot_heat_map(tables, quantity, results, report));
    }

    Pivot tables;
    Quantity quantity;
    const Results& results;
    const ReportOptions& report;
  };

  std::string rows_;
  std::string columns_;
  std::string show_;
};

/// What goes with one kind of view only.
void check_words(const ViewWords& words) {
  const bool ranks = !words.by.empty();
  const bool pivots = !words.pivot.empty();
  const char* const chosen = ranks ? "--by" : "--pivot";
  if (ranks && pivots) throw refusal("--by", "does not go with --pivot", "one of the two");
  if (pivots && words.show.empty()) {
    throw refusal("--pivot", "needs --show", "an outcome, event or measure to show");
  }
  if (!pivots && !words.show.empty()) {
    throw refusal("--show", "needs --pivot", "the parameters of the rows and of the columns");
  }
  if (!ranks && !words.better.empty()) {
    throw refusal("--better", "needs --by", "an outcome, event or measure to compare by");
  }
  if (!ranks && !pivots) {
    if (words.columns.empty() || (words.format != "json" && words.format != "csv")) return;
  } else if (words.format == "json") {
    throw refusal("--format", fmt::format("json does not go with {}", chosen),
                  "table, csv or markdown");
  }
  if (!words.columns.empty()) {
    throw refusal("--columns", "chooses columns of the tables of single situations",
                  "with --format table or markdown, without --by and --pivot");
  }
  if (!words.plot_measure.empty()) {
    throw refusal("--plot-measure", fmt::format("does not go with {}", chosen),
                  fmt::format("the plot shows what {} names", pivots ? "--show" : "--by"));
  }
}

}  // namespace

std::unique_ptr<View> view_asked(const ViewWords& words) {
  if (!words.better.empty()) read_choice("--better", words.better, {"higher", "lower"});
  const MeasureColumns columns = read_columns(words.columns);
  check_plot_measure(words.plot, words.plot_measure);
  check_words(words);
  if (!words.by.empty()) {
    return std::make_unique<RankingView>(words.by,
                                         words.better == "lower" ? Better::lower : Better::higher);
  }
  if (!words.pivot.empty()) {
    return std::make_unique<PivotView>(words.pivot[0], words.pivot[1], words.show);
  }
  return std::make_unique<PlainView>(columns, words.columns.empty(), words.plot_measure);
}

void show(const View& view, const ViewWords& words, const std::vector<SituationOdds>& results,
          const SimulationOptions& simulation, const std::set<std::string>& charts_used,
          const Charts& charts) {
  if (results.empty()) throw SystemError("stopped before anything was simulated");
  const ReportOptions& report = simulation.report();
  const auto seen = [&] {
    try {
      return view.of(results, report);
    } catch (const InputError&) {  // a name that could have occurred did not
      print(comparison_table(results, report, terminal_style()));
      throw;
    }
  }();
  if (words.format == "json") {
    print(json_report(results, report, charts_used, charts));
  } else if (words.format == "csv") {
    print(seen->csv());
  } else {
    print(seen->table(words.format == "markdown" ? TableStyle::markdown : terminal_style()));
    if (!simulation.quiet()) print(chart_notes(charts_used, charts));
  }
  if (!words.plot.empty()) write_picture(words.plot, seen->picture());
}

}  // namespace combat_odds::cli
