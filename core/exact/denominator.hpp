#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/exact/common_denominator.hpp"
#include "core/exact/long_numbers.hpp"

namespace combat_odds {

/// A product of powers of the first few bases.
struct Denominator {
  static constexpr std::size_t most_bases = 8;
  std::array<Bases::Exponent, most_bases> of{};

  friend bool operator==(const Denominator&, const Denominator&) = default;
  friend auto operator<=>(const Denominator&, const Denominator&) = default;
  Denominator& operator*=(const Denominator& other) {
    for (std::size_t i = 0; i < most_bases; ++i) of[i] += other.of[i];
    return *this;
  }
};

inline Denominator common_multiple(Denominator a, const Denominator& b) {
  for (std::size_t i = 0; i < a.of.size(); ++i) a.of[i] = std::max(a.of[i], b.of[i]);
  return a;
}

inline std::size_t words_of(const Denominator& denominator, const Bases& bases) {
  return bases.bits(denominator.of.data()) / long_numbers::word_bits + 1;
}

/// Numbers of one word whose product leads from one denominator to its multiple.
inline std::vector<long_numbers::Word> factors(const Denominator& from, const Denominator& to,
                                               const Bases& bases) {
  std::vector<long_numbers::Word> all;
  long_numbers::Word last = 1;
  for (std::size_t i = 0; i < bases.count(); ++i) {
    for (Bases::Exponent left = to.of[i] - from.of[i]; left > 0; --left) {
      long_numbers::Word more = 0;
      if (__builtin_mul_overflow(last, bases.base(i), &more)) {
        all.push_back(last);
        more = bases.base(i);
      }
      last = more;
    }
  }
  if (last != 1) all.push_back(last);
  return all;
}

/// weight * (to / from) as one number, the lowest word first.
inline std::vector<long_numbers::Word> scaled(long_numbers::Word weight, const Denominator& from,
                                              const Denominator& to, const Bases& bases) {
  const std::vector<long_numbers::Word> steps = factors(from, to, bases);
  std::vector<long_numbers::Word> product(steps.size() + 1, 0);
  product.front() = weight;
  for (const long_numbers::Word factor : steps) long_numbers::multiply(product, factor);
  while (product.size() > 1 && product.back() == 0) product.pop_back();
  return product;
}

}  // namespace combat_odds
