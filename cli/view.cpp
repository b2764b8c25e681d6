#include "cli/view.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "cli/common.hpp"
#include "cli/picture.hpp"
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
class Plain : public View {
 public:
  Plain(MeasureColumns columns, bool all_columns, std::string plot_measure)
      : columns_(columns), all_columns_(all_columns), plot_measure_(std::move(plot_measure)) {}

  void check(const Scenario&, std::span<const Situation>) const override {}
  void check_picture(const Scenario& scenario, std::size_t situations) const override {
    if (!plot_measure_.empty()) check_drawn_measure(scenario.procedure(), plot_measure_);
    check_plotted(situations, most_plotted, "situations");
  }
  bool one_by_one() const override { return true; }

  std::string table(const Results& results, const ReportOptions& report,
                    TableStyle style) const override {
    if (results.size() > 1 && all_columns_) return comparison_table(results, report, style);
    std::string text;
    for (const SituationOdds& result : results) {
      text += (text.empty() ? "" : "\n") + situation_table(result, report, style, columns_);
    }
    return text;
  }
  std::string csv(const Results& results, const ReportOptions& report) const override {
    std::string text = distribution_header();
    for (const SituationOdds& result : results) text += distribution_lines(result, report);
    return text;
  }
  std::string picture(const Results& results, const ReportOptions& report) const override {
    return odds_plot(results, report, plot_measure_);
  }

 private:
  MeasureColumns columns_;
  bool all_columns_;
  std::string plot_measure_;
};

/// Best first, by one number.
class RankingView : public View {
 public:
  RankingView(std::string by, Better better) : by_(std::move(by)), better_(better) {}

  void check(const Scenario&, std::span<const Situation> situations) const override {
    if (situations.size() < 2) {
      throw refusal("--by", "there is only one situation to compare",
                    "give a parameter several values: 4,8,12");
    }
    Quantity::check(by_, "--by", situations);
  }
  void check_picture(const Scenario&, std::size_t situations) const override {
    check_plotted(situations, most_ranked, "situations");
  }

  std::string table(const Results& results, const ReportOptions& report,
                    TableStyle style) const override {
    const Quantity quantity = asked(results);
    return ranking_table(ranked(results, quantity, report), quantity, better_, report, style);
  }
  std::string csv(const Results& results, const ReportOptions& report) const override {
    const Quantity quantity = asked(results);
    return ranking_csv(ranked(results, quantity, report), quantity, better_, report);
  }
  std::string picture(const Results& results, const ReportOptions& report) const override {
    const Quantity quantity = asked(results);
    return ranking_plot(ranked(results, quantity, report), quantity, better_, report);
  }

 private:
  Quantity asked(const Results& results) const { return {by_, "--by", results}; }
  std::vector<Ranked> ranked(const Results& results, const Quantity& quantity,
                             const ReportOptions& report) const {
    return ranking(results, quantity, better_, report.confidence);
  }

  std::string by_;
  Better better_;
};

/// One parameter down, another across.
class PivotView : public View {
 public:
  PivotView(std::string rows, std::string columns, std::string show)
      : rows_(std::move(rows)), columns_(std::move(columns)), show_(std::move(show)) {}

  void check(const Scenario& scenario, std::span<const Situation> situations) const override {
    check_pivot(scenario.procedure(), rows_, columns_);
    Quantity::check(show_, "--show", situations);
  }
  void check_picture(const Scenario& scenario, std::size_t situations) const override {
    const std::size_t rows = scenario.values_of(rows_);
    const std::size_t columns = scenario.values_of(columns_);
    check_heat_map(situations / (rows * columns), rows, columns);
  }

  std::string table(const Results& results, const ReportOptions& report,
                    TableStyle style) const override {
    const Quantity quantity = asked(results);
    return pivot_table(tables(results, quantity, report), quantity, style, terminal_shading(style));
  }
  std::string csv(const Results& results, const ReportOptions& report) const override {
    return pivot_csv(tables(results, asked(results), report));
  }
  std::string picture(const Results& results, const ReportOptions& report) const override {
    const Quantity quantity = asked(results);
    return heat_map(pivot_heat_map(tables(results, quantity, report), quantity, results, report));
  }

 private:
  Quantity asked(const Results& results) const { return {show_, "--show", results}; }
  Pivot tables(const Results& results, const Quantity& quantity,
               const ReportOptions& report) const {
    return pivot(results, rows_, columns_, quantity, report.confidence);
  }

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
  return std::make_unique<Plain>(columns, words.columns.empty(), words.plot_measure);
}

}  // namespace combat_odds::cli
