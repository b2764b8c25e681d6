#include "combat_odds/studies/merge.hpp"

#include <fmt/format.h>

#include "cli/common.hpp"
#include "cli/files/output_file.hpp"
#include "cli/files/output_folder.hpp"
#include "cli/files/shard_files.hpp"
#include "cli/house_rules.hpp"

namespace combat_odds::cli {
namespace {

struct Call {
  std::vector<std::string> directories;
  std::string out;
  bool quiet = false;
};

void run(const Call& call, Library& library) {
  check_not_read("--out", call.out, call.directories);
  std::vector<ShardFile> shards;
  for (const std::string& directory : call.directories) shards.push_back(shard_in(directory));
  OutputFolder files(call.out, report_files());
  const std::vector<std::string> cut_short =
      merge_shards(shards, program_version, library, files.sink(), read_house_rule);
  files.commit();
  if (cut_short.empty()) {
    if (!call.quiet) print(fmt::format("{} shards added up: {}\n", shards.size(), call.out));
    return;
  }
  throw SystemError(
      fmt::format("the sum is written, but of shards that were cut short: {}; the trials column "
                  "tells how many are missing",
                  fmt::join(cut_short, ", ")));
}

}  // namespace

void add_merge(const Command& program, Library& library) {
  const Command command = program.add_command(
      "merge", "add up the shards of a run or a campaign (see --shard of both)");
  const auto call = std::make_shared<Call>();
  command.add_option("DIR", call->directories, "the folders of all shards").required();
  command.add_option("--out", call->out, "the folder for the reports").required();
  command.add_flag("--quiet", call->quiet, "say nothing where all went well");
  command.callback([call, &library] { run(*call, library); });
}

}  // namespace combat_odds::cli
