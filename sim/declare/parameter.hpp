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

/// A name that stands for a value; the number matters where the parameter wants one.
struct NamedValue {
  std::string name;
  double number = 0;
};

/// Names by which a parameter may be asked, and the chart that they stand in.
struct NameList {
  std::string chart;  ///< empty: none, the names are the rule's own ("none", "afv")
  std::function<std::vector<NamedValue>(const Charts&)> read;
};

/// What a unit, written as on its counter, says where a parameter wants a number.
/// In close combat leaders count 1 each where they are alone, and nothing beside others.
enum class UnitFact : std::uint8_t { none, firepower, morale, leadership, close_combat };

/// What a procedure can be asked: a name, a type, and what it means.
struct Parameter {
  enum class Type { integer, number, choice, flag, text, date };

  std::string name;  ///< lower case with underscores
  Type type = Type::integer;
  std::string meaning;
  /// Nothing: the parameter is required; empty: it may be left out.
  std::optional<std::string> default_value;
  double least = 0;  ///< integer and number; date: days since 1970-01-01
  double most = 0;
  std::vector<std::string> choices;
  std::string form;                     ///< text: what it looks like
  std::string named_form;               ///< integer and number: what a name looks like
  UnitFact unit_fact = UnitFact::none;  ///< integer and number
  std::optional<NameList> names;        ///< see sim/declare/names.hpp
  std::vector<std::string> tried;       ///< values for the cross-checks to try
  /// The side whose decision it fixes unless best play is asked for: 0 or 1; nothing: it fixes
  /// none.
  std::optional<int> decides;
  bool is_aim = false;  ///< best play is asked for with it; empty, it is as if it were not there

  std::string option() const;   ///< "--leader-modifier"
  std::string allowed() const;  ///< "a whole number from -10 to 20"
};

/// Lets a number's parameter be asked by units (see Declaration::or_of_unit).
void name_by_unit(Parameter& parameter, UnitFact fact);

/// A number as it stands in an Argument: "2.5".
std::string number_text(double number);

/// Calls what a group of parameters does; the parameter that an ArgumentError is about gets the
/// prefix with which the group is asked, also where the message begins with its name.
template <class Call>
void with_prefix(const std::string& prefix, Call&& call) {
  try {
    call();
  } catch (const ArgumentError& error) {
    const bool named = error.wrong().starts_with(error.parameter() + ' ');
    throw ArgumentError(prefix + error.parameter(), (named ? prefix : "") + error.wrong(),
                        error.right());
  }
}

/// The value of one parameter in one situation.
struct Argument {
  std::string text;  ///< canonical: "-1", "2.5", "true", "1942-10-17"; a name as given; empty: left
                     ///< out
  double number = 0;   ///< date: days since 1970-01-01
  bool given = false;  ///< somebody gave it: not the default that stands for what is left out
};

/// The canonical text of a whole number of an integer or number, or of a day of a date.
std::string text_of(const Parameter& parameter, long long value);

/// Reads one value. Throws ArgumentError where the parameter does not allow it. What a number's
/// parameter may look up by name is left as it is until there are charts (Procedure::make_rule).
Argument read_argument(const Parameter& parameter, std::string_view text);

}  // namespace combat_odds
