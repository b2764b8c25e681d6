#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "core/dice/function_ref.hpp"

namespace combat_odds {

// Work spread over cores. Its order is unspecified, and results must not depend on it. Built with
// COMBAT_ODDS_SERIAL, as for a browser, everything runs in order on the calling thread.

/// Calls each(i) for every i below `count`. May be nested.
void parallel_for(std::size_t count, FunctionRef<void(std::size_t)> each);

/// Calls some(from, to) for adjacent ranges that cover 0 to `count`.
void parallel_for_parts(std::uint64_t count, FunctionRef<void(std::uint64_t, std::uint64_t)> some);

/// While it lives, at most so many threads work, and no more than the system grants.
class ThreadLimit {
 public:
  explicit ThreadLimit(std::size_t threads);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  struct Limit;
  std::unique_ptr<Limit> limit_;
};

/// Storage for each thread that asks, empty at first.
class PerThreadPlaces {
 public:
  PerThreadPlaces();
  ~PerThreadPlaces();
  PerThreadPlaces(const PerThreadPlaces&) = delete;
  PerThreadPlaces& operator=(const PerThreadPlaces&) = delete;

  std::shared_ptr<void>& mine();
  void for_each(FunctionRef<void(void*)> visit);

 private:
  struct Places;
  std::unique_ptr<Places> places_;
};

/// A value for each participating thread, default or a copy of a first one: threads add to their
/// own, and at the end all are added up.
template <class Value>
class PerThread {
 public:
  PerThread() : make_([] { return std::make_shared<Value>(); }) {}
  explicit PerThread(const Value& first)
      : make_([first] { return std::make_shared<Value>(first); }) {}

  /// The value of this thread.
  Value& local() {
    std::shared_ptr<void>& mine = places_.mine();
    if (!mine) mine = make_();
    return *static_cast<Value*>(mine.get());
  }
  /// Calls visit(value) for all values. Not while threads are at work.
  template <class Visit>
  void for_each(Visit&& visit) {
    places_.for_each([&](void* value) { visit(*static_cast<Value*>(value)); });
  }

 private:
  std::function<std::shared_ptr<void>()> make_;
  PerThreadPlaces places_;
};

}  // namespace combat_odds
