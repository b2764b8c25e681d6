#include "core/text/measure_text.hpp"

#include <fmt/format.h>

namespace combat_odds {

std::string measure_text(double value) {
  std::string text = fmt::format("{:.4f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

}  // namespace combat_odds
