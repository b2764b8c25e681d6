#pragma once

#include <cstddef>
#include <cstdint>

#include "core/play/word_stream.hpp"

namespace combat_odds {

/// The numbers of a stream one by one, 8, 16 or 64 bits at a time, in the order of its rows. Bits
/// left over when a larger number is asked for are skipped.
class NumberStream {
 public:
  explicit NumberStream(WordStream& words) : words_(words) {}

  std::uint8_t next_byte() { return static_cast<std::uint8_t>(next(8)); }
  std::uint16_t next_word() { return static_cast<std::uint16_t>(next(16)); }
  std::uint64_t next_wide() { return next(64); }

 private:
  std::uint64_t next(unsigned bits) {
    if (bits_left_ < bits) {
      if (lane_ == WordStream::lanes) {
        row_ = words_.next();
        lane_ = 0;
      }
      current_ = row_[lane_++];
      bits_left_ = 64;
    }
    const std::uint64_t number = current_;
    bits_left_ -= bits;
    if (bits < 64) current_ >>= bits;
    return number;
  }

  WordStream& words_;
  WordStream::Lanes row_{};
  std::size_t lane_ = WordStream::lanes;
  std::uint64_t current_ = 0;
  unsigned bits_left_ = 0;
};

}  // namespace combat_odds
