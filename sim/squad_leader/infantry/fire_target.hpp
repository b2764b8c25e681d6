#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/dice/dice.hpp"
#include "core/dice/function_ref.hpp"
#include "core/dice/outcome.hpp"
#include "sim/declare/procedure.hpp"
#include "sim/declare/units.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/infantry/ift.hpp"

namespace combat_odds::squad_leader {

/// One unit of a stack under fire.
struct TargetUnit {
  /// A berserk unit (18.4) is unbroken and immune to all morale checks. One that has routed is
  /// broken and gone from the hex; only other rules set it.
  enum class Status : std::uint8_t { good, broken, eliminated, berserk, routed };

  std::uint8_t morale = 0;
  std::uint8_t broken_morale = 0;  ///< on its reverse; it checks with this once broken (13.6)
  /// Leadership, of leaders. Of others what is added to a leader's modifier of -1 or better,
  /// because he is of another nation (74.2).
  std::int8_t modifier = 0;
  Status status = Status::good;
  std::uint8_t kind = 0;    ///< index of its name, where the rule distinguishes names
  std::uint8_t group = 0;   ///< for which the same roll may have another result, counted from 0
  std::uint8_t checks = 0;  ///< 1 + what the MC that the fire demands adds; 0: it demands none

  /// Units of a group stand together.
  friend std::strong_ordering operator<=>(const TargetUnit& a, const TargetUnit& b) {
    if (a.group != b.group) return a.group <=> b.group;
    if (a.morale != b.morale) return a.morale <=> b.morale;
    if (a.broken_morale != b.broken_morale) return a.broken_morale <=> b.broken_morale;
    if (a.modifier != b.modifier) return a.modifier <=> b.modifier;
    if (a.status != b.status) return a.status <=> b.status;
    if (a.kind != b.kind) return a.kind <=> b.kind;
    return a.checks <=> b.checks;
  }
  friend bool operator==(const TargetUnit&, const TargetUnit&) = default;
};

/// Which Morale Checks send a unit berserk on an Original 2 (18.4): none, checks due to enemy fire,
/// or also checks for the loss of a leader (12.22).
enum class BerserkChecks : std::uint8_t { none, of_fire, all };

/// The units that fire hits. Mines hit only moving units, and broken units do not move (55).
enum class FireAt : std::uint8_t { everybody, unbroken };

/// A stack of units while fire is resolved against it, with all that the rest depends on: a state
/// of a Process or of Rounds, or a part of one. Leaders come first, in the order in which they
/// check: the highest morale first and, among equals, the best modifier.
struct TargetStack {
  static constexpr std::size_t most_units = 12;

  /// Data that the rule keeps here while the stack is resolved.
  std::array<std::uint8_t, 23> memo{};
  std::uint8_t checking = 0;      ///< 1: a unit has still to check
  std::uint8_t next = 0;          ///< the unit that checks next
  std::uint8_t except = 0;        ///< the leader who was lost and need not check
  std::uint8_t leaders_lost = 0;  ///< each means one more check for the units that follow
  BerserkChecks berserk = BerserkChecks::none;
  std::uint8_t calling = 0;      ///< 1 + the index of a leader who went berserk; others may follow
  std::uint8_t follow_next = 0;  ///< the unit that rolls next to follow him (18.5)
  std::uint8_t unit_count = 0;
  std::uint8_t leader_count = 0;
  std::array<TargetUnit, most_units + 1> units{};  ///< twelve squads and a leader
};

/// Whether `first` checks morale, and tries to rally, before `other`; both are leaders.
bool leads_before(const UnitName& first, const UnitName& other);

/// The most groups of a stack: one for each unit, and one for a crew behind its gun shield.
inline constexpr std::size_t most_groups = TargetStack::most_units + 1;

/// Whether units of that group are in the stack.
bool has_group(const TargetStack& stack, std::size_t group);

/// A stack of these units in their groups, all with that status. `broken_morale` is the morale on
/// the reverse of squads and crews, if not that of the front; leaders keep theirs. If `kinds` is
/// given, each name is added to it once, and every unit's kind is the index of its name there.
TargetStack target_stack(const std::vector<UnitName>& names, TargetUnit::Status status,
                         std::optional<int> broken_morale = {},
                         std::vector<UnitName>* kinds = nullptr);

/// The modifier of the best unbroken leader in the stack other than the unit itself (12.4, 15.6,
/// 15.7), a foreign one's worse by one (74.2). A sole leader's +1 can't be refused (Q&A 15.1).
int leadership_for(const TargetStack& stack, std::size_t unit);

/// The number of units with that status.
int how_many(const TargetStack& stack, TargetUnit::Status status);

/// Berserk units are unbroken, too (18.4).
inline bool is_unbroken(TargetUnit::Status status) {
  return status == TargetUnit::Status::good || status == TargetUnit::Status::berserk;
}

/// Whether a unit of that status is in the hex.
inline bool is_there(TargetUnit::Status status) {
  return status != TargetUnit::Status::eliminated && status != TargetUnit::Status::routed;
}

// Step by step, for a Process or Rounds:

/// Applies an IFT result to the stack (10.6, 12): KIA eliminates all units, a number makes all
/// units check morale. With FireAt::unbroken, only unbroken units are affected.
void begin_fire(TargetStack& stack, FireResult result, FireAt whom = FireAt::everybody);
/// The same with a result for each group. A leader whom his group's KIA eliminates is lost to the
/// others (12.22).
void begin_fire(TargetStack& stack, std::span<const FireResult> by_group,
                FireAt whom = FireAt::everybody);
/// 12.22, 18.3: a leader was lost; all other units check with nothing added.
void begin_leader_lost(TargetStack& stack, std::size_t leader);
/// Whether no check is left.
inline bool resolved(const TargetStack& stack) { return stack.checking == 0; }
/// Plays the next step of a stack that is not resolved: all checks of one unit.
void step(Dice& dice, TargetStack& stack);
/// Replaces the stack with the one that stands for all equivalent stacks: see StatesOf::alike.
void make_alike(TargetStack& stack);

// In one go, with a checkpoint before every step:

/// Resolves an IFT result against the stack.
void resolve_fire(Dice& dice, TargetStack& stack, FireResult result);
void resolve_fire(Dice& dice, TargetStack& stack, std::span<const FireResult> by_group);

/// A unit checks its morale with `number` added to the roll. Returns whether it passed. If not, it
/// breaks; a broken unit is eliminated (12.3, 13.6).
bool morale_check(Dice& dice, TargetStack& stack, std::size_t unit, int number);

/// All units check morale with `number` added to the roll, leaders first. For each failure of a
/// leader, all units that check after him check once more with nothing added (12.22). Units that
/// checked before him do not.
void morale_checks(Dice& dice, TargetStack& stack, int number);

/// 12.22, 18.3: when a leader is lost, all other units check with nothing added.
void leader_lost(Dice& dice, TargetStack& stack, std::size_t leader);

/// The fate of the stack, for the common events. Whoever was broken and is no worse than that is
/// unharmed.
InfantryFate fate_of(const TargetStack& stack, TargetUnit::Status start);
InfantryFate fate_of(const TargetStack& stack, FunctionRef<bool(const TargetUnit&)> was_broken);

/// Whether a unit of that group, or of any later one, broke or was eliminated.
bool is_hurt(const TargetStack& stack, TargetUnit::Status start, std::size_t group);
bool is_hurt_behind(const TargetStack& stack, TargetUnit::Status start, std::size_t group);

/// The outcome of fire at the stack. The label is the fate of a single unit, or a summary of
/// several, with the measures. The event is leader_lost. `start` is the status of the units before
/// the fire. If units may go berserk (TargetStack::berserk), there are the label, event and measure
/// berserk as well.
Outcome fire_outcome(const TargetStack& stack, TargetUnit::Status start);

/// The labels, events and measures of fire_outcome(), for the declaration of a procedure.
std::vector<Term> fire_outcomes();
std::vector<Term> fire_events();
std::vector<Term> fire_measures();
/// The same terms, and whose units they are about: "the defender: a unit broke ...".
std::vector<Term> about(const std::string& whose, std::vector<Term> terms);

}  // namespace combat_odds::squad_leader
