#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/dice/rule.hpp"
#include "sim/declare/parameter.hpp"

namespace combat_odds {

/// A name that a report uses, and what it means.
struct Term {
  std::string name;
  std::string meaning;
  bool less_is_better = false;  ///< of a measure: the sooner they come, the better
};

/// A part of the sentence that an answer begins with: what it tells ("broken_or_worse", "mean
/// squads") and its words ("at least one breaks or worse", "{} squads on average").
struct HeadlinePart {
  std::string name;
  std::string words;
  std::string words_of_one;  ///< where a single unit is under attack; empty: the same
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
  std::vector<HeadlinePart> headline;  ///< empty: common words, else the likeliest outcomes

  /// Makes the rule of one situation whose values, one for each parameter, are numbers, choices and
  /// the charts' own names (see make_rule). Throws ArgumentError for values that do not go together
  /// and InputError for a faulty chart.
  std::function<std::unique_ptr<Rule>(const std::vector<Argument>&, const Charts&)> rule_for;

  /// The rule in one situation, names looked up in the charts (sim/declare/names.hpp). Throws as
  /// rule_for does, and ArgumentError for a name that nothing has.
  std::unique_ptr<Rule> make_rule(const std::vector<Argument>& values,
                                  const Charts& all_charts) const;

  std::string game() const { return name.substr(0, name.find('.')); }
  /// The parameter of that name, in upper or lower case, with underscores or hyphens; null where
  /// there is none.
  const Parameter* parameter(std::string_view name) const;
};

}  // namespace combat_odds
