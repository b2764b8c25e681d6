#include "core/exact/repeats.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <optional>
#include <string>

#include "core/exact/nearest_double.hpp"

namespace combat_odds {
namespace {

using boost::multiprecision::cpp_int;

/// With a longer common denominator numbers are rounded: no fraction so long is printed.
constexpr std::size_t most_repeated_bits = 8192;

/// The numbers of times that count, the first and the last.
std::pair<int, int> counted(const Repeats& repeats) {
  using Relation = Repeats::Relation;
  return {repeats.relation == Relation::at_most ? 0 : repeats.bound,
          repeats.relation == Relation::at_least ? repeats.times : repeats.bound};
}

/// The exact chance where one time has top / bottom.
ExactProbability exact_chance(const Repeats& repeats, const cpp_int& top, const cpp_int& bottom) {
  const auto times = static_cast<unsigned>(repeats.times);
  if (top == 0 || top == bottom) {
    const double chance = repeats.chance(top == 0 ? 0.0 : 1.0);
    return {chance, chance > 0 ? "1/1" : "0/1"};
  }
  const cpp_int rest = bottom - top;
  const auto [first, last] = counted(repeats);
  cpp_int term = pow(rest, times);  // C(n, k) top^k rest^(n - k), from k = 0
  cpp_int sum = 0;
  for (int k = 0; k <= last; ++k) {
    if (k >= first) sum += term;
    term = term * top * (repeats.times - k) / (rest * (k + 1));
  }
  cpp_int all = pow(bottom, times);
  const cpp_int common = gcd(sum, all);
  sum /= common;
  all /= common;
  return {nearest_double(sum, all), fraction_text(sum, all)};
}

}  // namespace

double Repeats::chance(double once) const {
  const auto [first, last] = counted(*this);
  const auto counts = [from = first, to = last](int k) { return k >= from && k <= to; };
  const double rest = 1 - once;
  if (once <= 0 || rest <= 0) return counts(once <= 0 ? 0 : times) ? 1 : 0;
  // Each number of times by the likeliest one, whose share is 1: products and sums of positive
  // numbers alone, which lose nothing, and no power or logarithm, which differ by machine.
  const int likeliest = std::min(times, static_cast<int>((times + 1) * once));
  double sum = counts(likeliest) ? 1 : 0;
  double others = 1 - sum;
  const auto add = [&](int k, double share) { (counts(k) ? sum : others) += share; };
  double share = 1;
  for (int k = likeliest; k < times && share > 0; ++k) {
    share *= once / rest * (times - k) / (k + 1);
    add(k + 1, share);
  }
  share = 1;
  for (int k = likeliest; k > 0 && share > 0; --k) {
    share *= rest / once * k / (times - k + 1);
    add(k - 1, share);
  }
  return sum / (sum + others);
}

ExactProbability Repeats::chance(const ExactProbability& once) const {
  const std::size_t slash = once.fraction.find('/');
  if (slash != std::string::npos) {
    const cpp_int bottom(once.fraction.substr(slash + 1));
    if ((msb(bottom) + 1) * static_cast<std::size_t>(times) <= most_repeated_bits) {
      return exact_chance(*this, cpp_int(once.fraction.substr(0, slash)), bottom);
    }
  }
  return {chance(once.value), ""};
}

std::pair<double, double> Repeats::range(double low, double high) const {
  const double at_low = chance(low);
  const double at_high = chance(high);
  if (relation != Relation::equal) return std::minmax({at_low, at_high});
  // Likeliest where it comes as often as asked for on average.
  const double on_average = static_cast<double>(bound) / times;
  return {std::min(at_low, at_high), chance(std::clamp(on_average, low, high))};
}

}  // namespace combat_odds
