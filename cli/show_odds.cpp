#include "cli/show_odds.hpp"

#include <set>

#include "cli/common.hpp"
#include "cli/picture.hpp"
#include "cli/watch.hpp"

namespace combat_odds::cli {

void show_odds(const Scenario& scenario, const ViewWords& words, const SimulationWords& simulating,
               Library& library) {
  read_choice("--format", words.format, {"table", "csv", "json", "markdown"});
  const std::unique_ptr<View> view = view_asked(words);
  const SimulationOptions simulation(simulating, library);
  const ReportOptions& report = simulation.report();
  if (!words.plot.empty()) check_plot(words.plot);

  const std::vector<Situation> all = situations({&scenario, 1});
  if (!words.by.empty() && all.size() < 2) {
    throw InputError({"--by", 0, 0}, "there is only one situation to compare",
                     "give a parameter several values: 4,8,12");
  }
  view->check({&scenario, 1}, all);
  if (!words.plot.empty()) view->check_picture({&scenario, 1}, all.size());
  const std::set<std::string> charts = check(all, library.charts());

  const Watch watch(simulation.control(), simulation.trials(all.size()), simulation.quiet());
  const bool one_by_one = words.format == "csv" && view->one_by_one() && words.plot.empty();
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
  if (!one_by_one) show(*view, words, results, simulation, charts, library.charts());
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

}  // namespace combat_odds::cli
