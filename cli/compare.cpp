#include <fmt/format.h>

#include "cli/common.hpp"
#include "cli/files/text_file.hpp"
#include "cli/simulation.hpp"
#include "cli/watch.hpp"
#include "combat_odds/reports/ranking_plot.hpp"
#include "combat_odds/scenarios/scenario_file.hpp"

namespace combat_odds::cli {
namespace {

struct Call {
  std::vector<std::string> files;
  std::string by;
  std::string better = "higher";
  std::string format = "table";
  std::string plot;
  SimulationOptions simulation;
};

void run(const Call& call) {
  const std::string format = read_choice("--format", call.format, {"table", "csv", "markdown"});
  const Better better = read_choice("--better", call.better, {"higher", "lower"}) == "higher"
                            ? Better::higher
                            : Better::lower;
  const Simulation simulation(call.simulation);
  const ReportOptions& report = simulation.report();
  const Charts& charts = simulation.charts();
  const std::vector<Scenario> scenarios = read_scenario_files(read_files(call.files));
  const std::vector<Situation> all = situations(scenarios);
  check(all, charts);
  if (!call.plot.empty()) {
    check_plot(call.plot);
    check_plotted(all.size(), most_ranked, "situations");
  }

  const Watch watch(simulation.control(), simulation.trials(all.size()), simulation.quiet());
  std::vector<SituationOdds> results;
  evaluate(all, charts, simulation.odds(),
           [&](SituationOdds&& result) { results.push_back(std::move(result)); });
  if (results.empty()) throw SystemError("stopped before anything was simulated");
  const Quantity quantity(call.by, "--by", results);
  const std::vector<Ranked> ranked = ranking(results, quantity, better, report.confidence);
  if (!call.plot.empty()) {
    draw_plot(call.plot, [&](const PlotFile& file) {
      return ranking_script(ranked, quantity, better, report, file);
    });
  }
  if (format == "csv") {
    print(ranking_csv(ranked, quantity, better, report));
  } else {
    const TableStyle style = format == "markdown" ? TableStyle::markdown : terminal_style();
    print(ranking_table(ranked, quantity, better, report, style));
    if (!simulation.quiet()) print(chart_notes(charts_used(scenarios), charts));
  }
  watch.tell_interruption(shown_of(results.size(), all.size()), results.size() == all.size());
}

}  // namespace

void add_compare(CLI::App& program, const Words& /*words*/) {
  CLI::App* command =
      program.add_subcommand("compare", "rank the situations of scenario files, best first");
  const auto call = std::make_shared<Call>();
  command->add_option("SCENARIOS", call->files, "scenario files (CSV)")->required();
  command
      ->add_option("--by", call->by,
                   "an outcome, event or measure (its mean); 'casualties>=2' of a measure; or a "
                   "ratio such as squads/cpp")
      ->required();
  command->add_option("--better", call->better, "higher or lower")->capture_default_str();
  command->add_option("--format", call->format, "table, csv or markdown")->capture_default_str();
  command->add_option("--plot", call->plot,
                      "draw the ranking to this .svg, .png or .pdf (gnuplot)");
  call->simulation.add_to(*command, SimulationOptions::LongRuns::limits);
  command->callback([call] { run(*call); });
}

}  // namespace combat_odds::cli
