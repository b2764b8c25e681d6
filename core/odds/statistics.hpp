#pragma once

namespace combat_odds {

// What statistics looks up in tables, worked out in double alone: long double differs from machine
// to machine.

/// How likely a chi-squared statistic of at least `statistic` (0 or more) is by chance, with one or
/// more degrees of freedom.
double chi_squared_tail(double statistic, int degrees_of_freedom);

/// How many standard deviations above the mean so much of a normal distribution (more than 0, less
/// than 1) lies below: 1.96 for 0.975.
double normal_quantile(double probability);

}  // namespace combat_odds
