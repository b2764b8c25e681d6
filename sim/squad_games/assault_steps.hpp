#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/declare/declaration.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds {

/// One step of an assault as it is written: its kind, and the words that follow.
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

/// The form of steps, for messages and documentation.
extern const char* const assault_steps_form;

/// Reads "fire 8 1; return x2 2; rout; close-combat". Throws ArgumentError about `parameter` for an
/// unknown step, and for fire after a rout or close combat.
std::vector<AssaultStep> read_assault_steps(std::string_view text, std::string_view parameter);

/// The words of a fire step as values of these parameters: "8 1" (firepower and drm), "x2 1"
/// (factor and drm) or "2*4-6-7 LMG range 1 terrain stone" (attackers, range and terrain). More
/// names with their values may follow. Throws ArgumentError about `parameter`.
std::vector<std::pair<const Parameter*, std::string>> said_of_fire(
    const AssaultStep& step, const std::vector<Parameter>& parameters, std::string_view parameter);

/// A set of steps of an assault, one bit for each.
struct StepSet {
  std::uint8_t low = 0;
  std::uint8_t high = 0;

  static StepSet of(unsigned bits) {
    return {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8)};
  }
  unsigned bits() const { return low | unsigned{high} << 8; }
  friend bool operator==(const StepSet&, const StepSet&) = default;
};

/// The order of consecutive fire steps at the defender, which is the attacker's choice. As long as
/// he keeps the written order, the set of waiting steps is empty.
class FireOrder {
 public:
  enum class Habit { as_written, reversed };
  static OneOf habits() { return one_of({"as_written", "reversed"}); }

  FireOrder() = default;
  FireOrder(std::vector<AssaultStep> steps, Habit habit);

  /// The steps that may be played in round `number`. `waiting` are the steps of the row that have
  /// not been played, if its order has been changed. Empty if only the step of the round can come.
  StepSet candidates(int number, StepSet waiting) const;
  /// Chooses one of the candidates. `state` is all that the rest depends on; `enemy` gives the
  /// state of the defender.
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
  /// The steps that wait after that choice.
  StepSet waiting(StepSet candidates, int chosen) const;

 private:
  std::vector<int> different(StepSet steps) const;
  std::string to_come(StepSet steps) const;

  std::vector<AssaultStep> steps_;
  std::vector<int> run_ends_;  ///< for each step, the end of its row of attacks
  Habit habit_ = Habit::as_written;
};

/// Reads fire steps into the struct `Fire`; the words of a step are its parameters.
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
