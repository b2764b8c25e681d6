#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/dice/small.hpp"
#include "core/text/suggest.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds {

/// What a step asks of a side before it is played: "if attacker >= 2 squads".
struct AssaultCondition {
  enum class What {
    squads,    ///< so many unbroken squads, at least or at most
    unbroken,  ///< so many unbroken units
    there,     ///< so many units in its Location, broken ones among them
  };
  /// What is left of a side.
  struct Count {
    int squads = 0;
    int unbroken = 0;
    int there = 0;
  };
  std::string text;  ///< as it was written
  bool of_attacker = false;
  std::uint8_t groups = 0xff;  ///< which of its groups, a bit for each
  What what = What::squads;
  int least = 0;
  int most = 99;
  bool ends_repetition = false;  ///< "until": where it fails, the step is not there at all

  bool holds(const Count& side) const {
    const int number = what == What::squads     ? side.squads
                       : what == What::unbroken ? side.unbroken
                                                : side.there;
    return number >= least && number <= most;
  }
};

/// One step of an assault as it is written: its kind, and the words that follow.
struct AssaultStep {
  enum class Kind {
    rally,         ///< broken units of both sides try to rally
    fire,          ///< at the defender
    return_fire,   ///< at the attacker
    rout,          ///< broken units leave
    advance,       ///< the attacker goes into the defender's Location
    close_combat,  ///< the same, if he has not yet, and a round of Close Combat
    end_turn,      ///< the Player Turn ends, and pins with it
    smoke,         ///< the attacker lays smoke
    cross,         ///< attackers cross the ground before the defender under his fire
    meet_vehicle,  ///< infantry attacks a vehicle of the other side, or is overrun by it
  };
  Kind kind = Kind::fire;
  std::string text;  ///< as it was written, without repetition and condition
  std::vector<std::string> words;
  std::optional<AssaultCondition> condition;
  bool attacker_moves = true;  ///< whose Player Turn it is
  bool in_advancing_fire = false;
  bool optional = false;  ///< "?": whoever plays it may leave it out
  bool is_oba = false;    ///< of fire: artillery, at one group of either side
  bool is_he = false;     ///< of fire: HE of a group's gun
  bool is_ap = false;     ///< of fire: that gun at a vehicle
  bool captures = false;  ///< of close combat: the attacker tries to take prisoners
  /// How many of the words are not the player's own, but follow from his groups; they stand first.
  std::size_t given = 0;
  // Of a step that has to do with a vehicle:
  std::string how;                   ///< "panzerfaust", "overrun"
  bool vehicle_of_attacker = false;  ///< whose it is
  /// Of a step of fire: at those who cross.
  enum class AtCrossers { no, others_follow, last };
  AtCrossers at_crossers = AtCrossers::no;
  // Rally and rout: whose units. Other steps: who fires, and at whom; who goes in, and where to;
  // who crosses, and under whose fire; who lays smoke, and in whose Location (none: their own).
  // A bit for each group; a side without groups is one.
  std::uint8_t attackers = 0;
  std::uint8_t defenders = 0;
  /// Of a crossing: the defending groups that fire, by number, in the order that is written.
  std::vector<std::uint8_t> firing;
  bool of_attacker() const { return attackers != 0; }
  bool of_defender() const { return defenders != 0; }

  /// Whether a step of fire by groups says with what: "8 1", "x2" or "4-6-7 LMG". Otherwise the
  /// groups fire all they have, with a DRM ("+1") or none.
  bool says_power() const;
  /// Whether that word is among those that follow.
  bool says(std::string_view word) const {
    return std::find(words.begin(), words.end(), word) != words.end();
  }

  /// Whether a group's gun fires: HE, or at a vehicle.
  bool fires_gun() const { return is_he || is_ap; }
  bool is_fire() const { return kind == Kind::fire || kind == Kind::return_fire; }
  /// Whether only an assault in groups plays it.
  bool needs_groups() const { return optional || kind == Kind::smoke || kind == Kind::cross; }
};

/// A word that is a whole number: "1", "+1" or "-1".
std::optional<int> signed_number(std::string_view word);

/// What a game plays elsewhere than in a step, for whoever writes one.
struct OrdnanceElsewhere {
  const char* gun_at_vehicle;  ///< in place of 'he' at one
  const char* small_arms_at_vehicle;
  const char* artillery_at_vehicle;
  const char* overrun_of_defender;
  const char* no_vehicle;               ///< where none is among the groups
  const char* no_immobilize = nullptr;  ///< in place of 'immobilize'; null: it is a step
};

/// The names of the groups of both sides, none for a side that is one stack.
struct GroupNames {
  std::vector<std::string> attacker;
  std::vector<std::string> defender;

  /// Which of them are vehicles, and which have a gun: a bit for each.
  struct Arms {
    std::uint8_t vehicles = 0;
    std::uint8_t guns = 0;
    std::uint8_t any() const { return small(vehicles | guns); }
  };
  Arms attacker_arms{};
  Arms defender_arms{};
  /// Null in games where none of them is a vehicle or has a gun.
  const OrdnanceElsewhere* elsewhere = nullptr;

  bool any() const { return !attacker.empty() || !defender.empty(); }
  const std::vector<std::string>& of(bool attackers) const {
    return attackers ? attacker : defender;
  }
  const Arms& arms(bool attackers) const { return attackers ? attacker_arms : defender_arms; }
  static constexpr std::uint8_t whole = 1;  ///< the bit of a side that is one stack
  std::uint8_t all(bool attackers) const {
    const std::size_t number = of(attackers).size();
    return number == 0 ? whole : static_cast<std::uint8_t>((1u << number) - 1);
  }
};

/// The sequence of play of a game: the rule of each phase of a Player Turn.
struct TurnSequence {
  enum class Phase {
    rally,
    prep_fire,
    movement,
    defensive_fire,
    advancing_fire,
    rout,
    advance,
    close_combat,
  };
  std::array<const char*, 8> rules;
  Phase smoke = Phase::prep_fire;
  const char* smoke_rule = "";
  /// Whether each group fires once at those who cross, when they have (Squad Leader), and not all
  /// of them Location by Location.
  bool fire_after_crossing = true;
  /// Whether a Molotov is thrown in any fire of its side, and not at a vehicle that moves.
  bool molotov_in_any_fire = false;
};

/// How a player wants the steps to be read.
struct StepsAsked {
  enum class FirstTurn { attacker, defender };
  FirstTurn first_turn = FirstTurn::attacker;
  bool any_order = false;
  bool when_decided = false;
  std::optional<int> stop_after;
  bool optional_steps = true;    ///< the attacker plays those that are left to him
  bool optional_returns = true;  ///< and so does the defender
};

/// Declares `first_turn`, `any_order`, `when_decided` and `stop_after`; `rule` is that of the
/// sequence of play.
void describe_order(Declaration<StepsAsked>& asked, const std::string& rule);
/// Declares `optional_steps` and `optional_returns`: whether steps with a '?' are played.
void describe_choices(Declaration<StepsAsked>& asked);
/// What is reported for `when_decided`.
Term decided_event();
Term decided_measure();
/// Tells both. `decided`: one more than the step after which it was so, or 0.
void tell_decision(Outcome& outcome, int decided);

/// The form of steps, for messages and documentation.
extern const char* const assault_steps_form;
/// What the steps are and how they are written, for the documentation of the parameter; `fire_in`
/// is the procedure whose words a step of fire takes, `attacks_on_vehicles` names those of
/// infantry.
std::string assault_steps_meaning(const std::string& fire_in,
                                  const std::string& attacks_on_vehicles);

/// Reads "fire 8 1; return x2 2; rout; close-combat". Repeated steps ("close-combat x3") stand as
/// often in the result. Throws ArgumentError about `parameter` for an unknown step, for one that
/// the sequence of play does not allow there, and for what may not follow close combat.
std::vector<AssaultStep> read_assault_steps(std::string_view text, std::string_view parameter,
                                            const TurnSequence& sequence, const StepsAsked& asked,
                                            const GroupNames& groups = {});
/// Whether steps of this kind are among them; artillery is no fire here. Throws ArgumentError where
/// the steps can't be read.
bool has_step(std::string_view steps, AssaultStep::Kind kind, const GroupNames& groups = {});
/// Whether any of them is left to the side that plays it ("?"): a step of the attacker, or of the
/// defender.
bool has_choice(std::string_view steps, bool of_attacker, const GroupNames& groups = {});
/// Whether the attacker tries to capture in any of them.
bool has_capture(std::string_view steps, const GroupNames& groups = {});
/// Whether any of them takes groups to play it.
bool needs_groups(std::string_view steps, const GroupNames& groups = {});
/// How many there are.
int count_steps(std::string_view steps, AssaultStep::Kind kind, const GroupNames& groups = {});

/// The words of a fire step as values of these parameters: "8 1" (firepower and drm), "x2 1"
/// (factor and drm) or "2*4-6-7 LMG range 1 terrain stone" (attackers, range and terrain). More
/// names with their values may follow. Throws ArgumentError about `parameter`.
std::vector<std::pair<const Parameter*, std::string>> said_of_fire(
    const AssaultStep& step, const std::vector<Parameter>& parameters, std::string_view parameter);

/// A set of steps of an assault, one bit for each. In bytes, as states have no padding.
struct StepSet {
  static constexpr int most = 32;
  std::array<std::uint8_t, 4> bytes{};

  static StepSet of(std::uint32_t bits) {
    StepSet set;
    for (std::uint8_t& byte : set.bytes) {
      byte = small(bits & 255);
      bits >>= 8;
    }
    return set;
  }
  std::uint32_t bits() const {
    std::uint32_t all = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) all = all << 8 | bytes[i];
    return all;
  }
  friend bool operator==(const StepSet&, const StepSet&) = default;
};

/// The order of consecutive fire steps at the defender, which is the attacker's choice. As long as
/// he keeps the written order, the set of waiting steps is empty.
class FireOrder {
 public:
  enum class Habit { as_written, reversed };
  static OneOf habits() { return one_of({"as_written", "reversed"}); }

  FireOrder() = default;
  /// With groups every attack keeps its place.
  FireOrder(std::vector<AssaultStep> steps, Habit habit, bool in_groups);

  /// The steps that may be played in round `number`. `waiting` are the steps of the row that have
  /// not been played, if its order has been changed. Empty if only the step of the round can come.
  StepSet candidates(int number, StepSet waiting) const;
  /// Chooses one of the candidates. `state` and `apart` are all that the rest depends on; `enemy`
  /// gives the state of the defender.
  template <class State>
  int choose(Dice& dice, const State& state, std::string_view apart, StepSet candidates,
             FunctionRef<Facts()> enemy) const {
    const std::vector<int> steps = different(candidates);
    if (steps.size() == 1) return steps.front();
    std::vector<std::string_view> options;
    for (const int step : steps) options.push_back(steps_[static_cast<std::size_t>(step)].text);
    const auto words = [&] {
      Facts facts = enemy();
      facts.emplace_back("attacks to come", to_come(candidates));
      return facts;
    };
    const std::size_t by_habit = habit_ == Habit::as_written ? 0 : steps.size() - 1;
    std::string key(reinterpret_cast<const char*>(&state), sizeof(state));
    key += apart;
    return steps[static_cast<std::size_t>(dice.choose({"fire_order", "Which attack next?", options},
                                                      key, words, static_cast<int>(by_habit)))];
  }
  /// The steps that wait after that choice.
  StepSet waiting(StepSet candidates, int chosen) const;

 private:
  std::vector<int> different(StepSet steps) const;
  std::string to_come(StepSet steps) const;

  std::vector<AssaultStep> steps_;
  std::vector<int> run_ends_;  ///< for each step, the end of its row of attacks
  Habit habit_ = Habit::as_written;
};

/// Reads steps into the struct `Fire`; the words of a step are its parameters.
template <class Fire>
class FireSteps {
 public:
  FireSteps() : declared_(described()), parameters_(Procedure(described()).parameters) {}

  /// Whether a step can say that.
  bool knows(std::string_view word) const {
    return std::any_of(parameters_.begin(), parameters_.end(),
                       [&](const Parameter& one) { return folded(one.name) == folded(word); });
  }

  Fire read(const AssaultStep& step, std::string_view parameter, const Charts& charts) const {
    try {
      std::vector<Argument> values;
      for (const Parameter& one : parameters_) {
        values.push_back(read_argument(one, one.default_value.value_or("")));
      }
      for (const auto& [asked, text] : said_of_fire(step, parameters_, parameter)) {
        values[static_cast<std::size_t>(asked - parameters_.data())] = read_argument(*asked, text);
      }
      return declared_.filled(names_looked_up(parameters_, std::move(values), charts), charts);
    } catch (const ArgumentError& error) {
      throw ArgumentError(std::string(parameter), "'" + step.text + "': " + error.wrong(),
                          error.right());
    }
  }

 private:
  static Declaration<Fire> described() {
    Declaration<Fire> declared{Fire()};
    Fire::describe(declared);
    return declared;
  }

  Declaration<Fire> declared_;
  std::vector<Parameter> parameters_;
};

}  // namespace combat_odds
