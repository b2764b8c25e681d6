#include "cli/show/view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "ask/headline.hpp"
#include "cli/options/common.hpp"
#include "cli/show/picture.hpp"
#include "core/text/parts.hpp"
#include "core/text/trimmed.hpp"
#include "reports/pages/answer_page.hpp"
#include "reports/tables/odds_grid.hpp"
#include "reports/tables/pivot.hpp"
#include "reports/tables/plot.hpp"
#include "reports/tables/wide_table.hpp"

namespace combat_odds::cli {
namespace {

using Results = std::vector<SituationOdds>;

MeasureColumns read_columns(const std::string& text) {
  if (text.empty()) return {};
  MeasureColumns columns{false, false, false};
  for (const std::string_view column : parts_of(text, ',')) {
    const auto is = [&](std::string_view sign, std::string_view word) {
      return column == sign || column == word;
    };
    bool& chosen = is("=", "equal")       ? columns.equal
                   : is(">=", "at-least") ? columns.at_least
                   : is("<=", "at-most")
                       ? columns.at_most
                       : throw bad_option("--columns", std::string(column),
                                          "a list of =, >=, <= in quotes, or of equal, at-least, "
                                          "at-most");
    chosen = true;
  }
  return columns;
}

/// Colours only on terminals that have them, and never where NO_COLOR is set.
Shading terminal_shading(TableStyle style) {
  const auto value_of = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string_view(value == nullptr ? "" : value);
  };
  const std::string_view terminal = value_of("TERM");
  const bool dumb = terminal.empty() || terminal == "dumb";
  if (is_terminal() && !dumb && value_of("NO_COLOR").empty()) {
    return Shading::colours;
  }
  return style == TableStyle::ascii ? Shading::marks : Shading::blocks;
}

/// Whether it is a measure by another, "squads/cpp".
bool is_ratio(const std::string& name) {
  return name.find('/') != std::string::npos && name.find(' ') == std::string::npos;
}

/// What tells most of several situations of one procedure; nothing of one.
std::string range_of(const Results& results) {
  return results.size() < 2 ? "" : range_sentence(pointers_to(results));
}

/// Each situation for itself.
class PlainView : public View {
 public:
  PlainView(MeasureColumns columns, const ViewInput& words)
      : columns_(columns),
        full_(words.full),
        all_rows_(words.full || words.all_rows),
        all_columns_(words.columns.empty()),
        side_by_side_(words.all_rows),
        plots_(!words.plot.empty()),
        wide_(words.wide),
        plot_measure_(words.plot_measure),
        shown_(quantities_in(words.show)) {}

  void check(std::span<const Scenario>, std::span<const Situation> situations) const override {
    for (const std::string& name : shown_) {
      Quantity::check(name, "--show", situations);
      if (!plots_ && !wide_ && is_ratio(name)) {
        throw OptionError(
            "--show", fmt::format("'{}' is no column of a table", name),
            fmt::format("--by {}, --wide --show {}, or --pivot ROWS COLUMNS --show {}", name, name,
                        name));
      }
    }
  }
  void check_picture(std::span<const Scenario> scenarios, std::size_t situations) const override {
    if (!plot_measure_.empty()) check_drawn_measure(scenarios[0].procedure(), plot_measure_);
    if (!shown_.empty() && !plot_measure_.empty()) {
      throw OptionError("--show", "does not go with --plot-measure", "one of the two");
    }
    if (!can_be_plotted(scenarios[0], plot_measure_)) {
      check_plotted(situations, most_plotted, "situations");
    }
  }
  bool one_by_one() const override { return !wide_; }
  std::unique_ptr<const Seen> of(const Results& results,
                                 const ReportOptions& report) const override {
    if (std::ranges::all_of(results, is_exact)) {  // else what is rare may not have occurred
      for (const std::string& name : shown_) Quantity(name, "--show", results);
    }
    return std::make_unique<All>(*this, results, report);
  }

 private:
  static bool is_exact(const SituationOdds& result) {
    return std::ranges::all_of(result.odds.chances, [](const Chance& chance) {
      return chance.kind == Chance::Kind::measure || chance.exact.has_value();
    });
  }

  struct All : Seen {
    All(const PlainView& how, const Results& all, const ReportOptions& options)
        : view(how), results(all), report(options) {}
    std::string table(const Screen& screen) const override {
      const std::size_t width = view.full_ ? 0 : screen.width;
      const MeasureColumns& columns = view.columns_;
      const bool at_least = columns.at_least && !columns.equal && !columns.at_most;
      if (results.size() > 1 && (view.all_columns_ || (view.side_by_side_ && at_least))) {
        const std::string means = comparison_table(results, report, screen.style, width);
        const auto grid = view.side_by_side_ && is_one_number()
                              ? value_grid(results, "total", at_least, width)
                              : std::nullopt;
        if (grid) return means + "\n" + grid->text(screen.style);
        if (view.all_columns_) return means;
      }
      if (!view.all_rows_ && view.all_columns_) {
        return short_table(results.front(), report, screen.style, screen.width);
      }
      constexpr std::size_t most_outcomes = 10;
      TableExtent extent;
      extent.width = view.full_ ? 0 : screen.width;
      extent.most_outcomes = view.all_rows_ ? 0 : most_outcomes;
      std::string text;
      for (const SituationOdds& result : results) {
        text += (text.empty() ? "" : "\n") +
                situation_table(result, report, screen.style, view.columns_, extent);
        extent.says_summary = false;  // it is of all of them
      }
      return text;
    }
    std::string csv() const override {
      if (view.wide_) return wide_csv();
      std::string text = distribution_header();
      const std::vector<ShownChance> shown = chances_shown(results, view.shown_);
      for (const SituationOdds& result : results) {
        const SituationOdds whole = with_impossible(result, shown);
        text += distribution_lines(LinesOf(whole, view.shown_), report);
      }
      return text;
    }
    std::string wide_csv() const {
      std::vector<Quantity> shown;
      for (const std::string& name : view.shown_) shown.emplace_back(name, "--show", results);
      WideTable table(report, shown);
      for (const SituationOdds& result : results) table.add(result);
      return table.csv();
    }
    std::string picture() const override {
      return odds_plot(results, report, view.plot_measure_, {}, view.shown_);
    }
    std::string sentence() const override { return range_of(results); }
    void write(Page& page) const override {
      if (can_be_plotted(*results.front().situation.scenario, view.plot_measure_)) {
        add_odds_picture(page, results, report, view.plot_measure_, view.shown_);
      }
    }
    bool compares() const override { return false; }

    /// What is rolled is one number: all that can come out is how large it is.
    bool is_one_number() const {
      return std::ranges::all_of(results, [](const SituationOdds& result) {
        return std::ranges::none_of(result.odds.chances, [](const Chance& chance) {
          return chance.kind == Chance::Kind::outcome && chance.name != "rolled";
        });
      });
    }

    const PlainView& view;
    const Results& results;
    const ReportOptions& report;
  };

  MeasureColumns columns_;
  bool full_;
  bool all_rows_;
  bool all_columns_;
  bool side_by_side_;  ///< distributions of several situations
  bool plots_;
  bool wide_;
  std::string plot_measure_;
  std::vector<std::string> shown_;
};

/// Best first, by one number.
class RankingView : public View {
 public:
  /// `better` may be left out: as the measure tells, else more of it.
  RankingView(std::string by, std::optional<Better> better, std::string relative_to)
      : by_(std::move(by)), better_(better), relative_to_(std::move(relative_to)) {}

  void check(std::span<const Scenario>, std::span<const Situation> situations) const override {
    Quantity::check(by_, "--by", situations);
  }
  void check_picture(std::span<const Scenario> scenarios, std::size_t situations) const override {
    std::vector<const Scenario*> all;
    for (const Scenario& scenario : scenarios) all.push_back(&scenario);
    if (swept_by_all(all)) return;
    std::string curves;
    if (scenarios.size() > 1) {
      curves = fmt::format(
          "or up to {} lines of the file that each sweep the same number, such as range 1..24: a "
          "curve for each",
          most_plotted);
    } else if (sweep_of(scenarios[0]) && can_be_plotted(scenarios[0], "")) {
      curves = fmt::format("or leave --by out, for curves: --show {} --plot FILE", by_);
    }
    check_plotted(situations, most_ranked, "situations", curves);
  }
  std::unique_ptr<const Seen> of(const Results& results,
                                 const ReportOptions& report) const override {
    const Better better = better_.value_or(usually_better(results));
    Quantity quantity(by_, "--by", results);
    quantity.check_occurs("--by", results);
    auto seen = std::make_unique<Ranking>(std::move(quantity), better, results, report);
    if (!relative_to_.empty()) relate(seen->ranked, relative_to_);
    return seen;
  }

 private:
  Better usually_better(const Results& results) const {
    const auto wants_less = [&](const SituationOdds& result) {
      const std::vector<Term>& measures = result.situation.scenario->procedure().measures;
      return std::ranges::any_of(measures, [&](const Term& measure) {
        return measure.less_is_better && measure.name == by_;
      });
    };
    return std::ranges::any_of(results, wants_less) ? Better::lower : Better::higher;
  }

  struct Ranking : Seen {
    Ranking(Quantity by, Better order, const Results& results, const ReportOptions& options)
        : quantity(std::move(by)),
          better(order),
          report(options),
          ranked(ranking(results, quantity, better, report.confidence)) {}
    std::string table(const Screen& screen) const override {
      return ranking_table(ranked, quantity, better, report, screen.style, screen.width);
    }
    std::string csv() const override { return ranking_csv(ranked, quantity, better, report); }
    std::string picture() const override { return ranking_plot(ranked, quantity, better, report); }
    std::string sentence() const override { return conclusion(ranked, report) + "."; }
    void write(Page& page) const override { add_ranking(page, ranked, quantity, better, report); }
    bool compares() const override { return true; }

    Quantity quantity;
    Better better;
    const ReportOptions& report;
    std::vector<Ranked> ranked;
  };

  std::string by_;
  std::optional<Better> better_;
  std::string relative_to_;
};

/// One parameter down, another across.
class PivotView : public View {
 public:
  PivotView(std::string rows, std::string columns, std::string show, std::string relative_to,
            std::string subject)
      : subject_(std::move(subject)),
        rows_(std::move(rows)),
        columns_(std::move(columns)),
        show_(std::move(show)),
        relative_to_(std::move(relative_to)) {}

  void check(std::span<const Scenario> scenarios,
             std::span<const Situation> situations) const override {
    check_pivot(scenarios[0].procedure(), rows_, columns_);
    if (!show_.empty()) Quantity::check(show_, "--show", situations);
  }
  void check_picture(std::span<const Scenario> scenarios, std::size_t situations) const override {
    const std::size_t rows = scenarios[0].values_of(rows_);
    const std::size_t columns = scenarios[0].values_of(columns_);
    check_heat_map(situations / (rows * columns), rows, columns);
  }
  std::unique_ptr<const Seen> of(const Results& results,
                                 const ReportOptions& report) const override {
    const Quantity quantity(shown_of(results), "--show", results);
    quantity.check_occurs("--show", results);
    Pivot tables = pivot(results, rows_, columns_, quantity, report.confidence);
    tables.subject = subject_;
    if (!relative_to_.empty()) relate(tables, relative_to_);
    return std::make_unique<Tables>(std::move(tables), quantity, results, report);
  }

 private:
  /// Where it is left out: what the answers are about, the first of it that can happen.
  std::string shown_of(const Results& results) const {
    if (!show_.empty()) return show_;
    const std::vector<std::string> names = main_subjects(
        results.front().situation.scenario->procedure(), odds_of(pointers_to(results)));
    if (names.empty()) {
      throw OptionError(
          "--pivot", "needs --show",
          fmt::format("--pivot {} {} --show X, X an outcome, event or measure", rows_, columns_));
    }
    return names.front();
  }

  struct Tables : Seen {
    Tables(Pivot made, Quantity shown, const Results& all, const ReportOptions& options)
        : tables(std::move(made)), quantity(std::move(shown)), results(all), report(options) {}
    std::string table(const Screen& screen) const override {
      return pivot_table(tables, quantity, screen.style, terminal_shading(screen.style),
                         screen.width);
    }
    std::string csv() const override { return pivot_csv(tables); }
    std::string picture() const override {
      return heat_map(pivot_heat_map(tables, quantity, results, report));
    }
    std::string sentence() const override { return range_of(results); }
    void write(Page& page) const override { add_pivot(page, tables, quantity, results, report); }
    bool compares() const override { return true; }

    Pivot tables;
    Quantity quantity;
    const Results& results;
    const ReportOptions& report;
  };

  std::string subject_;
  std::string rows_;
  std::string columns_;
  std::string show_;
  std::string relative_to_;
};

/// What goes with one kind of view only.
void check_words(const ViewInput& words) {
  const bool ranks = !words.by.empty();
  const bool pivots = !words.pivot.empty();
  const char* const chosen = ranks ? "--by" : "--pivot";
  if (ranks && pivots) throw OptionError("--by", "does not go with --pivot", "one of the two");
  if (ranks && !words.show.empty()) {
    throw OptionError("--show", "does not go with --by", "one of the two");
  }
  if (!ranks && !pivots && !words.relative_to.empty()) {
    throw OptionError("--relative-to", "needs --by or --pivot", "what is to be compared");
  }
  if (!ranks && !words.better.empty()) {
    throw OptionError("--better", "needs --by", "an outcome, event or measure to compare by");
  }
  if (words.wide && (ranks || pivots)) {
    throw OptionError("--wide", fmt::format("does not go with {}", chosen), "one of the two");
  }
  if (!ranks && !pivots) {
    if (words.columns.empty() || (!words.output.is_json() && !words.output.is_csv())) return;
  } else if (words.output.is_json()) {
    throw OptionError("--format", fmt::format("json does not go with {}", chosen),
                      "table, csv or markdown");
  }
  if (!words.columns.empty()) {
    throw OptionError("--columns", "is for tables of single situations",
                      "with --format table or markdown, without --by and --pivot");
  }
  if (!words.plot_measure.empty()) {
    throw OptionError("--plot-measure", fmt::format("does not go with {}", chosen),
                      fmt::format("the plot shows what {} names", pivots ? "--show" : "--by"));
  }
}

}  // namespace

std::vector<std::string> quantities_in(const std::string& list) {
  std::vector<std::string> names;
  for (const std::string_view name : parts_of(list, ',')) {
    if (!name.empty()) names.emplace_back(name);
  }
  return names;
}

std::unique_ptr<View> view_asked(const ViewInput& words) {
  std::optional<Better> better;
  if (!words.better.empty()) {
    const bool lower = read_choice("--better", words.better, {"higher", "lower"}) == "lower";
    better = lower ? Better::lower : Better::higher;
  }
  const MeasureColumns columns = read_columns(words.columns);
  check_plot_measure(words.plot, words.plot_measure);
  check_words(words);
  if (!words.by.empty()) {
    return std::make_unique<RankingView>(words.by, better, words.relative_to);
  }
  if (!words.pivot.empty()) {
    return std::make_unique<PivotView>(words.pivot[0], words.pivot[1], words.show,
                                       words.relative_to, words.subject);
  }
  return std::make_unique<PlainView>(columns, words);
}

}  // namespace combat_odds::cli
