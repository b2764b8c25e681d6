#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/text/text_file.hpp"
#include "sim/declare/procedure.hpp"

namespace combat_odds {

/// What a procedure that did not come with the program was made of: with these texts it can be made
/// again.
struct RuleSource {
  TextFile rule;
  std::vector<TextFile> charts;  ///< of its own that it looks things up in
};

/// A Procedure::rule_for that knows what it was made of.
struct SourcedRule {
  std::shared_ptr<const RuleSource> source;
  std::function<std::unique_ptr<Rule>(const std::vector<Argument>&, const Charts&)> make;

  std::unique_ptr<Rule> operator()(const std::vector<Argument>& values,
                                   const Charts& charts) const {
    return make(values, charts);
  }
};

/// What a procedure was made of; null: it came with the program.
inline const RuleSource* source_of(const Procedure& procedure) {
  const auto* const sourced = procedure.rule_for.target<SourcedRule>();
  return sourced == nullptr ? nullptr : sourced->source.get();
}

}  // namespace combat_odds
