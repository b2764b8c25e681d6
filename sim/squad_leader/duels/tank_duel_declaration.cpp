#include "sim/squad_leader/duels/tank_duel.hpp"

namespace combat_odds::squad_leader {
namespace {

OneOf vehicle_lines() {
  const std::vector<std::string>& lines = ToHitTable::targets();
  return {{lines.begin(), lines.begin() + 3}};
}

struct AskedTankDuel {
  using State = TankDuel::State;
  enum class Begins { first, second };
  enum class FiredAt { end, start };
  enum class Superiority { none, first, second };

  int range = 1;
  DuelVehicle first;
  DuelVehicle second;
  Begins begins = Begins::first;
  int turns = 6;
  FiredAt fired_at = FiredAt::end;
  bool turning_is_moving = false;
  int repair_number = 1;
  int crew_morale = 7;
  Superiority tank_superiority = Superiority::none;
  bool location_of_hits = false;

  void prepare(const Charts& charts) {
    for (DuelVehicle* const vehicle : {&first, &second}) {
      if (!vehicle->target.armor) vehicle->target.armor = vehicle->aim.gun.armor;  // 33.41
    }
    first.aim.tank_superiority = tank_superiority == Superiority::first;
    second.aim.tank_superiority = tank_superiority == Superiority::second;
    duel_ = TankDuel({first, second}, range, charts);
    duel_.location_of_hits = location_of_hits;
    duel_.first_begins = begins == Begins::first;
    duel_.fired_at_where_it_ends = fired_at == FiredAt::end;
    duel_.turning_is_moving = turning_is_moving;
    duel_.crew_morale = crew_morale;
    duel_.repair_number = repair_number;
    duel_.turns = turns;
  }

  State start() const { return duel_.start(); }

  State step(const State& before, Dice& dice) const {
    State state = before;
    duel_.player_turn(state, dice);
    return state;
  }

  std::optional<Outcome> outcome(const State& state) const {
    const auto& [one, other] = state.sides;
    const bool over = duel_.over(state);
    if (!over && state.turn <= turns) return std::nullopt;
    const bool first_out = TankDuel::out(one);
    const bool second_out = TankDuel::out(other);
    Outcome outcome(second_out ? "first_wins" : first_out ? "second_wins" : "undecided");
    return outcome.event("first_immobilized", one.immobilized != 0)
        .event("second_immobilized", other.immobilized != 0)
        .event("first_gun_lost", one.gun == TankDuel::GunState::lost)
        .event("second_gun_lost", other.gun == TankDuel::GunState::lost)
        .event("first_stunned", TankDuel::was_stunned(one))
        .event("second_stunned", TankDuel::was_stunned(other))
        .event("first_driven_off", TankDuel::left(one))
        .event("second_driven_off", TankDuel::left(other))
        .measure_if(first_out || second_out, "turn", state.turn - 1);
  }

  bool may_be_superior() const {
    const DuelVehicle& superior = tank_superiority == Superiority::second ? second : first;
    return superior.aim.gun.superior.value_or(true);
  }
  bool superior_gun_is_large() const {
    constexpr int least_calibre = 50;
    const DuelVehicle& superior = tank_superiority == Superiority::second ? second : first;
    return superior.aim.gun.gun.calibre >= least_calibre;
  }
  static bool may_be_hull_down(const DuelVehicle& vehicle, const DuelVehicle& other) {
    constexpr DuelVehicle::Line hull_down = DuelVehicle::Line::vehicle_hull_down;
    return vehicle.line == hull_down || vehicle.moved_line == hull_down ||
           other.reached_line == hull_down;
  }
  bool first_may_be_hull_down() const { return may_be_hull_down(first, second); }
  bool second_may_be_hull_down() const { return may_be_hull_down(second, first); }
  bool somebody_moves() const { return first.moves_at_all() || second.moves_at_all(); }

 private:
  TankDuel duel_;
};

}  // namespace

void DuelVehicle::describe(Declaration<DuelVehicle>& asked, const std::string& who, int side) {
  const std::string other = side == 0 ? "the second vehicle" : "the first vehicle";
  const auto moves = &DuelVehicle::moves_at_all;
  asked
      .includes(&DuelVehicle::aim,
                [&](Declaration<Aim>& aim) {
                  aim.asks(&Aim::gun, "gun", gun_form, "the gun of " + who, read_mounted_gun)
                      .or_named(vehicles_with_guns())
                      .tried_with({"75", "76", "StuG III"});
                })
      .asks(&DuelVehicle::ammunition, "ammunition", one_of({"ap", "he"}), "what it fires")
      .includes(&DuelVehicle::aim,
                [&](Declaration<Aim>& aim) {
                  aim.asks(&Aim::numbers, "to_hit_numbers", one_of({"black", "red"}),
                           "red: a Russian gun (33.3); a Russian vehicle by its name has them "
                           "anyway")
                      .only_when([](const Aim& asked_aim) { return !asked_aim.has_red_numbers(); },
                                 "a Russian vehicle by its name has them anyway", "");
                })
      .asks(&DuelVehicle::rate_of_fire, "rate_of_fire", 1, 6,
            "its shots in a phase (63.14), Intensive Fire not counted; default: as the vehicle's "
            "name says, else 1")
      .tried_with({"2"})
      .asks(&DuelVehicle::intensive_fire, "intensive_fire",
            "one shot more in Prep and Defensive Fire, all at +2 and with a breakdown number "
            "lowered by 2 (70)")
      .includes(&DuelVehicle::aim,
                [](Declaration<Aim>& aim) {
                  aim.asks(&Aim::breakdown_number, "breakdown_number", 7, 13,
                           "the gun breaks down on an Original To Hit roll of this or more; 13: "
                           "never")
                      .asks(&Aim::buttoned_up, "buttoned_up",
                            "a tank or closed-topped SP gun that fires buttoned up: +1 (64.47)")
                      .asks(&Aim::drm, "to_hit_drm", -10, 15,
                            "all other modifiers of its To Hit roll that last");
                })
      .asks(&DuelVehicle::turret, "turret",
            "whether the gun turns in a turret; default: as the vehicle's name says, else true")
      .only_when([](const DuelVehicle& asked_of) { return !asked_of.aim.gun.turret; },
                 "the vehicle named in --gun shows it", "")
      .asks(&DuelVehicle::kill_front, "kill_front", -5, 25,
            "the AFV KILL number of its gun against the front, printed on your chart; default: "
            "the base-game chart's")
      .asks(&DuelVehicle::kill_side, "kill_side", -5, 25, "the same against the side")
      .asks(&DuelVehicle::kill_rear, "kill_rear", -5, 25,
            "the same against the rear, and for critical hits (68.2)")
      .asks(&DuelVehicle::kill_drm, "kill_drm", -10, 10,
            "all other modifiers of its kill roll, such as the range's effect on AP (65.2), whose "
            "chart was not recovered")
      .includes(&DuelVehicle::target,
                [&](Declaration<KillTarget>& target) {
                  target
                      .asks(&KillTarget::kind, "target_kind",
                            one_of({"closed_topped", "open_topped"}), "what it is as a target")
                      .asks(&KillTarget::armor, "armor", -9, 9,
                            "the upper armor modifier on its counter, for the front (64.31); left "
                            "out: the base game's, where gun names the vehicle (33.41)")
                      .tried_with({"0", "1"})
                      .asks(&KillTarget::side_armor, "side_armor", -9, 9,
                            "the lower one, for side and rear (64.32); default: the upper one")
                      .asks(&KillTarget::facing, "facing", facing_words(),
                            "the facing that it shows at the start; unless that is the front, the "
                            "other stands outside the Covered Arc of its gun, too");
                })
      .asks(&DuelVehicle::front_boxed, "front_boxed",
            "its upper armor modifier stands in a square: +1 where it is hull down (64.35)")
      .asks(&DuelVehicle::side_boxed, "side_boxed", "its lower one does, for side and rear")
      .asks(&DuelVehicle::size, "target_size", -2, 2, "the DRM of its size as a target (64.6)")
      .asks(&DuelVehicle::line, "target", vehicle_lines(), "the target line that it stands on")
      .asks(&DuelVehicle::move, "plan",
            one_of({"fire", "move_then_fire", "move_and_fire", "turn_then_fire", "wait"}),
            "what it does in its own turns: Prep Fire; moves as often as it may, then Prep Fire; "
            "the same with Advancing Fire at the end of each move; turns towards an enemy on its "
            "flank before it fires; or waits and fires in Defensive Fire only")
      .decides(side)
      .asks(&DuelVehicle::moves, "moves", 0, 6, "in how many of its own turns it may move")
      .asks(&DuelVehicle::hexes, "hexes", -12, 20,
            "by how many hexes each move brings it nearer; below 0: away")
      .only_when(moves, "", "--moves 1 or more")
      .asks(&DuelVehicle::moving_facing, "moving_facing", facing_words(),
            "the facing that it shows in Defensive Fire at its move; at its end it faces the enemy")
      .only_when(moves, "", "--moves 1 or more")
      .asks(&DuelVehicle::moved_line, "moved_target", vehicle_lines(),
            "the target line that it stands on after a move; default: vehicle_in_other")
      .only_when(moves, "", "--moves 1 or more")
      .asks(&DuelVehicle::reaches, "reaches", facing_words(),
            "the facing of " + other + " that its last move leads to; default: no other one")
      .only_when(moves, "", "--moves 1 or more")
      .asks(&DuelVehicle::reached_line, "reached_target", vehicle_lines(),
            "the target line that " + other + " stands on from there; default: no other one")
      .only_when(moves, "", "--moves 1 or more")
      .asks(&DuelVehicle::moving_drm, "moving_drm", 0, 10,
            "the DRM of Cross of Iron's cases O and P at it while it moves (69.8), printed on your "
            "chart, not recovered")
      .only_when(moves, "", "--moves 1 or more")
      .tried_with({"0", "2"})
      .includes(&DuelVehicle::mover, "", who + " in a turn in which it moves")
      .only_when({"moving_mp"}, moves, "", "--moves 1 or more")
      .asks(&DuelVehicle::infantry_fire, "infantry_fire", 0, 200,
            "the firepower of enemy infantry that fires at its exposed crew in each Prep and "
            "Defensive Fire Phase of the other side, until the crew is stunned (64.44); left "
            "out: none does")
      .only_when([](const DuelVehicle& asked_of) { return !asked_of.aim.buttoned_up; },
                 "nobody is exposed in a vehicle that is buttoned up", "")
      .only_when([](const DuelVehicle& asked_of) { return asked_of.stunned == 0; },
                 "a crew that is stunned stays buttoned up for good (64.44)", "")
      .tried_with({"8"})
      .asks(&DuelVehicle::infantry_drm, "infantry_drm", -10, 10,
            "the modifiers of that fire beside the vehicle's own +2")
      .only_when([](const DuelVehicle& asked_of) { return asked_of.infantry_fire.has_value(); }, "",
                 "--infantry-fire of that vehicle")
      .asks(&DuelVehicle::stunned, "stunned", 0, 2,
            "for how many player turns from the first its crew is stunned: it neither moves, fires "
            "nor repairs, and then has +1 To Hit, +1 more buttoned up (64.44)")
      .tried_with({"0", "1"})
      .asks(&DuelVehicle::sherman, "sherman",
            "an American Sherman (M4): its Advancing Fire acquires the target, too (69.2); left "
            "out: as the vehicle's name says");
}

Procedure tank_duel() {
  using Asked = AskedTankDuel;
  return procedure<Asked>("sl.tank-duel", "33.3, 33.4, COI 63-71",
                          "two vehicles that fire, move, or move and fire, turn after turn")
      .asks(&Asked::range, "range", 1, 39, "the range in hexes at the start")
      .required()
      .tried_with({"12", "6", "18"})
      .includes(&Asked::first, "first_", "the first vehicle", 0)
      .includes(&Asked::second, "second_", "the second vehicle", 1)
      .only_when({"first_front_boxed", "first_side_boxed"}, &Asked::first_may_be_hull_down, "",
                 "--first-target vehicle_hull_down")
      .only_when({"second_front_boxed", "second_side_boxed"}, &Asked::second_may_be_hull_down, "",
                 "--second-target vehicle_hull_down")
      .asks(&Asked::begins, "begins", one_of({"first", "second"}), "who has the first player turn")
      .asks(&Asked::turns, "turns", 1, 20, "player turns, those of both sides counted")
      .tried_with({"2", "3", "4"})
      .asks(&Asked::fired_at, "defensive_fire_at", one_of({"end", "start"}),
            "where a vehicle that moves is fired at: in the hex where it ends its move, or as it "
            "leaves the one where it was")
      .only_when(&Asked::somebody_moves, "", "a side that moves")
      .asks(&Asked::turning_is_moving, "turning_is_moving",
            "whether a vehicle that only turns in its hex is a moving target")
      .asks(&Asked::repair_number, "repair_number", 1, 5,
            "the die, or less, that repairs a gun in a Rally Phase; 6 loses it (18.2)")
      .asks(&Asked::crew_morale, "crew_morale", 2, 11,
            "the morale of the crews, when an immobilized AFV is hit again (39.3); 7 is a 2-4-7's")
      .or_of_unit(UnitFact::morale)
      .tried_with({"7", "4", "9"})
      .asks(&Asked::tank_superiority, "tank_superiority", one_of({"none", "first", "second"}),
            "Supplement N: which one is a German closed-topped tank that fires once more where its "
            "first shot of the player turn misses on an even roll")
      .only_when(&Asked::superior_gun_is_large, "(Supplement N)", "a main armament of 50mm or more")
      .only_when(&Asked::may_be_superior, "(Supplement N)", "a German closed-topped tank")
      .asks(
          &Asked::location_of_hits, "location_of_hits",
          "Supplement M: of a vehicle whose turret faces the enemy and whose hull does not, a die "
          "of 1 or 2 is a hit on the turret")
      .outcome("first_wins", "the second vehicle was eliminated or abandoned")
      .outcome("second_wins", "the first vehicle was eliminated or abandoned")
      .outcome("undecided", "neither within the time, or no gun is left, or one was driven off")
      .event("first_immobilized", "the first vehicle was immobilized at some time")
      .event("second_immobilized", "the second vehicle was")
      .event("first_gun_lost", "the first vehicle's gun is lost for good")
      .event("second_gun_lost", "the second vehicle's is")
      .event("first_stunned", "the first vehicle's crew was stunned at some time (64.44)")
      .event("second_stunned", "the second one's was")
      .event("first_driven_off", "the first vehicle left the board after a KIA on its crew")
      .event("second_driven_off", "the second did")
      .measure("turn", "the player turn in which one was knocked out")
      .only_where({"first_wins", "second_wins"})
      .less_is_better()
      .headline("first_wins", "the {first_gun|first vehicle} wins")
      .headline("second_wins", "the {second_gun|second} wins");
}

}  // namespace combat_odds::squad_leader
