#pragma once

#include <utility>
#include <vector>

#include "core/dice/dice.hpp"
#include "house/interpreter.hpp"
#include "sim/declare/procedure.hpp"

namespace combat_odds::house {

class Parts;
class RuleCharts;

/// What is going on while a rule's functions are called.
struct Playing {
  static Playing& of(lua_State* lua) { return *Interpreter::of(lua).playing; }

  Dice* dice = nullptr;                  ///< null: it is not played just now
  RuleCharts* charts = nullptr;          ///< null: they have been read
  const Procedure* procedure = nullptr;  ///< null: it is being declared
  bool preparing = false;
  bool classifying = false;  ///< a function from a roll to its class is called
  Parts* parts = nullptr;    ///< null: it is being declared
  bool in_part = false;      ///< dice:play() plays a part
  /// Lines of the text, and how often each has rolled since the last checkpoint.
  std::vector<std::pair<int, int>> rolled = {};
};

}  // namespace combat_odds::house
