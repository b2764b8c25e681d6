#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

namespace combat_odds {

/// Watches a long simulation and ends it early: it is asked before every block of trials. May be
/// used from several threads, and stop() from a signal handler.
class RunControl {
 public:
  /// No new block begins from now on.
  void stop() { stopped_.store(true, std::memory_order_relaxed); }
  /// No new block begins once `is_over` returns true. Called from several threads.
  void stop_when(std::function<bool()> is_over) { is_over_ = std::move(is_over); }

  /// Limits the exploration of each rule to a share of the time, so that some is left to play it.
  /// `share` is called when the exploration of a rule begins. It returns a function that tells
  /// whether that share is over.
  void share_by(std::function<std::function<bool()>()> share) { share_ = std::move(share); }
  /// Begins a share. Empty: there is no limit.
  std::function<bool()> share() const { return share_ ? share_() : nullptr; }

  bool stopped() const {
    return stopped_.load(std::memory_order_relaxed) || (is_over_ && is_over_());
  }

  void add_trials(std::uint64_t trials) { trials_.fetch_add(trials, std::memory_order_relaxed); }
  std::uint64_t trials() const { return trials_.load(std::memory_order_relaxed); }

 private:
  static_assert(std::atomic<bool>::is_always_lock_free);
  std::atomic<bool> stopped_ = false;
  std::atomic<std::uint64_t> trials_ = 0;
  std::function<bool()> is_over_;
  std::function<std::function<bool()>()> share_;
};

/// One machine's share of a simulation: the blocks whose number modulo `count` is `index`.
struct Shard {
  std::uint64_t index = 0;
  std::uint64_t count = 1;
};

/// Which blocks of trials to play: of `trials` trials, those from block `first_block` on that
/// belong to the shard, until `control` (may be null) stops them.
struct BlockRange {
  std::uint64_t trials = 0;  ///< of the whole simulation, counted from block 0
  std::uint64_t first_block = 0;
  Shard shard;
  RunControl* control = nullptr;

  /// The number of trials if nothing stops them, for blocks of that size.
  std::uint64_t size(std::uint64_t block_size) const;
};

/// The blocks of a range: block first, first + shard.count ...
struct BlockNumbers {
  std::uint64_t all = 0;  ///< of the whole simulation
  std::uint64_t first = 0;
  std::uint64_t count = 0;  ///< in the range

  BlockNumbers(const BlockRange& range, std::uint64_t block_size)
      : all(range.trials / block_size + (range.trials % block_size != 0 ? 1 : 0)),
        first(range.first_block +
              (range.shard.index + range.shard.count - range.first_block % range.shard.count) %
                  range.shard.count),
        count(first < all ? (all - first + range.shard.count - 1) / range.shard.count : 0) {}
};

inline std::uint64_t BlockRange::size(std::uint64_t block_size) const {
  const BlockNumbers blocks(*this, block_size);
  if (blocks.count == 0) return 0;
  const bool has_last = blocks.first + (blocks.count - 1) * shard.count == blocks.all - 1;
  return blocks.count * block_size - (has_last ? blocks.all * block_size - trials : 0);
}

}  // namespace combat_odds
