#include <fmt/format.h>

#include "sim/asl/to_hit/aim.hpp"
#include "sim/asl/to_hit/special_ammunition.hpp"
#include "sim/squad_games/fire_group.hpp"

namespace combat_odds::asl {
namespace {

using TargetType = ToHitRoll::TargetType;

/// One shot of ordnance (C3-C6) under the circumstances that the chart names.
struct ToHit {
  enum class Round { usual, heat, apcr, apds, smoke };
  enum class Phase { prep, first_fire, final_fire, opportunity, advancing, bounding_first };
  enum class Traverse { unsaid, fast, slow, none };
  enum class FirerMp { over_3, up_to_3, up_to_2 };
  enum class TargetMoves { no, stopped, in_motion, dash };
  enum class TargetMp { over_3, up_to_3, up_to_1 };

  Aim aim;
  TargetType target_type = TargetType::vehicle;
  bool mortar = false;
  Round ammunition = Round::usual;
  std::optional<int> depletion_number;
  int year = usual_year;
  Phase fire_phase = Phase::prep;
  Traverse traverse = Traverse::unsaid;
  int hexspines = 0;
  bool in_terrain = false;
  bool entered_hex = false;
  FirerMp firer_mp = FirerMp::over_3;
  bool firer_in_motion = false;
  bool stabilized = false;
  bool pinned = false;
  bool intensive_fire = false;
  bool deliberate_immobilization = false;
  int acquisition = 0;
  TargetMoves target_moves = TargetMoves::no;
  TargetMp target_mp = TargetMp::over_3;
  bool concealed = false;
  bool ffnam = false;
  bool ffmo = false;
  bool hazardous = false;

  void prepare(const Charts& charts) {
    if (deliberate_immobilization) refuse_immobilization();
    if (aim.is_machine_gun() && !at_vehicle()) {
      throw ArgumentError("target_type", "machine guns fire at Infantry on the IFT (asl.fire)",
                          "vehicle");
    }
    const bool turns_a_turret = traverse == Traverse::fast || traverse == Traverse::slow;
    if (turns_a_turret && !aim.gun.turreted) {
      throw ArgumentError("traverse", fmt::format("a {} has no turret", aim.gun.name), "none");
    }
    roll_ = aim.roll(charts, target_type, round(), intensive_fire, point_blank_is_off());
    number_ = aim.modified_number(charts, target_type, round());
    drm_ = aim.standing_drm(charts, target_type, point_blank_is_off());
    drm_.add(movement_drm(charts.get<ToHitDrm>()));
    roll_.drm = drm_.total();
    roll_.doubles_lower_die = firer_in_motion && !stabilized;
    roll_.aims_at_tracks = deliberate_immobilization;
    if (depletion_number || is_special()) {
      static constexpr const char* names[] = {"usual", "heat", "apcr", "apds", "smoke"};
      roll_.depletion_number = asl::depletion_number(
          depletion_number, aim.gun, names[static_cast<int>(ammunition)], year, charts);
    }
    if (!may_keep_rate()) roll_.rate_of_fire = 0;
  }

  Outcome resolve(Dice& dice) const {
    const Shot shot = roll_.fire(dice);
    const bool hit = shot.hit != Shot::Hit::miss;
    const bool not_fired = shot.ammunition == Shot::Ammunition::none;
    Outcome outcome(not_fired                         ? "not_fired"
                    : shot.hit == Shot::Hit::critical ? "critical_hit"
                    : !hit                            ? "miss"
                    : !at_vehicle()                   ? "hit"
                    : shot.turret != 0                ? "turret_hit"
                                                      : "hull_hit");
    outcome.event("any_hit", hit)
        .event("multiple_hit", shot.twice != 0)
        .event("may_fire_again", shot.keeps_rate != 0)
        .event("malfunctions", shot.weapon == Shot::Weapon::malfunctions)
        .event("weapon_lost", shot.weapon == Shot::Weapon::removed)
        .event("ammunition_gone", shot.ammunition != Shot::Ammunition::left);
    return outcome.measure("needed", roll_.number - roll_.drm);
  }

  Working working() const {
    Working working;
    working.situation =
        fmt::format("{} at {}, {} To Hit {} with {}", aim.gun.gun.text(),
                    amount_text(aim.range, "hex", "hexes"),
                    aim.has_red_numbers() && target_type != TargetType::area ? "red" : "black",
                    roll_.number, signed_text(roll_.drm));
    if (target_type == TargetType::area) {
      working.situation =
          fmt::format("{} at {}, Area To Hit {} with {}", aim.gun.gun.text(),
                      amount_text(aim.range, "hex", "hexes"), roll_.number, signed_text(roll_.drm));
    }
    working.sums.push_back(
        fmt::format("{}: Modified To Hit number {}", number_.text(), roll_.number));
    if (!drm_.empty()) {
      working.sums.push_back(fmt::format("{}: DRM {}", drm_.text(), signed_text(roll_.drm)));
    }
    if (is_special() && !depletion_number) {
      working.sums.push_back(
          fmt::format("Depletion Number {} in {}", roll_.depletion_number, year));
    }
    return working;
  }

  bool at_vehicle() const { return target_type == TargetType::vehicle; }
  bool at_infantry() const { return target_type == TargetType::infantry; }
  bool is_area() const { return target_type == TargetType::area; }
  bool fires_smoke() const { return ammunition == Round::smoke; }
  bool is_special() const { return ammunition != Round::usual; }
  bool is_named() const { return !aim.gun.name.empty(); }
  bool may_fire_it() const {
    return is_area() ? ammunition == Round::usual || fires_smoke() : !fires_smoke();
  }
  bool target_in_motion() const { return target_moves == TargetMoves::in_motion; }
  bool target_may_be_seen_short() const {
    return at_vehicle() && fire_phase == Phase::first_fire &&
           (target_moves == TargetMoves::stopped || target_in_motion());
  }
  bool in_own_movement() const { return fire_phase == Phase::bounding_first; }
  bool is_bounding() const { return in_own_movement() || entered_hex; }
  bool fires_in_advancing() const { return fire_phase == Phase::advancing; }
  bool has_target_type() const { return !mortar || is_area(); }
  bool may_move_and_fire() const { return !is_area() && !mortar; }
  bool turns() const { return hexspines > 0; }
  bool not_in_own_movement() const { return !in_own_movement(); }
  bool not_area() const { return !is_area(); }
  bool same_hex() const { return aim.range == 0; }
  bool terrain_matters() const {
    return turns() || same_hex() || fires_in_advancing() || in_own_movement();
  }
  bool may_use_intensive_fire() const {
    return !pinned && fire_phase != Phase::advancing && !in_own_movement() &&
           aim.gun.intensive_fire && !aim.is_machine_gun();
  }
  bool takes_acquisition() const { return !deliberate_immobilization && !aim.bore_sighted; }
  bool may_have_acquired() const {
    return !aim.is_machine_gun() && (is_area() || !concealed) && (!in_own_movement() || stabilized);
  }
  bool target_moves_at_all() const { return target_moves != TargetMoves::no; }
  bool may_be_in_motion() const {
    return target_moves != TargetMoves::dash ? !at_infantry() || !target_moves_at_all()
                                             : !at_vehicle();
  }
  bool first_fire_at_infantry() const {
    return !at_vehicle() && fire_phase == Phase::first_fire && target_moves == TargetMoves::no &&
           !hazardous;
  }
  bool may_be_hazardous() const { return !at_vehicle() && target_moves == TargetMoves::no; }

 private:
  Ammunition round() const {
    switch (ammunition) {
      case Round::usual:
        break;
      case Round::heat:
        return Ammunition::heat;
      case Round::apcr:
        return Ammunition::apcr;
      case Round::apds:
        return Ammunition::apds;
      case Round::smoke:
        return Ammunition::smoke;
    }
    return at_vehicle() ? Ammunition::ap : Ammunition::he;
  }
  void refuse_immobilization() const {
    const auto refuse = [](const char* wrong) {
      throw ArgumentError("deliberate_immobilization", wrong, "false");
    };
    if (!at_vehicle()) refuse("only an AFV is immobilized, by the Vehicle Target Type (C5.71)");
    if (aim.range > 6) refuse("the target is more than 6 hexes away (C5.71)");
    if (aim.hull_down) refuse("the target is hull down (C5.71)");
    if (aim.is_machine_gun()) refuse("machine guns cannot attempt it (C5.71)");
  }
  bool point_blank_is_off() const { return target_in_motion() || firer_in_motion; }
  /// C2.24, C3.33, C5.2, C5.4: whether the coloured die can give it another shot.
  bool may_keep_rate() const {
    return !pinned && fire_phase != Phase::advancing && (!is_area() || mortar) && !intensive_fire;
  }

  Sum movement_drm(const ToHitDrm& chart) const {
    Sum sum;
    const int terrain_factor = in_terrain ? 2 : 1;
    if (turns()) {
      const char* const first = traverse == Traverse::fast   ? "A_t"
                                : traverse == Traverse::slow ? "A_st"
                                                             : "A_nt";
      sum.add("turns", terrain_factor * (chart.at(first) + (hexspines - 1) * chart.at("A_more")));
    }
    if (is_bounding()) {
      const char* const mount = stabilized                   ? "C_stabilized"
                                : traverse == Traverse::none ? "C_nt"
                                                             : "C_t";
      const char* const standing = in_terrain ? "B_terrain" : "B";
      sum.add("Bounding Fire", chart.at(standing) + chart.at(mount));
      if (firer_mp == FirerMp::up_to_3) sum.add("2.5-3 MP in LOS", chart.at("C1"));
      if (firer_mp == FirerMp::up_to_2) sum.add("2 MP or less in LOS", chart.at("C2"));
      if (firer_in_motion && stabilized) sum.add("in motion", chart.at("C4_stabilized"));
    } else if (fire_phase == Phase::advancing) {
      sum.add("AFPh", chart.at(in_terrain ? "B_terrain" : "B"));
    }
    if (pinned) sum.add("pinned", chart.at("D"));
    if (same_hex() && !is_area()) sum.add("same hex", terrain_factor * chart.at("E"));
    if (intensive_fire) sum.add("Intensive Fire", chart.at("F"));
    if (deliberate_immobilization) sum.add("Deliberate Immobilization", chart.at("G"));
    if (target_moves != TargetMoves::no) sum.add("moving target", chart.at("J"));
    if (target_mp == TargetMp::up_to_3) sum.add("3 MP or less in LOS", chart.at("J1"));
    if (target_mp == TargetMp::up_to_1) sum.add("1 MP or less in LOS", chart.at("J2"));
    if (ffnam && !same_hex()) sum.add("FFNAM", chart.at("J3"));
    if (ffmo && !same_hex()) sum.add("FFMO", chart.at("J4"));
    if (hazardous) sum.add("Hazardous Movement", chart.at("O"));
    if (concealed) sum.add("concealed", chart.at("K"));
    sum.add("acquired", -acquisition * chart.at("N"));
    return sum;
  }

  ToHitRoll roll_;
  Sum number_;
  Sum drm_;
};

}  // namespace

Procedure to_hit() {
  using Asked = ToHit;
  return procedure<Asked>("asl.to-hit", "C2.24, C2.28, C3-C6, C8.9", "one shot of ordnance")
      .includes(&Asked::aim)
      .asks(&Asked::target_type, "target_type", one_of({"vehicle", "infantry", "area"}),
            "the Target Type: one vehicle, the unarmored targets of a Location, or all of a hex")
      .only_when(&Asked::has_target_type, "a mortar uses the Area Target Type (C9.1)",
                 "--target-type area")
      .only_when({"hull_down"}, &Asked::at_vehicle, "only there hull and turret differ",
                 "--target-type vehicle")
      .only_when({"tem"}, &Asked::not_area,
                 "TEM modifies the Effects DR of an Area hit, not its To Hit DR (C3.331)", "")
      .asks(&Asked::mortar, "mortar",
            "a mortar: its Area Target Type leaves it its rate of fire (C3.33)")
      .only_when(&Asked::is_area, "a mortar uses the Area Target Type (C9.1)", "--target-type area")
      .asks(&Asked::ammunition, "ammunition", one_of({"usual", "heat", "apcr", "apds", "smoke"}),
            "what is fired; usual: AP or HE, which hit alike")
      .only_when(&Asked::may_fire_it, "the Area Target Type is for HE and smoke only",
                 "--target-type area with smoke, or HE")
      .only_when([](const Asked& asked) { return !asked.aim.is_machine_gun(); },
                 "a machine gun has no choice of ammunition", "")
      .asks(&Asked::depletion_number, "depletion_number", 2, 12,
            "the Depletion Number of Special Ammunition on the counter: on a higher Original DR "
            "there is none and the shot was not fired; that number itself is the last (C8.9)")
      .needed_when([](const Asked& asked) { return asked.is_special() && !asked.is_named(); },
                   "Special Ammunition runs out on that number (C8.9)",
                   "the number behind H, A, D or s on the counter")
      .asks(&Asked::year, "year", 1941, 1945,
            "the year, for the Depletion Number of a named gun or vehicle")
      .only_when(
          [](const Asked& asked) {
            return asked.is_special() && asked.is_named() && !asked.depletion_number;
          },
          "only the Depletion Number of a named gun, where none is given, depends on it", "")
      .asks(&Asked::fire_phase, "fire_phase",
            one_of(
                {"prep", "first_fire", "final_fire", "opportunity", "advancing", "bounding_first"}),
            "when it fires; opportunity: Opportunity Fire in the AFPh; bounding_first: in its own "
            "MPh (C5.3)")
      .only_when(
          [](const Asked& asked) { return !asked.in_own_movement() || asked.may_move_and_fire(); },
          "Bounding First Fire does not use the Area Target Type (C3.33)", "another --target-type")
      .asks(&Asked::traverse, "traverse", one_of({"unsaid", "fast", "slow", "none"}),
            "how the weapon is mounted: fast (T, 360 degree mount), slow (ST) or no turret (NT)")
      .needed_when([](const Asked& asked) { return asked.turns() || asked.is_bounding(); },
                   "it decides what a change of the Covered Arc or Bounding Fire costs",
                   "fast, slow or none, as the counter shows")
      .asks(&Asked::hexspines, "hexspines", 0, 3,
            "how many hexspines the Covered Arc is changed for this shot (A)")
      .only_when(&Asked::not_in_own_movement,
                 "a Bounding First Firer fires within its Covered Arc (C5.13)", "")
      .tried_with({"0", "1", "3"})
      .asks(
          &Asked::in_terrain, "firer_in_terrain",
          "the firer is in woods, a building or rubble: A and E doubled, B +3, in Bounding Fire, too")
      .only_when(&Asked::terrain_matters,
                 "it matters only when the Covered Arc changes, in the AFPh, in Bounding Fire and "
                 "in the firer's own hex",
                 "")
      .asks(&Asked::entered_hex, "entered_hex",
            "the firing vehicle entered a hex this Player Turn: Bounding Fire (C)")
      .only_when(&Asked::fires_in_advancing, "in its own MPh a vehicle uses Bounding Fire anyway",
                 "--fire-phase advancing")
      .asks(&Asked::firer_mp, "firer_mp", one_of({"over_3", "up_to_3", "up_to_2"}),
            "the MP that a Bounding First Firer has spent in the target's LOS (C1, C2)")
      .only_when(&Asked::in_own_movement, "", "--fire-phase bounding_first")
      .asks(&Asked::stabilized, "stabilized", "a Bounding Firer has a gyrostabilizer")
      .only_when(&Asked::is_bounding, "it matters only in Bounding Fire", "")
      .asks(&Asked::firer_in_motion, "firer_in_motion",
            "a Bounding First Firer has not stopped: the lower die counts twice, or +1 if "
            "stabilized (C4)")
      .only_when(&Asked::in_own_movement, "in other phases the firer is not moving",
                 "--fire-phase bounding_first")
      .asks(&Asked::pinned, "pinned", "the firer is pinned: +2 and no rate of fire (D)")
      .asks(&Asked::intensive_fire, "intensive_fire",
            "the one shot of Intensive Fire: +2, B# two lower, and the old B# loses the gun (F)")
      .only_when(&Asked::may_use_intensive_fire,
                 "pinned crews, fire in the AFPh or MPh, machine guns, and guns marked so have no "
                 "Intensive Fire (C5.6)",
                 "")
      .asks(&Asked::deliberate_immobilization, "deliberate_immobilization",
            "aims at the tracks: +5, 6 hexes at most, hull hits immobilize and turret hits do "
            "nothing (G)")
      .asks(&Asked::acquisition, "acquisition", -2, 0, "the DRM of the acquired target (N)")
      .only_when(&Asked::takes_acquisition,
                 "Deliberate Immobilization and Bore Sighting do not use acquisition (C6.4, C6.5)",
                 "")
      .only_when(&Asked::may_have_acquired,
                 "machine guns, firers in their MPh without a stabilizer and those who fire at a "
                 "concealed target have none (C6.5)",
                 "")
      .asks(&Asked::target_moves, "target_moves", one_of({"no", "stopped", "in_motion", "dash"}),
            "whether the target moved this Player Turn: a vehicle that has stopped again or has "
            "not, or Infantry that Dashes: +2 (J)")
      .only_when(&Asked::may_be_in_motion, "vehicles move or stop, Infantry Dashes",
                 "--target-type vehicle for stopped and in_motion, infantry for dash")
      .asks(&Asked::target_mp, "target_mp", one_of({"over_3", "up_to_3", "up_to_1"}),
            "the MP that a moving vehicle has spent in the firer's LOS (J1, J2)")
      .only_when(&Asked::target_may_be_seen_short,
                 "it modifies Defensive First Fire at a moving vehicle (C6.11)",
                 "--fire-phase first_fire and --target-moves stopped or in_motion")
      .asks(&Asked::concealed, "concealed", "the target is concealed: +2 (K)")
      .asks(&Asked::ffnam, "ffnam", "Infantry uses Non-Assault Movement: -1 (J3)")
      .asks(&Asked::ffmo, "ffmo", "Infantry moves in the open: -1 (J4)")
      .asks(&Asked::hazardous, "hazardous", "Infantry in Hazardous Movement: -2 (O)")
      .only_when({"ffnam", "ffmo"}, &Asked::first_fire_at_infantry,
                 "it is a way for Infantry to move, and a Dash and Hazardous Movement are others",
                 "--fire-phase first_fire, --target-type infantry or area, and neither a Dash nor "
                 "--hazardous")
      .only_when(
          {"ffnam", "ffmo"}, [](const Asked& asked) { return !asked.same_hex(); },
          "it does not apply within the firer's hex (C5.5)", "")
      .only_when({"hazardous"}, &Asked::may_be_hazardous,
                 "it is a way for Infantry to move, and a Dash is another",
                 "--target-type infantry or area, and --target-moves no")
      .outcome("critical_hit", "a Critical Hit")
      .outcome("turret_hit", "the turret or upper superstructure of the vehicle is hit")
      .outcome("hull_hit", "the hull of the vehicle is hit")
      .outcome("hit", "the Infantry or Area is hit")
      .outcome("miss", "nothing is hit")
      .outcome("not_fired", "there was no such ammunition: it may fire something else (C8.9)")
      .event("any_hit", "a hit, critical or not")
      .event("multiple_hit", "a Multiple Hit: two Effects DR to choose from (C3.8)")
      .event("may_fire_again", "the coloured die leaves it its rate of fire")
      .event("malfunctions", "the weapon malfunctions")
      .event("weapon_lost",
             "the weapon is removed or disabled: a use that lowers the B# makes an X# of it (A.11)")
      .event("ammunition_gone", "no Special Ammunition is left after this shot")
      .measure("needed", "the number that the DR may not exceed, all modifiers applied")
      .headline("any_hit", "it hits")
      .headline("critical_hit", "it is a Critical Hit")
      .headline("may_fire_again", "it may fire again")
      .headline("malfunctions", "it malfunctions")
      .headline("weapon_lost", "it is lost");
}

}  // namespace combat_odds::asl
