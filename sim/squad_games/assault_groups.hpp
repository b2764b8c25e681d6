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
  std::uint8_t fought = 0;  ///< 1: a round of Close Combat is over there
  std::uint8_t mark = 0;    ///< the game's: who ambushed, or how many are captured
};

/// What is to be told of an assault by groups.
struct GroupsTold {
  bool attacker_in = false;  ///< in the Location that the attackers went for last
  bool defender_in = false;
  bool went_in = false;
  bool fought = false;
  std::span<const AssaultPlace> places;
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
    std::uint8_t in = 0;  ///< 1: of the attacker, in a defending group's Location
    std::uint8_t leader = 0;
  };
  struct Force {
    std::array<Standing, most_units> units{};
    std::uint8_t count = 0;
    std::array<std::uint8_t, most_groups> under_fire{};  ///< DM, or desperation, if a rally comes
    /// Of an attacking group: 1 + the group in whose Location its units are that have gone in.
    std::array<std::uint8_t, most_groups> where{};
  };
  struct State {
    Sides focus;
    Force attacker;
    Force defender;
    std::array<AssaultPlace, most_groups> places{};
    std::uint8_t beat = 0;      ///< 1 + the beat that is played; 0: none
    std::uint8_t gone_in = 0;   ///< 1: the group in focus has gone in
    std::uint8_t withheld = 0;  ///< 1: the condition of this step keeps it back
    std::uint8_t went_in = 0;   ///< 1: an attacker could go in
    std::uint8_t fought = 0;    ///< 1: close combat was fought somewhere
    /// In this Rally Phase: 1 and 2 where the first MMC of the defender and attacker has tried.
    std::uint8_t first_tried = 0;
  };

  explicit GroupedAssault(const Game& game) : rules_(std::make_shared<const Game>(game)) {
    bool advanced = false;
    for (int i = 0; i < rules_->plan_.size(); ++i) {
      const Kind kind = rules_->plan_[i].written.kind;
      add_beats(i, advanced);
      advanced = advanced || kind == Kind::advance || kind == Kind::close_combat;
    }
  }

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
    begin(state, beat, planned);
    if (rules_->round_over(state.focus)) finish(state);
    return state;
  }
  bool round_over(const State& state) const { return state.beat == 0; }

  State step(State state, Dice& dice) const {
    const std::string_view whole(reinterpret_cast<const char*>(&state), sizeof(state));
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
    return rules_->report(whole, {is_in(state, objective, true), is_in(state, objective, false),
                                  state.went_in != 0, state.fought != 0, state.places});
  }

  /// Whether a side has somebody in that defending group's Location.
  bool is_in(const State& state, std::size_t place, bool attacker) const {
    const Force& force = force_of(state, attacker);
    return std::any_of(
        force.units.begin(), force.units.begin() + force.count, [&](const Standing& one) {
          const bool here =
              attacker ? one.in != 0 && force.where[one.group] == place + 1 : one.group == place;
          return here && rules_->is_in_it(one.unit, attacker, state.places[place]);
        });
  }

 private:
  struct Beat {
    int step = 0;
    Kind kind = Kind::fire;
    bool attacker = false;  ///< whose group it is, of a rally
    std::uint8_t by = 0;
    std::uint8_t at = 0;
    bool behind = false;  ///< a rally of those who did not go in with their group
    bool settles = true;  ///< the group's last beat of a rally
    bool first = false;
    bool last = false;
  };

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
    const auto rallies = [&](std::uint8_t groups, bool attacker) {
      each(groups, [&](std::uint8_t group) {
        Beat beat{number, Kind::rally, attacker, group};
        beat.settles = !(attacker && advanced);
        beats_.push_back(beat);
        if (beat.settles) return;
        beat.behind = beat.settles = true;
        beats_.push_back(beat);
      });
    };
    switch (step.kind) {
      case Kind::rally:
        rallies(step.attackers, true);
        rallies(step.defenders, false);
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
          force.units[force.count++] = {stack.units[i], small(g), 0, small(leaders ? 1 : 0)};
        }
      }
      force.under_fire[g] = rules_->under_fire(rules_->start(), attacker);
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
  /// Puts the units in focus back; `stands(unit)` is their group and whether they are in.
  template <class Stands>
  static void put_back(State& state, bool attacker, Stands stands) {
    Force& force = force_of(state, attacker);
    Stack& stack = of(state.focus, attacker);
    for (std::size_t i = 0; i < stack.unit_count; ++i) {
      const auto [group, in] = stands(stack.units[i]);
      force.units[force.count++] = {stack.units[i], small(group), small(in ? 1 : 0),
                                    small(i < stack.leader_count ? 1 : 0)};
    }
    clear(stack);
    std::stable_sort(force.units.begin(), force.units.begin() + force.count,
                     [](const Standing& one, const Standing& two) {
                       if (one.group != two.group) return one.group < two.group;
                       if (one.in != two.in) return one.in < two.in;
                       return one.leader > two.leader;
                     });
  }

  /// Whether a group has gone in anywhere, so that who went in is what it consists of.
  static bool has_gone_in(const Force& force, std::size_t group) {
    return std::any_of(force.units.begin(), force.units.begin() + force.count,
                       [&](const Standing& one) {
                         return one.group == group && one.in != 0 && Game::is_left(one.unit);
                       });
  }
  bool in_melee(const State& state, std::size_t place) const {
    return is_in(state, place, true) && is_in(state, place, false);
  }
  bool in_melee(const State& state, std::size_t group, bool attacker) const {
    if (!attacker) return in_melee(state, group);
    const std::uint8_t where = state.attacker.where[group];
    return where != 0 && has_gone_in(state.attacker, group) && in_melee(state, where - 1u);
  }
  /// Those units of a group that act, and are acted on.
  static auto main_part(const Force& force, std::uint8_t groups) {
    std::array<bool, most_groups> gone_in{};
    for (std::size_t g = 0; g < most_groups; ++g) gone_in[g] = has_gone_in(force, g);
    return [gone_in, groups](const Standing& one) {
      return (groups >> one.group & 1) != 0 && (one.in != 0) == gone_in[one.group];
    };
  }

  template <class Planned>
  void begin(State& state, const Beat& beat, const Planned& planned) const {
    const auto place = static_cast<std::size_t>(std::countr_zero(beat.at));
    const auto group = static_cast<std::size_t>(std::countr_zero(beat.by));
    switch (beat.kind) {
      case Kind::rally: {
        Force& force = force_of(state, beat.attacker);
        if (!beat.behind && in_melee(state, group, beat.attacker)) return;
        const bool gone_in = has_gone_in(force, group);
        if (beat.behind && !gone_in) return;
        state.gone_in = small(gone_in && !beat.behind ? 1 : 0);
        take(state, beat.attacker, [&](const Standing& one) {
          const bool captured = !beat.attacker && Game::is_prisoner(one.unit, state.places[group]);
          return one.group == group && (one.in != 0) == (gone_in && !beat.behind) && !captured;
        });
        begin_rally(state, beat, planned, force.under_fire[group]);
        return;
      }
      case Kind::fire:
      case Kind::return_fire: {
        const bool by_attacker = beat.kind == Kind::fire;
        const auto target = place;
        if (in_melee(state, target, !by_attacker)) return;
        const Force& firing = force_of(state, by_attacker);
        std::uint8_t free = 0;
        for (std::size_t g = 0; g < most_groups; ++g) {
          const bool fires = (beat.by >> g & 1) != 0 && !in_melee(state, g, by_attacker);
          if (fires) free |= static_cast<std::uint8_t>(1u << g);
        }
        fill(of(state.focus, by_attacker), firing, main_part(firing, free));
        state.gone_in = small(!by_attacker && has_gone_in(state.attacker, target) ? 1 : 0);
        take(state, !by_attacker, main_part(force_of(state, !by_attacker), beat.at));
        rules_->set_under_fire(state.focus, !by_attacker,
                               force_of(state, !by_attacker).under_fire[target]);
        rules_->begin_fire_step(state.focus, beat.step);
        return;
      }
      case Kind::advance: {
        const bool gone_in = has_gone_in(state.attacker, group);
        const bool elsewhere = state.attacker.where[group] != place + 1;
        if (gone_in && elsewhere && in_melee(state, group, true)) return;
        fill(state.focus.defender, state.defender,
             [&](const Standing& one) { return one.group == place; });
        take(state, true, [&](const Standing& one) {
          return one.group == group && (one.in != 0) == (gone_in && elsewhere);
        });
        rules_->begin_going_in(state.focus);
        return;
      }
      case Kind::close_combat:
        take(state, true, [&](const Standing& one) {
          return one.in != 0 && state.attacker.where[one.group] == place + 1;
        });
        take(state, false, [&](const Standing& one) { return one.group == place; });
        rules_->begin_melee(state.focus, state.places[place]);
        return;
      case Kind::rout:
        rout(state, planned.written);
        return;
      case Kind::end_turn:
        for (const bool attacker : {true, false}) {
          Force& force = force_of(state, attacker);
          for (std::size_t i = 0; i < force.count; ++i) rules_->end_turn(force.units[i].unit);
        }
        return;
    }
  }

  template <class Planned>
  void begin_rally(State& state, const Beat& beat, const Planned& planned,
                   std::uint8_t under_fire) const {
    const std::uint8_t bit = beat.attacker ? 2 : 1;
    const bool tried = (state.first_tried & bit) != 0;
    const Stack& stack = of(state.focus, beat.attacker);
    const auto end = stack.units.begin() + stack.unit_count;
    if (std::any_of(stack.units.begin(), end,
                    [&](const Unit& unit) { return rules_->tries_as_mmc(unit, beat.attacker); })) {
      state.first_tried |= bit;
    }
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
        const bool fights = (!attacker || one.in != 0) && in_melee(before, one.group, attacker);
        if ((groups >> one.group & 1) != 0 && !fights) rules_->rout(one.unit);
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
    using Place = std::pair<std::size_t, bool>;
    const auto at = [](std::size_t of_group, bool in) {
      return [=](const Unit&) { return Place{of_group, in}; };
    };
    const bool gone_in = std::exchange(state.gone_in, std::uint8_t{0}) != 0;
    switch (beat.kind) {
      case Kind::rally: {
        Force& force = force_of(state, beat.attacker);
        put_back(state, beat.attacker, at(group, gone_in));
        if (beat.settles) force.under_fire[group] = 0;
        break;
      }
      case Kind::fire:
      case Kind::return_fire: {
        const bool attacker = beat.kind == Kind::return_fire;
        Force& force = force_of(state, attacker);
        if (of(sides, attacker).unit_count > 0) {
          force.under_fire[place] = rules_->under_fire(sides, attacker);
        }
        put_back(state, attacker, at(place, gone_in));
        clear(of(sides, !attacker));
        break;
      }
      case Kind::advance: {
        std::size_t host = group;
        for (std::size_t g = most_groups; g-- > 0;) {
          if (state.attacker.where[g] == place + 1 && has_gone_in(state.attacker, g)) host = g;
        }
        bool any = false;
        const Sides gone = sides;
        put_back(state, true, [&](const Unit& unit) {
          const bool in = Game::went_in(gone, unit);
          any = any || in;
          return Place{in ? host : group, in};
        });
        if (any) state.attacker.where[host] = small(place + 1);
        if (any) state.went_in = 1;
        if (!has_gone_in(state.attacker, group)) state.attacker.where[group] = 0;
        clear(sides.defender);
        break;
      }
      case Kind::close_combat: {
        const AssaultPlace now = rules_->place_of(sides);
        if (sides.attacker.unit_count > 0) state.places[place] = now;
        if (now.fought != 0) state.fought = 1;
        const std::size_t host = host_of(state, place);
        put_back(state, true, at(host, true));
        put_back(state, false, at(place, false));
        break;
      }
      case Kind::rout:
      case Kind::end_turn:
        break;
    }
    rules_->stand_by(sides);
    state.beat = 0;
  }

  /// The attacking group that is in that Location.
  static std::size_t host_of(const State& state, std::size_t place) {
    for (std::size_t g = 0; g < most_groups; ++g) {
      if (state.attacker.where[g] == place + 1) return g;
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
        if (!tries) force_of(state, attacker).under_fire[g] = 0;
      }
    }
  }

  std::shared_ptr<const Game> rules_;
  std::vector<Beat> beats_;
};

}  // namespace combat_odds
