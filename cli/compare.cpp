#include <fmt/format.h>
#include <oneapi/tbb/global_control.h>

#include "cli/common.hpp"
#include "reports/compare.hpp"
#include "scenarios/scenario_file.hpp"

namespace combat_odds::cli {
namespace {

struct Call {
  std::vector<std::string> files;
  std::string by;
  std::string better = "higher";
  std::string format = "table";
  SimulationOptions simulation;
};

void run(const Call& call) {
  const std::string format = read_choice("--format", call.format, {"table", "csv", "markdown"});
  const Better better = read_choice("--better", call.better, {"higher", "lower"}) == "higher"
                            ? Better::higher
                            : Better::lower;
  const OddsOptions options = call.simulation.odds();
  const ReportOptions report = call.simulation.report();
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(call.simulation.threads()));
  const Charts charts = call.simulation.charts();
  const std::vector<Scenario> scenarios = read_scenario_files(call.files);
  const std::vector<Situation> all = situations(scenarios);
  check(all, charts);

  std::vector<SituationOdds> results;
  evaluate(all, charts, options,
           [&](SituationOdds&& result) { results.push_back(std::move(result)); });
  const Quantity quantity(call.by, "--by", results);
  const std::vector<Ranked> ranked = ranking(results, quantity, better, report.confidence);
  if (format == "csv") {
    print(ranking_csv(ranked, quantity, better, report));
    return;
  }
  const TableStyle style = format == "markdown" ? TableStyle::markdown : terminal_style();
  print(ranking_table(ranked, quantity, better, report, style));
  if (!call.simulation.quiet()) print(chart_notes(charts_used(scenarios), charts));
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
  call->simulation.add_to(*command);
  command->callback([call] { run(*call); });
}

}  // namespace combat_odds::cli
