#include "house/kept.hpp"

#include <boost/unordered/unordered_flat_set.hpp>
#include <cstring>
#include <string_view>
#include "house/lua_library.hpp"

namespace combat_odds::house {

/// Hashes everything reachable, each object once. Texts, tables and functions count by address: an
/// object that did not change is still at its address.
class Kept::Walk {
 public:
  Walk(lua_State* lua, Kept& kept) : lua_(lua), kept_(kept) {}

  void from(int index, const std::string& name) {
    lua_pushvalue(lua_, index);
    begin(name);
    value(0);
    end();
  }

 private:
  static constexpr int most_depth = 60;

  void begin(const std::string& name) {
    open_.push_back(kept_.seen_.size());
    kept_.seen_.emplace_back(name, 0);
  }
  void end() { open_.pop_back(); }
  void mix(std::uint64_t value) {
    std::uint64_t& hash = kept_.seen_[open_.back()].second;
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }

  /// Hashes the value on top of the stack and pops it.
  void value(int depth) {
    const int type = lua_type(lua_, -1);
    mix(static_cast<std::uint64_t>(type));
    if (type == LUA_TNUMBER) {
      const double number = lua_tonumber(lua_, -1);
      std::uint64_t bits = 0;
      std::memcpy(&bits, &number, sizeof bits);
      mix(bits);
      if (lua_isinteger(lua_, -1) != 0) mix(static_cast<std::uint64_t>(lua_tointeger(lua_, -1)));
    } else if (type == LUA_TBOOLEAN) {
      mix(static_cast<std::uint64_t>(lua_toboolean(lua_, -1)));
    } else if (type != LUA_TNIL) {
      const void* const thing = lua_topointer(lua_, -1);
      mix(reinterpret_cast<std::uintptr_t>(thing));
      const bool is_new = type != LUA_TSTRING && visited_.insert(thing).second;
      if (is_new && depth < most_depth && lua_checkstack(lua_, 5) != 0) {
        if (type == LUA_TTABLE) table(depth);
        if (type == LUA_TFUNCTION) function(depth);
      }
    }
    lua_pop(lua_, 1);
  }

  void table(int depth) {
    for (lua_pushnil(lua_); lua_next(lua_, -2) != 0;) {
      value(depth + 1);
      lua_pushvalue(lua_, -1);
      value(depth + 1);
    }
  }

  void function(int depth) {
    for (int i = 1;; ++i) {
      const char* const name = lua_getupvalue(lua_, -1, i);
      if (name == nullptr) return;
      const bool is_globals = std::string_view(name) == "_ENV";
      if (is_globals || !visited_.insert(lua_upvalueid(lua_, -2, i)).second) {
        lua_pop(lua_, 1);
        continue;
      }
      begin(name);
      value(depth + 1);
      end();
    }
  }

  lua_State* lua_;
  Kept& kept_;
  std::vector<std::size_t> open_;
  boost::unordered_flat_set<const void*> visited_;
};

void Kept::look(lua_State* lua, int index, const std::string& name) {
  Walk(lua, *this).from(index, name);
}

std::string Kept::difference(const Kept& other) const {
  for (std::size_t i = 0; i < seen_.size() && i < other.seen_.size(); ++i) {
    if (seen_[i] != other.seen_[i]) return seen_[i].first;
  }
  return seen_.size() == other.seen_.size() ? "" : "a variable";
}

}  // namespace combat_odds::house
