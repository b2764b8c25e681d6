#pragma once

struct lua_State;

namespace combat_odds::house {

/// Pushes the globals that a rule has: the parts of Lua's library that read and write nothing
/// outside it and are the same in every run, and `chart` and `refuse`. They can't be assigned to.
/// To be called once for a new state.
void push_sandbox(lua_State* lua);

}  // namespace combat_odds::house
