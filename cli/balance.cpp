#include <fmt/format.h>

#include "cli/common.hpp"
#include "cli/files/output_folder.hpp"
#include "cli/files/text_file.hpp"
#include "cli/simulation.hpp"
#include "combat_odds/sim/squad_leader/infantry/ift.hpp"
#include "combat_odds/sim/squad_leader/points/points.hpp"
#include "combat_odds/studies/balance/report.hpp"

namespace combat_odds::cli {
namespace {

struct Call {
  std::string units;
  std::string out;
  std::string format = "table";
  std::string plot;
  SimulationOptions simulation{"exact"};
  std::vector<std::string> values;    ///< one per parameter
  std::vector<CLI::Option*> options;  ///< one per parameter
};

/// More settings than this are only counted on the terminal, not shown.
constexpr std::size_t most_shown = 12;

std::vector<BalanceSetting> settings_of(const Call& call) {
  const Procedure& parameters = balance_parameters();
  std::vector<GivenValue> given;
  for (std::size_t i = 0; i < parameters.parameters.size(); ++i) {
    const Parameter& parameter = parameters.parameters[i];
    std::string text = call.values[i];
    if (call.options[i]->count() > 0 && text.empty()) {
      if (parameter.type != Parameter::Type::flag) {
        throw InputError({parameter.option(), 0, 0}, "no value", parameter.allowed());
      }
      text = "true";
    }
    given.push_back({text, {parameter.option(), 0, 0}});
  }
  const Scenario scenario(parameters.name, parameters, given, {});
  if (scenario.size() > most_situations) {
    throw InputError({"", 0, 0}, "the lists and ranges make too many settings",
                     fmt::format("at most {}", most_situations));
  }
  return balance_settings(scenario);
}

void run(const Call& call, const CLI::App& command) {
  const std::string format = read_choice("--format", call.format, {"table", "markdown"});
  const Simulation simulation(call.simulation);
  const ReportOptions& report = simulation.report();
  const Charts& charts = simulation.charts();
  const std::vector<BalanceUnit> units = read_balance_units(read_file(call.units), charts);
  const std::vector<BalanceSetting> settings = settings_of(call);
  for (const BalanceSetting& setting : settings) check_forces(units, setting);
  if (!call.plot.empty()) {
    check_plot(call.plot, call.out);
    check_heat_map(settings.size(), units.size(), units.size());
  }

  const std::set<std::string> used = {squad_leader::Ift::chart_name,
                                      squad_leader::InfantryPoints::chart_name};
  std::string matrix = matrix_header();
  std::string prices = price_header();
  std::string efficiency = efficiency_header();
  const TableStyle style = format == "markdown" ? TableStyle::markdown : terminal_style();
  std::string shown;
  std::vector<BalancePanel> panels;
  for (const BalanceSetting& setting : settings) {
    const BalanceResult result = balance(units, setting, charts, simulation.odds());
    matrix += matrix_lines(units, result, report);
    prices += price_lines(units, result);
    efficiency += efficiency_lines(units, result);
    if (!call.plot.empty()) panels.push_back(balance_panel(result));
    if (settings.size() <= most_shown) shown += balance_table(units, result, style) + "\n";
  }
  OutputFolder files(call.out, report_files());
  files.write("matrix.csv", matrix);
  files.write("prices.csv", prices);
  files.write("efficiency.csv", efficiency);
  files.write("charts.csv", chart_report(used, charts));
  files.write(command_file, command_given(command).csv());
  if (!call.plot.empty()) {
    std::vector<std::string> names;
    for (const BalanceUnit& unit : units) names.push_back(unit.name);
    draw_plot(call.plot, [&](const PlotFile& file) {
      return heat_map_script(balance_heat_map(names, panels), file);
    });
  }
  files.commit();

  if (simulation.quiet()) return;
  print(shown);
  print(chart_notes(used, charts));
  print(
      fmt::format("{} units, {} setting{}: {}/matrix.csv, prices.csv, efficiency.csv, charts.csv\n",
                  units.size(), settings.size(), settings.size() == 1 ? "" : "s", call.out));
}

}  // namespace

void add_balance(CLI::App& program, const Words& /*words*/) {
  CLI::App* command = program.add_subcommand(
      "balance", "every unit of a list against every other at equal points (Squad Leader)");
  const auto call = std::make_shared<Call>();
  command->add_option("UNITS", call->units, "a list of units (CSV: nationality,unit,...)")
      ->required();
  command->add_option("--out", call->out, "the folder for the reports")->required();
  command->add_option("--format", call->format, "how to print the table")
      ->type_name("table|markdown")
      ->capture_default_str();
  command->add_option("--plot", call->plot,
                      "draw who holds against whom to this .svg, .png or .pdf (gnuplot)");
  const std::vector<Parameter>& parameters = balance_parameters().parameters;
  call->values.resize(parameters.size());
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Parameter& parameter = parameters[i];
    CLI::Option* option = command->add_option(
        parameter.option(), call->values[i],
        fmt::format("{} [{}]", parameter.meaning, parameter.default_value.value_or("")));
    option->group("Firefight (a list or range sweeps)");
    if (parameter.type == Parameter::Type::flag) option->expected(0, 1);
    call->options.push_back(option);
  }
  call->simulation.add_to(*command, SimulationOptions::LongRuns::none);
  command->callback([call, command] { run(*call, *command); });
}

}  // namespace combat_odds::cli
