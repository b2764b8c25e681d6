#include "cli/show/show_odds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ask/headline.hpp"
#include "ask/measure_event.hpp"
#include "ask/repeated_event.hpp"
#include "cli/files/inputs.hpp"
#include "cli/files/output_file.hpp"
#include "cli/interrupts/watch.hpp"
#include "cli/options/command_line.hpp"
#include "cli/options/common.hpp"
#include "cli/show/page_file.hpp"
#include "cli/show/picture.hpp"
#include "core/text/number_text.hpp"
#include "core/text/option_error.hpp"
#include "reports/tables/plot.hpp"
#include "reports/tables/quantity.hpp"

namespace combat_odds::cli {
namespace {

/// --wide is CSV, whether or not --format says so.
Output output_of(const ViewInput& words) {
  const Output output = words.format.read();
  if (!words.wide) return output;
  if (output.is_json() || output.is_markdown() || words.cites()) {
    throw OptionError("--wide", "is for CSV", "--format csv, and no --cite");
  }
  return Output("csv");
}

/// How many rolls deep --why goes; 0: it was not asked for.
int why_depth(const ViewInput& words) {
  if (!words.why_option->given()) {
    if (words.tree.empty()) return 0;
    throw OptionError("--tree", "needs --why", "how many rolls deep, such as --why 2");
  }
  const std::optional<int> depth = words.why.empty() ? 1 : number_in<int>(words.why);
  if (!depth || *depth < 1 || *depth > deepest_why) {
    throw bad_option("--why", words.why, fmt::format("a whole number from 1 to {}", deepest_why));
  }
  if (!words.by.empty() || !words.pivot.empty() || words.output.is_csv()) {
    throw OptionError("--why", "does not go with --by, --pivot or --format csv",
                      "a table, JSON or a page of the odds themselves");
  }
  return *depth;
}

void check_files(const ViewInput& words) {
  if (!words.plot.empty()) check_picture("--plot", words.plot, words.force);
  if (!words.tree.empty()) check_picture("--tree", words.tree, words.force);
  if (words.policy == "-") {
    note_output("--policy", words.policy);
  } else if (!words.policy.empty()) {
    name_output("--policy", words.policy, words.force);
  }
}

void check_situations(const ViewInput& words, const View& view, const Scenario& scenario,
                      std::span<const Situation> all, int depth) {
  if (!words.by.empty() && all.size() < 2) {
    throw OptionError("--by", "needs several situations to compare",
                      "a parameter with several values, such as 4,8,12");
  }
  view.check({&scenario, 1}, all);
  if (!words.plot.empty()) view.check_picture({&scenario, 1}, all.size());
  if (depth > 0 && all.size() > most_plotted) {
    throw OptionError("--why", fmt::format("{} situations are too many", all.size()),
                      fmt::format("at most {}", most_plotted));
  }
  if (!words.cited.empty()) Quantity::check(words.cited, "--cite", all);
  if (!words.tree.empty() && all.size() > 1) {
    throw OptionError("--tree", "takes one situation", "one value for each parameter");
  }
}

/// Adds the events that --show makes of measures, and of what comes so often. Throws InputError
/// where the situation has none of what they are made of.
void add_asked_events(SituationOdds& result, const std::vector<std::string>& shown) {
  if (result.odds.chances.empty()) return;
  for (const std::string& name : shown) {
    const auto repeated = repeated_event(name, "--show");
    const std::string& once = repeated ? repeated->once : name;
    const auto event = measure_event(once, "--show");
    const bool is_there =
        !event || std::ranges::any_of(result.odds.chances, [&](const Chance& chance) {
          return chance.kind == Chance::Kind::measure && chance.name == event->measure;
        });
    if (!is_there) {
      throw OptionError("--show",
                        fmt::format("{} has no measure '{}'", result.name, event->measure),
                        "an outcome or event is asked for by its name alone");
    }
    if (!repeated || event) continue;
    if (!Quantity(once, "--show", {&result, 1}).is_probability()) throw no_event("--show", once);
  }
  add_events(result.odds, shown);
}

/// Adds what best play comes to, where it was asked for. A CSV of odds shows none of it.
void add_best_play(Shown& shown, const ViewInput& words) {
  const std::vector<SituationOdds>& results = shown.results;
  const bool plays_best =
      !results.empty() && std::ranges::all_of(results, [](const SituationOdds& result) {
        return result.policy != nullptr;
      });
  if (!plays_best && !words.policy.empty()) {
    throw OptionError("--policy", "needs --best", "what the best play aims at");
  }
  if (!plays_best || words.output.is_csv()) return;
  for (std::size_t i = 0; i < std::min(results.size(), most_plotted); ++i) {
    shown.best.push_back(best_answer(results[i], shown.library.charts(), shown.simulation.odds()));
  }
}

/// Adds how the answers come about. False where --time-limit or a signal left some of it out.
bool add_why(Shown& shown, int depth) {
  bool complete = true;
  for (std::size_t i = 0; depth > 0 && i < shown.results.size(); ++i) {
    shown.by_step.push_back(
        odds_by_step(shown.results[i].situation, shown.library.charts(), shown.simulation.odds()));
    shown.why.push_back(why(shown.results[i].situation, shown.library.charts(), depth,
                            shown.simulation.odds(), {"--why"}));
    if (shown.why.back() == nullptr && shown.simulation.control().stopped()) complete = false;
  }
  return complete;
}

}  // namespace

void show_odds(const Scenario& scenario, const ViewInput& asked, const SimulationInput& simulating,
               const Command& command, Library& library, const NameOf& name) {
  ViewInput words = asked;
  words.output = output_of(words);
  const std::unique_ptr<View> view = view_asked(words);
  const int depth = why_depth(words);
  const PageFile page(words.page, words.force);
  const WrittenCommand given_command = command_given(command);
  words.picture.recipe = given_command.drawn;
  const SimulationOptions simulation(simulating, library, words.picture);
  check_files(words);
  const std::vector<std::string> shown = quantities_in(words.show);
  const bool one_by_one = words.output.is_csv() && view->one_by_one() && words.plot.empty() &&
                          words.policy.empty() && !page.asked() && shown.empty();
  SituationsOf all({&scenario, 1}, one_by_one ? most_streamed_situations : most_situations);
  if (!one_by_one) check_situations(words, *view, scenario, all.some(0, all.size()), depth);
  const std::set<std::string> charts = check(all, library.charts());

  check_outputs();
  const Watch watch(simulation.control(), simulation.trials(all.size()), simulation.quiet());
  if (one_by_one) print(distribution_header());
  std::size_t done = 0;
  bool complete = true;
  std::vector<SituationOdds> results;
  evaluate(all, library.charts(), simulation.odds(), [&](SituationOdds&& result) {
    ++done;
    complete = complete && result.complete;
    if (name) result.name = name(result.situation);
    if (words.pivot.empty()) add_asked_events(result, shown);
    if (one_by_one) {
      print(distribution_lines(result, simulation.report()));
    } else {
      results.push_back(std::move(result));
    }
  });
  if (!one_by_one) {
    Shown shown{results, charts, library, simulation, given_command, {}, {}, words.tree, {}};
    add_best_play(shown, words);
    complete = add_why(shown, depth) && complete;
    show(*view, words, shown);
  }
  watch.tell_interruption(shown_of(done, all.size()), complete && done == all.size());
}

void add_view_options(const Command& command, ViewInput& view) {
  view.format.add_to(command, "how to print the odds");
  command.add_flag("--full", view.full,
                   "all outcomes, intervals and values, not only what matters");
  view.why_option = command.add_option(
      "--why", view.why, "how the answer comes about: the first roll, or the first so many");
  view.why_option->expected(0, 1).type_name("[ROLLS]");
  command.add_option("--tree", view.tree, "with --why: draw it to this .svg, .png or .pdf");
  command.add_option(
      "--policy", view.policy,
      "with --best: every situation and what to do there, to this .csv; - prints it");
  command.add_option("--by", view.by,
                     "rank several situations by an outcome, event or measure (its mean), by "
                     "'casualties>=2' of a measure, by a ratio such as squads/cpp or by "
                     "'broken>=1 of 3': that it comes at least once in three times");
  command.add_option("--better", view.better,
                     "with --by: higher or lower [higher, but lower of turns of arrival]");
  command
      .add_option("--pivot", view.pivot,
                  "a two-way table: the parameters of its rows and of its columns")
      .expected(2)
      .type_name("ROWS COLUMNS");
  command.add_option(
      "--show", view.show,
      "what the answer begins with, a list of outcomes, events and measures, named as for --by; with "
      "--plot what is drawn, with --format csv what is written; with --pivot what its cells show, "
      "one [what the answer's sentence is about]");
  command.add_flag(
      "--wide", view.wide,
      "CSV with a line for each situation: a column for each parameter that was given, "
      "then one for each outcome, event and measure (its mean), or for what --show "
      "names; what can't happen is 0");
  command.add_option("--relative-to", view.relative_to,
                     "differences to this: with --pivot a row or column such as drm=0, with --by "
                     "a situation");
  command.add_option(
      "--plot", view.plot,
      "draw the odds, the ranking (--by) or the table (--pivot) to this .svg, .png or .pdf");
  command.add_option("--plot-measure", view.plot_measure,
                     "draw the distribution of this measure, not the outcomes");
  add_titles(command, view.picture);
  command.add_option("--page", view.page,
                     "write a page with all of it to this .html or .md; - prints it");
  view.cite_option = command.add_option(
      "--cite", view.cited,
      "in place of the table: the numbers that the answer's sentence is about, or one named as for "
      "--by, as an author names them: with the version, the rule, the question, the fraction and a "
      "link");
  view.cite_option->expected(0, 1).type_name("[EVENT]");
  add_force(command, view.force);
}

}  // namespace combat_odds::cli
