#include <fmt/format.h>

#include "cli/command_line.hpp"
#include "cli/common.hpp"
#include "cli/files/output_folder.hpp"
#include "cli/files/text_file.hpp"
#include "cli/parameter_options.hpp"
#include "cli/picture.hpp"
#include "cli/simulation_options.hpp"
#include "combat_odds/reports/chart_notes.hpp"
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
  SimulationWords simulation{"exact"};
  ParameterOptions parameters;
};

/// More settings than this are only counted on the terminal, not shown.
constexpr std::size_t most_shown = 12;

std::vector<BalanceSetting> settings_of(const Call& call, const Charts& charts) {
  const Procedure& parameters = balance_parameters();
  const Scenario scenario(parameters.name, parameters, call.parameters.given(), {});
  if (scenario.size() > most_situations) {
    throw InputError({"", 0, 0}, "the lists and ranges make too many settings",
                     fmt::format("at most {}", most_situations));
  }
  return balance_settings(scenario, charts);
}

void run(const Call& call, const Command& command, Library& library) {
  const std::string format = read_choice("--format", call.format, {"table", "markdown"});
  const SimulationOptions simulation(call.simulation, library);
  const ReportOptions& report = simulation.report();
  const Charts& charts = library.charts();
  const std::vector<BalanceUnit> units = read_balance_units(read_file(call.units), charts);
  const std::vector<BalanceSetting> settings = settings_of(call, charts);
  for (const BalanceSetting& setting : settings) check_forces(units, setting);
  if (!call.plot.empty()) {
    check_plot(call.plot, call.out);
    check_heat_map(settings.size(), units.size(), units.size());
  }

  OutputFolder files(call.out, report_files());  // a folder that can't be is told at once
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
  files.write("matrix.csv", matrix);
  files.write("prices.csv", prices);
  files.write("efficiency.csv", efficiency);
  files.write("charts.csv", chart_report(used, charts));
  files.write(command_file, command_given(command).csv());
  files.commit();
  if (!call.plot.empty()) {
    std::vector<std::string> names;
    for (const BalanceUnit& unit : units) names.push_back(unit.name);
    HeatMap map = balance_heat_map(names, panels);
    map.caption.recipe = command_given(command).typed;
    write_picture_after(call.out, call.plot, heat_map(map));
  }

  if (simulation.quiet()) return;
  print(shown);
  print(chart_notes(used, charts, {}, terminal_width()));
  print(
      fmt::format("{} units, {} setting{}: {}/matrix.csv, prices.csv, efficiency.csv, charts.csv\n",
                  units.size(), settings.size(), settings.size() == 1 ? "" : "s", call.out));
}

}  // namespace

void add_balance(const Command& program, Library& library) {
  const Command command = program.add_command(
      "balance", "every unit of a list against every other at equal points (Squad Leader)");
  const auto call = std::make_shared<Call>();
  command.add_option("UNITS", call->units, "a list of units (CSV: nationality,unit,...)")
      .required();
  command.add_option("--out", call->out, "the folder for the reports").required();
  command.add_option("--format", call->format, "how to print the table")
      .type_name("table|markdown")
      .shows_default();
  command.add_option("--plot", call->plot,
                     "draw who holds against whom to this .svg, .png or .pdf");
  call->parameters.add_to(command, balance_parameters().parameters,
                          "Firefight (a list or range sweeps)", nullptr);
  call->simulation.add_to(command, SimulationWords::LongRuns::none);
  command.callback([call, command, &library] { run(*call, command, library); });
}

}  // namespace combat_odds::cli
