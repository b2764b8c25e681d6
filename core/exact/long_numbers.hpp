#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

/// Whole numbers that are not negative, as 64-bit words in memory that the caller holds, the lowest
/// word first. Boost.Multiprecision would allocate each number; propagation keeps millions of equal
/// length side by side.
namespace combat_odds::long_numbers {

using Word = std::uint64_t;
__extension__ using Wide = unsigned __int128;

inline constexpr std::size_t word_bits = 64;

/// sum += number * factor, as far as the sum reaches.
inline void add_product(std::span<Word> sum, std::span<const Word> number, Word factor) {
  Word carry = 0;
  std::size_t i = 0;
  for (; i < number.size(); ++i) {
    const Wide product = static_cast<Wide>(number[i]) * factor;
    auto low = static_cast<Word>(product);
    const Word carried = __builtin_add_overflow(low, carry, &low);
    carry = static_cast<Word>(product >> word_bits) + carried;
    carry += __builtin_add_overflow(low, sum[i], &sum[i]);
  }
  for (; carry != 0 && i < sum.size(); ++i) {
    sum[i] += carry;
    carry = sum[i] < carry ? 1 : 0;
  }
}

/// 0 where it takes more than 128 bits.
inline Wide product(Word a, Wide b) {
  if (b >> word_bits == 0) return static_cast<Wide>(a) * static_cast<Word>(b);
  const Wide low = static_cast<Wide>(a) * static_cast<Word>(b);
  const Wide high = static_cast<Wide>(a) * static_cast<Word>(b >> word_bits) + (low >> word_bits);
  return high >> word_bits != 0 ? 0 : high << word_bits | static_cast<Word>(low);
}

inline void multiply(std::span<Word> number, Word factor) {
  Word carry = 0;
  for (Word& word : number) {
    const Wide product = static_cast<Wide>(word) * factor + carry;
    word = static_cast<Word>(product);
    carry = static_cast<Word>(product >> word_bits);
  }
}

inline Word remainder(std::span<const Word> number, Word divisor) {
  Wide rest = 0;
  for (std::size_t i = number.size(); i-- > 0;) {
    rest = (rest << word_bits | number[i]) % divisor;
  }
  return static_cast<Word>(rest);
}

inline void divide(std::span<Word> number, Word divisor) {
  Wide rest = 0;
  for (std::size_t i = number.size(); i-- > 0;) {
    rest = rest << word_bits | number[i];
    number[i] = static_cast<Word>(rest / divisor);
    rest %= divisor;
  }
}

inline bool is_zero(std::span<const Word> number) {
  return std::all_of(number.begin(), number.end(), [](Word word) { return word == 0; });
}

inline std::span<const Word> without_zeros(std::span<const Word> number) {
  while (!number.empty() && number.back() == 0) number = number.first(number.size() - 1);
  return number;
}

}  // namespace combat_odds::long_numbers
