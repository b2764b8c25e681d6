#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ask/said.hpp"
#include "ask/sentence_reader.hpp"

namespace combat_odds {

// Which of the procedures' readings of a sentence is meant, and what is said where none is.

/// Advanced Squad Leader has its campaign and Crucible of Steel with it, and they are played by it.
bool is_of(const std::string& game, std::string_view asked);

Said said_by(const SentenceReading& reading);

/// With lines in front of its note.
Said with_told(Said said, const Words& told);

/// The required parameters that a reading lacks; a vehicle's name brings its numbers with it.
std::vector<std::string> missing(const SentenceReading& reading, const Library& library,
                                 const std::set<std::string>& elsewhere);

/// Whether nothing says what is asked: no verb that is known, nobody who does it to somebody, and a
/// word that is not understood.
bool says_nothing_known(const SentenceReading& reading);

/// The vehicle that a word not understood may be a slip of the pen for; empty: none.
std::string vehicle_meant(const Words& unknown, const Library& library);

/// "'foo', 'bar' are not understood"
std::string not_understood(const Words& words);

[[noreturn]] void refuse(const SentenceReading& reading, const Vocabulary& vocabulary,
                         const Library& library, const Place& place);

/// The one that is meant among complete readings; `others` are not complete. Throws InputError
/// where several are, or something is missing.
Said chosen(const std::vector<const SentenceReading*>& all,
            const std::vector<SentenceReading>& others, std::string_view usual_game,
            bool names_game, const Place& place, const Library& library,
            const std::set<std::string>& given);

}  // namespace combat_odds
