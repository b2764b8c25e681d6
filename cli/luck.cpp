#include "combat_odds/studies/luck/luck.hpp"

#include "cli/common.hpp"
#include "cli/files/text_file.hpp"

namespace combat_odds::cli {
namespace {

struct Call {
  std::string log;
  std::string format = "table";
};

void run(const Call& call) {
  const std::string format =
      read_choice("--format", call.format, {"table", "csv", "json", "markdown"});
  const std::vector<Luck> all = luck_of(read_luck_log(read_file(call.log)));
  if (format == "csv") {
    print(luck_csv(all));
  } else if (format == "json") {
    print(luck_json(all));
  } else {
    print(luck_table(all, format == "markdown" ? TableStyle::markdown : terminal_style()));
  }
}

}  // namespace

void add_luck(const Command& program, Library& /*library*/) {
  const Command command =
      program.add_command("luck", "the dice of a real game against what fair dice do");
  const auto call = std::make_shared<Call>();
  command.add_option("LOG", call->log, "a log of rolls (CSV: roll,kind, perhaps side,player,note)")
      .required();
  command.add_option("--format", call->format, "table, csv, json or markdown").shows_default();
  command.callback([call] { run(*call); });
}

}  // namespace combat_odds::cli
