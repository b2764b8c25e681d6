#include "studies/merge/merge.hpp"

#include <fmt/format.h>

#include "cli/files/output_folder.hpp"
#include "cli/files/shard_files.hpp"
#include "cli/options/common.hpp"
#include "cli/options/house_rule_folders.hpp"

namespace combat_odds::cli {
namespace {

struct Call {
  std::vector<std::string> directories;
  OutputPlace out;
  bool quiet = false;
};

void run(const Call& call, Library& library) {
  std::vector<ShardFile> shards;
  for (const std::string& directory : call.directories) shards.push_back(shard_in(directory));
  std::vector<std::string> own = run_may_write();
  for (std::string& file : campaign_may_write()) own.push_back(std::move(file));
  OutputFolder files(call.out, own);
  const std::vector<std::string> cut_short =
      merge_shards(shards, program_version, library, files.sink(), read_house_rule);
  files.commit();
  if (cut_short.empty()) {
    if (!call.quiet) print(fmt::format("{} shards added up: {}\n", shards.size(), call.out.folder));
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
  add_output_options(command, call->out);
  command.add_flag("--quiet", call->quiet, "say nothing where all went well");
  command.callback([call, &library] { run(*call, library); });
}

}  // namespace combat_odds::cli
