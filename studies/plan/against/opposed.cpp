#include "studies/plan/against/opposed.hpp"

#include <fmt/format.h>

#include "reports/text/situation_text.hpp"
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

}  // namespace

std::vector<Standing> standings(const PlanInput& input, Side side, const TextFile& plan,
                                const Charts& charts) {
  CampaignInput alone;
  alone.plans = {plan};
  alone.points = input.points;
  alone.weather = input.weather;
  alone.settings = input.settings;
  const Campaign campaign(alone, charts);
  for (const auto& force : campaign.forces()) {
    if (force.side() == side) continue;
    throw InputError({plan.name, 1, 1},
                     fmt::format("purchases of the {} side", name_of(force.side())),
                     fmt::format("a plan of the {} side", name_of(side)));
  }
  const CampaignResult result = campaign_result(campaign, {}, Method::exact);
  std::vector<Standing> all;
  for (std::size_t day = 0; day < campaign.dates().size(); ++day) {
    for (const char* const measure : compared) {
      all.push_back({day, campaign.dates()[day], measure, spread(result, 0, day, measure)});
    }
  }
  return all;
}

OpposedDay compare(const Standing& mine, const Standing& theirs) {
  OpposedDay day;
  day.date = mine.date;
  day.measure = mine.measure;
  for (const auto& [value, chance] : mine.chances) day.mine += value * chance;
  for (const auto& [value, chance] : theirs.chances) day.theirs += value * chance;
  for (const auto& [own, chance] : mine.chances) {
    for (const auto& [other, of_other] : theirs.chances) {
      if (own > other) day.ahead += chance * of_other;
      if (own < other) day.behind += chance * of_other;
    }
  }
  return day;
}

std::vector<OpposedDay> opposed(const PlanInput& input, Side side, const TextFile& plan,
                                const TextFile& theirs, const Charts& charts) {
  const std::vector<Standing> mine = standings(input, side, plan, charts);
  const std::vector<Standing> other = standings(input, opponent_of(side), theirs, charts);
  std::vector<OpposedDay> days;
  for (std::size_t at = 0; at < mine.size(); ++at) days.push_back(compare(mine[at], other[at]));
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
