#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/trimmed.hpp"

namespace combat_odds {

/// The machine guns of a vehicle: bow, coaxial, AA and rear turret factors.
using VehicleFactors = std::array<int, 4>;

/// The numbers of "4/2/4", - for none; nothing where the text is no such list.
inline std::optional<VehicleFactors> vehicle_factors(std::string_view text) {
  constexpr int most = 24;
  VehicleFactors factors{};
  std::size_t kind = 0;
  for (const std::string_view part : parts_of(text, '/')) {
    if (kind == factors.size()) return std::nullopt;
    const std::string_view number = trimmed(part);
    const std::optional<int> value = number == "-" ? std::optional(0) : number_in<int>(number);
    if (!value || *value < 0 || *value > most) return std::nullopt;
    factors[kind++] = *value;
  }
  return factors;
}

}  // namespace combat_odds
