#include "cli/common.hpp"
#include "reports/description.hpp"
#include "reports/json_report.hpp"
#include "reports/reference.hpp"
#include "sim/registry.hpp"

namespace combat_odds::cli {

void add_list(CLI::App& program, const Words& /*words*/) {
  CLI::App* command = program.add_subcommand("list", "name the procedures");
  const auto format = std::make_shared<std::string>("table");
  command->add_option("--format", *format, "markdown is the whole reference (docs/procedures.md)")
      ->type_name("table|csv|json|markdown")
      ->capture_default_str();
  command->callback([format] {
    const std::string chosen =
        read_choice("--format", *format, {"table", "csv", "json", "markdown"});
    if (chosen == "csv") {
      print(procedure_csv(procedures()));
    } else if (chosen == "json") {
      print(json_list(procedures()));
    } else if (chosen == "markdown") {
      print(procedure_reference(procedures(), Charts(built_in_charts())));
    } else {
      print(procedure_table(procedures()));
    }
  });
}

}  // namespace combat_odds::cli
