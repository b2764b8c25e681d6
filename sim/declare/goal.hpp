#pragma once

#include <string>
#include <string_view>

#include "core/best/best_play.hpp"
#include "sim/declare/procedure.hpp"

namespace combat_odds {

/// What best play is for, as it is written: an outcome, an event or a measure of the procedure
/// ("target_knocked_out"), a comparison of a measure ("casualties>=2"), or a sum of these with
/// weights ("cleared-0.25*casualties"); ":least" behind it wants as little of it as can be.
/// "outcome broken", "event broken" and "mean broken" tell apart what has the same name. Throws
/// ArgumentError about `parameter`, with the nearest name.
Goal read_goal(std::string_view text, const Procedure& procedure, const std::string& parameter);

/// Lets best play be asked for where parameters of the procedure fix decisions: adds the parameter
/// `best`, and `against` where some are the other side's. With an goal the decisions are made anew
/// in every state, but those whose parameter somebody gave. Its rule_for is complete.
void let_best_play_be_asked(Procedure& procedure);

}  // namespace combat_odds
