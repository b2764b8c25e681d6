#include "combat_odds/studies/campaign/shard.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

namespace combat_odds::red_barricades {
namespace {

using nlohmann::json;

json to_json(const TextFile& file) { return {{"name", file.name}, {"text", file.text}}; }

json to_json(const std::vector<TextFile>& files) {
  json all = json::array();
  for (const TextFile& file : files) all.push_back(to_json(file));
  return all;
}

TextFile file_of(const json& value) {
  return {value.at("name").get<std::string>(), value.at("text").get<std::string>()};
}

std::optional<TextFile> optional_file_of(const json& value) {
  return value.is_null() ? std::nullopt : std::optional(file_of(value));
}

std::vector<TextFile> files_of(const json& values) {
  std::vector<TextFile> files;
  for (const json& value : values) files.push_back(file_of(value));
  return files;
}

/// What all shards of a campaign have in common.
json run_of(const CampaignShard& shard) {
  const CampaignInput& input = shard.input;
  return {
      {"program", shard.command.program},
      {"command", shard.command.name},
      {"options", shard.command.options},
      {"follow", input.follow},
      {"plans", to_json(input.plans)},
      {"budget", input.budget ? to_json(*input.budget) : json()},
      {"points", input.points ? to_json(*input.points) : json()},
      {"balance_drm", input.settings.balance_drm},
      {"battery_full_at_most",
       input.settings.battery_full_at_most ? json(*input.settings.battery_full_at_most) : json()},
      {"own_charts", to_json(shard.own_charts)},
      {"trials", shard.options.trials},
      {"seed", shard.options.seed},
      {"with_exact", shard.options.method == Method::both},
      {"confidence", shard.options.confidence},
      {"shards", shard.options.shard.count}};
}

CampaignShard shard_of(const json& run, const json& all) {
  CampaignShard shard;
  run.at("program").get_to(shard.command.program);
  run.at("command").get_to(shard.command.name);
  run.at("options").get_to(shard.command.options);
  run.at("follow").get_to(shard.input.follow);
  shard.input.plans = files_of(run.at("plans"));
  shard.input.budget = optional_file_of(run.at("budget"));
  shard.input.points = optional_file_of(run.at("points"));
  shard.input.settings.balance_drm = run.at("balance_drm").get<std::array<int, 2>>();
  const json& battery = run.at("battery_full_at_most");
  if (!battery.is_null()) shard.input.settings.battery_full_at_most = battery.get<int>();
  shard.own_charts = files_of(run.at("own_charts"));
  shard.options.trials = run.at("trials").get<std::uint64_t>();
  shard.options.seed = run.at("seed").get<std::uint64_t>();
  shard.options.method = run.at("with_exact").get<bool>() ? Method::both : Method::monte_carlo;
  shard.options.confidence = run.at("confidence").get<double>();
  shard.options.shard.count = run.at("shards").get<std::uint64_t>();
  shard.options.shard.index = all.at("shard").get<std::uint64_t>() - 1;
  shard.counted.trials = all.at("played").get<std::uint64_t>();
  // Most counts are zero: the others stand in pairs of place and count.
  shard.counted.counts.resize(all.at("places").get<std::size_t>(), 0);
  for (const json& pair : all.at("counts")) {
    shard.counted.counts.at(pair.at(0).get<std::size_t>()) = pair.at(1).get<std::uint64_t>();
  }
  return shard;
}

std::string file_in(const std::string& directory) {
  return (std::filesystem::path(directory) / campaign_shard_file).string();
}

void add(CampaignCounts& sum, const CampaignCounts& more) {
  sum.trials += more.trials;
  for (std::size_t i = 0; i < sum.counts.size(); ++i) sum.counts[i] += more.counts[i];
}

}  // namespace

std::string campaign_shard_report(const CampaignShard& shard) {
  json counts = json::array();
  for (std::size_t i = 0; i < shard.counted.counts.size(); ++i) {
    if (shard.counted.counts[i] != 0) counts.push_back({i, shard.counted.counts[i]});
  }
  const json all = {{"run", run_of(shard)},
                    {"shard", shard.options.shard.index + 1},
                    {"played", shard.counted.trials},
                    {"places", shard.counted.counts.size()},
                    {"counts", std::move(counts)}};
  return all.dump() + "\n";
}

bool is_campaign_shard(const std::string& directory) {
  return std::filesystem::exists(file_in(directory));
}

CampaignShard read_campaign_shards(const std::vector<std::string>& directories,
                                   const std::string& program) {
  std::optional<CampaignShard> sum;
  json first_run;
  std::map<std::uint64_t, std::string> seen;
  for (const std::string& directory : directories) {
    const TextFile file = read_text_file(file_in(directory), "the folder of a campaign's shard");
    const Place place{file.name, 1, 1};
    json run;
    CampaignShard shard;
    try {
      const json all = json::parse(file.text);
      run = all.at("run");
      shard = shard_of(run, all);
    } catch (const std::exception&) {  // of nlohmann::json, or a place out of range
      throw InputError(place, "is not the file of a shard", "the file as 'campaign' wrote it");
    }
    if (shard.command.program != program) {
      throw InputError(place, fmt::format("was written by {}", shard.command.program),
                       fmt::format("shards of {}", program));
    }
    if (sum && (run != first_run || shard.counted.counts.size() != sum->counted.counts.size())) {
      throw InputError(place, fmt::format("not a shard of the campaign of {}", directories.front()),
                       "the same plans, budget, points, charts, trials, seed and options");
    }
    const auto [other, is_new] = seen.emplace(shard.options.shard.index + 1, directory);
    if (!is_new) {
      throw InputError(place,
                       fmt::format("shard {} stands in {} already", other->first, other->second),
                       "each shard once");
    }
    if (sum) {
      add(sum->counted, shard.counted);
    } else {
      sum = std::move(shard);
      first_run = std::move(run);
    }
  }
  for (std::uint64_t number = 1; number <= sum->options.shard.count; ++number) {
    if (!seen.contains(number)) {
      throw InputError({file_in(directories.front()), 1, 1},
                       fmt::format("shard {} of {} is missing", number, sum->options.shard.count),
                       "the folders of all shards");
    }
  }
  return *std::move(sum);
}

}  // namespace combat_odds::red_barricades
