#include "studies/campaign/campaign_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/text/csv.hpp"
#include "reports/text/text.hpp"

namespace combat_odds::red_barricades {
namespace {

bool has_plan_column(const CampaignReport& report) {
  return report.campaign->plan_names().size() > 1;
}

std::string plan_header(const CampaignReport& report) {
  return has_plan_column(report) ? "plan," : "";
}

const std::string& plan_name(const CampaignReport& report, std::size_t force) {
  return report.campaign->plan_names()[report.campaign->plan_of()[force]];
}

std::string plan_cell(const CampaignReport& report, std::size_t force) {
  return has_plan_column(report) ? csv_name(plan_name(report, force)) + "," : "";
}

const std::string& side_of(const CampaignReport& report, std::size_t force) {
  return name_of(report.campaign->forces()[force].side());
}

/// "german", or with several plans "german of a.csv".
std::string force_name(const CampaignReport& report, std::size_t force) {
  const std::string& side = side_of(report, force);
  return has_plan_column(report) ? fmt::format("{} of {}", side, plan_name(report, force)) : side;
}

std::string scope_name(const CampaignReport& report, const CampaignScope& scope) {
  return scope.day ? report.campaign->dates()[*scope.day] : std::string("total");
}

std::string simulated(std::uint64_t count, std::uint64_t trials, double confidence) {
  if (trials == 0) return ",,";
  const Interval interval = wilson_interval(count, trials, confidence);
  return fmt::format("{},{},{}", static_cast<double>(count) / static_cast<double>(trials),
                     interval.low, interval.high);
}

/// monte_carlo,ci_low,ci_high,exact,exact_fraction,trials,seed
std::string odds_cells(const CampaignReport& report, const Odds& odds, const Chance& chance) {
  std::string cells = simulated(chance.count, odds.trials, report.options.confidence);
  cells += chance.exact ? fmt::format(",{},{}", chance.exact->value, chance.exact->fraction)
                        : std::string(",,");
  cells +=
      odds.trials > 0 ? fmt::format(",{},{}", odds.trials, report.options.seed) : std::string(",,");
  return cells;
}

double mean_cpp(const std::vector<MeasureSummary>& all) {
  for (const MeasureSummary& summary : all) {
    if (summary.name == "cpp") return summary.best_mean();
  }
  return 0;
}

std::string optional_number(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : std::string();
}

std::string optional_truth(const std::optional<bool>& value) {
  return value ? std::string(*value ? "1" : "0") : std::string();
}

}  // namespace

std::string campaign_distribution(const CampaignReport& report) {
  std::string text =
      plan_header(report) +
      "side,date,measure,value,monte_carlo,ci_low,ci_high,exact,exact_fraction,trials,seed\n";
  for (const CampaignScope& scope : report.result->scopes) {
    const std::string start = plan_cell(report, scope.force) + side_of(report, scope.force) + "," +
                              scope_name(report, scope) + ",";
    for (const Chance& chance : scope.odds.chances) {
      text += start;
      text += fmt::format("{},{},{}\n", csv_field(chance.name), chance.value,
                          odds_cells(report, scope.odds, chance));
    }
  }
  return text;
}

std::string campaign_summary(const CampaignReport& report) {
  std::string text = plan_header(report) +
                     "side,date,measure,mean,mean_ci_low,mean_ci_high,exact_mean,"
                     "standard_deviation,p05,median,p95,mean_per_cpp\n";
  for (const CampaignScope& scope : report.result->scopes) {
    const std::vector<MeasureSummary> all = summaries(scope.odds, report.options.confidence);
    const double cpp = mean_cpp(all);
    for (const MeasureSummary& summary : all) {
      text += plan_cell(report, scope.force);
      text += fmt::format("{},{},{},", side_of(report, scope.force), scope_name(report, scope),
                          csv_field(summary.name));
      text += summary.mean ? fmt::format("{},{},{}", *summary.mean, summary.mean_interval.low,
                                         summary.mean_interval.high)
                           : std::string(",,");
      text += fmt::format(",{},{},{},{},{},{}\n", optional_number(summary.exact_mean),
                          summary.standard_deviation, summary.p05, summary.median, summary.p95,
                          cpp > 0 ? fmt::format("{}", summary.best_mean() / cpp) : std::string());
    }
  }
  return text;
}

std::string campaign_purchases(const CampaignReport& report) {
  std::vector<std::string> content;
  for (const char* const name :
       {"squads", "leaders", "leadership", "afvs", "guns", "crews", "support_weapons",
        "oba_modules", "pre_registered_hexes", "stukas", "observers", "spotter_planes", "fpp",
        "san", "mol_capability", "points", "unvalued_units"}) {
    content.emplace_back(name);
  }
  std::string text = plan_header(report) +
                     fmt::format(
                         "line,date,side,id,group,quantity,cpp,bought_by_date,ci_low,ci_high,"
                         "bought_by_date_exact,bought_at_all,bought_at_all_exact,expected_bought,"
                         "expected_delay,{},trials,seed,note\n",
                         fmt::join(content, ","));
  for (const LineOdds& odds : report.result->lines) {
    const CampaignForce& force = report.campaign->forces()[odds.force];
    const PlanLine& line = *force.lines()[odds.line];
    const std::uint64_t trials = report.result->trials;
    text += plan_cell(report, odds.force);
    text += fmt::format("{},{},{},{},{},{},{},", line.place.line,
                        report.campaign->dates()[line.day], name_of(force.side()), line.group->id,
                        csv_field(line.group->name), line.quantity, line.cpp());
    const bool exact = report.options.method != Method::monte_carlo;
    text += fmt::format(
        "{},{},{},{},{},{}", simulated(odds.by_date, trials, report.options.confidence),
        exact ? optional_truth(odds.certainly_by_date) : "",
        trials > 0
            ? fmt::format("{}", static_cast<double>(odds.in_all) / static_cast<double>(trials))
            : std::string(),
        exact ? optional_truth(odds.certainly_in_all) : "", odds.bought,
        optional_number(odds.delay));
    for (const std::string& name : content) {
      const std::optional<std::size_t> measure = force.measure(name);
      text += fmt::format(",{}", measure ? odds.content[*measure] : 0.0);
    }
    text += trials > 0 ? fmt::format(",{},{}", trials, report.options.seed) : std::string(",,");
    // A spreadsheet takes a note that begins like this for a formula, unless a space comes first.
    const bool formula = line.note.find_first_of("=+-@") == 0;
    text += fmt::format(",{}\n", csv_field((formula ? " " : "") + line.note));
  }
  return text;
}

std::string campaign_comparison(const CampaignReport& report) {
  std::string text =
      "first,second,measure,kind,value,monte_carlo,ci_low,ci_high,exact,exact_fraction,trials,"
      "seed\n";
  for (const ForceComparison& comparison : report.result->comparisons) {
    const std::string start = csv_name(force_name(report, comparison.first)) + "," +
                              csv_name(force_name(report, comparison.second)) + ",";
    for (const ComparedMeasure& compared : comparison.measures) {
      for (const Chance& chance : compared.odds.chances) {
        text += start;
        text += fmt::format("{},{},", csv_field(compared.measure), chance.name);
        if (chance.kind == Chance::Kind::measure) text += fmt::format("{}", chance.value);
        text += fmt::format(",{}\n", odds_cells(report, compared.odds, chance));
      }
    }
  }
  return text;
}

std::set<std::string> campaign_charts_used() {
  const std::vector<std::string> names = CampaignCharts::names();
  return {names.begin(), names.end()};
}

namespace {

/// A line for each side, such as "on the map on 15 Nov: german squads 41.2 (33 to 50), ...".
std::string on_map_at_last(const CampaignReport& report) {
  std::map<std::size_t, std::vector<std::string>> units;
  std::map<std::size_t, std::string> dates;
  for (const CampaignScope& scope : report.result->scopes) {
    if (!scope.day) continue;
    std::vector<std::string> today;
    for (const MeasureSummary& summary : summaries(scope.odds, report.options.confidence)) {
      if (!summary.name.starts_with(on_map_prefix)) continue;
      today.push_back(fmt::format("{:.1f} {} ({} to {})", summary.best_mean(),
                                  summary.name.substr(on_map_prefix.size()), summary.p05,
                                  summary.p95));
    }
    if (today.empty()) continue;
    units[scope.force] = today;
    dates[scope.force] = report.campaign->dates()[*scope.day];
  }
  std::string text;
  for (const auto& [force, today] : units) {
    text += fmt::format("{} on the map on {}: {}\n", force_name(report, force),
                        short_date(dates[force]), fmt::join(today, ", "));
  }
  return text;
}

}  // namespace

std::string campaign_table(const CampaignReport& report) {
  // One row for each total, "mean (5 % to 95 %)" for each force.
  std::vector<std::string> rows;
  std::vector<std::vector<std::string>> cells;
  std::size_t column = 0;
  std::vector<std::string> header = {"in all"};
  for (const CampaignScope& scope : report.result->scopes) {
    if (scope.day) continue;
    header.push_back(force_name(report, scope.force));
    ++column;
    for (const MeasureSummary& summary : summaries(scope.odds, report.options.confidence)) {
      if (!is_total(summary.name)) continue;
      auto known = std::find(rows.begin(), rows.end(), summary.name);
      if (known == rows.end()) {
        rows.push_back(summary.name);
        cells.emplace_back();
        known = rows.end() - 1;
      }
      auto& row = cells[static_cast<std::size_t>(known - rows.begin())];
      row.resize(column);
      row.back() =
          summary.p05 == summary.p95 && summary.standard_deviation == 0
              ? fmt::format("{}", summary.median)
              : fmt::format("{:.1f} ({} to {})", summary.best_mean(), summary.p05, summary.p95);
    }
  }
  for (const ForceComparison& comparison : report.result->comparisons) {
    header.push_back(fmt::format("{} > {}", force_name(report, comparison.first),
                                 force_name(report, comparison.second)));
    ++column;
    for (const ComparedMeasure& compared : comparison.measures) {
      const auto known = std::find(rows.begin(), rows.end(), compared.measure);
      // Less leadership is better, so "more" would mislead.
      if (known == rows.end() || compared.measure == "leadership") continue;
      auto& row = cells[static_cast<std::size_t>(known - rows.begin())];
      row.resize(column);
      row.back() = percent(compared.odds.chances.front().best(compared.odds.trials));
    }
  }
  std::vector<std::size_t> widths(header.size());
  for (std::size_t c = 0; c < header.size(); ++c) widths[c] = header[c].size();
  for (std::size_t r = 0; r < rows.size(); ++r) {
    cells[r].resize(column);
    widths[0] = std::max(widths[0], rows[r].size());
    for (std::size_t c = 0; c < column; ++c) {
      widths[c + 1] = std::max(widths[c + 1], cells[r][c].size());
    }
  }
  std::string text = fmt::format("{:{}}", header[0], widths[0]);
  for (std::size_t c = 1; c < header.size(); ++c) {
    text += fmt::format("  {:>{}}", header[c], widths[c]);
  }
  text += "\n";
  for (std::size_t r = 0; r < rows.size(); ++r) {
    text += fmt::format("{:{}}", rows[r], widths[0]);
    for (std::size_t c = 0; c < column; ++c) {
      text += fmt::format("  {:>{}}", cells[r][c], widths[c + 1]);
    }
    text += "\n";
  }
  text += on_map_at_last(report);
  if (!report.result->comparisons.empty()) text += "A > B: the chance that A gets more\n";
  text += report.result->trials > 0 ? fmt::format("mean (5 % to 95 %), {} campaigns, seed {}\n",
                                                  report.result->trials, report.options.seed)
                                    : std::string("mean (5 % to 95 %), exact\n");
  return text;
}

std::string unvalued_note(const CampaignReport& report) {
  std::set<std::string> units;
  for (const CampaignForce& force : report.campaign->forces()) {
    units.insert(force.unvalued().begin(), force.unvalued().end());
  }
  if (units.empty()) return "";
  return fmt::format(
      "'points' leave out the units without a known value, counted as unvalued_units ({}), and are "
      "not compared; --points gives them one\n",
      fmt::join(units, ", "));
}

}  // namespace combat_odds::red_barricades
