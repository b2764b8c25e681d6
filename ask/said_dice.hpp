#pragma once

#include <optional>
#include <string_view>

#include "ask/said.hpp"
#include "ask/spoken_words.hpp"

namespace combat_odds {

// Sentences about nothing but dice.

/// Dice, and a sign or word that only tools have beside them; or one word that is more than dice.
bool is_notation(std::string_view text);

/// A sentence that is a dice expression as it stands: "30 times 2d6 = 12", "20 attacks, 3+ to hit,
/// 4+ to wound, 5+ save".
std::optional<Said> roll_said(std::string_view sentence, const Words& words);

/// Dice in the notation of a tool, which no sentence has: "/r 4d6kh3", "{4d6,3d8}kh", "5d6!!",
/// "4dF". What may mean two things is asked back.
std::optional<Said> notation_said(std::string_view sentence, const Place& place);

/// What somebody at a table says about dice; what may mean two things is asked back.
std::optional<Said> talk_said(std::string_view sentence, const Place& place);

/// "two sixes", "no pair": how many dice are rolled is not said.
void refuse_without_dice(std::string_view sentence, const Place& place);

}  // namespace combat_odds
