#pragma once

#include <memory>
#include <optional>
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

/// ">=5", or "{5,6}": the numbers in a set, each as often as it stands there.
struct Condition {
  Compare compare = Compare::equal;
  Number number;
  std::vector<int> set;  ///< not empty: only this counts
};

/// "4d6 kh3": dice, and what is done with each and with all of them. Their number is the node's
/// child, where it has one, else 1.
struct Pool {
  enum class Explodes {
    no,
    adds,       ///< "!": another die
    compounds,  ///< "!!": all rolls of a die are one
    penetrates  ///< "!p": the same, 1 less on each further roll
  };
  enum class Keep { all, highest, lowest, middle, drop };
  enum class Reading { total, largest_set, sets, straight, distinct, matches };

  Number sides{6, -1};
  std::vector<int> faces;            ///< of a die of one's own, each equally likely; else empty
  std::vector<std::string> symbols;  ///< what the faces 1, 2 ... are called; else empty
  std::optional<Number> at_least;    ///< lower faces count as this
  std::optional<Number> at_most;     ///< higher ones as this
  bool rerolls = false;
  bool rerolls_once = false;
  Condition reroll;
  Explodes explodes = Explodes::no;
  std::optional<Condition> explode;  ///< without: on the highest face
  std::optional<Number> limit;       ///< how many dice an exploding one may add
  Keep keep = Keep::all;
  Number kept;
  Number drop_lowest;
  Number drop_highest;
  bool counts = false;
  Condition count_if;
  std::optional<Condition> less;  ///< counted against the others
  Reading reading = Reading::total;
  Number set_size{2, -1};
};

/// A line of a table: "5-9:hit", "5-9:2", "5-9:1d6".
struct Line {
  int least = 0;
  int most = 0;
  std::string label;
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
    divide,  ///< without the fraction
    parts,   ///< the first child over `number`, which count_in_parts() takes away
    compare,
    choose,
    max,
    min,
    absolute,
    round_up,
    round_down,
    round_nearest,
    both,     ///< and
    either,   ///< or
    none,     ///< not
    within,   ///< in a set
    step,     ///< the line of a table: the first child, then one for each line
    highest,  ///< of several values: the `number` highest, added up
    lowest,
    until,   ///< how often the first child is rolled until `condition` holds
    versus,  ///< the first less the second; on its own it tells who is ahead
    joint,   ///< several values at once, as one number: see RollRule::parts_of()
    repeat   ///< the first child, `number` times; on its own it tells the highest and the lowest
  };

  Kind kind = Kind::number;
  std::size_t column = 1;
  int id = 0;
  Number number;
  std::size_t name = 0;  ///< into Program::names
  Pool pool;
  Compare compare = Compare::equal;
  Condition condition;
  std::vector<Line> lines;    ///< of a step
  bool rerolls_ties = false;  ///< of versus
  std::vector<Node> children;

  /// A comparison, or several that are joined.
  bool is_condition() const;
};

struct Program {
  std::string text;
  std::vector<std::string> names;
  std::vector<Node> definitions;  ///< of the names
  Node result;
  std::vector<Line> table;
  std::size_t table_column = 1;
  std::vector<Node> worth;  ///< of the table's lines, where they are numbers or dice; else empty
  std::vector<std::string> joint;  ///< of a joint result: what its values are called; else empty
  std::vector<Sweep> sweeps;
  std::vector<std::string> notes;  ///< how it was read, for the player
  std::string words;               ///< see in_words()

  // What is rolled counts parts of one where numbers have decimals: 2 for halves (see InParts).
  int parts = 1;  ///< of the result
  std::vector<int> name_parts;
  std::vector<int> joint_parts;
  int worth_parts = 1;

  bool is_condition() const;
  /// The result is how often a condition holds in several rolls.
  bool counts_rolls() const;
  /// A name that begins with _ is no measure of its own.
  bool is_shown(std::size_t name) const { return names[name].front() != '_'; }
  /// A value of the joint result is a named roll, and so a measure already.
  bool is_named(std::size_t part) const;
  /// Symbols that are shown, not counted: a measure for each, or the outcome of a single die.
  bool shows_symbols() const;
  /// The result is dice whose symbols are outcomes.
  bool is_one_symbol() const;
};

bool holds(Compare compare, long long left, long long right);

/// What is counted: "the highest 3 of 4d6"; empty where the expression itself says it best.
std::string in_words(const Program& program);

/// Takes the nodes of kind `parts` out of a program: dice are counted in whole numbers. Throws
/// SyntaxError.
void count_in_parts(Program& program);

/// Throws SyntaxError.
Program parse(const std::string& text);

}  // namespace combat_odds::expression
