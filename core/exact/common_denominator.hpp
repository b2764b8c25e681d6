#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

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

}  // namespace combat_odds
