#pragma once

namespace combat_odds {

/// Has the line of memory at `address` fetched ahead of its use. GCC takes a function that does
/// nothing else for one without effect, and leaves its calls out: the empty instruction is one.
inline void fetch(const void* address) {
  asm volatile("" : : "r"(address));
  __builtin_prefetch(address, 1);
}

}  // namespace combat_odds
