#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "cli/common.hpp"
#include "cli/simulation.hpp"
#include "cli/watch.hpp"
#include "combat_odds/reports/compare.hpp"
#include "combat_odds/reports/json_report.hpp"
#include "combat_odds/reports/pivot.hpp"
#include "combat_odds/reports/plot.hpp"
#include "combat_odds/reports/ranking_plot.hpp"
#include "combat_odds/sim/names.hpp"
#include "combat_odds/sim/presets.hpp"
#include "combat_odds/sim/registry.hpp"

namespace combat_odds::cli {
namespace {

struct Call {
  std::string procedure;
  std::string format = "table";
  std::string by;      ///< empty: no ranking
  std::string better;  ///< empty: higher
  std::vector<std::string> pivot;
  std::string show;
  std::string columns;  ///< empty: all
  std::string plot;
  std::string plot_measure;
  std::string preset;  ///< empty: none
  SimulationOptions simulation;
  std::vector<std::string> values;    ///< one per parameter
  std::vector<CLI::Option*> options;  ///< one per parameter
};

/// The procedure is the first word after `odds` that is no option; its parameters are options of
/// the command, so it must be known before the command line is read.
const Procedure* procedure_asked(const Words& words) {
  if (words.empty() || words.front() != "odds") return nullptr;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (const Procedure* procedure = find_procedure(words[i])) return procedure;
  }
  if (words.size() > 1 && !words[1].starts_with('-')) return &procedure_named(words[1]);
  return nullptr;
}

void add_parameter(CLI::App& command, const Parameter& parameter, std::string& value,
                   CLI::Option*& option) {
  std::string help = parameter.meaning;
  if (parameter.default_value && !parameter.default_value->empty())
    help += fmt::format(" [{}]", *parameter.default_value);
  // A game may call something by the name of an option of this command: --parameter-method.
  const bool taken = command.get_option_no_throw(parameter.option()) != nullptr;
  const std::string name =
      taken ? "--parameter" + parameter.option().substr(1) : parameter.option();
  option = command.add_option(name, value, help)->group("Parameters");
  option->type_name(parameter.type == Parameter::Type::choice
                        ? fmt::format("{}", fmt::join(parameter.choices, "|"))
                    : parameter.type == Parameter::Type::flag ? "true|false"
                    : parameter.type == Parameter::Type::text ? "TEXT"
                    : parameter.type == Parameter::Type::date ? "DATE"
                    : takes_names(parameter)                  ? "NUMBER/NAME"
                                                              : "NUMBER");
  if (parameter.type == Parameter::Type::flag) option->expected(0, 1);
}

void add_preset(CLI::App& command, const Procedure* procedure, std::string& preset) {
  CLI::Option* const option = command.add_option(
      "--preset", preset,
      "a situation that players often meet; other parameters override it ('combat-odds list "
      "--presets' tells them)");
  if (procedure == nullptr || presets_of(*procedure).empty()) {
    option->type_name("NAME");
    return;
  }
  std::vector<std::string> names;
  for (const Preset& known : presets_of(*procedure)) names.push_back(known.name);
  option->type_name(fmt::format("{}", fmt::join(names, "|")))->group("Parameters");
}

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
  if (!call.columns.empty() &&
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
  if (results.size() > 1 && call.columns.empty()) return comparison_table(results, report, style);
  const MeasureColumns columns =
      call.columns.empty() ? MeasureColumns{} : read_columns(call.columns);
  std::string text;
  for (const SituationOdds& result : results) {
    text += (text.empty() ? "" : "\n") + situation_table(result, report, style, columns);
  }
  return text;
}

void show(const Call& call, const std::string& format, const std::vector<SituationOdds>& results,
          const Simulation& simulation, const std::set<std::string>& used) {
  const ReportOptions& report = simulation.report();
  if (format == "csv" && call.by.empty() && call.pivot.empty()) {
    print(distribution_header());
    for (const SituationOdds& result : results) print(distribution_lines(result, report));
    return;
  }
  if (format == "json") {
    print(json_report(results, report, used, simulation.charts()));
    return;
  }
  const TableStyle style = format == "markdown" ? TableStyle::markdown : terminal_style();
  print(tables(call, results, report, style));
  if (!simulation.quiet() && format != "csv") print(chart_notes(used, simulation.charts()));
}

void run(const Call& call, const Procedure& procedure) {
  const std::string format =
      read_choice("--format", call.format, {"table", "csv", "json", "markdown"});
  if (!call.better.empty()) read_choice("--better", call.better, {"higher", "lower"});
  if (!call.columns.empty()) read_columns(call.columns);
  const Simulation simulation(call.simulation);
  const ReportOptions& report = simulation.report();
  const Charts& charts = simulation.charts();
  if (!call.plot.empty()) check_plot(call.plot);

  const Preset* const preset =
      call.preset.empty() ? nullptr : &preset_named(procedure, call.preset, "--preset");
  std::vector<GivenValue> given;
  for (std::size_t i = 0; i < procedure.parameters.size(); ++i) {
    const Parameter& parameter = procedure.parameters[i];
    const bool is_given = call.options[i]->count() > 0;
    std::string text = call.values[i];
    if (is_given && text.empty() && parameter.type == Parameter::Type::flag) text = "true";
    if (is_given && text.empty()) {
      throw InputError({call.options[i]->get_name(), 0, 0}, "no value", parameter.allowed());
    }
    if (!is_given && preset != nullptr) text = preset->value(parameter.name);
    given.push_back({text, {call.options[i]->get_name(), 0, 0}});
  }
  std::vector<Scenario> scenarios;
  scenarios.emplace_back(procedure.name, procedure, given, Place{});
  const std::vector<Situation> all = situations(scenarios);
  check_options(call, procedure, all.size());
  check_picture(call, scenarios.front(), all.size());
  check(all, charts);
  const Watch watch(simulation.control(), simulation.trials(all.size()), simulation.quiet());

  if (format == "csv" && call.by.empty() && call.pivot.empty() && call.plot.empty()) {
    std::size_t done = 0;
    print(distribution_header());
    evaluate(all, charts, simulation.odds(), [&](SituationOdds&& result) {
      print(distribution_lines(result, report));
      ++done;
    });
    watch.tell_interruption(shown_of(done, all.size()), done == all.size());
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
  show(call, format, results, simulation, charts_used(scenarios));
  watch.tell_interruption(shown_of(results.size(), all.size()), results.size() == all.size());
}

}  // namespace

void add_odds(CLI::App& program, const Words& words) {
  CLI::App* command = program.add_subcommand("odds", "the odds of one procedure");
  const auto call = std::make_shared<Call>();
  command
      ->add_option("PROCEDURE", call->procedure, "such as asl.fire; 'combat-odds list' names them")
      ->required();
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
                      "or .pdf (gnuplot)");
  command->add_option("--plot-measure", call->plot_measure,
                      "draw the distribution of this measure, not the outcomes");
  call->simulation.add_to(*command, SimulationOptions::LongRuns::limits);
  const Procedure* procedure = procedure_asked(words);
  add_preset(*command, procedure, call->preset);
  if (procedure == nullptr) {
    command->footer("'combat-odds odds PROCEDURE --help' shows the parameters of a procedure.");
    command->callback([call] { procedure_named(call->procedure); });
    return;
  }
  command->description(procedure->name + ": " + procedure->summary);
  // A board has columns too (sl.paradrop).
  command->add_option(procedure->parameter("columns") == nullptr ? "--columns,--measure-columns"
                                                                 : "--measure-columns",
                      call->columns, "for each value of a measure: a list of =, >=, <= [all]");
  call->values.resize(procedure->parameters.size());
  call->options.resize(procedure->parameters.size());
  for (std::size_t i = 0; i < procedure->parameters.size(); ++i) {
    add_parameter(*command, procedure->parameters[i], call->values[i], call->options[i]);
  }
  command->footer(
      fmt::format("Units, weapons and vehicles go by the names printed on them: 'combat-odds "
                  "describe {}' tells "
                  "where, and what its presets set.",
                  procedure->name));
  command->callback([call, procedure] { run(*call, *procedure); });
}

}  // namespace combat_odds::cli
