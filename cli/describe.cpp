#include "cli/common.hpp"
#include "combat_odds/reports/description.hpp"
#include "combat_odds/sim/registry.hpp"

namespace combat_odds::cli {

void add_describe(CLI::App& program, const Words& /*words*/) {
  CLI::App* command = program.add_subcommand(
      "describe", "tell a procedure's parameters, results, rules and charts");
  const auto name = std::make_shared<std::string>();
  command->add_option("PROCEDURE", *name, "such as asl.fire")->required();
  command->callback([name] {
    const Charts charts(built_in_charts());
    print(description(procedure_named(*name), charts));
  });
}

}  // namespace combat_odds::cli
