#include "studies/campaign/day_by_day.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/text/columns.hpp"
#include "core/text/option_error.hpp"
#include "core/text/suggest.hpp"
#include "reports/text/text.hpp"
#include "studies/campaign/campaign_page.hpp"

namespace combat_odds::red_barricades {
namespace {

/// The chances of one measure. A day has none for a measure that is always zero.
Odds only(const Odds& odds, const std::string& measure) {
  Odds picked{odds.trials, {}};
  for (const Chance& chance : odds.chances) {
    if (chance.name == measure) picked.chances.push_back(chance);
  }
  return picked;
}

void describe(CampaignDay& day, const Odds& odds, double confidence) {
  const MeasureSummary summary = summaries(odds, confidence).front();
  day.mean = summary.best_mean();
  day.percentiles = {0,
                     static_cast<double>(summary.p05),
                     static_cast<double>(summary.p25),
                     static_cast<double>(summary.median),
                     static_cast<double>(summary.p75),
                     static_cast<double>(summary.p95)};
}

/// Adds the days of one measure of one force: what each day brings, or the running totals.
void add_days(const CampaignReport& report, std::size_t force, const std::string& measure,
              bool so_far, std::vector<CampaignDay>& days) {
  const Campaign& campaign = *report.campaign;
  CampaignDay day;
  if (campaign.plan_names().size() > 1) day.plan = campaign.plan_names()[campaign.plan_of()[force]];
  day.side = name_of(campaign.forces()[force].side());
  day.measure = measure;
  day.so_far = so_far;
  for (const CampaignScope& scope : so_far ? report.result->running : report.result->scopes) {
    if (scope.force != force || !scope.day) continue;
    const Odds odds = only(scope.odds, measure);
    if (odds.chances.empty()) continue;
    day.date = campaign.dates()[*scope.day];
    describe(day, odds, report.options.confidence);
    days.push_back(day);
  }
}

/// Whether every force that has this measure has running totals of it.
bool all_have_totals(const std::vector<CampaignDay>& days, const std::string& measure) {
  std::set<std::pair<std::string, std::string>> with_total;
  std::set<std::pair<std::string, std::string>> all;
  for (const CampaignDay& day : days) {
    if (day.measure != measure) continue;
    (day.so_far ? with_total : all).insert({day.plan, day.side});
  }
  return with_total == all;
}

}  // namespace

std::string fan_measure(const Campaign& campaign, const std::string& asked) {
  std::vector<std::string> names;
  for (const OnMap& on_map : campaign.on_map()) {
    for (std::size_t line = 0; line < on_map.lines(); ++line) {
      names.push_back(on_map_prefix + on_map.line(line).measure);
    }
  }
  if (asked.empty() && !names.empty()) return names.front();
  for (const CampaignForce& force : campaign.forces()) {
    for (const CampaignMeasure& measure : force.measures()) names.push_back(measure.name);
  }
  std::string wanted = asked.empty() ? usual_fan_measure : asked;
  if (std::find(names.begin(), names.end(), wanted) != names.end()) return wanted;
  if (asked.empty()) return names.empty() ? wanted : names.front();
  throw OptionError("--plot-measure", fmt::format("these plans bring no '{}'", asked),
                    did_you_mean(asked, names, "such as squads, leaders or cpp"));
}

std::vector<CampaignDay> campaign_days(const CampaignReport& report) {
  const Campaign& campaign = *report.campaign;
  const std::vector<std::string>& running = campaign.running_measures();
  std::vector<CampaignDay> days;
  for (std::size_t force = 0; force < campaign.forces().size(); ++force) {
    for (const CampaignMeasure& measure : campaign.forces()[force].measures()) {
      const bool asked = std::find(running.begin(), running.end(), measure.name) != running.end();
      if (!is_total(measure.name) && !asked) continue;
      for (const bool so_far : {false, true}) add_days(report, force, measure.name, so_far, days);
    }
    const OnMap& on_map = campaign.on_map()[force];
    for (std::size_t line = 0; line < on_map.lines(); ++line) {
      add_days(report, force, on_map_prefix + on_map.line(line).measure, false, days);
    }
  }
  return days;
}

std::string campaign_days_csv(const std::vector<CampaignDay>& days) {
  const bool plans =
      std::ranges::any_of(days, [](const CampaignDay& day) { return !day.plan.empty(); });
  const auto percentile = [](double FanPoint::*end) {
    return [end](const CampaignDay& day) { return day.percentiles.*end; };
  };
  CsvColumns<CampaignDay> columns;
  if (plans) columns.add("plan", &CampaignDay::plan);
  columns.add("side", &CampaignDay::side)
      .add("date", &CampaignDay::date)
      .add("measure", &CampaignDay::measure)
      .add("counted", [](const CampaignDay& day) { return day.so_far ? "so_far" : "day"; })
      .add("mean", &CampaignDay::mean)
      .add("p05", percentile(&FanPoint::p05))
      .add("p25", percentile(&FanPoint::p25))
      .add("median", percentile(&FanPoint::median))
      .add("p75", percentile(&FanPoint::p75))
      .add("p95", percentile(&FanPoint::p95));
  return columns.table(days);
}

std::vector<CampaignDay> read_campaign_days(const Folder& folder) {
  const Columns lines(
      folder.csv("campaign-days.csv"),
      {"side", "date", "measure", "counted", "mean", "p05", "p25", "median", "p75", "p95"},
      {"plan"});
  std::vector<CampaignDay> days;
  for (const Columns::Row row : lines) {
    CampaignDay day;
    day.plan = row.text("plan");
    day.side = row.text("side");
    day.date = row.text("date");
    day.measure = row.text("measure");
    day.so_far = row.text("counted") == "so_far";
    const auto number = [&](const char* column) { return row.number(column).value_or(0); };
    day.mean = number("mean");
    day.percentiles = {
        0, number("p05"), number("p25"), number("median"), number("p75"), number("p95")};
    days.push_back(std::move(day));
  }
  return days;
}

FanChart campaign_fan(const std::vector<CampaignDay>& days, const std::string& measure,
                      const std::string& title, const std::string& note) {
  const bool totals = all_have_totals(days, measure);
  std::vector<std::string> dates;
  std::string first;
  std::string last;
  bool plans = false;
  for (const CampaignDay& day : days) {
    if (day.measure != measure || day.so_far) continue;
    if (first.empty() || day.date < first) first = day.date;
    if (last.empty() || day.date > last) last = day.date;
    plans = plans || !day.plan.empty();
  }
  const auto shown = [&](const CampaignDay& day) {
    return day.measure == measure && day.so_far == totals && day.date >= first && day.date <= last;
  };
  for (const CampaignDay& day : days) {
    if (shown(day)) dates.push_back(day.date);
  }
  if (dates.empty()) {
    throw OptionError("--plot", fmt::format("these plans never bring any '{}'", measure),
                      "a larger budget or another --plot-measure");
  }
  std::sort(dates.begin(), dates.end());
  dates.erase(std::unique(dates.begin(), dates.end()), dates.end());

  FanChart chart;
  chart.caption.title = title;
  chart.caption.note = note;
  chart.running = totals && dates.size() > 1;
  const bool on_map = measure.starts_with(on_map_prefix);
  chart.y = on_map ? measure.substr(on_map_prefix.size()) + " on the map"
                   : measure + (totals ? " so far" : " of each day");
  for (const std::string& date : dates) chart.ticks.push_back(short_date(date));
  const auto named = [](auto& list, const std::string& name) -> auto& {
    const auto known =
        std::find_if(list.begin(), list.end(), [&](const auto& each) { return each.name == name; });
    if (known != list.end()) return *known;
    list.push_back({name, {}});
    return list.back();
  };
  std::vector<FanSeries> all;
  for (const CampaignDay& day : days) {
    named(all, plans ? day.plan : day.side);  // of all measures: each keeps its colour
  }
  for (const CampaignDay& day : days) {
    if (!shown(day)) continue;
    FanChart::Panel& panel = named(chart.panels, plans ? day.side : "");
    if (panel.series.empty()) panel.series = all;
    FanSeries& series = named(panel.series, plans ? day.plan : day.side);
    FanPoint point = day.percentiles;
    point.x = static_cast<std::size_t>(std::lower_bound(dates.begin(), dates.end(), day.date) -
                                       dates.begin());
    series.points.push_back(point);
  }
  return chart;
}

std::map<std::string, std::string> campaign_files(const CampaignReport& report,
                                                  const std::vector<CampaignDay>& days,
                                                  const std::vector<AheadDay>& ahead,
                                                  const WrittenCommand& command,
                                                  const Charts& charts) {
  std::map<std::string, std::string> files = {
      {"campaign-distribution.csv", campaign_distribution(report)},
      {"campaign-summary.csv", campaign_summary(report)},
      {"campaign-purchases.csv", campaign_purchases(report)},
      {"campaign-comparison.csv", campaign_comparison(report)},
      {"campaign-ahead.csv", campaign_ahead(ahead)},
      {"campaign-days.csv", campaign_days_csv(days)},
      {"charts.csv", chart_report(campaign_charts_used(*report.campaign), charts)},
      {command_file, command.csv()}};
  if (!report.result->fights.empty()) {
    files.emplace(campaign_fights_file, campaign_fights(report));
  }
  return files;
}

std::string fan_title(const CampaignReport& report) {
  return "Red Barricades campaign: " + joined(report.campaign->plan_names());
}

std::string fan_note(const CampaignReport& report) {
  const bool exact = report.options.method != Method::monte_carlo &&
                     report.result->fights.empty() &&
                     std::all_of(report.campaign->forces().begin(), report.campaign->forces().end(),
                                 [](const CampaignForce& force) { return force.scheduled(); });
  return exact ? std::string("exact odds")
               : fmt::format("{} campaigns, seed {}", report.result->trials, report.options.seed);
}

}  // namespace combat_odds::red_barricades
