#include "cli/files/output_file.hpp"
#include "cli/options/common.hpp"
#include "cli/show/page_file.hpp"
#include "cli/show/picture.hpp"
#include "cli/show/view.hpp"
#include "core/text/shell_word.hpp"
#include "reports/pages/answer_page.hpp"
#include "reports/pages/run_page.hpp"
#include "reports/tables/best_report.hpp"
#include "reports/tables/quantity.hpp"
#include "reports/tables/why_report.hpp"
#include "reports/text/chart_notes.hpp"
#include "reports/text/citation.hpp"
#include "reports/text/json_report.hpp"
#include "reports/text/wrapped.hpp"

namespace combat_odds::cli {
namespace {

/// What parts a situation's tables from what stands above them: its name, where there are several.
std::string space_above(const Shown& shown, const SituationOdds& result) {
  return shown.results.size() > 1 ? "\n" + reader_name(result) + "\n" : "\n";
}

std::string why_text(const Shown& shown, const Screen& screen, bool full) {
  const std::size_t width = full ? 0 : screen.width;
  const ReportOptions& report = shown.simulation.report();
  std::string text;
  for (std::size_t i = 0; i < shown.why.size(); ++i) {
    const SituationOdds& result = shown.results[i];
    const std::vector<OddsAfterStep>& steps = shown.by_step[i];
    if (!steps.empty()) {
      text +=
          space_above(shown, result) + by_step_table(steps, result, report, screen.style, width);
    }
    if (shown.why[i] != nullptr) {
      text += space_above(shown, result) +
              why_table(*shown.why[i], result, report, screen.style, width);
    }
  }
  return text;
}

std::string best_tables(const Shown& shown, const Screen& screen) {
  std::string text;
  for (std::size_t i = 0; i < shown.best.size(); ++i) {
    const SituationOdds& result = shown.results[i];
    text +=
        space_above(shown, result) + best_text(shown.best[i], result, screen.style, screen.width);
  }
  return text;
}

void write_policy(const std::string& file, const Shown& shown) {
  std::string text = policy_header();
  for (const SituationOdds& result : shown.results) text += policy_lines(result);
  if (file == "-") {
    print(text);
  } else {
    write_file(file, text);
  }
}

std::string page_of(const Seen& seen, const Shown& shown, PageFormat format) {
  const ReportOptions& report = shown.simulation.report();
  const WrittenRun run =
      reported_run(shown.results, report, shown.charts_used, shown.library.charts(), shown.command);
  RunPageParts parts;
  parts.sentence = seen.sentence();
  parts.compared = seen.compares();
  parts.answer = [&](Page& page) {
    seen.write(page);
    for (std::size_t i = 0; i < shown.why.size(); ++i) {
      if (!shown.by_step[i].empty()) {
        page.table(by_step_rows(shown.by_step[i], shown.results[i], report));
      }
      if (shown.why[i] != nullptr) add_why(page, *shown.why[i], shown.results[i], report);
    }
    for (std::size_t i = 0; i < shown.best.size(); ++i) {
      if (shown.best.size() > 1) page.heading(2, reader_name(shown.results[i]));
      add_best(page, shown.best[i], shown.results[i]);
    }
  };
  return run_page(run, shown.library, format, parts);
}

/// The command that was typed, without what asks for the citation.
std::string command_cited(const ViewInput& words, const Shown& shown) {
  std::string command = shown.command.typed;
  const std::string value = words.cited.empty() ? "" : shell_word(words.cited);
  for (const char* const between : {" ", "="}) {
    const std::string option = " --cite" + (value.empty() ? "" : between + value);
    const std::size_t at = command.find(option);
    if (at == command.npos) continue;
    command.erase(at, option.size());
    break;
  }
  return command;
}

void print_citations(const ViewInput& words, const Shown& shown) {
  const ReportOptions& report = shown.simulation.report();
  const std::string command = command_cited(words, shown);
  for (const SituationOdds& result : shown.results) {
    std::vector<CitedNumber> numbers;
    if (words.cited.empty()) {
      numbers = numbers_cited(result, report.confidence);
    } else {
      const Quantity asked(words.cited, "--cite", {&result, 1});
      numbers.push_back({asked.is_probability() ? asked.text() : asked.title(),
                         asked.of(result, report.confidence), asked.is_probability()});
    }
    print(wrapped(citation(result, numbers, program_version, command, words.link, report),
                  terminal_width()) +
          "\n");
  }
}

void print_text(const Seen& seen, const ViewInput& words, const Shown& shown) {
  const Screen screen{words.output.style(), terminal_width()};
  print(seen.table(screen) + why_text(shown, screen, words.full) + best_tables(shown, screen));
  if (shown.simulation.quiet()) return;
  if (shown.results.size() > 1) print(notes_of_all(shown.results, screen.width));
  print(chart_notes(shown.charts_used, shown.library.charts(), shown.results, screen.width));
}

}  // namespace

void show(const View& view, const ViewInput& words, const Shown& shown) {
  if (shown.results.empty()) throw SystemError("stopped before anything was simulated");
  const PageFile page(words.page, words.force, words.output.is_markdown());
  const ReportOptions& report = shown.simulation.report();
  const auto seen = [&] {
    try {
      return view.of(shown.results, report);
    } catch (const InputError&) {  // a name that could have occurred did not
      print(comparison_table(shown.results, report, terminal_style(), terminal_width()));
      throw;
    }
  }();
  if (words.cites()) {
    print_citations(words, shown);
  } else if (page.takes_output()) {
    page.write(page_of(*seen, shown, page.format()));
  } else if (words.output.is_json()) {
    print(json_report(shown.results, report, shown.charts_used, shown.library.charts(), shown.why));
  } else if (words.output.is_csv()) {
    print(seen->csv());
  } else {
    print_text(*seen, words, shown);
  }
  if (!words.policy.empty()) write_policy(words.policy, shown);
  if (!words.plot.empty()) write_picture(words.plot, seen->picture());
  if (!shown.tree.empty()) {
    write_picture(shown.tree, why_tree(*shown.why.front(), shown.results.front(), report));
  }
  if (page.asked() && !page.takes_output()) page.write(page_of(*seen, shown, page.format()));
}

}  // namespace combat_odds::cli
