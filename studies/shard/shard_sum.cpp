#include "studies/shard/shard_sum.hpp"

#include <fmt/format.h>

namespace combat_odds {

void ShardSum::note_cut_short(const ShardReader& shard, std::uint64_t played, std::uint64_t due) {
  cut_short_.push_back(fmt::format("{}: {} of {} trials", shard.name(), played, due));
}

}  // namespace combat_odds
