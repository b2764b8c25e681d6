#include <fmt/format.h>

#include "cli/files/input_file.hpp"
#include "cli/files/output_file.hpp"
#include "cli/options/common.hpp"
#include "cli/options/output_words.hpp"
#include "reports/pages/run_page.hpp"
#include "studies/balance/balance_page.hpp"
#include "studies/campaign/campaign_page.hpp"
#include "studies/plan/plan_page.hpp"

namespace combat_odds::cli {
namespace {

struct ReportCommandInput {
  std::string directory;
  std::string out;
  bool force = false;
  OutputWords format{{"html", "markdown"}};
};

/// What makes a page of the folder of a command.
struct Kind {
  const char* command;
  const std::vector<std::string>& files;
  std::string (*page)(const Folder&, const Library&, PageFormat);
};
const Kind kinds[] = {
    {"run", run_files,
     [](const Folder& folder, const Library& library, PageFormat format) {
       return run_page(read_run(folder, library), library, format);
     }},
    {"campaign", red_barricades::campaign_file_names,
     [](const Folder& folder, const Library&, PageFormat format) {
       return red_barricades::campaign_page(folder, format);
     }},
    {"plan", red_barricades::plan_file_names,
     [](const Folder& folder, const Library&, PageFormat format) {
       return red_barricades::plan_page(folder, format);
     }},
    {"balance", balance_files,
     [](const Folder& folder, const Library&, PageFormat format) {
       return balance_page(folder, format);
     }},
};

const Kind& kind_of(const std::string& directory) {
  const Folder folder = read_folder(directory, {command_file});
  if (folder.has(command_file)) {
    const std::string name = read_command(folder).name;
    for (const Kind& kind : kinds) {
      if (kind.command == name) return kind;
    }
  }
  throw InputError({directory}, "nothing here to report on",
                   "a folder that 'combat-odds run', 'campaign', 'plan' or 'balance' wrote");
}

void run(const ReportCommandInput& typed, const Library& library) {
  const Output output = typed.format.read();
  name_output("--out", typed.out, typed.force);
  const Kind& kind = kind_of(typed.directory);
  const Folder folder = read_folder(typed.directory, kind.files);
  check_outputs();
  const std::string page =
      kind.page(folder, library, output.is_markdown() ? PageFormat::markdown : PageFormat::html);
  if (!write_file(typed.out, page)) return;
  print(fmt::format("{}: the page of what '{}' wrote ({})\n", typed.out, kind.command,
                    read_command(folder).program));
}

}  // namespace

void add_report(const Command& program, Library& library) {
  const Command command = program.add_command(
      "report",
      "one page to read and print from what 'run', 'campaign', 'plan' or 'balance' wrote");
  const auto typed = std::make_shared<ReportCommandInput>();
  command.add_option("DIR", typed->directory, "the folder that the command wrote").required();
  command.add_option("--out", typed->out, "the file to write").required();
  add_force(command, typed->force);
  typed->format.add_to(command, "how to write it");
  command.callback([typed, &library] { run(*typed, library); });
}

}  // namespace combat_odds::cli
