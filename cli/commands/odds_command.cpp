#include <fmt/format.h>

#include <optional>
#include <set>

#include "ask/headline.hpp"
#include "ask/named_vehicles.hpp"
#include "ask/said.hpp"
#include "ask/sample_situations.hpp"
#include "cli/files/output_file.hpp"
#include "cli/interrupts/watch.hpp"
#include "cli/options/command_line.hpp"
#include "cli/options/common.hpp"
#include "cli/options/link_options.hpp"
#include "cli/options/own_listing.hpp"
#include "cli/options/own_presets.hpp"
#include "cli/options/parameter_options.hpp"
#include "cli/show/page_file.hpp"
#include "cli/show/picture.hpp"
#include "cli/show/show_odds.hpp"
#include "reports/text/wrapped.hpp"
#include "studies/until/until.hpp"
#include "studies/what_matters/what_matters.hpp"

namespace combat_odds::cli {
namespace {

struct OddsCommandInput {
  ViewInput view;
  SimulationInput simulation;
  ProcedureOptions asked;
  OwnPresets presets;
  OwnListing listing;
  std::string until;
  std::string over;
  std::optional<Option> over_option;
  std::string what_matters;
  std::optional<Option> what_matters_option;
  LinkOptions link;
};

std::vector<GivenValue> values_given(const OddsCommandInput& typed, const Procedure& procedure,
                                     const Library& library) {
  std::vector<GivenValue> given = typed.asked.given();
  // Without --over it is the parameter of that name (sl.engagement).
  if (!typed.until.empty() && !typed.over_option->given()) {
    given.push_back({"until", typed.until, {"--until"}});
  }
  const Preset* const preset = typed.asked.preset.empty()
                                   ? nullptr
                                   : &library.preset(procedure, typed.asked.preset, {"--preset"});
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

void run_until(const OddsCommandInput& typed, const Procedure& procedure, Library& library) {
  if (typed.over.empty()) {
    print(swept_list(procedure));
    return;
  }
  if (typed.until.empty()) {
    throw OptionError("--over", "needs --until", "such as --until 'broken_or_worse >= 50%'");
  }
  const Condition condition = read_condition(typed.until, {"--until"});
  const SimulationOptions simulation(typed.simulation, library);
  const Watch watch(simulation.control(), 0, simulation.quiet());
  const Until found =
      until(procedure, values_given(typed, procedure, library), library.charts(), typed.over,
            condition, simulation.odds(), simulation.report().confidence);
  const Output output = typed.view.format.read();
  print(output.is_csv()    ? until_csv(found)
        : output.is_json() ? until_json(found)
                           : wrapped(until_text(found), terminal_width()));
}

std::string link_of(const OddsCommandInput& typed, const Procedure& procedure,
                    const Library& library) {
  return typed.link.link(procedure, values_given(typed, procedure, library), typed.asked.preset,
                         typed.simulation, library);
}

/// The view, with the link that a citation names: a rule of the user's own has none.
ViewInput view_of(const OddsCommandInput& typed, const Procedure& procedure,
                  const Library& library) {
  ViewInput view = typed.view;
  if (!view.cites()) return view;
  try {
    view.link = link_of(typed, procedure, library);
  } catch (const InputError&) {
  }
  return view;
}

/// What does not go with --what-matters.
void check_what_matters(const ViewInput& view) {
  const auto refuse = [](const char* option, bool given) {
    if (given)
      throw OptionError("--what-matters", fmt::format("does not go with {}", option),
                        "one of the two");
  };
  refuse("--by", !view.by.empty());
  refuse("--pivot", !view.pivot.empty());
  refuse("--why", view.why_option->given());
  refuse("--policy", !view.policy.empty());
  refuse("--columns", !view.columns.empty());
  refuse("--wide", view.wide);
  refuse("--plot-measure", !view.plot_measure.empty());
}

std::string what_matters_page(const WhatMatters& found, const ReportOptions& report,
                              const std::set<std::string>& used, const Library& library,
                              const WrittenCommand& given, PageFormat format) {
  std::vector<ChartSource> sources;
  for (const std::string& name : used) sources.push_back(library.charts().source(name));
  return page(format, "What matters?", [&](Page& page) {
    page.paragraph(headline(found.results.front()));
    page.paragraph(what_matters_sentence(found));
    if (found.moved.front().matters()) {
      page.figure([&](double width) { return what_matters_plot(found, report, {width, false}); });
    }
    page.table(what_matters_rows(found, report, true));
    add_charts(page, sources);
    add_command(page, "", given.program, sources, given.typed);
  });
}

void run_what_matters(const OddsCommandInput& typed, const Command& command,
                      const Procedure& procedure, Library& library) {
  const ViewInput& view = typed.view;
  check_what_matters(view);
  const Output output = view.format.read();
  const PageFile page_file(view.page, view.force, output.is_markdown());
  if (!view.plot.empty()) check_picture("--plot", view.plot, view.force);
  const WrittenCommand given = command_given(command);
  PictureWords picture = view.picture;
  picture.recipe = given.drawn;
  const SimulationOptions simulation(typed.simulation, library, picture);
  check_outputs();
  const Watch watch(simulation.control(), 0, simulation.quiet());
  const ReportOptions& report = simulation.report();
  std::set<std::string> used;
  const WhatMatters found = what_matters(procedure, values_given(typed, procedure, library),
                                         library.charts().recording(used), typed.what_matters,
                                         simulation.odds(), report.confidence);
  const auto page = [&] {
    return what_matters_page(found, report, used, library, given, page_file.format());
  };
  print(page_file.takes_output() ? page()
        : output.is_csv()        ? what_matters_csv(found, report)
        : output.is_json()
            ? what_matters_json(found, report)
            : what_matters_text(found, report, output.style(), terminal_width(), view.full));
  if (!view.plot.empty()) write_picture(view.plot, what_matters_plot(found, report));
  if (page_file.asked() && !page_file.takes_output()) page_file.write(page());
  watch.tell_interruption("what was played until then is shown", found.complete);
}

void run(const OddsCommandInput& typed, const Command& command, const Procedure& procedure,
         Library& library) {
  typed.presets.load(library);
  typed.listing.load(library);
  if (typed.link.asks()) {
    throw OptionError("--link", "takes no address behind a procedure",
                      "--link alone, or an address alone");
  }
  if (typed.link.asked()) {
    if (typed.over_option->given() || !typed.until.empty()) {
      throw OptionError("--link", "does not go with --until and --over", "a question");
    }
    return print(link_of(typed, procedure, library) + "\n");
  }
  if (typed.over_option->given()) return run_until(typed, procedure, library);
  if (typed.what_matters_option->given()) {
    return run_what_matters(typed, command, procedure, library);
  }
  if (!typed.until.empty() && procedure.parameter("until") == nullptr) {
    throw OptionError("--until", "needs --over", "a parameter to sweep; --over alone lists them");
  }
  const bool tells = !typed.view.show.empty() && typed.view.pivot.empty();
  std::optional<Procedure> told;
  if (tells) told = telling_first(procedure, quantities_in(typed.view.show));
  show_odds({procedure.name, told ? *told : procedure, values_given(typed, procedure, library),
             command_line},
            view_of(typed, procedure, library), typed.simulation, command, library);
}

/// Asks what the address of --link asks.
void run_link(OddsCommandInput& typed, const Command& command, Library& library) {
  typed.presets.load(library);
  const Question question = typed.link.question(library);
  const Procedure& procedure = library.procedure(question.procedure);
  typed.simulation.otherwise(question.options);
  typed.asked.preset = question.preset;
  std::vector<GivenValue> given;
  for (const auto& [parameter, text] : question.values) {
    given.push_back({parameter, text, {"--link"}});
  }
  if (!question.preset.empty()) {
    given = with_preset(std::move(given), library.preset(procedure, question.preset, {"--link"}));
  }
  show_odds({procedure.name, procedure, given, {"--link"}}, typed.view, typed.simulation, command,
            library);
}

/// A question that its first preset asks; without one, with what has to be given, or a sample.
std::string example(const Procedure& procedure, const Library& library) {
  const std::span<const Preset> presets = library.presets_of(procedure);
  Said asked;
  asked.procedure = procedure.name;
  if (!presets.empty()) {
    asked.values = presets.front().values;
    return "\nFor example: " + asked.command();
  }
  std::vector<GivenValue> given;
  for (const Parameter& parameter : procedure.parameters) {
    if (parameter.default_value) continue;
    const std::vector<std::string> values = values_to_try(parameter);
    asked.values.emplace_back(parameter.name, values[values.size() / 2]);
    given.push_back({parameter.name, values[values.size() / 2], {}});
  }
  try {
    Scenario("example", procedure, given, {}).rule(0, library.charts());
  } catch (const InputError&) {
    const std::vector<Scenario> samples = sample_situations(library, procedure, 1);
    if (samples.empty()) return "";
    asked.values.clear();
    for (const Parameter& parameter : procedure.parameters) {
      const std::string& value = samples.front().argument(0, parameter.name).text;
      if (value != parameter.default_value) asked.values.emplace_back(parameter.name, value);
    }
  }
  return "\nFor example: " + asked.command();
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
  const auto typed = std::make_shared<OddsCommandInput>();
  add_view_options(command, typed->view);
  command.add_option("--until", typed->until,
                     "the least value of --over that is enough, such as 'eliminated>=50%'");
  typed->over_option = command.add_option(
      "--over", typed->over, "with --until: the parameter to raise; alone: which can be");
  typed->over_option->expected(0, 1).type_name("[PARAMETER]");
  typed->what_matters_option = command.add_option(
      "--what-matters", typed->what_matters,
      "what one step of each parameter does to this outcome, event or measure; alone: to what the "
      "answer begins with");
  typed->what_matters_option->expected(0, 1).type_name("[EVENT]");
  typed->presets.add_option(command);
  typed->listing.add_option(command);
  typed->link.add_to(command);
  typed->simulation.add_to(command, SimulationInput::LongRuns::limits);
  command.require_command();
  command.footer("'combat-odds odds PROCEDURE --help' shows the parameters of a procedure.");
  command.callback([=, &library] {
    if (typed->link.asks()) run_link(*typed, command, library);
  });
  // Making commands and options takes time: a procedure gets its command when odds are asked for
  // and it is named, or none is, and its options when it is asked about.
  command.when_named([=, &library] {
    for (const Procedure* procedure : procedures_asked(command, library)) {
      const Command asked = command.add_command(procedure->name, procedure->summary);
      asked.fallthrough().group("Procedures");
      asked.footer(
          fmt::format("Units, weapons and vehicles go by the names printed on them: 'combat-odds "
                      "describe {}' shows where, and what its presets set. 'combat-odds odds "
                      "--help' has the options of all procedures (--full, --why, --by, --pivot, "
                      "--plot, --until ...).",
                      procedure->name));
      asked.when_named([=, &library] {
        // Presets are not read where nobody wants them.
        const bool for_help = command.is_wanted("--help") || command.is_wanted("-h");
        if (for_help) asked.description(procedure->summary + example(*procedure, library));
        typed->asked.add_to(asked, command, *procedure, library, typed->view.columns, for_help);
      });
      asked.callback([=, &library] { run(*typed, command, *procedure, library); });
    }
  });
}

}  // namespace combat_odds::cli
