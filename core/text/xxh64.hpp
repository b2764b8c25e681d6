#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace combat_odds {

/// The checksum XXH64 (seed 0) of bytes as they come, as `xxhsum` prints it: the same on every
/// machine. For whole files: Fnv1a takes them byte by byte.
class Xxh64 {
 public:
  Xxh64& add(std::string_view bytes);
  std::uint64_t value() const;

 private:
  static constexpr std::uint64_t prime_1 = 0x9E3779B185EBCA87u;
  static constexpr std::uint64_t prime_2 = 0xC2B2AE3D27D4EB4Fu;
  static constexpr std::size_t lanes = 4;
  static constexpr std::size_t stripe = 8 * lanes;

  static std::uint64_t mixed(std::uint64_t sum, std::uint64_t lane);
  void add_stripe(const char* bytes);

  std::array<std::uint64_t, lanes> sums_{prime_1 + prime_2, prime_2, 0, 0 - prime_1};
  std::array<char, stripe> rest_{};  ///< the last bytes, which fill no stripe yet
  std::uint64_t size_ = 0;           ///< of all bytes
};

}  // namespace combat_odds
