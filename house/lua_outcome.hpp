#pragma once

#include "core/dice/outcome.hpp"

struct lua_State;

namespace combat_odds::house {

struct RuleFile;

/// What a rule's function gave: a text, or a table with a text first and then events and measures
/// that the rule declares: {"hit", hurt = true, losses = 2}. The names in the outcome are those of
/// file.procedure. Throws InputError at `function`, or raises an error of Lua, for anything else.
Outcome read_outcome(lua_State* lua, int index, const RuleFile& file, const char* function);

}  // namespace combat_odds::house
