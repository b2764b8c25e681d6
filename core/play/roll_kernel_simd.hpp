#pragma once

#include <cstdint>
#include <span>

#include "core/play/word_stream.hpp"

namespace combat_odds::kernel {

/// count_below_portable() with the widest vectors that the machine has: same words, same counts,
/// same state of the stream afterwards.
void count_below(WordStream& words, std::uint64_t trials, std::span<const std::uint32_t> ends,
                 std::uint64_t numbers, std::uint64_t* below);

}  // namespace combat_odds::kernel
