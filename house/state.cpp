#include "house/state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>
#include "house/lua_library.hpp"

#include "house/interpreter.hpp"

namespace combat_odds::house {
namespace {

enum Tag : char {
  nothing = 'n',
  no = 'f',
  yes = 't',
  whole = 'i',
  number = 'd',
  text = 's',
  table = '{',
  end = '}'
};

template <class Value>
void put(std::string& bytes, Value value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class Value>
Value take(std::string_view& bytes) {
  Value value;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes.remove_prefix(sizeof value);
  return value;
}

class Writer {
 public:
  explicit Writer(lua_State* lua) : lua_(lua) {}

  void write(std::string& bytes, int index, int depth) {
    switch (lua_type(lua_, index)) {
      case LUA_TNIL:
        bytes.push_back(nothing);
        break;
      case LUA_TBOOLEAN:
        bytes.push_back(lua_toboolean(lua_, index) != 0 ? yes : no);
        break;
      case LUA_TNUMBER:
        write_number(bytes, index);
        break;
      case LUA_TSTRING: {
        std::size_t length = 0;
        const char* const start = lua_tolstring(lua_, index, &length);
        bytes.push_back(text);
        put(bytes, static_cast<std::uint32_t>(length));
        bytes.append(start, length);
        break;
      }
      case LUA_TTABLE:
        write_table(bytes, lua_absindex(lua_, index), depth);
        break;
      default:
        refuse(lua_, fmt::format("a state with a {} in it", luaL_typename(lua_, index)),
               "numbers, texts, true, false, and tables of them");
    }
    written_ += 1;
    if (bytes.size() > limits::state_bytes || written_ > limits::state_bytes) {
      refuse(lua_, fmt::format("a state of more than {} bytes", limits::state_bytes),
             "what the rest depends on, and no more");
    }
  }

 private:
  void write_number(std::string& bytes, int index) {
    int is_whole = 0;
    const lua_Integer value = lua_tointegerx(lua_, index, &is_whole);
    if (is_whole != 0) {
      bytes.push_back(whole);
      put(bytes, static_cast<std::int64_t>(value));
      return;
    }
    const double real = lua_tonumber(lua_, index);
    bytes.push_back(number);
    put(bytes, std::isnan(real) ? std::numeric_limits<double>::quiet_NaN() : real);
  }

  void write_table(std::string& bytes, int index, int depth) {
    if (depth == limits::state_depth) {
      refuse(lua_, fmt::format("a state of tables in tables, more than {} deep", depth),
             "a plain table");
    }
    luaL_checkstack(lua_, 4, "state");
    bytes.push_back(table);
    std::vector<std::pair<std::string, std::string>> entries;
    for (lua_pushnil(lua_); lua_next(lua_, index) != 0; lua_pop(lua_, 1)) {
      auto& [key, value] = entries.emplace_back();
      write(key, -2, limits::state_depth);
      write(value, -1, depth + 1);
    }
    std::sort(entries.begin(), entries.end());
    for (const auto& [key, value] : entries) bytes.append(key).append(value);
    bytes.push_back(end);
  }

  lua_State* lua_;
  std::size_t written_ = 0;
};

void push_value(lua_State* lua, std::string_view& bytes) {
  luaL_checkstack(lua, 4, "state");
  switch (take<char>(bytes)) {
    case no:
      lua_pushboolean(lua, 0);
      break;
    case yes:
      lua_pushboolean(lua, 1);
      break;
    case whole:
      lua_pushinteger(lua, take<std::int64_t>(bytes));
      break;
    case number:
      lua_pushnumber(lua, take<double>(bytes));
      break;
    case text: {
      const auto length = take<std::uint32_t>(bytes);
      lua_pushlstring(lua, bytes.data(), length);
      bytes.remove_prefix(length);
      break;
    }
    case table:
      lua_createtable(lua, 0, 0);
      while (bytes.front() != end) {
        push_value(lua, bytes);
        push_value(lua, bytes);
        lua_rawset(lua, -3);
      }
      bytes.remove_prefix(1);
      break;
    default:
      lua_pushnil(lua);
      break;
  }
}

}  // namespace

std::string state_bytes(lua_State* lua, int index) {
  std::string bytes;
  Writer(lua).write(bytes, index, 0);
  return bytes;
}

void push_state(lua_State* lua, std::string_view bytes) {
  if (bytes.empty()) {
    lua_pushnil(lua);
  } else {
    push_value(lua, bytes);
  }
}

}  // namespace combat_odds::house
