#pragma once

#include <algorithm>
#include <cstdint>

#include "core/explore/run_control.hpp"
#include "core/play/parallel.hpp"

namespace combat_odds {

/// Calls play(block, trials of the block) for the blocks of the range, on all cores, until it is
/// stopped. Each block has `block_size` trials; the last one has the rest.
template <class Play>
void for_each_block(const BlockRange& range, std::uint64_t block_size, Play&& play) {
  const BlockNumbers blocks(range, block_size);
  const auto play_some = [&](std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t i = from; i < to; ++i) {
      if (range.control != nullptr && range.control->stopped()) return;
      const std::uint64_t block = blocks.first + i * range.shard.count;
      const std::uint64_t trials = std::min(block_size, range.trials - block * block_size);
      play(block, trials);
      if (range.control != nullptr) range.control->add_trials(trials);
    }
  };
  if (blocks.count <= 1) return play_some(0, blocks.count);
  parallel_for_parts(blocks.count, play_some);
}

/// Plays blocks with play(range) until the trials of `range` are played or it is stopped; looks
/// after 1, 2, 4, 8 ... blocks whether enough() and ends there.
template <class Play, class Enough>
void play_until(const BlockRange& range, std::uint64_t block_size, Play&& play, Enough&& enough) {
  for (std::uint64_t from = 0, to = 1; from * block_size < range.trials; from = to, to *= 2) {
    play(BlockRange{std::min(to * block_size, range.trials), from, range.shard, range.control});
    if ((range.control != nullptr && range.control->stopped()) || enough()) return;
  }
}

}  // namespace combat_odds
