#include <fmt/format.h>

#include "cli/common.hpp"
#include "cli/parameter_options.hpp"
#include "cli/picture.hpp"
#include "cli/simulation_options.hpp"
#include "cli/view.hpp"
#include "cli/watch.hpp"

namespace combat_odds::cli {
namespace {

struct Call {
  ViewWords view;
  SimulationWords simulation;
  ProcedureOptions asked;
};

void run(const Call& call, const Procedure& procedure, Library& library) {
  read_choice("--format", call.view.format, {"table", "csv", "json", "markdown"});
  const std::unique_ptr<View> view = view_asked(call.view);
  const SimulationOptions simulation(call.simulation, library);
  const ReportOptions& report = simulation.report();
  if (!call.view.plot.empty()) check_plot(call.view.plot);

  std::vector<GivenValue> given = call.asked.parameters.given();
  if (!call.asked.preset.empty()) {
    given = with_preset(std::move(given),
                        library.preset(procedure, call.asked.preset, {"--preset", 0, 0}));
  }
  const Scenario scenario(procedure.name, procedure, given, Place{});
  const std::vector<Situation> all = situations({&scenario, 1});
  if (!call.view.by.empty() && all.size() < 2) {
    throw InputError({"--by", 0, 0}, "there is only one situation to compare",
                     "give a parameter several values: 4,8,12");
  }
  view->check({&scenario, 1}, all);
  if (!call.view.plot.empty()) view->check_picture({&scenario, 1}, all.size());
  const std::set<std::string> charts = check(all, library.charts());

  const Watch watch(simulation.control(), simulation.trials(all.size()), simulation.quiet());
  const bool one_by_one = call.view.format == "csv" && view->one_by_one() && call.view.plot.empty();
  if (one_by_one) print(distribution_header());
  std::size_t done = 0;
  std::vector<SituationOdds> results;
  evaluate(all, library.charts(), simulation.odds(), [&](SituationOdds&& result) {
    ++done;
    if (one_by_one) {
      print(distribution_lines(result, report));
    } else {
      results.push_back(std::move(result));
    }
  });
  if (!one_by_one) show(*view, call.view, results, simulation, charts, library.charts());
  watch.tell_interruption(shown_of(done, all.size()), done == all.size());
}

void add_view_options(const Command& command, ViewWords& view) {
  command.add_option("--format", view.format, "how to print the odds")
      .type_name("table|csv|json|markdown")
      .shows_default();
  command.add_option("--by", view.by,
                     "rank several situations by an outcome, event or measure (its mean), by "
                     "'casualties>=2' of a measure or by a ratio such as squads/cpp");
  command.add_option("--better", view.better, "with --by: higher or lower [higher]");
  command
      .add_option("--pivot", view.pivot,
                  "a two-way table: the parameters of its rows and of its columns")
      .expected(2)
      .type_name("ROWS COLUMNS");
  command.add_option("--show", view.show, "with --pivot: what its cells show, named as for --by");
  command.add_option(
      "--plot", view.plot,
      "draw the odds, the ranking (--by) or the table (--pivot) to this .svg, .png or .pdf");
  command.add_option("--plot-measure", view.plot_measure,
                     "draw the distribution of this measure, not the outcomes");
}

}  // namespace

void add_odds(const Command& program, Library& library) {
  const Command command = program.add_command("odds", "the odds of one procedure");
  const auto call = std::make_shared<Call>();
  add_view_options(command, call->view);
  call->simulation.add_to(command, SimulationWords::LongRuns::limits);
  command.require_command();
  command.footer("'combat-odds odds PROCEDURE --help' shows the parameters of a procedure.");
  // Making commands and options takes time: a procedure gets its command when odds are asked for,
  // and its options when it is asked about.
  command.when_named([=, &library] {
    for (const Procedure* procedure : library.procedures()) {
      const Command asked = command.add_command(procedure->name, procedure->summary);
      asked.fallthrough().group("Procedures");
      asked.footer(
          fmt::format("Units, weapons and vehicles go by the names printed on them: 'combat-odds "
                      "describe {}' tells where, and what its presets set.",
                      procedure->name));
      asked.when_named([=, &library] {
        call->asked.add_to(asked, command, *procedure, library, call->view.columns);
      });
      asked.callback([=, &library] { run(*call, *procedure, library); });
    }
  });
}

}  // namespace combat_odds::cli
