#pragma once

#include <cstdint>
#include <string_view>

namespace combat_odds {

/// The hash FNV-1a of 64 bits, of bytes as they come: the same on every machine.
class Fnv1a {
 public:
  Fnv1a& add(std::string_view bytes) {
    for (const char byte : bytes) add(static_cast<unsigned char>(byte));
    return *this;
  }
  Fnv1a& add(unsigned char byte) {
    value_ = (value_ ^ byte) * 1099511628211u;
    return *this;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 14695981039346656037u;
};

}  // namespace combat_odds
