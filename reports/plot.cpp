#include "combat_odds/reports/plot.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "combat_odds/core/suggest.hpp"
#include "combat_odds/reports/palette.hpp"

namespace combat_odds {
namespace {

/// One class on the x axis.
struct Class {
  std::string name;
  int value = 0;
  std::size_t position = 0;  ///< in the procedure's own list
};

std::vector<Class> classes_of(std::span<const SituationOdds> results, const std::string& measure) {
  std::vector<Class> classes;
  for (const SituationOdds& result : results) {
    const Procedure& procedure = result.situation.scenario->procedure();
    for (const Chance* chance : in_report_order(result)) {
      const bool wanted = measure.empty()
                              ? chance->kind == Chance::Kind::outcome
                              : chance->kind == Chance::Kind::measure && chance->name == measure;
      const auto same = [&](const Class& other) {
        return other.name == chance->name && other.value == chance->value;
      };
      if (!wanted || std::any_of(classes.begin(), classes.end(), same)) continue;
      classes.push_back({chance->name, chance->value, report_position(*chance, procedure)});
    }
  }
  std::stable_sort(classes.begin(), classes.end(), [](const Class& a, const Class& b) {
    return a.position != b.position ? a.position < b.position : a.value < b.value;
  });
  return classes;
}

std::string no_measure_help(const Procedure& procedure, const std::string& measure) {
  std::vector<std::string> names;
  for (const Term& term : procedure.measures) names.push_back(term.name);
  if (names.empty()) return procedure.name + " has none";
  if (std::find(names.begin(), names.end(), measure) != names.end()) {
    return "nothing is measured in these situations; leave it out for the outcomes";
  }
  return did_you_mean(measure, names, fmt::format("one of {}", fmt::join(names, ", ")));
}

/// The measure to draw: the one asked for; where outcomes are too many for bars, the first one.
std::string measure_drawn(std::span<const SituationOdds> results, const std::string& asked) {
  constexpr std::size_t most_outcomes = 16;
  const Procedure& procedure = results.front().situation.scenario->procedure();
  if (asked.empty()) {
    const bool many = classes_of(results, "").size() > most_outcomes;
    return many && !procedure.measures.empty() ? procedure.measures.front().name : "";
  }
  if (classes_of(results, asked).empty()) {
    throw InputError({"--plot-measure", 0, 0}, fmt::format("no measure '{}'", asked),
                     no_measure_help(procedure, asked));
  }
  return asked;
}

/// position, percent, low, high of one situation. Where a class can't happen: 0.
std::string data_block(const SituationOdds& result, const std::vector<Class>& classes,
                       const ReportOptions& options, const std::string& measure, double offset) {
  std::string block;
  const std::uint64_t trials = result.odds.trials;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    double best = 0;
    std::uint64_t count = 0;
    for (const Chance& chance : result.odds.chances) {
      const bool kind = (chance.kind == Chance::Kind::measure) == !measure.empty() &&
                        chance.kind != Chance::Kind::event;
      if (kind && chance.name == classes[i].name && chance.value == classes[i].value) {
        best = chance.best(trials);
        count = chance.count;
      }
    }
    const double x = offset + (measure.empty() ? static_cast<double>(i) : classes[i].value);
    const Interval interval =
        trials > 0 ? wilson_interval(count, trials, options.confidence) : Interval{best, best};
    block += fmt::format("{:.6g} {:.10g} {:.10g} {:.10g}\n", x, 100 * best, 100 * interval.low,
                         100 * interval.high);
  }
  return block;
}

std::string how_made(const SituationOdds& result, const ReportOptions& options) {
  if (result.odds.trials == 0) return "odds: exact";
  const bool exact = !result.odds.chances.empty() && result.odds.chances.front().exact.has_value();
  return fmt::format("{}; whiskers: {:g} % interval of {} simulated trials, seed {}",
                     exact ? "odds: exact" : "odds: simulated", 100 * options.confidence,
                     result.odds.trials, options.seed);
}

}  // namespace

std::string short_name(const std::string& name, const Procedure& procedure) {
  const std::string start = procedure.name + "[";
  if (!name.starts_with(start) || !name.ends_with("]")) return name;
  return name.substr(start.size(), name.size() - start.size() - 1);
}

std::string plot_script(std::span<const SituationOdds> results, const ReportOptions& options,
                        const std::string& asked, const PlotFile& file) {
  check_plotted(results.size(), most_plotted, "situations");
  const std::string measure = measure_drawn(results, asked);
  const std::vector<Class> classes = classes_of(results, measure);
  const Procedure& procedure = results.front().situation.scenario->procedure();
  const bool one = results.size() == 1;
  const bool lines = !measure.empty() && !one;

  std::string script = plot_head(file) + "set border 3\nset tics nomirror out\n";
  script +=
      "set grid ytics linetype 1 linecolor '#c8c8c8' linewidth 0.5\nset pointintervalbox 0\nset "
      "yrange [0:*]\n";
  script += "set ylabel 'probability (%)'\n";
  const bool named = one && results.front().name != procedure.name;
  script += fmt::format(
      "set title {}\n",
      plot_lines(named ? results.front().name : procedure.name + ": " + procedure.summary, 95));
  script += plot_note(how_made(results.front(), options));
  script += fmt::format("set bmargin {}\n", measure.empty() ? 8 : 6);
  if (measure.empty()) {
    std::string tics;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < classes.size(); ++i) {
      tics += fmt::format("{}{} {}", i == 0 ? "" : ", ", plot_text(classes[i].name), i);
      longest = std::max(longest, classes[i].name.size());
    }
    // Set aslant where the names would run into each other.
    const bool aslant = longest * classes.size() > 60;
    script += fmt::format("set xtics ({}){}\n", tics, aslant ? " rotate by -25 left" : "");
    script += fmt::format("set xlabel 'outcome'{}\nset xrange [-0.6:{}.6]\n",
                          aslant ? " offset 0,0.5" : "", classes.size() - 1);
  } else {
    script += fmt::format(
        "set xlabel {}\nset xrange [{}.4:{}.6]\n", plot_text(measure),
        classes.front().value == 0 ? "-0" : fmt::format("{}", classes.front().value - 1),
        classes.back().value);
    if (classes.back().value - classes.front().value <= 20) script += "set xtics 1\n";
  }
  script += one ? "unset key\n" : "set key above Left reverse samplen 2 width 1\n";

  const double width = lines || one ? 0.7 : 0.84 / static_cast<double>(results.size());
  script += fmt::format("set boxwidth {:.4g}\n", lines ? 0.7 : width * 0.94);
  std::string plot;
  for (std::size_t s = 0; s < results.size(); ++s) {
    // Points of several situations stand a little apart, so that their whiskers do not hide.
    const double offset = (static_cast<double>(s) - (static_cast<double>(results.size()) - 1) / 2) *
                          (lines ? 0.06 : width);
    script += fmt::format("$situation{} << END\n{}END\n", s,
                          data_block(results[s], classes, options, measure, offset));
    const Look& look = looks[s];
    const std::string name = plot_text(short_name(results[s].name, procedure));
    // Whiskers are drawn as arrows with blunt ends: gnuplot's own erase what is around the point.
    const std::string whiskers =
        results[s].odds.trials == 0
            ? ""
            : fmt::format(
                  "$situation{} using 1:3:(0):($4-$3) with vectors heads size graph 0.005,90 "
                  "linecolor 'black' linewidth 1 notitle",
                  s);
    if (s > 0) plot += ", ";
    if (lines) {
      if (!whiskers.empty()) plot += whiskers + ", ";
      plot += fmt::format(
          "$situation{} using 1:2 with linespoints linecolor '{}' linewidth 1.5 dashtype {} "
          "pointtype {} pointsize 1.4 title {}",
          s, look.colour, s + 1, look.point, name);
    } else {
      plot += fmt::format(
          "$situation{} using 1:2 with boxes fillstyle pattern {} border linecolor 'black' "
          "linecolor '{}' title {}",
          s, look.pattern, look.colour, name);
      if (!whiskers.empty()) plot += ", " + whiskers;
    }
  }
  return script + "plot " + plot + "\n";
}

}  // namespace combat_odds
