#pragma once

#include <cstdint>
#include <string>

#include "sim/declare/declaration.hpp"

namespace combat_odds::asl {

/// Weather and ground, as far as SMOKE minds them (A24.11, A24.6, C1.71).
enum class SmokeConditions : std::uint8_t { fair, rain, heavy_winds, mud, deep_snow };

inline OneOf smoke_conditions() {
  return one_of({"fair", "rain", "heavy_winds", "mud", "deep_snow"});
}

/// A Location into which no rain falls and in which there is no mud: a building that has a roof.
inline bool is_indoors(const std::string& terrain) {
  const auto has = [&](const char* word) { return terrain.find(word) != std::string::npos; };
  const bool building = has("building") || has("cellar") || has("factory");
  return building && !has("roofless") && !has("debris");
}

/// Throws ArgumentError about `conditions` where they let no SMOKE be placed.
inline void check_smoke(SmokeConditions conditions, bool indoors) {
  if (conditions == SmokeConditions::fair || indoors) return;
  throw ArgumentError("conditions",
                      "outside buildings no SMOKE is placed in rain, heavy winds, Mud or Deep Snow "
                      "(A24.11, C1.71)",
                      "--conditions fair, or nobody who tries");
}

}  // namespace combat_odds::asl
