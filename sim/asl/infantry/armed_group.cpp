#include "sim/asl/infantry/armed_group.hpp"

#include <algorithm>

#include "sim/asl/units/named_numbers.hpp"
#include "sim/asl/units/unit_points.hpp"

namespace combat_odds::asl {

FireGroup read_armed_group(std::string_view text, std::string_view parameter,
                           const Charts& charts) {
  return read_fire_group(text, parameter, charts, "asl/support-weapons.csv",
                         UnitPoints::chart_name);
}

const WeaponCounter* no_machine_gun(const FireGroup& group, const Charts& charts) {
  const auto other =
      std::find_if(group.weapons.begin(), group.weapons.end(), [&](const WeaponCounter& weapon) {
        return !charts.get<NamedNumbers>(machine_guns_chart).find(weapon.name, "rof");
      });
  return other == group.weapons.end() ? nullptr : &*other;
}

}  // namespace combat_odds::asl
