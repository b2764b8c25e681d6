#include "core/dice/small.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/duels/engagement.hpp"
#include "sim/squad_leader/duels/firer_move.hpp"

namespace combat_odds::squad_leader {
namespace {

using Fate = Engagement::Fate;

/// The target lines of the To Hit chart except those for infantry.
OneOf target_lines() {
  OneOf lines = one_of(ToHitTable::targets());
  std::erase_if(lines.words, [](const std::string& line) { return line.starts_with("infantry"); });
  return lines;
}

/// For Declaration::adjust: the parameter fixes a decision of that side.
auto decides(int side) {
  return [side](Parameter& parameter) { parameter.decides = side; };
}

OneOf hold_fire_words() { return one_of({"never", "prep", "defensive"}); }

/// One side with its gun, as far as both sides are alike. `phases`: of the engagement.
Gunner gunner(const Aim& aim, const KillTarget& target, Ammunition ammunition, int phases,
              const Charts& charts) {
  if (aim.target == Aim::Target::gun && !target.is_gun()) {
    throw ArgumentError("target", "the To Hit line is for guns, and the target is none",
                        "a vehicle line, or target kind shielded_gun or unshielded_gun");
  }
  Gunner gunner = Gunner::aimed(aim, target, ammunition, charts);
  if (aim.intensive_phases == Aim::IntensiveFire::always) gunner.intensive_from = 1;
  if (aim.intensive_phases == Aim::IntensiveFire::last_phase) gunner.intensive_from = phases;
  return gunner;
}

/// A target that shoots back.
struct ReturnFire {
  bool fire = false;
  std::optional<MountedGun> gun;
  Ammunition ammunition = Ammunition::ap;
  Aim aim;
  std::optional<int> rate_of_fire;  ///< nothing: of its name, else 1
  HoldFire hold_fire = HoldFire::never;
  KillTarget target;

  static void describe(Declaration<ReturnFire>& asked);
};

struct GunEngagement {
  using State = Engagement::State;
  enum class FirstPhase { prep, defensive };
  enum class Until { knocked_out, immobilized };
  enum class Fallback { none, ap, he };
  enum class Superiority { none, firer, target };
  enum class Limbered { no, stays, unlimbers };

  Aim aim;
  KillTarget target;
  int phases = 6;
  FirstPhase first_phase = FirstPhase::prep;
  std::optional<int> rate_of_fire;  ///< nothing: of its name, else 1
  bool acquisition = true;
  int first_acquisition = 0;
  Until until = Until::knocked_out;
  Ammunition ammunition = Ammunition::ap;
  std::optional<int> depletion_number;
  Fallback fallback = Fallback::none;
  std::optional<int> fallback_kill_number;
  std::optional<int> fallback_rear_kill_number;
  bool moving = false;
  int moving_drm = 0;
  MoverInSight mover;
  int repair_number = 1;
  int crew_morale = 7;
  Superiority tank_superiority = Superiority::none;
  HoldFire hold_fire = HoldFire::never;
  ReturnFire returned;
  Limbered limbered = Limbered::no;
  AskedMove move;

  void prepare(const Charts& charts) {
    if (aim.aims_at_tracks() && target.is_unarmored()) {
      throw ArgumentError("deliberate_immobilization", "the target is unarmored", "none (66.25)");
    }
    engagement_.first_is_prep = first_phase == FirstPhase::prep;
    engagement_.until_immobilized = until == Until::immobilized || aim.aims_at_tracks();
    engagement_.crew_morale = crew_morale;
    engagement_.phases = phases;
    if (!target.armor && returned.gun) target.armor = returned.gun->armor;
    engagement_.gunners[0] = firer(charts);
    if (returned.fire) {
      // 33.41: each is known by the name that its gun was given by.
      if (!returned.target.armor) returned.target.armor = aim.gun.armor;
      with_prefix("return_", [&] { engagement_.gunners[1] = returning(charts); });
    }
    if (move.is_possible()) prepare_move(charts);
  }

  State start() const {
    State state;
    state.sides[0].acquired = small(-first_acquisition);
    return state;
  }

  State step(const State& before, Dice& dice) const {
    State state = before;
    engagement_.fire_phase(state, dice);
    return state;
  }

  std::optional<Outcome> outcome(const State& state) const {
    const auto& [shooter, shot_at] = state.sides;
    const bool over = engagement_.over(state);
    if (!over && state.phase <= phases) return std::nullopt;
    const int phase = over && state.left == 0 ? state.phase : 0;
    const bool target_out = Engagement::out(shot_at);
    Outcome outcome(outcome_label(state));
    outcome.event("target_knocked_out", target_out)
        .event("firer_knocked_out", Engagement::out(shooter))
        .event("target_immobilized_first", state.immobilized != 0)
        .event("critical_hit", state.critical != 0)
        .event("breakdown", state.breakdown != 0)
        .event("decided", phase > 0)
        .measure_if(phase > 0, "phase", phase)
        .measure_if(target_out, "knocked_out_in_phase", phase);
    if (move.out_of_sight) outcome.event("firer_left", state.left != 0);
    return tell(outcome, VehicleFate{target_out, shot_at.fate != Engagement::Fate::none});
  }

  bool superior_gun_is_there() const {
    return tank_superiority != Superiority::target || returned.fire;
  }
  bool may_be_superior() const {
    if (tank_superiority == Superiority::target) {
      return !returned.gun || returned.gun->superior.value_or(true);
    }
    return aim.gun.superior.value_or(true);
  }
  bool superior_gun_is_large() const {
    constexpr int least_calibre = 50;
    if (tank_superiority != Superiority::target) return aim.gun.gun.calibre >= least_calibre;
    return returned.gun && returned.gun->gun.calibre >= least_calibre;
  }
  bool fires_heat() const { return ammunition == Ammunition::heat; }
  bool at_tracks() const { return aim.aims_at_tracks(); }
  /// Whether its special rounds can run out. If not, there is no second kind of round.
  bool may_run_out() const { return fires_heat() || aim.ammunition_depletion; }
  bool falls_back() const { return fallback != Fallback::none; }
  bool falls_back_on_another() const {
    return (fallback != Fallback::ap || ammunition != Ammunition::ap) &&
           (fallback != Fallback::he || ammunition != Ammunition::he);
  }
  bool kill_is_rolled() const {
    return !a_hit_is_enough(gun_weapon(aim.gun.gun, ammunition), target);
  }
  /// 66.1: the target, or else the firer when it is shot back at.
  bool may_be_immobilized() const { return target.is_afv() && !at_tracks(); }
  bool crews_are_checked() const {
    const bool of_target = may_be_immobilized() && until == Until::knocked_out;
    return of_target || (returned.fire && returned.target.is_afv());
  }
  /// Where it stands, or where it may move to.
  bool firer_may_be_hull_down() const {
    constexpr Aim::Target hull_down = Aim::Target::vehicle_hull_down;
    return returned.aim.target == hull_down || move.return_line == hull_down;
  }
  bool is_repaired() const { return (aim.may_jam() && !aim.captured) || returned.fire; }

 private:
  static const char* outcome_label(const State& state) {
    const auto& [firer, target] = state.sides;
    switch (target.fate) {
      case Fate::burning:
        return "target_burning";
      case Fate::eliminated:
        return "target_eliminated";
      case Fate::abandoned:
        return "target_abandoned";
      case Fate::none:
      case Fate::immobilized:
        break;
    }
    if (firer.fate == Fate::abandoned) return "firer_abandoned";
    if (firer.fate >= Fate::eliminated) return "firer_eliminated";
    if (target.fate == Fate::immobilized) return "target_immobilized";
    return firer.gun == Engagement::GunState::lost ? "gun_lost" : "undecided";
  }

  Gunner firer(const Charts& charts) {
    aim.height_advantage = target.height_advantage;
    if (fires_heat()) aim.depletion_number = *depletion_number;
    aim.tank_superiority = tank_superiority == Superiority::firer;
    Gunner firer = gunner(aim, target, ammunition, phases, charts);
    if (fallback != Fallback::none) {
      KillTarget second = target;
      second.kill_number = fallback_kill_number;
      second.rear_kill_number = fallback_rear_kill_number;
      const Ammunition round = fallback == Fallback::ap ? Ammunition::ap : Ammunition::he;
      with_prefix("fallback_",
                  [&] { firer.fallback = gunner(aim, second, round, phases, charts).penetration; });
    }
    firer.shots = rate_of_fire.value_or(aim.gun.rate_of_fire);
    if (!acquisition) firer.acquisition = 0;
    firer.repair_number = repair_number - aim.armor_leader;
    if (moving) firer.moving_drm = charts.get<ToHitDrm>().at("A") + moving_drm;
    firer.mover = mover;
    firer.one_breakdown = aim.captured;
    if (limbered != Limbered::no) limber(firer, charts);
    firer.holds_fire = hold_fire;
    return firer;
  }

  /// 103.31, 103.32: it can be unlimbered in the Advance Phase of its first own turn.
  void limber(Gunner& firer, const Charts& charts) const {
    constexpr int always = 255;
    Aim on_its_wheels = aim;
    on_its_wheels.at_afv = target.is_afv();
    on_its_wheels.limbered = true;
    firer.limbered.emplace(on_its_wheels, charts);
    on_its_wheels.intensive_fire = true;
    firer.limbered_intensive.emplace(on_its_wheels, charts);
    firer.unlimbers = limbered == Limbered::unlimbers;
    const int own_turn = first_phase == FirstPhase::prep ? 1 : 2;
    firer.limbered_until = firer.unlimbers ? own_turn : always;
  }

  Gunner returning(const Charts& charts) const {
    Aim back = returned.aim;
    back.gun = *returned.gun;
    back.range = aim.range;
    back.tank_superiority = tank_superiority == Superiority::target;
    KillTarget shot_at = returned.target;
    if (back.target != Aim::Target::vehicle_hull_down) shot_at.boxed_armor = false;  // 64.35
    Gunner fires_back = gunner(back, shot_at, returned.ammunition, phases, charts);
    fires_back.shots = returned.rate_of_fire.value_or(back.gun.rate_of_fire);
    fires_back.repair_number = repair_number;
    fires_back.holds_fire = returned.hold_fire;
    return fires_back;
  }

  void prepare_move(const Charts& charts) {
    const auto refuse = [](const char* wrong, const char* right) {
      throw ArgumentError("move_range", wrong, right);
    };
    if (limbered != Limbered::no || (returned.fire && returned.target.is_gun())) {
      refuse("the firer is a gun that is not driven anywhere here", "leave it out");
    }
    if (at_tracks()) refuse("the firer aims at the tracks", "--deliberate-immobilization false");
    FirerMove& may = engagement_.move;
    const auto& drm = charts.get<ToHitDrm>();
    may.habit = static_cast<FirerMove::Step>(move.move);
    may.out_of_sight = move.out_of_sight;
    may.drm = drm.at("A") + move.drm;
    if (!move.to_a_position()) return;
    const bool has_turret = aim.gun.turret.value_or(move.turret.value_or(true));
    if (move.move == AskedMove::Move::move_and_fire && !has_turret) {
      throw ArgumentError("plan", "a gun without turret can't fire after a move (case F)",
                          "move_then_fire");
    }
    may.turret = has_turret;
    may.sherman = move.sherman.value_or(aim.gun.sherman);
    may.fired_at_where_it_ends = move.fired_at == AskedMove::FiredAt::end;
    may.advancing = drm.at("F");
    GunEngagement there = *this;
    there.aim = move.aim(aim);
    there.target = move.target(target);
    if (there.target.facing != target.facing) {
      there.fallback_kill_number = there.fallback_rear_kill_number = std::nullopt;
    }
    there.returned.aim = move.returned(returned.aim);
    there.returned.target.drm = move.return_kill_drm.value_or(returned.target.drm);
    if (move.kill_number && there.target.is_afv() && !there.target.rear_kill_number &&
        there.target.facing != KillTarget::Facing::rear) {
      throw ArgumentError(
          "rear_kill_number",
          "rear_kill_number is missing: a critical hit rolls against the rear (68.2)",
          "the number printed on your AFV KILL chart, rear target facing");
    }
    with_prefix("move_", [&] { may.gunners[0] = there.firer(charts); });
    if (!returned.fire) return;
    if (move.facing && *move.facing != target.facing && *move.facing != KillTarget::Facing::front) {
      if (!returned.gun->turret.value_or(true)) {
        throw ArgumentError("move_facing", "the target's gun would have to pivot",
                            "sl.tank-duel, which follows that");
      }
      may.turned_upon = drm.at("D");
    }
    with_prefix("move_return_", [&] { may.gunners[1] = there.returning(charts); });
  }

  Engagement engagement_;
};

void ReturnFire::describe(Declaration<ReturnFire>& asked) {
  asked.asks(&ReturnFire::fire, "fire", "the target shoots back")
      .asks(&ReturnFire::gun, "gun", gun_form, "the gun that fires back", read_mounted_gun)
      .needed_when(&ReturnFire::fire, "what fires back?", gun_form)
      .or_named(vehicles_with_guns())
      .tried_with({"75", "76"})
      .asks(&ReturnFire::ammunition, "ammunition", one_of({"ap", "he"}), "what it fires")
      .includes(&ReturnFire::aim,
                [](Declaration<Aim>& aim) {
                  aim.asks(&Aim::target, "target", target_lines(),
                           "the target line that the firer stands on")
                      .asks(&Aim::numbers, "to_hit_numbers", one_of({"black", "red"}),
                            "red: a Russian gun fires back")
                      .only_when([](const Aim& answer) { return !answer.number; },
                                 "the number is given, so that none is read off the chart", "")
                      .asks(&Aim::number, "to_hit_number", -5, 20,
                            "the To Hit number printed on your chart")
                      .tried_with({""})
                      .asks(&Aim::target_size, "target_size", -2, 2,
                            "the DRM of the firer's size as a target (64.6)")
                      .only_when(&Aim::at_vehicle, "the firer is no vehicle", "")
                      .tried_with({"0", "2"});
                })
      .asks(&ReturnFire::rate_of_fire, "rate_of_fire", 1, 6,
            "its shots in a phase; default: as its name says, else 1")
      .tried_with({"2"})
      .includes(
          &ReturnFire::aim,
          [](Declaration<Aim>& aim) {
            aim.asks(&Aim::intensive_phases, "intensive_fire",
                     one_of({"never", "always", "last_phase"}),
                     "in which fire phases it uses Intensive Fire")
                .asks(&Aim::breakdown_number, "breakdown_number", 7, 13, "its breakdown number")
                .asks(&Aim::drm, "to_hit_drm", -10, 15, "its To Hit modifiers but acquisition");
          })
      .includes(&ReturnFire::target, [](Declaration<KillTarget>& target) {
        target.asks(&KillTarget::kind, "target_kind", kill_target_words(), "what the firer is")
            .asks(&KillTarget::facing, "facing", facing_words(), "the facing that the firer shows")
            .only_when([](const KillTarget& firer) { return !firer.is_unarmored(); },
                       "the chart has one line for trucks", "")
            .asks(&KillTarget::armor, "armor", -9, 9,
                  "the upper armor modifier on the firer's counter")
            .only_when(&KillTarget::is_afv, "trucks and guns have no armor modifier",
                       "an AFV as the firer")
            .asks(&KillTarget::side_armor, "side_armor", -9, 9,
                  "the lower one; default: the upper one")
            .only_when(&KillTarget::is_afv, "trucks and guns have no armor modifier",
                       "an AFV as the firer")
            .tried_with({""})
            .asks(&KillTarget::boxed_armor, "boxed_armor",
                  "the armor modifier of the facing that the firer shows stands in a square: +1 "
                  "where it is hull down (64.35)")
            .only_when(&KillTarget::is_afv, "trucks and guns have no armor modifier",
                       "an AFV as the firer")
            .asks(&KillTarget::kill_number, "kill_number", -5, 25,
                  "the kill number of the gun that fires back")
            .asks(&KillTarget::rear_kill_number, "rear_kill_number", -5, 25,
                  "the same for the rear facing")
            .only_when(
                [](const KillTarget& firer) {
                  return firer.is_afv() && firer.facing != KillTarget::Facing::rear;
                },
                "only an AFV is hit critically, and from the rear the kill number is that number "
                "already",
                "")
            .asks(&KillTarget::drm, "kill_drm", -10, 10,
                  "its other kill modifiers: height, range (65.2)");
      });
}

/// The gun fires with its own numbers and returns fire with the others; as a target it is described
/// the other way round.
DuelDeclaration gun_duel() {
  DuelDeclaration duel;
  const auto returned = [](const char* column) { return std::string("return_") + column; };
  for (const char* const column :
       {"gun", "ammunition", "to_hit_numbers", "to_hit_number", "rate_of_fire", "intensive_fire",
        "breakdown_number", "to_hit_drm", "kill_number", "rear_kill_number", "kill_drm"}) {
    duel.columns.push_back({column, column, returned(column)});
  }
  for (const char* const column :
       {"target", "target_kind", "target_size", "facing", "armor", "side_armor", "boxed_armor"}) {
    duel.columns.push_back({column, returned(column), column});
  }
  duel.always = {{"return_fire", "true"}};
  duel.vehicle_of_first = "firer";
  duel.vehicle_of_second = "target";
  duel.won_by_first = {"target_burning", "target_eliminated", "target_abandoned"};
  duel.won_by_second = {"firer_eliminated", "firer_abandoned"};
  return duel;
}

}  // namespace

Procedure engagement() {
  using Asked = GunEngagement;
  return procedure<Asked>("sl.engagement", "33.3, 33.4, COI 63-70, 76-78, 90",
                          "a gun against a vehicle over several fire phases, with return fire")
      .includes(&Asked::aim, "", Aim::Use::fire_phases)
      .adjust("intensive_fire", decides(0))
      .adjust("target", [](Parameter& target) { target.choices = target_lines().words; })
      .includes(&Asked::target)
      .only_when({"kill_number", "kill_drm"}, &Asked::kill_is_rolled,
                 "a hit is enough to destroy this gun (63.9)", "")
      .only_when(
          AllFrom{"armor"}, [](const Asked& asked) { return !asked.at_tracks(); },
          nothing_is_killed, aim_to_kill)
      .only_when(
          {"facing"},
          [](const Asked& asked) {
            return shows_tracks(asked.aim.deliberate_immobilization, asked.target.facing);
          },
          tracks_are_shown, aim_to_kill)
      .asks(&Asked::phases, "phases", 1, 20,
            "how many fire phases the gun has; one in each player turn, Prep and Defensive Fire in "
            "turns, so 6 are three game turns")
      .tried_with({"1", "2", "4"})
      .asks(&Asked::first_phase, "first_phase", one_of({"prep", "defensive"}),
            "the gun's first fire phase")
      .asks(&Asked::rate_of_fire, "rate_of_fire", 1, 6,
            "the gun's shots in a phase (63.14), Intensive Fire not counted; default: as the "
            "vehicle's name says, else 1")
      .tried_with({"", "2"})
      .asks(&Asked::acquisition, "acquisition",
            "whether the target is acquired phase by phase (69)")
      .asks(&Asked::first_acquisition, "first_acquisition", -2, 0,
            "the DRM of a target that is acquired already")
      .only_when(&Asked::acquisition, "", "--acquisition")
      .asks(&Asked::until, "until", one_of({"knocked_out", "immobilized"}),
            "when the gun has done its work")
      .only_when(&Asked::may_be_immobilized,
                 "trucks and guns are never immobilized, and with Deliberate Immobilization the "
                 "first hit ends it",
                 "")
      .asks(&Asked::ammunition, "ammunition", one_of({"ap", "he", "heat"}), "what the gun fires")
      .asks(&Asked::depletion_number, "depletion_number", 2, 13,
            "HEAT: the number behind the H on the counter (63.16)")
      .needed_when(&Asked::fires_heat, "HEAT runs out on that number",
                   "the number behind the H on the gun's counter (63.16)")
      .only_when(&Asked::fires_heat, "", "--ammunition heat")
      .asks(&Asked::fallback, "fallback", one_of({"none", "ap", "he"}),
            "what the gun goes on with when HEAT (63.16) or its ammunition (Supplement K) is gone")
      .needed_when(&Asked::fires_heat, "what does the gun fire when HEAT has run out?", "ap or he")
      .only_when(&Asked::may_run_out, "", "--ammunition heat or --ammunition-depletion")
      .only_when(&Asked::falls_back_on_another, "that is the ammunition that has run out", "")
      .asks(&Asked::fallback_kill_number, "fallback_kill_number", -5, 25,
            "the kill number of that round")
      .only_when(&Asked::falls_back, "", "--fallback ap or he")
      .asks(&Asked::fallback_rear_kill_number, "fallback_rear_kill_number", -5, 25,
            "the same for the rear facing")
      .only_when(&Asked::falls_back, "", "--fallback ap or he")
      .only_when([](const Asked& asked) { return asked.target.facing != KillTarget::Facing::rear; },
                 "the other number is that of the rear already", "")
      .asks(&Asked::moving, "moving",
            "the target moves in its own turns: +2 in Defensive Fire until it is immobilized")
      .only_when([](const Asked& asked) { return !asked.returned.fire; },
                 "a moving target does not take part in Prep Fire", "--return-fire false")
      .only_when([](const Asked& asked) { return !asked.target.is_gun(); },
                 "a gun does not move while it is fired at", "a vehicle as the target")
      .asks(&Asked::moving_drm, "moving_drm", 0, 10,
            "the DRM of Cross of Iron's cases O and P beside it (69.8), printed on your chart, not "
            "recovered")
      .only_when(&Asked::moving, "(69.8)", "--moving")
      .includes(&Asked::mover, "", std::string("the moving target"))
      .only_when({"moving_mp"}, &Asked::moving, "(69.85)", "--moving")
      .asks(&Asked::repair_number, "repair_number", 1, 5,
            "the die, or less, that repairs a gun in a Rally Phase; 6 loses it (18.2)")
      .only_when(&Asked::is_repaired,
                 "a gun that never jams, or a captured one (90.12), is not repaired", "")
      .asks(&Asked::crew_morale, "crew_morale", 2, 11,
            "the morale of the crews, when an immobilized AFV is hit again (39.3); 7 is a 2-4-7's")
      .only_when(&Asked::crews_are_checked, "nothing is immobilized and hit again here", "")
      .tried_with({"7", "4", "9"})
      .or_of_unit(UnitFact::morale)
      .asks(&Asked::tank_superiority, "tank_superiority", one_of({"none", "firer", "target"}),
            "Supplement N: a German closed-topped tank, the firer or the target that shoots back, "
            "fires once more where its first shot of the player turn misses on an even roll")
      .only_when(&Asked::superior_gun_is_there, "", "--return-fire")
      .only_when(&Asked::superior_gun_is_large, "(Supplement N)", "a main armament of 50mm or more")
      .only_when(&Asked::may_be_superior, "(Supplement N)", "a German closed-topped tank")
      .includes(&Asked::returned, "return_")
      .adjust("return_intensive_fire", decides(1))
      .only_when(
          {"return_gun", "return_ammunition", "return_target", "return_to_hit_numbers",
           "return_to_hit_number", "return_rate_of_fire", "return_intensive_fire",
           "return_breakdown_number", "return_to_hit_drm", "return_target_kind", "return_facing",
           "return_armor", "return_side_armor", "return_boxed_armor", "return_target_size",
           "return_kill_number", "return_rear_kill_number", "return_kill_drm"},
          [](const Asked& asked) { return asked.returned.fire; }, "", "--return-fire")
      .asks(
          &Asked::hold_fire, "hold_fire", hold_fire_words(),
          "in which of its fire phases the gun does not fire; what it has acquired is lost (69.6)")
      .decides()
      .includes(&Asked::returned,
                [](Declaration<ReturnFire>& asked) {
                  asked.asks(&ReturnFire::hold_fire, "return_hold_fire", hold_fire_words(),
                             "in which of its fire phases the target does not fire");
                })
      .adjust("return_hold_fire", decides(1))
      .only_when([](const Asked& asked) { return asked.returned.fire; }, "", "--return-fire")
      .asks(
          &Asked::limbered, "limbered", one_of({"no", "stays", "unlimbers"}),
          "an 88 AA gun that is limbered fires one shot without the modifiers of its L (103.31); it "
          "unlimbers in the Advance Phase of its first own turn, in which it does not fire (103.32)")
      .only_when([](const Asked& asked) { return asked.aim.is_88(); },
                 "no other gun fires limbered (103.31)", "--gun 88L")
      .only_when(
          [](const Asked& asked) { return asked.tank_superiority != Asked::Superiority::firer; },
          "a firer that is limbered is no tank", "--tank-superiority none")
      .includes(&Asked::move, "", target_lines())
      .only_when({"return_boxed_armor"}, &Asked::firer_may_be_hull_down, "(64.35)",
                 "--return-target vehicle_hull_down")
      .only_when(
          {"move_return_target", "move_return_to_hit_number", "move_return_kill_drm"},
          [](const Asked& asked) { return asked.returned.fire; }, "", "--return-fire")
      .outcome("target_burning", "the target was eliminated and burns")
      .outcome("target_eliminated", "the target was eliminated and does not burn")
      .outcome("target_abandoned", "the crew of the immobilized target abandoned it")
      .outcome("target_immobilized", "the target is immobilized at the end and may still fire")
      .outcome("firer_eliminated", "the target destroyed the firer first")
      .outcome("firer_abandoned", "the firer was immobilized and its crew abandoned it")
      .outcome("gun_lost", "the gun broke down for good or is out of ammunition")
      .outcome("undecided", "nothing of that within the time")
      .events(vehicle_events())
      .event("target_knocked_out", "the target was eliminated or abandoned")
      .event("firer_knocked_out", "the firer was eliminated or abandoned")
      .event("target_immobilized_first", "the target was immobilized at some time")
      .event("critical_hit", "the gun scored a critical hit")
      .event("breakdown", "the gun broke down or ran out of ammunition at least once")
      .event("firer_left", "the firer drove out of sight")
      .event("decided", "it was decided within the time")
      .measure("phase", "the fire phase in which it was decided")
      .only_where({"decided"})
      .less_is_better()
      .measure("knocked_out_in_phase", "the fire phase in which the target was knocked out")
      .only_where({"target_knocked_out"})
      .less_is_better()
      .headline("target_knocked_out", "the target is knocked out")
      .headline("firer_knocked_out", "the firer is knocked out")
      .headline("target_immobilized", "the target is immobilized and left so")
      .headline("gun_lost", "the gun is lost")
      .duel(gun_duel());
}

}  // namespace combat_odds::squad_leader
