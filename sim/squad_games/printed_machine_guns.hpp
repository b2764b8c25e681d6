#pragma once

#include "sim/squad_games/vehicle_factors.hpp"

namespace combat_odds {

/// The machine guns of a vehicle by factors and range, "4-8 2-12": the range tells that the one is
/// the bow's (8) and the other the coaxial one (12), in either game (COI 64.41-.42, D1.81-.82).
/// Nothing where the text is not both.
inline std::optional<VehicleFactors> printed_machine_guns(std::string_view text) {
  constexpr std::string_view bow_range = "-8";
  constexpr std::string_view coaxial_range = "-12";
  VehicleFactors factors{};
  for (const std::string_view part : parts_of(text, ' ')) {
    const std::string_view printed = trimmed(part);
    if (printed.empty()) continue;
    const bool coaxial = printed.ends_with(coaxial_range);
    if (!coaxial && !printed.ends_with(bow_range)) return std::nullopt;
    const std::size_t digits = printed.size() - (coaxial ? coaxial_range : bow_range).size();
    const auto read = vehicle_factors(printed.substr(0, digits));
    int& factor = factors[coaxial ? 1 : 0];
    if (!read || factor != 0 || read->front() == 0) return std::nullopt;
    factor = read->front();
  }
  return factors[0] != 0 && factors[1] != 0 ? std::optional(factors) : std::nullopt;
}

}  // namespace combat_odds
