#pragma once

#include <optional>
#include <string>

#include "core/exact/repeats.hpp"
#include "core/odds/odds.hpp"
#include "core/text/option_error.hpp"

namespace combat_odds {

/// That something comes at least, at most or exactly so often when the same question is asked
/// several times, independently: "broken_or_worse>=1 of 3", "(casualties>=2)=2 of 2". Every option
/// that takes an event takes it.
struct RepeatedEvent {
  std::string once;  ///< an outcome or event, as it is named, or a MeasureEvent; without brackets
  Repeats repeats;

  /// "at least 1 of 3 times: it breaks" for the words of one time.
  std::string words(const std::string& words_of_once) const;
};

/// Nothing where the text does not end in "of", with a sign before that. Throws InputError that
/// names `option` where what stands there are no two whole numbers, the first not the greater, or
/// there is nothing to repeat.
std::optional<RepeatedEvent> repeated_event(const std::string& text, const std::string& option);

/// Such a name in plain words: "at least 1 of 3 times: broken or worse", "2 or more broken", "no
/// effect".
std::string event_words(const std::string& name);

/// What to throw where what should come so often is the mean of a measure.
OptionError no_event(const std::string& option, const std::string& once);

/// The chance of one time, so often over.
Chance repeated(Chance once, const Repeats& repeats);

/// The outcome or event (that, where the odds have both) or the measure's value that is repeated;
/// impossible where the odds have neither.
Chance once_in(const Odds& odds, const RepeatedEvent& event);

/// Adds how likely the event is to the odds, under the name `text`. Odds that list it stay as they
/// are.
void add_event(Odds& odds, const std::string& text, const RepeatedEvent& event);

}  // namespace combat_odds
