#pragma once

#include <cstddef>
#include <string>

#include "ask/spoken_words.hpp"

namespace combat_odds::turn {

// The words of a sentence that tells of a whole turn.

std::string joined(const Words& words);

/// Adds units and what stands between them to a text.
void append_units(std::string& units, const std::string& more);

/// The units among the words.
Words units_in(const Words& words);

/// Words for those who attack, for those who defend, and for either who were just named.
const Words& of_attacker();
const Words& of_defender();
const Words& pronouns();

/// "german" of "germans"; empty: no such word.
std::string nation_in(const Words& words);

/// Takes the phrase out wherever it stands; whether it did.
bool take_all(Words& words, const Words& phrase);

/// "twice", "three times": how often; 1 where nothing says it.
int take_times(Words& words);

/// "two turns": over how many Player Turns; 1 where nothing says it.
int take_turns(Words& words);

/// "next turn", "in the next player turn": whether it is said.
bool take_next_turn(Words& words);

/// Where "at" and the like stand in front of units, or of a word for those who are known; behind
/// the end: nowhere.
std::size_t target_at(const Words& words);

}  // namespace combat_odds::turn
