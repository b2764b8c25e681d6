#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/dice/rule.hpp"
#include "sim/declare/procedure.hpp"

namespace combat_odds::expression {

/// A text that is no dice expression. The message is what is wrong.
class SyntaxError : public std::runtime_error {
 public:
  SyntaxError(std::size_t column, const std::string& wrong, std::string right)
      : std::runtime_error(wrong), column_(column), right_(std::move(right)) {}

  std::size_t column() const { return column_; }  ///< from 1
  const std::string& right() const { return right_; }

 private:
  std::size_t column_;
  std::string right_;
};

/// Values that stand in an expression for one: {4,6,8} or {bonus=0..3}.
struct Sweep {
  std::string name;  ///< a, b, ... where it has none
  std::vector<int> values;
  bool named = false;
  std::size_t at = 0;  ///< where it stands in the text, and how long it is
  std::size_t length = 0;
};

struct Program;
class RollRule;

/// A dice expression (docs/rolls.md): "2d6+1", "4d6 kh3", "2d6 on 2-4:miss 5-9:hit 10-12:kill".
class Expression {
 public:
  /// Throws SyntaxError.
  explicit Expression(const std::string& text);

  const std::vector<Sweep>& sweeps() const;

  /// The rule with one value for each sweep. Throws SyntaxError where the values make no sense. It
  /// comes to "rolled" with the measure `total`; of a comparison to "yes" or "no"; of a table to
  /// what stands there, and `total` too. Named rolls are measures of their own.
  std::unique_ptr<Rule> rule(const std::vector<int>& values) const;
  /// The text with one value for each sweep in the place of those that have no name: "2d6 c>=5".
  std::string filled(const std::vector<int>& values) const;
  /// The text with the letters of those sweeps in their places: "{a}d6 c>={b}".
  std::string lettered() const;
  std::unique_ptr<RollRule> rolled(const std::vector<int>& values) const;

  std::vector<Term> outcomes() const;
  std::vector<Term> measures() const;
  /// What the answer begins with, where that is not what is usual.
  std::vector<HeadlinePart> headline() const;
  /// What is counted, in words: "the highest 3 of 4d6"; "what it comes to" where the expression
  /// itself says it best.
  std::string words() const;

 private:
  std::string with(const std::vector<std::string>& texts) const;

  std::shared_ptr<const Program> program_;
};

/// dice.roll as a procedure whose parameter is the expression, without sweeps in it.
Procedure roll_procedure();

/// The same of one expression, whose sweeps are parameters. Throws InputError at "EXPRESSION".
Procedure roll_procedure(const std::string& text);

}  // namespace combat_odds::expression
