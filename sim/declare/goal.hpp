#pragma once

#include <string>
#include <string_view>

#include "core/best/best_play.hpp"
#include "sim/declare/procedure.hpp"

namespace combat_odds {

/// Reads the goal of best play: an outcome, an event or a measure of the procedure
/// ("target_knocked_out"), a comparison of a measure ("casualties>=2"), or a weighted sum of these
/// ("cleared-0.25*casualties"). ":least" at the end asks for as little as possible. If an outcome,
/// an event and a measure share a name, write "outcome broken", "event broken" or "mean broken".
/// Throws ArgumentError about `parameter`, with the nearest name.
Goal read_goal(std::string_view text, const Procedure& procedure, const std::string& parameter);

/// If parameters of the procedure fix decisions, adds the parameter `best`, and `against` if some
/// of the decisions are the other side's. With a goal, decisions are made anew in every state,
/// except those whose parameter was given. Call it after rule_for is set.
void let_best_play_be_asked(Procedure& procedure);

}  // namespace combat_odds
