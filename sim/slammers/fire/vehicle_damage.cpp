#include "combat_odds/sim/slammers/fire/vehicle_damage.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "combat_odds/core/suggest.hpp"

namespace combat_odds::slammers {

const char* const damage_details =
    "A hit reaches a vehicle's DV where 1D6 + FP equals or exceeds it; one that does not has no "
    "effect. Then 1D6 on the damage chart: 1 and 2 are a stall and the transmission, 3 and 4 a "
    "weapon of the owner's or the attacker's choice (an ADS counts as one), 5 destroys, 6 blows "
    "the vehicle up. The first two are contested: Supplement 4 calls result 2 the one without "
    "movement and fire, the play sheet prints it first. damage_order takes Supplement 4 unless "
    "told otherwise.\n"
    "Overkill is an optional rule that raises the damage roll; no source at hand says by how much. "
    "overkill=excess adds what the total was above the DV, an assumption; the default leaves the "
    "rule out. A Field Mechanic ignores a result of 1 to 4 on a Quality Roll. Every hit of a burst "
    "is resolved, and the worst counts.";

VehicleDamageChart::VehicleDamageChart(const CsvTable& chart) {
  static const std::vector<std::string> names = {"stalled_no_move_no_fire",
                                                 "transmission_destroyed",
                                                 "weapon_destroyed_owner_choice",
                                                 "weapon_destroyed_attacker_choice",
                                                 "destroyed",
                                                 "vaporised"};
  const auto least = chart_column(chart, "damage_dr_at_least");
  const auto result = chart_column(chart, "result");
  if (chart.rows.empty() || chart_integer(chart, chart.rows.front()[least]) != 1) {
    throw InputError({chart.file, 2, 1}, "the chart does not begin with 1", "a first row for 1");
  }
  int last = 0;
  for (const auto& row : chart.rows) {
    const int from = chart_integer(chart, row[least]);
    if (from <= last || from > 6) {
      throw InputError(chart.place(row[least]), fmt::format("{} after {}", from, last),
                       "rising numbers from 1 to 6");
    }
    last = from;
    const auto known = std::find(names.begin(), names.end(), row[result].text);
    if (known == names.end()) {
      throw InputError(
          chart.place(row[result]), fmt::format("result '{}'", row[result].text),
          did_you_mean(row[result].text, names, fmt::format("one of {}", fmt::join(names, ", "))));
    }
    std::fill(results_.begin() + (from - 1), results_.end(),
              static_cast<Damage>(known - names.begin()));
  }
}

Damage VehicleDamageChart::at(int roll) const {
  return results_[static_cast<std::size_t>(std::clamp(roll, 1, 6) - 1)];
}

int DamageRules::relevant(int excess) const { return overkill_ ? std::min(excess, 5) : 0; }

Damage DamageRules::roll(Dice& dice, int excess) const {
  const int raise = relevant(excess);
  return dice.dr([&](int dr) {
    const int total = dr + raise;
    if (total > 2 || order_ == Order::chart) return chart_->at(total);
    const int stall = order_ == Order::supplement_4 ? 2 : 1;
    return total == stall ? Damage::stalled : Damage::transmission;
  });
}

bool DamageRules::repaired(Dice& dice, Damage damage) const {
  if (!mechanic_.possible() || damage >= Damage::destroyed) return false;
  return dice.dr([&](int dr) { return mechanic_.succeeds(dr); });
}

void DamageRules::apply(Dice& dice, VehicleState& vehicle, int excess) const {
  const Damage damage = roll(dice, excess);
  if (!repaired(dice, damage)) record(vehicle, damage);
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
  // What else was wrong with a wreck no longer matters.
  if (vehicle.wreck != VehicleState::none) vehicle = {0, 0, 0, 0, vehicle.wreck};
}

Parameter DamageRules::overkill_parameter() {
  return choice("overkill", {"none", "excess"},
                "Overkill (optional rule): none, or the damage roll is raised by what the total "
                "was above the DV");
}

Parameter DamageRules::order_parameter() {
  return choice("damage_order", {"supplement_4", "play_sheet", "chart"},
                "results 1 and 2 of the damage chart: supplement_4 has the stall on 2, play_sheet "
                "the transmission, chart takes them as your own chart has them");
}

DamageRules::Order DamageRules::asked_order(const Arguments& arguments) {
  const std::string& order = arguments.choice("damage_order");
  return order == "supplement_4" ? Order::supplement_4
         : order == "play_sheet" ? Order::play_sheet
                                 : Order::chart;
}

std::vector<Parameter> DamageRules::parameters() {
  std::vector<Parameter> all = {overkill_parameter()};
  append(all, parameters_without_overkill());
  return all;
}

std::vector<Parameter> DamageRules::parameters_without_overkill() {
  return {
      order_parameter(),
      choice("field_mechanic", {"none", "elite", "veteran", "trained", "untrained"},
             "the target has the skill Field Mechanic: its crew's quality, for the Quality Roll "
             "that ignores a result of 1 to 4"),
  };
}

DamageRules DamageRules::asked(const Arguments& arguments, const Charts& charts) {
  DamageRules asked = asked_without_overkill(arguments, charts);
  asked.overkill_ = arguments.choice("overkill") == "excess";
  return asked;
}

DamageRules DamageRules::asked_without_overkill(const Arguments& arguments, const Charts& charts) {
  DamageRules asked;
  asked.chart_ = &charts.get<VehicleDamageChart>(VehicleDamageChart::chart_name);
  asked.order_ = asked_order(arguments);
  const std::string& mechanic = arguments.choice("field_mechanic");
  if (mechanic != "none") {
    const Quality quality =
        charts.get<TroopClasses>(TroopClasses::chart_name).fights_as(mechanic, "field_mechanic");
    asked.mechanic_ = charts.get<QualityLevels>(QualityLevels::chart_name).roll(quality, 0);
  }
  return asked;
}

}  // namespace combat_odds::slammers
