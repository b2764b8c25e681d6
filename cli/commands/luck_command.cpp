#include "cli/files/input_file.hpp"
#include "cli/files/output_file.hpp"
#include "cli/options/command_line.hpp"
#include "cli/options/common.hpp"
#include "cli/options/output_words.hpp"
#include "cli/show/page_file.hpp"
#include "cli/show/picture.hpp"
#include "reports/text/text.hpp"
#include "studies/luck/luck_report.hpp"

namespace combat_odds::cli {
namespace {

struct LuckCommandInput {
  std::string log;
  OutputWords format{{"table", "csv", "json", "markdown"}};
  std::string plot;
  PictureWords picture;
  std::string page;
  bool force = false;
};

void run(const LuckCommandInput& typed, const Command& command) {
  const Output output = typed.format.read();
  const PageFile page(typed.page, typed.force, output.is_markdown());
  if (!typed.plot.empty()) check_picture("--plot", typed.plot, typed.force);
  const std::vector<LoggedRoll> rolls = read_luck_log(read_file(typed.log));
  check_outputs();
  const std::vector<Luck> all = luck_of(rolls);
  const WrittenCommand given = command_given(command);
  const std::string title = "The dice of " + stem(typed.log);
  const auto text = [&] {
    if (page.takes_output()) return luck_page(all, rolls, title, given, page.format());
    if (output.is_csv()) return luck_csv(all);
    if (output.is_json()) return luck_json(all);
    return luck_table(all, rolls, output.style(), terminal_width());
  };
  print(text());
  if (!typed.plot.empty()) {
    PictureWords words = typed.picture;
    words.recipe = given.drawn;
    write_picture(typed.plot, luck_plot(rolls, title, words));
  }
  if (page.asked() && !page.takes_output()) {
    page.write(luck_page(all, rolls, title, given, page.format()));
  }
}

}  // namespace

void add_luck(const Command& program, Library& /*library*/) {
  const Command command =
      program.add_command("luck", "the dice of a real game against what fair dice do");
  const auto typed = std::make_shared<LuckCommandInput>();
  command
      .add_option("LOG", typed->log,
                  "a log of rolls (CSV: roll,kind, perhaps side,player,note; or numbers alone)")
      .required();
  typed->format.add_to(command, "how to print it");
  command.add_option("--plot", typed->plot,
                     "draw how the rolls added up to this .svg, .png or .pdf");
  add_titles(command, typed->picture);
  command.add_option("--page", typed->page,
                     "write a page with all of it to this .html or .md; - prints it");
  add_force(command, typed->force);
  command.callback([typed, command] { run(*typed, command); });
}

}  // namespace combat_odds::cli
