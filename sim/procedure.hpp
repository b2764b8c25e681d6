#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "combat_odds/core/rule.hpp"
#include "combat_odds/sim/parameter.hpp"

namespace combat_odds {

/// The values of all parameters of a procedure in one situation, in the procedure's order.
class Arguments {
 public:
  Arguments(const std::vector<Parameter>& parameters, std::vector<Argument> values)
      : parameters_(&parameters), values_(std::move(values)) {}

  int integer(std::string_view name) const;
  double number(std::string_view name) const;
  bool flag(std::string_view name) const;
  const std::string& choice(std::string_view name) const;
  const std::string& text(std::string_view name) const;
  /// "1942-10-17".
  const std::string& date(std::string_view name) const;
  /// Whether an optional parameter has a value.
  bool given(std::string_view name) const;

  const std::vector<Argument>& values() const { return values_; }

 private:
  const Argument& at(std::string_view name, Parameter::Type type) const;

  const std::vector<Parameter>* parameters_;
  std::vector<Argument> values_;
};

/// A name that a report uses, and what it means.
struct Term {
  std::string name;
  std::string meaning;
};

/// What a rule leaves open and how it is read: the text of that name (asl.climb.txt) that came with
/// the program, a line for each paragraph. Empty where there is none.
std::string open_points(std::string_view name);

/// One procedure of a game: how it is asked, what it answers, and the rule that it plays.
struct Procedure {
  std::string name;     ///< "asl.fire"
  std::string rule;     ///< "A7.3"
  std::string summary;  ///< one line
  std::string details;  ///< what the rule text leaves open and how it is read; paragraphs
  std::vector<Parameter> parameters;
  std::vector<Term> outcomes;  ///< in the order of a report; others may follow
  std::vector<Term> events;
  std::vector<Term> measures;
  std::vector<std::string> charts;  ///< names of the charts it looks things up in

  /// Makes the rule of one situation whose values are numbers, choices and the charts' own names
  /// (see make_rule). Throws ArgumentError for values that do not go together and InputError for a
  /// faulty chart.
  std::function<std::unique_ptr<Rule>(const Arguments&, const Charts&)> rule_for;

  /// The rule in one situation, names looked up in the charts (sim/names.hpp). Throws as rule_for
  /// does, and ArgumentError for a name that nothing has.
  std::unique_ptr<Rule> make_rule(const std::vector<Argument>& values,
                                  const Charts& all_charts) const;

  std::string game() const { return name.substr(0, name.find('.')); }
  const Parameter* parameter(std::string_view name) const;
};

}  // namespace combat_odds
