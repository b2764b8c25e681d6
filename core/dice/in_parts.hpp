#pragma once

#include <string_view>

#include "core/dice/rule.hpp"

namespace combat_odds {

/// A rule some of whose measures come in halves or other parts of one. Its outcomes count these,
/// because outcomes are of whole numbers; the odds of the rule are told in ones.
class InParts {
 public:
  virtual ~InParts() = default;
  /// How many parts make one of that measure: 2 where its outcomes count halves, 1 where they count
  /// whole ones. A rule that plays another one asks it.
  virtual int parts(std::string_view measure) const = 0;
};

/// The same of any rule.
inline int parts_of(const Rule& rule, std::string_view measure) {
  const auto* const in_parts = dynamic_cast<const InParts*>(&rule);
  return in_parts == nullptr ? 1 : in_parts->parts(measure);
}

}  // namespace combat_odds
