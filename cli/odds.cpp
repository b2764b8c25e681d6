#include <fmt/format.h>

#include "cli/common.hpp"
#include "cli/parameter_options.hpp"
#include "cli/show_odds.hpp"

namespace combat_odds::cli {
namespace {

struct Call {
  ViewWords view;
  SimulationWords simulation;
  ProcedureOptions asked;
};

void run(const Call& call, const Procedure& procedure, Library& library) {
  std::vector<GivenValue> given = call.asked.parameters.given();
  if (!call.asked.preset.empty()) {
    given = with_preset(std::move(given),
                        library.preset(procedure, call.asked.preset, {"--preset", 0, 0}));
  }
  show_odds({procedure.name, procedure, given, Place{}}, call.view, call.simulation, library);
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
