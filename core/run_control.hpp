#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace combat_odds {

/// Lets a long simulation be watched and ended early: it asks before every block of trials. May be
/// used from several threads, and stop() from a signal handler.
class RunControl {
 public:
  using Clock = std::chrono::steady_clock;

  /// No new block is begun from now on.
  void stop() { stopped_.store(true, std::memory_order_relaxed); }
  void stop_at(Clock::time_point time) { deadline_ = time; }

  bool stopped() const {
    return stopped_.load(std::memory_order_relaxed) || (deadline_ && Clock::now() >= *deadline_);
  }

  void add_trials(std::uint64_t trials) { trials_.fetch_add(trials, std::memory_order_relaxed); }
  std::uint64_t trials() const { return trials_.load(std::memory_order_relaxed); }

 private:
  static_assert(std::atomic<bool>::is_always_lock_free);
  std::atomic<bool> stopped_ = false;
  std::atomic<std::uint64_t> trials_ = 0;
  std::optional<Clock::time_point> deadline_;
};

/// One machine's part of a simulation: the blocks whose number leaves the rest `index` when divided
/// by `count`.
struct Shard {
  std::uint64_t index = 0;
  std::uint64_t count = 1;
};

/// Which blocks of trials to play: all of `trials` trials from block `first_block` on that belong
/// to the shard, as long as `control` (may be null) does not stop it.
struct BlockRange {
  std::uint64_t trials = 0;  ///< of the whole simulation, counted from block 0
  std::uint64_t first_block = 0;
  Shard shard;
  RunControl* control = nullptr;
};

}  // namespace combat_odds
