#include "ask/odds_words.hpp"

#include <cmath>

#include "core/text/number_text.hpp"

namespace combat_odds {
namespace {

double unit_of(char letter) {
  switch (letter) {
    case 'k':
    case 'K':
      return 1e3;
    case 'M':
      return 1e6;
    case 'G':
      return 1e9;
    case 'T':
      return 1e12;
    default:
      return 1;
  }
}

}  // namespace

std::optional<std::uint64_t> read_trials(std::string_view text) {
  constexpr double most = 1e15;
  const double unit = text.empty() ? 1 : unit_of(text.back());
  if (unit > 1) text.remove_suffix(1);
  const double trials = number_in<double>(text).value_or(0) * unit;
  if (!(trials >= 1 && trials <= most) || trials != std::floor(trials)) return std::nullopt;
  return static_cast<std::uint64_t>(trials);
}

std::optional<double> read_share(std::string_view text) {
  const std::optional<double> share = number_in<double>(text);
  return share && *share > 0 && *share < 1 ? share : std::nullopt;
}

std::optional<double> read_confidence(std::string_view text) {
  const std::optional<double> confidence = number_in<double>(text);
  return confidence && is_confidence(*confidence) ? confidence : std::nullopt;
}

std::optional<Method> read_method(std::string_view text) {
  if (text == "both") return Method::both;
  if (text == "monte-carlo") return Method::monte_carlo;
  if (text == "exact") return Method::exact;
  return std::nullopt;
}

}  // namespace combat_odds
