#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/exact/repeats.hpp"
#include "core/odds/odds.hpp"

namespace combat_odds {

/// What a question makes an event of: that a measure is so much, "broken>=2", "turns<=3" or
/// "casualties=1". Every option that takes an event takes it.
struct MeasureEvent {
  using Relation = Repeats::Relation;

  std::string measure;
  Relation relation = Relation::at_least;
  double bound = 0;

  /// Whether it is one where the measure is `value`.
  bool counts(double value) const;
  /// "2 or more broken", "at most 3 turns", "exactly 1 casualties"
  std::string words() const;
};

/// Takes ">=", "<=" or "=" off the front; nothing where none stands there.
std::optional<Repeats::Relation> take_relation(std::string_view& text);

/// Nothing where the text has no such sign behind a name. Throws InputError that names `option`
/// where it has another one, or no number behind it.
std::optional<MeasureEvent> measure_event(const std::string& text, const std::string& option);

/// Adds how likely the event is to the odds, under the name `text`: also where that is 0. Odds that
/// list it stay as they are.
void add_event(Odds& odds, const std::string& text, const MeasureEvent& event);
/// The same of a chance that is known.
void add_event(Odds& odds, const std::string& text, Chance chance);

/// How likely it is in the odds; an event without a name.
Chance chance_in(const Odds& odds, const MeasureEvent& event);
/// The same of the lines for which `counts` says so: of one another they are exclusive.
Chance sum_of(const Odds& odds, const std::function<bool(const Chance&)>& counts);

}  // namespace combat_odds
