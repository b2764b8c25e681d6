#include "studies/merge/merge.hpp"

#include <fmt/format.h>

#include <memory>

#include "studies/campaign/campaign_shard.hpp"
#include "studies/run/run_shard.hpp"
#include "studies/shard/shard_sum.hpp"

namespace combat_odds {
namespace {

void add_rule(const RuleSource& source, const ShardReader& shard, Library& library,
              const RuleReader& read_rule) {
  if (!read_rule) {
    throw InputError({shard.name(), 1, 1}, "has house rules, which this program does not read",
                     "a program built with -DCOMBAT_ODDS_HOUSE_RULES=ON");
  }
  Procedure procedure = read_rule(source, library.charts());
  const Procedure* const known = library.find(procedure.name);
  if (known == nullptr) {
    library.add(std::move(procedure));
  } else if (source_of(*known) == nullptr || source_of(*known)->rule.text != source.rule.text) {
    throw InputError(
        {shard.name(), 1, 1},
        fmt::format("has a rule {} that differs from the one of --rules", procedure.name),
        "merge without --rules");
  }
}

VehicleListing listing_of(const std::vector<TextFile>& files) {
  VehicleListing listing;
  for (const TextFile& file : files) listing.add(file);
  return listing;
}

std::unique_ptr<ShardSum> sum_for(const ShardReader& shard, Library& library,
                                  const RuleReader& read_rule) {
  const std::string& command = shard.head().command.name;
  try {
    for (const RuleSource& source : shard.head().rules) {
      add_rule(source, shard, library, read_rule);
    }
    for (const OwnChart& chart : shard.head().own_charts) {
      library.charts().replace(chart.name, chart.file, chart.text);
    }
    if (!shard.head().listing.empty()) library.listing() = listing_of(shard.head().listing);
    if (command == "run") return run_shard_sum(shard.head(), library);
    if (command == "campaign") {
      return red_barricades::campaign_shard_sum(shard.head(), library.charts());
    }
  } catch (const InputError&) {
    throw;
  } catch (const std::exception&) {  // of nlohmann::json
    throw shard.damaged();
  }
  throw InputError({shard.name(), 1, 1}, fmt::format("'{}' has no shards", command),
                   "shards of a run or a campaign");
}

}  // namespace

std::vector<std::string> merge_shards(const std::vector<ShardFile>& shards,
                                      const std::string& program, Library& library,
                                      const FileSink& sink, const RuleReader& read_rule) {
  ShardReader reader(program);
  std::unique_ptr<ShardSum> sum;
  for (const ShardFile& shard : shards) {
    reader.open(shard);
    if (!sum) sum = sum_for(reader, library, read_rule);
    sum->add(reader);
  }
  reader.check_all_there();
  sum->write(sink);
  return sum->cut_short();
}

}  // namespace combat_odds
