#pragma once

#include <cstdint>
#include <string_view>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace combat_odds {

/// The checksum XXH64 (seed 0) of bytes as they come, as `xxhsum` prints it: the same on every
/// machine. For whole files: Fnv1a takes them byte by byte.
class Xxh64 {
 public:
  Xxh64() { XXH64_reset(&state_, 0); }
  Xxh64& add(std::string_view bytes) {
    XXH64_update(&state_, bytes.data(), bytes.size());
    return *this;
  }
  std::uint64_t value() const { return XXH64_digest(&state_); }

 private:
  XXH64_state_t state_;
};

}  // namespace combat_odds
