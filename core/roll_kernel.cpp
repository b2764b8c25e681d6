#include "core/roll_kernel.hpp"

#include <algorithm>
#include <bit>
#include <boost/container/small_vector.hpp>

namespace combat_odds {
namespace {

using RowWords = std::array<std::uint16_t, WordStream::row_words>;

RowWords next_words(WordStream& words) {
  const WordStream::Lanes row = words.next();
  RowWords split;
  for (std::size_t lane = 0; lane < WordStream::lanes; ++lane) {
    for (std::size_t part = 0; part < 4; ++part) {
      split[4 * lane + part] = static_cast<std::uint16_t>(row[lane] >> (16 * part));
    }
  }
  return split;
}

}  // namespace

void roll_classes(WordStream& words, std::uint64_t trials, std::span<const std::uint32_t> ends,
                  std::span<std::uint64_t> counts) {
  const std::size_t classes = ends.size();
  boost::container::small_vector<std::uint64_t, 36> below(classes);
  while (trials > 0) {
    std::fill(below.begin(), below.end(), 0);
    for (std::uint64_t done = 0; done < trials; done += WordStream::row_words) {
      const RowWords row = next_words(words);
      const auto used =
          static_cast<std::size_t>(std::min<std::uint64_t>(trials - done, WordStream::row_words));
      for (std::size_t c = 0; c < classes; ++c) {
        std::uint32_t under = 0;
        if (used == row.size()) {
          for (const std::uint16_t word : row) under += word < ends[c] ? 1 : 0;
        } else {
          for (std::size_t i = 0; i < used; ++i) under += row[i] < ends[c] ? 1 : 0;
        }
        below[c] += under;
      }
    }
    for (std::size_t c = 0; c < classes; ++c) counts[c] += below[c] - (c > 0 ? below[c - 1] : 0);
    trials -= below[classes - 1];
  }
}

void roll_wide_classes(WordStream& words, std::uint64_t trials, std::span<const std::uint64_t> ends,
                       std::span<std::uint64_t> counts) {
  const std::uint64_t throws = ends.back();
  const std::uint64_t past_last_multiple = 0 - (0 - throws) % throws;  // 2^64 - 2^64 mod throws
  while (trials > 0) {
    for (const std::uint64_t word : words.next()) {
      if (trials == 0) break;
      if (past_last_multiple != 0 && word >= past_last_multiple) continue;
      const auto end = std::upper_bound(ends.begin(), ends.end(), word % throws);
      ++counts[static_cast<std::size_t>(end - ends.begin())];
      --trials;
    }
  }
}

}  // namespace combat_odds
