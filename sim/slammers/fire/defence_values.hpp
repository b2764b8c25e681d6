#pragma once

#include "sim/declare/names.hpp"

namespace combat_odds::slammers {

/// What is known with its DV, chart slammers/defence-values.csv, for Parameter::or_named.
inline NameList defence_values() {
  return numbers_in("slammers/defence-values.csv", "target", "dv");
}

inline constexpr const char* dv_form = "a target such as 'Br59 Dragoon rear'";

}  // namespace combat_odds::slammers
