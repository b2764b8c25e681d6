#pragma once

#include <string>
#include <vector>

#include "studies/shard/shard_text.hpp"

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

}  // namespace combat_odds
