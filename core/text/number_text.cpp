#include "core/text/number_text.hpp"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/text/plain_text.hpp"

namespace combat_odds {

std::optional<double> floating_point_at_front(std::string_view& text) {
  // A minus sign or a dash in place of "-".
  constexpr char first_of_dashes = '\xe2';
  if (text.starts_with(first_of_dashes)) {
    constexpr std::size_t dash_and_digit = 4;
    const std::size_t front = std::min(text.size(), dash_and_digit);
    const std::string plain = plain_dashes(text.substr(0, front)) + std::string(text.substr(front));
    if (!plain.starts_with('-')) return std::nullopt;
    std::string_view rest = plain;
    const std::optional<double> value = floating_point_at_front(rest);
    text.remove_prefix(text.size() - rest.size());
    return value;
  }
  // fast_float also reads words such as inf and nan.
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  const char first = text.size() > sign ? text[sign] : ' ';
  if (first != '.' && (first < '0' || first > '9')) return std::nullopt;
  double value = 0;
  const auto [stopped, error] =
      fast_float::from_chars(text.data(), text.data() + text.size(), value);
  // Versions differ in whether they report a number as out of range; the value is the same.
  const bool read = error == std::errc() || error == std::errc::result_out_of_range;
  if (!read || !std::isfinite(value)) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(stopped - text.data()));
  return value;
}

}  // namespace combat_odds
