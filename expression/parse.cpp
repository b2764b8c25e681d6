#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <tao/pegtl/contrib/parse_tree.hpp>

#include "core/text/number_text.hpp"
#include "core/text/suggest.hpp"
#include "expression/grammar.hpp"
#include "expression/program.hpp"

namespace combat_odds::expression {
namespace {

namespace peg = tao::pegtl;
namespace g = grammar;

constexpr int most_number = 1'000'000;
constexpr std::size_t most_swept = 10'000;

// The remedy that the error names, by the grammar rule that did not match.
template <class Rule>
inline constexpr const char* wanted = "dice such as 2d6, a number or a name";
template <>
inline constexpr const char* wanted<g::close> = "a closing bracket )";
template <>
inline constexpr const char* wanted<g::comma> = "two values: max(1d6, 1d8)";
template <>
inline constexpr const char* wanted<g::colon> = "a colon, as in 5-9:hit or a >= 5 ? 1 : 0";
template <>
inline constexpr const char* wanted<g::semicolon> = "a semicolon after a named roll";
template <>
inline constexpr const char* wanted<g::items> = "values such as {4,6,8} or {1..3}";
template <>
inline constexpr const char* wanted<g::sweep_end> = "a closing brace }";
template <>
inline constexpr const char* wanted<g::compare> = "a comparison such as >=5";
template <>
inline constexpr const char* wanted<g::constant> = "a number, or values such as {1..3}";
template <>
inline constexpr const char* wanted<g::limit> = wanted<g::constant>;
template <>
inline constexpr const char* wanted<g::limit_start> = "say how many times a 6 may explode: d6!x3";
template <>
inline constexpr const char* wanted<g::lines> = "a table such as 2-4:miss 5-9:hit 10+:kill";
template <>
inline constexpr const char* wanted<g::label> = "a word, or a text in quotes";
template <>
inline constexpr const char* wanted<g::quoted_label> = wanted<g::label>;
template <>
inline constexpr const char* wanted<g::quote> = "a closing quote";
template <>
inline constexpr const char* wanted<g::end> =
    "an operator, a modifier such as kh3 or c>=5, 'on' and a table, or the end";

template <class Rule>
struct Control : peg::normal<Rule> {
  template <class Input, class... States>
  [[noreturn]] static void raise(const Input& in, States&&...) {
    const auto position = in.position();
    const std::string rest(in.current(), std::min<std::size_t>(in.size(), 12));
    throw SyntaxError(position.column,
                      rest.empty() ? "the expression ends too early"
                                   : fmt::format("'{}' does not go on like this", rest),
                      wanted<Rule>);
  }
};

template <class Rule>
using Kept = peg::parse_tree::selector<
    Rule, peg::parse_tree::store_content::on<
              g::digits, g::integer, g::sweep_name, g::item, g::sweep, g::compare, g::count,
              g::fudge, g::percent, g::sides, g::keep_kind, g::keep, g::reroll_kind, g::reroll,
              g::explode_if, g::explode, g::limit, g::counting, g::pool, g::function_name,
              g::function, g::name, g::negative, g::times, g::product, g::plus, g::sum,
              g::comparison, g::choice, g::upwards, g::range_first, g::range_last, g::line,
              g::plain_label, g::quoted_label, g::table, g::defined_name, g::definition>>;

using Tree = peg::parse_tree::node;

std::size_t column_of(const Tree& tree) { return tree.begin().column; }

/// Builds a Program from the grammar's syntax tree.
class Builder {
 public:
  explicit Builder(const std::string& text) { program_.text = text; }

  Program build(const Tree& root) && {
    for (const auto& child : root.children) {
      if (child->is_type<g::definition>()) {
        define(*child);
      } else if (child->is_type<g::table>()) {
        read_table(*child);
      } else {
        program_.result = node(*child);
      }
    }
    return std::move(program_);
  }

 private:
  int whole(const Tree& tree) const {
    const std::optional<int> value = number_in<int>(tree.string_view());
    if (!value || std::abs(*value) > most_number) {
      throw SyntaxError(column_of(tree), fmt::format("{} is too large", tree.string_view()),
                        fmt::format("at most {}", most_number));
    }
    return *value;
  }

  void define(const Tree& tree) {
    const std::string name = tree.children.at(0)->string();
    const auto known = std::find(program_.names.begin(), program_.names.end(), name);
    if (known != program_.names.end() || name == "total") {
      throw SyntaxError(column_of(tree), fmt::format("'{}' has a meaning already", name),
                        "another name");
    }
    Node defined = node(*tree.children.at(1));
    program_.names.push_back(name);
    program_.definitions.push_back(std::move(defined));
  }

  void read_table(const Tree& tree) {
    for (const auto& child : tree.children) {
      Line line;
      line.least = line.most = whole(*child->children.at(0));
      const Tree& next = *child->children.at(1);
      if (next.is_type<g::upwards>()) line.most = std::numeric_limits<int>::max();
      if (next.is_type<g::range_last>()) line.most = whole(next);
      if (line.most < line.least) {
        throw SyntaxError(column_of(*child), "the line runs backwards",
                          fmt::format("{}-{}", line.most, line.least));
      }
      for (const Line& other : program_.table) {
        if (line.least <= other.most && other.least <= line.most) {
          throw SyntaxError(column_of(*child), "two lines of the table have a number in common",
                            "each number once");
        }
      }
      line.label = child->children.back()->string();
      program_.table.push_back(std::move(line));
    }
  }

  /// A constant: digits or a sweep.
  Number number(const Tree& tree) {
    if (!tree.is_type<g::sweep>()) return {whole(tree), -1};
    Sweep sweep;
    for (const auto& child : tree.children) {
      if (child->is_type<g::sweep_name>()) {
        sweep.name = child->string();
      } else {
        const int first = whole(*child->children.front());
        const int last = whole(*child->children.back());
        if (first > last) {
          throw SyntaxError(column_of(*child), "the range runs backwards",
                            fmt::format("{}..{}", last, first));
        }
        for (int value = first; value <= last && sweep.values.size() <= most_swept; ++value) {
          const bool twice =
              std::find(sweep.values.begin(), sweep.values.end(), value) != sweep.values.end();
          if (twice) {
            throw SyntaxError(column_of(*child), fmt::format("{} stands there twice", value),
                              "each value once");
          }
          sweep.values.push_back(value);
        }
      }
    }
    if (sweep.values.size() > most_swept) {
      throw SyntaxError(column_of(tree), "too many values", fmt::format("at most {}", most_swept));
    }
    if (sweep.name.empty()) sweep.name = unnamed();
    for (const Sweep& other : program_.sweeps) {
      if (other.name == sweep.name || sweep.name == "expression") {
        throw SyntaxError(column_of(tree), fmt::format("'{}' has a meaning already", sweep.name),
                          "another name");
      }
    }
    program_.sweeps.push_back(std::move(sweep));
    return {0, static_cast<int>(program_.sweeps.size()) - 1};
  }

  /// The names of rolls without one: a, b, ... z, then a1 ...
  std::string unnamed() {
    const int number = unnamed_++;
    const std::string letter(1, static_cast<char>('a' + number % 26));
    return number < 26 ? letter : letter + std::to_string(number / 26);
  }

  static Compare compare(std::string_view text) {
    if (text == ">=") return Compare::at_least;
    if (text == "<=") return Compare::at_most;
    if (text == "!=") return Compare::unequal;
    if (text == ">") return Compare::more;
    return text == "<" ? Compare::less : Compare::equal;
  }

  /// "[compare] constant", the last children of a modifier.
  Condition condition(const Tree& tree) {
    const bool compares =
        tree.children.size() >= 2 && tree.children[tree.children.size() - 2]->is_type<g::compare>();
    Condition condition;
    if (compares) {
      condition.compare = compare(tree.children[tree.children.size() - 2]->string_view());
    }
    condition.number = number(*tree.children.back());
    return condition;
  }

  Pool pool(const Tree& tree) {
    Pool pool;
    for (const auto& child : tree.children) {
      if (child->is_type<g::count>()) pool.count = number(*child->children.at(0));
      if (child->is_type<g::sides>()) read_sides(pool, *child->children.at(0));
      if (child->is_type<g::keep>()) read_keep(pool, *child);
      if (child->is_type<g::reroll>()) {
        once(pool.rerolls, *child);
        pool.rerolls_once = child->children.at(0)->string_view() == "ro";
        pool.reroll = condition(*child);
      }
      if (child->is_type<g::explode>()) read_explode(pool, *child);
      if (child->is_type<g::counting>()) {
        once(pool.counts, *child);
        pool.count_if = condition(*child);
      }
    }
    return pool;
  }

  static void once(bool& known, const Tree& tree) {
    if (known) throw SyntaxError(column_of(tree), "stands there twice", "each modifier once");
    known = true;
  }

  void read_sides(Pool& pool, const Tree& tree) {
    if (tree.is_type<g::fudge>()) {
      pool.fudge = true;
      pool.sides = {3, -1};
    } else if (tree.is_type<g::percent>()) {
      pool.sides = {100, -1};
    } else {
      pool.sides = number(tree);
    }
  }

  void read_keep(Pool& pool, const Tree& tree) {
    bool known = pool.keep != Pool::Keep::all;
    once(known, tree);
    const std::string_view kind = tree.children.at(0)->string_view();
    pool.keep = kind.ends_with('l') ? Pool::Keep::lowest : Pool::Keep::highest;
    pool.drops = kind.starts_with('d');
    pool.kept = number(*tree.children.at(1));
  }

  void read_explode(Pool& pool, const Tree& tree) {
    once(pool.explodes, tree);
    pool.explodes_at_most = true;
    for (const auto& child : tree.children) {
      if (child->is_type<g::explode_if>()) {
        pool.explode = condition(*child);
        pool.explodes_at_most = false;
      } else {
        pool.limit = number(*child->children.at(0));
      }
    }
  }

  Node made(Node::Kind kind, const Tree& tree, std::vector<Node> children = {}) {
    Node node;
    node.kind = kind;
    node.column = column_of(tree);
    node.id = ++nodes_;
    node.children = std::move(children);
    return node;
  }

  /// "a + b - c", from the left.
  Node chain(const Tree& tree) {
    Node all = node(*tree.children.at(0));
    for (std::size_t i = 1; i + 1 < tree.children.size(); i += 2) {
      const char sign = tree.children[i]->string_view().front();
      const Node::Kind kind = sign == '+'   ? Node::Kind::add
                              : sign == '-' ? Node::Kind::subtract
                              : sign == '*' ? Node::Kind::multiply
                                            : Node::Kind::divide;
      std::vector<Node> children;
      children.push_back(std::move(all));
      children.push_back(node(*tree.children[i + 1]));
      all = made(kind, tree, std::move(children));
    }
    return all;
  }

  Node node(const Tree& tree) {
    if (++depth_ > 200) {
      throw SyntaxError(column_of(tree), "brackets in brackets, too deep", "at most 200");
    }
    Node result = node_of(tree);
    --depth_;
    return result;
  }

  Node node_of(const Tree& tree) {
    using Kind = Node::Kind;
    const auto& children = tree.children;
    if (tree.is_type<g::choice>()) {
      if (children.size() == 1) return node(*children[0]);
      std::vector<Node> parts;
      for (const auto& child : children) parts.push_back(node(*child));
      return made(Kind::choose, tree, std::move(parts));
    }
    if (tree.is_type<g::comparison>()) {
      if (children.size() == 1) return node(*children[0]);
      std::vector<Node> sides;
      sides.push_back(node(*children[0]));
      sides.push_back(node(*children[2]));
      Node compared = made(Kind::compare, tree, std::move(sides));
      compared.compare = compare(children[1]->string_view());
      return compared;
    }
    if (tree.is_type<g::sum>() || tree.is_type<g::product>()) return chain(tree);
    if (tree.is_type<g::negative>()) {
      std::vector<Node> inner;
      inner.push_back(node(*children[0]));
      return made(Kind::negative, tree, std::move(inner));
    }
    if (tree.is_type<g::function>()) {
      std::vector<Node> values;
      values.push_back(node(*children[1]));
      values.push_back(node(*children[2]));
      return made(children[0]->string_view() == "max" ? Kind::max : Kind::min, tree,
                  std::move(values));
    }
    if (tree.is_type<g::pool>()) {
      Node rolled = made(Kind::pool, tree);
      rolled.pool = pool(tree);
      return rolled;
    }
    if (tree.is_type<g::name>()) return named(tree);
    Node constant = made(Kind::number, tree);
    constant.number = number(tree);
    return constant;
  }

  Node named(const Tree& tree) {
    const std::string name = tree.string();
    const auto known = std::find(program_.names.begin(), program_.names.end(), name);
    if (known == program_.names.end()) {
      throw SyntaxError(column_of(tree), fmt::format("'{}' is not known", name),
                        did_you_mean(name, program_.names,
                                     "dice such as 2d6, or a roll named before: " + name +
                                         " = 2d6; " + name + " + 1"));
    }
    Node node = made(Node::Kind::name, tree);
    node.name = static_cast<std::size_t>(known - program_.names.begin());
    return node;
  }

  Program program_;
  int nodes_ = 0;
  int unnamed_ = 0;
  int depth_ = 0;
};

/// The grammar recurses for every bracket and choice: this keeps the stack small.
void check_depth(const std::string& text) {
  constexpr int most = 50;
  int open = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '?') ++open;
    if (text[i] == ')') --open;
    if (open > most) {
      throw SyntaxError(i + 1, "brackets or choices in each other, too deep",
                        fmt::format("at most {}", most));
    }
  }
}

}  // namespace

Program parse(const std::string& text) {
  constexpr std::size_t most_bytes = 1'000;
  if (text.size() > most_bytes) {
    throw SyntaxError(1, fmt::format("the expression has {} bytes", text.size()),
                      fmt::format("at most {}", most_bytes));
  }
  check_depth(text);
  peg::memory_input<> input(text, "expression");
  const auto root = peg::parse_tree::parse<g::roll, Kept, peg::nothing, Control>(input);
  if (!root) throw SyntaxError(1, "this is no dice expression", "such as 2d6+1");
  return Builder(text).build(*root);
}

}  // namespace combat_odds::expression
