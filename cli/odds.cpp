#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cstdlib>

#include "cli/common.hpp"
#include "cli/parameter_options.hpp"
#include "cli/simulation_options.hpp"
#include "cli/watch.hpp"
#include "combat_odds/reports/compare.hpp"
#include "combat_odds/reports/json_report.hpp"
#include "combat_odds/reports/pivot.hpp"
#include "combat_odds/reports/plot.hpp"
#include "combat_odds/reports/ranking_plot.hpp"

namespace combat_odds::cli {
namespace {

struct Call {
  std::string format = "table";
  std::string by;      ///< empty: no ranking
  std::string better;  ///< empty: higher
  std::vector<std::string> pivot;
  std::string show;
  std::string plot;
  std::string plot_measure;
  SimulationWords simulation;
  ProcedureOptions asked;
};

MeasureColumns read_columns(const std::string& text) {
  MeasureColumns columns{false, false, false};
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    const std::string column = text.substr(start, comma - start);
    start = comma + 1;
    const auto is = [&](std::string_view sign, std::string_view word) {
      return column == sign || column == word;
    };
    bool& chosen = is("=", "equal")       ? columns.equal
                   : is(">=", "at-least") ? columns.at_least
                   : is("<=", "at-most")
                       ? columns.at_most
                       : throw bad_option("--columns", column,
                                          "a list of =, >=, <= in quotes, or of equal, at-least, "
                                          "at-most");
    chosen = true;
  }
  return columns;
}

/// What goes together, before anything is worked out.
void check_options(const Call& call, const Procedure& procedure, std::size_t situations) {
  if (!call.pivot.empty() && !call.by.empty()) {
    throw InputError({"--by", 0, 0}, "does not go with --pivot", "one of the two");
  }
  if (!call.pivot.empty() && call.show.empty()) {
    throw InputError({"--pivot", 0, 0}, "needs --show", "an outcome, event or measure to show");
  }
  if (call.pivot.empty() && !call.show.empty()) {
    throw InputError({"--show", 0, 0}, "needs --pivot",
                     "the parameters of the rows and of the columns");
  }
  if (call.by.empty() && !call.better.empty()) {
    throw InputError({"--better", 0, 0}, "needs --by",
                     "an outcome, event or measure to compare by");
  }
  if (!call.pivot.empty()) check_pivot(procedure, call.pivot[0], call.pivot[1]);
  if (!call.by.empty() && situations == 1) {
    throw InputError({"--by", 0, 0}, "there is only one situation to compare",
                     "give a parameter several values: 4,8,12");
  }
  if (call.format == "json" && (!call.by.empty() || !call.pivot.empty())) {
    throw InputError({"--format", 0, 0},
                     fmt::format("json does not go with --{}", call.by.empty() ? "pivot" : "by"),
                     "table, csv or markdown");
  }
  if (!call.asked.columns.empty() &&
      (call.format == "json" || call.format == "csv" || !call.by.empty() || !call.pivot.empty())) {
    throw InputError({"--columns", 0, 0}, "chooses columns of the tables of single situations",
                     "with --format table or markdown, without --by and --pivot");
  }
}

/// Colours only on terminals that have them, and never where NO_COLOR is set.
Shading terminal_shading(TableStyle style) {
  const auto set = [](const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  const bool dumb = !set("TERM") || std::string_view(std::getenv("TERM")) == "dumb";
  if (::isatty(STDOUT_FILENO) != 0 && !dumb && !set("NO_COLOR")) return Shading::colours;
  return style == TableStyle::ascii ? Shading::marks : Shading::blocks;
}

/// What was asked to be drawn, before anything is worked out.
void check_picture(const Call& call, const Scenario& scenario, std::size_t situations) {
  check_plot_measure(call.plot, call.plot_measure);
  if (call.plot.empty()) return;
  if (!call.plot_measure.empty() && (!call.by.empty() || !call.pivot.empty())) {
    throw InputError(
        {"--plot-measure", 0, 0},
        fmt::format("does not go with --{}", call.by.empty() ? "pivot" : "by"),
        fmt::format("the plot shows what --{} names", call.by.empty() ? "show" : "by"));
  }
  if (!call.pivot.empty()) {
    const std::size_t rows = scenario.values_of(call.pivot[0]);
    const std::size_t columns = scenario.values_of(call.pivot[1]);
    check_heat_map(situations / (rows * columns), rows, columns);
  } else {
    check_plotted(situations, call.by.empty() ? most_plotted : most_ranked, "situations");
  }
}

Better better_asked(const Call& call) {
  return call.better == "lower" ? Better::lower : Better::higher;
}

std::string ranking_report(const Call& call, const std::vector<SituationOdds>& results,
                           const ReportOptions& report, TableStyle style) {
  const Better better = better_asked(call);
  const Quantity quantity(call.by, "--by", results);
  const std::vector<Ranked> ranked = ranking(results, quantity, better, report.confidence);
  return call.format == "csv" ? ranking_csv(ranked, quantity, better, report)
                              : ranking_table(ranked, quantity, better, report, style);
}

std::string pivot_report(const Call& call, const std::vector<SituationOdds>& results,
                         const ReportOptions& report, TableStyle style) {
  const Quantity quantity(call.show, "--show", results);
  const Pivot table = pivot(results, call.pivot[0], call.pivot[1], quantity, report.confidence);
  return call.format == "csv" ? pivot_csv(table)
                              : pivot_table(table, quantity, style, terminal_shading(style));
}

/// What gnuplot is to draw: a ranking, a heat map, or the odds themselves.
std::string picture(const Call& call, const std::vector<SituationOdds>& results,
                    const ReportOptions& report, const PlotFile& file) {
  if (!call.by.empty()) {
    const Quantity quantity(call.by, "--by", results);
    const Better better = better_asked(call);
    return ranking_script(ranking(results, quantity, better, report.confidence), quantity, better,
                          report, file);
  }
  if (!call.pivot.empty()) {
    const Quantity quantity(call.show, "--show", results);
    const Pivot table = pivot(results, call.pivot[0], call.pivot[1], quantity, report.confidence);
    return heat_map_script(pivot_heat_map(table, quantity, results, report), file);
  }
  return plot_script(results, report, call.plot_measure, file);
}

std::string tables(const Call& call, const std::vector<SituationOdds>& results,
                   const ReportOptions& report, TableStyle style) {
  if (!call.by.empty()) return ranking_report(call, results, report, style);
  if (!call.pivot.empty()) return pivot_report(call, results, report, style);
  if (results.size() > 1 && call.asked.columns.empty())
    return comparison_table(results, report, style);
  const MeasureColumns columns =
      call.asked.columns.empty() ? MeasureColumns{} : read_columns(call.asked.columns);
  std::string text;
  for (const SituationOdds& result : results) {
    text += (text.empty() ? "" : "\n") + situation_table(result, report, style, columns);
  }
  return text;
}

void show(const Call& call, const std::string& format, const std::vector<SituationOdds>& results,
          const SimulationOptions& simulation, const Charts& charts,
          const std::set<std::string>& used) {
  const ReportOptions& report = simulation.report();
  if (format == "csv" && call.by.empty() && call.pivot.empty()) {
    print(distribution_header());
    for (const SituationOdds& result : results) print(distribution_lines(result, report));
    return;
  }
  if (format == "json") {
    print(json_report(results, report, used, charts));
    return;
  }
  const TableStyle style = format == "markdown" ? TableStyle::markdown : terminal_style();
  print(tables(call, results, report, style));
  if (!simulation.quiet() && format != "csv") print(chart_notes(used, charts));
}

void run(const Call& call, const Procedure& procedure, Library& library) {
  const std::string format =
      read_choice("--format", call.format, {"table", "csv", "json", "markdown"});
  if (!call.better.empty()) read_choice("--better", call.better, {"higher", "lower"});
  if (!call.asked.columns.empty()) read_columns(call.asked.columns);
  const SimulationOptions simulation(call.simulation, library);
  const ReportOptions& report = simulation.report();
  const Charts& charts = library.charts();
  if (!call.plot.empty()) check_plot(call.plot);

  std::vector<GivenValue> given = call.asked.parameters.given();
  if (!call.asked.preset.empty()) {
    given = with_preset(std::move(given),
                        library.preset(procedure, call.asked.preset, {"--preset", 0, 0}));
  }
  std::vector<Scenario> scenarios;
  scenarios.emplace_back(procedure.name, procedure, given, Place{});
  const std::vector<Situation> all = situations(scenarios);
  check_options(call, procedure, all.size());
  check_picture(call, scenarios.front(), all.size());
  const std::set<std::string> used = check(all, charts);
  const Watch watch(simulation.control(), simulation.trials(all.size()), simulation.quiet());

  if (format == "csv" && call.by.empty() && call.pivot.empty() && call.plot.empty()) {
    std::size_t done = 0;
    print(distribution_header());
    evaluate(all, charts, simulation.odds(), [&](SituationOdds&& result) {
      print(distribution_lines(result, report));
      ++done;
    });
    watch.tell_interruption(shown_of(done, all.size()));
    return;
  }
  std::vector<SituationOdds> results;
  evaluate(all, charts, simulation.odds(),
           [&](SituationOdds&& result) { results.push_back(std::move(result)); });
  if (results.empty()) throw SystemError("stopped before anything was simulated");
  if (!call.plot.empty()) {
    draw_plot(call.plot,
              [&](const PlotFile& file) { return picture(call, results, report, file); });
  }
  show(call, format, results, simulation, charts, used);
  watch.tell_interruption(shown_of(results.size(), all.size()));
}

}  // namespace

void add_odds(CLI::App& program, Library& library) {
  CLI::App* command = program.add_subcommand("odds", "the odds of one procedure");
  const auto call = std::make_shared<Call>();
  command->add_option("--format", call->format, "how to print the odds")
      ->type_name("table|csv|json|markdown")
      ->capture_default_str();
  command->add_option("--by", call->by,
                      "rank several situations by an outcome, event or measure (its mean), by "
                      "'casualties>=2' of a measure or by a ratio such as squads/cpp");
  command->add_option("--better", call->better, "with --by: higher or lower [higher]");
  command
      ->add_option("--pivot", call->pivot,
                   "a two-way table: the parameters of its rows and of its columns")
      ->expected(2)
      ->type_name("ROWS COLUMNS");
  command->add_option("--show", call->show, "with --pivot: what its cells show, named as for --by");
  command->add_option("--plot", call->plot,
                      "draw the odds, the ranking (--by) or the table (--pivot) to this .svg, .png "
                      "or .pdf");
  command->add_option("--plot-measure", call->plot_measure,
                      "draw the distribution of this measure, not the outcomes");
  call->simulation.add_to(*command, SimulationWords::LongRuns::limits);
  command->require_subcommand(1);
  command->footer("'combat-odds odds PROCEDURE --help' shows the parameters of a procedure.");
  for (const Procedure* procedure : library.procedures()) {
    CLI::App* asked = command->add_subcommand(procedure->name, procedure->summary);
    asked->fallthrough()->group("Procedures");
    asked->footer(
        fmt::format("Units, weapons and vehicles go by the names printed on them: 'combat-odds "
                    "describe {}' tells where, and what its presets set.",
                    procedure->name));
    // Only the procedure that is asked about gets its options: making all takes time.
    asked->preparse_callback(
        [=, &library](std::size_t) { call->asked.add_to(*asked, *command, *procedure, library); });
    asked->callback([=, &library] { run(*call, *procedure, library); });
  }
}

}  // namespace combat_odds::cli
