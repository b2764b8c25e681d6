#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace combat_odds {

/// An English word with its regular forms, the word first. `kind`: "verb" ("try", "tries",
/// "trying", "tried"), "noun" ("try", "tries"), "adjective" with its adverb ("brave", "bravely");
/// any other: the word alone. What stands behind strokes goes in place of the regular past tense or
/// plural: "choose/chose/chosen", "wife/wives".
std::vector<std::string> word_forms(std::string_view word, std::string_view kind);

/// What else a regular verb is written as: of "cleared" "clear", "clears" and "clearing"; of "pass"
/// "passes", too. A word that may come from several verbs has the forms of each.
std::vector<std::string> other_forms_of_verb(std::string_view word);

}  // namespace combat_odds
