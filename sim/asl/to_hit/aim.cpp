#include "sim/asl/to_hit/aim.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/squad_games/terrain.hpp"

namespace combat_odds::asl {

using TargetType = ToHitRoll::TargetType;

OneOf ammunition_words() { return one_of({"ap", "he", "heat", "apcr", "apds", "smoke"}); }

int Aim::rate() const {
  const int printed = rate_of_fire.value_or(gun.rate_of_fire.value_or(0));
  return std::max(0, printed - penalties());
}

int Aim::printed_breakdown() const {
  return breakdown_number.value_or(gun.breakdown_number.value_or(12));
}

int Aim::breakdown(bool intensive) const {
  return printed_breakdown() - (intensive ? 2 : 0) - 2 * penalties() - (inexperienced ? 1 : 0);
}

int Aim::removal(bool intensive) const {
  return breakdown(intensive) < printed_breakdown() ? printed_breakdown() : ToHitRoll::never;
}

Sum Aim::modified_number(const Charts& charts, TargetType type, Ammunition ammunition) const {
  Sum sum("basic", basic_to_hit(charts, type, has_red_numbers(), range));
  const auto add = [&](const char* row, const char* name) {
    sum.add(name, to_hit_modification(charts, row, range));
  };
  const Gun& weapon = gun.gun;
  if (weapon.barrel == Gun::Barrel::asterisk) add("short_barrel", "short barrel");
  if (weapon.barrel == Gun::Barrel::l) add("l", "long barrel");
  if (weapon.barrel == Gun::Barrel::ll) add("ll", "extra-long barrel");
  if (weapon.calibre <= 57) add("at_most_57mm", "57mm or less");
  if (weapon.calibre <= 40) add("at_most_40mm", "40mm or less");
  // C4.3: the German 28LL and 40LL, with all ammunition.
  const bool as_apcr = weapon.barrel == Gun::Barrel::ll && !has_red_numbers() &&
                       (weapon.calibre == 28 || weapon.calibre == 40);
  if (as_apcr || ammunition == Ammunition::apcr || ammunition == Ammunition::apds) {
    add("apcr_apds", ammunition == Ammunition::apds ? "APDS" : "APCR");
  }
  if (ammunition == Ammunition::smoke) add("smoke", "smoke");
  return sum;
}

Sum Aim::standing_drm(const Charts& charts, TargetType type, bool in_motion) const {
  const auto& chart = charts.get<ToHitDrm>();
  Sum sum;
  if (by_strangers()) {
    sum.add(captured ? "captured" : "non-qualified", chart.at("H") * penalties());
  }
  if (buttoned_up) sum.add("buttoned up", chart.at("I"));
  sum.add("leader", armor_leader);
  if (bore_sighted) sum.add("bore sighted", chart.at("M"));
  if (type != TargetType::area && !in_motion) {
    if (range == 1) sum.add("adjacent", chart.at("L"));
    if (range == 2) sum.add("2 hexes", chart.at("L_2"));
  }
  sum.add("size", target_size.value_or(0));
  if (type != TargetType::area) sum.add("TEM", tem);
  return sum.add("Hindrance", hindrance).add("other", drm);
}

ToHitRoll Aim::roll(const Charts& charts, TargetType type, Ammunition ammunition, bool intensive,
                    bool in_motion) const {
  if (range == 0 && type == TargetType::area) {
    throw ArgumentError("range", "the Area Target Type is not for the firer's own hex (C3.33)",
                        "1 or more");
  }
  ToHitRoll roll;
  roll.type = type;
  roll.number = modified_number(charts, type, ammunition).total();
  roll.drm = standing_drm(charts, type, in_motion).total();
  roll.hull_down = hull_down;
  // C3.7, C3.8: the 15mm MG is no MG for either purpose.
  roll.critical_hits = !is_machine_gun() || gun.gun.calibre == 15;
  roll.multiple_hits = roll.critical_hits && gun.gun.calibre <= 40;
  roll.breakdown_number = breakdown(intensive);
  roll.removal_number = removal(intensive);
  roll.rate_of_fire = intensive ? 0 : rate();
  return roll;
}

void Aim::describe(Declaration<Aim>& asked, At at) {
  asked.asks(&Aim::gun, "gun", gun_form, "the weapon that fires", read_gun)
      .or_named(named_guns())
      .tried_with({"75L", "37L", "76*", "PaK 40", "T-34 M43", "45L"})
      .asks(&Aim::range, "range", 0, 90, "the range in hexes")
      .required()
      .tried_with({"1", "2", "5", "8", "16", "28"});
  describe_rest(asked, at);
}

void Aim::describe_rest(Declaration<Aim>& asked, At at) {
  asked
      .asks(&Aim::numbers, "to_hit_numbers", one_of({"black", "red"}),
            "the colour of its To Hit numbers on the A25 chart: German black, Russian red; a named "
            "gun or vehicle and a captured one have theirs by themselves")
      .only_when(
          [](const Aim& aim) { return !aim.red_by_itself(); },
          "a Russian name, a captured weapon and non-qualified use have the red numbers anyway", "")
      .only_when([](const Aim& aim) { return aim.gun.name.empty(); },
                 "the named gun is German and has the black numbers (A25)", "")
      .only_when([](const Aim& aim) { return !aim.is_machine_gun(); },
                 "machine guns use the black numbers unless captured", "")
      .asks(&Aim::rate_of_fire, "rate_of_fire", 0, 3,
            "the rate of fire on the counter; default: that of a named gun or vehicle, else none")
      .asks(&Aim::breakdown_number, "breakdown_number", 7, 12,
            "the B# on the counter; default: that of a named gun or vehicle, else 12 (C2.28)")
      .asks(&Aim::buttoned_up, "buttoned_up", "a closed-topped AFV that fires buttoned up: +1 (I)")
      .asks(&Aim::armor_leader, "armor_leader", -3, 3, "the modifier of its Armor Leader")
      .or_of_unit(UnitFact::leadership)
      .only_when([](const Aim& aim) { return aim.gun.name.empty() || aim.gun.on_vehicle; },
                 "a Gun has no Armor Leader, and no leader directs it (D3.4, C2.8)", "")
      .tried_with({"0", "-1"})
      .asks(&Aim::captured, "captured",
            "a captured weapon: +2 (H), red numbers, B# two and rate of fire one lower")
      .asks(
          &Aim::non_qualified, "non_qualified",
          "in the hands of Infantry that has not learnt it: as captured; both double all that (A21.13)")
      .asks(&Aim::inexperienced, "inexperienced", "an Inexperienced crew: B# one lower")
      .asks(&Aim::bore_sighted, "bore_sighted",
            "the target is in the Bore Sighted Location: -2 (M)")
      .only_when([](const Aim& aim) { return aim.range >= 1 && aim.range <= 16; },
                 "a Bore Sighted Location is 1 to 16 hexes away (C6.42)", "--range 1 to 16")
      .asks(
          &Aim::target_size, "target_size", -2, 2,
          "the DRM of the target's size (P), printed on its counter: +1 small, -1 large; default: "
          "that of a named gun or vehicle where the chart has it, else 0")
      .tried_with({"-1", "1"});
  if (at == At::vehicles_too) asked.or_named(vehicle_sizes(), "a vehicle such as 'KV-1 M42'");
  asked.asks(&Aim::tem, "tem", 0, 6, "the TEM of the target (Q)").tried_with({"0", "1", "3"});
  if (at == At::vehicles_too) {  // else terrain has the name: TEM differ by the kind of attack
    asked.or_named(terrain_names("asl/terrain.csv"), "a terrain such as stone");
  }
  asked.asks(&Aim::hindrance, "hindrance", 0, 5, "the sum of the Hindrances in the LOS (R)")
      .tried_with({"0", "1"});
  if (at == At::vehicles_too) {
    asked.asks(&Aim::hull_down, "hull_down", "the vehicle is hull down: only turret hits count");
  }
  asked.asks(&Aim::drm, "to_hit_drm", -10, 15,
             "all other To Hit modifiers: CX, Encircled, Overstacking ...");
}

}  // namespace combat_odds::asl
