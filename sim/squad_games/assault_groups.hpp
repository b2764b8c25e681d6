#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/dice/dice.hpp"
#include "core/dice/small.hpp"
#include "sim/squad_games/assault_force.hpp"
#include "sim/squad_games/assault_plan.hpp"

namespace combat_odds {

/// What is remembered of a defending group's Location.
struct AssaultPlace {
  std::uint8_t fought = 0;  ///< 1: a round of Close Combat is over there, and both sides are left
  std::uint8_t mark = 0;    ///< the game's: who has ambushed, or how many are captured
};

/// How far a unit of the attacker has come.
enum class AssaultReach : std::uint8_t {
  behind,  ///< where its group began, or in the street
  across,  ///< it has crossed, and is next to the enemy
  in,      ///< in a defending group's Location
};

/// What comes of an attempt to lay smoke.
enum class SmokeLaid : std::uint8_t { no, yes, movement_over };
struct SmokeAttempt {
  SmokeLaid laid = SmokeLaid::no;
  bool gone = false;  ///< there is no more of it
};

/// What is to be told of an assault by groups.
struct GroupsTold {
  bool attacker_in = false;  ///< in the Location that the attackers went for last
  bool defender_in = false;
  bool went_in = false;
  bool fought = false;
  std::span<const AssaultPlace> places;
  /// The weapons of each group that fire no more, of the attacker and the defender.
  std::array<std::span<const std::uint8_t>, 2> jammed;
};

/// An assault by groups that stand apart. Each step is the game's own, on those whom it concerns:
/// they are in focus while all others stand by. A step that concerns several groups one after the
/// other is several beats, a round each.
template <class Game, class Sides>
class GroupedAssault {
 public:
  using Kind = AssaultStep::Kind;
  using Stack = decltype(Sides::attacker);
  using Unit = std::remove_cvref_t<decltype(Stack::units[0])>;
  static constexpr std::size_t most_units = Stack::most_units;
  static constexpr std::size_t most_groups = AssaultForce::most_groups;

  /// A unit that stands by.
  struct Standing {
    Unit unit{};
    std::uint8_t group = 0;
    AssaultReach reach = AssaultReach::behind;  ///< of the attacker
    std::uint8_t leader = 0;

    bool is_in() const { return reach == AssaultReach::in; }
  };
  struct Force {
    std::array<Standing, most_units> units{};
    std::uint8_t count = 0;
    /// DM, or desperation, if a rally comes: of each group, of those who have come so far.
    std::array<std::array<std::uint8_t, most_groups>, 3> under_fire{};
    /// Of an attacking group: 1 + the group in whose Location its units are that have gone in.
    std::array<std::uint8_t, most_groups> where{};
    /// The weapons of each group that have broken down, a bit for each, the strongest first.
    std::array<std::uint8_t, most_groups> jammed{};
    /// Whether smoke lies in the Location of each group: SmokeLaid.
    std::array<SmokeLaid, most_groups> smoke{};
    /// The same of the hex where those of an attacking group are who have crossed.
    std::array<SmokeLaid, most_groups> smoke_across{};
  };
  static constexpr auto index(AssaultReach reach) { return static_cast<std::size_t>(reach); }
  struct State {
    Sides focus;
    Force attacker;
    Force defender;
    std::array<AssaultPlace, most_groups> places{};
    std::uint8_t beat = 0;  ///< 1 + the beat that is played; 0: none
    /// 1: the player is asked whether the step is played; 2: smoke is rolled for; 3: they cross; 4:
    /// infantry and a vehicle meet; 5: the crews of vehicles recover
    std::uint8_t next = 0;
    AssaultReach reach = AssaultReach::behind;  ///< of the attacking group in focus
    std::uint8_t withheld = 0;                  ///< 1: the condition of this step keeps it back
    std::uint8_t went_in = 0;                   ///< 1: an attacker could go in
    std::uint8_t fought = 0;                    ///< 1: close combat was fought somewhere
    /// In this Rally Phase: 1 and 2 where the first MMC of the defender and attacker has tried.
    std::uint8_t first_tried = 0;
    std::uint8_t vehicle_in = 0;  ///< of the vehicle in focus: 1: in the Location of infantry
    StepSet out_of_smoke{};  ///< the steps, of those written alike the first, that have no more
  };

  explicit GroupedAssault(const Game& game) : rules_(std::make_shared<const Game>(game)) {
    bool advanced = false;
    for (int i = 0; i < rules_->plan_.size(); ++i) {
      const Kind kind = rules_->plan_[i].written.kind;
      add_beats(i, advanced);
      advanced = advanced || kind == Kind::advance || kind == Kind::close_combat;
    }
  }

  const Game& game() const { return *rules_; }
  Working working() const { return rules_->working(); }
  int rounds() const { return static_cast<int>(beats_.size()); }

  State start() const {
    State state;
    state.focus = rules_->start();
    line_up(state.attacker, state.focus.attacker, true);
    line_up(state.defender, state.focus.defender, false);
    return state;
  }

  State round(State state, int number) const {
    const Beat& beat = beats_[static_cast<std::size_t>(number)];
    const auto& planned = rules_->plan_[beat.step];
    const AssaultStep& step = planned.written;
    if (beat.first) {
      const bool same_phase = beat.step > 0 && step.kind == Kind::rally &&
                              rules_->plan_[beat.step - 1].written.kind == Kind::rally &&
                              !rules_->plan_[beat.step - 1].rally_passes;
      if (!same_phase) state.first_tried = 0;
      note_decision(state, beat.step);
      const auto& condition = step.condition;
      state.withheld = condition && !holds(state, *condition) ? 1 : 0;
      const bool passes =
          planned.rally_passes && !(state.withheld != 0 && condition && condition->ends_repetition);
      if (passes) pass_rally_phase(state, step, state.withheld != 0);
    }
    const bool withheld = state.withheld != 0;
    if (beat.last) state.withheld = 0;
    if (withheld) return state;
    state.beat = small(number + 1);
    if (beat.first && step.optional) {
      state.next = is_asked;
      return state;
    }
    begin_beat(state);
    return state;
  }
  bool round_over(const State& state) const { return state.beat == 0; }

  State step(State state, Dice& dice) const {
    const std::string_view whole(reinterpret_cast<const char*>(&state), sizeof(state));
    switch (std::exchange(state.next, std::uint8_t{0})) {
      case is_asked:
        if (is_played(state, dice)) {
          begin_beat(state);
        } else {
          state.withheld = beats_[state.beat - 1u].last ? 0 : 1;
          state.beat = 0;
        }
        return state;
      case lays_smoke:
        lay_smoke(state, dice);
        return state;
      case crosses:
        cross(state, dice);
        return state;
      case meets_vehicle:
        meet_vehicle(state, dice);
        return state;
      case recovers:
        recover(state, dice);
        return state;
      default:
        break;
    }
    state.focus = rules_->step(state.focus, dice, whole);
    if (rules_->round_over(state.focus)) finish(state);
    return state;
  }

  State alike(State state) const {
    state.focus = rules_->alike(state.focus);
    return state;
  }

  std::optional<Outcome> outcome(State state, int played) const {
    if (played < rounds()) return std::nullopt;
    note_decision(state, rules_->plan_.size());
    for (std::size_t i = 0; i < state.defender.count; ++i) {
      Standing& one = state.defender.units[i];
      rules_->tell_prisoners(one.unit, state.places[one.group]);
    }
    const auto objective = static_cast<std::size_t>(rules_->plan_.goal());
    Sides whole = state.focus;
    for (const bool attacker : {true, false}) {
      fill(of(whole, attacker), force_of(state, attacker), [](const Standing&) { return true; });
    }
    return rules_->report(whole, {is_in(state, objective, true),
                                  is_in(state, objective, false),
                                  state.went_in != 0,
                                  state.fought != 0,
                                  state.places,
                                  {std::span<const std::uint8_t>(state.attacker.jammed),
                                   std::span<const std::uint8_t>(state.defender.jammed)}});
  }

  /// Whether a side has somebody in that defending group's Location.
  bool is_in(const State& state, std::size_t place, bool attacker) const {
    return is_in(state, place, attacker, false);
  }

 private:
  bool is_in(const State& state, std::size_t place, bool attacker, bool on_foot) const {
    const Force& force = force_of(state, attacker);
    return std::any_of(
        force.units.begin(), force.units.begin() + force.count, [&](const Standing& one) {
          if (on_foot && is_vehicle(one.group, attacker)) return false;
          const bool here =
              attacker ? one.is_in() && force.where[one.group] == place + 1 : one.group == place;
          return here && rules_->is_in_it(one.unit, attacker, state.places[place]);
        });
  }
  bool is_vehicle(std::size_t group, bool attacker) const {
    const AssaultForce& force = attacker ? rules_->attacker_force : rules_->defender_force;
    return group < force.groups.size() && force.groups[group].is_vehicle();
  }

  struct Beat {
    int step = 0;
    Kind kind = Kind::fire;
    bool attacker = false;  ///< whose group it is, of a rally
    std::uint8_t by = 0;
    std::uint8_t at = 0;
    /// Of a rally: those who have come so far.
    AssaultReach reach = AssaultReach::behind;
    bool first = false;
    bool last = false;
  };

  // State::next
  static constexpr std::uint8_t is_asked = 1;
  static constexpr std::uint8_t lays_smoke = 2;
  static constexpr std::uint8_t crosses = 3;
  static constexpr std::uint8_t meets_vehicle = 4;
  static constexpr std::uint8_t recovers = 5;

  static Force& force_of(State& state, bool attacker) {
    return attacker ? state.attacker : state.defender;
  }
  static const Force& force_of(const State& state, bool attacker) {
    return attacker ? state.attacker : state.defender;
  }
  static Stack& of(Sides& sides, bool attacker) {
    return attacker ? sides.attacker : sides.defender;
  }

  void add_beats(int number, bool advanced) {
    const AssaultStep& step = rules_->plan_[number].written;
    const std::size_t before = beats_.size();
    const auto each = [](std::uint8_t groups, auto&& add) {
      for (std::size_t g = 0; g < most_groups; ++g) {
        if ((groups >> g & 1) != 0) add(static_cast<std::uint8_t>(1u << g));
      }
    };
    const std::uint8_t crossing = rules_->plan_.crossing();
    const auto rallies = [&](std::uint8_t groups, bool attacker) {
      each(groups, [&](std::uint8_t group) {
        const bool may_be_in = attacker && advanced;
        const bool may_be_across = attacker && (crossing & group) != 0;
        const auto add = [&](AssaultReach reach) {
          beats_.push_back({number, Kind::rally, attacker, group, 0, reach});
        };
        if (may_be_in) add(AssaultReach::in);
        if (may_be_across) add(AssaultReach::across);
        add(AssaultReach::behind);
      });
    };
    switch (step.kind) {
      case Kind::rally:
        rallies(step.attackers, true);
        rallies(step.defenders, false);
        if (beats_.size() == before) beats_.push_back({number, Kind::rally});  // of vehicles alone
        break;
      case Kind::close_combat:
        if (step.attacker_moves || rules_->asked.any_order) {
          each(step.attackers, [&](std::uint8_t group) {
            beats_.push_back({number, Kind::advance, true, group, step.defenders});
          });
        }
        each(step.defenders, [&](std::uint8_t group) {
          beats_.push_back({number, Kind::close_combat, true, 0, group});
        });
        break;
      case Kind::advance:
        each(step.attackers, [&](std::uint8_t group) {
          beats_.push_back({number, Kind::advance, true, group, step.defenders});
        });
        break;
      case Kind::fire:
        beats_.push_back({number, step.kind, true, step.attackers, step.defenders});
        break;
      case Kind::return_fire:
        beats_.push_back({number, step.kind, false, step.defenders, step.attackers});
        break;
      case Kind::meet_vehicle: {  // the vehicle, and the infantry
        const bool of_attacker = step.vehicle_of_attacker;
        beats_.push_back({number, step.kind, of_attacker,
                          of_attacker ? step.attackers : step.defenders,
                          of_attacker ? step.defenders : step.attackers});
        break;
      }
      case Kind::smoke:
      case Kind::cross:
        beats_.push_back({number, step.kind, true, step.attackers, step.defenders});
        break;
      case Kind::rout:
      case Kind::end_turn:
        beats_.push_back({number, step.kind});
        break;
    }
    beats_[before].first = true;
    beats_.back().last = true;
  }

  /// Puts the units of a whole side in their groups.
  void line_up(Force& force, Stack& stack, bool attacker) const {
    const AssaultForce& asked = attacker ? rules_->attacker_force : rules_->defender_force;
    std::array<bool, most_units> used{};
    for (std::size_t g = 0; g < asked.groups.size(); ++g) {
      for (const bool leaders : {true, false}) {
        for (const UnitName& name : asked.groups[g].units) {
          if (name.leader != leaders) continue;
          std::size_t i = 0;
          while (used[i] || rules_->name_of(stack.units[i], attacker) != name.text) ++i;
          used[i] = true;
          force.units[force.count++] = {stack.units[i], small(g), AssaultReach::behind,
                                        small(leaders ? 1 : 0)};
        }
      }
      force.under_fire[index(AssaultReach::behind)][g] =
          rules_->under_fire(rules_->start(), attacker);
    }
    clear(stack);
  }

  static void clear(Stack& stack) {
    stack.units = {};
    stack.unit_count = stack.leader_count = 0;
  }

  /// Copies those units into the stack, leaders in front and the best of them first.
  template <class Wanted>
  static void fill(Stack& stack, const Force& force, Wanted wanted) {
    clear(stack);
    for (const bool leaders : {true, false}) {
      for (std::size_t i = 0; i < force.count; ++i) {
        const Standing& one = force.units[i];
        if ((one.leader != 0) != leaders || !wanted(one)) continue;
        stack.units[stack.unit_count++] = one.unit;
      }
      if (leaders) stack.leader_count = stack.unit_count;
    }
    std::stable_sort(stack.units.begin(), stack.units.begin() + stack.leader_count,
                     Game::leads_before);
  }
  /// Takes them away from those who stand by.
  template <class Wanted>
  void take(State& state, bool attacker, Wanted wanted) const {
    Force& force = force_of(state, attacker);
    fill(of(state.focus, attacker), force, wanted);
    const auto end = force.units.begin() + force.count;
    const auto left = std::remove_if(force.units.begin(), end, wanted);
    std::fill(left, end, Standing{});
    force.count = small(left - force.units.begin());
  }
  /// Puts the units in focus back; `stands(unit)` is their group and how far they have come.
  template <class Stands>
  static void put_back(State& state, bool attacker, Stands stands) {
    Force& force = force_of(state, attacker);
    Stack& stack = of(state.focus, attacker);
    for (std::size_t i = 0; i < stack.unit_count; ++i) {
      const std::pair<std::size_t, AssaultReach> stand = stands(stack.units[i]);
      force.units[force.count++] = {stack.units[i], small(stand.first), stand.second,
                                    small(i < stack.leader_count ? 1 : 0)};
    }
    clear(stack);
    std::stable_sort(force.units.begin(), force.units.begin() + force.count,
                     [](const Standing& one, const Standing& two) {
                       if (one.group != two.group) return one.group < two.group;
                       if (one.reach != two.reach) return one.reach < two.reach;
                       return one.leader > two.leader;
                     });
  }

  /// How far the foremost of a group have come: they are what it consists of.
  static AssaultReach reach_of(const Force& force, std::size_t group) {
    AssaultReach reach = AssaultReach::behind;
    for (std::size_t i = 0; i < force.count; ++i) {
      const Standing& one = force.units[i];
      if (one.group == group && Game::is_left(one.unit)) reach = std::max(reach, one.reach);
    }
    return reach;
  }
  static bool has_gone_in(const Force& force, std::size_t group) {
    return reach_of(force, group) == AssaultReach::in;
  }
  /// Whether an attacking vehicle is in the Location of that defending group.
  static bool stands_in(const State& state, std::size_t group, std::size_t place) {
    return has_gone_in(state.attacker, group) && state.attacker.where[group] == place + 1;
  }
  bool in_melee(const State& state, std::size_t place) const {
    return is_in(state, place, true, true) && is_in(state, place, false, true);
  }
  bool in_melee(const State& state, std::size_t group, bool attacker) const {
    if (!attacker) return in_melee(state, group);
    const std::uint8_t where = state.attacker.where[group];
    return where != 0 && has_gone_in(state.attacker, group) && in_melee(state, where - 1u);
  }
  /// Prisoners are with their captors: nobody fires at them, and they neither rally nor rout.
  static bool is_prisoner(const State& state, const Standing& defender) {
    return Game::is_prisoner(defender.unit, state.places[defender.group]);
  }
  static bool anybody_left(const Stack& stack) {
    return std::any_of(stack.units.begin(), stack.units.begin() + stack.unit_count, Game::is_left);
  }
  /// Those units of a group that act, and are acted on.
  static auto main_part(const Force& force, std::uint8_t groups) {
    std::array<AssaultReach, most_groups> reach{};
    for (std::size_t g = 0; g < most_groups; ++g) reach[g] = reach_of(force, g);
    return [reach, groups](const Standing& one) {
      return (groups >> one.group & 1) != 0 && one.reach == reach[one.group];
    };
  }

  template <class Planned>
  void begin(State& state, const Beat& beat, const Planned& planned) const {
    const auto place = static_cast<std::size_t>(std::countr_zero(beat.at));
    const auto group = static_cast<std::size_t>(std::countr_zero(beat.by));
    switch (beat.kind) {
      case Kind::rally: {
        if (beat.by == 0) return;  // of vehicles alone
        Force& force = force_of(state, beat.attacker);
        const bool may_fight = beat.reach == reach_of(force, group);
        if (may_fight && in_melee(state, group, beat.attacker)) return;
        state.reach = beat.reach;
        take(state, beat.attacker, [&](const Standing& one) {
          return one.group == group && one.reach == beat.reach &&
                 (beat.attacker || !is_prisoner(state, one));
        });
        begin_rally(state, beat, planned, force.under_fire[index(beat.reach)][group]);
        return;
      }
      case Kind::fire:
      case Kind::return_fire: {
        const bool by_attacker = beat.kind == Kind::fire;
        const auto target = place;
        const AssaultStep::AtCrossers at_crossers = planned.written.at_crossers;
        const bool cross = at_crossers != AssaultStep::AtCrossers::no;
        if (!cross && in_melee(state, target, !by_attacker)) return;
        const Force& firing = force_of(state, by_attacker);
        std::uint8_t free = 0;
        for (std::size_t g = 0; g < most_groups; ++g) {
          const bool fires = (beat.by >> g & 1) != 0 && !in_melee(state, g, by_attacker);
          if (fires) free |= static_cast<std::uint8_t>(1u << g);
        }
        Game::set_smoke(state.focus, is_in_smoke(state, beat, planned.by_own_units()));
        fill(of(state.focus, by_attacker), firing, main_part(firing, free));
        if (cross) {
          state.reach = AssaultReach::behind;
          take(state, true, can_cross(target));
        } else {
          state.reach = by_attacker ? AssaultReach::behind : reach_of(state.attacker, target);
          const auto named = main_part(force_of(state, !by_attacker), beat.at);
          take(state, !by_attacker, [&](const Standing& one) {
            return named(one) && (!by_attacker || !is_prisoner(state, one));
          });
        }
        if (!anybody_left(of(state.focus, !by_attacker))) {  // nobody fires at an empty hex
          state.focus.waiting = {};
          return;
        }
        if (std::has_single_bit(beat.by)) state.focus.jammed = firing.jammed[group];
        rules_->set_under_fire(
            state.focus, !by_attacker,
            force_of(state, !by_attacker).under_fire[index(state.reach)][target]);
        Game::set_weapons_out(state.focus, force_of(state, !by_attacker).jammed[target]);
        // In the hex of those whom it has overrun, a vehicle fires and is fired at.
        const bool is_overrun =
            state.reach == AssaultReach::in && state.attacker.where[target] == group + 1;
        const bool is_near = !by_attacker ? is_overrun
                             : is_vehicle(group, true)
                                 ? stands_in(state, group, target)
                                 : reach_of(firing, group) != AssaultReach::behind;
        if (planned.may_be_behind && !is_near) {
          if (!planned.reaches_from_behind()) return;
          state.focus.from_behind = 1;
        }
        rules_->begin_fire_step(state.focus, beat.step);
        return;
      }
      case Kind::advance: {
        const bool gone_in = has_gone_in(state.attacker, group);
        const bool elsewhere = state.attacker.where[group] != place + 1;
        if (gone_in && elsewhere && in_melee(state, group, true)) return;
        fill(state.focus.defender, state.defender,
             [&](const Standing& one) { return one.group == place; });
        const bool has_to_cross = (rules_->plan_.crossing() >> group & 1) != 0;
        state.reach = gone_in && elsewhere ? AssaultReach::in
                      : has_to_cross       ? AssaultReach::across
                                           : AssaultReach::behind;
        take(state, true, [&](const Standing& one) {
          if (one.group != group || one.is_in() != (gone_in && elsewhere)) return false;
          return one.reach != AssaultReach::behind || !has_to_cross;
        });
        rules_->begin_going_in(state.focus);
        return;
      }
      case Kind::close_combat:
        take(state, true, [&](const Standing& one) {
          return one.is_in() && state.attacker.where[one.group] == place + 1 &&
                 !is_vehicle(one.group, true);
        });
        take(state, false, [&](const Standing& one) { return one.group == place; });
        rules_->begin_melee(state.focus, planned.written, state.places[place]);
        return;
      case Kind::smoke:
        state.next = lays_smoke;
        return;
      case Kind::cross:
        if (state.attacker.smoke[group] == SmokeLaid::movement_over) return;
        take(state, true, can_cross(group));
        state.next = crosses;
        return;
      case Kind::meet_vehicle: {
        Force& infantry = force_of(state, !beat.attacker);
        if (in_melee(state, place, !beat.attacker)) return;
        state.reach = beat.attacker ? AssaultReach::behind : reach_of(infantry, place);
        const auto named = main_part(infantry, beat.at);
        take(state, !beat.attacker, [&](const Standing& one) {
          return named(one) && (!beat.attacker || !is_prisoner(state, one));
        });
        const bool in = beat.attacker && has_gone_in(state.attacker, group);
        state.vehicle_in = in ? 1 : 0;
        state.focus.jammed = force_of(state, beat.attacker).jammed[group];
        Game::set_smoke(state.focus,
                        beat.attacker && state.defender.smoke[place] == SmokeLaid::yes);
        take(state, beat.attacker, [&](const Standing& one) { return one.group == group; });
        rules_->set_under_fire(state.focus, !beat.attacker,
                               infantry.under_fire[index(state.reach)][place]);
        state.next = meets_vehicle;
        return;
      }
      case Kind::rout:
        rout(state, planned.written);
        return;
      case Kind::end_turn:
        for (const bool attacker : {true, false}) {
          Force& force = force_of(state, attacker);
          if (rules_->smoke_goes(planned.written)) force.smoke = force.smoke_across = {};
          for (std::size_t i = 0; i < force.count; ++i) {
            rules_->end_turn(force.units[i].unit, attacker);
            if (rules_->is_to_recover(force.units[i].unit, attacker)) state.next = recovers;
          }
        }
        return;
    }
  }

  /// Of a rally, in State::first_tried.
  static std::uint8_t bit_of(const Beat& beat) { return beat.attacker ? 2 : 1; }

  template <class Planned>
  void begin_rally(State& state, const Beat& beat, const Planned& planned,
                   std::uint8_t under_fire) const {
    const bool tried = (state.first_tried & bit_of(beat)) != 0;
    rules_->begin_rally_of(state.focus, planned, beat.attacker, under_fire, tried);
  }

  /// Broken units leave, but not out of a Melee.
  void rout(State& state, const AssaultStep& step) const {
    for (const bool attacker : {true, false}) {
      Force& force = force_of(state, attacker);
      const std::uint8_t groups = attacker ? step.attackers : step.defenders;
      const State before = state;
      for (std::size_t i = 0; i < force.count; ++i) {
        Standing& one = force.units[i];
        const bool fights = (!attacker || one.is_in()) && in_melee(before, one.group, attacker);
        const bool captured = !attacker && is_prisoner(before, one);
        if ((groups >> one.group & 1) != 0 && !fights && !captured) rules_->rout(one.unit);
      }
    }
  }

  /// The beat is over: all stand by again.
  void finish(State& state) const {
    const Beat& beat = beats_[state.beat - 1u];
    const auto place = static_cast<std::size_t>(std::countr_zero(beat.at));
    const auto group = static_cast<std::size_t>(std::countr_zero(beat.by));
    Sides& sides = state.focus;
    sides = rules_->alike(sides);
    using Place = std::pair<std::size_t, AssaultReach>;
    const auto at = [](std::size_t of_group, AssaultReach reach) {
      return [=](const Unit&) { return Place{of_group, reach}; };
    };
    const AssaultReach reach = std::exchange(state.reach, AssaultReach::behind);
    switch (beat.kind) {
      case Kind::rally: {
        if (beat.by == 0) break;
        Force& force = force_of(state, beat.attacker);
        if (Game::first_mmc_has_tried(sides)) state.first_tried |= bit_of(beat);
        put_back(state, beat.attacker, at(group, reach));
        force.under_fire[index(beat.reach)][group] = 0;
        break;
      }
      case Kind::fire:
      case Kind::return_fire: {
        const bool attacker = beat.kind == Kind::return_fire;
        Force& force = force_of(state, attacker);
        const bool they_are_over =
            rules_->plan_[beat.step].written.at_crossers == AssaultStep::AtCrossers::last;
        if (of(sides, attacker).unit_count > 0) {
          const std::uint8_t now = rules_->under_fire(sides, attacker);
          force.under_fire[index(reach)][place] = now;
          if (they_are_over) force.under_fire[index(AssaultReach::across)][place] |= now;
        }
        // Smoke covers those who never set out. Who stops on the way is out of it.
        const Stack& crossed = of(sides, attacker);
        const bool any_stop =
            is_at_crossers(beat) &&
            std::any_of(
                crossed.units.begin(), crossed.units.begin() + crossed.unit_count,
                [](const Unit& unit) { return Game::is_left(unit) && !Game::can_move(unit); });
        put_back(state, attacker, [&](const Unit& unit) {
          return Place{place, they_are_over && Game::can_move(unit) ? AssaultReach::across : reach};
        });
        if (any_stop) state.attacker.smoke[place] = SmokeLaid::no;
        if (std::has_single_bit(beat.by)) {
          force_of(state, !attacker).jammed[group] |= sides.jams;
        }
        force.jammed[place] |= rules_->weapons_lost(sides);
        clear(of(sides, !attacker));
        break;
      }
      case Kind::advance: {
        std::size_t host = group;
        for (std::size_t g = most_groups; g-- > 0;) {
          if (is_vehicle(g, true) || state.attacker.where[g] != place + 1) continue;
          if (has_gone_in(state.attacker, g)) {
            host = g;
          } else {
            state.attacker.where[g] = 0;  // nobody is left of those who were there
          }
        }
        const bool are_first = !has_gone_in(state.attacker, host);
        bool any = false;
        const Sides gone = sides;
        // Who might have gone in, and has not, is where he was.
        const bool crossed = (rules_->plan_.crossing() >> group & 1) != 0;
        const AssaultReach stood = crossed ? AssaultReach::across : AssaultReach::behind;
        put_back(state, true, [&](const Unit& unit) {
          const bool in = Game::went_in(gone, unit);
          any = any || in;
          return Place{in ? host : group, in ? AssaultReach::in : stood};
        });
        if (any) state.attacker.where[host] = small(place + 1);
        if (any) state.went_in = 1;
        if (any && are_first) {
          auto& under_fire = state.attacker.under_fire;
          under_fire[index(AssaultReach::in)][host] = under_fire[index(reach)][group];
        }
        if (!has_gone_in(state.attacker, group)) state.attacker.where[group] = 0;
        clear(sides.defender);
        break;
      }
      case Kind::close_combat: {
        const AssaultPlace now = rules_->place_of(sides, state.places[place]);
        if (sides.attacker.unit_count > 0) state.places[place] = now;
        if (now.fought != 0) state.fought = 1;
        const std::size_t host = host_of(state, place);
        put_back(state, true, at(host, AssaultReach::in));
        put_back(state, false, at(place, AssaultReach::behind));
        // Who comes later, when one side is gone, begins a Close Combat of his own.
        if (!in_melee(state, place)) state.places[place].fought = 0;
        break;
      }
      case Kind::meet_vehicle: {
        const bool in = std::exchange(state.vehicle_in, std::uint8_t{0}) != 0;
        if (of(sides, !beat.attacker).unit_count > 0) {
          force_of(state, !beat.attacker).under_fire[index(reach)][place] =
              rules_->under_fire(sides, !beat.attacker);
        }
        put_back(state, !beat.attacker, at(place, reach));
        put_back(state, beat.attacker, at(group, in ? AssaultReach::in : AssaultReach::behind));
        force_of(state, beat.attacker).jammed[group] |= sides.jams;
        break;
      }
      case Kind::cross:  // who is across stands by already
      case Kind::smoke:
      case Kind::rout:
      case Kind::end_turn:
        break;
    }
    sides.jammed = sides.jams = 0;
    Game::set_smoke(sides, false);
    rules_->stand_by(sides);
    state.beat = 0;
  }

  void begin_beat(State& state) const {
    const Beat& beat = beats_[state.beat - 1u];
    begin(state, beat, rules_->plan_[beat.step]);
    if (state.next == 0 && rules_->round_over(state.focus)) finish(state);
  }

  /// Whether the player plays a step that is left to him.
  bool is_played(const State& state, Dice& dice) const {
    const AssaultStep& step = rules_->plan_[beats_[state.beat - 1u].step].written;
    const bool defends =
        step.kind == Kind::return_fire && step.at_crossers == AssaultStep::AtCrossers::no;
    const auto facts = [&] {
      constexpr std::uint8_t all = 0xff;
      Facts told;
      told.emplace_back("step", std::string_view(step.text));
      for (const bool attacker : {true, false}) {
        const AssaultCondition::Count left = count(state, attacker, all);
        const std::string side = attacker ? "attackers" : "defenders";
        told.emplace_back(side + " unbroken", left.unbroken);
        told.emplace_back(side + " broken", left.there - left.unbroken);
      }
      return told;
    };
    const Decision decision{defends ? "optional_returns" : "optional_steps", "Play it?", no_or_yes,
                            defends ? 1 : 0};
    return dice.choose(
               decision, state, facts,
               (defends ? rules_->asked.optional_returns : rules_->asked.optional_steps) ? 1 : 0) !=
           0;
  }

  /// Those of a group who can set out.
  static auto can_cross(std::size_t group) {
    return [group](const Standing& one) {
      return one.group == group && one.reach == AssaultReach::behind && Game::can_move(one.unit);
    };
  }

  void lay_smoke(State& state, Dice& dice) const {
    const Beat& beat = beats_[state.beat - 1u];
    const auto group = static_cast<std::size_t>(std::countr_zero(beat.by));
    constexpr bool on_the_way = Game::crosses_location_by_location;
    Sides sides = state.focus;
    if (on_the_way) {
      fill(sides.attacker, state.attacker, can_cross(group));
    } else if (!in_melee(state, group, true)) {
      fill(sides.attacker, state.attacker, main_part(state.attacker, beat.by));
    }
    const auto& planned = rules_->plan_[beat.step];
    const std::uint32_t gone = 1u << planned.first;
    SmokeAttempt attempt;
    if ((state.out_of_smoke.bits() & gone) == 0) {
      attempt = rules_->lay_smoke(planned, sides.attacker, dice);
    }
    if (attempt.gone) state.out_of_smoke = StepSet::of(state.out_of_smoke.bits() | gone);
    const SmokeLaid laid = attempt.laid;
    const auto place = static_cast<std::size_t>(std::countr_zero(beat.at));
    SmokeLaid& there = beat.at != 0 ? state.defender.smoke[place]
                       : on_the_way ? state.attacker.smoke[group]
                                    : smoke_of_own_hex(state, group, true);
    there = std::max(there, laid);
    finish(state);
  }

  /// Each unit that crosses is then across, or stays in the street.
  void cross(State& state, Dice& dice) const {
    if constexpr (Game::crosses_location_by_location) {
      const Beat& beat = beats_[state.beat - 1u];
      const auto group = static_cast<std::size_t>(std::countr_zero(beat.by));
      std::array<Stack, most_groups> firing{};
      for (std::size_t g = 0; g < most_groups; ++g) {
        const std::uint8_t one = static_cast<std::uint8_t>(1u << g);
        if ((beat.at & one) == 0 || in_melee(state, g)) continue;
        fill(firing[g], state.defender, main_part(state.defender, one));
      }
      const bool in_smoke = state.attacker.smoke[group] == SmokeLaid::yes;
      const auto after = rules_->crossed(rules_->plan_[beat.step], state.focus.attacker, firing,
                                         state.defender.jammed, in_smoke, dice);
      for (std::size_t g = 0; g < most_groups; ++g) state.defender.jammed[g] |= after.jams[g];
      state.focus.attacker = after.stack;
      const auto end = after.stack.units.begin() + after.stack.unit_count;
      const bool any_broken = std::any_of(after.stack.units.begin(), end, Game::is_broken);
      if (any_broken && rules_->plan_[beat.step].rally_follows) {
        state.attacker.under_fire[index(AssaultReach::behind)][group] = 1;
      }
      std::size_t i = 0;
      put_back(state, true, [&](const Unit&) {
        const bool is_over = (after.across >> i++ & 1) != 0;
        return std::pair(group, is_over ? AssaultReach::across : AssaultReach::behind);
      });
      state.attacker.smoke[group] = SmokeLaid::no;
    }
    finish(state);
  }

  /// A vehicle that overruns infantry is in its Location from then on.
  void meet_vehicle(State& state, Dice& dice) const {
    const Beat& beat = beats_[state.beat - 1u];
    const auto place = static_cast<std::size_t>(std::countr_zero(beat.at));
    const auto group = static_cast<std::size_t>(std::countr_zero(beat.by));
    std::uint8_t& where = state.attacker.where[group];
    const bool in_hex = beat.attacker && state.vehicle_in != 0 && where == place + 1;
    const bool now_in = rules_->meet_vehicle(rules_->plan_[beat.step], state.focus, in_hex, dice);
    if (beat.attacker && now_in) {
      state.vehicle_in = 1;
      where = small(place + 1);
    }
    finish(state);
  }

  /// In the Rally Phase that follows a Player Turn.
  void recover(State& state, Dice& dice) const {
    for (const bool attacker : {true, false}) {
      Force& force = force_of(state, attacker);
      for (std::size_t i = 0; i < force.count; ++i) {
        Unit& unit = force.units[i].unit;
        if (rules_->is_to_recover(unit, attacker)) rules_->recover(unit, attacker, dice);
      }
    }
    finish(state);
  }

  bool is_at_crossers(const Beat& beat) const {
    return rules_->plan_[beat.step].written.at_crossers != AssaultStep::AtCrossers::no;
  }

  /// The smoke where a group is.
  template <class OfState>
  static auto& smoke_of_own_hex(OfState& state, std::size_t group, bool attacker) {
    if (!attacker) return state.defender.smoke[group];
    switch (reach_of(state.attacker, group)) {
      case AssaultReach::in:
        return state.defender.smoke[state.attacker.where[group] - 1u];
      case AssaultReach::across:
        return state.attacker.smoke_across[group];
      case AssaultReach::behind:
        break;
    }
    return state.attacker.smoke[group];
  }

  /// Whether fire goes into smoke or out of it.
  bool is_in_smoke(const State& state, const Beat& beat, bool own_fire) const {
    const bool by_attacker = beat.kind == Kind::fire;
    const auto lies = [&](std::uint8_t group, bool attacker) {
      if (!std::has_single_bit(group)) return false;
      const auto g = static_cast<std::size_t>(std::countr_zero(group));
      return smoke_of_own_hex(state, g, attacker) == SmokeLaid::yes;
    };
    // Who crosses is hit on the way, not in the Location that he has left.
    return (!is_at_crossers(beat) && lies(beat.at, !by_attacker)) ||
           (own_fire && lies(beat.by, by_attacker));
  }

  /// The attacking group that is in that Location.
  std::size_t host_of(const State& state, std::size_t place) const {
    for (std::size_t g = 0; g < most_groups; ++g) {
      if (state.attacker.where[g] == place + 1 && !is_vehicle(g, true)) return g;
    }
    return 0;
  }

  AssaultCondition::Count count(const State& state, bool attacker, std::uint8_t groups) const {
    const Force& force = force_of(state, attacker);
    AssaultCondition::Count sum;
    for (std::size_t i = 0; i < force.count; ++i) {
      const Standing& one = force.units[i];
      if ((groups >> one.group & 1) == 0) continue;
      const AssaultPlace& place = state.places[attacker ? 0 : one.group];
      rules_->add_to(sum, one.unit, attacker, attacker ? AssaultPlace() : place);
    }
    return sum;
  }
  bool holds(const State& state, const AssaultCondition& condition) const {
    return condition.holds(count(state, condition.of_attacker, condition.groups));
  }
  void note_decision(State& state, int played) const {
    if (!rules_->asked.when_decided || state.focus.decided != 0) return;
    constexpr std::uint8_t all = 0xff;
    const bool beaten = count(state, false, all).unbroken == 0 ||
                        (!rules_->attacker_force.empty() && count(state, true, all).unbroken == 0);
    if (beaten) state.focus.decided = small(played + 1);
  }

  /// Nobody is under DM, or desperate, any more, but for those who rally now.
  void pass_rally_phase(State& state, const AssaultStep& step, bool withheld) const {
    const bool rally = step.kind == Kind::rally && !withheld;
    for (const bool attacker : {true, false}) {
      const std::uint8_t groups = attacker ? step.attackers : step.defenders;
      for (std::size_t g = 0; g < most_groups; ++g) {
        const bool tries = rally && (groups >> g & 1) != 0;
        for (auto& under_fire : force_of(state, attacker).under_fire) {
          if (!tries) under_fire[g] = 0;
        }
      }
    }
  }

  std::shared_ptr<const Game> rules_;
  std::vector<Beat> beats_;
};

}  // namespace combat_odds
