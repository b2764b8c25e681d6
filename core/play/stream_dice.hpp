#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/dice/dice.hpp"
#include "core/dice/many_dice.hpp"
#include "core/play/roll_kernel.hpp"
#include "core/play/word_stream.hpp"

namespace combat_odds {

/// Dice from a stream of words, single ones or many at a time.
class StreamDice : public ThrownDice, public ManyDice {
 public:
  explicit StreamDice(const StreamKey& key) : words_(key) {}

  bool throw_many(std::uint64_t count, int sides, std::span<std::uint64_t> shown) override {
    const auto faces = static_cast<std::uint64_t>(sides);
    if (faces > most_word_throws) return false;
    if (faces != table_sides_) {
      const std::vector<std::uint64_t> throws(faces, 1);
      table_sides_ = faces;
      ends_ = class_ends(throws, most_word_throws);
      byte_ends_ = class_ends(throws, 256);
    }
    roll_classes(words_, count, {ends_, byte_ends_}, shown);
    return true;
  }

 private:
  int throw_die(int sides) override {
    const auto throws = static_cast<std::uint64_t>(sides);
    const std::uint64_t past_last_multiple = (std::uint64_t{1} << 32) / throws * throws;
    for (;;) {
      if (used_ == 2 * WordStream::lanes) {
        row_ = words_.next();
        used_ = 0;
      }
      const std::uint64_t word = (row_[used_ / 2] >> (32 * (used_ % 2))) & 0xffffffffu;
      ++used_;
      if (word < past_last_multiple) return static_cast<int>(word % throws);
    }
  }

  WordStream words_;
  std::uint64_t table_sides_ = 0;  ///< of the ends
  std::vector<std::uint32_t> ends_;
  std::vector<std::uint32_t> byte_ends_;
  WordStream::Lanes row_{};
  std::size_t used_ = 2 * WordStream::lanes;
};

}  // namespace combat_odds
