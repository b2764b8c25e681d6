#include "sim/asl/to_kill/light_anti_tank.hpp"

#include <fmt/format.h>

#include "core/text/suggest.hpp"
#include "sim/asl/units/casualty_points.hpp"
#include "sim/asl/units/wound.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_games/terrain.hpp"

namespace combat_odds::asl {
namespace {

Latw read_latw(std::string_view text, std::string_view parameter) {
  if (const std::optional<Latw> found = find_latw(text)) return *found;
  throw ArgumentError(parameter, fmt::format("'{}' is no light anti-tank weapon", text),
                      did_you_mean(text, latw_words(), latw_form()));
}

/// The outcomes without waiting for a shocked AFV.
std::vector<Term> outcomes_at_once() {
  std::vector<Term> outcomes = vehicle_outcomes();
  std::erase_if(outcomes, [](const Term& term) { return term.name == "died_of_shock"; });
  return outcomes;
}

}  // namespace

void LightAntiTank::prepare(const Charts& charts) {
  target.look_up(charts);
  if (!target_size && target.is_named()) {
    target_size = charts.get<Vehicles>().find(*target.vehicle)->size;
  }
  const Projectile shot = latw_projectile(weapon, russian_made, charts);
  if (range > longest_range()) {
    throw ArgumentError("range", fmt::format("{} hexes are too far for the {}", range, shot.name),
                        fmt::format("{} at most (C13.22, C13.32)", longest_range()));
  }
  if (deliberate_immobilization) refuse_immobilization(shot);
  penetration_.emplace(shot, target, hull_down, range, std::nullopt, charts);
  hit_ = VehicleHit(target);
  name_ = shot.name;
  roll_.number = modified_number(charts);
  pinned_drm_ = charts.get<ToHitDrm>().at("D");
  sum_ = all_drm(charts.get<ToHitDrm>());
  roll_.hull_down = hull_down;
  roll_.aims_at_tracks = deliberate_immobilization;
  roll_ = roll_of(firer());
}

/// The roll with the modifiers of who fires.
ToHitRoll LightAntiTank::roll_of(const Firer& by) const {
  ToHitRoll roll = roll_;
  roll.drm = sum_.total() - drm_of(firer()) + drm_of(by);
  roll.breakdown_number = roll.removal_number = ToHitRoll::never;
  const int worse = by.inexperienced ? 1 : 0;
  if (weapon.is_panzerfaust()) {
    roll.removal_number = 12 - worse;  // C13.36
  } else if (weapon.is_rifle()) {
    roll.breakdown_number = 12 - worse;
    if (by.inexperienced) roll.removal_number = 12;  // A.11
  } else if (weapon.kind == Latw::Kind::piat) {
    roll.breakdown_number = 10 - worse;
    if (by.inexperienced) roll.removal_number = 10;
  } else if (removal_number) {
    roll.removal_number = *removal_number - worse;
  }
  return roll;
}

LightAntiTank::Fired LightAntiTank::fire(Dice& dice, const Firer& by, VehicleState& vehicle) const {
  using Check = Fired::Check;
  Fired fired;
  if (is_checked()) {
    fired.check = dice.die([&](int roll) {
      return roll + check_drm(by) <= 3 ? Check::may_fire
             : roll == 6               ? Check::no_shot_and_pinned
                                       : Check::no_shot;
    });
  }
  if (!fired.fires()) return fired;
  Shot& shot = fired.shot;
  shot = roll_of(by).fire(dice);
  // C13.36: a PF that blows up misses, however low the number needed is.
  if (weapon.is_panzerfaust() && fired.weapon_lost()) shot.hit = Shot::Hit::miss;
  if (shot.hit == Shot::Hit::miss) return fired;
  if (!deliberate_immobilization) {
    const bool critical = shot.hit == Shot::Hit::critical;
    fired.dud = hit_.strike(dice, vehicle, *penetration_, {shot.turret != 0, critical}, false);
  } else if (shot.turret == 0) {
    hit_.immobilize(dice, vehicle);
  }
  return fired;
}

Outcome LightAntiTank::resolve(Dice& dice) const {
  VehicleState vehicle;
  const Fired fired = fire(dice, firer(), vehicle);
  const Shot& shot = fired.shot;
  const bool lost = fired.weapon_lost();
  Outcome outcome = vehicle_outcome(vehicle);
  outcome.event("fires", fired.fires())
      .event("any_hit", shot.hit != Shot::Hit::miss)
      .event("critical_hit", shot.hit == Shot::Hit::critical)
      .event("shock", vehicle.fate == VehicleState::Fate::shocked)
      .event("dud", fired.dud)
      .event("firer_pinned", fired.pins() && !pinned)
      .event("firer_broken", fired.pins() && pinned)
      .event("firer_reduced", lost && weapon.is_panzerfaust())
      .event("malfunctions", shot.weapon == Shot::Weapon::malfunctions)
      .event("weapon_lost", lost && !weapon.is_panzerfaust());
  outcome.measure_if(target.casualty_vp, "casualty_vp",
                     points_lost(vehicle, target.vehicle_vp.value_or(0)));
  if (target.casualty_vp && is_panzerfaust()) {
    outcome.measure("firer_points_lost", lost ? firer_points_lost(dice) : 0);
  }
  return outcome.measure("to_hit", roll_.number - roll_.drm);
}

Working LightAntiTank::working() const {
  Working working;
  working.situation =
      fmt::format("{} at {}, To Hit {} with {}", name_, amount_text(range, "hex", "hexes"),
                  roll_.number, signed_text(roll_.drm));
  if (!sum_.empty()) {
    working.sums.push_back(fmt::format("{}: DRM {}", sum_.text(), signed_text(roll_.drm)));
  }
  if (is_checked()) {
    working.sums.push_back(
        fmt::format("PF Check: 3 or less with {}", signed_text(check_drm(firer()))));
  }
  for (const bool turret : {false, true}) {
    if (turret ? deliberate_immobilization : hull_down) continue;
    working.sums.push_back(fmt::format("Final To Kill number {} {}",
                                       turret ? "against the turret" : "against the hull",
                                       penetration_->needed({turret, false})));
  }
  return working;
}

int LightAntiTank::longest_range() const {
  if (weapon.is_rifle()) return 12;
  if (weapon.kind == Latw::Kind::pfk) return 1;
  if (weapon.kind == Latw::Kind::pf) {
    return period == Period::in_1945 ? 3 : period == Period::jun_1944 ? 2 : 1;
  }
  return 30;
}

void LightAntiTank::refuse_immobilization(const Projectile& shot) const {
  const auto refuse = [](const char* wrong) {
    throw ArgumentError("deliberate_immobilization", wrong, "false");
  };
  if (target.is_unarmored()) refuse("only an AFV is immobilized so (C5.7)");
  if (range > 6) refuse("the target is more than 6 hexes away (C5.71)");
  if (hull_down) refuse("the target is hull down (C5.71)");
  if (shot.basic && *shot.basic <= target.least_hull()) {
    refuse("the Basic To Kill number does not exceed the hull's lowest AF (C5.71)");
  }
}

/// A26.221: an SMC is wounded, and lost if he dies of it.
int LightAntiTank::firer_points_lost(Dice& dice) const {
  using Kind = UnitType::Kind;
  switch (unit) {
    case Unit::squad:
      return casualty_points(Kind::squad) - casualty_points(Kind::half_squad);
    case Unit::half_squad:
      return casualty_points(Kind::half_squad);
    case Unit::crew:
      return casualty_points(Kind::crew);
    case Unit::smc:
      break;
  }
  return wound_kills(dice, false) ? casualty_points(Kind::leader) : 0;
}

int LightAntiTank::modified_number(const Charts& charts) const {
  if (weapon.is_panzerfaust()) return 10 - 2 * range;  // C13.33
  if (to_hit_number) return *to_hit_number;
  return basic_to_hit(charts, ToHitRoll::TargetType::vehicle, false, range);
}

/// C13.31.
int LightAntiTank::check_drm(const Firer& by) const {
  int sum = by.unit == Unit::squad ? 0 : by.unit == Unit::smc ? 2 : 1;
  if (period == Period::aug_1943) sum += 1;
  if (period == Period::in_1945) sum -= 1;
  if (target.is_unarmored()) sum += 1;
  return sum + (cx ? 1 : 0);
}

Sum LightAntiTank::all_drm(const ToHitDrm& chart) const {
  Sum sum;
  if (advancing) sum.add("AFPh", chart.at("C3"));
  if (from_building) sum.add("backblast", chart.at("C3"));
  if (pinned) sum.add("pinned", chart.at("D"));
  if (deliberate_immobilization) sum.add("Deliberate Immobilization", chart.at("G"));
  if (cx) sum.add("CX", 1);
  sum.add("leader", leader);
  if (target_moves != TargetMoves::no) sum.add("moving target", chart.at("J"));
  if (concealed) sum.add("concealed", chart.at("K"));
  if ((is_rifle() || point_blank) && is_close()) {
    sum.add("point blank", chart.at(range == 1 ? "L" : "L_2"));
  }
  sum.add("size", target_size.value_or(0));
  sum.add("TEM", tem);
  sum.add("Hindrance", hindrance);
  sum.add("other", drm);
  return sum;
}

void LightAntiTank::describe(Declaration<LightAntiTank>& asked) {
  using Asked = LightAntiTank;
  asked.asks(&Asked::weapon, "weapon", latw_form(), "the weapon", read_latw)
      .or_named(words(latw_words()))
      .tried_with({"PF", "ATR", "PSK", "PIAT", "PFk"})
      .asks(&Asked::range, "range", 1, 30, "the range in hexes")
      .required()
      .asks(&Asked::to_hit_number, "to_hit_number", 1, 15,
            "the To Hit number for that range printed on the back of its counter")
      .needed_when(&Asked::has_own_table, "the weapon has To Hit numbers of its own",
                   "the number for that range on the back of its counter")
      .only_when(&Asked::has_own_table,
                 "PF have 10 less 2 a hex, and ATR those of the To Hit chart",
                 "--weapon PSK, BAZ43, BAZ44+ or PIAT")
      .tried_with({"8"})
      .asks(&Asked::removal_number, "removal_number", 9, 12,
            "the X# of a bazooka or Panzerschreck on its counter; default: whether it is lost is "
            "not followed")
      .only_when(&Asked::has_removal_number, "PF are spent, and ATR and PIAT have B12 and B10",
                 "--weapon PSK, BAZ43 or BAZ44+")
      .asks(&Asked::russian_made, "russian_made", "a Russian ATR: Basic To Kill number 6")
      .only_when(&Asked::is_rifle, "", "--weapon ATR")
      .asks(&Asked::unit, "unit", one_of({"squad", "half_squad", "crew", "smc"}),
            "who makes the PF Check: a half-squad or crew +1, an SMC +2; and whom an Original 12 "
            "reduces, for the Casualty VP")
      .only_when(&Asked::unit_matters, "only for a PF is a check made", "a PF as --weapon")
      .asks(
          &Asked::period, "period", one_of({"aug_1943", "oct_1943", "jun_1944", "1945"}),
          "the time, which each word begins: +1 and -1 to the PF Check in the first and last, and "
          "a PF reaches 1, 1, 2 and 3 hexes")
      .only_when(&Asked::is_panzerfaust, "", "a PF as --weapon")
      .asks(&Asked::allotted, "allotted",
            "PF are allotted to units before play: no PF Check "
            "(C13.311)")
      .only_when(&Asked::is_panzerfaust, "only for a PF is a check made", "a PF as --weapon")
      .asks(&Asked::point_blank, "point_blank",
            "lets Point Blank (L) apply to a PF, too: -2 adjacent, -1 at 2 hexes")
      .only_when(&Asked::is_panzerfaust,
                 "ATR have it anyway, and weapons with numbers of their own never (C6.3)",
                 "a PF as --weapon")
      .only_when(&Asked::is_close, "", "--range 2 or less and a target that is not in motion")
      .asks(&Asked::cx, "cx", "the firer is CX: +1, and +1 to the PF Check")
      .asks(&Asked::pinned, "pinned", "the firer is pinned: +2 (D)")
      .asks(&Asked::inexperienced, "inexperienced",
            "the firer is Inexperienced: what happens to firer or weapon on a high DR begins one "
            "lower")
      .only_when(&Asked::may_be_reduced, "", "--removal-number")
      .asks(&Asked::leader, "leader", -3, 1, "the modifier of the leader who directs the shot")
      .or_of_unit(UnitFact::leadership)
      .asks(&Asked::advancing, "advancing",
            "it fires in the AFPh without Opportunity Fire: +2 (C3)")
      .asks(&Asked::from_building, "from_building",
            "a weapon with backblast fires from rubble or a ground-level building without risking "
            "Desperation penalties: +2 (C3)")
      .only_when(&Asked::has_backblast, "ATR and PIAT have no backblast", "")
      .asks(&Asked::deliberate_immobilization, "deliberate_immobilization",
            "aims at the tracks: +5, 6 hexes at most, hull hits immobilize and turret hits do "
            "nothing (G)")
      .asks(&Asked::target_moves, "target_moves", one_of({"no", "stopped", "in_motion"}),
            "whether the vehicle moved this Player Turn, and has stopped again or not: +2 (J); the "
            "further +1 or +2 of Defensive First Fire (J1, J2) is part of to_hit_drm")
      .asks(&Asked::concealed, "concealed", "the target is concealed: +2 (K)")
      .asks(
          &Asked::target_size, "target_size", -2, 2,
          "the DRM of the target's size (P); default: that of a named vehicle where the chart has "
          "it, else 0")
      .tried_with({"", "1", "-1"})
      .asks(&Asked::tem, "tem", 0, 6, "the TEM of the target (Q)")
      .or_named(terrain_names("asl/terrain.csv"), "a terrain such as stone")
      .tried_with({"0", "1"})
      .asks(&Asked::hindrance, "hindrance", 0, 5, "the sum of the Hindrances in the LOS (R)")
      .tried_with({"0", "1"})
      .asks(&Asked::hull_down, "hull_down", "the vehicle is hull down: only turret hits count")
      .asks(&Asked::drm, "to_hit_drm", -10, 15,
            "all other To Hit modifiers: captured, Encircled, Overstacking ...")
      .includes(&Asked::target);
}

Procedure light_anti_tank() {
  using Asked = LightAntiTank;
  Declaration<Asked> asked =
      procedure<Asked>("asl.light-anti-tank", "C13, C3.6-.9, C7",
                       "infantry fires a Panzerfaust, bazooka, ATR or the like at a vehicle");
  Asked::describe(asked);
  return asked.outcomes(outcomes_at_once())
      .event("fires", "the unit has the weapon and fires it")
      .event("any_hit", "the vehicle is hit")
      .event("critical_hit", "a Critical Hit")
      .events(vehicle_hit_events())
      .event("shock", "the AFV is shocked")
      .event("dud", "the hit is a dud")
      .event("firer_pinned", "the PF Check pins the firer: an Original 6")
      .event("firer_broken", "the PF Check breaks a pinned firer")
      .event("firer_reduced", "the PF reduces its firer: an Original 12")
      .event("malfunctions", "the ATR or PIAT malfunctions")
      .event("weapon_lost", "the weapon is lost")
      .measure("to_hit", "the number that the To Hit DR may not exceed, all modifiers applied")
      .measure("casualty_vp", "with --casualty-vp: the Casualty VP lost with the vehicle (A26.212)")
      .measure(
          "firer_points_lost",
          "with --casualty-vp: those that a PF costs its firer, an SMC as a leader of modifier 0")
      .less_is_better()
      .headline("knocked_out", "the vehicle is knocked out")
      .headline("stopped", "it is at least stopped")
      .headline("firer_reduced", "the firer is reduced");
}

}  // namespace combat_odds::asl
