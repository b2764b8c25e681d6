#pragma once

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ask/evaluate.hpp"
#include "core/text/plain_text.hpp"

namespace combat_odds {

// A situation in a reader's words.

/// "firepower 8, drm 1", of parameters and their values.
std::string values_text(const std::vector<std::pair<std::string, std::string>>& values);

/// The same of those parameters of a situation that are `wanted`.
std::string parameters_text(
    const Situation& situation,
    const std::function<bool(const Parameter&, const std::string& value)>& wanted);

/// What tells a situation from the others of its scenario: "firepower 8, drm 1" where the scenario
/// has no name of its own and they vary, else its name.
std::string reader_name(const SituationOdds& result);

/// The same for a picture's key or bar: "woods", without the parameter's name, where one alone
/// varies and its values are words.
std::string picture_name(const SituationOdds& result);

/// What several situations are told to assume, each note once, with who has it where not all do:
/// "note (leader 9-1): ...". A few lines at most, no longer than `width` characters (0: as long as
/// it takes).
std::string notes_of_all(std::span<const SituationOdds> results, std::size_t width);

/// What a picture of the situation is headed with: its name where its author gave one, and the
/// situation in a few words.
std::string situation_title(const SituationOdds& result);

/// Where each of them stands, in order.
std::vector<const SituationOdds*> pointers_to(std::span<const SituationOdds> results);

/// The same of several situations of one scenario: what all of them share, and what they differ in
/// as "4 to 12" or "woods or brush": "8 FP, +0 to +3, at 4-4-7". Where they are not said alike, the
/// parameters that they share. A picture whose labels say in what they differ does not say it
/// again.
std::string common_situation(std::span<const SituationOdds* const> results);
std::string picture_title(std::span<const SituationOdds* const> results);

/// What several situations of one procedure are told by (see main_subjects()), and between what and
/// what it lies. Empty where nothing differs.
std::string range_sentence(std::span<const SituationOdds* const> results);

/// "2.78 %", with as many digits as tell it from 0 and 1; "< 0.001 %" and "> 99.999 %" beyond.
std::string percent(double probability);

/// "2.1 % to 3.4 %"
std::string interval_text(const Interval& interval);

}  // namespace combat_odds
