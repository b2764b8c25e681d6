#include "studies/campaign/ahead.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/csv_columns.hpp"
#include "reports/text/text.hpp"

namespace combat_odds::red_barricades {
namespace {

/// "german", or where there are several plans "german of early".
std::string force_name(const Campaign& campaign, std::size_t force) {
  const std::string side = name_of(campaign.forces()[force].side());
  if (campaign.plan_names().size() == 1) return side;
  return side + " of " + campaign.plan_names()[campaign.plan_of()[force]];
}

/// Whether losses say what becomes of a measure of this force on the map, apart from the other's: a
/// die for the day would be both sides'.
bool has_on_map(const Campaign& campaign, std::size_t force, const std::string& measure) {
  const OnMap& on_map = campaign.on_map()[force];
  if (!on_map.same_days()) return false;
  for (std::size_t line = 0; line < on_map.lines(); ++line) {
    if (on_map.line(line).measure == measure) return true;
  }
  return false;
}

/// Whether a force has units without points, so that its points say nothing.
bool has_unvalued(const Campaign& campaign, std::size_t force) {
  return std::ranges::any_of(
      campaign.forces()[force].measures(),
      [](const CampaignMeasure& measure) { return measure.name == "unvalued_units"; });
}

}  // namespace

std::vector<AheadDay> ahead_days(const CampaignReport& report) {
  const Campaign& campaign = *report.campaign;
  std::vector<AheadDay> days;
  if (report.options.method == Method::monte_carlo) return days;
  for (const ForceComparison& pair : report.result->comparisons) {
    const bool is_known =
        campaign.forces()[pair.first].scheduled() && campaign.forces()[pair.second].scheduled();
    if (!is_known) continue;
    for (const std::string measure : {"squads", "leaders", "afvs", "points"}) {
      if (measure == "points" &&
          (has_unvalued(campaign, pair.first) || has_unvalued(campaign, pair.second))) {
        continue;
      }
      for (const bool is_on_map : {false, true}) {
        if (is_on_map && !(campaign.fights().empty() && has_on_map(campaign, pair.first, measure) &&
                           has_on_map(campaign, pair.second, measure))) {
          continue;
        }
        const std::vector<CampaignScope>& scopes =
            is_on_map ? report.result->scopes : report.result->running;
        const std::string name = is_on_map ? on_map_prefix + measure : measure;
        for (std::size_t day = 0; day < campaign.dates().size(); ++day) {
          days.push_back({campaign.dates()[day], force_name(campaign, pair.first),
                          force_name(campaign, pair.second), measure, is_on_map,
                          ahead(spread(scopes, pair.first, day, name),
                                spread(scopes, pair.second, day, name))});
        }
      }
    }
  }
  return days;
}

Spread spread(const std::vector<CampaignScope>& scopes, std::size_t force, std::size_t day,
              const std::string& measure) {
  Spread values;
  for (const CampaignScope& scope : scopes) {
    if (scope.force != force || scope.day != day) continue;
    for (const Chance& chance : scope.odds.chances) {
      if (chance.kind == Chance::Kind::measure && chance.name == measure) {
        values[chance.value] += chance.best(scope.odds.trials);
      }
    }
  }
  if (values.empty()) values[0] = 1;
  return values;
}

Ahead ahead(const Spread& first, const Spread& second) {
  Ahead odds;
  for (const auto& [value, chance] : first) odds.first += value * chance;
  for (const auto& [value, chance] : second) odds.second += value * chance;
  for (const auto& [own, chance] : first) {
    for (const auto& [other, of_other] : second) {
      if (own > other) odds.ahead += chance * of_other;
      if (own < other) odds.behind += chance * of_other;
    }
  }
  constexpr double of_rounding = 1e-12;  // of sums of thousands of products
  for (double* const sum : {&odds.ahead, &odds.behind}) {
    if (*sum > 1 - of_rounding) *sum = 1;
  }
  return odds;
}

std::string campaign_ahead(const std::vector<AheadDay>& days) {
  CsvColumns<AheadDay> columns;
  columns.add("date", &AheadDay::date)
      .add("first", &AheadDay::first)
      .add("second", &AheadDay::second)
      .add("measure", &AheadDay::measure)
      .add("counted", [](const AheadDay& day) { return day.is_on_map ? "on_map" : "so_far"; })
      .add("first_mean", [](const AheadDay& day) { return day.odds.first; })
      .add("second_mean", [](const AheadDay& day) { return day.odds.second; })
      .add("first_ahead", [](const AheadDay& day) { return day.odds.ahead; })
      .add("second_ahead", [](const AheadDay& day) { return day.odds.behind; });
  return columns.table(days);
}

std::string ahead_table(const CampaignReport& report, const std::vector<AheadDay>& all,
                        TableStyle style) {
  std::string text;
  for (const ForceComparison& pair : report.result->comparisons) {
    const std::string first = force_name(*report.campaign, pair.first);
    const std::string second = force_name(*report.campaign, pair.second);
    std::vector<const AheadDay*> days;
    for (const bool is_on_map : {true, false}) {
      for (const AheadDay& day : all) {
        if (day.first == first && day.second == second && day.measure == "squads" &&
            day.is_on_map == is_on_map) {
          days.push_back(&day);
        }
      }
      if (!days.empty()) break;
    }
    if (days.empty()) continue;
    Table grid({days.front()->is_on_map ? "squads on the map" : "squads so far", first, second,
                first + " ahead", second + " ahead"});
    constexpr std::size_t week = 7;
    for (std::size_t at = 0; at < days.size(); ++at) {
      if (at % week != 0 && at + 1 != days.size()) continue;
      const AheadDay& day = *days[at];
      grid.add({short_date(day.date), fmt::format("{:.1f}", day.odds.first),
                fmt::format("{:.1f}", day.odds.second), percent(day.odds.ahead),
                percent(day.odds.behind)});
    }
    text += "\n" + grid.text(style);
  }
  return text;
}

}  // namespace combat_odds::red_barricades
