#include "combat_odds/reports/merge.hpp"

#include "cli/common.hpp"
#include "combat_odds/sim/registry.hpp"
#include "combat_odds/studies/campaign/days.hpp"
#include "combat_odds/studies/campaign/shard.hpp"

namespace combat_odds::cli {
namespace {

namespace rb = red_barricades;

void merge_campaign(const std::vector<std::string>& directories, const std::string& out) {
  const rb::CampaignShard sum = rb::read_campaign_shards(directories, program_version);
  const Charts charts(built_in_charts(), sum.own_charts);
  const rb::Campaign campaign(sum.input, charts);
  const rb::CampaignResult result = campaign_result(campaign, sum.counted, sum.options.method);
  const rb::CampaignReport report{
      &campaign, &result, {sum.options.method, sum.options.seed, sum.options.confidence}};
  OutputFiles files(out);
  write_campaign(report, campaign_days(report), sum.command, charts, files);
  files.commit();
}

}  // namespace

void add_merge(CLI::App& program, Library& library) {
  struct Call {
    std::vector<std::string> directories;
    std::string out;
  };
  CLI::App* command = program.add_subcommand(
      "merge", "add up the shards of a run or a campaign (see --shard of both)");
  const auto call = std::make_shared<Call>();
  command->add_option("DIR", call->directories, "the folders of all shards")->required();
  command->add_option("--out", call->out, "the folder for the reports")->required();
  command->callback([call, &library] {
    const bool campaign = rb::is_campaign_shard(call->directories.front());
    if (campaign) return merge_campaign(call->directories, call->out);
    merge_shards(call->directories, call->out, library);
  });
}

}  // namespace combat_odds::cli
