#include "cli/files/input_file.hpp"
#include "cli/options/command_line.hpp"
#include "cli/options/common.hpp"
#include "cli/show/page_file.hpp"
#include "cli/show/picture.hpp"
#include "reports/text/text.hpp"
#include "studies/luck/luck_report.hpp"

namespace combat_odds::cli {
namespace {

struct Input {
  std::string log;
  std::string format = "table";
  std::string plot;
  std::string page;
};

void run(const Input& typed, const Command& command) {
  const std::string format =
      read_choice("--format", typed.format, {"table", "csv", "json", "markdown"});
  const PageFile page(typed.page, format == "markdown");
  if (!typed.plot.empty()) check_plot(typed.plot);
  const std::vector<LoggedRoll> rolls = read_luck_log(read_file(typed.log));
  const std::vector<Luck> all = luck_of(rolls);
  const WrittenCommand given = command_given(command);
  const std::string title = "The dice of " + stem(typed.log);
  const auto text = [&] {
    if (page.takes_output()) return luck_page(all, rolls, title, given, page.format());
    if (format == "csv") return luck_csv(all);
    if (format == "json") return luck_json(all);
    return luck_table(all, rolls, format == "markdown" ? TableStyle::markdown : terminal_style(),
                      terminal_width());
  };
  print(text());
  if (!typed.plot.empty()) write_picture(typed.plot, luck_plot(rolls, title, given.typed));
  if (page.asked() && !page.takes_output()) {
    page.write(luck_page(all, rolls, title, given, page.format()));
  }
}

}  // namespace

void add_luck(const Command& program, Library& /*library*/) {
  const Command command =
      program.add_command("luck", "the dice of a real game against what fair dice do");
  const auto typed = std::make_shared<Input>();
  command.add_option("LOG", typed->log, "a log of rolls (CSV: roll,kind, perhaps side,player,note)")
      .required();
  command.add_option("--format", typed->format, "how to print it")
      .type_name("table|csv|json|markdown")
      .shows_default();
  command.add_option("--plot", typed->plot,
                     "draw how the rolls added up to this .svg, .png or .pdf");
  command.add_option("--page", typed->page,
                     "write a page with all of it to this .html or .md; - prints it");
  command.callback([typed, command] { run(*typed, command); });
}

}  // namespace combat_odds::cli
