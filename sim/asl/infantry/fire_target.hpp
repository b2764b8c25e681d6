#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/dice/function_ref.hpp"
#include "sim/asl/infantry/ift.hpp"
#include "sim/asl/morale/heat_of_battle.hpp"
#include "sim/asl/units/infantry.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_games/infantry_fate.hpp"

namespace combat_odds::asl {

/// One unit under fire.
struct TargetUnit {
  enum Status : std::uint8_t {
    broken = 1,
    pinned = 2,
    reduced = 4,  ///< a squad is now a half-squad, an SMC is wounded
    eliminated = 8,
    spared = 16,  ///< an SMC wounded by a K result: he takes no MC of it
    struck = 32,  ///< by the Critical Hit that is being resolved
    // What fire knows nothing of:
    routed = 64,    ///< gone from the Location
    engaged = 128,  ///< has advanced into the enemy's Location
  };
  std::uint8_t type = 0;  ///< in the roster of the FireTarget
  std::uint8_t status = 0;

  bool is(Status wanted) const { return (status & wanted) != 0; }
  friend auto operator<=>(const TargetUnit&, const TargetUnit&) = default;
};

/// The units in a Location while fire is resolved against them, with all that the rest depends on:
/// a state of a Process or of Rounds, or a part of one. Leaders stand first, the best of the moment
/// first of all.
struct TargetStack {
  static constexpr std::size_t most_units = 12;

  /// What the units that are left have still to take.
  enum class Check : std::uint8_t { none, morale, pin_task };

  /// How far the resolution has come.
  enum class Phase : std::uint8_t {
    resolved,  ///< nothing is left to roll
    casualties,
    leaders,
    leaders_losses,  ///< what leaders take for those of them who were lost
    others,
    berserk_leader,  ///< whether the others follow a leader who went berserk
  };
  /// What of a stack this is.
  enum class Part : std::uint8_t {
    whole,
    narrowed,  ///< what a step goes by; it does not go on from there
    acting,    ///< what steps in a row go by; the others stand by
  };
  /// A leader who broke or was eliminated, until the others have taken their LLTC or LLMC (A10.2).
  struct LeaderLoss {
    std::uint8_t eliminated : 1 = 0;
    std::uint8_t drm : 3 = 0;     ///< his negative modifier with its sign reversed
    std::uint8_t morale : 4 = 0;  ///< his Morale Level when he was lost
  };

  /// What those who are hit have to take, and those whom a Critical Hit strikes.
  template <class Value>
  using ByHit = std::array<Value, 2>;

  /// What the rule that uses the stack has to remember across its resolution (flames, what it does
  /// next).
  std::array<std::uint8_t, 4> memo{};
  std::uint8_t nmc_or_better = 0;   ///< an attack came to an NMC or more
  std::uint8_t replaced = 0;        ///< a unit failed an MC by more than its ELR
  std::uint8_t heat = 0;            ///< a bit for each Heat
  std::uint8_t berserk_leader = 0;  ///< 1: one whom others may follow, 2: must follow
  std::int8_t berserk_drm = 0;      ///< his modifier
  Phase phase = Phase::resolved;
  std::uint8_t last = 0;  ///< 1: no attack follows
  Part part = Part::whole;
  ByHit<IftResult> casualties{};  ///< a KIA or K that has not been dealt with
  ByHit<Check> check{};
  ByHit<std::uint8_t> number{};  ///< of the MC
  ByHit<std::int8_t> drm{};      ///< of the others' check: the number of the MC and the leadership
  std::uint8_t next = 0;         ///< the unit that checks next
  std::uint8_t loss = 0;         ///< the loss that leaders are taking
  std::uint8_t unit_count = 0;
  std::uint8_t leader_count = 0;
  std::uint8_t loss_count = 0;
  std::array<TargetUnit, most_units> units{};
  std::array<LeaderLoss, 2 * most_units> losses{};  ///< since the attack, in their order
};

/// What happened to the units of a stack, each counted in every way that it applies.
struct Losses {
  int eliminated = 0;
  int reduced = 0;
  int broken = 0;  ///< by the fire, not before
  int pinned = 0;
};

/// Infantry under fire: what the results of the IFT do to it (A7.3, A7.8, A10.2-.31, A15.2,
/// A17.1-.2, A19.1, A25.22, C3.74).
class FireTarget {
 public:
  enum class Status { good, broken };

  std::vector<UnitName> units;
  Status status = Status::good;
  int elr = 5;
  MoraleState state;
  HeatOfBattle heat;

  /// What `target` may say in place of units, which are none then.
  enum class InPlace { nothing, nobody, afv };
  /// `target`, `status`, `elr` and `target_state`.
  static void describe(Declaration<FireTarget>& target, InPlace in_place = InPlace::nothing);
  /// `elr` and `target_state`, for procedures that ask the units in words of their own.
  static void describe_quality(Declaration<FireTarget>& target);
  /// Those of HeatOfBattle, for procedures of few attacks: it has no end of what may come of units;
  /// and the event that goes with it.
  static void describe_heat(Declaration<FireTarget>& target);
  static Term heat_event();
  /// Units, or none where the text is empty.
  static std::vector<UnitName> read_if_any(std::string_view text, std::string_view parameter);
  /// Lines the units up.
  void prepare(const Charts& charts);

  const TargetStack& start() const { return start_; }
  /// The unit that was named in that place, and what a unit of a stack is.
  TargetUnit named(std::size_t place) const;
  const UnitType& type(const TargetUnit& unit) const { return roster_[unit.type]; }
  /// What the units are and can turn into.
  const std::vector<UnitType>& roster() const { return roster_; }

  // Step by step, as a Process or Rounds play it:

  /// Begins the resolution of one result against what is left of the stack. After the last one
  /// (`last`) only outcome() may be asked of the stack: that keeps decision graphs small.
  void begin(TargetStack& stack, IftResult result, bool last) const;
  /// Whether it has come to its end.
  static bool resolved(const TargetStack& stack) {
    return stack.phase == TargetStack::Phase::resolved;
  }
  /// The next step of a resolution that has not: the casualties of a KIA or K, or what one unit has
  /// to check, down to its last LLMC and LLTC.
  void step(Dice& dice, TargetStack& stack) const;
  /// What the next step goes by, and the stack after it: see NarrowSteps. A check concerns
  /// one unit, with the modifiers that the others give it.
  std::optional<TargetStack> narrowed(const TargetStack& stack) const;
  TargetStack widened(TargetStack stack, const TargetStack& stepped) const;
  /// The parts of a stack: see PartedStates. While leaders check, the others stand by; while the
  /// others do, what has become of the leaders.
  struct Parts {
    TargetStack acting;
    TargetStack standing;
  };
  std::optional<Parts> parted(const TargetStack& stack) const;
  static bool goes_on_apart(const TargetStack& acting) {
    return acting.part == TargetStack::Part::acting;
  }
  TargetStack joined(TargetStack acting, const TargetStack& standing) const;
  /// Puts in its place the stack that stands for all that are as good as it: see StatesOf::alike.
  /// As long as nobody rallies.
  void make_alike(TargetStack& stack) const;

  // In one go, with a checkpoint after every step; true where all that follows is known already
  // (see Dice::at).

  bool resolve(Dice& dice, TargetStack& stack, IftResult result, bool last) const;
  /// A Critical Hit: `critical` for the units that Random Selection strikes, `result` for the
  /// others (C3.74).
  bool resolve_critical(Dice& dice, TargetStack& stack, IftResult critical, IftResult result,
                        bool last) const;

  // What close combat does to it, and has to know. Nobody takes an LLMC or LLTC there (A10.2).

  /// These units (a bit for each place) are eliminated.
  void eliminate_all(TargetStack& stack, std::uint32_t which) const;
  /// One of these by Random Selection, more if they tie, suffers Casualty Reduction (A7.302).
  void reduce_one_of(Dice& dice, TargetStack& stack, std::uint32_t which) const;
  /// What the unit at a place is now.
  const UnitType& type(const TargetStack& stack, std::size_t i) const;
  /// A leader's modifier; a wound worsens it by one (A17.2).
  int modifier(const TargetStack& stack, std::size_t i) const;
  /// Whether the unit is unbroken, unpinned and there.
  bool is_able(const TargetStack& stack, std::size_t i) const;
  /// From now on broken units are told apart by what they are, not only by how they check morale.
  void tell_broken_apart();
  /// A type for units that nothing more can happen to, so that what they are does not matter.
  std::uint8_t add_settled_type();

  // What strikes otherwise than all by one result (fire_target_strikes.cpp); step() or play() goes
  // on with it:

  /// What strikes a single unit.
  enum class Strike : std::uint8_t {
    none,
    kills_or_breaks,  ///< an SMC is eliminated, an MMC breaks; a broken one is reduced (A14.31)
    wounds_or_pins,   ///< an SMC is wounded, an MMC pinned (A14.32)
    reduces,          ///< Casualty Reduction
  };
  /// One unit by Random Selection, and what `of_tie` says each other one that ties with it.
  void begin_strike(Dice& dice, TargetStack& stack, Strike strike,
                    FunctionRef<Strike(Dice&)> of_tie, bool last) const;
  /// As resolve_critical().
  void begin_critical(Dice& dice, TargetStack& stack, IftResult critical, IftResult result,
                      bool last) const;
  /// Only the units that are neither broken nor pinned are attacked, and whether there are any.
  void begin_on_movers(TargetStack& stack, IftResult result, bool last) const;
  static bool any_mover(const TargetStack& stack);
  /// Plays what was begun to its end, as resolve() does.
  bool play(Dice& dice, TargetStack& stack) const;
  /// All who are neither broken nor pinned become pinned, but for heroes.
  void pin_all(TargetStack& stack) const;

  // What happens to it where it rallies:

  /// The Heat of Battle of the unit at a place that rolled a 2 on its Rally DR (A15.1); step() goes
  /// on with those who may follow a berserk leader. Nobody takes an LLTC.
  void begin_heat_of_rally(Dice& dice, TargetStack& stack, std::size_t i) const;
  /// One more type, which may come into the stack later. After tell_broken_apart().
  std::uint8_t add_type(const Charts& charts, const UnitName& name, Traits traits);
  /// Puts a leader of a type behind the others, where there is room.
  static void add_leader(TargetStack& stack, std::uint8_t type);

  /// The units that are in Good Order and not pinned, of a stack that was not resolved as the last.
  struct Able {
    int half_squads = 0;  ///< a squad counts two, a half-squad or crew one
    int heroes = 0;
    int leaders = 0;
    int berserk = 0;                ///< of any kind: they are not in Good Order
    std::optional<int> leadership;  ///< of the best leader
  };
  Able able(const TargetStack& stack) const;

  /// The stack as an outcome. One unit: its fate as the label; several: a summary as the label,
  /// event leader_lost and the measures. Both: events nmc_or_better and replaced.
  Outcome outcome(const TargetStack& stack) const;

  Losses losses(const TargetStack& stack) const;
  InfantryFate fate(const TargetStack& stack) const;

  /// What outcome() reports, for the documentation of a procedure.
  static std::vector<Term> outcomes();
  static std::vector<Term> events();
  static std::vector<Term> measures();

 private:
  using Results = TargetStack::ByHit<IftResult>;
  void begin(TargetStack& stack, const Results& results, bool last) const;
  void leaders_in_order(TargetStack& stack) const;
  void kill(Dice& dice, TargetStack& stack, int number, std::size_t hit) const;
  void reduce_one(Dice& dice, TargetStack& stack, std::size_t hit) const;
  std::uint32_t select(Dice& dice, const TargetStack& stack, int number, std::uint32_t among) const;
  static std::uint32_t left(const TargetStack& stack, std::size_t hit);
  static TargetStack::ByHit<std::int8_t> drm_under(const TargetStack& stack, int leadership);
  bool has_check(const TargetStack& stack, std::size_t i) const;
  void check(Dice& dice, TargetStack& stack, std::size_t i,
             const TargetStack::ByHit<std::int8_t>& drm) const;
  bool has_loss(const TargetStack& stack, std::size_t i, TargetStack::LeaderLoss loss) const;
  void take_loss(Dice& dice, TargetStack& stack, std::size_t i, TargetStack::LeaderLoss loss) const;
  void other_checks(Dice& dice, TargetStack& stack) const;
  void go_on(TargetStack& stack) const;
  void begin_others(TargetStack& stack) const;
  bool takes_task_check(const TargetStack& stack, std::size_t i) const;
  void morale_check(Dice& dice, TargetStack& stack, std::size_t i, int drm, bool may_pin) const;
  void task_check(Dice& dice, TargetStack& stack, std::size_t i, int drm) const;
  void fail_morale_check(Dice& dice, TargetStack& stack, std::size_t i, bool over_elr) const;
  void fail_casualty_check(Dice& dice, TargetStack& stack, std::size_t i, bool over_elr) const;
  void casualty_reduction(Dice& dice, TargetStack& stack, std::size_t i,
                          bool as_if_wounded = false) const;
  void replace(TargetStack& stack, std::size_t i) const;
  void split(TargetStack& stack, std::size_t i) const;
  static void insert_behind(TargetStack& stack, std::size_t i, TargetUnit unit);
  void heat_of_battle(Dice& dice, TargetStack& stack, std::size_t i, bool was_broken) const;
  void go_berserk(TargetStack& stack, std::size_t i, bool drags_along) const;
  bool may_follow(const TargetStack& stack, std::size_t i) const;
  void follow(Dice& dice, TargetStack& stack, std::size_t i) const;
  bool is_counted(const TargetUnit& unit) const { return !type(unit).traits.stepped_forward; }
  void break_unit(TargetStack& stack, std::size_t i) const;
  void eliminate(TargetStack& stack, std::size_t i) const;
  void lose_leader(TargetStack& stack, std::size_t i, bool eliminated) const;
  static bool is_wounded_leader(const TargetUnit& unit, const UnitType& kind);
  bool commissar_watches(const TargetStack& stack, std::size_t i) const;
  int morale(const TargetStack& stack, std::size_t i) const;
  int leadership(const TargetStack& stack, std::size_t i) const;

  std::uint8_t enlist(const Infantry& infantry, const UnitName& name);
  void forget_losses(TargetStack& stack) const;
  void find_alike();

  std::vector<UnitType> roster_;
  std::vector<std::uint8_t> named_;  ///< the types of `units`
  std::uint8_t no_commissar_ = 0;    ///< a type that is none, for units that have been dealt with
  std::vector<std::uint8_t> alike_broken_;  ///< the first type that is as good as each when broken
  bool may_be_berserk_ = false;
  bool has_commissar_ = false;
  int least_morale_ = 0;  ///< that any but a leader may come to have
  int most_morale_ = 0;
  TargetStack start_;
};

/// Terms without some, of a procedure in which those do not occur.
std::vector<Term> without(std::vector<Term> terms, std::initializer_list<std::string_view> names);

}  // namespace combat_odds::asl
