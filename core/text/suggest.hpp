#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace combat_odds {

/// A name without what people write differently: in lower case, ä as a, without spaces, hyphens,
/// underscores, dots, slashes and quotes ("Powergun-Rifle" and "powergun_rifle" are alike).
std::string folded(std::string_view name);

/// The candidate nearest to a misspelt word (by swapped, missing, added and changed letters of
/// their folded forms), else the shortest that it abbreviates ("fp" firepower); empty where none is
/// near enough to have been meant.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// "did you mean 'x'?" where something is near, else `otherwise`.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates,
                         const std::string& otherwise);

/// Whether a word of a sentence can be a slip of the pen for a known one: they begin alike, and
/// differ by one letter, of longer words by two. Short words are never guessed at.
bool is_misspelt(std::string_view word, std::string_view known);

/// The same where it is known that a name is meant: of four letters, too.
bool is_slip(std::string_view word, std::string_view known);

}  // namespace combat_odds
