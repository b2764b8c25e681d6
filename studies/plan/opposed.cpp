#include "studies/plan/opposed.hpp"

#include <fmt/format.h>

#include <map>

#include "reports/text/text.hpp"
#include "studies/campaign/campaign.hpp"

namespace combat_odds::red_barricades {
namespace {

constexpr const char* compared[] = {"squads", "leaders", "afvs", "points"};

/// The chances of each value of a measure; 0 for certain where the scope has none.
std::map<int, double> spread(const CampaignResult& result, std::size_t force, std::size_t day,
                             const std::string& measure) {
  std::map<int, double> values;
  for (const CampaignScope& scope : result.running) {
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

OpposedDay compare(const std::map<int, double>& mine, const std::map<int, double>& theirs) {
  OpposedDay day;
  for (const auto& [value, chance] : mine) day.mine += value * chance;
  for (const auto& [value, chance] : theirs) day.theirs += value * chance;
  for (const auto& [own, chance] : mine) {
    for (const auto& [other, of_other] : theirs) {
      if (own > other) day.ahead += chance * of_other;
      if (own < other) day.behind += chance * of_other;
    }
  }
  return day;
}

}  // namespace

std::vector<OpposedDay> opposed(const PlanInput& input, const AskedPlan& asked,
                                const TextFile& plan, const TextFile& theirs,
                                const Charts& charts) {
  CampaignInput both;
  both.plans = {plan, theirs};
  both.points = input.points;
  both.weather = input.weather;
  both.settings = input.settings;
  const Campaign campaign(both, charts);
  std::optional<std::size_t> mine;
  std::optional<std::size_t> other;
  for (std::size_t force = 0; force < campaign.forces().size(); ++force) {
    const bool is_mine = campaign.forces()[force].side() == asked.side();
    if (is_mine && campaign.plan_of()[force] == 1) {
      throw InputError({theirs.name, 1, 1},
                       fmt::format("purchases of the {} side", name_of(asked.side())),
                       "a plan of the other side");
    }
    (is_mine ? mine : other) = force;
  }
  const CampaignResult result = campaign_result(campaign, {}, Method::exact);
  std::vector<OpposedDay> days;
  for (std::size_t day = 0; day < campaign.dates().size(); ++day) {
    for (const std::string measure : compared) {
      const auto of = [&](const std::optional<std::size_t>& force) {
        return force ? spread(result, *force, day, measure) : std::map<int, double>{{0, 1.0}};
      };
      OpposedDay& line = days.emplace_back(compare(of(mine), of(other)));
      line.date = campaign.dates()[day];
      line.measure = measure;
    }
  }
  return days;
}

std::string opposed_csv(const std::vector<OpposedDay>& days) {
  Table table({"date", "measure", "mine", "theirs", "ratio", "ahead", "behind"});
  for (const OpposedDay& day : days) {
    table.add(day.date, day.measure, day.mine, day.theirs,
              day.theirs > 0 ? std::optional(day.mine / day.theirs) : std::nullopt, day.ahead,
              day.behind);
  }
  return table.csv();
}

std::string opposed_text(const std::vector<OpposedDay>& days, const std::string& measure,
                         TableStyle style) {
  std::vector<const OpposedDay*> lines;
  for (const OpposedDay& day : days) {
    if (day.measure == measure) lines.push_back(&day);
  }
  Table grid({"against theirs", measure, "theirs", "ratio", "ahead", "behind"});
  constexpr std::size_t week = 7;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (at % week != 0 && at + 1 != lines.size()) continue;
    const OpposedDay& day = *lines[at];
    grid.add({short_date(day.date), fmt::format("{:.1f}", day.mine),
              fmt::format("{:.1f}", day.theirs),
              day.theirs > 0 ? fmt::format("{:.2f}", day.mine / day.theirs) : "-",
              percent(day.ahead), percent(day.behind)});
  }
  std::string text = grid.text(style);
  const auto is_ahead = [](const OpposedDay* day) { return day->ahead > day->behind; };
  std::size_t since = lines.size();
  while (since > 0 && is_ahead(lines[since - 1])) --since;
  text += since == lines.size()
              ? fmt::format("\nin {} theirs is ahead, or as likely, on the last day\n", measure)
              : fmt::format("\nin {} mine is likelier ahead from {} on\n", measure,
                            short_date(lines[since]->date));
  return text;
}

}  // namespace combat_odds::red_barricades
