#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/text/text_file.hpp"
#include "sim/declare/procedure.hpp"

namespace combat_odds {

/// Words by which a sentence asks for a procedure, as a line of words.csv has them
/// (ask/vocabulary.hpp).
struct SpokenWords {
  std::string parameter;  ///< empty: verbs
  std::string value;      ///< "{}": what is said
  std::string side;       ///< "subject", "object" or empty
  std::string words;      ///< with | between those that mean the same
};

/// Words with which an answer says a situation, as a line of sentences.csv has them
/// (ask/spoken_situation.hpp).
struct SaidWords {
  std::string parameter;  ///< empty: always said
  std::string value;      ///< when it is said
  std::string words;
};

/// The texts from which a procedure that is not built in was made, and can be made again.
struct RuleSource {
  TextFile rule;
  std::vector<TextFile> charts = {};    ///< the charts of its own
  std::vector<SpokenWords> words = {};  ///< what its sentences say
  std::vector<SaidWords> said = {};     ///< what its answers say
};

/// A Procedure::rule_for that remembers its source.
struct SourcedRule {
  std::shared_ptr<const RuleSource> source;
  std::function<std::unique_ptr<Rule>(const std::vector<Argument>&, const Charts&)> make;

  std::unique_ptr<Rule> operator()(const std::vector<Argument>& values,
                                   const Charts& charts) const {
    return make(values, charts);
  }
};

/// The source of a procedure. Null: it is built in.
inline const RuleSource* source_of(const Procedure& procedure) {
  const auto* const sourced = procedure.rule_for.target<SourcedRule>();
  return sourced == nullptr ? nullptr : sourced->source.get();
}

}  // namespace combat_odds
