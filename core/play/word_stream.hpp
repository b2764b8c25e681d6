#pragma once

#include <array>
#include <cstdint>

namespace combat_odds {

/// What a stream of random words depends on: never on a thread or an instruction set.
struct StreamKey {
  std::uint64_t seed = 1;
  std::uint64_t situation = 0;  ///< a hash of the procedure and all its parameters
  std::uint64_t block = 0;      ///< which block of trials
};

/// Random 16-bit words, in rows of 32.
///
/// Eight SFC64 generators (Chris Doty-Humphrey, PractRand) side by side, so that a row is one step
/// of each: a row's words are the low to high 16 bits of lane 0, then of lane 1, and so on. Each
/// lane's state comes from Philox4x64-10 (Random123), keyed by seed, situation and block.
struct WordStream {
  static constexpr int lanes = 8;
  static constexpr int row_words = 4 * lanes;
  using Lanes = std::array<std::uint64_t, lanes>;

  explicit WordStream(const StreamKey& key);

  /// The next row, as the eight 64-bit words of the lanes.
  Lanes next() {
    Lanes out;
    for (int i = 0; i < lanes; ++i) {
      out[i] = a[i] + b[i] + counter[i];
      counter[i] += 1;
      a[i] = b[i] ^ (b[i] >> 11);
      b[i] = c[i] + (c[i] << 3);
      c[i] = ((c[i] << 24) | (c[i] >> 40)) + out[i];
    }
    return out;
  }

  alignas(64) Lanes a, b, c, counter;
};

}  // namespace combat_odds
