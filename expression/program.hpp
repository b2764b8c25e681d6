#pragma once

#include <memory>
#include <string>
#include <vector>

#include "expression/expression.hpp"

namespace combat_odds::expression {

/// A whole number of an expression, or the sweep that stands for it.
struct Number {
  int value = 0;
  int sweep = -1;  ///< into Program::sweeps; -1: none

  int of(const std::vector<int>& chosen) const {
    return sweep < 0 ? value : chosen[static_cast<std::size_t>(sweep)];
  }
};

enum class Compare { equal, unequal, less, at_most, more, at_least };

/// ">=5"
struct Condition {
  Compare compare = Compare::equal;
  Number number;
};

/// "4d6 kh3": dice, and what is done with each and with all of them.
struct Pool {
  enum class Keep { all, highest, lowest };

  Number count{1, -1};
  Number sides{6, -1};
  bool fudge = false;  ///< -1, 0, 1
  bool rerolls = false;
  bool rerolls_once = false;
  Condition reroll;
  bool explodes = false;
  bool explodes_at_most = false;  ///< the highest face
  Condition explode;
  Number limit;  ///< how many dice an exploding one may add
  Keep keep = Keep::all;
  bool drops = false;  ///< `kept` are dropped
  Number kept;
  bool counts = false;
  Condition count_if;
};

struct Node {
  enum class Kind {
    number,
    name,
    pool,
    negative,
    add,
    subtract,
    multiply,
    divide,
    compare,
    choose,
    max,
    min
  };

  Kind kind = Kind::number;
  std::size_t column = 1;
  int id = 0;
  Number number;
  std::size_t name = 0;  ///< into Program::names
  Pool pool;
  Compare compare = Compare::equal;
  std::vector<Node> children;
};

/// A line of a table: "5-9:hit".
struct Line {
  int least = 0;
  int most = 0;
  std::string label;
};

struct Program {
  std::string text;
  std::vector<std::string> names;
  std::vector<Node> definitions;  ///< of the names
  Node result;
  std::vector<Line> table;
  std::vector<Sweep> sweeps;

  bool is_condition() const { return table.empty() && result.kind == Node::Kind::compare; }
};

/// Throws SyntaxError.
Program parse(const std::string& text);

}  // namespace combat_odds::expression
