#pragma once

#include <string>
#include <vector>

#include "ask/library.hpp"

namespace combat_odds::cli {

/// The words of a command line with a question that is asked in a sentence put as a command:
/// `odds "2*4-6-7 at 4-4-7, range 3" --full` as `odds asl.fire --attackers 2*4-6-7 ... --full`.
/// Says how the sentence was understood: on standard output where a table follows, else on standard
/// error. Other words stay as they are. Throws InputError where a sentence is not understood, or
/// where `odds` is asked for what is no procedure: then it tells what a search finds.
std::vector<std::string> with_sentence_read(std::vector<std::string> words, Library& library);

}  // namespace combat_odds::cli
