#include "studies/merge/merge.hpp"

#include <fmt/format.h>

#include "cli/files/output_folder.hpp"
#include "cli/files/shard_files.hpp"
#include "cli/options/common.hpp"
#include "cli/options/house_rule_folders.hpp"

namespace combat_odds::cli {
namespace {

struct MergeCommandInput {
  std::vector<std::string> directories;
  OutputPlace out;
  bool quiet = false;
};

void run(const MergeCommandInput& typed, Library& library) {
  std::vector<ShardFile> shards;
  for (const std::string& directory : typed.directories) shards.push_back(shard_in(directory));
  std::vector<std::string> own = run_may_write();
  for (std::string& file : campaign_may_write()) own.push_back(std::move(file));
  OutputFolder files(typed.out, own);
  const std::vector<std::string> cut_short =
      merge_shards(shards, program_version, library, files.sink(), read_house_rule);
  files.commit();
  if (cut_short.empty()) {
    if (!typed.quiet)
      print(fmt::format("{} shards added up: {}\n", shards.size(), typed.out.folder));
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
  const auto typed = std::make_shared<MergeCommandInput>();
  command.add_option("DIR", typed->directories, "the folders of all shards").required();
  add_output_options(command, typed->out);
  command.add_flag("--quiet", typed->quiet, "say nothing where all went well");
  command.callback([typed, &library] { run(*typed, library); });
}

}  // namespace combat_odds::cli
