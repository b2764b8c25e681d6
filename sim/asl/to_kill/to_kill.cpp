#include <fmt/format.h>

#include <variant>

#include "sim/asl/to_kill/latw.hpp"
#include "sim/asl/to_kill/vehicle_hit.hpp"
#include "sim/squad_games/infantry_fate.hpp"

namespace combat_odds::asl {
namespace {

using Weapon = std::variant<NamedGun, Latw>;

Weapon read_weapon(std::string_view text, std::string_view parameter, const Charts& charts) {
  if (const std::optional<Latw> latw = find_latw(text)) return *latw;
  return read_gun(text, parameter, charts);
}

/// The effect of a hit on a vehicle (C7).
struct ToKill {
  enum class Round { ap, he, heat, apcr, apds };
  enum class Location { hull, turret };

  Weapon weapon;
  Round ammunition = Round::ap;
  bool russian_made = false;
  std::optional<int> basic_to_kill;
  std::optional<int> range;
  Armor target;
  Location location = Location::hull;
  bool critical_hit = false;
  bool multiple_hit = false;
  bool hull_down = false;
  std::optional<int> machine_gun_firepower;
  bool already_immobilized = false;
  bool shaken = false;
  bool recuperation = false;

  void prepare(const Charts& charts) {
    target.look_up(charts);
    Projectile shot = projectile_of(charts);
    if (machine_gun_firepower) shot.infantry_firepower = machine_gun_firepower;
    penetration_.emplace(shot, target, hull_down, range.value_or(0), basic_to_kill, charts);
    hit_ = VehicleHit(target);
    name_ = shot.name;
  }

  Outcome resolve(Dice& dice) const {
    VehicleState vehicle;
    vehicle.immobile = already_immobilized;
    vehicle.plus_one = shaken;
    const bool dud = hit_.strike(dice, vehicle, *penetration_, place(), multiple_hit);
    const bool shocked = vehicle.fate == VehicleState::Fate::shocked;
    if (recuperation && shocked) {
      hit_.recuperate(dice, vehicle);
      hit_.recuperate(dice, vehicle);
    }
    return vehicle_outcome(vehicle, already_immobilized)
        .event("shock", shocked)
        .event("dud", dud)
        .measure_if(target.casualty_vp, "casualty_vp",
                    points_lost(vehicle, target.vehicle_vp.value_or(0)))
        .measure("needed", penetration_->needed(place()));
  }

  Working working() const {
    Working working;
    const int needed = penetration_->needed(place());
    working.situation = fmt::format("{}, Final To Kill number {}", name_, needed);
    working.sums.push_back(
        fmt::format("{}: Final To Kill number {}", penetration_->sum(place()).text(), needed));
    return working;
  }

  bool is_gun() const { return std::holds_alternative<NamedGun>(weapon); }
  bool is_machine_gun() const { return is_gun() && std::get<NamedGun>(weapon).gun.machine_gun; }
  bool fires_shells() const { return is_gun() && !is_machine_gun(); }
  bool may_be_russian() const {
    return is_gun() ? std::get<NamedGun>(weapon).name.empty() && !is_machine_gun()
                    : std::get<Latw>(weapon).is_rifle();
  }
  bool range_matters() const {
    const bool fixed = is_gun() ? ammunition == Round::he || ammunition == Round::heat
                                : !std::get<Latw>(weapon).is_rifle();
    return !fixed && target.is_armored();
  }
  bool may_hit_twice() const {
    return fires_shells() && std::get<NamedGun>(weapon).gun.calibre <= 40 && !critical_hit;
  }
  bool may_be_critical() const {
    return !is_machine_gun() || std::get<NamedGun>(weapon).gun.calibre == 15;
  }
  bool crew_under_machine_gun() const { return is_machine_gun() && target.crew_exposed; }
  bool may_be_hull_down() const { return multiple_hit && location == Location::turret; }

 private:
  Penetration::HitPlace place() const { return {location == Location::turret, critical_hit}; }
  Projectile projectile_of(const Charts& charts) const {
    if (!is_gun()) return latw_projectile(std::get<Latw>(weapon), russian_made, charts);
    const auto& gun = std::get<NamedGun>(weapon);
    static const Ammunition rounds[] = {Ammunition::ap, Ammunition::he, Ammunition::heat,
                                        Ammunition::apcr, Ammunition::apds};
    const bool russian = russian_made || gun.nationality == Nationality::russian;
    return projectile(gun.gun, russian, rounds[static_cast<int>(ammunition)], charts);
  }

  std::optional<Penetration> penetration_;
  VehicleHit hit_;
  std::string name_;
};

}  // namespace

Procedure to_kill() {
  using Asked = ToKill;
  return procedure<Asked>("asl.to-kill", "C7, D5.3-.6, D.8, D11.2, COS 6.2",
                          "what a hit on a vehicle comes to")
      .asks(&Asked::weapon, "weapon", fmt::format("{}; or {}", gun_form, latw_form()),
            "the weapon that hit", read_weapon)
      .or_named(both(words(latw_words()), named_guns()))
      .tried_with({"75L", "37L", "PaK 40", "T-34 M43", "ATR", "PF", "MG", "45L"})
      .asks(&Asked::ammunition, "ammunition", one_of({"ap", "he", "heat", "apcr", "apds"}),
            "what a gun fired")
      .only_when(&Asked::fires_shells, "only a gun has a choice of ammunition", "")
      .asks(&Asked::russian_made, "russian_made",
            "a Russian 76L, 76LL or ATR, which have To Kill numbers of their own; one with a name "
            "has them by itself")
      .only_when(&Asked::may_be_russian,
                 "a name shows who made it, and HEAT weapons and machine guns have one number", "")
      .asks(&Asked::basic_to_kill, "basic_to_kill", 1, 40,
            "the Basic To Kill number printed on your chart; default: the chart's")
      .only_when([](const Asked& asked) { return asked.target.is_armored(); },
                 "unarmored vehicles have numbers of their own", "")
      .tried_with({"16"})
      .asks(&Asked::range, "range", 0, 90,
            "the range in hexes, with which AP, APCR and APDS change")
      .needed_when(&Asked::range_matters, "the To Kill number changes with it (C7.24)",
                   "the range in hexes")
      .tried_with({"8", "1", "20"})
      .includes(&Asked::target)
      .asks(&Asked::location, "location", one_of({"hull", "turret"}),
            "where it is hit; an unarmored vehicle has one number for both")
      .only_when([](const Asked& asked) { return asked.target.is_armored(); },
                 "an unarmored vehicle has one number for both", "")
      .asks(&Asked::critical_hit, "critical_hit", "a Critical Hit: the basic number doubled")
      .only_when(&Asked::may_be_critical, "machine guns have no Critical Hits (C3.7)", "")
      .asks(&Asked::multiple_hit, "multiple_hit",
            "a Multiple Hit of a gun of 15 to 40mm: two To Kill DR, of which the firer takes one "
            "(C3.8)")
      .only_when(&Asked::may_hit_twice, "it is for guns of 40mm or less, without a Critical Hit",
                 "")
      .asks(&Asked::hull_down, "hull_down",
            "the target of a Multiple Hit is hull down: its second hit may be none")
      .only_when(&Asked::may_be_hull_down, "of a hull-down target only the turret is hit",
                 "--multiple-hit and --location turret")
      .asks(&Asked::machine_gun_firepower, "machine_gun_firepower", 1, 36,
            "the FP of a machine gun, with which it attacks an exposed crew (D.8)")
      .needed_when(&Asked::crew_under_machine_gun, "the exposed crew is attacked with it (D.8)",
                   "the FP on the counter")
      .only_when(&Asked::crew_under_machine_gun, "", "a machine gun and --crew-exposed")
      .asks(&Asked::already_immobilized, "already_immobilized",
            "the vehicle is immobile already: a hit that could have killed it shakes its crew "
            "(D5.5)")
      .asks(&Asked::shaken, "shaken",
            "the crew has the +1 of an earlier Stun, and a second one Recalls it (D5.34)")
      .only_when([](const Asked& asked) { return asked.target.is_armored(); },
                 "only the crew of an AFV is stunned", "")
      .asks(&Asked::recuperation, "recuperation",
            "follows a shocked AFV through the next two Rally Phases (C7.42)")
      .outcomes(vehicle_outcomes())
      .events(vehicle_hit_events())
      .event("shock", "the AFV is shocked, whatever comes of it")
      .event("dud", "the shot is a dud: an Original 12")
      .measure("needed", "the Final To Kill number")
      .measure("casualty_vp", "with --casualty-vp: the Casualty VP lost with the vehicle (A26.212)")
      .headlines(vehicle_headline())
      .headline("shock", "it is shocked");
}

}  // namespace combat_odds::asl
