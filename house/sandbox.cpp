#include "house/sandbox.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/suggest.hpp"
#include "house/interpreter.hpp"
#include "house/lua_charts.hpp"
#include "house/lua_library.hpp"
#include "house/playing.hpp"

namespace combat_odds::house {
namespace {

/// Functions of Lua's own library that are safe as they are.
constexpr const char* basics[] = {"assert", "error", "ipairs", "select", "type"};
constexpr const char* texts[] = {"char", "len"};
/// Functions that walk through texts: the bytes count as steps.
constexpr const char* metered_basics[] = {"tonumber"};
constexpr const char* metered_texts[] = {"byte", "lower", "reverse", "sub", "upper"};
constexpr const char* numbers[] = {"abs", "ceil",       "floor",     "fmod",       "huge",
                                   "max", "maxinteger", "min",       "mininteger", "modf",
                                   "pi",  "sqrt",       "tointeger", "type",       "ult"};

/// Functions that people expect but that are left out, and why.
constexpr std::pair<const char*, const char*> absent[] = {
    {"io", "a rule reads and writes nothing"},
    {"os", "a rule reads and writes nothing"},
    {"print", "a rule reads and writes nothing"},
    {"dofile", "a rule is one file"},
    {"load", "a rule is one file"},
    {"loadfile", "a rule is one file"},
    {"loadstring", "a rule is one file"},
    {"package", "a rule is one file"},
    {"require", "a rule is one file"},
    {"debug", "a rule does not look into itself"},
    {"collectgarbage", "a rule does not look into itself"},
    {"getmetatable", "a rule does not look into itself"},
    {"setmetatable", "tables are plain"},
    {"rawget", "tables are plain"},
    {"rawset", "tables are plain"},
    {"rawequal", "tables are plain"},
    {"rawlen", "tables are plain"},
    {"next", "pairs goes in the order of the keys"},
    {"coroutine", "a rule is played from its start to its end"},
    {"pcall", "an error ends the rule"},
    {"xpcall", "an error ends the rule"},
    {"warn", "an error ends the rule"},
    {"random", "chance comes from the dice alone"},
    {"randomseed", "chance comes from the dice alone"},
    {"find", "split takes texts apart"},
    {"match", "split takes texts apart"},
    {"gmatch", "split takes texts apart"},
    {"gsub", "split takes texts apart"},
};

/// Written in Lua, so that every step counts and every run does the same (Lua's own pairs and sort
/// do not).
constexpr const char* prelude = R"lua(
local next, type, error, select, sub, byte, fault = ...

local function merge(list, low, middle, high, before, spare)
  local a, b = low, middle + 1
  for i = low, high do
    if b > high or (a <= middle and not before(list[b], list[a])) then
      spare[i], a = list[a], a + 1
    else
      spare[i], b = list[b], b + 1
    end
  end
  for i = low, high do list[i] = spare[i] end
end

local function merge_sort(list, low, high, before, spare)
  if low >= high then return end
  local middle = (low + high) // 2
  merge_sort(list, low, middle, before, spare)
  merge_sort(list, middle + 1, high, before, spare)
  merge(list, low, middle, high, before, spare)
end

local function less(a, b) return a < b end

local function sort(list, before)
  merge_sort(list, 1, #list, before or less, {})
end

local ranks = {number = 1, string = 2, boolean = 3}
local function key_less(a, b)
  local rank_a, rank_b = ranks[type(a)], ranks[type(b)]
  if rank_a ~= rank_b then return rank_a < rank_b end
  if rank_a == 3 then return b and not a end
  return a < b
end

local function pairs(list)
  if type(list) ~= "table" then fault("pairs of a " .. type(list), "a table") end
  local keys = {}
  for key in next, list do
    if not ranks[type(key)] then fault("pairs of a table whose keys are no numbers or texts", "") end
    keys[#keys + 1] = key
  end
  sort(keys, key_less)
  local i = 0
  return function()
    i = i + 1
    local key = keys[i]
    if key ~= nil then return key, list[key] end
  end
end

local function insert(list, position, ...)
  if select("#", ...) == 0 then
    list[#list + 1] = position
  else
    for i = #list, position, -1 do list[i + 1] = list[i] end
    list[position] = (...)
  end
end

local function remove(list, position)
  local count = #list
  if count == 0 then return nil end
  position = position or count
  local removed = list[position]
  for i = position, count do list[i] = list[i + 1] end
  return removed
end

local function pack(...) return {n = select("#", ...), ...} end

local function unpack(list, first, last)
  first, last = first or 1, last or #list
  if last - first >= 200 then fault("unpack of more than 200 values", "a loop") end
  local function rest(i)
    if i > last then return end
    return list[i], rest(i + 1)
  end
  return rest(first)
end

local function split(text, separators)
  if type(text) ~= "string" then fault("split of a " .. type(text), "a text") end
  separators = separators or " "
  local ends = {}
  for i = 1, #separators do ends[byte(separators, i)] = true end
  local parts, start = {}, 1
  for i = 1, #text + 1 do
    if i > #text or ends[byte(text, i)] then
      if i > start then parts[#parts + 1] = sub(text, start, i - 1) end
      start = i + 1
    end
  end
  return parts
end

return {sort = sort, insert = insert, remove = remove, pack = pack, unpack = unpack},
       {split = split}, {pairs = pairs}
)lua";

/// fault(wrong, right), for the prelude.
int fault(lua_State* lua) { refuse(lua, luaL_checkstring(lua, 1), luaL_checkstring(lua, 2)); }

/// refuse(parameter, wrong, right): the rule's prepare() refuses values that do not go together.
int refuse_argument(lua_State* lua) {
  const std::string parameter = luaL_checkstring(lua, 1);
  if (!Playing::of(lua).preparing) {
    refuse(lua, "refuse() while the rule is played", "in prepare(situation)");
  }
  throw ArgumentError(parameter, luaL_checkstring(lua, 2), luaL_optstring(lua, 3, ""));
}

bool is_plain(lua_State* lua, int index) {
  const int type = lua_type(lua, index);
  return type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TBOOLEAN || type == LUA_TNIL;
}

/// A table's text would be its address, which differs from run to run.
int text_of(lua_State* lua) {
  if (!is_plain(lua, 1)) {
    refuse(lua, fmt::format("a {} has no text", luaL_typename(lua, 1)), "a number or a text");
  }
  luaL_tolstring(lua, 1, nullptr);
  return 1;
}

int format(lua_State* lua) {
  for (int i = 1; i <= lua_gettop(lua); ++i) {
    if (!is_plain(lua, i)) {
      refuse(lua, fmt::format("a {} has no text", luaL_typename(lua, i)), "a number or a text");
    }
  }
  std::size_t length = 0;
  const char* const wanted = luaL_checklstring(lua, 1, &length);
  Interpreter::of(lua).charge(lua, length);
  const std::string_view form(wanted, length);
  for (std::size_t i = 0; i + 1 < form.size(); ++i) {
    if (form[i] != '%') continue;
    if (form[++i] == '%') continue;
    const std::size_t kind = form.find_first_not_of("-+ #0123456789.", i);
    if (kind != std::string_view::npos && form[kind] == 'p') {
      refuse(lua, "the format %p", "%d, %s, %g and the like");
    }
  }
  lua_pushvalue(lua, lua_upvalueindex(1));
  lua_insert(lua, 1);
  lua_call(lua, lua_gettop(lua) - 1, 1);
  return 1;
}

/// Counts the bytes of the texts among the arguments, then calls the library function (the
/// upvalue).
int metered(lua_State* lua) {
  const int arguments = lua_gettop(lua);
  std::size_t bytes = 0;
  for (int i = 1; i <= arguments; ++i) {
    if (lua_type(lua, i) == LUA_TSTRING) bytes += lua_rawlen(lua, i);
  }
  Interpreter::of(lua).charge(lua, bytes);
  lua_pushvalue(lua, lua_upvalueindex(1));
  lua_insert(lua, 1);
  lua_call(lua, arguments, LUA_MULTRET);
  return lua_gettop(lua);
}

/// rep(text, count, separator). Lua's own loops `count` times even if the text is empty.
int repeat(lua_State* lua) {
  std::size_t length = 0;
  std::size_t between = 0;
  luaL_checklstring(lua, 1, &length);
  const lua_Integer count = luaL_checkinteger(lua, 2);
  luaL_optlstring(lua, 3, "", &between);
  const std::size_t each = length + between;
  if (count <= 0 || each == 0) {
    lua_pushliteral(lua, "");
    return 1;
  }
  const auto most = static_cast<lua_Integer>((limits::text_bytes + between) / each);
  if (count > most) refuse(lua, "a text has more than 16000 bytes", "shorter texts and lists");
  return metered(lua);
}

/// concat(list, separator, first, last): the items count as steps, too.
int join(lua_State* lua) {
  luaL_checktype(lua, 1, LUA_TTABLE);
  const lua_Integer first = luaL_optinteger(lua, 3, 1);
  const lua_Integer last = luaL_optinteger(lua, 4, luaL_len(lua, 1));
  if (last >= first) {
    const auto asked = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
    // It ends at the first missing item.
    const std::uint64_t items = std::min<std::uint64_t>(asked, lua_rawlen(lua, 1)) + 1;
    Interpreter::of(lua).charge(lua, items * limits::bytes_a_step);
  }
  return metered(lua);
}

/// Reports an unknown name in a library table. The upvalue is the table's prefix.
int missing(lua_State* lua) {
  const std::string of = lua_tostring(lua, lua_upvalueindex(1));
  const std::string name = lua_type(lua, 2) == LUA_TSTRING ? lua_tostring(lua, 2) : "?";
  for (const auto& [known, why] : absent) {
    if (name == known) refuse(lua, fmt::format("there is no {}{}", of, name), why);
  }
  std::vector<std::string> names;
  for (lua_pushnil(lua); lua_next(lua, 1) != 0; lua_pop(lua, 1)) {
    if (lua_type(lua, -2) == LUA_TSTRING) names.emplace_back(lua_tostring(lua, -2));
  }
  refuse(lua, fmt::format("'{}{}' is not known", of, name),
         did_you_mean(name, names, "a local variable, or what docs/house-rules.md lists"));
}

int read_only(lua_State* lua) {
  const std::string name = lua_type(lua, 2) == LUA_TSTRING ? lua_tostring(lua, 2) : "?";
  refuse(lua, fmt::format("'{}' is assigned to but not local", name),
         fmt::format("local {}", name));
}

void open(lua_State* lua, const char* name, lua_CFunction library) {
  luaL_requiref(lua, name, library, 0);
}

template <std::size_t count>
void copy(lua_State* lua, int from, int to, const char* const (&names)[count]) {
  for (const char* const name : names) {
    lua_getfield(lua, from, name);
    lua_setfield(lua, to, name);
  }
}

/// Copies the functions, each as the upvalue of `body`.
template <lua_CFunction body, std::size_t count>
void wrap(lua_State* lua, int from, int to, const char* const (&names)[count]) {
  for (const char* const name : names) {
    lua_getfield(lua, from, name);
    lua_pushcclosure(lua, body, 1);
    lua_setfield(lua, to, name);
  }
}

/// Replaces the table on top of the stack by a read-only proxy; `of` is "" or "table.".
void protect(lua_State* lua, const char* of) {
  const int inner = lua_gettop(lua);
  lua_createtable(lua, 0, 1);
  lua_pushstring(lua, of);
  lua_pushcclosure(lua, guarded<missing>, 1);
  lua_setfield(lua, -2, "__index");
  lua_setmetatable(lua, inner);
  lua_createtable(lua, 0, 0);
  lua_createtable(lua, 0, 2);
  lua_pushvalue(lua, inner);
  lua_setfield(lua, -2, "__index");
  lua_pushcfunction(lua, guarded<read_only>);
  lua_setfield(lua, -2, "__newindex");
  lua_setmetatable(lua, -2);
  lua_remove(lua, inner);
}

/// Where on the stack push_sandbox() keeps the libraries as they were opened, and what rules get.
struct Slot {
  static constexpr int base = 1;
  static constexpr int string = 2;
  static constexpr int math = 3;
  static constexpr int table = 4;
  static constexpr int own_table = 5;
  static constexpr int own_string = 6;
  static constexpr int own_base = 7;
};

/// Opens the libraries, and leaves the tables of the prelude above them.
void open_libraries(lua_State* lua) {
  open(lua, "_G", luaopen_base);
  open(lua, "string", luaopen_string);
  open(lua, "math", luaopen_math);
  open(lua, "table", luaopen_table);
  if (luaL_loadbufferx(lua, prelude, std::string_view(prelude).size(), "=prelude", "t") != LUA_OK) {
    lua_error(lua);
  }
  for (const char* const name : {"next", "type", "error", "select"})
    lua_getfield(lua, Slot::base, name);
  lua_getfield(lua, Slot::string, "sub");
  lua_getfield(lua, Slot::string, "byte");
  lua_pushcfunction(lua, guarded<fault>);
  lua_call(lua, 7, 3);
}

/// The functions that rules may call, into the tables of the prelude.
void add_functions(lua_State* lua) {
  wrap<guarded<join>>(lua, Slot::table, Slot::own_table, {"concat"});
  copy(lua, Slot::string, Slot::own_string, texts);
  wrap<guarded<metered>>(lua, Slot::string, Slot::own_string, metered_texts);
  wrap<guarded<repeat>>(lua, Slot::string, Slot::own_string, {"rep"});
  wrap<guarded<format>>(lua, Slot::string, Slot::own_string, {"format"});
  copy(lua, Slot::base, Slot::own_base, basics);
  wrap<guarded<metered>>(lua, Slot::base, Slot::own_base, metered_basics);
  lua_pushcfunction(lua, guarded<text_of>);
  lua_setfield(lua, Slot::own_base, "tostring");
  lua_pushcfunction(lua, guarded<refuse_argument>);
  lua_setfield(lua, Slot::own_base, "refuse");
  lua_pushcfunction(lua, guarded<push_chart>);
  lua_setfield(lua, Slot::own_base, "chart");
}

/// The libraries of rules by their names, read-only.
void add_libraries(lua_State* lua) {
  lua_pushvalue(lua, Slot::own_table);
  protect(lua, "table.");
  lua_setfield(lua, Slot::own_base, "table");
  lua_createtable(lua, 0, 20);
  copy(lua, Slot::math, lua_gettop(lua), numbers);
  protect(lua, "math.");
  lua_setfield(lua, Slot::own_base, "math");
  lua_pushvalue(lua, Slot::own_string);
  protect(lua, "string.");
  lua_pushvalue(lua, -1);
  lua_setfield(lua, Slot::own_base, "string");
  // The methods of texts: ("x"):rep(3).
  lua_pushliteral(lua, "");
  lua_getmetatable(lua, -1);
  lua_pushvalue(lua, -3);
  lua_setfield(lua, -2, "__index");
}

}  // namespace

void push_sandbox(lua_State* lua) {
  open_libraries(lua);
  add_functions(lua);
  add_libraries(lua);
  lua_pushvalue(lua, Slot::own_base);
  protect(lua, "");
  lua_replace(lua, 1);
  lua_settop(lua, 1);
  // Nothing else may reach the libraries as they were opened.
  lua_pushnil(lua);
  lua_setfield(lua, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
}

}  // namespace combat_odds::house
