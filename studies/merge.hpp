#pragma once

#include <functional>
#include <string>
#include <vector>

#include "combat_odds/scenarios/library.hpp"
#include "combat_odds/sim/rule_source.hpp"
#include "combat_odds/studies/shard/shard.hpp"

namespace combat_odds {

/// The shards of one run, added up: each command that has shards has one of these.
class ShardSum {
 public:
  virtual ~ShardSum() = default;
  /// Adds the shard that is open. Throws InputError where its counts can't be.
  virtual void add(ShardReader& shard) = 0;
  /// Writes all reports as one machine would have written them.
  virtual void write(const FileSink& sink) = 0;

  /// The shards that have fewer trials than their share: "part2/shard.jsonl: 100 of 200 trials".
  const std::vector<std::string>& cut_short() const { return cut_short_; }

 protected:
  void note_cut_short(const ShardReader& shard, std::uint64_t played, std::uint64_t due);

 private:
  std::vector<std::string> cut_short_;
};

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
