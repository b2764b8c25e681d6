#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "combat_odds/core/suggest.hpp"
#include "combat_odds/sim/asl/close_fight/assault_fire.hpp"
#include "combat_odds/sim/asl/close_fight/close_combat_terms.hpp"
#include "combat_odds/sim/asl/infantry/unit_points.hpp"
#include "combat_odds/sim/assault_steps.hpp"
#include "combat_odds/sim/both_sides.hpp"

namespace combat_odds::asl {
namespace {

using Kind = AssaultStep::Kind;
using Ambush = CloseCombatTerms::Ambush;
using Effect = CloseCombatTerms::Effect;
using By = CloseCombatTerms::Side;

/// What a Close Combat attack does to those who are unbroken and to those who are broken.
struct Hit {
  Effect unbroken = Effect::nothing;
  Effect broken = Effect::nothing;

  std::string text() const {
    static constexpr std::array<const char*, 3> words = {"nothing", "reduces", "eliminates"};
    const char* const first = words.at(static_cast<std::size_t>(unbroken));
    const char* const second = words.at(static_cast<std::size_t>(broken));
    return broken == Effect::nothing || broken == unbroken
               ? first
               : fmt::format("{}, broken: {}", first, second);
  }
  friend bool operator==(const Hit&, const Hit&) = default;
};

/// Both sides, with all that the rest depends on.
struct Sides {
  /// What comes next of a round of Close Combat.
  enum class Round : std::uint8_t {
    none,
    advance,
    ambush,
    both_strike,
    defender_suffers,
    attacker_suffers,
    ambusher_strikes,
    ambushed_strikes,
  };

  TargetStack defender;
  TargetStack attacker;
  std::uint8_t next_fire = 0;  ///< the step whose DR comes next, counted from 1
  std::uint8_t shots = 0;      ///< made already by a MG that keeps its rate of fire
  std::uint8_t fires_on = 0;   ///< whose step that is, counted from 1
  StepSet may_fire{};          ///< of which one takes the place of that step
  StepSet waiting{};           ///< attacks that were passed over, with those behind them
  Round round = Round::none;
  Ambush ambush = Ambush::nobody_ambushes;
  Hit on_defender{};
  Hit on_attacker{};
  std::uint8_t advanced = 0;  ///< 1: the attacker could have gone in, 2: some of them have
  std::uint8_t fought = 0;    ///< a round of Close Combat is over
  /// 1: no step that follows has to do with that side; the attacker first
  std::array<std::uint8_t, 2> done{};
};

/// Fire, rout and Close Combat one after the other, each on what the last one left.
struct Assault {
  enum class BrokenDrm { each, all };
  enum class Advance { all, none };

  std::string steps;
  FireTarget defender;
  FireTarget attacker;
  CloseCombatTerms terms;
  BrokenDrm broken_drm = BrokenDrm::each;
  std::optional<std::string> defender_nationality;
  std::optional<std::string> attacker_nationality;
  FireOrder::Habit fire_order = FireOrder::Habit::as_written;
  Advance advance = Advance::all;

  void prepare(const Charts& charts);
  Working working() const;

  // A round is a step.
  int rounds() const { return static_cast<int>(plan_.size()); }
  Sides start() const {
    Sides sides;
    sides.defender = defender.start();
    sides.attacker = attacker.start();
    return sides;
  }
  Sides round(Sides sides, int number) const;
  bool round_over(const Sides& sides) const {
    return sides.next_fire == 0 && sides.round == Sides::Round::none &&
           FireTarget::resolved(sides.defender) && FireTarget::resolved(sides.attacker);
  }
  Sides step(Sides sides, Dice& dice) const;
  Sides alike(Sides sides) const {
    settle(sides, By::defender);
    settle(sides, By::attacker);
    defender.make_alike(sides.defender);
    attacker.make_alike(sides.attacker);
    return sides;
  }
  std::optional<Outcome> outcome(const Sides& sides, int played) const;

  bool has_attacker() const { return !attacker.units.empty(); }
  bool has_close_combat() const {
    const std::vector<AssaultStep> all = read_assault_steps(steps, "steps");
    return all.back().kind == Kind::close_combat;  // it comes last
  }

 private:
  struct Step {
    AssaultStep written;
    AssaultFire fire;
    /// No step that follows has to do with that side; the attacker first.
    std::array<bool, 2> last{};
    std::uint8_t first = 0;  ///< the first step that is the same, for all of them
  };
  /// So many like steps are explored each by itself, the last one as such; more of them together.
  static constexpr int few_like_steps = 2;

  static constexpr int broken_target_drm = -2;

  // Who is in the defender's Location, a bit for each place.

  static std::uint32_t in_location(const Sides& sides, By side) {
    std::uint32_t units = 0;
    const TargetStack& stack = of(sides, side);
    for (std::size_t i = 0; i < stack.unit_count; ++i) {
      const TargetUnit& unit = stack.units[i];
      const bool gone = unit.is(TargetUnit::eliminated) || unit.is(TargetUnit::routed);
      if (gone || (side == By::attacker && !unit.is(TargetUnit::engaged))) continue;
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
  /// Whether one of a side is there who can attack.
  static bool can_strike(const Sides& sides, By side) {
    const std::uint32_t units = in_location(sides, side);
    return (units & ~broken_of(of(sides, side), units)) != 0;
  }
  static const TargetStack& of(const Sides& sides, By side) {
    return side == By::attacker ? sides.attacker : sides.defender;
  }
  const FireTarget& rules_of(By side) const { return side == By::attacker ? attacker : defender; }

  void read_plan(const Charts& charts);
  void find_last_and_like();
  bool concerns(const Step& step, By side) const;
  void check_sides() const;
  void settle(Sides& sides, By side) const;
  void price(By side, const std::optional<std::string>& nationality, const Charts& charts);

  void fire(Sides& sides, Dice& dice) const;
  const Step& fired(Sides& sides, Dice& dice, const Step& in_place) const;
  Facts words(const Sides& sides) const;
  void go_in(Sides& sides, Dice& dice) const;
  bool goes_in(const Sides& sides, Dice& dice, std::size_t unit) const;
  void begin_close_combat(Sides& sides) const;
  void meet(Sides& sides) const;
  void close_combat(Sides& sides, Dice& dice) const;
  int ambush_drm(const Sides& sides, By side) const;
  Hit strike(const Sides& sides, Dice& dice, By by, int edge) const;
  void suffer(Sides& sides, Dice& dice, By side, Hit hit) const;
  static int settled_points(const TargetStack& stack) {
    return stack.memo[0] + 256 * stack.memo[1];
  }
  int points_left(const TargetStack& stack, By side) const;

  std::vector<Step> plan_;
  FireOrder order_;
  std::array<std::vector<int>, 2> points_;      ///< by side and type; empty: not asked for
  std::array<std::uint8_t, 2> settled_type_{};  ///< by side
  std::vector<std::string> notes_;
};

/// Lines up a side, whose parameters have names of their own here.
void line_up(FireTarget& side, const std::string& name, const Charts& charts) {
  try {
    side.prepare(charts);
  } catch (const ArgumentError& error) {
    const bool units = error.parameter() == "target";
    throw ArgumentError(units ? name : name + "_" + error.parameter(), error.wrong(),
                        error.right());
  }
}

void Assault::prepare(const Charts& charts) {
  line_up(defender, "defender", charts);
  line_up(attacker, "attacker", charts);
  const Infantry& infantry = charts.get<Infantry>();
  notes_ = infantry.unlisted_notes(attacker.units);
  for (std::string& note : infantry.unlisted_notes(defender.units)) {
    if (std::find(notes_.begin(), notes_.end(), note) == notes_.end()) notes_.push_back(note);
  }
  read_plan(charts);
  check_sides();
  price(By::attacker, attacker_nationality, charts);
  price(By::defender, defender_nationality, charts);
  find_last_and_like();
  // Their FP in defence and their BPV differ.
  if (has_close_combat() || defender_nationality) defender.tell_broken_apart();
  if (attacker_nationality) attacker.tell_broken_apart();
  settled_type_ = {attacker.add_settled_type(), defender.add_settled_type()};
  for (std::vector<int>& points : points_) {
    if (!points.empty()) points.push_back(0);
  }
}

void Assault::read_plan(const Charts& charts) {
  const FireSteps<AssaultFire> reader;
  std::vector<AssaultStep> all = read_assault_steps(steps, "steps");
  order_ = FireOrder(all, fire_order);
  for (AssaultStep& written : all) {
    Step step;
    if (written.is_fire()) step.fire = reader.read(written, "steps", charts);
    step.written = std::move(written);
    plan_.push_back(std::move(step));
  }
}

void Assault::check_sides() const {
  const auto is_asked = [&](const Step& step) {
    const bool own_fire = step.written.kind == Kind::fire && step.fire.by_own_units();
    return own_fire || step.written.kind == Kind::return_fire ||
           step.written.kind == Kind::close_combat;
  };
  const auto wants = std::find_if(plan_.begin(), plan_.end(), is_asked);
  if (!has_attacker() && wants != plan_.end()) {
    throw ArgumentError("attacker",
                        fmt::format("attacker is missing: '{}' needs them", wants->written.text),
                        units_form);
  }
  if (has_attacker() && wants == plan_.end()) {
    throw ArgumentError("attacker", "no step has to do with these units",
                        "left out, or a step such as 'return 6 2' or 'close-combat'");
  }
  if (!has_close_combat()) return;
  for (const FireTarget* const side : {&attacker, &defender}) {
    for (const UnitName& unit : side->units) {
      if (unit.leader || unit.firepower > 0) continue;
      throw ArgumentError(side == &attacker ? "attacker" : "defender",
                          unit.text + " has no firepower", "units such as 4-6-7");
    }
  }
}

/// Whether a step fires at a side or depends on what is left of it.
bool Assault::concerns(const Step& step, By side) const {
  if (!step.written.is_fire()) return step.written.kind == Kind::close_combat;
  const Kind at = side == By::defender ? Kind::fire : Kind::return_fire;
  return step.written.kind == at || step.fire.by_own_units();
}

void Assault::find_last_and_like() {
  for (std::size_t i = 0; i < plan_.size(); ++i) {
    Step& step = plan_[i];
    const auto is_like = [&](const Step& other) { return other.written.text == step.written.text; };
    const auto like = std::find_if(plan_.begin(), plan_.end(), is_like);
    step.first = static_cast<std::uint8_t>(like - plan_.begin());
    if (std::count_if(plan_.begin(), plan_.end(), is_like) > few_like_steps) continue;
    for (const By side : {By::attacker, By::defender}) {
      step.last.at(static_cast<std::size_t>(side)) =
          std::none_of(plan_.begin() + static_cast<std::ptrdiff_t>(i) + 1, plan_.end(),
                       [&](const Step& later) { return concerns(later, side); });
    }
    if (step.last != like->last) step.first = static_cast<std::uint8_t>(i);
  }
}

/// Forgets what those are that nothing more can happen to: their points are added up in the memo of
/// the stack.
void Assault::settle(Sides& sides, By side) const {
  TargetStack& stack = side == By::attacker ? sides.attacker : sides.defender;
  if (!FireTarget::resolved(stack)) return;
  const auto s = static_cast<std::size_t>(side);
  const bool all = sides.done.at(s) != 0;
  int points = settled_points(stack);
  for (TargetUnit& unit : std::span(stack.units.data(), stack.unit_count)) {
    const bool stays_out = side == By::attacker
                               ? sides.advanced != 0 && !unit.is(TargetUnit::engaged)
                               : unit.is(TargetUnit::routed);
    if (unit.is(TargetUnit::eliminated) || !(all || stays_out)) continue;
    if (!points_.at(s).empty()) points += points_.at(s).at(unit.type);
    unit.type = settled_type_.at(s);
  }
  stack.memo[0] = static_cast<std::uint8_t>(points % 256);
  stack.memo[1] = static_cast<std::uint8_t>(points / 256);
}

void Assault::price(By side, const std::optional<std::string>& nationality, const Charts& charts) {
  if (!nationality) return;
  const char* const parameter =
      side == By::attacker ? "attacker_nationality" : "defender_nationality";
  const UnitPoints& points = charts.get<UnitPoints>();
  const std::string name = folded(*nationality);
  if (!points.has_nationality(name)) {
    throw ArgumentError(parameter, fmt::format("{} is '{}'", parameter, *nationality),
                        "german or russian");
  }
  for (const UnitType& type : rules_of(side).roster()) {
    const bool counts = !type.is_smc();
    points_.at(static_cast<std::size_t>(side))
        .push_back(counts ? points.of(name, type.name.text).value_or(0) : 0);
  }
  const TargetStack& stack = rules_of(side).start();
  bool has_smc = false;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    const UnitType& unit = rules_of(side).type(stack, i);
    has_smc = has_smc || unit.is_smc();
    if (unit.is_smc() || points.of(name, unit.name.text)) continue;
    throw ArgumentError(parameter, fmt::format("the chart has no BPV of a {}", unit.name.text),
                        "left out, or units of asl/infantry-bpv.csv");
  }
  const std::string note = "the chart has no BPV of leaders and heroes: they count nothing";
  if (has_smc && std::find(notes_.begin(), notes_.end(), note) == notes_.end()) {
    notes_.push_back(note);
  }
}

Working Assault::working() const {
  Working working;
  if (has_attacker()) working.situation = units_text(attacker.units) + " against ";
  working.situation += units_text(defender.units);
  for (const Step& step : plan_) {
    const Kind kind = step.written.kind;
    working.situation += kind == Kind::fire          ? ", fire of "
                         : kind == Kind::return_fire ? ", return fire of "
                         : kind == Kind::rout        ? ", rout"
                         : kind == Kind::next_turn   ? ", next Player Turn"
                                                     : ", close combat";
    if (step.written.is_fire()) working.situation += step.fire.tell(working);
  }
  working.notes.insert(working.notes.end(), notes_.begin(), notes_.end());
  return working;
}

Sides Assault::round(Sides sides, int number) const {
  const Step& step = plan_[static_cast<std::size_t>(number)];
  switch (step.written.kind) {
    case Kind::fire:
    case Kind::return_fire:
      sides.next_fire = static_cast<std::uint8_t>(step.first + 1);
      sides.may_fire = order_.candidates(number, sides.waiting);
      break;
    case Kind::rout:
      for (TargetUnit& unit : sides.defender.units) {
        if (unit.is(TargetUnit::broken)) unit.status |= TargetUnit::routed;
      }
      break;
    case Kind::next_turn:  // A7.8: a pin ends with the Player Turn
      for (TargetStack* const stack : {&sides.defender, &sides.attacker}) {
        for (TargetUnit& unit : stack->units) {
          unit.status &= static_cast<std::uint8_t>(~TargetUnit::pinned);
        }
      }
      break;
    case Kind::close_combat:
      begin_close_combat(sides);
      break;
  }
  return sides;
}

Sides Assault::step(Sides sides, Dice& dice) const {
  if (!FireTarget::resolved(sides.defender)) {
    defender.step(dice, sides.defender);
  } else if (!FireTarget::resolved(sides.attacker)) {
    attacker.step(dice, sides.attacker);
  } else if (sides.next_fire != 0) {
    fire(sides, dice);
  } else {
    close_combat(sides, dice);
  }
  return sides;
}

void Assault::fire(Sides& sides, Dice& dice) const {
  const Step& in_place = plan_[std::exchange(sides.next_fire, std::uint8_t{0}) - 1u];
  const bool at_defender = in_place.written.kind == Kind::fire;
  const By by = at_defender ? By::attacker : By::defender;
  const std::uint8_t fires_on = std::exchange(sides.fires_on, std::uint8_t{0});
  const Step& chosen = fires_on != 0 ? plan_[fires_on - 1u] : fired(sides, dice, in_place);
  const std::uint8_t shots = std::exchange(sides.shots, std::uint8_t{0});
  const AssaultFire::Shot shot = chosen.fire.roll(dice, rules_of(by), of(sides, by), shots);
  // With points it matters what each of them turns into.
  const auto at = static_cast<std::size_t>(at_defender ? By::defender : By::attacker);
  bool last = false;
  if (shot.again != 0) {
    sides.next_fire = static_cast<std::uint8_t>(&in_place - plan_.data() + 1);
    sides.fires_on = static_cast<std::uint8_t>(&chosen - plan_.data() + 1);
    sides.shots = static_cast<std::uint8_t>(shots + 1);
  } else {
    for (std::size_t side = 0; side < sides.done.size(); ++side) {
      if (in_place.last.at(side)) sides.done.at(side) = 1;
    }
    last = in_place.last.at(at) && points_.at(at).empty();
  }
  const FireTarget& target = at_defender ? defender : attacker;
  target.begin(at_defender ? sides.defender : sides.attacker, shot.result, last);
}

/// The step that is played in the place of one: the order is the attacker's choice.
const Assault::Step& Assault::fired(Sides& sides, Dice& dice, const Step& in_place) const {
  if (sides.may_fire.bits() == 0) return in_place;
  const int chosen = order_.choose(dice, sides, sides.may_fire, [&] { return words(sides); });
  sides.waiting = order_.waiting(std::exchange(sides.may_fire, StepSet()), chosen);
  return plan_[static_cast<std::size_t>(chosen)];
}

/// How the defender stands, as the attacker sees it.
Facts Assault::words(const Sides& sides) const {
  const Losses lost = defender.losses(sides.defender);
  int broken = 0;
  int able = 0;
  int leading = 0;
  for (std::size_t i = 0; i < sides.defender.unit_count; ++i) {
    const TargetUnit& unit = sides.defender.units[i];
    if (unit.is(TargetUnit::eliminated) || unit.is(TargetUnit::routed)) continue;
    broken += unit.is(TargetUnit::broken) ? 1 : 0;
    able += unit.is(TargetUnit::broken) ? 0 : 1;
    leading += !unit.is(TargetUnit::broken) && defender.type(unit).is_leader() ? 1 : 0;
  }
  Facts facts = {{"defenders unbroken", able},
                 {"defenders broken", broken},
                 {"defenders pinned", lost.pinned},
                 {"defenders reduced", lost.reduced}};
  const bool has_leaders = std::any_of(defender.units.begin(), defender.units.end(),
                                       [](const UnitName& unit) { return unit.leader; });
  if (has_leaders) facts.emplace_back("defending leaders unbroken", leading);
  return facts;
}

/// Who is neither broken nor pinned (A4.7, A7.8) may go in. Where one of several that are alike
/// stays behind, so do those after it.
void Assault::go_in(Sides& sides, Dice& dice) const {
  std::optional<TargetUnit> stayed;
  for (std::size_t i = 0; i < sides.attacker.unit_count; ++i) {
    if (!attacker.is_able(sides.attacker, i)) continue;
    TargetUnit& unit = sides.attacker.units[i];
    if (stayed == unit) continue;
    if (goes_in(sides, dice, i)) {
      unit.status |= TargetUnit::engaged;
      sides.advanced = 2;
    } else {
      stayed = unit;
    }
  }
  sides.advanced = std::max(sides.advanced, std::uint8_t{1});
}

bool Assault::goes_in(const Sides& sides, Dice& dice, std::size_t unit) const {
  struct Asked {
    Sides sides;
    std::uint8_t unit;
  };
  const auto facts = [&] {
    int in = 0;
    int behind = 0;
    for (std::size_t i = 0; i < sides.attacker.unit_count; ++i) {
      in += sides.attacker.units[i].is(TargetUnit::engaged) ? 1 : 0;
      behind += i > unit && attacker.is_able(sides.attacker, i) ? 1 : 0;
    }
    Facts all = words(sides);
    all.insert(all.begin(), {"unit", attacker.type(sides.attacker, unit).name.text});
    all.emplace_back("going in already", in);
    all.emplace_back("others to decide on", behind);
    return all;
  };
  return dice.choose({"advance", "Advance into close combat?", no_or_yes},
                     Asked{sides, static_cast<std::uint8_t>(unit)}, facts,
                     advance == Advance::all ? 1 : 0) != 0;
}

void Assault::begin_close_combat(Sides& sides) const {
  if (sides.advanced == 0) {
    sides.round = Sides::Round::advance;
    return;
  }
  meet(sides);
}

void Assault::meet(Sides& sides) const {
  sides.round = Sides::Round::none;
  if (in_location(sides, By::attacker) == 0 || in_location(sides, By::defender) == 0) return;
  const bool may_ambush =
      terms.ambush_possible && sides.fought == 0 && can_strike(sides, By::defender);
  sides.round = may_ambush ? Sides::Round::ambush : Sides::Round::both_strike;
}

/// The next roll or two of a round (A11.1, A11.4): whoever ambushes attacks first at -1, and what
/// is left strikes back at +1; else both at once.
void Assault::close_combat(Sides& sides, Dice& dice) const {
  using Round = Sides::Round;
  const bool by_attacker = sides.ambush == Ambush::attacker_ambushes;
  const By ambusher = by_attacker ? By::attacker : By::defender;
  const By ambushed = by_attacker ? By::defender : By::attacker;
  switch (sides.round) {
    case Round::advance:
      go_in(sides, dice);
      meet(sides);
      return;
    case Round::ambush:
      sides.ambush =
          terms.ambush(dice, ambush_drm(sides, By::attacker), ambush_drm(sides, By::defender));
      sides.round =
          sides.ambush == Ambush::nobody_ambushes ? Round::both_strike : Round::ambusher_strikes;
      return;
    case Round::both_strike:
      sides.on_defender = strike(sides, dice, By::attacker, 0);
      sides.on_attacker = strike(sides, dice, By::defender, 0);
      sides.round = Round::defender_suffers;
      return;
    case Round::defender_suffers:
      suffer(sides, dice, By::defender, std::exchange(sides.on_defender, {}));
      sides.round = Round::attacker_suffers;
      return;
    case Round::attacker_suffers:
      suffer(sides, dice, By::attacker, std::exchange(sides.on_attacker, {}));
      break;
    case Round::ambusher_strikes:
      suffer(sides, dice, ambushed, strike(sides, dice, ambusher, -1));
      if (can_strike(sides, ambushed)) {
        sides.round = Round::ambushed_strikes;
        return;
      }
      break;
    case Round::ambushed_strikes:
      suffer(sides, dice, ambusher, strike(sides, dice, ambushed, 1));
      break;
    case Round::none:
      break;
  }
  sides.round = Round::none;
  sides.fought = 1;
}

/// A11.4: the best leader in good order helps, who is pinned or broken beside them hinders.
int Assault::ambush_drm(const Sides& sides, By side) const {
  const TargetStack& stack = of(sides, side);
  const std::uint32_t here = in_location(sides, side);
  int leadership = 0;
  int pinned = 0;
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if ((here >> i & 1) == 0 || stack.units[i].is(TargetUnit::broken)) continue;
    if (stack.units[i].is(TargetUnit::pinned)) pinned = 1;
    if (!rules_of(side).type(stack, i).is_leader()) continue;
    leadership = std::min(leadership, rules_of(side).modifier(stack, i));
  }
  return leadership + pinned + (broken_of(stack, here) != 0 ? 1 : 0);
}

/// The attack of all of a side who are unbroken on all of the other: pinned ones with half their
/// FP until their pin ends with the Player Turn, an SMC with one (A11.14), and so in defence; the
/// best able leader helps beside others, a hero by -1.
Hit Assault::strike(const Sides& sides, Dice& dice, By by, int edge) const {
  const By at = by == By::attacker ? By::defender : By::attacker;
  const auto firepower = [&](By side, std::size_t i) {
    const UnitType& unit = rules_of(side).type(of(sides, side), i);
    return unit.is_smc() ? 1.0 : unit.name.firepower;
  };
  const TargetStack& attackers = of(sides, by);
  const std::uint32_t here = in_location(sides, by);
  const std::uint32_t strike_now = here & ~broken_of(attackers, here);
  if (strike_now == 0) return {};
  double attack = 0;
  int leadership = 0;
  int heroes = 0;
  for (std::size_t i = 0; i < attackers.unit_count; ++i) {
    if ((strike_now >> i & 1) == 0) continue;
    const bool pinned = attackers.units[i].is(TargetUnit::pinned) && sides.fought == 0;
    const UnitType& unit = rules_of(by).type(attackers, i);
    attack += firepower(by, i) * (pinned ? 0.5 : 1);
    heroes += unit.is_hero() ? 1 : 0;
    if (!unit.is_leader() || pinned) continue;
    leadership = std::min(leadership, rules_of(by).modifier(attackers, i));
  }
  const bool alone = (strike_now & (strike_now - 1)) == 0;
  const TargetStack& attacked = of(sides, at);
  const std::uint32_t there = in_location(sides, at);
  const std::uint32_t broken = broken_of(attacked, there);
  double defence = 0;
  for (std::size_t i = 0; i < attacked.unit_count; ++i) {
    if ((there >> i & 1) != 0) defence += firepower(at, i);
  }
  const int drm = (alone ? 0 : leadership) - heroes + edge;
  const bool any_unbroken = broken != there;
  const bool counts = broken_drm == BrokenDrm::each || !any_unbroken;
  const CloseCombatTerms::Strike strike = terms.strike(by, attack, defence);
  return dice.DR([&](TwoDice roll) {
    Hit hit;
    if (any_unbroken) hit.unbroken = strike.effect(roll.total(), drm);
    if (broken != 0) {
      hit.broken = strike.effect(roll.total(), drm + (counts ? broken_target_drm : 0));
    }
    return hit;
  });
}

/// All are eliminated, or one by Random Selection (more if they tie) suffers Casualty Reduction: of
/// those whom the Final DR reduces, where the broken ones have another. Where all have the same
/// they are one group.
void Assault::suffer(Sides& sides, Dice& dice, By side, Hit hit) const {
  TargetStack& stack = side == By::attacker ? sides.attacker : sides.defender;
  const FireTarget& rules = rules_of(side);
  const std::uint32_t here = in_location(sides, side);
  const std::uint32_t broken = broken_of(stack, here);
  std::uint32_t eliminated = 0;
  std::uint32_t reduced = 0;
  const auto sort = [&](std::uint32_t units, Effect effect) {
    if (effect == Effect::eliminates) eliminated |= units;
    if (effect == Effect::reduces) reduced |= units;
  };
  sort(here & ~broken, hit.unbroken);
  sort(broken, hit.broken);
  rules.eliminate_all(stack, eliminated);
  if (reduced != 0) rules.reduce_one_of(dice, stack, reduced);
}

int Assault::points_left(const TargetStack& stack, By side) const {
  const std::vector<int>& points = points_.at(static_cast<std::size_t>(side));
  int left = settled_points(stack);
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if (!stack.units[i].is(TargetUnit::eliminated)) left += points.at(stack.units[i].type);
  }
  return left;
}

std::optional<Outcome> Assault::outcome(const Sides& sides, int played) const {
  if (played < rounds()) return std::nullopt;
  Outcome outcome =
      holder_outcome(in_location(sides, By::attacker) != 0, in_location(sides, By::defender) != 0);
  const Losses lost = defender.losses(sides.defender);
  const InfantryFate fate = defender.fate(sides.defender);
  outcome.event("nmc_or_better", sides.defender.nmc_or_better != 0)
      .event("replaced", sides.defender.replaced != 0)
      .event("close_combat", sides.fought != 0)
      .event("attacker_ambushes", sides.ambush == Ambush::attacker_ambushes)
      .event("defender_ambushes", sides.ambush == Ambush::defender_ambushes)
      .measure("defenders_eliminated", lost.eliminated)
      .measure("defenders_reduced", lost.reduced)
      .measure("defenders_broken", lost.broken)
      .measure("defenders_pinned", lost.pinned)
      .measure("defenders_unharmed", fate.unharmed);
  tell(outcome, fate, Pins::yes);
  const auto points_lost = [&](By side) {
    return points_left(rules_of(side).start(), side) - points_left(of(sides, side), side);
  };
  if (defender_nationality) outcome.measure("defenders_points_lost", points_lost(By::defender));
  if (!has_attacker()) return outcome;
  const Losses own = attacker.losses(sides.attacker);
  const InfantryFate own_fate = attacker.fate(sides.attacker);
  outcome.event("attacker_goes_in", sides.advanced == 2)
      .measure("attackers_eliminated", own.eliminated)
      .measure("attackers_reduced", own.reduced)
      .measure("attackers_broken", own.broken)
      .measure("attackers_pinned", own.pinned)
      .measure("attackers_unharmed", own_fate.unharmed);
  tell_of_attacker(outcome, own_fate, Pins::yes);
  if (!attacker_nationality) return outcome;
  outcome.measure("attackers_points_lost", points_lost(By::attacker));
  if (defender_nationality) {
    outcome.measure("points_won", points_lost(By::defender) - points_lost(By::attacker));
  }
  return outcome;
}

}  // namespace

Procedure assault() {
  using Asked = Assault;
  return procedure<Asked>("asl.assault", "A7.3, A11.1-.4",
                          "fire, return fire and close combat one after the other")
      .asks(&Asked::steps, "steps", assault_steps_form,
            "what happens, one step after the other: 'fire' at the defender and 'return' at the "
            "attacker, each with FP and DRM ('8 1'), as a multiple of what is left of those who "
            "fire ('x2 1') or in the words of asl.fire ('2*4-6-7 LMG range 1 terrain stone'); "
            "'rout' of the broken defenders; 'next-turn', which ends pins; 'close-combat'")
      .tried_with({"fire 8 1", "fire 8 1; fire 8 1", "fire 12; rout; close-combat",
                   "close-combat; close-combat", "return x1 1; close-combat",
                   "fire x2; return x2 2", "fire 8; close-combat",
                   "fire 8; return x2; next-turn; close-combat",
                   "return 6; fire x1; rout; close-combat; close-combat",
                   "fire 4-6-7 LMG range 1 terrain woods; return 4 cowering cower; close-combat"})
      .includes(&Asked::defender,
                [](Declaration<FireTarget>& side) {
                  side.asks(&FireTarget::units, "defender", units_form, "the units of the defender",
                            units_up_to<TargetStack::most_units>)
                      .or_named(names_in(Infantry::chart_name, "unit"))
                      .tried_with({"4-4-7", "8-1", "4-4-7 8-0", "2-3-7 2-2-8", "1-4-9 4-2-6",
                                   "2*4-4-7", "4-4-7"});
                })
      .includes(&Asked::attacker,
                [](Declaration<FireTarget>& side) {
                  side.asks(&FireTarget::units, "attacker", units_form,
                            "the units of the attacker; left out where only others fire at the "
                            "defender",
                            FireTarget::read_if_any)
                      .by_default("")
                      .or_named(names_in(Infantry::chart_name, "unit"))
                      .tried_with({"", "4-6-7", "4-6-7 8-1", "2*4-6-7", "2-4-7 8-0", "1-4-9 9-1"})
                      .asks(&FireTarget::elr, "attacker_elr", 0, 5,
                            "the Experience Level Rating of the attacker");
                })
      .only_when({"attacker_elr"}, &Asked::has_attacker, "there is no attacker", "attacker")
      .includes(&Asked::defender,
                [](Declaration<FireTarget>& side) {
                  side.asks(&FireTarget::status, "defender_status", one_of({"good", "broken"}),
                            "whether the defender is broken already")
                      .tried_with({"good", "good", "broken"})
                      .asks(&FireTarget::elr, "defender_elr", 0, 5,
                            "the Experience Level Rating of the defender");
                })
      .includes(&Asked::terms)
      .again("attacker_drm",
             [](Parameter& drm) {
               drm.meaning =
                   "further modifiers on the attacker's Close Combat DR: leaders, heroes, "
                   "broken targets and an ambush count by themselves";
             })
      .again("defender_drm",
             [](Parameter& drm) { drm.meaning = "the same for the defender's Close Combat DR"; })
      .again("attacker_factor",
             [](Parameter& factor) {
               factor.meaning =
                   "multiplies the attacker's FP in Close Combat: 0.5 against concealed "
                   "units; the pinned have half by themselves";
             })
      .again("attacker_ambush_drm",
             [](Parameter& drm) {
               drm.meaning =
                   "further modifiers on the attacker's ambush die: leaders, pinned and "
                   "broken units count by themselves";
             })
      .again("defender_ambush_drm",
             [](Parameter& drm) { drm.meaning = "the same for the defender's ambush die"; })
      .asks(&Asked::broken_drm, "broken_drm", one_of({"each", "all"}),
            "whether the -2 against broken units in Close Combat counts against each of them, or "
            "only where all who are attacked are broken")
      .only_when({"hand_to_hand", "attacker_drm", "defender_drm", "attacker_factor",
                  "defender_factor", "ambush_possible", "broken_drm"},
                 &Asked::has_close_combat, "no step is close combat", "steps with close-combat")
      .asks(&Asked::defender_nationality, "defender_nationality", "german or russian",
            "for the points that the defender loses; leaders and heroes have none")
      .or_named(names_in(UnitPoints::chart_name, "nationality"))
      .tried_with({"", "", "russian"})
      .asks(&Asked::attacker_nationality, "attacker_nationality", "german or russian",
            "for the points that the attacker loses")
      .or_named(names_in(UnitPoints::chart_name, "nationality"))
      .tried_with({"", "", "german"})
      .only_when(&Asked::has_attacker, "there is no attacker", "attacker")
      .asks(&Asked::fire_order, "fire_order", FireOrder::habits(),
            "in which order attacks on the defender are made that follow one another with no other "
            "step between")
      .decides()
      .asks(&Asked::advance, "advance", one_of({"all", "none"}),
            "who of the attackers that can goes into close combat")
      .decides()
      .only_when(&Asked::has_close_combat, "no step is close combat", "steps with close-combat")
      .outcomes(holder_outcomes())
      .events(holder_events())
      .event("nmc_or_better", "an attack on the defender came to an NMC or more")
      .event("replaced", "a unit of the defender failed an MC by more than its ELR")
      .event("attacker_goes_in", "at least one attacker could advance into the Location")
      .event("close_combat", "both were there, and close combat was fought")
      .event("attacker_ambushes", "the attacker ambushes")
      .event("defender_ambushes", "the defender ambushes")
      .events(infantry_events(Pins::yes))
      .events(attacker_events(Pins::yes))
      .measure("defenders_eliminated", "units of the defender eliminated")
      .measure("defenders_reduced", "of those left, squads reduced and SMC wounded")
      .measure("defenders_broken", "of those left, units broken, by this and not before")
      .measure("defenders_pinned", "units of the defender pinned")
      .measure("defenders_unharmed", "units of the defender to which nothing happened")
      .measures(infantry_measures())
      .measure("attackers_eliminated", "units of the attacker eliminated")
      .measure("attackers_reduced", "of those left, squads reduced and SMC wounded")
      .measure("attackers_broken", "of those left, units broken")
      .measure("attackers_pinned", "units of the attacker pinned")
      .measure("attackers_unharmed", "units of the attacker to which nothing happened")
      .measures(attacker_measures())
      .measure("defenders_points_lost", "the BPV that the defender lost")
      .measure("attackers_points_lost", "the BPV that the attacker lost")
      .less_is_better()
      .measure("points_won", "the BPV that the defender lost less that of the attacker")
      .headlines(holder_headline());
}

}  // namespace combat_odds::asl
