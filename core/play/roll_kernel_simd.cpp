// Compiled once for every instruction set (Google Highway's foreach_target).
#include "core/play/roll_kernel_simd.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/play/roll_kernel.hpp"

// Arrays can't hold vectors whose length is unknown at compile time.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/play/roll_kernel_simd.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace combat_odds::kernel::HWY_NAMESPACE {

#if HWY_TARGET != HWY_EMU128 && HWY_TARGET != HWY_SCALAR
namespace hn = hwy::HWY_NAMESPACE;

using Wide = hn::CappedTag<std::uint64_t, WordStream::lanes>;
constexpr int wide_lanes = static_cast<int>(hn::MaxLanes(Wide()));
static_assert(WordStream::lanes % wide_lanes == 0);

/// Whether a comparison gives a mask register with one bit a word (AVX-512).
constexpr bool has_masks = HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86;

template <class Number>
using Words = hn::Vec<hn::Repartition<Number, Wide>>;
template <class Number>
constexpr std::size_t words_in_vector = wide_lanes * 8 / sizeof(Number);
template <class Number>
constexpr std::size_t words_in_row = sizeof(WordStream::Lanes) / sizeof(Number);

/// As many of the stream's generators as one vector holds.
struct Generators {
  hn::Vec<Wide> a, b, c, counter;

  void load(const WordStream& words, int lane) {
    a = hn::Load(Wide(), words.a.data() + lane);
    b = hn::Load(Wide(), words.b.data() + lane);
    c = hn::Load(Wide(), words.c.data() + lane);
    counter = hn::Load(Wide(), words.counter.data() + lane);
  }

  HWY_INLINE hn::Vec<Wide> next() {
    const hn::Vec<Wide> out = hn::Add(hn::Add(a, b), counter);
    counter = hn::Add(counter, hn::Set(Wide(), 1));
    a = hn::Xor(b, hn::ShiftRight<11>(b));
    b = hn::Add(c, hn::ShiftLeft<3>(c));
    c = hn::Add(hn::RotateRight<40>(c), out);
    return out;
  }

  void save(WordStream& words, int lane) const {
    hn::Store(a, Wide(), words.a.data() + lane);
    hn::Store(b, Wide(), words.b.data() + lane);
    hn::Store(c, Wide(), words.c.data() + lane);
    hn::Store(counter, Wide(), words.counter.data() + lane);
  }
};

/// Adds 1 to the counts of the words that are above `last`. (Above, not below: `last` may then stay
/// in memory, and there are few registers.)
template <class Number>
HWY_INLINE Words<Number> count_above(Words<Number> counts, Words<Number> word, Words<Number> last) {
  constexpr hn::Repartition<Number, Wide> d;
  if constexpr (has_masks) {
    return hn::IfThenElse(hn::Gt(word, last), hn::Add(counts, hn::Set(d, 1)), counts);
  } else {
    counts = hn::Sub(counts, hn::VecFromMask(d, hn::Gt(word, last)));  // true is -1
#if HWY_ARCH_X86
    // Emits nothing, but makes GCC finish each count here. GCC 12 would otherwise do all
    // comparisons first and run out of SSE's 16 registers, and a count kept in memory costs a third
    // of the speed.
    asm("" : "+x"(counts.raw));
#endif
    return counts;
  }
}

/// The sum of counts as 64-bit lanes.
template <class Number>
HWY_INLINE hn::Vec<Wide> sums(Words<Number> counts) {
  if constexpr (sizeof(Number) == 1) {
    return hn::SumsOf8(hn::BitCast(hn::Repartition<std::uint8_t, Wide>(), counts));
  } else {
    const hn::Vec<Wide> wide = hn::BitCast(Wide(), counts);
    const hn::Vec<Wide> low = hn::Set(Wide(), 0x0000ffff0000ffff);
    const hn::Vec<Wide> pairs = hn::Add(hn::And(wide, low), hn::And(hn::ShiftRight<16>(wide), low));
    return hn::Add(hn::And(pairs, hn::Set(Wide(), 0xffffffff)), hn::ShiftRight<32>(pairs));
  }
}

/// The last number before an end, in the form of the signed words that it is compared with (see
/// word_value()).
template <class Number>
HWY_INLINE Number last_below(std::uint32_t end) {
  constexpr std::uint32_t half = std::uint32_t{1} << (8 * sizeof(Number) - 1);
  return static_cast<Number>((end - 1) ^ half);
}

/// Rolls `rows` whole rows and the first `rest` words of one more.
///
/// Most instruction sets count in vectors: a comparison gives -1 or 0 for each word and is
/// subtracted. With AVX-512 it gives a mask. popcnt counts the bits of up to four masks, on units
/// that are idle otherwise; more than four would make it the bottleneck, so the other masks select
/// the words of a vector of counts that are increased.
template <class Number, int classes>
void count_rows(WordStream& words, std::uint64_t rows, std::size_t rest, const std::uint32_t* ends,
                std::uint64_t* below) {
  constexpr hn::Repartition<Number, Wide> d;
  constexpr int in_vectors = has_masks ? std::max(classes - 4, 0) : classes;
  // Counts of this width are emptied before they overflow.
  constexpr std::uint64_t most_rows = (std::uint64_t{1} << (8 * sizeof(Number))) - 1;
  Words<Number> last[classes];
  hn::Vec<Wide> sum[classes];
  std::uint64_t above[classes] = {};
  for (int c = 0; c < classes; ++c) {
    last[c] = hn::Set(d, last_below<Number>(ends[c]));
    sum[c] = hn::Zero(Wide());
  }
  for (int lane = 0; lane < WordStream::lanes; lane += wide_lanes) {
    Generators generators;
    generators.load(words, lane);
    for (std::uint64_t row = 0; row < rows;) {
      Words<Number> count[classes];
      for (int c = 0; c < in_vectors; ++c) count[c] = hn::Zero(d);
      for (const std::uint64_t stop = std::min(rows, row + most_rows); row < stop; ++row) {
        const Words<Number> word = hn::BitCast(d, generators.next());
        for (int c = 0; c < in_vectors; ++c) {
          count[c] = count_above<Number>(count[c], word, last[c]);
        }
        for (int c = in_vectors; c < classes; ++c) {
          above[c] += hn::CountTrue(d, hn::Gt(word, last[c]));
        }
      }
      for (int c = 0; c < in_vectors; ++c) sum[c] = hn::Add(sum[c], sums<Number>(count[c]));
    }
    if (rest > 0) {
      const Words<Number> word = hn::BitCast(d, generators.next());
      const std::size_t before = static_cast<std::size_t>(lane) * 8 / sizeof(Number);
      const std::size_t used = rest > before ? std::min(rest - before, words_in_vector<Number>) : 0;
      for (int c = 0; c < classes; ++c) {
        above[c] += hn::CountTrue(d, hn::And(hn::FirstN(d, used), hn::Gt(word, last[c])));
      }
    }
    generators.save(words, lane);
  }
  const std::uint64_t all = rows * words_in_row<Number> + rest;
  for (int c = 0; c < classes; ++c) {
    below[c] += all - above[c] - hn::GetLane(hn::SumOfLanes(Wide(), sum[c]));
  }
}

/// For more classes than registers: compares some rows of words at a time with every end.
template <class Number>
void count_tiles(WordStream& words, std::uint64_t trials, std::span<const std::uint32_t> ends,
                 std::uint64_t* below) {
  constexpr hn::Repartition<Number, Wide> d;
  constexpr std::size_t tile_rows = 16;
  constexpr std::size_t tile_words = tile_rows * words_in_row<Number>;
  alignas(64) Number tile[tile_words];
  for (std::uint64_t done = 0; done < trials; done += tile_words) {
    const auto here = static_cast<std::size_t>(std::min<std::uint64_t>(trials - done, tile_words));
    const std::size_t rows = (here + words_in_row<Number> - 1) / words_in_row<Number>;
    for (int lane = 0; lane < WordStream::lanes; lane += wide_lanes) {
      Generators generators;
      generators.load(words, lane);
      for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t before = static_cast<std::size_t>(lane) * 8 / sizeof(Number);
        hn::Store(hn::BitCast(d, generators.next()), d, tile + row * words_in_row<Number> + before);
      }
      generators.save(words, lane);
    }
    // Fills up with the least number, which is above no other.
    std::fill(tile + here, tile + rows * words_in_row<Number>, std::numeric_limits<Number>::min());
    for (std::size_t c = 0; c < ends.size(); ++c) {
      const Words<Number> last = hn::Set(d, last_below<Number>(ends[c]));
      Words<Number> count = hn::Zero(d);
      std::uint64_t above = 0;
      for (std::size_t i = 0; i < rows * words_in_row<Number>; i += words_in_vector<Number>) {
        const Words<Number> word = hn::Load(d, tile + i);
        if constexpr (has_masks) {
          above += hn::CountTrue(d, hn::Gt(word, last));
        } else {
          count = count_above<Number>(count, word, last);
        }
      }
      if constexpr (!has_masks) {
        above = hn::GetLane(hn::SumOfLanes(Wide(), sums<Number>(count)));
      }
      below[c] += here - above;
    }
  }
}

template <class Number>
void count_numbers(WordStream& words, std::uint64_t trials, std::span<const std::uint32_t> ends,
                   std::uint64_t* below) {
  constexpr std::uint32_t numbers = std::uint32_t{1} << (8 * sizeof(Number));
  if (ends.back() == numbers) {  // nothing is rejected
    below[ends.size() - 1] += trials;
    ends = ends.first(ends.size() - 1);
  }
  const std::uint64_t rows = trials / words_in_row<Number>;
  const std::size_t rest = trials % words_in_row<Number>;
  switch (ends.size()) {
    case 1:
      return count_rows<Number, 1>(words, rows, rest, ends.data(), below);
    case 2:
      return count_rows<Number, 2>(words, rows, rest, ends.data(), below);
    case 3:
      return count_rows<Number, 3>(words, rows, rest, ends.data(), below);
    case 4:
      return count_rows<Number, 4>(words, rows, rest, ends.data(), below);
    case 5:
      return count_rows<Number, 5>(words, rows, rest, ends.data(), below);
    case 6:
      return count_rows<Number, 6>(words, rows, rest, ends.data(), below);
    case 7:
      return count_rows<Number, 7>(words, rows, rest, ends.data(), below);
    case 8:
      return count_rows<Number, 8>(words, rows, rest, ends.data(), below);
    default:
      return count_tiles<Number>(words, trials, ends, below);
  }
}

void count_below(WordStream& words, std::uint64_t trials, std::span<const std::uint32_t> ends,
                 std::uint64_t numbers, std::uint64_t* below) {
  if (numbers == most_word_throws) {
    count_numbers<std::int16_t>(words, trials, ends, below);
  } else {
    count_numbers<std::int8_t>(words, trials, ends, below);
  }
}

std::uint64_t draw(WordStream& words, std::uint64_t rows) {
  hn::Vec<Wide> sum = hn::Zero(Wide());
  for (int lane = 0; lane < WordStream::lanes; lane += wide_lanes) {
    Generators generators;
    generators.load(words, lane);
    for (std::uint64_t row = 0; row < rows; ++row) sum = hn::Xor(sum, generators.next());
    generators.save(words, lane);
  }
  return hn::GetLane(sum);
}

#else

void count_below(WordStream& words, std::uint64_t trials, std::span<const std::uint32_t> ends,
                 std::uint64_t numbers, std::uint64_t* below) {
  count_below_portable(words, trials, ends, numbers, below);
}

std::uint64_t draw(WordStream& words, std::uint64_t rows) {
  std::uint64_t sum = 0;
  for (std::uint64_t row = 0; row < rows; ++row) {
    for (const std::uint64_t lane : words.next()) sum ^= lane;
  }
  return sum;
}

#endif

}  // namespace combat_odds::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace combat_odds::kernel {
namespace {

std::string name_of(std::int64_t target) {
  return target == HWY_EMU128 || target == HWY_SCALAR ? "portable" : hwy::TargetName(target);
}

/// The kernel as compiled for one of Highway's targets; without functions where it was not.
struct InstructionSet {
  std::int64_t target;
  decltype(&kernel::count_below) count_below;
  decltype(&kernel::draw_rows) draw;
};

/// The best first.
constexpr InstructionSet compiled_sets[] = {
#if HWY_ARCH_X86
    {HWY_AVX3, HWY_CHOOSE_AVX3(count_below), HWY_CHOOSE_AVX3(draw)},
    {HWY_AVX2, HWY_CHOOSE_AVX2(count_below), HWY_CHOOSE_AVX2(draw)},
    {HWY_SSE4, HWY_CHOOSE_SSE4(count_below), HWY_CHOOSE_SSE4(draw)},
    {HWY_SSSE3, HWY_CHOOSE_SSSE3(count_below), HWY_CHOOSE_SSSE3(draw)},
#endif
    {HWY_STATIC_TARGET, HWY_STATIC_DISPATCH(count_below), HWY_STATIC_DISPATCH(draw)},
};

/// Whether this machine has what the target is compiled for. Highway's own answer stands in a
/// library that measures the clock whenever a program loads it, which takes a millisecond.
bool is_here([[maybe_unused]] std::int64_t target) {
#if HWY_ARCH_X86
  const auto has_avx2 = [] {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("fma");
  };
  switch (target) {
    case HWY_SSSE3:
      return __builtin_cpu_supports("ssse3");
    case HWY_SSE4:
      return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("aes") &&
             __builtin_cpu_supports("pclmul");
    case HWY_AVX2:
      return has_avx2();
    case HWY_AVX3:
      return has_avx2() && __builtin_cpu_supports("avx512f") &&
             __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
             __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    default:
      break;
  }
#endif
  return true;
}

const std::vector<InstructionSet>& sets_here() {
  static const std::vector<InstructionSet> here = [] {
    std::vector<InstructionSet> sets;
    for (const InstructionSet& set : compiled_sets) {
      if (set.count_below == nullptr || !is_here(set.target)) continue;
      if (set.target != HWY_STATIC_TARGET || sets.empty() || sets.back().target != set.target) {
        sets.push_back(set);
      }
    }
    return sets;
  }();
  return here;
}

const InstructionSet*& set_in_use() {
  static const InstructionSet* set = &sets_here().front();
  return set;
}

}  // namespace

void count_below(WordStream& words, std::uint64_t trials, std::span<const std::uint32_t> ends,
                 std::uint64_t numbers, std::uint64_t* below) {
  set_in_use()->count_below(words, trials, ends, numbers, below);
}

std::uint64_t draw_rows(WordStream& words, std::uint64_t rows) {
  return set_in_use()->draw(words, rows);
}

std::vector<std::string> instruction_sets() {
  std::vector<std::string> names;
  for (const InstructionSet& set : sets_here()) names.push_back(name_of(set.target));
  return names;
}

void use_instruction_set(const std::string& name) {
  for (const InstructionSet& set : sets_here()) {
    if (!name.empty() && name_of(set.target) != name) continue;
    set_in_use() = &set;
    return;
  }
  throw std::invalid_argument("no instruction set " + name);
}

}  // namespace combat_odds::kernel
#endif
