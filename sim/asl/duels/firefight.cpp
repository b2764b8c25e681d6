#include "sim/asl/duels/firefight.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/dice/even_handed.hpp"
#include "core/dice/small.hpp"
#include "core/text/add_once.hpp"
#include "sim/declare/rounds_in_bodies.hpp"
#include "sim/squad_games/fire_group.hpp"

namespace combat_odds::asl {
namespace {

/// A side of a stand-off, from one dice roll to the next.
struct StandoffSide {
  FirefightArms arms;
  TargetStack stack;
  std::uint8_t under_dm = 0;  ///< its broken units are
  std::uint8_t tried = 0;     ///< places that have had their turn in this Rally Phase
  // Once the stand-off is over, instead of the stack:
  std::uint8_t lost = 0;
  std::int16_t points_lost = 0;
};

/// The state of a stand-off: both sides, and what each must know of the other.
struct Standoff {
  enum class Phase : std::uint8_t {
    over,
    die,
    rally_a,
    rally_b,
    first_fire,
    first_hit,
    second_fire,
    second_hit,
    rout_a,
    rout_b,
    count_a,  ///< the losses, where no Player Turn follows
    count_b,
  };

  std::array<StandoffSide, 2> sides;
  FirefightSide::Attack attack;  ///< whose effect comes next
  IftResult result;              ///< or its result, where its DR is rolled
  Phase phase = Phase::over;
  std::uint8_t phasing = 0;                    ///< whose Player Turn it is
  std::uint8_t last = 0;                       ///< no Player Turn follows
  std::uint8_t hits = 0;                       ///< an attack's effect comes next
  std::uint8_t again = 0;                      ///< an MG has kept its rate of fire
  std::array<std::uint8_t, 2> unbroken{1, 1};  ///< a side has unbroken units
  std::array<std::uint8_t, 2> threatens{};     ///< it is ADJACENT and armed
  std::uint8_t filler = 0;                     ///< a state has no padding
};

/// Two stacks that exchange fire without moving.
struct Firefight {
  using Phase = Standoff::Phase;
  enum class First { die, a, b };

  FirefightSide a;
  FirefightSide b;
  int range = 4;
  int turns = 6;
  First first = First::die;
  int most_shots = 4;

  void prepare(const Charts& charts) { ift_ = &charts.get<Ift>(); }
  Working working() const;
  std::unique_ptr<Rule> rule(const Charts& charts) const;
  bool has_machine_guns() const { return a.machine_guns || b.machine_guns; }
  bool reaches(const FirefightSide& one) const {
    return one.attack(*ift_, one.target.start(), {}, range).column >= 0;
  }

  /// A die says who is first, and the sides are treated alike; but side A rallies first, and what
  /// it rallies when ADJACENT keeps the broken units of side B under DM (A10.62).
  bool is_even_handed() const { return first == First::die && range > 1; }

  // A round is a Player Turn.
  int rounds() const { return turns; }
  Standoff start() const {
    Standoff standoff;
    for (std::size_t s = 0; s < standoff.sides.size(); ++s) {
      standoff.sides.at(s).stack = side(s).target.start();
      standoff.threatens.at(s) = threatens(s, standoff.sides.at(s).stack) ? 1 : 0;
    }
    standoff.phasing = first == First::b ? 1 : 0;
    return standoff;
  }
  Standoff round(Standoff standoff, int number) const {
    if (number > 0) standoff.phasing ^= 1;
    standoff.last = number + 1 == turns ? 1 : 0;
    standoff.phase = number == 0 && first == First::die ? Phase::die : Phase::rally_a;
    return standoff;
  }
  static bool round_over(const Standoff& standoff) { return standoff.phase == Phase::over; }
  Standoff step(Standoff standoff, Dice& dice) const;
  Standoff alike(Standoff standoff) const;
  std::optional<Outcome> outcome(const Standoff& standoff, int played) const;

  // Each side is a body: while it acts, the other stands by.
  std::vector<InBodies::Body> bodies() const;
  static InBodies::Turn turn(const Standoff& message) {
    return {InBodies::Turn::Kind::step,
            message.phase == Phase::die ? 0u : 1u << acting_side(message), 0};
  }
  unsigned between_rounds(const Standoff& message, int played) const {
    return is_over(message, played) ? both_sides : 0;
  }

 private:
  static constexpr unsigned both_sides = 3;

  const FirefightSide& side(std::size_t s) const { return s == 0 ? a : b; }
  static std::size_t acting_side(const Standoff& standoff);
  static bool decided(const Standoff& standoff) {
    return standoff.unbroken[0] == 0 || standoff.unbroken[1] == 0;
  }
  bool is_over(const Standoff& standoff, int played) const {
    return played == turns || (played > 0 && decided(standoff));
  }
  Phase next_phase(const Standoff& standoff) const;
  bool passes(const Standoff& standoff) const;
  void settle(StandoffSide& acting, std::size_t s) const;
  bool threatens(std::size_t s, const TargetStack& stack) const {
    return range == 1 && side(s).any_armed(stack);
  }
  bool rally(Standoff& standoff, std::size_t s, Dice& dice) const;
  void fire(Standoff& standoff, std::size_t by, Dice& dice) const;
  bool hit(Standoff& standoff, std::size_t at, Dice& dice) const;
  bool rout(StandoffSide& acting, std::size_t s, Dice& dice) const;
  void count(StandoffSide& acting, std::size_t s) const;

  const Ift* ift_ = nullptr;
};

Working Firefight::working() const {
  Working working;
  working.situation =
      fmt::format("{} against {} at range {}, {}", units_text(a.units), units_text(b.units), range,
                  amount_text(turns, "Player Turn", "Player Turns"));
  for (const FirefightSide* const one : {&a, &b}) {
    for (std::string& note : one->notes()) add_once(working.notes, std::move(note));
  }
  if (!reaches(a) && !reaches(b)) {
    working.notes.push_back(fmt::format("nobody reaches {} hexes: give a shorter --range", range));
  }
  return working;
}

class FirefightRule final : public RoundsInBodies<Firefight>, public EvenHanded {
 public:
  using RoundsInBodies<Firefight>::RoundsInBodies;
  bool is_even_handed() const override { return rules.is_even_handed(); }
};

std::unique_ptr<Rule> Firefight::rule(const Charts& /*charts*/) const {
  return std::make_unique<FirefightRule>(*this);
}

/// None with Heat of Battle: a side can turn into too much for its steps to be a graph.
std::vector<InBodies::Body> Firefight::bodies() const {
  if (a.target.heat.played() || b.target.heat.played()) return {};
  constexpr std::size_t size = sizeof(StandoffSide);
  return {{offsetof(Standoff, sides), size, 1}, {offsetof(Standoff, sides) + size, size, 1}};
}

/// The side whose turn the phase is.
std::size_t Firefight::acting_side(const Standoff& standoff) {
  switch (standoff.phase) {
    case Phase::first_fire:
    case Phase::second_hit:
      return standoff.phasing;
    case Phase::first_hit:
    case Phase::second_fire:
      return 1u - standoff.phasing;
    case Phase::rally_b:
    case Phase::rout_b:
    case Phase::count_b:
      return 1;
    default:
      return 0;
  }
}

/// Both sides rally; the player whose turn it is fires, then the other; then both sides rout. An MG
/// that keeps its rate of fire fires again until it loses it.
Standoff::Phase Firefight::next_phase(const Standoff& standoff) const {
  switch (standoff.phase) {
    case Phase::die:
      return Phase::rally_a;
    case Phase::rally_a:
      return Phase::rally_b;
    case Phase::rally_b:
      return Phase::first_fire;
    case Phase::first_fire:
      return standoff.hits != 0 ? Phase::first_hit : Phase::second_fire;
    case Phase::first_hit:
      return standoff.again != 0 ? Phase::first_fire : Phase::second_fire;
    case Phase::second_hit:
      return standoff.again != 0 ? Phase::second_fire : Phase::rout_a;
    case Phase::second_fire:
      return standoff.hits != 0 ? Phase::second_hit : Phase::rout_a;
    case Phase::rout_a:
      return Phase::rout_b;
    case Phase::rout_b:
      return Phase::count_a;
    case Phase::count_a:
      return Phase::count_b;
    default:
      return Phase::over;
  }
}

/// Whether nobody acts in this phase.
bool Firefight::passes(const Standoff& standoff) const {
  const bool ends = decided(standoff);
  switch (standoff.phase) {
    case Phase::first_fire:
    case Phase::second_fire:
      return ends;
    case Phase::rout_a:
    case Phase::rout_b:
      return ends || !side(acting_side(standoff)).rout;
    case Phase::count_a:
    case Phase::count_b:
      return !ends && standoff.last == 0;
    default:
      return false;
  }
}

/// A step of the side whose turn it is. It looks at nothing of the other side but what the rest of
/// the state tells.
Standoff Firefight::step(Standoff standoff, Dice& dice) const {
  const std::size_t s = acting_side(standoff);
  bool phase_over = true;
  switch (standoff.phase) {
    case Phase::die:
      standoff.phasing = dice.die([](int roll) { return roll <= 3; }) ? 0 : 1;
      break;
    case Phase::rally_a:
    case Phase::rally_b:
      phase_over = rally(standoff, s, dice);
      break;
    case Phase::first_fire:
    case Phase::second_fire:
      fire(standoff, s, dice);
      break;
    case Phase::first_hit:
    case Phase::second_hit:
      phase_over = hit(standoff, s, dice);
      break;
    case Phase::rout_a:
    case Phase::rout_b:
      phase_over = rout(standoff.sides.at(s), s, dice);
      break;
    default:
      count(standoff.sides.at(s), s);
      standoff.phase = next_phase(standoff);
      return standoff;
  }
  if (standoff.phase != Phase::die) {
    const TargetStack& stack = standoff.sides.at(s).stack;
    standoff.unbroken.at(s) = FirefightSide::any_unbroken(stack) ? 1 : 0;
    standoff.threatens.at(s) = threatens(s, stack) ? 1 : 0;
  }
  if (!phase_over) return standoff;
  do {
    standoff.phase = next_phase(standoff);
  } while (passes(standoff));
  return standoff;
}

/// Once nothing is left to roll against a side.
void Firefight::settle(StandoffSide& acting, std::size_t s) const {
  TargetStack& stack = acting.stack;
  stack.nmc_or_better = stack.replaced = stack.heat = 0;  // not reported
  if (side(s).target.heat.played()) side(s).charge(stack, acting.arms);
  if (!FirefightSide::any_broken(stack)) acting.under_dm = 0;
}

/// Plays one attempt or repair of a Rally Phase. Returns whether the phase is over for that side.
/// A10.62: an ADJACENT armed enemy keeps broken units under DM, too.
bool Firefight::rally(Standoff& standoff, std::size_t s, Dice& dice) const {
  StandoffSide& acting = standoff.sides.at(s);
  TargetStack& stack = acting.stack;
  const FirefightSide& rules = side(s);
  const bool own_phase = s == standoff.phasing;
  const bool under_dm = acting.under_dm != 0 || standoff.threatens.at(1 - s) != 0;
  const auto next = [&] { return rules.next_to_rally(stack, acting.tried, own_phase); };
  if (!FireTarget::resolved(stack)) {
    rules.target.step(dice, stack);
  } else if (const auto unit = next()) {
    acting.tried = small(rules.rally(dice, stack, *unit, under_dm, own_phase));
  } else if (const auto gun = rules.next_to_repair(stack, acting.arms)) {
    rules.repair(dice, acting.arms, *gun);
  }
  if (!FireTarget::resolved(stack)) return false;
  settle(acting, s);
  if (next() || rules.next_to_repair(stack, acting.arms)) return false;
  acting.under_dm = acting.tried = acting.arms.repairs = 0;
  return true;
}

/// The side fires if it can, and whoever has fired for the last time in this Player Turn is pinned
/// no more, for all that matters (A7.8). With MGs the firer's DR tells what becomes of them, too;
/// without, it is rolled where its effect is.
void Firefight::fire(Standoff& standoff, std::size_t by, Dice& dice) const {
  StandoffSide& firer = standoff.sides.at(by);
  FirefightArms& arms = firer.arms;
  const auto attack = side(by).attack(*ift_, firer.stack, arms, range);
  standoff.hits = attack.column >= 0 ? 1 : 0;
  standoff.attack = {};
  if (attack.column < 0) {
    arms.keep_rate = 0;
  } else if (attack.guns == 0) {
    standoff.attack = attack;
  } else {
    const auto crews = side(by).crews(firer.stack, arms, range);
    standoff.result = side(by).fire(dice, *ift_, attack, crews, arms);
    if (arms.shots >= most_shots) arms.keep_rate = 0;
    standoff.attack.can_demoralize = attack.can_demoralize;
  }
  standoff.again = arms.keep_rate != 0 ? 1 : 0;
  if (standoff.again != 0) return;
  arms.shots = 0;
  FireTarget::end_pins(firer.stack);
}

/// The effect of an attack. Returns whether it is resolved.
bool Firefight::hit(Standoff& standoff, std::size_t at, Dice& dice) const {
  StandoffSide& acting = standoff.sides.at(at);
  const FireTarget& target = side(at).target;
  if (standoff.hits != 0) {
    const auto attack = std::exchange(standoff.attack, {});
    const IftResult rolled = std::exchange(standoff.result, {});
    standoff.hits = 0;
    if (attack.can_demoralize != 0) acting.under_dm = 1;
    target.begin(acting.stack, attack.column < 0 ? rolled : dice.DR([&](TwoDice roll) {
      return attack.result(*ift_, roll);
    }),
                 false);
  } else {
    target.step(dice, acting.stack);
  }
  if (!FireTarget::resolved(acting.stack)) return false;
  settle(acting, at);
  // He has fired already, or fires no more; but a pinned leader helps nobody against an MG that
  // fires again.
  if (standoff.phase == Phase::second_hit && standoff.again == 0) {
    FireTarget::end_pins(acting.stack);
  }
  return true;
}

bool Firefight::rout(StandoffSide& acting, std::size_t s, Dice& dice) const {
  if (const auto next = side(s).next_to_rout(acting.stack)) {
    side(s).rout_away(dice, acting.stack, acting.arms, *next);
    settle(acting, s);
  }
  return !side(s).next_to_rout(acting.stack);
}

/// Only what is reported is kept.
void Firefight::count(StandoffSide& acting, std::size_t s) const {
  StandoffSide counted;
  counted.lost = small(side(s).lost(acting.stack, acting.arms));
  if (side(s).priced()) {
    counted.points_lost = static_cast<std::int16_t>(side(s).points_lost(acting.stack, acting.arms));
  }
  acting = counted;
}

Standoff Firefight::alike(Standoff standoff) const {
  for (std::size_t s = 0; s < standoff.sides.size(); ++s) {
    StandoffSide& acting = standoff.sides.at(s);
    side(s).make_alike(acting.arms);
    StackRally::make_alike(side(s).target, acting.stack, acting.tried);
    if (acting.tried == 0) side(s).forget_gone(acting.stack);
  }
  return standoff;
}

std::optional<Outcome> Firefight::outcome(const Standoff& standoff, int played) const {
  if (!is_over(standoff, played)) return std::nullopt;
  const bool a_is_there = standoff.unbroken[0] != 0;
  const bool b_is_there = standoff.unbroken[1] != 0;
  Outcome outcome(a_is_there && b_is_there ? "both"
                  : a_is_there             ? "a_holds"
                  : b_is_there             ? "b_holds"
                                           : "neither");
  const auto& [one, other] = standoff.sides;
  outcome.measure("a_lost", one.lost).measure("b_lost", other.lost);
  if (a.priced()) outcome.measure("a_points_lost", one.points_lost);
  if (b.priced()) outcome.measure("b_points_lost", other.points_lost);
  return outcome.measure("turns", played);
}

}  // namespace

Procedure firefight() {
  using Asked = Firefight;
  return procedure<Asked>("asl.firefight", "A7.2-.9, A10",
                          "two stacks that shoot it out without moving, Player Turn after Player "
                          "Turn")
      .includes(&Asked::a, "a_", " of side A")
      .includes(&Asked::b, "b_", " of side B")
      .asks(&Asked::range, "range", 1, 40, "between the stacks, in hexes: 1 is ADJACENT")
      .required()
      .asks(&Asked::turns, "turns", 1, 20, "how many Player Turns it may take")
      .tried_with({"1", "2", "3"})
      .asks(&Asked::first, "first", one_of({"die", "a", "b"}), "whose the first Player Turn is")
      .asks(&Asked::most_shots, "most_shots", 1, 8,
            "at most so many shots in a fire phase while MGs keep their rate of fire")
      .only_when(&Asked::has_machine_guns, "", "--a-machine-guns or --b-machine-guns")
      .outcome("a_holds", "side B has no unbroken unit left")
      .outcome("b_holds", "side A has no unbroken unit left")
      .outcome("both", "after the last Player Turn both sides have unbroken units")
      .outcome("neither", "both lost their last unbroken units in one Rally Phase (A10.64)")
      .measure(
          "a_lost",
          "squads of side A eliminated, two that are reduced or half-squads counted as one; where it "
          "has no squads, half-squads and crews")
      .less_is_better()
      .measure("b_lost", "the same of side B")
      .measure("a_points_lost", "the BPV or Casualty VP that side A lost")
      .less_is_better()
      .measure("b_points_lost", "the BPV or Casualty VP that side B lost")
      .measure("turns", "Player Turns begun")
      .headline("a_holds", "A holds")
      .headline("b_holds", "B holds")
      .headline("both", "both have unbroken units");
}

}  // namespace combat_odds::asl
