#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

struct lua_State;

namespace combat_odds::house {

/// What a rule's functions can see and would find again when they are called the next time: the
/// variables around them, by name. A rule that changes any of it is not a function of its dice.
class Kept {
 public:
  Kept() = default;
  /// Looks at what the value at `index` leads to: a function, or a table of them. `name` is said of
  /// what is no function's variable.
  void look(lua_State* lua, int index, const std::string& name);

  /// The name of what differs; empty where nothing does.
  std::string difference(const Kept& other) const;

 private:
  class Walk;
  std::vector<std::pair<std::string, std::uint64_t>> seen_;
};

}  // namespace combat_odds::house
