#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/exact/long_numbers.hpp"

namespace combat_odds {

/// Denominators as products of powers of a few bases: the prime factors of the numbers of throws,
/// in all games 2 and 3 and seldom others. The least common multiple takes the larger of each pair
/// of exponents, so no large number is ever divided.
class Bases {
 public:
  /// Exponents of the bases; a view into a row of a table.
  using Exponent = std::uint32_t;

  /// Makes sure that `number` (not 0) is a product of the bases.
  void include(std::uint64_t number);

  std::size_t count() const { return bases_.size(); }
  std::uint64_t base(std::size_t i) const { return bases_[i]; }
  /// Whether the base is prime. A very large factor is kept as it is.
  bool is_prime(std::size_t i) const { return bases_[i] <= largest_prime * largest_prime; }
  /// base^exponent, or 0 where it needs more than 64 bits.
  std::uint64_t power(std::size_t i, Exponent exponent) const;
  /// The largest exponent with base^exponent in 64 bits.
  Exponent most_in_64(std::size_t i) const { return static_cast<Exponent>(powers_[i].size() - 1); }

  /// The exponents of an included number.
  void factor(std::uint64_t number, Exponent* exponents) const;
  /// An upper bound of the bits of the product.
  std::size_t bits(const Exponent* exponents) const;

 private:
  static constexpr std::uint64_t largest_prime = 1021;

  void add(std::uint64_t base);

  std::vector<std::uint64_t> bases_;
  std::vector<std::vector<std::uint64_t>> powers_;
};

/// A product of powers of the first few bases.
struct Denominator {
  static constexpr std::size_t most_bases = 8;
  std::array<Bases::Exponent, most_bases> of{};

  friend bool operator==(const Denominator&, const Denominator&) = default;
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

/// The whole part of 2^(64 * words) * one / other, the lowest word first.
std::vector<long_numbers::Word> quotient(const Denominator& one, const Denominator& other,
                                         std::size_t words, const Bases& bases);

}  // namespace combat_odds
