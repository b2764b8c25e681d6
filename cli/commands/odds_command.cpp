#include <fmt/format.h>

#include "ask/named_vehicles.hpp"
#include "cli/interrupts/watch.hpp"
#include "cli/options/common.hpp"
#include "cli/options/link_options.hpp"
#include "cli/options/own_listing.hpp"
#include "cli/options/own_presets.hpp"
#include "cli/options/parameter_options.hpp"
#include "cli/show/show_odds.hpp"
#include "reports/text/wrapped.hpp"
#include "studies/until/until.hpp"

namespace combat_odds::cli {
namespace {

struct Call {
  ViewWords view;
  SimulationWords simulation;
  ProcedureOptions asked;
  OwnPresets presets;
  OwnListing listing;
  std::string until;
  std::string over;
  std::optional<Option> over_option;
  LinkOptions link;
};

std::vector<GivenValue> values_given(const Call& call, const Procedure& procedure,
                                     const Library& library) {
  std::vector<GivenValue> given = call.asked.given();
  // Without --over it is the parameter of that name (sl.engagement).
  if (!call.until.empty() && !call.over_option->given()) {
    given.push_back({"until", call.until, {"--until", 0, 0}});
  }
  const Preset* const preset =
      call.asked.preset.empty() ? nullptr
                                : &library.preset(procedure, call.asked.preset, {"--preset", 0, 0});
  return with_vehicles(std::move(given), preset, procedure, library.listing(), library.charts());
}

/// What --over can name.
std::string swept_list(const Procedure& procedure) {
  std::string text = fmt::format("{} can be swept over:\n", procedure.name);
  for (const Parameter* parameter : swept_parameters(procedure)) {
    text +=
        fmt::format("  {}: {} ({})\n", parameter->name, parameter->meaning, parameter->allowed());
  }
  return text;
}

void run_until(const Call& call, const Procedure& procedure, Library& library) {
  if (call.over.empty()) {
    print(swept_list(procedure));
    return;
  }
  if (call.until.empty()) {
    throw InputError({"--over", 0, 0}, "needs --until", "what is to be reached");
  }
  const Condition condition = read_condition(call.until, {"--until", 0, 0});
  const SimulationOptions simulation(call.simulation, library);
  const Watch watch(simulation.control(), 0, simulation.quiet());
  const Until found =
      until(procedure, values_given(call, procedure, library), library.charts(), call.over,
            condition, simulation.odds(), simulation.report().confidence);
  const std::string format =
      read_choice("--format", call.view.format, {"table", "csv", "json", "markdown"});
  print(format == "csv"    ? until_csv(found)
        : format == "json" ? until_json(found)
                           : wrapped(until_text(found), terminal_width()));
}

void run(const Call& call, const Command& command, const Procedure& procedure, Library& library) {
  call.presets.load(library);
  call.listing.load(library);
  if (call.link.asks()) {
    throw InputError({"--link", 0, 0}, "takes no address behind a procedure",
                     "--link alone, or an address alone");
  }
  if (call.link.asked()) {
    if (call.over_option->given() || !call.until.empty()) {
      throw InputError({"--link", 0, 0}, "does not go with --until and --over", "a question");
    }
    call.link.print_link(procedure, values_given(call, procedure, library), call.asked.preset,
                         call.simulation, library);
    return;
  }
  if (call.over_option->given()) return run_until(call, procedure, library);
  if (!call.until.empty() && procedure.parameter("until") == nullptr) {
    throw InputError({"--until", 0, 0}, "needs --over",
                     "a parameter to sweep; --over alone lists them");
  }
  show_odds({procedure.name, procedure, values_given(call, procedure, library), Place{}}, call.view,
            call.simulation, command, library);
}

/// Asks what the address of --link asks.
void run_link(Call& call, const Command& command, Library& library) {
  call.presets.load(library);
  const Question question = call.link.question(library);
  const Procedure& procedure = library.procedure(question.procedure);
  call.simulation.otherwise(question.options);
  call.asked.preset = question.preset;
  std::vector<GivenValue> given;
  for (const auto& [parameter, text] : question.values) {
    given.push_back({parameter, text, {"--link", 0, 0}});
  }
  if (!question.preset.empty()) {
    given =
        with_preset(std::move(given), library.preset(procedure, question.preset, {"--link", 0, 0}));
  }
  show_odds({procedure.name, procedure, given, {"--link", 0, 0}}, call.view, call.simulation,
            command, library);
}

/// Those that the command line names; all where it names none.
std::vector<const Procedure*> procedures_asked(const Command& command, const Library& library) {
  std::vector<const Procedure*> named;
  for (const std::string& name : library.procedure_names()) {
    if (command.is_wanted(name)) named.push_back(library.find(name));
  }
  return named.empty() ? library.procedures() : named;
}

}  // namespace

void add_odds(const Command& program, Library& library) {
  const Command command = program.add_command("odds", "the odds of one procedure");
  const auto call = std::make_shared<Call>();
  add_view_options(command, call->view);
  command.add_option("--until", call->until,
                     "the least value of --over that is enough, such as 'eliminated>=50%'");
  call->over_option = command.add_option(
      "--over", call->over, "with --until: the parameter to raise; alone: which can be");
  call->over_option->expected(0, 1).type_name("[PARAMETER]");
  call->presets.add_option(command);
  call->listing.add_option(command);
  call->link.add_to(command);
  call->simulation.add_to(command, SimulationWords::LongRuns::limits);
  command.require_command();
  command.footer("'combat-odds odds PROCEDURE --help' shows the parameters of a procedure.");
  command.callback([=, &library] {
    if (call->link.asks()) run_link(*call, command, library);
  });
  // Making commands and options takes time: a procedure gets its command when odds are asked for
  // and it is named, or none is, and its options when it is asked about.
  command.when_named([=, &library] {
    for (const Procedure* procedure : procedures_asked(command, library)) {
      const Command asked = command.add_command(procedure->name, procedure->summary);
      asked.fallthrough().group("Procedures");
      asked.footer(
          fmt::format("Units, weapons and vehicles go by the names printed on them: 'combat-odds "
                      "describe {}' tells where, and what its presets set.",
                      procedure->name));
      asked.when_named([=, &library] {
        call->asked.add_to(asked, command, *procedure, library, call->view.columns);
      });
      asked.callback([=, &library] { run(*call, command, *procedure, library); });
    }
  });
}

}  // namespace combat_odds::cli
