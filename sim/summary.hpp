#pragma once

#include <string>
#include <string_view>

namespace combat_odds {

/// Puts "2 broken" behind a summary such as "1 eliminated + 2 broken"; nothing where the number is
/// 0.
inline void add_to_summary(std::string& summary, int number, std::string_view what) {
  if (number == 0) return;
  if (!summary.empty()) summary += " + ";
  summary += std::to_string(number);
  summary += ' ';
  summary += what;
}

}  // namespace combat_odds
