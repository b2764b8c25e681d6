#include "reports/merge.hpp"

#include "cli/common.hpp"

namespace combat_odds::cli {

void add_merge(CLI::App& program, const Words& /*words*/) {
  struct Call {
    std::vector<std::string> directories;
    std::string out;
  };
  CLI::App* command =
      program.add_subcommand("merge", "add up the shards of a run (see run --shard)");
  const auto call = std::make_shared<Call>();
  command->add_option("DIR", call->directories, "the folders of all shards")->required();
  command->add_option("--out", call->out, "the folder for the reports")->required();
  command->callback([call] { merge_shards(call->directories, call->out); });
}

}  // namespace combat_odds::cli
