#include "reports/pictures/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace combat_odds {
namespace {

double power_of_ten(int exponent) {
  double power = 1;
  for (int i = 0; i < exponent; ++i) power *= 10;
  return power;
}

double bounded(double value) { return std::isfinite(value) ? std::clamp(value, -1e200, 1e200) : 0; }

}  // namespace

Axis::Axis(double least, double most, int most_steps, bool whole) {
  least = bounded(least);
  most = bounded(most);
  if (most < least) std::swap(least, most);
  // So near to each other that rounding would hide the steps between them: a step to each side.
  constexpr double nearest = 1e-9;
  const double size = std::max({std::abs(least), std::abs(most), 1e-9});
  if (most - least < nearest * size) {
    least = std::min(least, 0.0);
    most = std::max(most, least == 0 ? (whole ? 1.0 : size) : 0.0);
  }
  exponent_ = whole ? 0 : -12;
  for (;; ++exponent_) {
    for (const int factor : {1, 2, 5}) {
      factor_ = factor;
      // A value on a mark but for rounding is on it.
      const double step = value(1);
      first_ = std::floor(least / step + 1e-9);
      last_ = std::max(std::ceil(most / step - 1e-9), first_ + 1);
      if (last_ - first_ <= most_steps) return;
    }
  }
}

double Axis::value(double steps) const {
  return exponent_ < 0 ? steps * factor_ / power_of_ten(-exponent_)
                       : steps * factor_ * power_of_ten(exponent_);
}

std::vector<double> Axis::marks() const {
  std::vector<double> marks;
  for (double step = first_; step <= last_; ++step) marks.push_back(value(step));
  return marks;
}

std::string Axis::label(double mark) const {
  if (exponent_ > 5 || exponent_ < -6) return fmt::format("{:.6g}", mark);
  return fmt::format("{:.{}f}", mark, std::max(0, -exponent_));
}

}  // namespace combat_odds
