#include "cli/options/common.hpp"
#include "cli/options/own_presets.hpp"
#include "reports/text/description.hpp"

namespace combat_odds::cli {

void add_describe(const Command& program, Library& library) {
  const Command command =
      program.add_command("describe", "show a procedure's parameters, results, rules and charts");
  const auto name = std::make_shared<std::string>();
  command.add_option("PROCEDURE", *name, "such as asl.fire").required();
  const auto presets = std::make_shared<OwnPresets>();
  presets->add_option(command);
  command.callback([name, presets, &library] {
    presets->load(library);
    print(description(library.procedure(*name), library));
  });
}

}  // namespace combat_odds::cli
