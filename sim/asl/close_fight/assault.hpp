#pragma once

#include <fmt/format.h>

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "core/dice/small.hpp"
#include "core/text/nearest_whole.hpp"
#include "sim/asl/close_fight/assault_meeting.hpp"
#include "sim/asl/close_fight/assault_move.hpp"
#include "sim/asl/close_fight/assault_oba.hpp"
#include "sim/asl/close_fight/assault_rounds.hpp"
#include "sim/asl/close_fight/assault_shells.hpp"
#include "sim/asl/close_fight/close_combat_terms.hpp"
#include "sim/asl/infantry/assault_fire.hpp"
#include "sim/asl/infantry/stack_rally.hpp"
#include "sim/squad_games/assault_groups.hpp"
#include "sim/squad_games/assault_plan.hpp"
#include "sim/squad_games/both_sides.hpp"

namespace combat_odds::asl {

/// What Close Combat tells apart of those who are attacked with one DR, as bits: the broken, and of
/// an attempt to capture the Inexperienced.
struct MeleeKind {
  static constexpr unsigned broken = 1;
  static constexpr unsigned inexperienced = 2;
};

/// What a Close Combat attack does to each of these kinds.
struct CloseCombatHit {
  using Effect = CloseCombatTerms::Effect;
  std::array<Effect, 4> on{};
  std::uint8_t captures = 0;  ///< 1: it was made to capture

  std::string text() const;
  friend bool operator==(const CloseCombatHit&, const CloseCombatHit&) = default;
};

/// FP in quarters, as bytes: a state has no padding.
struct QuarterFirepower {
  std::array<std::uint8_t, 2> bytes{};

  double value() const { return (bytes[0] + 256 * bytes[1]) / 4.0; }
  static QuarterFirepower of(double firepower) {
    const int quarters = nearest_whole(4 * firepower, 0, 65535);
    return {{small(quarters % 256), small(quarters / 256)}};
  }
};

/// What a round of Close Combat asks of a side.
struct CloseCombatForce {
  QuarterFirepower attack;  ///< of those who attack
  QuarterFirepower defence;
  std::int8_t leadership = 0;
  std::int8_t ambush_drm = 0;
  std::uint8_t attackers = 0;
  std::uint8_t heroes = 0;  ///< among them
  std::uint8_t kinds = 0;   ///< who is there, a bit for each combination of MeleeKind

  bool is_there() const { return kinds != 0; }
  bool any_unbroken() const { return (kinds & (1u | 1u << MeleeKind::inexperienced)) != 0; }
};

/// What comes for a side after a step.
enum class AfterStep : std::uint8_t {
  goes_on,
  over,   ///< no step that follows has to do with it
  routs,  ///< the first that has is a rout: it is played at once
};

/// Both sides, with all that the rest depends on.
struct AssaultSides {
  /// What comes next of a round of Close Combat.
  enum class Round : std::uint8_t {
    none,
    advance,
    advance_only,  ///< no Close Combat follows
    meet,
    ambush,
    both_strike,
    defender_suffers,
    attacker_suffers,
    ambusher_strikes,
    ambushed_strikes,
  };

  TargetStack defender;
  TargetStack attacker;
  std::array<CloseCombatForce, 2> forces{};  ///< in a round of Close Combat, the attacker first
  std::uint8_t under_fire = 0;               ///< the side that has still to check, counted from 1
  std::uint8_t next_fire = 0;                ///< the step whose DR comes next, counted from 1
  std::uint8_t shots = 0;                    ///< made already by a MG that keeps its rate of fire
  std::uint8_t again = 0;                    ///< the MGs that keep it, as RateOfFire has them
  std::uint8_t fires_on = 0;                 ///< whose step that is, counted from 1
  // Weapons of the group that fires, a bit for each:
  std::uint8_t jammed = 0;       ///< those that had malfunctioned before
  std::uint8_t jams = 0;         ///< and those that do now
  std::uint8_t lost = 0;         ///< the same of the group that is fired at
  std::uint8_t from_behind = 0;  ///< 1: it has not crossed as planned
  StepSet may_fire{};            ///< of which one takes the place of that step
  StepSet waiting{};             ///< attacks that were passed over, with those behind them
  Round round = Round::none;
  CloseCombatTerms::Ambush ambush = CloseCombatTerms::Ambush::nobody_ambushes;
  CloseCombatHit on_defender{};
  CloseCombatHit on_attacker{};
  std::uint8_t advanced = 0;  ///< 1: the attacker could have gone in, 2: some of them have
  std::uint8_t fought = 0;    ///< a round of Close Combat is over
  std::uint8_t captures = 0;  ///< 1: in this one the attacker tries to capture
  std::uint8_t freed = 0;     ///< 1: there are prisoners whose captors are all lost
  std::uint8_t decided = 0;   ///< if asked for: 1 + the step after which a side was beaten
  // By side, the attacker first:
  std::array<AfterStep, 2> done{};         ///< what comes for it
  std::array<std::uint8_t, 2> under_dm{};  ///< 1: its broken units are, if a Rally Phase comes
  std::array<std::uint8_t, 2> rallies{};   ///< 1: it is in a Rally Phase
  std::uint8_t tried = 0;      ///< places of the side that rallies that have had their turn
  std::uint8_t own_phase = 0;  ///< 1: that Rally Phase is in the attacker's Player Turn
  std::uint8_t mmc_tried = 0;  ///< of groups, 1: an MMC has tried in that of its own Player Turn
};

/// How a side of an assault rallies.
struct AssaultRally {
  bool under_dm = false;  ///< at the start
  std::string terrain = "open ground";
  int drm = 0;
  StackRally phase;
};

/// Fire, rout and Close Combat one after the other, each on what the last one left.
struct Assault {
  using Kind = AssaultStep::Kind;
  using Ambush = CloseCombatTerms::Ambush;
  using Effect = CloseCombatTerms::Effect;
  using By = CloseCombatTerms::Side;
  using After = AfterStep;
  using Hit = CloseCombatHit;
  using Sides = AssaultSides;
  enum class BrokenDrm { each, all };
  enum class Advance { all, none };

  static constexpr TurnSequence sequence{
      {"A3.1", "A3.2", "A3.3", "A3.4", "A3.5", "A3.6", "A3.7", "A3.8"},
      TurnSequence::Phase::movement,
      "A24.1",
      false,
      true};
  static constexpr bool crosses_location_by_location = true;

  std::string steps;
  StepsAsked asked;
  AssaultForce defender_force;
  AssaultForce attacker_force;
  FireTarget defender;
  FireTarget attacker;
  AssaultRally defender_rally;
  AssaultRally attacker_rally;
  CloseCombatTerms terms;
  BrokenDrm broken_drm = BrokenDrm::each;
  std::optional<std::string> defender_nationality;
  std::optional<std::string> attacker_nationality;
  bool casualty_vp = false;
  bool by_kind = false;
  FireOrder::Habit fire_order = FireOrder::Habit::as_written;
  Advance advance = Advance::all;

  void prepare(const Charts& charts);
  Working working() const;

  // A round is a step.
  int rounds() const { return plan_.size(); }
  Sides start() const {
    Sides sides;
    sides.defender = defender.start();
    sides.attacker = attacker.start();
    sides.under_dm = {attacker_rally.under_dm, defender_rally.under_dm};
    return sides;
  }
  Sides round(Sides sides, int number) const;
  bool round_over(const Sides& sides) const {
    return sides.next_fire == 0 && sides.round == Sides::Round::none &&
           sides.rallies == std::array<std::uint8_t, 2>{} && sides.under_fire == 0;
  }
  Sides step(Sides sides, Dice& dice) const { return step(sides, dice, {}); }
  /// `apart` is what the rest depends on besides.
  Sides step(Sides sides, Dice& dice, std::string_view apart) const;
  Sides alike(Sides sides) const {
    settle(sides, By::defender);
    settle(sides, By::attacker);
    StackRally::make_alike(defender, sides.defender, tried(sides, By::defender));
    StackRally::make_alike(attacker, sides.attacker, tried(sides, By::attacker));
    return sides;
  }
  std::optional<Outcome> outcome(const Sides& sides, int played) const;
  std::unique_ptr<Rule> rule(const Charts& charts) const;
  /// The same situation as `assault`, a rule of asl.assault with by_kind. Its outcomes are those of
  /// asl.assault; in place of all else they tell what is left of both sides by kind and name:
  /// "attackers squads 4-6-7" in half-squads, "defenders leaders 8-1". These names are the rule's
  /// own, and end with it.
  static std::unique_ptr<Rule> by_name(const Rule& assault);

  // Leaders and others of a side that is fired at are bodies; with close combat each side is one.
  using Unit = TargetUnit;
  std::vector<InBodies::Body> bodies() const;
  InBodies::Turn turn(const Sides& message) const;
  unsigned between_rounds(const Sides& message, int played) const;
  Sides step_of_crowd(Sides sides, Dice& dice) const;
  static bool may_be_selected(const TargetUnit& unit, int among) {
    return FireTarget::may_be_selected(unit, among);
  }
  static void select(TargetUnit& unit, int among) { FireTarget::select(unit, among); }
  static void selected(Sides& message) {
    FireTarget::selected(FireTarget::resolved(message.defender) ? message.attacker
                                                                : message.defender);
  }

  bool has_attacker() const { return !attacker_force.empty(); }
  bool in_groups() const { return attacker_force.in_groups() || defender_force.in_groups(); }
  /// Whether the steps are those of groups, also where each side is one.
  bool plays_groups() const { return in_groups() || needs_groups(steps, names()); }
  /// Whether who stayed out may go in in a later Player Turn.
  bool advances_again() const {
    const auto count = [&](Kind kind) { return count_steps(steps, kind, names()); };
    return has_step(steps, Kind::end_turn, names()) &&
           count(Kind::close_combat) + count(Kind::advance) > 1;
  }
  /// Whether the sides are played as groups.
  bool apart() const {
    return plays_groups() || by_kind || advances_again() || has_capture(steps, names());
  }
  bool attacker_chooses() const { return has_choice(steps, true, names()); }
  bool defender_chooses() const { return has_choice(steps, false, names()); }
  /// With groups or a '?' every attack keeps its place.
  bool may_order_fire() const {
    return !plays_groups() && count_steps(steps, Kind::fire, names()) > 1;
  }
  bool has_close_combat() const { return has_step(steps, Kind::close_combat, names()); }
  bool goes_in_by_choice() const {
    return has_close_combat() || has_step(steps, Kind::advance, names());
  }
  bool has_rally() const { return has_step(steps, Kind::rally, names()); }
  bool has_vehicles() const {
    return attacker_force.has_vehicles() || defender_force.has_vehicles();
  }
  bool has_ordnance() const {
    return attacker_force.ordnance() != nullptr || defender_force.ordnance() != nullptr;
  }
  GroupNames names() const {
    return group_names(attacker_force, defender_force, "defender", &Ordnance::elsewhere);
  }

 private:
  friend class GroupedAssault<Assault, AssaultSides>;
  struct Ordnance {
    using Shells = AssaultShells;
    using Meeting = AssaultMeeting;
    using MeetingReader = AssaultMeetingReader;
    using Rounds = AssaultRounds;
    static constexpr OrdnanceElsewhere elsewhere = {
        "'ap' for guns against vehicles, with 'ammunition he' behind it for HE",
        "'panzerfaust', 'molotov' or 'close-combat'; asl.to-hit and asl.to-kill play a MG at it",
        "groups of infantry by name; an AFV under an FFE (C1.55) is not played",
        "the other side as the attacker",
        "a group such as 'tank: PzIVF2'; one attack alone is asl.light-anti-tank, asl.molotov or "
        "asl.close-combat-vehicle",
        "'close-combat front at tank reaction_fire unmarked', CC Reaction Fire (D7.21)",
    };
  };
  using Plan = AssaultPlan<AssaultFire, AssaultMove, AssaultOba, Ordnance>;
  using Step = Plan::Step;
  using Grouped = GroupedAssault<Assault, AssaultSides>;

  // For groups, see GroupedAssault: of those in focus.

  static By side_of(bool attacking) { return attacking ? By::attacker : By::defender; }
  const std::string& name_of(const TargetUnit& unit, bool attacking) const {
    return rules_of(side_of(attacking)).type(unit).name.text;
  }
  static bool leads_before(const TargetUnit& one, const TargetUnit& two) {
    return one.type < two.type;
  }
  static bool is_left(const TargetUnit& unit) { return !unit.is_away(); }
  static bool is_in_it(const TargetUnit& unit, bool /*attacking*/, const AssaultPlace& /*place*/) {
    return !unit.is_away();
  }
  static std::uint8_t under_fire(const Sides& sides, bool attacking) {
    return sides.under_dm.at(static_cast<std::size_t>(side_of(attacking)));
  }
  static void set_under_fire(Sides& sides, bool attacking, std::uint8_t dm) {
    sides.under_dm.at(static_cast<std::size_t>(side_of(attacking))) = dm;
  }
  /// `first_tried`: the player's first MMC has had its attempt in another Location.
  void begin_rally_of(Sides& sides, const Step& step, bool attacking, std::uint8_t dm,
                      bool first_tried) const;
  void begin_going_in(Sides& sides) const;
  void begin_melee(Sides& sides, const AssaultStep& step, const AssaultPlace& place) const;
  static bool went_in(const Sides& /*sides*/, const TargetUnit& unit) {
    return unit.is(TargetUnit::engaged);
  }
  /// A bit for each side that has ambushed there, and one for prisoners who are free again.
  static AssaultPlace place_of(const Sides& sides, const AssaultPlace& before) {
    const unsigned freed = sides.freed != 0 ? freed_mark : 0;
    return {sides.fought, small(before.mark | static_cast<unsigned>(sides.ambush) | freed)};
  }
  /// Nobody is in focus.
  static void stand_by(Sides& sides);
  static void rout(TargetUnit& unit) {
    if (unit.is(TargetUnit::broken)) unit.status |= TargetUnit::routed;
  }
  /// A7.8: a pin ends with the Player Turn, and so does a Stun.
  void end_turn(TargetUnit& unit, bool attacking) const {
    if (rules_of(side_of(attacking)).is_vehicle(unit)) {
      VehicleState state = vehicle_state(unit);
      state.end_turn();
      unit = vehicle_in(unit, state);
    } else {
      unit.status &= static_cast<std::uint8_t>(~TargetUnit::pinned);
    }
  }
  static bool can_move(const TargetUnit& unit) {
    return !unit.is_away() && !unit.is(TargetUnit::broken) && !unit.is(TargetUnit::pinned);
  }
  /// A24.11: SMOKE grenades are gone with the MPh, before any fire of these steps.
  static void set_smoke(Sides& /*sides*/, bool /*there*/) {}
  static void set_weapons_out(Sides& /*sides*/, std::uint8_t /*marks*/) {}
  static bool smoke_goes(const AssaultStep& /*end_turn*/) { return true; }
  SmokeAttempt lay_smoke(const Step& step, const TargetStack& by, Dice& dice) const;
  /// `firing` are the defending groups, `jammed` their weapons that have malfunctioned.
  AssaultMove::After crossed(const Step& step, const TargetStack& movers,
                             const std::array<TargetStack, AssaultForce::most_groups>& firing,
                             const std::array<std::uint8_t, AssaultForce::most_groups>& jammed,
                             bool in_smoke, Dice& dice) const;
  static bool is_broken(const TargetUnit& unit) { return unit.is(TargetUnit::broken); }
  bool meet_vehicle(const Step& step, Sides& sides, bool in_hex, Dice& dice) const;
  static std::uint8_t weapons_lost(const Sides& sides) { return sides.lost; }
  /// C7.42: an AFV in shock, at the end of the next Rally Phase.
  bool is_to_recover(const TargetUnit& unit, bool attacking) const {
    return rules_of(side_of(attacking)).is_vehicle(unit) && vehicle_state(unit).in_shock();
  }
  static void recover(TargetUnit& unit, bool /*attacking*/, Dice& dice) {
    VehicleState state = vehicle_state(unit);
    VehicleHit().recuperate(dice, state);
    unit = vehicle_in(unit, state);
  }
  /// report() does, and counts them.
  static void tell_prisoners(TargetUnit& /*unit*/, const AssaultPlace& /*place*/) {}
  /// They have left the Location, as all who have routed.
  static bool is_prisoner(const TargetUnit& /*unit*/, const AssaultPlace& /*place*/) {
    return false;
  }
  /// In a Rally Phase of its own Player Turn, in which the first MMC may try alone (A18.11).
  static bool first_mmc_has_tried(const Sides& sides) { return sides.mmc_tried != 0; }
  void add_to(AssaultCondition::Count& count, const TargetUnit& unit, bool attacking,
              const AssaultPlace& place) const;
  Outcome report(Sides whole, const GroupsTold& groups) const;
  /// `out`: the marks of both sides' groups, the attacker's first; none where they have no guns.
  Outcome told(const Sides& sides, Outcome outcome,
               const std::array<std::span<const std::uint8_t>, 2>& out) const;

  /// So many like steps are explored each by itself, the last one as such; more of them together.
  static constexpr int few_like_steps = 2;

  static constexpr int broken_target_drm = -2;
  static constexpr unsigned freed_mark = 4;  ///< in AssaultPlace::mark

  // Who is in the defender's Location, a bit for each place.

  static std::uint32_t in_location(const Sides& sides, By side) {
    std::uint32_t units = 0;
    const TargetStack& stack = of(sides, side);
    for (std::size_t i = 0; i < stack.unit_count; ++i) {
      const TargetUnit& unit = stack.units[i];
      if (unit.is_away() || (side == By::attacker && !unit.is(TargetUnit::engaged))) continue;
      units |= std::uint32_t{1} << i;
    }
    return units;
  }
  static std::uint32_t broken_of(const TargetStack& stack, std::uint32_t units) {
    for (std::size_t i = 0; i < stack.unit_count; ++i) {
      if (!stack.units[i].is(TargetUnit::broken)) units &= ~(std::uint32_t{1} << i);
    }
    return units;
  }
  static const TargetStack& of(const Sides& sides, By side) {
    return side == By::attacker ? sides.attacker : sides.defender;
  }
  static const CloseCombatForce& force(const Sides& sides, By side) {
    return sides.forces.at(static_cast<std::size_t>(side));
  }
  static By other(By side) { return side == By::attacker ? By::defender : By::attacker; }
  static TargetStack& of(Sides& sides, By side) {
    return side == By::attacker ? sides.attacker : sides.defender;
  }
  const FireTarget& rules_of(By side) const { return side == By::attacker ? attacker : defender; }
  const AssaultRally& rally_of(By side) const {
    return side == By::attacker ? attacker_rally : defender_rally;
  }
  static bool rallies(const Sides& sides, By side) {
    return sides.rallies.at(static_cast<std::size_t>(side)) != 0;
  }
  /// The side that rallies now: one after the other.
  static By rallying(const Sides& sides) {
    return rallies(sides, By::attacker) ? By::attacker : By::defender;
  }
  /// How many places of a side have had their turn in a Rally Phase.
  static std::size_t tried(const Sides& sides, By side) {
    return rallies(sides, side) && side == rallying(sides) ? sides.tried : 0;
  }
  static bool own_phase(const Sides& sides, By side) {
    return (sides.own_phase != 0) == (side == By::attacker);
  }
  /// Whether what is left of a side decides on a step.
  bool has_conditions() const;

  void prepare_targets(const Charts& charts);
  void prepare_moves(const Charts& charts);
  void prepare_ordnance(const Charts& charts);
  void fire_shells(Sides& sides, Dice& dice, const Step& step) const;
  void fire_rounds(Sides& sides, Dice& dice, const Step& step) const;
  void read_exponents(const Charts& charts);
  void note_exponents(const Step& step);
  void find_last_and_like();
  bool stands_in_sides() const;
  void keep_in_bodies();
  bool looks_at_one_side() const;
  InBodies::Turn close_combat_turn(const Sides& message) const;
  static void note_under_fire(Sides& sides);
  bool is_fired_at(By side) const;
  unsigned bits(By side, unsigned bodies) const;
  bool concerns(const Step& step, By side) const;
  static bool routs(const Step& step, By side) {
    return step.written.kind == Kind::rout &&
           (side == By::attacker ? step.written.of_attacker() : step.written.of_defender());
  }
  AfterStep after(std::size_t step, By side) const;
  void check_firepower() const;
  void settle(Sides& sides, By side) const;
  void note(const std::string& text);
  void price_vehicles(By side, const Charts& charts);
  void price(By side, const std::optional<std::string>& nationality, const Charts& charts);
  bool priced(By side) const { return !points_.at(static_cast<std::size_t>(side)).empty(); }

  void prepare_rally(const Charts& charts);
  AssaultCondition::Count count(const Sides& sides, By side) const;
  void note_decision(Sides& sides, int played) const;
  void begin_rally(Sides& sides, const Step& step) const;
  void go_on_rallying(Sides& sides) const;
  void begin_fire_step(Sides& sides, int number) const;

  Facts words(const Sides& sides) const;
  void fire(Sides& sides, Dice& dice, std::string_view apart) const;
  void go_in(Sides& sides, Dice& dice, std::string_view apart) const;
  bool goes_in(const Sides& sides, Dice& dice, std::size_t unit, std::string_view apart) const;
  void begin_advance(Sides& sides, bool meets) const;
  void muster(Sides& sides, By side) const;
  void meet(Sides& sides) const;
  void close_combat(Sides& sides, Dice& dice, std::string_view apart) const;
  int ambush_drm(const Sides& sides, By side) const;
  static By ambusher(const Sides& sides) {
    return sides.ambush == Ambush::attacker_ambushes ? By::attacker : By::defender;
  }
  Hit strike(const Sides& sides, Dice& dice, By by, int edge) const;
  void suffer(Sides& sides, Dice& dice, By side, Hit hit) const;
  unsigned kind_of(const Sides& sides, By side, std::size_t i) const;
  std::uint32_t struck(const Sides& sides, By side, const Hit& hit, Effect effect) const;

  // Prisoners, all of the defender. One of whom the attacker holds a half-squad is `engaged`; one
  // whom he holds as a whole is `routed`, too, and `broken` where he had a half-squad before.

  static bool holds_any_of(const TargetUnit& unit) { return unit.is(TargetUnit::engaged); }
  static bool is_held(const TargetUnit& unit) {
    return unit.is(TargetUnit::engaged) && unit.is(TargetUnit::routed);
  }
  void capture(Sides& sides, const Hit& hit) const;
  void free_prisoners(Sides& sides) const;
  struct Prisoners {
    int units = 0;   ///< half-squads of squads among them
    int points = 0;  ///< Casualty VP
  };
  Prisoners prisoners(const TargetStack& stack) const;
  static int settled_points(const TargetStack& stack) {
    return stack.memo[0] + 256 * stack.memo[1];
  }
  int points_left(const TargetStack& stack, By side) const;
  int casualty_points_lost(const TargetStack& stack, By side) const;
  void tell_names();
  Outcome told_by_name(const Sides& sides, const std::string& holder) const;
  LossesByKind lost_by_kind(const TargetStack& left, By side) const;

  Plan plan_;
  std::vector<std::array<AfterStep, 2>> after_;     ///< by step and side, the attacker first
  std::array<std::vector<int>, 2> points_;          ///< BPV by side and type; empty: not asked for
  std::array<std::vector<int>, 2> vehicle_points_;  ///< Casualty VP by side and type
  std::array<std::uint8_t, 2> settled_type_{};      ///< by side
  /// A counter of a roster, and what it counts: a squad two of it, its half-squad one.
  struct Named {
    std::size_t name = 0;  ///< in names_
    int counts = 0;
  };
  std::array<std::vector<std::string>, 2> names_;  ///< by side; empty: not told by name
  std::array<std::vector<Named>, 2> named_;        ///< by side and type
  bool apart_ = false;
  bool in_sides_ = false;       ///< each side is a body
  bool fights_last_ = false;    ///< with the only Close Combat all is over
  bool tells_squads_ = false;   ///< a condition looks at what is left of a side
  std::vector<int> exponents_;  ///< Smoke Placement Exponents, by type of the attacker
  std::vector<std::string> notes_;
};

/// The procedure asl.assault.
Procedure assault();

}  // namespace combat_odds::asl
