#pragma once

#include <string>
#include <string_view>

namespace combat_odds {

/// Appends "2 broken" to a summary such as "1 eliminated + 2 broken", unless the number is 0.
inline void add_to_summary(std::string& summary, int number, std::string_view what) {
  if (number == 0) return;
  if (!summary.empty()) summary += " + ";
  summary += std::to_string(number);
  summary += ' ';
  summary += what;
}

/// The fate of broken units: "rallied" if there is one unit, otherwise the number of each fate.
inline std::string summary_of_rally(std::size_t units, int rallied, int broken, int eliminated) {
  if (units == 1) return rallied > 0 ? "rallied" : broken > 0 ? "broken" : "eliminated";
  std::string summary;
  add_to_summary(summary, rallied, "rallied");
  add_to_summary(summary, broken, "broken");
  add_to_summary(summary, eliminated, "eliminated");
  return summary;
}

}  // namespace combat_odds
