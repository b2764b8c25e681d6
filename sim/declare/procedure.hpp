#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/dice/rule.hpp"
#include "sim/declare/duel.hpp"
#include "sim/declare/parameter.hpp"

namespace combat_odds {

/// An outcome, event or measure of a report, and its meaning.
struct Term {
  std::string name;
  std::string meaning;
  bool less_is_better = false;  ///< a measure that is better the smaller it is
  /// A measure that exists only where one of these outcomes or events comes up, such as the turn
  /// in which something happened. Empty: it always exists.
  std::vector<std::string> only_where = {};

  /// "cleared", "first_wins or second_wins"; empty if it always exists.
  std::string where_text() const;
};

/// Whether a measure exists in an outcome, by its `only_where`.
bool exists_in(const Term& measure, const Outcome& outcome);

/// A part of the sentence with which an answer begins: the event or measure ("broken_or_worse",
/// "mean squads") and its words ("at least one breaks or worse", "{} squads on average").
struct HeadlinePart {
  std::string name;
  std::string words;
  std::string words_of_one;  ///< of a single unit (a mean is its chance then); empty: the same
  std::string beside =
      {};  ///< a measure; where it is 0, the part tells nothing. Empty: it always does
  bool is_asked = false;    ///< whether the question names it: then it is told where it is 0, too
  bool only_asked = false;  ///< told only where the question names it
};

/// The points that a rule leaves open, and how they are read here: the built-in text of that name
/// (asl.climb.txt), one line for each paragraph. Empty if there is none.
std::string open_points(std::string_view name);

/// A procedure of a game: its parameters, its answers, and the rule that it plays.
struct Procedure {
  std::string name;     ///< "asl.fire"
  std::string rule;     ///< "A7.3"
  std::string summary;  ///< one line
  std::string details;  ///< open points and how they are read; paragraphs
  std::vector<Parameter> parameters;
  std::vector<Term> outcomes;  ///< in the order of a report, before any others
  std::vector<Term> events;
  std::vector<Term> measures;
  std::vector<HeadlinePart> headline;  ///< empty: common words, else the likeliest outcomes
  std::optional<DuelDeclaration> duel;
  bool plays_infantry_lists = false;  ///< `balance` plays lists of the game's infantry by it

  /// Makes the rule for one situation. There is one value for each parameter; names have already
  /// been looked up (see make_rule). Throws ArgumentError for values that do not go together and
  /// InputError for a faulty chart.
  std::function<std::unique_ptr<Rule>(const std::vector<Argument>&, const Charts&)> rule_for;

  /// Looks names up in the charts (sim/declare/names.hpp) and makes the rule for one situation.
  /// Throws as rule_for does, and ArgumentError for an unknown name.
  std::unique_ptr<Rule> make_rule(const std::vector<Argument>& values,
                                  const Charts& all_charts) const;

  std::string game() const { return name.substr(0, name.find('.')); }
  /// The parameter of that name, in upper or lower case, with underscores or hyphens. Null if there
  /// is none.
  const Parameter* parameter(std::string_view name) const;
};

}  // namespace combat_odds
