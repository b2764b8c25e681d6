#include <filesystem>

#include "cli/common.hpp"
#include "reports/html_report.hpp"
#include "reports/output_files.hpp"

namespace combat_odds::cli {
namespace {

struct Call {
  std::string directory;
  std::string out;
  std::string format = "html";
};

void run(const Call& call) {
  const std::string format = read_choice("--format", call.format, {"html", "markdown"});
  const WrittenRun written = read_run(call.directory);
  const std::string text = format == "html" ? html_report(written, program_version)
                                            : markdown_report(written, program_version);
  const std::filesystem::path path = call.out;
  OutputFiles files(path.has_parent_path() ? path.parent_path().string() : ".");
  files.open(path.filename().string()).write(text);
  files.commit();
}

}  // namespace

void add_report(CLI::App& program, const Words& /*words*/) {
  CLI::App* command =
      program.add_subcommand("report", "one page to read and print from what 'run' wrote");
  const auto call = std::make_shared<Call>();
  command->add_option("DIR", call->directory, "the folder that 'combat-odds run' wrote")
      ->required();
  command->add_option("--out", call->out, "the file to write")->required();
  command->add_option("--format", call->format, "html or markdown")->capture_default_str();
  command->callback([call] { run(*call); });
}

}  // namespace combat_odds::cli
