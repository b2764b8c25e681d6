#include <filesystem>

#include "cli/common.hpp"
#include "combat_odds/reports/output_files.hpp"
#include "combat_odds/reports/run_page.hpp"
#include "combat_odds/studies/balance/page.hpp"
#include "combat_odds/studies/campaign/page.hpp"

namespace combat_odds::cli {
namespace {

struct Call {
  std::string directory;
  std::string out;
  std::string format = "html";
};

/// The page of a folder, by the files that are there.
std::string page_of(const std::string& directory, PageFormat format, const Library& library) {
  const auto holds = [&](const char* file) {
    return std::filesystem::exists(std::filesystem::path(directory) / file);
  };
  if (holds("situations.csv"))
    return run_page(read_run(directory), library, program_version, format);
  if (holds("campaign-summary.csv")) {
    return red_barricades::campaign_page(directory, program_version, format);
  }
  if (holds("matrix.csv")) return balance_page(directory, program_version, format);
  throw InputError({directory, 0, 0}, "nothing here to report on",
                   "a folder that 'combat-odds run', 'campaign' or 'balance' wrote");
}

void run(const Call& call, const Library& library) {
  const std::string format = read_choice("--format", call.format, {"html", "markdown"});
  const std::string text =
      page_of(call.directory, format == "html" ? PageFormat::html : PageFormat::markdown, library);
  const std::filesystem::path path = call.out;
  OutputFiles files(path.has_parent_path() ? path.parent_path().string() : ".");
  files.open(path.filename().string()).write(text);
  files.commit();
}

}  // namespace

void add_report(CLI::App& program, Library& library) {
  CLI::App* command = program.add_subcommand(
      "report", "one page to read and print from what 'run', 'campaign' or 'balance' wrote");
  const auto call = std::make_shared<Call>();
  command->add_option("DIR", call->directory, "the folder that the command wrote")->required();
  command->add_option("--out", call->out, "the file to write")->required();
  command->add_option("--format", call->format, "html or markdown")->capture_default_str();
  command->callback([call, &library] { run(*call, library); });
}

}  // namespace combat_odds::cli
