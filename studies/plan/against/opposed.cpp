#include "studies/plan/against/opposed.hpp"

#include <fmt/format.h>

#include "reports/text/situation_text.hpp"
#include "reports/text/text.hpp"
#include "studies/campaign/ahead.hpp"
#include "studies/campaign/campaign.hpp"

namespace combat_odds::red_barricades {
namespace {

constexpr const char* compared[] = {"squads", "leaders", "afvs", "points"};

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
      all.push_back({day, campaign.dates()[day], measure, spread(result.running, 0, day, measure)});
    }
  }
  return all;
}

OpposedDay compare(const Standing& mine, const Standing& theirs) {
  OpposedDay day;
  day.date = mine.date;
  day.measure = mine.measure;
  const Ahead odds = ahead(mine.chances, theirs.chances);
  day.mine = odds.first;
  day.theirs = odds.second;
  day.ahead = odds.ahead;
  day.behind = odds.behind;
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
