#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/dice/dice.hpp"
#include "core/dice/outcome.hpp"
#include "sim/declare/procedure.hpp"
#include "sim/declare/units.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/infantry/ift.hpp"

namespace combat_odds::squad_leader {

/// One unit in a hex under fire.
struct TargetUnit {
  /// Berserk (18.4): unbroken, and immune to all morale checks.
  enum class Status : std::uint8_t { good, broken, eliminated, berserk };

  std::uint8_t morale = 0;
  std::uint8_t broken_morale = 0;  ///< on its reverse, by which it checks once broken (13.6)
  std::int8_t modifier = 0;        ///< leaders
  Status status = Status::good;
  std::uint8_t kind = 0;  ///< which of several names it has, where the rule tells them apart
  friend auto operator<=>(const TargetUnit&, const TargetUnit&) = default;
};

/// Which Morale Checks may send a unit berserk, on an Original 2 (18.4): none, those that enemy
/// fire demands, or those for the loss of a leader too (12.22).
enum class BerserkChecks : std::uint8_t { none, of_fire, all };

/// Whom fire in a hex is at: mines strike those who move only, and who is broken does not (55).
enum class FireAt : std::uint8_t { nobody, everybody, unbroken };

/// The units in a hex while fire is resolved against them, with all that the rest depends on: a
/// state of a Process or of Rounds, or a part of one. Leaders stand first, in the order in which
/// they check: that of their morale, of equal ones the best first.
struct TargetStack {
  static constexpr std::size_t most_units = 12;

  /// What the rule that uses the hex has to remember across its resolution.
  std::array<std::uint8_t, 20> memo{};
  std::uint8_t checking = 0;         ///< 1: somebody has still to check
  FireAt fired_at = FireAt::nobody;  ///< who makes the check that the fire demands
  std::uint8_t number = 0;           ///< added to the dice of that check
  std::uint8_t next = 0;             ///< who checks next
  std::uint8_t except = 0;           ///< who need not check: the leader who was lost
  std::uint8_t leaders_lost = 0;     ///< for each of them those who come now check once more
  BerserkChecks berserk = BerserkChecks::none;
  std::uint8_t calling = 0;      ///< 1 + the place of a leader who went berserk, whom others follow
  std::uint8_t follow_next = 0;  ///< who rolls next whether he follows him (18.5)
  std::uint8_t unit_count = 0;
  std::uint8_t leader_count = 0;
  // Units that stand last, to whom the same roll does something else: a crew behind its gun shield.
  std::uint8_t sheltered = 0;                      ///< how many
  FireAt sheltered_fired_at = FireAt::nobody;      ///< whether they make a check of their own
  std::uint8_t sheltered_number = 0;               ///< added to the dice of that
  std::array<TargetUnit, most_units + 1> units{};  ///< a leader may stand with as many squads
};

/// Whether the first of two leaders checks his morale, and tries to rally, before the other.
bool leads_before(const UnitName& first, const UnitName& other);

/// The units of that name in a hex. `broken_morale` is on the reverse of squads and crews where it
/// is not that of the front; leaders keep theirs. With `kinds` the names are put there, each once,
/// and every unit has the place of its own there as its kind.
TargetStack target_stack(const std::vector<UnitName>& names, TargetUnit::Status status,
                         std::optional<int> broken_morale = {},
                         std::vector<UnitName>* kinds = nullptr);

/// The modifier of the best unbroken leader in the hex, not counting the unit itself (12.4, 15.6,
/// 15.7). A sole leader's +1 can't be refused (Q&A 15.1).
int leadership_for(const TargetStack& hex, std::size_t unit);

/// Units in the hex that stand so.
int how_many(const TargetStack& hex, TargetUnit::Status status);

/// Berserk units are unbroken, too (18.4).
inline bool is_unbroken(TargetUnit::Status status) {
  return status == TargetUnit::Status::good || status == TargetUnit::Status::berserk;
}

// Step by step, as a Process or Rounds play it:

/// Begins what a result of the IFT does to the hex (10.6, 12): KIA eliminates everybody, a number
/// makes everybody check, or everybody who is unbroken.
void begin_fire(TargetStack& hex, FireResult result, FireAt whom = FireAt::everybody);
/// The same where sheltered units have a result of their own.
void begin_fire(TargetStack& hex, FireResult result, FireResult sheltered);
/// Whether it has come to its end.
inline bool resolved(const TargetStack& hex) { return hex.checking == 0; }
/// The next step where it has not: all that one unit has to check.
void step(Dice& dice, TargetStack& hex);
/// Puts in its place the hex that stands for all that are as good as it: see StatesOf::alike.
void make_alike(TargetStack& hex);

// In one go, with a checkpoint after every step:

/// What a result of the IFT does to the hex.
void resolve_fire(Dice& dice, TargetStack& hex, FireResult result);
void resolve_fire(Dice& dice, TargetStack& hex, FireResult result, FireResult sheltered);

/// A unit checks its morale with `number` added; gives whether it passed. If not it breaks, a
/// broken one is eliminated (12.3, 13.6).
bool morale_check(Dice& dice, TargetStack& hex, std::size_t unit, int number);

/// Everybody checks morale with `number` added, leaders first. For each failure of a leader all who
/// check after him check once more with nothing added (12.22): who has checked before him does not.
void morale_checks(Dice& dice, TargetStack& hex, int number);

/// 12.22, 18.3: a leader is lost, and all others check with nothing added.
void leader_lost(Dice& dice, TargetStack& hex, std::size_t leader);

/// What became of the hex in the common words.
InfantryFate fate_of(const TargetStack& hex, TargetUnit::Status start);

/// The hex as an outcome. One unit: its fate as the label; several: a summary as the label and the
/// measures; event leader_lost. `start` is the status that the units had before. Where units may go
/// berserk (TargetStack::berserk), there are the label, event and measure berserk, too.
Outcome fire_outcome(const TargetStack& hex, TargetUnit::Status start);

/// What fire_outcome() reports, for the documentation of a procedure.
std::vector<Term> fire_outcomes();
std::vector<Term> fire_events();
std::vector<Term> fire_measures();

}  // namespace combat_odds::squad_leader
