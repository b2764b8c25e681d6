#include <algorithm>

#include "ask/scenario_file.hpp"
#include "cli/files/input_file.hpp"
#include "cli/files/output_file.hpp"
#include "cli/interrupts/watch.hpp"
#include "cli/options/command_line.hpp"
#include "cli/options/common.hpp"
#include "cli/options/own_listing.hpp"
#include "cli/options/simulation_options.hpp"
#include "cli/show/page_file.hpp"
#include "cli/show/picture.hpp"
#include "cli/show/view.hpp"

namespace combat_odds::cli {
namespace {

struct CompareCommandInput {
  std::vector<std::string> files;
  ViewInput view;
  SimulationInput simulation;
  OwnListing listing;
};

void run(const CompareCommandInput& typed, const Command& command, Library& library) {
  ViewInput words = typed.view;
  words.output = words.format.read();
  const std::unique_ptr<View> view = view_asked(words);
  const PageFile page(words.page, words.force);
  const WrittenCommand given = command_given(command);
  words.picture.recipe = given.drawn;
  const SimulationOptions simulation(typed.simulation, library, words.picture);
  typed.listing.load(library);
  const Charts& charts = library.charts();
  const std::vector<Scenario> scenarios = read_scenario_files(read_files(typed.files), library);
  const std::vector<Situation> all = situations(scenarios);
  const std::set<std::string> used = check(all, charts);
  view->check(scenarios, all);
  if (!words.plot.empty()) {
    check_picture("--plot", words.plot, words.force);
    view->check_picture(scenarios, all.size());
  }

  check_outputs();
  const Watch watch(simulation.control(), simulation.trials(all.size()), simulation.quiet());
  std::vector<SituationOdds> results;
  evaluate(all, charts, simulation.odds(),
           [&](SituationOdds&& result) { results.push_back(std::move(result)); });
  show(*view, words, {results, used, library, simulation, given, {}, {}, {}});
  watch.tell_interruption(
      shown_of(results.size(), all.size()),
      results.size() == all.size() && std::ranges::all_of(results, &SituationOdds::complete));
}

}  // namespace

void add_compare(const Command& program, Library& library) {
  const Command command =
      program.add_command("compare", "rank the situations of scenario files, best first");
  const auto typed = std::make_shared<CompareCommandInput>();
  command.add_option("SCENARIOS", typed->files, "scenario files (CSV)").required();
  command
      .add_option("--by", typed->view.by,
                  "an outcome, event or measure (its mean); 'casualties>=2' of a measure; or a "
                  "ratio such as squads/cpp")
      .required();
  command.add_option("--better", typed->view.better,
                     "higher or lower [higher, but lower of turns of arrival]");
  typed->view.format = OutputWords({"table", "csv", "markdown"});
  typed->view.format.add_to(command, "how to print the ranking");
  command.add_option("--plot", typed->view.plot, "draw the ranking to this .svg, .png or .pdf");
  add_titles(command, typed->view.picture);
  command.add_option("--relative-to", typed->view.relative_to,
                     "differences to this situation, too, not only to the best");
  command.add_option("--page", typed->view.page,
                     "write a page with all of it to this .html or .md; - prints it");
  add_force(command, typed->view.force);
  typed->listing.add_option(command);
  typed->simulation.add_to(command, SimulationInput::LongRuns::limits);
  command.callback([typed, command, &library] { run(*typed, command, library); });
}

}  // namespace combat_odds::cli
