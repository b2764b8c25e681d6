#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reports/pictures/bar_chart.hpp"
#include "reports/pictures/running_chart.hpp"
#include "reports/tables/plot.hpp"
#include "studies/luck/luck_report.hpp"

namespace combat_odds {
namespace {

/// A chart of more bars can't be read.
constexpr std::size_t most_totals_drawn = 40;

/// In 19 of 20 logs of this length the sum is within about this distance of the expected one.
double usual_distance(const RolledDice& kind, std::size_t rolls) {
  return 1.96 * std::sqrt(kind.variance * static_cast<double>(rolls));
}

std::vector<std::string> sides_of(std::span<const LoggedRoll> rolls, const RolledDice& kind) {
  std::vector<std::string> sides;
  for (const LoggedRoll& roll : rolls) {
    if (roll.kind.get() != &kind) continue;
    if (std::ranges::find(sides, roll.side) == sides.end()) sides.push_back(roll.side);
  }
  return sides;
}

RunningChart running_sums(std::span<const LoggedRoll> rolls, const RolledDice& kind) {
  const std::vector<const LoggedRoll*> deciding = deciding_rolls(rolls, kind, most_deciding_rolls);
  RunningChart chart;
  chart.across = plural(kind);
  chart.up = fmt::format("pips above or below {:.3g} a roll, added up", kind.mean);
  std::size_t longest = 0;
  for (const std::string& side : sides_of(rolls, kind)) {
    RunningChart::Series& series = chart.series.emplace_back();
    series.name = side.empty() ? "not said" : side;
    double sum = 0;
    for (const LoggedRoll& roll : rolls) {
      if (roll.kind.get() != &kind || roll.side != side) continue;
      sum += roll.from_mean();
      series.sums.push_back(sum);
      if (std::ranges::find(deciding, &roll) != deciding.end()) {
        series.marks.push_back({series.sums.size(), fmt::format("{}", roll.total)});
      }
    }
    longest = std::max(longest, series.sums.size());
  }
  for (std::size_t n = 1; n <= longest; ++n) chart.usual.push_back(usual_distance(kind, n));
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
    group.name = fmt::format("{}", luck.kind->totals.least() + static_cast<int>(i));
    const double rolled = luck.counts[i];
    group.bars = {{rolled, {}, {}, fmt::format("{}", luck.counts[i]), 0},
                  {luck.expected[i], {}, {}, fmt::format("{:.1f}", luck.expected[i]), 1}};
  }
  return chart;
}

}  // namespace

std::string luck_plot(std::span<const LoggedRoll> rolls, const std::string& title,
                      const PictureWords& words) {
  RunningChart chart = running_sums(rolls, *kinds_of(rolls).front());
  chart.caption.title = title;
  sign(chart.caption, words);
  return running_chart(chart);
}

std::string luck_page(std::span<const Luck> all, std::span<const LoggedRoll> rolls,
                      const std::string& title, const WrittenCommand& command, PageFormat format) {
  return page(format, title, [&](Page& page) {
    for (const std::string& sentence : luck_sentences(all)) page.paragraph(sentence);
    page.contents();
    const RolledDice* shown = nullptr;  // all rolls of a kind come before those of a side
    for (const Luck& luck : all) {
      if (luck.kind.get() == shown) continue;
      shown = luck.kind.get();
      const std::string kind = luck.kind->name;
      const std::string rolled = plural(*luck.kind);
      page.heading(2, fmt::format("How the {} added up", rolled));
      RunningChart sums = running_sums(rolls, *luck.kind);
      sums.caption.title = fmt::format("{}: the {} added up", title, rolled);
      sums.caption.headed = false;  // the page has a heading
      add_figure(page, sums, running_chart);
      const Table deciding = deciding_table(rolls, *luck.kind);
      if (!deciding.rows.empty()) {
        page.heading(3, fmt::format("The {} that decided it", rolled));
        page.table(deciding);
      }
      page.heading(3, fmt::format("How often each {} came up", kind));
      const bool drawn = luck.counts.size() <= most_totals_drawn;
      if (drawn) {
        BarChart counts = counts_chart(luck);
        counts.caption.title = fmt::format("{}: how often each {} came up", title, kind);
        counts.caption.headed = false;
        add_figure(page, counts, bar_chart);
      }
      if (!drawn || !page.has_plots()) {
        page.table(counts_table(luck));
        page.paragraph(counts_meaning);
      }
    }
    page.heading(2, "The numbers");
    page.table(numbers_table(all));
    page.paragraph(numbers_meaning);
    if (const Table needed = needed_table(all); !needed.rows.empty()) {
      page.heading(2, "The numbers that were needed");
      page.table(needed);
      page.paragraph(needed_meaning);
    }
    add_command(page, "the same log", command.program, {}, command.typed);
  });
}

}  // namespace combat_odds
