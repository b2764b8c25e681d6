#include "studies/campaign/campaign_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "core/text/columns.hpp"
#include "reports/tables/table_report.hpp"
#include "reports/text/text.hpp"
#include "reports/text/written_command.hpp"
#include "studies/campaign/day_by_day.hpp"

namespace combat_odds::red_barricades {
namespace {

/// The measures that a reader looks for first, if the plans have any.
constexpr std::array<const char*, 6> main_measures = {"squads", "leaders", "afvs",
                                                      "guns",   "stukas",  "oba_modules"};

/// One measure of one side in the whole campaign.
struct Total {
  std::string measure;
  std::optional<double> exact;
  std::optional<double> mean;
  std::optional<double> low;
  std::optional<double> high;
  std::string p05;
  std::string median;
  std::string p95;
  std::optional<double> per_cpp;

  double best() const { return exact ? *exact : mean.value_or(0); }
};

/// Named "german", or with several plans "german of a".
struct Force {
  std::string name;
  std::vector<Total> totals;
};

std::vector<Force> read_totals(const Folder& folder) {
  const Columns lines =
      reported_lines(folder, "campaign-summary.csv",
                     {"side", "date", "measure", "mean", "mean_ci_low", "mean_ci_high",
                      "exact_mean", "p05", "median", "p95", "mean_per_cpp"});
  std::vector<Force> forces;
  for (const Columns::Row row : lines) {
    if (row.text("date") != "total" || !is_total(row.text("measure"))) continue;
    const std::string plan = row.name("plan");
    const std::string name = row.text("side") + (plan.empty() ? "" : " of " + plan);
    if (forces.empty() || forces.back().name != name) forces.push_back({name, {}});
    forces.back().totals.push_back({row.text("measure"), row.number("exact_mean"),
                                    row.number("mean"), row.number("mean_ci_low"),
                                    row.number("mean_ci_high"), row.text("p05"), row.text("median"),
                                    row.text("p95"), row.number("mean_per_cpp")});
  }
  return forces;
}

/// The chances that the first force has more, as many, and fewer of a measure.
struct Compared {
  std::string first;
  std::string second;
  std::string measure;
  std::map<std::string, double> chances;

  std::string chance(const char* kind) const {
    const auto found = chances.find(kind);
    return percent(found == chances.end() ? 0 : found->second);
  }
};

std::vector<Compared> read_comparisons(const Folder& folder) {
  const Columns lines =
      reported_lines(folder, "campaign-comparison.csv",
                     {"first", "second", "measure", "kind", "monte_carlo", "exact"});
  std::vector<Compared> all;
  for (const Columns::Row row : lines) {
    const std::string& measure = row.text("measure");
    const std::string& kind = row.text("kind");
    if (!is_total(measure) || kind == "difference") continue;
    const std::string& first = row.text("first");
    const std::string& second = row.text("second");
    if (all.empty() || all.back().first != first || all.back().second != second ||
        all.back().measure != measure) {
      all.push_back({first, second, measure, {}});
    }
    all.back().chances[kind] = read_estimate(row).best();
  }
  return all;
}

std::string summary_of(const Force& force) {
  std::vector<std::string> parts;
  for (const char* const measure : main_measures) {
    for (const Total& total : force.totals) {
      if (total.measure != measure || total.best() <= 0) continue;
      parts.push_back(total.p05 == total.p95 ? fmt::format("{:.4g} {}", total.best(), measure)
                                             : fmt::format("{:.1f} {} ({} to {})", total.best(),
                                                           measure, total.p05, total.p95));
    }
  }
  return fmt::format("{}: {}.", force.name, parts.empty() ? "nothing" : joined(parts));
}

void add_answer(Page& page, const std::vector<Force>& forces,
                const std::vector<Compared>& comparisons) {
  page.heading(2, "The answer in short");
  page.paragraph("On average, and in brackets from the 5 % to the 95 % percentile:");
  for (const Force& force : forces) page.paragraph(summary_of(force));
  for (const Compared& compared : comparisons) {
    if (compared.measure != usual_fan_measure) continue;
    page.paragraph(fmt::format("Who has more {}: {} with {}, {} with {}; as many with {}.",
                               compared.measure, compared.first, compared.chance("first_more"),
                               compared.second, compared.chance("second_more"),
                               compared.chance("equal")));
  }
}

void add_totals(Page& page, const std::vector<Force>& forces, const std::string& interval) {
  page.heading(2, "In all");
  page.paragraph("Points leave out what has no known value; unvalued_units counts it.");
  for (const Force& force : forces) {
    page.heading(3, force.name);
    const bool exact = std::all_of(force.totals.begin(), force.totals.end(),
                                   [](const Total& total) { return total.exact.has_value(); });
    Table table;
    table.header = {"in all", "mean", "5 %", "median", "95 %", "mean per CPP"};
    if (!exact) table.header.insert(table.header.begin() + 2, interval);
    for (const Total& total : force.totals) {
      std::vector<std::string> row = {
          total.measure, fmt::format("{:.4g}", total.best()),
          total.p05,     total.median,
          total.p95,     total.per_cpp ? fmt::format("{:.3g}", *total.per_cpp) : ""};
      if (!exact) {
        row.insert(row.begin() + 2, total.low && total.high
                                        ? fmt::format("{:.5g} to {:.5g}", *total.low, *total.high)
                                        : "");
      }
      table.add(std::move(row));
    }
    page.table(table);
  }
}

/// The numbers of a fan chart, as a table.
void add_fan_table(Page& page, const FanChart& chart, const FanChart::Panel& panel,
                   const FanSeries& series) {
  page.paragraph(panel.name.empty() ? series.name : panel.name + " of " + series.name);
  Table table({"date", "5 %", "25 %", "median", "75 %", "95 %"});
  for (const FanPoint& point : series.points) {
    std::vector<std::string> row = {chart.ticks[point.x]};
    for (const double value : {point.p05, point.p25, point.median, point.p75, point.p95}) {
      row.push_back(fmt::format("{:g}", value));
    }
    table.add(std::move(row));
  }
  page.table(table);
}

void add_days(Page& page, const std::vector<CampaignDay>& days, const std::string& title) {
  const auto brings = [&](const std::string& measure) {
    return std::any_of(days.begin(), days.end(),
                       [&](const CampaignDay& day) { return day.measure == measure; });
  };
  std::vector<std::string> measures;
  for (const CampaignDay& day : days) {
    const bool on_map = day.measure.starts_with(on_map_prefix);
    if (on_map && std::ranges::find(measures, day.measure) == measures.end()) {
      measures.push_back(day.measure);
    }
  }
  std::copy_if(main_measures.begin(), main_measures.end(), std::back_inserter(measures), brings);
  if (measures.empty()) return;
  page.heading(2, "Day by day");
  for (const std::string& measure : measures) {
    FanChart chart = campaign_fan(days, measure, title + " " + measure, "");
    chart.caption.headed = false;  // the page has a heading
    page.heading(3, chart.y);
    if (page.has_plots()) {
      add_figure(page, chart, fan_chart);
      continue;
    }
    for (const FanChart::Panel& panel : chart.panels) {
      for (const FanSeries& series : panel.series) {
        if (!series.points.empty()) add_fan_table(page, chart, panel, series);
      }
    }
  }
}

void add_comparisons(Page& page, const std::vector<Compared>& comparisons) {
  if (comparisons.empty()) return;
  page.heading(2, "Side by side");
  page.paragraph("How likely each has more. Of leadership less is better.");
  for (std::size_t i = 0; i < comparisons.size();) {
    const Compared& first = comparisons[i];
    Table table;
    table.header = {"of", first.first, "as many", first.second};
    for (; i < comparisons.size() && comparisons[i].first == first.first &&
           comparisons[i].second == first.second;
         ++i) {
      table.add({comparisons[i].measure, comparisons[i].chance("first_more"),
                 comparisons[i].chance("equal"), comparisons[i].chance("second_more")});
    }
    page.table(table);
  }
}

void add_fights(Page& page, const Folder& folder) {
  if (!folder.has(campaign_fights_file)) return;
  const Columns lines = reported_lines(folder, campaign_fights_file.c_str(),
                                       {"line", "date", "name", "needs", "side", "attacker",
                                        "defender", "outcome", "monte_carlo", "averaged"});
  page.heading(2, "The fights");
  page.paragraph("How often each line of the fights is fought, and who holds the Location.");
  Table table({"date", "fight", "attack", "attacker", "defender", "fought", "attacker holds",
               "Melee", "defender holds", "nobody holds"});
  std::vector<std::string> row;
  for (const Columns::Row line : lines) {
    const std::string& outcome = line.text("outcome");
    const char* const column = line.has("averaged") ? "averaged" : "monte_carlo";
    const double share = line.number(column).value_or(0);
    if (outcome == fight_results.front()) {
      row = {short_date(line.text("date")),
             (line.has("name") ? line.text("name") : "line " + line.text("line")) +
                 (line.has("needs") ? " with " + line.text("needs") : ""),
             line.text("side") + (line.has("plan") ? " of " + line.text("plan") : ""),
             line.text("attacker"), line.text("defender")};
    }
    if (outcome != fight_results.back()) {
      row.push_back(percent(share));
      continue;
    }
    constexpr std::ptrdiff_t after_forces = 5;
    if (row.size() < after_forces) continue;
    row.insert(row.begin() + after_forces, percent(1 - share));
    row.resize(table.header.size());
    table.add(row);
  }
  page.table(table);
}

void add_purchases(Page& page, const Columns& lines) {
  page.heading(2, "Line by line");
  page.paragraph("What each line of the plan is expected to bring.");
  const bool plans = lines.has("plan");
  Table table({"line", "date", "group", "quantity", "CPP", "all by its date", "days of waiting",
               "squads", "leaders"});
  table.header.insert(table.header.begin(), "side");
  if (plans) table.header.insert(table.header.begin(), "plan");
  const auto number = [&](const Columns::Row& row, const char* column) {
    const std::optional<double> value = row.number(column);
    return value ? fmt::format("{:.3g}", *value) : std::string();
  };
  for (const Columns::Row row : lines) {
    const std::optional<double> certain = row.number("bought_by_date_exact");
    const std::optional<double> by_date = certain ? certain : row.number("bought_by_date");
    std::vector<std::string> line;
    if (plans) line.push_back(row.name("plan"));
    for (const char* const column : {"side", "line", "date", "group", "quantity", "cpp"}) {
      line.push_back(row.text(column));
    }
    line.push_back(by_date ? percent(*by_date) : "");
    for (const char* const column : {"expected_delay", "squads", "leaders"}) {
      line.push_back(number(row, column));
    }
    table.add(std::move(line));
  }
  page.table(table);
}

std::string how_made(const std::vector<Force>& forces, const Columns& purchases) {
  const bool exact = std::any_of(forces.begin(), forces.end(), [](const Force& force) {
    return !force.totals.empty() && force.totals.front().exact;
  });
  std::string made = exact ? "Exact odds, by convolution" : "";
  if (purchases.size() > 0 && purchases[0].has("trials")) {
    made += fmt::format("{}{} campaigns simulated, seed {}", exact ? "; " : "",
                        purchases[0].text("trials"), purchases[0].text("seed"));
  }
  return made + ".";
}

}  // namespace

std::string campaign_page(const Folder& folder, PageFormat format) {
  const WrittenCommand command = read_command(folder);
  const std::vector<Force> forces = read_totals(folder);
  const std::vector<Compared> comparisons = read_comparisons(folder);
  const std::vector<CampaignDay> days = read_campaign_days(folder);
  const Columns purchases = reported_lines(
      folder, "campaign-purchases.csv",
      {"side", "line", "date", "group", "quantity", "cpp", "bought_by_date", "bought_by_date_exact",
       "expected_delay", "squads", "leaders", "trials", "seed"});
  const std::vector<ChartSource> charts = read_reported_charts(folder);
  std::vector<std::string> plans;
  for (const std::string& file : command.values("PLAN")) plans.push_back(stem(file));
  const std::string title =
      fmt::format("What {} {} bring?", plans.size() == 1 ? "does" : "do", joined(plans));
  return page(format, title, [&](Page& page) {
    page.paragraph(fmt::format("Purchases of a Red Barricades campaign. {}{}",
                               how_made(forces, purchases),
                               command.value("--budget").empty()
                                   ? ""
                                   : " The CPP come from " + command.value("--budget") + "."));
    add_answer(page, forces, comparisons);
    page.contents();
    add_days(page, days, title);
    add_fights(page, folder);
    add_totals(page, forces, command.interval() + " of the mean");
    add_comparisons(page, comparisons);
    add_purchases(page, purchases);
    add_charts(page, charts);
    add_command(page, "the same files", command.program, charts, command.line());
  });
}

}  // namespace combat_odds::red_barricades
