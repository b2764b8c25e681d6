#pragma once

struct lua_State;

namespace combat_odds::house {

/// Pushes the dice as a rule sees them: what it rolls is rolled by Playing::dice.
void push_dice(lua_State* lua);

}  // namespace combat_odds::house
