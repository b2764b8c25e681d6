#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/chart.hpp"
#include "core/text/error.hpp"

namespace combat_odds {

/// A name and the number that it stands for. The number is unused if the parameter is a text.
struct NamedValue {
  std::string name;
  double number = 0;
};

/// The names that a parameter accepts, and the chart that lists them.
struct NameList {
  std::string chart;  ///< empty: no chart, the names are the rule's own ("none", "afv")
  std::function<std::vector<NamedValue>(const Charts&)> read;
};

/// Which number a unit, written as on its counter, stands for. In close combat leaders count 1 each
/// if they are alone, and nothing if other units are with them.
enum class UnitFact : std::uint8_t { none, firepower, morale, leadership, close_combat };

/// A parameter of a procedure: its name, its type and its meaning.
struct Parameter {
  enum class Type { integer, number, choice, flag, text, date };

  std::string name;  ///< lower case with underscores
  Type type = Type::integer;
  std::string meaning;
  /// Nothing: the parameter is required. Empty: it may be left out.
  std::optional<std::string> default_value;
  double least = 0;  ///< integer and number; date: days since 1970-01-01
  double most = 0;
  std::vector<std::string> choices;
  std::string form;                     ///< text: what it looks like
  bool has_commas = false;              ///< text: a comma is part of a value, and makes no list
  bool is_dice = false;                 ///< text: an expression of dice, told as it is typed
  std::string named_form;               ///< integer and number: what a name looks like
  UnitFact unit_fact = UnitFact::none;  ///< integer and number
  std::optional<NameList> names;        ///< see sim/declare/names.hpp
  std::vector<std::string> tried;       ///< values for the cross-checks to try
  /// The side whose decision it fixes unless best play is asked for: 0 or 1. Nothing: it fixes no
  /// decision.
  std::optional<int> decides;
  bool is_goal = false;  ///< it asks for best play; if empty, it is ignored

  std::string option() const;   ///< "--leader-modifier"
  std::string allowed() const;  ///< "a whole number from -10 to 20"
};

/// Values that show what a parameter takes: those to try, else its choices, else numbers of a short
/// range. Empty where nothing is known.
std::vector<std::string> example_values(const Parameter& parameter);

/// Lets the number be given by units (see Declaration::or_of_unit).
void name_by_unit(Parameter& parameter, UnitFact fact);

/// A number as an Argument has it: "2.5".
std::string number_text(double number);

/// "--leader-modifier" for leader_modifier, "--parameter-until" for until, which `odds` has itself.
std::string option_of(std::string_view parameter);

/// Messages name parameters as the command line does: "--rate-of-fire 1 or more". Replaces each
/// such option by what `rename` makes of the parameter's name (rate_of_fire).
std::string options_renamed(std::string_view text,
                            const std::function<std::string(const std::string& name)>& rename);

/// The error as it is for a group of parameters whose names have a prefix: the prefix is put in
/// front of the parameter's name, also where the message begins with it, and of the options.
ArgumentError prefixed(const std::string& prefix, const ArgumentError& error);

/// Calls `function` for a group of parameters whose names have a prefix. An ArgumentError that it
/// throws is prefixed.
template <class Function>
void with_prefix(const std::string& prefix, Function&& function) {
  try {
    function();
  } catch (const ArgumentError& error) {
    throw prefixed(prefix, error);
  }
}

/// The value of one parameter in one situation.
struct Argument {
  /// Canonical: "-1", "2.5", "true", "1942-10-17". A name as it was typed. Empty: left out.
  std::string text;
  double number = 0;   ///< date: days since 1970-01-01
  bool given = false;  ///< it was typed; false: it is the default
};

/// The canonical text of a whole number or, if the parameter is a date, of a day.
std::string text_of(const Parameter& parameter, long long value);

/// Reads one value. Throws ArgumentError if the parameter does not allow it. A name in place of a
/// number is left as it is; it is looked up when the charts are there (Procedure::make_rule).
Argument read_argument(const Parameter& parameter, std::string_view text);

/// The parameter of this name, in small or capital letters, with hyphens or underscores; null where
/// there is none.
const Parameter* parameter_named(const std::vector<Parameter>& parameters, std::string_view name);

}  // namespace combat_odds
