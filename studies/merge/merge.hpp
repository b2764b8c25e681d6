#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ask/library.hpp"
#include "sim/declare/rule_source.hpp"
#include "studies/shard/shard_text.hpp"

namespace combat_odds {

/// Makes a procedure of a rule that did not come with the program.
using RuleReader = std::function<Procedure(const RuleSource& source, Charts& charts)>;

/// Adds the shards of a run or a campaign up and writes the reports that one machine would have
/// written, byte for byte. Gives the shards that were cut short. `program` is this program, whose
/// shards alone it understands; the run's own charts, and the
/// rules that it reads by `read_rule`, are put into `library`. Throws InputError
/// where the shards are not all of one run, whole and each there once; nothing has been written
/// then.
std::vector<std::string> merge_shards(const std::vector<ShardFile>& shards,
                                      const std::string& program, Library& library,
                                      const FileSink& sink, const RuleReader& read_rule = {});

}  // namespace combat_odds
