#include <fmt/format.h>

#include <optional>

#include "ask/scenario_file.hpp"
#include "cli/commands/run_in_parts.hpp"
#include "cli/files/input_file.hpp"
#include "cli/files/output_folder.hpp"
#include "cli/interrupts/watch.hpp"
#include "cli/options/command_line.hpp"
#include "cli/options/common.hpp"
#include "cli/options/own_listing.hpp"
#include "cli/options/simulation_options.hpp"
#include "reports/pages/run_page.hpp"
#include "reports/tables/wide_table.hpp"
#include "reports/text/chart_notes.hpp"
#include "reports/text/rule_sources.hpp"
#include "studies/run/run_reports.hpp"
#include "studies/run/run_shard.hpp"

namespace combat_odds::cli {
namespace {

struct RunCommandInput {
  std::vector<std::string> files;
  OutputPlace out;
  SimulationInput simulation;
  OwnListing listing;
  bool wide = false;
};

/// More situations than this are only counted on the terminal, not shown.
constexpr std::size_t most_situations_shown = 40;

std::string what_is_written(const RunCommandInput& typed, std::size_t situations) {
  return fmt::format("{} situation{}: {}/{}{}\n", situations, situations == 1 ? "" : "s",
                     typed.out.folder, fmt::join(run_files, ", "),
                     typed.wide ? fmt::format(", {}", wide_file) : "");
}

/// Works the situations out and adds what is counted of each to `counts`, which may be null.
void evaluate_counted(SituationSource& all, const Charts& charts, const OddsOptions& options,
                      ShardWriter* counts, const std::function<void(SituationOdds&&)>& sink) {
  std::vector<Tally> counted(counts != nullptr ? evaluated_at_once : 0);
  std::size_t played = 0;
  evaluate(
      all, charts, options,
      [&](SituationOdds&& result) {
        if (counts != nullptr) {
          Tally& own = counted[played % evaluated_at_once];
          counts->add(run_shard_line(std::exchange(own, {})));
        }
        ++played;
        sink(std::move(result));
      },
      [&](const Rule& rule, std::uint64_t key, const OddsOptions& own, std::size_t situation) {
        return odds_of(rule, key, own,
                       counts != nullptr ? &counted[situation % evaluated_at_once] : nullptr);
      });
}

/// Simulates a part of every situation; false where it was cut short. The exact odds are for the
/// reports, once all parts are there.
bool play_part(SituationSource& all, const Charts& charts, OddsOptions part, ShardWriter& counts) {
  part.method = Method::monte_carlo;
  std::size_t complete = 0;
  evaluate_counted(all, charts, part, &counts,
                   [&](SituationOdds&& result) { complete += result.complete ? 1 : 0; });
  return complete == all.size();
}

void run(const RunCommandInput& typed, const Command& command, Library& library) {
  const SimulationOptions simulation(typed.simulation, library);
  const OddsOptions& options = simulation.odds();
  const ReportOptions& report = simulation.report();
  const Charts& charts = library.charts();
  typed.listing.load(library);
  const std::vector<TextFile> asked = read_files(typed.files);
  ScenarioLines all(asked, library);
  // Whoever adds parts up has all of their counts in memory.
  const bool in_parts = simulation.resumes() || simulation.sharded();
  if (in_parts && typed.wide) {
    throw OptionError("--wide", "does not go with --shard and --resume", "a run in one go");
  }
  if ((in_parts || typed.wide) && all.size() > most_situations)
    throw too_many_situations({asked[0].name});
  const std::set<std::string> used = check(all, charts);

  const WrittenCommand given = command_given(command);
  const ShardHead head{given,   run_shard_input(asked),         own_charts(charts),
                       options, rule_sources(all.procedures()), library.listing().files()};
  if (simulation.resumes()) {
    play_in_parts({typed.out, run_may_write(), head,
                   [&](const OddsOptions& part, ShardWriter& counts) {
                     return play_part(all, charts, part, counts);
                   }},
                  library,
                  Watch(simulation.control(), simulation.trials(all.size()), simulation.quiet()));
    if (!simulation.quiet()) print(what_is_written(typed, all.size()));
    return;
  }
  OutputFolder files(typed.out, run_may_write());
  RunReports reports(all.procedures(), used, charts, report, given, files.sink());
  std::optional<WideTable> wide;
  if (typed.wide) wide.emplace(report);
  std::optional<ShardWriter> shard;
  if (simulation.sharded()) {
    shard.emplace(head, files.sink());
  }

  const Watch watch(simulation.control(), simulation.trials(all.size()), simulation.quiet());
  std::vector<SituationOdds> shown;
  evaluate_counted(all, charts, options, shard ? &*shard : nullptr, [&](SituationOdds&& result) {
    reports.add(result);
    if (wide) wide->add(result);
    if (all.size() <= most_situations_shown) shown.push_back(std::move(result));
  });
  if (shard) shard->finish();
  if (wide) files.sink()(wide_file, wide->csv());
  files.commit();
  const std::uint64_t done = reports.situations() - (shard ? 0 : reports.not_played());
  watch.tell_interruption(
      fmt::format("what was simulated of {} of {} situations is written, the trials column tells "
                  "how much",
                  done, all.size()),
      reports.situations() == all.size() && reports.cut_short() == 0);

  if (simulation.quiet()) return;
  if (!shown.empty()) {
    print(comparison_table(shown, report, terminal_style(), terminal_width()));
  }
  print(chart_notes(used, charts, shown, terminal_width()));
  print(what_is_written(typed, done));
}

}  // namespace

void add_run(const Command& program, Library& library) {
  const Command command =
      program.add_command("run", "the odds of all situations of scenario files");
  const auto typed = std::make_shared<RunCommandInput>();
  command.add_option("SCENARIOS", typed->files, "scenario files (CSV)").required();
  add_output_options(command, typed->out);
  command.add_flag("--wide", typed->wide,
                   fmt::format("also {}: a line for each situation, with a column for each "
                               "parameter that was given, and for each outcome, event and measure "
                               "(its mean)",
                               wide_file));
  typed->listing.add_option(command);
  typed->simulation.add_to(command, SimulationInput::LongRuns::limits_and_shards);
  command.callback([typed, command, &library] { run(*typed, command, library); });
}

}  // namespace combat_odds::cli
