#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <tao/pegtl/contrib/parse_tree.hpp>

#include "core/text/number_text.hpp"
#include "core/text/suggest.hpp"
#include "core/text/trimmed.hpp"
#include "expression/grammar.hpp"
#include "expression/program.hpp"
#include "expression/talk.hpp"

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
inline constexpr const char* wanted<g::set> = "the numbers of a set: {5,6}";
template <>
inline constexpr const char* wanted<g::until_if> =
    "what it is rolled for: d6 until 6, 2d6 until in {7,11}";
template <>
inline constexpr const char* wanted<g::keep> = "which are kept: {2d6, 3d4} kh1";
template <>
inline constexpr const char* wanted<g::arguments> = "values: max(1d6, 1d8)";
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
                                   : fmt::format("'{}' is not expected here", rest),
                      wanted<Rule>);
  }
};

template <class Rule>
using Kept = peg::parse_tree::selector<
    Rule,
    peg::parse_tree::store_content::on<
        g::digits, g::integer, g::number_word, g::sweep_name, g::item, g::sweep, g::compare,
        g::compare_words, g::or_more, g::or_less, g::times_listed, g::listed, g::symbol, g::set,
        g::faces, g::count, g::fudge, g::percent, g::sides, g::keep_verb, g::drop_verb, g::high_end,
        g::low_end, g::middle_end, g::keep_kind, g::keep_one_letter_kind, g::keep, g::advantage,
        g::disadvantage, g::reroll_kind, g::once_word, g::reroll, g::explode_kind, g::explode_word,
        g::explode_if, g::explode, g::limit, g::unclear_x, g::counting, g::failures, g::clamp_kind,
        g::clamp, g::set_words, g::sets_words, g::pair_words, g::triple_words, g::straight_words,
        g::distinct_words, g::matches_words, g::inner_times, g::ties_again, g::until, g::bare_d,
        g::pool, g::function_name, g::function, g::bare_d_needed, g::against_so_many,
        g::rolled_count, g::bracket, g::of_several, g::of_ends, g::of_count, g::said,
        g::bracketed_explode, g::name, g::negative, g::times, g::product, g::plus, g::sum, g::bound,
        g::face_word, g::faces_said, g::explode_after, g::article, g::exploding, g::sided,
        g::plain_dice, g::percentile, g::of_sum, g::none_word, g::any_word, g::so_many_said,
        g::asked_face, g::asked_many, g::asked_kind, g::so_much_said, g::asked_sum, g::twice,
        g::against_class, g::within, g::versus, g::so_many, g::comparison, g::denied, g::both,
        g::either, g::choice, g::upwards, g::range_first, g::range_last, g::line, g::plain_label,
        g::quoted_label, g::table, g::defined_name, g::definition, g::repeated_before,
        g::repeated_after, g::unclear_times, g::triple, g::explode_letter, g::explode_once,
        g::count_letters, g::parity, g::difficulty, g::again, g::wild, g::counted_with_failures,
        g::counted_again, g::fudge_word, g::coins, g::of_different, g::of_largest, g::of_max,
        g::of_min, g::of_position, g::bracketed_absolute, g::bracketed_ends, g::needed,
        g::unit_attack, g::roll_and_keep, g::rounded_up, g::rounded_down, g::halved, g::snake_eyes,
        g::boxcars, g::asked_double, g::asked_between, g::drop_both, g::worth_two, g::failed_again,
        g::counting_apart, g::from_zero, g::chosen, g::of_median, g::of_filter, g::positions,
        g::ends_of_two, g::difference, g::asked_after, g::charge, g::between_said, g::decimal,
        g::target, g::larger, g::smaller, g::best_of_rolls, g::multiplied, g::beats, g::all_word,
        g::natural, g::straight_of, g::yahtzee, g::all_alike, g::all_different, g::several_said,
        g::is_several, g::asked_parity, g::asked_several>>;

using Tree = peg::parse_tree::node;

std::size_t column_of(const Tree& tree) { return tree.begin().column; }

template <class... Rules>
bool is(const Tree& tree) {
  return (tree.is_type<Rules>() || ...);
}

bool is_constant(const Tree& tree) {
  return is<g::digits, g::sweep, g::number_word, g::face_word>(tree);
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& letter : result) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return result;
}

constexpr std::string_view two_things = " may mean two things";

/// Spellings that two tools read differently are asked back, with both as expressions to copy.
struct Meaning {
  std::string expression;
  std::string words;
};
[[noreturn]] void ask_back(const Tree& tree, std::string_view typed,
                           const std::vector<Meaning>& meanings) {
  std::string right;
  for (const Meaning& meaning : meanings) {
    right +=
        fmt::format("{}{} for {}", right.empty() ? "" : ", or ", meaning.expression, meaning.words);
  }
  throw SyntaxError(column_of(tree), fmt::format("'{}'{}", typed, two_things), right);
}

/// Builds a Program from the grammar's syntax tree.
class Builder {
 public:
  explicit Builder(const std::string& text) { program_.text = text; }

  Program build(const Tree& root) && {
    const Tree* times = nullptr;
    for (const auto& child : root.children) {
      if (child->is_type<g::definition>()) {
        define(*child);
      } else if (child->is_type<g::table>()) {
        program_.table = lines(*child);
        program_.table_column = column_of(*child);
        program_.worth = worth(program_.table, *child);
      } else if (is<g::repeated_before, g::repeated_after>(*child)) {
        times = child.get();
      } else {
        program_.result = node(*child);
      }
    }
    if (times != nullptr) repeat(*times);
    for (std::size_t i = 0; i < program_.names.size(); ++i) {
      const bool taken =
          (program_.names[i] == "result" && !program_.worth.empty()) ||
          (program_.names[i] == "margin" && program_.result.kind == Node::Kind::versus);
      if (taken) {
        throw SyntaxError(program_.definitions[i].column,
                          fmt::format("'{}' has a meaning already", program_.names[i]),
                          "another name");
      }
    }
    if (program_.shows_symbols() && !program_.table.empty()) {
      throw SyntaxError(program_.table_column, "symbols are no numbers of a table",
                        "count them: c=" + program_.result.pool.symbols.front());
    }
    check_symbols(program_.result, true);
    for (const Node& definition : program_.definitions) check_symbols(definition, false);
    program_.words = in_words(program_);
    count_in_parts(program_);
    return std::move(program_);
  }

 private:
  int whole(const Tree& tree) const {
    if (is<g::number_word, g::face_word>(tree)) {
      constexpr std::array words{"one", "two",   "three", "four", "five",
                                 "six", "seven", "eight", "nine", "ten"};
      const std::string word = lower(tree.string_view());
      const auto known = std::find_if(words.begin(), words.end(),
                                      [&](const char* begins) { return word.starts_with(begins); });
      return static_cast<int>(known - words.begin()) + 1;
    }
    if (tree.is_type<g::twice>()) return 2;
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

  std::vector<Line> lines(const Tree& tree) const {
    std::vector<Line> lines;
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
      for (const Line& other : lines) {
        if (line.least <= other.most && other.least <= line.most) {
          throw SyntaxError(column_of(*child), "two lines of the table have a number in common",
                            "each number once");
        }
      }
      line.label = child->children.back()->string();
      lines.push_back(std::move(line));
    }
    return lines;
  }

  /// What the lines are worth, where all are numbers or dice; else nothing.
  std::vector<Node> worth(const std::vector<Line>& lines, const Tree& tree) {
    std::vector<Node> all;
    for (const Line& line : lines) {
      peg::memory_input<> input(line.label, "label");
      std::unique_ptr<Tree> root;
      try {
        root = peg::parse_tree::parse<g::worth, Kept, peg::nothing, Control>(input);
      } catch (const SyntaxError&) {  // a word
      }
      if (!root) return {};
      Node node = chain(*root);
      if (line.label.starts_with('-')) {
        std::vector<Node> inner;
        inner.push_back(std::move(node));
        node = made(Node::Kind::negative, tree, std::move(inner));
      }
      node.column = column_of(tree);
      all.push_back(std::move(node));
    }
    return all;
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
            throw SyntaxError(column_of(*child), fmt::format("{} is given twice", value),
                              "each value once");
          }
          sweep.values.push_back(value);
        }
      }
    }
    if (sweep.values.size() > most_swept) {
      throw SyntaxError(column_of(tree), "too many values", fmt::format("at most {}", most_swept));
    }
    sweep.named = !sweep.name.empty();
    sweep.at = tree.begin().byte;
    sweep.length = tree.end().byte - sweep.at;
    if (!sweep.named) sweep.name = unnamed();
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

  static Compare compare(const Tree& tree) { return compare(tree.string_view()); }
  static Compare compare(std::string_view sign) {
    const std::string text = lower(sign);
    const auto says = [&](const char* word) { return text.find(word) != std::string::npos; };
    if (says("least") || text == ">=" || text == "=>") return Compare::at_least;
    if (says("most") || text == "<=" || text == "=<") return Compare::at_most;
    if (text == "!=" || text == "<>") return Compare::unequal;
    if (says("more") || says("above") || says("beats") || text == ">") return Compare::more;
    const bool less = says("less") || says("fewer") || says("below") || text == "<";
    return less ? Compare::less : Compare::equal;
  }

  /// The members of "{5,6}" or the faces of "{1..3, 6:2}".
  std::vector<int> listing(const Tree& tree) const {
    constexpr std::size_t most_listed = 5'000;
    std::vector<int> all;
    for (const auto& child : tree.children) {
      const int first = whole(*child->children.front());
      const bool repeated = child->children.back()->is_type<g::times_listed>();
      const std::size_t ends = child->children.size() - (repeated ? 1 : 0);
      const int last = whole(*child->children[ends - 1]);
      const int times = repeated ? whole(*child->children.back()) : 1;
      if (first > last) {
        throw SyntaxError(column_of(*child), "the range runs backwards",
                          fmt::format("{}..{}", last, first));
      }
      for (int value = first; value <= last; ++value) {
        if (all.size() + static_cast<std::size_t>(times) > most_listed) {
          throw SyntaxError(column_of(tree), "too many values",
                            fmt::format("at most {}", most_listed));
        }
        all.insert(all.end(), static_cast<std::size_t>(times), value);
      }
    }
    if (all.empty()) throw SyntaxError(column_of(tree), "no values", "at least one");
    return all;
  }

  /// The condition of a modifier: ">=5", "5", "5+", "5 or less", "{5,6}", "hit".
  Condition condition(const Tree& tree, const Pool& pool) {
    Condition condition;
    for (const auto& child : tree.children) {
      if (child->is_type<g::compare>()) condition.compare = compare(*child);
      if (child->is_type<g::or_more>()) condition.compare = Compare::at_least;
      if (child->is_type<g::or_less>()) condition.compare = Compare::at_most;
      if (child->is_type<g::set>()) condition.set = listing(*child);
      if (child->is_type<g::faces_said>()) return of_faces(*child, pool);
      if (is_constant(*child)) condition.number = number(*child);
      if (child->is_type<g::explode_if>()) return this->condition(*child, pool);
      if (child->is_type<g::symbol>()) {
        const auto known = std::find(pool.symbols.begin(), pool.symbols.end(), child->string());
        if (known == pool.symbols.end()) {
          throw SyntaxError(column_of(*child), fmt::format("no face shows '{}'", child->string()),
                            pool.symbols.empty() ? "a comparison such as >=5"
                                                 : "one of the faces, such as " + pool.symbols[0]);
        }
        condition.number = {static_cast<int>(known - pool.symbols.begin()) + 1, -1};
      }
    }
    return condition;
  }

  /// "sixes", "5s and 6s"; a face of the die may have that name.
  Condition of_faces(const Tree& tree, const Pool& pool) {
    Condition condition;
    for (const auto& child : tree.children) {
      const auto named = std::find(pool.symbols.begin(), pool.symbols.end(), child->string());
      condition.set.push_back(named == pool.symbols.end()
                                  ? whole(*child)
                                  : static_cast<int>(named - pool.symbols.begin()) + 1);
    }
    if (condition.set.size() == 1) {
      condition.number = {condition.set.front(), -1};
      condition.set.clear();
    }
    return condition;
  }

  /// Roll20 reads "<2" after ro and ! as 2 or less, Foundry and Avrae as less than 2.
  void ask_if_strict(const Tree& tree, std::string_view mark) const {
    for (const auto& child : tree.children) {
      if (child->is_type<g::explode_if>()) ask_if_strict(*child, mark);
      if (!child->is_type<g::compare>()) continue;
      const std::string_view sign = child->string_view();
      if (sign != "<" && sign != ">") continue;
      const bool less = sign == "<";
      const int number = number_in<int>(tree.children.back()->string_view()).value_or(0);
      const int strict = less ? number - 1 : number + 1;
      const std::string kind = less ? "<=" : ">=";
      const auto with = [&](int than) {
        return replaced(tree, fmt::format("{}{}{}", mark, kind, than));
      };
      ask_back(tree, tree.string_view(),
               {{with(strict), fmt::format("{} than {}", less ? "less" : "more", number)},
                {with(number), fmt::format("{} or {} (Roll20)", number, less ? "less" : "more")}});
    }
  }

  /// "r1", "r<3" and "reroll 1": Roll20 rolls until another face shows, Foundry once; and "<3" is
  /// 3, too, for Roll20 (see ask_if_strict).
  void ask_how_often(const Tree& tree, bool in_words) const {
    const Tree& last = *tree.children.back();
    std::string once = last.is_type<g::face_word>() ? std::to_string(whole(last)) : text_of(last);
    std::string often = once;
    std::string once_words = "once (Foundry)";
    std::string often_words = "until another face shows (Roll20)";
    for (const auto& child : tree.children) {
      if (!child->is_type<g::compare>()) continue;
      const std::optional<int> number = number_in<int>(once);
      std::string sign = text_of(*child);
      if (number && (sign == "<" || sign == ">")) {
        const bool less = sign == "<";
        sign += "=";
        once = std::to_string(*number + (less ? -1 : 1));
        if (in_words) {
          often = once;
        } else {
          once_words = fmt::format("{} than {}, {}", less ? "less" : "more", *number, once_words);
          often_words = fmt::format("{} or {}, {}", *number, less ? "less" : "more", often_words);
        }
      }
      once.insert(0, sign);
      often.insert(0, sign);
    }
    ask_back(
        tree, text_of(tree),
        {{replaced(tree, "rr" + often), often_words}, {replaced(tree, "ro" + once), once_words}});
  }

  /// The text with another one in the place of a part.
  std::string replaced(const Tree& part, const std::string& by) const {
    return replaced(part, part, by);
  }
  std::string replaced(const Tree& first, const Tree& last, const std::string& by) const {
    std::string text = program_.text;
    const std::size_t begin = first.begin().byte;
    text.replace(begin, last.end().byte - begin, by);
    return std::string(trimmed(text));
  }
  /// The text with dice and a modifier of theirs in brackets, and something behind them.
  std::string bracketed(const Node& dice, const Tree& modifier, const std::string& by,
                        const std::string& behind) const {
    std::string text = program_.text;
    const auto begin = static_cast<std::size_t>(dice.column) - 1;
    const std::size_t at = modifier.begin().byte;
    text.replace(at, modifier.end().byte - at, by + ") " + behind);
    text.insert(begin, "(");
    return std::string(trimmed(text));
  }
  /// The text from the beginning of one part to that of another.
  std::string between(const Tree& first, const Tree& last) const {
    const std::size_t begin = first.begin().byte;
    return std::string(
        trimmed(std::string_view(program_.text).substr(begin, last.begin().byte - begin)));
  }

  /// Everything about the dice that stands after their number; `dice` is known of them before.
  Node rolled(const Tree& tree, std::vector<Node> count, Pool dice = {}) {
    Node node = made(Node::Kind::pool, tree, std::move(count));
    node.pool = std::move(dice);
    std::optional<Node> until;
    for (const auto& child : tree.children) {
      if (child->is_type<g::sides>()) read_sides(node.pool, *child->children.at(0), tree);
      if (child->is_type<g::unclear_x>()) {
        read_x(node.pool, *child, child.get() == tree.children.back().get());
      } else if (child->is_type<g::until>()) {
        if (until) throw SyntaxError(column_of(*child), "is given twice", "each modifier once");
        until = made(Node::Kind::until, *child);
        until->condition = condition(*child, node.pool);
      } else {
        read_modifier(node, *child);
      }
    }
    ask_if_never(node.pool, tree);
    if (!until) return node;
    until->column = column_of(tree);
    until->children.push_back(std::move(node));
    return *std::move(until);
  }

  /// "5d6! c>=7": a die that explodes by itself shows no seven, one that is added up (compounding)
  /// may.
  void ask_if_never(const Pool& pool, const Tree& tree) const {
    const Condition& counted = pool.count_if;
    const bool known = pool.counts && pool.explodes == Pool::Explodes::adds && !pool.less &&
                       pool.faces.empty() && pool.sides.sweep < 0 && counted.set.empty() &&
                       counted.number.sweep < 0;
    if (!known) return;
    const int sides = pool.sides.value;
    const bool never = (counted.compare == Compare::at_least && counted.number.value > sides) ||
                       (counted.compare == Compare::more && counted.number.value >= sides) ||
                       (counted.compare == Compare::equal && counted.number.value > sides);
    const std::string all = text_of(tree);
    const std::size_t mark = all.find('!');
    if (!never || mark == std::string::npos) return;
    std::string compounding = all;
    compounding.insert(mark, "!");
    std::string sum = all.substr(0, all.find_first_of("cC", mark));
    sum.erase(sum.find_last_not_of(' ') + 1);
    const std::string compared = counted.compare == Compare::equal  ? "="
                                 : counted.compare == Compare::more ? ">"
                                                                    : ">=";
    ask_back(tree, all,
             {{replaced(tree, compounding), "dice with all their rolls added (Shadowrun)"},
              {replaced(tree, fmt::format("({}) {} {}", sum, compared, counted.number.value)),
               "the sum"}});
  }

  /// "6d10x10 c>=8" explodes on tens (Foundry), "3d6x10" is ten times the sum, because no die shows
  /// a ten; "6d10x10" may be either.
  void read_x(Pool& pool, const Tree& tree, bool is_last) {
    const Tree& number = *tree.children.at(0);
    const bool is_face = may_show(pool, this->number_of(number));
    if (is_last && !is_face) return;  // see multiplied()
    if (is_last || !is_face) {
      const std::string text = number.string();
      ask_back(tree, tree.string_view(),
               {{replaced(tree, "!" + text), "dice that explode on " + text},
                {replaced(tree, "*" + text), text + " times the sum"}});
    }
    bool known = pool.explodes != Pool::Explodes::no;
    once(known, tree);
    pool.explodes = Pool::Explodes::adds;
    pool.explode = Condition{Compare::equal, this->number(number), {}};
  }

  /// "3d6x10": the dice with what stands behind the x.
  Node multiplied(const Tree& tree, Node dice) {
    if (tree.children.empty() || !tree.children.back()->is_type<g::unclear_x>()) return dice;
    std::vector<Node> factors;
    factors.push_back(std::move(dice));
    factors.push_back(number_node(number(*tree.children.back()->children.at(0)), tree));
    return made(Node::Kind::multiply, tree, std::move(factors));
  }

  /// The number of a constant, without noting that it is there: 0 where it is swept.
  Number number_of(const Tree& tree) const {
    return {tree.is_type<g::sweep>() ? 0 : whole(tree), -1};
  }

  void read_modifier(Node& node, const Tree& tree) {
    Pool& pool = node.pool;
    if (tree.is_type<g::keep>()) read_keep(pool, tree);
    if (is<g::advantage, g::disadvantage>(tree)) {
      if (!node.children.empty() &&
          (node.children[0].kind != Node::Kind::number || node.children[0].number.value != 1)) {
        throw SyntaxError(column_of(tree), "advantage is for one die", "d20 advantage");
      }
      once(pool.keep, tree);
      const bool is_triple = !tree.children.empty();
      node.children.assign(1, number_node({is_triple ? 3 : 2, -1}, tree));
      pool.keep = tree.is_type<g::advantage>() ? Pool::Keep::highest : Pool::Keep::lowest;
      pool.kept = {1, -1};
    }
    if (tree.is_type<g::reroll>()) {
      const std::optional<Condition> other =
          pool.rerolls ? std::optional(pool.reroll) : std::nullopt;
      const bool other_once = pool.rerolls_once;
      pool.rerolls = true;
      const bool in_words = !tree.children.front()->is_type<g::reroll_kind>();
      const std::string kind = in_words ? "r" : lower(tree.children.front()->string_view());
      pool.rerolls_once = kind == "ro" || tree.children.back()->is_type<g::once_word>();
      if (kind == "ro") ask_if_strict(tree, kind);
      // Of dice that are counted none is rolled again twice (Warhammer).
      if (in_words && pool.counts) pool.rerolls_once = true;
      if (kind == "r" && !pool.rerolls_once) ask_how_often(tree, in_words);
      pool.reroll = condition(tree, pool);
      if (other) join_rerolls(pool, *other, other_once, tree);
    }
    if (tree.is_type<g::explode>()) read_explode(pool, tree);
    if (tree.is_type<g::counted_with_failures>()) read_with_failures(pool, tree);
    if (is<g::difficulty, g::counted_again>(tree)) ask_count(node, tree);
    if (tree.is_type<g::parity>()) {
      once(pool.counts, tree);
      const bool is_even = lower(tree.string_view()) == "even";
      const int most = pool.faces.empty() ? pool.sides.value : 0;
      if (pool.sides.sweep >= 0 || most < 2 || most > 1000) {
        throw SyntaxError(column_of(tree), "the even faces of this die are not known",
                          "a set: c{2,4,6}");
      }
      for (int face = is_even ? 2 : 1; face <= most; face += 2) pool.count_if.set.push_back(face);
    }
    if (tree.is_type<g::again>()) {
      once(pool.counts, tree);
      bool known = pool.explodes != Pool::Explodes::no;
      once(known, tree);
      pool.explodes = Pool::Explodes::adds;
      pool.explode = Condition{Compare::at_least, {whole(*tree.children.at(0)), -1}, {}};
      pool.count_if = {Compare::at_least, {8, -1}, {}};
      if (is_plain_dice_) pool.sides = {10, -1};
      program_.notes.push_back("World of Darkness: 8 or more succeeds");
    }
    if (tree.is_type<g::failed_again>()) read_failed_again(pool, tree);
    if (tree.is_type<g::worth_two>()) read_worth_two(pool, tree);
    if (tree.is_type<g::target>()) {
      once(pool.counts, tree);
      pool.count_if = {Compare::at_least, number(*tree.children.at(0)), {}};
    }
    if (is<g::counting, g::counting_apart>(tree)) {
      if (tree.is_type<g::counting_apart>() && pool.keep != Pool::Keep::all) {
        throw SyntaxError(column_of(tree), "what kept dice come to is compared in brackets",
                          "(4d6 kh3) >= 15");
      }
      once(pool.counts, tree);
      ask_if_marked(tree);
      pool.count_if = condition(tree, pool);
    }
    if (tree.is_type<g::failures>()) {
      if (!pool.counts || pool.less) {
        throw SyntaxError(column_of(tree), "failures are counted against successes",
                          "10d10 c>=7 f1");
      }
      pool.less = condition(tree, pool);
    }
    if (tree.is_type<g::clamp>()) {
      const bool least = lower(tree.children.at(0)->string_view()).starts_with("mi");
      (least ? pool.at_least : pool.at_most) = number(*tree.children.at(1));
    }
    using Reading = Pool::Reading;
    if (is<g::set_words>(tree)) read_as(pool, Reading::largest_set, tree);
    if (is<g::straight_words>(tree)) read_as(pool, Reading::straight, tree);
    if (is<g::distinct_words>(tree)) read_as(pool, Reading::distinct, tree);
    if (is<g::matches_words>(tree)) read_as(pool, Reading::matches, tree);
    if (is<g::pair_words, g::triple_words, g::sets_words>(tree)) {
      read_as(pool, Reading::sets, tree);
      pool.set_size = {tree.is_type<g::pair_words>() ? 2 : 3, -1};
      if (tree.is_type<g::sets_words>()) pool.set_size = number(*tree.children.at(0));
    }
  }

  /// Warhammer: 8d6 3+ reroll failures
  void read_failed_again(Pool& pool, const Tree& tree) {
    if (!tree.children.empty()) {
      once(pool.counts, tree);
      pool.count_if = {Compare::at_least, number(*tree.children.front()), {}};
    }
    once(pool.rerolls, tree);
    if (!pool.counts || pool.count_if.compare != Compare::at_least || !pool.count_if.set.empty()) {
      throw SyntaxError(column_of(tree), "what fails is not known", "8d6 3+ reroll failures");
    }
    pool.rerolls_once = true;
    pool.reroll = {Compare::less, pool.count_if.number, {}};
  }

  /// "tens count double": they stand twice among the faces that count.
  void read_worth_two(Pool& pool, const Tree& tree) {
    const int sides = pool.sides.value;
    const bool known = pool.counts && pool.count_if.set.empty() && pool.faces.empty() &&
                       pool.sides.sweep < 0 && pool.count_if.number.sweep < 0 && sides <= 1000;
    if (!known) {
      throw SyntaxError(column_of(tree), "what else counts is not known",
                        "10d10, 7+, 10s count double; or 10d10 c{7,8,9,10,10}");
    }
    const Condition two = of_faces(*tree.children.front(), pool);
    const auto is_two = [&](int face) {
      return two.set.empty() ? face == two.number.value
                             : std::find(two.set.begin(), two.set.end(), face) != two.set.end();
    };
    for (int face = 1; face <= sides; ++face) {
      if (!holds(pool.count_if.compare, face, pool.count_if.number.value)) continue;
      pool.count_if.set.insert(pool.count_if.set.end(), std::size_t{is_two(face) ? 2U : 1U}, face);
    }
  }

  /// r1r2: faces that are rolled again alike.
  static void join_rerolls(Pool& pool, const Condition& other, bool other_once, const Tree& tree) {
    const auto faces = [&](const Condition& condition) {
      if (!condition.set.empty()) return condition.set;
      if (condition.compare == Compare::equal && condition.number.sweep < 0) {
        return std::vector{condition.number.value};
      }
      throw SyntaxError(column_of(tree), "is given twice", "each modifier once: rr<=2");
    };
    if (other_once != pool.rerolls_once) {
      throw SyntaxError(column_of(tree), "some are rolled again once, others more often",
                        "ro or rr for all");
    }
    std::vector<int> all = faces(other);
    const std::vector<int> more = faces(pool.reroll);
    all.insert(all.end(), more.begin(), more.end());
    pool.reroll.set = std::move(all);
  }

  /// Roll20 marks what cs>19 and cf<2 say, and adds up all the same; Foundry counts it.
  void ask_if_marked(const Tree& tree) const {
    const Tree& first = *tree.children.front();
    if (!first.is_type<g::count_letters>() || first.string_view().size() == 1) return;
    const Tree& second = *tree.children.at(1);
    if (!second.is_type<g::compare>() || second.string_view().size() > 1) return;
    const std::string rest = text_of(tree).substr(2);
    ask_back(tree, text_of(tree),
             {{replaced(tree, " c" + rest), "how many (Foundry)"},
              {replaced(tree, ""), "the sum; Roll20 only marks these dice"}});
  }

  /// 8d10>=8f1 is what 8d10 c>=8 f1 is; 8d10>7f1 is asked back.
  void read_with_failures(Pool& pool, const Tree& tree) {
    const Tree& number = *tree.children.at(1);
    const std::string sign = text_of(*tree.children.at(0));
    if (sign == ">" || sign == "<") {
      const std::string failures = text_of(*tree.children.back());
      const std::string than = text_of(number);
      const bool more = sign == ">";
      ask_back(tree, text_of(tree),
               {{replaced(tree, fmt::format(" c{}={} {}", sign, than, failures)),
                 fmt::format("{} or {} (Roll20)", than, more ? "more" : "less")},
                {replaced(tree, fmt::format(" c{}{} {}", sign, than, failures)),
                 fmt::format("{} than {}", more ? "more" : "less", than)}});
    }
    once(pool.counts, tree);
    pool.count_if = {compare(sign), this->number(number), {}};
    pool.less = condition(*tree.children.back(), pool);
  }

  /// 7d10 difficulty 6, 10d6 3+ rerolling 1s
  void ask_count(const Node& node, const Tree& tree) const {
    const auto& children = tree.children;
    if (tree.is_type<g::difficulty>()) {
      const std::string number = text_of(*children.at(0));
      ask_back(tree, text_of(tree),
               {{replaced(tree, "c>=" + number), "successes alone"},
                {replaced(tree, "c>=" + number + " f1"), "successes less ones"}});
    }
    const std::string number = text_of(*children.at(0));
    const Tree& last = *children.back();
    const std::string face = is_constant(last) ? std::to_string(whole(last)) : "1";
    ask_back(tree, text_of(tree),
             {{replaced(tree, fmt::format("ro{} c>={}", face, number)), "how many dice"},
              {bracketed(node, tree, fmt::format("ro{}", face), ">= " + number), "the sum"}});
  }

  static void read_as(Pool& pool, Pool::Reading reading, const Tree& tree) {
    bool known = pool.reading != Pool::Reading::total || pool.counts;
    once(known, tree);
    pool.reading = reading;
  }

  static void once(bool& known, const Tree& tree) {
    if (known) throw SyntaxError(column_of(tree), "is given twice", "each modifier once");
    known = true;
  }
  static void once(Pool::Keep& keep, const Tree& tree) {
    bool known = keep != Pool::Keep::all;
    once(known, tree);
  }

  void read_sides(Pool& pool, const Tree& tree, const Tree& all) {
    if (tree.is_type<g::fudge>()) {
      pool.faces = {-1, 0, 1};
    } else if (tree.is_type<g::percent>()) {
      pool.sides = {100, -1};
    } else if (tree.is_type<g::faces>()) {
      if (tree.children.front()->is_type<g::listed>()) {
        pool.faces = listing(tree);
        return;
      }
      for (const auto& child : tree.children) {
        const std::string symbol = child->string();
        auto known = std::find(pool.symbols.begin(), pool.symbols.end(), symbol);
        if (known == pool.symbols.end()) {
          known = pool.symbols.insert(pool.symbols.end(), symbol);
        }
        pool.faces.push_back(static_cast<int>(known - pool.symbols.begin()) + 1);
      }
    } else {
      pool.sides = number(tree);
      const std::string digits = tree.string();
      if (digits == "66" || digits == "666" || digits == "44" || digits == "88") {
        const std::string die(1, digits.front());
        std::string tens = fmt::format("10*d{0} + d{0}", die);
        if (digits.size() == 3) tens = fmt::format("100*d{0} + 10*d{0} + d{0}", die);
        const bool one = all.children.front()->is_type<g::sides>();
        ask_back(
            all, all.string_view(),
            {{one ? tens : replaced(all, "(" + tens + ")"),
              digits.size() == 3 ? "three dice read as digits" : "two dice read as tens and ones"},
             {replaced(all, fmt::format("{}d{{1..{}}}", one ? "" : all.children.front()->string(),
                                        digits)),
              fmt::format("dice of {} sides", digits)}});
      }
    }
  }

  void read_keep(Pool& pool, const Tree& tree) {
    using Keep = Pool::Keep;
    if (tree.children.front()->is_type<g::drop_both>()) {
      once(pool.keep, tree);
      pool.keep = Keep::drop;
      pool.drop_lowest = pool.drop_highest = {1, -1};
      return;
    }
    bool drops = false;
    Keep end = Keep::highest;
    Number dice{1, -1};
    for (const auto& child : tree.children) {
      const std::string text = lower(child->string_view());
      if (child->is_type<g::drop_verb>()) drops = true;
      if (child->is_type<g::low_end>()) end = Keep::lowest;
      if (child->is_type<g::middle_end>()) end = Keep::middle;
      if (child->is_type<g::keep_kind>()) {
        drops = text.front() == 'd' || text.front() == 'p';
        end = text.front() == 'm'  ? Keep::middle
              : text.back() == 'l' ? Keep::lowest
                                   : Keep::highest;
      }
      if (child->is_type<g::keep_one_letter_kind>() && text == "d") {
        const std::size_t at = tree.begin().byte;
        if (at == 0 || program_.text[at - 1] == ' ') {
          throw SyntaxError(column_of(tree),
                            fmt::format("'{}' is not expected here", tree.string_view()),
                            fmt::format("dl{0} to drop, + {1} to add",
                                        tree.children.back()->string(), tree.string()));
        }
        drops = true;
        end = Keep::lowest;
      }
      if (is_constant(*child)) dice = number(*child);
    }
    if (!drops) {
      once(pool.keep, tree);
      pool.keep = end;
      pool.kept = dice;
      return;
    }
    if (end == Keep::middle) {
      throw SyntaxError(column_of(tree), "the middle dice can't be dropped",
                        "dh1 dl1, or middle 2");
    }
    Number& dropped = end == Keep::lowest ? pool.drop_lowest : pool.drop_highest;
    bool known = (pool.keep != Keep::all && pool.keep != Keep::drop) || dropped.value != 0 ||
                 dropped.sweep >= 0;
    once(known, tree);
    pool.keep = Keep::drop;
    dropped = dice;
  }

  void read_explode(Pool& pool, const Tree& tree) {
    bool known = pool.explodes != Pool::Explodes::no;
    once(known, tree);
    pool.explodes = Pool::Explodes::adds;
    for (const auto& child : tree.children) {
      if (child->is_type<g::explode_after>()) {
        pool.explode = of_faces(*child->children.front(), pool);
      }
      if (child->is_type<g::explode_kind>()) {
        const std::string kind = lower(child->string_view());
        if (kind == "!!") pool.explodes = Pool::Explodes::compounds;
        if (kind == "!p") pool.explodes = Pool::Explodes::penetrates;
      }
      if (child->is_type<g::explode_once>()) pool.limit = Number{1, -1};
      if (child->is_type<g::explode_if>()) {
        ask_if_strict(*child, "");
        pool.explode = condition(*child, pool);
      }
      if (child->is_type<g::limit>()) pool.limit = number(*child->children.at(0));
    }
  }

  /// "6 times 3d6"
  void repeat(const Tree& tree) {
    for (const auto& child : tree.children) {
      if (!child->is_type<g::unclear_times>()) continue;
      const std::string times = tree.children.front()->string();
      ask_back(tree, tree.string_view(),
               {{replaced(tree, times + " times "), "as many rolls, each on its own"},
                {replaced(tree, times + "*"), "the result multiplied"}});
    }
    program_.result = repeated(tree, std::move(program_.result));
  }

  Node repeated(const Tree& times, Node once) {
    if (!program_.names.empty() || !program_.table.empty()) {
      throw SyntaxError(column_of(times), "only plain dice can be rolled several times",
                        "6 times 4d6 kh3");
    }
    std::vector<Node> what;
    what.push_back(std::move(once));
    Node all = made(Node::Kind::repeat, times, std::move(what));
    all.number = number(*times.children.front());
    return all;
  }

  /// Symbols that are no numbers must be counted, or be all there is.
  void check_symbols(const Node& node, bool whole) const {
    if (!whole && node.kind == Node::Kind::pool && !node.pool.symbols.empty() &&
        !node.pool.counts && node.pool.reading == Pool::Reading::total) {
      throw SyntaxError(node.column, "symbols can't be added up",
                        "count them: c=" + node.pool.symbols.front());
    }
    if (!node.pool.symbols.empty() && node.pool.keep != Pool::Keep::all) {
      throw SyntaxError(node.column, "of symbols none is the highest",
                        "count them: c=" + node.pool.symbols.front());
    }
    if (node.kind == Node::Kind::joint && (!whole || !program_.table.empty())) {
      throw SyntaxError(node.column, "joint is the whole result", "joint(a, b) at the end");
    }
    if (node.kind == Node::Kind::versus && !whole) {
      throw SyntaxError(node.column, "'vs' compares two whole rolls", "a comparison such as >=");
    }
    for (const Node& child : node.children) check_symbols(child, false);
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
      const std::string sign = lower(tree.children[i]->string_view());
      const Node::Kind kind = sign == "+" || sign == "plus" || sign.ends_with("add")
                                  ? Node::Kind::add
                              : sign == "-" || sign == "minus" ? Node::Kind::subtract
                              : sign == "*"                    ? Node::Kind::multiply
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

  Node joined(Node::Kind kind, const Tree& tree, std::size_t step = 2) {
    std::vector<Node> parts;
    for (std::size_t i = 0; i < tree.children.size(); i += step) {
      parts.push_back(node(*tree.children[i]));
    }
    return made(kind, tree, std::move(parts));
  }

  bool is_condition(const Node& node) const {
    using Kind = Node::Kind;
    if (node.kind == Kind::choose) {
      return is_condition(node.children[1]) && is_condition(node.children[2]);
    }
    if (node.kind == Kind::name) return is_condition(program_.definitions[node.name]);
    return node.is_condition();
  }

  /// The operands of and, or, not, and what stands before "?", are conditions: a number there is
  /// meant otherwise ("2d6 = 7 or 11").
  Node of_conditions(Node::Kind kind, const Tree& tree) {
    Node all = joined(kind, tree, 1);
    if (kind == Node::Kind::both && are_counted_dice(tree)) {
      Node sum = std::move(all.children[0]);
      for (std::size_t i = 1; i < all.children.size(); ++i) {
        std::vector<Node> parts;
        parts.push_back(std::move(sum));
        parts.push_back(std::move(all.children[i]));
        sum = made(Node::Kind::add, tree, std::move(parts));
      }
      return sum;
    }
    const std::size_t conditions = kind == Node::Kind::choose ? 1 : all.children.size();
    for (std::size_t i = 0; i < conditions; ++i) {
      if (is_condition(all.children[i])) continue;
      const Tree& operand = *tree.children[i];
      throw SyntaxError(column_of(operand),
                        fmt::format("'{}' is a number, not a condition", text_of(operand)),
                        condition_meant(tree, all, i));
    }
    return all;
  }

  /// "a d6 and a d8": dice that are told by an article, and so by how many there are.
  static bool are_counted_dice(const Tree& tree) {
    return std::all_of(tree.children.begin(), tree.children.end(), [](const auto& child) {
      const Tree& dice = inner(*child);
      return dice.template is_type<g::pool>() && !dice.children.empty() &&
             dice.children.front()->template is_type<g::article>();
    });
  }

  static std::string text_of(const Tree& tree) { return std::string(trimmed(tree.string_view())); }

  /// The part of the syntax tree that says something itself.
  static const Tree& inner(const Tree& tree) {
    const Tree* inner = &tree;
    while (is<g::choice, g::either, g::both, g::comparison, g::sum, g::product>(*inner) &&
           inner->children.size() == 1) {
      inner = inner->children.front().get();
    }
    return *inner;
  }

  static bool is_plain_number(const Node& node) {
    return node.kind == Node::Kind::number && node.number.sweep < 0;
  }

  /// What to type where operand `at` is a number.
  std::string condition_meant(const Tree& tree, const Node& all, std::size_t at) const {
    using Kind = Node::Kind;
    const Tree& first = inner(*tree.children[0]);
    const Node& node = all.children[0];
    if (is_plain_number(node)) return "a set of numbers, such as 2d6 in {7,11}";
    if (all.kind == Kind::either &&
        std::all_of(all.children.begin() + 1, all.children.end(), is_plain_number)) {
      std::string numbers;
      for (std::size_t i = 1; i < all.children.size(); ++i) {
        numbers += fmt::format(",{}", all.children[i].number.value);
      }
      if (const std::string meant = one_of_numbers(first, node, numbers); !meant.empty()) {
        return replaced(tree, meant);
      }
    }
    if (all.kind == Kind::both && first.is_type<g::said>() && node.kind == Kind::pool &&
        (node.pool.keep == Pool::Keep::highest || node.pool.keep == Pool::Keep::lowest)) {
      std::string values = text_of(*first.children.back());
      for (std::size_t i = 1; i < all.children.size(); ++i) {
        values += ", " + text_of(*tree.children[i]);
      }
      const bool highest = node.pool.keep == Pool::Keep::highest;
      const bool one = node.pool.kept.sweep < 0 && node.pool.kept.value == 1;
      return replaced(tree, one ? fmt::format("{}({})", highest ? "max" : "min", values)
                                : fmt::format("{{{}}} k{}{}", values, highest ? 'h' : 'l',
                                              node.pool.kept.value));
    }
    const Node& number = all.children[at];
    if (number.kind == Kind::number) return "a comparison on each side, such as 2d6 >= 8";
    const bool is_roll = number.kind == Kind::pool && !number.pool.counts;
    const std::string compared =
        fmt::format("{} >= {}", text_of(*tree.children[at]), is_roll ? 4 : 1);
    return all.kind == Kind::both && !is_condition(all.children[1 - std::min<std::size_t>(at, 1)])
               ? fmt::format("a comparison such as {}; + adds up", compared)
               : "a comparison such as " + compared;
  }

  /// "2d6 = 7" and the numbers ",11" as "2d6 in {7,11}"; empty where they are no set.
  std::string one_of_numbers(const Tree& first, const Node& node,
                             const std::string& numbers) const {
    using Kind = Node::Kind;
    const auto is_equal = [](const Condition& condition) {
      return condition.set.empty() && condition.compare == Compare::equal &&
             condition.number.sweep < 0;
    };
    if (first.is_type<g::comparison>() && node.kind == Kind::compare &&
        is_plain_number(node.children[1])) {
      const std::string left = text_of(*first.children.front());
      const int number = node.children[1].number.value;
      if (node.compare == Compare::equal) {
        return fmt::format("{} in {{{}{}}}", left, number, numbers);
      }
      // Named, because what is named is rolled once.
      const std::string sign = text_of(*first.children[1]);
      return fmt::format("a = {}; a {} {} or a in {{{}}}", left, sign, number, numbers.substr(1));
    }
    if (first.is_type<g::comparison>() && node.kind == Kind::within) {
      std::string text = text_of(first);
      return text.insert(text.rfind('}'), numbers);
    }
    if (!first.is_type<g::pool>()) return "";
    for (const auto& child : first.children) {
      if (child->is_type<g::until>() && is_equal(node.condition)) {
        return fmt::format("{} until in {{{}{}}}", between(first, *child),
                           node.condition.number.value, numbers);
      }
      if (child->is_type<g::counting>() && node.kind == Kind::pool &&
          is_equal(node.pool.count_if)) {
        return fmt::format("{} c{{{}{}}}", between(first, *child), node.pool.count_if.number.value,
                           numbers);
      }
    }
    return "";
  }

  /// "0.5" is 1 over 2.
  Node decimal(const Tree& tree) {
    constexpr std::size_t most_decimals = 4;
    std::string digits = tree.string();
    const std::size_t point = digits.find('.');
    const std::size_t decimals = digits.size() - point - 1;
    digits.erase(point, 1);
    const std::optional<int> value = number_in<int>(digits);
    if (decimals > most_decimals || !value || *value > most_number) {
      throw SyntaxError(column_of(tree), fmt::format("{} has too many digits", tree.string_view()),
                        fmt::format("at most {} decimals", most_decimals));
    }
    int parts = 1;
    for (std::size_t i = 0; i < decimals; ++i) parts *= 10;
    const int common = std::gcd(*value, parts);
    std::vector<Node> number;
    number.push_back(number_node({*value / common, -1}, tree));
    Node over = made(Node::Kind::parts, tree, std::move(number));
    over.number = {parts / common, -1};
    return over;
  }

  Node number_node(Number value, const Tree& tree) {
    Node constant = made(Node::Kind::number, tree);
    constant.number = value;
    return constant;
  }

  Node comparison(const Tree& tree) {
    using Kind = Node::Kind;
    const auto& children = tree.children;
    std::vector<Node> parts;
    parts.push_back(node(*children[0]));
    const Tree& next = *children[1];
    if (next.is_type<g::between_said>()) return within(tree, *children[0], next);
    if (next.is_type<g::is_several>()) return one_of(tree, *next.children[0], *children[0]);
    if (next.is_type<g::within>()) {
      Node inside = made(Kind::within, tree, std::move(parts));
      inside.condition.set = listing(*next.children.at(0));
      return inside;
    }
    if (next.is_type<g::versus>()) {
      parts.push_back(node(*next.children.at(0)));
      if (is_plain_number(parts[1]) && !is_plain_number(parts[0])) {
        const std::string dice = text_of(*children[0]);
        const int number = parts[1].number.value;
        ask_back(tree, text_of(tree),
                 {{replaced(tree, fmt::format("({}) >= {}", dice, number)),
                   fmt::format("{} or more", number)},
                  {replaced(tree, fmt::format("({}) <= {}", dice, number)),
                   fmt::format("{} or less, as in games that roll under", number)}});
      }
      Node versus = made(Kind::versus, tree, std::move(parts));
      versus.rerolls_ties = next.children.size() > 1;
      return versus;
    }
    Compare sign = Compare::at_least;
    if (next.is_type<g::against_class>()) {
      parts.push_back(number_node(number(*next.children.at(0)), next));
    } else if (is<g::so_many, g::against_so_many>(next)) {
      const Tree& so_many = next.is_type<g::so_many>() ? next : *next.children.at(0);
      if (so_many.children.at(1)->is_type<g::or_less>()) sign = Compare::at_most;
      Node constant = number_node(number(*so_many.children.at(0)), next);
      ask_if_dice(tree, parts[0], sign, constant, *so_many.children.at(0));
      parts.push_back(std::move(constant));
    } else {
      parts.push_back(node(*children[2]));
      const bool in_words = next.is_type<g::compare_words>() && !next.children.empty() &&
                            next.children[0]->is_type<g::bound>();
      if (in_words && is_plain_number(parts[1])) {
        sign = bound(*next.children.at(0), tree, text_of(*children[0]), parts[1].number.value);
      } else {
        sign = compare(next);
      }
      ask_if_dice(tree, parts[0], sign, parts[1], *children[2]);
    }
    Node compared = made(Kind::compare, tree, std::move(parts));
    compared.compare = sign;
    return compared;
  }

  static constexpr std::array signs{"=", "!=", "<", "<=", ">", ">="};

  /// Whether a comparison of these dice with that number may mean each die.
  bool may_count(const Tree& typed, const Node& left, const Node& right) const {
    if (!typed.is_type<g::pool>() || left.kind != Node::Kind::pool) return false;
    const Pool& pool = left.pool;
    const bool one = left.children.empty() || left.children[0].kind != Node::Kind::number ||
                     left.children[0].number.value == 1;
    return !one && pool.keep == Pool::Keep::all && !pool.counts && pool.symbols.empty() &&
           pool.reading == Pool::Reading::total && right.kind == Node::Kind::number &&
           may_show(pool, right.number);
  }

  /// "10d6>5": Roll20 counts dice, AnyDice compares the sum. Where the number is no face of the
  /// die, only the sum makes sense.
  void ask_if_dice(const Tree& tree, const Node& left, Compare typed_sign, const Node& right,
                   const Tree& right_tree) const {
    const Tree& typed = inner(*tree.children.front());
    if (!may_count(typed, left, right)) return;
    const std::string sign = signs.at(static_cast<std::size_t>(typed_sign));
    const std::string number = text_of(right_tree);
    const std::string dice = text_of(typed);
    std::vector<Meaning> meanings{
        {replaced(tree, fmt::format("({}) {} {}", dice, sign, number)), "the sum"},
        {replaced(tree, fmt::format("{} c{}{}", dice, sign, number)), "how many dice"}};
    if (sign == ">" || sign == "<") {
      meanings.push_back(
          {replaced(tree, fmt::format("{} c{}={}", dice, sign, number)),
           fmt::format("how many of {} or {} (Roll20)", number, sign == ">" ? "more" : "less")});
    }
    ask_back(tree, text_of(tree), meanings);
  }

  /// Whether a die may show the number, or one of the numbers.
  bool may_show(const Pool& pool, const Number& number) const {
    const auto shows = [&](int face) {
      if (!pool.faces.empty()) {
        return std::find(pool.faces.begin(), pool.faces.end(), face) != pool.faces.end();
      }
      const bool compounds =
          pool.explodes == Pool::Explodes::compounds || pool.explodes == Pool::Explodes::penetrates;
      return face >= 1 && (compounds || pool.sides.sweep >= 0 || face <= pool.sides.value);
    };
    if (number.sweep < 0) return shows(number.value);
    const std::vector<int>& values = program_.sweeps[static_cast<std::size_t>(number.sweep)].values;
    return std::any_of(values.begin(), values.end(), shows);
  }

  /// The first operand that the result may be: before it stands what is asked.
  static std::size_t first_value(const Node& node) {
    return node.kind == Node::Kind::choose || node.kind == Node::Kind::step ? 1 : 0;
  }

  /// What a quotient is multiplied with to be whole.
  int scale(const Node& node) const {
    using Kind = Node::Kind;
    const auto of = [&](std::size_t i) { return scale(node.children[i]); };
    long long result = 1;
    switch (node.kind) {
      case Kind::add:
      case Kind::subtract:
        result = std::lcm<long long>(of(0), of(1));
        break;
      case Kind::multiply:
        result = static_cast<long long>(of(0)) * of(1);
        break;
      case Kind::negative:
      case Kind::absolute:
        result = of(0);
        break;
      case Kind::max:
      case Kind::min:
      case Kind::highest:
      case Kind::lowest:
      case Kind::choose:
      case Kind::step:
        for (std::size_t i = first_value(node); i < node.children.size(); ++i) {
          result = std::lcm<long long>(result, of(i));
          if (result > most_number) break;
        }
        break;
      case Kind::divide: {
        const Node& below = node.children[1];
        if (below.kind != Node::Kind::number || below.number.sweep >= 0 || below.number.value < 1) {
          throw SyntaxError(node.column, "what is rounded must be divided by a number",
                            "ceil(2d6/2)");
        }
        result = static_cast<long long>(of(0)) * below.number.value;
        break;
      }
      default:
        break;
    }
    if (result > most_number) throw SyntaxError(node.column, "the divisors are too large", "less");
    return static_cast<int>(result);
  }

  /// The node, multiplied by `by`: a multiple of its scale.
  Node scaled(Node node, int by, const Tree& tree) {
    using Kind = Node::Kind;
    switch (node.kind) {
      case Kind::add:
      case Kind::subtract:
      case Kind::negative:
      case Kind::absolute:
      case Kind::max:
      case Kind::min:
      case Kind::highest:
      case Kind::lowest:
      case Kind::choose:
      case Kind::step:
        if (by == 1) return node;
        for (std::size_t i = first_value(node); i < node.children.size(); ++i) {
          node.children[i] = scaled(std::move(node.children[i]), by, tree);
        }
        return node;
      case Kind::divide:
        return scaled(std::move(node.children[0]), by / node.children[1].number.value, tree);
      case Kind::multiply: {
        const int right = scale(node.children[1]);
        node.children[0] = scaled(std::move(node.children[0]), by / right, tree);
        node.children[1] = scaled(std::move(node.children[1]), right, tree);
        return node;
      }
      default:
        break;
    }
    if (by == 1) return node;
    std::vector<Node> factors;
    factors.push_back(number_node({by, -1}, tree));
    factors.push_back(std::move(node));
    return made(Kind::multiply, tree, std::move(factors));
  }

  /// joint(a, b): several results at once.
  Node joint(const Tree& tree, std::vector<Node> values) {
    if (values.size() > 3) {
      throw SyntaxError(column_of(tree), fmt::format("joint of {}", values.size()), "two or three");
    }
    for (std::size_t i = 1; i < tree.children.size(); ++i) {
      std::string called = text_of(*tree.children[i]);
      const bool is_taken =
          std::find(program_.joint.begin(), program_.joint.end(), called) != program_.joint.end() ||
          called == "total";
      if (is_taken) {
        throw SyntaxError(column_of(*tree.children[i]),
                          fmt::format("'{}' stands there twice", called),
                          "named rolls: a = d6; b = d6; joint(a, b)");
      }
      program_.joint.push_back(std::move(called));
    }
    return made(Node::Kind::joint, tree, std::move(values));
  }

  /// "20 attacks, 3+ to hit, 4+ to wound, 5+ save": what gets through.
  Node unit_attack(const Tree& tree) {
    Node so_far = number_node(number(*tree.children.at(0)->children.at(0)), tree);
    int steps = 0;
    for (const auto& child : tree.children) {
      if (!child->is_type<g::needed>()) continue;
      const int needed = whole(*child);
      std::vector<Node> count;
      count.push_back(std::move(so_far));
      so_far = made(Node::Kind::pool, tree, std::move(count));
      so_far.pool.counts = true;
      const bool saves = ++steps == 3;  // what is not saved counts
      so_far.pool.count_if = {saves ? Compare::less : Compare::at_least, {needed, -1}, {}};
    }
    return so_far;
  }

  /// "half of 8d6"
  Node halved(const Tree& tree) {
    std::vector<Node> half;
    half.push_back(node(*tree.children.at(0)));
    const Tree& last = *tree.children.back();
    if (!is<g::rounded_up, g::rounded_down>(last)) {
      half.push_back(number_node({2, -1}, tree));
      return made(Node::Kind::divide, tree, std::move(half));
    }
    Node rounded =
        made(last.is_type<g::rounded_up>() ? Node::Kind::round_up : Node::Kind::round_down, tree,
             std::move(half));
    rounded.number = {2, -1};
    return rounded;
  }

  /// "double sixes on 2d6", "snake eyes"
  Node asked_double(const Tree& tree) {
    const Tree& what = *tree.children.front();
    const int face = what.is_type<g::snake_eyes>() ? 1
                     : what.is_type<g::boxcars>()  ? 6
                                                   : whole(what);
    Node pool = made(Node::Kind::pool, tree);
    pool.children.push_back(number_node({2, -1}, tree));
    if (tree.children.size() > 1) pool = pool_node(*tree.children.back());
    const bool two = pool.kind == Node::Kind::pool && pool.children.size() == 1 &&
                     is_plain_number(pool.children[0]) && pool.children[0].number.value == 2 &&
                     !pool.pool.counts;
    if (!two) {
      throw SyntaxError(column_of(tree), "double is of two dice",
                        fmt::format("(5d6 c={}) >= 2", face));
    }
    pool.pool.counts = true;
    pool.pool.count_if = {Compare::equal, {face, -1}, {}};
    std::vector<Node> parts;
    parts.push_back(std::move(pool));
    parts.push_back(number_node({2, -1}, tree));
    return made(Node::Kind::compare, tree, std::move(parts));
  }

  /// "between 5 and 9 on 2d6", both included
  Node asked_between(const Tree& tree) {
    return within(tree, *tree.children.back(), *tree.children.front());
  }

  /// Whether `dice` come to a number "between 5 and 9".
  Node within(const Tree& tree, const Tree& dice, const Tree& between) {
    const int least = whole(*between.children.at(0));
    const int most = whole(*between.children.at(1));
    if (most < least || most - least > 1000) {
      throw SyntaxError(column_of(tree), fmt::format("between {} and {}", least, most),
                        "the smaller number first");
    }
    std::vector<Node> parts;
    parts.push_back(node(dice));
    Node inside = made(Node::Kind::within, tree, std::move(parts));
    for (int value = least; value <= most; ++value) inside.condition.set.push_back(value);
    return inside;
  }

  /// "the highest of d8 and d10"
  Node ends_of_two(const Tree& tree) {
    std::vector<Node> two;
    bool lowest = false;
    for (const auto& child : tree.children) {
      lowest = lowest || is<g::low_end, g::smaller>(*child);
      if (!is<g::low_end, g::smaller, g::high_end, g::larger>(*child)) two.push_back(node(*child));
    }
    return made(lowest ? Node::Kind::min : Node::Kind::max, tree, std::move(two));
  }

  /// "the best of 3 rolls of 2d6"
  Node best_of_rolls(const Tree& tree) {
    const int rolls = whole(*tree.children.at(1));
    constexpr int most_rolls = 100;
    if (rolls < 1 || rolls > most_rolls) {
      throw SyntaxError(column_of(tree), fmt::format("{} rolls", rolls),
                        fmt::format("1 to {}", most_rolls));
    }
    std::vector<Node> all;
    for (int i = 0; i < rolls; ++i) all.push_back(pool_node(*tree.children.back()));
    const bool lowest = tree.children.front()->is_type<g::low_end>();
    Node best = made(lowest ? Node::Kind::lowest : Node::Kind::highest, tree, std::move(all));
    best.number = {1, -1};
    return best;
  }

  /// "the product of two d6": die by die
  Node multiplied_dice(const Tree& tree) {
    const auto one_die = [&] {
      Node die = pool_node(*tree.children.back());
      const bool plain = die.kind == Node::Kind::pool && die.children.size() == 1 &&
                         is_plain_number(die.children[0]) && die.pool.keep == Pool::Keep::all &&
                         !die.pool.counts && die.pool.reading == Pool::Reading::total;
      constexpr int most_dice = 6;
      if (!plain || die.children[0].number.value < 2 || die.children[0].number.value > most_dice) {
        throw SyntaxError(column_of(tree), "a product is of two to six dice",
                          "product of 2d6, or d6*d8");
      }
      return die;
    };
    Node product = one_die();
    const int dice = product.children[0].number.value;
    product.children[0].number.value = 1;
    for (int i = 1; i < dice; ++i) {
      std::vector<Node> two;
      two.push_back(std::move(product));
      two.push_back(one_die());
      two[1].children[0].number.value = 1;
      product = made(Node::Kind::multiply, tree, std::move(two));
    }
    return product;
  }

  /// "the difference of two d6"
  Node difference(const Tree& tree) {
    std::vector<Node> two;
    for (const auto& child : tree.children) two.push_back(pool_node(*child));
    if (two.size() == 1) {
      const bool are_two = two[0].kind == Node::Kind::pool && two[0].children.size() == 1 &&
                           is_plain_number(two[0].children[0]) &&
                           two[0].children[0].number.value == 2 &&
                           two[0].pool.keep == Pool::Keep::all;
      if (!are_two) {
        throw SyntaxError(column_of(tree), "a difference is of two dice", "abs(2d6 - 2d8)");
      }
      two.push_back(pool_node(*tree.children.front()));
      for (Node& die : two) die.children[0].number.value = 1;
    }
    std::vector<Node> apart;
    apart.push_back(made(Node::Kind::subtract, tree, std::move(two)));
    return made(Node::Kind::absolute, tree, std::move(apart));
  }

  /// AnyDice: {1,2}@4d6 adds up the first and the second die from the top.
  void read_positions(Node& node, const Tree& tree) {
    const Tree& first = *tree.children.front();
    std::vector<int> places =
        first.is_type<g::positions>() ? listing(first) : std::vector{whole(first)};
    std::sort(places.begin(), places.end());
    const bool counted = node.children.size() == 1 && is_plain_number(node.children[0]);
    const int dice = counted ? node.children[0].number.value : 1;
    const int span = places.back() - places.front() + 1;
    if (places.front() < 1 || places.back() > dice || span != static_cast<int>(places.size())) {
      throw SyntaxError(column_of(tree), "these are no dice in a row",
                        fmt::format("places from 1 to {}: {{1,2}}@4d6", dice));
    }
    once(node.pool.keep, tree);
    node.pool.keep = Pool::Keep::drop;
    node.pool.drop_highest = {places.front() - 1, -1};
    node.pool.drop_lowest = {dice - places.back(), -1};
  }

  /// Troll: "count 7 < 8d10" counts the dice for which that is true.
  void read_filter(Pool& pool, const Tree& tree) {
    once(pool.counts, tree);
    Compare sign = compare(*tree.children.at(1));
    switch (sign) {
      case Compare::less:
        sign = Compare::more;
        break;
      case Compare::at_most:
        sign = Compare::at_least;
        break;
      case Compare::more:
        sign = Compare::less;
        break;
      case Compare::at_least:
        sign = Compare::at_most;
        break;
      case Compare::equal:
      case Compare::unequal:
        break;
    }
    pool.count_if = {sign, number(*tree.children.at(0)), {}};
  }

  /// Troll: the middle one of an odd number of dice.
  void read_median(Node& node, const Tree& tree) {
    const bool counted = node.children.size() == 1 && is_plain_number(node.children[0]);
    if (counted && node.children[0].number.value % 2 == 0) {
      throw SyntaxError(column_of(tree), "an even number of dice has no middle one",
                        "4d6 middle 2, or an odd number");
    }
    once(node.pool.keep, tree);
    node.pool.keep = Pool::Keep::middle;
    node.pool.kept = {1, -1};
  }

  /// "5k3"
  [[noreturn]] void ask_roll_and_keep(const Tree& tree) const {
    const std::string dice = text_of(*tree.children.at(0));
    const std::string kept = text_of(*tree.children.at(1));
    ask_back(tree, text_of(tree),
             {{replaced(tree, fmt::format("{}d10!! kh{}", dice, kept)), "tens explode (L5R)"},
              {replaced(tree, fmt::format("{}d10 kh{}", dice, kept)), "without explosions"}});
  }

  Node function(const Tree& tree) {
    using Kind = Node::Kind;
    const std::string name = lower(tree.children[0]->string_view());
    std::vector<Node> values;
    for (std::size_t i = 1; i < tree.children.size(); ++i) {
      values.push_back(node(*tree.children[i]));
    }
    const bool many = name == "max" || name == "min" || name == "joint";
    if (many != (values.size() > 1)) {
      throw SyntaxError(column_of(tree), fmt::format("{} of {}", name, values.size()),
                        many ? "two values or more: max(1d6, 1d8)" : "one value: ceil(2d6/2)");
    }
    if (name == "joint") return joint(tree, std::move(values));
    if (many) return made(name == "max" ? Kind::max : Kind::min, tree, std::move(values));
    if (name == "abs") return made(Kind::absolute, tree, std::move(values));
    const int by = scale(values[0]);
    values[0] = scaled(std::move(values[0]), by, tree);
    Node rounded = made(name == "exact"   ? Kind::parts
                        : name == "ceil"  ? Kind::round_up
                        : name == "floor" ? Kind::round_down
                                          : Kind::round_nearest,
                        tree, std::move(values));
    rounded.number = {by, -1};
    return rounded;
  }

  /// "2d6d6": AnyDice rolls as many dice as the first come to, Roll20 drops the lowest six. With 1
  /// behind the d only dropping makes sense.
  void ask_if_dropped(const Tree& whole, const Tree& pool, int dice) const {
    for (const auto& child : pool.children) {
      if (!child->is_type<g::keep>()) continue;
      const std::string kind = child->children.front()->string();
      const Tree& number = *child->children.back();
      const bool apart = program_.text[child->begin().byte - 1] == ' ';
      if (!child->children.front()->is_type<g::keep_one_letter_kind>() || kind != "d" || apart ||
          number.string_view() == "1") {
        continue;
      }
      const std::string first = between(whole, *child);
      const std::string rolled =
          replaced(whole, *child, fmt::format("({}){}", first, text_of(*child)));
      const Meaning as_many{rolled, "as many dice as the first come to (AnyDice)"};
      if (dice == 1) {
        ask_back(*child, text_of(whole),
                 {as_many, {replaced(*child, " + " + text_of(*child)), "both added up"}});
      }
      const int dropped = number_in<int>(number.string_view()).value_or(0);
      const bool can_drop = dice == 0 || dropped < dice;
      ask_back(*child, text_of(whole),
               {as_many,
                {replaced(*child, can_drop ? " dl" + number.string() : " dl1"),
                 can_drop ? "without the lowest " + number.string() : "without the lowest die"}});
    }
  }

  Node pool_node(const Tree& tree) {
    std::vector<Node> count;
    if (is<g::bare_d, g::bare_d_needed>(*tree.children.front())) {
      const Tree& written = *tree.children.front()->children.at(0)->children.at(0);
      count.push_back(number_node(number(written), tree));
      return made(Node::Kind::pool, tree, std::move(count));
    }
    if (tree.children.front()->is_type<g::from_zero>()) {
      const Tree& written = *tree.children.front();
      const int last = whole(*written.children.at(1));
      if (last > 4999) throw SyntaxError(column_of(tree), "too many faces", "at most z4999");
      count.push_back(number_node(number(*written.children.at(0)), tree));
      Node dice = made(Node::Kind::pool, tree, std::move(count));
      for (int face = 0; face <= last; ++face) dice.pool.faces.push_back(face);
      return dice;
    }
    if (tree.children.front()->is_type<g::chosen>()) {
      Node die = made(Node::Kind::pool, tree);
      read_sides(die.pool, *tree.children.front()->children.at(0), tree);
      return die;
    }
    if (tree.children.front()->is_type<g::percentile>()) {
      Node percentile = made(Node::Kind::pool, tree);
      percentile.pool.sides = {100, -1};
      return percentile;
    }
    const bool plain = is<g::plain_dice, g::coins>(*tree.children.front());
    const Tree& start = plain ? *tree.children.front() : tree;
    bool explodes = false;
    for (const auto& child : start.children) {
      if (child->is_type<g::exploding>()) explodes = true;
      if (child->is_type<g::count>())
        count.push_back(number_node(number(*child->children.at(0)), tree));
    }
    ask_if_dropped(tree, tree, count.empty() ? 1 : count.front().number.value);
    Pool dice;
    is_plain_dice_ = plain;
    if (start.is_type<g::coins>()) {
      dice.symbols = {"heads", "tails"};
      dice.faces = {1, 2};
    }
    for (const auto& child : start.children) {
      if (child->is_type<g::fudge_word>()) dice.faces = {-1, 0, 1};
      if (!child->is_type<g::sided>()) continue;
      dice.sides = {whole(*child->children.at(0)), -1};
      is_plain_dice_ = false;
    }
    Node all = rolled(tree, std::move(count), std::move(dice));
    is_plain_dice_ = false;
    Pool& pool = all.kind == Node::Kind::until ? all.children[0].pool : all.pool;
    if (explodes) {
      bool known = pool.explodes != Pool::Explodes::no;
      once(known, tree);
      pool.explodes = Pool::Explodes::adds;
    }
    const bool is_wild =
        std::any_of(tree.children.begin(), tree.children.end(),
                    [](const auto& child) { return child->template is_type<g::wild>(); });
    return is_wild ? with_wild_die(tree, std::move(all)) : multiplied(tree, std::move(all));
  }

  /// Savage Worlds: the better of the trait's die and a d6, both acing.
  Node with_wild_die(const Tree& tree, Node trait) {
    if (trait.kind != Node::Kind::pool || !trait.children.empty()) {
      throw SyntaxError(column_of(tree), "a wild die goes with one die", "d8 with a wild die");
    }
    trait.pool.explodes = Pool::Explodes::adds;
    Node wild = made(Node::Kind::pool, tree);
    wild.pool.explodes = Pool::Explodes::adds;
    std::vector<Node> both;
    both.push_back(std::move(trait));
    both.push_back(std::move(wild));
    program_.notes.push_back("the better of both dice; each explodes on its highest face");
    return made(Node::Kind::max, tree, std::move(both));
  }

  /// "at least one 6 on 4 dice", "no sixes in 5d6", "6 dice, any six"
  Node asked_many(const Tree& tree) {
    using Kind = Node::Kind;
    const bool dice_first = tree.is_type<g::asked_after>();
    const Tree& dice = *tree.children.at(dice_first ? 0 : 2);
    const Tree& how_many = *tree.children.at(dice_first ? 1 : 0);
    const Tree& face = *tree.children.at(dice_first ? 2 : 1);
    Node pool = pool_node(dice);
    if (pool.kind != Kind::pool || pool.pool.counts) {
      throw SyntaxError(column_of(tree), "this can't be said of these dice",
                        "such as (4d6 c=6) >= 1");
    }
    pool.pool.counts = true;
    pool.pool.count_if = condition(face, pool.pool);
    const Tree& first = *how_many.children.front();
    const Tree& last = *how_many.children.back();
    const bool any = is<g::any_word, g::natural>(first);
    const int least = any                             ? 1
                      : first.is_type<g::all_word>()  ? dice_of(pool, tree)
                      : first.is_type<g::none_word>() ? 0
                                                      : whole(is_constant(last) ? last : first);
    if (is_constant(first) && how_many.children.size() == 1) {
      const std::string counted = fmt::format(
          "({} c{}{})", text_of(dice), pool.pool.count_if.compare == Compare::at_least ? ">=" : "=",
          pool.pool.count_if.number.value);
      ask_back(tree, text_of(tree),
               {{replaced(tree, fmt::format("{} >= {}", counted, least)),
                 fmt::format("{} or more", least)},
                {replaced(tree, fmt::format("{} = {}", counted, least)),
                 fmt::format("exactly {}", least)}});
    }
    std::vector<Node> parts;
    parts.push_back(std::move(pool));
    parts.push_back(number_node({least, -1}, tree));
    Node compared = made(Kind::compare, tree, std::move(parts));
    compared.compare = any || last.is_type<g::or_more>() ? Compare::at_least
                       : first.is_type<g::bound>()       ? bound(first, tree, text_of(dice), least)
                                                         : Compare::equal;
    return compared;
  }

  /// "under" and "over" are less and more than the number, or that number, too, in games that roll
  /// under.
  Compare bound(const Tree& said, const Tree& tree, const std::string& dice, int number) const {
    const std::string word = lower(said.string_view());
    if (word != "under" && word != "over") return compare(said);
    const std::string sign = word == "under" ? "<" : ">";
    ask_back(tree, text_of(tree),
             {{replaced(tree, fmt::format("({}) {} {}", dice, sign, number)),
               fmt::format("{} than {}", word == "under" ? "less" : "more", number)},
              {replaced(tree, fmt::format("({}) {}= {}", dice, sign, number)),
               fmt::format("{} or {}", number, word == "under" ? "less" : "more")}});
  }

  /// How many dice a pool has, where that is written.
  int dice_of(const Node& pool, const Tree& tree) const {
    if (pool.children.empty()) return 1;
    if (!is_plain_number(pool.children[0])) {
      throw SyntaxError(column_of(tree), "how many dice that are is not known",
                        "a number of dice, such as 5d6");
    }
    return pool.children[0].number.value;
  }

  /// "three of a kind in 5d6", "2d6 doubles", "3d6 all different"
  Node asked_kind(const Tree& tree) {
    const bool dice_first = tree.children.front()->is_type<g::pool>();
    const bool denied = tree.children.front()->is_type<g::none_word>();
    const Tree& kind = *(dice_first ? tree.children.back() : tree.children.at(denied ? 1 : 0));
    Node pool = pool_node(*(dice_first ? tree.children.front() : tree.children.back()));
    if (pool.kind != Node::Kind::pool) {
      throw SyntaxError(column_of(tree), "this can't be said of a repeated roll",
                        "such as (5d6 largest set) >= 3");
    }
    using Reading = Pool::Reading;
    const bool different = kind.is_type<g::all_different>();
    const bool straight = kind.is_type<g::straight_of>();
    const int number = is_constant(kind)                          ? whole(kind)
                       : straight                                 ? whole(*kind.children.back())
                       : kind.is_type<g::yahtzee>()               ? 5
                       : is<g::all_different, g::all_alike>(kind) ? dice_of(pool, tree)
                                                                  : 2;
    read_as(pool.pool,
            different  ? Reading::distinct
            : straight ? Reading::straight
                       : Reading::largest_set,
            tree);
    std::vector<Node> parts;
    parts.push_back(std::move(pool));
    parts.push_back(number_node({number, -1}, tree));
    Node compared = made(Node::Kind::compare, tree, std::move(parts));
    compared.compare = Compare::at_least;
    if (!denied) return compared;
    std::vector<Node> all;
    all.push_back(std::move(compared));
    return made(Node::Kind::none, tree, std::move(all));
  }

  /// "an even number on d20"
  Node asked_parity(const Tree& tree) {
    Node die = pool_node(*tree.children.back());
    if (die.kind != Node::Kind::pool || dice_of(die, tree) != 1) {
      throw SyntaxError(column_of(tree), "even and odd are of one die", "2d6 in {2,4,6,8,10,12}");
    }
    read_modifier(die, *tree.children.at(tree.children.size() - 2));
    std::vector<Node> parts;
    parts.push_back(std::move(die));
    parts.push_back(number_node({1, -1}, tree));
    return made(Node::Kind::compare, tree, std::move(parts));
  }

  /// "7 or 11 on 2d6", "2d6 is 7 or 11"
  Node one_of(const Tree& tree, const Tree& several, const Tree& dice) {
    std::vector<Node> parts;
    parts.push_back(node(dice));
    Node inside = made(Node::Kind::within, tree);
    std::string set;
    bool on_a_die = false;
    for (const auto& child : several.children) {
      const Number number{whole(*child), -1};
      inside.condition.set.push_back(number.value);
      set += fmt::format("{}{}", set.empty() ? "" : ",", number.value);
      on_a_die = on_a_die || may_count(inner(dice), parts[0], number_node(number, tree));
    }
    if (on_a_die) {
      ask_back(tree, text_of(tree),
               {{replaced(tree, fmt::format("({}) in {{{}}}", text_of(dice), set)), "the sum"},
                {replaced(tree, fmt::format("({} c{{{}}}) >= 1", text_of(dice), set)),
                 "at least one die"}});
    }
    inside.children = std::move(parts);
    return inside;
  }

  /// "7 or more on 2d6"
  Node asked_sum(const Tree& tree) {
    const Tree& so_much = *tree.children.at(0);
    const Tree& dice = *tree.children.back();  // what looks ahead is kept, too
    Compare sign = Compare::equal;
    Number number;
    for (const auto& child : so_much.children) {
      if (is_constant(*child)) number = this->number(*child);
      if (is<g::or_more, g::charge>(*child)) sign = Compare::at_least;
      if (child->is_type<g::or_less>()) sign = Compare::at_most;
    }
    const bool is_charge = so_much.children.back()->is_type<g::charge>();
    for (const auto& child : so_much.children) {
      if (child->is_type<g::bound>()) sign = bound(*child, tree, text_of(dice), number.value);
    }
    std::vector<Node> parts;
    parts.push_back(node(dice));
    parts.push_back(number_node(number, so_much));
    if (!is_charge && may_count(inner(dice), parts[0], parts[1])) {
      const char* const sign_text = signs.at(static_cast<std::size_t>(sign));
      const std::string compared = fmt::format("{}{}", sign_text, number.value);
      ask_back(tree, text_of(tree),
               {{replaced(tree, fmt::format("({}) {} {}", text_of(dice), sign_text, number.value)),
                 "the sum"},
                {replaced(tree, fmt::format("({} c{}) >= 1", text_of(dice), compared)),
                 "at least one die"}});
    }
    Node asked = made(Node::Kind::compare, tree, std::move(parts));
    asked.compare = sign;
    return asked;
  }

  /// "the highest 3 of 4d6": what is said before the dice is a modifier of theirs.
  Node said(const Tree& tree) {
    Node node = pool_node(*tree.children.back());
    if (node.kind != Node::Kind::pool) {
      throw SyntaxError(column_of(tree), "this can't be said of a repeated roll",
                        "such as d6 until 6");
    }
    for (std::size_t i = 0; i + 1 < tree.children.size(); ++i) {
      const Tree& what = *tree.children[i];
      if (what.is_type<g::of_sum>()) continue;
      if (is<g::of_max, g::of_min>(what)) {
        once(node.pool.keep, what);
        node.pool.keep = what.is_type<g::of_max>() ? Pool::Keep::highest : Pool::Keep::lowest;
        node.pool.kept = {1, -1};
      } else if (what.is_type<g::of_position>()) {
        read_positions(node, what);
      } else if (what.is_type<g::of_filter>()) {
        read_filter(node.pool, what);
      } else if (what.is_type<g::of_different>()) {
        read_as(node.pool, Pool::Reading::distinct, what);
      } else if (what.is_type<g::of_median>()) {
        read_median(node, what);
      } else if (is<g::of_ends, g::of_largest>(what)) {
        read_keep(node.pool, what);
      } else if (what.is_type<g::of_count>()) {
        once(node.pool.counts, what);
        node.pool.count_if = condition(what, node.pool);
      } else {
        read_modifier(node, what);
      }
    }
    return node;
  }

  Node bracket(const Tree& tree) {
    const bool repeats = tree.children[0]->is_type<g::inner_times>();
    std::size_t next = repeats ? 1 : 0;
    Node inner = node(*tree.children[next++]);
    if (repeats) inner = repeated(*tree.children[0], std::move(inner));
    if (next < tree.children.size() && tree.children[next]->is_type<g::table>()) {
      const Tree& table = *tree.children[next++];
      Node step = made(Node::Kind::step, tree);
      step.lines = lines(table);
      std::vector<Node> worth = this->worth(step.lines, table);
      if (worth.empty()) {
        throw SyntaxError(column_of(table), "a table in brackets has a word in it",
                          "numbers or dice: (2d6 on 2-6:1 7-12:2)");
      }
      step.children.push_back(std::move(inner));
      for (Node& line : worth) step.children.push_back(std::move(line));
      inner = std::move(step);
    }
    if (next == tree.children.size()) return inner;
    std::vector<Node> count;
    count.push_back(std::move(inner));
    ask_if_dropped(tree, *tree.children[next], 0);
    Node all = multiplied(*tree.children[next], rolled(*tree.children[next], std::move(count)));
    if (all.kind == Node::Kind::until && all.children[0].children[0].kind != Node::Kind::number) {
      throw SyntaxError(all.column, "a number of dice that is rolled can't be repeated",
                        "a number: 2d6 until 12");
    }
    return all;
  }

  Node of_several(const Tree& tree) {
    std::vector<Node> values;
    for (std::size_t i = 0; i + 1 < tree.children.size(); ++i) {
      values.push_back(node(*tree.children[i]));
    }
    Pool kept;
    read_keep(kept, *tree.children.back());
    Node several = made(Node::Kind::highest, tree, std::move(values));
    const auto all = static_cast<int>(several.children.size());
    const bool drops = kept.keep == Pool::Keep::drop;
    const bool lowest = drops ? kept.drop_lowest.value == 0 : kept.keep == Pool::Keep::lowest;
    several.kind = lowest ? Node::Kind::lowest : Node::Kind::highest;
    several.number = kept.kept;
    if (drops) several.number = {all - kept.drop_lowest.value - kept.drop_highest.value, -1};
    const int number = several.number.value;
    if (several.number.sweep < 0 && (number < 1 || number > all)) {
      throw SyntaxError(column_of(*tree.children.back()),
                        fmt::format("{} of {} values are kept", number, all),
                        fmt::format("1 to {}", all));
    }
    return several;
  }

  Node node_of(const Tree& tree) {
    using Kind = Node::Kind;
    const auto& children = tree.children;
    const bool single = children.size() == 1;
    if (is<g::asked_many, g::asked_after>(tree)) return asked_many(tree);
    if (tree.is_type<g::asked_kind>()) return asked_kind(tree);
    if (tree.is_type<g::asked_parity>()) return asked_parity(tree);
    if (tree.is_type<g::asked_several>()) return one_of(tree, *children.front(), *children.back());
    if (tree.is_type<g::asked_sum>()) return asked_sum(tree);
    if (tree.is_type<g::asked_double>()) return asked_double(tree);
    if (tree.is_type<g::asked_between>()) return asked_between(tree);
    if (tree.is_type<g::unit_attack>()) return unit_attack(tree);
    if (tree.is_type<g::halved>()) return halved(tree);
    if (tree.is_type<g::ends_of_two>()) return ends_of_two(tree);
    if (tree.is_type<g::best_of_rolls>()) return best_of_rolls(tree);
    if (tree.is_type<g::multiplied>()) return multiplied_dice(tree);
    if (tree.is_type<g::difference>()) return difference(tree);
    if (tree.is_type<g::roll_and_keep>()) ask_roll_and_keep(tree);
    if (tree.is_type<g::bracketed_absolute>()) return joined(Kind::absolute, tree);
    if (tree.is_type<g::bracketed_ends>()) {
      std::vector<Node> two;
      two.push_back(node(*children.at(1)));
      two.push_back(node(*children.at(2)));
      return made(children[0]->is_type<g::low_end>() ? Kind::min : Kind::max, tree, std::move(two));
    }
    if (is<g::choice, g::comparison, g::sum, g::product, g::both, g::either>(tree) && single) {
      return node(*children[0]);
    }
    if (tree.is_type<g::choice>()) return of_conditions(Kind::choose, tree);
    if (tree.is_type<g::comparison>()) return comparison(tree);
    if (is<g::sum, g::product>(tree)) return chain(tree);
    if (tree.is_type<g::both>()) return of_conditions(Kind::both, tree);
    if (tree.is_type<g::either>()) return of_conditions(Kind::either, tree);
    if (tree.is_type<g::denied>()) return of_conditions(Kind::none, tree);
    if (tree.is_type<g::negative>()) return joined(Kind::negative, tree);
    if (tree.is_type<g::function>()) return function(tree);
    if (tree.is_type<g::pool>()) return pool_node(tree);
    if (tree.is_type<g::said>()) return said(tree);
    if (tree.is_type<g::bracket>()) return bracket(tree);
    if (tree.is_type<g::of_several>()) return of_several(tree);
    if (tree.is_type<g::bracketed_explode>()) {
      Node node = pool_node(*children[0]);
      node.pool.explodes = Pool::Explodes::adds;
      node.pool.limit = Number{2, -1};
      program_.notes.push_back("[explode ...] adds two dice at most, as in AnyDice");
      return node;
    }
    if (tree.is_type<g::name>()) return named(tree);
    if (tree.is_type<g::decimal>()) return decimal(tree);
    return number_node(number(tree), tree);
  }

  Node named(const Tree& tree) {
    const std::string name = tree.string();
    const auto known = std::find(program_.names.begin(), program_.names.end(), name);
    if (known == program_.names.end()) {
      // Savage Worlds: s8 is a trait's d8 with its wild die.
      const auto sides = number_in<int>(std::string_view(name).substr(1));
      if ((name[0] == 's' || name[0] == 'S') && sides && *sides >= 2 && *sides <= 20) {
        Node trait = made(Node::Kind::pool, tree);
        trait.pool.sides = {*sides, -1};
        return with_wild_die(tree, std::move(trait));
      }
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
  bool is_plain_dice_ = false;  ///< "5 dice" is read just now: nobody said of how many sides
};

/// The grammar recurses for every bracket and choice: this keeps the stack small.
void check_depth(const std::string& text) {
  constexpr int most = 50;
  int open = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '?' || text[i] == '{') ++open;
    if (text[i] == ')' || text[i] == '}') --open;
    if (open > most) {
      throw SyntaxError(i + 1, "brackets or choices in each other, too deep",
                        fmt::format("at most {}", most));
    }
  }
}

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/// Avrae: "1d20+5 adv" is "1d20 adv+5", "!rr 6 4d6kh3" is 6 rolls. AnyDice: what stands behind
/// `named` is the output's title. The text keeps its length.
void put_right(std::string& text) {
  const std::string small = lower(text);
  const std::size_t last = small.find_last_not_of(" \t\n");
  if (last == std::string::npos) return;
  if (const std::size_t title = small.find(" named \""); title != std::string::npos) {
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(title), text.end(), ' ');
    return;
  }
  for (const std::string_view word : {"advantage on d20", "disadvantage on d20"}) {
    const std::size_t at = small.find_first_not_of(" \t\n");
    const bool behind = at + word.size() < small.size() && is_digit(small[at + word.size()]);
    if (small.compare(at, word.size(), word) != 0 || behind) continue;
    const std::string_view what = word.substr(0, word.find(' '));
    text.replace(at, word.size(), fmt::format("d20 {}   ", what));
    return;
  }
  for (const std::string_view word : {" with advantage", " with disadvantage", " advantage",
                                      " disadvantage", " adv", " disadv", " dis"}) {
    const std::size_t at = small.rfind(word);
    const std::size_t die = small.find("d20");
    if (at == std::string::npos || die == std::string::npos || die >= at) continue;
    const std::size_t end = at + word.size();
    const bool ends = end == last + 1;
    // "d20+5 with advantage vs DC 15"
    const std::size_t bonus = small.find_first_not_of("+-0123456789 ", die + 3);
    if (!ends && (small[end] != ' ' || bonus != at + 1)) continue;
    if (is_digit(small[die + 3])) return;
    if (small.find("d20", die + 1) != std::string::npos) return;
    std::string moved = text.substr(0, die + 3) + std::string(word) +
                        text.substr(die + 3, at - die - 3) + text.substr(end);
    text = std::move(moved);
    return;
  }
  const std::size_t first = small.find_first_not_of(" \t\n");
  if (small.compare(first, 4, "!rr ") == 0) {
    const std::size_t digits = small.find_first_not_of(' ', first + 4);
    const std::size_t end = small.find_first_not_of("0123456789", std::min(digits, small.size()));
    if (digits == std::string::npos || end == std::string::npos || small[end] != ' ') return;
    text.replace(first, 3, "   ");
    text[end] = '#';
  }
}

/// Typeset signs, and what chats put before a roll, as plain ASCII of the same length: columns stay
/// those of the text.
std::string plain(const std::string& text) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 17> signs{{
      {"×", "*"},
      {"✕", "*"},
      {"·", "*"},
      {"÷", "/"},
      {"−", "-"},
      {"–", "-"},
      {"—", "-"},
      {"‐", "-"},
      {"‑", "-"},
      {"≥", ">="},
      {"≤", "<="},
      {"≠", "!="},
      {"\u00a0", " "},
      {"\u2009", " "},
      {"\u202f", " "},
      {"“", "\""},
      {"”", "\""},
  }};
  std::string result;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '"') quoted = !quoted;
    const auto sign = std::find_if(signs.begin(), signs.end(), [&](const auto& of) {
      return text.compare(i, of.first.size(), of.first) == 0;
    });
    if (sign == signs.end() || (quoted && sign->second != "\"")) {
      result += text[i++];
      continue;
    }
    const std::string pad(sign->first.size() - sign->second.size(), ' ');
    const bool opens = sign->second == "\"" && !quoted;
    if (sign->second == "\"") quoted = !quoted;
    result += opens ? pad + std::string(sign->second) : std::string(sign->second) + pad;
    i += sign->first.size();
  }
  put_right(result);
  const auto blank_out = [&](std::size_t at, std::size_t length) {
    std::fill_n(result.begin() + static_cast<std::ptrdiff_t>(at), length, ' ');
  };
  // What may stand before the dice, one after the other: "what are the odds of rolling".
  static constexpr std::array before{std::string_view("/roll"),
                                     std::string_view("/r"),
                                     std::string_view("/gmroll"),
                                     std::string_view("/gmr"),
                                     std::string_view("!roll"),
                                     std::string_view("!r"),
                                     std::string_view("output"),
                                     std::string_view("what is"),
                                     std::string_view("what's"),
                                     std::string_view("what are"),
                                     std::string_view("how likely is"),
                                     std::string_view("the odds of"),
                                     std::string_view("odds of"),
                                     std::string_view("the chance of"),
                                     std::string_view("chance of"),
                                     std::string_view("the chances of"),
                                     std::string_view("chances of"),
                                     std::string_view("the probability of"),
                                     std::string_view("probability of"),
                                     std::string_view("the average of"),
                                     std::string_view("average of"),
                                     std::string_view("the mean of"),
                                     std::string_view("mean of"),
                                     std::string_view("the chance to"),
                                     std::string_view("chance to"),
                                     std::string_view("the chance that"),
                                     std::string_view("chance that"),
                                     std::string_view("the odds that"),
                                     std::string_view("odds that"),
                                     std::string_view("the probability that"),
                                     std::string_view("probability that"),
                                     std::string_view("chance"),
                                     std::string_view("odds"),
                                     std::string_view("probability"),
                                     std::string_view("rolling"),
                                     std::string_view("getting"),
                                     std::string_view("to roll"),
                                     std::string_view("roll")};
  std::size_t first = result.find_first_not_of(" \t\n");
  for (bool found = true; found && first != std::string::npos;) {
    found = false;
    for (const std::string_view word : before) {
      const std::size_t end = first + word.size();
      if (end >= result.size() || result[end] != ' ') continue;
      if (lower(std::string_view(result).substr(first, word.size())) != word) continue;
      blank_out(first, word.size());
      first = result.find_first_not_of(" \t\n");
      found = true;
      break;
    }
  }
  for (std::size_t at = result.find("[["); at != std::string::npos; at = result.find("[[", at)) {
    const std::size_t close = result.find("]]", at);
    if (close == std::string::npos) break;
    result[at] = result[close + 1] = ' ';  // what is in between stays in brackets of its own
    result[at + 1] = '(';
    result[close] = ')';
  }
  return result;
}

Program parse_expression(const std::string& given) {
  const std::string text = plain(given);
  check_depth(text);
  peg::memory_input<> input(text, "expression");
  const auto root = peg::parse_tree::parse<g::roll, Kept, peg::nothing, Control>(input);
  if (!root) throw SyntaxError(1, "this is no dice expression", "such as 2d6+1");
  return Builder(text).build(*root);
}

/// What was said in words of a table, as the expression that it means.
Program parse_talk(const Talk& talk, const std::string& given) {
  if (talk.expressions.size() > 1) {
    throw SyntaxError(1, fmt::format("'{}'{}", given, two_things),
                      fmt::format("{}", fmt::join(talk.expressions, ", or ")));
  }
  Program program = parse_expression(talk.expressions.front());
  program.notes.push_back("read as " + talk.expressions.front());
  program.notes.insert(program.notes.end(), talk.told.begin(), talk.told.end());
  return program;
}

}  // namespace

Program parse(const std::string& given) {
  constexpr std::size_t most_bytes = 1'000;
  if (given.size() > most_bytes) {
    throw SyntaxError(1, fmt::format("the expression has {} bytes", given.size()),
                      fmt::format("at most {}", most_bytes));
  }
  // Commas part what is said in words; of expressions they stand in brackets.
  const bool has_commas = given.find(',') != given.npos && given.find_first_of("=<>") == given.npos;
  if (const auto talk = has_commas ? talk_of(given) : std::nullopt) {
    if (!talk->is_unclear && talk->expressions.size() == 1) return parse_talk(*talk, given);
  }
  try {
    return parse_expression(given);
  } catch (const SyntaxError& error) {
    const bool is_notation = given.find_first_of("=<>") != given.npos;
    if (is_notation || std::string_view(error.what()).ends_with(two_things)) throw;
    const std::optional<Talk> talk = talk_of(given);
    if (!talk) throw;
    return parse_talk(*talk, given);
  }
}

}  // namespace combat_odds::expression
