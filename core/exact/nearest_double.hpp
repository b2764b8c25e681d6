#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include <string>

namespace combat_odds {

/// The double nearest to top / bottom, the even one of two equally near: the same on every machine
/// and with every compiler. Neither is negative, and bottom is not 0.
double nearest_double(const boost::multiprecision::cpp_int& top,
                      const boost::multiprecision::cpp_int& bottom);

/// "5/36"; empty where it would need more than 40 digits. In lowest terms, if the fraction is.
std::string fraction_text(const boost::multiprecision::cpp_int& top,
                          const boost::multiprecision::cpp_int& bottom);

}  // namespace combat_odds
