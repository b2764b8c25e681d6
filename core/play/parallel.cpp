#include "core/play/parallel.hpp"

#ifndef COMBAT_ODDS_SERIAL
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>

#ifdef __SANITIZE_THREAD__
#include <atomic>
#endif
#include <exception>
#include <latch>
#include <thread>
#include <vector>
#endif

namespace combat_odds {

#ifdef COMBAT_ODDS_SERIAL

void parallel_for(std::size_t count, FunctionRef<void(std::size_t)> each) {
  for (std::size_t i = 0; i < count; ++i) each(i);
}

void parallel_for_parts(std::uint64_t count, FunctionRef<void(std::uint64_t, std::uint64_t)> some) {
  if (count > 0) some(0, count);
}

struct ThreadLimit::Limit {
  explicit Limit(std::size_t /*threads*/) {}
};

struct PerThreadPlaces::Places {
  std::shared_ptr<void> only;

  std::shared_ptr<void>& mine() { return only; }
  void for_each(FunctionRef<void(void*)> visit) {
    if (only) visit(only.get());
  }
};

#else

namespace {

/// Everything before the parallel work happens before each part of it, and each part before
/// everything after it. oneTBB guarantees that, but it is not built for ThreadSanitizer, which has
/// to be told.
class Order {
 public:
#ifdef __SANITIZE_THREAD__
  Order() { begun_.store(true, std::memory_order_release); }
  ~Order() { static_cast<void>(ended_.load(std::memory_order_acquire)); }
  Order(const Order&) = delete;
  Order& operator=(const Order&) = delete;

  struct Part {
    explicit Part(Order& order) : all(order) {
      static_cast<void>(all.begun_.load(std::memory_order_acquire));
    }
    ~Part() { all.ended_.fetch_add(1, std::memory_order_release); }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    Order& all;
  };

 private:
  std::atomic<bool> begun_ = false;
  std::atomic<std::size_t> ended_ = 0;
#else
  struct Part {
    explicit Part(Order& /*order*/) {}
  };
#endif
};

}  // namespace

void parallel_for(std::size_t count, FunctionRef<void(std::size_t)> each) {
  Order order;
  tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) {
    const Order::Part part(order);
    each(i);
  });
}

void parallel_for_parts(std::uint64_t count, FunctionRef<void(std::uint64_t, std::uint64_t)> some) {
  Order order;
  tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, count), [&](const auto& range) {
    const Order::Part part(order);
    some(range.begin(), range.end());
  });
}

namespace {

/// The number of threads (at most `threads`, with the calling one) that the system can create.
/// oneTBB ends the program if it fails to create one.
std::size_t granted(std::size_t threads) {
  std::vector<std::thread> made;
  std::latch tried(1);  // keeps the threads alive until all are made
  try {
    while (made.size() + 1 < threads) made.emplace_back([&] { tried.wait(); });
  } catch (const std::exception&) {  // too many, or no memory for more
  }
  tried.count_down();
  for (std::thread& each : made) each.join();
  return made.size() + 1;
}

}  // namespace

struct ThreadLimit::Limit {
  explicit Limit(std::size_t threads) : Limit(threads, granted(threads)) {}
  Limit(std::size_t threads, std::size_t given)
      : control(std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism,
                                                      given)),
        is_short(given < threads) {}
  Limit(const Limit&) = delete;
  Limit& operator=(const Limit&) = delete;
  ~Limit() {
    // If the system is short of threads, the limit stays: without it oneTBB would create more.
    if (is_short) static_cast<void>(control.release());
  }

  std::unique_ptr<tbb::global_control> control;
  bool is_short;
};

struct PerThreadPlaces::Places {
  tbb::enumerable_thread_specific<std::shared_ptr<void> > all;

  std::shared_ptr<void>& mine() { return all.local(); }
  void for_each(FunctionRef<void(void*)> visit) {
    for (const std::shared_ptr<void>& value : all) {
      if (value) visit(value.get());
    }
  }
};

#endif

ThreadLimit::ThreadLimit(std::size_t threads) : limit_(std::make_unique<Limit>(threads)) {}
ThreadLimit::~ThreadLimit() = default;

PerThreadPlaces::PerThreadPlaces() : places_(std::make_unique<Places>()) {}
PerThreadPlaces::~PerThreadPlaces() = default;
std::shared_ptr<void>& PerThreadPlaces::mine() { return places_->mine(); }
void PerThreadPlaces::for_each(FunctionRef<void(void*)> visit) { places_->for_each(visit); }

}  // namespace combat_odds
