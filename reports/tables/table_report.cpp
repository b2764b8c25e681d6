#include "reports/tables/table_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ask/headline.hpp"
#include "core/text/nearest_whole.hpp"
#include "reports/tables/grid.hpp"

namespace combat_odds {
namespace {

std::string one_in(double probability) {
  if (probability <= 0 || probability > 0.05) return "";
  const double n = 1 / probability;
  return n < 1e7 ? fmt::format("1 in {:.0f}", n) : fmt::format("1 in {:.1e}", n);
}

std::string interval_text(const Interval& interval) {
  return fmt::format("{} to {}", percent(interval.low), percent(interval.high));
}

std::string simulated(const Chance& chance, std::uint64_t trials) {
  if (trials == 0) return "";
  if (chance.count == 0) return "never";
  return percent(static_cast<double>(chance.count) / static_cast<double>(trials));
}

/// The probability that a measure has a value that `counted` says so of. All values together are 1,
/// whatever their sum is rounded to.
template <class Counted>
double cumulated(const Odds& odds, const std::string& measure, const Counted& counted) {
  double sum = 0;
  bool all = true;
  for (const Chance& chance : odds.chances) {
    if (chance.kind != Chance::Kind::measure || chance.name != measure) continue;
    if (counted(chance.value)) {
      sum += chance.best(odds.trials);
    } else {
      all = false;
    }
  }
  return all && std::abs(sum - 1) < 1e-9 ? 1 : sum;
}

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
    made += "; played without a decision graph, which would be too large, as would exact odds";
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
  const bool simulating = result.odds.trials > 0;
  const bool exact = !result.odds.chances.empty() && result.odds.chances.front().exact.has_value();
  const bool bars = style != TableStyle::markdown;
  const Scenario& scenario = *result.situation.scenario;

  std::string text = fmt::format("{}{}: {}\n", style == TableStyle::markdown ? "### " : "",
                                 result.name, scenario.procedure().summary);
  if (style == TableStyle::markdown) text += "\n";
  text += headline(result) + "\n";
  for (const auto& lines : {result.working.sums, result.working.notes}) {
    for (const std::string& line : lines) {
      text += (style == TableStyle::markdown ? "\n" : "") + line + "\n";
    }
  }

  const auto section = [&](Chance::Kind kind, const std::string& title) {
    const bool measure = kind == Chance::Kind::measure;
    const bool equal = !measure || columns.equal;
    std::vector<std::string> header = {title};
    if (equal && exact) header.insert(header.end(), {"exact", "fraction"});
    if (equal) header.emplace_back("");
    if (equal && simulating) {
      header.insert(header.end(),
                    {"simulated", fmt::format("{:g} % interval", 100 * options.confidence)});
    }
    if (measure && columns.at_least) {
      header.emplace_back("P(>= k)");
      if (!equal) header.emplace_back("");
    }
    if (measure && columns.at_most) {
      header.emplace_back("P(<= k)");
      if (!equal && !columns.at_least) header.emplace_back("");
    }
    if (bars) header.emplace_back("");
    Grid grid(header);
    if (bars) grid.set_left(header.size() - 1);
    bool any = false;
    for (const Chance* chance : in_report_order(result)) {
      if (chance->kind != kind) continue;
      any = true;
      std::vector<std::string> row = {measure ? fmt::format("{} {}", chance->name, chance->value)
                                              : chance->name};
      std::optional<double> leading;  // "1 in n" and the bar speak of the first that is shown
      if (equal && exact) {
        row.push_back(percent(chance->exact->value));
        row.push_back(chance->exact->fraction.size() <= 24 ? chance->exact->fraction : "");
      }
      if (equal) {
        leading = chance->best(result.odds.trials);
        row.push_back(one_in(*leading));
      }
      if (equal && simulating) {
        row.push_back(simulated(*chance, result.odds.trials));
        row.push_back(
            interval_text(wilson_interval(chance->count, result.odds.trials, options.confidence)));
      }
      const auto add_cumulated = [&](const auto& counted) {
        const double probability = cumulated(result.odds, chance->name, counted);
        row.push_back(percent(probability));
        if (leading) return;
        leading = probability;
        row.push_back(one_in(probability));
      };
      if (measure && columns.at_least) {
        add_cumulated([&](int value) { return value >= chance->value; });
      }
      if (measure && columns.at_most) {
        add_cumulated([&](int value) { return value <= chance->value; });
      }
      if (bars) row.push_back(bar_text(leading.value_or(0), style, 24));
      grid.add(std::move(row));
    }
    if (any) text += "\n" + grid.text(style);
  };
  section(Chance::Kind::outcome, "outcome");
  section(Chance::Kind::event, "event");
  section(Chance::Kind::measure, "measure = k");

  const std::vector<MeasureSummary> measured = summaries(result.odds, options.confidence);
  if (!measured.empty()) {
    Grid grid({"measure", "mean", "standard deviation", "5 %", "median", "95 %"});
    for (const MeasureSummary& summary : measured) {
      grid.add({summary.name,
                fmt::format("{:.4g}", summary.exact_mean.value_or(summary.mean.value_or(0))),
                fmt::format("{:.3g}", summary.standard_deviation), fmt::format("{}", summary.p05),
                fmt::format("{}", summary.median), fmt::format("{}", summary.p95)});
    }
    text += "\n" + grid.text(style);
  }
  return text + "\n" + how_made(result.odds, options);
}

}  // namespace combat_odds
