#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/play/word_stream.hpp"

namespace combat_odds {

/// The most throws that a 16-bit word can decide with every throw equally likely.
constexpr std::uint64_t most_word_throws = 65536;

/// The number that a 16-bit word stands for: 0 to 65535. The top bit is turned so that words can be
/// compared as signed numbers, which is all that some instruction sets offer.
constexpr std::uint32_t word_value(std::uint16_t word) { return word ^ 0x8000u; }

/// How the throws of a roll are laid out over the numbers that a word of 8 or 16 bits stands for:
/// class c is the words from ends[c - 1] up to, not including, ends[c]. Words from the last end on
/// are rejected and replaced, so every throw is exactly as likely as every other.
struct RollTable {
  std::span<const std::uint32_t> ends;  ///< over 65536 numbers
  std::span<const std::uint32_t>
      byte_ends;  ///< over 256 numbers; empty where too many would be rejected
};

/// The ends over `numbers` (65536 or 256) of classes with so many throws each. Empty where there
/// are more throws than numbers, and for 256 also where more than one in 32 words would be
/// rejected.
std::vector<std::uint32_t> class_ends(std::span<const std::uint64_t> throws, std::uint64_t numbers);

/// Adds to counts[c] how many of `trials` rolls fell into class c. Large numbers of trials take
/// words of 8 bits where the table has them, twice as many from each random number; small ones take
/// 16 bits, of which fewer are rejected. Runs on the widest vectors that the machine has, with the
/// same result on all.
void roll_classes(WordStream& words, std::uint64_t trials, const RollTable& table,
                  std::span<std::uint64_t> counts);

/// The same with words of 64 bits, one trial at a time, for rolls of more than 65,536 throws.
/// `ends` counts throws; its last entry is the number of throws.
void roll_wide_classes(WordStream& words, std::uint64_t trials, std::span<const std::uint64_t> ends,
                       std::span<std::uint64_t> counts);

namespace kernel {

/// The instruction sets that this machine has and the kernel was compiled for, by name: the one in
/// use first, last the baseline of the architecture ("portable", or SSE2).
std::vector<std::string> instruction_sets();

/// Makes the kernel use one of instruction_sets(), for tests and benchmarks; an empty name gives
/// the best back. Not while anything rolls.
void use_instruction_set(const std::string& name);

/// How many of `trials` words are below each end, in one pass: nothing is rejected or replaced.
/// `numbers` is 65536 for words of 16 bits, 256 for words of 8. The portable version, with which
/// all others must agree.
void count_below_portable(WordStream& words, std::uint64_t trials,
                          std::span<const std::uint32_t> ends, std::uint64_t numbers,
                          std::uint64_t* below);

/// The generator alone: draws rows, discards them and returns a checksum.
std::uint64_t draw_rows(WordStream& words, std::uint64_t rows);

}  // namespace kernel
}  // namespace combat_odds
