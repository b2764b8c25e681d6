#include "reports/tables/table_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ask/headline.hpp"
#include "core/text/measure_text.hpp"
#include "core/text/nearest_whole.hpp"
#include "reports/tables/joint_table.hpp"
#include "reports/tables/table.hpp"
#include "reports/text/wrapped.hpp"

namespace combat_odds {
namespace {

std::string one_in(double probability) {
  if (probability <= 0 || probability > 0.05) return "";
  const double n = 1 / probability;
  return n < 1e7 ? fmt::format("1 in {:.0f}", n) : fmt::format("1 in {:.1e}", n);
}

/// The probabilities of a measure's values, the least value first.
struct MeasureLines {
  const Chance* first = nullptr;
  std::vector<double> best;

  MeasureLines() = default;
  MeasureLines(const Odds& odds, const std::string& measure) {
    for (const Chance& chance : odds.chances) {
      if (chance.kind != Chance::Kind::measure || chance.name != measure) continue;
      if (first == nullptr) first = &chance;
      best.push_back(chance.best(odds.trials));
    }
  }
  bool is_of(const Chance& chance) const { return first != nullptr && first->name == chance.name; }

  /// The probability of the values from `from` up to, not including, `to`. All values together are
  /// 1, whatever their sum is rounded to.
  double cumulated(std::size_t from, std::size_t to) const {
    double sum = 0;
    for (std::size_t i = from; i < to; ++i) sum += best[i];
    return to - from == best.size() && std::abs(sum - 1) < 1e-9 ? 1 : sum;
  }
};

/// The tables of one situation.
class FullTable {
 public:
  FullTable(const SituationOdds& result, const ReportOptions& options, TableStyle style,
            const MeasureColumns& columns, const TableExtent& extent)
      : result_(result), options_(options), style_(style), columns_(columns), extent_(extent) {
    const std::vector<Chance>& chances = result.odds.chances;
    exact_ = !chances.empty() && chances.front().exact.has_value();
  }

  std::string text() const {
    const bool markdown = style_ == TableStyle::markdown;
    const std::string summary =
        extent_.says_summary ? ": " + result_.situation.scenario->procedure().summary : "";
    std::string text = (markdown ? "### " : "") + in_lines(result_.name + summary) + "\n";
    if (markdown) text += "\n";
    text += in_lines(headline(result_)) + "\n";
    for (const auto& lines : {result_.working.sums, result_.working.notes}) {
      for (const std::string& line : lines) text += (markdown ? "\n" : "") + in_lines(line) + "\n";
    }
    const std::optional<Table> joint = joint_table(result_);
    text += joint ? "\n" + joint->text(style_) : section(Chance::Kind::outcome, "outcome");
    text += section(Chance::Kind::event, "event") + section(Chance::Kind::measure, "measure = k") +
            means();
    return text + "\n" + how_made(result_.odds, options_);
  }

 private:
  bool has_width() const { return extent_.width > 0 && style_ != TableStyle::markdown; }
  std::string in_lines(const std::string& text) const {
    return has_width() ? wrapped(text, extent_.width) : text;
  }

  struct Shown {
    bool equal = true;  ///< the chance itself
    bool at_least = false;
    bool at_most = false;
  };

  Shown shown_of(Chance::Kind kind) const {
    if (kind != Chance::Kind::measure) return {};
    return {columns_.equal, columns_.at_least, columns_.at_most};
  }
  bool simulating() const { return result_.odds.trials > 0; }
  std::string interval_title() const {
    return fmt::format("{:g} % interval", 100 * options_.confidence);
  }

  /// The column behind the first probability has no name: it has "1 in n".
  std::vector<std::string> header(const std::string& title, const Shown& shown) const {
    std::vector<std::string> names = {title};
    if (shown.equal && exact_) names.insert(names.end(), {"exact", "fraction"});
    if (shown.equal) names.emplace_back("");
    if (shown.equal && simulating()) {
      names.emplace_back("simulated");
      names.push_back(interval_title());
    }
    if (shown.at_least) names.emplace_back("P(>= k)");
    if (shown.at_least && !shown.equal) names.emplace_back("");
    if (shown.at_most) names.emplace_back("P(<= k)");
    if (shown.at_most && !shown.equal && !shown.at_least) names.emplace_back("");
    return names;
  }

  struct Row {
    std::vector<std::string> cells;
    double leading = 0;  ///< the first probability: "1 in n" and the bar are of it
  };

  Row row(const Chance& chance, const Shown& shown, const MeasureLines& lines) const {
    const bool measure = chance.kind == Chance::Kind::measure;
    std::vector<std::string> cells = {measure ? chance.name + " " + measure_text(chance.value)
                                              : chance.name};
    std::optional<double> leading;
    if (shown.equal) {
      const Estimate found = estimate(chance, result_.odds.trials, options_.confidence);
      if (exact_) {
        cells.push_back(percent(*found.exact));
        cells.push_back(found.fraction.size() <= 24 ? found.fraction : "");
      }
      leading = found.best();
      cells.push_back(one_in(*leading));
      if (simulating()) {
        cells.push_back(found.simulated == 0.0 ? "never" : percent(*found.simulated));
        cells.push_back(interval_text(found.interval));
      }
    }
    const auto add_cumulated = [&](std::size_t from, std::size_t to) {
      const double probability = lines.cumulated(from, to);
      cells.push_back(percent(probability));
      if (leading) return;
      leading = probability;
      cells.push_back(one_in(probability));
    };
    const std::size_t here = measure ? static_cast<std::size_t>(&chance - lines.first) : 0;
    if (shown.at_least) add_cumulated(here, lines.best.size());
    if (shown.at_most) add_cumulated(0, here + 1);
    return {std::move(cells), leading.value_or(0)};
  }

  /// The chances of a kind that are shown.
  std::vector<const Chance*> shown_chances(Chance::Kind kind) const {
    std::vector<const Chance*> shown;
    for (const Chance* chance : in_report_order(result_)) {
      if (chance->kind == kind) shown.push_back(chance);
    }
    const std::size_t most = extent_.most_outcomes;
    if (kind != Chance::Kind::outcome || most == 0 || shown.size() <= most) return shown;
    std::ranges::stable_sort(shown, std::greater<>(), [&](const Chance* chance) {
      return chance->best(result_.odds.trials);
    });
    shown.resize(most);
    return shown;
  }

  std::size_t width_of(const Table& grid) const {
    std::size_t first = Table::width(grid.header.front());
    for (const auto& cells : grid.rows) first = std::max(first, Table::width(cells.front()));
    return first + grid.width_of_others();
  }

  /// Leaves out what a line has no room for.
  void narrow(Table& grid) const {
    for (const std::string& title : {interval_title(), std::string("fraction")}) {
      if (!has_width() || width_of(grid) <= extent_.width) return;
      const auto at = std::ranges::find(grid.header, title);
      if (at != grid.header.end()) grid.drop(static_cast<std::size_t>(at - grid.header.begin()));
    }
  }

  void add_bars(Table& grid, const std::vector<double>& chances) const {
    constexpr std::size_t gap = 2;
    constexpr std::size_t longest = 24;
    constexpr std::size_t shortest = 6;
    if (style_ == TableStyle::markdown) return;
    const std::size_t used = width_of(grid) + gap;
    const std::size_t room =
        !has_width() ? longest : std::min(longest, extent_.width > used ? extent_.width - used : 0);
    if (room < shortest) return;
    grid.header.emplace_back("");
    grid.set_left(grid.header.size() - 1);
    for (std::size_t i = 0; i < chances.size(); ++i) {
      grid.rows[i].push_back(bar_text(chances[i], style_, room));
    }
  }

  /// Empty where there is no chance of that kind.
  std::string section(Chance::Kind kind, const std::string& title) const {
    const Shown shown = shown_of(kind);
    Table grid(header(title, shown));
    std::vector<double> leading;
    MeasureLines lines;
    for (const Chance* chance : shown_chances(kind)) {
      if (kind == Chance::Kind::measure && !lines.is_of(*chance)) {
        lines = MeasureLines(result_.odds, chance->name);
      }
      Row one = row(*chance, shown, lines);
      leading.push_back(one.leading);
      grid.add(std::move(one.cells));
    }
    if (grid.rows.empty()) return "";
    narrow(grid);
    add_bars(grid, leading);
    if (has_width()) grid.fit(extent_.width);
    const auto left_out =
        std::ranges::count_if(result_.odds.chances,
                              [&](const Chance& chance) { return chance.kind == kind; }) -
        static_cast<std::ptrdiff_t>(grid.rows.size());
    const std::string more =
        left_out > 0 ? fmt::format("--full shows {} outcomes more\n", left_out) : std::string();
    return "\n" + grid.text(style_) + more;
  }

  std::string means() const {
    const std::vector<MeasureSummary> measured = summaries(result_.odds, options_.confidence);
    if (measured.empty()) return "";
    const bool of_some = std::ranges::any_of(measured, is_of_some);
    Table grid({"measure", "mean", "standard deviation", "5 %", "median", "95 %"});
    if (of_some) grid.header.insert(grid.header.begin() + 1, "exists in");
    for (const MeasureSummary& summary : measured) {
      grid.add(summary.name, fmt::format("{:.4g}", summary.best_mean()),
               fmt::format("{:.3g}", summary.standard_deviation), measure_text(summary.p05),
               measure_text(summary.median), measure_text(summary.p95));
      std::vector<std::string>& row = grid.rows.back();
      if (of_some) row.insert(row.begin() + 1, percent(summary.chance));
    }
    if (has_width()) grid.fit(extent_.width);
    return "\n" + grid.text(style_);
  }

  const SituationOdds& result_;
  const ReportOptions& options_;
  TableStyle style_;
  MeasureColumns columns_;
  TableExtent extent_;
  bool exact_ = false;
};

}  // namespace

std::string how_made(const Odds& odds, const ReportOptions& options) {
  if (odds.trials == 0) return "exact odds\n";
  const bool exact = std::ranges::any_of(
      odds.chances, [](const Chance& chance) { return chance.exact.has_value(); });
  std::string made = exact ? "exact odds; simulated: " : "";
  made += fmt::format("{} trials, seed {}", odds.trials, options.seed);
  if (odds.way == Odds::Way::states) {
    made += "; played state by state: a decision graph would be too large";
  } else if (odds.way == Odds::Way::rolls) {
    made +=
        exact
            ? "; played without a decision graph, which would be too large"
            : "; played without a decision graph and without exact odds, which would be too large "
              "or take too long";
  }
  return made + "\n";
}

std::string bar_text(double probability, TableStyle style, std::size_t cells) {
  const double length = probability * static_cast<double>(cells);
  if (style == TableStyle::ascii) {
    return std::string(nearest_whole<std::size_t>(length, 0, cells), '#');
  }
  static const char* const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto parts = nearest_whole<std::size_t>(length * 8, 0, 8 * cells);
  std::string text;
  for (std::size_t i = 0; i < parts / 8; ++i) text += "█";
  return text + eighths[parts % 8];
}

std::string situation_table(const SituationOdds& result, const ReportOptions& options,
                            TableStyle style, const MeasureColumns& columns,
                            const TableExtent& extent) {
  return FullTable(result, options, style, columns, extent).text();
}

}  // namespace combat_odds
