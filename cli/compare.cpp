#include <fmt/format.h>

#include <algorithm>

#include "cli/common.hpp"
#include "cli/files/text_file.hpp"
#include "cli/picture.hpp"
#include "cli/simulation_options.hpp"
#include "cli/watch.hpp"
#include "combat_odds/reports/plot.hpp"
#include "combat_odds/scenarios/scenario_file.hpp"

namespace combat_odds::cli {
namespace {

struct Call {
  std::vector<std::string> files;
  std::string by;
  std::string better = "higher";
  std::string format = "table";
  std::string plot;
  SimulationWords simulation;
};

void run(const Call& call, Library& library) {
  const std::string format = read_choice("--format", call.format, {"table", "csv", "markdown"});
  const Better better = read_choice("--better", call.better, {"higher", "lower"}) == "higher"
                            ? Better::higher
                            : Better::lower;
  const SimulationOptions simulation(call.simulation, library);
  const ReportOptions& report = simulation.report();
  const Charts& charts = library.charts();
  const std::vector<Scenario> scenarios = read_scenario_files(read_files(call.files), library);
  const std::vector<Situation> all = situations(scenarios);
  const std::set<std::string> used = check(all, charts);
  Quantity::check(call.by, "--by", all);
  if (!call.plot.empty()) {
    check_plot(call.plot);
    check_plotted(all.size(), most_ranked, "situations");
  }

  const Watch watch(simulation.control(), simulation.trials(all.size()), simulation.quiet());
  std::vector<SituationOdds> results;
  evaluate(all, charts, simulation.odds(),
           [&](SituationOdds&& result) { results.push_back(std::move(result)); });
  if (results.empty()) throw SystemError("stopped before anything was simulated");
  const auto quantity = [&] {
    try {
      return Quantity(call.by, "--by", results);
    } catch (const InputError&) {  // a name that could have occurred did not
      print(comparison_table(results, report, terminal_style()));
      throw;
    }
  }();
  const std::vector<Ranked> ranked = ranking(results, quantity, better, report.confidence);
  if (format == "csv") {
    print(ranking_csv(ranked, quantity, better, report));
  } else {
    const TableStyle style = format == "markdown" ? TableStyle::markdown : terminal_style();
    print(ranking_table(ranked, quantity, better, report, style));
    if (!simulation.quiet()) print(chart_notes(used, charts));
  }
  if (!call.plot.empty()) {
    write_picture(call.plot, ranking_plot(ranked, quantity, better, report));
  }
  watch.tell_interruption(
      shown_of(results.size(), all.size()),
      results.size() == all.size() && std::ranges::all_of(results, &SituationOdds::complete));
}

}  // namespace

void add_compare(const Command& program, Library& library) {
  const Command command =
      program.add_command("compare", "rank the situations of scenario files, best first");
  const auto call = std::make_shared<Call>();
  command.add_option("SCENARIOS", call->files, "scenario files (CSV)").required();
  command
      .add_option("--by", call->by,
                  "an outcome, event or measure (its mean); 'casualties>=2' of a measure; or a "
                  "ratio such as squads/cpp")
      .required();
  command.add_option("--better", call->better, "higher or lower").shows_default();
  command.add_option("--format", call->format, "table, csv or markdown").shows_default();
  command.add_option("--plot", call->plot, "draw the ranking to this .svg, .png or .pdf");
  call->simulation.add_to(command, SimulationWords::LongRuns::limits);
  command.callback([call, &library] { run(*call, library); });
}

}  // namespace combat_odds::cli
