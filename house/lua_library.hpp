#pragma once

// Lua compiled as C++: in Debian 12 under the names that it has in C, in Debian 13 and in a browser
// under those of C++.
#ifdef COMBAT_ODDS_LUA_NAMES_OF_CXX
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#else
#include <lua.hpp>
#endif
