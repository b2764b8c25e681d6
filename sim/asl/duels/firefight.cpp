#include "sim/asl/duels/firefight.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/dice/small.hpp"
#include "core/explore/parted_states.hpp"
#include "sim/squad_games/fire_group.hpp"

namespace combat_odds::asl {
namespace {

/// The state of a stand-off: both stacks and everything else that matters later.
struct Standoff {
  enum class Phase : std::uint8_t {
    over,
    die,
    rally_a,
    rally_b,
    first_fire,
    second_fire,
    rout_a,
    rout_b,
    apart,  ///< only the stack of side `phasing`, which fire is being resolved against
  };

  std::array<FirefightArms, 2> arms{};
  std::array<TargetStack, 2> stacks;
  std::array<std::uint8_t, 2> under_dm{};  ///< the broken units of that side
  Phase phase = Phase::over;
  std::uint8_t phasing = 0;  ///< whose Player Turn it is
  std::uint8_t tried = 0;    ///< places that have had their turn in this Rally Phase
  std::uint8_t turns = 0;    ///< Player Turns begun
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
  bool reaches(const FirefightSide& one) const {
    return one.attack(*ift_, one.target.start(), {}, range).column >= 0;
  }

  // A round is a Player Turn.
  int rounds() const { return turns; }
  Standoff start() const {
    Standoff standoff;
    standoff.stacks = {a.target.start(), b.target.start()};
    standoff.phasing = first == First::b ? 1 : 0;
    return standoff;
  }
  Standoff round(Standoff standoff, int number) const {
    if (number > 0) standoff.phasing ^= 1;
    ++standoff.turns;
    standoff.phase = number == 0 && first == First::die ? Phase::die : Phase::rally_a;
    standoff.tried = 0;
    go_on(standoff);
    return standoff;
  }
  bool has_machine_guns() const { return a.machine_guns || b.machine_guns; }
  static bool round_over(const Standoff& standoff) {
    return standoff.phase == Phase::over && unresolved(standoff) < 0;
  }
  Standoff step(Standoff standoff, Dice& dice) const;
  Standoff alike(Standoff standoff) const;
  std::optional<Outcome> outcome(const Standoff& standoff, int played) const;

  // While fire is resolved against a stack, everything else stands by. In a Rally Phase the order
  // of the units counts, so that nothing does.
  static bool may_part(const Standoff& standoff) {
    return unresolved(standoff) >= 0 && !rallying(standoff);
  }
  static Standoff under_fire(const Standoff& standoff);
  static Standoff standing_by(const Standoff& standoff);
  static bool goes_on_apart(const Standoff& acting) { return unresolved(acting) >= 0; }
  Standoff joined(const Standoff& acting, Standoff standing) const;

  std::unique_ptr<Rule> rule(const Charts& charts) const;

 private:
  const FirefightSide& side(std::size_t s) const { return s == 0 ? a : b; }
  /// The side that fire is being resolved against; -1: none.
  static int unresolved(const Standoff& standoff) {
    return !FireTarget::resolved(standoff.stacks[0])   ? 0
           : !FireTarget::resolved(standoff.stacks[1]) ? 1
                                                       : -1;
  }
  static bool rallying(const Standoff& standoff) {
    return standoff.phase == Phase::rally_a || standoff.phase == Phase::rally_b;
  }
  static bool firing(const Standoff& standoff) {
    return standoff.phase == Phase::first_fire || standoff.phase == Phase::second_fire;
  }
  static std::size_t rallying_side(const Standoff& standoff) {
    return standoff.phase == Phase::rally_a ? 0 : 1;
  }
  static std::size_t firing_side(const Standoff& standoff) {
    return standoff.phase == Phase::first_fire ? standoff.phasing : 1u - standoff.phasing;
  }
  static bool decided(const Standoff& standoff) {
    return !FirefightSide::any_unbroken(standoff.stacks[0]) ||
           !FirefightSide::any_unbroken(standoff.stacks[1]);
  }
  void go_on(Standoff& standoff) const;
  bool goes_on_rallying(Standoff& standoff) const;
  bool goes_on_firing(Standoff& standoff) const;
  void fire(Standoff& standoff, Dice& dice) const;
  void rally(Standoff& standoff, Dice& dice) const;

  const Ift* ift_ = nullptr;
};

/// The firefight as the rule that asl.firefight plays.
class FirefightRounds final : public PlayedInRounds<Firefight>, public PartedStates {
 public:
  using PlayedInRounds<Firefight>::PlayedInRounds;

  bool part(std::byte* state, std::byte* standing) const override {
    const Standoff whole = read(state);
    if (!Firefight::may_part(whole)) return false;
    write(state, Firefight::under_fire(whole));
    write(standing, Firefight::standing_by(whole));
    return true;
  }
  bool goes_on_apart(const std::byte* acting) const override {
    return Firefight::goes_on_apart(read(acting));
  }
  void join(std::byte* acting, const std::byte* standing) const override {
    write(acting, rules.joined(read(acting), read(standing)));
  }
};

std::unique_ptr<Rule> Firefight::rule(const Charts& /*charts*/) const {
  return std::make_unique<FirefightRounds>(*this);
}

Standoff Firefight::under_fire(const Standoff& standoff) {
  const auto s = static_cast<std::size_t>(unresolved(standoff));
  Standoff acting;
  acting.stacks.at(s) = standoff.stacks.at(s);
  acting.phase = Phase::apart;
  acting.phasing = small(s);
  return acting;
}

Standoff Firefight::standing_by(const Standoff& standoff) {
  Standoff standing = standoff;
  standing.stacks.at(static_cast<std::size_t>(unresolved(standoff))) = {};
  return standing;
}

Standoff Firefight::joined(const Standoff& acting, Standoff standing) const {
  standing.stacks.at(acting.phasing) = acting.stacks.at(acting.phasing);
  go_on(standing);
  return standing;
}

Working Firefight::working() const {
  Working working;
  working.situation =
      fmt::format("{} against {} at range {}, {}", units_text(a.units), units_text(b.units), range,
                  amount_text(turns, "Player Turn", "Player Turns"));
  for (const FirefightSide* const one : {&a, &b}) {
    for (std::string& note : one->notes()) {
      const bool known =
          std::find(working.notes.begin(), working.notes.end(), note) != working.notes.end();
      if (!known) working.notes.push_back(std::move(note));
    }
  }
  if (!reaches(a) && !reaches(b)) {
    working.notes.push_back(fmt::format("nobody reaches {} hexes: give a shorter --range", range));
  }
  return working;
}

/// Moves on to the next roll. Both sides rally; the player whose turn it is fires, then the other;
/// then both sides rout.
void Firefight::go_on(Standoff& standoff) const {
  if (unresolved(standoff) >= 0) return;
  if (standoff.phase == Phase::die || standoff.phase == Phase::apart) return;
  for (std::size_t s = 0; s < standoff.stacks.size(); ++s) {
    TargetStack& stack = standoff.stacks.at(s);
    stack.nmc_or_better = stack.replaced = stack.heat = 0;  // not reported
    if (side(s).target.heat.played()) side(s).charge(stack, standoff.arms.at(s));
    if (!FirefightSide::any_broken(stack)) standoff.under_dm.at(s) = 0;
  }
  if (goes_on_rallying(standoff) || goes_on_firing(standoff)) return;
  while (standoff.phase != Phase::over && !decided(standoff)) {
    const std::size_t s = standoff.phase == Phase::rout_a ? 0 : 1;
    if (side(s).next_to_rout(standoff.stacks.at(s))) return;
    standoff.phase = s == 0 ? Phase::rout_b : Phase::over;
  }
  standoff.phase = Phase::over;
  for (FirefightArms& arms : standoff.arms) arms.shots = arms.keep_rate = 0;
  for (TargetStack& stack : standoff.stacks) FireTarget::end_pins(stack);  // A7.8
}

/// Whether somebody has to roll in a Rally Phase.
bool Firefight::goes_on_rallying(Standoff& standoff) const {
  while (rallying(standoff)) {
    const std::size_t s = rallying_side(standoff);
    TargetStack& stack = standoff.stacks.at(s);
    FirefightArms& arms = standoff.arms.at(s);
    if (side(s).next_to_rally(stack, standoff.tried, s == standoff.phasing) ||
        side(s).next_to_repair(stack, arms)) {
      return true;
    }
    standoff.under_dm.at(s) = standoff.tried = arms.repairs = 0;
    standoff.phase = s == 0 ? Phase::rally_b : Phase::first_fire;
  }
  return false;
}

/// Whether somebody has to fire. An MG that keeps its rate of fire fires again until it loses it.
bool Firefight::goes_on_firing(Standoff& standoff) const {
  while (firing(standoff) && !decided(standoff)) {
    const std::size_t s = firing_side(standoff);
    FirefightArms& arms = standoff.arms.at(s);
    const bool done = arms.shots > 0 && (arms.keep_rate == 0 || arms.shots >= most_shots);
    if (!done && side(s).attack(*ift_, standoff.stacks.at(s), arms, range).column >= 0) return true;
    arms.shots = arms.keep_rate = 0;
    standoff.phase = standoff.phase == Phase::first_fire ? Phase::second_fire : Phase::rout_a;
  }
  return false;
}

void Firefight::fire(Standoff& standoff, Dice& dice) const {
  const std::size_t by = firing_side(standoff);
  const std::size_t at = 1 - by;
  FirefightArms& arms = standoff.arms.at(by);
  const FirefightSide::Attack attack = side(by).attack(*ift_, standoff.stacks.at(by), arms, range);
  const IftResult result = side(by).fire(dice, *ift_, attack, arms);
  if (attack.can_demoralize(*ift_)) standoff.under_dm.at(at) = 1;
  if (arms.keep_rate == 0) {
    arms.shots = 0;
    standoff.phase = standoff.phase == Phase::first_fire ? Phase::second_fire : Phase::rout_a;
  }
  side(at).target.begin(standoff.stacks.at(at), result, false);
}

Standoff Firefight::step(Standoff standoff, Dice& dice) const {
  if (const int under_fire = unresolved(standoff); under_fire >= 0) {
    const auto s = static_cast<std::size_t>(under_fire);
    side(s).target.step(dice, standoff.stacks.at(s));
  } else if (standoff.phase == Phase::die) {
    const bool a_is_first = dice.die([](int roll) { return roll <= 3; });
    standoff.phasing = a_is_first ? 0 : 1;
    standoff.phase = Phase::rally_a;
  } else if (rallying(standoff)) {
    rally(standoff, dice);
  } else if (standoff.phase == Phase::rout_a || standoff.phase == Phase::rout_b) {
    const std::size_t s = standoff.phase == Phase::rout_a ? 0 : 1;
    TargetStack& stack = standoff.stacks.at(s);
    side(s).rout_away(dice, stack, standoff.arms.at(s), *side(s).next_to_rout(stack));
  } else {
    fire(standoff, dice);
  }
  go_on(standoff);
  return standoff;
}

void Firefight::rally(Standoff& standoff, Dice& dice) const {
  const std::size_t s = rallying_side(standoff);
  TargetStack& stack = standoff.stacks.at(s);
  const bool own_phase = s == standoff.phasing;
  if (const auto next = side(s).next_to_rally(stack, standoff.tried, own_phase)) {
    standoff.tried =
        small(side(s).rally(dice, stack, *next, standoff.under_dm.at(s) != 0, own_phase));
  } else {
    FirefightArms& arms = standoff.arms.at(s);
    side(s).repair(dice, arms, *side(s).next_to_repair(stack, arms));
  }
}

/// In a Rally Phase the order of the units shows who has tried.
Standoff Firefight::alike(Standoff standoff) const {
  for (std::size_t s = 0; s < standoff.stacks.size(); ++s) {
    side(s).make_alike(standoff.arms.at(s));
    if (rallying(standoff) && s == rallying_side(standoff) && standoff.tried > 0) continue;
    side(s).target.make_alike(standoff.stacks.at(s));
    side(s).forget_gone(standoff.stacks.at(s));
  }
  return standoff;
}

std::optional<Outcome> Firefight::outcome(const Standoff& standoff, int played) const {
  if (played < turns && !(played > 0 && decided(standoff))) return std::nullopt;
  const bool a_is_there = FirefightSide::any_unbroken(standoff.stacks[0]);
  const bool b_is_there = FirefightSide::any_unbroken(standoff.stacks[1]);
  Outcome outcome(a_is_there && b_is_there ? "both"
                  : a_is_there             ? "a_holds"
                  : b_is_there             ? "b_holds"
                                           : "neither");
  outcome.measure("a_lost", a.lost(standoff.stacks[0], standoff.arms[0]))
      .measure("b_lost", b.lost(standoff.stacks[1], standoff.arms[1]));
  if (a.priced())
    outcome.measure("a_points_lost", a.points_lost(standoff.stacks[0], standoff.arms[0]));
  if (b.priced())
    outcome.measure("b_points_lost", b.points_lost(standoff.stacks[1], standoff.arms[1]));
  return outcome.measure("turns", standoff.turns);
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
      .measure("a_points_lost", "the BPV that side A lost")
      .less_is_better()
      .measure("b_points_lost", "the BPV that side B lost")
      .measure("turns", "Player Turns begun")
      .headline("a_holds", "A holds")
      .headline("b_holds", "B holds")
      .headline("both", "both have unbroken units");
}

}  // namespace combat_odds::asl
