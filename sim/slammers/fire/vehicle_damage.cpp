#include "sim/slammers/fire/vehicle_damage.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/columns.hpp"

namespace combat_odds::slammers {

VehicleDamageChart::VehicleDamageChart(const CsvTable& chart) {
  static const std::vector<std::string> names = {"stalled_no_move_no_fire",
                                                 "transmission_destroyed",
                                                 "weapon_destroyed_owner_choice",
                                                 "weapon_destroyed_attacker_choice",
                                                 "destroyed",
                                                 "vaporised"};
  const Columns columns = Columns::of_chart(chart, {"damage_dr_at_least", "result"});
  if (chart.rows.empty() || columns[0].whole_number("damage_dr_at_least") != 1) {
    throw InputError({chart.file, 2, 1}, "the chart does not begin with 1", "a first row for 1");
  }
  int last = 0;
  for (const Columns::Row row : columns) {
    const int from = row.whole_number("damage_dr_at_least");
    if (from <= last || from > 6) {
      throw row.error("damage_dr_at_least", fmt::format("{} after {}", from, last),
                      "rising numbers from 1 to 6");
    }
    last = from;
    std::fill(results_.begin() + (from - 1), results_.end(),
              static_cast<Damage>(row.one_of("result", names)));
  }
}

Damage VehicleDamageChart::at(int roll) const {
  return results_[static_cast<std::size_t>(std::clamp(roll, 1, 6) - 1)];
}

std::optional<int> DamageRules::reached(Dice& dice, int firepower, int dv) const {
  const int excess = dice.die([&](int dr) {
    const int above = dr + firepower - dv;
    if (above < 0) return -1;
    return overkill == Overkill::excess ? std::min(above, 5) : 0;  // 5 or more always vaporises it
  });
  return excess < 0 ? std::nullopt : std::optional(excess);
}

std::optional<Damage> DamageRules::attack(Dice& dice, int firepower, int dv) const {
  const std::optional<int> excess = reached(dice, firepower, dv);
  return excess ? hit(dice, *excess) : std::nullopt;
}

std::optional<Damage> DamageRules::hit(Dice& dice, int excess) const {
  const Damage damage = dice.die([&](int dr) {
    const int total = dr + excess;
    if (total > 2 || order == Order::chart) return chart->at(total);
    const int stall = order == Order::supplement_4 ? 2 : 1;
    return total == stall ? Damage::stalled : Damage::transmission;
  });
  const bool repaired = damage < Damage::destroyed && repair.made(dice);
  return repaired ? std::nullopt : std::optional(damage);
}

void DamageRules::record(VehicleState& vehicle, Damage damage) {
  switch (damage) {
    case Damage::stalled:
      vehicle.stalled = 1;
      break;
    case Damage::transmission:
      vehicle.transmission = 1;
      break;
    case Damage::weapon_attacker_choice:
      vehicle.attacker_picked = 1;
      [[fallthrough]];
    case Damage::weapon_owner_choice:
      if (vehicle.weapons_lost < VehicleState::most_weapons) ++vehicle.weapons_lost;
      break;
    case Damage::destroyed:
      vehicle.wreck = std::max(vehicle.wreck, VehicleState::destroyed);
      break;
    case Damage::vaporised:
      vehicle.wreck = VehicleState::vaporised;
      break;
  }
  // A wreck's other damage no longer matters.
  if (vehicle.wreck != VehicleState::none) vehicle = {0, 0, 0, 0, vehicle.wreck};
}

void DamageRules::describe(Declaration<DamageRules>& asks, Asked asked) {
  if (asked.overkill) {
    asks.asks(
        &DamageRules::overkill, "overkill", one_of({"none", "excess"}),
        "Overkill (optional rule): none, or the damage roll is raised by what the total was above the DV");
  }
  if (asked.order) {
    asks.asks(
            &DamageRules::order, "damage_order", one_of({"supplement_4", "play_sheet", "chart"}),
            "results 1 and 2 of the damage chart: supplement_4 has the stall on 2, play_sheet the transmission, chart takes them as your own chart has them")
        .only_when(
            [](const DamageRules& rules) {
              return rules.order != Order::play_sheet || rules.overkill != Overkill::none;
            },
            "without Overkill, results 1 and 2 are equally likely in either order",
            "--overkill excess");
  }
  if (asked.mechanic) {
    asks.asks(
        &DamageRules::mechanic, "field_mechanic",
        one_of({"none", "elite", "veteran", "trained", "untrained"}),
        "the target has the skill Field Mechanic: its crew's quality, for the Quality Roll that ignores a result of 1 to 4");
  }
  if (asked.overkill) asks.also_open("slammers.damage");
}

void DamageRules::prepare(const Charts& charts) {
  chart = &charts.get<VehicleDamageChart>();
  if (mechanic == Mechanic::none) return;
  const int below_elite = static_cast<int>(mechanic) - static_cast<int>(Mechanic::elite);
  repair = charts.get<QualityLevels>().roll(static_cast<Quality>(below_elite), 0);
}

}  // namespace combat_odds::slammers
