#include "core/exact/common_denominator.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <iterator>
#include <limits>

namespace combat_odds {

void Bases::include(std::uint64_t number) {
  for (const std::uint64_t base : bases_) {
    while (number % base == 0) number /= base;
  }
  for (std::uint64_t p = 2; p <= largest_prime && p * p <= number; ++p) {
    if (number % p != 0) continue;
    add(p);
    while (number % p == 0) number /= p;
  }
  if (number > 1) add(number);
}

void Bases::add(std::uint64_t base) {
  bases_.push_back(base);
  std::vector<std::uint64_t>& powers = powers_.emplace_back(1, 1);
  while (powers.back() <= std::numeric_limits<std::uint64_t>::max() / base) {
    powers.push_back(powers.back() * base);
  }
}

std::uint64_t Bases::power(std::size_t i, Exponent exponent) const {
  return exponent < powers_[i].size() ? powers_[i][exponent] : 0;
}

void Bases::factor(std::uint64_t number, Exponent* exponents) const {
  for (std::size_t i = 0; i < bases_.size(); ++i) {
    exponents[i] = 0;
    while (number % bases_[i] == 0) {
      number /= bases_[i];
      ++exponents[i];
    }
  }
}

std::size_t Bases::bits(const Exponent* exponents) const {
  double bits = 0;
  for (std::size_t i = 0; i < bases_.size(); ++i) {
    bits += exponents[i] * std::log2(static_cast<double>(bases_[i]));
  }
  return static_cast<std::size_t>(bits * (1 + 1e-9)) + 1;
}

namespace {

boost::multiprecision::cpp_int whole(const Denominator& denominator, const Bases& bases) {
  boost::multiprecision::cpp_int product = 1;
  for (std::size_t i = 0; i < bases.count(); ++i) {
    product *= boost::multiprecision::pow(boost::multiprecision::cpp_int(bases.base(i)),
                                          denominator.of[i]);
  }
  return product;
}

}  // namespace

std::vector<long_numbers::Word> quotient(const Denominator& one, const Denominator& other,
                                         std::size_t words, const Bases& bases) {
  const boost::multiprecision::cpp_int shifted = whole(one, bases)
                                                 << (words * long_numbers::word_bits);
  std::vector<long_numbers::Word> all;
  boost::multiprecision::export_bits(boost::multiprecision::cpp_int(shifted / whole(other, bases)),
                                     std::back_inserter(all), long_numbers::word_bits, false);
  return all;
}

}  // namespace combat_odds
