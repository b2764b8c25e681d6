#include "core/exact/nearest_double.hpp"

#include <cmath>
#include <limits>

namespace combat_odds {

using boost::multiprecision::cpp_int;

double nearest_double(const cpp_int& top, const cpp_int& bottom) {
  if (top == 0) return 0;
  // Scaled by a power of two, the quotient has all bits of a double and one or two more. Whether
  // the remainder is 0 stands for all further bits.
  constexpr int digits = std::numeric_limits<double>::digits;
  constexpr int wanted = digits + 2;
  const int scale = wanted - (static_cast<int>(msb(top)) - static_cast<int>(msb(bottom)));
  cpp_int quotient;
  cpp_int remainder;
  if (scale >= 0) {
    divide_qr(cpp_int(top << scale), bottom, quotient, remainder);
  } else {
    divide_qr(top, cpp_int(bottom << -scale), quotient, remainder);
  }
  auto bits = static_cast<std::uint64_t>(quotient);
  bool more = remainder != 0;
  int exponent = -scale;
  while (bits >> (digits + 1) != 0) {
    more |= (bits & 1) != 0;
    bits >>= 1;
    ++exponent;
  }
  // One bit too many is left: it decides the rounding, together with the further bits.
  const bool half = (bits & 1) != 0;
  bits >>= 1;
  ++exponent;
  if (half && (more || (bits & 1) != 0)) ++bits;
  return std::ldexp(static_cast<double>(bits), exponent);
}

std::string fraction_text(const boost::multiprecision::cpp_int& top,
                          const boost::multiprecision::cpp_int& bottom) {
  constexpr std::size_t most_digits = 40;
  constexpr std::size_t bits_of_10_digits = 34;
  // Writing out a large number takes long.
  if (top != 0 && msb(bottom) > most_digits / 10 * bits_of_10_digits) return "";
  const std::string above = top.str();
  const std::string below = bottom.str();
  return above.size() + below.size() > most_digits ? "" : above + "/" + below;
}

}  // namespace combat_odds
