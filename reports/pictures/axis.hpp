#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace combat_odds {

/// A scale whose ends and marks are round numbers: 1, 2 or 5 times a power of ten apart.
class Axis {
 public:
  /// From `least` to `most` or a little beyond, in at most `most_steps` steps. `whole`: no marks
  /// between whole numbers.
  Axis(double least, double most, int most_steps, bool whole = false);

  double low() const { return value(first_); }
  double high() const { return value(last_); }
  std::vector<double> marks() const;
  /// A mark with as many decimals as its step has.
  std::string label(double mark) const;
  /// Where a value lies between two places, `from` for the axis' low end and `to` for its high one;
  /// what is beyond an end is put there.
  double place(double value, double from, double to) const {
    return from + (std::clamp(value, low(), high()) - low()) / (high() - low()) * (to - from);
  }

 private:
  double value(double steps) const;

  double first_ = 0;  ///< in steps
  double last_ = 1;
  int factor_ = 1;  ///< a step is factor_ times 10 to the power of exponent_
  int exponent_ = 0;
};

}  // namespace combat_odds
