#include "combat_odds/core/parallel.hpp"

#ifndef COMBAT_ODDS_SERIAL
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
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

void parallel_for(std::size_t count, FunctionRef<void(std::size_t)> each) {
  tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) { each(i); });
}

void parallel_for_parts(std::uint64_t count, FunctionRef<void(std::uint64_t, std::uint64_t)> some) {
  tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, count),
                    [&](const auto& part) { some(part.begin(), part.end()); });
}

struct ThreadLimit::Limit {
  explicit Limit(std::size_t threads)
      : control(tbb::global_control::max_allowed_parallelism, threads) {}

  tbb::global_control control;
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
