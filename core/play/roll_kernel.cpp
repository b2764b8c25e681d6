#include "core/play/roll_kernel.hpp"

#include <algorithm>
#include <bit>
#include <boost/container/small_vector.hpp>
#include <cstring>
#include <numeric>

#include "core/play/roll_kernel_simd.hpp"

// Sanitizers add checks that keep loops from being unrolled, and GCC warns about it.
#if defined(__SANITIZE_ADDRESS__)
#define COMBAT_ODDS_UNROLL(times)
#else
#define COMBAT_ODDS_PRAGMA(text) _Pragma(#text)
#define COMBAT_ODDS_UNROLL(times) COMBAT_ODDS_PRAGMA(GCC unroll times)
#endif

namespace combat_odds {
namespace {

/// 16 bytes of numbers: the vectors of GCC and Clang, which work on every machine.
template <class Number>
using Vector __attribute__((vector_size(16))) = Number;

constexpr std::size_t row_bytes = sizeof(WordStream::Lanes);
constexpr std::size_t tile_rows = 28;  // an 8-bit count does not overflow

/// Some rows of words as signed numbers, in stream order.
template <class Number>
struct Tile {
  static constexpr std::size_t in_row = row_bytes / sizeof(Number);
  static constexpr std::size_t in_lane = in_row / WordStream::lanes;
  static constexpr std::size_t size = tile_rows * in_row;
  alignas(64) Number words[size];

  /// Does WordStream::next() for `rows` rows, two lanes at a time.
  void fill(WordStream& stream, std::size_t rows) {
    using Pair = Vector<std::uint64_t>;
    const auto load = [](const WordStream::Lanes& lanes, std::size_t first) {
      return Pair{lanes[first], lanes[first + 1]};
    };
    const auto save = [](WordStream::Lanes& lanes, std::size_t first, Pair pair) {
      lanes[first] = pair[0];
      lanes[first + 1] = pair[1];
    };
    for (std::size_t lane = 0; lane < WordStream::lanes; lane += 2) {
      Pair a = load(stream.a, lane);
      Pair b = load(stream.b, lane);
      Pair c = load(stream.c, lane);
      Pair counter = load(stream.counter, lane);
      COMBAT_ODDS_UNROLL(4)
      for (std::size_t row = 0; row < rows; ++row) {
        const Pair out = a + b + counter;
        counter += 1;
        a = b ^ (b >> 11);
        b = c + (c << 3);
        c = ((c << 24) | (c >> 40)) + out;
        put(words + row * in_row + lane * in_lane, out);
      }
      save(stream.a, lane, a);
      save(stream.b, lane, b);
      save(stream.c, lane, c);
      save(stream.counter, lane, counter);
    }
  }

  /// The number of words below `end` among the first `used`.
  std::uint64_t below(Number end, std::size_t used) const {
    constexpr std::size_t in_vector = 16 / sizeof(Number);
    const Vector<Number>* const vectors = reinterpret_cast<const Vector<Number>*>(words);
    Vector<Number> count{};
    COMBAT_ODDS_UNROLL(8)
    for (std::size_t i = 0; i < used / in_vector; ++i) count -= vectors[i] < end;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < in_vector; ++i) sum += static_cast<std::uint64_t>(count[i]);
    for (std::size_t i = used - used % in_vector; i < used; ++i) sum += words[i] < end ? 1 : 0;
    return sum;
  }

 private:
  static void put(Number* at, Vector<std::uint64_t> pair) {
    if constexpr (std::endian::native == std::endian::little) {
      std::memcpy(at, &pair, sizeof(pair));
    } else {
      for (std::size_t i = 0; i < 2 * in_lane; ++i) {
        at[i] = static_cast<Number>(pair[i / in_lane] >> (8 * sizeof(Number) * (i % in_lane)));
      }
    }
  }
};

template <class Number>
void count_below_each(WordStream& stream, std::uint64_t trials, std::span<const std::uint32_t> ends,
                      std::uint64_t* below) {
  constexpr std::uint64_t numbers = std::uint64_t{1} << (8 * sizeof(Number));
  Tile<Number> tile;
  for (std::uint64_t done = 0; done < trials; done += tile.size) {
    const auto here = static_cast<std::size_t>(std::min<std::uint64_t>(trials - done, tile.size));
    tile.fill(stream, (here + tile.in_row - 1) / tile.in_row);
    for (std::size_t c = 0; c < ends.size(); ++c) {
      below[c] += ends[c] == numbers
                      ? here
                      : tile.below(static_cast<Number>(ends[c] ^ (numbers / 2)), here);
    }
  }
}

}  // namespace

namespace kernel {

void count_below_portable(WordStream& words, std::uint64_t trials,
                          std::span<const std::uint32_t> ends, std::uint64_t numbers,
                          std::uint64_t* below) {
  if (numbers == most_word_throws) {
    count_below_each<std::int16_t>(words, trials, ends, below);
  } else {
    count_below_each<std::int8_t>(words, trials, ends, below);
  }
}

}  // namespace kernel

std::vector<std::uint32_t> class_ends(std::span<const std::uint64_t> throws,
                                      std::uint64_t numbers) {
  const std::uint64_t all = std::accumulate(throws.begin(), throws.end(), std::uint64_t{0});
  if (all == 0) return {};
  const bool many_rejected = (numbers % all) * 32 > numbers;
  if (all > numbers || (numbers < most_word_throws && many_rejected)) return {};
  std::vector<std::uint32_t> ends;
  std::uint64_t end = 0;
  for (const std::uint64_t each : throws) {
    end += each * (numbers / all);
    ends.push_back(static_cast<std::uint32_t>(end));
  }
  return ends;
}

void roll_classes(WordStream& words, std::uint64_t trials, const RollTable& table,
                  std::span<std::uint64_t> counts) {
  constexpr std::uint64_t worth_bytes = 2048;
  const std::size_t classes = table.ends.size();
  boost::container::small_vector<std::uint64_t, 40> below(classes);
  while (trials > 0) {
    std::fill(below.begin(), below.end(), 0);
    if (trials >= worth_bytes && !table.byte_ends.empty()) {
      kernel::count_below(words, trials, table.byte_ends, 256, below.data());
    } else {
      kernel::count_below(words, trials, table.ends, most_word_throws, below.data());
    }
    for (std::size_t c = 0; c < classes; ++c) counts[c] += below[c] - (c > 0 ? below[c - 1] : 0);
    trials -= below[classes - 1];  // the rest was rejected
  }
}

void roll_wide_classes(WordStream& words, std::uint64_t trials, std::span<const std::uint64_t> ends,
                       std::span<std::uint64_t> counts) {
  const std::uint64_t throws = ends.back();
  const std::uint64_t rejected_from = 0 - (0 - throws) % throws;  // 2^64 - 2^64 mod throws; 0: none
  while (trials > 0) {
    for (const std::uint64_t word : words.next()) {
      if (trials == 0) break;
      if (rejected_from != 0 && word >= rejected_from) continue;
      const auto end = std::upper_bound(ends.begin(), ends.end(), word % throws);
      ++counts[static_cast<std::size_t>(end - ends.begin())];
      --trials;
    }
  }
}

}  // namespace combat_odds
