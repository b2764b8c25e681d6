#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reports/pictures/bar_chart.hpp"
#include "reports/pictures/running_chart.hpp"
#include "studies/luck/luck_report.hpp"

namespace combat_odds {
namespace {

/// In 19 of 20 logs of this length the sum is within about this distance of the expected one: a
/// die's variance is 35/12.
double usual_distance(int dice, std::size_t rolls) {
  return 1.96 * std::sqrt(35.0 / 12 * dice * static_cast<double>(rolls));
}

std::vector<std::string> sides_of(std::span<const LoggedRoll> rolls, int dice) {
  std::vector<std::string> sides;
  for (const LoggedRoll& roll : rolls) {
    if (roll.dice != dice) continue;
    if (std::ranges::find(sides, roll.side) == sides.end()) sides.push_back(roll.side);
  }
  return sides;
}

RunningChart running_sums(std::span<const LoggedRoll> rolls, int dice) {
  const std::vector<const LoggedRoll*> deciding = deciding_rolls(rolls, dice, most_deciding_rolls);
  RunningChart chart;
  chart.across = fmt::format("{}s", kind_of_dice(dice));
  chart.up = fmt::format("pips above or below {:g} a roll, added up", 3.5 * dice);
  std::size_t longest = 0;
  for (const std::string& side : sides_of(rolls, dice)) {
    RunningChart::Series& series = chart.series.emplace_back();
    series.name = side.empty() ? "not said" : side;
    double sum = 0;
    for (const LoggedRoll& roll : rolls) {
      if (roll.dice != dice || roll.side != side) continue;
      sum += roll.total - roll.expected();
      series.sums.push_back(sum);
      if (std::ranges::find(deciding, &roll) != deciding.end()) {
        series.marks.push_back({series.sums.size(), fmt::format("{}", roll.total)});
      }
    }
    longest = std::max(longest, series.sums.size());
  }
  for (std::size_t n = 1; n <= longest; ++n) chart.usual.push_back(usual_distance(dice, n));
  chart.caption.note =
      "grey: where 19 of 20 logs of fair dice are after so many rolls; numbers: the rolls that "
      "decided it";
  return chart;
}

BarChart counts_chart(const Luck& luck) {
  BarChart chart;
  chart.axis = "how often";
  chart.series = {{"rolled", series_look(0)}, {"expected", series_look(1)}};
  for (std::size_t i = 0; i < luck.counts.size(); ++i) {
    auto& group = chart.groups.emplace_back();
    group.name = fmt::format("{}", luck.dice + static_cast<int>(i));
    const double rolled = luck.counts[i];
    group.bars = {{rolled, {}, {}, fmt::format("{}", luck.counts[i]), 0},
                  {luck.expected[i], {}, {}, fmt::format("{:.1f}", luck.expected[i]), 1}};
  }
  return chart;
}

}  // namespace

std::string luck_plot(std::span<const LoggedRoll> rolls, const std::string& title,
                      const std::string& recipe) {
  const bool pairs = std::ranges::any_of(rolls, [](const auto& roll) { return roll.dice == 2; });
  RunningChart chart = running_sums(rolls, pairs ? 2 : 1);
  chart.caption.title = title;
  chart.caption.recipe = recipe;
  return running_chart(chart);
}

std::string luck_page(std::span<const Luck> all, std::span<const LoggedRoll> rolls,
                      const std::string& title, const WrittenCommand& command, PageFormat format) {
  return page(format, title, [&](Page& page) {
    for (const std::string& sentence : luck_sentences(all)) page.paragraph(sentence);
    page.contents();
    int shown = 0;  // all rolls of a kind come before those of a side
    for (const Luck& luck : all) {
      if (luck.dice == shown) continue;
      shown = luck.dice;
      const char* const kind = kind_of_dice(luck.dice);
      page.heading(2, fmt::format("How the {}s added up", kind));
      RunningChart sums = running_sums(rolls, luck.dice);
      sums.caption.title = fmt::format("{}: the {}s added up", title, kind);
      sums.caption.headed = false;  // the page has a heading
      add_figure(page, sums, running_chart);
      const Table deciding = deciding_table(rolls, luck.dice);
      if (!deciding.rows.empty()) {
        page.heading(3, fmt::format("The {}s that decided it", kind));
        page.table(deciding);
      }
      page.heading(3, fmt::format("How often each {} came up", kind));
      BarChart counts = counts_chart(luck);
      counts.caption.title = fmt::format("{}: how often each {} came up", title, kind);
      counts.caption.headed = false;
      add_figure(page, counts, bar_chart);
      if (!page.has_plots()) page.table(counts_table(luck));
    }
    page.heading(2, "The numbers");
    page.table(numbers_table(all));
    page.paragraph(numbers_meaning);
    add_command(page, "the same log", command.program, {}, command.typed);
  });
}

}  // namespace combat_odds
