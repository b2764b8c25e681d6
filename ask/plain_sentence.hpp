#pragma once

#include <string>
#include <string_view>

#include "ask/spoken_words.hpp"

namespace combat_odds {

// Other ways to write or to order the same sentence, brought into the usual one.

/// A sentence with a comma for each dash that parts clauses ("range 1 - killed?"), a space for a
/// stroke between words ("pin/break", "447/woods"), one behind a comma ("447,woods"), and round
/// brackets for square ones.
std::string plain_punctuation(std::string_view sentence);

/// Words in another order or form than the reader knows, where they were not understood: "target
/// 4-4-7" as "at 4-4-7", "non-moving" as "not moving", "16+2" as "16 +2", "three
/// squads fire at four" as "... at four squads". Whether anything changed.
bool put_plainly(Words& words);

/// "both 4-6-7 broken", "broken by then" as "both 4-6-7 gets broken", "gets broken": a state that
/// some of several come to, or that comes with time, is what is asked for.
void put_states_as_events(Words& words);

/// "two 4-5-8 ambush a 5-4-8" as "... ambushes ...", which says that they do; in "the chance that a
/// 4-5-8 ambushes a 5-4-8" it is asked, and becomes "ambush".
void put_ambush(Words& words);

/// "2*4-6-7 with lmg each" as "2*4-6-7 with 2 lmg".
void put_each_as_number(Words& words);

/// "one to three 4-6-7" and "one, two or three": the number, where "one" elsewhere is "a"; "up to
/// three 4-6-7" begins with one.
void put_one_as_number(Words& words);

}  // namespace combat_odds
