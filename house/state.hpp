#pragma once

#include <string>
#include <string_view>

struct lua_State;

namespace combat_odds::house {

// States of a rule as bytes: equal states have equal bytes. Numbers (those that are whole are
// integers, however they were worked out), texts, true, false, nil, and tables of them by the order
// of their keys.

/// The value at `index`. Raises an error of Lua where something in it can't be kept, or where it is
/// larger than limits::state_bytes.
std::string state_bytes(lua_State* lua, int index);

/// Pushes the value again.
void push_state(lua_State* lua, std::string_view bytes);

}  // namespace combat_odds::house
