#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ask/evaluate.hpp"

namespace combat_odds {

/// A chance in whole per cent, as it is spoken of: "47 %", "0.4 %", "less than 0.001 %"; "0 %" and
/// "100 %" are certain.
std::string spoken_percent(double probability);

/// The situation in a few words (see spoken_situation()).
std::string situation_text(const SituationOdds& result);

/// A headline's part by this and a measure's name tells the measure's mean.
inline constexpr std::string_view mean_prefix = "mean ";

/// The procedure with these outcomes, events and measures in front of what else its answers begin
/// with, named as for --by: "casualties>=2" and "broken>=1 of 3" become events of it (see
/// add_events()). Where some of them never come up and others do, those are left out. What is none
/// of its names is passed over.
Procedure telling_first(Procedure procedure, const std::vector<std::string>& names);

/// "outcome broken" taken apart; a name alone is of any kind.
std::pair<std::optional<Chance::Kind>, std::string> kind_and_name(const std::string& text);

/// Adds to the odds the chances of those names that are made an event of: a measure's value,
/// "casualties>=2", or that something comes so often, "broken>=1 of 3".
void add_events(Odds& odds, const std::vector<std::string>& names);

/// Whether a chance is what the name asks for: "broken", "outcome broken", "event broken", "mean
/// casualties" (its values).
bool is_named(const Chance& chance, const std::string& name);

/// What a headline tells: what the procedure declares (Declaration::headline), else the common
/// words that it has, else its likeliest outcomes. "mean X" is the mean of a measure.
std::vector<HeadlinePart> headline_parts(const Procedure& procedure, const Odds& odds);

/// The names of those parts in their order, each once: "first_wins", "mean squads". They are what a
/// question is about, and what a table of several answers may not leave out. Of what never happens
/// in these odds, too.
std::vector<std::string> subjects(const Procedure& procedure, const Odds& odds);

/// The odds of each of them.
std::vector<const Odds*> odds_of(std::span<const SituationOdds* const> results);

/// Those of several answers of one procedure, in the order in which they come up.
std::vector<std::string> subjects(const Procedure& procedure, std::span<const Odds* const> answers);

/// What the odds tell of a subject: its chance, 0 where it does not happen, or its mean; nothing
/// where there is no such measure in them.
std::optional<double> told_of(const Odds& odds, const std::string& subject);

/// What several answers are told by: what the question names, and the first of their subjects that
/// can happen in one of them; where that is the same in all, what differs, too: the first of the
/// subjects, else the outcome or event that differs most. That alone where the procedure does not
/// say what it is about. Empty where nothing happens.
std::vector<std::string> main_subjects(const Procedure& procedure,
                                       std::span<const Odds* const> answers);

/// The plain words of what matters most: "8 FP (8 column), +1, at 2*4-6-7 8-1. 47 %: at least one
/// breaks or worse. 24 %: the leader is lost. 38 %: nothing happens." It tells headline_parts().
/// Exact chances where they are known, else simulated ones. Empty where nothing was simulated. In
/// the words of a part "{first_gun|first vehicle}" is what the situation gives for first_gun, or
/// "first vehicle" where another such parameter has the same.
std::string headline(const SituationOdds& result);

/// The same by another declaration of its procedure: telling_first().
std::string headline(const SituationOdds& result, const Procedure& procedure);

}  // namespace combat_odds
