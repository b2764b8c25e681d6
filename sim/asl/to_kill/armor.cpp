#include "sim/asl/to_kill/armor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/text/suggest.hpp"
#include "sim/asl/to_kill/vehicle_points.hpp"

namespace combat_odds::asl {
namespace {

/// D1.6: all armor factors.
constexpr std::array<int, 11> factors = {0, 1, 2, 3, 4, 6, 8, 11, 14, 18, 26};
/// Crucible of Steel 6.2.
constexpr int least_calibre_that_schuerzen_let_through = 46;

const Vehicles::Vehicle& find_vehicle(const std::string& name, const Charts& charts) {
  const auto& vehicles = charts.get<Vehicles>();
  if (const Vehicles::Vehicle* found = vehicles.find(name)) return *found;
  std::vector<std::string> names = {"unarmored"};
  for (const Vehicles::Vehicle& vehicle : vehicles.all()) names.push_back(vehicle.name);
  throw ArgumentError("vehicle", fmt::format("the chart has no '{}'", name),
                      did_you_mean(name, names,
                                   "a vehicle such as 'T-34 M43', unarmored, or --armor with the "
                                   "number on your counter"));
}

}  // namespace

void Armor::look_up(const Charts& charts) {
  turret_facing_ = turret_facing.value_or(facing);
  if (is_named()) {
    const Vehicles::Vehicle& known = find_vehicle(*vehicle, charts);
    const bool front = facing == Facing::front;
    hull = front ? known.hull_front : known.hull_side;
    turret = turret_facing_ == Facing::front ? known.turret_front : known.turret_side;
    least_hull_ = std::min(known.hull_front, known.hull_side);
    if (!has_turret) has_turret = known.turreted;
    if (!crew_survival) crew_survival = known.crew_survival;
    if (!vehicle_vp) vehicle_vp = casualty_points(known);
    if (has_schuerzen() && known.nationality != Nationality::german) {
      throw ArgumentError("schuerzen", "only German vehicles have Schuerzen (D11.2)", "none");
    }
  } else if (is_unarmored()) {
    hull = turret = 0;
  } else {
    if (!hull) {
      throw ArgumentError(
          "armor", "armor is missing",
          "the Armor Factor of the facing printed on the counter, or --vehicle with "
          "a name such as 'T-34 M43' or unarmored");
    }
    if (!turret) turret = hull;
    least_hull_ = *hull;
  }
  if (turret_facing && has_turret && !*has_turret && *turret_facing != facing) {
    throw ArgumentError("turret_facing",
                        is_named() ? fmt::format("a {} has no turret", *vehicle)
                                   : std::string("the vehicle has no turret"),
                        "leave it out");
  }
  if (has_schuerzen() && !has_turret) {
    throw ArgumentError("has_turret",
                        "has_turret is missing: Schuerzen cover the sides, and of a "
                        "turret the rear too (D11.2)",
                        "true or false");
  }
}

bool Armor::covered(bool at_turret) const {
  if (!has_schuerzen()) return false;
  const Facing struck = facing_of(at_turret);
  return struck == Facing::side || (struck == Facing::rear && at_turret && *has_turret);
}

int Armor::factor_against(bool at_turret, int calibre) const {
  const int plain = factor(at_turret);
  if (!is_crucible() || !covered(at_turret) ||
      calibre >= least_calibre_that_schuerzen_let_through) {
    return plain;
  }
  if (increase == Increase::by_one) return plain + 1;
  const auto next = std::upper_bound(factors.begin(), factors.end(), plain);
  return next == factors.end() ? plain : *next;
}

void Armor::describe(Declaration<Armor>& asked, bool in_return) {
  const OneOf facings = one_of({"front", "side", "rear"});
  asked
      .asks(&Armor::vehicle, "vehicle", "a vehicle such as 'T-34 M43', or unarmored",
            "the vehicle: its armor and crew survival are on the chart; unarmored: a truck; "
            "default: give the numbers of your counter")
      .or_named(both(words({"unarmored"}), named_vehicles()))
      .tried_with({"T-34 M43", "PzIVF2", "KV-1 M42", "StuG IIIG", "unarmored"})
      .asks(&Armor::hull, "armor", 0, 26,
            "the Armor Factor of the facing that is hit, printed on the counter, for its hull")
      .only_when([](const Armor& armor) { return !armor.vehicle; },
                 "the vehicle's name gives its armor", "")
      .tried_with({"6", "11"})
      .asks(&Armor::turret, "turret_armor", 0, 26,
            "the same for its turret or upper superstructure: a step of 0, 1, 2, 3, 4, 6, 8, 11, "
            "14, 18, 26 more in a square, less in a circle; default: that of the hull")
      .only_when([](const Armor& armor) { return armor.hull.has_value(); },
                 "a vehicle's name gives both", "--armor")
      .tried_with({"8"})
      .asks(&Armor::facing, "facing", facings, "the facing that is hit")
      .only_when(&Armor::is_armored, "an unarmored vehicle has one number for all facings", "")
      .asks(&Armor::turret_facing, "turret_facing", facings,
            "the facing of its turret, where that looks another way (C3.9); default: the same")
      .only_when(&Armor::is_armored, "an unarmored vehicle has one number for all facings", "")
      .asks(
          &Armor::schuerzen, "schuerzen", one_of({"none", "rulebook", "crucible_of_steel"}),
          "Schuerzen: against HEAT (D11.2), or besides against weapons of up to 45mm (Crucible of "
          "Steel 6.2)")
      .only_when(&Armor::is_armored, "only an AFV has Schuerzen", "")
      .asks(&Armor::increase, "schuerzen_increase", one_of({"by_one", "by_a_step"}),
            "how Crucible of Steel increases the AF by one: 6 to 7, or to the next factor that "
            "there is: 6 to 8")
      .only_when(&Armor::is_crucible, "", "--schuerzen crucible_of_steel");
  if (!in_return) {
    asked
        .asks(&Armor::schuerzen_against_heat, "schuerzen_against_heat",
              "whether D11.2 still holds against HEAT in Crucible of Steel, which does not say")
        .only_when(&Armor::is_crucible, "by the rule book they hold",
                   "--schuerzen crucible_of_steel");
  }
  asked
      .asks(&Armor::has_turret, "has_turret",
            "whether the AFV is turreted; default: what the chart says of a named one")
      .only_when(&Armor::has_schuerzen, "", "--schuerzen");
  if (!in_return) {
    asked
        .asks(&Armor::brews_up, "red_crew_survival",
              "the CS# is red: -1 to see whether it burns (D5.7)")
        .only_when(&Armor::is_armored, "only an AFV has one", "")
        .asks(&Armor::crew_survival, "crew_survival", 0, 11,
              "the CS# on the counter; default: that of a named vehicle, else the crew is not "
              "followed");
  }
  asked
      .asks(&Armor::crew_morale, "crew_morale", 2, 10,
            "the Morale Level of its crew; default: 8, that of an elite MMC, or 7 in an "
            "unarmored vehicle (D5.1)")
      .or_of_unit(UnitFact::morale)
      .tried_with({"7", "9"})
      .asks(&Armor::crew_exposed, "crew_exposed",
            "its crew is CE: hits that do not destroy it attack the crew at +2 (D.8)")
      .only_when(&Armor::is_armored, "an unarmored vehicle has no exposed crew of its own", "");
  if (!in_return) {
    asked.asks(&Armor::casualty_vp, "casualty_vp",
               "tells the Casualty VP that are lost (A26.212): an AFV 1, 1 for a working MA, 1 for "
               "each five of its strongest AF, and 2 for its crew");
  }
  asked
      .asks(&Armor::vehicle_vp, "vehicle_vp", 1, 12,
            "the Casualty VP of the vehicle with a working MA and its crew; default: those of a "
            "named one")
      .or_named(vehicle_points(), "an AFV such as 'T-34 M43'")
      .tried_with({"6", "7"});
  if (in_return) return;
  asked
      .needed_when([](const Armor& armor) { return armor.casualty_vp && !armor.is_named(); },
                   "its Casualty VP depend on its strongest AF",
                   "1 to 12, those of the vehicle, or --vehicle with its name")
      .only_when([](const Armor& armor) { return armor.casualty_vp; }, "", "--casualty-vp");
}

}  // namespace combat_odds::asl
