#pragma once

#include <cmath>

namespace combat_odds {

/// The whole number nearest to `value` between `least` and `most`; `least` for what is no number.
/// A cast alone is undefined for NaN and for what is beyond the type. Numbers that were read,
/// divided or taken from a file go through here, unless a check beside them bounds them.
template <class Whole>
Whole nearest_whole(double value, Whole least, Whole most) {
  const double rounded = std::round(value);
  if (!(rounded > static_cast<double>(least))) return least;
  return rounded < static_cast<double>(most) ? static_cast<Whole>(rounded) : most;
}

}  // namespace combat_odds
