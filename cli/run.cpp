#include <fmt/format.h>

#include "cli/common.hpp"
#include "cli/simulation_options.hpp"
#include "cli/watch.hpp"
#include "combat_odds/reports/merge.hpp"
#include "combat_odds/reports/output_files.hpp"
#include "combat_odds/scenarios/scenario_file.hpp"

namespace combat_odds::cli {
namespace {

struct Call {
  std::vector<std::string> files;
  std::string out;
  SimulationWords simulation;
};

/// More situations than this are only counted on the terminal, not shown.
constexpr std::size_t most_shown = 40;

void run(const Call& call, Library& library) {
  const SimulationOptions simulation(call.simulation, library);
  const ReportOptions& report = simulation.report();
  const Charts& charts = library.charts();
  const std::vector<Scenario> scenarios = read_scenario_files(call.files, library);
  const std::vector<Situation> all = situations(scenarios);
  const std::set<std::string> used = check(all, charts);

  OutputFiles files(call.out);
  OutputFiles::File& distribution = files.open("distribution.csv");
  OutputFiles::File& summary = files.open("summary.csv");
  OutputFiles::File& asked = files.open("situations.csv");
  OutputFiles::File& used_charts = files.open("charts.csv");
  const SituationTable situation_columns(scenarios);
  distribution.write(distribution_header());
  summary.write(summary_header());
  asked.write(situation_columns.header());
  used_charts.write(chart_report(used, charts));

  if (simulation.sharded()) {
    files.open(shard_file).write(shard_report(simulation.odds(), report));
  }

  const Watch watch(simulation.control(), simulation.trials(all.size()), simulation.quiet());
  std::uint64_t done = 0;
  std::vector<SituationOdds> shown;
  evaluate(all, charts, simulation.odds(), [&](SituationOdds&& result) {
    distribution.write(distribution_lines(result, report));
    summary.write(summary_lines(result, report));
    asked.write(situation_columns.line(result.situation));
    ++done;
    if (all.size() <= most_shown) shown.push_back(std::move(result));
  });
  files.commit();
  watch.tell_interruption(
      fmt::format("what was simulated of {} of {} situations is written, the trials column tells "
                  "how much",
                  done, all.size()));

  if (simulation.quiet()) return;
  if (!shown.empty()) print(comparison_table(shown, report, terminal_style()));
  print(chart_notes(used, charts));
  print(
      fmt::format("{} situation{}: {}/distribution.csv, summary.csv, situations.csv, charts.csv\n",
                  done, done == 1 ? "" : "s", call.out));
}

}  // namespace

void add_run(CLI::App& program, Library& library) {
  CLI::App* command = program.add_subcommand("run", "the odds of all situations of scenario files");
  const auto call = std::make_shared<Call>();
  command->add_option("SCENARIOS", call->files, "scenario files (CSV)")->required();
  command->add_option("--out", call->out, "the folder for the reports")->required();
  call->simulation.add_to(*command, SimulationWords::LongRuns::limits_and_shards);
  command->callback([call, &library] { run(*call, library); });
}

}  // namespace combat_odds::cli
