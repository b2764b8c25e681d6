#pragma once

#include <cstdint>
#include <span>

#include "core/word_stream.hpp"

namespace combat_odds {

/// The most throws that a 16-bit word can decide with every throw equally likely.
constexpr std::uint64_t most_word_throws = 65536;

/// Rolls one die with words of 16 bits: class c is the words from ends[c - 1] up to, not including,
/// ends[c]. Words from the last end on are rejected and replaced, so every throw is exactly as
/// likely as every other.
///
/// Adds to counts[c] how many of `trials` rolls fell into class c. `ends` rises and its last is at
/// most 65536; `trials` is at most 65535 * 32.
void roll_classes(WordStream& words, std::uint64_t trials, std::span<const std::uint32_t> ends,
                  std::span<std::uint64_t> counts);

/// The same with words of 64 bits, one trial at a time, for rolls of more than 65,536 throws.
/// `ends` counts throws; its last is the number of throws.
void roll_wide_classes(WordStream& words, std::uint64_t trials, std::span<const std::uint64_t> ends,
                       std::span<std::uint64_t> counts);

}  // namespace combat_odds
