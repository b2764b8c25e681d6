#pragma once

#include <span>
#include <string>

#include "core/dice/working.hpp"
#include "sim/declare/procedure.hpp"

namespace combat_odds {

/// A situation as players say it: "2*4-6-7 8-1 against 4-4-7, hand-to-hand, up to 20 rounds". The
/// words for a procedure's parameters stand in its game's sentences.csv, in the order in which they
/// are said:
///
///     procedure,parameter,value,words
///     asl.close-combat,defender,*," against {}"
///     asl.close-combat,rounds,,up to {} round(s)
///     asl.close-combat,hand_to_hand,true,hand-to-hand
///
/// `value` says when: * always, # where it is a number and no name, empty where it is not the
/// default, else where it has that value; of a parameter's lines the first that holds counts. {} is
/// the value, {a} with its article, {+} with its sign, {A} with a capital letter, {month} the month
/// of that number, (s) the plural. Words that begin with a space go on without a comma. A line
/// without a parameter is always said. With the parameter "=" it is what the rule itself says
/// (Working::situation); where it says something, the other lines go on from there. What has no
/// line is said by its name, unless the rule spoke. Without any lines the rule's words count, else
/// the parameters that are not at their defaults, else the summary.
std::string spoken_situation(const Procedure& procedure, std::span<const Argument> arguments,
                             const Working& working);

}  // namespace combat_odds
