#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/dice/function_ref.hpp"
#include "core/dice/inner.hpp"
#include "core/exact/bodies.hpp"
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
    /// By Random Selection, until its result is carried out. An SMC whom a K wounds keeps it: he
    /// takes no MC of that K.
    chosen = 16,
    struck = 32,  ///< by the Critical Hit that is being resolved
    // Set by other rules, never by fire:
    routed = 64,    ///< gone from the Location
    engaged = 128,  ///< has advanced into the enemy's Location
  };
  std::uint8_t type = 0;  ///< in the roster of the FireTarget
  std::uint8_t status = 0;

  bool is(Status wanted) const { return (status & wanted) != 0; }
  /// Eliminated, or gone from the Location.
  bool is_away() const { return (status & (eliminated | routed)) != 0; }
  friend auto operator<=>(const TargetUnit&, const TargetUnit&) = default;
};

/// The units in a Location while fire is resolved against them, and the progress of the resolution.
/// It is a state of a Process or of Rounds, or part of one. Leaders come first, and the leader who
/// is best at this moment comes before the others.
struct TargetStack {
  static constexpr std::size_t most_units = 12;

  /// The check that the surviving units still have to take.
  enum class Check : std::uint8_t { none, morale, pin_task };

  /// How far the resolution has come.
  enum class Phase : std::uint8_t {
    resolved,  ///< nothing is left to roll
    // Where the stack is in bodies:
    critical,         ///< Random Selection of whom a Critical Hit strikes
    critical_others,  ///< the others are eliminated by it
    casualties,       ///< Random Selection, and what it does to those chosen and to the others; in
                      ///< bodies only who is chosen, but for those struck by a Critical Hit
    // In bodies again:
    casualties_struck,  ///< who of these is chosen
    others_hit,         ///< what it does to the others
    leaders_hit,        ///< the same to the leaders
    leaders,
    leaders_losses,  ///< leaders take LLMC and LLTC for other leaders who were lost
    others,
    berserk_leaders,  ///< whether the others follow leaders who went berserk
  };
  /// A leader who broke or was eliminated, until the others have taken their LLTC or LLMC (A10.2).
  struct LeaderLoss {
    std::uint8_t eliminated : 1 = 0;
    std::uint8_t commissar : 1 = 0;
    std::uint8_t drm : 2 = 0;     ///< his negative modifier with its sign reversed
    std::uint8_t morale : 4 = 0;  ///< his Morale Level when he was lost
  };

  /// A value for the units hit normally [0] and one for those struck by a Critical Hit [1].
  template <class Value>
  using ByHit = std::array<Value, 2>;

  /// For the rule that uses the stack: whatever it must remember across the resolution (flames,
  /// its next step).
  std::array<std::uint8_t, 4> memo{};
  std::uint8_t nmc_or_better = 0;  ///< the result of an attack was an NMC or worse
  std::uint8_t casualty_vp = 0;    ///< lost so far, where they are asked for (A26.22)
  std::uint8_t replaced = 0;       ///< a unit failed an MC by more than its ELR
  std::uint8_t heat = 0;           ///< 1: a unit has rolled Heat of Battle
  std::uint8_t all_follow = 0;     ///< a commissar went berserk: the others must follow him
  /// How many leaders went berserk whom others may still follow, by their modifier from -3 to 3.
  std::array<std::uint8_t, 7> berserk_leaders{};
  Phase phase = Phase::resolved;
  std::uint8_t last = 0;      ///< 1: no attack follows
  std::uint8_t narrowed = 0;  ///< 1: only what the next step depends on, see narrow()
  std::uint8_t reading = 0;   ///< 1 + which of the FireTarget's readings the groups have; 0: none
  ByHit<IftResult> casualties{};  ///< a KIA or K not resolved yet
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

/// What one DR does to the units of a FireTarget: a result for all of them; or, where groups have
/// modifiers of their own, the number of the results that it has for each.
struct DrResults {
  IftResult result;          ///< for all, or for the first group; of a Critical Hit: for who is
                             ///< not struck
  IftResult other;           ///< for the last group; of a Critical Hit: for those whom it strikes
  std::uint8_t reading = 0;  ///< of groups, see TargetStack::reading; or critical_hit
  /// In place of a reading: a Critical Hit, and no groups.
  static constexpr std::uint8_t critical_hit = 255;
  friend bool operator==(const DrResults&, const DrResults&) = default;
  std::string text() const;
};

/// Losses of a stack. A unit counts in every line that applies to it.
struct Losses {
  int eliminated = 0;
  int reduced = 0;
  int broken = 0;  ///< by this fire only
  int pinned = 0;
  int unbroken = 0;  ///< left, rallied ones among them
};

/// Applies results of the IFT to the Infantry in a Location (A7.3, A7.8, A10.2-.31, A15.2,
/// A17.1-.3, A19.1, A25.22, C3.74).
class FireTarget : private Inner<TargetStack, TargetStack> {
 public:
  enum class Status { good, broken };

  std::vector<UnitName> units;
  Status status = Status::good;
  std::vector<UnitName> broken;  ///< of `units`, where not all of them have that status
  /// Vehicles that stand with the units, in start() behind them: fire is not resolved against them,
  /// and whoever plays their fate says with the bits of Status what they mean.
  std::vector<UnitName> vehicles;
  int elr = 5;
  MoraleState state;
  bool casualty_vp = false;       ///< they are counted
  bool without_crews = false;     ///< a crew's are among those of its vehicle
  std::optional<int> vehicle_vp;  ///< of the AFV in place of the units
  HeatOfBattle heat;

  /// Words allowed for `target` in place of a list of units; the list is then empty.
  enum class InPlace { nothing, nobody, afv };
  /// Whether the units may be groups with modifiers of their own: "4-6-7@-2; 4-6-7".
  enum class Groups { one, several };
  static constexpr std::size_t most_groups = TargetStack::most_units;
  /// Whether they may be climbing (B11.42).
  enum class Climbing { never, possible };
  /// Reads units, or groups of them; none where the text is empty.
  static std::vector<UnitName> read_groups_if_any(std::string_view text,
                                                  std::string_view parameter);
  /// Declares `target`, `status`, `elr`, `target_state` and `casualty_vp`.
  static void describe(Declaration<FireTarget>& target, InPlace in_place = InPlace::nothing,
                       Groups groups = Groups::one, Climbing climbing = Climbing::never);
  /// Declares `elr`, `target_state` and `casualty_vp`, for procedures that declare the units
  /// themselves.
  static void describe_quality(Declaration<FireTarget>& target,
                               Climbing climbing = Climbing::never);
  /// Declares `casualty_vp`; casualty_measure() is the measure to report with it.
  static void describe_casualties(Declaration<FireTarget>& target);
  static Term casualty_measure();
  /// Declares the parameters of HeatOfBattle. Only for procedures with few attacks: units can turn
  /// into so many others that the states multiply. heat_event() is the event to report with it.
  static void describe_heat(Declaration<FireTarget>& target);
  static Term heat_event();
  /// Units, or none where the text is empty.
  static std::vector<UnitName> read_if_any(std::string_view text, std::string_view parameter);
  /// Builds the roster and start(). Call once, before anything below.
  void prepare(const Charts& charts);

  /// "2*4-6-7 8-1", with the status where one is given: "4-6-7 (broken, encircled)".
  std::string text() const;

  const TargetStack& start() const { return start_; }
  /// The name of the unit at that place of `units`, as it was given.
  TargetUnit named(std::size_t place) const;
  const UnitType& type(const TargetUnit& unit) const { return roster_[unit.type]; }
  bool is_vehicle(const TargetUnit& unit) const {
    return type(unit).kind == UnitType::Kind::vehicle;
  }
  /// The Casualty VP of all units.
  int points() const;
  /// Every type that the units are or can turn into.
  const std::vector<UnitType>& roster() const { return roster_; }

  // Step by step, for a Process or Rounds:

  /// Begins the resolution of one result against what is left of the stack. After the last one
  /// (`last`) only outcome() may be asked of the stack: that keeps decision graphs small.
  void begin(TargetStack& stack, IftResult result, bool last) const;
  /// Whether the resolution is over.
  static bool resolved(const TargetStack& stack) {
    return stack.phase == TargetStack::Phase::resolved;
  }
  /// Plays the next step; resolved() must be false. A step is the casualties of a KIA or K, or
  /// all checks that one unit takes, LLMC and LLTC included.
  void step(Dice& dice, TargetStack& stack) const;

  // For InBodies: the leaders check while the others stand by, and the other way round.

  /// From now on a step concerns one of the two at a time, if the stack is of that kind: it has
  /// leaders and others, and what becomes of a unit changes nothing for the others of its body but
  /// by the losses of leaders. Call after prepare(), and only for attacks that begin with begin().
  /// A Critical Hit must be an NMC or worse for those whom it strikes if it is for the rest.
  void keep_in_bodies();
  bool in_bodies() const { return in_bodies_; }
  /// The leaders and the others, where the stack stands `at` so many bytes into a state.
  std::array<InBodies::Body, 2> bodies(std::size_t at) const;
  static constexpr unsigned leaders = 1;  ///< the bits of the two bodies
  static constexpr unsigned others = 2;
  InBodies::Turn turn(const TargetStack& message) const;
  void step_of_crowd(Dice& dice, TargetStack& stack) const;
  static bool may_be_selected(const TargetUnit& unit, int among);
  static void select(TargetUnit& unit, int among);
  static void selected(TargetStack& message);

  /// For StatesOf::alike: replaces the stack by the one that represents all equivalent stacks. Not
  /// for rules in which units rally.
  void make_alike(TargetStack& stack) const;

  // In one go, with a checkpoint after every step. These return true if everything that follows is
  // known already (see Dice::at).

  bool resolve(Dice& dice, TargetStack& stack, IftResult result, bool last) const;
  /// A Critical Hit: `critical` for the units that Random Selection strikes, `result` for the
  /// others (C3.74).
  bool resolve_critical(Dice& dice, TargetStack& stack, IftResult critical, IftResult result,
                        bool last) const;

  // For close combat, where nobody takes an LLMC or LLTC (A10.2):

  /// Eliminates the units in `which`, a bit for each place.
  void eliminate_all(TargetStack& stack, std::uint32_t which) const;
  /// One of these by Random Selection, more if they tie, suffers Casualty Reduction (A7.302).
  void reduce_one_of(Dice& dice, TargetStack& stack, std::uint32_t which) const;
  /// Reduces the squad at place `i`, or wounds the SMC, who survives it.
  void reduce(TargetStack& stack, std::size_t i) const;
  /// The present type of the unit at place `i`.
  const UnitType& type(const TargetStack& stack, std::size_t i) const;
  /// The current Morale Level.
  int morale(const TargetStack& stack, std::size_t i) const;
  /// A leader's modifier; a wound worsens it by one (A17.3).
  int modifier(const TargetStack& stack, std::size_t i) const;
  /// Whether the unit is unbroken, unpinned and there.
  bool is_able(const TargetStack& stack, std::size_t i) const;
  /// From now on make_alike() keeps broken units of different types apart, even those that check
  /// morale alike.
  void tell_broken_apart();
  /// Adds a type for units to which nothing more can happen, so that their type does not matter.
  std::uint8_t add_settled_type();

  // Attacks that do not put one result on every unit (fire_target_strikes.cpp). Continue with
  // step() or play():

  /// The harm done to a single unit.
  enum class Strike : std::uint8_t {
    none,
    kills_or_breaks,  ///< an SMC is eliminated, an MMC breaks; a broken one is reduced (A14.31)
    wounds_or_pins,   ///< an SMC is wounded, an MMC pinned (A14.32)
    reduces,          ///< Casualty Reduction
    breaks,           ///< the unit breaks; one that never does or is broken already is reduced
  };
  /// The same to the unit at place `i`, whose place may be another then.
  void begin_strike_on(Dice& dice, TargetStack& stack, std::size_t i, Strike strike,
                       bool last) const;
  /// Strikes one unit by Random Selection; each unit that ties with it takes of_tie() instead.
  void begin_strike(Dice& dice, TargetStack& stack, Strike strike,
                    FunctionRef<Strike(Dice&)> of_tie, bool last) const;
  /// As resolve_critical().
  void begin_critical(Dice& dice, TargetStack& stack, IftResult critical, IftResult result,
                      bool last) const;
  /// Attacks only the units that are neither broken nor pinned; any_mover() says whether there are
  /// any.
  void begin_on_movers(TargetStack& stack, IftResult result, bool last) const;
  static bool any_mover(const TargetStack& stack);
  /// The result of one DR that affects units already pinned differently from the others (A7.83). A
  /// KIA or K that strikes both groups is resolved in each by itself.
  void begin_with_pinned(TargetStack& stack, IftResult result, IftResult on_pinned,
                         bool last) const;
  static bool any_pinned(const TargetStack& stack);

  // One DR for units that may be in groups with modifiers of their own (fire_target_groups.cpp). A
  // KIA or K that strikes several groups is resolved in each by itself, but among all of those that
  // have the same result.

  /// The result of a DR for units with that modifier of their own.
  using OfDrm = FunctionRef<IftResult(int drm)>;
  /// The same of a Critical Hit: nothing for those on whom it is none.
  using CriticalOfDrm = FunctionRef<std::optional<IftResult>(int drm)>;
  /// Makes known what a DR may come to. Call after prepare(), for everything that results() and
  /// critical_results() will be asked. Throws ArgumentError where that is too much.
  void expect(OfDrm of);
  void expect_critical(OfDrm of, CriticalOfDrm critical);
  /// The same for all DR on the IFT, whatever the FP and the other modifiers are.
  void expect_any(const Ift& ift);
  /// What the DR comes to.
  DrResults results(OfDrm of) const;
  DrResults critical_results(OfDrm of, CriticalOfDrm critical) const;
  /// Begins the resolution; a Critical Hit rolls Random Selection for whom it strikes (C3.74).
  void begin(Dice& dice, TargetStack& stack, const DrResults& results, bool last) const;
  /// Of a DR that is no Critical Hit.
  void begin(TargetStack& stack, const DrResults& results, bool last) const;
  /// As resolve().
  bool resolve(Dice& dice, TargetStack& stack, const DrResults& results, bool last) const;
  bool has_groups() const {
    return std::ranges::any_of(units, [](const UnitName& unit) { return unit.group > 0; });
  }
  /// The units' own modifiers, one for each group.
  const std::vector<int>& group_drms() const { return group_drms_; }
  /// Refuses what counts for all of them (`all_move`: the option `options` says so) where groups
  /// have modifiers of their own: FFNAM, FFMO and Hazardous Movement are those of the movers.
  void check_movers(bool all_move, const char* options) const;
  /// Refuses modifiers above 0, which are TEM, for an attack that minds none.
  void check_no_tem(const char* attack, const char* rule) const;
  /// Whether a unit of the first group, or of any other, broke or suffered worse.
  bool is_hurt(const TargetStack& stack, bool other) const;
  /// A7.8: pins end with the Player Turn.
  static void end_pins(TargetStack& stack);
  static void end_leaders_pins(TargetStack& stack);
  /// Plays the resolution that was begun to its end, as resolve() does.
  bool play(Dice& dice, TargetStack& stack) const;
  /// Pins every unit that would take a PTC (A7.305).
  void pin_all(TargetStack& stack) const;

  // For rally:

  /// Casualty Reduction of the unit at place `i` by Fate (A10.64); step() continues with the LLMC
  /// for a leader who dies of it (A10.2).
  void begin_fate(Dice& dice, TargetStack& stack, std::size_t i) const;

  /// Rolls Heat of Battle for the unit at place `i` after an Original 2 on its Rally DR (A15.1).
  /// step() continues with the units that may follow a berserk leader. Nobody takes an LLTC.
  void begin_heat_of_rally(Dice& dice, TargetStack& stack, std::size_t i) const;
  /// Adds a type that may enter the stack later. Call after tell_broken_apart().
  std::uint8_t add_type(const Charts& charts, const UnitName& name, Traits traits);
  /// From now on a Disrupted unit is of a type of its own (A19.12): its traits say so.
  void tell_disrupted(const Charts& charts);
  /// Adds a leader of that type behind the other leaders if there is room.
  static void add_leader(TargetStack& stack, std::uint8_t type);

  /// The units in Good Order that are not pinned. The stack must not have been resolved as the
  /// last.
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

  /// The terms that outcome() reports, for the documentation of a procedure.
  static std::vector<Term> outcomes();
  static std::vector<Term> events();
  static std::vector<Term> measures();
  /// What it reports besides of units with modifiers of their own (Groups::several).
  static std::vector<Term> group_events();

 private:
  using Results = TargetStack::ByHit<IftResult>;
  /// Writes what the next step depends on into `part`, an empty stack: a check depends on one unit
  /// and on the modifiers that the others give it. Returns false if the step depends on the whole
  /// stack. widen() puts the reply back into the stack.
  bool narrow(const TargetStack& stack, TargetStack& part) const;
  void widen(TargetStack& stack, const TargetStack& stepped) const;
  TargetStack play(const TargetStack& part, Dice& dice) const override;
  void step_all(Dice& dice, TargetStack& stack) const;
  /// Which Random Selection a stack in bodies rolls.
  enum Selection : std::uint8_t { for_critical, for_deadly_critical, for_casualties, for_struck };
  void begin(TargetStack& stack, const Results& results, bool last, bool critical = false) const;
  void begin_on_groups(TargetStack& stack, std::uint8_t reading, bool last) const;
  /// Marks one of these by Random Selection, more if they tie, as struck by a Critical Hit.
  void strike_one(Dice& dice, TargetStack& stack, std::uint32_t among) const;
  void add_reading(std::vector<IftResult> by_group, std::uint32_t critical);
  std::uint8_t reading_of(std::span<const IftResult> by_group, std::uint32_t critical) const;
  void leaders_in_order(TargetStack& stack) const;
  void choose(Dice& dice, TargetStack& stack, std::size_t hit) const;
  static void mark(TargetStack& stack, std::uint32_t units, int selection);
  static bool kills_all_struck(const TargetStack& message);
  static bool struck_are_chosen_from(const TargetStack& message);
  static TargetStack::Phase after_critical(const TargetStack& message);
  static void end_strike(TargetStack& stack);
  void kill(Dice& dice, TargetStack& stack, std::uint32_t under_fire) const;
  void reduce_chosen(Dice& dice, TargetStack& stack, std::uint32_t under_fire) const;
  void strike(Dice& dice, TargetStack& stack) const;
  void strike_leaders(Dice& dice, TargetStack& stack) const;
  void carry_out(Dice& dice, TargetStack& stack, std::size_t hit, std::uint32_t among) const;
  std::uint32_t select(Dice& dice, const TargetStack& stack, int number, std::uint32_t among) const;
  /// The different results that an attack has on the stack: by Critical Hit, or by group.
  std::size_t hits(const TargetStack& stack) const;
  /// Which of them a unit has.
  std::size_t hit_of(const TargetStack& stack, const TargetUnit& unit) const;
  IftResult casualties(const TargetStack& stack, std::size_t hit) const;
  /// The check that a unit has to take, and what its number and a leader of that modifier add.
  struct Due {
    TargetStack::Check check = TargetStack::Check::none;
    int number = 0;
    int drm = 0;
  };
  Due due(const TargetStack& stack, const TargetUnit& unit,
          const TargetStack::ByHit<std::int8_t>& drm) const;
  std::uint32_t left(const TargetStack& stack, std::size_t hit) const;
  static TargetStack::ByHit<std::int8_t> drm_under(const TargetStack& stack, int leadership);
  bool has_check(const TargetStack& stack, std::size_t i) const;
  void check(Dice& dice, TargetStack& stack, std::size_t i,
             const TargetStack::ByHit<std::int8_t>& drm) const;
  bool has_loss(const TargetStack& stack, std::size_t i, TargetStack::LeaderLoss loss) const;
  void take_loss(Dice& dice, TargetStack& stack, std::size_t i, TargetStack::LeaderLoss loss) const;
  void other_checks(Dice& dice, TargetStack& stack) const;
  /// From that phase on, everybody in turn.
  void go_through(TargetStack& stack, TargetStack::Phase from) const;
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
  bool has_follower(TargetStack& stack) const;
  bool is_counted(const TargetUnit& unit) const { return !type(unit).traits.stepped_forward; }
  void break_unit(TargetStack& stack, std::size_t i) const;
  void eliminate(TargetStack& stack, std::size_t i) const;
  void suffer(Dice& dice, TargetStack& stack, std::size_t i, Strike strike) const;
  /// Of a vehicle only whether it is there, and whether it is in shock.
  std::uint8_t told(const TargetUnit& unit) const {
    if (!is_vehicle(unit)) return unit.status;
    constexpr int gone = TargetUnit::eliminated | TargetUnit::routed;
    const int left = unit.status & gone;
    return static_cast<std::uint8_t>(left != 0 ? left : unit.status & TargetUnit::broken);
  }
  void remove(TargetStack& stack, std::size_t i) const;
  int points(const UnitType& unit) const;
  void lose_leader(TargetStack& stack, std::size_t i, bool eliminated) const;
  static bool is_wounded_leader(const TargetUnit& unit, const UnitType& kind);
  bool commissar_watches(const TargetStack& stack, std::size_t i) const;
  int leadership(const TargetStack& stack, std::size_t i) const;

  std::uint8_t enlist(const Infantry& infantry, const UnitName& name);
  void check_climbers() const;
  void break_at_start(const Infantry& infantry);
  bool was_broken(const TargetUnit& unit) const {
    return (status == Status::broken && !is_vehicle(unit)) || type(unit).traits.came_broken;
  }
  void forget_losses(TargetStack& stack) const;
  void find_alike();
  void keep_new_types_apart();

  std::vector<UnitType> roster_;
  std::vector<std::uint8_t> named_;  ///< the types of `units`
  /// By group: no commissar, for finished units.
  std::array<std::uint8_t, most_groups> no_commissar_{};
  std::vector<std::uint8_t> alike_broken_;  ///< for each type, its first equal when broken
  /// The results of one DR for the groups, and behind them for those whom a Critical Hit strikes,
  /// if there is one: the different ones, and which of them each has.
  struct Reading {
    std::vector<IftResult> by_group;
    std::uint32_t critical = 0;  ///< the groups on which it is a Critical Hit, a bit for each
    std::vector<IftResult> different;
    std::array<std::uint8_t, 2 * most_groups> of_group{};
  };
  std::vector<Reading> readings_;
  std::vector<int> group_drms_ = {0};
  bool may_be_berserk_ = false;
  bool has_commissar_ = false;
  bool in_bodies_ = false;
  int least_morale_ = 0;  ///< lowest Morale Level that a non-leader can have
  int most_morale_ = 0;
  TargetStack start_;
};

/// `terms` without those named, which can't occur in the procedure.
std::vector<Term> without(std::vector<Term> terms, std::initializer_list<std::string_view> names);

}  // namespace combat_odds::asl
