#include <fmt/format.h>

#include "cli/command_line.hpp"
#include "cli/common.hpp"
#include "cli/own_presets.hpp"
#include "cli/page_file.hpp"
#include "cli/parameter_options.hpp"
#include "cli/picture.hpp"
#include "cli/simulation_options.hpp"
#include "cli/view.hpp"
#include "cli/watch.hpp"
#include "combat_odds/core/number_text.hpp"
#include "combat_odds/reports/why_report.hpp"
#include "combat_odds/reports/wrapped.hpp"
#include "combat_odds/studies/until/until.hpp"

namespace combat_odds::cli {
namespace {

struct Call {
  ViewWords view;
  SimulationWords simulation;
  ProcedureOptions asked;
  OwnPresets presets;
  std::string why;
  std::optional<Option> why_option;
  std::string tree;
  std::string until;
  std::string over;
  std::optional<Option> over_option;
};

/// How many rolls deep --why goes; 0: it was not asked for.
int why_depth(const Call& call) {
  constexpr int deepest = 9;
  if (!call.why_option->given()) {
    if (call.tree.empty()) return 0;
    throw InputError({"--tree", 0, 0}, "needs --why", "how many rolls deep");
  }
  const std::optional<int> depth = call.why.empty() ? 1 : number_in<int>(call.why);
  if (!depth || *depth < 1 || *depth > deepest) {
    throw bad_option("--why", call.why, fmt::format("a whole number from 1 to {}", deepest));
  }
  if (!call.view.by.empty() || !call.view.pivot.empty() || call.view.format == "csv") {
    throw InputError({"--why", 0, 0}, "does not go with --by, --pivot or --format csv",
                     "a table, JSON or a page of the odds themselves");
  }
  return *depth;
}

std::vector<GivenValue> values_given(const Call& call, const Procedure& procedure,
                                     const Library& library) {
  std::vector<GivenValue> given = call.asked.parameters.given();
  // Without --over it is the parameter of that name (sl.engagement).
  if (!call.until.empty() && !call.over_option->given()) {
    given.push_back({"until", call.until, {"--until", 0, 0}});
  }
  if (call.asked.preset.empty()) return given;
  return with_preset(std::move(given),
                     library.preset(procedure, call.asked.preset, {"--preset", 0, 0}));
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
  const std::string& format = call.view.format;
  print(format == "csv"    ? until_csv(found)
        : format == "json" ? until_json(found)
                           : wrapped(until_text(found), terminal_width()));
}

void run(const Call& call, const Command& command, const Procedure& procedure, Library& library) {
  ViewWords words = call.view;
  words.format = read_choice("--format", words.format, {"table", "csv", "json", "markdown"});
  call.presets.load(library);
  if (call.over_option->given()) return run_until(call, procedure, library);
  if (!call.until.empty() && procedure.parameter("until") == nullptr) {
    throw InputError({"--until", 0, 0}, "needs --over",
                     "a parameter to sweep; --over alone lists them");
  }
  const std::unique_ptr<View> view = view_asked(words);
  const int depth = why_depth(call);
  const PageFile page(words.page);
  const WrittenCommand given_command = command_given(command);
  const SimulationOptions simulation(call.simulation, library, given_command.typed);
  if (!words.plot.empty()) check_plot(words.plot);
  if (!call.tree.empty()) check_plot(call.tree);

  const Scenario scenario(procedure.name, procedure, values_given(call, procedure, library),
                          Place{});
  const std::vector<Situation> all = situations({&scenario, 1});
  if (!words.by.empty() && all.size() < 2) {
    throw InputError({"--by", 0, 0}, "there is only one situation to compare",
                     "give a parameter several values: 4,8,12");
  }
  view->check({&scenario, 1}, all);
  if (!words.plot.empty()) view->check_picture({&scenario, 1}, all.size());
  if (depth > 0 && all.size() > most_plotted) {
    throw InputError({"--why", 0, 0}, fmt::format("{} situations are too many", all.size()),
                     fmt::format("at most {}", most_plotted));
  }
  if (!call.tree.empty() && all.size() > 1) {
    throw InputError({"--tree", 0, 0}, "there are several situations", "one tree for one of them");
  }
  const std::set<std::string> charts = check(all, library.charts());

  const Watch watch(simulation.control(), simulation.trials(all.size()), simulation.quiet());
  const bool one_by_one =
      words.format == "csv" && view->one_by_one() && words.plot.empty() && !page.asked();
  if (one_by_one) print(distribution_header());
  std::size_t done = 0;
  std::vector<SituationOdds> results;
  evaluate(all, library.charts(), simulation.odds(), [&](SituationOdds&& result) {
    ++done;
    if (one_by_one) {
      print(distribution_lines(result, simulation.report()));
    } else {
      results.push_back(std::move(result));
    }
  });
  if (!one_by_one) {
    Shown shown{results, charts, library, simulation, given_command, {}, call.tree};
    for (std::size_t i = 0; depth > 0 && i < results.size(); ++i) {
      shown.why.push_back(
          why(results[i].situation, library.charts(), depth, simulation.odds(), {"--why", 0, 0}));
    }
    show(*view, words, shown);
  }
  watch.tell_interruption(shown_of(done, all.size()), done == all.size());
}

void add_view_options(const Command& command, Call& call) {
  ViewWords& view = call.view;
  command.add_option("--format", view.format, "how to print the odds")
      .type_name("table|csv|json|markdown")
      .shows_default();
  command.add_flag("--full", view.full,
                   "all outcomes, intervals and values, not only what matters");
  call.why_option = command.add_option(
      "--why", call.why, "how the answer comes about: the first roll, or the first so many");
  call.why_option->expected(0, 1).type_name("[ROLLS]");
  command.add_option("--tree", call.tree, "with --why: draw it to this .svg, .png or .pdf");
  command.add_option("--until", call.until,
                     "the least value of --over that is enough, such as 'eliminated>=50%'");
  call.over_option = command.add_option(
      "--over", call.over, "with --until: the parameter to raise; alone: which can be");
  call.over_option->expected(0, 1).type_name("[PARAMETER]");
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
  command.add_option("--relative-to", view.relative_to,
                     "differences to this: with --pivot a row or column such as drm=0, with --by "
                     "a situation");
  command.add_option(
      "--plot", view.plot,
      "draw the odds, the ranking (--by) or the table (--pivot) to this .svg, .png or .pdf");
  command.add_option("--plot-measure", view.plot_measure,
                     "draw the distribution of this measure, not the outcomes");
  command.add_option("--page", view.page,
                     "write a page with all of it to this .html or .md; - prints it");
}

}  // namespace

void add_odds(const Command& program, Library& library) {
  const Command command = program.add_command("odds", "the odds of one procedure");
  const auto call = std::make_shared<Call>();
  add_view_options(command, *call);
  call->presets.add_option(command);
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
      asked.callback([=, &library] { run(*call, command, *procedure, library); });
    }
  });
}

}  // namespace combat_odds::cli
