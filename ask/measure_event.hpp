#pragma once

#include <optional>
#include <string>

#include "core/odds/odds.hpp"

namespace combat_odds {

/// What a question makes an event of: that a measure is so much, "broken>=2", "turns<=3" or
/// "casualties=1". Every option that takes an event takes it.
struct MeasureEvent {
  enum class Relation { equal, at_least, at_most };

  std::string measure;
  Relation relation = Relation::at_least;
  double bound = 0;

  /// Whether it is one where the measure is `value`.
  bool counts(double value) const;
  /// "2 or more broken", "at most 3 turns", "exactly 1 casualties"
  std::string words() const;
};

/// Nothing where the text has no such sign behind a name. Throws InputError that names `option`
/// where it has another one, or no number behind it.
std::optional<MeasureEvent> measure_event(const std::string& text, const std::string& option);

/// Adds how likely the event is to the odds, under the name `text`: also where that is 0. Odds that
/// list it stay as they are.
void add_event(Odds& odds, const std::string& text, const MeasureEvent& event);

}  // namespace combat_odds
