#pragma once

namespace combat_odds {

/// Prefetches the cache line at `address`. GCC would take a function that only prefetches for one
/// without effect and drop its calls; the empty asm statement prevents that.
inline void fetch(const void* address) {
  asm volatile("" : : "r"(address));
  __builtin_prefetch(address, 1);
}

}  // namespace combat_odds
