#include "core/text/xxh64.hpp"

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstring>

namespace combat_odds {
namespace {

// The method and its primes: https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md
constexpr std::uint64_t prime_3 = 0x165667B19E3779F9u;
constexpr std::uint64_t prime_4 = 0x85EBCA77C2B2AE63u;
constexpr std::uint64_t prime_5 = 0x27D4EB2F165667C5u;

/// The number that some bytes write, the lowest first.
template <std::unsigned_integral Number>
std::uint64_t number_at(const char* bytes) {
  Number number = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&number, bytes, sizeof(number));
  } else {
    for (std::size_t i = sizeof(number); i-- > 0;) {
      number = static_cast<Number>(number << 8 | static_cast<unsigned char>(bytes[i]));
    }
  }
  return number;
}

}  // namespace

std::uint64_t Xxh64::mixed(std::uint64_t sum, std::uint64_t lane) {
  return std::rotl(sum + lane * prime_2, 31) * prime_1;
}

void Xxh64::add_stripe(const char* bytes) {
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    sums_[lane] = mixed(sums_[lane], number_at<std::uint64_t>(bytes + 8 * lane));
  }
}

Xxh64& Xxh64::add(std::string_view bytes) {
  const std::size_t filled = size_ % stripe;
  size_ += bytes.size();
  if (filled != 0) {
    const std::size_t more = std::min(stripe - filled, bytes.size());
    std::copy_n(bytes.data(), more, rest_.data() + filled);
    bytes.remove_prefix(more);
    if (filled + more < stripe) return *this;
    add_stripe(rest_.data());
  }
  for (; bytes.size() >= stripe; bytes.remove_prefix(stripe)) add_stripe(bytes.data());
  std::copy_n(bytes.data(), bytes.size(), rest_.data());
  return *this;
}

std::uint64_t Xxh64::value() const {
  std::uint64_t sum = prime_5;
  if (size_ >= stripe) {
    sum = std::rotl(sums_[0], 1) + std::rotl(sums_[1], 7) + std::rotl(sums_[2], 12) +
          std::rotl(sums_[3], 18);
    for (const std::uint64_t lane : sums_) sum = (sum ^ mixed(0, lane)) * prime_1 + prime_4;
  }
  sum += size_;
  const char* at = rest_.data();
  std::size_t left = size_ % stripe;
  for (; left >= 8; at += 8, left -= 8) {
    sum ^= mixed(0, number_at<std::uint64_t>(at));
    sum = std::rotl(sum, 27) * prime_1 + prime_4;
  }
  if (left >= 4) {
    sum ^= number_at<std::uint32_t>(at) * prime_1;
    sum = std::rotl(sum, 23) * prime_2 + prime_3;
    at += 4;
    left -= 4;
  }
  for (; left > 0; ++at, --left) {
    sum ^= static_cast<unsigned char>(*at) * prime_5;
    sum = std::rotl(sum, 11) * prime_1;
  }
  sum = (sum ^ sum >> 33) * prime_2;
  sum = (sum ^ sum >> 29) * prime_3;
  return sum ^ sum >> 32;
}

}  // namespace combat_odds
