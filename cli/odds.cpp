#include <fmt/format.h>
#include <oneapi/tbb/global_control.h>

#include "cli/common.hpp"
#include "reports/json_report.hpp"
#include "reports/plot.hpp"
#include "sim/registry.hpp"

namespace combat_odds::cli {
namespace {

struct Call {
  std::string procedure;
  std::string format = "table";
  std::string plot;
  std::string plot_measure;
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
  if (parameter.preset && !parameter.preset->empty())
    help += fmt::format(" [{}]", *parameter.preset);
  option = command.add_option(parameter.option(), value, help)->group("Parameters");
  option->type_name(parameter.type == Parameter::Type::choice
                        ? fmt::format("{}", fmt::join(parameter.choices, "|"))
                    : parameter.type == Parameter::Type::flag ? "true|false"
                    : parameter.type == Parameter::Type::text ? "TEXT"
                                                              : "NUMBER");
  if (parameter.type == Parameter::Type::flag) option->expected(0, 1);
}

void run(const Call& call, const Procedure& procedure) {
  const std::string format =
      read_choice("--format", call.format, {"table", "csv", "json", "markdown"});
  const OddsOptions options = call.simulation.odds();
  const ReportOptions report = call.simulation.report();
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(call.simulation.threads()));
  const Charts charts = call.simulation.charts();
  if (!call.plot.empty()) check_plot(call.plot);

  std::vector<GivenValue> given;
  for (std::size_t i = 0; i < procedure.parameters.size(); ++i) {
    const Parameter& parameter = procedure.parameters[i];
    const bool is_given = call.options[i]->count() > 0;
    std::string text = call.values[i];
    if (is_given && text.empty() && parameter.type == Parameter::Type::flag) text = "true";
    if (is_given && text.empty()) {
      throw InputError({parameter.option(), 0, 0}, "no value", parameter.allowed());
    }
    given.push_back({text, {parameter.option(), 0, 0}});
  }
  std::vector<Scenario> scenarios;
  scenarios.emplace_back(procedure.name, procedure, given, Place{});
  const std::vector<Situation> all = situations(scenarios);
  check(all, charts);

  if (format == "csv" && call.plot.empty()) {
    print(distribution_header());
    evaluate(all, charts, options,
             [&](SituationOdds&& result) { print(distribution_lines(result, report)); });
    return;
  }
  std::vector<SituationOdds> results;
  evaluate(all, charts, options,
           [&](SituationOdds&& result) { results.push_back(std::move(result)); });
  if (!call.plot.empty()) plot_odds(results, report, call.plot_measure, call.plot);
  if (format == "csv") {
    print(distribution_header());
    for (const SituationOdds& result : results) print(distribution_lines(result, report));
    return;
  }
  const std::set<std::string> used = charts_used(scenarios);
  if (format == "json") {
    print(json_report(results, report, used, charts));
    return;
  }
  const TableStyle style = format == "markdown" ? TableStyle::markdown : terminal_style();
  print(results.size() == 1 ? situation_table(results.front(), report, style)
                            : comparison_table(results, report, style));
  if (!call.simulation.quiet()) print(chart_notes(used, charts));
}

}  // namespace

void add_odds(CLI::App& program, const Words& words) {
  CLI::App* command = program.add_subcommand("odds", "the odds of one procedure");
  const auto call = std::make_shared<Call>();
  command
      ->add_option("PROCEDURE", call->procedure, "such as asl.fire; 'combat-odds list' names them")
      ->required();
  command->add_option("--format", call->format, "table, csv, json or markdown")
      ->capture_default_str();
  command->add_option("--plot", call->plot, "draw the odds to this .svg, .png or .pdf (gnuplot)");
  command->add_option("--plot-measure", call->plot_measure,
                      "draw the distribution of this measure, not the outcomes");
  call->simulation.add_to(*command);
  const Procedure* procedure = procedure_asked(words);
  if (procedure == nullptr) {
    command->footer("'combat-odds odds PROCEDURE --help' shows the parameters of a procedure.");
    command->callback([call] { procedure_named(call->procedure); });
    return;
  }
  command->description(procedure->name + ": " + procedure->summary);
  call->values.resize(procedure->parameters.size());
  call->options.resize(procedure->parameters.size());
  for (std::size_t i = 0; i < procedure->parameters.size(); ++i) {
    add_parameter(*command, procedure->parameters[i], call->values[i], call->options[i]);
  }
  command->callback([call, procedure] { run(*call, *procedure); });
}

}  // namespace combat_odds::cli
