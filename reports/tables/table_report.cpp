#include "reports/tables/table_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ask/headline.hpp"
#include "core/text/nearest_whole.hpp"
#include "reports/tables/table.hpp"

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
            const MeasureColumns& columns)
      : result_(result), options_(options), style_(style), columns_(columns) {
    const std::vector<Chance>& chances = result.odds.chances;
    exact_ = !chances.empty() && chances.front().exact.has_value();
  }

  std::string text() const {
    const bool markdown = style_ == TableStyle::markdown;
    std::string text = fmt::format("{}{}: {}\n", markdown ? "### " : "", result_.name,
                                   result_.situation.scenario->procedure().summary);
    if (markdown) text += "\n";
    text += headline(result_) + "\n";
    for (const auto& lines : {result_.working.sums, result_.working.notes}) {
      for (const std::string& line : lines) text += (markdown ? "\n" : "") + line + "\n";
    }
    text += section(Chance::Kind::outcome, "outcome") + section(Chance::Kind::event, "event") +
            section(Chance::Kind::measure, "measure = k") + means();
    return text + "\n" + how_made(result_.odds, options_);
  }

 private:
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
  bool bars() const { return style_ != TableStyle::markdown; }

  /// The column behind the first probability has no name: it has "1 in n".
  std::vector<std::string> header(const std::string& title, const Shown& shown) const {
    std::vector<std::string> names = {title};
    if (shown.equal && exact_) names.insert(names.end(), {"exact", "fraction"});
    if (shown.equal) names.emplace_back("");
    if (shown.equal && simulating()) {
      names.emplace_back("simulated");
      names.push_back(fmt::format("{:g} % interval", 100 * options_.confidence));
    }
    if (shown.at_least) names.emplace_back("P(>= k)");
    if (shown.at_least && !shown.equal) names.emplace_back("");
    if (shown.at_most) names.emplace_back("P(<= k)");
    if (shown.at_most && !shown.equal && !shown.at_least) names.emplace_back("");
    if (bars()) names.emplace_back("");
    return names;
  }

  std::vector<std::string> row(const Chance& chance, const Shown& shown,
                               const MeasureLines& lines) const {
    const bool measure = chance.kind == Chance::Kind::measure;
    std::vector<std::string> cells = {measure ? fmt::format("{} {}", chance.name, chance.value)
                                              : chance.name};
    std::optional<double> leading;  // "1 in n" and the bar are of the first that is shown
    if (shown.equal) {
      const Estimate found = estimate(chance, result_.odds.trials, options_.confidence);
      if (exact_) {
        cells.push_back(percent(*found.exact));
        cells.push_back(found.fraction.size() <= 24 ? found.fraction : "");
      }
      leading = found.best();
      cells.push_back(one_in(*leading));
      if (simulating()) {
        cells.push_back(chance.count == 0 ? "never" : percent(*found.simulated));
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
    if (bars()) cells.push_back(bar_text(leading.value_or(0), style_, 24));
    return cells;
  }

  /// Empty where there is no chance of that kind.
  std::string section(Chance::Kind kind, const std::string& title) const {
    const Shown shown = shown_of(kind);
    const std::vector<std::string> names = header(title, shown);
    Table grid(names);
    if (bars()) grid.set_left(names.size() - 1);
    bool any = false;
    MeasureLines lines;
    for (const Chance* chance : in_report_order(result_)) {
      if (chance->kind != kind) continue;
      any = true;
      if (kind == Chance::Kind::measure && !lines.is_of(*chance)) {
        lines = MeasureLines(result_.odds, chance->name);
      }
      grid.add(row(*chance, shown, lines));
    }
    return any ? "\n" + grid.text(style_) : "";
  }

  std::string means() const {
    const std::vector<MeasureSummary> measured = summaries(result_.odds, options_.confidence);
    if (measured.empty()) return "";
    const bool of_some = std::ranges::any_of(measured, is_of_some);
    Table grid({"measure", "mean", "standard deviation", "5 %", "median", "95 %"});
    if (of_some) grid.header.insert(grid.header.begin() + 1, "exists in");
    for (const MeasureSummary& summary : measured) {
      grid.add(summary.name, fmt::format("{:.4g}", summary.best_mean()),
               fmt::format("{:.3g}", summary.standard_deviation), summary.p05, summary.median,
               summary.p95);
      std::vector<std::string>& row = grid.rows.back();
      if (of_some) row.insert(row.begin() + 1, percent(summary.chance));
    }
    return "\n" + grid.text(style_);
  }

  const SituationOdds& result_;
  const ReportOptions& options_;
  TableStyle style_;
  MeasureColumns columns_;
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
                            TableStyle style, const MeasureColumns& columns) {
  return FullTable(result, options, style, columns).text();
}

}  // namespace combat_odds
