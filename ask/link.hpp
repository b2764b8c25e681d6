#pragma once

#include <string>
#include <string_view>

#include "ask/ask.hpp"

namespace combat_odds {

/// What an address asks that says nothing of trials, seed and confidence: ten million, 1, 0.95.
OddsOptions usual_link_options();

/// The address of a question, from the # on: "#/asl.fire?firepower=8&drm=1&target=4-6-7". The
/// parameters stand in the procedure's order; what is as the preset has it, or by default, is left
/// out, and so are options that are as usual_link_options() has them. Throws InputError where the
/// question can't be asked or its address would be too long.
std::string link_to(const Library& library, const Question& question);

/// The question that an address asks, whatever stands before its #. Values are judged when the
/// question is asked. Throws InputError at `place`.
Question question_of_link(const Library& library, std::string_view address, const Place& place);

}  // namespace combat_odds
