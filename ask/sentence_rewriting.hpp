#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/spoken_words.hpp"

namespace combat_odds {

// How a sentence is rewritten, before it is read, into the forms that its reader knows.

/// "4-6-7 x2" and "4-6-7 x 2" as "2*4-6-7".
void put_counts_in_front(Words& words);

/// "4-6-7,4-6-8" as "4-6-7 or 4-6-8".
void part_lists(Words& words);

/// "4..6*4-4-7" and "4..6 4-4-7" as "4*4-4-7 or 5*4-4-7 or 6*4-4-7"; "2,3,4 4-4-7" likewise.
void expand_counts(Words& words);

/// "4 6 7" as "4-6-7", and "2 4 4 7" as "2*4-4-7".
void join_unit_numbers(Words& words);

/// "range 3 or 5" as "range 3,5", "two or three 4-6-7" as "2*4-6-7 or 3*4-6-7".
void join_numbers(Words& words);

/// "two german 4-6-7s" as "german two 4-6-7s", "two broken squads" as "broken two squads": a number
/// stands before its units.
void put_numbers_before_units(Words& words);

/// "81" as "8-1" where no noun behind it, and no word before it, says that it is a number ("80
/// rolls"); "lieutenant 8-1" as "leader 8-1"; "8-1 with it" as "with 8-1".
void name_leaders(Words& words);

/// "both 4-6-7" as "2 4-6-7", "all three 4-6-7" as "three 4-6-7".
void put_both_as_number(Words& words);

/// "front and side" as "front or side".
void join_facings(Words& words);

/// "six-factor" as "6 factor", "two-round" as "2 round".
void part_compounds(Words& words);

/// "by the second rally phase" as "within 2 rally phases".
void put_ordinals(Words& words);
/// "mk4f2", "pz 4" as "pzivf2", "pz iv".
void put_roman_models(Words& words);

/// A sentence without the "until it breaks" at its end.
struct WithoutUntil {
  Words words;
  Words event;       ///< "breaks"
  std::string said;  ///< "until it breaks"
};
std::optional<WithoutUntil> take_until(const Words& words);

/// A sentence that asks how many, or which leader, with all that there may be in its place.
struct Swept {
  Words words;
  Words told;
};

/// "how many 4-6-7 do i need for a 50% chance to break a 4-4-7" asks 1, 2 and 3 of them; "which
/// leader do i need" all leaders. Nothing where neither is asked.
std::optional<Swept> swept(const Words& said);

/// A sentence with units in place of "german squads".
struct NamedSquads {
  Words words;
  Words told;             ///< "'german squad': taken as 4-6-7"
  std::string uncounted;  ///< "russians", without a number
};

/// `game`: some squads are another unit in each.
NamedSquads name_squads(const Words& words, std::string_view game);

/// All but those from `first` up to `last`.
Words without(const Words& words, std::size_t first, std::size_t last);

/// What kind of word stands there: those on both sides of "or" are of the same kinds.
char kind_of(const std::string& word);

/// Whether so many words in front of "or" are like those behind it.
bool are_alike(const Words& words, std::size_t at, std::size_t length);

/// How often something is done, at the end of a sentence.
struct Repetition {
  std::size_t length = 0;  ///< in words
  int times = 0;
  bool each_time = false;  ///< "in a row"
};

/// "twice", "three times in a row".
std::optional<Repetition> repetition_at_end(const Words& words);

/// "8 FP at 4-4-7, broken?" as "..., gets broken?": what is asked last of all is what may happen.
std::string with_last_state_as_event(std::string_view sentence);

/// "between 17 october and 15 november" as "17 october to 15 november".
void put_between_as_range(Words& words);

/// "with schuerzen and without", "... or without them" as "with or without schuerzen".
void put_without_in_front(Words& words);

/// "2 to 7" as "2..7", "+1 to +3" as "+1..3"; whether there was such a range.
bool join_ranges(Words& words);

/// "to hit: PaK 40 at T-34" as "PaK 40 at T-34, hit?": what stands first is not what is hit.
std::string with_topic_behind(std::string sentence);

/// "a 4-4-7 runs across the street, 2*4-6-7 fire at it" as "2*4-6-7 fire at a 4-4-7 runs across the
/// street".
std::string with_target_for_pronoun(std::string_view sentence);

/// "two plain squads" as "two squads".
void take_plain(Words& words);

/// Takes out what only parts words: " - " and " / ", unless a number stands behind it.
void take_dashes(Words& words);

}  // namespace combat_odds
