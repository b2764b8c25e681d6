#include <memory>

#include "cli/options/common.hpp"
#include "cli/options/house_rule_folders.hpp"

namespace combat_odds::cli {

void add_pack(const Command& program, Library& /*library*/) {
  const Command command =
      program.add_command("pack", "a house rule and its charts as one file, to share");
  const auto file = std::make_shared<std::string>();
  command.add_option("RULE", *file, "a rule in Lua; its charts stand beside it").required();
  command.footer("For example: combat-odds pack my-rules/fire.lua > fire.lua");
  command.callback([file] { print(packed_rule(*file)); });
}

}  // namespace combat_odds::cli
