#include "cli/show_odds.hpp"

#include <set>

#include "cli/common.hpp"
#include "cli/picture.hpp"
#include "cli/watch.hpp"
#include "combat_odds/reports/json_report.hpp"

namespace combat_odds::cli {

void show_odds(const Scenario& scenario, const ViewWords& words, const SimulationWords& simulating,
               Library& library) {
  const std::string format =
      read_choice("--format", words.format, {"table", "csv", "json", "markdown"});
  const std::unique_ptr<View> view = view_asked(words);
  const SimulationOptions simulation(simulating, library);
  const ReportOptions& report = simulation.report();
  if (!words.plot.empty()) check_plot(words.plot);

  const std::vector<Situation> all = situations({&scenario, 1});
  view->check(scenario, all);
  if (!words.plot.empty()) view->check_picture(scenario, all.size());
  const std::set<std::string> charts = check(all, library.charts());

  const Watch watch(simulation.control(), simulation.trials(all.size()), simulation.quiet());
  const bool one_by_one = format == "csv" && view->one_by_one() && words.plot.empty();
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
  if (!one_by_one) {
    if (results.empty()) throw SystemError("stopped before anything was simulated");
    try {
      if (format == "json") {
        print(json_report(results, report, charts, library.charts()));
      } else if (format == "csv") {
        print(view->csv(results, report));
      } else {
        const TableStyle style = format == "markdown" ? TableStyle::markdown : terminal_style();
        print(view->table(results, report, style));
        if (!simulation.quiet()) print(chart_notes(charts, library.charts()));
      }
    } catch (const InputError&) {  // a name that could have occurred did not
      print(comparison_table(results, report, terminal_style()));
      throw;
    }
    if (!words.plot.empty()) write_picture(words.plot, view->picture(results, report));
  }
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
