#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ask/evaluate.hpp"
#include "ask/library.hpp"

namespace combat_odds {

/// A question as anybody may put it: names and values as text.
struct Question {
  std::string procedure;  ///< "asl.fire"
  /// Parameters and what they are given: a value, a list (4,8,12) or a range (-2..4).
  std::vector<std::pair<std::string, std::string>> values;
  OddsOptions options = {};
  std::string preset = {};    ///< a preset's name: values for what is not given
  std::string listing = {};   ///< vehicles and guns (CSV) beside those of the library
  std::string scenario = {};  ///< how the situations are called; empty: as the procedure
  /// No more situations are allowed.
  std::uint64_t most_situations = std::numeric_limits<std::uint64_t>::max();
};

/// A question that was understood: every combination of the values is a situation.
struct Asked {
  std::unique_ptr<const Scenario> scenario;
  std::vector<Situation> situations;
  std::set<std::string> charts;  ///< that the rules look things up in
};

/// The answer to a question: the odds of every situation.
class Answer {
 public:
  Answer(Asked asked, std::vector<SituationOdds> situations)
      : asked_(std::move(asked)), situations_(std::move(situations)) {}

  const Scenario& scenario() const { return *asked_.scenario; }
  const std::vector<SituationOdds>& situations() const { return situations_; }
  const std::set<std::string>& charts() const { return asked_.charts; }

  /// The odds of the first situation, or of another.
  const Odds& odds(std::size_t situation = 0) const { return situations_.at(situation).odds; }
  /// The chance of an outcome, an event or a value of a measure in the first situation; one that
  /// can't happen has the exact chance 0, "0/1".
  Chance outcome(const std::string& name) const;
  Chance event(const std::string& name) const;
  Chance measure(const std::string& name, double value) const;

 private:
  Chance chance(Chance::Kind kind, const std::string& name, double value) const;

  Asked asked_;
  std::vector<SituationOdds> situations_;
};

/// Understands a question without answering it. Throws InputError: its place names the parameter
/// (nothing where it is about the whole question), and it tells what is wrong and what would be
/// right, with the nearest name where one is misspelt.
Asked understood(const Library& library, const Question& question);

/// Answers a question. Throws as understood() does.
Answer ask(const Library& library, const Question& question);

}  // namespace combat_odds
