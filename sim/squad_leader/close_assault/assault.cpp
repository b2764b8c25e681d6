#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "combat_odds/sim/assault_steps.hpp"
#include "combat_odds/sim/both_sides.hpp"
#include "combat_odds/sim/squad_leader/close_assault/assault_fire.hpp"
#include "combat_odds/sim/squad_leader/close_assault/close_combat.hpp"
#include "combat_odds/sim/squad_leader/counters.hpp"
#include "combat_odds/sim/squad_leader/points/points.hpp"

namespace combat_odds::squad_leader {
namespace {

using Kind = AssaultStep::Kind;
using Status = HexUnit::Status;

/// Both sides, with all that the rest depends on.
struct Sides {
  TargetHex defender;
  TargetHex attacker;
  std::uint8_t next_fire = 0;     ///< the step whose DR comes next, counted from 1
  StepSet may_fire{};             ///< of which one takes the place of that step
  StepSet waiting{};              ///< attacks that were passed over, with those behind them
  std::uint8_t close_combat = 0;  ///< 1: a Close Combat Phase comes next, 2: perhaps
  std::uint8_t routed = 0;        ///< 1: the broken defenders are gone
  /// 1: the attacker could have gone in, 2: some of them have, 3: they stayed behind
  std::uint8_t advanced = 0;
  std::uint8_t fought = 0;  ///< 1: a Close Combat Phase is over
};

/// One side as it is asked for.
struct AssaultSide {
  std::vector<UnitName> units;
  std::optional<int> broken_morale;
  std::optional<std::string> nationality;
  BerserkChecks berserk = BerserkChecks::none;

  void prepare(Status status) {
    start = target_hex(units, status, broken_morale, &kinds);
    start.berserk = berserk;
  }
  void price(const char* parameter, const Charts& charts);
  int points_left(const TargetHex& hex) const;

  TargetHex start;
  std::vector<UnitName> kinds;
  std::vector<int> points;  ///< of each kind
};

/// Fire, rout and Close Combat one after the other, each on what the last one left.
struct Assault {
  enum class Ambush { none, attacker, defender };
  enum class Advance { all, none };

  std::string steps;
  AssaultSide defender;
  AssaultSide attacker;
  Status status = Status::good;
  int attacker_drm = 0;
  int defender_drm = 0;
  Ambush ambush = Ambush::none;
  FireOrder::Habit fire_order = FireOrder::Habit::as_written;
  Advance advance = Advance::all;

  void prepare(const Charts& charts);
  Working working() const;

  // A round is a step.
  int rounds() const { return static_cast<int>(plan_.size()); }
  Sides start() const {
    Sides sides;
    sides.defender = defender.start;
    sides.attacker = attacker.start;
    return sides;
  }
  Sides round(Sides sides, int number) const;
  bool round_over(const Sides& sides) const {
    return sides.next_fire == 0 && sides.close_combat == 0 && resolved(sides.defender) &&
           resolved(sides.attacker);
  }
  Sides step(Sides sides, Dice& dice) const;
  Sides alike(Sides sides) const {
    make_alike(sides.defender);
    make_alike(sides.attacker);
    return sides;
  }
  std::optional<Outcome> outcome(const Sides& sides, int played) const;

  bool has_attacker() const { return !attacker.units.empty(); }
  bool has_close_combat() const {
    return read_assault_steps(steps, "steps").back().kind == Kind::close_combat;  // it comes last
  }

 private:
  struct Step {
    AssaultStep written;
    AssaultFire fire;
    std::uint8_t first = 0;  ///< the first step that is the same, for all of them
  };

  void read_plan(const Charts& charts);
  void check_sides() const;
  const Step& fired(Sides& sides, Dice& dice, const Step& in_place) const;
  Facts words(const Sides& sides) const;
  bool goes_in(const Sides& sides, Dice& dice) const;
  void begin_close_combat(Sides& sides) const;
  void meet(Sides& sides) const;
  void fight(Sides& sides, Dice& dice) const;
  void strike(Dice& dice, const AssaultSide& by, const TargetHex& one, const AssaultSide& at,
              TargetHex& other, int drm) const;
  static bool are_in(const TargetHex& hex) {
    return how_many(hex, Status::good) + how_many(hex, Status::berserk) > 0;
  }
  static bool attacker_is_in(const Sides& sides) {
    return (sides.advanced == 1 || sides.advanced == 2) && are_in(sides.attacker);
  }
  static bool defender_is_in(const Sides& sides) {
    const bool broken = sides.routed == 0 && how_many(sides.defender, Status::broken) > 0;
    return broken || are_in(sides.defender);
  }

  const CloseCombatTable* table_ = nullptr;
  std::vector<Step> plan_;
  FireOrder order_;
  std::vector<std::string> notes_;
};

void AssaultSide::price(const char* parameter, const Charts& charts) {
  if (!nationality) return;
  const auto& entries = charts.get<InfantryPoints>(InfantryPoints::chart_name).entries();
  for (const UnitName& kind : kinds) {
    const ListedPoints* const listed = find_points(entries, *nationality, kind.text);
    if (listed == nullptr) {
      throw ArgumentError(parameter, fmt::format("the chart has no {} {}", *nationality, kind.text),
                          "left out, or a nationality of squad-leader/infantry-points.csv that has "
                          "these units");
    }
    points.push_back(listed->points);
  }
}

int AssaultSide::points_left(const TargetHex& hex) const {
  int left = 0;
  for (std::size_t i = 0; i < hex.unit_count; ++i) {
    if (hex.units[i].status != Status::eliminated) left += points[hex.units[i].kind];
  }
  return left;
}

void Assault::prepare(const Charts& charts) {
  defender.prepare(status);
  attacker.prepare(Status::good);
  defender.price("defender_nationality", charts);
  attacker.price("attacker_nationality", charts);
  std::vector<UnitName> all = defender.units;
  all.insert(all.end(), attacker.units.begin(), attacker.units.end());
  notes_ = unlisted_notes(all, charts);
  read_plan(charts);
  check_sides();
  if (has_close_combat()) table_ = &charts.get<CloseCombatTable>();
}

void Assault::read_plan(const Charts& charts) {
  const FireSteps<AssaultFire> reader;
  std::vector<AssaultStep> all = read_assault_steps(steps, "steps");
  order_ = FireOrder(all, fire_order);
  for (AssaultStep& written : all) {
    Step step;
    if (written.is_fire()) step.fire = reader.read(written, "steps", charts);
    const auto like = std::find_if(plan_.begin(), plan_.end(), [&](const Step& other) {
      return other.written.text == written.text;
    });
    step.first = static_cast<std::uint8_t>(like - plan_.begin());
    step.written = std::move(written);
    plan_.push_back(std::move(step));
  }
}

void Assault::check_sides() const {
  const auto wants = std::find_if(plan_.begin(), plan_.end(), [](const Step& step) {
    const bool own_fire = step.written.kind == Kind::fire && step.fire.by_own_units();
    return own_fire || step.written.kind == Kind::return_fire ||
           step.written.kind == Kind::close_combat;
  });
  if (!has_attacker() && wants != plan_.end()) {
    throw ArgumentError("attacker",
                        fmt::format("attacker is missing: '{}' needs them", wants->written.text),
                        units_form);
  }
  if (has_attacker() && wants == plan_.end()) {
    throw ArgumentError("attacker", "no step has to do with these units",
                        "left out, or a step such as 'return 6 2' or 'close-combat'");
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
                         : kind == Kind::next_turn   ? ", next player turn"
                                                     : ", close combat";
    if (step.written.is_fire()) working.situation += step.fire.tell(working);
  }
  working.notes.insert(working.notes.end(), notes_.begin(), notes_.end());
  return working;
}

Sides Assault::round(Sides sides, int number) const {
  const Step& step = plan_[static_cast<std::size_t>(number)];
  if (step.written.is_fire()) {
    sides.next_fire = static_cast<std::uint8_t>(step.first + 1);
    sides.may_fire = order_.candidates(number, sides.waiting);
  } else if (step.written.kind == Kind::rout) {
    sides.routed = 1;
  } else if (step.written.kind == Kind::close_combat) {
    begin_close_combat(sides);
  }
  return sides;
}

Sides Assault::step(Sides sides, Dice& dice) const {
  if (const std::uint8_t fires = std::exchange(sides.next_fire, std::uint8_t{0}); fires != 0) {
    const Step& step = plan_[fires - 1u];
    const bool at_defender = step.written.kind == Kind::fire;
    const AssaultFire& fire = fired(sides, dice, step).fire;
    const FireResult result = at_defender ? fire.roll(dice, attacker.kinds, sides.attacker)
                                          : fire.roll(dice, defender.kinds, sides.defender);
    begin_fire(at_defender ? sides.defender : sides.attacker, result);
  } else if (!resolved(sides.defender)) {
    squad_leader::step(dice, sides.defender);
  } else if (!resolved(sides.attacker)) {
    squad_leader::step(dice, sides.attacker);
  } else if (sides.close_combat == 2) {
    sides.advanced = goes_in(sides, dice) ? 2 : 3;
    meet(sides);
  } else {
    sides.close_combat = 0;
    fight(sides, dice);
    sides.fought = 1;
  }
  return sides;
}

/// The step that is played in the place of one: the order is the attacker's choice.
const Assault::Step& Assault::fired(Sides& sides, Dice& dice, const Step& in_place) const {
  if (sides.may_fire.bits() == 0) return in_place;
  const int chosen = order_.choose(dice, sides, sides.may_fire, [&] { return words(sides); });
  sides.waiting = order_.waiting(std::exchange(sides.may_fire, StepSet()), chosen);
  return plan_[static_cast<std::size_t>(chosen)];
}

/// Adds how many of a side are unbroken, and of its leaders where it had any.
void tell_unbroken(Facts& facts, const std::string& who, const TargetHex& hex) {
  int leaders = 0;
  int squads = 0;
  for (std::size_t i = 0; i < hex.unit_count; ++i) {
    const bool unbroken = is_unbroken(hex.units[i].status);
    (i < hex.leader_count ? leaders : squads) += unbroken ? 1 : 0;
  }
  facts.emplace_back(who + " squads unbroken", squads);
  if (hex.leader_count > 0) facts.emplace_back(who + " leaders unbroken", leaders);
}

/// How the defender stands, as the attacker sees it.
Facts Assault::words(const Sides& sides) const {
  Facts facts;
  tell_unbroken(facts, "defending", sides.defender);
  const int broken = sides.routed == 0 ? how_many(sides.defender, Status::broken) : 0;
  facts.emplace_back("defenders broken", broken);
  return facts;
}

/// All who are unbroken, or none of them.
bool Assault::goes_in(const Sides& sides, Dice& dice) const {
  const auto facts = [&] {
    Facts all = words(sides);
    tell_unbroken(all, "attacking", sides.attacker);
    return all;
  };
  return dice.choose({"advance", "Advance into close combat?", no_or_yes}, sides, facts,
                     advance == Advance::all ? 1 : 0) != 0;
}

void Assault::begin_close_combat(Sides& sides) const {
  if (sides.advanced == 0 && are_in(sides.attacker)) {
    sides.close_combat = 2;
    return;
  }
  if (sides.advanced == 0) sides.advanced = 1;
  meet(sides);
}

/// Broken defenders who are still there are eliminated (20.9).
void Assault::meet(Sides& sides) const {
  sides.close_combat = 0;
  if (sides.advanced == 3 || !are_in(sides.attacker)) return;
  if (sides.routed == 0) {
    for (HexUnit& unit : sides.defender.units) {
      if (unit.status == Status::broken) unit.status = Status::eliminated;
    }
  }
  sides.close_combat = are_in(sides.defender) ? 1 : 0;
}

/// 20.3: both sides attack at the same time, but whoever ambushes attacks first in the first phase
/// (98.3).
void Assault::fight(Sides& sides, Dice& dice) const {
  const bool first = sides.fought == 0;
  const TargetHex attacker_before = sides.attacker;
  if (first && ambush == Ambush::defender) {
    strike(dice, defender, sides.defender, attacker, sides.attacker, defender_drm);
    strike(dice, attacker, sides.attacker, defender, sides.defender, attacker_drm);
    return;
  }
  const TargetHex defender_before = sides.defender;
  strike(dice, attacker, attacker_before, defender, sides.defender, attacker_drm);
  const bool ambushed = first && ambush == Ambush::attacker;
  strike(dice, defender, ambushed ? sides.defender : defender_before, attacker, sides.attacker,
         defender_drm);
}

/// The factors of those in good order: leaders count 1 each where they are alone (20.72).
double factors(const AssaultSide& side, const TargetHex& hex) {
  int squads = 0;
  int leaders = 0;
  for (std::size_t i = 0; i < hex.unit_count; ++i) {
    if (!is_unbroken(hex.units[i].status)) continue;
    const UnitName& kind = side.kinds[hex.units[i].kind];
    leaders += kind.leader ? 1 : 0;
    squads += kind.firepower;
  }
  return squads > 0 ? squads : leaders;
}

/// The attack of all of a side on all of the other: the kill number or less eliminates them.
void Assault::strike(Dice& dice, const AssaultSide& by, const TargetHex& one, const AssaultSide& at,
                     TargetHex& other, int drm) const {
  if (!are_in(one) || !are_in(other)) return;
  const int needed =
      table_->kill_number(factors(by, one), factors(at, other)) - drm - leader_who_helps(one);
  enum class Result : std::uint8_t { nothing, eliminates };
  const Result result = dice.DR(
      [&](TwoDice roll) { return roll.total() <= needed ? Result::eliminates : Result::nothing; });
  if (result == Result::nothing) return;
  for (std::size_t i = 0; i < other.unit_count; ++i) {
    Status& fate = other.units[i].status;
    if (is_unbroken(fate)) fate = Status::eliminated;
  }
}

std::optional<Outcome> Assault::outcome(const Sides& sides, int played) const {
  if (played < rounds()) return std::nullopt;
  Outcome outcome = holder_outcome(attacker_is_in(sides), defender_is_in(sides));
  const InfantryFate fate = fate_of(sides.defender, status);
  const auto any_berserk = [](const TargetHex& hex) { return how_many(hex, Status::berserk) > 0; };
  outcome.event("close_combat", sides.fought != 0)
      .event("berserk", any_berserk(sides.defender) || any_berserk(sides.attacker))
      .measure("defenders_eliminated", how_many(sides.defender, Status::eliminated))
      .measure("defenders_broken",
               status == Status::good ? how_many(sides.defender, Status::broken) : 0)
      .measure("defenders_unharmed", fate.unharmed);
  tell(outcome, fate, Pins::no);
  const auto lost = [](const AssaultSide& side, const TargetHex& hex) {
    return side.points_left(side.start) - side.points_left(hex);
  };
  if (defender.nationality) {
    outcome.measure("defenders_points_lost", lost(defender, sides.defender));
  }
  if (!has_attacker()) return outcome;
  const InfantryFate own_fate = fate_of(sides.attacker, Status::good);
  outcome.event("attacker_goes_in", sides.advanced == 2)
      .measure("attackers_eliminated", how_many(sides.attacker, Status::eliminated))
      .measure("attackers_broken", how_many(sides.attacker, Status::broken))
      .measure("attackers_unharmed", own_fate.unharmed);
  tell_of_attacker(outcome, own_fate, Pins::no);
  if (!attacker.nationality) return outcome;
  const int own_lost = lost(attacker, sides.attacker);
  outcome.measure("attackers_points_lost", own_lost);
  if (defender.nationality) {
    outcome.measure("points_won", lost(defender, sides.defender) - own_lost);
  }
  return outcome;
}

std::vector<UnitName> read_attacker(std::string_view text, std::string_view parameter) {
  if (text.empty()) return {};
  return read_units(text, parameter, TargetHex::most_units);
}

}  // namespace

Procedure assault() {
  using Asked = Assault;
  return procedure<Asked>("sl.assault", "COI 10, 12, 20",
                          "fire, return fire and close combat one after the other")
      .asks(&Asked::steps, "steps", assault_steps_form,
            "what happens, one step after the other: 'fire' at the defender and 'return' at the "
            "attacker, each with firepower and DRM ('8 1'), as a multiple of what is left of those "
            "who fire ('x2 1') or in the words of sl.fire ('2*4-6-7 LMG range 1 terrain stone'); "
            "'rout' of the broken defenders; 'next-turn'; 'close-combat'")
      .tried_with({"fire 8 1", "fire 8 1; fire 8 1", "fire 12; rout; close-combat",
                   "close-combat; close-combat", "return x1 1; close-combat",
                   "fire x2; return x2 2", "fire 8; close-combat",
                   "return 6; fire x1; rout; close-combat; close-combat",
                   "fire 4-6-7 LMG range 1 terrain woods; return 4; close-combat"})
      .includes(&Asked::defender,
                [](Declaration<AssaultSide>& side) {
                  side.asks(&AssaultSide::units, "defender", units_form,
                            "the units of the defender", units_up_to<TargetHex::most_units>)
                      .or_named(infantry_names())
                      .tried_with({"4-4-7", "8-1", "4-4-7 8-0", "2*4-4-7 8-1", "4-3-6 9-1 8-0"});
                })
      .includes(&Asked::attacker,
                [](Declaration<AssaultSide>& side) {
                  side.asks(&AssaultSide::units, "attacker", units_form,
                            "the units of the attacker; left out where only others fire at the "
                            "defender",
                            read_attacker)
                      .by_default("")
                      .or_named(infantry_names())
                      .tried_with({"", "4-6-7", "4-6-7 8-1", "2*4-6-7", "8-3-8 9-2", "8-1"});
                })
      .asks(&Asked::status, "defender_status", one_of({"good", "broken"}),
            "whether the defender is broken already")
      .tried_with({"good", "good", "broken"})
      .asks(&Asked::attacker_drm, "attacker_drm", -10, 10,
            "further modifiers on the attacker's Close Combat DR: his leader counts by himself")
      .asks(&Asked::defender_drm, "defender_drm", -10, 10,
            "the same for the defender's Close Combat DR")
      .asks(&Asked::ambush, "ambush", one_of({"none", "attacker", "defender"}),
            "who ambushes in the first Close Combat Phase (98.3)")
      .only_when({"attacker_drm", "defender_drm", "ambush"}, &Asked::has_close_combat,
                 "no step is close combat", "steps with close-combat")
      .includes(&Asked::defender,
                [](Declaration<AssaultSide>& side) {
                  side.asks(&AssaultSide::broken_morale, "defender_broken_morale", 2, 12,
                            "the morale on the broken side of the defender's squads, where it is "
                            "not that of the front (13.6)")
                      .tried_with({"", "6"})
                      .asks(&AssaultSide::nationality, "defender_nationality",
                            "a nationality such as german",
                            "for the points that the defender loses")
                      .or_named(names_in(InfantryPoints::chart_name, "nationality"))
                      .tried_with({"", "", "russian"});
                })
      .includes(&Asked::attacker,
                [](Declaration<AssaultSide>& side) {
                  side.asks(&AssaultSide::broken_morale, "attacker_broken_morale", 2, 12,
                            "the same for the attacker's squads")
                      .tried_with({"", "6"})
                      .asks(&AssaultSide::nationality, "attacker_nationality",
                            "a nationality such as german",
                            "for the points that the attacker loses")
                      .or_named(names_in(InfantryPoints::chart_name, "nationality"))
                      .tried_with({"", "", "german"});
                })
      .includes(
          &Asked::defender,
          [](Declaration<AssaultSide>& side) {
            side.asks(&AssaultSide::berserk, "defender_berserk", one_of({"none", "of_fire", "all"}),
                      "which Morale Checks send the defender's units berserk on an Original 2 "
                      "(18.4, 83.6): those that fire demands, or those for the loss of a "
                      "leader too")
                .tried_with({"none", "none", "of_fire", "all"});
          })
      .includes(&Asked::attacker,
                [](Declaration<AssaultSide>& side) {
                  side.asks(&AssaultSide::berserk, "attacker_berserk",
                            one_of({"none", "of_fire", "all"}), "the same for the attacker's units")
                      .tried_with({"none", "none", "of_fire", "all"});
                })
      .only_when({"attacker_broken_morale", "attacker_nationality", "attacker_berserk"},
                 &Asked::has_attacker, "there is no attacker", "attacker")
      .asks(&Asked::fire_order, "fire_order", FireOrder::habits(),
            "in which order attacks on the defender are made that follow one another with no other "
            "step between")
      .decides()
      .asks(&Asked::advance, "advance", one_of({"all", "none"}),
            "whether all attackers in good order go into close combat, or none")
      .decides()
      .only_when(&Asked::has_close_combat, "no step is close combat", "steps with close-combat")
      .outcomes(holder_outcomes())
      .events(holder_events())
      .event("attacker_goes_in", "at least one attacker could advance into the hex")
      .event("close_combat", "both were there in good order, and close combat was fought")
      .event("berserk", "a unit that is left is berserk")
      .events(infantry_events(Pins::no))
      .events(attacker_events(Pins::no))
      .measure("defenders_eliminated", "units of the defender eliminated")
      .measure("defenders_broken", "units of the defender broken, by this and not before")
      .measure("defenders_unharmed", "units of the defender to which nothing happened")
      .measures(infantry_measures())
      .measure("attackers_eliminated", "units of the attacker eliminated")
      .measure("attackers_broken", "units of the attacker broken")
      .measure("attackers_unharmed", "units of the attacker to which nothing happened")
      .measures(attacker_measures())
      .measure("defenders_points_lost", "the points that the defender lost")
      .measure("attackers_points_lost", "the points that the attacker lost")
      .less_is_better()
      .measure("points_won", "the points that the defender lost less those of the attacker")
      .headlines(holder_headline());
}

}  // namespace combat_odds::squad_leader
