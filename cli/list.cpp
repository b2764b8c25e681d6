#include <fmt/format.h>

#include "cli/common.hpp"
#include "combat_odds/reports/description.hpp"
#include "combat_odds/reports/json_report.hpp"
#include "combat_odds/reports/procedure_reference.hpp"
#include "combat_odds/studies/plan/one_day.hpp"

namespace combat_odds::cli {
namespace {

std::string procedure_list(const std::string& format, const Library& library) {
  if (format == "csv") return procedure_csv(library.procedures());
  if (format == "json") return json_list(library.procedures());
  if (format == "markdown") return procedure_reference(library);
  return procedure_table(library.procedures());
}

std::string preset_list(const std::string& format, std::span<const Preset> presets) {
  if (format == "csv") return preset_csv(presets);
  if (format == "json") return json_list(presets);
  if (format == "markdown") return preset_markdown(presets);
  return preset_table(presets);
}

}  // namespace

void add_list(const Command& program, Library& library) {
  struct Call {
    std::string format = "table";
    bool presets = false;
    std::string procedure;
  };
  const Command command = program.add_command("list", "name the procedures, or their presets");
  const auto call = std::make_shared<Call>();
  command
      .add_option("--format", call->format, "markdown is the whole reference (docs/procedures.md)")
      .type_name("table|csv|json|markdown")
      .shows_default();
  command.add_flag("--presets", call->presets,
                   "the situations that 'combat-odds odds PROCEDURE --preset NAME' knows");
  command.add_option("PROCEDURE", call->procedure,
                     "only this one's presets, such as asl.fire; rb: the prices of a campaign");
  command.callback([call, &library] {
    const std::string format =
        read_choice("--format", call->format, {"table", "csv", "json", "markdown"});
    if (!call->presets && call->procedure == "rb") {
      print(format == "csv" ? red_barricades::price_csv(library.charts())
                            : red_barricades::price_table(
                                  library.charts(),
                                  format == "markdown" ? TableStyle::markdown : terminal_style()));
      return;
    }
    if (!call->presets && !call->procedure.empty()) {
      throw InputError({"list", 0, 0}, fmt::format("'{}' without --presets", call->procedure),
                       fmt::format("'combat-odds describe {}' tells about it", call->procedure));
    }
    if (!call->presets) {
      print(procedure_list(format, library));
    } else if (call->procedure.empty()) {
      print(preset_list(format, library.presets()));
    } else {
      print(preset_list(format, library.presets_of(library.procedure(call->procedure))));
    }
  });
}

}  // namespace combat_odds::cli
