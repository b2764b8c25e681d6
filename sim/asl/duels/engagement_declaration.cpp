#include <fmt/format.h>

#include "sim/asl/duels/engagement.hpp"
#include "sim/asl/duels/firer_move.hpp"
#include "sim/asl/duels/return_fire.hpp"
#include "sim/asl/to_hit/special_ammunition.hpp"
#include "sim/asl/to_kill/vehicle_points.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/infantry_fate.hpp"

namespace combat_odds::asl {
namespace {

using TargetType = ToHitRoll::TargetType;
using Fate = VehicleState::Fate;

OneOf hold_fire_words() { return one_of({"never", "prep", "defensive"}); }

struct GunEngagement {
  using State = Engagement::State;
  enum class Round { ap, he, heat, apcr, apds };
  enum class Fallback { none, ap, he };
  enum class FirstTurn { own, enemy };
  enum class Until { knocked_out, immobilized };
  using Moving = TargetMoves;

  Aim aim;
  Round ammunition = Round::ap;
  std::optional<int> depletion_number;
  int year = usual_year;
  Fallback fallback = Fallback::none;
  bool russian_made = false;
  std::optional<int> basic_to_kill;
  Armor target;
  int turns = 6;
  FirstTurn first_turn = FirstTurn::own;
  IntensiveFire intensive_fire = IntensiveFire::never;
  bool deliberate_immobilization = false;
  int first_acquisition = 0;
  Until until = Until::knocked_out;
  Moving moving = Moving::no;
  std::optional<int> moving_shots;
  int repair_number = 1;
  ReturnFire returned;
  Armor firer;
  bool gunshield = false;
  HoldFire hold_fire = HoldFire::never;
  AskedMove move;
  bool hits = false;

  void prepare(const Charts& charts) {
    target.look_up(charts);
    if (!aim.target_size && target.is_named()) {
      aim.target_size = charts.get<Vehicles>().find(*target.vehicle)->size;
    }
    engagement_.turns = turns;
    engagement_.tells_hits = hits;
    engagement_.first_turn_is_own = first_turn == FirstTurn::own;
    engagement_.until_immobilized = until == Until::immobilized;
    engagement_.first_acquisition = -first_acquisition;
    engagement_.hits[1] = VehicleHit(target);
    engagement_.gunners[0] = firing(charts);
    if (returned.fire) prepare_return(charts);
    if (move.is_possible()) prepare_move(charts);
  }

  void prepare_return(const Charts& charts) {
    if (firer_is_vehicle()) {
      if (!firer.vehicle && !firer.hull) firer.vehicle = aim.gun.name;
      with_prefix("firer_", [&] { firer.look_up(charts); });
      if (firer.crew_exposed && aim.buttoned_up) {
        throw ArgumentError("firer_crew_exposed", "the firer is buttoned up",
                            "--firer-crew-exposed false or --buttoned-up false");
      }
      firer.crew_survival.reset();  // it is not reported
      if (target.casualty_vp && !firer.vehicle_vp) {
        throw ArgumentError("firer_vehicle_vp",
                            "firer_vehicle_vp is missing: the Casualty VP of the firer",
                            "1 to 12, those of the vehicle, or --firer-vehicle with its name");
      }
      engagement_.hits[0] = VehicleHit(firer);
    }
    with_prefix("return_", [&] { engagement_.gunners[1] = returning(charts); });
  }

  State start() const { return engagement_.start(); }

  State step(const State& before, Dice& dice) const {
    State state = before;
    engagement_.step(state, dice);
    return state;
  }

  std::optional<Outcome> outcome(const State& state) const {
    if (!engagement_.over(state)) return std::nullopt;
    const auto& [shooter, shot_at] = state.sides;
    const bool knocked_out = shot_at.vehicle.knocked_out();
    // Out of sight nothing is decided any more but how a Shock of the target ends (C7.42).
    const bool open = state.turn > turns || (state.left != 0 && !knocked_out);
    const int turn = open ? 0 : state.turn;
    const bool firer_out =
        shooter.vehicle.knocked_out() || shooter.crew >= Engagement::Crew::eliminated;
    Outcome outcome(label(state));
    if (target.casualty_vp) {
      outcome
          .measure("target_points_lost",
                   points_lost(shot_at.vehicle, target.vehicle_vp.value_or(0), works(shot_at)))
          .measure_if(returned.fire, "firer_points_lost", points_of_firer(shooter));
    }
    outcome.event("target_knocked_out", knocked_out)
        .event("firer_knocked_out", firer_out)
        .event("target_immobilized_first", shot_at.vehicle.immobile != 0)
        .event("target_crew_survives", shot_at.vehicle.crew_survives != 0)
        .event("decided", turn > 0)
        .measure_if(turn > 0, "turn", turn)
        .measure_if(knocked_out, "knocked_out_in_turn", turn);
    if (hits) outcome.event("target_hit", state.target_hit != 0);
    if (move.out_of_sight) outcome.event("firer_left", state.left != 0);
    return tell(outcome, VehicleFate{knocked_out, shot_at.vehicle.immobile != 0});
  }

  Working working() const {
    Working working;
    const Gunner& gunner = *engagement_.gunners[0];
    const ToHitRoll& roll = gunner.round.normal;
    working.situation =
        fmt::format("{} at {}", aim.gun.gun.text(), amount_text(aim.range, "hex", "hexes"));
    working.sums.push_back(
        fmt::format("To Hit: {} or less before acquisition and movement", roll.number - roll.drm));
    if (fires_special() && !depletion_number) {
      working.sums.push_back(fmt::format("Depletion Number {} in {}", roll.depletion_number, year));
    }
    for (const bool turret : {false, true}) {
      if (!turret && aim.hull_down) continue;
      working.sums.push_back(fmt::format(
          "Final To Kill number {} the {}: {}", target.is_unarmored() ? "of" : "against",
          turret ? "turret" : "hull", gunner.round.penetration->needed({turret, false})));
    }
    return working;
  }

  bool fires_special() const { return ammunition >= Round::heat; }
  bool runs_out() const { return depletion_number.has_value() || fires_special(); }
  bool falls_back() const { return fallback != Fallback::none; }
  bool has_shells() const { return !aim.is_machine_gun(); }
  bool unnamed_shells() const { return has_shells() && aim.gun.name.empty(); }
  bool moves() const { return moving != Moving::no; }
  bool fires_intensively_at_all() const { return aim.gun.intensive_fire && !aim.is_machine_gun(); }
  bool firer_is_vehicle() const { return aim.gun.on_vehicle || firer.vehicle || firer.hull; }
  bool firer_is_shot_at() const { return returned.fire && firer_is_vehicle(); }
  bool firer_is_priced() const { return firer_is_shot_at() && target.casualty_vp; }
  bool gun_is_shot_at() const { return returned.fire && !firer_is_vehicle(); }
  bool returns() const { return returned.fire; }
  bool is_repaired() const { return !aim.captured || returned.fire; }

 private:
  static bool works(const Engagement::Side& side) {
    return side.weapon == Engagement::Weapon::fires;
  }
  /// A26.212: a Gun and its crew are 2 each.
  int points_of_firer(const Engagement::Side& side) const {
    if (firer_is_vehicle()) {
      return points_lost(side.vehicle, firer.vehicle_vp.value_or(0), works(side));
    }
    using Crew = Engagement::Crew;
    if (side.crew == Crew::lost_with_gun) return points_of_gun + points_of_crew;
    return side.crew == Crew::eliminated ? points_of_crew : 0;
  }

  static const char* label(const State& state) {
    const auto& [firer, target] = state.sides;
    switch (target.vehicle.fate) {
      case Fate::burning:
        return "target_burning";
      case Fate::eliminated:
        return "target_eliminated";
      case Fate::died_of_shock:
        return "target_died_of_shock";
      case Fate::abandoned:
        return "target_abandoned";
      case Fate::recalled:
        return "target_recalled";
      case Fate::fights:
      case Fate::shocked:
      case Fate::unconfirmed_kill:
        break;
    }
    if (firer.vehicle.fate == Fate::recalled) return "firer_recalled";
    if (firer.vehicle.fate == Fate::abandoned) return "firer_abandoned";
    if (firer.vehicle.out() || firer.crew >= Engagement::Crew::eliminated) {
      return "firer_eliminated";
    }
    if (firer.crew == Engagement::Crew::broken) return "firer_broken";
    if (target.vehicle.fate != Fate::fights) return "target_shocked";
    if (target.vehicle.immobile != 0) return "target_immobilized";
    return firer.weapon == Engagement::Weapon::lost ? "gun_lost" : "undecided";
  }

  Gunner firing(const Charts& charts) const {
    static const Ammunition rounds[] = {Ammunition::ap, Ammunition::he, Ammunition::heat,
                                        Ammunition::apcr, Ammunition::apds};
    const Ammunition first = rounds[static_cast<int>(ammunition)];
    const auto& drm = charts.get<ToHitDrm>();
    Gunner gunner{
        .round = FiredRound::at_vehicle(aim, first, russian_made, basic_to_kill, target, charts),
        .fallback = std::nullopt};
    if (depletion_number || fires_special()) {
      static constexpr const char* names[] = {"ap", "he", "heat", "apcr", "apds"};
      const int number = asl::depletion_number(depletion_number, aim.gun,
                                               names[static_cast<int>(ammunition)], year, charts);
      gunner.round.normal.depletion_number = number;
      gunner.round.intensive.depletion_number = number;
    }
    if (falls_back()) {
      const Ammunition second = fallback == Fallback::ap ? Ammunition::ap : Ammunition::he;
      gunner.fallback =
          FiredRound::at_vehicle(aim, second, russian_made, std::nullopt, target, charts);
    }
    const std::optional<std::string> against = against_immobilization(charts, first);
    if (deliberate_immobilization && against) {
      throw ArgumentError("deliberate_immobilization", *against, "false");
    }
    if (!against) gunner.tracks_drm = drm.at("G");
    gunner.aims_at_tracks = deliberate_immobilization;
    gunner.may_be_intensive = fires_intensively_at_all();
    gunner.intensive_from = intensive_from(intensive_fire, turns);
    gunner.acquires = !aim.is_machine_gun() && !aim.bore_sighted;
    gunner.moving_drm = drm_at_mover(moving, aim.range, charts);
    gunner.moving_shots = moving_shots.value_or(0);
    gunner.repair_number = repair_number;
    gunner.may_be_repaired = !aim.captured;
    hold(gunner, hold_fire);
    return gunner;
  }

  static void hold(Gunner& gunner, HoldFire held) {
    gunner.holds_prep_fire = held == HoldFire::prep;
    gunner.holds_defensive_fire = held == HoldFire::defensive;
  }

  Gunner returning(const Charts& charts) {
    Aim back = returned.aim;
    back.range = aim.range;
    if (!back.target_size) {
      const auto* const known =
          firer.is_named() ? charts.get<Vehicles>().find(*firer.vehicle) : nullptr;
      back.target_size = known != nullptr ? known->size : aim.gun.size;
    }
    if (returned.gun) {
      back.gun = *returned.gun;
    } else if (!target.is_named()) {
      throw ArgumentError("gun", "gun is missing: what does the target fire?", gun_form);
    } else {
      back.gun = read_gun(*target.vehicle, "gun", charts);
    }
    const Ammunition round = returned.round(firer_is_vehicle());
    Gunner gunner;
    if (firer_is_vehicle()) {
      gunner.round = FiredRound::at_vehicle(back, round, returned.russian_made,
                                            returned.basic_to_kill, firer, charts);
    } else {
      if (back.gun.gun.machine_gun || round != Ammunition::he) {
        throw ArgumentError("ammunition", "a gun and its crew are fired at with HE (C3.32)",
                            "he, and a gun that has it");
      }
      gunner.round = {back.roll(charts, TargetType::infantry, round, false, false),
                      back.roll(charts, TargetType::infantry, round, true, false), std::nullopt};
      gunner.round.intensive.drm += charts.get<ToHitDrm>().at("F");
      const Projectile shell = projectile(back.gun.gun, false, round, charts);
      const Ift& ift = charts.get<Ift>();
      engagement_.gun_crew =
          GunCrew{&ift, ift.column(*shell.infantry_firepower), gunshield ? 2 : 0, firer.morale()};
    }
    gunner.may_be_intensive = (back.gun.intensive_fire && !back.is_machine_gun()) ||
                              returned.intensive_fire != IntensiveFire::never;
    gunner.intensive_from = intensive_from(returned.intensive_fire, turns);
    gunner.acquires = !back.is_machine_gun() && !back.bore_sighted;
    gunner.repair_number = repair_number;
    gunner.may_be_repaired = !back.captured;
    hold(gunner, returned.hold_fire);
    return gunner;
  }

  /// Why the tracks can't be aimed at; nothing if they can.
  std::optional<std::string> against_immobilization(const Charts& charts, Ammunition round) const {
    if (target.is_unarmored()) return "only an AFV is immobilized so (C5.7)";
    if (aim.range > 6) return "the target is more than 6 hexes away (C5.71)";
    if (aim.hull_down) return "the target is hull down (C5.71)";
    if (aim.is_machine_gun()) return "machine guns cannot attempt it (C5.71)";
    const bool russian = russian_made || aim.gun.nationality == Nationality::russian;
    const std::optional<int> basic =
        basic_to_kill ? basic_to_kill : projectile(aim.gun.gun, russian, round, charts).basic;
    if (basic && *basic <= target.least_hull()) {
      return "the Basic To Kill number does not exceed the hull's lowest AF (C5.71)";
    }
    return std::nullopt;
  }

  void prepare_move(const Charts& charts) {
    const bool is_gun = !aim.gun.name.empty() && !aim.gun.on_vehicle;
    if (is_gun || gun_is_shot_at()) {
      throw ArgumentError(move.to_a_position() ? "move_range" : "out_of_sight",
                          "the firer is a gun that is not driven anywhere here",
                          "leave it out, or a firer that is a vehicle");
    }
    const auto* known = aim.gun.on_vehicle ? charts.get<Vehicles>().find(aim.gun.name) : nullptr;
    const bool has_turret = move.turret.value_or(known == nullptr || known->turreted);
    engagement_.move = move.modifiers(has_turret, aim.range, charts);
    if (!move.to_a_position()) return;
    GunEngagement there = *this;
    there.aim = move.aim(aim);
    there.target = move.target(target, charts);
    there.deliberate_immobilization = false;
    Gunner gunner;
    with_prefix("move_", [&] { gunner = there.firing(charts); });
    gunner.aims_at_tracks = deliberate_immobilization && gunner.tracks_drm != 0;
    engagement_.move.gunners[0] = gunner;
    if (!returned.fire) return;
    if (there.target.facing != target.facing && !move.turning_drm) {
      throw ArgumentError("turning_drm",
                          "turning_drm is missing: what does it cost the target to turn its gun?",
                          "case A for the hexspines: 1 each for a fast turret");
    }
    there.returned.aim = move.returned(returned.aim);
    with_prefix("move_return_", [&] { engagement_.move.gunners[1] = there.returning(charts); });
  }

  Engagement engagement_;
};

}  // namespace

Procedure engagement() {
  using Asked = GunEngagement;
  return procedure<Asked>("asl.engagement", "C2-C8, D5.3-.6, C11.4",
                          "a gun or vehicle against a vehicle over several Player Turns, with "
                          "return fire")
      .includes(&Asked::aim)
      .adjust("range",
              [](Parameter& range) {
                range.least = 1;  // within a hex a dr decides the facing
              })
      .asks(&Asked::ammunition, "ammunition", one_of({"ap", "he", "heat", "apcr", "apds"}),
            "what it fires")
      .only_when(&Asked::has_shells, "a machine gun has no choice of ammunition", "")
      .asks(&Asked::depletion_number, "depletion_number", 2, 12,
            "the Depletion Number of Special Ammunition on the counter (C8.9)")
      .needed_when(
          [](const Asked& asked) { return asked.fires_special() && asked.unnamed_shells(); },
          "Special Ammunition runs out on that number (C8.9)",
          "the number behind H, A or D on the counter")
      .asks(&Asked::year, "year", 1941, 1945,
            "the year, for the Depletion Number of a named gun or vehicle")
      .only_when(
          [](const Asked& asked) {
            return asked.fires_special() && !asked.unnamed_shells() && !asked.depletion_number;
          },
          "only the Depletion Number of a named gun, where none is given, depends on it", "")
      .asks(&Asked::fallback, "fallback", one_of({"none", "ap", "he"}),
            "what it goes on with when that is gone")
      .needed_when(&Asked::runs_out, "what does it fire when that ammunition is gone?", "ap or he")
      .only_when(&Asked::runs_out, "", "--depletion-number")
      .asks(&Asked::russian_made, "russian_made",
            "a Russian 76L or 76LL, which have To Kill numbers of their own; one with a name has "
            "them by itself")
      .only_when(&Asked::unnamed_shells, "the name shows already who made it", "")
      .asks(&Asked::basic_to_kill, "basic_to_kill", 1, 40,
            "the Basic To Kill number printed on your chart; default: the chart's")
      .only_when([](const Asked& asked) { return asked.target.is_armored(); },
                 "unarmored vehicles have numbers of their own", "")
      .tried_with({"16"})
      .includes(&Asked::target)
      .asks(&Asked::turns, "turns", 1, 20,
            "how many Player Turns; in each both sides fire, first the one whose turn it is")
      .tried_with({"1", "2", "3"})
      .asks(&Asked::first_turn, "first_turn", one_of({"own", "enemy"}),
            "whose Player Turn is the first: own begins with the gun's Prep Fire")
      .asks(&Asked::intensive_fire, "intensive_fire", intensive_words(),
            "in which Player Turns it uses Intensive Fire when its rate of fire is gone")
      .only_when(&Asked::fires_intensively_at_all,
                 "machine guns, and guns marked so, have no Intensive Fire (C5.63)", "")
      .decides()
      .asks(&Asked::deliberate_immobilization, "deliberate_immobilization",
            "aims at the tracks until the target is immobile: +5, 6 hexes at most (C5.7)")
      .decides()
      .asks(&Asked::first_acquisition, "first_acquisition", -2, 0,
            "the DRM of a target that is acquired already")
      .only_when(
          [](const Asked& asked) { return !asked.aim.is_machine_gun() && !asked.aim.bore_sighted; },
          "machine guns acquire no target, and a Bore Sighted hex takes the place of "
          "acquisition",
          "")
      .asks(&Asked::until, "until", one_of({"knocked_out", "immobilized"}),
            "when it has done its work")
      .asks(&Asked::moving, "moving", target_moves_words(),
            "the target moves in its own Player Turns, having spent so many MP in the LOS at each "
            "shot: +2, +3 or +4 in Defensive First Fire (J)")
      .only_when([](const Asked& asked) { return !asked.returned.fire; },
                 "a moving target does not take part in Prep Fire", "--return-fire false")
      .asks(&Asked::moving_shots, "moving_shots", 1, 10,
            "the most shots at it then: the MP that it spends in the LOS (C6.17); default: as many "
            "as the rate of fire gives")
      .only_when(&Asked::moves, "", "--moving")
      .asks(&Asked::repair_number, "repair_number", 1, 5,
            "the R#: the die, or less, that repairs a weapon in a Rally Phase; 6 loses it")
      .only_when(&Asked::is_repaired, "a captured weapon is not repaired", "")
      .includes(&Asked::returned, "return_")
      .adjust("return_intensive_fire", [](Parameter& parameter) { parameter.decides = 1; })
      .only_when(AllFrom{"return_gun"}, &Asked::returns, "", "--return-fire")
      .includes(&Asked::firer, "firer_", true)
      .asks(&Asked::gunshield, "firer_gunshield",
            "the gun has a gunshield: +2 for its crew against a hit from inside its Covered Arc")
      .only_when(&Asked::gun_is_shot_at, "only a gun that is shot at has a gunshield", "")
      .only_when({"firer_vehicle", "firer_armor", "firer_crew_morale"}, &Asked::returns, "",
                 "--return-fire")
      .only_when({"firer_turret_armor", "firer_facing", "firer_turret_facing", "firer_schuerzen",
                  "firer_schuerzen_increase", "firer_has_turret", "firer_crew_exposed"},
                 &Asked::firer_is_shot_at, "", "--return-fire and a vehicle that fires")
      .only_when({"firer_vehicle_vp"}, &Asked::firer_is_priced, "",
                 "--casualty-vp, --return-fire and a vehicle that fires")
      .only_when({"return_hull_down"}, &Asked::firer_is_vehicle,
                 "a gun is not hull down; --return-tem says where it stands", "")
      .asks(&Asked::hold_fire, "hold_fire", hold_fire_words(),
            "in which of its phases it does not fire")
      .decides()
      .includes(&Asked::returned,
                [](Declaration<ReturnFire>& asked) {
                  asked.asks(&ReturnFire::hold_fire, "return_hold_fire", hold_fire_words(),
                             "in which of its phases the target does not fire");
                })
      .adjust("return_hold_fire", [](Parameter& parameter) { parameter.decides = 1; })
      .only_when(&Asked::returns, "", "--return-fire")
      .includes(&Asked::move)
      .only_when({"move_return_tem", "move_return_hull_down", "turning_drm"}, &Asked::returns, "",
                 "--return-fire")
      .only_when(
          {"move_armor"}, [](const Asked& asked) { return !asked.target.vehicle; },
          "the vehicle's name gives its armor", "")
      .only_when(
          {"move_armor"},
          [](const Asked& asked) { return asked.move.facing != asked.target.facing; },
          "the facing is the same as before, whose armor is asked for by --armor",
          "another --move-facing")
      .only_when(
          {"move_facing"}, [](const Asked& asked) { return asked.target.is_armored(); },
          "an unarmored vehicle has one number for all facings", "")
      .asks(&Asked::hits, "hits", "tells whether the target was hit at all (target_hit)")
      .outcome("target_burning", "the target was eliminated and burns")
      .outcome("target_eliminated", "the target was eliminated and does not burn")
      .outcome("target_died_of_shock", "the target was eliminated by Shock")
      .outcome("target_abandoned", "the crew of the immobile target abandoned it")
      .outcome("target_recalled", "the crew of the target was Recalled: it leaves the board")
      .outcome("target_shocked", "the target is shocked at the end")
      .outcome("target_immobilized", "the target is immobile at the end and may still fire")
      .outcome("firer_eliminated", "the target destroyed the firer first")
      .outcome("firer_abandoned", "the firer was immobilized and its crew abandoned it")
      .outcome("firer_recalled", "the crew of the firing AFV was Recalled")
      .outcome("firer_broken", "the crew of the gun broke")
      .outcome("gun_lost", "the gun was lost by malfunction")
      .outcome("undecided", "nothing of that within the time")
      .events(vehicle_events())
      .event("target_knocked_out", "the target was eliminated or abandoned")
      .event("firer_knocked_out", "the firer was eliminated or abandoned")
      .event("target_hit", "with --hits: the target was hit at some time, in vain or not")
      .event("target_immobilized_first", "the target was immobilized at some time")
      .event("target_crew_survives", "the crew of the eliminated target survives")
      .event("firer_left", "the firer drove out of sight")
      .event("decided", "it was decided within the time")
      .measure("turn", "the Player Turn in which it was decided")
      .only_where({"decided"})
      .less_is_better()
      .measure("target_points_lost", "with --casualty-vp: the Casualty VP lost with the target")
      .measure("firer_points_lost",
               "with --casualty-vp and --return-fire: those lost with the firer (A26.212), a Gun 2")
      .less_is_better()
      .measure("knocked_out_in_turn", "the Player Turn in which the target was knocked out")
      .only_where({"target_knocked_out"})
      .less_is_better()
      .headline("target_knocked_out", "the target is knocked out")
      .headline("firer_knocked_out", "the firer is knocked out")
      .headline("firer_broken", "its crew breaks")
      .headline("gun_lost", "the gun is lost");
}

}  // namespace combat_odds::asl
