#include "combat_odds/reports/ranking_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "combat_odds/reports/plot.hpp"
#include "combat_odds/reports/text.hpp"

namespace combat_odds {
namespace {

/// Names longer than this take two lines, and more than two are shortened.
constexpr std::size_t longest_line = 38;

const Procedure* common_procedure(const std::vector<Ranked>& ranking) {
  const auto procedure = [](const Ranked& ranked) {
    return &ranked.result->situation.scenario->procedure();
  };
  const Procedure* const first = procedure(ranking.front());
  const bool all = std::all_of(ranking.begin(), ranking.end(),
                               [&](const Ranked& ranked) { return procedure(ranked) == first; });
  return all ? first : nullptr;
}

std::vector<std::string> name_lines(const Ranked& ranked, const Procedure* common) {
  const std::string& name = ranked.result->name;
  return broken_lines(
      shortened(common == nullptr ? name : short_name(name, *common), 2 * longest_line - 6),
      longest_line);
}

std::string note(const std::vector<Ranked>& ranking, Better better, const ReportOptions& options) {
  return fmt::format("{} is better; {}", better == Better::higher ? "higher" : "lower",
                     how_compared(ranking, options));
}

}  // namespace

std::string ranking_script(const std::vector<Ranked>& ranking, const Quantity& quantity,
                           Better better, const ReportOptions& options, const PlotFile& file) {
  check_plotted(ranking.size(), most_ranked, "situations");
  const Procedure* const common = common_procedure(ranking);
  const double scale = quantity.is_probability() ? 100 : 1;
  const bool simulated = std::any_of(ranking.begin(), ranking.end(), [](const Ranked& ranked) {
    return !ranked.estimate.exact.has_value();
  });

  double least = 0;
  double most = 0;
  std::size_t longest = 0;
  double lines = 1;
  std::string tics;
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    const Interval range = ranking[i].estimate.range();
    least = std::min(least, scale * range.low);
    most = std::max(most, scale * range.high);
    const std::vector<std::string> name = name_lines(ranking[i], common);
    std::string text;
    for (const std::string& line : name) {
      longest = std::max(longest, letters(line));
      text += (text.empty() ? "" : ".\"\\n\".") + plot_text(line);
    }
    lines = std::max(lines, static_cast<double>(name.size()));
    tics += fmt::format("{}{} {}", i == 0 ? "" : ", ", text, i);
  }
  if (most == least) most = 1;

  const double row = lines > 1 ? 40 : 26;
  const double left = 24 + letter_width * static_cast<double>(longest);
  // The numbers stand right of the bars.
  const bool any_tied = std::any_of(ranking.begin(), ranking.end(), [](const Ranked& ranked) {
    return ranked.standing == Standing::tied;
  });
  const double number_room = any_tied ? 150 : 110;
  constexpr double title_and_key = 76;
  constexpr double axis_and_note = 104;
  const double inner = row * static_cast<double>(ranking.size()) + 10;
  const PlotSize size{900, title_and_key + inner + axis_and_note};
  std::string script = plot_head(file, size) +
                       "set border 3\nset tics nomirror out\nset ytics scale 0\n"
                       "set grid xtics linetype 1 linecolor '#c8c8c8' linewidth 0.5\n";
  script += fmt::format(
      "set lmargin at screen {:.5g}\nset rmargin at screen {:.5g}\n"
      "set tmargin at screen {:.5g}\nset bmargin at screen {:.5g}\n",
      left / size.width, 1 - number_room / size.width, 1 - title_and_key / size.height,
      axis_and_note / size.height);
  script += fmt::format(
      "set label {} at screen 0.5,{:.5g} center\n",
      plot_text(shortened(
          common == nullptr ? quantity.title() : common->name + ": " + common->summary, 95)),
      1 - 20 / size.height);
  script += plot_note(note(ranking, better, options), size);
  script += fmt::format(
      "set xrange [{:.10g}:{:.10g}]\nset yrange [{}.5:-0.5]\nset ytics ({})\nset xlabel {}\n",
      1.02 * least, quantity.is_probability() ? std::min(1.02 * most, 100.0) : 1.02 * most,
      ranking.size() - 1, tics,
      plot_text(quantity.title() + (quantity.is_probability() ? " in %" : "")));
  script += fmt::format("set key at screen {:.5g},{:.5g} left top maxrows 1 Left reverse width 2\n",
                        left / size.width, 1 - 34 / size.height);

  struct StandingLook {
    Standing standing;
    const char* title;
    const char* colour;
    int pattern;
  };
  constexpr std::array<StandingLook, 3> standings = {
      {{Standing::best, "best", "#56B4E9", 3},
       {Standing::tied, "tied with the best", "#E69F00", 4},
       {Standing::behind, "behind", "#B8B8B8", 1}}};
  std::string plot;
  std::string numbers;
  for (std::size_t s = 0; s < standings.size(); ++s) {
    std::string block;
    for (std::size_t i = 0; i < ranking.size(); ++i) {
      if (ranking[i].standing != standings[s].standing) continue;
      const double value = scale * ranking[i].estimate.best();
      block += fmt::format("{:.10g} {} {:.10g} {:.10g}\n", value, i, std::min(0.0, value),
                           std::max(0.0, value));
    }
    if (block.empty()) continue;
    script += fmt::format("$standing{} << END\n{}END\n", s, block);
    plot += fmt::format(
        "{}$standing{} using 1:2:3:4:($2-0.36):($2+0.36) with boxxyerror fillstyle pattern {} "
        "border linecolor 'black' linecolor '{}' title {}",
        plot.empty() ? "" : ", ", s, standings[s].pattern, standings[s].colour,
        plot_text(standings[s].title));
  }
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    const Estimate& estimate = ranking[i].estimate;
    const Interval range = estimate.range();
    numbers += fmt::format("{} {:.10g} {:.10g} {:.10g} \"{}{}\"\n", i, scale * range.low,
                           scale * range.high, scale * std::max(0.0, range.high),
                           quantity.number(estimate.best()),
                           ranking[i].standing == Standing::tied ? " tied" : "");
  }
  script += "$numbers << END\n" + numbers + "END\n";
  if (simulated) {
    plot +=
        ", $numbers using 2:1:($3-$2):(0) with vectors heads size graph 0.005,90 linecolor "
        "'black' linewidth 1.2 notitle";
  }
  plot += ", $numbers using 4:1:5 with labels left offset 0.8,0 notitle";
  return script + "plot " + plot + "\n";
}

}  // namespace combat_odds
