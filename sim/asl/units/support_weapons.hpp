#pragma once

#include "sim/declare/names.hpp"

namespace combat_odds::asl {

/// Support weapons with their FP, chart asl/support-weapons.csv, for Parameter::or_named.
inline NameList support_weapons() {
  return numbers_in("asl/support-weapons.csv", "weapon", "firepower");
}

inline constexpr const char* weapons_form = "units and weapons such as '2*4-6-7 + German HMG'";

}  // namespace combat_odds::asl
