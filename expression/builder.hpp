#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/trimmed.hpp"
#include "expression/syntax_tree.hpp"

namespace combat_odds::expression {

/// What a line of a table is worth, if it is a number or dice; else nothing.
std::unique_ptr<Tree> tree_of_worth(const std::string& label);

/// Builds a Program from the grammar's syntax tree.
class Builder {
 public:
  explicit Builder(const std::string& text) { program_.text = text; }
  Program build(const Tree& root) &&;

 private:
  int whole(const Tree& tree) const;
  void define(const Tree& tree);
  /// The lines of a table, which have no number in common.
  std::vector<Line> lines(const Tree& tree) const;
  /// What the lines are worth, where all are numbers or dice; else nothing.
  std::vector<Node> worth(const std::vector<Line>& lines, const Tree& tree);
  /// A constant: digits or a sweep.
  Number number(const Tree& tree);
  /// The names of rolls without one: a, b, ... z, then a1 ...
  std::string unnamed();
  static Compare compare(const Tree& tree) { return compare(tree.string_view()); }
  static Compare compare(std::string_view sign);
  /// The members of "{5,6}" or the faces of "{1..3, 6:2}".
  std::vector<int> listing(const Tree& tree) const;
  /// The condition of a modifier: ">=5", "5", "5+", "5 or less", "{5,6}", "hit".
  Condition condition(const Tree& tree, const Pool& pool);
  /// "sixes", "5s and 6s"; a face of the die may have that name.
  Condition of_faces(const Tree& tree, const Pool& pool);
  /// Roll20 reads "<2" after ro and ! as 2 or less, Foundry and Avrae as less than 2.
  void ask_if_strict(const Tree& tree, std::string_view mark) const;
  /// "r1", "r<3" and "reroll 1": Roll20 rolls until another face shows, Foundry once; and "<3" is
  /// 3, too, for Roll20 (see ask_if_strict).
  void ask_how_often(const Tree& tree, bool in_words) const;
  /// The text with another one in the place of a part.
  std::string replaced(const Tree& part, const std::string& by) const;
  std::string replaced(const Tree& first, const Tree& last, const std::string& by) const;
  /// The text with dice and a modifier of theirs in brackets, and something behind them.
  std::string bracketed(const Node& dice, const Tree& modifier, const std::string& by,
                        const std::string& behind) const;
  /// The text from the beginning of one part to that of another.
  std::string between(const Tree& first, const Tree& last) const;
  /// Everything about the dice that stands after their number; `dice` is known of them before.
  Node rolled(const Tree& tree, std::vector<Node> count, Pool dice = {});
  /// "5d6! c>=7": a die that explodes by itself shows no seven, one that is added up (compounding)
  /// may.
  void ask_if_never(const Pool& pool, const Tree& tree) const;
  /// "6d10x10 c>=8" explodes on tens (Foundry), "3d6x10" is ten times the sum, because no die shows
  /// a ten; "6d10x10" may be either.
  void read_x(Pool& pool, const Tree& tree, bool is_last);
  /// "3d6x10": the dice with what stands behind the x.
  Node multiplied(const Tree& tree, Node dice);
  /// The number of a constant, without noting that it is there: 0 where it is swept.
  Number number_of(const Tree& tree) const;
  void read_modifier(Node& node, const Tree& tree);
  /// Warhammer: 8d6 3+ reroll failures
  void read_failed_again(Pool& pool, const Tree& tree);
  /// "tens count double": they stand twice among the faces that count.
  void read_worth_two(Pool& pool, const Tree& tree);
  /// r1r2: faces that are rolled again alike.
  static void join_rerolls(Pool& pool, const Condition& other, bool other_once, const Tree& tree);
  /// Roll20 marks what cs>19 and cf<2 say, and adds up all the same; Foundry counts it.
  void ask_if_marked(const Tree& tree) const;
  /// 8d10>=8f1 is what 8d10 c>=8 f1 is; 8d10>7f1 is asked back.
  void read_with_failures(Pool& pool, const Tree& tree);
  /// 7d10 difficulty 6, 10d6 3+ rerolling 1s
  void ask_count(const Node& node, const Tree& tree) const;
  static void read_as(Pool& pool, Pool::Reading reading, const Tree& tree);
  static void once(bool& known, const Tree& tree);
  static void once(Pool::Keep& keep, const Tree& tree);
  void read_sides(Pool& pool, const Tree& tree, const Tree& all);
  void read_keep(Pool& pool, const Tree& tree);
  void read_explode(Pool& pool, const Tree& tree);
  /// "6 times 3d6"
  void repeat(const Tree& tree);
  Node repeated(const Tree& times, Node once);
  /// Symbols that are no numbers must be counted, or be all there is.
  void check_symbols(const Node& node, bool whole) const;
  Node made(Node::Kind kind, const Tree& tree, std::vector<Node> children = {});
  /// "a + b - c", from the left.
  Node chain(const Tree& tree);
  Node node(const Tree& tree);
  Node joined(Node::Kind kind, const Tree& tree, std::size_t step = 2);
  bool is_condition(const Node& node) const;
  /// The operands of and, or, not, and what stands before "?", are conditions: a number there is
  /// meant otherwise ("2d6 = 7 or 11").
  Node of_conditions(Node::Kind kind, const Tree& tree);
  static void refuse_doubles_of_no_dice(const Tree& tree);
  /// "a d6 and a d8": dice that are told by an article, and so by how many there are.
  static bool are_counted_dice(const Tree& tree);
  static std::string text_of(const Tree& tree) { return std::string(trimmed(tree.string_view())); }
  /// The part of the syntax tree that says something itself.
  static const Tree& inner(const Tree& tree);
  static bool is_plain_number(const Node& node);
  /// What to type where operand `at` is a number.
  std::string condition_meant(const Tree& tree, const Node& all, std::size_t at) const;
  /// "2d6 = 7" and the numbers ",11" as "2d6 in {7,11}"; empty where they are no set.
  std::string one_of_numbers(const Tree& first, const Node& node, const std::string& numbers) const;
  /// "0.5" is 1 over 2.
  Node decimal(const Tree& tree);
  Node number_node(Number value, const Tree& tree);
  Node comparison(const Tree& tree);
  static constexpr std::array signs{"=", "!=", "<", "<=", ">", ">="};
  /// Whether a comparison of these dice with that number may mean each die.
  bool may_count(const Tree& typed, const Node& left, const Node& right) const;
  /// "10d6>5": Roll20 counts dice, AnyDice compares the sum. Where the number is no face of the
  /// die, only the sum makes sense.
  void ask_if_dice(const Tree& tree, const Node& left, Compare typed_sign, const Node& right,
                   const Tree& right_tree) const;
  /// Whether a die may show the number, or one of the numbers.
  bool may_show(const Pool& pool, const Number& number) const;
  /// The first operand that the result may be: before it stands what is asked.
  static std::size_t first_value(const Node& node);
  /// What a quotient is multiplied with to be whole.
  int scale(const Node& node) const;
  /// The node, multiplied by `by`: a multiple of its scale.
  Node scaled(Node node, int by, const Tree& tree);
  /// joint(a, b): several results at once.
  Node joint(const Tree& tree, std::vector<Node> values);
  /// "20 attacks, 3+ to hit, 4+ to wound, 5+ save": what gets through.
  Node unit_attack(const Tree& tree);
  /// "half of 8d6"
  Node halved(const Tree& tree);
  /// "double sixes on 2d6", "snake eyes"
  Node asked_double(const Tree& tree);
  /// "between 5 and 9 on 2d6", both included
  Node asked_between(const Tree& tree);
  /// Whether `dice` come to a number "between 5 and 9".
  Node within(const Tree& tree, const Tree& dice, const Tree& between);
  /// "the highest of d8 and d10"
  Node ends_of_two(const Tree& tree);
  /// "the best of 3 rolls of 2d6"
  Node best_of_rolls(const Tree& tree);
  /// "the product of two d6": die by die
  Node multiplied_dice(const Tree& tree);
  /// "the difference of two d6"
  Node difference(const Tree& tree);
  /// AnyDice: {1,2}@4d6 adds up the first and the second die from the top.
  void read_positions(Node& node, const Tree& tree);
  /// Troll: "count 7 < 8d10" counts the dice for which that is true.
  void read_filter(Pool& pool, const Tree& tree);
  /// Troll: the middle one of an odd number of dice.
  void read_median(Node& node, const Tree& tree);
  /// "5k3"
  [[noreturn]] void ask_roll_and_keep(const Tree& tree) const;
  Node function(const Tree& tree);
  /// "2d6d6": AnyDice rolls as many dice as the first come to, Roll20 drops the lowest six. With 1
  /// behind the d only dropping makes sense.
  void ask_if_dropped(const Tree& whole, const Tree& pool, int dice) const;
  Node pool_node(const Tree& tree);
  /// Savage Worlds: the better of the trait's die and a d6, both acing.
  Node with_wild_die(const Tree& tree, Node trait);
  /// "at least one 6 on 4 dice", "no sixes in 5d6", "6 dice, any six"
  Node asked_many(const Tree& tree);
  /// "under" and "over" are less and more than the number, or that number, too, in games that roll
  /// under.
  Compare bound(const Tree& said, const Tree& tree, const std::string& dice, int number) const;
  /// How many dice a pool has, where that is written.
  int dice_of(const Node& pool, const Tree& tree) const;
  /// "three of a kind in 5d6", "2d6 doubles", "3d6 all different"
  Node asked_kind(const Tree& tree);
  /// "an even number on d20"
  Node asked_parity(const Tree& tree);
  /// "7 or 11 on 2d6", "2d6 is 7 or 11"
  Node one_of(const Tree& tree, const Tree& several, const Tree& dice);
  /// "7 or more on 2d6"
  Node asked_sum(const Tree& tree);
  /// "the highest 3 of 4d6": what is said before the dice is a modifier of theirs.
  Node said(const Tree& tree);
  Node bracket(const Tree& tree);
  Node of_several(const Tree& tree);
  Node node_of(const Tree& tree);
  Node named(const Tree& tree);

  Program program_;
  int nodes_ = 0;
  int unnamed_ = 0;
  int depth_ = 0;
  bool is_plain_dice_ = false;  ///< "5 dice" is read just now: nobody said of how many sides
};

}  // namespace combat_odds::expression
