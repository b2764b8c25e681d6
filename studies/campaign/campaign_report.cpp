#include "studies/campaign/campaign_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "reports/tables/table.hpp"
#include "reports/text/text.hpp"

namespace combat_odds::red_barricades {
namespace {

bool has_plan_column(const CampaignReport& report) {
  return report.campaign->plan_names().size() > 1;
}

const std::string& plan_name(const CampaignReport& report, std::size_t force) {
  return report.campaign->plan_names()[report.campaign->plan_of()[force]];
}

const std::string& side_of(const CampaignReport& report, std::size_t force) {
  return name_of(report.campaign->forces()[force].side());
}

/// With several plans, the column that says of which one a line is. A line has the number of its
/// force.
template <class Line>
CsvColumns<Line> plan_column(const CampaignReport& report) {
  CsvColumns<Line> columns;
  if (has_plan_column(report)) {
    columns.add("plan", [&](const Line& line) { return plan_name(report, line.force); });
  }
  return columns;
}

/// "german", or with several plans "german of a.csv".
std::string force_name(const CampaignReport& report, std::size_t force) {
  const std::string& side = side_of(report, force);
  return has_plan_column(report) ? fmt::format("{} of {}", side, plan_name(report, force)) : side;
}

std::string scope_name(const CampaignReport& report, const CampaignScope& scope) {
  return scope.day ? report.campaign->dates()[*scope.day] : std::string("total");
}

/// A chance, or the summary of a measure, of a day or of the total.
template <class Item>
struct ScopeLine {
  const CampaignScope* scope;
  const Item* item;
  std::size_t force = scope->force;
};

/// plan, side, date
template <class Item>
CsvColumns<ScopeLine<Item>> scope_columns(const CampaignReport& report) {
  using Line = ScopeLine<Item>;
  CsvColumns<Line> columns = plan_column<Line>(report);
  columns.add("side", [&](const Line& line) { return side_of(report, line.force); })
      .add("date", [&](const Line& line) { return scope_name(report, *line.scope); });
  return columns;
}

/// A chance of so many trials.
struct PlayedChance {
  const Chance& chance;
  std::uint64_t trials = 0;
};

/// value,monte_carlo,ci_low,ci_high,exact,exact_fraction,trials,seed
CsvColumns<PlayedChance> chance_columns(const ReportOptions& options) {
  CsvColumns<PlayedChance> columns;
  columns.add("value", [](const PlayedChance& line) { return reported_value(line.chance); })
      .include(estimate_columns(),
               [confidence = options.confidence](const PlayedChance& line) {
                 return estimate(line.chance, line.trials, confidence);
               })
      .include(played_columns(), [seed = options.seed](const PlayedChance& line) {
        return Played{line.trials, seed};
      });
  return columns;
}

double mean_cpp(const std::vector<MeasureSummary>& all) {
  for (const MeasureSummary& summary : all) {
    if (summary.name == "cpp") return summary.best_mean();
  }
  return 0;
}

const PlanLine& line_of(const CampaignReport& report, const LineOdds& odds) {
  return *report.campaign->forces()[odds.force].lines()[odds.line];
}

/// What was certain, as 1 or 0; nothing where only trials were asked for.
std::optional<int> certainty(const CampaignReport& report, const std::optional<bool>& certain) {
  if (!certain || report.options.method == Method::monte_carlo) return std::nullopt;
  return *certain ? 1 : 0;
}

/// What a line of a plan brings.
void add_content(CsvColumns<LineOdds>& columns, const CampaignReport& report) {
  for (const char* const name :
       {"squads", "leaders", "leadership", "afvs", "guns", "crews", "support_weapons",
        "oba_modules", "pre_registered_hexes", "stukas", "observers", "spotter_planes", "fpp",
        "san", "mol_capability", "points", "unvalued_units"}) {
    columns.add(name, [&report, name](const LineOdds& odds) {
      const auto measure = report.campaign->forces()[odds.force].measure(name);
      return measure ? odds.content[*measure] : 0.0;
    });
  }
}

}  // namespace

std::string campaign_distribution(const CampaignReport& report) {
  using Line = ScopeLine<Chance>;
  CsvColumns<Line> columns = scope_columns<Chance>(report);
  columns.add("measure", [](const Line& line) { return line.item->name; })
      .include(chance_columns(report.options), [](const Line& line) {
        return PlayedChance{*line.item, line.scope->odds.trials};
      });
  std::string text = columns.header();
  for (const CampaignScope& scope : report.result->scopes) {
    for (const Chance& chance : scope.odds.chances) columns.append(text, {&scope, &chance});
  }
  return text;
}

std::string campaign_summary(const CampaignReport& report) {
  using Line = ScopeLine<MeasureSummary>;
  double cpp = 0;
  CsvColumns<Line> columns = scope_columns<MeasureSummary>(report);
  columns.include(mean_columns(), &Line::item).add("mean_per_cpp", [&](const Line& line) {
    return cpp > 0 ? std::optional(line.item->best_mean() / cpp) : std::nullopt;
  });
  std::string text = columns.header();
  for (const CampaignScope& scope : report.result->scopes) {
    const std::vector<MeasureSummary> all = summaries(scope.odds, report.options.confidence);
    cpp = mean_cpp(all);
    for (const MeasureSummary& summary : all) columns.append(text, {&scope, &summary});
  }
  return text;
}

std::string campaign_purchases(const CampaignReport& report) {
  const std::uint64_t trials = report.result->trials;
  const auto counted = [&](std::uint64_t LineOdds::*count) {
    return [&report, trials, count](const LineOdds& odds) {
      return estimate(odds.*count, trials, report.options.confidence);
    };
  };
  const auto line = [&](const LineOdds& odds) -> auto& { return line_of(report, odds); };
  CsvColumns<LineOdds> columns = plan_column<LineOdds>(report);
  columns.add("line", [=](const LineOdds& odds) { return line(odds).place.line; })
      .add("date",
           [=, &report](const LineOdds& odds) { return report.campaign->dates()[line(odds).day]; })
      .add("side", [&](const LineOdds& odds) { return side_of(report, odds.force); })
      .add("id", [=](const LineOdds& odds) { return line(odds).group->id; })
      .add("group", [=](const LineOdds& odds) { return line(odds).group->name; })
      .add("quantity", [=](const LineOdds& odds) { return line(odds).quantity; })
      .add("cpp", [=](const LineOdds& odds) { return line(odds).cpp(); })
      .include(simulated_columns("bought_by_date"), counted(&LineOdds::by_date))
      .add("bought_by_date_exact",
           [&](const LineOdds& odds) { return certainty(report, odds.certainly_by_date); })
      .add("bought_at_all", [in_all = counted(&LineOdds::in_all)](
                                const LineOdds& odds) { return in_all(odds).simulated; })
      .add("bought_at_all_exact",
           [&](const LineOdds& odds) { return certainty(report, odds.certainly_in_all); })
      .add("expected_bought", &LineOdds::bought)
      .add("expected_delay", &LineOdds::delay);
  add_content(columns, report);
  columns
      .include(played_columns(),
               [&](const LineOdds&) {
                 return Played{trials, report.options.seed};
               })
      .add("note", [=](const LineOdds& odds) { return line(odds).note; });
  return columns.table(report.result->lines);
}

std::string campaign_comparison(const CampaignReport& report) {
  struct Line {
    const ForceComparison& forces;
    const ComparedMeasure& compared;
    const Chance& chance;
  };
  CsvColumns<Line> columns;
  columns.add("first", [&](const Line& line) { return force_name(report, line.forces.first); })
      .add("second", [&](const Line& line) { return force_name(report, line.forces.second); })
      .add("measure", [](const Line& line) { return line.compared.measure; })
      .add("kind", [](const Line& line) { return line.chance.name; })
      .include(chance_columns(report.options), [](const Line& line) {
        return PlayedChance{line.chance, line.compared.odds.trials};
      });
  std::string text = columns.header();
  for (const ForceComparison& comparison : report.result->comparisons) {
    for (const ComparedMeasure& compared : comparison.measures) {
      for (const Chance& chance : compared.odds.chances) {
        columns.append(text, {comparison, compared, chance});
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

/// The rows of a table by their names, in the order in which these first come.
class NamedRows {
 public:
  void add(const std::string& name, std::size_t column, std::string cell) {
    if (!has(name)) names_.push_back(name);
    std::vector<std::string>& row = rows_[name];
    row.resize(std::max(row.size(), column + 1));
    row[column] = std::move(cell);
  }
  bool has(const std::string& name) const { return rows_.contains(name); }
  Table grid(std::vector<std::string> header) const {
    Table grid(header);
    for (const std::string& name : names_) {
      std::vector<std::string> row = rows_.at(name);
      row.resize(header.size());
      row.front() = name;
      grid.add(std::move(row));
    }
    return grid;
  }

 private:
  std::vector<std::string> names_;
  std::map<std::string, std::vector<std::string>> rows_;
};

/// "41.2 (33 to 50)", or the number alone where it is certain.
std::string spread_text(const MeasureSummary& summary) {
  if (summary.p05 == summary.p95 && summary.standard_deviation == 0) {
    return fmt::format("{}", summary.median);
  }
  return fmt::format("{:.1f} ({} to {})", summary.best_mean(), summary.p05, summary.p95);
}

/// A row for each total, a column for each force, and one for each pair of them.
Table totals(const CampaignReport& report) {
  std::vector<std::string> header = {"in all"};
  NamedRows rows;
  for (const CampaignScope& scope : report.result->scopes) {
    if (scope.day) continue;
    for (const MeasureSummary& summary : summaries(scope.odds, report.options.confidence)) {
      if (is_total(summary.name)) rows.add(summary.name, header.size(), spread_text(summary));
    }
    header.push_back(force_name(report, scope.force));
  }
  for (const ForceComparison& comparison : report.result->comparisons) {
    for (const ComparedMeasure& compared : comparison.measures) {
      // Less leadership is better, so "more" would mislead.
      if (!rows.has(compared.measure) || compared.measure == "leadership") continue;
      rows.add(compared.measure, header.size(),
               percent(compared.odds.chances.front().best(compared.odds.trials)));
    }
    header.push_back(fmt::format("{} > {}", force_name(report, comparison.first),
                                 force_name(report, comparison.second)));
  }
  return rows.grid(std::move(header));
}

}  // namespace

std::string campaign_table(const CampaignReport& report, TableStyle style) {
  std::string text = totals(report).text(style);
  if (style == TableStyle::markdown) text += "\n";
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

namespace {

/// A fight of two forces, and one of its results.
struct FightLine {
  const FightOdds* odds;
  const Fight* fight;
  const Chance* chance;
  std::size_t force = odds->german;
};

/// Null where the fight has none.
const AveragedChance* averaged(const FightLine& line) {
  if (line.odds->averaged.empty()) return nullptr;
  return &line.odds
              ->averaged[static_cast<std::size_t>(line.chance - line.odds->odds.chances.data())];
}

/// "17 Oct hall with german stukas", or the line of its file where it has no name.
std::string fight_name(const CampaignReport& report, const Fight& fight) {
  const std::string needs = fight.needs_text();
  return fmt::format("{} {}{}", short_date(report.campaign->dates()[fight.day]),
                     fight.name.empty() ? fmt::format("line {}", fight.place.line) : fight.name,
                     needs.empty() ? "" : " with " + needs);
}

}  // namespace

std::string campaign_fights(const CampaignReport& report) {
  CsvColumns<FightLine> columns = plan_column<FightLine>(report);
  columns.add("line", [](const FightLine& line) { return line.fight->place.line; })
      .add("date", [&](const FightLine& line) { return report.campaign->dates()[line.fight->day]; })
      .add("name", [](const FightLine& line) { return line.fight->name; })
      .add("needs", [](const FightLine& line) { return line.fight->needs_text(); })
      .add("side", [](const FightLine& line) { return name_of(line.fight->attacker); })
      .add("attacker", [](const FightLine& line) { return line.fight->text(attacking); })
      .add("defender", [](const FightLine& line) { return line.fight->text(defending); })
      .add("outcome", [](const FightLine& line) { return line.chance->name; })
      .include(simulated_columns(),
               [&](const FightLine& line) {
                 return estimate(*line.chance, line.odds->odds.trials, report.options.confidence);
               })
      .add("averaged",
           [](const FightLine& line) {
             const AveragedChance* const one = averaged(line);
             return one != nullptr ? std::optional(one->value) : std::nullopt;
           })
      .add("averaged_error",
           [](const FightLine& line) {
             const AveragedChance* const one = averaged(line);
             return one != nullptr ? std::optional(one->error) : std::nullopt;
           })
      .include(played_columns(), [&](const FightLine& line) {
        return Played{line.odds->odds.trials, report.options.seed};
      });
  std::string text = columns.header();
  for (const FightOdds& odds : report.result->fights) {
    const Fight& fight = report.campaign->fights()[odds.fight];
    for (const Chance& chance : odds.odds.chances) columns.append(text, {&odds, &fight, &chance});
  }
  return text;
}

std::set<std::string> campaign_charts_used(const Campaign& campaign) {
  std::set<std::string> used = campaign_charts_used();
  for (const Fight& fight : campaign.fights()) {
    used.insert(fight.charts.begin(), fight.charts.end());
  }
  return used;
}

std::string unpaid_table(const CampaignReport& report, TableStyle style) {
  Table table({"not paid for at once", "group", "bought", "of", "all on its day", "all at all",
               "days late"});
  table.wrap_header();
  for (const LineOdds& odds : report.result->lines) {
    const auto chance = [&](const std::optional<bool>& certain, std::uint64_t count) {
      if (certain) return *certain ? 1.0 : 0.0;
      return estimate(count, report.result->trials, report.options.confidence).best();
    };
    const double on_its_day = chance(odds.certainly_by_date, odds.by_date);
    if (on_its_day >= 1) continue;
    const PlanLine& line = line_of(report, odds);
    table.add(report.campaign->dates()[line.day],
              fmt::format("{} {}", force_name(report, odds.force), line.group->name),
              fmt::format("{:.3g}", odds.bought), line.quantity, percent(on_its_day),
              percent(chance(odds.certainly_in_all, odds.in_all)),
              odds.delay ? fmt::format("{:.3g}", *odds.delay) : "never bought");
  }
  if (table.rows.empty()) return "";
  return "\nFor want of CPP this is left out of the plan, or bought later:\n\n" + table.text(style);
}

std::string fights_table(const CampaignReport& report, TableStyle style) {
  if (report.result->fights.empty()) return "";
  Table grid(
      {"fights", "attack", "fought", "attacker holds", "Melee", "defender holds", "nobody holds"});
  double error = -1;  // nothing is averaged
  double least_worked_out = 1;
  for (const FightOdds& odds : report.result->fights) {
    const Fight& fight = report.campaign->fights()[odds.fight];
    const auto share = [&](FightResult result) {
      const auto number = static_cast<std::size_t>(result);
      return odds.averaged.empty() ? odds.odds.chances[number].best(odds.odds.trials)
                                   : odds.averaged[number].value;
    };
    for (const AveragedChance& chance : odds.averaged) error = std::max(error, chance.error);
    if (!odds.averaged.empty()) least_worked_out = std::min(least_worked_out, odds.worked_out);
    const double fought = 1 - share(FightResult::not_fought);
    std::string who = name_of(fight.attacker);
    if (has_plan_column(report)) who += " of " + plan_name(report, odds.german);
    std::vector<std::string> row = {fight_name(report, fight), who, percent(fought)};
    for (const FightResult result : {FightResult::attacker_holds, FightResult::melee,
                                     FightResult::defender_holds, FightResult::nobody_holds}) {
      row.push_back(percent(share(result)));
    }
    grid.add(std::move(row));
  }
  std::string text = "\n" + grid.text(style);
  if (error >= 0) {
    constexpr double all = 0.99995;  // "100 %"
    text += fmt::format(
        "\nwho comes is simulated, what {} then come{} to is exact: +/- {:.2g} points\n",
        least_worked_out > all ? "each fight" : percent(least_worked_out) + " of the fights",
        least_worked_out > all ? "s" : "", 100 * 2 * error);
  }
  return text;
}

std::string idle_note(const CampaignReport& report) {
  const std::vector<std::string> idle = report.campaign->idle_purchases();
  if (idle.empty()) return "";
  return fmt::format("no fight needs what was bought of {}: it counts in none\n",
                     fmt::join(idle, ", "));
}

}  // namespace combat_odds::red_barricades
