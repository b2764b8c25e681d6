#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/declare/declaration.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds {

/// One step of an assault as it is written: what is done, and the words that say more of it.
struct AssaultStep {
  enum class Kind {
    fire,         ///< at the defender
    return_fire,  ///< at the attacker
    rout,         ///< broken units leave
    next_turn,    ///< the Player Turn ends, and pins with it
    close_combat,
  };
  Kind kind = Kind::fire;
  std::string text;  ///< as it was written
  std::vector<std::string> words;

  bool is_fire() const { return kind == Kind::fire || kind == Kind::return_fire; }
};

/// What steps look like, for messages and documentation.
extern const char* const assault_steps_form;

/// Reads "fire 8 1; return x2 2; rout; close-combat". Throws ArgumentError about `parameter` for a
/// step that is none, and for fire where nobody can be told apart any more (after a rout or close
/// combat).
std::vector<AssaultStep> read_assault_steps(std::string_view text, std::string_view parameter);

/// What a fire step says as values of these parameters: "8 1" (firepower and drm), "x2 1" (factor
/// and drm) or "2*4-6-7 LMG range 1 terrain stone" (attackers, range and terrain), each followed by
/// more names with their values. Throws ArgumentError about `parameter`.
std::vector<std::pair<const Parameter*, std::string>> said_of_fire(
    const AssaultStep& step, const std::vector<Parameter>& parameters, std::string_view parameter);

/// Some of the steps of an assault, a bit for each.
struct StepSet {
  std::uint8_t low = 0;
  std::uint8_t high = 0;

  static StepSet of(unsigned bits) {
    return {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8)};
  }
  unsigned bits() const { return low | unsigned{high} << 8; }
  friend bool operator==(const StepSet&, const StepSet&) = default;
};

/// The order of fire steps at the defender with no other step between them, which is the attacker's
/// choice. As long as they come as they are written, a set of those that wait is empty.
class FireOrder {
 public:
  enum class Habit { as_written, reversed };
  static OneOf habits() { return one_of({"as_written", "reversed"}); }

  FireOrder() = default;
  FireOrder(std::vector<AssaultStep> steps, Habit habit);

  /// The steps of which one comes in round `number`, where `waiting` have been passed over or stand
  /// behind one that was not; empty where it can only be that of the round.
  StepSet candidates(int number, StepSet waiting) const;
  /// One of the candidates, `state` being all that the rest depends on. `enemy` says how the
  /// defender stands.
  template <class State>
  int choose(Dice& dice, const State& state, StepSet candidates, FunctionRef<Facts()> enemy) const {
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
    return steps[static_cast<std::size_t>(dice.choose({"fire_order", "Which attack next?", options},
                                                      state, words, static_cast<int>(by_habit)))];
  }
  /// Those that wait then.
  StepSet waiting(StepSet candidates, int chosen) const;

 private:
  std::vector<int> different(StepSet steps) const;
  std::string to_come(StepSet steps) const;

  std::vector<AssaultStep> steps_;
  std::vector<int> run_ends_;  ///< of each step: where the row of attacks that it is in ends
  Habit habit_ = Habit::as_written;
};

/// Reads fire steps as the struct `Fire`, whose parameters are the words of a step.
template <class Fire>
class FireSteps {
 public:
  FireSteps() : declared_(described()), parameters_(Procedure(described()).parameters) {}

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
