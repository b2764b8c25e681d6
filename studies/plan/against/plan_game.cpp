#include "studies/plan/against/plan_game.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/csv_columns.hpp"
#include "core/text/option_error.hpp"
#include "reports/text/situation_text.hpp"
#include "reports/text/text.hpp"
#include "studies/plan/against/opposed.hpp"

namespace combat_odds::red_barricades {
namespace {

/// The measure and the days that count.
Objective::Summand goal_of(const PlanInput& input, const HistoricalDrm& historical) {
  const Objective goal = read_objective(input.best, {"squads", "leaders", "afvs", "points"},
                                        historical, historical.dates().size() - 1);
  if (goal.summands.size() > 1 || goal.at_least || goal.summands.front().weight != 1) {
    throw OptionError("--best", "is one measure where plans are chosen from",
                      "squads, leaders, afvs or points, 'squads by 25-Oct' or squad-days");
  }
  return goal.summands.front();
}

/// What is there of the measure that counts, day by day.
std::vector<Standing> days_of(const PlanInput& input, Side side, const TextFile& plan,
                              const Objective::Summand& goal, const Charts& charts) {
  std::vector<Standing> days = standings(input, side, plan, charts);
  std::erase_if(days, [&](const Standing& one) {
    return one.measure != goal.measure || one.day > goal.by || (!goal.days && one.day != goal.by);
  });
  return days;
}

std::vector<PlanGame::Choice> named(const std::vector<TextFile>& plans, const char* option) {
  std::vector<PlanGame::Choice> choices;
  for (const TextFile& plan : plans) {
    for (const PlanGame::Choice& other : choices) {
      if (other.name != stem(plan.name)) continue;
      throw OptionError(option, fmt::format("'{}' is given twice", other.name),
                        "files of different names");
    }
    choices.push_back({stem(plan.name), 0});
  }
  return choices;
}

struct MixLine {
  std::string side;
  PlanGame::Choice plan;
  double share = 0;
  double least = 0;
  double most = 0;
};

std::vector<MixLine> mix_lines(const PlanGame& game) {
  std::vector<MixLine> lines;
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    const std::vector<PlanGame::Choice>& choices = side == 0 ? game.mine : game.theirs;
    const Mix& mix = game.mixes[side];
    for (std::size_t i = 0; i < choices.size(); ++i) {
      lines.push_back({game.sides[side], choices[i], mix.shares[i], mix.least[i], mix.most[i]});
    }
  }
  return lines;
}

/// "early.csv", or "early 60.00 % and late 40.00 %"
std::string mix_words(const std::vector<PlanGame::Choice>& choices, const Mix& mix) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (mix.shares[i] == 1) return choices[i].name;
    if (mix.shares[i] > 0) parts.push_back(choices[i].name + " " + percent(mix.shares[i]));
  }
  return joined(parts);
}

}  // namespace

PlanGame plan_game(const PlanInput& input, const std::vector<TextFile>& mine,
                   const std::vector<TextFile>& theirs, const Charts& charts) {
  const Side side = read_side(input.side);
  const CampaignCharts campaign(charts);
  const Objective::Summand goal = goal_of(input, campaign.historical);
  PlanGame game;
  game.sides = {name_of(side), name_of(opponent_of(side))};
  game.goal = input.best;
  game.over_days = goal.days;
  game.date = campaign.historical.dates()[goal.by];
  game.mine = named(mine, "--choose");
  game.theirs = named(theirs, "--against");
  std::vector<std::vector<Standing>> others;
  for (const TextFile& plan : theirs) {
    others.push_back(days_of(input, opponent_of(side), plan, goal, charts));
  }
  std::vector<std::vector<double>> payoff;
  for (const TextFile& plan : mine) {
    const std::vector<Standing> own = days_of(input, side, plan, goal, charts);
    auto& meetings = game.meetings.emplace_back();
    auto& row = payoff.emplace_back();
    for (const std::vector<Standing>& other : others) {
      PlanGame::Meeting& meeting = meetings.emplace_back();
      const auto count = static_cast<double>(own.size());
      for (std::size_t day = 0; day < own.size(); ++day) {
        const OpposedDay compared = compare(own[day], other[day]);
        meeting.mine = compared.mine;
        meeting.theirs = compared.theirs;
        meeting.ahead += compared.ahead / count;
        meeting.behind += compared.behind / count;
      }
      row.push_back(meeting.score());
    }
  }
  const GameSolution rows = row_side(payoff);
  game.value = rows.value;
  game.mixes = {rows.mix, column_side(payoff).mix};
  const std::vector<double> scores = against(payoff, game.mixes[1].shares);
  for (std::size_t i = 0; i < scores.size(); ++i) game.mine[i].score = scores[i];
  for (std::size_t j = 0; j < game.theirs.size(); ++j) {
    double mean = 0;
    for (std::size_t i = 0; i < game.mine.size(); ++i) {
      mean += game.mixes[0].shares[i] * payoff[i][j];
    }
    game.theirs[j].score = 1 - mean;
  }
  return game;
}

std::string plan_game_csv(const PlanGame& game) {
  struct Line {
    std::string mine;
    std::string theirs;
    PlanGame::Meeting meeting;
  };
  CsvColumns<PlanGame::Meeting> meeting;
  meeting.add("my_mean", &PlanGame::Meeting::mine)
      .add("their_mean", &PlanGame::Meeting::theirs)
      .add("ahead", &PlanGame::Meeting::ahead)
      .add("behind", &PlanGame::Meeting::behind)
      .add("score", &PlanGame::Meeting::score);
  CsvColumns<Line> columns;
  columns.add("mine", &Line::mine).add("theirs", &Line::theirs).include(meeting, &Line::meeting);
  std::string text = columns.header();
  for (std::size_t i = 0; i < game.mine.size(); ++i) {
    for (std::size_t j = 0; j < game.theirs.size(); ++j) {
      columns.append(text, {game.mine[i].name, game.theirs[j].name, game.meetings[i][j]});
    }
  }
  return text;
}

std::string plan_mix_csv(const PlanGame& game) {
  CsvColumns<MixLine> columns;
  columns.add("side", &MixLine::side)
      .add("plan", [](const MixLine& line) { return line.plan.name; })
      .add("share", &MixLine::share)
      .add("least_share", &MixLine::least)
      .add("most_share", &MixLine::most)
      .add("score", [](const MixLine& line) { return line.plan.score; });
  return columns.table(mix_lines(game));
}

std::string plan_game_text(const PlanGame& game, TableStyle style) {
  const std::string when =
      game.over_days ? fmt::format("on average over the days to {}", short_date(game.date))
                     : fmt::format("on {}", short_date(game.date));
  std::string text =
      fmt::format("{}: take {}; they take {}. {} to be ahead in {} {} (even counts half).\n\n",
                  game.sides[0], mix_words(game.mine, game.mixes[0]),
                  mix_words(game.theirs, game.mixes[1]), percent(game.value), game.goal, when);
  std::vector<std::string> header = {"score"};
  for (const PlanGame::Choice& choice : game.theirs) header.push_back(choice.name);
  Table meetings(header);
  for (std::size_t i = 0; i < game.mine.size(); ++i) {
    std::vector<std::string> row = {game.mine[i].name};
    for (const PlanGame::Meeting& meeting : game.meetings[i])
      row.push_back(percent(meeting.score()));
    meetings.add(std::move(row));
  }
  text += meetings.text(style) + "\n";
  const bool is_open = !game.mixes[0].is_the_only_one() || !game.mixes[1].is_the_only_one();
  std::vector<std::string> columns = {"plan", "side", "share"};
  if (is_open) columns.emplace_back("or");
  columns.emplace_back("score");
  Table mixes(columns);
  for (const MixLine& line : mix_lines(game)) {
    std::vector<std::string> row = {line.plan.name, line.side, percent(line.share)};
    if (is_open)
      row.push_back(fmt::format("{:.1f} to {:.1f} %", 100 * line.least, 100 * line.most));
    row.push_back(percent(line.plan.score));
    mixes.add(std::move(row));
  }
  text += mixes.text(style) + "\nscore: against the other side's mix; nobody can do better\n";
  if (is_open) {
    text +=
        "or: several mixes are as good, and a share may be anything from here to there; shown is "
        "one inside them, which gives each plan as large a part of its most as possible\n";
  }
  return text;
}

}  // namespace combat_odds::red_barricades
