#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace combat_odds {

// What the words of a sentence say by themselves: numbers, units, dice.

using Words = std::vector<std::string>;

bool has(const Words& words, const std::string& word);
/// Whether the phrase stands there.
bool stands_at(const Words& words, std::size_t at, const Words& phrase);
/// Takes the phrase out of the words, if it stands there.
bool takes_away(Words& words, std::size_t at, const Words& phrase);
/// So many words from there on, as they were said.
std::string said_at(const Words& words, std::size_t at, std::size_t length);

/// Puts `by` in place of each `hole`.
void put(std::string& text, const std::string& hole, const std::string& by);

bool is_digits(std::string_view text);
/// "3", "two", "1..6" or "2,4,8" as a parameter takes it; nothing where it is no number.
std::optional<std::string> number_said(const std::string& word);
/// "5+" as 5.
std::optional<std::string> number_or_more_said(const std::string& word);
/// "+1", "-2", "-2..3", "0", "0..3", without a plus.
std::optional<std::string> signed_number_said(const std::string& word);
/// "+1", "-2".
bool is_signed(std::string_view word);
/// A small number of things: "2", "two".
std::optional<std::string> count_said(const std::string& word);

/// "2*4-6-7" for "2*467"; nothing where the word is no unit.
std::optional<std::string> units_said(std::string_view word);
/// "4-6-7" of "2*4-6-7" and of itself.
std::string_view without_count(std::string_view units);
/// "2*4-6-7 8-1" of "2*4-6-7 LMG 8-1": the units alone, without weapons.
std::string men_of(const std::string& attackers);
/// Whether a word names units in the plural: "467s", "4-4-7's".
bool is_plural(std::string_view word);
/// "foxhole" for "foxholes"; a short word, and one that is no plural, as it is.
std::string singular_of(std::string_view word);
/// A leader by what is printed on him: "8-1".
bool is_leader(const std::string& text);
bool is_noun_of_leader(std::string_view noun);
/// Whether the unit is what a noun says: an 8-1 is a leader, a 4-6-7 a squad.
bool is_such(const std::string& noun, const std::string& unit);
/// "gets" of "broken" and "pinned", "goes" of "berserk": with it in front the state is an event;
/// empty: no such state.
std::string verb_of_coming_to(std::string_view state);
/// What a leader shares with the squad that he is with.
bool is_of_whole_stack(std::string_view state);

/// "2d6", "d20+5": dice in one word.
bool is_dice(std::string_view word);
/// "75L", "76*" or "37", as guns are called, also with mm behind; in the spelling of the charts.
std::optional<std::string> gun_said(std::string_view word);
/// The two TEM of a pillbox, against fire from its CA and other fire, in "1-3-5", "1+3+5" (its
/// capacity first) and "3/5".
std::optional<std::pair<std::string, std::string>> pillbox_said(std::string_view word);

}  // namespace combat_odds
