#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/spoken_words.hpp"

namespace combat_odds {

/// A part of a sentence that tells of several steps: "then the enemy rallies".
struct TurnPart {
  enum class Kind { fire, rally, rout, advance, close_combat, turn_ends, question };
  Kind kind = Kind::fire;
  Words words;  ///< "my" as "i"
};

/// The parts of "16 FP +2 at 4-4-7, then it rallies; 2*5-4-8 fight close combat": they end at
/// "then", at a semicolon, and where a comma or "and" stands before another step. Nothing where
/// there is at most one step.
std::optional<std::vector<TurnPart>> turn_parts(std::string_view sentence);

/// Whether "then", a semicolon or the like parts it: not commas alone.
bool says_what_is_next(std::string_view sentence);

/// What fires in numbers: "16 FP at +2", "12 +1".
struct FireInNumbers {
  std::size_t first = 0;
  std::size_t length = 0;  ///< in words
  std::string firepower;
  std::string drm = "0";
};
/// The first of them from `begin` on.
std::optional<FireInNumbers> fire_in_numbers(const Words& words, std::size_t begin = 0);

bool is_fire_verb(std::string_view word);

/// Whether any of the words is one of those.
bool says_any_of(const Words& words, const Words& those);

}  // namespace combat_odds
