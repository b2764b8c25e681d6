#pragma once

#include <memory>

#include "sim/squad_games/assault_groups.hpp"
#include "sim/squad_games/assault_plan.hpp"
#include "sim/squad_games/both_sides.hpp"
#include "sim/squad_leader/close_fight/close_combat.hpp"
#include "sim/squad_leader/infantry/assault_fire.hpp"
#include "sim/squad_leader/infantry/assault_oba.hpp"
#include "sim/squad_leader/infantry/marsh.hpp"
#include "sim/squad_leader/infantry/stack_rally.hpp"
#include "sim/squad_leader/turn/assault_meeting.hpp"
#include "sim/squad_leader/turn/assault_rounds.hpp"
#include "sim/squad_leader/turn/assault_shells.hpp"
#include "sim/squad_leader/turn/assault_smoke.hpp"

namespace combat_odds::squad_leader {

/// Both sides, and all that the rest depends on.
struct AssaultSides {
  TargetStack defender;
  TargetStack attacker;
  std::uint8_t next_fire = 0;  ///< the step whose DR comes next, counting from 1; 0: none
  StepSet may_fire{};          ///< the steps that may be played in its place
  StepSet waiting{};           ///< attacks that were passed over, and those after them
  /// How the attacker meets those in the hex, with the capture of prisoners in mind or not.
  enum class Meets : std::uint8_t { no, to_fight, to_capture };
  Meets close_combat = Meets::no;  ///< a Close Combat Phase comes next
  // Of the group that fires:
  std::uint8_t jammed = 0;       ///< its weapons that have broken down, a bit for each
  std::uint8_t jams = 0;         ///< and those that do now
  std::uint8_t lost = 0;         ///< the same of the group that is fired at
  std::uint8_t in_smoke = 0;     ///< 1: smoke hinders its fire
  std::uint8_t from_behind = 0;  ///< 1: it has not crossed as planned, or overrun those
  std::uint8_t no_gun = 0;       ///< 1: the gun in the hex under fire is destroyed
  /// Whether the attacker is in the defender's hex: he is asked, could not, is, or stayed behind.
  enum class Advanced : std::uint8_t { not_yet, asked, could_not, in, stayed_behind };
  Advanced advanced = Advanced::not_yet;
  std::uint8_t fought = 0;    ///< 1: a Close Combat Phase is over
  Meets meets = Meets::no;    ///< the advance is into a Close Combat Phase
  std::uint8_t decided = 0;   ///< if asked for: 1 + the step after which a side was beaten
  std::uint8_t captured = 0;  ///< the broken defenders, once they are prisoners
  // Fired at since the last Rally Phase, if another one comes.
  std::uint8_t defender_fired_at = 0;
  std::uint8_t attacker_fired_at = 0;
  RallyProgress defender_rally{};
  RallyProgress attacker_rally{};
};

/// One side of an assault.
struct AssaultSide {
  using Status = TargetUnit::Status;
  std::vector<UnitName> units;
  std::optional<int> broken_morale;
  std::optional<std::string> nationality;
  BerserkChecks berserk = BerserkChecks::none;
  Marsh marsh;
  std::vector<UnitName> broken;  ///< at the start, of `units`
  bool desperate = false;
  StackRally rally;

  /// `name`: of the parameter with the units.
  void prepare(const std::string& name, Status status);
  void price(const char* parameter, const Charts& charts);
  int points_left(const TargetStack& stack) const;
  LossesByKind lost_by_kind(const TargetStack& left) const;
  bool is_vehicle(const TargetUnit& unit) const {
    return AssaultForce::is_vehicle_name(kinds[unit.kind]);
  }

  /// The results of a DR for the units, each by the modifier of its own (54.4).
  void begin_fire(TargetStack& stack, const GroupResults& results) const;

  TargetStack start;
  std::vector<int> own_drms;  ///< by UnitName::group of the kinds
  std::vector<UnitName> kinds;
  std::vector<int> points;        ///< of each kind
  std::vector<bool> were_broken;  ///< of each kind
};

/// Fire, rout and Close Combat in turn, each against the units that the last step left.
struct Assault {
  using Status = TargetUnit::Status;
  using Kind = AssaultStep::Kind;
  using Sides = AssaultSides;
  enum class Ambush { none, attacker, defender };
  enum class Advance { all, none };

  static constexpr TurnSequence sequence{{"4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "4.7", "4.8"},
                                         TurnSequence::Phase::prep_fire,
                                         "24.3",
                                         true};
  static constexpr bool crosses_location_by_location = false;

  std::string steps;
  StepsAsked asked;
  AssaultForce defender_force;
  AssaultForce attacker_force;
  AssaultSide defender;
  AssaultSide attacker;
  Status status = Status::good;
  int attacker_drm = 0;
  int defender_drm = 0;
  Ambush ambush = Ambush::none;
  bool take_prisoners = false;
  Smoke::Air wind = Smoke::Air::still_air;
  std::optional<int> breakdown_number;
  bool by_kind = false;
  FireOrder::Habit fire_order = FireOrder::Habit::as_written;
  Advance advance = Advance::all;

  void prepare(const Charts& charts);
  Working working() const;

  // A round is a step.
  int rounds() const { return plan_.size(); }
  Sides start() const {
    Sides sides;
    sides.defender = defender.start;
    sides.attacker = attacker.start;
    sides.defender_fired_at = defender.desperate ? 1 : 0;
    sides.attacker_fired_at = attacker.desperate ? 1 : 0;
    return sides;
  }
  Sides round(Sides sides, int number) const;
  bool round_over(const Sides& sides) const {
    return sides.next_fire == 0 && sides.close_combat == Sides::Meets::no &&
           sides.advanced != Sides::Advanced::asked && sides.defender_rally.over() &&
           sides.attacker_rally.over() && resolved(sides.defender) && resolved(sides.attacker);
  }
  Sides step(Sides sides, Dice& dice) const { return step(sides, dice, {}); }
  /// `apart` is what the rest depends on besides.
  Sides step(Sides sides, Dice& dice, std::string_view apart) const;
  Sides alike(Sides sides) const {
    put_in_order(sides.defender, sides.defender_rally);
    put_in_order(sides.attacker, sides.attacker_rally);
    return sides;
  }
  std::optional<Outcome> outcome(const Sides& sides, int played) const;
  std::unique_ptr<Rule> rule(const Charts& charts) const;

  bool has_attacker() const { return !attacker_force.empty(); }
  bool in_groups() const { return attacker_force.in_groups() || defender_force.in_groups(); }
  /// Whether the steps are those of groups, also where each side is one.
  bool plays_groups() const { return in_groups() || needs_groups(steps, names()); }
  /// Whether the sides are played as groups.
  bool apart() const { return plays_groups() || by_kind; }
  bool has_vehicles() const {
    return attacker_force.has_vehicles() || defender_force.has_vehicles();
  }
  bool has_ordnance() const {
    return attacker_force.ordnance() != nullptr || defender_force.ordnance() != nullptr;
  }
  bool has_weapons() const { return attacker_force.has_weapons() || defender_force.has_weapons(); }
  bool may_have_smoke() const { return has_step(steps, Kind::smoke, names()); }
  bool attacker_chooses() const { return has_choice(steps, true, names()); }
  bool defender_chooses() const { return has_choice(steps, false, names()); }
  /// With groups or a '?' every attack keeps its place.
  bool may_order_fire() const {
    return !plays_groups() && count_steps(steps, AssaultStep::Kind::fire, names()) > 1;
  }
  bool has_close_combat() const { return has_step(steps, Kind::close_combat, names()); }
  bool counts_prisoners() const { return take_prisoners || plan_.captures(); }
  /// 83.5: Russians take no SS prisoners, but eliminate them.
  bool gives_no_quarter() const { return defender.rally.ss && attacker.nationality == "russian"; }
  bool may_capture_ss() const {
    return attacker.nationality == "russian" && (take_prisoners || has_capture(steps, names()));
  }
  bool goes_in_by_choice() const {
    return has_close_combat() || has_step(steps, Kind::advance, names());
  }
  bool has_rally() const { return has_step(steps, Kind::rally, names()); }
  GroupNames names() const {
    return group_names(attacker_force, defender_force, "defender", &Ordnance::elsewhere);
  }

 private:
  friend class GroupedAssault<Assault, AssaultSides>;
  struct Ordnance {
    using Shells = AssaultShells;
    using Meeting = AssaultMeeting;
    using MeetingReader = FireSteps<AssaultMeeting>;
    using Rounds = AssaultRounds;
    static constexpr OrdnanceElsewhere elsewhere = {
        "'ap' for guns against vehicles, with 'ammunition he' behind it for HE",
        "'panzerfaust', 'molotov', 'immobilize' or 'close-combat'; sl.vehicle-under-small-arms "
        "plays what machine guns may do",
        "groups of infantry by name; sl.artillery plays vehicles under a barrage",
        "the other side as the attacker, or sl.tank-assault",
        "a group such as 'tank: PzKw IV F2' in sl.assault, or sl.tank-assault",
    };
  };
  using Plan = AssaultPlan<AssaultFire, AssaultSmoke, AssaultOba, Ordnance>;
  using Step = Plan::Step;
  using Grouped = GroupedAssault<Assault, AssaultSides>;

  // For groups, see GroupedAssault: of those in focus.

  const std::string& name_of(const TargetUnit& unit, bool attacking) const {
    return (attacking ? attacker : defender).kinds[unit.kind].text;
  }
  static bool leads_before(const TargetUnit& one, const TargetUnit& two) {
    return one.morale != two.morale ? one.morale > two.morale : one.modifier < two.modifier;
  }
  static bool is_left(const TargetUnit& unit) { return is_there(unit.status); }
  /// Prisoners do not count.
  static bool is_in_it(const TargetUnit& unit, bool attacking, const AssaultPlace& place) {
    return is_there(unit.status) && (attacking || !is_prisoner(unit, place));
  }
  static std::uint8_t under_fire(const Sides& sides, bool attacking) {
    return attacking ? sides.attacker_fired_at : sides.defender_fired_at;
  }
  static void set_under_fire(Sides& sides, bool attacking, std::uint8_t fired_at) {
    (attacking ? sides.attacker_fired_at : sides.defender_fired_at) = fired_at;
  }
  void begin_rally_of(Sides& sides, const Step& step, bool attacking, std::uint8_t fired_at,
                      bool /*first_tried*/) const;
  void begin_going_in(Sides& sides) const {
    sides.advanced = Sides::Advanced::not_yet;
    begin_advance(sides, Sides::Meets::no);
  }
  void begin_melee(Sides& sides, const AssaultStep& step, const AssaultPlace& place) const;
  static Sides::Meets meeting(const AssaultStep& step) {
    return step.captures ? Sides::Meets::to_capture : Sides::Meets::to_fight;
  }
  static bool went_in(const Sides& sides, const TargetUnit& unit) {
    return sides.advanced == Sides::Advanced::in && is_unbroken(unit.status);
  }
  static AssaultPlace place_of(const Sides& sides, const AssaultPlace& /*before*/) {
    return {sides.fought, sides.captured};
  }
  /// Nobody is in focus.
  static void stand_by(Sides& sides) {
    sides.advanced = Sides::Advanced::not_yet;
    sides.fought = sides.captured = sides.from_behind = sides.lost = 0;
    sides.meets = Sides::Meets::no;
    sides.attacker_fired_at = sides.defender_fired_at = sides.no_gun = 0;
  }
  static void rout(TargetUnit& unit) {
    if (unit.status == Status::broken) unit.status = Status::routed;
  }
  /// Leaders have directed no attack on a vehicle yet, in the next Player Turn.
  static void end_turn(TargetUnit& unit, bool /*attacking*/) { unit.group = 0; }
  bool meet_vehicle(const Step& step, Sides& sides, bool in_hex, Dice& dice) const;
  // The damage of a vehicle stands where others have the morale of their reverse.
  static Damage damage(const TargetUnit& vehicle) {
    return static_cast<Damage>(vehicle.broken_morale);
  }
  static void set_damage(TargetUnit& vehicle, Damage damage);
  /// An immobilized vehicle stays so, and no crew is shocked.
  static bool is_to_recover(const TargetUnit& /*unit*/, bool /*attacking*/) { return false; }
  static void recover(TargetUnit& /*unit*/, bool /*attacking*/, Dice& /*dice*/) {}
  static bool can_move(const TargetUnit& unit) { return is_unbroken(unit.status); }
  static std::uint8_t weapons_lost(const Sides& sides) { return sides.lost; }
  static void set_smoke(Sides& sides, bool there) { sides.in_smoke = there ? 1 : 0; }
  /// 63.9: a gun that is destroyed is gone, and its shield with it.
  static void set_weapons_out(Sides& sides, std::uint8_t marks) {
    sides.no_gun = (marks & gun_marks::destroyed) != 0 ? 1 : 0;
  }
  /// The attacker's smoke is removed before his next Prep Fire (24).
  static bool smoke_goes(const AssaultStep& end_turn) { return !end_turn.attacker_moves; }
  SmokeAttempt lay_smoke(const Step& step, const TargetStack& by, Dice& dice) const {
    return step.move.lay(dice, by, attacker.kinds);
  }
  /// Prisoners count as eliminated.
  static bool is_prisoner(const TargetUnit& unit, const AssaultPlace& place) {
    return place.mark > 0 && unit.status == Status::broken;
  }
  static void tell_prisoners(TargetUnit& unit, const AssaultPlace& place) {
    if (is_prisoner(unit, place)) unit.status = Status::eliminated;
  }
  static bool first_mmc_has_tried(const Sides& /*sides*/) { return false; }
  void add_to(AssaultCondition::Count& count, const TargetUnit& unit, bool attacking,
              const AssaultPlace& place) const;
  Outcome report(Sides whole, const GroupsTold& groups) const;
  /// `out`: the marks of both sides' groups, the attacker's first; none where they have no guns.
  Outcome told(const Sides& sides, Outcome outcome,
               const std::array<std::span<const std::uint8_t>, 2>& out) const;

  Facts words(const Sides& sides) const;
  bool goes_in(const Sides& sides, Dice& dice, std::string_view apart) const;
  void begin_fire_step(Sides& sides, int number) const;
  void go_on_rallying(Sides& sides) const;
  void check_own_modifiers(const Step& step) const;
  void begin_advance(Sides& sides, Sides::Meets meets) const;
  AssaultCondition::Count count(const Sides& sides, bool of_attacker) const;
  void note_decision(Sides& sides, int played) const;
  static void put_in_order(TargetStack& stack, const RallyProgress& rally) {
    if (rally.over() || !resolved(stack)) {
      make_alike(stack);
    } else {
      StackRally::make_alike(stack, rally);
    }
  }
  void meet(Sides& sides, Sides::Meets how) const;
  void fight(Sides& sides, Dice& dice, Sides::Meets how) const;
  void fire_shells(Sides& sides, Dice& dice, const Step& step) const;
  void fire_rounds(Sides& sides, Dice& dice, const Step& step) const;
  void rest_rear_turrets(const Charts& charts);
  /// `fate`: of those who are hit.
  void strike(Dice& dice, const AssaultSide& by, const TargetStack& one, const AssaultSide& at,
              TargetStack& other, int drm, Status fate = Status::eliminated) const;
  static bool are_in(const TargetStack& stack) {
    return how_many(stack, Status::good) + how_many(stack, Status::berserk) > 0;
  }
  static bool attacker_is_in(const Sides& sides) {
    return sides.advanced == Sides::Advanced::in && are_in(sides.attacker);
  }
  static void eliminate_broken(TargetStack& stack) {
    for (TargetUnit& unit : stack.units) {
      if (unit.status == Status::broken) unit.status = Status::eliminated;
    }
  }
  static bool defender_is_in(const Sides& sides) {
    return how_many(sides.defender, Status::broken) > sides.captured || are_in(sides.defender);
  }

  const CloseCombatTable* table_ = nullptr;
  Plan plan_;
  bool apart_ = false;
  std::vector<std::string> notes_;
};

}  // namespace combat_odds::squad_leader
